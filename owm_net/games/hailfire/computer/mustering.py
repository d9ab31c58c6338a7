"""Where the computer player sets its Teams up: near what they are to hold or to take, in cover, so
far from each other that one volley or barrage does not hit many, and in sight of their Leader.
Mortars hide behind one of them that looks out, guns look out from cover. Of places that are about
as good one is taken by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2, length
from owm_net.engine.ids import Seat
from owm_net.games.hailfire.blinds import teams_of, why_no_blind
from owm_net.games.hailfire.computer.weighing import Outlook
from owm_net.games.hailfire.ground import Stand, ground_of
from owm_net.games.hailfire.ids import (
    DEFENDER,
    NO_UNIT,
    ScenarioKey,
    Spot,
    TeamId,
    UnitId,
    opponent,
)
from owm_net.games.hailfire.routes import havens
from owm_net.games.hailfire.set_up import Forbids, why_not_set_up
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import Aim, TeamClass
from owm_net.games.hailfire.victory import wanted

RASTER = 150
"""Between places that are looked at in the open."""
UNLED = 1500
"""So much worse is a place that the Leader does not see."""
IN_VIEW = 120
"""What each place counts that a Team sees which is to look out, or that does not see one which is
to stay hidden."""
CROWDED = 250
"""Worse, for each friend so near that one volley hits both, or one barrage."""
NEIGHBOURS = 510
HERDED, MATES = 100, 360
"""The same for a side that will not stay there: how bad, and how near."""
AIMS = 2
"""Objectives at which one begins: those nearest to the own zone."""
STUCK = 900
"""Worse, for a vehicle in ground that holds it up."""
LOOKED_AT = 40
"""Places from which the view is looked at, the best without it."""
TASTE = 250
"""A place is better by up to so much, by chance."""


class Post(NamedTuple):
    """What a Team wants of its place, in hundredths of an inch. ring: so near to its objective it
    does not mind where it stands. back: so far from the enemy's zone it is to be. cover, veil:
    worth of Hard Cover, and of being hidden from the enemy's side or concealed. looks: 1 if it is
    to see far, -1 if it is to stay out of sight."""

    ring: int
    back: int
    cover: int
    veil: int
    looks: int


FOOT = Post(300, 0, 350, 450, 0)
WALKER = Post(300, 0, 100, 200, 0)
GUN = Post(900, 1100, 900, 450, 1)
DRIVEN = Post(700, 0, 0, 300, 1)
LOOKOUT = Post(1200, 1500, 600, 450, 1)
REAR = Post(1500, 1700, 200, 0, -1)


def post_of(g: HailfireState, team: TeamId) -> Post:
    """What a Team wants. Of a Unit's mortars the first looks out for all, without deviation
    (HAIL-ART-06)."""
    t = g.teams[team]
    mates = [n for n in teams_of(g, t.unit) if g.teams[n].row.barrage is not None]
    if t.row.observer or mates[:1] == [team]:
        return LOOKOUT
    if mates and not t.vehicle:
        return REAR
    if t.vehicle:
        return DRIVEN
    if t.row.team_class is TeamClass.GUN:
        return GUN
    return FOOT if stays(g, t.seat) else WALKER


def stays(g: HailfireState, seat: Seat) -> bool:
    """Return True if a side defends, and need not go anywhere."""
    return seat == DEFENDER and not g.battle.chosen


def set_up(
    g: HailfireState,
    unit: UnitId,
    teams: Sequence[TeamId],
    chance: Chance,
    among: Sequence[Spot] | None = None,
    forbids: Forbids = why_not_set_up,
) -> tuple[Spot, ...] | None:
    """A place for each of these Teams; None where one finds none. among: the places that are looked
    at, where it is not the whole zone."""
    seat = g.units[unit].seat
    search = _Search(g, seat, aim_of(g, unit, chance), among, chance)
    places: list[Spot] = []
    for number, team in enumerate(teams):
        leader = places[0] if places and g.teams[teams[0]].row.leader else None
        for spot in search.best(team, places, leader):
            if forbids(g, team, spot, list(teams[:number]), places) is None:
                places.append(spot)
                break
        else:
            return None
    return tuple(places)


def aims(g: HailfireState, seat: Seat) -> list[Spot]:
    """The places near which a side begins, the nearest first. One stands before an exit."""
    x0, x1, y0, y1 = g.battle.zones[seat].box
    middle = (x0 + x1) // 2, (y0 + y1) // 2
    places = [g.battle.objectives[n] for n in wanted(g)] or g.battle.objectives
    nearest = sorted(places, key=lambda o: (distance2(middle, o.at), o.name))
    most = AIMS if g.battle.aim is Aim.OBJECTIVES else len(nearest)
    return [
        Spot(((middle[0] + o.at[0]) // 2, (middle[1] + o.at[1]) // 2)) if o.exit else Spot(o.at)
        for o in nearest[:most]
    ]


def aim_of(g: HailfireState, unit: UnitId, chance: Chance) -> Spot:
    """The one near which a Unit begins: that with fewest of its side, by chance if they are
    equal."""
    seat = g.units[unit].seat
    found = aims(g, seat)
    counts = [0] * len(found)
    for team in g.on_table(seat):
        spot = g.teams[team].spot
        counts[min(range(len(found)), key=lambda n: distance2(found[n], spot))] += 1
    least = [at for at, count in zip(found, counts, strict=True) if count <= min(counts) + 2]
    return least[chance.below(len(least))]


def lay_blinds(
    g: HailfireState, seat: Seat, units: Sequence[UnitId], chance: Chance
) -> tuple[Spot, ...]:
    """A place for each blind, NO_UNIT for a dummy. A dummy is laid as if it hid one of the Units,
    so its place does not tell it apart."""
    real = [unit for unit in units if unit != NO_UNIT]
    found: list[Spot] = []
    for number, unit in enumerate(units):
        model = unit if unit != NO_UNIT else real[number % len(real)]
        search = _Search(g, seat, aim_of(g, model, chance), None, chance)
        places = search.best(teams_of(g, model)[-1], found, None)
        found += [s for s in places if why_no_blind(g, seat, s, found) is None][:1]
    return tuple(found)


@cache
def candidates(key: ScenarioKey, seat: int) -> tuple[Spot, ...]:
    """Places of a zone that are worth looking at: those in cover, and a raster."""
    zone = ground_of(key).scenario.zones[seat]
    x0, x1, y0, y1 = zone.box
    inset = TeamClass.TRACKED.radius
    raster = [
        Spot((x, y))
        for x in range(x0 + inset, x1 - inset + 1, RASTER)
        for y in range(y0 + inset, y1 - inset + 1, RASTER)
    ]
    return tuple(dict.fromkeys([s for s in (*havens(key), *raster) if zone.where(s) > 0]))


class _Search:
    """Looks for places of one Unit. at: its objective. watched: where the enemy is likely to be."""

    def __init__(
        self,
        g: HailfireState,
        seat: Seat,
        at: Spot,
        among: Sequence[Spot] | None,
        chance: Chance,
    ) -> None:
        self.g, self.seat, self.at = g, seat, at
        self.outlook = Outlook(g, seat)
        self.front = g.battle.zones[opponent(seat)].box
        places = candidates(g.scenario, seat) if among is None else among
        self.taste = {spot: chance.below(TASTE) for spot in places}
        self.watched = [Stand(spot, 0) for spot in _watched(g, seat, at)]

    def best(self, team: TeamId, places: Sequence[Spot], leader: Spot | None) -> Iterator[Spot]:
        """Yield places for a Team, the best first. places: of its Unit, taken by others."""
        post = post_of(self.g, team)
        rough = [(self._rough(team, post, spot, places), spot) for spot in self.taste]
        rough.sort(reverse=True)
        close = [
            (score + self._view(team, post, spot, leader), spot)
            for score, spot in rough[:LOOKED_AT]
        ]
        close.sort(reverse=True)
        yield from [spot for _, spot in close]
        yield from [spot for _, spot in rough[LOOKED_AT:]]

    def _rough(self, team: TeamId, post: Post, spot: Spot, places: Sequence[Spot]) -> int:
        """Return how good a place is without the view from it and to it."""
        g, t = self.g, self.g.teams[team]
        score = self.taste[spot] - max(0, length(spot, self.at) - post.ring)
        score -= max(0, post.back - self._gap(spot))
        if post.cover and _hard(g.scenario, Stand(spot, t.stand.radius)):
            score += post.cover
        if t.vehicle and _stuck(g.scenario, t.row.team_class, spot):
            score -= STUCK
        friends = [*places, *[g.teams[f].spot for f in self.outlook.mine]]
        bad, near = (CROWDED, NEIGHBOURS) if stays(g, self.seat) else (HERDED, MATES)
        return score - bad * sum([distance2(spot, f) < near * near for f in friends])

    def _gap(self, spot: Spot) -> int:
        """Return how far a place is from the enemy's zone."""
        (x, y), (x0, x1, y0, y1) = spot, self.front
        return length(spot, (min(max(x, x0), x1), min(max(y, y0), y1)))

    def _view(self, team: TeamId, post: Post, spot: Spot, leader: Spot | None) -> int:
        """Return the worth of what is seen from a place, and of who does not see it."""
        ground = self.g.ground
        stand = Stand(spot, self.g.teams[team].stand.radius)
        score = 0
        if leader is not None and not ground.sees(Stand(leader, stand.radius), stand):
            score -= UNLED
        seen = [place for place in self.watched if ground.sees(place, stand)]
        clear = sum([not ground.concealed(stand, place) for place in seen])
        score += post.veil * (len(self.watched) - clear) // len(self.watched)
        if post.looks < 0:
            score += IN_VIEW * (len(self.watched) - len(seen))
        elif post.looks:
            score += IN_VIEW * (len(seen) + ground.sees(stand, Stand(self.at, 0)))
        return score - self.outlook.danger(team, spot)


@cache
def _stuck(key: ScenarioKey, team_class: TeamClass, spot: Spot) -> bool:
    """Return True if a vehicle needs a Quality Check to come away."""
    (x, y), ground = spot, ground_of(key)
    return ground.trouble((spot, Spot((x + 1, y))), team_class) is not None


@cache
def _hard(key: ScenarioKey, stand: Stand) -> bool:
    return ground_of(key).hard_cover(stand)


def _watched(g: HailfireState, seat: Seat, at: Spot) -> Iterator[Spot]:
    """Yield places where the enemy is likely to be: along the middle of their zone, and half way
    from there to an objective."""
    x0, x1, y0, y1 = g.battle.zones[opponent(seat)].box
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    wide = x1 - x0 > y1 - y0
    for part in (1, 3, 5):
        there = (x0 + (x1 - x0) * part // 6, y) if wide else (x, y0 + (y1 - y0) * part // 6)
        yield Spot(there)
        yield Spot(((there[0] + at[0]) // 2, (there[1] + at[1]) // 2))
