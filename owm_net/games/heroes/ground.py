"""A map as one moves and looks on it: boards, overlays and edges. Ledger 2.19, 2.20, G-07, R-81.

A `Ground` is made once for each `Plan` and remembered; it knows no units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache

from attrs import define, evolve, field, frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.records import Record, register
from owm_net.engine.text import say
from owm_net.games.heroes.catalog import CATALOG, Catalog
from owm_net.games.heroes.grid import (
    SIDES,
    STRAIGHT,
    Line,
    ahead,
    around,
    corner_ways,
    distance,
    edge,
    side,
)
from owm_net.games.heroes.ids import BoardKey, ElementKey, OverlayKey, Space
from owm_net.games.heroes.printed.scenarios import Placed, Plan
from owm_net.games.heroes.printed.terrain import BOARD_SIZE, Element, LowWall, Overlay
from owm_net.games.heroes.terms import Edge, UnitType

NO_OVERLAY = -1

OFF = Refusal("HON-SET-01", say("that is off the map"))
WATER = Refusal("HON-TER-12", say("only amphibious units enter water"))
CLOSED = Refusal("HON-TER-08", say("that space is closed to it"))
LANE = Refusal("HON-BLD-12", say("only infantry passes between two buildings"))
WALL = Refusal("HON-TER-09", say("a wall is between"))
WINDOW = Refusal("HON-BLD-01", say("a window lets nobody through"))
LOW = Refusal("HON-TER-08", say("a low wall is closed to it"))
CORNER = Refusal("HON-MOVE-09", say("no way round that corner is open"))


@frozen(kw_only=True)
class Cell:
    """A space, by everything on it. overlay: which of the plan's; room: of a building, with its
    overlay's number. lane: between two buildings (R-30). layers: its elements, the lowest first."""

    defence: int
    obscures: int
    blocks: bool
    closed: tuple[UnitType, ...]
    difficult: tuple[UnitType, ...]
    water: bool
    bridge: bool
    position: bool
    ruin: bool
    overlay: int
    room: str
    building: bool
    bare: bool
    hedge: bool
    layers: tuple[ElementKey, ...]
    lane: bool = False


def _cell(layers: list[Element], number: int, building: bool, room: str) -> Cell:
    top = layers[-1]
    if top.covers:
        layers = [top]
    opens = [t for e in layers for t in e.opens]
    return Cell(
        defence=max([e.defence for e in layers]),
        obscures=sum([e.obscures for e in layers]),
        blocks=any(e.blocks for e in layers),
        closed=tuple([t for e in layers for t in e.closed if not (e.hedge and t in opens)]),
        difficult=tuple([t for e in layers for t in e.difficult]),
        water=any(e.water for e in layers),
        bridge=any(e.bridge for e in layers),
        position=any(e.position for e in layers),
        ruin=any(e.ruin for e in layers),
        overlay=number,
        room=room,
        building=building,
        bare=len(layers) == 1 and layers[0].key in ("open", "road"),
        hedge=any(e.hedge for e in layers),
        layers=tuple([e.key for e in layers]),
    )


@frozen
class Structure:
    """A structure: its demolition points, the element it becomes, and its spaces (HON-TER-02).
    wreck: it was a vehicle."""

    value: int
    becomes: ElementKey
    spaces: tuple[Space, ...]
    wreck: bool


