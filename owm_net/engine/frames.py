"""The parts that game rules are written with: frames and their outcomes, refusals, state, events.

How they run: `agenda`, which is also where rule systems import them from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache
from typing import Any, ClassVar, Generic, Never, Self, TypeAlias, TypeVar, overload

import attrs
from attrs import Factory, define, field, frozen

from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.kinds import Kind
from owm_net.engine.records import Copied, register
from owm_net.engine.requests import (
    NOTHING,
    DeckList,
    Draw,
    Flip,
    PrivateDeck,
    Redeal,
    Request,
    Result,
    Shuffle,
)
from owm_net.engine.telling import Telling, Worded
from owm_net.engine.zones import Deck, slot, slots_of

R = TypeVar("R")
A = TypeVar("A")

Step: TypeAlias = "Callable[[Never], Outcome[R]]"
"""A step of a frame that needs no answer, as a bound method: `self.flip_lethality`."""

Outcome: TypeAlias = "Ask[R] | Call[R] | Done[R] | End | Foul | Callable[[Never], Outcome[R]]"
"""What a step of a `Frame[R]` returns: what comes next. R is what the frame hands on when done."""


class Ask(Generic[R]):
    """Outside must answer `request`; the step `then` gets the answer, where there is one.

    The type of the request says what `then` must take: `Ask(Flip(...), then=self.add)` needs
    `add(self, g, cards: tuple[int, ...])`. What only happens (`Request[None]`: a draw, a shuffle)
    gives `then` nothing but the state.
    """

    __slots__ = ("request", "then")

    @overload
    def __init__(self, request: Request[None], then: Callable[[Never], Outcome[R]]) -> None: ...
    @overload
    def __init__(self, request: Request[A], then: Callable[[Never, A], Outcome[R]]) -> None: ...
    def __init__(self, request: Request[Any], then: Callable[..., Outcome[R]]) -> None:
        self.request = request
        self.then = then


class Call(Generic[R]):
    """Run `frame` first; the step `then` gets its result, if it has one (`Frame[None]`: none)."""

    __slots__ = ("frame", "then")

    @overload
    def __init__(self, frame: Frame[None], then: Callable[[Never], Outcome[R]]) -> None: ...
    @overload
    def __init__(self, frame: Frame[A], then: Callable[[Never, A], Outcome[R]]) -> None: ...
    def __init__(self, frame: Frame[Any], then: Callable[..., Outcome[R]]) -> None:
        self.frame = frame
        self.then = then


class Done(Generic[R]):
    """This frame is finished, with a result for whoever called it unless it is a `Frame[None]`."""

    __slots__ = ("result",)

    @overload
    def __init__(self: Done[None]) -> None: ...
    @overload
    def __init__(self, result: R) -> None: ...
    def __init__(self, result: Any = NOTHING) -> None:
        self.result = result


@frozen
class End:
    """The whole game is over."""

    result: Result


@frozen
class Foul:
    """A seat has cheated, and it shows only now: what it laid closed should not have lain there.

    The game is over; the seat is named with the rule, as where a played card turns out to be
    illegal when it is opened. why: for people, in one line.
    """

    seat: Seat
    rule: str
    why: str


@define
class Frame(Copied, Generic[R]):
    """Base of the procedures of the rules. See the module's text.

    R: what it hands on to whoever called it (`Done(result)`), None for nothing.

    A frame that asks for a decision names its `Kind`, and has

    - `@KIND.offers`: the answers worth considering, in a fixed order; it may include some that
      are not allowed, so that a screen can show them with the reason;
    - `@KIND.judges`, unless everything is allowed: None or a `Refusal`. It judges a card this view
      may not know only by where it lies; when the card has been opened it is judged again;
    - where the offers are too many to list, `@KIND.samples`: one of them, by chance;
    - `@KIND.tells`: the question as people read it (`kinds.About`).
    - `@KIND.foretells`: what an answer would come to, in a line.
    """

    at: str = field(default="start", kw_only=True)
    name: ClassVar[str]


@define(kw_only=True)
class GameState(Copied):
    """The fields of every rule system's state. Subclasses add their own fields.

    seats: number of players. pending: what is asked at this pause. answered: how many requests
    were. deck_count: decks shuffled so far. hands: one for each seat, empty, if nothing else is
    said. standing: seat -> the words of its standing passes (`windows`), oldest first.
    events: what happened since the last pause; not part of the state proper.
    telling: how the game tells the values of fields.
    """

    telling: ClassVar[Telling[Any]] = Telling()

    seats: int
    agenda: list[Frame[Any]] = field(factory=list)
    pending: Request[Any] | None = None
    answered: int = 0
    decks: dict[str, Deck] = field(factory=dict)
    deck_count: int = 0
    hands: list[list[int]] = field(
        default=Factory(lambda g: [[] for _ in range(g.seats)], takes_self=True)
    )
    standing: dict[Seat, tuple[str, ...]] = field(factory=dict)
    events: list[Event] = field(factory=list, metadata={"transient": True}, eq=False)

    @property
    def players(self) -> tuple[Seat, ...]:
        """All seats, in the order of their numbers."""
        return _players(self.seats)

    def after(self, seat: Seat) -> Seat:
        """The seat that plays after one: in the order of their numbers, if a game says nothing
        else."""
        return self.players[(seat + 1) % self.seats]

    def tell(self, event: Event) -> None:
        """Record an event for the log pane and the statistics. It never decides anything."""
        self.events.append(event)

    def shuffle(self, deck: str, cards: Iterable[int]) -> Shuffle:
        """The request that makes a new deck of these cards under a name of the rules."""
        listed = tuple(cards)
        self.deck_count += 1
        self.decks[deck] = Deck(self.deck_count, len(listed))
        return Shuffle(self.deck_count, listed)

    def flip(self, deck: str, n: int = 1) -> Flip:
        """The request to flip the next n cards of a deck, which must have them."""
        return Flip(self.decks[deck].deal(n))

    def draw(self, seat: Seat, deck: str, n: int, hand: int | None = None) -> Draw:
        """The request to draw n cards to a seat's hand; the slots are in the hand at once.

        hand: which of `hands`, where a seat has another one than that of its number.
        """
        slots = self.decks[deck].deal(n)
        self.hands[seat if hand is None else hand].extend(slots)
        return Draw(seat, slots)

    def private_deck(
        self, seat: Seat, kind: Kind[DeckList], deck: str, pool: Iterable[int], size: int
    ) -> PrivateDeck:
        """The request that makes a seat's private deck under a name of the rules."""
        self.deck_count += 1
        self.decks[deck] = Deck(self.deck_count, size)
        return PrivateDeck(seat, kind.word, self.deck_count, tuple(pool), size)

    def redeal(self, deck: str, pool: Iterable[int], kept: Iterable[tuple[Seat, int]]) -> Redeal:
        """The request for a new deck under a name of the rules when a seat has left.

        pool: every card that not everybody knows. kept: (seat, hand) of each hand whose closed
        cards go on, known to that seat alone. Hands stay as they are until it is answered: then
        call `redealt` with the same pairs.
        """
        closed: dict[Seat, list[int]] = {}
        for seat, hand in _by_seat(kept):
            closed.setdefault(seat, []).extend(slots_of(self.hands[hand]))
        cards, held = tuple(pool), sum([len(slots) for slots in closed.values()])
        self.deck_count += 1
        self.decks[deck] = Deck(self.deck_count, len(cards), held)
        return Redeal(
            self.deck_count,
            cards,
            tuple([(s, tuple(slots)) for s, slots in closed.items() if slots]),
        )

    def redealt(self, deck: str, kept: Iterable[tuple[Seat, int]]) -> None:
        """These hands take their places in the new deck."""
        number, index = self.decks[deck].number, 0
        for _, hand in _by_seat(kept):
            cards = self.hands[hand]
            for i, card in enumerate(cards):
                if card < 0:
                    cards[i] = slot(number, index)
                    index += 1

    def clone(self) -> Self:
        """An independent copy (see `records.Copied`), without the events."""
        return super().clone()

    def become(self, other: Self) -> None:
        """Take over all that another state of this game holds, which is of no use any more."""
        for one in attrs.fields(type(self)):
            setattr(self, one.name, getattr(other, one.name))


