"""Player turns, one after the other, until somebody has won (2.3)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Call, Frame, Outcome, frame
from owm_net.games.squadcards.phases import PHASE_FRAMES
from owm_net.games.squadcards.state import Table
from owm_net.games.squadcards.terms import PHASES, Phase
from owm_net.games.squadcards.victory import out_of_turns


@frame("squadcards.turns")
@define
class Turns(Frame[None]):
    """SQD-SET-07, SQD-TURN-01: player turns alternate until somebody has won. left: phases of
    this player turn still to come."""

    left: list[Phase] = field(factory=list)

    def start(self, g: Table) -> Outcome[None]:
        """The next phase, or the next player turn."""
        if self.left:
            return self.next_phase
        limit = g.options.turn_limit
        if limit and g.turn >= limit:
            return out_of_turns(g)
        g.turn += 1
        g.active = 1 - g.active
        for squad in g.squads:
            squad.begin_turn()
        self.left = list(PHASES)
        g.tell("turn", "SQD-TURN-01", seat=g.active, n=g.turn)
        return self.next_phase

    def next_phase(self, g: Table) -> Outcome[None]:
        """Phases with nothing to do are passed through, never reordered."""
        g.phase = self.left.pop(0)
        g.tell("phase", "SQD-TURN-01", seat=g.active, phase=g.phase.value)
        return Call(PHASE_FRAMES[g.phase](), then=self.start)
