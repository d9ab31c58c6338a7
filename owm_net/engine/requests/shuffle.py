"""Shuffle: a new deck in an order that nobody knows."""

from __future__ import annotations

from typing import Any

from owm_net.engine.errors import BadEncoding
from owm_net.engine.records import record
from owm_net.engine.requests.base import Dealer, Happening, Tale, numbers_in, some_cards
from owm_net.engine.zones import deck_slots


@record("shuffle")
class Shuffle(Happening):
    """Make a new deck of these cards (numbers, or slots that stay hidden). Answered by ().

    number: the new deck's number, used in the slots of its cards.
    """

    number: int
    cards: tuple[int, ...]

    def deal(self, dealer: Dealer) -> tuple[()]:
        dealer.mix(self.number, self.cards)
        return ()

    def lays(self) -> tuple[int, int]:
        return self.number, len(self.cards)

    def line(self) -> str:
        return f"shuffle{some_cards(self.cards)}"

    def written(self, answer: tuple[()], tale: Tale) -> tuple[list[int], str]:
        """Return the deck, top first; it is not part of the answer."""
        slots = deck_slots(self.number, len(self.cards))
        words = f"{len(slots)} cards in an order that nobody knows"
        return list(tale.dealer.faces_of(slots)), words

    def read(self, plain: Any, tale: Tale) -> tuple[()]:
        """The deck as it is written, of the cards that are shuffled."""
        order, faces = numbers_in(plain), tale.dealer.faces
        if sorted(order) != sorted([c if c >= 0 else faces[c] for c in self.cards]):
            raise BadEncoding("these are not the cards that are shuffled")
        tale.dealer.stack(self.number, order)
        return ()
