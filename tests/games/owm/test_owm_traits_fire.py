"""Traits in attacks: shooters, targets, totals, and the values compared with them (section 3.7)."""

from typing import Any

import pytest
from attrs import evolve

from owm_net.games.owm.actions import Attack, EndTurn
from owm_net.games.owm.actions.attack import Aimed, CeaseFire, Shoot
from owm_net.games.owm.blast import Blast, Damaged
from owm_net.games.owm.catalog import Visibility
from owm_net.games.owm.damage import Missed
from owm_net.games.owm.firing import Totalled
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.traits import hits
from tests.games.driver import only
from tests.games.owm.colonel import COLONEL, give, playing, worked
from tests.games.owm.shots import CALM, LEADER, TARGET, shoot, shooting
from tests.games.owm.table import (
    ATTACK_BLUE,
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    FIRST,
    HILL,
    RALLY_GREEN,
    RUINS,
    SECOND,
    THIRD,
    Table,
    down,
    flips_for,
    hurt,
    team,
    totals,
)

SUMMIT = 260


def shot(monkeypatch: pytest.MonkeyPatch, trait: str, level: str = COLONEL, **more: Any) -> Any:
    """Evans, who has a trait, shoots green 4 and blue 6 less red 3: 7, and what is added."""
    give(monkeypatch, {EVANS: trait})
    t = shooting(**playing(level), **more)
    return only(shoot(t, "G4", "B6", "R3"), Totalled)


# ------------------------------------------------------------------ levels


@pytest.mark.rule("OWM-LVL-04", "OWM-LVL-02", "OWM-LVL-03", "OWM-SOLD-06")
@pytest.mark.parametrize(("level", "total"), [("private", 7), ("lieutenant", 7), (COLONEL, 8)])
def test_traits_are_in_force_at_level_colonel_only(monkeypatch, level, total):
    give(monkeypatch, {EVANS: "S16"})
    t = shooting(**playing(level))
    assert totals(shoot(t, "G4", "B6", "R3")) == [total]


@pytest.mark.rule("OWM-LVL-04", "OWM-SOLD-06")
def test_a_wounded_soldiers_trait_does_not_work(monkeypatch):
    give(monkeypatch, {LEADER: "S21"})  # he steadies Evans, who is shot at
    for leader, resolve in ((LEADER, 5), (hurt(LEADER), 0)):
        t = Table(
            team(0, "C1", EVANS, leader),
            team(1, "C4", TARGET, 303),
            hands=[[RALLY_GREEN], [ATTACK_RED]],
            **playing(COLONEL),
        ).begin()
        t.do(EndTurn())
        t.stack("R1", "R1", "B1", "B3", "G1")
        events = t.do(Attack(ATTACK_RED, FIRST), Shoot(TARGET))
        assert only(events, Totalled).resolve == resolve  # 0: as it is printed


# ------------------------------------------------------------------ what is added to a total


@pytest.mark.rule("OWM-LVL-04", "OWM-FIRE-09")
@pytest.mark.parametrize(("at", "bonus"), [("C4", ()), ("C5", ("Deadeye +1",))])
def test_s02_deadeye_shoots_better_at_long_range(monkeypatch, at, bonus):
    give(monkeypatch, {EVANS: "S02"})
    t = Table(
        team(0, "C1", EVANS, LEADER),
        team(1, at, TARGET),
        hands=[[ATTACK_RED], []],
        **playing(COLONEL),
    ).begin()
    events = shoot(t, "G4", "G5", "R3") if at == "C5" else shoot(t, "G4", "B6", "R3")
    assert only(events, Totalled).why == bonus


@pytest.mark.rule("OWM-LVL-04", "OWM-FIRE-09")
def test_s16_patient_shot_needs_a_round_without_a_move(monkeypatch):
    assert shot(monkeypatch, "S16").total == 8
    told = shot(monkeypatch, "S16", mine={"moved_in": 3})
    assert (told.total, told.why) == (7, ())
    told = shot(monkeypatch, "S16", mine={"moved_in": 2})
    assert (told.total, told.why) == (8, ("Patient Shot +1",))


