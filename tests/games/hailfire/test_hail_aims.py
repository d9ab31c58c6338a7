"""Breakthrough, delay, raid, night: HAIL-PVIC-07 to -09, HAIL-PLOS-08."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.system import BadSetup, Setup
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ids import ScenarioKey, TeamId
from owm_net.games.hailfire.state import HailfireState, Options, Team
from owm_net.games.hailfire.terms import Aim, Side
from owm_net.games.hailfire.victory import (
    exits_open,
    wanted,
    win_time,
    winner_at_once,
    winner_on_time,
)
from tests.games.hailfire.table import (
    ANN,
    BEN,
    HAIL,
    Fight,
    lay,
    scenario,
    team,
    turn,
    unit,
)

FAR = team("us_rifle", 300, 300)
FOE = unit(team("ger_rifle", 4500, 3300))
EXIT = (2400, 1800, Side.DEFENDER, True)


def leaving(*teams: Team, through: int = 9, foes: tuple[Team, ...] = (), **state: Any) -> Fight:
    """Ann's turn, in which she does nothing, with an exit in the middle of the table."""
    where = scenario(objectives=[EXIT], aim=Aim.BREAKTHROUGH, through=through)
    ours = [unit(*teams), *[unit(FAR) for _ in range(9)]]
    fight = lay(ours, [unit(*foes), FOE], where=where, frames=turn(), dice=[(1, 2)], **state)
    return ended(fight)


def ended(fight: Fight) -> Fight:
    """Pass until the turn is over, or the match."""
    while fight.kind not in ("rest", "over"):
        fight.passes()
    return fight


def winners(fight: Fight) -> tuple[int, ...] | None:
    """Return who has won; None while the match goes on."""
    return None if fight.over is None else fight.over.result.winners


@pytest.mark.rule("HAIL-PVIC-07")
def test_who_leaves_by_an_exit() -> None:
    def left(*teams: Team, **more: Any) -> list[bool]:
        fight = leaving(*teams, **more)
        assert not any(t.through and t.there for t in fight.g.teams)
        return [t.through for t in fight.g.teams][: len(teams)]

    assert left(team("us_rifle", 2400, 1350)) == [True]
    assert left(team("us_rifle", 2400, 1349)) == [False]  # 4 inches from its edge
    assert left(team("us_m4", 2400, 1300)) == [True]
    assert left(team("us_rifle", 2400, 1400, points=1)) == [False]
    assert left(team("us_rifle", 2400, 1400, suppressed=True)) == [False]
    near = (team("ger_rifle", 2400, 1510),)
    assert left(team("us_rifle", 2400, 1400), foes=near) == [False]  # it touches an enemy
    assert left(team("us_rifle", 2400, 1390), foes=near) == [True]


@pytest.mark.rule("HAIL-PVIC-07", "HAIL-PORG-06")
def test_who_rides_leaves_with_the_carrier_and_counts() -> None:
    rider = team("us_rifle", -1, -1, aboard=TeamId(0))
    fight = leaving(
        team("us_m3ht", 2400, 1800), rider, rider, options=Options(transport=True), through=3
    )
    assert [t.through for t in fight.g.teams[:3]] == [True] * 3
    assert winners(fight) == (ANN,)


@pytest.mark.rule("HAIL-PVIC-07")
def test_the_attacker_loses_with_fewer_teams_than_must_still_leave() -> None:
    assert winners(leaving(FAR, through=10)) is None  # ten stand there
    assert winners(leaving(FAR, through=11)) == (BEN,)


@pytest.mark.rule("HAIL-PVIC-02", "HAIL-PVIC-07", "HAIL-PVIC-08", "HAIL-PVIC-09")
def test_objectives_bring_chits_only_where_they_are_the_aim() -> None:
    def drawn(**aim: Any) -> int:
        where = scenario(objectives=[(2400, 1800, Side.ATTACKER)], **aim)
        fight = lay([unit(FAR)], [FOE], where=where, frames=turn(), dice=[(1, 2)])
        return len(ended(fight).g.hands[2 + BEN])

    assert drawn() == 1
    assert drawn(aim=Aim.DELAY, hold=9) == 0


