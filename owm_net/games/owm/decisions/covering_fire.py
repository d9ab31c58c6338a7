"""Covering Fire (000:1521-1524): whoever shoots at a moving Fireteam has Double Discipline."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens_left import HIDING, why_none_left
from owm_net.games.owm.windows import AnyWindow, Decision, Order


@record("owm.decision.covering_fire")
class CoveringFire(Decision):
    """Goes with an own Maneuver order, whichever: until the move is over, who shoots at the
    Fireteam has Double Discipline (OWM-CD-COVER, A-156)."""

    key = "covering_fire"
    rule = "OWM-CD-COVER"
    windows = (Order,)
    moment = say("it goes with an own Maneuver order")

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[CoveringFire]:
        yield CoveringFire(card)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """An own Maneuver order must be there to play it with."""
        team = window.on_order_to_move(view.state)
        if team is None:
            return Refusal("OWM-CD-COVER", say("no Maneuver order is answered"))
        if team.seat != view.seat:
            return Refusal("OWM-CD-COVER", say("it goes with an own Maneuver order"))
        if team.covered:
            return Refusal("OWM-CD-COVER", say("that move is covered already"))
        return why_none_left(view.state, HIDING)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """The token is laid at once (OWM-TOK-01); how it goes again: `placing.settle`, or the order
        if it is cancelled and no move is open."""
        team = window.on_order_to_move(g)
        if team is not None:
            g.change_fireteam(team.id, covered=True)
        return None

    def outlook(self, view: View[OwmState], window: AnyWindow) -> str:
        g = view.state
        team = window.on_order_to_move(g)
        if team is None or window.begins_move(g, team.id):
            return ""
        return say("the move is over as soon as its order is carried out, and so is the cover")
