"""Covering Fire (000:1521-1524): whoever shoots at a moving Fireteam has Double Discipline."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, register
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens_left import HIDING, why_none_left
from owm_net.games.owm.windows import AnyWindow, Decision, Order


@register("owm.decision.covering_fire")
@frozen
class CoveringFire(Decision):
    """Goes with an own Maneuver order: until the move is over, who shoots at the Fireteam has
    Double Discipline (OWM-CD-COVER, A-108)."""

    key = "covering_fire"
    rule = "OWM-CD-COVER"
    windows = (Order,)
    moment = say("it goes with an own Maneuver order")

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[CoveringFire]:
        """For the Fireteam whose move has been ordered."""
        yield CoveringFire(card)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """An own Maneuver order that begins a move must be there to play it with."""
        order = window.subject
        if not window.begins_move(view.state, order.fireteam):
            return Refusal("OWM-CD-COVER", say("no Maneuver order that begins a move is answered"))
        if order.seat != view.seat:
            return Refusal("OWM-CD-COVER", say("it goes with an own Maneuver order"))
        if order.covered:
            return Refusal("OWM-CD-COVER", say("that move is covered already"))
        return why_none_left(view.state, HIDING)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """The token is laid when the move begins (OWM-TOK-01)."""
        window.subject = window.subject.with_(covered=True)
        return None
