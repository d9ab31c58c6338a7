"""Set-up, objectives, chits, the end: HAIL-PDEP, HAIL-PVIC, HAIL-TURN-09."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Roll
from owm_net.engine.system import Setup
from owm_net.games.hailfire.chits import ChitDrawn, Opened, SayBroken, Toll, chit_cards, chit_value
from owm_net.games.hailfire.damage import UnitGone
from owm_net.games.hailfire.forces import READY
from owm_net.games.hailfire.ids import NO_SEAT, SEATS, ForceKey, Spot, UnitId
from owm_net.games.hailfire.set_up import SetUpUnit, why_not_set_up
from owm_net.games.hailfire.state import CHITS as CHIT_HANDS
from owm_net.games.hailfire.state import HailfireState, Team
from owm_net.games.hailfire.terms import CHITS, Side
from owm_net.games.hailfire.turn import Battle
from owm_net.games.hailfire.words import nation_of, unit_name, unit_title
from tests.games.driver import Driver
from tests.games.hailfire.table import (
    ANN,
    BEN,
    HAIL,
    Fight,
    T,
    area,
    lay,
    path,
    scenario,
    team,
    turn,
    unit,
)

MAN = unit(team("us_rifle", 300, 300))
FOE = unit(team("ger_rifle", 4500, 3300))
ZERO, ONE, TWO, THREE = 0, 6, 14, 22
"""Where in an unshuffled bag the first chit of each value lies."""


# ------------------------------------------------------------------ objectives


def taken(teams: Sequence[Team], foes: Sequence[Team], holder: Side = Side.NOBODY) -> int:
    """Return the holder of an objective at (2400, 1800) at the end of Ann's turn."""
    where = scenario(objectives=[(2400, 1800, holder)])
    foes = [*foes, team("ger_rifle", 4500, 3300)]
    fight = lay([unit(*teams), MAN], [unit(*foes)], where=where, frames=turn(), dice=[(1, 2)])
    return fight.say(Pass()).until("rest").g.holders[0]


@pytest.mark.rule("HAIL-PVIC-01")
def test_who_takes_an_objective() -> None:
    def near(profile: str = "us_rifle", **more: Any) -> Team:
        return team(profile, 2400, 1350, **more)

    assert taken([near()], []) == ANN
    assert taken([team("us_rifle", 2400, 1349)], []) == NO_SEAT  # 4 inches from its edge
    assert taken([near(suppressed=True)], []) == NO_SEAT
    assert taken([near("us_m4")], []) == NO_SEAT  # vehicles do not take
    assert taken([near("us_hmg")], []) == ANN
    assert taken([near()], [team("ger_pz4", 2400, 2200)]) == NO_SEAT  # but deny
    assert taken([near()], [team("ger_rifle", 2400, 2200, suppressed=True)]) == ANN
    assert taken([near()], [team("ger_rifle", 2400, 2251)]) == ANN
    assert taken([near("us_m4")], [team("ger_rifle", 2400, 2200)], Side.ATTACKER) == ANN
    assert taken([], [team("ger_rifle", 2400, 2200)]) == BEN  # at the end of any player turn
    assert taken([], [], Side.DEFENDER) == BEN  # it stays with who held it last


# ------------------------------------------------------------------ chits


@pytest.mark.rule("HAIL-TURN-09", "HAIL-PVIC-02", "HAIL-GAP-09")
def test_a_chit_for_each_objective_that_the_active_player_holds() -> None:
    places = [(900, 900, Side.ATTACKER), (2400, 1800, Side.ATTACKER), (3900, 300, Side.DEFENDER)]
    where = scenario(objectives=places)
    fight = lay([MAN], [FOE], where=where, frames=turn(), dice=[(1, 2)]).say(Pass()).until("rest")
    assert [(e.seat, e.drawn) for e in fight.told(ChitDrawn)] == [(BEN, 1), (BEN, 2)]
    for slot in fight.g.hands[2 + BEN]:  # in secret
        assert slot in fight.known(BEN) and slot not in fight.known(ANN)


