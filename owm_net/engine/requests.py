"""All that the engine may ask of the outside. It never draws, rolls or decides: it asks.

A request is answered by

- a seat's decision (`Choose`, `ChooseSecretly`): an `Answer` of the rule system, or
- a dealer (all others): the local one (`engine.dealer`) in simulations, searches and tests,
  or the peers together (`session`, `protocol`) on the network. The engine cannot tell which.

A card nobody has opened is a *slot*, a negative number (`engine.zones`); an opened card is
its number, zero or more.
"""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.records import Record, register


class Request(Record):
    """Base of everything the engine asks."""

    __slots__ = ()


class Answer(Record):
    """Base of the decisions of seats; each rule system registers its own.

    Cards from a hand are named in fields of type `Played`; the kernel opens them to
    everybody before the answer takes effect.
    """

    __slots__ = ()


@register("choose")
@frozen
class Choose(Request):
    """One seat decides. `kind` names the methods of the asking frame that judge the answer.

    Answered by an `Answer`.
    """

    seat: int
    kind: str


@register("choose_secretly")
@frozen
class ChooseSecretly(Request):
    """Several seats decide without seeing each other's answers, which are then opened together.

    Answered by a tuple of `Answer`, in the order of `seats`.
    """

    seats: tuple[int, ...]
    kind: str


@register("flip")
@frozen
class Flip(Request):
    """Turn slots face up for everybody. Answered by a tuple of card numbers."""

    slots: tuple[int, ...]


@register("reveal")
@frozen
class Reveal(Request):
    """The seat that knows these slots opens them to everybody: cards it plays or shows.

    Answered by a tuple of card numbers.
    """

    seat: int
    slots: tuple[int, ...]


@register("draw")
@frozen
class Draw(Request):
    """One seat, and nobody else, learns these slots: cards to its hand. Answered by ()."""

    seat: int
    slots: tuple[int, ...]


@register("peek")
@frozen
class Peek(Request):
    """As `Draw`, but the cards stay where they are. Answered by ()."""

    seat: int
    slots: tuple[int, ...]


@register("show")
@frozen
class Show(Request):
    """A seat shows slots that only it knows to one other seat. Answered by ()."""

    seat: int
    to: int
    slots: tuple[int, ...]


@register("shuffle")
@frozen
class Shuffle(Request):
    """Make a new deck of these cards (numbers, or slots that stay hidden). Answered by ().

    number: the new deck's number, used in the slots of its cards.
    """

    number: int
    cards: tuple[int, ...]


@register("roll")
@frozen
class Roll(Request):
    """Throw `count` dice with `sides` faces. Answered by a tuple of numbers, each 1..sides."""

    sides: int
    count: int
    reason: str


@register("pick")
@frozen
class Pick(Request):
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
class Over(Request):
    """Nothing more is asked: the game has ended."""

    result: Result
