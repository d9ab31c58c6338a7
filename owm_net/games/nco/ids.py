"""The types of NCO's numbers and texts, distinct so that mypy keeps them apart.

They are written into states and logs as the plain numbers and texts that they are.
"""

from __future__ import annotations

from typing import NewType

from owm_net.engine.ids import Seat

SoldierId = NewType("SoldierId", int)
"""A soldier by his place in `NcoState.soldiers`: those of seat 0 first."""

ProfileKey = NewType("ProfileKey", str)
WeaponKey = NewType("WeaponKey", str)
NationKey = NewType("NationKey", str)
LayoutKey = NewType("LayoutKey", str)
ScenarioKey = NewType("ScenarioKey", str)
EventKey = NewType("EventKey", str)
"""Keys of the rows of the data files."""

Spot = NewType("Spot", tuple[int, int, int])
"""A place on the table (G-01): x to the east, y to the north, in hundredths of an inch; and the
surface, 0 for the table itself or the number of a piece on which one can stand (`ground`)."""

NO_SOLDIER = SoldierId(-1)
NO_SEAT = Seat(-1)
NO_EVENT = EventKey("")
OFF_TABLE = Spot((0, 0, 0))
"""Where a soldier is written down who does not stand on the table."""
GRENADE = WeaponKey("grenade")

SEATS = (Seat(0), Seat(1))


def opponent(seat: Seat) -> Seat:
    """The other of the two seats."""
    return SEATS[1 - seat]
