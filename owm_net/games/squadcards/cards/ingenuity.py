"""American Ingenuity: the card is discarded for others."""

from __future__ import annotations

from owm_net.engine.agenda import Frame
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.drawing import DrawCards
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect


class Ingenuity(PassingEffect[object]):
    """SQD-TRAIT-02: its squad draws cards for it, from an empty deck too (SQD-DRAW-02)."""

    effect = Effect.DRAW
    rule = "SQD-TRAIT-02"
    when = say("is played in your own draw and position windows")

    def take_effect(self, g: SquadState, window: object, card: CardInUse) -> Frame[None]:
        return DrawCards(card.squad, card.use.amount)

    def meaning(self, use: Use, options: Options) -> str:
        return say("draw {amount} cards", amount=use.amount)

    def text(self, use: Use, options: Options) -> str:
        return say("Draw {amount} cards.", amount=use.amount)