@define(eq=False)
class Ground:
    """The map. cells: all its spaces; edges: what lies between two of them, if anything does.
    structures: by the numbers of their overlays.

    steps, zones: remembered, see `neighbours` and `zone`.
    """

    plan: Plan
    low_wall: LowWall
    cells: Mapping[Space, Cell]
    edges: Mapping[Line, Edge]
    structures: Mapping[int, Structure]
    _steps: dict[tuple[Space, UnitType, bool], tuple[Space, ...]] = field(
        factory=dict, init=False, repr=False
    )
    _zones: dict[Space, tuple[Space, ...]] = field(factory=dict, init=False, repr=False)

    # -- moving --------------------------------------------------------------------------

    def why_not_enter(
        self, space: Space, kind: UnitType, amphibious: bool = False, cuts: bool = False
    ) -> Refusal | None:
        """None if a unit of this type may stand on a space. cuts: hedgerows do not stop it
        (HON-EQ-05)."""
        cell = self.cells.get(space)
        if cell is None:
            return OFF
        if cell.water and not amphibious:
            return WATER
        if kind in cell.closed and not (cuts and cell.hedge):
            return CLOSED
        return LANE if cell.lane and kind.vehicle else None

    def why_not_cross(self, start: Space, end: Space, kind: UnitType) -> Refusal | None:
        """None if the edges between two neighbours let a unit of this type through (R-81)."""
        if start[0] == end[0] or start[1] == end[1]:
            lies = self.edges.get(edge(start, end))
            return None if lies is None else self._straight(lies, kind)
        first, second = corner_ways(start, end)
        if self.building(start) == self.building(end) == NO_OVERLAY:
            houses = self.building(first), self.building(second)
            if NO_OVERLAY not in houses:
                return None  # between two buildings that touch at their corners
        if self._way_open(start, first, end, kind) or self._way_open(start, second, end, kind):
            return None
        return CORNER

    def _way_open(self, start: Space, by: Space, end: Space, kind: UnitType) -> bool:
        """Return True if one of the ways round a corner has no closed edge; units use doors
        straight on only."""
        for line in (edge(start, by), edge(by, end)):
            lies = self.edges.get(line)
            if lies is not None and (lies is Edge.DOOR or self._straight(lies, kind) is not None):
                return False
        return True

    def _straight(self, lies: Edge, kind: UnitType) -> Refusal | None:
        if lies is Edge.WALL:
            return WALL
        if lies is Edge.WINDOW:
            return WINDOW
        if lies is Edge.LOW_WALL and kind in self.low_wall.closed:
            return LOW
        return None

    def why_not_step(
        self, start: Space, end: Space, kind: UnitType, amphibious: bool = False
    ) -> Refusal | None:
        """None if a unit of this type may go from a space to its neighbour, whoever is there."""
        return self.why_not_enter(end, kind, amphibious) or self.why_not_cross(start, end, kind)

    def neighbours(
        self, space: Space, kind: UnitType, amphibious: bool = False
    ) -> tuple[Space, ...]:
        """The spaces to which `why_not_step` lets it go, clockwise from the north."""
        key = (space, kind, amphibious)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = tuple(
                [n for n in around(space) if self.why_not_step(space, n, kind, amphibious) is None]
            )
        return found

    def adjacent(self, one: Space, other: Space) -> bool:
        """Return True if two spaces are neighbours that no wall cuts off from each other (R-81)."""
        return distance(one, other) == 1 and (
            self.why_not_cross(one, other, UnitType.INFANTRY) is None
        )

    def zone(self, space: Space) -> tuple[Space, ...]:
        """The spaces that infantry on a space controls: those beside it, but from inside a building
        none outside (HON-ZOC-01, HON-ZOC-02, HON-ZOC-04)."""
        found = self._zones.get(space)
        if found is None:
            home = self.building(space)
            found = self._zones[space] = tuple(
                [
                    near
                    for near in around(space)
                    if near in self.cells
                    and home in (NO_OVERLAY, self.building(near))
                    and self.adjacent(space, near)
                ]
            )
        return found

    def doorway(self, start: Space, end: Space) -> Space | None:
        """The outside space of the door by which one goes from a space to its neighbour, if one
        does (HON-ZOC-05)."""
        return self.doors.get((start, end))

    @cached_property
    def doors(self) -> dict[tuple[Space, Space], Space]:
        """The same by where one is and where one goes."""
        doors = [line for line, lies in self.edges.items() if lies is Edge.DOOR]
        return {
            (start, end): end if self.building(end) == NO_OVERLAY else start
            for one, other in doors
            for start, end in ((one, other), (other, one))
        }

    def difficult(self, space: Space, kind: UnitType) -> bool:
        """HON-TER-06."""
        return kind in self.cells[space].difficult

    # -- what one is in ------------------------------------------------------------------

    def building(self, space: Space) -> int:
        """The number of the building that a space is in; NO_OVERLAY outside."""
        cell = self.cells.get(space)
        return cell.overlay if cell is not None and cell.building else NO_OVERLAY

    def shelter(self, space: Space, against: Space) -> int:
        """The defence bonus of a space against a unit at another: none where both are in one
        building or one position (HON-BLD-06, HON-TER-17)."""
        here, there = self.cells[space], self.cells[against]
        if (here.building or here.position) and here.overlay == there.overlay:
            return 0
        return here.defence


@register("heroes.change")
@frozen(kw_only=True)
class Change(Record):
    """A change of the map since the beginning: a dug position, ruins, a wreck. element: "" for
    nothing more. gone: the number of the overlay it replaces."""

    element: ElementKey
    spaces: tuple[Space, ...]
    gone: int = NO_OVERLAY


Changes = tuple[Change, ...]


@lru_cache(maxsize=512)
def ground_of(plan: Plan, changes: Changes = ()) -> Ground:
    """The map of a plan, with what has changed since. Overlays have the numbers of the plan; what
    has come since has those after them."""
    return lay(plan, CATALOG, changes)


