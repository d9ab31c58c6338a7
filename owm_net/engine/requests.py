"""All that the engine may ask of the outside. It never draws, rolls or decides: it asks.

A request is answered by

- a seat's decision (`DECISIONS`): an `Answer` of the rule system, or
- a dealer (all others): the local one (`engine.dealer`) in simulations, searches and tests,
  or the peers together (`session`, `protocol`) on the network. The engine cannot tell which.

`PrivateDeck` is answered by () on the network, where nobody can tell how the cards lie. A local
match knows it and says so, to be written down in playthroughs; the engine checks that it fits and
forgets it.

A card nobody has opened is a *slot*, a negative number (`engine.zones`); an opened card is
its number, zero or more.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from attrs import frozen

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Record, register
from owm_net.engine.zones import slot

A = TypeVar("A")


class Request(Record, Generic[A]):
    """Base of everything the engine asks.

    A: what the step after it is given; None: nothing. `frames.Ask` holds a step to it.
    """

    __slots__ = ()


class Answer(Record):
    """Base of the decisions of seats; each rule system registers its own.

    Cards from a hand are named in fields of type `Played`; the kernel opens them to
    everybody before the answer takes effect.

    title: a word or two for a button. help: what it does, and by which rule; both in the words of
    the game, "" where it has none.
    """

    __slots__ = ()
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""

    def words(self, view: Any) -> str:
        """One line for people: what this answer would do. view: of whoever reads it."""
        return repr(self)


@register("choose")
@frozen
class Choose(Request[A]):
    """One seat decides. Rules make it by `kinds.Kind.of`, which knows the type of the answer.

    kind: the `Kind`'s word, by which the asking frame's offers and judge are found.
    Answered by an `Answer`.
    """

    seat: int
    kind: str


@register("choose_secretly")
@frozen
class ChooseSecretly(Request[tuple[A, ...]]):
    """Several seats decide without seeing each other's answers, which are then opened together.

    Rules make it by `kinds.Kind.secretly`.
    Answered by a tuple of `Answer`, in the order of `seats`.
    """

    seats: tuple[int, ...]
    kind: str


@register("deck_list")
@frozen
class DeckList(Answer):
    """The decision of a `PrivateDeck`: cards of its pool, in any order."""

    cards: tuple[int, ...]


@register("private_deck")
@frozen
class PrivateDeck(Request[None]):
    """One seat makes a deck of `size` cards of a public pool, and only it knows of which.

    Nobody knows their order. pool: each card as often as it may be taken; that the deck comes
    out of it is all that the others can check, so it must say all that is legal. The seat
    decides by a `DeckList`. Answered by (); by the cards, top first, where a match knows them.
    number: the new deck's number.
    """

    seat: int
    kind: str
    number: int
    pool: tuple[int, ...]
    size: int


@register("flip")
@frozen
class Flip(Request[tuple[CardNumber, ...]]):
    """Turn slots face up for everybody. Answered by a tuple of card numbers."""

    slots: tuple[int, ...]


@register("reveal")
@frozen
class Reveal(Request[tuple[CardNumber, ...]]):
    """The seat that knows these slots opens them to everybody: cards it plays or shows.

    Answered by a tuple of card numbers.
    """

    seat: int
    slots: tuple[int, ...]


@register("draw")
@frozen
class Draw(Request[None]):
    """One seat, and nobody else, learns these slots: cards to its hand. Answered by ()."""

    seat: int
    slots: tuple[int, ...]


@register("peek")
@frozen
class Peek(Request[None]):
    """As `Draw`, but the cards stay where they are. Answered by ()."""

    seat: int
    slots: tuple[int, ...]


@register("show")
@frozen
class Show(Request[None]):
    """A seat shows slots that only it knows to one other seat. Answered by ()."""

    seat: int
    to: int
    slots: tuple[int, ...]


@register("shuffle")
@frozen
class Shuffle(Request[None]):
    """Make a new deck of these cards (numbers, or slots that stay hidden). Answered by ().

    number: the new deck's number, used in the slots of its cards.
    """

    number: int
    cards: tuple[int, ...]


@register("redeal")
@frozen
class Redeal(Request[None]):
    """A seat has left, and with it what every deck could be opened by: make a new deck of the
    cards that not everybody knows, out of which the hands go on. Answered by ().

    number: the new deck's number. pool: those cards by number, each once; what the leaver held,
    and whatever lay hidden, is among them. kept: (seat, slots that are closed by that seat alone,
    as after a `Draw`), which must be cards of the pool. The kept slots become, in this order, the
    first slots of the new deck, known to whom they were known; the rest lies below them in an
    order that nobody knows. Every older slot is void afterwards.
    """

    number: int
    pool: tuple[int, ...]
    kept: tuple[tuple[int, tuple[int, ...]], ...]

    def moved(self) -> dict[int, int]:
        """Old slot -> new slot, of all kept cards."""
        old = [s for _, slots in self.kept for s in slots]
        return {s: slot(self.number, i) for i, s in enumerate(old)}


@register("roll")
@frozen
class Roll(Request[tuple[int, ...]]):
    """Throw `count` dice with `sides` faces. Answered by a tuple of numbers, each 1..sides."""

    sides: int
    count: int
    reason: str


@register("pick")
@frozen
class Pick(Request[tuple[int]]):
    """One joint uniform integer below `below` (>= 1). Answered by a tuple of one number."""

    below: int
    reason: str


@register("result")
@frozen
class Result(Record):
    """How a game ended. winners: seats, () for a draw. scores: one for each seat."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


@register("over")
@frozen
class Over(Request[None]):
    """Nothing more is asked: the game has ended."""

    result: Result


DECISIONS = Choose | ChooseSecretly | PrivateDeck  # type: ignore[type-arg]
"""Requests which seats answer by deciding."""
