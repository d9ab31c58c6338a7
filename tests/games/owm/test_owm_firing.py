"""Firing Sequences and Attack Resolution (sections 2.6 and 2.15 of docs/rules/owm.md)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine import agenda
from owm_net.engine.requests import Choose
from owm_net.games.owm.answers import (
    Attack,
    CeaseFire,
    EndTurn,
    Hide,
    Maneuver,
    Recognise,
    Shoot,
)
from owm_net.games.owm.damage import resolve_hit
from owm_net.games.owm.firing import is_doubled, modifiers
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Colour
from tests.games.driver import every, facts, kinds
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    HILL,
    MANEUVER,
    RALLY_GREEN,
    ROAD,
    Table,
    down,
    hurt,
    team,
    totals,
)

CALM = 208  # a Private: G+B at range 3, Discipline green
LEADER = 203
TARGET = 307  # Resolve 4, Vitality 9


def shooting(
    *axis: object, allied: tuple[object, ...] = (EVANS, LEADER), **more: object
) -> Table:
    """Evans and a Leader in C1 against soldiers in C4, range 3, open ground unless told."""
    mine = more.pop("mine", {})
    theirs = more.pop("theirs", {})
    return Table(
        team(0, "C1", *allied, **mine),
        team(1, "C4", *(axis or (TARGET,)), **theirs),
        hands=more.pop("hands", [[ATTACK_RED, ATTACK_RED_2, MANEUVER], [RALLY_GREEN]]),
        **more,
    ).begin()


def shoot(t: Table, *flips: int | str, soldier: int = EVANS) -> list:
    """One Attack order of one shot: these flips follow its target's."""
    t.stack("R1", "R1", *flips)
    return t.do(Attack(ATTACK_RED, 2), Shoot(soldier))


# ------------------------------------------------------------------ lethality, Discipline


@pytest.mark.rule("OWM-FIRE-02", "OWM-FIRE-08", "OWM-DISC-02", "OWM-EX-04")
def test_lethality_is_added_and_discipline_subtracted():
    assert totals(shoot(shooting(), "G4", "B6", "R3")) == [7]
    assert totals(shoot(shooting(), "G4", "B6", "R2")) == [8]


@pytest.mark.rule("OWM-FIRE-01", "OWM-FIRE-10")
def test_lethality_then_discipline_then_modifiers_then_the_outcome():
    t = shooting(TARGET, 308, cards={"C1": HILL})
    events = shoot(t, "G4", "B6", "R3")
    parts = every(events, "flip", "purpose")
    assert parts == ["number of shots", "target", "lethality", "lethality", "Discipline"]
    assert every(events, "flip", "colour")[2:] == ["green", "blue", "red"]
    assert kinds(events)[-2:] == ["total", "killed"]
    assert t.kind == "action"
    assert facts(events, "total")["total"] == 10
    assert facts(events, "total")["why"] == ("attack from Hill +3",)


@pytest.mark.rule("OWM-CCS-04")
def test_the_cards_of_a_shot_lie_apart_until_it_ends():
    t = shooting(TARGET, 308)
    t.stack(5, 25, 17, 170, 12)
    agenda.advance(t.g, Attack(ATTACK_RED, 2))
    agenda.advance(t.g, t.dealer.answer(t.request))
    before = list(t.g.discard)
    agenda.advance(t.g, Shoot(EVANS))
    piles = []
    while not isinstance(t.request, Choose):
        assert t.g.discard == before  # it does not grow during the shot
        agenda.advance(t.g, t.dealer.answer(t.request))
        piles.append(len(t.g.event_pile))
    assert piles == [1, 2, 3, 0]  # the target's card is the first of the pile (000:1247)
    assert t.g.discard[:-4] == before
    assert t.g.discard[-4:] == [25, 17, 170, 12]


@pytest.mark.rule("OWM-DISC-05", "OWM-MOVE-02", "OWM-DISC-08", "OWM-TOK-04", "OWM-MOVE-05")
def test_on_the_move_two_discipline_flips_are_subtracted():
    t = shooting()
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert t.team(1).on_the_move
    events = shoot(t, "G4", "B6", "R2", "R3")
    assert totals(events) == [4 + 6 - 5]
    assert every(events, "flip", "purpose").count("Discipline") == 2


