"""National Trait: one card with as many uses as its player's nationality has (2.12)."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import CardEffect
from owm_net.games.squadcards.state import Options
from owm_net.games.squadcards.terms import Effect


class NationalTrait(CardEffect[object]):
    """SQD-TRAIT-01 to -18: always played as one of its uses (`uses.find_trait`), whose effect
    another room describes."""

    effect = Effect.TRAIT
    rule = "SQD-TRAIT-01"
    when = say("is played as one of the uses of its nationality")

    def text(self, use: Use, options: Options) -> str:
        return say("Played as one of the uses of your nationality.")
