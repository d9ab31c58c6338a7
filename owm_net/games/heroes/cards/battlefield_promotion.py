"""Battlefield promotion: one more order in the next round. G-05, HON-ORD-04."""

from __future__ import annotations

from owm_net.engine.agenda import Frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.cards.next_round import NextRound
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.pooling import side_orders
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_ORDERS


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
