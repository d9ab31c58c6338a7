"""Command Decisions about soldiers and the Initiative Track: section 2.21."""

import pytest

from owm_net.engine.records import Played
from owm_net.games.owm.actions import EndTurn
from owm_net.games.owm.decisions import (
    Attention,
    FieldDressing,
    Fubar,
    LuckyShot,
    MarchingOrder,
    Regroup,
)
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.set_up import TrackLaid
from tests.games.owm.colonel import give, worked
from tests.games.owm.table import (
    ENTRENCH,
    EVANS,
    FIFTH,
    FIRST,
    FOURTH,
    HILL,
    SECOND,
    THIRD,
    WOODS,
    Table,
    colours,
    down,
    flips_for,
    hurt,
    team,
)

ATTENTION, DRESSING, LUCKY, MARCH, REGROUP = map(Played, (38, 80, 4, 138, 170))
FUBAR = Played(34)
SIX = (303, 304, 305, 306, 307, 308)


def table(*hands, teams=None, **more):
    """At level Lieutenant: two Fireteams on each side in turn, the first one is active."""
    usual = (
        team(0, "A3", EVANS),
        team(1, "A6", 303),
        team(0, "C3", 203, 205),
        team(1, "C6", 304, 305),
    )
    return Table(*(teams or usual), hands=hands, level="lieutenant", **more).begin()


def executed(t):
    """All pass until nothing is pending."""
    while t.top.stack:
        t.passes()
    return t


def turns(t):
    """Return who acts in this round from now on; everybody ends their turn at once."""
    acted, round_no = [], t.g.round_no
    while t.g.round_no == round_no and not t.over:
        if t.kind == "action":
            acted.append(t.g.active)
            t.say(EndTurn())
        else:
            t.passes()
    return acted


# ------------------------------------------------------------------ the Initiative Track


@pytest.mark.rule("OWM-CD-ATTENTION", "OWM-INIT-03")
def test_attention_brings_a_fireteam_to_the_top_but_no_second_turn():
    """It acts next, before those that were above it; a Fireteam that has acted does not act again
    (A-50)."""
    t = table([ATTENTION, ENTRENCH], [HILL])
    t.say(Attention(ATTENTION, THIRD))
    executed(t)
    assert t.g.initiative == [THIRD, FIRST, SECOND, FOURTH] and int(ATTENTION) in t.discard
    assert turns(t) == [FIRST, THIRD, SECOND, FOURTH]


@pytest.mark.rule("OWM-CD-ATTENTION", "OWM-INIT-03")
def test_attention_for_who_has_acted_is_no_second_turn():
    t = table([ATTENTION, ENTRENCH], [HILL])
    t.until("action").say(EndTurn())
    t.until("decision", 0).say(Attention(ATTENTION, THIRD))
    executed(t).until("action", 0)
    assert t.g.active == THIRD
    t.say(EndTurn())
    assert turns(t) == [SECOND, FOURTH]


@pytest.mark.rule("OWM-CD-ATTENTION")
@pytest.mark.parametrize("rallies", [True, False])
def test_attention_may_rally_everybody_in_it(rallies):
    teams = (team(0, "A3", EVANS), team(0, "C3", down(203), down(205, 3)), team(1, "E6", 303))
    t = table([ATTENTION, ENTRENCH], [HILL], teams=teams)
    offered = [a for a in t.options(Attention) if a.fireteam == SECOND]
    assert [a.rallies for a in offered] == [True, False]
    t.say(Attention(ATTENTION, SECOND, rallies=rallies))
    executed(t)
    assert {t.status(203), t.status(205)} == {"ready" if rallies else "suppressed"}
    assert t.g.initiative[0] == SECOND


@pytest.mark.rule("OWM-CD-ATTENTION")
def test_attention_is_for_own_fireteams_to_which_it_does_something():
    t = table([ATTENTION, ENTRENCH], [HILL])
    t.refused(Attention(ATTENTION, SECOND), "OWM-CD-ATTENTION", "a Fireteam of your own")
    t.refused(Attention(ATTENTION, FIRST), "OWM-CD-ATTENTION", "at the top already")


@pytest.mark.rule("OWM-CD-REGROUP", "OWM-INIT-03")
def test_regroup_trades_two_places_and_everybody_has_one_turn():
    """The active Fireteam trades with the last one: it does not act again, the other does."""
    t = table([REGROUP, ENTRENCH], [HILL])
    t.say(Regroup(REGROUP, FIRST, FOURTH))
    executed(t)
    assert t.g.initiative == [FOURTH, SECOND, THIRD, FIRST]
    assert turns(t) == [FIRST, FOURTH, SECOND, THIRD]


