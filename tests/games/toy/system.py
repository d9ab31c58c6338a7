"""Toy: what `docs/new-system.md` makes, in one file. Rules: toy.md beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from attrs import define, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    End,
    Event,
    Frame,
    GameState,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.briefing import Briefing
from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles
from owm_net.engine.hands import held, judge_held, why_not_held
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played, record, register
from owm_net.engine.requests import Answer, PickNumber, Result
from owm_net.engine.system import Setup, System
from owm_net.engine.telling import Telling
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange

DECK = "deck"
OWN = "only cards of one's own hand can be named"


@frozen
class Printed:
    """cards.toml: cards in a hand, copies of each value, and what values are called."""

    hand: int
    copies: int
    titles: tuple[str, ...]


FILES = DataFiles.of_package("tests.games.toy")
PRINTED = FILES.load("cards.toml", Printed)

NO_SEAT, FIRST = Seat(-1), Seat(0)


def value(card: int) -> int:
    """The value of a card, 1 to 6; there are as many of each (TOY-01)."""
    return 1 + card // PRINTED.copies


def title(card: int) -> str:
    """Return the name of a card, by its value."""
    return PRINTED.titles[value(card) - 1]


@record("toy.lay")
class Lay(Answer):
    """Lay a card that is higher than the last one of this round (TOY-02)."""

    words = say("lay {card}")

    card: Played


@record("toy.drop")
class Drop(Answer):
    """Discard any number of cards, of the seat that was first (TOY-03)."""

    words = say("drop {cards}")

    cards: tuple[Played, ...]


@record("toy.laid")
class Laid(Event):
    """A seat has laid a card (TOY-02)."""

    words = say("{seat} lays a {value}")
    rule = "TOY-02"

    seat: Seat
    card: int

    @property
    def value(self) -> int:
        """Told as a field is."""
        return value(self.card)


@record("toy.begun")
class Begun(Event):
    """A round has begun (TOY-02). left: rounds still to come."""

    words = say("a round; {seat} begins, {left} to come")
    rule = "TOY-02"

    seat: Seat
    left: int


@record("toy.scored")
class Scored(Event):
    """A seat has scored the cards of a round (TOY-02)."""

    words = say("{seat} scores {points}")
    rule = "TOY-02"
    headline = True

    seat: Seat
    points: int


@register("toy.table")
@define(kw_only=True)
class ToyState(GameState):
    """rounds: still to come. laid: cards of this round; last: the seat that laid the last."""

    telling = Telling["ToyState"](hidden=say("a card"))

    rounds: int
    scores: list[int]
    laid: list[int] = field(factory=list)
    last: Seat = NO_SEAT
    discard: list[int] = field(factory=list)


ToyState.telling.of(CardNumber, lambda g, card: title(card))

LAY = Kind("lay", Lay, rule="TOY-02", why="a card or a pass is asked for", passes=True)
DROP = Kind("drop", Drop, rule="TOY-03", why="the cards to discard are asked for")


@frame("toy.round")
@define
class Round(Exchange[ToyState, Lay, None]):
    """The seats lay cards by turns, each higher than the last, until all have passed (TOY-02)."""

    def kind(self) -> Kind[Lay]:
        return LAY

    @LAY.offers
    def offers_lay(self, view: View[ToyState]) -> Iterator[Lay]:
        """Every card, and to pass."""
        yield from map(Lay, held(view))

    @LAY.judges
    def why_not_lay(self, view: View[ToyState], answer: Lay) -> Refusal | None:
        """A higher card of the hand."""
        laid = view.state.laid

        def judge(face: int, hand: int) -> Refusal | None:
            low = laid and value(face) <= value(laid[-1])
            return Refusal("TOY-02", f"it must be higher than {value(laid[-1])}") if low else None

        return judge_held(view, answer.card, judge, "TOY-02", OWN)

    def close(self, g: ToyState) -> Outcome[None]:
        """All have passed in a row."""
        return Done()

    def execute(self, g: ToyState, play: Lay) -> Frame[None] | None:
        """The card lies open on the table and leaves the hand."""
        g.hands[self.seat].remove(play.card)
        g.laid.append(play.card)
        g.last = self.seat
        g.tell(Laid(self.seat, play.card))
        return None


@frame("toy.game")
@define
class Game(Frame[None]):
    """TOY-01 to -04. first: the seat that begins the round."""

    first: Seat = FIRST

    def start(self, g: ToyState) -> Outcome[None]:
        """A seat is picked by chance to be the first (TOY-01)."""
        return Ask(PickNumber(g.seats, "who begins"), then=self.shuffle)

    def shuffle(self, g: ToyState, picked: tuple[int, ...]) -> Outcome[None]:
        """All cards are shuffled into the deck (TOY-01)."""
        self.first = g.players[picked[0]]
        cards = range(PRINTED.copies * len(PRINTED.titles))
        return Ask(g.shuffle(DECK, cards), then=self.fill)

    def fill(self, g: ToyState) -> Outcome[None]:
        """Every seat draws up to its hand while the deck lasts (TOY-01, TOY-03); after the last
        round the game is over (TOY-04)."""
        for i in range(g.seats):
            seat = g.players[(self.first + i) % g.seats]
            n = min(PRINTED.hand - len(g.hands[seat]), g.decks[DECK].left)
            if n:
                return Ask(g.draw(seat, DECK, n), then=self.fill)
        if not g.rounds:
            best = max(g.scores)
            winners = tuple([seat for seat in g.players if g.scores[seat] == best])
            return End(Result(winners, tuple(g.scores), "the last round is over"))
        g.rounds -= 1
        g.tell(Begun(self.first, g.rounds))
        return Call(Round(self.first), then=self.score)

    def score(self, g: ToyState) -> Outcome[None]:
        """Score: the seat that laid the last card gets a point for each card of the round; nobody,
        if no card was laid (TOY-02, R-01)."""
        if g.laid:
            g.scores[g.last] += len(g.laid)
            g.tell(Scored(g.last, len(g.laid)))
            g.discard += g.laid
            g.laid = []
        return Ask(DROP.of(self.first), then=self.drop)

    @DROP.offers
    def offers_drop(self, view: View[ToyState]) -> Iterator[Drop]:
        """Every set of cards of the hand, none of them included."""
        for n in range(len(held(view)) + 1):
            yield from map(Drop, combinations(held(view), n))

    @DROP.samples
    def sample_drop(self, view: View[ToyState], chance: Chance) -> Drop:
        """Any set of cards of the hand, by chance."""
        return Drop(tuple([card for card in held(view) if chance.below(2)]))

    @DROP.judges
    def why_not_drop(self, view: View[ToyState], answer: Drop) -> Refusal | None:
        """The cards are of the seat's own hand, each named once (TOY-03)."""
        return why_not_held(view, answer.cards, "TOY-03", OWN)

    def drop(self, g: ToyState, answer: Drop) -> Outcome[None]:
        """The discards leave the hand, and the next seat is first (TOY-03)."""
        for card in answer.cards:
            g.hands[self.first].remove(card)
            g.discard.append(card)
        self.first = g.players[(self.first + 1) % g.seats]
        return self.fill


class Toy(System):
    """Registered as "toy" by its tests."""

    id = "toy"
    title = "Toy"
    version = "1"
    missions = ("table",)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 3)
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = {"rounds": ("6", "3")}

    def new_game(self, setup: Setup) -> GameState:
        """Before anybody has been picked, or a card has been dealt."""
        rounds = int(setup.switch("rounds", "6"))
        return ToyState(seats=setup.seats, rounds=rounds, scores=[0] * setup.seats, agenda=[Game()])

    def briefing(self, g: GameState) -> Briefing:
        return Briefing("", "")

    def data_digest(self) -> bytes:
        """SHA-256 over cards.toml, the only file of data."""
        return FILES.digest()

    def card_name(self, card: int) -> str:
        return title(card)

    def computer(self, view: View[Any], chance: Chance, strength: str = "") -> Answer:
        """The lowest card that may be laid; it discards nothing."""
        if isinstance(view.state.agenda[-1], Game):
            return Drop(())
        lays = [a for a in agenda.options(view) if isinstance(a, Lay)]
        return min(lays, key=lambda a: (view.card(a.card), a.card)) if lays else Pass()