DELAY = scenario(
    objectives=[(2400, 1800, Side.DEFENDER), (2400, 2800, Side.DEFENDER)], aim=Aim.DELAY, hold=4
)


def delay(delayed: int, *holders: int) -> HailfireState:
    """The end of a round, after the defender's points were counted."""
    g = lay([unit(FAR)], [FOE], where=DELAY, delayed=delayed, holders=list(holders)).g
    win_time(g)
    return g


@pytest.mark.rule("HAIL-PVIC-08")
def test_the_defender_of_a_delay_wins_by_points_and_the_attacker_by_time() -> None:
    g = delay(0, BEN, BEN)
    assert g.delayed == 2 and winner_at_once(g) is None
    g = delay(2, ANN, BEN)
    assert g.delayed == 3 and winner_at_once(g) is None
    assert winner_on_time(g)[0] == ANN
    found = winner_at_once(delay(2, BEN, BEN))
    assert found is not None and found[0] == BEN
    g = delay(3, ANN, ANN)
    found = winner_at_once(g)
    assert g.delayed == 3 and found is not None and found[0] == ANN


def raid(holder: Side, *teams: Team, foes: tuple[Team, ...] = ()) -> Fight:
    """Ann's turn with two objectives, one of them perhaps blown up, and an exit."""
    where = scenario(
        objectives=[(2400, 1800, Side.DEFENDER), (3400, 1800, holder), EXIT_WEST],
        aim=Aim.RAID,
        razed=1,
        through=1,
    )
    fight = lay(
        [unit(*teams), unit(FAR)], [unit(*foes), FOE], where=where, frames=turn(), dice=[(1, 2)]
    )
    return ended(fight)


EXIT_WEST = (100, 1800, Side.DEFENDER, True)


@pytest.mark.rule("HAIL-PVIC-09")
def test_raiders_blow_up_what_nobody_takes_back_and_then_leave() -> None:
    home = team("us_rifle", 200, 1800)
    fight = raid(Side.DEFENDER, home)
    assert not fight.team(0).through  # nothing is blown up yet
    fight = raid(Side.DEFENDER, team("us_rifle", 2300, 1800))
    assert fight.g.holders[0] == ANN
    fight = raid(Side.ATTACKER, FAR, foes=(team("ger_rifle", 3400, 1900),))
    assert fight.g.holders[1] == ANN  # though an enemy stands there alone
    fight = raid(Side.ATTACKER, home)
    assert winners(fight) == (ANN,)


def test_before_the_set_up_no_exit_of_a_raid_is_open() -> None:
    """The window draws the map then, too."""
    g = HAIL.new_game(HAIL.default_setup("night-raid"))
    assert isinstance(g, HailfireState)
    assert not exits_open(g) and wanted(g) == g.battle.flags


@pytest.mark.rule("HAIL-PLOS-08")
def test_at_night_nobody_sees_farther_than_the_scenario_says() -> None:
    where = scenario(sight=1000)
    fight = lay(
        [unit(team("us_rifle", 1000, 1000))],
        [unit(team("ger_rifle", 2100, 1000), team("ger_rifle", 1000, 2101))],
        where=where,
    )
    near, far = TeamId(1), TeamId(2)
    assert fight.g.sees(TeamId(0), near) and fight.g.sees(near, TeamId(0))
    assert not fight.g.sees(TeamId(0), far)


@pytest.mark.rule("HAIL-PORG-06")
def test_transport_is_offered_where_it_does_something() -> None:
    for mission in HAIL.missions:
        battle = CATALOG.scenarios[ScenarioKey(mission)]
        setup = Setup(mission, "standard", 2, (("transport", "yes"),))
        if "transport" in HAIL.offered(mission):
            assert battle.carriers and not battle.transport
            HAIL.check_setup(setup)
        else:
            assert battle.transport or not battle.carriers
            with pytest.raises(BadSetup, match="does nothing"):
                HAIL.check_setup(setup)
    assert {m for m in HAIL.missions if "transport" in HAIL.offered(m)} == {
        "canal-bridge",
        "mill-meeting",
        "rearguard-ridge",
    }
