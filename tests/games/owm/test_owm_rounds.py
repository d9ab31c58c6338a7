"""Initiative, rounds and their phases (section 2.12 of docs/rules/owm.md)."""

from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.requests import Choose
from owm_net.games.owm.actions import Attack, EndTurn, Entrench, Hide
from owm_net.games.owm.actions.action import Ordered
from owm_net.games.owm.actions.attack import Shoot
from owm_net.games.owm.actions.entrench import Entrenches
from owm_net.games.owm.actions.hide import Hides
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.flips import Drawn, Flipped
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.rounds import FogGrown, RoundBegun, TryRepair
from owm_net.games.owm.turn import TurnBegun
from tests.games.driver import classes, every, only
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    ENTRENCH,
    EVANS,
    FIRST,
    FOURTH,
    HILL,
    MANEUVER,
    RALLY_RED,
    SECOND,
    THIRD,
    Table,
    down,
    hurt,
    jammed,
    team,
    totals,
)


def four(**more: Any) -> Table:
    """Two Fireteams on each side, mixed on the track."""
    hands = more.pop("hands", [[ENTRENCH, HILL, ATTACK_RED], [MANEUVER]])
    return Table(
        team(0, "B1", EVANS, 203),
        team(1, "B7", 303, 306),
        team(1, "D7", 302, 307),
        team(0, "D1", 202, 206),
        hands=hands,
        **more,
    )


@pytest.mark.rule("OWM-ROUND-07", "OWM-INIT-01", "OWM-PASS-01")
def test_every_fireteam_has_one_turn_from_the_top_of_the_track():
    t = four().begin()
    seen = [t.g.active]
    for _ in range(3):
        t.do(EndTurn())
        seen.append(t.g.active)
    assert seen == [1, 2, 3, 4]
    t.do(EndTurn())
    assert t.g.round_no == 4
    assert t.g.active == 1


@pytest.mark.rule("OWM-INIT-03", "OWM-INIT-01")
def test_the_next_is_the_topmost_that_has_not_acted():
    t = four().begin()
    t.do(EndTurn())
    assert t.g.active == 2
    t.g.initiative[:] = [FOURTH, FIRST, SECOND, THIRD]  # the order of the track can change
    t.do(EndTurn())
    assert t.g.active == 4
    t.g.initiative[:] = [
        FIRST,
        SECOND,
        FOURTH,
        THIRD,
    ]  # who has acted and moves up does not act again
    t.do(EndTurn())
    assert t.g.active == 3
    t.do(EndTurn())
    assert t.g.round_no == 4


@pytest.mark.rule("OWM-INIT-02", "OWM-ROUND-06")
@pytest.mark.parametrize("order", [[1, 2, 3, 4], [3, 1, 2, 4]])
def test_players_draw_in_initiative_order_up_to_7(order):
    t = four(at="debrief", hands=[[1, 2, 3], [4, 5, 6, 8, 9, 12, 13]])
    t.g.initiative[:] = order
    t.begin()
    draws = [(e.seat, e.cards) for e in every(t.said, Drawn)]
    assert draws == [(0, 4)]  # a hand of 7 draws none
    t = four(at="debrief", hands=[[1, 2, 3], [4, 5]])
    t.g.initiative[:] = order
    t.begin()
    draws = [(e.seat, e.cards) for e in every(t.said, Drawn)]
    assert draws == ([(0, 4), (1, 5)] if order[0] == 1 else [(1, 5), (0, 4)])
    assert [len(h) for h in t.g.hands] == [7, 7]


@pytest.mark.rule("OWM-ROUND-01")
def test_assessment_combat_debrief():
    t = four(hands=[[ENTRENCH], []]).begin()
    assert t.g.phase == "combat"
    t.do(EndTurn(), EndTurn(), EndTurn())
    t.do(EndTurn())
    wanted = (FogGrown, RoundBegun, Drawn, TurnBegun)
    told = [kind for kind in classes(t.said) if issubclass(kind, wanted)]
    assert told == [FogGrown, RoundBegun, Drawn, Drawn, TurnBegun]


