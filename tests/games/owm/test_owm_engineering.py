"""Actions in general, Terrain and Engineering Actions (sections 2.13 and 2.19)."""

from typing import Any

import pytest

from owm_net.engine.records import Played
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Hide,
    LayTerrain,
    Maneuver,
    Rally,
    Recognise,
    Redraw,
    Scope,
    Transfer,
    Uncrew,
)
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.actions.lay_terrain import TerrainLaid
from owm_net.games.owm.assault import Retreat
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.flips import Drawn, Purpose
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import Cell, SoldierId
from owm_net.games.owm.set_up import StartAt
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import WeaponType
from tests.games.driver import every, only
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    ENTRENCH,
    EVANS,
    FIRST,
    FOURTH,
    GUNNER,
    HAND,
    HILL,
    LAKE,
    MANEUVER,
    MANEUVER_3,
    MATE,
    RALLY_RED,
    ROAD,
    RUINS,
    SECOND,
    SNIPER,
    THIRD,
    WOODS,
    WOODS_2,
    Table,
    colours,
    down,
    hurt,
    team,
)


def camp(*allied: Any, others: tuple[Any, ...] = (), **options: Any) -> Table:
    """An active Allied Fireteam in C3 and an enemy in C6."""
    mine = options.pop("mine", {})
    return Table(
        team(0, options.pop("at", "C3"), *(allied or (EVANS, 203, GUNNER, MATE)), **mine),
        team(1, "C6", 302, 303),
        *others,
        hands=options.pop("hands", [list(HAND), []]),
        **options,
    )


# ------------------------------------------------------------------ two actions, cards, passing


@pytest.mark.rule("OWM-STD-01", "OWM-ROUND-07")
def test_a_third_action_is_refused():
    # An unseen enemy keeps the turn open: looking for it is free.
    t = camp(others=(team(1, "E3", 304, stealthed=True),)).begin()
    t.do(Hide(HILL), Entrench(ENTRENCH))
    assert t.top.actions_left == 0
    assert t.rule_against(Maneuver(MANEUVER, t.cell("C4"))) == "OWM-STD-01"
    assert t.rule_against(Redraw((LAKE,))) == "OWM-STD-01"
    assert {type(o) for o in t.options()} == {Recognise, EndTurn}
    t.stack("G3").do(Recognise(THIRD, SoldierId(203)))
    assert t.g.active == 2  # nothing is left to do


@pytest.mark.rule("OWM-STD-02")
def test_what_belongs_to_another_moment_is_no_action():
    t = camp().begin()
    for answer in (Shoot(EVANS), CeaseFire(), Retreat(t.cell("C4")), StartAt(t.cell("C4"))):
        t.refused(answer, "OWM-STD-02", "not an action of a turn")


@pytest.mark.rule("OWM-STD-01")
def test_soldiers_of_other_fireteams_take_no_part():
    t = camp(others=(team(0, "D3", 214, 215, 207),)).begin()
    assert t.rule_against(Scope(HILL, SNIPER)) == "OWM-CREW-01"
    assert t.rule_against(Crew(HILL, GUNNER, SoldierId(207))) == "OWM-CREW-01"
    assert t.rule_against(Transfer((HILL,), (SoldierId(207),), THIRD)) == "OWM-TRANS-02"


@pytest.mark.rule("OWM-STD-02", "OWM-CARD-03")
def test_an_order_costs_an_action_and_its_card_which_is_then_gone():
    t = camp().begin()
    t.do(Entrench(ENTRENCH))
    assert t.top.actions_left == 1
    assert ENTRENCH not in t.g.hands[0]
    assert t.discard == [ENTRENCH]
    assert t.rule_against(Hide(ENTRENCH)) == "OWM-STD-02"  # no half of it is left
    assert t.rule_against(Redraw((ENTRENCH,))) == "OWM-STD-02"


@pytest.mark.rule("OWM-CARD-03", "OWM-LVL-02")
def test_no_answer_plays_a_command_decision():
    t = camp(cards={"C4": RUINS}).begin()
    names = {type(o).__name__ for o in t.options()}
    assert names == {
        "Entrench",
        "Maneuver",
        "LayTerrain",
        "Redraw",
        "Crew",
        "Hide",
        "EndTurn",
        "Attack",
    }


