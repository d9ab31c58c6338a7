"""Assaults: how they begin, duels, states, advantage (section 2.24 of docs/rules/owm.md).

How they end: `test_owm_assault_ends.py`.
"""

from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.story import Storyteller
from owm_net.games.owm.actions import Attack, Hide, Maneuver, Redraw
from owm_net.games.owm.assault import (
    AssaultBegun,
    AssaultLine,
    AssaultRound,
    DuelBegun,
    Retreat,
    Stand,
)
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Killed, Uncrewed, Wounded
from owm_net.games.owm.firing import Jammed
from owm_net.games.owm.flips import Flipped, NobodyPicked, Purpose
from owm_net.games.owm.ids import SoldierId
from tests.games.driver import every, only
from tests.games.owm.assaults import charge, lines, storming
from tests.games.owm.table import (
    ATTACK_RED,
    EVANS,
    FIRST,
    MANEUVER,
    MANEUVER_2,
    ROAD,
    RUINS,
    SECOND,
    WOODS,
    Table,
    down,
    hurt,
    team,
)

SYSTEM = games.get("owm")

# ------------------------------------------------------------------ how it begins


@pytest.mark.rule("OWM-ASLT-01")
def test_declaring_a_move_is_no_assault_arriving_is():
    t = storming((203, 206), (303, 306), card=RUINS)
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.kind == "action"
    events = t.do(Maneuver(MANEUVER_2, t.cell("C4")))
    assert t.kind == "assault_line"
    assert only(events, AssaultBegun) == AssaultBegun(FIRST, SECOND, t.cell("C4"))


@pytest.mark.rule("OWM-ASLT-02", "OWM-INIT-02")
@pytest.mark.parametrize("axis_first", [False, True])
def test_both_lay_their_lines_in_secret(axis_first):
    t = storming((203, 206), (303, 306), axis_first=axis_first)
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.seats == ((1, 0) if axis_first else (0, 1))
    assert type(t.request).__name__ == "ChooseSecretly"  # opened together
    assert t.options(seat=0) == [
        AssaultLine((SoldierId(203), SoldierId(206))),
        AssaultLine((SoldierId(206), SoldierId(203))),
    ]
    assert t.rule_against(AssaultLine((SoldierId(206), SoldierId(203))), seat=0) == ""
    assert t.rule_against(AssaultLine((SoldierId(303), SoldierId(306))), seat=0) == "OWM-ASLT-02"
    assert t.rule_against(AssaultLine((SoldierId(203),)), seat=0) == "OWM-ASLT-02"
    assert t.rule_against(AssaultLine((SoldierId(203), SoldierId(203))), seat=0) == "OWM-ASLT-02"
    t.stack("G3", "G3", "G3", "G3")
    events = t.do(*lines(t, (206, 203), (306, 303)))
    assert [e.soldier for e in every(events, DuelBegun)] == [206, 203]
    assert [e.target for e in every(events, DuelBegun)] == [306, 303]


@pytest.mark.rule("OWM-ASLT-12")
def test_hands_are_locked_during_an_assault():
    t = storming((203, 206), (303, 306))
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.rule_against(Attack(ATTACK_RED, SECOND), seat=0) == "OWM-ASLT-02"
    t.stack("G3", "G3", "G3", "G3").do(*lines(t, (203, 206), (303, 306)))
    assert t.kind == "stand"
    assert t.rule_against(Redraw((ATTACK_RED,))) == "OWM-ASLT-10"
    assert t.rule_against(Maneuver(MANEUVER_2, t.cell("C3"))) == "OWM-ASLT-10"


@pytest.mark.rule("OWM-ASLT-14", "OWM-CREW-05")
def test_crews_and_scopes_are_given_up():
    t = storming((203, 206), (303, 313, 306, 312))
    t.change(313, crewed_in=2, assistant=306)
    t.change(306, assists=313)
    t.change(312, crewed_in=1)
    events = t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert [e.soldier for e in every(events, Uncrewed)] == [313, 312]
    assert t.g.soldiers[SoldierId(306)].assists == 0
    assert t.kind == "assault_line"


@pytest.mark.rule("OWM-ASLT-02", "OWM-ASLT-10")
def test_whoever_lines_up_or_stays_is_told_what_two_rounds_cost():
    t = storming((203, 206), (303, 306))
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    told = agenda.outlook(t.view(0), AssaultLine((SoldierId(203), SoldierId(206))))
    assert "of your line falls on average" in told and "if their best stand first" in told
    t.stack("G3", "G3", "G2", "G3").do(*lines(t, (203, 206), (303, 306)))
    assert "of your line falls on average" in agenda.outlook(t.view(0), Stand())


