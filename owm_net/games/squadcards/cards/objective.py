"""Mission Objective: three of them win the game."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import CardEffect, CardInUse
from owm_net.games.squadcards.state import OBJECTIVES_TO_WIN, Options, SquadState
from owm_net.games.squadcards.terms import Effect
from owm_net.games.squadcards.windows.after_move import AfterMove
from owm_net.games.squadcards.words import squad_name


@record("squadcards.objective")
class ObjectiveTaken(CardEvent):
    """A squad has turned a Mission Objective up (SQD-MOVE-09). total: of its side, face up now."""

    rule = "SQD-MOVE-09 SQD-VIC-03"

    squad: SquadId
    card: CardNumber
    total: int

    def sentence(self, g: SquadState) -> str:
        have = say(
            "{total} of {objectives_to_win}", total=self.total, objectives_to_win=OBJECTIVES_TO_WIN
        )
        return say(
            "{squad} take a Mission Objective ({have})",
            squad=squad_name(g, self.squad),
            have=have,
        )


class MissionObjective(CardEffect[AfterMove]):
    """SQD-MOVE-09: one for each unblocked move (R-21); it stays face up (SQD-VIC-03)."""

    effect = Effect.OBJECTIVE
    rule = "SQD-MOVE-09"
    when = say("is played after an unblocked move, one for each move")

    def why_not(self, g: SquadState, window: AfterMove, card: CardInUse) -> Refusal | None:
        """A move turns up one objective at most (SQD-MOVE-09, R-21)."""
        if window.objective:
            return Refusal("SQD-MOVE-09", say("one Mission Objective for each move (R-21)"))
        return None

    def carry_out(self, g: SquadState, window: AfterMove, card: CardInUse) -> None:
        """The third ends the game: the window asks `victory` after every card."""
        window.objective = True
        taken = g.take(card.squad, card.number)
        mine = g.objectives[g.squads[card.squad].seat]
        mine.append(taken)
        g.tell(ObjectiveTaken(card.squad, taken, len(mine)))

    def text(self, use: Use, options: Options) -> str:
        return say("Face up after your move. Three win the game. One for each move.")