@pytest.mark.rule("OWM-PASS-01", "OWM-CARD-03")
@pytest.mark.parametrize("actions", [(), (Entrench(ENTRENCH),), (Entrench(ENTRENCH), Hide(HILL))])
def test_none_one_or_two_actions(actions):
    t = camp().begin()
    t.do(*actions)
    if len(actions) < 2:
        t.do(EndTurn())
    assert t.g.active == 2


@pytest.mark.rule("OWM-STD-03", "OWM-EX-15", "OWM-ENG-02")
def test_a_redraw_is_one_action_that_nothing_interrupts():
    t = camp(hands=[list(HAND), []]).begin()
    new = [ATTACK_RED_2]
    t.stack(*new)
    events = t.do(Redraw((HILL,)))
    # The next decision comes only after the draw, and the action is over: to discard two more
    # costs the second action.
    assert only(events, Drawn).cards == 1
    assert (t.kind, t.top.actions_left) == ("action", 1)
    assert len(t.g.hands[0]) == 7
    slots = [Played(c) for c in t.g.hands[0] if c < 0]
    assert t.dealer.knowledge[0][slots[0]] == ATTACK_RED_2
    t.do(Attack(slots[0], SECOND))
    assert t.discard[:2] == [HILL, ATTACK_RED_2]
    t.do(CeaseFire())
    assert t.g.active == 2


@pytest.mark.rule("OWM-ENG-02", "OWM-ENG-01", "OWM-HAND-01")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_as_many_are_drawn_as_were_discarded(n):
    t = camp().begin()
    t.do(Redraw(tuple(HAND[:n])))
    assert t.discard == HAND[:n]
    assert len(t.g.hands[0]) == 7
    assert sum(c < 0 for c in t.g.hands[0]) == n
    assert t.taken == n


@pytest.mark.rule("OWM-ENG-02")
def test_no_card_none_or_four_or_one_twice():
    t = camp().begin()
    assert t.rule_against(Redraw(())) == "OWM-ENG-02"
    assert t.rule_against(Redraw(tuple(HAND[:4]))) == "OWM-ENG-02"
    assert t.rule_against(Redraw((HILL, HILL))) == "OWM-STD-02"


# ------------------------------------------------------------------ Terrain action


@pytest.mark.rule("OWM-TACT-01", "OWM-SETUP-02")
def test_a_terrain_card_goes_from_the_hand_to_the_map():
    t = camp(cards={"C4": RUINS}).begin()
    t.do(LayTerrain(HILL, t.cell("D4"), False))
    assert int(t.g.ground.cards[t.cell("D4")]) == HILL
    assert HILL not in t.g.hands[0] + t.g.discard
    assert t.top.actions_left == 1
    assert t.rule_against(LayTerrain(LAKE, t.cell("D4"), False)) == "OWM-TACT-01"


@pytest.mark.rule("OWM-TACT-01")
def test_it_must_touch_terrain_diagonals_count():
    t = camp(cards={"C4": RUINS}).begin()
    assert t.rule_against(LayTerrain(HILL, t.cell("A1"), False)) == "OWM-TACT-01"
    assert "adjacent" in t.refusal(LayTerrain(HILL, t.cell("A1"), False)).why
    assert t.rule_against(LayTerrain(HILL, t.cell("B5"), False)) == ""
    assert t.rule_against(LayTerrain(HILL, Cell(35), False)) == "OWM-TACT-01"
    assert t.rule_against(LayTerrain(ATTACK_RED, t.cell("B5"), False)) == "OWM-TACT-01"


@pytest.mark.rule("OWM-TACT-01", "OWM-TERR-05", "OWM-LOS-05")
def test_it_cannot_be_put_behind_what_blocks_the_sight():
    t = camp(cards={"C4": WOODS}).begin()
    assert t.rule_against(LayTerrain(HILL, t.cell("C5"), False)) == "OWM-TACT-01"
    assert "line of sight" in t.refusal(LayTerrain(HILL, t.cell("C5"), False)).why
    assert t.rule_against(LayTerrain(HILL, t.cell("D4"), False)) == ""


# ------------------------------------------------------------------ crew and scope


