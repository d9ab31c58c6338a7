"""Battlefield promotion: one more order in the next round. G-05."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.next_round import NextRound
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_ORDERS
from owm_net.games.heroes.tokens import orders_due


@record("heroes.card.battlefield_promotion")
class BattlefieldPromotion(NextRound):
    """Ten orders at most."""

    key = CardKey("battlefield_promotion")
    rule = "HON-ORD-04"
    why = say("ten orders are due already")
    words = say("one more order next round")
    most = MOST_ORDERS

    @classmethod
    def due(cls, g: HeroesState, seat: Seat) -> int:
        return orders_due(g, seat)

    @classmethod
    def promised(cls, g: HeroesState) -> list[int]:
        return g.more_orders
