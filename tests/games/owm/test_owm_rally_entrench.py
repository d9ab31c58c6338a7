"""Entrench and Rally orders (sections 2.16 and 2.18 of docs/rules/owm.md)."""

from typing import Any

import pytest

from owm_net.games.owm.actions import Attack, EndTurn, Entrench, Maneuver, Rally
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.actions.rally import Rallied
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Killed, Recovered, Routed, Suppressed, Wounded
from owm_net.games.owm.firing import Jammed
from owm_net.games.owm.flips import Flipped
from owm_net.games.owm.ids import SoldierId
from tests.games.driver import every, only
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    ENTRENCH_2,
    EVANS,
    FIRST,
    MANEUVER,
    MANEUVER_2,
    RALLY_BLUE,
    RALLY_GREEN,
    RALLY_RED,
    ROAD,
    SECOND,
    Table,
    down,
    hurt,
    team,
    totals,
)

ORDERS = [ENTRENCH, ENTRENCH_2, MANEUVER, MANEUVER_2, RALLY_RED, RALLY_GREEN, RALLY_BLUE]


def digging(*allied: Any, at: str = "C3", **more: Any) -> Table:
    """An active Allied Fireteam in C3 and an enemy far away."""
    mine = more.pop("mine", {})
    return Table(
        team(0, at, *(allied or (EVANS, 203)), **mine),
        team(1, "A7", 303, 306),
        hands=[list(ORDERS), []],
        **more,
    )


@pytest.mark.rule("OWM-ENT-01", "OWM-TOK-03")
def test_a_token_on_the_terrain_and_only_one():
    t = digging().begin()
    t.do(Entrench(ENTRENCH))
    assert t.g.ground.trenches == (t.cell("C3"),)
    assert t.team(1).dug_in
    assert t.rule_against(Entrench(ENTRENCH_2)) == "OWM-ENT-01"
    assert t.rule_against(Entrench(MANEUVER)) == "OWM-CARD-02"  # there or anywhere


@pytest.mark.rule("OWM-ENT-03", "OWM-TOK-03", "OWM-ENT-04")
def test_it_stays_and_can_serve_the_enemy_later():
    t = Table(
        team(0, "C3", EVANS, 203, dug_in=True),
        team(1, "C4", 306, 303),
        cards={"B3": ROAD, "C3": ROAD},
        trenches=("C3",),
        hands=[[MANEUVER], [MANEUVER_2]],
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("B3")))
    assert t.g.ground.trenches == (t.cell("C3"),)
    assert not t.team(1).dug_in
    t.do(EndTurn())
    t.stack("G2")
    events = t.do(Maneuver(MANEUVER_2, t.cell("C3")))
    assert only(events, Checked).soldier == 303  # who is in command
    assert t.team(2).dug_in


@pytest.mark.rule("OWM-ENT-04", "OWM-DISC-03", "OWM-DISC-04")
@pytest.mark.parametrize(("flip", "found"), [("G2", True), ("G3", False)])
def test_who_enters_must_find_it(flip, found):
    t = digging(206, 203, cards={"D4": ROAD}, trenches=("D4",)).begin()
    t.stack(flip)
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert t.team(1).dug_in is found
    assert t.top.actions_left == 1
    assert t.taken == 1


@pytest.mark.rule("OWM-ENT-04", "OWM-DISC-06")
def test_a_fireteam_of_privates_looks_twice_and_the_worse_counts():
    t = digging(206, 207, cards={"D4": ROAD}, trenches=("D4",)).begin()
    t.stack("G1", "G3")
    events = t.do(Maneuver(MANEUVER, t.cell("D4")))
    assert only(events, Checked).value == 3
    assert not t.team(1).dug_in


@pytest.mark.rule("OWM-ENT-01", "OWM-ENT-04")
def test_an_order_finds_what_the_check_did_not():
    t = digging(206, 203, cards={"D4": ROAD}, trenches=("D4",)).begin()
    t.stack("G3")
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    before = t.taken
    t.do(Entrench(ENTRENCH))
    assert t.team(1).dug_in
    assert t.g.ground.trenches == (t.cell("D4"),)
    assert t.taken == before


@pytest.mark.rule("OWM-ENT-03", "OWM-ENT-04")
def test_its_builder_has_to_find_it_again_when_he_comes_back():
    t = digging(
        206, 203, mine={"dug_in": True}, cards={"C3": ROAD, "D4": ROAD}, trenches=("C3",)
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("D4")))
    t.stack("G6")
    t.do(Maneuver(MANEUVER_2, t.cell("C3")))
    assert not t.team(1).dug_in


@pytest.mark.rule("OWM-ENT-04", "OWM-ENT-02", "OWM-FIRE-09")
@pytest.mark.parametrize(("flip", "less"), [("G2", 1), ("G3", 0)])
def test_only_who_has_found_it_is_covered_by_it(flip, less):
    """A Fireteam that moves in without finding it is shot at as if it were not there."""
    t = Table(
        team(0, "C3", 206, 203),
        team(1, "D6", 307, 303),
        cards={"D4": ROAD},
        trenches=("D4",),
        hands=[[MANEUVER], [ATTACK_RED]],
    ).begin()
    t.stack(flip).do(Maneuver(MANEUVER, t.cell("D4")), EndTurn())
    t.stack("R1", "R1", "G3", "B3", "G1")
    shot = t.do(Attack(ATTACK_RED, FIRST), Shoot(SoldierId(307)))
    assert totals(shot) == [3 + 3 - 1 - 1 - less]  # Discipline 1, the Road 1


# ------------------------------------------------------------------ Rally


