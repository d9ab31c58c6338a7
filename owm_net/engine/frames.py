"""What the rules of a game are written with: frames and their outcomes, refusals, state, events.

How they run: `agenda`, which is also where rule systems import them from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Self, TypeVar

from attrs import Factory, define, field, frozen

from owm_net.engine.records import Copied, register
from owm_net.engine.requests import (
    Draw,
    Flip,
    PrivateDeck,
    Redeal,
    Remix,
    Request,
    Result,
    Seal,
    Shuffle,
)
from owm_net.engine.zones import Deck, slot, slots_of

Step = Callable[..., Any]
NOTHING: Any = object()
"""No answer and no result."""


@frozen
class Ask:
    """Outside must answer `request`; the step `then` gets the answer."""

    request: Request
    then: Step


@frozen
class Call:
    """Run `frame` first; the step `then` gets its result, if it has one."""

    frame: Frame
    then: Step


@frozen
class Done:
    """This frame is finished."""

    result: Any = NOTHING


@frozen
class End:
    """The whole game is over."""

    result: Result


class Refusal:
    """Why an answer is not allowed: a rule id and a reason for people."""

    __slots__ = ("rule", "why")

    def __init__(self, rule: str, why: str) -> None:
        self.rule = rule
        self.why = why

    def __repr__(self) -> str:
        return f"{self.why} ({self.rule})"


@define
class Frame(Copied):
    """Base of the procedures of the rules. See the module's text.

    For a decision (`requests.DECISIONS`) of kind "shooter" the frame that asks has

    - `offers_shooter(view)`: the answers worth considering, in a fixed order; it may include
      some that are not allowed, so that a screen can show them with the reason;
    - `why_not_shooter(view, answer)`: None if the answer is allowed, else a `Refusal`. It
      judges a card this view may not know only by where it lies; when the card has been
      opened it is judged again;
    - where the offers are too many to list, `sample_shooter(view, chance)`: one of them, by
      chance.
    """

    at: str = field(default="start", kw_only=True)
    name: ClassVar[str]


@define(kw_only=True)
class GameState(Copied):
    """What every rule system's state has. Subclasses add their own fields.

    seats: number of players. pending: what is asked at this pause. steps: requests answered
    so far. deck_count: decks shuffled so far. hands: one for each seat, empty, if nothing else
    is said. standing: seat -> when its standing pass ends.
    events: what happened since the last pause; not part of the state proper.
    """

    seats: int
    agenda: list[Frame] = field(factory=list)
    pending: Request | None = None
    steps: int = 0
    decks: dict[str, Deck] = field(factory=dict)
    deck_count: int = 0
    hands: list[list[int]] = field(
        default=Factory(lambda g: [[] for _ in range(g.seats)], takes_self=True)
    )
    standing: dict[int, str] = field(factory=dict)
    events: list[Event] = field(factory=list, metadata={"transient": True}, eq=False)

    def tell(self, kind: str, rule: str = "", **facts: Fact) -> None:
        """Record an event for the log pane and the statistics. It never decides anything."""
        self.events.append(Event(kind, rule, facts))

    def shuffle(self, deck: str, cards: Iterable[int]) -> Shuffle:
        """The request that makes a new deck of these cards under a name of the rules."""
        listed = tuple(cards)
        self.deck_count += 1
        self.decks[deck] = Deck(self.deck_count, len(listed))
        return Shuffle(self.deck_count, listed)

    def flip(self, deck: str, n: int = 1) -> Flip:
        """The request to flip the next n cards of a deck, which must have them."""
        return Flip(self.decks[deck].take(n))

    def draw(self, seat: int, deck: str, n: int, hand: int | None = None) -> Draw:
        """The request to draw n cards to a seat's hand; the slots are in the hand at once.

        hand: which of `hands`, where a seat has another one than that of its number.
        """
        slots = self.decks[deck].take(n)
        self.hands[seat if hand is None else hand].extend(slots)
        return Draw(seat, slots)

    def seal(self, seat: int, kind: str) -> Seal:
        """The request for a closed decision; its number is that of the step that answers it."""
        return Seal(self.steps + 1, seat, kind)

    def private_deck(
        self, seat: int, kind: str, deck: str, pool: Iterable[int], size: int
    ) -> PrivateDeck:
        """The request that makes a seat's private deck under a name of the rules."""
        self.deck_count += 1
        self.decks[deck] = Deck(self.deck_count, size)
        return PrivateDeck(seat, kind, self.deck_count, tuple(pool), size)

    def remix(self, seat: int) -> Remix:
        """The request that mixes the closed cards of a hand, which must have some. Ask
        `redraw` next."""
        hand = self.hands[seat]
        old = slots_of(hand)
        self.deck_count += 1
        fresh = [slot(self.deck_count, i) for i in range(len(old))]
        hand[:] = [*fresh, *(c for c in hand if c >= 0)]
        return Remix(seat, self.deck_count, old)

    def redraw(self, seat: int) -> Draw:
        """The request by which a seat learns the closed cards of its hand again."""
        return Draw(seat, slots_of(self.hands[seat]))

    def redeal(self, deck: str, pool: Iterable[int], owners: Iterable[int]) -> Redeal:
        """The request for a new deck under a name of the rules when a seat has left.

        pool: every card that not everybody knows. owners: the seats that keep the closed cards
        of their hands. Hands stay as they are until it is answered: then call `redealt`.
        """
        kept = tuple([(seat, slots_of(self.hands[seat])) for seat in owners])
        cards, held = tuple(pool), sum([len(slots) for _, slots in kept])
        self.deck_count += 1
        self.decks[deck] = Deck(self.deck_count, len(cards), held)
        return Redeal(self.deck_count, cards, tuple([k for k in kept if k[1]]))

    def redealt(self, deck: str, owners: Iterable[int]) -> None:
        """The hands of these seats take their places in the new deck."""
        number, index = self.decks[deck].number, 0
        for seat in owners:
            hand = self.hands[seat]
            for i, card in enumerate(hand):
                if card < 0:
                    hand[i] = slot(number, index)
                    index += 1

    def clone(self) -> Self:
        """An independent copy (see `records.Copied`), without the events."""
        return super().clone()


Fact = int | str | bool | tuple[int, ...] | tuple[str, ...] | None


class Event:
    """Something that happened, with the rule that made it happen. Facts are plain values."""

    __slots__ = ("facts", "kind", "rule")

    def __init__(self, kind: str, rule: str, facts: dict[str, Fact]) -> None:
        self.kind = kind
        self.rule = rule
        self.facts = facts

    def __repr__(self) -> str:
        facts = " ".join(f"{k}={v}" for k, v in self.facts.items())
        return f"{self.kind} {facts} {self.rule}".strip()


F = TypeVar("F", bound=type)


def frame(name: str) -> Callable[[F], F]:
    """Register a frame under the name written into saved games. Above `@define`."""
    return register(name)
