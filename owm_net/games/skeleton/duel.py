"""The duel of scouts and smoke: answers and procedures. SKEL-01 to SKEL-08."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, frozen

from owm_net.engine.agenda import About, Ask, Call, Done, End, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.hands import held, judge_held
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, register
from owm_net.engine.requests import Answer, Flip, Peek, Pick, Roll
from owm_net.engine.view import View
from owm_net.engine.windows import Pass, Stacked, Window, why_not_pass
from owm_net.engine.zones import slots_of
from owm_net.games.skeleton import cards
from owm_net.games.skeleton.cards import SMOKES, card_name, strength, why_no_scout, why_no_smoke
from owm_net.games.skeleton.events import Cancelled, Laid, Reshuffled, Scored, Sent, TurnBegun
from owm_net.games.skeleton.state import DECK, UNPICKED, DuelState

HAND = 3


@register("skeleton.stance")
@frozen
class Stance(Answer):
    """SKEL-02."""

    bold: bool

    def words(self, view: View[DuelState]) -> str:
        """One line."""
        return "be bold" if self.bold else "be careful"


@register("skeleton.send")
@frozen
class Send(Answer):
    """Send a scout (SKEL-04) or lay a smoke (SKEL-05)."""

    card: Played

    def words(self, view: View[DuelState]) -> str:
        """One line."""
        card = view.card(self.card)
        return f"play {'a hidden card' if card is None else card_name(card)}"


STANCE = Kind("stance", Stance, rule="SKEL-02", why="a stance is asked")
SEND = Kind("send", Send, Pass, rule="SKEL-04", why="only a card of the hand can be sent")
REACT = Kind("react", Send, Pass, rule="SKEL-05", why="only a card of the hand can be laid")


@frame("skeleton.opening")
@define
class Opening(Frame[Seat]):
    """SKEL-02, SKEL-03: stances, and the first hands. Its result is the seat that begins."""

    first: Seat = UNPICKED

    def start(self, g: DuelState) -> Outcome[Seat]:
        """SKEL-02."""
        return Ask(STANCE.secretly(tuple(g.present())), then=self.open_stances)

    @STANCE.offers
    def offers_stance(self, view: View[DuelState]) -> Iterator[Stance]:
        """Both stances."""
        yield Stance(True)
        yield Stance(False)

    @STANCE.judges
    def why_not_stance(self, view: View[DuelState], answer: Stance) -> Refusal | None:
        """Any stance will do."""
        return None

    def open_stances(self, g: DuelState, answers: tuple[Stance, ...]) -> Outcome[Seat]:
        """SKEL-02: all at once."""
        g.bold = [False] * g.seats
        for seat, stance in zip(g.present(), answers, strict=True):
            g.bold[seat] = stance.bold
        return self.pick

    def pick(self, g: DuelState) -> Outcome[Seat]:
        """SKEL-02: one seat by chance."""
        return Ask(Pick(len(g.present()), "who begins"), then=self.shuffle)

    def shuffle(self, g: DuelState, picked: tuple[int, ...]) -> Outcome[Seat]:
        """SKEL-03."""
        self.first = g.present()[picked[0]]
        return Ask(g.shuffle(DECK, cards.DECK), then=self.deal)

    def deal(self, g: DuelState) -> Outcome[Seat]:
        """SKEL-03: every seat, beginning with the first."""
        for seat in g.order_from(self.first):
            if len(g.hands[seat]) < HAND:
                return Ask(g.draw(seat, DECK, HAND), then=self.deal)
        return Done(self.first)


@frame("skeleton.match")
@define
class Match(Frame[None]):
    """The whole game. turn: whose turn it is."""

    turn: Seat = UNPICKED

    def start(self, g: DuelState) -> Outcome[None]:
        """SKEL-02, SKEL-03."""
        return Call(Opening(), then=self.begin)

    def begin(self, g: DuelState, first: Seat) -> Outcome[None]:
        """SKEL-04: the seat that was picked has the first turn."""
        self.turn = first
        return self.play

    def play(self, g: DuelState) -> Outcome[None]:
        """SKEL-04: turn after turn; `Need` ends the game in the midst of one."""
        return Call(Turn(self.turn), then=self.next_turn)

    def next_turn(self, g: DuelState) -> Outcome[None]:
        """SKEL-07."""
        self.turn = g.next_seat(self.turn)
        return self.play


@frame("skeleton.turn_of")
@define
class Turn(Frame[None]):
    """SKEL-04: a seat looks at the top card, and sends a scout or passes."""

    seat: Seat

    def start(self, g: DuelState) -> Outcome[None]:
        """The turn begins with a look at the top card."""
        return Call(Looking(self.seat), then=self.ask)

    def ask(self, g: DuelState) -> Outcome[None]:
        """A scout, or a pass."""
        return Ask(SEND.of(self.seat), then=self.hear)

    @SEND.offers
    def offers_send(self, view: View[DuelState]) -> Iterator[Send | Pass]:
        """Every card of the hand, and to pass."""
        yield from map(Send, held(view))
        yield Pass()

    @SEND.judges
    def why_not_send(self, view: View[DuelState], answer: Send | Pass) -> Refusal | None:
        """A scout from the hand."""
        return why_not_pass(answer) if isinstance(answer, Pass) else why_not_sent(view, answer)

    @SEND.tells
    def about_send(self, view: View[DuelState]) -> About:
        """Which card."""
        return About("send a scout, or pass", "the others may lay smoke on it", "SKEL-04")

    def hear(self, g: DuelState, answer: Send | Pass) -> Outcome[None]:
        """SKEL-05: the others may answer a scout."""
        if isinstance(answer, Pass):
            return self.close
        return Call(send(g, self.seat, answer), then=self.close)

    def close(self, g: DuelState) -> Outcome[None]:
        """SKEL-07."""
        return Call(Closing(self.seat), then=self.done)

    def done(self, g: DuelState) -> Outcome[None]:
        """The turn is over."""
        return Done()


def why_not_sent(view: View[Any], answer: Send) -> Refusal | None:
    """SKEL-04: a scout from the hand."""
    return judge_held(view, answer.card, why_no_scout, "SKEL-04", SEND.refusal.why)


def send(g: DuelState, seat: Seat, answer: Send) -> Answering:
    """SKEL-04: the scout leaves the hand. What follows is the frame to call."""
    g.hands[seat].remove(answer.card)
    g.tell(Sent(seat, answer.card))
    return Answering(g.order_from(g.next_seat(seat)), [Stacked(seat, answer)])


@frame("skeleton.looking")
@define
class Looking(Frame[None]):
    """SKEL-04: the seat whose turn begins peeks at the top card."""

    seat: Seat

    def start(self, g: DuelState) -> Outcome[None]:
        """There must be one."""
        return Call(Need(), then=self.look)

    def look(self, g: DuelState) -> Outcome[None]:
        """It stays where it is."""
        g.tell(TurnBegun(self.seat))
        return Ask(Peek(self.seat, g.decks[DECK].top(1)), then=self.done)

    def done(self, g: DuelState) -> Outcome[None]:
        """It has been seen."""
        return Done()


@frame("skeleton.closing")
@define
class Closing(Frame[None]):
    """SKEL-07: the end of a turn."""

    seat: Seat

    def start(self, g: DuelState) -> Outcome[None]:
        """A card for the fog."""
        return Call(Need(), then=self.add_fog)

    def add_fog(self, g: DuelState) -> Outcome[None]:
        """The top card, unseen."""
        g.fog.extend(g.decks[DECK].take(1))
        return self.fill_hand

    def fill_hand(self, g: DuelState) -> Outcome[None]:
        """One card at a time, since the deck may run out."""
        if len(g.hands[self.seat]) < HAND:
            return Call(Need(), then=self.draw_one)
        return Done()

    def draw_one(self, g: DuelState) -> Outcome[None]:
        """A card to the hand."""
        return Ask(g.draw(self.seat, DECK, 1), then=self.fill_hand)


@frame("skeleton.answering")
@define
class Answering(Window[DuelState, Send]):
    """SKEL-05: a scout and the smokes laid on it."""

    def kind(self) -> Kind[Send | Pass]:
        """A smoke, or a pass."""
        return REACT

    @REACT.offers
    def offers_react(self, view: View[DuelState]) -> Iterator[Send | Pass]:
        """Every card of the hand, and to pass."""
        yield from map(Send, held(view))
        yield Pass()

    @REACT.judges
    def why_not_react(self, view: View[DuelState], answer: Send | Pass) -> Refusal | None:
        """A smoke from the hand."""
        if isinstance(answer, Pass):
            return why_not_pass(answer)
        return judge_held(view, answer.card, why_no_smoke, "SKEL-05", REACT.refusal.why)

    def laid(self, g: DuelState, seat: Seat, play: Send) -> None:
        """A smoke leaves the hand."""
        g.hands[seat].remove(play.card)
        g.tell(Laid(seat, play.card))

    def execute(self, g: DuelState, seat: Seat, play: Send) -> Frame[None] | None:
        """SKEL-05, SKEL-06."""
        g.discard.append(play.card)
        if play.card not in SMOKES:
            return Scouting(seat, play.card)
        self.cancel_top()
        if self.stack and self.stack[-1].cancelled:
            below = self.stack.pop().answer
            g.discard.append(below.card)
            g.tell(Cancelled(below.card))
        return None


@frame("skeleton.scouting")
@define
class Scouting(Frame[None]):
    """SKEL-06: what a scout brings."""

    seat: Seat
    card: int
    flipped: int = -1

    def start(self, g: DuelState) -> Outcome[None]:
        """There must be a card to flip."""
        return Call(Need(), then=self.flip)

    def flip(self, g: DuelState) -> Outcome[None]:
        """The top card, for everybody."""
        return Ask(g.flip(DECK), then=self.roll)

    def roll(self, g: DuelState, flipped: tuple[int, ...]) -> Outcome[None]:
        """A die of 6."""
        self.flipped = flipped[0]
        g.discard.append(flipped[0])
        return Ask(Roll(6, 1, "scouting"), then=self.score)

    def score(self, g: DuelState, rolled: tuple[int, ...]) -> Outcome[None]:
        """Strength, plus 2 or 1; nothing against a smoke."""
        points = 0
        if self.flipped not in SMOKES:
            bonus = 2 if rolled[0] >= 5 else 0
            points = strength(self.card) + (bonus if g.bold[self.seat] else 1)
        g.scores[self.seat] += points
        g.tell(Scored(self.seat, self.card, points))
        return Done()


@frame("skeleton.need")
@define
class Need(Frame[None]):
    """SKEL-08: make sure that the deck has a card, or end the game."""

    def start(self, g: DuelState) -> Outcome[None]:
        """Reshuffle once; the second time the game is over."""
        if g.decks[DECK].left:
            return Done()
        if g.reshuffled or not g.discard:
            return Ask(Flip(slots_of(g.fog)), then=self.finish)
        g.reshuffled = True
        gathered = g.gather()
        g.tell(Reshuffled(len(gathered)))
        return Ask(g.shuffle(DECK, gathered), then=self.done)

    def done(self, g: DuelState) -> Outcome[None]:
        """There is a card."""
        return Done()

    def finish(self, g: DuelState, fog: tuple[int, ...]) -> Outcome[None]:
        """Count the smokes in the fog."""
        smokes = sum(1 for card in fog if card in SMOKES)
        scores = [s + (0 if bold else smokes) for s, bold in zip(g.scores, g.bold, strict=True)]
        last = g.last_frame(tuple(scores))
        if last is not None:
            return Call(last, then=self.done)
        return End(g.result(tuple(scores)))
