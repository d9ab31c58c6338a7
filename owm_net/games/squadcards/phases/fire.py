"""Phases 4, 6 and 7: Opportunity Fire, Position Fire and Return Fire (2.6, 2.8)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Call, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.ids import SquadId, opponent
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.windows.fire import FireWindow
from owm_net.games.squadcards.windows.own import OwnWindow


@frame("squadcards.opportunity_phase")
@define
class OpportunityPhase(BySquad):
    """Phase 4: the passive player's squads fire at those that will move (SQD-OPF-01)."""

    def seat(self, g: SquadState) -> Seat:
        """The passive player's squads fire in it."""
        return opponent(g.active)

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        """Somebody will move, and there is a card to play."""
        return bool(g.hands[squad]) and any(g.squads[s].will_move for s in g.living(g.active))

    def act(self, g: SquadState) -> Outcome[None]:
        """With an Ambush before the first attack (SQD-WIN-05)."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.position_phase")
@define
class PositionPhase(BySquad):
    """Phase 6: the active player's squads fire, moved or not (SQD-POS-01)."""

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        return bool(g.hands[squad])

    def act(self, g: SquadState) -> Outcome[None]:
        """First cards for the squad itself (SQD-WIN-01)."""
        return Call(OwnWindow(self.squad), then=self.fire)

    def fire(self, g: SquadState) -> Outcome[None]:
        """Then as many attacks as its owner likes."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.return_phase")
@define
class ReturnPhase(BySquad):
    """Phase 7: the passive player's squads close the fighting (SQD-RET-01)."""

    def seat(self, g: SquadState) -> Seat:
        """The passive player's squads fire in it."""
        return opponent(g.active)

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        return bool(g.hands[squad])

    def act(self, g: SquadState) -> Outcome[None]:
        """No phase modifier applies (SQD-RET-02)."""
        return Call(FireWindow(self.squad), then=self.next_squad)
