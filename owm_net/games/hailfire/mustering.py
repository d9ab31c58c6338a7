"""Where the computer player sets its Teams up: near what they are to hold or to take, in cover, and
each in sight of its Leader.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from owm_net.engine.geometry import length
from owm_net.games.hailfire.ground import Stand, ground_of
from owm_net.games.hailfire.ids import (
    ScenarioKey,
    Spot,
    TeamId,
    UnitId,
)
from owm_net.games.hailfire.routes import havens
from owm_net.games.hailfire.set_up import why_not_set_up
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import HIGH, WIDE, TeamClass

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


def set_up(g: HailfireState, unit: UnitId, teams: Sequence[TeamId]) -> tuple[Spot, ...] | None:
    """A place for each of these Teams; None where one finds none."""
    seat = g.units[unit].seat
    own = [n for n, u in enumerate(g.units) if u.seat == seat]
    post = own.index(unit) % len(g.battle.objectives)
    at = Spot(g.battle.objectives[post].at)
    places: list[Spot] = []
    for number, team in enumerate(teams):
        best: tuple[int, Spot] | None = None
        leader = places[0] if places and g.teams[teams[0]].row.leader else None
        for spot in candidates(g.scenario, seat):
            score = _score(g, team, spot, at, leader, places)
            if best is not None and score <= best[0]:
                continue
            if why_not_set_up(g, team, spot, list(teams[:number]), places) is None:
                best = score, spot
        if best is None:
            return None
        places.append(best[1])
    return tuple(places)


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


def _score(
    g: HailfireState,
    team: TeamId,
    spot: Spot,
    at: Spot,
    leader: Spot | None,
    places: Sequence[Spot],
) -> int:
    """How good a place is, in hundredths of an inch."""
    t, ground = g.teams[team], g.ground
    stand = Stand(spot, t.row.team_class.radius)
    score = -max(0, length(spot, at) - MAIN_RING)
    if not t.vehicle:
        if ground.hard_cover(stand):
            score += COVERED
        elif ground.concealed(stand, Stand(at, 0)):
            score += CONCEALED
    if leader is not None and not ground.sees(Stand(leader, stand.radius), stand):
        score -= UNLED
    friends = [*places, *[g.teams[f].spot for f in g.on_table(t.seat)]]
    score -= CROWDED * sum([length(spot, f) < NEIGHBOURS for f in friends])
    if t.row.barrage is None and (t.row.team_class is TeamClass.GUN or t.row.observer or t.vehicle):
        score += IN_VIEW * sum([ground.sees(stand, Stand(p, 0)) for p in _watched(g, at)])
    return score


def _watched(g: HailfireState, at: Spot) -> Iterator[Spot]:
    """An objective, and places on the lines to it from the middle and from the corners."""
    yield at
    for x, y in ((WIDE // 2, HIGH // 2), (0, 0), (0, HIGH), (WIDE, 0), (WIDE, HIGH)):
        yield Spot(((at[0] + x) // 2, (at[1] + y) // 2))
