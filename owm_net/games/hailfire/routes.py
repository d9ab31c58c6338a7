"""Ways over a table and places in cover on it. Teams are not looked at
here; what a path may be is judged by the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise

from owm_net.engine.geometry import Point, along, length
from owm_net.engine.ways import cheapest
from owm_net.games.hailfire.ground import Stand, ground_of
from owm_net.games.hailfire.ids import ScenarioKey, Spot
from owm_net.games.hailfire.reading import Area
from owm_net.games.hailfire.terms import Going, TeamClass

ASIDE = 15
"""So far a corner is pushed out on either axis."""
ROUGH = 500
"""What a Quality Check on the way counts for, in hundredths of an inch."""
RASTER = 200
"""Between places in cover."""
BESIDE = 75
"""So far from a line one stands behind it: a base of infantry touches it."""
AROUND = ((-BESIDE, 0), (BESIDE, 0), (0, -BESIDE), (0, BESIDE))


@cache
def corners(key: ScenarioKey, team_class: TeamClass) -> tuple[Spot, ...]:
    """Where a Team of this class turns on its way: beside what holds it up, and where one crosses
    water."""
    ground = ground_of(key)
    found: list[Point] = []
    for area in ground.scenario.areas:
        if area.kind.over_water:
            found += _ends(area)
        elif area.kind.going(team_class) is not Going.FREE:
            found += _pushed_out(area)
    if team_class.vehicle:
        for line in ground.scenario.lines:
            if line.kind.going(team_class) is not Going.FREE:
                found += [(x + dx, y + dy) for x, y in line.points for dx, dy in AROUND]
    stands = [Stand(Spot(p), team_class.radius) for p in dict.fromkeys(found)]
    return tuple([s.spot for s in stands if ground.why_not_spot(s, team_class, "") is None])


def _pushed_out(area: Area) -> Iterator[Point]:
    x0, x1, y0, y1 = area.polygon.box
    for x, y in area.polygon.corners:
        yield (
            x + (ASIDE if 2 * x > x0 + x1 else -ASIDE),
            y + (ASIDE if 2 * y > y0 + y1 else -ASIDE),
        )


def _ends(area: Area) -> Iterator[Point]:
    """The middles of the sides of a bridge or ford."""
    for (ax, ay), (bx, by) in area.polygon.sides:
        yield (ax + bx) // 2, (ay + by) // 2


@lru_cache(maxsize=8192)
def way(
    key: ScenarioKey, team_class: TeamClass, start: Spot, goal: Spot
) -> tuple[Spot, ...] | None:
    """The waypoints after `start` of the cheapest way to a goal, the goal with them; None if none
    is found."""

    def cost(a: Spot, b: Spot) -> int | None:
        return _leg(key, team_class, a, b)

    return cheapest(corners(key, team_class), start, goal, cost)


@lru_cache(maxsize=1024)
def drive(
    key: ScenarioKey, team_class: TeamClass, start: Spot, goal: Spot
) -> tuple[Spot, ...] | None:
    """The same of a vehicle that gains by roads (HAIL-MOVE-06): beside them a leg counts twice."""
    ground = ground_of(key)

    def cost(a: Spot, b: Spot) -> int | None:
        leg = _leg(key, team_class, a, b)
        return leg if leg is None or ground.on_road((a, b)) else 2 * leg

    joins = _joins(key, team_class, start, goal)
    return cheapest((*corners(key, team_class), *joins), start, goal, cost)


def _leg(key: ScenarioKey, team_class: TeamClass, a: Spot, b: Spot) -> int | None:
    """Return the cost of a leg; None if nobody of this class walks it."""
    if a == b:
        return 0
    ground = ground_of(key)
    if ground.why_not_leg(a, b, team_class) is not None:
        return None
    return length(a, b) + (ROUGH if ground.trouble((a, b), team_class) is not None else 0)


def _joins(key: ScenarioKey, team_class: TeamClass, start: Spot, goal: Spot) -> list[Spot]:
    """Where one comes on a road, turns on it or leaves it: its bends, and the places nearest to the
    start and to the goal."""
    ground = ground_of(key)
    found: list[Point] = []
    for line in ground.scenario.lines:
        if line.kind.road:
            found += line.points
            for a, b in line.legs:
                found += [_nearest(a, b, start), _nearest(a, b, goal)]
    spots = [Spot(p) for p in dict.fromkeys(found)]
    radius = team_class.radius
    return [s for s in spots if ground.why_not_spot(Stand(s, radius), team_class, "") is None]


def _nearest(a: Point, b: Point, p: Point) -> Point:
    """The place of a leg that is nearest to another one."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    along_it = min(max(0, (p[0] - a[0]) * dx + (p[1] - a[1]) * dy), whole)
    return a[0] + dx * along_it // whole, a[1] + dy * along_it // whole


def way_length(key: ScenarioKey, team_class: TeamClass, start: Spot, goal: Spot) -> int:
    """How long that way is; straight where none is found."""
    found = way(key, team_class, start, goal)
    if found is None:
        return length(start, goal)
    return sum([length(a, b) for a, b in pairwise((start, *found))])


@cache
def havens(key: ScenarioKey) -> tuple[Spot, ...]:
    """Places where infantry is in Hard Cover or concealed: behind lines, in areas."""
    ground = ground_of(key)
    found: list[Point] = []
    for line in ground.scenario.lines:
        if line.kind.hard or line.kind.conceals:
            for a, b in line.legs:
                found += _beside(a, b)
    for area in ground.scenario.areas:
        if area.kind.hard or area.kind.conceals:
            x0, x1, y0, y1 = area.polygon.box
            inside = [
                (x, y)
                for x in range(x0 + RASTER // 4, x1, RASTER)
                for y in range(y0 + RASTER // 4, y1, RASTER)
            ]
            found += [p for p in inside if area.polygon.where(p) > 0]
    foot = TeamClass.INFANTRY
    stands = [Stand(Spot(p), foot.radius) for p in dict.fromkeys(found)]
    return tuple([s.spot for s in stands if ground.why_not_spot(s, foot, "") is None])


def _beside(a: Point, b: Point) -> Iterator[Point]:
    """On both sides along a leg."""
    whole = max(1, length(a, b))
    dx, dy = (b[0] - a[0]) * BESIDE // whole, (b[1] - a[1]) * BESIDE // whole
    for walked in range(RASTER // 2, whole, RASTER):
        x, y = along(a, b, walked, whole)
        yield x - dy, y + dx
        yield x + dy, y - dx
