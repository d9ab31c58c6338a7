"""Where the computer player sends its Teams, and the steps it takes there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from owm_net.engine.geometry import along, distance2, gap2, length, less, scaled
from owm_net.games.hailfire.computer.riding import carried
from owm_net.games.hailfire.computer.weighing import SURE, Outlook
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import ATTACKER, DEFENDER, Spot, TeamId, UnitId
from owm_net.games.hailfire.moving import Move, why_not_move
from owm_net.games.hailfire.paths import Path, cut, has_room, path_length
from owm_net.games.hailfire.routes import drive, havens, way, way_length
from owm_net.games.hailfire.state import Team, near
from owm_net.games.hailfire.terms import DIRECTIONS, TAKES, TeamClass
from owm_net.games.hailfire.victory import wanted

PROGRESS = 70
"""Worth of an inch nearer to an objective that is to be taken."""
ARRIVED = 500
"""Worth of coming near enough to take it."""
THROUGH = 3000
"""Worth of coming near enough to an exit to leave by it."""
HASTE = 3
"""An inch nearer to an exit counts so often."""
WATCH = 1200
"""So near to an exit is near enough for a defender."""
GUARDED = 8
"""So much farther away an exit seems for each point of the enemies who watch it."""
CROWD = 700
"""A Unit that goes to the same objective counts so far."""
KEPT = 2500
"""An objective that is held counts as so much farther than one that is not."""
SPREAD = 220
"""Teams of a Unit go to places so far around their objective."""
STRIDE = {TeamClass.INFANTRY: 800, TeamClass.GUN: 600}
DRIVE = 1000
"""As far as a path is declared, of a vehicle too; the dice say how far it is walked."""
USUAL = 650
"""As far as infantry comes with most rolls."""
TRIED = 3
"""Places in cover that are looked at."""
STAND_OFF = 1000
"""So near to an objective vehicles and guns go."""
HURRY = 500
"""Worth of a carrier's driving on, for each who rides in it."""
LEADS = 300
"""So far before the middle of his Teams a Leader goes, who have moved when he has."""
FOLLOWS = 250
"""So near to that place is near enough."""
FITTING = 120
"""Two Teams do not go to places nearer to each other."""


# ------------------------------------------------------------------ who goes where


def posts(o: Outlook) -> dict[UnitId, int]:
    """Return the objective of each Unit on the table: the nearest that few others go for,
    preferably one still to be taken."""
    g = o.g
    going: dict[int, int] = {}
    found: dict[UnitId, int] = {}
    places = wanted(g) or g.battle.flags
    for number, unit in enumerate(g.units):
        members = g.members(UnitId(number))
        if unit.seat != o.seat or not members:
            continue
        here = g.teams[members[0]].spot
        foot = not g.teams[members[0]].vehicle
        best = min(
            places,
            key=lambda n: (
                length(here, g.battle.objectives[n].at)
                + (_guarded(o, n) if leaving(o, n) else 0)
                + (CROWD * going.get(n, 0) if foot else 0)
                + (KEPT if _kept(o, n) else 0),
                n,
            ),
        )
        if foot:
            going[best] = going.get(best, 0) + 1
        found[UnitId(number)] = best
    return found


def _kept(o: Outlook, objective: int) -> bool:
    """Return True if it is held, and nobody has to hurry there. The defender of an attack stays on
    what they hold."""
    g = o.g
    if g.holders[objective] != o.seat:
        return False
    return g.battle.chosen or o.seat != DEFENDER


