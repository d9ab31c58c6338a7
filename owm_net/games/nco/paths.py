"""Paths: whether a soldier can walk one, and where they stand when stopped on it. G-02, G-05, G-08,
NCO-ORD-07 to NCO-ORD-12.

A path as an answer gives it holds the waypoints after the place where the soldier stands; walked,
it begins there. The ground says what a leg costs (`ground`); who is in the way is looked at here.
"""

from __future__ import annotations

from itertools import pairwise
from math import isqrt

from owm_net.engine.agenda import Refusal
from owm_net.engine.geometry import along, gap2, length, less, scaled, why_not_points
from owm_net.engine.text import say
from owm_net.games.nco import ground as terrain
from owm_net.games.nco.ids import SoldierId, Spot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import (
    APART,
    BASES,
    BOARD,
    BODY_HEIGHT,
    CONTACT,
    CONTACT_RISE,
    DROP_FREE,
    MOST_LEGS,
    Gait,
    Status,
)
from owm_net.games.nco.tokens import at_token
from owm_net.games.nco.words import inches

Path = tuple[Spot, ...]
Step = tuple[int, int]
"""How far along a path: the leg, from 0, and how much of its cost is spent."""


def allowance(g: NcoState, soldier: SoldierId, gait: Gait) -> int:
    """How far a soldier goes with a gait, in hundredths of an inch (NCO-ORD-07, NCO-ORD-08)."""
    move = g.move(soldier)
    return 2 * move if gait in (Gait.RUN, Gait.ASSAULT) else move


def why_not_point(g: NcoState, points: object, most: int, rule: str) -> Refusal | None:
    """Why these are no points of the table, whatever a stranger has sent."""
    bounds = {"x": (0, BOARD), "y": (0, BOARD), say("surface"): (0, len(g.ground.surfaces) - 1)}
    return why_not_points(points, bounds, most, rule)


def why_not_path(
    g: NcoState, soldier: SoldierId, path: Path, gait: Gait, target: SoldierId | None = None
) -> Refusal | None:
    """Return why a soldier cannot walk this path; None if they can. target: of an Assault."""
    refusal = why_not_point(g, path, MOST_LEGS, "NCO-ORD-11")
    if refusal is not None:
        return refusal
    if g.soldiers[soldier].status is Status.WAITING:
        refusal = _why_not_entry(g, soldier, path)
        if refusal is not None:
            return refusal
    way = way_of(g, soldier, path)
    leaving = leaves(g, soldier, path, gait)
    spent = 0
    for n, (a, b) in enumerate(pairwise(way), 2):
        back = leaving and n == len(way)
        cost = g.ground.leg(b, a, gait) if back else g.ground.leg(a, b, gait)
        if isinstance(cost, Refusal):
            return cost
        spent += cost
    if any(beside_drop(g, soldier, a, b) for a, b in pairwise(way)):
        return Refusal("NCO-SCN-22", say("it comes within 6 inches of his own supply drop"))
    most = allowance(g, soldier, gait)
    if spent > most:
        rule = {Gait.ADVANCE: "NCO-ORD-07", Gait.SPECIAL: "NCO-SPC-07"}.get(gait, "NCO-ORD-08")
        return Refusal(
            rule,
            say("it costs {spent} and he has {most}", spent=inches(spent), most=inches(most)),
        )
    return _why_not_among_men(g, soldier, way, target, way[1:-1] if leaving else way[1:])


def way_of(g: NcoState, soldier: SoldierId, path: Path) -> Path:
    """Return a path as it is walked: from the soldier's place, or from the edge, where it begins
    already."""
    s = g.soldiers[soldier]
    return path if s.status is Status.WAITING else (s.spot, *path)


def _why_not_entry(g: NcoState, soldier: SoldierId, path: Path) -> Refusal | None:
    """R-60: with the base centre on an own edge, and from there onto the table."""
    if path and not on_own_edge(g, soldier, path[0]):
        return Refusal("NCO-ALT-03", say("a path onto the table begins on the own edge"))
    if len(path) < 2:
        why = say("a path onto the table begins on the own edge and goes on")
        return Refusal("NCO-ALT-03", why, more=True)
    return None


def on_own_edge(g: NcoState, soldier: SoldierId, spot: Spot) -> bool:
    """Return True if a point is on an edge from which the soldier's side enters (R-60)."""
    x, y = spot[:2] if g.soldiers[soldier].seat == g.south else (BOARD - spot[0], BOARD - spot[1])
    return spot[2] == 0 and (y == 0 or (g.battle.two_edges and x == 0))


