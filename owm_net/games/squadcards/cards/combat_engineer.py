"""Combat Engineer: the answer to a Block card."""

from __future__ import annotations

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.movement import MoveAttempt
from owm_net.games.squadcards.plays import CardEffect, CardInUse
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import Effect


@record("squadcards.cancelled")
class BlockCancelled(CardEvent):
    """Engineers have answered a Block card (SQD-MOVE-08). card: the engineer. block: the card that
    does not count."""

    words = say("{squad}: Combat Engineers clear the way")
    rule = "SQD-MOVE-08"

    squad: SquadId
    card: CardNumber
    block: CardNumber


class CombatEngineer(CardEffect[MoveAttempt]):
    """SQD-MOVE-08: cancels the Block card just played, its losses too; both are discarded."""

    effect = Effect.ENGINEER
    rule = "SQD-MOVE-08"
    when = say("answers a Block card that has just been played")

    def carry_out(self, g: SquadState, window: MoveAttempt, card: CardInUse) -> None:
        """The attempt goes on, and may be blocked again (R-19)."""
        g.spend(card.squad, card.number)
        g.aside.remove(window.block)
        g.discard.append(window.block)
        g.tell(BlockCancelled(card.squad, CardNumber(card.number), window.block))

    def meaning(self, use: Use, options: Options) -> str:
        return say("cancel the block")

    def text(self, use: Use, options: Options) -> str:
        return say("Cancels a Block card played on your move.")
