"""The base of every kind of request: its answers, its words, and the seats that may answer.

`Decision`: seats answer, by deciding. `Dealt`: a dealer answers. The dealer and the playthrough
stand here as what a request needs of them, so that a new kind of request is one file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from owm_net.engine.errors import BadEncoding, EngineBug
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Record, field_names
from owm_net.engine.telling import Worded

A = TypeVar("A")


class _Nothing(Enum):
    NOTHING = 0


NOTHING = _Nothing.NOTHING
"""No answer and no result: the next step takes the state alone."""


class Refusal:
    """Why an answer is not allowed: a rule id and a reason for people.

    more: not yet; naming more of them may make it allowed (see `drafts`). misfit: the named thing
    is of another sort, so any other reason is shown first.
    """

    __slots__ = ("misfit", "more", "rule", "why")

    def __init__(self, rule: str, why: str, more: bool = False, misfit: bool = False) -> None:
        self.rule = rule
        self.why = why
        self.more = more
        self.misfit = misfit

    def __repr__(self) -> str:
        return f"{self.why} ({self.rule})"


class Answer(Worded):
    """Base of the decisions of seats; each rule system registers its own.

    Cards from a hand are named in fields of type `Played`; the kernel opens them to
    everybody before the answer takes effect.

    title: a word or two for a button. help: what it does, and by which rule; both in the words of
    the game, "" where it has none. by_name: it is begun by its title and not by its first field,
    for a card that is discarded for it might be any.
    """

    __slots__ = ()
    title: ClassVar[str] = ""
    help: ClassVar[str] = ""
    by_name: ClassVar[bool] = False

    def sentence(self, view: Any) -> str:
        """One line for people: what this answer would do. view: of whoever reads it."""
        if not self.words:
            return repr(self)
        told: str = view.state.telling.sentence(self, view.state, view.card)
        return told


class Dealer(Protocol):
    """The services of a local dealer that a request may use. Cards are numbers, or slots that stay
    closed."""

    @property
    def faces(self) -> Mapping[int, int]:
        """Slot -> card, of every deck there has been."""

    def below(self, n: int) -> int:
        """A number by chance, 0 <= it < n."""

    def faces_of(self, slots: Sequence[int]) -> tuple[CardNumber, ...]:
        """The cards in these slots."""

    def learn(self, seat: Seat, slots: Sequence[int]) -> None:
        """A seat is shown these slots in private."""

    def stack(self, number: int, cards: Sequence[int]) -> None:
        """Lay open cards as a new deck, top first."""

    def mix(self, number: int, cards: Sequence[int]) -> tuple[int, ...]:
        """A new deck of these cards in an order by chance. Returns their faces, top first."""

    def deal_anew(self, number: int, pool: Sequence[int], moved: Mapping[int, int]) -> None:
        """A new deck of a pool of cards: those of old slots lie where `moved` says, known to whom
        they were known, the rest below them in an order by chance."""


class Tale(Protocol):
    """A playthrough's knowledge of the match that it writes or reads."""

    @property
    def dealer(self) -> Dealer:
        """The local dealer, which knows every card of the match."""

    def describe(self, seat: Seat, answer: Answer) -> str:
        """An answer in words, as its author sees it."""

    def card_names(self, cards: Sequence[int]) -> str:
        """Cards as people say them."""

    def check(self, seat: Seat, answer: Answer) -> None:
        """Raises IllegalAnswer unless a seat may answer so now."""


