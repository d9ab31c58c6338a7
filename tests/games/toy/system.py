"""Toy: what `docs/new-system.md` makes, in one file. Rules: toy.md beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from attrs import define, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import Ask, Call, End, Event, Frame, GameState, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles
from owm_net.engine.hands import held, judge_held, why_not_held
from owm_net.engine.records import Played, register
from owm_net.engine.requests import Answer, Choose, Pick, Result
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange, Pass, why_not_pass

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


def value(card: int) -> int:
    """TOY-01."""
    return 1 + card // PRINTED.copies


@register("toy.lay")
@frozen
class Lay(Answer):
    """TOY-02."""

    card: Played


@register("toy.drop")
@frozen
class Drop(Answer):
    """TOY-03."""

    cards: tuple[Played, ...]


@register("toy.table")
@define(kw_only=True)
class Table(GameState):
    """rounds: still to come. laid: cards of this round; last: who laid the last."""

    rounds: int
    scores: list[int]
    laid: list[int] = field(factory=list)
    last: int = -1
    discard: list[int] = field(factory=list)


@frame("toy.round")
@define
class Round(Exchange):
    """TOY-02."""

    kind: ClassVar[str] = "lay"

    def offers_lay(self, view: View[Table]) -> Iterator[Answer]:
        """Every card, and to pass."""
        yield from map(Lay, held(view))
        yield Pass()

    def why_not_lay(self, view: View[Table], answer: Answer) -> Refusal | None:
        """A higher card of the hand."""
        if isinstance(answer, Pass):
            return why_not_pass(answer)
        if not isinstance(answer, Lay):
            return Refusal("TOY-02", "a card or a pass is asked for")
        laid = view.state.laid

        def judge(face: int, hand: int) -> Refusal | None:
            low = laid and value(face) <= value(laid[-1])
            return Refusal("TOY-02", f"it must be higher than {value(laid[-1])}") if low else None

        return judge_held(view, answer.card, judge, "TOY-02", OWN)

    def execute(self, g: GameState, answer: Answer) -> Frame | None:
        """It lies open."""
        assert isinstance(g, Table) and isinstance(answer, Lay)
        g.hands[self.seat].remove(answer.card)
        g.laid.append(answer.card)
        g.last = self.seat
        g.tell("laid", "TOY-02", seat=self.seat, card=answer.card)
        return None


@frame("toy.game")
@define
class Game(Frame):
    """TOY-01 to -04. first: who begins the round."""

    first: int = 0

    def start(self, g: Table) -> Any:
        """TOY-01."""
        return Ask(Pick(g.seats, "who begins"), then=self.shuffle)

    def shuffle(self, g: Table, picked: tuple[int]) -> Any:
        """TOY-01."""
        self.first = picked[0]
        cards = range(PRINTED.copies * len(PRINTED.titles))
        return Ask(g.shuffle(DECK, cards), then=self.fill)

    def fill(self, g: Table) -> Any:
        """TOY-01, TOY-03; TOY-04."""
        for i in range(g.seats):
            seat = (self.first + i) % g.seats
            n = min(PRINTED.hand - len(g.hands[seat]), g.decks[DECK].left)
            if n:
                return Ask(g.draw(seat, DECK, n), then=self.fill)
        if not g.rounds:
            best = max(g.scores)
            winners = tuple([s for s, n in enumerate(g.scores) if n == best])
            return End(Result(winners, tuple(g.scores), "the last round is over"))
        g.rounds -= 1
        g.tell("round", "TOY-02", seat=self.first, left=g.rounds)
        return Call(Round(self.first), then=self.score)

    def score(self, g: Table) -> Any:
        """TOY-02; R-01."""
        if g.laid:
            g.scores[g.last] += len(g.laid)
            g.tell("scored", "TOY-02", seat=g.last, points=len(g.laid))
            g.discard += g.laid
            g.laid = []
        return Ask(Choose(self.first, "drop"), then=self.drop)

    def offers_drop(self, view: View[Table]) -> Iterator[Answer]:
        """Every set of cards."""
        for n in range(len(held(view)) + 1):
            yield from map(Drop, combinations(held(view), n))

    def sample_drop(self, view: View[Table], chance: Chance) -> Answer:
        """Any of them."""
        return Drop(tuple([card for card in held(view) if chance.below(2)]))

    def why_not_drop(self, view: View[Table], answer: Answer) -> Refusal | None:
        """TOY-03."""
        if not isinstance(answer, Drop):
            return Refusal("TOY-03", "the cards to discard are asked for")
        return why_not_held(view, answer.cards, "TOY-03", OWN)

    def drop(self, g: Table, answer: Drop) -> Any:
        """TOY-03."""
        for card in answer.cards:
            g.hands[self.first].remove(card)
            g.discard.append(card)
        self.first = (self.first + 1) % g.seats
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
        """Nothing is dealt yet."""
        rounds = int(setup.switch("rounds", "6"))
        return Table(seats=setup.seats, rounds=rounds, scores=[0] * setup.seats, agenda=[Game()])

    def data_digest(self) -> bytes:
        """Of cards.toml."""
        return FILES.digest()

    def card_name(self, card: int) -> str:
        """Its value in words."""
        return PRINTED.titles[value(card) - 1]

    def describe(self, view: View[Any], answer: Answer) -> str:
        """A card that this view may not know is "a card"."""
        named = answer.cards if isinstance(answer, Drop) else ()
        named = (answer.card,) if isinstance(answer, Lay) else named
        cards = [view.card(c) for c in named]
        words = ", ".join("a card" if c is None else self.card_name(c) for c in cards)
        return f"{type(answer).__name__.lower()} {words}".strip()

    def narrate(self, g: GameState, event: Event) -> str:
        """A line for each."""
        what = ", ".join(f"{k} {v}" for k, v in event.facts.items())
        return f"{event.kind}: {what}"

    def computer(self, view: View[Any], chance: Chance) -> Answer:
        """The lowest card that may be laid; it discards nothing."""
        if isinstance(view.state.agenda[-1], Game):
            return Drop(())
        lays = [a for a in agenda.options(view) if isinstance(a, Lay)]
        return min(lays, key=lambda a: (view.card(a.card), a.card)) if lays else Pass()