@pytest.mark.rule("OWM-LVL-04", "OWM-FIRE-09")
@pytest.mark.parametrize(("defended", "total"), [(True, 7 - 2), (False, 7)])
def test_s15_digger_has_two_of_an_entrenchment_that_he_uses(monkeypatch, defended, total):
    give(monkeypatch, {TARGET: "S15"})
    t = shooting(theirs={"dug_in": defended}, trenches=("C4",), **playing(COLONEL))
    assert totals(shoot(t, "G4", "B6", "R3")) == [total]
    give(monkeypatch, {EVANS: "S15"})  # it is of no use to a shooter
    t = shooting(theirs={"dug_in": defended}, trenches=("C4",), **playing(COLONEL))
    assert totals(shoot(t, "G4", "B6", "R3")) == [7 - int(defended)]


@pytest.mark.rule("OWM-LVL-04", "OWM-FIRE-09")
@pytest.mark.parametrize(("trait", "card"), [("W11", RUINS), ("W12", HILL), ("W12", SUMMIT)])
def test_w11_claustrophobic_and_w12_dizzy_shoot_worse_where_they_are_uneasy(
    monkeypatch, trait, card
):
    other = {"W11": HILL, "W12": RUINS}[trait]
    plain = shot(monkeypatch, "", cards={"C1": card})
    assert shot(monkeypatch, trait, cards={"C1": card}).total == plain.total - 1
    plain = shot(monkeypatch, "", cards={"C1": other})
    assert shot(monkeypatch, trait, cards={"C1": other}).total == plain.total


# ------------------------------------------------------------------ Resolve and Vitality


def fired_at(monkeypatch: pytest.MonkeyPatch, *axis: Any, **more: Any) -> Any:
    """The first of the line is hit by a total of 4 (Resolve 4 suppresses) or as told."""
    flips = more.pop("flips", ("G2", "B3", "R1"))
    give(monkeypatch, more.pop("traits"))
    t = shooting(*axis, **playing(COLONEL), allied=(EVANS, LEADER))
    return t, shoot(t, *flips)


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-02")
def test_s21_steady_buddy_raises_the_resolve_of_who_stands_next_to_him(monkeypatch):
    beside = {308: "S21"}
    t, events = fired_at(monkeypatch, TARGET, 308, 303, traits=beside)
    told = only(events, Totalled)
    assert (told.total, told.resolve, told.against) == (4, 5, ("Steady Buddy: Resolve +1",))
    assert "against Resolve 5, Vitality 9 (Steady Buddy" in told.sentence(t.g)
    assert t.status(TARGET) == "ready"
    t, _ = fired_at(monkeypatch, TARGET, 303, 308, traits=beside)  # not next to him
    assert t.status(TARGET) == "suppressed"
    t, _ = fired_at(monkeypatch, TARGET, 303, traits={TARGET: "S21"})  # not his own
    assert t.status(TARGET) == "suppressed"


@pytest.mark.rule("OWM-LVL-04", "OWM-SOLD-06")
def test_two_steady_buddies_add_up(monkeypatch):
    give(monkeypatch, {307: "S21", 306: "S21"})
    t = shooting(307, 308, 306, **playing(COLONEL))
    t.stack("R1", "R2", "G4", "B3", "R1")  # the soldier in the middle: 6
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.told(Totalled)[-1].resolve == 6


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-02")
@pytest.mark.parametrize(
    ("line", "falls"), [((TARGET, 306, 303), True), ((TARGET, 303, 306), False)]
)
def test_w09_shy_falls_sooner_without_a_leader_next_to_him(monkeypatch, line, falls):
    t, events = fired_at(monkeypatch, *line, traits={TARGET: "W09"}, flips=("G1", "B3", "R1"))
    assert totals(events) == [3]
    assert (t.status(TARGET) == "suppressed") is falls


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-05")
@pytest.mark.parametrize(("target", "left"), [(hurt(TARGET), "gone"), (TARGET, "suppressed")])
def test_w14_frail_dies_sooner_while_wounded(monkeypatch, target, left):
    t, events = fired_at(monkeypatch, target, 303, traits={TARGET: "W14"}, flips=("G4", "B4", "R1"))
    assert totals(events) == [7]
    assert t.status(TARGET) == left


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-01", "OWM-RES-02")
def test_what_shy_and_frail_take_off_is_one_and_two(monkeypatch):
    """Beside a Leader the Shy has what is printed, and no more."""
    printed = CATALOG.soldiers[SoldierId(TARGET)]
    for line, less in (((TARGET, 308), 1), ((303, TARGET), 0)):
        t, _ = fired_at(monkeypatch, *line, traits={TARGET: "W09"}, flips=("G1", "B1", "R1"))
        assert hits.resolve(t.g, SoldierId(TARGET)) == printed.resolve - less
    for target, less in ((hurt(TARGET), 2), (TARGET, 0)):
        t, _ = fired_at(monkeypatch, target, 303, traits={TARGET: "W14"}, flips=("G1", "B1", "R1"))
        assert hits.vitality(t.g, SoldierId(TARGET)) == printed.vitality - less


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-04")
def test_s11_thick_skin_is_suppressed_where_others_are_wounded(monkeypatch):
    flips = ("G4+wound", "B4", "R1")
    t, events = fired_at(monkeypatch, TARGET, 303, traits={TARGET: "S11"}, flips=flips)
    assert t.status(TARGET) == "suppressed"
    assert worked(events) == [(TARGET, "S11")]
    t, _ = fired_at(monkeypatch, TARGET, 303, traits={}, flips=flips)
    assert t.status(TARGET) == "wounded"
    t, _ = fired_at(monkeypatch, down(TARGET), 303, traits={TARGET: "S11"}, flips=flips)
    assert t.status(TARGET) == "gone"  # routed: he would not have been wounded