@pytest.mark.rule("OWM-SOLD-09", "OWM-DISC-05", "OWM-DISC-08")
def test_a_suppressed_soldier_shoots_with_double_discipline():
    t = shooting(allied=(down(CALM), LEADER))
    events = shoot(t, "G4", "B6", "G2", "G5", soldier=CALM)
    assert totals(events) == [4 + 6 - 7]


@pytest.mark.rule("OWM-SOLD-05", "OWM-SOLD-03", "OWM-DISC-08", "OWM-EX-07")
def test_privates_without_a_leader_shoot_with_double_discipline():
    t = shooting(allied=(206, 207, CALM))
    assert t.g.is_leaderless(1)
    events = shoot(t, "G4", "B6", "G2", "G5", soldier=CALM)
    assert totals(events) == [3]
    t = shooting(allied=(206, 207, EVANS))  # a Private First Class is a Leader
    assert not t.g.is_leaderless(1)


@pytest.mark.rule("OWM-DISC-05")
def test_double_discipline_does_not_double_again():
    t = shooting(allied=(down(206), 207))  # suppressed and leaderless
    assert is_doubled(t.g, t.g.soldiers[206], t.team(1))
    events = shoot(t, "G4", "B6", "G1", "G1", soldier=206)
    assert every(events, "flip", "purpose").count("Discipline") == 2


@pytest.mark.rule("OWM-VIS-01")
def test_in_sunlight_only_the_weapon_limits_the_range():
    t = Table(
        team(0, "A1", EVANS, LEADER), team(1, "A7", TARGET), hands=[[ATTACK_RED], []]
    ).begin()
    assert t.g.ground.distance(t.team(1).cell, t.team(2).cell) == 6
    events = shoot(t, "R3", "R4", "R2")  # RR is the last row of the grid
    assert totals(events) == [5]
    assert every(events, "flip", "purpose").count("Discipline") == 1


@pytest.mark.rule("OWM-DISC-01")
@pytest.mark.parametrize(
    ("colour", "most"), [(Colour.RED, 4), (Colour.GREEN, 6), (Colour.BLUE, 8)]
)
def test_better_discipline_has_the_smaller_die(colour, most):
    shown = {card.dice.of(colour) for card in CATALOG.core.values()}
    assert shown == set(range(1, most + 1))


# ------------------------------------------------------------------ icons


@pytest.mark.rule("OWM-FIRE-05", "OWM-EFF-02", "OWM-EFF-01")
def test_a_jam_ends_lethality_and_its_card_does_not_count():
    t = shooting()
    events = shoot(t, "G5", "B1+jam", "R3")
    assert totals(events) == [2]
    assert every(events, "flip", "purpose").count("Discipline") == 1
    assert t.g.soldiers[EVANS].jammed
    assert "jammed" in kinds(events)


@pytest.mark.rule("OWM-FIRE-05", "OWM-EFF-02")
def test_a_jam_on_the_first_card_leaves_nothing_but_discipline_and_modifiers():
    t = shooting(cards={"C1": HILL})
    events = shoot(t, "B1+jam", "R2")
    assert totals(events) == [0 - 2 + 3]
    t.do(EndTurn())
    t = shooting()
    t.change(EVANS, jammed=True)
    t.stack("R4")
    t.do(Attack(ATTACK_RED, 2))
    assert t.rule_against(Shoot(EVANS)) == "OWM-ATK-05"


@pytest.mark.rule("OWM-FIRE-04", "OWM-CARD-06", "OWM-FIRE-07")
def test_icons_count_on_lethality_flips_only():
    t = shooting()
    t.stack("R1+wound", "R1+wound", "G4", "B6", "R3+wound")
    t.do(Attack(ATTACK_RED, 2), Shoot(EVANS))
    assert t.status(TARGET) == "suppressed"  # 7, and not wounded
    t = shooting()
    t.stack("R1", "R1+jam", "G4", "B6", "R2+jam")
    t.do(Attack(ATTACK_RED, 2), Shoot(EVANS))
    assert not t.g.soldiers[EVANS].jammed


