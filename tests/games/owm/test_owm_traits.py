"""Traits outside attacks: checks, command, rallies, moves, crews, assaults (section 3.7)."""

import ast
from pathlib import Path

import pytest

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.games.owm import computer, traits
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Entrench,
    Heal,
    Maneuver,
    Rally,
    Recognise,
    Redraw,
    Transfer,
)
from owm_net.games.owm.actions.rally import Rallied
from owm_net.games.owm.assault import DuelBegun
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Healed
from owm_net.games.owm.flips import Flipped
from owm_net.games.owm.ids import NO_SOLDIER, SoldierId
from owm_net.games.owm.rounds import TryRepair
from owm_net.games.owm.state import CATALOG, Soldier
from owm_net.games.owm.traits import grenades
from tests.games.driver import every, only
from tests.games.owm.assaults import charge, storming
from tests.games.owm.colonel import COLONEL, give, playing, worked
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    FIRST,
    GUNNER,
    HILL,
    LAKE,
    MANEUVER,
    MANEUVER_2,
    MATE,
    RALLY_RED,
    ROAD,
    RUINS,
    SECOND,
    THIRD,
    Table,
    down,
    hurt,
    jammed,
    team,
)

LEADER = SoldierId(203)

# ------------------------------------------------------------------ all of them


def keys_in(path: Path) -> set[str]:
    """The trait keys that stand as strings in a source file."""
    constants = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if type(n) is ast.Constant]
    return {n.value for n in constants if isinstance(n.value, str) and n.value in CATALOG.traits}


@pytest.mark.rule("OWM-SOLD-06", "OWM-LVL-04")
def test_every_trait_has_its_place_and_no_procedure_names_one():
    rooms = Path(traits.__file__).parent
    named = {path: keys_in(path) for path in sorted(rooms.parent.rglob("*.py"))}
    missing = set(CATALOG.traits)
    for path, keys in named.items():
        assert path.parent == rooms or not keys, f"{path.name} names {keys}"
        missing -= keys
    assert not missing


# ------------------------------------------------------------------ Discipline Checks


def jam(monkeypatch: pytest.MonkeyPatch, who: dict[int, str], flip: str) -> Checked:
    """Jam Private 206's weapon; an Assessment gives a check."""
    give(monkeypatch, who)
    t = Table(
        team(0, "C3", jammed(206), 203, 207),
        team(1, "C6", 303),
        at="assess",
        **playing(COLONEL),
    ).begin()
    t.until("repair", 0)
    return only(t.stack(flip).do(TryRepair(True)), Checked)


@pytest.mark.rule("OWM-LVL-04", "OWM-DISC-07", "OWM-ROUND-04")
@pytest.mark.parametrize("smith", [206, 207])
def test_s03_gunsmith_helps_to_clear_every_jam_of_his_fireteam(monkeypatch, smith):
    told = jam(monkeypatch, {smith: "S03"}, "G3")
    assert told.passed
    assert told.why == ("Gunsmith: up to 3 succeeds",)
    assert not jam(monkeypatch, {smith: "S03"}, "G4").passed
    assert not jam(monkeypatch, {303: "S03"}, "G3").passed  # an enemy


@pytest.mark.rule("OWM-LVL-04", "OWM-DISC-07", "OWM-ROUND-04")
def test_w04_dirty_weapon_clears_on_a_1_only(monkeypatch):
    assert not jam(monkeypatch, {206: "W04"}, "G2").passed
    assert jam(monkeypatch, {206: "W04"}, "G1").passed
    assert jam(monkeypatch, {207: "W04"}, "G2").passed  # a comrade's is his own affair


@pytest.mark.rule("OWM-LVL-04", "OWM-DISC-07")
def test_gunsmith_and_dirty_weapon_make_up_for_each_other(monkeypatch):
    assert jam(monkeypatch, {206: "W04", 207: "S03", 203: "S03"}, "G2").passed
    assert not jam(monkeypatch, {206: "W04", 207: "S03", 203: "S03"}, "G3").passed


