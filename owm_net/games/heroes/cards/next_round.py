"""High command, Battlefield promotion: a token more in the next round. G-05, HON-ORD-10."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Self

from attrs import frozen

from owm_net.engine.agenda import Frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.pooling import side_orders, side_specials
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_ORDERS, MOST_SPECIALS


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


@record("heroes.card.high_command")
class HighCommand(NextRound):
    """Two special orders at most."""

    key = CardKey("high_command")
    rule = "HON-ORD-10"
    why = say("two special orders are due already")
    words = say("one more special order next round")
    due, most = staticmethod(side_specials), MOST_SPECIALS

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Add a special order to the next round."""
        g.more_specials[at.seat] += 1
        return None


@record("heroes.card.battlefield_promotion")
class BattlefieldPromotion(NextRound):
    """Ten orders at most."""

    key = CardKey("battlefield_promotion")
    rule = "HON-ORD-04"
    why = say("ten orders are due already")
    words = say("one more order next round")
    due, most = staticmethod(side_orders), MOST_ORDERS

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Add an order to the next round."""
        g.more_orders[at.seat] += 1
        return None
