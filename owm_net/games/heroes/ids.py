"""The types of the numbers and texts of Heroes, each distinct: mypy keeps them apart.

They are written into states and logs as the plain numbers and texts that they are.
"""

from __future__ import annotations

from typing import NewType

from owm_net.engine.ids import Seat

UnitId = NewType("UnitId", int)
"""A unit by its place in `HeroesState.units`: those of seat 0 first."""
FormationId = NewType("FormationId", int)
"""What has a breaking point (a recruitment tile, an option with units, a hero), by its place in
`HeroesState.formations`."""

CounterKey = NewType("CounterKey", str)
TileKey = NewType("TileKey", str)
OptionKey = NewType("OptionKey", str)
CardKey = NewType("CardKey", str)
BoardKey = NewType("BoardKey", str)
OverlayKey = NewType("OverlayKey", str)
ElementKey = NewType("ElementKey", str)
ArmyKey = NewType("ArmyKey", str)
ScenarioKey = NewType("ScenarioKey", str)
"""Keys of the rows of the data files."""

Space = NewType("Space", tuple[int, int])
"""A space of the map (section 0.1): x to the east, y to the south."""
Vertex = NewType("Vertex", tuple[int, int])
"""An intersection: the north-west corner of the space with the same numbers."""

Face = NewType("Face", int)
"""Which face of a counter is up: 0 or 1."""
Heading = NewType("Heading", int)
"""A facing in an answer: 0 north and clockwise, or `KEEP`."""
Step = NewType("Step", int)
"""A step of a leg, from 1; 0 where it has none."""
WeaponPlace = NewType("WeaponPlace", int)
"""A weapon of a counter: 0 the primary, 1 the secondary of a vehicle."""
DiePlace = NewType("DiePlace", int)
"""A die by its place in a roll, from 0."""

Share = NewType("Share", int)
"""What one target gets of a combat bonus that is split, from 1."""
Quarters = NewType("Quarters", int)
"""Quarter turns of a piece of terrain, clockwise: 0 to 3."""
StructureId = NewType("StructureId", int)
"""A structure by the number of its overlay."""

Hidden = NewType("Hidden", int)
"""The slot of a token or an action card of the seat's own: an answer leaves it closed."""

KEEP = Heading(-1)
"""In place of a facing: it stays as it is."""
NO_VERTEX = Vertex((-1, -1))
NO_UNIT = UnitId(-1)
NO_FORMATION = FormationId(-1)
NO_SEAT = Seat(-1)
OFF_MAP = Space((-1, -1))
"""Where a unit is written down that is not on the map."""
