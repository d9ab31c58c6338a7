"""The types of seat and card numbers, distinct so that mypy keeps them apart.

Both are written into states and logs as the plain numbers that they are. A card that nobody has
opened has no number yet: `zones`.
"""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
"""One player's place at the table: 0 and up."""

EVERYBODY = Seat(-1)
"""In place of a seat: who knows only what everybody knows."""
NO_SEAT = Seat(-1)
"""In place of a seat: nobody's."""


def all_seats(count: int) -> list[Seat]:
    """The seats of a table, in order."""
    return [Seat(n) for n in range(count)]


CardNumber = NewType("CardNumber", int)
"""An open card by its number in the rule system: 0 and up."""
