"""The duel of scouts and smoke: cards, state, answers and procedures. SKEL-01 to SKEL-08."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Call, Done, End, Frame, GameState, Refusal, frame
from owm_net.engine.hands import held, judge_held
from owm_net.engine.records import Played, register
from owm_net.engine.requests import (
    Answer,
    Choose,
    ChooseSecretly,
    Flip,
    Peek,
    Pick,
    Result,
    Roll,
)
from owm_net.engine.view import View
from owm_net.engine.windows import Pass, Stacked, Window
from owm_net.engine.zones import slots_of

DECK = "deck"
HAND = 3
SMOKES = range(18, 24)


def strength(card: int) -> int:
    """Strength of a scout, 1-6; 0 for a smoke. SKEL-01; SKEL-09 for the cards 24 to 29."""
    return 0 if card in SMOKES else 1 + card % 6


def why_no_scout(card: int, hand: int) -> Refusal | None:
    """SKEL-04."""
    return Refusal("SKEL-04", "a smoke cannot be sent as a scout") if card in SMOKES else None


def why_no_smoke(card: int, hand: int) -> Refusal | None:
    """SKEL-05."""
    return None if card in SMOKES else Refusal("SKEL-05", "only a smoke answers a scout")


@register("skeleton.stance")
@frozen
class Stance(Answer):
    """SKEL-02."""

    bold: bool


@register("skeleton.send")
@frozen
class Send(Answer):
    """Send a scout (SKEL-04) or lay a smoke (SKEL-05)."""

    card: Played


@register("skeleton.state")
@define(kw_only=True)
class Table(GameState):
    """bold: one for each seat. fog: slots nobody has seen. reshuffled: SKEL-08. gone: SKEL-13."""

    bold: list[bool] = field(factory=list)
    scores: list[int] = field(factory=list)
    discard: list[int] = field(factory=list)
    fog: list[int] = field(factory=list)
    reshuffled: bool = False
    gone: list[int] = field(factory=list)

    def present(self) -> list[int]:
        """The seats that have not left."""
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def next_seat(self, seat: int) -> int:
        """The next one in turn order that has not left."""
        seat = (seat + 1) % self.seats
        while seat in self.gone:
            seat = (seat + 1) % self.seats
        return seat

    def order_from(self, seat: int) -> list[int]:
        """All that have not left, in turn order, beginning with this one."""
        order = [seat]
        while (after := self.next_seat(order[-1])) != seat:
            order.append(after)
        return order

    def result(self, scores: tuple[int, ...]) -> Result:
        """Most points win, of those that have not left."""
        best = max([scores[seat] for seat in self.present()])
        winners = tuple([seat for seat in self.present() if scores[seat] == best])
        return Result(winners, scores, "the deck has run out twice")

    def gather(self) -> list[int]:
        """Take up what a new deck is made of: the discard pile. See `full` for more."""
        cards, self.discard = self.discard, []
        return cards

    def last_frame(self, scores: tuple[int, ...]) -> Frame[Any] | None:
        """What else happens before the game ends with these scores; see `full`."""
        return None


@frame("skeleton.match")
@define
class Match(Frame[Any]):
    """The whole game."""

    turn: int = 0

    def start(self, g: Table) -> Any:
        """SKEL-02."""
        return Ask(ChooseSecretly(tuple(g.present()), "stance"), then=self.open_stances)

    def offers_stance(self, view: View[Table]) -> Iterator[Answer]:
        """Both stances."""
        yield Stance(True)
        yield Stance(False)

    def why_not_stance(self, view: View[Table], answer: Answer) -> Refusal | None:
        """Any stance will do."""
        return None if isinstance(answer, Stance) else Refusal("SKEL-02", "a stance is asked")

    def open_stances(self, g: Table, answers: tuple[Stance, ...]) -> Any:
        """SKEL-02."""
        g.bold = [False] * g.seats
        for seat, stance in zip(g.present(), answers, strict=True):
            g.bold[seat] = stance.bold
        return self.pick

    def pick(self, g: Table) -> Any:
        """SKEL-02."""
        return Ask(Pick(len(g.present()), "who begins"), then=self.first_deck)

    def first_deck(self, g: Table, picked: tuple[int, ...]) -> Any:
        """SKEL-03."""
        self.turn = g.present()[picked[0]]
        return Ask(g.shuffle(DECK, range(24)), then=self.deal)

    def deal(self, g: Table) -> Any:
        """SKEL-03: every seat, beginning with the first."""
        for seat in g.order_from(self.turn):
            if len(g.hands[seat]) < HAND:
                return Ask(g.draw(seat, DECK, HAND), then=self.deal)
        return self.dealt(g)

    def dealt(self, g: Table) -> Any:
        """SKEL-03: what follows the deal."""
        return self.peek

    def peek(self, g: Table) -> Any:
        """SKEL-04."""
        return Call(Need(), then=self.look)

    def look(self, g: Table) -> Any:
        """SKEL-04."""
        g.tell("turn", "SKEL-04", seat=self.turn)
        return Ask(Peek(self.turn, g.decks[DECK].top(1)), then=self.ask)

    def ask(self, g: Table) -> Any:
        """SKEL-04."""
        return Ask(Choose(self.turn, "send"), then=self.hear)

    def offers_send(self, view: View[Table]) -> Iterator[Answer]:
        """Every card of the hand, and to pass."""
        yield from map(Send, held(view))
        yield Pass()

    def why_not_send(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SKEL-04: a scout from the hand."""
        if answer == Pass():
            return None
        why = "only a card of the hand can be sent"
        if not isinstance(answer, Send):
            return Refusal("SKEL-04", why)
        return judge_held(view, answer.card, why_no_scout, "SKEL-04", why)

    def hear(self, g: Table, answer: Answer) -> Any:
        """SKEL-04, SKEL-05."""
        if not isinstance(answer, Send):
            return self.passed(g)
        g.hands[self.turn].remove(answer.card)
        g.tell("sent", "SKEL-04", seat=self.turn, card=answer.card)
        order = g.order_from(g.next_seat(self.turn))
        return Call(Answering(order, [Stacked(self.turn, answer)]), then=self.close_turn)

    def passed(self, g: Table) -> Any:
        """SKEL-04: nothing was sent."""
        return self.close_turn

    def close_turn(self, g: Table) -> Any:
        """SKEL-07."""
        return Call(Need(), then=self.add_fog)

    def add_fog(self, g: Table) -> Any:
        """SKEL-07."""
        g.fog.extend(g.decks[DECK].take(1))
        return self.fill_hand

    def fill_hand(self, g: Table) -> Any:
        """SKEL-07: one card at a time, since the deck may run out."""
        if len(g.hands[self.turn]) < HAND:
            return Call(Need(), then=self.draw_one)
        self.turn = g.next_seat(self.turn)
        return self.peek

    def draw_one(self, g: Table) -> Any:
        """SKEL-07."""
        return Ask(g.draw(self.turn, DECK, 1), then=self.fill_hand)