# ------------------------------------------------------------------ duels


@pytest.mark.rule("OWM-ASLT-05")
def test_the_log_tells_each_round_in_a_line_also_when_nobody_falls():
    t = storming((206, 203), (306, 303))
    teller = Storyteller(SYSTEM.stories, SYSTEM.narrate)
    told = [teller.tell(t.g, e).headline for e in charge(t, "G3", "G3", "G3", "G3")]
    assert told[-1].endswith(": nobody falls")
    t.stack("G2", "G3", "G3", "G3")
    events = t.do(Stand()) + t.do(Stand())
    told = [teller.tell(t.g, e).headline for e in events]
    assert "assault, round 2: Pvt" in told[-1] and "nobody" not in told[-1]


@pytest.mark.rule("OWM-ASLT-03", "OWM-DISC-03")
@pytest.mark.parametrize(
    ("mine", "theirs", "gone"),
    [("G2", "G4", [306]), ("G3", "G1", [206]), ("G1", "G2", []), ("G3", "G6", [])],
)
def test_one_success_against_one_failure_kills(mine, theirs, gone):
    t = storming((206, 203), (306, 303))
    events = charge(t, mine, theirs, "G3", "G3")
    assert [e.soldier for e in every(events, Killed)] == gone
    assert t.taken == 4  # each of the four has flipped once


@pytest.mark.rule("OWM-DISC-03")
@pytest.mark.parametrize(
    ("soldier", "flip", "success"),
    [(EVANS, "R2", True), (EVANS, "R3", False), (203, "G2", True), (203, "G3", False),
     (209, "B2", True), (209, "B3", False)],
)  # fmt: skip
def test_a_check_succeeds_on_1_or_2_of_the_soldiers_colour(soldier, flip, success):
    t = storming((201, soldier), (303, 306), card=ROAD)
    events = charge(t, "R3", "G3", flip, "G3")
    checks = [e for e in every(events, Checked) if e.soldier == soldier]
    assert [c.passed for c in checks] == [success]


@pytest.mark.rule("OWM-ASLT-03")
@pytest.mark.parametrize("axis_first", [False, True])
def test_who_is_higher_on_the_track_flips_first(axis_first):
    t = storming((203, 206), (303, 306), axis_first=axis_first)
    events = charge(t, "G3", "G3", "G3", "G3")
    assert every(events, Checked)[0].soldier == (303 if axis_first else 203)


@pytest.mark.rule("OWM-ASLT-04", "OWM-ASLT-05")
def test_soldiers_too_many_flip_for_an_opponent():
    t = storming((203, 206, 207, 208), (303, 306))
    events = charge(t, *["G3"] * 4, "R1", "G3", "G3", "R4", "G3", "G3")
    assert [e.soldier for e in every(events, DuelBegun)] == [203, 206, 207, 208]
    assert [e.target for e in every(events, DuelBegun)] == [303, 306, 303, 306]
    t = storming((203, 206), (303, 304, 306, 307))
    events = charge(t, "G3", "G3", "G3", "R3", "R2", "G3", "G3", "R3", "G3", "G3")
    assert [e.soldier for e in every(events, DuelBegun)] == [203, 206, 206, 203]
    assert [e.target for e in every(events, DuelBegun)] == [303, 304, 306, 307]


@pytest.mark.rule("OWM-ASLT-04")
def test_they_choose_among_the_living_by_their_number():
    t = storming((203, 206, 207, 208), (303, 306, 308))
    # 206 kills the second; the fourth Ally then chooses between two.
    events = charge(t, "G3", "G3", "G1", "G3", "G3", "G3", "R2", "G3", "G3")
    assert t.status(306) == "gone"
    assert [e.target for e in every(events, DuelBegun)] == [303, 306, 308, 308]
    assert not every(events, NobodyPicked)
    # The colour too goes by the living: of five one is killed, so a red card, not a green one.
    t = storming((203, 206, 207, 208, 202, 204), (303, 306, 307, 308, 310))
    events = charge(t, "G3", "G3", "G1", "G3", *["G3"] * 5, "R3", "R4", "R3", "R3")
    assert t.status(306) == "gone"
    flipped = [e for e in every(events, Flipped) if e.purpose is Purpose.OPPONENT]
    assert [e.colour.value for e in flipped] == ["red"]
    assert every(events, DuelBegun)[5].target == 310
    # A void number is flipped again: three are left, and a 4 names none.
    t = storming((203, 206, 207, 208), (303, 306, 308))
    events = charge(t, *["G3"] * 6, "R4", "R3", "G3", "G3")
    assert [e.target for e in every(events, DuelBegun)][3] == 308
    assert len(every(events, NobodyPicked)) == 1


