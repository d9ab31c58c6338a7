"""Where the computer player sets its Teams up: near what they are to hold or to take, in cover, and
each in sight of its Leader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from owm_net.engine.geometry import distance2, length
from owm_net.engine.ids import Seat
from owm_net.games.hailfire.blinds import teams_of, why_no_blind
from owm_net.games.hailfire.ground import Stand, ground_of
from owm_net.games.hailfire.ids import (
    NO_UNIT,
    ScenarioKey,
    Spot,
    TeamId,
    UnitId,
)
from owm_net.games.hailfire.routes import havens
from owm_net.games.hailfire.set_up import Forbids, why_not_set_up
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE, Aim, TeamClass
from owm_net.games.hailfire.victory import wanted

RASTER = 150
"""Between places that are looked at in the open."""
COVERED = 450
CONCEALED = 200
"""So much farther is a place in Hard Cover, or one that conceals, as good."""
UNLED = 1500
"""So much worse is a place that the Leader does not see."""
IN_VIEW = 120
"""What each objective and each way to it counts that a gun sees from its place."""
MAIN_RING = 250
"""So near to its objective a Team does not mind where it stands."""
CROWDED = 150
"""Worse, for each friend who stands within a barrage of it."""
NEIGHBOURS = 260
AIMS = 2
"""Objectives at which one begins: those nearest to the own zone."""
MOST_SEEN = 6
"""Places that are watched."""


def set_up(
    g: HailfireState,
    unit: UnitId,
    teams: Sequence[TeamId],
    among: Sequence[Spot] | None = None,
    forbids: Forbids = why_not_set_up,
) -> tuple[Spot, ...] | None:
    """A place for each of these Teams; None where one finds none. among: the places that are looked
    at, where it is not the whole zone."""
    seat = g.units[unit].seat
    at = aim_of(g, unit)
    if among is None:
        among = candidates(g.scenario, seat)
    places: list[Spot] = []
    for number, team in enumerate(teams):
        leader = places[0] if places and g.teams[teams[0]].row.leader else None
        rough = [(_rough(g, team, spot, at, places), spot) for spot in among]
        rough.sort(reverse=True)
        best: tuple[int, Spot] | None = None
        for score, spot in rough:
            if best is not None and score + MOST_SEEN * IN_VIEW <= best[0]:
                break
            score += _sights(g, team, spot, at, leader)
            if best is not None and score <= best[0]:
                continue
            if forbids(g, team, spot, list(teams[:number]), places) is None:
                best = score, spot
        if best is None:
            return None
        places.append(best[1])
    return tuple(places)


def aim_of(g: HailfireState, unit: UnitId) -> Spot:
    """The objective near which a Unit begins: of a side's Units one here, the next there."""
    seat = g.units[unit].seat
    own = [n for n, u in enumerate(g.units) if u.seat == seat]
    x0, x1, y0, y1 = g.battle.zones[seat].box
    middle = (x0 + x1) // 2, (y0 + y1) // 2
    places = [g.battle.objectives[n] for n in wanted(g)] or g.battle.objectives
    nearest = sorted(places, key=lambda o: (distance2(middle, o.at), o.name))
    aims = AIMS if g.battle.aim is Aim.OBJECTIVES else len(nearest)
    found = nearest[own.index(unit) % aims]
    if found.exit:  # one stands before it
        return Spot(((middle[0] + found.at[0]) // 2, (middle[1] + found.at[1]) // 2))
    return Spot(found.at)


def lay_blinds(g: HailfireState, seat: Seat, units: Sequence[UnitId]) -> tuple[Spot, ...]:
    """A place for each blind, NO_UNIT for a dummy. A dummy is laid as if it hid one of the Units,
    so its place does not tell it apart."""
    real = [unit for unit in units if unit != NO_UNIT]
    found: list[Spot] = []
    for number, unit in enumerate(units):
        model = unit if unit != NO_UNIT else real[number % len(real)]
        team, at = teams_of(g, model)[-1], aim_of(g, model)
        places = sorted(
            candidates(g.scenario, seat),
            key=lambda spot: -_rough(g, team, spot, at, found) - _sights(g, team, spot, at, None),
        )
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


def _rough(g: HailfireState, team: TeamId, spot: Spot, at: Spot, places: Sequence[Spot]) -> int:
    """Return how good a place is, in hundredths of an inch, without the view from it."""
    t = g.teams[team]
    score = -max(0, length(spot, at) - MAIN_RING)
    if not t.vehicle:
        score += _cover(g.scenario, Stand(spot, t.row.team_class.radius), at)
    friends = [*places, *[g.teams[f].spot for f in g.on_table(t.seat)]]
    near = NEIGHBOURS * NEIGHBOURS
    return score - CROWDED * sum([distance2(spot, f) < near for f in friends])


@cache
def _cover(key: ScenarioKey, stand: Stand, at: Spot) -> int:
    ground = ground_of(key)
    if ground.hard_cover(stand):
        return COVERED
    return CONCEALED if ground.concealed(stand, Stand(at, 0)) else 0


def _sights(g: HailfireState, team: TeamId, spot: Spot, at: Spot, leader: Spot | None) -> int:
    """Return the worth of the view from a place: its Leader, and for long-range Teams the ways to
    the objective."""
    t, ground = g.teams[team], g.ground
    stand = Stand(spot, t.row.team_class.radius)
    score = 0
    if leader is not None and not ground.sees(Stand(leader, stand.radius), stand):
        score -= UNLED
    if t.row.barrage is None and (t.row.team_class is TeamClass.GUN or t.row.observer or t.vehicle):
        score += IN_VIEW * sum([ground.sees(stand, Stand(p, 0)) for p in _watched(at)])
    return score


def _watched(at: Spot) -> Iterator[Spot]:
    """An objective, and places on the lines to it from the middle and from the corners."""
    yield at
    for x, y in ((WIDE // 2, HIGH // 2), (0, 0), (0, HIGH), (WIDE, 0), (WIDE, HIGH)):
        yield Spot(((at[0] + x) // 2, (at[1] + y) // 2))
