"""Paths: whether a Team may be ordered along one, and where it comes to stand on it. Section 2.3,
HAIL-PGEO-02, -05, HAIL-SUP-01, H-20, H-44, H-45.

A path as an answer gives it holds the waypoints after the place where the Team stands; `way` begins
there. The ground says what can be crossed (`ground`); who is in the way is looked at here, at the
declaration for enemies, and for everybody when the order is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from typing import NamedTuple

from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import (
    along,
    distance2,
    gap2,
    length,
    less,
    stop_on,
    why_not_points,
)
from owm_net.engine.text import say
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.state import FAR_FROM_CONTACT, HailfireState, Team
from owm_net.games.hailfire.terms import (
    BENDS,
    CONTACT,
    HIGH,
    MOST_LEGS,
    WIDE,
    TeamClass,
)

Path = tuple[Spot, ...]

CUT = 2
"""How far a place on a leg, cut to whole units, may lie from it, and more."""


def why_not_place(points: object, most: int, rule: str) -> Refusal | None:
    """Why these are no points of the table, whatever a stranger has sent."""
    return why_not_points(points, {"x": (0, WIDE), "y": (0, HIGH)}, most, rule)


def way_of(g: HailfireState, team: TeamId, path: Path) -> Path:
    """A path from where the Team stands."""
    return (g.teams[team].spot, *path)


def path_length(way: Path) -> int:
    """HAIL-PGEO-05."""
    return sum([length(a, b) for a, b in pairwise(way)])


def why_not_path(g: HailfireState, team: TeamId, path: Path) -> Refusal | None:
    """Why a Team cannot be ordered along this path; None if it can. How far it comes the dice will
    say (H-12)."""
    refusal = why_not_place(path, MOST_LEGS, "HAIL-MOVE-08")
    if refusal is not None:
        return refusal
    t = g.teams[team]
    way = way_of(g, team, path)
    enemies = _in_the_way(g, team, way, enemies=True)
    for number, spot in enumerate(path, 1):
        stand = Stand(spot, t.row.team_class.radius)
        wrong = g.ground.why_not_spot(stand, t.row.team_class, "HAIL-MOVE-08")
        if wrong is not None:
            return Refusal(
                wrong.rule, say("waypoint {number}: {why}", number=number, why=wrong.why)
            )
    for a, b in pairwise(way):
        if a == b:
            return Refusal("HAIL-MOVE-08", say("two waypoints are the same"))
        refusal = g.ground.why_not_leg(a, b, t.row.team_class)
        if refusal is not None:
            return refusal
        if _comes_through(enemies, a, b):
            return Refusal("HAIL-PGEO-02", say("an enemy Team stands in the way (H-44)"))
    if t.vehicle and _bends_late(way):
        return Refusal("HAIL-MOVE-05", say('beyond its first 6" a vehicle goes straight on'))
    return None


def _bends_late(way: Path) -> bool:
    """Return True if a path has a corner beyond its first 6 inches (HAIL-MOVE-05)."""
    walked = 0
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        walked += length(a, b)
        if walked > BENDS and not _goes_straight_on(a, b, c):
            return True
    return False


def _goes_straight_on(a: Spot, b: Spot, c: Spot) -> bool:
    """Return True if the leg from b to c has the direction of that from a to b."""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return ux * vy == uy * vx and ux * vx + uy * vy > 0


def cut(t: Team, found: Sequence[Spot], most: int) -> Path:
    """So much of a way; of a vehicle, no corner beyond its first inches."""
    here, walked = t.spot, 0
    path: list[Spot] = []
    for spot in found:
        if t.vehicle and path and walked > BENDS:
            break
        leg = length(here, spot)
        if not leg:
            continue
        if walked + leg <= most:
            path.append(spot)
            here, walked = spot, walked + leg
            continue
        end = Spot(along(here, spot, most - walked, leg))
        if end != here:
            path.append(end)
        break
    return tuple(path)


def why_not_suppressed(g: HailfireState, team: TeamId, path: Path) -> Refusal | None:
    """Why a suppressed Team cannot go there: no point of the path may be nearer to any enemy it
    sees at the start than the start was (HAIL-SUP-01, H-20)."""
    start = g.teams[team].spot
    for enemy in g.seen_by(team):
        spot = g.teams[enemy].spot
        least = (distance2(start, spot), 1)
        if any(less(gap2(spot, a, b), least) for a, b in pairwise(way_of(g, team, path))):
            return Refusal(
                "HAIL-SUP-01", say("it is suppressed and does not go nearer to a seen enemy")
            )
    return None


# ------------------------------------------------------------------ how far a Team comes


def reached(g: HailfireState, team: TeamId, way: Path, most: int) -> int:
    """How much of a path is walked with such an allowance: to the last place at which there is room
    (HAIL-PGEO-02), and not through anybody (H-44)."""
    walked = min(most, path_length(way), _free(g, team, way))
    others = _beside(g, team, way)
    while walked > 0 and not _fits(g, team, point(way, walked), others):
        walked -= 1
    return walked


def point(way: Path, walked: int) -> Spot:
    """Where a Team stands that has walked so much (HAIL-PGEO-05)."""
    return way[0] if walked <= 0 else Spot(stop_on(way, walked)[1])


def last_leg(way: Path, walked: int) -> Spot:
    """The vector of the leg on which it stands then: where a vehicle faces (HAIL-PGEO-06)."""
    leg, _ = stop_on(way, walked)
    (ax, ay), (bx, by) = way[leg], way[leg + 1]
    return Spot((bx - ax, by - ay))


def has_room(g: HailfireState, team: TeamId, spot: Spot) -> bool:
    """Return True if it can end a move there: no base overlaps, no enemy is touched (H-45)."""
    return _fits(g, team, spot, _beside(g, team, (spot, spot)))


def _beside(g: HailfireState, team: TeamId, way: Path) -> list[_Base]:
    """Return the Teams that could leave it no room somewhere on a way."""
    t = g.teams[team]
    box = _Box(way)
    found = []
    for other in g.on_table():
        o = g.teams[other]
        if other != team and box.holds(o.spot):
            reach = o.stand.radius + t.row.team_class.radius
            apart = reach**2 if o.seat == t.seat else (reach + CONTACT) ** 2 + 1
            found.append(_Base(o.spot, apart))
    return found


def _fits(g: HailfireState, team: TeamId, spot: Spot, others: list[_Base]) -> bool:
    """Return True if it can end a move there, as far as the ground and these others go."""
    team_class = g.teams[team].row.team_class
    x, y = spot
    for (ox, oy), apart in others:
        if (ox - x) ** 2 + (oy - y) ** 2 < apart:
            return False
    return g.ground.why_not_spot(Stand(spot, team_class.radius), team_class, "") is None


def _free(g: HailfireState, team: TeamId, way: Path) -> int:
    """How much of a path can be walked before a Team comes through another one."""
    walked = 0
    others = _in_the_way(g, team, way, enemies=False)
    for a, b in pairwise(way):
        whole = length(a, b)
        if _comes_through(others, a, b):
            # A place on the leg is cut to whole units: whom the leg passes so near matters too.
            near_leg = [o for o in others if less(gap2(o.spot, a, b), ((o.reach + CUT) ** 2, 1))]
            for far in range(_surely_through(near_leg, a, b), 0, -1):
                if not _comes_through(near_leg, a, Spot(stop_on((a, b), far)[1])):
                    return walked + far
            return walked
        walked += whole
    return walked


def _surely_through(others: list[_Other], a: Spot, b: Spot) -> int:
    """How much of a leg can be walked at most: from there on it comes so deep through one of these
    that no cutting of places to whole units makes up for it. All of the leg if it nowhere does."""
    deep = [_Other(o.spot, isqrt(min(o.reach**2, distance2(a, o.spot))) - 2 * CUT) for o in others]
    deep = [o for o in deep if o.reach > 0]
    low, high = 0, length(a, b)
    if not _comes_through(deep, a, b):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        if _comes_through(deep, a, Spot(stop_on((a, b), middle)[1])):
            high = middle
        else:
            low = middle
    return high


class _Base(NamedTuple):
    """A Team beside which room is looked for. apart: the least square of the distance between both
    middles: a friend's base may be touched, an enemy's not."""

    spot: Spot
    apart: int


class _Other(NamedTuple):
    """A Team that may stand in the way. reach: how near both bases let the other's middle come."""

    spot: Spot
    reach: int


