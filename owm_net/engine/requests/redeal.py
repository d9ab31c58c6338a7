"""Redeal: a new deck when a seat has left, out of which hands go on."""

from __future__ import annotations

from typing import Any

from owm_net.engine.errors import BadEncoding
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import Dealer, Happening, Tale, numbers_in, some_cards
from owm_net.engine.zones import deck_slots, slot


@record("redeal")
class Redeal(Happening):
    """A seat has left, and with it what every deck could be opened by: make a new deck of the
    cards that not everybody knows, out of which the hands go on. Answered by ().

    number: the new deck's number. pool: those cards by number, each once; what the leaver held, and
    whatever lay hidden, is among them. kept: (seat, slots that are closed by that seat alone, as
    after a `Draw`), which must be cards of the pool. The kept slots become, in this order, the
    first slots of the new deck, known to the same seats as before; the rest is below them in an
    order that nobody knows. Every older slot is void afterwards.
    """

    number: int
    pool: tuple[int, ...]
    kept: tuple[tuple[Seat, tuple[int, ...]], ...]

    def moved(self) -> dict[int, int]:
        """Old slot -> new slot, of all kept cards."""
        old = [s for _, slots in self.kept for s in slots]
        return {s: slot(self.number, i) for i, s in enumerate(old)}

    def deal(self, dealer: Dealer) -> tuple[()]:
        """Hands as they are, the rest by chance."""
        dealer.deal_anew(self.number, self.pool, self.moved())
        return ()

    def lays(self) -> tuple[int, int]:
        """A place for every card of the pool, those of the hands first."""
        return self.number, len(self.pool)

    def line(self) -> str:
        return f"redeal{some_cards(self.pool)}"

    def written(self, answer: tuple[()], tale: Tale) -> tuple[list[int], str]:
        """Return the deck, hands first; it is not part of the answer."""
        slots, held = deck_slots(self.number, len(self.pool)), len(self.moved())
        hands = f"hands of {held} cards, and " if held else ""
        words = f"{hands}{len(slots) - held} cards in an order that nobody knows"
        return list(tale.dealer.faces_of(slots)), words

    def read(self, plain: Any, tale: Tale) -> tuple[()]:
        """The deck as it is written, of the pool, with the hands where they must be."""
        order, faces = numbers_in(plain), tale.dealer.faces
        held = [faces[old] for old in self.moved()]
        if order[: len(held)] != held or sorted(order) != sorted(self.pool):
            raise BadEncoding("these are not the hands and the cards that are dealt anew")
        self.deal(tale.dealer)
        tale.dealer.stack(self.number, order)
        return ()