# ------------------------------------------------------------------ who shoots, and at whom


@pytest.mark.rule("OWM-LVL-04", "OWM-ATK-06", "OWM-EX-13")
def test_w01_trigger_happy_takes_the_first_shot(monkeypatch):
    give(monkeypatch, {LEADER: "W01"})
    t = shooting(**playing(COLONEL))
    t.stack("R1", "R1", "G1", "B1", "G6")
    events = t.do(Attack(ATTACK_RED, SECOND))
    assert only(events, Aimed).soldier == LEADER
    assert worked(events) == [(LEADER, "W01")]
    assert t.kind == "action"  # there was one shot, and nobody was asked


@pytest.mark.rule("OWM-LVL-04", "OWM-ATK-06")
def test_w01_others_shoot_after_the_trigger_happy(monkeypatch):
    give(monkeypatch, {LEADER: "W01", CALM: "W01"})
    t = shooting(allied=(EVANS, LEADER, CALM), **playing(COLONEL))
    t.stack("R3").do(Attack(ATTACK_RED, SECOND))
    assert t.kind == "shooter"  # which of the two is first is their owner's choice
    assert t.options() == [Shoot(LEADER), Shoot(CALM)]
    t.refused(Shoot(EVANS), "OWM-ATK-06", "others shoot before him")
    t.refused(CeaseFire(), "OWM-ATK-06", "some must shoot")
    t.stack("R1", "G1", "B1", "G6", "R1", "G1", "B1", "G6").do(Shoot(CALM))
    assert [e.soldier for e in t.told(Aimed)] == [CALM, LEADER]
    assert t.options() == [Shoot(EVANS), CeaseFire()]


@pytest.mark.rule("OWM-LVL-04", "OWM-ATK-06")
def test_w01_who_cannot_shoot_need_not(monkeypatch):
    give(monkeypatch, {LEADER: "W01"})
    t = shooting(allied=(EVANS, hurt(LEADER)), **playing(COLONEL))
    t.stack("R1").do(Attack(ATTACK_RED, SECOND))
    assert t.options() == [Shoot(EVANS), CeaseFire()]


def stubborn(monkeypatch: pytest.MonkeyPatch, **more: Any) -> Table:
    """Bulldog Evans' Fireteam has attacked the second in the round before; a third is there."""
    give(monkeypatch, {EVANS: "W03"})
    return Table(
        team(0, "C1", EVANS, LEADER, engaged=SECOND),
        team(1, "C4", TARGET, 303, **more.pop("theirs", {})),
        team(1, "A4", 306, 304),
        hands=[[ATTACK_RED, ATTACK_RED_2, ATTACK_BLUE], []],
        **playing(more.pop("level", COLONEL)),
        **more,
    ).begin()


@pytest.mark.rule("OWM-LVL-04", "OWM-ATK-08")
def test_w03_bulldog_does_not_let_an_enemy_go_but_attacks_him_once_a_turn(monkeypatch):
    t = stubborn(monkeypatch)
    t.refused(Attack(ATTACK_RED, THIRD), "OWM-ATK-08", "does not let")
    t.stack("R1").do(Attack(ATTACK_RED, SECOND), CeaseFire())
    assert t.rule_against(Attack(ATTACK_RED_2, SECOND)) == "OWM-ATK-02"
    t.stack("R1").do(Attack(ATTACK_RED_2, THIRD), CeaseFire())
    assert t.team(1).engaged == THIRD