@pytest.mark.rule("OWM-ASLT-04", "OWM-ASLT-05")
def test_without_an_enemy_left_they_do_nothing_and_it_is_over():
    t = storming((203, 206, 207), (303,), others=(team(1, "A7", 310),))
    events = charge(t, "G1", "G3")
    assert [e.soldier for e in every(events, DuelBegun)] == [203]
    assert t.g.active == 3
    assert t.at(1) == "C4"


@pytest.mark.rule("OWM-ASLT-05", "OWM-ASLT-02")
def test_gaps_close_between_rounds_and_the_old_line_returns():
    t = storming((203, 206, 207), (303, 306, 307))
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    t.stack("G1", "G3", "G3", "G3", "G3", "G3")
    t.do(*lines(t, (207, 206, 203), (307, 306, 303)))
    assert t.status(307) == "gone"
    t.stack("G3", "G3", "G3", "G3", "R1", "G3", "G3")
    events = t.do(Stand(), Stand())
    assert only(events, AssaultRound).n == 2
    assert [e.soldier for e in every(events, DuelBegun)] == [207, 206, 203]
    assert [e.target for e in every(events, DuelBegun)] == [306, 303, 306]
    t.do(Stand(), Retreat(t.cell("C5")))
    assert t.team(1).line == (203, 206, 207)
    assert t.team(2).line == (303, 306)


@pytest.mark.rule("OWM-ASLT-13", "OWM-CARD-06")
def test_icons_do_nothing_in_an_assault():
    t = storming((203, 206), (303, 306))
    events = charge(t, "G3+jam", "G3+wound", "G4+random_effect", "G4+wound")
    assert not any(s.jammed for s in t.g.soldiers.values())
    assert {t.status(s) for s in (203, 206, 303, 306)} == {"ready"}
    assert not every(events, Jammed) and not every(events, Wounded)


@pytest.mark.rule("OWM-ASLT-05", "OWM-ASLT-04")
def test_the_gaps_of_the_one_who_came_close_too():
    t = storming((206, 203, 207), (306, 303, 307))
    charge(t, "G3", "G1", "G3", "G3", "G3", "G3")
    assert t.status(206) == "gone"
    t.stack("G3", "G3", "G3", "G3", "R1", "G3", "G3")
    events = t.do(Stand(), Stand())
    assert [e.soldier for e in every(events, DuelBegun)] == [203, 207, 203]
    assert [e.target for e in every(events, DuelBegun)] == [306, 303, 307]


@pytest.mark.rule("OWM-ASLT-03")
def test_an_evenly_matched_round_with_evans():
    t = storming((EVANS, 203), (303, 306))
    events = charge(t, "R2", "G4", "G3", "G3")
    assert [e.soldier for e in every(events, Killed)] == [303]  # red 2 against green 4


# ------------------------------------------------------------------ states


@pytest.mark.rule("OWM-ASLT-15", "OWM-EX-23")
@pytest.mark.parametrize(("flips", "wins"), [(("G1", "G2"), True), (("G1", "G3"), False)])
def test_a_suppressed_soldier_needs_two_successes_in_a_row(flips, wins):
    t = storming((203, 206), (303, down(306)), theirs={"moved_in": 3})
    events = charge(t, "G3", "G3", "G3", *flips)
    assert [e.soldier for e in every(events, Killed)] == ([206] if wins else [])
    assert t.status(306) == "suppressed"
    assert t.taken == 5


@pytest.mark.rule("OWM-ASLT-16", "OWM-SOLD-10")
def test_a_wounded_soldier_flips_nothing_and_can_be_killed():
    t = storming((203, 206), (303, hurt(306)))
    events = charge(t, "G3", "G3", "G2")
    assert [e.soldier for e in every(events, Checked)] == [203, 303, 206]
    assert [e.soldier for e in every(events, Killed)] == [306]