class Request(Record, Generic[A]):
    """Base of everything the engine asks.

    A: what the step after it is given; None: nothing. `frames.Ask` holds a step to it.
    """

    __slots__ = ()
    gives: ClassVar[bool] = True
    """Whether the step after it is given the answer; False for a `Request[None]`."""

    # -- what fits

    def misfit(self, answer: object) -> str | None:
        """Why this cannot answer it, whatever the rules say; None if it can.

        A misfit is a mistake of a dealer or a program, never of a player.
        """
        raise unsaid(self, "what fits it")

    # -- what it does with cards

    def learns(self) -> tuple[Seat, tuple[int, ...]] | None:
        """(seat, or EVERYBODY; the slots it is shown) where the answer shows cards."""
        return None

    def lays(self) -> tuple[int, int] | None:
        """(number, size) of the deck that it makes."""
        return None

    def moved(self) -> dict[int, int]:
        """Old slot -> new slot of cards that go on in a new deck, known to whom they were."""
        return {}

    # -- in a requests file (docs/wire.md), for verifiers that do not have the rules

    def outlined(self) -> dict[str, Any]:
        """Its fields as values of JSON."""
        return {name: getattr(self, name) for name in field_names(self)}

    def answer_outlined(self, answer: Any) -> dict[str, Any]:
        """Return its answer as values of JSON, for a verifier without the rules; nothing if the log
        says it."""
        return {}

    # -- in a playthrough

    def headed(self, number: int) -> str:
        """The line under which its answer stands. number: how many were answered, and this one."""
        return f"#{number} {self.line()}"

    def line(self) -> str:
        """The request in words, with its fields: "draw seat 0 3 cards"."""
        raise unsaid(self, "how it is called")

    def written(self, answer: Any, tale: Tale) -> tuple[Any, str]:
        """An answer as plain values (`codec`), and in words."""
        raise unsaid(self, "how its answer is written")

    def read(self, plain: Any, tale: Tale) -> Any:
        """Decode the answer from its plain values, and apply it to the dealer.

        Raises BadEncoding if they do not fit, or the cards do not lie so.
        """
        raise unsaid(self, "how its answer is read")


class Dealt(Request[A]):
    """Nobody decides it: a dealer answers, or the peers together."""

    __slots__ = ()

    def deal(self, dealer: Dealer) -> Any:
        """Return the local dealer's answer, and move that dealer's cards accordingly."""
        raise unsaid(self, "how a dealer answers it")


class Happening(Dealt[None]):
    """It only happens, and is answered by ()."""

    __slots__ = ()
    gives = False

    def misfit(self, answer: object) -> str | None:
        """Whatever is not (): it happens, and there is nothing to say about it."""
        return None if answer == () else "nothing expected"


class Decision(Request[A]):
    """Seats answer it. kind: the word of a `Kind`, by which the frame that asks has its offers and
    its judge."""

    __slots__ = ()
    kind: str

    @property
    def deciders(self) -> tuple[Seat, ...]:
        """The seats that are asked."""
        raise unsaid(self, "whom it asks")

    def refuses(self, answer: Answer) -> Refusal | None:
        """Refuse an answer that no judge of the rules needs to see; None to let them judge it."""
        return None

    def cannot_be_sent(self, answer: Answer) -> Refusal | None:
        """Return the refusal of an answer that is allowed but does not fit the protocol."""
        return None

    def decided(self, said: Sequence[Answer], dealer: Dealer) -> Any:
        """The answer to it, of what each of `deciders` has said in a local match."""
        raise unsaid(self, "what its answer is made of")

    def decisions(self, answer: Any) -> Sequence[tuple[Seat, Answer]]:
        """(seat, what it has said) as far as an answer shows it, to be judged by everybody."""
        raise unsaid(self, "what its answer shows")


# ------------------------------------------------------------------ for the files beside this one


def numbers_in(plain: Any) -> list[int]:
    """Plain values that must be a list of numbers. Raises BadEncoding."""
    if not isinstance(plain, list):
        raise BadEncoding("a list expected")
    if not all(n.__class__ is int for n in plain):
        raise BadEncoding("numbers expected")
    return plain


def some_cards(cards: Sequence[int] | int) -> str:
    """How many cards, at the end of a line; nothing if there are none."""
    n = cards if isinstance(cards, int) else len(cards)
    return f" {n} cards" if n else ""


def unsaid(request: Request[Any], what: str) -> EngineBug:
    """Return the error for a kind of request that lacks a method it needs."""
    return EngineBug(f"{type(request).__name__} does not say {what}")