@pytest.mark.rule("OWM-CREW-01", "OWM-ENG-01")
def test_crewing_costs_a_card_and_an_action():
    t = camp().begin()
    t.do(Crew(HILL, GUNNER, MATE))
    assert t.g.soldiers[GUNNER].crewed_in == 3
    assert t.g.soldiers[GUNNER].assistant == MATE
    assert t.g.soldiers[MATE].assists == GUNNER
    assert (t.top.actions_left, t.discard) == (1, [HILL])
    assert t.team(1).line == (EVANS, 203, GUNNER, MATE)


@pytest.mark.rule("OWM-CREW-01", "OWM-CREW-03")
def test_who_cannot_crew():
    t = camp(EVANS, 203, GUNNER, MATE, down(207), hurt(208), 215).begin()
    assert t.rule_against(Crew(HILL, EVANS, MATE)) == "OWM-CREW-01"  # no machine gun
    assert t.rule_against(Crew(HILL, GUNNER, GUNNER)) == "OWM-CREW-01"
    assert t.rule_against(Crew(HILL, GUNNER, SoldierId(207))) == "OWM-CREW-05"
    assert t.rule_against(Crew(HILL, GUNNER, SoldierId(208))) == "OWM-CREW-05"
    assert t.rule_against(Crew(HILL, GUNNER, SoldierId(215))) == ""  # any soldier may assist
    t.do(Crew(HILL, GUNNER, MATE))
    assert t.rule_against(Crew(LAKE, SoldierId(215), MATE)) == "OWM-CREW-03"
    assert t.rule_against(Crew(LAKE, GUNNER, EVANS)) == "OWM-CREW-03"


@pytest.mark.rule("OWM-CREW-03", "OWM-CREW-02")
def test_the_assistant_does_not_shoot_and_the_gun_gets_better_next_round():
    t = camp(hands=[[ATTACK_RED, HILL, ATTACK_RED_2], []]).begin()
    t.stack("R4")
    t.do(Crew(HILL, GUNNER, MATE), Attack(ATTACK_RED, SECOND))
    assert t.rule_against(Shoot(MATE)) == "OWM-CREW-03"
    t.stack("R1", "G1", "B1", "G1")
    events = t.do(Shoot(GUNNER))
    assert colours(events)[1:-1] == ["green", "blue"]  # the base grid
    t.do(CeaseFire(), EndTurn())
    assert t.g.round_no == 4
    t.stack("R4", "R1", "R1", "G1", "B1", "G1")
    events = t.do(Attack(ATTACK_RED_2, SECOND), Shoot(GUNNER))
    assert colours(events)[2:-1] == ["red", "green", "blue"]


@pytest.mark.rule("OWM-CREW-01", "OWM-ENG-01")
def test_a_crew_is_paid_with_a_card_of_the_hand():
    t = camp().begin()
    t.refused(Crew(Played(64), GUNNER, MATE), "OWM-STD-02", "not in your hand")
    assert t.allowed(Crew(HILL, GUNNER, MATE))


@pytest.mark.rule("OWM-CREW-01")
def test_only_a_sniper_of_the_active_fireteam_takes_his_scope():
    enemy = SoldierId(312)
    assert CATALOG.soldier_weapon(enemy).type is WeaponType.SNIPER
    t = camp(SNIPER, 203, 215, others=(team(1, "E7", enemy),)).begin()
    t.refused(Scope(HILL, enemy), "OWM-CREW-01", "not in the active Fireteam")
    t.refused(Scope(Played(64), SNIPER), "OWM-STD-02", "not in your hand")


@pytest.mark.rule("OWM-CREW-01", "OWM-TOK-07", "OWM-CREW-02")
def test_a_sniper_takes_his_scope():
    t = camp(SNIPER, 203, 215).begin()
    assert t.rule_against(Scope(HILL, SoldierId(203))) == "OWM-CREW-01"
    t.do(Scope(HILL, SNIPER))
    assert t.g.soldiers[SNIPER].crewed_in == 3
    assert not t.g.uses_second_grid(t.g.soldiers[SNIPER])
    assert t.rule_against(Scope(LAKE, SNIPER)) == "OWM-CREW-01"
    assert t.rule_against(Crew(LAKE, SoldierId(215), SNIPER)) == "OWM-CREW-03"
    t.do(EndTurn(), EndTurn())
    assert t.g.uses_second_grid(t.g.soldiers[SNIPER])
    t.do(Uncrew(SNIPER))
    assert t.g.soldiers[SNIPER].crewed_in == 0
    assert not t.g.uses_second_grid(t.g.soldiers[SNIPER])