@pytest.mark.rule("HAIL-PVIC-02", "HAIL-GAP-12")
@pytest.mark.parametrize("left", [(), ("us_cmd",), ("us_cmd", "us_fo")])
def test_a_chit_at_once_for_a_unit_of_which_no_team_that_counts_is_left(left: Any) -> None:
    others = [team(profile, 600 + 300 * n, 300) for n, profile in enumerate(left)]
    doomed = unit(team("us_rifle", 300, 300, points=1), *others)
    fight = lay([doomed, unit(team("us_rifle", 4000, 300))], [FOE], dice=[(1,)])
    fight.say(Pass()).until("rest")
    assert [e.unit for e in fight.told(UnitGone)] == [0]
    assert [e.seat for e in fight.told(ChitDrawn)] == [ANN]
    more = unit(team("us_rifle", 300, 300, points=1), team("us_rifle", 600, 300), *others)
    lives = lay([more], [FOE], dice=[(1,)]).say(Pass()).until("rest")
    assert lives.team(0).lost and not lives.told(ChitDrawn)  # no other rule of morale


@pytest.mark.rule("HAIL-PVIC-03")
def test_each_side_has_a_bag_of_its_own() -> None:
    values = [chit_value(card) for card in chit_cards(ANN)]
    assert values == [chit_value(card) for card in chit_cards(BEN)] == list(CHITS)
    assert sorted(values) == [0] * 6 + [1] * 8 + [2] * 8 + [3] * 2
    assert not set(chit_cards(ANN)) & set(chit_cards(BEN))


def drawing(chits: Sequence[int], limit: int) -> Fight:
    """Ann draws these chits one after the other; each asks as soon as it could matter."""
    where = scenario(limits=(limit, 24))
    return lay(
        [MAN], [FOE], where=where, frames=[Toll()], chits=(chits, ()), owing=[ANN] * len(chits)
    )


def says(fight: Fight, broken: bool) -> SayBroken:
    """Return Ann's statement about the chit drawn last."""
    return SayBroken(broken, fight.g.hands[CHIT_HANDS + ANN][-1])


@pytest.mark.rule("HAIL-PVIC-04")
def test_who_reaches_the_limit_says_so_and_loses() -> None:
    fight = drawing([TWO, ONE, ZERO], 3)
    assert (fight.kind, fight.seat) == ("break", ANN)
    said = [HAIL.describe(fight.view(), says(fight, broken)) for broken in (True, False)]
    assert said == ["my limit is reached", "my limit is not reached"]
    assert fight.rule_against(says(fight, True)) == "HAIL-PVIC-04"
    fight.say(says(fight, False))
    assert "3 of 3" in fight.top.about_break(fight.view()).why
    assert fight.rule_against(says(fight, False)) == "HAIL-PVIC-04"
    fight.say(says(fight, True))
    assert fight.winners == (BEN,)
    assert fight.reason == "Americans have reached their breaking point of 3"
    assert [(e.seat, e.total, e.limit) for e in fight.told(Opened)] == [(ANN, 3, 3), (BEN, 0, 24)]


@pytest.mark.rule("HAIL-PVIC-04")
def test_one_below_the_limit_the_battle_goes_on() -> None:
    fight = drawing([TWO, ZERO], 3)
    fight.say(says(fight, False)).say(says(fight, False))
    assert fight.kind == "rest"
    assert drawing([TWO], 4).kind == "rest"  # one chit cannot reach it: nobody is asked


@pytest.mark.rule("HAIL-PVIC-04")
def test_who_keeps_quiet_has_lost_when_the_chits_are_opened() -> None:
    where = scenario(limits=(3, 24), rounds=1)
    fight = lay(
        [MAN],
        [FOE],
        where=where,
        frames=[Battle(at="end_round"), Toll()],
        chits=([TWO, ONE], ()),
        owing=[ANN, ANN],
    )
    fight.say(says(fight, False))
    with pytest.raises(IllegalAnswer, match="chits of 3 reached 3 unsaid") as caught:
        fight.cheats(says(fight, False))
    assert (caught.value.seat, caught.value.rule) == (ANN, "HAIL-PVIC-04")


