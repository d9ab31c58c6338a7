"""Phase 1, Draw: cards from the deck, then cards played for the squad itself (2.3)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Call, Outcome, frame
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.drawing import DrawCards
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.windows.own import OwnWindow


@frame("squadcards.draw_phase")
@define
class DrawPhase(BySquad):
    """Each squad draws (SQD-DRAW-01), and its owner may play cards for it (SQD-WIN-01)."""

    def act(self, g: SquadState) -> Outcome[None]:
        """As many as its nationality draws, with the handicap of SQD-GAP-13 if it was agreed."""
        squad = g.squads[self.squad]
        n = squad.row.draw
        foe = squad.row.handicap_foe
        if g.options.handicap and foe and any(s.nation is foe for s in g.squads):
            n += squad.row.handicap_draw
        return Call(DrawCards(self.squad, n), then=self.own)

    def own(self, g: SquadState) -> Outcome[None]:
        """The own window at the end of the phase."""
        return Call(OwnWindow(self.squad), then=self.next_squad)
