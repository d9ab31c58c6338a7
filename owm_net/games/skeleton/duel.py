"""The duel of scouts and smoke: answers and procedures. SKEL-01 to SKEL-08."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Call, Done, End, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.hands import held, judge_held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Flip, Peek, PickNumber, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Stacked, Window
from owm_net.engine.zones import slots_of
from owm_net.games.skeleton import cards
from owm_net.games.skeleton.cards import SMOKES, strength, why_no_scout, why_no_smoke
from owm_net.games.skeleton.events import Cancelled, Laid, Reshuffled, Scored, Sent, TurnBegun
from owm_net.games.skeleton.state import DECK, UNPICKED, DuelState

HAND = 3


@record("skeleton.stance")
class Stance(Answer):
    """How a seat fights the whole duel: bold seats gain more by a good roll, careful ones by the
    fog (SKEL-02)."""

    title: ClassVar[str] = say("Stance")

    bold: bool

    def sentence(self, view: View[DuelState]) -> str:
        return say("be bold") if self.bold else say("be careful")


@record("skeleton.send")
class Send(Answer):
    """Send a scout (SKEL-04) or lay a smoke (SKEL-05)."""

    title: ClassVar[str] = say("Send")
    words = say("play {card}")

    card: Played


STANCE = Kind(
    "stance", Stance, rule="SKEL-02", why=say("a stance is asked"), deed=say("take a stance")
)
SEND = Kind(
    "send",
    Send,
    rule="SKEL-04",
    why=say("only a card of the hand can be sent"),
    deed=say("send"),
    passes=True,
)
REACT = Kind(
    "react",
    Send,
    rule="SKEL-05",
    why=say("only a card of the hand can be laid"),
    deed=say("react"),
    passes=True,
)


@frame("skeleton.opening")
@define
class Opening(Frame[Seat]):
    """SKEL-02, SKEL-03: stances, and the first hands. Its result is the seat that begins."""

    first: Seat = UNPICKED

    def start(self, g: DuelState) -> Outcome[Seat]:
        """All seats choose a stance at the same time, in secret (SKEL-02)."""
        return Ask(STANCE.secretly(tuple(g.present())), then=self.open_stances)

    @STANCE.offers
    def offers_stance(self, view: View[DuelState]) -> Iterator[Stance]:
        """A seat is bold or careful; both are always allowed (SKEL-02)."""
        yield Stance(True)
        yield Stance(False)

    def open_stances(self, g: DuelState, answers: tuple[Stance, ...]) -> Outcome[Seat]:
        """Every stance is public from now on (SKEL-02)."""
        g.bold = [False] * g.seats
        for seat, stance in zip(g.present(), answers, strict=True):
            g.bold[seat] = stance.bold
        return self.pick

    def pick(self, g: DuelState) -> Outcome[Seat]:
        """One of the seats is picked by chance to begin (SKEL-02)."""
        return Ask(PickNumber(len(g.present()), say("who begins")), then=self.shuffle)

    def shuffle(self, g: DuelState, picked: tuple[int, ...]) -> Outcome[Seat]:
        """The whole deck is shuffled by all seats together (SKEL-03)."""
        self.first = g.present()[picked[0]]
        return Ask(g.shuffle(DECK, cards.DECK), then=self.deal)

    def deal(self, g: DuelState) -> Outcome[Seat]:
        """Every seat draws HAND cards, beginning with the first (SKEL-03)."""
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
        """Stances and first hands; the result is the seat that begins (SKEL-02, SKEL-03)."""
        return Call(Opening(), then=self.begin)

    def begin(self, g: DuelState, first: Seat) -> Outcome[None]:
        """The seat that was picked has the first turn (SKEL-04)."""
        self.turn = first
        return self.play

    def play(self, g: DuelState) -> Outcome[None]:
        """Turn after turn, until `Need` ends the game in the midst of one (SKEL-04, SKEL-08)."""
        return Call(Turn(self.turn), then=self.next_turn)

    def next_turn(self, g: DuelState) -> Outcome[None]:
        """The next seat in order that has not left has its turn (SKEL-07)."""
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
        """The seat sends a scout, or passes (SKEL-04)."""
        return Ask(SEND.of(self.seat), then=self.hear)

    @SEND.offers
    def offers_send(self, view: View[DuelState]) -> Iterator[Send]:
        """Every card of the hand."""
        yield from map(Send, held(view))

    @SEND.judges
    def why_not_send(self, view: View[DuelState], answer: Send) -> Refusal | None:
        """Only a scout of the seat's own hand can be sent (SKEL-04)."""
        return why_not_sent(view, answer)

    @SEND.tells
    def about_send(self, view: View[DuelState]) -> About:
        """The question as the screen puts it to the seat whose turn it is."""
        return About(say("send a scout, or pass"), say("the others may lay smoke on it"), "SKEL-04")

    def hear(self, g: DuelState, answer: Send) -> Outcome[None]:
        """SKEL-05: the others may answer a scout."""
        return Call(send(g, self.seat, answer), then=self.close)

    def passed_send(self, g: DuelState) -> Outcome[None]:
        return self.close

    def close(self, g: DuelState) -> Outcome[None]:
        """The turn ends with a card for the fog and a full hand (SKEL-07)."""
        return Call(Closing(self.seat), then=self.done)

    def done(self, g: DuelState) -> Outcome[None]:
        """The turn is over; `Match` goes on with the next."""
        return Done()


def why_not_sent(view: View[Any], answer: Send) -> Refusal | None:
    """SKEL-04: a scout from the hand."""
    return judge_held(view, answer.card, why_no_scout, "SKEL-04", SEND.refusal.why)