@pytest.mark.rule("OWM-LVL-04", "OWM-ATK-08")
def test_w03_bulldog_may_turn_to_another_if_the_last_cannot_be_named(monkeypatch):
    t = stubborn(monkeypatch, theirs={"stealthed": True})
    assert t.why_not(Attack(ATTACK_RED, THIRD)) is None
    t = stubborn(monkeypatch, level="private")
    assert t.why_not(Attack(ATTACK_RED, THIRD)) is None


@pytest.mark.rule("OWM-LVL-04", "OWM-TGT-01")
def test_w19_tall_is_hit_where_a_flip_names_nobody(monkeypatch):
    give(monkeypatch, {308: "W19"})
    t = shooting(TARGET, 308, 310, **playing(COLONEL))
    t.stack("R1", "R4", "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert only(events, Aimed).target == 308
    assert worked(events) == [(SoldierId(308), "W19")]


@pytest.mark.rule("OWM-LVL-04", "OWM-TGT-01", "OWM-TGT-02")
def test_w19_the_leftmost_of_two_and_not_one_who_lies_low(monkeypatch):
    give(monkeypatch, {308: "W19", 310: "W19"})
    t = shooting(TARGET, 308, 310, **playing(COLONEL))
    t.stack("R1", "R4", "G1", "B1", "R1")
    assert only(t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS)), Aimed).target == 308
    t = shooting(TARGET, down(308, since=3), 303, **playing(COLONEL))
    t.stack("R1", "R4", "R1", "G1", "B1", "R1")
    assert only(t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS)), Aimed).target == TARGET
    assert t.told(Missed)


# ------------------------------------------------------------------ by night, in a blizzard


def discipline_flips(monkeypatch: pytest.MonkeyPatch, trait: str, kind: str, limit: int) -> int:
    """How many Discipline flips a shot of Evans at range 3 has, where one sees so far."""
    give(monkeypatch, {EVANS: trait})
    mission = CATALOG.missions["king-of-the-hill"]
    seen = evolve(mission, visibility=Visibility(kind, limit))
    monkeypatch.setattr(CATALOG, "missions", {**CATALOG.missions, "king-of-the-hill": seen})
    events = shoot(shooting(**playing(COLONEL)), "G4", "B6", "R1", "R1")
    return flips_for(events, Purpose.DISCIPLINE)


@pytest.mark.rule("OWM-LVL-04", "OWM-VIS-02", "OWM-DISC-08")
@pytest.mark.parametrize(("trait", "kind"), [("S17", "moon"), ("S18", "snowflake")])
def test_s17_night_owl_and_s18_winter_hardened_see_one_range_farther(monkeypatch, trait, kind):
    other = {"moon": "snowflake", "snowflake": "moon"}[kind]
    assert discipline_flips(monkeypatch, "", kind, 2) == 2
    assert discipline_flips(monkeypatch, trait, kind, 2) == 1
    assert discipline_flips(monkeypatch, trait, kind, 1) == 2
    assert discipline_flips(monkeypatch, trait, other, 2) == 2


@pytest.mark.rule("OWM-LVL-04", "OWM-VIS-02", "OWM-DISC-08")
def test_w13_night_blind_sees_one_range_less(monkeypatch):
    assert discipline_flips(monkeypatch, "", "moon", 3) == 1
    assert discipline_flips(monkeypatch, "W13", "moon", 3) == 2
    assert discipline_flips(monkeypatch, "W13", "moon", 4) == 1  # one less, not two
    assert discipline_flips(monkeypatch, "W13", "snowflake", 3) == 1
    assert discipline_flips(monkeypatch, "W13", "sun", 0) == 1


@pytest.mark.rule("OWM-LVL-04", "OWM-CCS-07")
def test_w19_tall_is_found_by_a_void_flip_of_a_blast_once(monkeypatch):
    give(monkeypatch, {308: "W19"})
    t = Table(team(0, "C1", EVANS, LEADER), team(1, "C4", TARGET, 308, 310), **playing(COLONEL))
    t.g.agenda.append(Blast(SECOND, "OWM-CD-GRENADE-3", base=5))
    t.g.active = FIRST
    t.stack("R2", "R4", "R4", "R1").begin()  # two soldiers: Tall, void, the first
    assert [e.soldier for e in t.told(Damaged)] == [308, TARGET]
    assert worked(t.events) == [(SoldierId(308), "W19")]
