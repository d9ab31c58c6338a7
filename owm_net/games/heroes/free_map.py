"""The map of a free battle, made in the match itself: what lies where, and what may be laid where.
Ledger 2.32, G-11 S6."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from attrs import evolve, frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, register
from owm_net.engine.text import say
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.grid import Facing, Line, ahead, around, box, distance, side
from owm_net.games.heroes.ground import Ground, covered, edges_of, ground_of, lay
from owm_net.games.heroes.ids import OverlayKey, Quarters, ScenarioKey, Space
from owm_net.games.heroes.printed.scenarios import Objective, Placed, Plan, Scenario
from owm_net.games.heroes.printed.terrain import BOARD_SIZE, Overlay
from owm_net.games.heroes.terms import Counts, UnitType

BOARDS = "ABCDEF"
"""HON-GEN-02: the boards, by their fronts."""
FREE_BATTLE = ScenarioKey("free-battle")
SIZES = {250: (2, 1), 350: (3, 1), 500: (2, 2)}
"""HON-GEN-01: columns and rows of boards by the points of an army."""
AT_ONCE = {250: 14, 350: 17, 500: 20}
"""HON-GEN-10: points that win at once."""
DEEP = 3
"""HON-GEN-03: spaces of a zone from the edge."""
FOR_EACH_BOARD = 3
"""HON-GEN-04: overlays."""
APART = 2
"""HON-GEN-05, HON-GEN-08, HON-GEN-09: the distance that buildings and objectives keep."""
PRIMARY, SECONDARY = 4, 2
"""HON-GEN-10: points."""
FARTHEST = 3
"""HON-GEN-07: so far the primary objective is moved."""
LOW_WALL = OverlayKey("lowwall")
STOCK = {
    **{OverlayKey(k): o.stock for k, o in CATALOG.overlays.items() if k != "bld_bunker"},
    LOW_WALL: CATALOG.low_wall.stock,
}
"""HON-GEN-04: the pieces there are."""
NO_EDGE = -1


@register("heroes.free_map")
@frozen(kw_only=True, cache_hash=True)
class FreeMap(Record):
    """A map as far as it is made. points: of an army. edge: of the zone of seat 0, `NO_EDGE` before
    it is known. walls: low ones, each with its space and its turn. secondary, bonus: a space for
    each seat that has chosen one, in their order."""

    points: int
    boards: tuple[Placed, ...] = ()
    edge: int = NO_EDGE
    overlays: tuple[Placed, ...] = ()
    walls: tuple[Placed, ...] = ()
    primary: tuple[Space, ...] = ()
    secondary: tuple[Space, ...] = ()
    bonus: tuple[Space, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Its columns and rows."""
        wide, high = SIZES[self.points]
        return wide * BOARD_SIZE, high * BOARD_SIZE

    @property
    def edges(self) -> tuple[Facing, ...]:
        """The edges at which a side may begin: the short ones, or all of a square."""
        wide, high = self.size
        return (Facing.W, Facing.E) if wide > high else (Facing.N, Facing.E, Facing.S, Facing.W)

    @cached_property
    def battle(self) -> Scenario:
        """See `battle_of`."""
        return battle_of(self)

    @property
    def plan(self) -> Plan:
        """What the ground is made of."""
        return Plan(self.boards, self.overlays, tuple([line_of(wall) for wall in self.walls]))

    def edge_of(self, seat: Seat) -> int:
        """Return the edge of a seat's zone."""
        return self.edge if seat == 0 else (self.edge + len(Facing) // 2) % len(Facing)

    def depth(self, seat: Seat, space: Space) -> int:
        """Return how far a space is from a seat's edge; 0 at the edge."""
        (x, y), (wide, high), edge = space, self.size, self.edge_of(seat)
        if edge in (Facing.N, Facing.S):
            return y if edge == Facing.N else high - 1 - y
        return x if edge == Facing.W else wide - 1 - x

    def zone(self, seat: Seat) -> tuple[Space, ...]:
        """The spaces where a seat deploys; none before it has an edge."""
        if self.edge == NO_EDGE:
            return ()
        return tuple([space for space in self.spaces if self.depth(seat, space) < DEEP])

    @property
    def spaces(self) -> Iterator[Space]:
        """All of them."""
        wide, high = self.size
        return box(Space((0, 0)), Space((wide - 1, high - 1)))

    @property
    def middle(self) -> tuple[Space, ...]:
        """The four spaces round the centre."""
        wide, high = self.size
        return tuple(box(Space((wide // 2 - 1, high // 2 - 1)), Space((wide // 2, high // 2))))

    @property
    def printed(self) -> Ground:
        """The boards alone."""
        return ground_of(Plan(self.boards, ()))

    @property
    def laid(self) -> int:
        """Return how many pieces have been placed."""
        return len(self.overlays) + len(self.walls)

    @property
    def most(self) -> int:
        """Return how many may be."""
        return FOR_EACH_BOARD * len(self.boards)

    def left(self, key: OverlayKey) -> int:
        """Return how many pieces of a kind are left."""
        pieces = [p.key for p in (*self.overlays, *self.walls)]
        return STOCK.get(key, 0) - pieces.count(key)


def line_of(wall: Placed) -> Line:
    """The edge on which a low wall stands: the east side of its space, turned once the south."""
    return side(wall.at, Facing.S if wall.turns else Facing.E)


def empty_map(points: int) -> FreeMap:
    """The map before anything is known but its size."""
    wide, high = SIZES[points]
    return FreeMap(points=points, boards=boards_on(BOARDS[: wide * high], wide))


def boards_on(keys: Iterable[str], wide: int, turns: Sequence[int] = ()) -> tuple[Placed, ...]:
    """Boards west to east, then north to south."""
    found = []
    for n, key in enumerate(keys):
        at = Space((n % wide * BOARD_SIZE, n // wide * BOARD_SIZE))
        found.append(Placed(key, at, turns[n] if turns else 0))
    return tuple(found)


# -- a battle on it ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def battle_of(made: FreeMap) -> Scenario:
    """The scenario as far as it is known (HON-GEN-10)."""
    printed = CATALOG.scenarios[FREE_BATTLE]
    both = dict.fromkeys([s.name for s in printed.sides], Counts.CHECK)
    titles = (
        say("Objective in the German half"),
        say("Objective in the American half"),
    )
    objectives = []
    if made.primary:
        objectives.append(
            Objective(
                name="primary",
                title=say("Centre"),
                points=PRIMARY,
                spaces=made.primary,
                counts=both,
            )
        )
    for space in made.secondary:
        half = min([0, 1], key=lambda seat: made.depth(Seat(seat), space))
        objectives.append(
            Objective(
                name=f"secondary {half}",
                title=titles[half],
                points=SECONDARY,
                spaces=(space,),
                counts=both,
            )
        )
    assert printed.at_once is not None
    sides = [evolve(s, zone=made.zone(Seat(n))) for n, s in enumerate(printed.sides)]
    return evolve(
        printed,
        plan=made.plan,
        sides=tuple(sides),
        objectives=tuple(objectives),
        bonus=made.bonus,
        at_once=evolve(printed.at_once, score=AT_ONCE[made.points]),
    )


# -- pieces --------------------------------------------------------------------------------


def quarters(key: OverlayKey) -> int:
    """Return in how many ways a piece may lie that are not the same."""
    if key == LOW_WALL:
        return 2
    overlay = CATALOG.overlays[key]
    wide, high = overlay.size
    return 4 if overlay.building else 1 if wide == high else 2


@lru_cache(maxsize=8192)
def spaces_of(piece: Placed) -> tuple[Space, ...]:
    """The spaces on which a piece lies; those on both sides of a low wall."""
    if piece.key == LOW_WALL:
        return line_of(piece)
    overlay = CATALOG.overlays[OverlayKey(piece.key)]
    return tuple([space for space, _ in covered(piece, overlay)])


def _building(piece: Placed) -> Overlay | None:
    overlay = CATALOG.overlays.get(OverlayKey(piece.key))
    return overlay if overlay is not None and overlay.building else None


def doorsteps(piece: Placed) -> list[Space]:
    """The spaces outside the doors of a building."""
    overlay = _building(piece)
    if overlay is None:
        return []
    found = edges_of(piece, overlay, overlay.doors)
    return [other if one == space else one for space, (one, other) in found]


def with_piece(made: FreeMap, piece: Placed) -> FreeMap:
    """The map with one more piece."""
    if piece.key == LOW_WALL:
        return made.with_(walls=(*made.walls, piece))
    return made.with_(overlays=(*made.overlays, piece))


def why_not_piece(made: FreeMap, key: OverlayKey, at: Space, turns: Quarters) -> Refusal | None:
    """None if a piece may be laid on a space of the map; not asked: whether it bars the way
    (`bars`)."""
    if key.__class__ is not str or key not in STOCK or made.left(key) < 1:
        return Refusal("HON-GEN-04", say("no such piece is left"))
    if turns.__class__ is not int or not 0 <= turns < quarters(key):
        return Refusal("HON-GEN-04", say("that is no turn of this piece"))
    cells = made.printed.cells
    piece = Placed(key, at, turns)
    spaces = spaces_of(piece)
    for space in spaces:
        if space not in cells:
            return Refusal("HON-GEN-05", say("all of it lies on the map"))
    return _why_not_there(made, piece, spaces) or _why_not_doors(made, piece, spaces)


def _why_not_there(made: FreeMap, piece: Placed, spaces: tuple[Space, ...]) -> Refusal | None:
    """None if a piece may lie on these spaces; not asked: whether its doors lead out."""
    return _why_not_ground(made, piece, spaces) or _why_not_beside(made, piece, spaces)


def _why_not_ground(made: FreeMap, piece: Placed, spaces: tuple[Space, ...]) -> Refusal | None:
    """None if the boards and zones have room for a piece there."""
    cells = made.printed.cells
    overlay = CATALOG.overlays.get(OverlayKey(piece.key))
    if overlay is not None and overlay.on_water:
        if not all(cells[space].water for space in spaces):
            return Refusal("HON-GEN-05", say("it lies on water"))
    elif not all(cells[space].bare for space in spaces):
        return Refusal("HON-GEN-05", say("it lies on open ground and roads only"))
    if any(made.depth(Seat(seat), space) < DEEP for seat in (0, 1) for space in spaces):
        return Refusal("HON-GEN-05", say("no piece lies in a deployment zone"))
    if any(distance(space, near) <= 1 for space in spaces for near in made.middle):
        return Refusal("HON-GEN-05", say("no piece lies so near to the centre of the map"))
    return None


def _why_not_beside(made: FreeMap, piece: Placed, spaces: tuple[Space, ...]) -> Refusal | None:
    """None if what lies there already leaves room for a piece."""
    for other in (*made.overlays, *made.walls):
        there = spaces_of(other)
        if any(space in there for space in spaces):
            return Refusal("HON-GEN-05", say("another piece lies there"))
        if _building(piece) is None or _building(other) is None:
            continue
        if any(distance(space, wall) < APART for space in spaces for wall in there):
            return Refusal("HON-GEN-05", say("a building stands too near to another"))
    return None


def _why_not_doors(made: FreeMap, piece: Placed, spaces: tuple[Space, ...]) -> Refusal | None:
    """None if each door leads onto free ground."""
    cells = made.printed.cells
    lying = [space for other in (*made.overlays, *made.walls) for space in spaces_of(other)]
    for out in doorsteps(piece):
        cell = cells.get(out)
        if cell is None or cell.water or cell.hedge or out in lying:
            return Refusal("HON-GEN-05", say("a door of it leads onto no free ground"))
    if any(out in spaces for other in made.overlays for out in doorsteps(other)):
        return Refusal("HON-GEN-05", say("it lies before a door"))
    return None


@lru_cache(maxsize=64)
def rooms(made: FreeMap) -> tuple[dict[Space, None], dict[Space, None]]:
    """The spaces on which something may lie: on dry ground, on water."""
    cells, found = made.printed.cells, []
    for key in ("thicket1", "ford"):
        pieces = {at: Placed(key, at) for at in cells}
        free = {at: _why_not_there(made, piece, (at,)) is None for at, piece in pieces.items()}
        found.append({at: None for at, may in free.items() if may})
    return found[0], found[1]


def _room_for(made: FreeMap, key: str) -> dict[Space, None]:
    dry, wet = rooms(made)
    overlay = CATALOG.overlays.get(OverlayKey(key))
    return wet if overlay is not None and overlay.on_water else dry


def has_ground(made: FreeMap, key: OverlayKey) -> bool:
    """Return False if there is no ground for such a piece at all."""
    return bool(_room_for(made, key))


def has_room(made: FreeMap, piece: Placed) -> bool:
    """Return False if a piece may not lie there; True does not say that it may."""
    free = _room_for(made, piece.key)
    return all(space in free for space in spaces_of(piece))


# -- the way -------------------------------------------------------------------------------


def _way(ground: Ground, start: Iterable[Space], end: Iterable[Space]) -> tuple[Space, ...]:
    """A way of a light vehicle from some spaces to others; none if there is none."""
    light, goal = UnitType.LIGHT, dict.fromkeys(end)
    came: dict[Space, Space | None] = {
        space: None for space in start if ground.why_not_enter(space, light) is None
    }
    waiting = list(came)
    for here in waiting:
        if here in goal:
            way = [here]
            while (before := came[way[-1]]) is not None:
                way.append(before)
            return tuple(way)
        for there in ground.neighbours(here, light):
            if there not in came:
                came[there] = here
                waiting.append(there)
    return ()


@lru_cache(maxsize=64)
def way_of(made: FreeMap) -> tuple[Space, ...]:
    """A way of a light vehicle from zone to zone."""
    return _way(ground_of(made.plan), made.zone(Seat(0)), made.zone(Seat(1)))


def spares(made: FreeMap, piece: Placed) -> bool:
    """Return True if a piece is nowhere near the way of `way_of`, and so leaves it open."""
    near = _along(made)
    return not any(space in near for space in spaces_of(piece))


@lru_cache(maxsize=64)
def _along(made: FreeMap) -> dict[Space, None]:
    """The spaces of the way and beside it."""
    return dict.fromkeys([s for space in way_of(made) for s in (space, *around(space))])


@lru_cache(maxsize=2048)
def bars(made: FreeMap, piece: Placed) -> bool:
    """Return True if no light vehicle comes from zone to zone any more (HON-GEN-06)."""
    if not way_of(made) or spares(made, piece):
        return False
    more = with_piece(made, piece)
    return not _way(lay(more.plan, CATALOG), made.zone(Seat(0)), made.zone(Seat(1)))


# -- objectives ----------------------------------------------------------------------------


def primary_of(made: FreeMap, towards: int) -> tuple[Space, ...]:
    """The primary objective: round the centre, or nearer to an edge where the ground is bad
    (HON-GEN-07, R-242)."""
    ground, spaces = made.printed, made.middle
    cells = [ground.cells[space] for space in spaces]
    far = min(FARTHEST, len([cell for cell in cells if cell.water or cell.hedge]))
    for _ in range(max(made.size)):
        moved = [ahead(space, towards, far) for space in spaces]
        found = [s for s in moved if ground.why_not_enter(s, UnitType.INFANTRY) is None]
        if found:
            return tuple(found)
        far += 1
    raise AssertionError("an edge has spaces that can be entered")


def _clear_of(space: Space, others: Iterable[Space]) -> bool:
    return all(distance(space, other) >= APART for other in others)


def why_not_objective(made: FreeMap, seat: Seat, space: Space, bonus: bool) -> Refusal | None:
    """None if a seat may put its secondary, or a bonus objective, on a space of the map."""
    rule = "HON-GEN-09" if bonus else "HON-GEN-08"
    ground = ground_of(made.plan)
    if any(made.depth(Seat(n), space) < DEEP for n in (0, 1)):
        return Refusal(rule, say("no objective lies in a deployment zone"))
    no = ground.why_not_enter(space, UnitType.INFANTRY)
    if no is not None:
        return Refusal(rule, no.why)
    enemy = Seat(1 - seat)
    if not bonus and made.depth(enemy, space) > made.depth(seat, space):
        return Refusal(rule, say("it lies in the enemy's half"))
    others = [*made.primary, *made.secondary, *made.bonus]
    if not _clear_of(space, others):
        return Refusal(rule, say("it lies too near to another objective"))
    return None
