"""The types of ids in a match of OWM. A card's number is the kernel's `CardNumber`.

All are written into states and logs as the plain numbers and texts that they are.
"""

from __future__ import annotations

from typing import NewType

DivisionKey = NewType("DivisionKey", str)
"""A division by the name of its data file: "us_101st_airborne"."""

SoldierId = NewType("SoldierId", int)
"""A soldier card: 100 x the number of his division + his number in it, see `catalog`."""

FireteamId = NewType("FireteamId", int)
"""A Fireteam: 1 and up, in the order in which the squads were revealed."""

Cell = NewType("Cell", int)
"""A place of the map, counted row by row from the north-west, see `ground`."""

NO_SOLDIER = SoldierId(0)
NO_FIRETEAM = FireteamId(0)
NO_CELL = Cell(-1)
