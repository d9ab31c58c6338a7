"""American Ingenuity: the card is discarded for others."""

from __future__ import annotations

from owm_net.engine.agenda import Frame
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.drawing import DrawCards
from owm_net.games.squadcards.plays import CardInUse, PassingEffect
from owm_net.games.squadcards.state import Options, Table
from owm_net.games.squadcards.terms import Effect


class Ingenuity(PassingEffect[object]):
    """SQD-TRAIT-02: its squad draws cards."""

    effect = Effect.DRAW
    rule = "SQD-TRAIT-02"
    when = "is played in one's own draw and position windows"

    def take_effect(self, g: Table, window: object, card: CardInUse) -> Frame[None]:
        """Draw."""
        return DrawCards(card.squad, card.use.amount)

    def meaning(self, use: Use, options: Options) -> str:
        """How many cards."""
        return f"draw {use.amount} cards"

    def text(self, use: Use, options: Options) -> str:
        """For the card's face."""
        return f"Draw {use.amount} cards."
