"""Battle rage: a unit fights better in an assault. G-05."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState

BATTLE_RAGE = CardKey("battle_rage")
RAGE = 2
"""What it adds to the result."""


@record("heroes.card.battle_rage")
class BattleRage(CardPlay):
    """One of each side in an assault."""

    by_name = True
    key = BATTLE_RAGE
    why = say("one such card of each side counts in an assault")
    words = say("battle rage")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[BattleRage]:
        """For the unit that fights."""
        if cls.key not in at.played:
            yield BattleRage(card)
