"""The rules of docs/rules/skeleton.md, each shown by one short test; the decks are stacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import (
    Answer,
    Choose,
    ChooseSecretly,
    Draw,
    Flip,
    Over,
    Peek,
    PickNumber,
    Redeal,
    Request,
    Reveal,
    Roll,
    Shuffle,
)
from owm_net.engine.view import View
from owm_net.games.skeleton.cards import SMOKES, strength
from owm_net.games.skeleton.duel import Send, Stance
from owm_net.games.skeleton.state import DuelState
from tests.seats import ANN, BEN, CID

SYSTEM = games.get("skeleton")
SCOUT = {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}  # strength -> a card of it
SMOKE = 18
PASS = Pass()


class Game:
    """A game whose deck is stacked, which begins with seat 0 and throws what it is told."""

    def __init__(self, deck: Sequence[int], bold: Sequence[bool] = (False, False)) -> None:
        self.deck = [*deck, *(c for c in range(24) if c not in deck)]
        self.rolls: list[int] = []
        setup = SYSTEM.default_setup(seats=len(bold))
        self.match = LocalMatch(SYSTEM, setup, 1, [random_player] * len(bold))
        self.match.give(tuple([Stance(b) for b in bold]))
        self.run()

    @property
    def g(self) -> DuelState:
        assert isinstance(self.match.state, DuelState)
        return self.match.state

    @property
    def asked(self) -> Request:
        return self.match.request

    def run(self, until: type = Choose) -> None:
        """Everything that the dealer answers, up to a request of this class or the end."""
        while not isinstance(self.asked, (until, Choose, Over)):
            self.one()

    def one(self) -> None:
        """One answer of the dealer."""
        match self.asked:
            case PickNumber():
                self.match.give((0,))
            case Shuffle(number=1):
                self.match.dealer.stack(1, self.deck)
                self.match.give(())
            case Roll() if self.rolls:
                self.match.give((self.rolls.pop(0),))
            case _:
                self.match.step()

    def say(self, *answers: Answer | int) -> None:
        """Decisions in turn; a number is a card to play, by its face."""
        for answer in answers:
            assert isinstance(self.asked, Choose)
            if isinstance(answer, int):
                slots = self.match.dealer.faces
                hand = self.g.hands[self.asked.seat]
                answer = Send(Played(next(c for c in hand if slots[c] == answer)))
            self.match.give(answer)
            self.run()

    def hand(self, seat: int) -> list[int]:
        """The faces of a hand."""
        return [self.match.dealer.faces[c] for c in self.g.hands[seat]]


# Seat 0 begins; the hands are dealt from the top: seat 0 three cards, then seat 1 three.
HANDS = (SCOUT[4], 18, 19, SCOUT[2], 20, 21)


@pytest.mark.rule("SKEL-01")
def test_the_deck_has_three_scouts_of_each_strength_and_six_smokes() -> None:
    assert SYSTEM.seats == (2, 4)
    assert Counter(map(strength, range(24))) == {0: 6, **dict.fromkeys(range(1, 7), 3)}
    assert [c for c in range(24) if c in SMOKES] == [c for c in range(24) if not strength(c)]
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(), 1, [random_player] * 2)
    while not isinstance(match.request, Shuffle):
        match.step()
    assert sorted(match.request.cards) == list(range(24))


@pytest.mark.rule("SKEL-02")
def test_stances_are_picked_in_secret_and_opened_together() -> None:
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(seats=3), 1, [random_player] * 3)
    g = match.state
    assert isinstance(g, DuelState) and g.pending == ChooseSecretly((ANN, BEN, CID), "stance")
    assert g.bold == []
    assert agenda.options(match.view(1)) == [Stance(True), Stance(False)]
    with pytest.raises(IllegalAnswer, match="SKEL-02"):
        match.give((Stance(True), PASS, Stance(True)))
    assert g.bold == [], "nobody's is known before all are given"
    match.give((Stance(True), Stance(False), Stance(True)))
    assert g.bold == [True, False, True]
    assert match.request == PickNumber(3, "who begins")


@pytest.mark.rule("SKEL-03")
def test_every_seat_draws_three_cards_that_others_do_not_know() -> None:
    game = Game(HANDS, bold=(False, False, False))
    assert [len(hand) for hand in game.g.hands] == [3, 3, 3]
    for seat in range(3):
        for other, hand in enumerate(game.g.hands):
            known = game.match.view(seat).cards(hand)
            assert list(known) == (game.hand(seat) if seat == other else [None] * 3)


@pytest.mark.rule("SKEL-04")
def test_a_peek_changes_nothing_for_others() -> None:
    game = Game(HANDS)
    game.say(PASS)
    assert game.asked == Choose(BEN, "send")
    top = game.g.decks["deck"].top(1)[0]
    assert game.match.view(1).card(top) == game.match.dealer.faces[top]
    assert game.match.view(0).card(top) is None
    left = game.g.decks["deck"].left
    game.say(PASS)
    assert game.g.fog[-1] == top, "it was still the top card"
    assert game.g.decks["deck"].left == left - 1, "one to the fog, none was missing in the hand"


@pytest.mark.rule("SKEL-04")
def test_a_seat_sends_a_scout_or_passes() -> None:
    game = Game(HANDS)
    seat, hand = 0, game.g.hands[0]
    assert agenda.options(game.match.view(seat)) == [Send(Played(hand[0])), PASS]
    refusal = agenda.why_not(game.match.view(seat), Send(Played(hand[1])))
    assert repr(refusal) == "a smoke cannot be sent as a scout (SKEL-04)"
    with pytest.raises(IllegalAnswer, match="SKEL-04"):
        game.match.give(Send(Played(game.g.hands[1][0])))
    with pytest.raises(IllegalAnswer, match="nobody can pass until 'for ever'"):
        game.match.give(Pass("for ever"))


@pytest.mark.rule("SKEL-05")
def test_the_others_answer_in_turn_order_then_the_sender() -> None:
    game = Game((SCOUT[4], 18, 19, SCOUT[2], 20, 21, SCOUT[3], 22, 23), bold=(False,) * 3)
    game.say(SCOUT[4])
    for seat in (1, 2, 0):
        assert game.asked == Choose(Seat(seat), "react")
        if seat:
            game.say(PASS)
    assert agenda.why_not(game.match.view(0), PASS) is None
    game.say(18)
    assert game.asked == Choose(BEN, "react"), "a smoke starts the passing afresh"


@pytest.mark.rule("SKEL-05")
def test_a_smoke_cancels_the_scout() -> None:
    game = Game(HANDS)
    game.say(SCOUT[4], 20, PASS, PASS)
    assert game.g.scores == [0, 0]
    assert sorted(game.g.discard) == [SCOUT[4], 20]


@pytest.mark.rule("SKEL-05")
def test_a_smoke_on_a_smoke_saves_the_scout() -> None:
    game = Game((*HANDS, SCOUT[1]))
    game.rolls = [1]
    game.say(SCOUT[4], 20, 18, PASS, PASS)
    assert game.asked == Choose(BEN, "react"), "the scout may be answered again"
    game.say(PASS, PASS)
    assert game.g.scores == [5, 0]


@pytest.mark.rule("SKEL-05")
def test_only_a_smoke_answers_a_scout() -> None:
    game = Game(HANDS)
    game.say(SCOUT[4])
    assert SCOUT[2] in game.hand(1)
    assert len(agenda.options(game.match.view(1))) == 3, "two smokes, and to pass"
    game.match.give(Send(Played(game.g.hands[1][0])))
    with pytest.raises(IllegalAnswer, match=r"only a smoke answers a scout \(seen when the card"):
        game.match.step()


@pytest.mark.rule("SKEL-06")
@pytest.mark.parametrize(
    ("bold", "flipped", "rolled", "points"),
    [
        (True, SCOUT[1], 4, 4),
        (True, SCOUT[1], 5, 6),
        (True, SCOUT[1], 6, 6),
        (False, SCOUT[1], 1, 5),
        (False, SCOUT[1], 6, 5),
        (False, SMOKE + 4, 6, 0),
        (True, SMOKE + 4, 6, 0),
    ],
)
def test_what_a_scout_of_4_scores(bold: bool, flipped: int, rolled: int, points: int) -> None:
    game = Game((*HANDS, flipped), bold=(bold, not bold))
    game.rolls = [rolled]
    game.match.give(Send(Played(game.g.hands[0][0])))
    game.run()
    game.say(PASS)
    game.match.give(PASS)
    game.run(Flip)
    assert isinstance(game.asked, Flip) and game.g.scores == [0, 0]
    game.one()
    assert game.g.pending == Roll(6, 1, "scouting")
    game.run()
    assert game.g.scores == [points, 0]


@pytest.mark.rule("SKEL-07")
def test_used_cards_are_discarded_the_fog_grows_unseen_and_the_hand_is_filled() -> None:
    game = Game((*HANDS, SCOUT[1], 6, 7, 8))
    game.say(SCOUT[4], 20, 18, PASS, PASS, PASS, PASS)
    assert sorted(game.g.discard) == sorted([SCOUT[4], 20, 18, SCOUT[1]])
    (fog,) = game.g.fog
    assert fog < 0 and game.match.dealer.faces[fog] == 6
    assert [game.match.view(seat).card(fog) for seat in range(2)] == [None, None]
    assert game.hand(0) == [19, 7, 8] and len(game.hand(1)) == 2, "only his who had the turn"
    assert game.asked == Choose(BEN, "send")


def pass_on(game: Game, until_reshuffled: bool) -> None:
    while not isinstance(game.asked, Over) and not (until_reshuffled and game.g.reshuffled):
        game.say(PASS)


@pytest.mark.rule("SKEL-08")
def test_the_discard_pile_is_shuffled_once_when_a_card_is_needed() -> None:
    game = Game((*HANDS, SCOUT[1]))
    game.say(SCOUT[4], 20, 18, PASS, PASS, PASS, PASS)
    discarded = list(game.g.discard)
    pass_on(game, until_reshuffled=True)
    assert game.g.reshuffled and game.g.discard == []
    assert game.g.decks["deck"].number == 2 and game.g.decks["deck"].size == len(discarded)
    assert sorted(f for s, f in game.match.dealer.faces.items() if s < -8192) == sorted(discarded)


@pytest.mark.rule("SKEL-08")
def test_the_second_time_the_game_ends_and_smokes_in_the_fog_score_for_the_careful() -> None:
    game = Game((*HANDS, SCOUT[1], 22), bold=(True, False))
    game.rolls = [1]
    game.say(SCOUT[4], PASS, PASS)  # 4 points; smoke 22 goes to the fog
    pass_on(game, until_reshuffled=False)
    assert isinstance(game.asked, Over)
    fog = [game.match.dealer.faces[c] for c in game.g.fog]
    smokes = sum(card in SMOKES for card in fog)
    result = game.asked.result
    assert smokes >= 1 and result.scores == (4, smokes)
    assert result.winners == ((0,) if smokes < 4 else (1,) if smokes > 4 else (0, 1))
    assert game.g.decks["deck"].left == 0 and game.g.reshuffled


@pytest.mark.rule("SKEL-08")
def test_equal_points_share_the_win() -> None:
    game = Game(HANDS, bold=(True, True))
    pass_on(game, until_reshuffled=False)
    assert isinstance(game.asked, Over)
    assert game.asked.result.winners == (0, 1) and game.asked.result.scores == (0, 0)


@pytest.mark.rule("SKEL-01")
def test_no_card_is_ever_lost_or_doubled() -> None:
    """Hands, fog, discard pile, what is being played and the deck make 24 cards at every turn."""
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(seats=4), 5, [random_player] * 4)
    while not isinstance(match.request, Over):
        if isinstance(match.request, Choose) and match.request.kind == "send":
            g, faces = match.state, match.dealer.faces
            assert isinstance(g, DuelState)
            zones = [c for zone in (*g.hands, g.fog, g.discard) for c in zone]
            deck = g.decks["deck"]
            cards = [faces.get(c, c) for c in (*zones, *deck.top(deck.left))]
            assert sorted(cards) == list(range(24))
        match.step()


def test_words_for_people() -> None:
    game = Game(HANDS)
    own, other = game.match.view(0), View(game.g, 1, {})
    send = Send(Played(game.g.hands[0][0]))
    said = [SYSTEM.describe(own, a) for a in (send, PASS, Stance(True), Stance(False))]
    assert said == ["play Scout 4", "pass", "be bold", "be careful"]
    assert SYSTEM.describe(other, send) == "play a hidden card"
    assert SYSTEM.card_name(20) == "Smoke" and SYSTEM.seat_name(game.g, 1) == "seat 2"


def test_every_dealers_request_but_show_is_asked_here() -> None:
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(), 2, [random_player] * 2)
    asked = set()
    while not isinstance(match.request, Over):
        asked.add(type(match.request))
        match.step()
    assert asked == {Choose, ChooseSecretly, PickNumber, Shuffle, Draw, Peek, Reveal, Flip, Roll}


def now(match: LocalMatch) -> Request[Any]:
    """Return the current request, whatever came before."""
    return match.request


@pytest.mark.rule("SKEL-13")
def test_the_others_go_on_without_a_seat_that_leaves() -> None:
    """In the middle of a turn: what was sent is discarded, hands stay, the fog is as large, the
    leaver's cards are in the new deck, and the next seat begins."""
    game = Game([SCOUT[6], SCOUT[5], SMOKE, *range(6, 17)], bold=(True, True, True))
    assert game.asked == Choose(ANN, "send")
    game.match.give(Send(Played(game.g.hands[0][0])))
    game.run()
    assert isinstance(game.asked, Choose) and game.g.agenda[-1].name == "skeleton.answering"
    known = [Counter(game.match.view(s).cards(game.g.hands[s])) for s in range(3)]
    fog = len(game.g.fog)
    game.match.drop(1)
    redeal = now(game.match)
    assert isinstance(redeal, Redeal) and {seat for seat, _ in redeal.kept} == {0, 2}
    assert game.g.discard == [SCOUT[6]] and game.g.hands[1] == []
    assert set(redeal.pool) == set(range(24)) - {SCOUT[6]}, "the leaver's cards among them"
    game.run()
    for seat in (0, 2):
        assert Counter(game.match.view(seat).cards(game.g.hands[seat])) == known[seat]
    assert len(game.g.fog) == fog
    assert now(game.match) == Choose(CID, "send"), "seat 1 is passed over"
    assert game.g.decks["deck"].left == 24 - 1 - 2 - 3 - fog