def leaves(g: NcoState, soldier: SoldierId, path: Path, gait: Gait) -> bool:
    """Return True if a path leads a carrier of intel over the home edge and home (NCO-SCN-26,
    R-59)."""
    return (
        len(path) > 0
        and not gait.charges
        and g.soldiers[soldier].status is Status.FIELD
        and any(token.carrier == soldier for token in g.tokens)
        and on_own_edge(g, soldier, path[-1])
    )


def off_table(spot: Spot) -> bool:
    """Return True if a place is on a home edge: soldiers come so far only on the way home."""
    return spot[1] in (0, BOARD)


def _why_not_among_men(
    g: NcoState, soldier: SoldierId, way: Path, target: SoldierId | None, stops: Path
) -> Refusal | None:
    """G-02: enemies are not passed over, waypoints are free, an Assault ends in contact and
    nothing else does. stops: waypoints on the table."""
    for a, b in pairwise(way):
        if blocked(g, soldier, a, b):
            return Refusal("NCO-ORD-11", say("an enemy stands in the way"))
    for spot in stops:
        if crowded(g, soldier, spot):
            return Refusal("NCO-ORD-11", say("somebody stands there"))
    if target is not None:
        reached = at_token if target == g.pilot else touches
        if not reached(g, way[-1], g.soldiers[target].spot):
            why = say("the path does not end in contact with the target")
            return Refusal("NCO-ORD-09", why, more=True)
    elif stops == way[1:] and len(way) > 1 and beside_enemy(g, soldier, way[-1]):
        return Refusal("NCO-ORD-09", say("only an Assault ends so near to an enemy"), more=True)
    return None


def beside_drop(g: NcoState, soldier: SoldierId, a: Spot, b: Spot) -> bool:
    """Return True if a leg brings a soldier within 6 inches of their own side's supply drop
    (NCO-SCN-22). A soldier who snapped and ran there may only go away from it (R-97)."""
    s = g.soldiers[soldier]
    for token in g.tokens:
        if token.seat == s.seat:
            least = DROP_FREE * DROP_FREE
            if s.status is Status.FIELD:
                least = min(least, terrain.gap2(a, token.spot))
            if less(gap2(token.spot[:2], a[:2], b[:2]), (least, 1)):
                return True
    return False


# ------------------------------------------------------------------ who is in the way


def blocked(g: NcoState, soldier: SoldierId, a: Spot, b: Spot) -> bool:
    """Return True if a leg comes nearer to an enemy than two bases allow (G-02)."""
    seat, p, q = g.soldiers[soldier].seat, a[:2], b[:2]
    heights = g.ground.height(a[2]), g.ground.height(b[2])
    x0, x1 = min(a[0], b[0]) - BASES, max(a[0], b[0]) + BASES
    y0, y1 = min(a[1], b[1]) - BASES, max(a[1], b[1]) + BASES
    for s in g.soldiers:
        x, y, surface = s.spot
        if s.seat != seat and s.status is Status.FIELD and x0 < x < x1 and y0 < y < y1:
            z = g.ground.height(surface)
            near = any(abs(z - height) < BODY_HEIGHT for height in heights)
            if near and less(gap2((x, y), p, q), (BASES * BASES, 1)):
                return True
    return False


def crowded(g: NcoState, soldier: SoldierId, spot: Spot) -> bool:
    """Return True if somebody else stands where a base would be (G-02)."""
    return _nearer(g, soldier, spot, BASES, enemies_only=False)


def beside_enemy(g: NcoState, soldier: SoldierId, spot: Spot) -> bool:
    """Return True if an enemy is so near that only an Assault may end there (G-02)."""
    return _nearer(g, soldier, spot, APART, enemies_only=True)


def _nearer(g: NcoState, soldier: SoldierId, spot: Spot, limit: int, *, enemies_only: bool) -> bool:
    x, y, surface = spot
    mine, z = g.soldiers[soldier], g.ground.height(surface)
    for n, s in enumerate(g.soldiers):
        if n == soldier or s.status is not Status.FIELD or (enemies_only and s.seat == mine.seat):
            continue
        dx, dy = s.spot[0] - x, s.spot[1] - y
        if (
            -limit < dx < limit
            and dx * dx + dy * dy < limit * limit
            and abs(g.ground.height(s.spot[2]) - z) < BODY_HEIGHT
        ):
            return True
    return False


def touches(g: NcoState, one: Spot, other: Spot) -> bool:
    """Return True if two bases are in contact (G-02)."""
    rise = abs(g.ground.height(one[2]) - g.ground.height(other[2]))
    gap = terrain.gap2(one, other)
    return rise <= CONTACT_RISE and BASES * BASES <= gap <= CONTACT * CONTACT


# ------------------------------------------------------------------ being stopped