@pytest.mark.rule("OWM-ASLT-16")
def test_a_wounded_soldier_too_many_attacks_nobody():
    t = storming((203, hurt(206), hurt(207)), (303, 306))
    events = charge(t, "G3", "G3", "G3")
    # 207 flips for no opponent, and nobody of the others fights him.
    assert [e.soldier for e in every(events, DuelBegun)] == [203, 206]
    assert [e.target for e in every(events, DuelBegun)] == [303, 306]
    assert t.kind == "stand"
    assert t.taken == 3
    # Those of the shorter line are chosen like the others.
    t = storming((203, 206, 207), (303, hurt(306)))
    events = charge(t, "G3", "G3", "G3", "R2", "G2")
    assert [e.target for e in every(events, DuelBegun)] == [303, 306, 306]
    assert [e.soldier for e in every(events, Killed)] == [306]


@pytest.mark.rule("OWM-ASLT-16")
def test_when_nobody_can_attack_the_one_who_came_goes_back():
    t = storming((hurt(203), hurt(206)), (hurt(303), hurt(306)))
    events = charge(t)
    assert not every(events, DuelBegun)
    assert t.at(1) == "C3"
    assert t.status(203) == "wounded"
    assert t.g.active == 2


@pytest.mark.rule("OWM-ASLT-17", "OWM-DISC-06", "OWM-SOLD-05")
@pytest.mark.parametrize(("flips", "wins"), [(("G1", "G4"), False), (("G1", "G2"), True)])
def test_without_a_leader_the_higher_of_two_flips_counts(flips, wins):
    t = storming((206, 207), (303, 306))
    events = charge(t, *flips, "G3", "G3", "G3", "G3")
    assert every(events, Checked)[0].value == int(max(flips)[1])
    assert [e.soldier for e in every(events, Killed)] == ([303] if wins else [])


@pytest.mark.rule("OWM-ASLT-17", "OWM-ASLT-15")
def test_leaderless_and_suppressed_are_still_two_flips():
    t = storming((203, 206), (down(306), 307))
    events = charge(t, "G3", "G1", "G2", "G3", "G3", "G3")
    assert [e.soldier for e in every(events, Killed)] == [203]


# ------------------------------------------------------------------ advantage


def edges(t: Table) -> list[int]:
    """Return who has the advantage in each duel of a first round in which everybody fails."""
    return [e.edge for e in every(charge(t, *["G3"] * 12), DuelBegun)]


@pytest.mark.rule("OWM-ASLT-07", "OWM-ASLT-06", "OWM-EX-22")
def test_an_established_defender_has_the_advantage():
    assert edges(storming((203, 206), (303, 306), theirs={"moved_in": 2})) == [-1, -1]
    # First on the track and first in the Terrain, but on the move in this round:
    assert edges(storming((203, 206), (303, 306), theirs={"moved_in": 3})) == [0, 0]
    on_the_move = {"moved_in": 2, "heading": 4 * 5 + 2}
    assert edges(storming((203, 206), (303, 306), theirs=on_the_move)) == [0, 0]


@pytest.mark.rule("OWM-ASLT-06")
def test_with_the_advantage_a_success_kills_without_reply():
    t = storming((203, 206), (303, 306), theirs={"moved_in": 2})
    events = charge(t, "G1", "G3", "G1")
    # 303 succeeds at once: 203 does not flip. 306 fails, 206 flips as usual and wins.
    assert [e.soldier for e in every(events, Checked)] == [303, 306, 206]
    assert [e.soldier for e in every(events, Killed)] == [203, 306]


@pytest.mark.rule("OWM-ASLT-07", "OWM-ASLT-06")
def test_weapons_have_advantages_and_disadvantages():
    assert edges(storming((201, 203), (303, 306))) == [1, 0]  # a Thompson
    assert edges(storming((215, 203), (303, 306))) == [-1, 0]  # a heavy machine gun
    assert edges(storming((201, 203), (301, 306))) == [0, 0]  # against a machine pistol
    assert edges(storming((201, 203), (303, 306), theirs={"moved_in": 2})) == [0, -1]
    assert edges(storming((215, 203), (313, 303))) == [0, 0]  # both -1: equal