@pytest.mark.rule("OWM-ROUND-01", "OWM-TIMER-01")
def test_people_are_told_the_phase_it_is_in():
    """At every pause: a repair and a draw belong to the Assessment, a new deck for the fog to the
    Debrief."""
    seen: dict[Any, Any] = {}
    t = Table(
        team(0, "C1", jammed(203), EVANS), team(1, "C4", 303), at="debrief", hands=[[], []],
        timer_used=1,
    ).leave(0)  # fmt: skip
    agenda.begin(t.g)
    while t.kind != "action":
        asked = t.kind if isinstance(t.request, Choose) else t.request.name
        seen.setdefault(asked, t.g.phase)
        agenda.advance(t.g, TryRepair(True) if t.kind == "repair" else t.dealer.answer(t.request))
    assert seen == {
        "shuffle": "debrief", "repair": "assessment", "flip": "assessment", "draw": "assessment",
    }  # fmt: skip
    assert t.g.phase == "combat"


@pytest.mark.rule("OWM-ROUND-10", "OWM-SETUP-12")
def test_the_fog_card_is_face_down_and_unseen():
    t = four(hands=[[2, 3, 4, 5, 6, 8, 9], [12, 13, 14, 15, 16, 17, 18]]).begin()
    top = t.dealer.faces[t.g.decks["core"].top(1)[0]]
    t.do(EndTurn(), EndTurn(), EndTurn(), EndTurn())
    (hidden,) = t.g.fog
    assert hidden < 0
    assert t.dealer.faces[hidden] == top
    assert all(hidden not in known for known in t.dealer.knowledge)
    assert top not in t.g.discard
    t.do(EndTurn(), EndTurn(), EndTurn(), EndTurn())
    assert len(t.g.fog) == 2  # ever growing


@pytest.mark.rule("OWM-ROUND-04", "OWM-EX-06", "OWM-DISC-04", "OWM-EFF-02")
@pytest.mark.parametrize(("flip", "clear"), [("G2", True), ("G3", False)])
def test_a_jammed_soldier_may_make_one_check_in_the_assessment(flip, clear):
    t = Table(
        team(0, "C1", jammed(203), EVANS),
        team(1, "C4", 303, 306),
        hands=[[ATTACK_RED, ATTACK_RED_2], []],
        at="assess",
    ).begin()
    assert (t.kind, t.seat) == ("repair", 0)
    assert t.rule_against(EndTurn()) == "OWM-ROUND-04"
    t.stack(flip).do(TryRepair(True))
    assert t.g.soldiers[SoldierId(203)].jammed is not clear
    assert (t.g.phase, t.top.actions_left) == ("combat", 2)
    if clear:
        t.stack("R4", "R1", "G1", "B1", "G1")
        assert totals(t.do(Attack(ATTACK_RED, SECOND), Shoot(SoldierId(203)))) == [1]
    else:
        t.do(EndTurn())
        t.do(EndTurn())
        assert (t.kind, t.g.round_no) == ("repair", 5)  # the next Assessment


@pytest.mark.rule("OWM-ROUND-04", "OWM-INIT-02")
def test_checks_are_optional_and_come_in_initiative_order():
    t = Table(
        team(0, "C1", jammed(203), jammed(EVANS)),
        team(1, "C4", 303, jammed(306)),
        at="assess",
    )
    t.g.initiative[:] = [SECOND, FIRST]
    t.begin()
    order = []
    while t.kind == "repair":
        order.append(t.top.waiting[0])
        assert t.options() == [TryRepair(True), TryRepair(False)]
        before = t.taken
        events = t.do(TryRepair(False))
        assert not every(events, Checked)
        if t.kind == "repair":
            assert t.taken == before
    assert order == [306, 203, EVANS]
    assert all(t.g.soldiers[s].jammed for s in order)


@pytest.mark.rule("OWM-ROUND-02")
def test_nothing_in_assessment_or_debrief_costs_an_action():
    t = Table(team(0, "C1", jammed(203), EVANS), team(1, "C4", 303), at="assess").begin()
    t.stack("G1").do(TryRepair(True))
    assert t.top.actions_left == 2


