"""The game as one seat may see it: the common state, and the cards this seat has learnt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from owm_net.engine.frames import GameState
from owm_net.engine.ids import EVERYBODY, CardNumber, Seat

__all__ = ["EVERYBODY", "View"]

S = TypeVar("S", bound=GameState)


class View(Generic[S]):
    """A state joined with one seat's private knowledge. Readers must not change the state.

    seat: the viewer; EVERYBODY for a spectator or for judging an opened answer. known: slot ->
    card, for the slots this seat has drawn, peeked at or been shown.
    """

    __slots__ = ("known", "seat", "state")

    def __init__(self, state: S, seat: int, known: Mapping[int, int]) -> None:
        self.state = state
        self.seat = Seat(seat)
        self.known = known

    def card(self, card: int) -> CardNumber | None:
        """A card's number if this seat may know it, else None."""
        if card >= 0:
            return CardNumber(card)
        number = self.known.get(card)
        return None if number is None else CardNumber(number)

    def cards(self, zone: Sequence[int]) -> tuple[int | None, ...]:
        """The same for a whole zone."""
        known = self.known
        return tuple([c if c >= 0 else known.get(c) for c in zone])
