"""Minefield, and Japanese Booby Traps: a block that kills."""

from __future__ import annotations

from typing import ClassVar

from owm_net.engine.agenda import Mark
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.movement import Block
from owm_net.games.squadcards.state import CATALOG, Options, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.words import count_men, squad_name

MINES = CATALOG.uses["minefield"].amount
"""SQD-MOVE-06: added to the dice."""


@record("squadcards.mines")
class MinesExploded(SquadEvent):
    """A squad has walked into mines (SQD-MOVE-06). kills: men lost. men: left."""

    rule = "SQD-MOVE-06"

    squad: SquadId
    dice: tuple[int, ...]
    kills: int
    men: int

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY if self.kills else Mark.FIRE

    def sentence(self, g: SquadState) -> str:
        first, second = self.dice
        lost = say(
            "{squad} lose {count_men}, {men} left",
            squad=squad_name(g, self.squad),
            count_men=count_men(self.kills),
            men=self.men,
        )
        return say(
            "mines: {first} - {second} + {mines}: {lost}",
            first=first,
            second=second,
            mines=MINES,
            lost=lost,
        )


class Minefield(Block):
    """SQD-MOVE-06, SQD-TRAIT-16: where it stands, men of the mover die (R-20)."""

    effect = Effect.MINEFIELD
    explodes: ClassVar[bool] = True

    def explode(self, g: SquadState, squad: SquadId, dice: tuple[int, ...]) -> int:
        """No modifier but its own; it counts as being fired upon, its dead for morale (R-20)."""
        mine = g.squads[squad]
        dead = min(max(0, dice[0] - dice[1] + MINES), mine.men)
        mine.fired_upon = True
        mine.men_lost += dead
        g.tell(MinesExploded(squad, dice, dead, mine.men - dead))
        return dead

    def meaning(self, use: Use, options: Options) -> str:
        return say("block the move and attack")

    def text(self, use: Use, options: Options) -> str:
        return say(
            "Stops an enemy move. First die less second {amount:+d} men are lost.",
            amount=use.amount,
        )