@pytest.mark.rule("OWM-CREW-03", "OWM-CREW-04", "OWM-DISC-04", "OWM-RECOG-01")
def test_crewed_soldiers_make_checks_and_give_up_the_gun_in_any_own_turn():
    hidden = team(1, "E3", 304, stealthed=True)
    t = camp(203, GUNNER, MATE, others=(hidden, team(0, "A3", EVANS, 207))).begin()
    t.do(Crew(HILL, GUNNER, SoldierId(203)))  # the Corporal in command assists
    t.stack("G2").do(Recognise(THIRD, SoldierId(203)))
    assert not t.team(3).stealthed
    assert t.options(Uncrew) == [Uncrew(GUNNER)]
    t.do(EndTurn(), EndTurn(), EndTurn())
    assert t.g.active == 4  # another Fireteam of the same player
    assert t.rule_against(Uncrew(SoldierId(203))) == "OWM-CREW-04"  # the gunner is named
    t.do(Uncrew(GUNNER))
    assert t.g.soldiers[GUNNER].crewed_in == 0 and t.top.actions_left == 2
    assert t.rule_against(Uncrew(GUNNER)) == "OWM-CREW-04"


@pytest.mark.rule("OWM-CREW-01")
def test_a_suppressed_sniper_takes_no_scope():
    t = camp(down(SNIPER), 203).begin()
    assert t.rule_against(Scope(HILL, SNIPER)) == "OWM-CREW-05"


# ------------------------------------------------------------------ stealth, recognition


@pytest.mark.rule("OWM-STLTH-01", "OWM-ENG-01")
def test_hiding_costs_a_card_and_an_action():
    t = camp().begin()
    t.do(Hide(HILL))
    assert t.team(1).stealthed
    assert (t.top.actions_left, t.discard) == (1, [HILL])
    assert t.rule_against(Hide(LAKE)) == "OWM-STLTH-01"


@pytest.mark.rule("OWM-STLTH-02", "OWM-TERR-04")
def test_nobody_hides_on_a_road():
    t = camp(cards={"C3": ROAD}).begin()
    assert t.rule_against(Hide(HILL)) == "OWM-STLTH-02"
    assert t.options(Hide) == []


@pytest.mark.rule("OWM-STLTH-02")
def test_an_attack_of_an_earlier_round_or_in_another_terrain_does_not_matter():
    t = camp(mine={"attacked_in": 2, "attacked_at": 12}).begin()
    assert t.rule_against(Hide(HILL)) == ""
    t = camp(mine={"attacked_in": 3, "attacked_at": 13}).begin()
    assert t.rule_against(Hide(HILL)) == ""
    t = camp(mine={"attacked_in": 3, "attacked_at": 12}).begin()
    assert t.rule_against(Hide(HILL)) == "OWM-STLTH-02"


@pytest.mark.rule("OWM-STLTH-06", "OWM-STLTH-04")
def test_moving_and_rallying_do_not_end_stealth():
    t = camp(EVANS, down(203), mine={"stealthed": True}).begin()
    t.stack("R1").do(Rally(RALLY_RED), Maneuver(MANEUVER, t.cell("C4")))
    assert t.status(203) == "ready"
    assert t.team(1).stealthed
    assert t.team(1).on_the_move


def hunting(*allied: Any, **more: Any) -> Table:
    """An enemy in stealth in E3, sighted but not seen."""
    return camp(
        *(allied or (EVANS, 203, MATE)),
        others=(team(1, "E3", 304, stealthed=True), team(1, "A5", 306, stealthed=True)),
        **more,
    ).begin()


@pytest.mark.rule("OWM-RECOG-01", "OWM-SOLD-04")
def test_the_soldier_in_command_looks_once_for_each_hidden_enemy():
    t = hunting()
    assert t.rule_against(Recognise(THIRD, EVANS)) == "OWM-SOLD-04"  # Corporal Bellucci leads
    assert t.rule_against(Recognise(SECOND, SoldierId(203))) == "OWM-RECOG-01"  # not hidden
    t.stack("G3")
    events = t.do(Recognise(THIRD, SoldierId(203)))
    assert only(events, Checked) == Checked(SoldierId(203), False, 3, Purpose.RECOGNITION)
    assert t.team(3).stealthed
    assert t.top.actions_left == 2
    assert t.rule_against(Recognise(THIRD, SoldierId(203))) == "OWM-RECOG-01"
    t.stack("G2").do(Recognise(FOURTH, SoldierId(203)))
    assert not t.team(4).stealthed


