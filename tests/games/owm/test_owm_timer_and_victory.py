"""The deck timer, hands, the end and the winner (section 2.26, A-19, A-67)."""

from typing import Any

import pytest

from owm_net.engine.requests import Over
from owm_net.games.owm.actions import Attack, EndTurn, Maneuver, Rally, Recognise, Redraw
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.assault import AssaultLine, DuelBegun, Retreat, Stand
from owm_net.games.owm.assessment import WindBlows
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.firing import Totalled
from owm_net.games.owm.flips import DeckPlayedThrough
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.operations.satchel_charge import Exploded
from owm_net.games.owm.rounds import TryRepair
from owm_net.games.owm.state import CATALOG, CORE
from owm_net.games.owm.terms import Side
from owm_net.games.owm.tokens import Border, TokenKind
from owm_net.games.owm.victory import Ended, account, holder, score
from tests.games.driver import classes, every, only
from tests.games.owm.table import (
    ATTACK_RED,
    EVANS,
    HILL,
    LAKE,
    MANEUVER,
    RALLY_RED,
    ROAD,
    SECOND,
    Table,
    down,
    hurt,
    jammed,
    team,
    token,
)

SUMMIT = 260


def late(n: int, *teams: Any, top: tuple[Any, ...] = (), timer_used: int = 2, **more: Any) -> Table:
    """Only n cards are left, those of `top` first; the last time through unless told."""
    t = Table(
        *(teams or (team(0, "C1", EVANS, 203), team(1, "C4", 303, 306))),
        hands=more.pop("hands", [[ATTACK_RED, RALLY_RED, MANEUVER, HILL, LAKE], []]),
        timer_used=timer_used,
        **more,
    )
    return t.stack(*top).leave(n)


def over(t: Table) -> Over:
    """The end; no card may lie between the piles, and nothing more is asked."""
    assert isinstance(t.request, Over)
    assert t.g.agenda == []
    assert t.g.event_pile == []
    assert t.count() == t.total
    return t.request


# ------------------------------------------------------------------ the timer


@pytest.mark.rule("OWM-TIMER-01", "OWM-TIMER-02")
def test_the_discards_become_a_new_deck_until_the_timer_is_reached():
    t = late(1, timer_used=0, hands=[[ATTACK_RED], []]).begin()
    before = sorted(t.g.discard)
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert only(events, DeckPlayedThrough) == DeckPlayedThrough(playthroughs=1, timer=3)
    assert t.kind != "over"
    deck = t.g.decks[CORE]
    assert deck.number == 2
    # Order card and the shots' card are in it too; what was flipped since lies discarded.
    assert deck.size == len(before) + 2
    assert not t.g.time_up


@pytest.mark.rule("OWM-TIMER-01")
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_a_shot_is_finished_with_a_last_deck_and_then_it_is_over(left):
    """Shots, target, green, blue, red: the deck ends before one of the last four."""
    t = late(left, top=("R2", "R1", "G1", "B1")).begin()
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert len(every(events, Totalled)) == 1  # the second shot is not begun
    assert classes(events)[-1] is Ended
    assert over(t).result.reason == "the deck timer has run out"
    assert t.g.playthroughs == 3


@pytest.mark.rule("OWM-TIMER-01")
def test_the_last_card_alone_does_not_end_the_match():
    t = late(5, top=("R1", "R1", "G1", "B1", "R1")).begin()
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.g.decks[CORE].left == 0
    assert t.kind == "action"  # a card must be needed


@pytest.mark.rule("OWM-TIMER-01")
def test_the_number_of_shots_is_the_last_flip_of_the_match():
    t = late(0).begin()
    t.do(Attack(ATTACK_RED, SECOND))
    assert len(t.g.discard) + t.g.decks[CORE].left == t.total - 4
    over(t)


@pytest.mark.rule("OWM-TIMER-01", "OWM-HAND-01")
def test_during_a_draw_the_match_ends_at_once():
    t = late(2).begin()
    t.do(Redraw((MANEUVER, HILL, LAKE)))
    over(t)
    assert len(t.g.hands[0]) == 4  # what the deck still had
    assert t.g.decks[CORE].left == 0
    t = late(2, timer_used=1).begin()
    t.do(Redraw((MANEUVER, HILL, LAKE)))
    assert len(t.g.hands[0]) == 5  # from the new deck
    assert t.kind == "action"


@pytest.mark.rule("OWM-TIMER-01", "OWM-ROUND-10")
def test_in_the_debrief_it_ends_without_a_fog_card():
    t = late(0).begin()
    t.do(EndTurn(), EndTurn())
    over(t)
    assert (t.g.fog, t.g.round_no, t.g.phase) == ([], 3, "over")
    t = late(0, timer_used=1).begin()
    t.do(EndTurn(), EndTurn())
    assert len(t.g.fog) == 1
    assert t.g.round_no == 4


