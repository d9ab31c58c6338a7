"""Attack orders and their targets (sections 2.2 and 2.14 of docs/rules/owm.md)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.games.owm.actions import Attack, EndTurn, Rally
from owm_net.games.owm.actions.attack import Aimed, CeaseFire, Shoot, ShotsAllowed
from owm_net.games.owm.actions.rally import Rallied
from owm_net.games.owm.flips import Flipped, NobodyPicked, Purpose, picked, size_colour
from owm_net.games.owm.ground import OPEN, Ground
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.terms import Colour
from tests.games.driver import every, only
from tests.games.owm.table import (
    ATTACK_GREEN,
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    FIFTH,
    FIRST,
    FOURTH,
    HILL,
    MANEUVER,
    RALLY_RED,
    SECOND,
    THIRD,
    WOODS,
    Table,
    down,
    hurt,
    jammed,
    team,
    totals,
)

ALLIED = (EVANS, 203, 206, 207)
AXIS = (302, 303, 304, 306)


def facing(*axis: Any, allied: tuple[Any, ...] = ALLIED, **more: Any) -> Table:
    """Two Fireteams at range 3 on open ground; the Allies are active with two Attack orders."""
    return Table(
        team(0, "C1", *allied),
        team(1, more.pop("there", "C4"), *(axis or AXIS)),
        *more.pop("others", ()),
        hands=more.pop("hands", [[ATTACK_RED, ATTACK_RED_2, ATTACK_GREEN, MANEUVER], []]),
        **more,
    ).begin()


# ------------------------------------------------------------------ number of shots


@pytest.mark.rule("OWM-ATK-03", "OWM-EX-11", "OWM-ATK-07", "OWM-CCS-03")
def test_a_red_order_that_flips_3_gives_three_shots_each_with_its_own_target():
    t = facing()
    t.stack("R3", "R1", "G3", "B3", "R1", "R2", "G1", "B1", "R1", "R3", "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert only(events, ShotsAllowed).n == 3
    t.do(Shoot(SoldierId(207)))  # nobody is bound to the order of the line
    assert t.kind == "shooter"
    t.do(Shoot(SoldierId(203)))
    assert t.kind == "action"  # the fourth soldier has no shot left


@pytest.mark.rule("OWM-CCS-03", "OWM-ATK-03")
def test_only_the_die_of_the_colour_asked_for_is_read():
    t = facing(hands=[[ATTACK_GREEN], []])
    t.stack(168)  # its dice are not the same: 4, 6 and 7
    assert only(t.do(Attack(ATTACK_GREEN, SECOND)), ShotsAllowed).n == 6


@pytest.mark.rule("OWM-ATK-04", "OWM-EX-12")
def test_shots_beyond_the_number_of_soldiers_are_lost():
    t = facing(allied=(EVANS, 203))
    t.stack("R3", "R1", "G1", "B1", "R1", "R2", "G1", "B1", "G1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(SoldierId(203)), Shoot(EVANS))
    assert only(events, ShotsAllowed).n == 3
    assert len(totals(events)) == 2
    assert t.kind == "action"


@pytest.mark.rule("OWM-ATK-04")
def test_a_soldier_shoots_once_in_an_order_and_again_in_the_next():
    t = facing(others=(team(1, "E4", 307, 308),))
    t.stack("R4", "R1", "G1", "B1", "R1")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.rule_against(Shoot(EVANS)) == "OWM-ATK-04"
    assert t.rule_against(Shoot(SoldierId(302))) == "OWM-ATK-04"  # not even his own
    assert t.rule_against(EndTurn()) == "OWM-ATK-04"
    t.do(CeaseFire())
    t.stack("R4")
    t.do(Attack(ATTACK_RED_2, THIRD))
    assert t.rule_against(Shoot(EVANS)) == ""


@pytest.mark.rule("OWM-ATK-04")
def test_granted_shots_need_not_be_taken():
    t = facing().stack("R4")
    t.do(Attack(ATTACK_RED, SECOND))
    before = t.taken
    t.do(CeaseFire())
    assert (t.kind, t.taken) == ("action", before)


# ------------------------------------------------------------------ who may shoot, at whom


@pytest.mark.rule("OWM-ATK-05", "OWM-SOLD-10", "OWM-CREW-03", "OWM-FIRE-03")
def test_who_cannot_shoot():
    gunner, assistant = SoldierId(205), SoldierId(206)
    allied = (hurt(EVANS), jammed(203), gunner, assistant, down(207), 201)
    t = facing(allied=allied, there="C5")
    t.change(gunner, crewed_in=2, assistant=assistant)
    t.change(assistant, assists=gunner)
    # Sergeant Halloran's Thompson reaches to range 3; from C1 to C5 it does not.
    t.stack("R4")
    t.do(Attack(ATTACK_RED, SECOND))
    assert t.rule_against(Shoot(EVANS)) == "OWM-ATK-05"
    assert "wounded" in t.refusal(Shoot(EVANS)).why
    assert t.rule_against(Shoot(SoldierId(203))) == "OWM-ATK-05"
    assert "jammed" in t.refusal(Shoot(SoldierId(203))).why
    assert t.rule_against(Shoot(assistant)) == "OWM-CREW-03"
    assert t.rule_against(Shoot(SoldierId(201))) == "OWM-FIRE-03"
    assert t.options(Shoot) == [Shoot(gunner), Shoot(SoldierId(207))]  # the suppressed one can


@pytest.mark.rule("OWM-FIRE-03")
def test_the_last_row_of_the_grid_is_still_in_reach():
    t = facing(allied=(201, 202)).stack("R4")
    t.do(Attack(ATTACK_RED, SECOND))  # range 3, and the Thompson has three rows
    assert t.rule_against(Shoot(SoldierId(201))) == ""


@pytest.mark.rule("OWM-ATK-01", "OWM-LOS-05", "OWM-STLTH-03", "OWM-FF-01")
def test_what_cannot_be_named_as_a_target():
    t = Table(
        team(0, "C1", *ALLIED),
        team(1, "C4", 302),
        team(1, "A1", 303, stealthed=True),
        team(1, "E1", 304),
        team(1, "E3", 306),
        team(0, "C6", 208),
        cards={"D1": WOODS},
        hands=[[ATTACK_RED, MANEUVER], []],
    ).begin()
    assert t.rule_against(Attack(ATTACK_RED, SECOND)) == "OWM-FF-01"  # C6 lies behind C4
    assert t.rule_against(Attack(ATTACK_RED, THIRD)) == "OWM-STLTH-03"
    assert t.rule_against(Attack(ATTACK_RED, FOURTH)) == "OWM-LOS-05"
    assert t.rule_against(Attack(ATTACK_RED, FIFTH)) == ""
    assert t.rule_against(Attack(ATTACK_RED, FireteamId(6))) == "OWM-ATK-01"  # a friend
    assert t.rule_against(Attack(ATTACK_RED, FireteamId(9))) == "OWM-ATK-01"  # nobody
    assert t.rule_against(Attack(MANEUVER, FIFTH)) == "OWM-CARD-02"
    assert t.rule_against(Attack(ATTACK_GREEN, FIFTH)) == "OWM-STD-02"  # not in the hand
    assert t.options(Attack) == [Attack(ATTACK_RED, FIFTH)]


@pytest.mark.rule("OWM-LOS-05")
def test_where_no_enemy_is_in_sight_a_card_does_not_talk_of_one():
    for place, why in (("C4", "there is no line of sight to it"), ("E2", "no enemy is in sight")):
        t = Table(
            team(0, "C1", *ALLIED),
            team(1, "E1", 304),
            team(1, place, 306),
            cards={"D1": WOODS, "D2": WOODS},
            hands=[[ATTACK_RED], []],
        ).begin()
        assert t.refusal(Attack(ATTACK_RED, SECOND)).why == why


@pytest.mark.rule("OWM-ATK-02")
def test_the_same_enemy_is_not_attacked_twice_in_one_turn():
    t = facing(others=(team(1, "E4", 307, 308),))
    t.stack("R1", "R1", "G1", "B1", "R1")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.rule_against(Attack(ATTACK_RED_2, SECOND)) == "OWM-ATK-02"
    assert t.rule_against(Attack(ATTACK_RED_2, THIRD)) == ""


@pytest.mark.rule("OWM-ATK-02")
def test_in_another_turn_of_the_round_it_may_be_attacked_again():
    t = Table(
        team(0, "C1", *ALLIED),
        team(0, "E1", 208, 209),
        team(1, "C4", *AXIS),
        hands=[[ATTACK_RED, ATTACK_RED_2], []],
    ).begin()
    t.stack("R1")
    t.do(Attack(ATTACK_RED, THIRD), CeaseFire(), EndTurn())
    assert t.g.active == 2
    assert t.rule_against(Attack(ATTACK_RED_2, THIRD)) == ""


# ------------------------------------------------------------------ targets


@pytest.mark.rule("OWM-CCS-06")
def test_the_colour_goes_by_the_size():
    colours = [size_colour(n) for n in range(1, 9)]
    assert colours == [Colour.RED] * 4 + [Colour.GREEN] * 2 + [Colour.BLUE] * 2


@pytest.mark.rule("OWM-CCS-07", "OWM-CCS-08", "OWM-CCS-09", "OWM-EX-02")
@given(size=st.integers(1, 8), number=st.integers(1, 8))
def test_every_result_names_a_soldier_or_is_void(size, number):
    if number > size_colour(size).sides:
        return
    index = picked(size, number)
    if size == 1:
        assert index == 0
    elif size == 2:
        assert index == (0 if number in (1, 3, 5, 7) else 1)
    else:
        assert index == (number - 1 if number <= size else None)


@pytest.mark.rule("OWM-CCS-07", "OWM-EX-01")
@pytest.mark.parametrize(
    ("size", "flips", "void", "target"),
    [(3, ("R4", "R4", "R2"), 2, 1), (5, ("G6", "G5"), 1, 4), (7, ("B8", "B7"), 1, 6)],
)
def test_a_number_above_the_size_is_flipped_again(size, flips, void, target):
    axis = (302, 303, 304, 306, 307, 308, 309)[:size]
    t = facing(*axis).stack("R1", *flips, "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert len(every(events, NobodyPicked)) == void
    assert only(events, Aimed).target == axis[target]
    assert t.taken == 1 + len(flips) + 3


@pytest.mark.rule("OWM-CCS-08", "OWM-EX-02")
@pytest.mark.parametrize(("flip", "target"), [("R3", 302), ("R4", 303), ("R1", 302), ("R2", 303)])
def test_of_two_soldiers_odd_is_the_first_and_one_card_decides(flip, target):
    t = facing(302, 303).stack("R1", flip, "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert only(events, Aimed).target == target
    assert t.taken == 5


@pytest.mark.rule("OWM-CCS-05", "OWM-CCS-09", "OWM-EX-03")
@pytest.mark.parametrize("flip", ["R1", "R2", "R3", "R4"])
def test_for_a_single_soldier_one_card_is_burned(flip):
    t = facing(302).stack("R1", flip, "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert only(events, Aimed).target == 302
    assert t.taken == 5  # shots, target, two of lethality, Discipline


@pytest.mark.rule("OWM-TGT-01")
def test_of_five_soldiers_a_green_2_is_the_second_from_the_left():
    t = facing(309, 308, 307, 306, 304).stack("R1", "G2", "G1", "B1", "R1")
    assert only(t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS)), Aimed).target == 308


@pytest.mark.rule("OWM-TGT-02", "OWM-SOLD-09")
def test_a_soldier_suppressed_this_round_is_not_shot_at_again():
    t = facing(302, 303).stack("R2", "R1", "G6", "B3", "R1")  # 8 against 5 and 10
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.status(302) == "suppressed"
    t.stack("R3", "R1", "R2", "B1", "G1", "G1")  # odd, odd: he is down; even
    events = t.do(Shoot(SoldierId(203)))
    assert len(every(events, NobodyPicked)) == 2
    assert only(events, Aimed).target == 303


@pytest.mark.rule("OWM-TGT-02")
def test_when_all_are_down_the_attack_ends_and_nobody_can_attack_them_this_round():
    t = Table(
        team(0, "C1", *ALLIED),
        team(0, "E1", 208),
        team(1, "C4", 303),
        hands=[[ATTACK_RED, ATTACK_RED_2], []],
    ).begin()
    t.stack("R4", "R1", "G6", "B3", "R4")  # 5 suppresses
    t.do(Attack(ATTACK_RED, THIRD), Shoot(EVANS))
    assert t.status(303) == "suppressed"
    assert (t.kind, t.taken) == ("action", 5)  # three shots are lost without a flip
    t.do(EndTurn())
    assert t.rule_against(Attack(ATTACK_RED_2, THIRD)) == "OWM-TGT-02"


@pytest.mark.rule("OWM-TGT-02")
def test_the_protection_ends_with_the_round_or_when_he_is_rallied():
    t = facing(down(302, since=2), 303).stack("R1", "R1", "G1", "B1", "R1")
    assert only(t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS)), Aimed).target == 302
    t = Table(
        team(1, "C4", down(302, since=3)),
        team(0, "C1", *ALLIED),
        hands=[[ATTACK_RED], [RALLY_RED]],
    ).begin()
    t.stack("R1")
    t.do(Rally(RALLY_RED), Rallied((SoldierId(302),)), EndTurn())
    t.stack("R1", "R1", "G1", "B1", "R1")
    assert only(t.do(Attack(ATTACK_RED, FIRST), Shoot(EVANS)), Aimed).target == 302


# ------------------------------------------------------------------ range


@pytest.mark.rule("OWM-RANGE-01")
@given(a=st.integers(0, 34), b=st.integers(0, 34))
def test_range_is_the_longer_of_the_two_steps_and_the_same_both_ways(a, b):
    ground = Ground(5, 7, (OPEN,) * 35)
    (ax, ay), (bx, by) = ground.place(a), ground.place(b)
    assert ground.distance(a, b) == ground.distance(b, a) == max(abs(ax - bx), abs(ay - by))


@pytest.mark.rule("OWM-RANGE-01")
def test_range_counts_the_targets_terrain_and_diagonal_steps_as_one():
    ground = Ground(5, 7, (OPEN,) * 35)
    assert ground.distance(ground.cell("A1"), ground.cell("D2")) == 3
    assert ground.distance(ground.cell("B2"), ground.cell("C3")) == 1


@pytest.mark.rule("OWM-ATK-01", "OWM-STD-02")
def test_an_attack_order_marks_its_target_as_attacked_even_without_a_shot():
    t = facing().stack("R1")
    t.do(Attack(ATTACK_RED, SECOND), CeaseFire())
    assert t.team(2).attacked_in == 3
    assert t.discard[0] == ATTACK_RED
    assert t.g.hands[0] == [ATTACK_RED_2, ATTACK_GREEN, MANEUVER]


@pytest.mark.rule("OWM-TGT-01", "OWM-TGT-02", "OWM-CCS-06")
def test_who_ducks_counts_for_the_size_of_his_fireteam():
    """Five of whom one cannot be aimed at: a green card, and where it names that one another
    card."""
    t = facing(302, 303, 304, 306, down(307, since=3)).stack("R1", "G5", "G4", "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert [e.colour for e in every(events, Flipped) if e.purpose is Purpose.TARGET] == [
        Colour.GREEN,
        Colour.GREEN,
    ]
    assert only(events, Aimed).target == 306
    assert only(events, NobodyPicked).rule == "OWM-TGT-02"


@pytest.mark.rule("OWM-ATK-01", "OWM-ATK-05", "OWM-CREW-03")
def test_an_attack_order_needs_somebody_who_can_shoot():
    for line in ((hurt(203), jammed(206)), (jammed(206),)):
        t = facing(allied=line)
        t.refused(Attack(ATTACK_RED, SECOND), "OWM-ATK-05", "nobody of the Fireteam can shoot now")
    assert facing(allied=(hurt(203), down(206))).allowed(Attack(ATTACK_RED, SECOND))


@pytest.mark.rule("OWM-ATK-01", "OWM-FIRE-03", "OWM-STLTH-02")
def test_an_attack_that_reaches_nobody_is_allowed_and_wasted():
    far = facing(there="C7", allied=(201, 203))  # a Thompson and a rifle: six Terrains away
    assert far.options(Attack) and far.allowed(Attack(ATTACK_RED, SECOND))
    t = facing(there="C7", allied=(201, jammed(206)))
    assert t.options(Attack) == []  # it is offered to nobody
    events = t.do(Attack(ATTACK_RED, SECOND))
    assert [e.purpose for e in every(events, Flipped)] == [Purpose.SHOTS]
    assert (t.kind, t.top.actions_left) == ("action", 1)
    assert t.team(SECOND).attacked_in == 0  # no shot, so nothing keeps it from hiding
    t.refused(Attack(ATTACK_RED_2, SECOND), "OWM-ATK-02")


@pytest.mark.rule("OWM-CCS-10", "OWM-FIRE-09")
def test_every_die_is_added_or_subtracted_where_the_procedure_says():
    t = facing(cards={"C1": HILL}).stack("R2", "R1", "G4", "B6", "R2", "R2", "G3", "B5", "G3")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS), Shoot(SoldierId(203)))
    assert totals(events) == [4 + 6 - 2 + 3, 3 + 5 - 3 + 3]
    assert t.taken == 9
