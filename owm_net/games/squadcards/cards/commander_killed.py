"""Commander Killed: an enemy squad's hand limit falls for good."""

from __future__ import annotations

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import CardEffect, CardInUse
from owm_net.games.squadcards.state import COMMANDER, Options, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.windows.kill import KillWindow


@record("squadcards.commander")
class CommanderLost(CardEvent):
    """A squad has lost its commander (SQD-CARD-14). limit: its hand limit from now on."""

    words = say("{squad} lose their commander: hand limit {limit}")
    rule = "SQD-CARD-14"

    squad: SquadId
    card: CardNumber
    limit: int


class CommanderKilled(CardEffect[KillWindow]):
    """SQD-CARD-14: once for each squad in a game (R-29); the window opens for no second one."""

    effect = Effect.COMMANDER
    rule = "SQD-CARD-14"
    when = say(
        "is played once on a squad, right after your attack has killed one of its soldiers (R-29)"
    )

    def carry_out(self, g: SquadState, window: KillWindow, card: CardInUse) -> None:
        """The hand limit is felt in the Discard Phase (SQD-DISC-03)."""
        g.spend(card.squad, card.number)
        loser = g.squads[window.target]
        loser.commander_lost = True
        g.tell(CommanderLost(window.target, CardNumber(card.number), loser.hand_limit))

    def meaning(self, use: Use, options: Options) -> str:
        return say("enemy hand limit -{commander}", commander=COMMANDER)

    def text(self, use: Use, options: Options) -> str:
        return say(
            "After your attack has killed: the enemy's hand limit is {commander} less for good.",
            commander=COMMANDER,
        )