@pytest.mark.rule("OWM-FIRE-07", "OWM-RES-04")
def test_two_wound_icons_in_a_shot_wound_once():
    t = shooting()
    events = shoot(t, "G4+wound", "B4+wound", "R3")
    assert totals(events) == [5]  # the cards count
    assert kinds(events).count("wounded") == 1
    assert t.status(TARGET) == "wounded"


@pytest.mark.rule("OWM-FIRE-04")
def test_a_random_effect_changes_nothing_and_its_card_counts():
    events = shoot(shooting(), "G4+random_effect", "B4", "R3")
    assert totals(events) == [5]
    assert every(events, "flip", "purpose").count("lethality") == 2


# ------------------------------------------------------------------ modifiers


@pytest.mark.rule("OWM-FIRE-09", "OWM-EX-05", "OWM-TERR-12")
def test_a_hill_against_a_road():
    t = shooting(cards={"C1": HILL, "C4": ROAD})
    events = shoot(t, "G4", "B6", "R2")
    assert totals(events) == [10]
    assert facts(events, "total")["why"] == ("attack from Hill +3", "defense of Road -1")


@pytest.mark.rule("OWM-TERR-02")
def test_open_spots_have_no_modifiers():
    t = shooting()
    assert modifiers(t.g, t.team(1), t.team(2), False) == []


@pytest.mark.rule("OWM-FIRE-09", "OWM-ENT-02", "OWM-TERR-12", "OWM-STLTH-05")
def test_every_modifier_is_added_once():
    t = Table(
        team(0, "C3", EVANS, LEADER, stealthed=True, dug_in=True),
        team(1, "C4", TARGET, dug_in=True, heading="C5"),
        team(0, "D5", 208),
        cards={"C3": HILL, "C4": ROAD},
        trenches=("C3", "C4"),
        hands=[[ATTACK_RED], []],
    ).begin()
    found = dict(modifiers(t.g, t.team(1), t.team(2), True))
    assert found == {
        "attack from Hill": 3,
        "entrenched attacker": 1,
        "from stealth": 2,
        "flanking": 1,
        "defense of Road": -1,
        "entrenched target": -1,
        "target on the move": 2,
    }
    t.stack("R1", "R1", "B1", "B2", "R4")
    assert totals(t.do(Attack(ATTACK_RED, 2), Shoot(EVANS)))[0] == 1 + 2 - 4 + 7


@pytest.mark.rule("OWM-ENT-02")
def test_an_entrenched_road_subtracts_2():
    t = shooting(cards={"C4": ROAD}, trenches=("C4",), theirs={"dug_in": True})
    assert totals(shoot(t, "G4", "B6", "R2")) == [8 - 2]


@pytest.mark.rule("OWM-MOVE-02", "OWM-TOK-04")
def test_a_target_on_the_move_is_easier_to_hit():
    t = shooting(theirs={"heading": "C5"})
    assert totals(shoot(t, "G1", "B6", "R2")) == [5 + 2]


@pytest.mark.rule("OWM-STLTH-05", "OWM-STLTH-06")
def test_from_stealth_every_shot_of_the_order_has_2_more_and_then_stealth_is_over():
    t = shooting(TARGET, 308, mine={"stealthed": True})
    t.stack("R2", "R1", "G1", "B1", "R1", "R2", "G1", "B1", "G1")
    first = t.do(Attack(ATTACK_RED, 2), Shoot(EVANS))
    assert t.team(1).stealthed  # until the end of the action
    second = t.do(Shoot(LEADER))
    assert totals(first + second) == [1 + 2, 1 + 2]
    assert not t.team(1).stealthed
    assert facts(second, "seen")["fireteam"] == 1


@pytest.mark.rule("OWM-STLTH-06", "OWM-DISC-04", "OWM-RECOG-01")
def test_an_attack_order_without_a_shot_ends_stealth_and_looking_does_not():
    t = Table(
        team(0, "C1", EVANS, LEADER, stealthed=True),
        team(1, "C4", TARGET),
        team(1, "E3", 308, stealthed=True),
        hands=[[ATTACK_RED, ATTACK_RED_2, MANEUVER], []],
    ).begin()
    t.stack("R1").do(Recognise(3, 203))
    assert t.team(1).stealthed
    assert t.top.actions_left == 2  # a check is free
    t.stack("R1").do(Attack(ATTACK_RED, 2), CeaseFire())
    assert not t.team(1).stealthed


