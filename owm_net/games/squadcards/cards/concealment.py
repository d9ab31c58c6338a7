"""Concealment, and the Japanese trait: cover that stays with a position."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import CardEffect, CardInUse
from owm_net.games.squadcards.state import CONCEALMENT, Options, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.windows.after_move import AfterMove


@record("squadcards.concealed")
class Concealed(CardEvent):
    """SQD-CARD-06: a squad has concealed its position."""

    words = say("{squad} are concealed")
    rule = "SQD-CARD-06"

    squad: SquadId
    card: CardNumber


class Concealment(CardEffect[AfterMove]):
    """SQD-CARD-06, SQD-MOVE-09, SQD-TRAIT-15: one for each move, so one for each position.

    It is attached: the squad that leaves the position loses it (SQD-MOVE-04).
    """

    effect = Effect.CONCEAL
    rule = "SQD-MOVE-09"
    when = say("is played after an unblocked move, one for each move")

    def why_not(self, g: SquadState, window: AfterMove, card: CardInUse) -> Refusal | None:
        """Another Concealment does not conceal the same position twice (SQD-CARD-06)."""
        if window.concealment:
            return Refusal("SQD-CARD-06", say("one Concealment for each position"))
        return None

    def carry_out(self, g: SquadState, window: AfterMove, card: CardInUse) -> None:
        """Put the card itself on the position, a National Trait too (SQD-TRAIT-15)."""
        window.concealment = True
        laid = g.take(card.squad, card.number)
        g.squads[card.squad].attached.append(laid)
        g.tell(Concealed(card.squad, laid))

    def meaning(self, use: Use, options: Options) -> str:
        return say("attacks on the squad -{concealment}", concealment=CONCEALMENT)

    def text(self, use: Use, options: Options) -> str:
        return say(
            "After your move: attacks on you -{concealment} while you stay there.",
            concealment=CONCEALMENT,
        )
