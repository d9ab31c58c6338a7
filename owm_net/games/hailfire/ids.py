"""The types of Hailfire's numbers and texts, distinct so that mypy keeps them apart.

They are written into states and logs as the plain numbers and texts that they are.
"""

from __future__ import annotations

from typing import NewType

from owm_net.engine.ids import Seat

TeamId = NewType("TeamId", int)
"""A Team by its place in `HailfireState.teams`: those of seat 0 first."""
UnitId = NewType("UnitId", int)
"""A Unit by its place in `HailfireState.units`."""

ProfileKey = NewType("ProfileKey", str)
BatteryKey = NewType("BatteryKey", str)
ForceKey = NewType("ForceKey", str)
NationKey = NewType("NationKey", str)
ScenarioKey = NewType("ScenarioKey", str)
"""Keys of the rows of the data files."""

Spot = NewType("Spot", tuple[int, int])
"""A place on the table (HAIL-PGEO-01): x to the east, y to the north, in hundredths of an inch."""

NO_TEAM = TeamId(-1)
NO_UNIT = UnitId(-1)
NO_SEAT = Seat(-1)
OFF_TABLE = Spot((-1, -1))
"""Where a Team is written down that does not stand on the table."""

ATTACKER = Seat(0)
DEFENDER = Seat(1)
SEATS = (ATTACKER, DEFENDER)


def opponent(seat: Seat) -> Seat:
    """The other of the two seats."""
    return SEATS[1 - seat]
