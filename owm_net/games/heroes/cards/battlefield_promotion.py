"""Battlefield promotion: one more order in the next round. G-05."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_ORDERS
from owm_net.games.heroes.tokens import orders_due


@record("heroes.card.battlefield_promotion")
class BattlefieldPromotion(CardPlay):
    """Ten orders at most."""

    key = CardKey("battlefield_promotion")
    rule = "HON-ORD-04"
    why = say("ten orders are due already")
    words = say("one more order next round")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[BattlefieldPromotion]:
        """While fewer are due, and a round is left."""
        if g.round < g.battle.rounds and orders_due(g, at.seat) < MOST_ORDERS:
            yield BattlefieldPromotion(card)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It is due with the others."""
        g.more_orders[at.seat] += 1
        return None