def look(monkeypatch: pytest.MonkeyPatch, who: dict[int, str], flip: str) -> Checked:
    """Corporal 203 looks for an enemy in stealth."""
    give(monkeypatch, who)
    t = Table(
        team(0, "C3", 203, EVANS, 206),
        team(1, "E3", 303, 306, 307, stealthed=True),
        **playing(COLONEL),
    ).begin()
    told = only(t.stack(flip).do(Recognise(SECOND, LEADER)), Checked)
    assert t.team(2).stealthed is not told.passed
    return told


@pytest.mark.rule("OWM-LVL-04", "OWM-RECOG-03", "OWM-DISC-07")
def test_s06_hawk_sees_more_when_he_looks_himself(monkeypatch):
    told = look(monkeypatch, {203: "S06"}, "G3")
    assert (told.passed, told.value, told.why) == (True, 2, ("Hawk -1",))
    assert not look(monkeypatch, {EVANS: "S06"}, "G3").passed


@pytest.mark.rule("OWM-LVL-04", "OWM-RECOG-03", "OWM-DISC-07")
def test_s07_ghost_hides_his_fireteam_better(monkeypatch):
    told = look(monkeypatch, {306: "S07"}, "G2")
    assert (told.passed, told.value, told.why) == (False, 3, ("Ghost +1",))


@pytest.mark.rule("OWM-LVL-04", "OWM-RECOG-03", "OWM-FAIR-01", "OWM-EX-24", "OWM-DISC-07")
def test_w02_noisy_is_told_when_his_fireteam_is_looked_for(monkeypatch):
    told = look(monkeypatch, {307: "W02"}, "G3")
    assert (told.passed, told.value, told.why) == (True, 2, ("Noisy -1",))
    assert look(monkeypatch, {307: "W02", 306: "W02"}, "G4").passed
    assert not look(monkeypatch, {307: "W02", 306: "S07"}, "G3").passed


@pytest.mark.rule("OWM-LVL-04", "OWM-DISC-07", "OWM-SOLD-06")
def test_w18_insubordinate_makes_worse_checks_in_command(monkeypatch):
    give(monkeypatch, {203: "W18"})
    t = Table(
        team(0, "C3", 203, 206), team(1, "E3", 303, stealthed=True), **playing(COLONEL)
    ).begin()
    told = only(t.stack("G2").do(Recognise(SECOND, LEADER)), Checked)
    assert (told.passed, told.why) == (False, ("Insubordinate +1",))


# ------------------------------------------------------------------ Medics

DOC = SoldierId(216)  # PFC, Discipline green
OTHER_DOC = SoldierId(205)


def ward(monkeypatch: pytest.MonkeyPatch, *allied: int | Soldier, level: str = COLONEL) -> Table:
    """216 and 205 are Medics."""
    give(monkeypatch, {DOC: "S01", OTHER_DOC: "S01"})
    return Table(
        team(0, "C3", *allied),
        team(1, "C6", 303),
        hands=[[HILL, LAKE, ENTRENCH], []],
        **playing(level),
    ).begin()


@pytest.mark.rule("OWM-LVL-04", "OWM-EFF-03", "OWM-DISC-04")
@pytest.mark.parametrize(("flip", "left"), [("G2", "ready"), ("G3", "wounded")])
def test_s01_medic_heals_by_a_check_free_and_once_a_round(monkeypatch, flip, left):
    t = ward(monkeypatch, DOC, 203, hurt(206), hurt(207))
    events = t.stack(flip).do(Heal(DOC, SoldierId(206)))
    assert t.status(206) == left
    assert bool(every(events, Healed)) is (left == "ready")
    assert t.top.actions_left == 2
    t.refused(Heal(DOC, SoldierId(207)), "OWM-EFF-03", "has acted in this round")
    t.do(EndTurn(), EndTurn())
    assert t.until("action", 0).g.round_no == 4
    assert t.why_not(Heal(DOC, SoldierId(207))) is None


@pytest.mark.rule("OWM-LVL-04", "OWM-EFF-03")
def test_s01_medic_treats_wounded_men_of_his_fireteam_only(monkeypatch):
    t = ward(monkeypatch, DOC, 203, 206)
    t.refused(Heal(DOC, SoldierId(206)), "OWM-EFF-03", "no soldier of the Fireteam is wounded")
    t = ward(monkeypatch, DOC, 203, hurt(206))
    assert t.rule_against(Heal(LEADER, SoldierId(206))) == "OWM-EFF-03"
    assert t.rule_against(Heal(DOC, LEADER)) == "OWM-EFF-03"