@pytest.mark.rule("OWM-RALLY-01")
@pytest.mark.parametrize(
    ("card", "flip", "number"),
    [(RALLY_RED, "R3", 3), (RALLY_GREEN, "G5", 5), (RALLY_BLUE, "B5", 5), (RALLY_BLUE, "B6", 6)],
)
def test_as_many_as_the_flip_says_and_not_one_more(card, flip, number):
    lying = [201, 202, 203, 204, 206, 207, 208]
    t = Table(
        team(0, "C3", *(down(one) for one in lying)),
        team(1, "A7", 303, 306),
        hands=[[card], []],
    ).begin()
    t.stack(flip).do(Rally(card))
    chosen = tuple(map(SoldierId, lying))
    t.refused(Rallied(chosen[: number + 1]), "OWM-RALLY-01", f"no more than {number}")
    t.do(Rallied(chosen[:number]))
    assert [t.status(one) for one in lying] == ["ready"] * number + ["suppressed"] * (7 - number)


@pytest.mark.rule("OWM-RALLY-01")
def test_red_2_with_three_down_the_owner_picks_two():
    t = digging(EVANS, down(203), down(206), down(207)).begin()
    t.stack("R2").do(Rally(RALLY_RED))
    assert (t.kind, t.seat) == ("rallied", 0)
    assert [len(a.soldiers) for a in t.options()] == [2, 2, 2, 1, 1, 1, 0]
    assert (
        t.rule_against(Rallied((SoldierId(203), SoldierId(206), SoldierId(207)))) == "OWM-RALLY-01"
    )
    assert t.rule_against(Rallied((SoldierId(203), SoldierId(203)))) == "OWM-RALLY-01"
    assert t.rule_against(Rallied((EVANS,))) == "OWM-RALLY-02"
    assert t.rule_against(Rallied((SoldierId(303),))) == "OWM-RALLY-02"
    assert t.rule_against(EndTurn()) == "OWM-RALLY-01"
    assert t.rule_against(Rallied((SoldierId(203),))) == ""  # up to two
    events = t.do(Rallied((SoldierId(207), SoldierId(203))))
    assert [e.soldier for e in every(events, Recovered)] == [207, 203]
    assert [t.status(s) for s in (203, 206, 207)] == ["ready", "suppressed", "ready"]
    assert t.g.soldiers[SoldierId(203)].suppressed_in == 0


@pytest.mark.rule("OWM-RALLY-01", "OWM-CCS-05")
@pytest.mark.parametrize(
    ("order", "flip"), [(RALLY_RED, "R4"), (RALLY_GREEN, "G6"), (RALLY_BLUE, "B8")]
)
def test_a_surplus_is_lost_and_one_card_is_flipped_all_the_same(order, flip):
    t = digging(EVANS, down(203)).begin()
    t.stack(flip)
    events = t.do(Rally(order))
    assert [e.value for e in every(events, Flipped)] == [int(flip[1])]
    assert t.status(203) == "ready"
    assert t.kind == "action"


@pytest.mark.rule("OWM-RALLY-01", "OWM-TGT-02")
def test_who_went_down_in_this_round_may_stay_down():
    """While ducking the soldier cannot be shot at again, so the owner is asked even with a
    surplus."""
    t = Table(
        team(1, "C6", 303, 306),
        team(0, "C3", EVANS, 203, down(206, since=1)),
        team(1, "A7", 304),
        hands=[[RALLY_RED, RALLY_BLUE], [ATTACK_RED]],
    ).begin()
    t.stack("R1", "R1", "G4", "B5", "G4").do(
        Attack(ATTACK_RED, SECOND), Shoot(SoldierId(303)), EndTurn()
    )
    assert (t.status(EVANS), t.g.active) == ("suppressed", 2)
    t.stack("R4").do(Rally(RALLY_RED))
    assert (t.kind, t.seat) == ("rallied", 0)
    t.do(Rallied((SoldierId(206),)))
    assert (t.status(EVANS), t.status(206)) == ("suppressed", "ready")
    assert t.g.soldiers[EVANS].suppressed_in == 3
    t = digging(EVANS, down(203, since=2))  # since an earlier round: nothing to gain by it
    t.begin().stack("R4").do(Rally(RALLY_RED))
    assert (t.kind, t.status(203)) == ("action", "ready")


@pytest.mark.rule("OWM-RALLY-02")
def test_wounded_soldiers_are_not_rallied():
    t = digging(EVANS, down(203), hurt(206)).begin()
    t.stack("R4").do(Rally(RALLY_RED))
    assert (t.status(203), t.status(206)) == ("ready", "wounded")
    assert t.rule_against(Rally(RALLY_GREEN)) == "OWM-RALLY-01"  # nobody is down


@pytest.mark.rule("OWM-EFF-04", "OWM-RALLY-01", "OWM-MOVE-07")
def test_after_a_rally_the_fireteam_can_move():
    t = digging(EVANS, down(203)).begin()
    assert t.rule_against(Maneuver(MANEUVER, t.cell("C4"))) == "OWM-MOVE-07"
    t.stack("R1").do(Rally(RALLY_RED))
    assert t.rule_against(Maneuver(MANEUVER, t.cell("C4"))) == ""


@pytest.mark.rule("OWM-EFF-01", "OWM-EFF-05")
def test_effects_arise_in_attacks_and_not_by_moving_digging_or_resting():
    t = digging().begin()
    events = t.do(Entrench(ENTRENCH), EndTurn(), EndTurn(), EndTurn(), EndTurn())
    assert t.g.round_no == 5
    assert not any(isinstance(e, Suppressed | Wounded | Jammed | Killed | Routed) for e in events)
    assert t.team(1).attacked_in == 0
