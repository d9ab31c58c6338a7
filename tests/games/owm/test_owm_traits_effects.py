"""Traits that change the course of a shot: jams, Random Effects, nerves (section 3.7)."""

from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.agenda import Event
from owm_net.games.owm.actions import Attack, Maneuver
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Killed, Recovered, Routed, Suppressed
from owm_net.games.owm.firing import Jammed, Totalled
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG
from tests.games.driver import every, only
from tests.games.owm.assaults import charge, lines, storming
from tests.games.owm.colonel import COLONEL, give, playing, worked
from tests.games.owm.shots import CALM, LEADER, TARGET, shoot, shooting
from tests.games.owm.table import (
    ATTACK_RED,
    EVANS,
    MANEUVER,
    ROAD,
    ROCKS,
    SECOND,
    Table,
    down,
    flips_for,
    hurt,
    totals,
)

ICON = "+random_effect"


def shot(
    monkeypatch: pytest.MonkeyPatch,
    trait: str,
    *flips: str,
    shooter: Any = CALM,
    level: str = COLONEL,
    **more: Any,
) -> tuple[Table, list[Event]]:
    """A Private (green and blue at this range, Discipline green) with a trait shoots."""
    give(monkeypatch, {CALM: trait})
    more.setdefault("allied", (shooter, LEADER))
    t = shooting(TARGET, 303, **playing(level), **more)
    return t, shoot(t, *flips, soldier=CALM)


# ------------------------------------------------------------------ jams


@pytest.mark.rule("OWM-LVL-04", "OWM-FIRE-05")
def test_s04_armorer_ignores_the_first_jam_of_a_shot_and_the_card_counts(monkeypatch):
    t, events = shot(monkeypatch, "S04", "G4+jam", "B4", "G1")
    assert totals(events) == [7]
    assert not t.soldier(CALM).jammed
    assert worked(events) == [(CALM, "S04")]
    t, events = shot(monkeypatch, "S04", "G4+jam", "B1+jam", "G1")
    assert totals(events) == [3]  # the second one jams
    assert t.soldier(CALM).jammed
    t, _ = shot(monkeypatch, "", "G4+jam", "G1")
    assert t.soldier(CALM).jammed


# ------------------------------------------------------------------ Random Effects


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04")
def test_without_such_a_trait_or_below_colonel_the_icon_does_nothing(monkeypatch):
    _, events = shot(monkeypatch, "S02", "G4" + ICON, "B4", "G1")
    assert totals(events) == [7]
    _, events = shot(monkeypatch, "W07", "G4" + ICON, "B4", "G1", level="private")
    assert totals(events) == [7]
    assert not worked(events)


