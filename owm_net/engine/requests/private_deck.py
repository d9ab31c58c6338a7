"""PrivateDeck: a deck whose cards only its owner knows, and whose order nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests.base import (
    Answer,
    Dealer,
    Decision,
    Refusal,
    Tale,
    numbers_in,
    some_cards,
)
from owm_net.engine.text import say


@record("deck_list")
class DeckList(Answer):
    """The decision of a `PrivateDeck`: cards of its pool, in any order."""

    title: ClassVar[str] = say("Deck")

    cards: tuple[int, ...]


@record("private_deck")
class PrivateDeck(Decision[None]):
    """One seat makes a deck of `size` cards of a public pool, and only it knows of which.

    Nobody knows their order. pool: each card as often as it may be taken. The others can only check
    that the deck comes from the pool, so the pool must include everything that is legal. The seat
    decides by a `DeckList`. number: the new deck's number.

    Answered by () on the network, where nobody can tell how the cards lie. A local match knows it
    and answers by the cards, top first; they are checked and forgotten.
    """

    gives = False

    seat: Seat
    kind: str
    number: int
    pool: tuple[int, ...]
    size: int

    @property
    def deciders(self) -> tuple[Seat, ...]:
        return (self.seat,)

    def misfit(self, answer: object) -> str | None:
        """Nothing, or cards of the pool."""
        if answer == ():
            return None
        if not isinstance(answer, tuple):
            return "not a tuple"
        return None if self._is_of_the_pool(answer) else "not such a deck"

    def refuses(self, answer: Answer) -> Refusal | None:
        """Refuse anything but a list of cards. The judge of the rules names what it breaks."""
        if isinstance(answer, DeckList):
            return None
        return Refusal("KERNEL", say("the cards of a deck are asked"))

    def cannot_be_sent(self, answer: Answer) -> Refusal | None:
        """Refuse what is no deck of the pool, whatever the rules allow."""
        if isinstance(answer, DeckList) and self._is_of_the_pool(answer.cards):
            return None
        return Refusal("KERNEL", f"{self.size} cards of the pool are asked")

    def decided(self, said: Sequence[Answer], dealer: Dealer) -> tuple[int, ...]:
        """The chosen cards as they lie, top first."""
        (chosen,) = said
        assert isinstance(chosen, DeckList)
        return dealer.mix(self.number, chosen.cards)

    def decisions(self, answer: Any) -> tuple[()]:
        """Return (): the decision stays with its owner, who judges it before making the deck."""
        return ()

    def lays(self) -> tuple[int, int]:
        """As many cards as were chosen, and not the whole pool."""
        return self.number, self.size

    def line(self) -> str:
        return f"private deck seat {self.seat} {self.kind}{some_cards(self.size)}"

    def written(self, answer: tuple[int, ...], tale: Tale) -> tuple[list[int], str]:
        """The cards as they lie, top first."""
        return list(answer), f"seat {self.seat} alone knows {tale.card_names(answer)}"

    def read(self, plain: Any, tale: Tale) -> tuple[int, ...]:
        """The deck as it is written, which its owner must have been allowed to make."""
        cards = tuple(numbers_in(plain))
        tale.check(self.seat, DeckList(cards))
        tale.dealer.stack(self.number, cards)
        return cards

    def _is_of_the_pool(self, cards: Sequence[object]) -> bool:
        left: list[object] = list(self.pool)
        for card in cards:
            if card not in left:
                return False
            left.remove(card)
        return len(cards) == self.size