@pytest.mark.rule("OWM-ASLT-07", "OWM-FLANK-02")
def test_flanking_is_an_advantage_of_the_mover_only():
    friend = team(0, "D4", 208)
    assert edges(storming((203, 206), (303, 306), others=(friend,))) == [1, 1]
    enemies = (team(1, "B3", 308), team(1, "D3", 307))
    assert edges(storming((203, 206), (303, 306), others=enemies)) == [0, 0]
    unseeing: dict[str, Any] = {"cards": {"C4": ROAD, "D4": RUINS}, "others": (team(0, "C5", 208),)}
    assert edges(storming((203, 206), (303, 306), **unseeing)) == [0, 0]  # 180 degrees


@pytest.mark.rule("OWM-ASLT-07", "OWM-FLANK-02", "OWM-ASLT-05")
def test_flanking_is_an_advantage_in_every_round():
    t = storming((203, 206), (303, 306), others=(team(0, "D4", 208),))
    first = charge(t, *["G3"] * 4 * 2)
    assert [e.edge for e in every(first, DuelBegun)] == [1, 1]
    t.stack(*["G3"] * 4)
    second = t.do(Stand(), Stand())
    assert [e.edge for e in every(second, DuelBegun)] == [1, 1]


@pytest.mark.rule("OWM-ASLT-08", "OWM-ASLT-19", "OWM-ASLT-07", "OWM-STLTH-04")
@pytest.mark.parametrize("card", [RUINS, ROAD])
def test_stealth_overrides_all_in_the_first_round_and_is_then_gone(card):
    """Also where the Road has taken the token at the last step: it was in stealth."""
    t = storming(
        (215, 203), (303, 306), mine={"stealthed": True}, theirs={"moved_in": 2}, card=card
    )
    if card == RUINS:
        t.do(Maneuver(MANEUVER_2, t.cell("C4")))
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    assert t.team(1).stealthed is (card == RUINS)
    t.stack(*["G3"] * 4)
    events = t.do(*lines(t, (215, 203), (303, 306)))
    assert [e.edge for e in every(events, DuelBegun)] == [1, 1]
    assert not t.team(1).stealthed
    t.stack(*["G3"] * 4)
    events = t.do(Stand(), Stand())
    # Counted normally: nothing for the stealth that was, the heavy machine gun -1; established 1.
    assert [e.edge for e in every(events, DuelBegun)] == [-1, -1]


@pytest.mark.rule("OWM-ASLT-07")
def test_a_hidden_defender_that_stays_has_its_advantage_too():
    t = storming(
        (201, 203), (303, 306), theirs={"moved_in": 2, "stealthed": True}, card=RUINS,
        mine={"heading": 3 * 5 + 2, "moved_in": 2},
    )  # fmt: skip
    assert t.kind == "slip_away"
    t.do(Stand())
    t.stack(*["G3"] * 4)
    events = t.do(*lines(t, (201, 203), (303, 306)))
    assert [e.edge for e in every(events, DuelBegun)] == [-1, -1]  # 2 against 1, and against 0
    t.do(Retreat(t.cell("C3")), Stand())
    assert t.team(2).stealthed  # an assault is no hostile action of its own


@pytest.mark.rule("OWM-STLTH-02", "OWM-EFF-05")
def test_nobody_hides_where_he_has_fought_an_assault_in_this_round():
    """Both were attacked there. A Fireteam that has left may hide at its new place."""
    t = storming((203, 206), (303, 306), hands=[[MANEUVER, MANEUVER_2], [WOODS]], card=RUINS)
    t.do(Maneuver(MANEUVER_2, t.cell("C4")), Maneuver(MANEUVER, t.cell("C4")))
    t.stack(*["G3"] * 4).do(*lines(t, (203, 206), (303, 306)))
    t.do(Retreat(t.cell("C3")), Stand())
    assert t.g.active == 2
    assert t.rule_against(Hide(WOODS)) == "OWM-STLTH-02"
    t = storming((203, 206), (303, 306), hands=[[MANEUVER, MANEUVER_2], [WOODS]], card=RUINS)
    t.do(Maneuver(MANEUVER_2, t.cell("C4")), Maneuver(MANEUVER, t.cell("C4")))
    t.stack(*["G3"] * 4).do(*lines(t, (203, 206), (303, 306)))
    t.do(Stand(), Retreat(t.cell("D4")))
    assert (t.g.active, t.at(2)) == (2, "D4")
    assert t.rule_against(Hide(WOODS)) == ""
    assert t.team(1).attacked_in == 3 and t.team(1).attacked_at == t.cell("C4")