@pytest.mark.rule("OWM-FLANK-02")
def test_flanking_adds_1_and_changes_the_outcome():
    t = Table(
        team(0, "C3", EVANS, LEADER),
        team(1, "C4", TARGET),
        team(0, "D4", 208),
        hands=[[ATTACK_RED], []],
    ).begin()
    t.stack("R1", "R1", "B4", "B6", "R2")
    events = t.do(Attack(ATTACK_RED, 2), Shoot(EVANS))
    assert totals(events) == [9]  # 8 and 1
    assert "killed" in kinds(events)


# ------------------------------------------------------------------ what a total does


def outcome(total: int, wound: bool = False, soldier: object = TARGET) -> tuple[str, str]:
    """What a total does to a soldier of Resolve 4 and Vitality 9, and how he is then."""
    t = shooting(soldier, 310)
    return resolve_hit(t.g, TARGET, total, wound), t.status(TARGET)


@pytest.mark.rule("OWM-RES-01", "OWM-RES-02", "OWM-RES-04", "OWM-SOLD-11")
@pytest.mark.parametrize(
    ("total", "wound", "result", "status"),
    [
        (9, False, "killed", "gone"),
        (9, True, "killed", "gone"),
        (8, False, "suppressed", "suppressed"),
        (4, False, "suppressed", "suppressed"),
        (3, False, "", "ready"),
        (5, True, "wounded", "wounded"),
        (4, True, "wounded", "wounded"),
        (2, True, "", "ready"),
        (-1, True, "", "ready"),
    ],
)
def test_what_a_total_does_to_a_ready_soldier(total, wound, result, status):
    assert outcome(total, wound) == (result, status)


@pytest.mark.rule("OWM-RES-03", "OWM-SOLD-09")
@pytest.mark.parametrize("wound", [False, True])  # an icon makes no difference
def test_a_suppressed_soldier_is_routed(wound):
    assert outcome(3, wound, down(TARGET)) == ("", "suppressed")
    assert outcome(4, wound, down(TARGET)) == ("routed", "gone")
    assert outcome(9, wound, down(TARGET)) == ("killed", "gone")


@pytest.mark.rule("OWM-RES-05", "OWM-SOLD-10")
@pytest.mark.parametrize("wound", [False, True])
def test_a_wounded_soldier_is_removed_by_his_vitality_only(wound):
    assert outcome(8, wound, hurt(TARGET)) == ("", "wounded")
    assert outcome(9, wound, hurt(TARGET)) == ("killed", "gone")


@pytest.mark.rule("OWM-RES-01", "OWM-RES-02", "OWM-RES-03", "OWM-RES-05")
@given(total=st.integers(-20, 40), wound=st.booleans(), state=st.sampled_from((0, 1, 2)))
def test_more_never_does_less(total, wound, state):
    soldier = (TARGET, down(TARGET), hurt(TARGET))[state]
    worse = {"ready": 0, "suppressed": 1, "wounded": 1, "gone": 2}
    less, more = outcome(total, wound, soldier), outcome(total + 1, wound, soldier)
    assert worse[less[1]] <= worse[more[1]]


@pytest.mark.rule("OWM-SOLD-11")
def test_the_last_soldier_takes_his_fireteam_along():
    t = Table(
        team(0, "C1", EVANS, LEADER),
        team(1, "C4", TARGET),
        team(1, "A7", 308),
        hands=[[ATTACK_RED], []],
    ).begin()
    shoot(t, "G6", "B8", "R2")
    assert 2 not in t.g.fireteams
    assert t.g.initiative == [1, 3]
    assert t.g.lost == [TARGET]


@pytest.mark.rule("OWM-RES-06", "OWM-ASLT-07")
def test_a_suppression_stops_a_move_where_it_began():
    t = shooting(TARGET, 308, theirs={"heading": "C5", "moved_in": 2})
    events = shoot(t, "G1", "B3", "R1")  # and 2 for the move: 5
    assert t.status(TARGET) == "suppressed"
    assert facts(events, "move_stopped")["fireteam"] == 2
    assert not t.team(2).on_the_move
    assert t.at(2) == "C4"
    assert not t.g.is_established(t.team(2))  # it was on the move in this round


