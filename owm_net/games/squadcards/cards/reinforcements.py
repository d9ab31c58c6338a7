"""Russian Reinforcements: a man more."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect


class Reinforcements(PassingEffect[object]):
    """SQD-TRAIT-09: its squad gains a man, beyond its starting number too."""

    effect = Effect.REINFORCE
    rule = "SQD-TRAIT-09"
    when = say("is played in your own draw and position windows")

    def take_effect(self, g: SquadState, window: object, card: CardInUse) -> None:
        g.squads[card.squad].men += card.use.amount

    def meaning(self, use: Use, options: Options) -> str:
        return say("gain {amount} man", amount=use.amount)

    def text(self, use: Use, options: Options) -> str:
        return say("Your squad gains {amount} man.", amount=use.amount)
