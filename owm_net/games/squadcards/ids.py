"""The number types of Squad, distinct so that mypy keeps them apart.

They are written into states and logs as the plain numbers and texts that they are. Seats and open
cards have theirs from `engine.ids`.
"""

from __future__ import annotations

from typing import NewType

from owm_net.engine.ids import CardNumber, Seat

SquadId = NewType("SquadId", int)
"""A squad by its place in `SquadState.squads`: those of seat 0 first."""

Cell = NewType("Cell", int)
"""A hex of the map (2.15): 0 and up, in rows from the north."""

TraitKey = NewType("TraitKey", str)
"""How a National Trait is used: its key in data/traits.toml (2.12)."""

NO_SQUAD = SquadId(-1)
NO_CELL = Cell(-1)
NO_CARD = CardNumber(-1)
OPEN = CardNumber(-1)
"""No terrain card: Open terrain (SQD-MOVE-10)."""
NO_TRAIT = TraitKey("")
"""Of a card that has one use only."""

SEATS = (Seat(0), Seat(1))


def opponent(seat: Seat) -> Seat:
    """The other of the two seats."""
    return SEATS[1 - seat]
