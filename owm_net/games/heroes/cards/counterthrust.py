"""Counterthrust: who is beaten in its assault is suppressed. G-05."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.damage import suppress
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState

MARKERS = 2


@record("heroes.card.counterthrust")
class Counterthrust(CardPlay):
    """By the defender that has won."""

    by_name = True
    key = CardKey("counterthrust")
    words = say("suppress the beaten attacker")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Counterthrust]:
        """While the attacker lives."""
        if g.units[at.enemy].in_play:
            yield Counterthrust(card)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Two markers."""
        suppress(g, at.enemy, MARKERS)
        return None