def send(g: DuelState, seat: Seat, answer: Send) -> Answering:
    """SKEL-04: the scout leaves the hand. Return the frame to call next."""
    g.hands[seat].remove(answer.card)
    g.tell(Sent(seat, CardNumber(answer.card)))
    return Answering(g.order_from(g.next_seat(seat)), [Stacked(seat, answer)])


@frame("skeleton.looking")
@define
class Looking(Frame[None]):
    """SKEL-04: the seat whose turn begins peeks at the top card."""

    seat: Seat

    def start(self, g: DuelState) -> Outcome[None]:
        """A card must lie on the deck, or the game ends (SKEL-08)."""
        return Call(Need(), then=self.look)

    def look(self, g: DuelState) -> Outcome[None]:
        """The top card is shown to the seat alone; it stays where it is."""
        g.tell(TurnBegun(self.seat))
        return Ask(Peek(self.seat, g.decks[DECK].top(1)), then=self.done)

    def done(self, g: DuelState) -> Outcome[None]:
        """The state has not changed: only the seat knows more."""
        return Done()


@frame("skeleton.closing")
@define
class Closing(Frame[None]):
    """The end of a turn: a card for the fog, and a full hand (SKEL-07)."""

    seat: Seat

    def start(self, g: DuelState) -> Outcome[None]:
        """The fog gets a card, so the deck must have one (SKEL-08)."""
        return Call(Need(), then=self.add_fog)

    def add_fog(self, g: DuelState) -> Outcome[None]:
        """The top card joins the fog, and nobody sees it."""
        g.fog.extend(g.decks[DECK].deal(1))
        return self.fill_hand

    def fill_hand(self, g: DuelState) -> Outcome[None]:
        """The hand is filled up one card at a time, since the deck may run out in between."""
        if len(g.hands[self.seat]) < HAND:
            return Call(Need(), then=self.draw_one)
        return Done()

    def draw_one(self, g: DuelState) -> Outcome[None]:
        """The seat draws one card, and looks again whether its hand is full."""
        return Ask(g.draw(self.seat, DECK, 1), then=self.fill_hand)


@frame("skeleton.answering")
@define
class Answering(Window[DuelState, Send, None]):
    """SKEL-05: a scout and the smokes laid on it."""

    def kind(self) -> Kind[Send]:
        return REACT

    @REACT.offers
    def offers_react(self, view: View[DuelState]) -> Iterator[Send]:
        """Every card of the hand."""
        yield from map(Send, held(view))

    @REACT.judges
    def why_not_react(self, view: View[DuelState], answer: Send) -> Refusal | None:
        """Only a smoke of the seat's own hand answers a scout (SKEL-05)."""
        return judge_held(view, answer.card, why_no_smoke, "SKEL-05", REACT.refusal.why)

    def close(self, g: DuelState) -> Outcome[None]:
        """Whoever laid the scout goes on."""
        return Done()

    def laid(self, g: DuelState, seat: Seat, play: Send) -> None:
        """The smoke leaves the hand at once; it takes effect when all have passed."""
        g.hands[seat].remove(play.card)
        g.tell(Laid(seat, CardNumber(play.card)))

    def execute(self, g: DuelState, seat: Seat, play: Send) -> Frame[None] | None:
        """A smoke cancels the card below it (SKEL-05); a scout that is left goes scouting
        (SKEL-06)."""
        g.discard.append(play.card)
        if play.card not in SMOKES:
            return Scouting(seat, play.card)
        self.cancel_top()
        if self.stack and self.stack[-1].cancelled:
            below = self.stack.pop().answer
            g.discard.append(below.card)
            g.tell(Cancelled(CardNumber(below.card)))
        return None


@frame("skeleton.scouting")
@define
class Scouting(Frame[None]):
    """A scout that nobody has cancelled brings its points (SKEL-06)."""

    seat: Seat
    card: int
    flipped: int = -1

    def start(self, g: DuelState) -> Outcome[None]:
        """There must be a card to flip (SKEL-08)."""
        return Call(Need(), then=self.flip)

    def flip(self, g: DuelState) -> Outcome[None]:
        """The top card is turned face up for everybody."""
        return Ask(g.flip(DECK), then=self.roll)

    def roll(self, g: DuelState, flipped: tuple[int, ...]) -> Outcome[None]:
        """A die of 6 sides decides whether a bold seat gains its bonus."""
        self.flipped = flipped[0]
        g.discard.append(flipped[0])
        return Ask(Roll(6, 1, "scouting"), then=self.score)

    def score(self, g: DuelState, rolled: tuple[int, ...]) -> Outcome[None]:
        """The scout's strength, and 2 for a bold seat that rolls 5 or 6 or 1 for a careful one;
        nothing at all if a smoke was flipped."""
        points = 0
        if self.flipped not in SMOKES:
            bonus = 2 if rolled[0] >= 5 else 0
            points = strength(self.card) + (bonus if g.bold[self.seat] else 1)
        g.scores[self.seat] += points
        g.tell(Scored(self.seat, CardNumber(self.card), points))
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
        """Go on: the deck has a card again."""
        return Done()

    def finish(self, g: DuelState, fog: tuple[int, ...]) -> Outcome[None]:
        """The fog is open: careful seats score 1 for each smoke in it, and the game is over."""
        smokes = sum(1 for card in fog if card in SMOKES)
        scores = [s + (0 if bold else smokes) for s, bold in zip(g.scores, g.bold, strict=True)]
        last = g.last_frame(tuple(scores))
        if last is not None:
            return Call(last, then=self.done)
        return End(g.result(tuple(scores)))