@pytest.mark.rule("HAIL-PVIC-04")
def test_who_says_it_a_chit_too_late_has_lied_all_the_same() -> None:
    fight = drawing([TWO, ONE, ZERO], 3)
    fight.say(says(fight, False))
    fight.cheats(says(fight, False))
    with pytest.raises(IllegalAnswer, match="chits of 3 reached 3 unsaid") as caught:
        fight.say(says(fight, True))
    assert (caught.value.seat, caught.value.rule) == (ANN, "HAIL-PVIC-04")


@pytest.mark.rule("HAIL-PVIC-04")
def test_who_says_it_before_it_is_true_has_lied() -> None:
    fight = drawing([TWO, ZERO], 3)
    with pytest.raises(IllegalAnswer, match="chits of 2 were said to reach 3") as caught:
        fight.cheats(says(fight, True))
    assert (caught.value.seat, caught.value.rule) == (ANN, "HAIL-PVIC-04")


# ------------------------------------------------------------------ the end


@pytest.mark.rule("HAIL-PVIC-05")
def test_without_a_team_on_the_table_a_side_has_lost() -> None:
    fight = lay([unit(team("us_rifle", 300, 300, points=1))], [FOE], dice=[(1,)]).say(Pass())
    assert fight.winners == (BEN,) and fight.reason == "Americans have no Team left"


def on_time(
    a: Side, b: Side, chits: tuple[Sequence[int], Sequence[int]] = ((), ()), meeting: bool = False
) -> Fight:
    """The last round is over; so the two objectives are held."""
    where = scenario(objectives=[(900, 900, a), (2400, 1800, b)], rounds=1, meeting=meeting)
    owing = [ANN] * len(chits[0]) + [BEN] * len(chits[1])
    below = [Battle(at="end_round"), Toll()]
    return lay([MAN], [FOE], where=where, frames=below, chits=chits, owing=owing)


@pytest.mark.rule("HAIL-PVIC-06")
def test_after_the_last_round_more_objectives_win() -> None:
    attacker, defender, nobody = Side.ATTACKER, Side.DEFENDER, Side.NOBODY
    assert on_time(attacker, nobody).winners == (ANN,)
    assert on_time(nobody, defender).winners == (BEN,)
    assert on_time(attacker, defender).winners == (BEN,)  # the defender's in an attack
    assert on_time(attacker, attacker, meeting=True).winners == (ANN,)


@pytest.mark.rule("HAIL-PVIC-06")
@pytest.mark.parametrize(
    ("chits", "winners"),
    [(([TWO], [ONE]), (BEN,)), (([ZERO], [ONE]), (ANN,)), (([TWO], [TWO + 1]), ())],
)
def test_in_a_meeting_fewer_chits_win_then_nobody(chits: Any, winners: tuple[int, ...]) -> None:
    fight = on_time(Side.ATTACKER, Side.DEFENDER, chits, meeting=True)
    assert fight.winners == winners


@pytest.mark.rule("HAIL-PVIC-06")
def test_before_the_last_round_nothing_is_decided() -> None:
    where = scenario(rounds=2)
    fight = lay([MAN], [FOE], where=where, frames=[Battle(at="end_round")], dice=[(1, 2)])
    assert (fight.kind, fight.g.round, fight.g.active) == ("activate", 2, ANN)
    fight.rolls((3, 4)).say(Pass())
    assert fight.g.active == BEN
    fight.say(Pass())
    assert fight.winners == (BEN,)


# ------------------------------------------------------------------ set-up


class Deployment(Driver[HailfireState]):
    """A scenario from its first question."""


def deployed(mission: str, *dice: tuple[int, ...]) -> Deployment:
    setup = HAIL.default_setup(mission)
    assert isinstance(setup, Setup)
    g = HAIL.new_game(setup)
    assert isinstance(g, HailfireState)
    return Deployment(g, LocalDealer(2, Chance("set-up")), dice).begin()


