"""High command: one more special order in the next round. G-05, HON-ORD-10."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.next_round import NextRound
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.options import special_orders
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_SPECIALS


@record("heroes.card.high_command")
class HighCommand(NextRound):
    """Two special orders at most."""

    key = CardKey("high_command")
    rule = "HON-ORD-10"
    why = say("two special orders are due already")
    words = say("one more special order next round")
    most = MOST_SPECIALS

    @classmethod
    def due(cls, g: HeroesState, seat: Seat) -> int:
        return special_orders(g, seat)

    @classmethod
    def promised(cls, g: HeroesState) -> list[int]:
        return g.more_specials