@pytest.mark.rule("OWM-ROUND-03", "OWM-MISS-03", "OWM-EX-10")
def test_no_smoke_no_wind_flip():
    """King of the Hill's top-of-round action is one wind flip if there is Smoke: never here."""
    t = four(hands=[[2, 3, 4, 5, 6, 8, 9], [12, 13, 14, 15, 16, 17, 18]]).begin()
    t.do(EndTurn(), EndTurn(), EndTurn())
    before = t.taken
    t.do(EndTurn())
    assert t.taken == before + 1  # the card of the fog alone
    assert not every(t.said, Flipped)
    assert t.g.card.top_of_round.startswith("Flip the wind once if there is Smoke")


@pytest.mark.rule("OWM-SETUP-15", "OWM-ROUND-01")
def test_round_1_has_no_assessment():
    t = Table(team(0, "C1", jammed(203), EVANS), team(1, "C4", 303), at="start", round_no=0)
    t.begin()
    assert (t.g.round_no, t.g.phase, t.kind) == (1, "combat", "action")
    assert t.taken == 0


@pytest.mark.rule("OWM-TOK-05", "OWM-BORD-01")
def test_states_and_tokens_stay_from_round_to_round():
    t = Table(
        team(0, "C1", jammed(203), down(206), hurt(EVANS), 214),
        team(1, "C6", 303, stealthed=True),
        trenches=("C1",),
        hands=[[ENTRENCH], []],
    )
    t.change(214, crewed_in=1)
    t.begin()
    t.do(Entrench(ENTRENCH), EndTurn(), EndTurn(), TryRepair(False))
    assert t.g.round_no == 4
    assert t.g.soldiers[SoldierId(203)].jammed
    assert (t.status(206), t.status(EVANS)) == ("suppressed", "wounded")
    assert t.g.soldiers[SoldierId(214)].crewed_in == 1
    assert t.team(2).stealthed
    assert t.team(1).dug_in


@pytest.mark.rule("OWM-ROUND-07")
def test_a_fireteam_that_is_removed_loses_its_turn():
    t = Table(
        team(0, "C1", EVANS, 203),
        team(1, "C4", 306),
        team(1, "A7", 303),
        hands=[[ATTACK_RED], []],
    ).begin()
    t.stack("R1", "R1", "G6", "B8", "R1")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS), EndTurn())
    assert t.g.active == 3


@pytest.mark.rule("OWM-SETUP-14", "OWM-CARD-01")
def test_a_drawn_card_is_known_to_its_owner_alone():
    t = four(hands=[[ENTRENCH], []]).begin()
    t.do(EndTurn(), EndTurn(), EndTurn(), EndTurn())
    for seat in (0, 1):
        for card in (c for c in t.g.hands[seat] if c < 0):
            assert t.view(seat).card(card) is not None
            assert t.view(1 - seat).card(card) is None


@pytest.mark.rule("OWM-STD-01", "OWM-ROUND-02")
def test_outside_the_combat_phase_no_action_is_asked():
    t = four(at="debrief")
    agenda.begin(t.g)
    while not (isinstance(t.request, Choose) and t.request.kind == "action"):
        assert t.g.phase in ("debrief", "assessment")
        assert not isinstance(t.request, Choose)
        agenda.advance(t.g, t.dealer.answer(t.request))
    assert t.g.phase == "combat"


@pytest.mark.rule("OWM-INIT-02")
def test_the_order_of_seats_is_that_of_their_topmost_fireteams():
    t = four()
    assert t.g.seat_order() == [0, 1]
    t.g.initiative[:] = [THIRD, FOURTH, FIRST, SECOND]
    assert t.g.seat_order() == [1, 0]


@pytest.mark.rule("OWM-ROUND-07", "OWM-STD-02")
def test_two_actions_may_be_of_any_mix():
    t = four(hands=[[ENTRENCH, HILL, RALLY_RED], []]).begin()
    events = t.do(Hide(HILL), Entrench(ENTRENCH))
    assert classes(every(events, Ordered)) == [Hides, Entrenches]
    assert only(t.said, TurnBegun).fireteam == 2
