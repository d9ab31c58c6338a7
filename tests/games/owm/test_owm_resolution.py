"""Attack Resolution: the effect of a total on a soldier, the Fireteam, its gun (section 2.15)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.games.owm.damage import (
    Fate,
    HurtAlready,
    Killed,
    Routed,
    Suppressed,
    Uncrewed,
    Wounded,
    resolve_hit,
)
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.placing import MoveStopped
from tests.games.driver import only
from tests.games.owm.shots import LEADER, TARGET, shoot, shooting
from tests.games.owm.table import ATTACK_RED, EVANS, Table, down, hurt, team, totals


def outcome(total: int, wound: bool = False, soldier: Any = TARGET) -> tuple[str, str]:
    """Return the effect of a total on a soldier of Resolve 4 and Vitality 9, and their status
    then."""
    t = shooting(soldier, 310)
    t.g.events.clear()
    resolve_hit(t.g, TARGET, total, wound)
    (told,) = t.g.events
    assert isinstance(told, Fate) and told.soldier == TARGET
    deeds = {Killed: "killed", Routed: "routed", Suppressed: "suppressed", Wounded: "wounded"}
    deeds[HurtAlready] = "hurt already"
    return deeds.get(type(told), ""), t.status(TARGET)


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
    assert outcome(8, wound, hurt(TARGET)) == ("hurt already", "wounded")
    assert outcome(4, wound, hurt(TARGET)) == ("hurt already", "wounded")
    assert outcome(3, wound, hurt(TARGET)) == ("", "wounded")
    assert outcome(9, wound, hurt(TARGET)) == ("killed", "gone")


@pytest.mark.rule("OWM-RES-05")
def test_a_wounded_soldier_who_is_hit_is_not_called_unharmed():
    t = shooting(hurt(TARGET), 310)
    for total, told in ((4, "is hit, but wounded already"), (3, "is unharmed")):
        t.g.events.clear()
        resolve_hit(t.g, TARGET, total, wound=False)
        assert t.g.events[0].sentence(t.g).endswith(told)


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
    assert only(events, MoveStopped).fireteam == 2
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
        assert (t.soldier(soldier).crewed_in, t.soldier(soldier).assists) == (0, 0)
        assert t.soldier(soldier).assistant == 0
    assert t.team(2).line == (hit, other)


@pytest.mark.rule("OWM-RES-07", "OWM-CREW-05")
def test_a_killed_assistant_uncrews_the_gun():  # A-39; one who is routed has been suppressed before
    t = shooting(307, 313)
    t.change(313, crewed_in=1, assistant=307)
    t.change(307, assists=313)
    shoot(t, "G6", "B8", "R1")
    assert t.status(307) == "gone"
    assert (t.g.soldiers[SoldierId(313)].crewed_in, t.g.soldiers[SoldierId(313)].assistant) == (
        0,
        0,
    )


@pytest.mark.rule("OWM-RES-07", "OWM-TOK-07")
def test_a_suppressed_sniper_loses_his_scope():
    t = shooting(312, 308)
    t.change(312, crewed_in=1)
    events = shoot(t, "G4", "B5", "R4")
    assert t.status(312) == "suppressed"
    assert t.g.soldiers[SoldierId(312)].crewed_in == 0
    assert only(events, Uncrewed).soldier == 312
