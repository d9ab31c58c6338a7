"""High command: one more special order in the next round. G-05, HON-ORD-10."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.options import special_orders
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_SPECIALS


@record("heroes.card.high_command")
class HighCommand(CardPlay):
    """Two special orders at most."""

    key = CardKey("high_command")
    rule = "HON-ORD-10"
    why = say("two special orders are due already")
    words = say("one more special order next round")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[HighCommand]:
        """While fewer are due, and a round is left."""
        if g.round < g.battle.rounds and special_orders(g, at.seat) < MOST_SPECIALS:
            yield HighCommand(card)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It is due with the others."""
        g.more_specials[at.seat] += 1
        return None