@pytest.mark.rule("OWM-RES-06")
def test_a_wound_does_not_stop_a_move():
    t = shooting(TARGET, 308, theirs={"heading": "C5", "moved_in": 2})
    shoot(t, "G1", "B3+wound", "R1")
    assert t.status(TARGET) == "wounded"
    assert t.team(2).on_the_move


@pytest.mark.rule("OWM-RES-07", "OWM-CREW-05")
@pytest.mark.parametrize("hit", [313, 307])
@pytest.mark.parametrize("die", ["B5", "B5+wound"])
def test_a_hit_on_gunner_or_assistant_uncrews_the_gun(hit, die):
    other = 307 if hit == 313 else 313
    t = shooting(hit, other)
    t.change(313, crewed_in=1, assistant=307)
    t.change(307, assists=313)
    events = shoot(t, "G4", die, "R4")
    assert totals(events) == [5]
    for soldier in (313, 307):
        assert (t.g.soldiers[soldier].crewed_in, t.g.soldiers[soldier].assists) == (0, 0)
        assert t.g.soldiers[soldier].assistant == 0
    assert t.team(2).line == (hit, other)


@pytest.mark.rule("OWM-RES-07", "OWM-CREW-05")
@pytest.mark.parametrize("flips", [("G6", "B8", "R1"), ("G4", "B5", "R4")])
def test_a_killed_or_routed_assistant_uncrews_the_gun(flips):
    t = shooting(down(307), 313)
    t.change(313, crewed_in=1, assistant=307)
    t.change(307, assists=313)
    shoot(t, *flips)
    assert t.status(307) == "gone"
    assert (t.g.soldiers[313].crewed_in, t.g.soldiers[313].assistant) == (0, 0)


@pytest.mark.rule("OWM-RES-07", "OWM-TOK-07")
def test_a_suppressed_sniper_loses_his_scope():
    t = shooting(312, 308)
    t.change(312, crewed_in=1)
    events = shoot(t, "G4", "B5", "R4")
    assert t.status(312) == "suppressed"
    assert t.g.soldiers[312].crewed_in == 0
    assert facts(events, "uncrewed")["soldier"] == 312


# ------------------------------------------------------------------ second grid


@pytest.mark.rule("OWM-FIRE-12", "OWM-CREW-02", "OWM-SOLD-07", "OWM-TOK-07")
@pytest.mark.parametrize(("since", "flips"), [(3, "GB"), (2, "BB")])
def test_the_scope_counts_from_the_next_round(since, flips):
    t = shooting(allied=(214, LEADER))
    t.change(214, crewed_in=since)
    t.stack("R1", "R1", "B1", "B2", "R1")
    events = t.do(Attack(ATTACK_RED, 2), Shoot(214))
    colours = [c for c, p in zip(
        every(events, "flip", "colour"), every(events, "flip", "purpose"), strict=True
    ) if p == "lethality"]
    assert colours == {"GB": ["green", "blue"], "BB": ["blue", "blue"]}[flips]


@pytest.mark.rule("OWM-STLTH-03", "OWM-RECOG-01")
def test_a_recognised_fireteam_may_be_attacked_in_the_same_turn():
    t = shooting(TARGET, 308, theirs={"stealthed": True})
    assert t.rule_against(Attack(ATTACK_RED, 2)) == "OWM-STLTH-03"
    t.stack("G2").do(Recognise(2, LEADER))
    assert t.rule_against(Attack(ATTACK_RED, 2)) == ""


@pytest.mark.rule("OWM-STLTH-02")
def test_a_fireteam_attacked_here_this_round_cannot_hide():
    t = shooting(TARGET, 308)
    t.stack("R1")
    t.do(Attack(ATTACK_RED, 2), CeaseFire(), EndTurn())
    assert t.seat == 1
    assert t.rule_against(Hide(RALLY_GREEN)) == "OWM-STLTH-02"
    t.g.fireteams[2] = t.team(2).with_(cell=t.cell("C5"))  # after it has moved away
    assert t.rule_against(Hide(RALLY_GREEN)) == ""
