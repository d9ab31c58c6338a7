"""A Unit is moved and set up as a whole: H-77, and formations that spread."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.geometry import distance2
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Decision
from owm_net.games.hailfire.formation import APART
from owm_net.games.hailfire.ids import SEATS, Spot
from owm_net.games.hailfire.looking import declaring_of
from owm_net.games.hailfire.moving import Moved, MoveRolled
from owm_net.games.hailfire.orders import Go, Leg, March
from owm_net.games.hailfire.paths import path_length, way_of
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.state import HailfireState
from tests.games.hailfire.table import Fight, T, area, lay, path, scenario, team, unit

SYSTEM = games.get("hailfire")
UNDER_MORTARS = 350 + 50
"""How near to the middle of a barrage of three mortars the middle of infantry is hit."""


def platoon(**more: Any) -> Fight:
    """A Leader and six rifles, heaped; an enemy far away."""
    men = [team("us_rifle", x, y) for x in (300, 420, 540) for y in (300, 420)]
    return lay(
        [unit(team("us_cmd", 660, 300), *men)],
        [unit(team("ger_rifle", 4700, 3500))],
        **more,
    )


def ordered(fight: Fight, goal: tuple[int, int]) -> March:
    declaring = declaring_of(fight.g)
    assert declaring is not None
    return March.to(fight.g, declaring, Spot(goal))


def together(*legs: tuple[int, tuple[tuple[int, int], ...]], apart: bool = False) -> March:
    return March(tuple([Leg(T(team), path(*way)) for team, way in legs]), apart)


@pytest.mark.rule("HAIL-MOVE-01", "HAIL-ACT-04")
def test_moves_in_one_answer_are_the_same_moves_one_by_one() -> None:
    ways = ((1, ((300, 1500),)), (2, ((600, 900), (600, 1500))), (0, ((700, 900),)))
    whole, single = platoon(dice=[(2, 5)]), platoon(dice=[(2, 5)])
    whole.say(together(*ways), Pass()).until("rest")
    single.say(*[Go(T(team), path(*way), apart=False) for team, way in ways], Pass()).until("rest")
    assert whole.g.teams == single.g.teams
    assert whole.told(Moved) == single.told(Moved)
    assert len(whole.told(MoveRolled)) == len(single.told(MoveRolled)) == 1


@pytest.mark.rule("HAIL-ACT-03")
def test_apart_it_is_a_second_order_with_a_roll_of_its_own() -> None:
    fight = platoon(dice=[(2, 5), (1, 1)])
    fight.say(together((1, ((300, 1500),)), (2, ((300, 1700),))))
    fight.say(together((3, ((500, 1500),)), (4, ((500, 1700),)), apart=True), Pass()).until("rest")
    assert len(fight.told(MoveRolled)) == 2
    assert [fight.spot(n)[1] for n in (1, 3)] == [1000, 599]


@pytest.mark.rule("HAIL-MOVE-08")
def test_each_path_is_judged_for_its_own_team_and_the_reason_names_it() -> None:
    pond = scenario(area("river", 1000, 1000, 1400, 1400))
    fight = platoon(where=pond)
    fight.refused(together((1, ((300, 900),)), (2, ((1200, 1200),))), "HAIL-MOVE-08", "Rifle 2")
    fight.refused(together((1, ((300, 900),)), (1, ((400, 900),))), "HAIL-ACT-03")
    fight.refused(together((1, ((300, 900),)), (2, ())), "HAIL-MOVE-08")
    fight.refused(together((1, ((300, 900),)), (7, ((400, 900),))), "HAIL-ACT-01")
    fight.refused(together((1, ((300, 900),)), (99, ((400, 900),))), "HAIL-ACT-01")
    fight.refused(together(), "HAIL-MOVE-08")
    fight.say(Go(T(1), path((300, 900)), apart=False))
    fight.refused(together((1, ((300, 900),)), (2, ((400, 900),))), "HAIL-ACT-03")


@pytest.mark.rule("HAIL-ACT-04")
@pytest.mark.parametrize("goal", [(2400, 1800), (1200, 1200), (500, 3300)])
def test_a_unit_goes_in_a_formation_that_spreads_round_what_stands_there(goal: Any) -> None:
    fight = platoon(where=scenario(area("river", 1000, 1000, 1400, 1400)), dice=[(6, 6)])
    march = ordered(fight, goal)
    assert fight.allowed(march) and sorted(march.teams) == [*range(7)]
    ends = [leg.path[-1] for leg in march.legs if leg.team]
    assert all(distance2(a, b) >= (APART[1] * 3 // 4) ** 2 for a, b in combinations(ends, 2))
    lengths = {leg.team: path_length(way_of(fight.g, leg.team, leg.path)) for leg in march.legs}
    assert lengths[T(0)] <= max(650, *[n for team, n in lengths.items() if team])  # and no farther
    fight.say(march, Pass()).until("rest")
    assert all(distance2(fight.spot(n), goal) < distance2((450, 350), goal) for n in range(1, 7))


def test_a_formation_stays_as_it_is_where_the_ground_allows() -> None:
    spots = [(1000, 1000), (1300, 1040), (1650, 980), (1500, 1300)]
    men = [team("us_rifle", *spot) for spot in spots]
    fight = lay([unit(team("us_cmd", 1320, 700), *men)], [unit(team("ger_rifle", 4700, 3500))])
    ends = {leg.team: leg.path[-1] for leg in ordered(fight, (2400, 1600)).legs}
    shifts = {(ends[T(n)][0] - x, ends[T(n)][1] - y) for n, (x, y) in enumerate(spots, 1)}
    assert len(shifts) == 1


def test_whoever_cannot_go_there_stays_and_the_others_go() -> None:
    """The suppressed do not go nearer to an enemy that they see (HAIL-SUP-01)."""
    men = [team("us_rifle", 1000, 1000), team("us_rifle", 1200, 1000, suppressed=True)]
    fight = lay([unit(team("us_cmd", 1100, 900), *men)], [unit(team("ger_rifle", 1100, 2200))])
    march = ordered(fight, (1100, 1600))
    assert sorted(march.teams) == [0, 1] and fight.allowed(march)


def test_vehicles_go_only_where_each_sees_and_bend_early() -> None:
    """HAIL-ACT-02, HAIL-MOVE-05: on the far side of woods nothing is offered that is refused."""
    woods = scenario(area("woods", 1000, 1500, 2600, 2300))
    tanks = unit(*[team("us_m4", x, 1000) for x in (1400, 1700, 2000)])
    fight = lay([tanks], [unit(team("ger_rifle", 4700, 3500))], where=woods)
    march = ordered(fight, (1700, 3000))
    assert march.legs and fight.allowed(march)


@pytest.mark.parametrize("mission", ["lane-junction", "mill-meeting"])
def test_units_set_up_as_they_are_offered_are_not_under_one_barrage(mission: str) -> None:
    """The first offer for each Unit, one after the other: of lane-junction's 29 Teams that lay
    14 under one barrage."""
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(mission), 1, [computer_player] * 2)
    g = match.state
    assert isinstance(g, HailfireState)
    while not g.round:
        request = match.request
        if isinstance(request, Decision) and request.kind == PLACE.word:
            (seat,) = request.deciders
            match.give(next(iter(agenda.offers(match.view(seat)))))
        else:
            match.step()
    for seat in SEATS:
        spots = [g.teams[team].spot for team in g.on_table(seat)]
        aims = [(x, y) for x in range(0, 4800, 100) for y in range(0, 3600, 100)]
        under = [sum([distance2(aim, s) <= UNDER_MORTARS**2 for s in spots]) for aim in aims]
        assert max(under) <= 8, (seat, max(under))