def _by_seat(kept: Iterable[tuple[Seat, int]]) -> list[tuple[Seat, int]]:
    """(seat, hand) pairs with all hands of a seat together: it shows them in one proof."""
    pairs = list(kept)
    order = list(dict.fromkeys([seat for seat, _ in pairs]))
    return sorted(pairs, key=lambda pair: order.index(pair[0]))


@lru_cache(maxsize=8)
def _players(seats: int) -> tuple[Seat, ...]:
    return tuple([Seat(n) for n in range(seats)])


class InLog(Enum):
    """The place of an event in the log that people read."""

    LINE = "line"
    """A line like most others."""
    HEADING = "heading"
    """A line that stands out, for whoever looks through the log: what follows belongs to it (a
    round, a turn, an assault), or it is the end."""
    LEAD = "lead"
    """The beginning of the line that follows, such as the phase in which it happens; left out
    where another heading or lead follows."""


class Mark(Enum):
    """The mark of an event on the bar of a replay."""

    NONE = "none"
    ROUND = "round"
    """A round or a turn begins."""
    FIRE = "fire"
    """Somebody fires, throws or blows something up."""
    CASUALTY = "casualty"
    """Somebody is killed, or lost for the rest of the match."""


class Event(Worded):
    """Something that happened, and the rule that made it happen: facts as fields, and its words.

    Subclasses: `@record("owm.killed") class Killed(Event)`, with `words` (`telling`) and `rule`.
    A rule that differs from time to time is a field: `rule: str = field(kw_only=True)`.
    headline: worth a line where space is short. in_log: whether it stands out in the log.
    """

    __slots__ = ()
    headline: ClassVar[bool] = False
    in_log: ClassVar[InLog] = InLog.LINE
    rule: str

    @property
    def mark(self) -> Mark:
        """How the scrubber of a replay marks its moment."""
        return Mark.NONE

    def sentence(self, g: Any) -> str:
        """One line for people, told at the pause after it; "" for what is not worth a line."""
        return g.telling.sentence(self, g) if self.words else ""


F = TypeVar("F", bound=type)


def frame(name: str) -> Callable[[F], F]:
    """Register a frame under the name written into saved games. Above `@define`.

    Raises EngineBug where a question that may be passed has no step for the pass.
    """

    def registered(cls: F) -> F:
        for offers in [n for base in cls.__mro__ for n in vars(base) if n.startswith("offers_")]:
            step = f"passed_{offers.removeprefix('offers_')}"
            kind = getattr(getattr(cls, offers), "kind", None)
            heard = hasattr(cls, step) or hasattr(cls, "hear_pass")
            if kind is not None and kind.passes and not heard:
                raise EngineBug(f"{name}: no step {step} for a pass")
        return register(name)(cls)

    return registered
