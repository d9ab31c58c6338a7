"""Formations: a place for each Team of a Unit around a point, spread so that a barrage lies on few
of them, and the way of each to its place. The rules ask for none; what they allow, they judge
(H-77).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

from owm_net.engine.geometry import Point, distance2, length, tdiv
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.paths import Path, cut, path_length, way_of
from owm_net.games.hailfire.routes import way
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import CONTACT

APART = (350, 280, 210, 140)
"""Between the Teams of a formation: the widest at which the ground has room for all. A barrage of
three mortars lies on four Teams at most that are so far apart as the first."""
RINGS = 5
"""How far around its place in the ranks a Team looks for ground, in quarters of what is between
two."""
SCATTERED = 1200
"""A Unit any of whose Teams is farther from its middle gathers."""
PACE = 650
"""A Leader goes no farther ahead than most rolls bring infantry."""
ONE_RANK, TWO_RANKS = 3, 10
"""The most Teams that stand in so many ranks."""
QUARTERS = 4
"""A way that is not allowed is tried again one quarter shorter, down to one quarter."""

Allowed = Callable[[TeamId, Spot, list[TeamId], list[Spot]], bool]
"""Whether a Team may stand somewhere, beside these that have their places already."""
MayGo = Callable[[TeamId, Path], bool]
"""Whether a Team may be given a Move along a path."""


def spread(
    g: HailfireState,
    teams: Sequence[TeamId],
    middle: Spot,
    front: Point,
    allowed: Allowed,
    gaps: Sequence[int] = APART,
) -> dict[TeamId, Spot]:
    """Return a place for each Team around a point, for fewer where there is room for fewer: as they
    stand to each other now where they are in formation already, else in ranks that look towards
    `front`. Whoever of their side stands there already is kept away from. gaps: between Teams, the
    widest at which there is room is taken."""
    found: dict[TeamId, Spot] = {}
    side = g.on_table(g.teams[teams[0]].seat) if teams else []
    beside = [g.teams[other].spot for other in side if other not in teams]
    order, kept = _ranked(g, teams, front), _moved(g, teams, middle)
    for apart in gaps:
        ranks = [_placed(middle, front, *place) for place in _ranks(len(teams), apart)]
        wanted = kept or dict(zip(order, ranks, strict=True))
        found = {}
        for team in teams:
            spot = _nearest(team, wanted[team], apart, found, beside, allowed)
            if spot is not None:
                found[team] = spot
            elif apart != gaps[-1]:
                break
        if len(found) == len(teams):
            break
    return found


def _nearest(
    team: TeamId,
    wanted: Spot,
    apart: int,
    found: dict[TeamId, Spot],
    beside: Sequence[Spot],
    allowed: Allowed,
) -> Spot | None:
    """Return a place near the one in the ranks that is not too near to anybody; None for none."""
    step, least = apart // 4, apart * 3 // 4
    placed, taken = list(found), list(found.values())
    reach = RINGS * step + least
    near = [o for o in (*taken, *beside) if _in_box(o, wanted, reach)]
    for spot in rings(wanted, RINGS, step):
        x, y = spot
        if any((ox - x) ** 2 + (oy - y) ** 2 < least * least for ox, oy in near):
            continue
        if allowed(team, spot, placed, taken):
            return spot
    return None


def _moved(g: HailfireState, teams: Sequence[TeamId], middle: Spot) -> dict[TeamId, Spot]:
    """Return the places of Teams that stand in formation, moved as they are around another point;
    nothing where they stand heaped or scattered."""
    spots = {team: g.teams[team].spot for team in teams if g.teams[team].there}
    if len(spots) < len(teams):
        return {}
    was = middle_of(spots.values())
    far = max([length(was, spot) for spot in spots.values()], default=0)
    near = min([length(a, b) for a, b in combinations(spots.values(), 2)], default=APART[-1])
    if near < APART[-1] or far > SCATTERED:
        return {}
    dx, dy = middle[0] - was[0], middle[1] - was[1]
    return {team: Spot((x + dx, y + dy)) for team, (x, y) in spots.items()}


def middle_of(spots: Collection[Spot]) -> Spot:
    """Return the middle of some places, at least one."""
    return Spot(
        (sum([x for x, _ in spots]) // len(spots), sum([y for _, y in spots]) // len(spots))
    )


def _in_box(spot: Spot, middle: Spot, reach: int) -> bool:
    return abs(spot[0] - middle[0]) < reach and abs(spot[1] - middle[1]) < reach


def ways(
    g: HailfireState, teams: Sequence[TeamId], goal: Spot, may: MayGo
) -> list[tuple[TeamId, Path]]:
    """Return the path of each of these Teams to its place in a formation around a goal, those in
    front first; none for whoever cannot go there or stands there."""
    movers = [team for team in teams if g.teams[team].there and not g.teams[team].row.heavy]
    if not movers:
        return []
    middle = middle_of([g.teams[team].spot for team in movers])
    front = goal[0] - middle[0], goal[1] - middle[1]
    others = [other for other in g.on_table() if other not in movers]

    def allowed(team: TeamId, spot: Spot, placed: list[TeamId], _: list[Spot]) -> bool:
        return _has_room(g, team, spot, others)

    places = spread(g, movers, goal, front, allowed)
    found = [(team, way_there(g, team, spot, may)) for team, spot in places.items()]
    going = [(team, path) for team, path in found if path]
    going.sort(key=lambda go: -_along(g.teams[go[0]].spot, front))
    led = any(not g.teams[team].row.leader for team, _ in going)
    return [(team, _paced(g, team, path, may) if led else path) for team, path in going]


def way_there(g: HailfireState, team: TeamId, spot: Spot, may: MayGo) -> Path:
    """Return the path of a Team to a place, straight on or around what is in its way; as much of it
    as is allowed, () for nothing."""
    t = g.teams[team]
    if spot == t.spot:
        return ()
    if may(team, (spot,)):
        return (spot,)
    around = way(g.scenario, t.row.team_class, t.spot, spot)
    for path in (around, (spot,)) if around is not None else ((spot,),):
        whole = path_length(way_of(g, team, path))
        for quarters in range(QUARTERS, 0, -1):
            part = cut(t, path, whole * quarters // QUARTERS)
            if part and may(team, part):
                return part
    return ()


def rings(middle: Spot, most: int, apart: int) -> Iterator[Spot]:
    """Yield places around one, ring after ring."""
    x, y = middle
    yield middle
    for ring in range(1, most + 1):
        far = apart * ring
        for step in range(-ring, ring):
            side = apart * step
            yield Spot((x + side, y + far))
            yield Spot((x + far, y - side))
            yield Spot((x - side, y - far))
            yield Spot((x - far, y + side))


def _sizes(count: int) -> list[int]:
    """Return how many Teams stand in each rank, the first rank first."""
    rows = 1 if count <= ONE_RANK else 2 if count <= TWO_RANKS else 3
    return [(count + rows - 1 - row) // rows for row in range(rows)]


def _ranks(count: int, apart: int) -> list[Point]:
    """Return places in ranks, as (to the right of the middle, behind it): the first rank first,
    each from left to right. Nobody stands right behind another."""
    sizes = _sizes(count)
    found = []
    for row, many in enumerate(sizes):
        aside = apart // 4 * (-1) ** row if len(sizes) > 1 and many == sizes[row - 1] else 0
        back = (2 * row - len(sizes) + 1) * apart * 7 // 16
        found += [((2 * k - many + 1) * apart // 2 + aside, back) for k in range(many)]
    return found


def _ranked(g: HailfireState, teams: Sequence[TeamId], front: Point) -> list[TeamId]:
    """Return the Teams in the order of the places of `_ranks`: those who are in front now in the
    first rank, each rank from left to right, so that few ways cross; the Leader in the middle of
    the last."""
    right = front[1], -front[0]
    leaders = [team for team in teams if g.teams[team].row.leader]
    left = [team for team in teams if team not in leaders]
    left.sort(key=lambda team: -_along(g.teams[team].spot, front))
    found: list[TeamId] = []
    for size in _sizes(len(teams))[:-1]:
        found += sorted(left[:size], key=lambda team: _along(g.teams[team].spot, right))
        left = left[size:]
    left.sort(key=lambda team: _along(g.teams[team].spot, right))
    half = len(left) // 2
    return [*found, *left[:half], *leaders, *left[half:]]


def _along(spot: Point, towards: Point) -> int:
    """How far a place is in a direction, in the square of lengths."""
    return spot[0] * towards[0] + spot[1] * towards[1]


def _placed(middle: Spot, front: Point, across: int, back: int) -> Spot:
    """Return the place that is so far to the right of the middle and behind it."""
    fx, fy = front if front != (0, 0) else (0, 1)
    whole = length((0, 0), (fx, fy))
    dx, dy = fy * across - fx * back, -fx * across - fy * back
    return Spot((middle[0] + tdiv(dx, whole), middle[1] + tdiv(dy, whole)))


def _has_room(g: HailfireState, team: TeamId, spot: Spot, others: Sequence[TeamId]) -> bool:
    """Return True if it could stand there beside those who stay."""
    t = g.teams[team]
    stand = Stand(spot, t.row.team_class.radius)
    if g.ground.why_not_spot(stand, t.row.team_class, "") is not None:
        return False
    for other in others:
        o = g.teams[other]
        reach = stand.radius + o.stand.radius + (0 if o.seat == t.seat else CONTACT + 1)
        if distance2(spot, o.spot) < reach * reach:
            return False
    return True


def _paced(g: HailfireState, team: TeamId, path: Path, may: MayGo) -> Path:
    """Return a Leader's path no longer than their Teams keep up with; anybody else's as it is."""
    t = g.teams[team]
    if not t.row.leader or t.vehicle:
        return path
    part = cut(t, path, PACE)
    return part if may(team, part) else path