@pytest.mark.rule("OWM-LVL-04", "OWM-EFF-03")
def test_s01_a_wounded_medic_treats_himself_and_nobody_else(monkeypatch):
    t = ward(monkeypatch, hurt(DOC), 203, hurt(206))
    t.refused(Heal(DOC, SoldierId(206)), "OWM-EFF-03", "can only treat himself")
    t.stack("G1").do(Heal(DOC, DOC))
    assert t.status(DOC) == "ready"
    t = ward(monkeypatch, down(DOC), 203, hurt(206))  # lying down he may
    assert t.why_not(Heal(DOC, SoldierId(206))) is None


@pytest.mark.rule("OWM-LVL-04", "OWM-EFF-03", "OWM-STD-01")
def test_s01_the_turn_goes_on_after_two_actions_while_a_medic_can_help(monkeypatch):
    t = ward(monkeypatch, DOC, 203, hurt(206))
    t.do(Entrench(ENTRENCH), Redraw((HILL,)))
    assert {type(o) for o in t.options()} == {Heal, EndTurn}
    t.stack("G1").do(Heal(DOC, SoldierId(206)))
    assert t.g.active == 2


@pytest.mark.rule("OWM-LVL-02", "OWM-LVL-04")
def test_s01_no_medic_below_colonel(monkeypatch):
    t = ward(monkeypatch, DOC, 203, hurt(206), level="private")
    t.refused(Heal(DOC, SoldierId(206)), "OWM-LVL-02", "only at level Colonel")
    assert not any(isinstance(a, Heal) for a in t.options())


@pytest.mark.rule("OWM-EFF-03")
def test_s01_the_computer_player_lets_its_medic_treat_who_costs_most(monkeypatch):
    t = ward(monkeypatch, DOC, hurt(203), hurt(209))
    assert computer.play(t.view(), Chance(1)) == Heal(DOC, LEADER)


# ------------------------------------------------------------------ Grenades (the hooks)


@pytest.mark.rule("OWM-LVL-04")
def test_s19_grenadier_and_w20_clumsy_change_the_damage_of_a_grenade(monkeypatch):
    give(monkeypatch, {206: "S19", 207: "W20"})
    g = table(203, 206, 207).g
    assert grenades.damage(g, FIRST) == [("Grenadier", 2), ("Clumsy", -1)]
    assert grenades.damage(g, SECOND) == []
    g.level = "lieutenant"
    assert grenades.damage(g, FIRST) == []


@pytest.mark.rule("OWM-LVL-04")
def test_s20_good_arm_throws_back_once_a_round(monkeypatch):
    give(monkeypatch, {206: "S20"})
    g = table(203, 206, 207).g
    assert grenades.good_arm(g, FIRST) == 206
    g.change_soldier(SoldierId(206), trait_used_in=g.round_no)
    assert not grenades.good_arm(g, FIRST)


# ------------------------------------------------------------------ Leaders


def table(*allied: int) -> Table:
    return Table(team(0, "C3", *allied), team(1, "C6", 303), **playing(COLONEL))


@pytest.mark.rule("OWM-LVL-04", "OWM-SOLD-04", "OWM-SOLD-05")
def test_s13_born_leader_leads_when_no_ranked_leader_is_left(monkeypatch):
    give(monkeypatch, {207: "S13"})
    g = table(206, 207, 208).g
    assert not g.is_leaderless(FIRST)
    assert g.commanders(FIRST) == [207]
    assert table(206, 208).g.is_leaderless(FIRST)
    assert table(207, EVANS).g.commanders(FIRST) == [EVANS]
    t = Table(team(0, "C3", 206, hurt(207)), team(1, "C6", 303), **playing(COLONEL))
    assert t.g.is_leaderless(FIRST)


@pytest.mark.rule("OWM-LVL-04", "OWM-SOLD-04")
def test_w18_insubordinate_steps_aside_for_another_leader(monkeypatch):
    give(monkeypatch, {203: "W18"})
    assert table(203, EVANS, 206).g.commanders(FIRST) == [EVANS]
    assert table(203, 206, 207).g.commanders(FIRST) == [203]
    give(monkeypatch, {203: "W18", 206: "S13"})
    assert table(203, 206, 207).g.commanders(FIRST) == [206]
    give(monkeypatch, {203: "W18", EVANS: "W18"})
    assert table(203, EVANS, 206).g.commanders(FIRST) == [203]