class _Box:
    """All places so near to a way that a Team there could be in the way of one that goes it."""

    def __init__(self, way: Path) -> None:
        xs, ys = [x for x, _ in way], [y for _, y in way]
        self.x0, self.x1 = min(xs) - FAR_FROM_CONTACT, max(xs) + FAR_FROM_CONTACT
        self.y0, self.y1 = min(ys) - FAR_FROM_CONTACT, max(ys) + FAR_FROM_CONTACT

    def holds(self, spot: Spot) -> bool:
        """Return True if a place is one of them."""
        x, y = spot
        return self.x0 < x < self.x1 and self.y0 < y < self.y1


def _in_the_way(g: HailfireState, team: TeamId, way: Path, *, enemies: bool) -> list[_Other]:
    """Through whom a Team does not go. enemies: they alone are looked at. Infantry passes through
    friends (HAIL-PGEO-02, H-44)."""
    t = g.teams[team]
    radius = t.row.team_class.radius
    foot = t.row.team_class is TeamClass.INFANTRY
    teams = g.enemies(team) if enemies or foot else [o for o in g.on_table() if o != team]
    box = _Box(way)
    stands = [g.teams[other].stand for other in teams if box.holds(g.teams[other].spot)]
    return [_Other(stand.spot, radius + stand.radius) for stand in stands]


def _comes_through(others: list[_Other], a: Spot, b: Spot) -> bool:
    """Return True if a leg comes nearer to one of them than both bases allow, and nearer than it
    began."""
    return any(
        less(gap2(spot, a, b), (min(reach * reach, distance2(a, spot)), 1))
        for spot, reach in others
    )
