"""The nine phases of a player turn (2.3 to 2.9); two of them have files of their own."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Call, Done, Outcome, frame
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.declaring import CoveringPhase
from owm_net.games.squadcards.discarding import DiscardPhase
from owm_net.games.squadcards.draws import DrawCards
from owm_net.games.squadcards.fire import FireWindow
from owm_net.games.squadcards.morale import MoraleCheck, RallyRoll
from owm_net.games.squadcards.movement import MoveAttempt
from owm_net.games.squadcards.state import Table
from owm_net.games.squadcards.terms import Phase
from owm_net.games.squadcards.windows import OwnWindow


@frame("squadcards.draw_phase")
@define
class DrawPhase(BySquad):
    """Phase 1."""

    def act(self, g: Table) -> Outcome[None]:
        """SQD-DRAW-01; SQD-GAP-13."""
        squad = g.squads[self.squad]
        n = squad.row.draw
        foe = squad.row.handicap_foe
        if g.options.handicap and foe and any(s.nation is foe for s in g.squads):
            n += squad.row.handicap_draw
        return Call(DrawCards(self.squad, n), then=self.own)

    def own(self, g: Table) -> Outcome[None]:
        """SQD-WIN-01."""
        return Call(OwnWindow(self.squad), then=self.next_squad)


@frame("squadcards.morale_phase")
@define
class MoralePhase(BySquad):
    """Phase 2."""

    def concerns(self, g: Table, squad: int) -> bool:
        """SQD-MORALE-01."""
        return g.squads[squad].fired_upon

    def act(self, g: Table) -> Outcome[None]:
        """SQD-MORALE-02."""
        return Call(MoraleCheck(self.squad), then=self.next_squad)

    def close(self, g: Table) -> Outcome[None]:
        """SQD-MORALE-09: the fire log is cleared."""
        for squad in g.all_of(g.active):
            g.squads[squad].fired_upon = False
            g.squads[squad].men_lost = 0
        return Done()


@frame("squadcards.opportunity_phase")
@define
class OpportunityPhase(BySquad):
    """Phase 4: only if somebody will move (SQD-OPF-01)."""

    def seat(self, g: Table) -> int:
        """The passive player."""
        return 1 - g.active

    def concerns(self, g: Table, squad: int) -> bool:
        """Somebody will move, and there is a card to play."""
        return bool(g.hands[squad]) and any(g.squads[s].will_move for s in g.living(g.active))

    def act(self, g: Table) -> Outcome[None]:
        """SQD-WIN-04, SQD-WIN-05."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.movement_phase")
@define
class MovementPhase(BySquad):
    """Phase 5."""

    def concerns(self, g: Table, squad: int) -> bool:
        """SQD-MOVE-01, SQD-OPF-07."""
        return g.squads[squad].will_move and not g.squads[squad].halted

    def act(self, g: Table) -> Outcome[None]:
        """One attempt."""
        return Call(MoveAttempt(self.squad), then=self.next_squad)


@frame("squadcards.position_phase")
@define
class PositionPhase(BySquad):
    """Phase 6."""

    def concerns(self, g: Table, squad: int) -> bool:
        """There is a card to play."""
        return bool(g.hands[squad])

    def act(self, g: Table) -> Outcome[None]:
        """SQD-WIN-01."""
        return Call(OwnWindow(self.squad), then=self.fire)

    def fire(self, g: Table) -> Outcome[None]:
        """SQD-POS-01."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.return_phase")
@define
class ReturnPhase(BySquad):
    """Phase 7."""

    def seat(self, g: Table) -> int:
        """The passive player."""
        return 1 - g.active

    def concerns(self, g: Table, squad: int) -> bool:
        """There is a card to play."""
        return bool(g.hands[squad])

    def act(self, g: Table) -> Outcome[None]:
        """SQD-RET-01."""
        return Call(FireWindow(self.squad), then=self.next_squad)


@frame("squadcards.rally_phase")
@define
class RallyPhase(BySquad):
    """Phase 8: the active player's squads only (R-24)."""

    def concerns(self, g: Table, squad: int) -> bool:
        """SQD-RALLY-01."""
        return g.squads[squad].pinned

    def act(self, g: Table) -> Outcome[None]:
        """One roll."""
        return Call(RallyRoll(self.squad), then=self.next_squad)


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