# ------------------------------------------------------------------ rallies


def rallying(monkeypatch: pytest.MonkeyPatch, who: dict[int, str], *allied: object) -> Table:
    give(monkeypatch, who)
    return Table(
        team(0, "C3", *allied),  # type: ignore[arg-type]
        team(1, "C6", 303),
        hands=[[RALLY_RED], []],
        **playing(COLONEL),
    ).begin()


@pytest.mark.rule("OWM-LVL-04", "OWM-RALLY-02")
def test_s12_motivator_adds_one_to_a_rally_while_he_is_up(monkeypatch):
    fallen = (down(206), down(207))
    t = rallying(monkeypatch, {203: "S12"}, 203, *fallen)
    events = t.stack("R1").do(Rally(RALLY_RED))
    assert worked(events) == [(LEADER, "S12")]
    assert (t.status(206), t.status(207)) == ("ready", "ready")
    t = rallying(monkeypatch, {203: "S12"}, 203, *fallen, down(208))
    t.stack("R1").do(Rally(RALLY_RED))
    three = tuple(map(SoldierId, (206, 207, 208)))
    assert t.allowed(Rallied(three[:2])) and t.rule_against(Rallied(three)) == "OWM-RALLY-01"
    t = rallying(monkeypatch, {206: "S12"}, 203, *fallen)
    t.stack("R1").do(Rally(RALLY_RED))
    assert t.kind == "rallied"
    assert t.rule_against(Rallied((SoldierId(206), SoldierId(207)))) == "OWM-RALLY-01"


@pytest.mark.rule("OWM-LVL-04", "OWM-RALLY-02")
def test_w17_sulker_needs_a_flip_of_2(monkeypatch):
    t = rallying(monkeypatch, {206: "W17", 203: "S12"}, 203, down(206), down(207))
    events = t.stack("R1").do(Rally(RALLY_RED))  # 1, and 1 more by the Motivator
    assert (SoldierId(206), "W17") in worked(events)
    assert (t.status(206), t.status(207)) == ("suppressed", "ready")
    t = rallying(monkeypatch, {206: "W17"}, 203, down(206), down(207, since=3))
    t.stack("R1").do(Rally(RALLY_RED))
    t.refused(Rallied((SoldierId(206),)), "OWM-RALLY-02", "needs a higher flip")
    t = rallying(monkeypatch, {206: "W17"}, 203, down(206))
    t.stack("R2").do(Rally(RALLY_RED))
    assert t.status(206) == "ready"


# ------------------------------------------------------------------ moves


@pytest.mark.rule("OWM-LVL-04", "OWM-TERR-07")
@pytest.mark.parametrize(("trait", "at"), [("", "C4"), ("W10", "C3")])
def test_w10_slow_gains_nothing_from_a_road(monkeypatch, trait, at):
    give(monkeypatch, {206: trait})
    t = Table(
        team(0, "C3", EVANS, 206),
        team(1, "C7", 303),
        cards={"C4": ROAD},
        hands=[[MANEUVER, MANEUVER_2], []],
        **playing(COLONEL),
    ).begin()
    foretold = agenda.outlook(t.view(), Maneuver(MANEUVER, t.cell("C4")))
    assert (foretold == "it arrives at once") == (at == "C4")
    events = t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.at(1) == at
    assert worked(events) == ([(SoldierId(206), "W10")] if trait else [])
    if trait:
        t.do(Maneuver(MANEUVER_2, t.cell("C4")))
        assert t.at(1) == "C4"


@pytest.mark.rule("OWM-LVL-04", "OWM-ENT-04")
def test_s14_pathfinder_finds_an_entrenchment_whatever_the_flip(monkeypatch):
    give(monkeypatch, {206: "S14"})
    t = Table(
        team(0, "C3", EVANS, 206),
        team(1, "C7", 303),
        cards={"C4": ROAD},
        trenches=("C4",),
        hands=[[MANEUVER], []],
        **playing(COLONEL),
    ).begin()
    events = t.stack("G6").do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.team(1).dug_in
    assert len(every(events, Flipped)) == 1  # for time
    assert not every(events, Checked)
    assert worked(events) == [(SoldierId(206), "S14")]