def lay(plan: Plan, given: Catalog, changes: Changes = ()) -> Ground:
    """A map laid from a catalog's boards and overlays."""
    printed = dict(_printed(plan, given))
    rooms: dict[Space, tuple[int, str]] = {}
    edges: dict[Line, Edge] = dict.fromkeys(plan.low_walls, Edge.LOW_WALL)
    lying = _laid(plan, given, changes, rooms, edges)
    cells = {}
    for space, element in printed.items():
        above = lying.get(space, [])
        number = above[-1][0] if above else NO_OVERLAY
        room = rooms.get(space, (NO_OVERLAY, ""))[1]
        cells[space] = _cell([element, *[e for _, e in above]], number, space in rooms, room)
    ground = Ground(plan, given.low_wall, cells, edges, _structures(lying))
    for space, cell in cells.items():
        if any(_flanked(ground, space, facing) for facing in STRAIGHT[:2]):
            cells[space] = evolve(cell, lane=True)
    return ground


def _laid(
    plan: Plan,
    given: Catalog,
    changes: Changes,
    rooms: dict[Space, tuple[int, str]],
    edges: dict[Line, Edge],
) -> dict[Space, list[tuple[int, Element]]]:
    """Return the elements on each space; fill in the rooms and edges of buildings."""
    overlays = [given.overlays[OverlayKey(placed.key)] for placed in plan.overlays]
    gone = [change.gone for change in changes]
    lying: dict[Space, list[tuple[int, Element]]] = {}
    for number, (placed, overlay) in enumerate(zip(plan.overlays, overlays, strict=True)):
        if number in gone:
            continue
        for space, room in covered(placed, overlay):
            lying.setdefault(space, []).append((number, given.elements[overlay.element]))
            if overlay.building:
                rooms[space] = (number, room)
        if overlay.building:
            edges.update(_edges(placed, overlay))
    for number, change in enumerate(changes, len(overlays)):
        for space in change.spaces if change.element and number not in gone else ():
            element = given.elements[change.element]
            layers = lying.setdefault(space, [])
            layers.insert(0 if element.opens else len(layers), (number, element))
    return lying


def _structures(lying: Mapping[Space, list[tuple[int, Element]]]) -> dict[int, Structure]:
    """Return every structure on the boards."""
    found: dict[int, Structure] = {}
    for space, layers in sorted(lying.items()):
        for number, element in layers:
            if element.structure:
                spaces = (*found[number].spaces, space) if number in found else (space,)
                found[number] = Structure(element.structure, element.becomes, spaces, element.wreck)
    return found


def _flanked(ground: Ground, space: Space, facing: int) -> bool:
    """Return True if two buildings lie on both sides of a space (R-30)."""
    one, other = ahead(space, facing), ahead(space, facing, -1)
    a, b = ground.building(one), ground.building(other)
    return a != b and NO_OVERLAY not in (a, b) and ground.building(space) == NO_OVERLAY


def _printed(plan: Plan, given: Catalog) -> Iterator[tuple[Space, Element]]:
    """Return what is printed on each space of the boards."""
    for placed in plan.boards:
        rows = given.boards[BoardKey(placed.key)].rows
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                yield _on_map((x, y), placed, BOARD_SIZE, BOARD_SIZE), given.letters[letter]


def covered(placed: Placed, overlay: Overlay) -> Iterator[tuple[Space, str]]:
    """The spaces under an overlay, each with its room."""
    wide, high = overlay.size
    for y in range(high):
        for x in range(wide):
            room = overlay.rooms[y][x] if overlay.rooms else ""
            yield _on_map((x, y), placed, wide, high), room


def _on_map(local: tuple[int, int], placed: Placed, wide: int, high: int) -> Space:
    """A space of a board or overlay of that size as placed on the map (G-07)."""
    x, y = local
    for _ in range(placed.turns):
        x, y, wide, high = high - 1 - y, x, high, wide
    return Space((placed.at[0] + x, placed.at[1] + y))


def edges_of(
    placed: Placed, overlay: Overlay, words: tuple[str, ...]
) -> Iterator[tuple[Space, Line]]:
    """Edges of an overlay as they lie on the map, each with its space of the overlay."""
    wide, high = overlay.size
    for word in words:
        place, letter = word.split()
        x, y = map(int, place.split(","))
        space = _on_map((x, y), placed, wide, high)
        yield space, side(space, (SIDES[letter] + 2 * placed.turns) % 8)


def _edges(placed: Placed, overlay: Overlay) -> Iterator[tuple[Line, Edge]]:
    """Walls all round a building and where they stand in it, except for doors and windows."""
    inside = [space for space, _ in covered(placed, overlay)]
    for space in inside:
        for facing in STRAIGHT:
            if ahead(space, facing) not in inside:
                yield side(space, facing), Edge.WALL
    for words, lies in (
        (overlay.walls, Edge.WALL),
        (overlay.doors, Edge.DOOR),
        (overlay.windows, Edge.WINDOW),
    ):
        for _, line in edges_of(placed, overlay, words):
            yield line, lies