@pytest.mark.rule("OWM-RECOG-01")
def test_a_friend_in_stealth_is_not_looked_for():
    t = camp(
        EVANS, 203,
        others=(team(1, "E3", 304, stealthed=True), team(0, "A5", 206, stealthed=True)),
    ).begin()  # fmt: skip
    for friend in (FIRST, FOURTH):
        assert t.rule_against(Recognise(friend, SoldierId(203))) == "OWM-RECOG-01"
    assert t.allowed(Recognise(THIRD, SoldierId(203)))


@pytest.mark.rule("OWM-RECOG-01", "OWM-LOS-05", "OWM-TERR-05")
def test_what_cannot_be_seen_is_not_recognised():
    t = hunting(cards={"D3": WOODS})
    assert t.rule_against(Recognise(THIRD, SoldierId(203))) == "OWM-LOS-05"


@pytest.mark.rule("OWM-RECOG-01", "OWM-DISC-06")
def test_privates_alone_look_twice_and_the_worse_counts():
    t = hunting(206, 207)
    assert [o.commander for o in t.options(Recognise)] == [206, 207] * 2  # the owner's choice
    t.stack("G2", "G3").do(Recognise(THIRD, SoldierId(206)))
    assert t.team(3).stealthed
    t.stack("G1", "G2").do(Recognise(FOURTH, SoldierId(207)))
    assert not t.team(4).stealthed


# ------------------------------------------------------------------ hand


@pytest.mark.rule("OWM-IMM-04", "OWM-HAND-01", "OWM-ROUND-06")
def test_seven_cards_are_all_that_two_fireteams_have_for_a_round():
    """Cards used by the first are missing for the second; the hand is filled once, to 7, in the
    Assessment."""
    t = camp(others=(team(0, "A3", 201, 202),)).begin()
    cards = list(HAND)
    t.do(Redraw(tuple(cards[:3])))
    assert len(t.g.hands[0]) == 7
    t.do(Hide(cards[3]), EndTurn())
    assert (t.g.active, len(t.g.hands[0])) == (3, 6)  # nobody draws for a turn
    t.do(Hide(cards[4]), Redraw((cards[5],)))
    assert (t.g.round_no, t.g.active) == (4, 1)
    assert len(t.g.hands[0]) == 7


@pytest.mark.rule("OWM-IMM-04")
def test_all_fireteams_of_a_player_use_one_hand():
    t = camp(others=(team(0, "A3", 201, 202),)).begin()
    t.do(Entrench(ENTRENCH), EndTurn(), EndTurn())
    assert t.g.active == 3
    assert t.rule_against(Entrench(ENTRENCH)) == "OWM-STD-02"
    assert len(t.g.hands[0]) == 6


@pytest.mark.rule("OWM-ENT-01", "OWM-CARD-02")
def test_a_card_that_is_no_such_order():
    t = camp().begin()
    assert t.rule_against(Entrench(ATTACK_RED)) == "OWM-CARD-02"
    assert t.rule_against(Rally(ENTRENCH)) == "OWM-CARD-02"
    assert "Entrench order" in t.refusal(Entrench(ATTACK_RED)).why


@pytest.mark.rule("OWM-TACT-01")
def test_a_turned_card_has_its_cross_hair_on_the_other_side():
    t = camp(hands=[[RUINS, WOODS_2, MANEUVER_3], []], cards={"C4": ROAD}).begin()
    offered = t.options(LayTerrain)
    assert {o.turned for o in offered if o.card == RUINS} == {True, False}
    assert {o.turned for o in offered if o.card == WOODS_2} == {False}  # centred: all the same
    t.do(LayTerrain(RUINS, t.cell("D4"), True))
    assert t.g.ground.turned == (t.cell("D4"),)
    assert t.g.ground.cards[t.cell("D3")] == OPEN
    assert every(t.said, TerrainLaid)