# ------------------------------------------------------------------ crews and transfers


@pytest.mark.rule("OWM-LVL-04", "OWM-CREW-02")
@pytest.mark.parametrize(("trait", "at_once"), [("S05", True), ("", False)])
def test_s05_belt_feeder_gives_the_second_grid_at_once(monkeypatch, trait, at_once):
    give(monkeypatch, {MATE: trait, 203: "S05"})
    t = Table(
        team(0, "C3", GUNNER, MATE, 203),
        team(1, "C5", 303),
        hands=[[HILL, LAKE, ATTACK_RED], []],
        **playing(COLONEL),
    ).begin()
    t.do(Crew(HILL, GUNNER, MATE))
    assert t.g.uses_second_grid(t.g.soldiers[GUNNER]) is at_once
    assert t.why_not(Attack(ATTACK_RED, SECOND)) is None


@pytest.mark.rule("OWM-LVL-04", "OWM-CREW-03")
@pytest.mark.parametrize("loner", [GUNNER, MATE])
def test_w15_loner_crews_no_gun_and_has_no_assistant(monkeypatch, loner):
    give(monkeypatch, {loner: "W15"})
    t = Table(
        team(0, "C3", GUNNER, MATE, 203), team(1, "C5", 303), hands=[[HILL], []], **playing(COLONEL)
    ).begin()
    t.refused(Crew(HILL, GUNNER, MATE), "OWM-CREW-03", "works alone")
    free = LEADER if loner == MATE else MATE
    assert (t.why_not(Crew(HILL, GUNNER, free)) is None) is (loner == MATE)


@pytest.mark.rule("OWM-LVL-04", "OWM-TRANS-01")
def test_w16_homebody_is_not_transferred(monkeypatch):
    give(monkeypatch, {206: "W16"})
    t = Table(
        team(0, "C3", EVANS, 203, 206),
        team(1, "C6", 303),
        team(0, "C4", 207),
        hands=[[HILL, LAKE], []],
        **playing(COLONEL),
    ).begin()
    t.refused(Transfer((HILL,), (SoldierId(206),), THIRD), "OWM-LVL-04", "cannot be transferred")
    assert t.why_not(Transfer((HILL,), (EVANS,), THIRD)) is None


# ------------------------------------------------------------------ assaults


@pytest.mark.rule("OWM-LVL-04", "OWM-ASLT-07")
def test_s08_brawler_has_an_advantage(monkeypatch):
    give(monkeypatch, {206: "S08"})
    t = storming((206,), (306,), **playing(COLONEL))
    duel = only(charge(t, "G2"), DuelBegun)
    assert duel.favourite == 206
    assert t.over is not None  # he alone flipped, and killed the last enemy
    give(monkeypatch, {306: "S08"})
    t = storming((206,), (306,), **playing(COLONEL))
    assert only(charge(t, "G3", "G3"), DuelBegun).favourite == 306
    t = storming((201,), (306,), **playing(COLONEL))  # as much as a submachine gun has, no more
    assert only(charge(t, "R3", "G3"), DuelBegun).favourite == NO_SOLDIER


@pytest.mark.rule("OWM-LVL-04", "OWM-DISC-07", "OWM-ASLT-03")
def test_s09_bayonet_drill_succeeds_on_a_3_in_an_assault(monkeypatch):
    give(monkeypatch, {206: "S09"})
    t = storming((206, 203), (306, 303), **playing(COLONEL), card=ROAD)
    charge(t, "G3", "G3", "G5", "G5")
    assert t.status(306) == "gone"
    assert t.status(206) == "ready"
    told = t.told(Checked)
    assert [e.why for e in told if e.soldier == 206] == [("Bayonet Drill: up to 3 succeeds",)]
    assert not any(e.passed for e in told if e.soldier != 206)


def test_at_other_levels_a_road_is_a_road(monkeypatch):
    give(monkeypatch, {206: "W10"})
    t = Table(
        team(0, "C3", EVANS, 206),
        team(1, "C7", 303),
        cards={"C4": ROAD, "B3": RUINS},
        hands=[[MANEUVER], []],
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.at(1) == "C4"
