"""Where cards lie, and how a card is named before anybody may know which it is.

A *slot* is one place in one shuffled deck, as a negative number. It stays the card's name,
in a hand or in a face-down pile, until the card is opened; then its number (0 or more)
takes the slot's place. A state therefore never holds a secret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define

from owm_net.engine.errors import EngineBug
from owm_net.engine.records import Copied, register

MAX_DECK = 4096
"""The most cards one deck may have."""


def slot(deck_number: int, index: int) -> int:
    """The slot of a card: deck_number 1.., index 0 is the top of the deck as shuffled."""
    return -(deck_number * MAX_DECK + index) - 1


def place(card: int) -> tuple[int, int]:
    """(deck number, index) of a slot."""
    return divmod(-card - 1, MAX_DECK)


def deck_slots(number: int, size: int) -> tuple[int, ...]:
    """All slots of a deck, top first."""
    return tuple([slot(number, i) for i in range(size)])


@register("deck")
@define
class Deck(Copied):
    """A face-down pile as last shuffled; cards leave it from the top, in order."""

    number: int
    size: int
    taken: int = 0

    @property
    def left(self) -> int:
        """How many cards can still be taken."""
        return self.size - self.taken

    def deal(self, n: int = 1) -> tuple[int, ...]:
        """The slots of the next n cards, which leave the deck."""
        if n > self.left:
            raise EngineBug(f"{n} cards wanted, {self.left} are left in deck {self.number}")
        start = self.taken
        self.taken += n
        return tuple([slot(self.number, i) for i in range(start, start + n)])

    def top(self, n: int) -> tuple[int, ...]:
        """Return the slots of the next n cards, or of all the cards left; they stay."""
        start = self.taken
        return tuple([slot(self.number, i) for i in range(start, start + min(n, self.left))])


def open_slots(zone: list[int], opened: Mapping[int, int]) -> None:
    """Replace slots that have been opened by their cards, in place."""
    for i, card in enumerate(zone):
        if card in opened:
            zone[i] = opened[card]


def slots_of(cards: Sequence[int]) -> tuple[int, ...]:
    """Those cards that are still unopened."""
    return tuple([c for c in cards if c < 0])
