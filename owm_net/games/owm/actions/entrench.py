"""Entrench (000:1331-1351, section 2.16). Finding an entrenchment after a move: `movement`."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Outcome, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    laid,
    orders,
    void,
    why_no_order,
)
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.terms import StandingOrder
from owm_net.games.owm.tokens_left import TRENCHES, why_none_left
from owm_net.games.owm.windows import Order


@record("owm.entrench")
class Entrench(Action):
    """Play an Entrench order: the Fireteam digs in where it is (OWM-ENT-01)."""

    title = say("Entrench")
    help = say("The Fireteam digs in where it is: +1 to attack and defense (OWM-ENT-01)")
    words = say("entrench with {card}")

    card: Played

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Entrench]:
        for card in orders(view, turn, StandingOrder.ENTRENCH):
            yield Entrench(card)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """One entrenchment in a Terrain; one not found yet may be found by the order (A-35)."""
        problem = why_no_order(view, self.card, StandingOrder.ENTRENCH)
        if problem is not None:
            return problem
        team = view.state.fireteams[turn.fireteam]
        if team.cell in view.state.ground.trenches and team.dug_in:
            return Refusal("OWM-ENT-01", say("this Terrain is entrenched already"))
        return _why_no_token(view.state, team)

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        g.tell(Entrenches(turn.fireteam, (g.spend(g.fireteams[turn.fireteam].seat, self.card),)))
        return laid(Entrench, g, turn, standing=StandingOrder.ENTRENCH)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """OWM-ENT-01; an entrenchment not found yet is found by the order (A-35). The last token
        may be on a weapon that has jammed meanwhile."""
        team = g.fireteams[turn.fireteam]
        problem = _why_no_token(g, team)
        if problem is not None:
            return void(g, turn, problem)
        if team.cell not in g.ground.trenches:
            g.ground = g.ground.with_trench(team.cell)
        g.change_fireteam(team.id, dug_in=True)
        return turn.acted


def _why_no_token(g: OwmState, team: Fireteam) -> Refusal | None:
    """A new entrenchment needs a token (A-142)."""
    return None if team.cell in g.ground.trenches else why_none_left(g, TRENCHES)


@record("owm.event.entrench")
class Entrenches(Ordered):
    """An Entrench order was played."""

    rule = "OWM-STD-02"

    def deed(self, g: OwmState) -> str:
        return say("entrenches")