@frame("skeleton.answering")
@define
class Answering(Window):
    """SKEL-05: a scout and the smokes laid on it."""

    def offers_react(self, view: View[Table]) -> Iterator[Answer]:
        """Every card of the hand, and to pass."""
        yield from map(Send, held(view))
        yield Pass()

    def judge_play(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SKEL-05: a smoke from the hand."""
        why = "only a card of the hand can be laid"
        if not isinstance(answer, Send):
            return Refusal("SKEL-05", why)
        return judge_held(view, answer.card, why_no_smoke, "SKEL-05", why)

    def laid(self, g: GameState, seat: int, answer: Answer) -> None:
        """A smoke leaves the hand."""
        assert isinstance(answer, Send)
        g.hands[seat].remove(answer.card)
        g.tell("laid", "SKEL-05", seat=seat, card=answer.card)

    def execute(self, g: GameState, play: Stacked) -> Frame[Any] | None:
        """SKEL-05, SKEL-06."""
        assert isinstance(play.answer, Send) and isinstance(g, Table)
        card = play.answer.card
        g.discard.append(card)
        if card in SMOKES:
            self.cancel_top()
            if self.stack and self.stack[-1].cancelled:
                below = self.stack.pop().answer
                assert isinstance(below, Send)
                g.discard.append(below.card)
                g.tell("cancelled", "SKEL-05", card=below.card)
            return None
        return Scouting(play.seat, card)


@frame("skeleton.scouting")
@define
class Scouting(Frame[Any]):
    """SKEL-06: what a scout brings."""

    seat: int
    card: int
    flipped: int = -1

    def start(self, g: Table) -> Any:
        """A card to flip."""
        return Call(Need(), then=self.flip)

    def flip(self, g: Table) -> Any:
        """The top card, for everybody."""
        return Ask(g.flip(DECK), then=self.roll)

    def roll(self, g: Table, flipped: tuple[int, ...]) -> Any:
        """A die of 6."""
        self.flipped = flipped[0]
        g.discard.append(flipped[0])
        return Ask(Roll(6, 1, "scouting"), then=self.score)

    def score(self, g: Table, rolled: tuple[int, ...]) -> Any:
        """The sum."""
        points = 0
        if self.flipped not in SMOKES:
            bonus = 2 if rolled[0] >= 5 else 0
            points = strength(self.card) + (bonus if g.bold[self.seat] else 1)
        g.scores[self.seat] += points
        g.tell("scored", "SKEL-06", seat=self.seat, card=self.card, points=points)
        return Done()


@frame("skeleton.need")
@define
class Need(Frame[Any]):
    """SKEL-08: make sure that the deck has a card, or end the game."""

    def start(self, g: Table) -> Any:
        """Reshuffle once."""
        if g.decks[DECK].left:
            return Done()
        if g.reshuffled or not g.discard:
            return Ask(Flip(slots_of(g.fog)), then=self.finish)
        g.reshuffled = True
        cards = g.gather()
        g.tell("reshuffled", "SKEL-08", cards=len(cards))
        return Ask(g.shuffle(DECK, cards), then=self.done)

    def done(self, g: Table) -> Any:
        """That was all."""
        return Done()

    def finish(self, g: Table, fog: tuple[int, ...]) -> Any:
        """Count."""
        smokes = sum(1 for card in fog if card in SMOKES)
        scores = [s + (0 if bold else smokes) for s, bold in zip(g.scores, g.bold, strict=True)]
        last = g.last_frame(tuple(scores))
        if last is not None:
            return Call(last, then=self.done)
        return End(g.result(tuple(scores)))
