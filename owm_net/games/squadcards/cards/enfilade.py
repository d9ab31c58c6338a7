"""Enfilade: all guns of a squad, until the end of the player turn."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect


class Enfilade(PassingEffect[object]):
    """SQD-CARD-07; several add up (R-17). `attack.modifiers` counts them."""

    effect = Effect.ENFILADE
    rule = "SQD-CARD-07"
    when = say("is played in your own fire windows")

    def take_effect(self, g: SquadState, window: object, card: CardInUse) -> None:
        """For the squad that has played it (R-50)."""
        g.squads[card.squad].enfilades += 1

    def meaning(self, use: Use, options: Options) -> str:
        return say("guns {amount:+d} this turn", amount=use.amount)

    def text(self, use: Use, options: Options) -> str:
        return say("Your attacks with guns {amount:+d} this player turn.", amount=use.amount)
