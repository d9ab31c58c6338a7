"""Maneuver (000:1353-1382, section 2.17): a move is begun, or completed. Arriving: `movement`."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Call, Outcome, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    laid,
    orders,
    void,
    why_no_order,
)
from owm_net.games.owm.ids import NO_SOLDIER, Cell
from owm_net.games.owm.missions import why_no_entry
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.terms import StandingOrder
from owm_net.games.owm.traits import moves as traits
from owm_net.games.owm.visibility import is_fast
from owm_net.games.owm.windows import Order


@record("owm.maneuver")
class Maneuver(Action):
    """Play a Maneuver order to an adjacent Terrain (OWM-MOVE-01).

    cell: the neighbour to enter; the same again completes the move (OWM-MOVE-03).
    """

    title = say("Maneuver")
    help = say(
        "The Fireteam moves to an adjacent Terrain; a second order completes it (OWM-MOVE-01)"
    )
    words = say("move to {cell} with {card}")

    card: Played
    cell: Cell

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Maneuver]:
        g = view.state
        team = g.fireteams[turn.fireteam]
        on_to = (team.heading,) if team.on_the_move else g.ground.neighbours(team.cell)
        for card in orders(view, turn, StandingOrder.MANEUVER):
            for cell in on_to:
                yield Maneuver(card, cell)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Judge by OWM-MOVE-01, OWM-MOVE-03, OWM-MOVE-07, and by who may enter the Terrain."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        problem = why_no_order(view, self.card, StandingOrder.MANEUVER)
        if problem is not None:
            return problem
        return self._why_no_way(g, team)

    def _why_no_way(self, g: OwmState, team: Fireteam) -> Refusal | None:
        if not 0 <= self.cell < g.ground.size:
            return Refusal("OWM-MOVE-01", say("that is not on the map"))
        if team.on_the_move and self.cell != team.heading:
            return Refusal("OWM-MOVE-03", say("an open move can only be completed (A-31)"))
        if not g.ground.adjacent(team.cell, self.cell):
            return Refusal("OWM-MOVE-01", say("that Terrain is not adjacent"), misfit=True)
        if g.has_suppressed(team.id):
            return Refusal("OWM-MOVE-07", say("a suppressed soldier holds the Fireteam back"))
        if any(s.crewed_in for s in g.members(team.id)):
            return Refusal("OWM-MOVE-07", say("a crewed gun or a scope holds the Fireteam back"))
        return why_no_entry(g, team, self.cell)

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        card = g.spend(g.fireteams[turn.fireteam].seat, self.card)
        g.tell(Moves(turn.fireteam, (card,), self.cell))
        return laid(Maneuver, g, turn, standing=StandingOrder.MANEUVER, cell=self.cell)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """OWM-MOVE-01; a second order, fast-move Terrain (OWM-TERR-07) or Double Time completes
        it (OWM-CD-DOUBLE)."""
        team = g.fireteams[turn.fireteam]
        problem = self._why_no_way(g, team)
        if problem is not None:
            self.cancel(g)
            return void(g, turn, problem)
        if g.has_decisions:  # only On the Run asks for it
            turn.maneuvers += 1
        fast = is_fast(g, self.cell)
        slow = traits.slowed_by(g, team.id) if fast and not team.on_the_move else NO_SOLDIER
        if slow:
            traits.tell_slow(g, slow)
        completes = team.on_the_move or (fast and not slow) or order.doubled
        g.change_fireteam(team.id, heading=self.cell, moved_in=g.round_no)
        return Call(Arrive(team.id), then=turn.arrived) if completes else turn.acted

    def cancel(self, g: OwmState) -> None:
        """Covering Fire that was played with it goes with it, unless a move is open (A-156)."""
        team = g.fireteams.get(g.active)
        if team is not None and team.covered and not team.on_the_move:
            g.change_fireteam(team.id, covered=False)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        g = view.state
        team = g.fireteams[turn.fireteam]
        enemy = next((t for t in g.fireteams_at(self.cell) if g.is_enemy(team, t)), None)
        if team.on_the_move or traits.enters_at_once(g, team.id, self.cell):
            arrives = say("it arrives at once")
        else:
            arrives = say(
                "easier to hit until it arrives, next turn or with another Maneuver order"
            )
        if enemy is None:
            return arrives
        name = words.fireteam_name(g, enemy.id)
        return say("{name} is there: it comes to an assault; {arrives}", name=name, arrives=arrives)


@record("owm.event.maneuver")
class Moves(Ordered):
    """A Maneuver order was played: a move is open, or is completed next."""

    rule = "OWM-STD-02"

    cell: Cell

    def deed(self, g: OwmState) -> str:
        return say("sets out for {place_name}", place_name=words.place_name(g, self.cell))