@pytest.mark.rule("OWM-FIRE-06", "OWM-FIRE-04")
def test_only_the_shooters_own_trait_and_only_on_lethality(monkeypatch):
    give(monkeypatch, {LEADER: "W07", TARGET: "W07"})
    t = shooting(TARGET, 303, allied=(CALM, LEADER), **playing(COLONEL))
    assert totals(shoot(t, "G4" + ICON, "B4", "G1", soldier=CALM)) == [7]
    t, events = shot(monkeypatch, "W07", "G4", "B4", "G1" + ICON)
    assert totals(events) == [7]
    assert not t.soldier(CALM).jammed


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04")
def test_s22_second_wind_rallies_the_shooter_and_steadies_this_shot(monkeypatch):
    t, events = shot(monkeypatch, "S22", "G4" + ICON, "B4", "G1", shooter=down(CALM))
    assert only(events, Recovered).soldier == CALM
    assert t.status(CALM) == "ready"
    assert totals(events) == [7]
    assert flips_for(events, Purpose.DISCIPLINE) == 1
    _, events = shot(monkeypatch, "S22", "G4", "B4", "G1", "G1", shooter=down(CALM))
    assert flips_for(events, Purpose.DISCIPLINE) == 2
    _, events = shot(monkeypatch, "S22", "G4" + ICON, "B4", "G1")
    assert not worked(events)  # he is not suppressed: there is nothing to tell


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04")
def test_s23_adrenaline_adds_a_red_flip_for_each_icon(monkeypatch):
    _, events = shot(monkeypatch, "S23", "G4" + ICON, "B4", "R3", "G1")
    assert totals(events) == [4 + 4 + 3 - 1]
    _, events = shot(monkeypatch, "S23", "G4" + ICON, "B4", "R3" + ICON, "R2", "G1")
    assert totals(events) == [4 + 4 + 3 + 2 - 1]


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04")
def test_s24_bullseye_takes_terrain_and_entrenchment_from_the_target(monkeypatch):
    cover: dict[str, Any] = {
        "cards": {"C4": ROCKS},
        "trenches": ("C4",),
        "theirs": {"dug_in": True},
    }
    _, events = shot(monkeypatch, "S24", "G4", "B4", "G1", **cover)
    assert totals(events) == [7 - 1 - 1]
    _, events = shot(monkeypatch, "S24", "G4" + ICON, "B4", "G1", **cover)
    assert totals(events) == [7]
    assert only(events, Totalled).why == ()
    give(monkeypatch, {CALM: "S24", TARGET: "S15"})  # nor does a Digger keep his
    t = shooting(TARGET, 303, allied=(CALM, LEADER), **playing(COLONEL), **cover)
    assert totals(shoot(t, "G4" + ICON, "B4", "G1", soldier=CALM)) == [7]


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04")
def test_w05_flincher_counts_the_card_as_0(monkeypatch):
    _, events = shot(monkeypatch, "W05", "G4" + ICON, "B4", "G1")
    assert totals(events) == [3]


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04", "OWM-RES-06")
def test_w06_panicky_drops_flat_and_his_shot_is_lost(monkeypatch):
    t, events = shot(monkeypatch, "W06", "G4" + ICON)
    assert not every(events, Totalled)
    assert flips_for(events, Purpose.DISCIPLINE) == 0
    assert (t.status(CALM), t.status(TARGET)) == ("suppressed", "ready")
    assert t.g.event_pile == []
    t, _ = shot(monkeypatch, "W06", "G4" + ICON, shooter=down(CALM))
    assert t.status(CALM) == "suppressed"  # and not routed


@pytest.mark.rule("OWM-FIRE-06", "OWM-LVL-04")
def test_w07_butterfingers_jams(monkeypatch):
    t, events = shot(monkeypatch, "W07", "G4" + ICON, "G1")
    assert every(events, Jammed)
    assert totals(events) == [-1]
    assert t.soldier(CALM).jammed


@pytest.mark.rule("OWM-FIRE-06", "OWM-SOLD-06")
def test_for_an_armorer_butterfingers_is_a_jam_like_others(monkeypatch):
    give(monkeypatch, {CALM: "S04"})
    both = evolve(CATALOG.soldiers[CALM], weakness_trait="W07")
    monkeypatch.setattr(CATALOG, "soldiers", {**CATALOG.soldiers, CALM: both})
    t = shooting(TARGET, 303, allied=(CALM, LEADER), **playing(COLONEL))
    assert totals(shoot(t, "G4" + ICON, "B4", "G1", soldier=CALM)) == [7]
    assert not t.soldier(CALM).jammed