@pytest.mark.rule("OWM-CD-REGROUP", "OWM-STLTH-03")
def test_whom_regroup_may_name():
    """One of the two is an own one; an enemy in stealth is not named (A-36)."""
    t = table([REGROUP, ENTRENCH], [HILL])
    t.g.change_fireteam(FOURTH, stealthed=True)
    t.refused(Regroup(REGROUP, SECOND, FIRST), "OWM-CD-REGROUP", "a Fireteam of your own")
    t.refused(Regroup(REGROUP, FIRST, FIRST), "OWM-CD-REGROUP", "another Fireteam")
    t.refused(Regroup(REGROUP, FIRST, FOURTH), "OWM-STLTH-03", "in stealth")
    assert t.allowed(Regroup(REGROUP, FIRST, SECOND)) and t.allowed(Regroup(REGROUP, FIRST, THIRD))


@pytest.mark.rule("OWM-CD-MARCH")
def test_marching_order_shuffles_the_track_but_not_in_combat():
    """Everybody is on it as before, and acts in its order in the next round."""
    t = table([MARCH, ENTRENCH], [HILL])
    t.refused(MarchingOrder(MARCH), "OWM-CD-MARCH", "the Assessment or the Debrief")
    while t.g.phase == "combat":
        t.say(EndTurn()) if t.kind == "action" else t.passes()
    assert t.g.phase == "debrief"
    t.until("decision", 0).say(MarchingOrder(MARCH))
    executed(t)
    track = [e for e in t.events if isinstance(e, TrackLaid)][-1].fireteams
    assert sorted(track) == [FIRST, SECOND, THIRD, FOURTH] and [*track] == t.g.initiative
    assert any(r.name == "pick" and r.below == 24 for r in t.requests)
    while t.g.phase != "combat":
        t.passes()
    assert turns(t) == [*track]


@pytest.mark.rule("OWM-CD-MARCH")
def test_marching_order_in_the_assessment():
    t = table([MARCH, ENTRENCH], [HILL])
    while t.g.phase != "assessment" or t.seat != 0:
        t.say(EndTurn()) if t.kind == "action" else t.passes()
    assert t.allowed(MarchingOrder(MARCH))


# ------------------------------------------------------------------ soldiers


@pytest.mark.rule("OWM-CD-DRESSING")
def test_field_dressing_heals_a_wounded_soldier():
    """One of the own side, also a partner's (A-134); nobody else is changed."""
    teams = (team(0, "A3", EVANS, hurt(203), hurt(205)), team(1, "C6", hurt(303)))
    t = table([DRESSING, ENTRENCH], [HILL], teams=teams)
    t.refused(FieldDressing(DRESSING, EVANS), "OWM-CD-DRESSING", "a wounded soldier")
    t.refused(FieldDressing(DRESSING, SoldierId(303)), "OWM-CD-DRESSING", "of the own side")
    t.say(FieldDressing(DRESSING, SoldierId(203)))
    executed(t)
    assert [t.status(s) for s in (203, 205, 303)] == ["ready", "wounded", "wounded"]


@pytest.mark.rule("OWM-CD-DRESSING")
def test_field_dressing_needs_a_wounded_soldier():
    t = table([DRESSING, ENTRENCH], [HILL])
    t.refused(FieldDressing(DRESSING, EVANS), "OWM-CD-DRESSING", "no soldier of your side")


@pytest.mark.rule("OWM-CD-LUCKY", "OWM-STLTH-02", "OWM-STLTH-06")
def test_lucky_shot_suppresses_by_the_size_of_the_fireteam():
    """Six: green. The soldier goes down, the target has been attacked, and the shooter is seen
    (A-38)."""
    teams = (team(0, "B3", EVANS, stealthed=True), team(1, "B6", *SIX))
    t = table([LUCKY, ENTRENCH], [HILL], teams=teams)
    t.stack("G4")
    t.say(LuckyShot(LUCKY, FIRST, SECOND))
    t.until("action")
    assert colours(t.events) == ["green"]
    assert [s for s in SIX if t.status(s) == "suppressed"] == [306]
    assert t.team(SECOND).attacked_in == t.g.round_no and t.at(SECOND) == "B6"
    assert t.team(SECOND).attacked_at == t.cell("B6") and not t.team(FIRST).stealthed


