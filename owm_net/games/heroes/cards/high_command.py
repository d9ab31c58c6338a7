"""High command: one more special order in the next round. G-05, HON-ORD-10."""

from __future__ import annotations

from owm_net.engine.agenda import Frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.cards.next_round import NextRound
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.pooling import side_specials
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_SPECIALS


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