@pytest.mark.rule("HAIL-PDEP-01")
def test_the_defender_sets_up_all_his_units_and_then_the_attacker() -> None:
    fight = deployed("lane-junction")
    assert not any(t.there for t in fight.g.teams)
    seats = []
    while fight.kind == "set_up":
        seats.append(fight.seat)
        fight.say(agenda.sample(fight.view(), Chance(f"{len(seats)}")))
    count = [sum(u.seat == seat for u in fight.g.units) for seat in (ANN, BEN)]
    assert seats == [BEN] * count[1] + [ANN] * count[0]
    assert all(t.there for t in fight.g.teams) and fight.kind == "activate"
    vehicles = [t for t in fight.g.teams if t.vehicle]
    for t in vehicles:  # H-48
        assert t.facing == (2400 - t.spot[0], 1800 - t.spot[1])


@pytest.mark.rule("HAIL-PDEP-01", "HAIL-PGEO-02")
def test_every_team_stands_wholly_in_its_zone_on_ground_it_can_use() -> None:
    fight = deployed("lane-junction")
    (answer, *_) = fight.options(SetUpUnit)
    spots = answer.spots

    def refused(*changed: tuple[int, int]) -> str:
        moved = (*[Spot(c) for c in changed], *spots[len(changed) :])
        refusal = fight.why_not(SetUpUnit(tuple(moved)))
        return refusal.why if refusal is not None else ""

    assert "wholly in the zone" in refused((2400, 1499))
    assert "wholly in the zone" not in refused((2400, 1500))
    assert "table" in refused((20, 2000))
    assert "another Team stands there" in refused(spots[0], spots[0])
    x, y = spots[0]
    assert "place 2: another Team" in refused(spots[0], (x + 70, y + 71))
    assert "place 2: another Team" not in refused(spots[0], (x + 60, y + 80))
    assert "places; you gave" in (fight.refusal(SetUpUnit(spots[:-1])).why)
    asked = f"choose {len(spots)} places"
    fight.refused(SetUpUnit((*spots, spots[0])), "HAIL-PDEP-01", asked)


@pytest.mark.rule("HAIL-PDEP-01")
def test_no_gun_begins_in_a_building() -> None:
    for kind, barred in (("building", True), ("marsh", True), ("woods", False)):
        where = scenario(area(kind, 800, 800, 1200, 1200))
        g = lay([unit(team("us_57at", 300, 300))], [FOE], where=where).g
        assert (why_not_set_up(g, T(0), path((1000, 1000))[0], [], []) is not None) == barred


@pytest.mark.rule("HAIL-PDEP-02")
@pytest.mark.parametrize(("dice", "first"), [([(5, 2)], ANN), ([(3, 3), (1, 4)], BEN)])
def test_who_is_first_is_rolled_for_in_a_meeting(dice: Any, first: int) -> None:
    fight = deployed("mill-meeting", *dice)
    assert fight.kind == "force" and fight.seats == (ANN, BEN)
    fight.say(tuple([READY[ForceKey(force)].force for force in ("brit", "sov")]))
    assert fight.g.first == first
    assert [nation_of(fight.g, seat) for seat in SEATS] == ["brit", "sov"]
    assert not fight.dice and len([r for r in fight.requests if isinstance(r, Roll)]) == len(dice)
    attack = deployed("lane-junction")
    assert attack.g.first == ANN
    assert [nation_of(attack.g, seat) for seat in SEATS] == ["us", "ger"]


def test_units_are_told_apart_where_both_sides_lead_the_same_force() -> None:
    for forces, said in ((("ger", "ger"), " East"), (("ger", "sov"), "")):
        fight = deployed("mill-meeting", (5, 2))
        fight.say(tuple([READY[ForceKey(force)].force for force in forces]))
        last = UnitId(len(fight.g.units) - 1)
        title = unit_title(fight.g.units[last])
        assert unit_name(fight.g, last) == title + said