def leg_cost(g: NcoState, way: Path, leg: int, gait: Gait) -> int:
    """Return the cost of a leg of a path that was found walkable; 0 if it has none any more. Off
    the table it is as long as onto it (R-98)."""
    a, b = way[leg], way[leg + 1]
    cost = g.ground.leg(b, a, gait) if off_table(b) else g.ground.leg(a, b, gait)
    return 0 if isinstance(cost, Refusal) else cost


def point_on(g: NcoState, way: Path, leg: int, walked: int, gait: Gait) -> Spot:
    """Return the point after so much of a leg (G-08, R-81): always on its line in plan, the climb
    spread along it."""
    a, b = way[leg], way[leg + 1]
    if not walked:
        return a
    p = along(a[:2], b[:2], walked, leg_cost(g, way, leg, gait))
    return b if p == b[:2] else Spot((*p, g.ground.surface_at(p)))


def can_stand(g: NcoState, soldier: SoldierId, spot: Spot) -> bool:
    """Return True if there is room: ground, table and men."""
    return g.ground.why_not_spot(spot) is None and not crowded(g, soldier, spot)


def stop_at(
    g: NcoState,
    soldier: SoldierId,
    way: Path,
    start: tuple[int, int],
    end: tuple[int, int],
    gait: Gait,
) -> tuple[int, int]:
    """The last legal place on a path from one (leg, walked) to another (G-08, R-83): who is stopped
    where nobody can stand is put there. It is `start` if there is none."""
    leg, walked = end
    while (leg, walked) > start:
        if can_stand(g, soldier, point_on(g, way, leg, walked, gait)):
            return leg, walked
        walked -= 1
        if walked < 0:
            leg -= 1
            walked = leg_cost(g, way, leg, gait)
    return start


def walked_free(g: NcoState, soldier: SoldierId, way: Path, start: Step, gait: Gait) -> Step:
    """Return how far along the rest of a path a soldier gets as men stand now (R-83): to its end,
    or to the last place before a step into an enemy, or before ending on anybody."""
    leg, walked = start
    here = point_on(g, way, leg, walked, gait)
    while leg < len(way) - 1:
        if blocked(g, soldier, here, way[leg + 1]):
            return _before(g, soldier, way, (leg, walked), gait)
        last = leg == len(way) - 2
        if last:
            end = (leg, leg_cost(g, way, leg, gait))
            if off_table(way[-1]):
                return end
            return stop_at(g, soldier, way, start, end, gait)
        leg, walked = leg + 1, 0
        here = way[leg]
    return start


def _before(g: NcoState, soldier: SoldierId, way: Path, start: Step, gait: Gait) -> Step:
    """The last place on a leg that an enemy blocks further on."""
    leg, first = start
    here = point_on(g, way, leg, first, gait)
    for walked in range(leg_cost(g, way, leg, gait), first, -1):
        spot = point_on(g, way, leg, walked, gait)
        if not blocked(g, soldier, here, spot) and can_stand(g, soldier, spot):
            return leg, walked
    return start


def contact_with(g: NcoState, goal: Spot, towards: Spot) -> Spot | None:
    """A place in contact with a base at `goal`, on the side of `towards`; None where there is no
    ground for it."""
    dx, dy = towards[0] - goal[0], towards[1] - goal[1]
    whole = isqrt(dx * dx + dy * dy)
    if not whole:
        return None
    x, y = scaled(dx, dy, CONTACT - 1, whole)
    for step in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        p = goal[0] + x + step[0], goal[1] + y + step[1]
        spot = Spot((*p, g.ground.surface_at(p)))
        if touches(g, spot, goal) and g.ground.why_not_spot(spot) is None:
            return spot
    return None


def straight_charge(g: NcoState, soldier: SoldierId, enemy: SoldierId, gait: Gait) -> Path | None:
    """Return the straight way into contact with an enemy, if the soldier may be near enough for
    it."""
    a, b = g.soldiers[soldier].spot, g.soldiers[enemy].spot
    reach = allowance(g, soldier, gait) + 2 * CONTACT
    if abs(a[0] - b[0]) > reach or abs(a[1] - b[1]) > reach:
        return None
    end = contact_with(g, b, a)
    return None if end is None else (end,)


def run_towards(g: NcoState, soldier: SoldierId, start: Spot, goal: Spot, most: int) -> Spot | None:
    """Return the farthest place on the straight line to a goal that a Run of so much reaches
    (G-17); None if the soldier cannot move."""
    whole = length(start[:2], goal[:2])
    for far in range(min(whole, most), 0, -1):
        p = along(start[:2], goal[:2], far, whole)
        spot = goal if p == goal[:2] else Spot((*p, g.ground.surface_at(p)))
        if crowded(g, soldier, spot) or blocked(g, soldier, start, spot):
            continue
        cost = g.ground.leg(start, spot, Gait.ASSAULT)
        if not isinstance(cost, Refusal) and cost <= most and spot != start:
            return spot
    return None