def goal_of(o: Outlook, team: TeamId, post: int) -> tuple[Spot, int]:
    """Where a Team is to go, and how near is near enough."""
    g, t = o.g, o.g.teams[team]
    at = Spot(g.battle.objectives[post].at)
    if g.battle.objectives[post].exit:
        return (at, TAKES // 2) if leaving(o, post) else (at, WATCH)
    if t.vehicle or t.row.team_class is TeamClass.GUN or t.row.observer:
        return at, TAKES if carried(o, team) else STAND_OFF
    if t.row.leader:
        return _behind(o, team, at), FOLLOWS
    if g.holders[post] == o.seat:
        return at, TAKES
    dx, dy = scaled(*DIRECTIONS[team * 5 % 12], SPREAD * (1 + team % 2) // 2, 1000)
    spot = Spot((at[0] + dx, at[1] + dy))
    stand = Stand(spot, t.row.team_class.radius)
    return (at if g.ground.why_not_spot(stand, t.row.team_class, "") else spot), 60


def leaving(o: Outlook, post: int) -> bool:
    """Return True if a side's Teams leave the table there (HAIL-PVIC-07)."""
    return o.seat == ATTACKER and o.g.battle.objectives[post].exit


def _guarded(o: Outlook, exit: int) -> int:
    """Return how much farther an exit seems, for the enemies who watch it."""
    g = o.g
    watches = Stand(Spot(g.battle.objectives[exit].at), WATCH)
    close = [n for n in o.theirs if near(g.teams[n].stand, watches, 0)]
    return GUARDED * sum([g.teams[n].row.costs(g.unit_of(n).quality) for n in close])


def _behind(o: Outlook, team: TeamId, at: Spot) -> Spot:
    """Return a Leader's place: amid the Teams, and with them towards their objective."""
    g = o.g
    led = [g.teams[t].spot for t in g.members(g.teams[team].unit) if t != team]
    if not led:
        return at
    x, y = (sum([spot[axis] for spot in led]) // len(led) for axis in (0, 1))
    whole = length((x, y), at)
    return Spot(along((x, y), at, min(LEADS, whole), max(1, whole)))


# ------------------------------------------------------------------ steps


def steps(
    o: Outlook, team: TeamId, post: int, taken: Sequence[Spot], exact: bool
) -> Iterator[tuple[int, Path]]:
    """Paths for a Team with what each brings: along its way, to cover beside it, or to cover where
    it is. taken: where others go. exact: with the danger there and here."""
    g, t = o.g, o.g.teams[team]
    goal, enough = goal_of(o, team, post)
    here = t.spot
    whole = length(here, goal)
    danger = o.danger(team, here) if exact else 0
    arrived = whole <= enough
    riders = carried(o, team)
    ends: list[Path] = []
    if not arrived:
        found, most = _drive(o, team, goal) if riders else (_way(o, t, goal), _stride(t))
        most = min(most, max(0, whole - enough) + 200)
        ends = [p for p in (cut(t, found, most), cut(t, found, most * 2 // 3)) if p]
    if exact and not t.vehicle:
        ends += _to_cover(o, team, goal, arrived)
    for path in ends:
        end = path[-1]
        if any(distance2(end, other) < FITTING * FITTING for other in taken):
            continue
        value = 0
        if not arrived:
            kind = t.row.team_class
            gained = way_length(g.scenario, kind, here, goal)
            gained -= way_length(g.scenario, kind, end, goal)
            urgent = g.holders[post] != o.seat
            value = PROGRESS * gained // 100 // (1 if urgent else 3)
            value = value * 3 // 2 if o.pressed else value
            value *= HASTE if leaving(o, post) else 1
            if leaving(o, post) and length(end, goal) <= TAKES:
                value += THROUGH
            elif urgent and length(end, goal) <= TAKES < whole and not t.vehicle:
                value += ARRIVED
            value = value * (1 + riders) + HURRY * riders
        if exact:
            value += (danger - o.danger(team, end)) // (2 if o.pressed else 1)
        if value > 0:
            yield value, path


def _way(o: Outlook, t: Team, goal: Spot) -> Sequence[Spot]:
    return way(o.g.scenario, t.row.team_class, t.spot, goal) or ()


def _drive(o: Outlook, team: TeamId, goal: Spot) -> tuple[Sequence[Spot], int]:
    """A way that keeps to roads, as far as all of it is on road if it begins there, and how far
    such a move goes."""
    g, t = o.g, o.g.teams[team]
    found = drive(g.scenario, t.row.team_class, t.spot, goal) or ()
    on_road = [n for n in range(1, len(found) + 1) if g.ground.on_road((t.spot, *found[:n]))]
    if not on_road:
        return found, DRIVE
    return found[: on_road[-1]], DRIVE + t.row.team_class.road_bonus


def _stride(t: Team) -> int:
    return DRIVE if t.vehicle else STRIDE[t.row.team_class]


def _to_cover(o: Outlook, team: TeamId, goal: Spot, arrived: bool) -> Sequence[Path]:
    """The places in cover that it can reach and that are nearest to its goal."""
    g, t = o.g, o.g.teams[team]
    if arrived and g.hard_cover(team):
        return []
    near = [
        spot
        for spot in havens(g.scenario)
        if 60 * 60 < distance2(spot, t.spot) <= USUAL * USUAL
        and (distance2(spot, goal) < distance2(t.spot, goal) or (arrived and _close(spot, goal)))
    ]
    near.sort(key=lambda spot: (distance2(spot, goal), spot))
    return [(spot,) for spot in near if has_room(g, team, spot)][:TRIED]


def _close(spot: Spot, goal: Spot) -> bool:
    return distance2(spot, goal) <= TAKES * TAKES


def _free(o: Outlook, t: Team, team: TeamId, path: Path) -> bool:
    """Return True if friends leave a vehicle or a gun room on the first half of its way."""
    if t.row.team_class is TeamClass.INFANTRY:
        return True
    way_there = (t.spot, *path)
    half = cut(t, path, path_length(way_there) // 2)
    for a, b in pairwise((t.spot, *half)):
        for other in o.mine:
            f = o.g.teams[other].stand
            reach = t.row.team_class.radius + f.radius
            least = min(reach * reach, distance2(a, f.spot))
            if other != team and less(gap2(f.spot, a, b), (least, 1)):
                return False
    return True


def best_step(
    o: Outlook, team: TeamId, post: int, taken: Sequence[Spot] = (), exact: bool = True
) -> tuple[int, Path] | None:
    """The step that brings most, if it is allowed; None if none brings anything."""
    t = o.g.teams[team]
    if t.row.heavy or t.pledged or t.row.barrage is not None:
        return None
    found = sorted(steps(o, team, post, taken, exact), key=lambda step: -step[0])
    able = o.steady(team, moving=True)
    for value, path in found[:TRIED]:
        allowed = why_not_move(o.g, Move(team=team, path=path)) is None
        if allowed and (not exact or _free(o, t, team, path)):
            return value * able // SURE, path
    return None