@pytest.mark.rule("SKEL-13")
def test_a_seat_that_has_left_wins_nothing_and_is_asked_nothing_more() -> None:
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(seats=4), 3, [random_player] * 4)
    for _ in range(40):
        match.step()
    assert isinstance(match.state, DuelState)
    match.state.scores[2] = 99
    match.drop(2)
    while not isinstance(match.request, Over):
        asked = match.request
        assert getattr(asked, "seat", 0) != 2 and 2 not in getattr(asked, "seats", ())
        match.step()
    assert match.request.result.scores[2] >= 99 and 2 not in match.request.result.winners


@pytest.mark.rule("SKEL-13")
@pytest.mark.parametrize("steps", [0, 1, 2])
def test_before_hands_are_dealt_what_is_under_way_begins_again(steps: int) -> None:
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(seats=3), 1, [random_player] * 3)
    for _ in range(steps):
        match.step()
    match.drop(0)
    expected = [ChooseSecretly((BEN, CID), "stance"), PickNumber(2, "who begins"), Redeal]
    assert match.request == expected[steps] or isinstance(match.request, Redeal) == (steps == 2)
    match.play()


@pytest.mark.rule("SKEL-13")
@pytest.mark.parametrize(("seconds", "turn"), [((2,), 3), ((3,), 2), ((2, 3), 0)])
def test_a_turn_that_has_not_begun_is_passed_over_for_its_seat_alone(
    seconds: tuple[int, ...], turn: int
) -> None:
    """Seat 1 leaves in its turn; others leave while the new deck is being made."""
    game = Game([SCOUT[6], *range(6, 17)], bold=(True,) * 4)
    game.say(PASS)
    assert game.asked == Choose(BEN, "send")
    game.match.drop(1)
    for seat in seconds:
        assert isinstance(now(game.match), Redeal)
        game.match.drop(seat)
    game.run()
    assert now(game.match) == Choose(Seat(turn), "send")


@pytest.mark.rule("SKEL-13")
def test_the_first_seat_may_leave_while_hands_are_dealt() -> None:
    """The next one is dealt to first and begins."""
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(seats=3), 1, [random_player] * 3)
    while not any(match.state.hands) or not isinstance(now(match), Draw):
        match.step()
    match.step()
    first = next(seat for seat in range(3) if match.state.hands[seat])
    match.drop(first)
    while not isinstance(asked := now(match), Choose):
        match.step()
    assert asked.seat == (first + 1) % 3
    assert [len(hand) for hand in match.state.hands].count(3) == 2


@pytest.mark.rule("SKEL-13")
def test_nobody_is_left_out_of_the_mission_full_deck() -> None:
    match = LocalMatch(SYSTEM, SYSTEM.default_setup("full-deck", seats=3), 1, [random_player] * 3)
    why = SYSTEM.why_no_drop(match.state, 1)
    assert why is not None and "reserves are lost" in why
