"""Cards that bring a token more in the next round. G-05."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Self

from attrs import frozen

from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.state import HeroesState


@frozen
class NextRound(CardPlay):
    """A token more. most: that may be due."""

    most: ClassVar[int]

    @staticmethod
    @abstractmethod
    def due(g: HeroesState, seat: Seat) -> int:
        """How many of that kind are due to a seat's side already."""

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Self]:
        """While fewer are due, and a round is left."""
        if g.round < g.battle.rounds and cls.due(g, at.seat) < cls.most:
            yield cls(card)
