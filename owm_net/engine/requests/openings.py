"""Cards that are shown: to everybody (`Opening`), or to one seat alone (`Learning`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net.engine.errors import BadEncoding
from owm_net.engine.ids import EVERYBODY, CardNumber, Seat
from owm_net.engine.requests.base import Dealer, Dealt, Happening, Tale, numbers_in, unsaid


class Opening(Dealt[tuple[CardNumber, ...]]):
    """Base of what opens slots to everybody. Answered by their card numbers."""

    __slots__ = ()
    slots: tuple[int, ...]

    def misfit(self, answer: object) -> str | None:
        """A card for each slot."""
        if not isinstance(answer, tuple):
            return "not a tuple"
        if len(answer) != len(self.slots):
            return f"{len(self.slots)} cards expected"
        return None if all(isinstance(c, int) and c >= 0 for c in answer) else "not cards"

    def deal(self, dealer: Dealer) -> tuple[CardNumber, ...]:
        return dealer.faces_of(self.slots)

    def learns(self) -> tuple[Seat, tuple[int, ...]]:
        return EVERYBODY, self.slots

    def answer_outlined(self, answer: tuple[CardNumber, ...]) -> dict[str, Any]:
        """The card numbers, which a verifier compares with what it has opened itself."""
        return {"answer": answer}

    def written(self, answer: tuple[CardNumber, ...], tale: Tale) -> tuple[list[int], str]:
        """The numbers of the cards, and what people call them."""
        return list(answer), tale.card_names(answer)

    def read(self, plain: Any, tale: Tale) -> tuple[CardNumber, ...]:
        """The cards that were shuffled to lie there."""
        check_faces(plain, self.slots, tale)
        return self.deal(tale.dealer)


class Learning(Happening):
    """Base of what shows slots to one seat, and to nobody else."""

    __slots__ = ()
    slots: tuple[int, ...]

    def learns(self) -> tuple[Seat, tuple[int, ...]]:
        """The seat that is shown them."""
        raise unsaid(self, "who learns its cards")

    def deal(self, dealer: Dealer) -> tuple[()]:
        """From now on the seat that learns them knows them."""
        dealer.learn(*self.learns())
        return ()

    def written(self, answer: tuple[()], tale: Tale) -> tuple[list[int], str]:
        """The cards, which are no part of the answer."""
        learner, slots = self.learns()
        cards = list(tale.dealer.faces_of(slots))
        return list(cards), f"seat {learner} alone sees {tale.card_names(cards)}"

    def read(self, plain: Any, tale: Tale) -> tuple[()]:
        """The cards that were shuffled to lie there."""
        check_faces(plain, self.slots, tale)
        return self.deal(tale.dealer)


def check_faces(plain: Any, slots: Sequence[int], tale: Tale) -> None:
    """Raise BadEncoding unless these are the cards in these slots."""
    faces = tale.dealer.faces
    if numbers_in(plain) != [faces[s] for s in slots]:
        raise BadEncoding("these are not the cards that were shuffled to lie here")