@pytest.mark.rule("OWM-TIMER-01", "OWM-ROUND-06")
def test_in_the_draw_of_the_assessment_it_ends_at_once():
    t = late(3, hands=[[ATTACK_RED], [RALLY_RED]]).begin()
    t.do(EndTurn(), EndTurn())
    over(t)
    assert t.g.round_no == 4
    assert [len(h) for h in t.g.hands] == [3, 1]  # one card went to the fog, two were drawn


@pytest.mark.rule("OWM-TIMER-01", "OWM-ROUND-03", "OWM-COP-SC-02")
def test_the_wind_is_the_last_that_happens_if_its_card_was_the_last():
    """Nothing of the Assessment comes after it: no charge explodes when the time is over."""
    tokens = (token(TokenKind.SMOKE, "C4"), token(TokenKind.SATCHEL_CHARGE, "E7", Border.RED))
    t = late(1, team(0, "A1", EVANS), team(1, "E7", hurt(303)), at="debrief", tokens=tokens)
    t.begin()
    assert over(t).result.reason == "the deck timer has run out"
    assert t.told(WindBlows) and not t.told(Exploded)
    assert SoldierId(303) in t.g.soldiers


@pytest.mark.rule("OWM-TIMER-01")
def test_a_check_a_rally_and_a_repair_are_finished():
    t = late(0, team(0, "C1", EVANS, down(203)), team(1, "C4", 303)).begin()
    t.do(Rally(RALLY_RED))
    over(t)
    assert t.status(203) == "ready"
    hidden = team(1, "C4", 303, stealthed=True)
    t = late(0, team(0, "C1", EVANS, 203), hidden).begin()
    assert every(t.do(Recognise(SECOND, SoldierId(203))), Checked)
    over(t)
    t = late(0, team(0, "C1", jammed(EVANS), 203), team(1, "C4", 303), at="assess").begin()
    assert t.kind == "repair"
    assert every(t.do(TryRepair(True)), Checked)
    over(t)
    entering = late(
        0, team(0, "C1", EVANS, 203), team(1, "C4", 303), cards={"C2": ROAD}, trenches=("C2",)
    ).begin()
    assert every(entering.do(Maneuver(MANEUVER, entering.cell("C2"))), Checked)
    over(entering)


