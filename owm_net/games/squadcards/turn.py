"""Player turns, one after the other, until somebody has won (2.3)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Call, Event, Frame, InLog, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.ids import opponent
from owm_net.games.squadcards.phases.covering import CoveringPhase
from owm_net.games.squadcards.phases.discarding import DiscardPhase
from owm_net.games.squadcards.phases.draw import DrawPhase
from owm_net.games.squadcards.phases.fire import OpportunityPhase, PositionPhase, ReturnPhase
from owm_net.games.squadcards.phases.morale import MoralePhase
from owm_net.games.squadcards.phases.movement import MovementPhase
from owm_net.games.squadcards.phases.rally import RallyPhase
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import PHASES, Phase
from owm_net.games.squadcards.victory import out_of_turns
from owm_net.games.squadcards.words import PHASE_WORDS

PHASE_FRAMES: dict[Phase, type[BySquad]] = {
    Phase.DRAW: DrawPhase,
    Phase.MORALE: MoralePhase,
    Phase.COVERING: CoveringPhase,
    Phase.OPPORTUNITY: OpportunityPhase,
    Phase.MOVEMENT: MovementPhase,
    Phase.POSITION: PositionPhase,
    Phase.RETURN: ReturnPhase,
    Phase.RALLY: RallyPhase,
    Phase.DISCARD: DiscardPhase,
}
"""SQD-TURN-01, in order."""


@record("squadcards.turn")
class TurnBegun(Event):
    """A player turn begins. n: its number, from 1."""

    words = say("Player turn {n}: {seat}")
    rule = "SQD-TURN-01"
    headline = True
    in_log = InLog.HEADING

    seat: Seat
    n: int

    @property
    def mark(self) -> Mark:
        return Mark.ROUND


@record("squadcards.phase")
class PhaseBegun(Event):
    """A phase of a player turn begins (SQD-TURN-01). seat: whose player turn it is."""

    rule = "SQD-TURN-01"
    in_log = InLog.LEAD

    seat: Seat
    phase: Phase

    def sentence(self, g: SquadState) -> str:
        return PHASE_WORDS[self.phase]


@frame("squadcards.turns")
@define
class Turns(Frame[None]):
    """SQD-SET-07, SQD-TURN-01: player turns alternate until somebody has won. left: phases of
    this player turn still to come."""

    left: list[Phase] = field(factory=list)

    def start(self, g: SquadState) -> Outcome[None]:
        """The next phase, or the next player turn."""
        if self.left:
            return self.next_phase
        limit = g.options.turn_limit
        if limit and g.turn >= limit:
            return out_of_turns(g)
        g.turn += 1
        g.active = opponent(g.active)
        for squad in g.squads:
            squad.begin_turn()
        self.left = list(PHASES)
        g.tell(TurnBegun(g.active, g.turn))
        return self.next_phase

    def next_phase(self, g: SquadState) -> Outcome[None]:
        """Phases with nothing to do are passed through, never reordered."""
        g.phase = self.left.pop(0)
        g.tell(PhaseBegun(g.active, g.phase))
        return Call(PHASE_FRAMES[g.phase](), then=self.start)