@pytest.mark.rule("OWM-CD-LUCKY", "OWM-TGT-02")
def test_lucky_shot_passes_over_the_wounded_and_the_suppressed():
    """Flipped again until somebody is picked who stands (A-51)."""
    teams = (team(0, "B3", EVANS), team(1, "B6", hurt(303), down(304), 305))
    t = table([LUCKY, ENTRENCH], [HILL], teams=teams)
    t.stack("R1", "R2", "R4", "R3")
    t.say(LuckyShot(LUCKY, FIRST, SECOND))
    t.until("action")
    assert flips_for(t.events, Purpose.TARGET) == 4 and t.status(305) == "suppressed"
    assert (t.status(303), t.status(304)) == ("wounded", "suppressed")


@pytest.mark.rule("OWM-CD-LUCKY", "OWM-LVL-04")
@pytest.mark.parametrize(("tall", "hit"), [(304, 304), (down(304, since=2), 305)])
def test_a_lucky_shot_finds_a_tall_man_by_a_void_flip_if_he_stands(monkeypatch, tall, hit):
    """W19, A-125: red 4 names nobody of three."""
    give(monkeypatch, {304: "W19"})
    teams = (team(0, "B3", EVANS), team(1, "B6", 303, tall, 305))
    t = table([LUCKY, ENTRENCH], [HILL], teams=teams)
    t.g.level = "colonel"
    t.stack("R4", "R3")
    t.say(LuckyShot(LUCKY, FIRST, SECOND))
    t.until("action")
    assert t.status(hit) == "suppressed"
    assert worked(t.events) == ([(SoldierId(304), "W19")] if hit == 304 else [])


@pytest.mark.rule("OWM-CD-LUCKY", "OWM-CD-FUBAR")
def test_the_flip_of_a_lucky_shot_can_be_answered():
    """F.U.B.A.R.: another soldier is picked (A-10)."""
    teams = (team(0, "B3", EVANS), team(1, "B6", 303, 304, 305))
    t = table([LUCKY, ENTRENCH], [FUBAR, HILL], teams=teams)
    t.stack("R1", "R3")
    t.say(LuckyShot(LUCKY, FIRST, SECOND))
    while t.top.subject.name != "owm.window.number" or t.seat != 1:
        t.passes()
    t.say(Fubar(FUBAR)).until("action")
    assert (t.status(303), t.status(305)) == ("ready", "suppressed")


@pytest.mark.rule("OWM-CD-LUCKY", "OWM-STLTH-03", "OWM-LOS-05", "OWM-FF-01")
def test_at_whom_a_lucky_shot_may_be_aimed():
    """In sight, not hidden, no friend exactly behind, and somebody there who stands."""
    teams = (
        team(0, "B3", EVANS),
        team(1, "B5", 303),
        team(0, "B7", 203),
        team(1, "D3", hurt(304)),
        team(1, "E3", 305),
    )
    t = table([LUCKY, ENTRENCH], [HILL], teams=teams)
    t.refused(LuckyShot(LUCKY, FIRST, SECOND), "OWM-FF-01", "exactly behind")
    t.refused(LuckyShot(LUCKY, FIRST, FOURTH), "OWM-CD-LUCKY", "ready and unhurt")
    t.refused(LuckyShot(LUCKY, FIRST, THIRD), "OWM-CD-LUCKY", "no enemy")
    t.refused(LuckyShot(LUCKY, SECOND, FOURTH), "OWM-CD-LUCKY", "a Fireteam of your own")
    assert t.options(LuckyShot) and t.allowed(LuckyShot(LUCKY, THIRD, FIFTH))
    t.g.change_fireteam(5, stealthed=True)
    t.refused(LuckyShot(LUCKY, FIRST, FIFTH), "OWM-STLTH-03", "in stealth")


@pytest.mark.rule("OWM-CD-LUCKY", "OWM-LOS-05")
def test_a_lucky_shot_needs_line_of_sight():
    teams = (team(0, "B3", EVANS), team(1, "B7", 303))
    t = table([LUCKY, ENTRENCH], [HILL], teams=teams, cards={"B5": WOODS})
    t.refused(LuckyShot(LUCKY, FIRST, SECOND), "OWM-LOS-05", "no line of sight")