# ------------------------------------------------------------------ nerves


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-02", "OWM-DISC-07")
@pytest.mark.parametrize(("flip", "left"), [("G2", "ready"), ("G3", "suppressed")])
def test_s10_iron_nerve_makes_a_check_before_a_shot_suppresses_him(monkeypatch, flip, left):
    give(monkeypatch, {TARGET: "S10"})
    t = shooting(TARGET, 303, **playing(COLONEL))
    events = shoot(t, "G4", "B4", "R1", flip)
    assert totals(events) == [7]
    assert only(events, Checked).soldier == TARGET
    assert t.status(TARGET) == left
    assert worked(events) == ([(TARGET, "S10")] if left == "ready" else [])
    assert t.g.event_pile == []


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-03", "OWM-RES-04")
def test_s10_iron_nerve_does_not_help_against_wounds_rout_or_death(monkeypatch):
    give(monkeypatch, {TARGET: "S10"})
    t = shooting(down(TARGET), 303, **playing(COLONEL))
    assert every(shoot(t, "G4", "B4", "R1"), Routed)
    t = shooting(TARGET, 303, **playing(COLONEL))
    shoot(t, "G4+wound", "B4", "R1")
    assert t.status(TARGET) == "wounded"
    t = shooting(TARGET, 303, **playing(COLONEL))
    assert every(shoot(t, "G6", "B4", "R1"), Killed)
    assert not t.told(Checked)


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-01")
@pytest.mark.parametrize(("flip", "left"), [("G2", "ready"), ("G3", "suppressed")])
def test_w08_low_morale_may_go_down_when_the_man_beside_him_falls(monkeypatch, flip, left):
    give(monkeypatch, {308: "W08", 303: "W08"})
    t = shooting(TARGET, 308, 303, **playing(COLONEL))
    events = shoot(t, "G6", "B4", "R1", flip)
    assert only(events, Killed).soldier == TARGET
    assert [e.soldier for e in every(events, Checked)] == [308]  # 303 did not stand beside him
    assert t.status(308) == left
    assert worked(events) == [(SoldierId(308), "W08")]
    assert [e.soldier for e in every(events, Suppressed)] == ([308] if left != "ready" else [])


@pytest.mark.rule("OWM-LVL-04", "OWM-RES-03")
def test_w08_low_morale_is_shaken_by_a_rout_too_but_not_who_is_down(monkeypatch):
    give(monkeypatch, {308: "W08", 303: "W08"})
    t = shooting(303, down(TARGET), down(308), **playing(COLONEL))
    t.stack("R1", "R2", "G4", "B4", "R1", "G6")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert [e.soldier for e in t.told(Checked)] == [303]
    assert t.status(303) == "suppressed"


@pytest.mark.rule("OWM-LVL-04", "OWM-ASLT-03")
def test_w08_low_morale_in_an_assault(monkeypatch):
    give(monkeypatch, {303: "W08"})
    t = storming((206, 203), (306, 303), **playing(COLONEL), card=ROAD)
    events = charge(t, "G1", "G3", "G5", "G1", "G2", "G2")
    # 206 kills 306; 303 is shaken and goes down; so he needs two successes against 203.
    assert t.status(306) == "gone"
    assert (SoldierId(303), "W08") in worked(events)
    assert t.status(303) == "suppressed"
    assert [e.purpose for e in every(events, Flipped)][2] is Purpose.MORALE


@pytest.mark.rule("OWM-IMM-02", "OWM-ASLT-12")
def test_w08_in_an_assault_nobody_answers_the_check(monkeypatch):
    """A-143: no Command Decision is played in an assault, so none on a flip for morale either."""
    give(monkeypatch, {303: "W08"})
    t = storming((206, 203), (306, 303), level=COLONEL, card=ROAD).until("action")
    t.say(Maneuver(MANEUVER, t.cell("C4"))).until("assault_line")
    t.stack("G1", "G3", "G5", "G1", "G2", "G2")
    events = t.do(*lines(t, (206, 203), (306, 303)))
    assert (SoldierId(303), "W08") in worked(events)
    assert (t.kind, t.status(303)) == ("stand", "suppressed")


@pytest.mark.rule("OWM-LVL-04")
def test_w08_nobody_is_shaken_below_colonel_or_while_wounded(monkeypatch):
    give(monkeypatch, {308: "W08"})
    for level, man in (("private", 308), (COLONEL, hurt(308))):
        t = shooting(TARGET, man, 303, **playing(level))
        shoot(t, "G6", "B4", "R1")
        assert t.status(TARGET) == "gone"
        assert not t.told(Checked)
        assert t.g.shaken == []