@pytest.mark.rule("OWM-TIMER-01", "OWM-ASLT-05", "OWM-ASLT-04")
@pytest.mark.parametrize(("left", "duels"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3)])
def test_an_assault_ends_after_the_running_duel(left, duels):
    """With 4 it is the third man's flip for an opponent that was the one too many."""
    t = late(
        left,
        team(0, "C3", 203, 206, 207),
        team(1, "C4", 303, 306, moved_in=3),
        cards={"C4": ROAD},
        top=("G3",) * 4,
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    both = {
        0: AssaultLine((SoldierId(203), SoldierId(206), SoldierId(207))),
        1: AssaultLine((SoldierId(303), SoldierId(306))),
    }
    events = t.do(tuple([both[s] for s in t.seats]))
    assert len(every(events, DuelBegun)) == duels
    over(t)


@pytest.mark.rule("OWM-TIMER-01", "OWM-ENT-04", "OWM-INIT-02")
def test_nobody_looks_for_an_entrenchment_after_the_end():
    t = late(
        4,
        team(0, "C3", 203, 206),
        team(1, "C4", 303, 306, moved_in=3),
        cards={"C4": ROAD},
        trenches=("C4", "C5"),
        top=("G3",) * 4,
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C4")))
    both = {
        0: AssaultLine((SoldierId(203), SoldierId(206))),
        1: AssaultLine((SoldierId(303), SoldierId(306))),
    }
    t.do(tuple([both[s] for s in t.seats]))
    events = t.do(Stand(), Retreat(t.cell("C5")))
    # The higher on the track looks first, with the last deck; the other does not look.
    assert [e.soldier for e in every(events, Checked)] == [203]
    over(t)


@pytest.mark.rule("OWM-TIMER-01")
def test_a_side_without_soldiers_ends_the_match_at_once():
    t = late(100, team(0, "C1", EVANS, 203), team(1, "C4", 306), timer_used=0,
             top=("R2", "R1", "G6", "B8", "R1")).begin()  # fmt: skip
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    result = over(t).result
    assert (result.winners, result.reason) == ((0,), "the Axis have no soldiers left")
    assert result.scores == (13, 0)


# ------------------------------------------------------------------ points


def final(*teams: Any, seats: int = 2, **more: Any) -> Table:
    """A position whose points are counted now: the deck is out in the Debrief."""
    t = Table(*teams, cards={"C4": SUMMIT}, timer_used=2, at="debrief", seats=seats, **more)
    return t.leave(0).begin()


@pytest.mark.rule("OWM-VICT-01", "OWM-VICT-02", "OWM-SOLD-08", "OWM-SOLD-11")
def test_all_survivors_count_in_full_whatever_their_state():
    t = final(team(0, "A1", down(EVANS), hurt(203), jammed(206)), team(1, "E7", 301, 302))
    points = sum(CATALOG.soldiers[s].points for s in map(SoldierId, (EVANS, 203, 206)))
    assert over(t).result.scores == (points, 18)
    assert t.winners == (0,)


@pytest.mark.rule("OWM-VICT-03", "OWM-MISS-07")
def test_the_objective_can_turn_the_match():
    # 10 + 20 beats 25.
    t = final(team(0, "C4", 201), team(1, "E7", 301, 302, 309))
    assert over(t).result.scores == (30, 25)
    assert t.winners == (0,)
    t = final(team(0, "C5", 201), team(1, "E7", 301, 302, 309))
    assert over(t).result.winners == (1,)


@pytest.mark.rule("OWM-VICT-03", "OWM-MX-01")
@pytest.mark.parametrize(("more", "held"), [({}, True), ({"heading": 4 * 5 + 2}, False)])
def test_the_summit_is_held_alone_and_not_on_the_move(more, held):
    t = final(team(0, "C4", 201, **more), team(1, "E7", 301))
    assert (holder(t.g) is Side.ALLIES) is held
    assert score(t.g, Side.ALLIES) == (30 if held else 10)


@pytest.mark.rule("OWM-VICT-03", "OWM-MX-01")
def test_nobody_holds_it_in_the_middle_of_an_assault():
    """Nor has anybody won it when time runs out between two duels."""
    t = late(
        2,
        team(0, "C3", 203, 206, heading="C4", moved_in=2),
        team(1, "C4", 303, 306),
        cards={"C4": SUMMIT},
        top=("G3",) * 2,
    )
    assert holder(t.g) is Side.AXIS
    t.begin()
    assert (t.kind, holder(t.g)) == ("assault_line", None)
    both = {
        0: AssaultLine((SoldierId(203), SoldierId(206))),
        1: AssaultLine((SoldierId(303), SoldierId(306))),
    }
    events = t.do(tuple([both[s] for s in t.seats]))
    assert only(events, Ended).holder is None
    assert over(t).result.scores == (score(t.g, Side.ALLIES), score(t.g, Side.AXIS)) == (12, 11)


@pytest.mark.rule("OWM-VICT-01")
def test_a_tie_goes_to_the_holder_then_to_more_soldiers_then_to_nobody():
    # Allies 10 + 20 for the Summit, Axis 10 + 9 + 5 + 6 = 30.
    t = final(team(0, "C4", 201), team(1, "E7", 301, 305, 306, 304))
    assert over(t).result.scores == (30, 30)
    assert t.winners == (0,)
    assert told_last(t) == "equal points: the Allies, by points of objectives (A-67)"
    t = final(team(0, "A1", 209, 206), team(1, "E7", 301))  # 4 + 6 against 10
    assert over(t).result.winners == (0,)
    assert told_last(t) == "equal points: the Allies, by soldiers left, 2 to 1 (A-67)"
    t = final(team(0, "A1", 201), team(1, "E7", 301))
    assert over(t).result.winners == ()
    assert told_last(t) == "equal in points, objectives and soldiers left: a draw (A-67)"
    t = final(team(0, "A1", 209), team(1, "E7", 301))
    assert over(t).result.winners == (1,) and "A-67" not in told_last(t)


def told_last(t: Table) -> str:
    """The last line on how the points come about; what was told of the end has it, too."""
    line = account(t.g)[-1]
    assert ("A-67" in line) == ("A-67" in only(t.events, Ended).sentence(t.g))
    return line


@pytest.mark.rule("OWM-VICT-01", "OWM-TEAM-04")
def test_in_a_tie_who_has_left_with_a_player_counts_as_a_survivor():
    t = final(team(0, "A1", 209), team(1, "E7", 301), withdrawn=[SoldierId(206)])  # 4 + 6: 10
    assert over(t).result.winners == (0,)


@pytest.mark.rule("OWM-TEAM-03", "OWM-VICT-02")
def test_partners_add_their_points():
    t = final(
        team(0, "A1", 201), team(2, "B1", 203), team(1, "E7", 301), team(3, "D7", 309), seats=4
    )
    result = over(t).result
    assert result.scores == (16, 17, 16, 17)
    assert result.winners == (1, 3)
