"""Where the computer player sends its Teams, and the steps it takes there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from owm_net.engine.geometry import along, distance2, gap2, length, less, scaled
from owm_net.games.hailfire.computer.riding import carried
from owm_net.games.hailfire.computer.weighing import SUNK, SURE, Outlook
from owm_net.games.hailfire.damage import dice_on_armour
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
ARRIVED = 1500
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
SPREAD = 380
"""Teams of a Unit go to places so far around their objective."""
ENOUGH = 2
"""So many Teams at an objective take it: those who come beside them gain less."""
NEIGHBOURS = 510
"""Two Teams on foot that are nearer to each other can be hit by one volley."""
BUNCHED = 60
"""What each neighbour costs, beside a part of the danger that both share."""
MOST_BUNCHED = 3
SIDESTEP = 420
"""So far beside the end of their way Teams go for room, and vehicles for a view."""
KEEP = 1500
"""What it costs to leave an objective that nobody else keeps."""
SHOOTS = 350
"""Worth of seeing an enemy in range for a gun or a vehicle that sees none."""
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
    if not o.posts:
        o.posts = _posts(o)
    return o.posts


def _posts(o: Outlook) -> dict[UnitId, int]:
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
    if distance2(spot, t.spot) > distance2(at, t.spot):  # this side of it is nearer
        spot = Spot((at[0] - dx, at[1] - dy))
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


class Steps:
    """What a Team could do with a Move, in one decision. going: who has a Move already, and where
    it ends. exact: with the danger there and here, and with places beside its way."""

    def __init__(
        self, o: Outlook, team: TeamId, post: int, going: Mapping[TeamId, Spot], exact: bool
    ) -> None:
        g, t = o.g, o.g.teams[team]
        self.o, self.team, self.post, self.exact = o, team, post, exact
        self.taken = list(going.values())
        self.goal, self.enough = goal_of(o, team, post)
        self.whole = length(t.spot, self.goal)
        self.arrived = self.whole <= self.enough
        self.leaves = leaving(o, post)
        self.urgent = g.holders[post] != o.seat
        self.riders = carried(o, team)
        self.danger = o.danger(team, t.spot) if exact else 0
        self.beside = _beside(o, team, self.taken)
        self.blind = exact and _is_gun(t) and not _shoots(o, team, t.spot)
        self.keeps = _keeps(o, team, going)

    def found(self) -> Iterator[tuple[int, Path]]:
        """Yield paths with what each brings: along its way, to cover or room beside it, to where it
        sees more."""
        for path in self._paths():
            end = path[-1]
            if not any(distance2(end, other) < FITTING * FITTING for other in self.taken):
                value = (0 if self.arrived else self._nearer(end)) + self._safer(end)
                if any(length(end, at) > TAKES for at in self.keeps):
                    value -= KEEP
                if value > 0:
                    yield value, path

    def _paths(self) -> Iterator[Path]:
        o, t = self.o, self.o.g.teams[self.team]
        if not self.arrived:
            if self.riders:
                found, most = _drive(o, self.team, self.goal)
            else:
                found, most = _way(o, t, self.goal), _stride(t)
            most = min(most, max(0, self.whole - self.enough) + 200)
            ends = [p for p in (cut(t, found, most), cut(t, found, most * 2 // 3)) if p]
            yield from ends
            if self.exact and not t.vehicle and ends and _bunched(ends[0][-1], self.beside):
                yield from _aside(t, ends[0])
        if self.exact and not t.vehicle:
            yield from _to_cover(o, self.team, self.goal, self.arrived)
        if self.blind:
            yield from _around(t)

    def _nearer(self, end: Spot) -> int:
        """Return the worth of the way to its goal that is behind it then."""
        g, t = self.o.g, self.o.g.teams[self.team]
        kind, goal = t.row.team_class, self.goal
        gained = way_length(g.scenario, kind, t.spot, goal) - way_length(
            g.scenario, kind, end, goal
        )
        value = PROGRESS * gained // 100 // (1 if self.urgent else 3)
        value = value * 3 // 2 if self.o.pressed else value
        value *= HASTE if self.leaves else 1
        if self.leaves:
            value += THROUGH if length(end, goal) <= TAKES else 0
            return value * (1 + self.riders) + HURRY * self.riders
        at = g.battle.objectives[self.post].at
        if self.urgent and length(end, at) <= TAKES < length(t.spot, at) and not t.vehicle:
            there = sum([distance2(at, other) <= TAKES * TAKES for other in self.beside])
            value += ARRIVED if there < ENOUGH else ARRIVED // 4
        return value * (1 + self.riders) + HURRY * self.riders

    def _safer(self, end: Spot) -> int:
        """Return the worth of standing there and not here, and of what is seen from there."""
        if not self.exact:
            return 0
        o, there = self.o, self.o.danger(self.team, end)
        value = (self.danger - there) // (2 if o.pressed else 1)
        if not o.g.teams[self.team].vehicle and not self.leaves:
            value -= _bunched(end, self.beside) * (BUNCHED + there // 6)
        if self.blind and _shoots(o, self.team, end):
            value += SHOOTS
        return value


def _beside(o: Outlook, team: TeamId, taken: Sequence[Spot]) -> list[Spot]:
    """Return where others on foot will stand: those who have their orders, and other Units."""
    g, unit = o.g, o.g.teams[team].unit
    others = [g.teams[f] for f in o.mine if g.teams[f].unit != unit]
    return [*taken, *[f.spot for f in others if not f.vehicle]]


def _bunched(end: Spot, beside: Sequence[Spot]) -> int:
    """Return how many could be hit by one volley with who stands there."""
    near = NEIGHBOURS * NEIGHBOURS
    return min(MOST_BUNCHED, sum([distance2(end, other) < near for other in beside]))


def _aside(t: Team, path: Path) -> Iterator[Path]:
    """Yield ways of one leg to either side of where another one ends."""
    (x, y), (ex, ey) = t.spot, path[-1]
    whole = length(t.spot, (ex, ey))
    if len(path) > 1 or not whole:
        return
    for side in (SIDESTEP, -SIDESTEP):
        dx, dy = scaled(ey - y, x - ex, side, whole)
        end = Spot((ex + dx, ey + dy))
        yield (Spot(along(t.spot, end, min(whole, USUAL), max(1, length(t.spot, end)))),)


def _around(t: Team) -> Iterator[Path]:
    """Yield places around a gun or a vehicle from which it may see more."""
    far = USUAL if t.vehicle else SIDESTEP
    for dx, dy in DIRECTIONS[::2]:
        ax, ay = scaled(dx, dy, far, 1000)
        yield (Spot((t.spot[0] + ax, t.spot[1] + ay)),)


def _is_gun(t: Team) -> bool:
    return bool(t.row.rof) and (t.vehicle or t.row.team_class is TeamClass.GUN)


def _shoots(o: Outlook, team: TeamId, spot: Spot) -> bool:
    """Return True if a gun would see an enemy there whom it can hurt, no farther than its range."""
    g, row = o.g, o.g.teams[team].row
    stand = Stand(spot, row.team_class.radius)
    for enemy in o.theirs:
        e = g.teams[enemy]
        hurts = not e.vehicle or dice_on_armour(row.at, e.row.armour).number > 0
        if hurts and near(e.stand, stand, row.range) and g.ground.sees(stand, e.stand):
            return True
    return False


def _keeps(o: Outlook, team: TeamId, going: Mapping[TeamId, Spot]) -> list[Spot]:
    """Return the objectives of its side at which no other Team on foot stays."""
    g, t = o.g, o.g.teams[team]
    if t.vehicle:
        return []
    found = []
    for n in g.battle.flags:
        at = Spot(g.battle.objectives[n].at)
        if g.holders[n] == o.seat and near(t.stand, Stand(at, 0), TAKES):
            there = [f for f in o.mine if f != team and f not in going and not g.teams[f].vehicle]
            if not any(near(g.teams[f].stand, Stand(at, 0), TAKES) for f in there):
                found.append(at)
    return found


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
    o: Outlook, team: TeamId, post: int, going: Mapping[TeamId, Spot], exact: bool = True
) -> tuple[int, Path] | None:
    """The step that brings most, if it is allowed; None if none brings anything. going, exact: as
    `Steps` takes them."""
    t = o.g.teams[team]
    if t.row.heavy or t.pledged or t.row.barrage is not None:
        return None
    found = sorted(Steps(o, team, post, going, exact).found(), key=lambda step: -step[0])
    able = o.steady(team, moving=True)
    cost = 0
    if t.points:
        still, walking = o.loss(team, t.points), o.loss(team, t.points, moving=True)
        cost = walking - still + (0 if o.pressed else still // SUNK)
    for value, path in found[:TRIED]:
        if value * able // SURE <= cost:
            break
        allowed = why_not_move(o.g, Move(team=team, path=path)) is None
        if allowed and (not exact or _free(o, t, team, path)):
            return value * able // SURE, path
    return None
