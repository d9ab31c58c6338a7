"""F.U.B.A.R. (000:1539-1545): the last card played does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import FLIPS, AnyWindow, Decision, Free, Order


@record("owm.decision.fubar")
class Fubar(Decision):
    """Cancel the newest card: a card that is pending, else the last flip (OWM-CD-FUBAR, A-10)."""

    key = "fubar"
    rule = "OWM-CD-FUBAR"
    windows = (Order, Free, *FLIPS)

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Fubar]:
        yield Fubar(card)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        if not window.stack and window.subject.undone() is None:
            return Refusal("OWM-CD-FUBAR", say("there is no pending card to cancel"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """One card, and not the whole event."""
        window.cancel_newest(g)
        return None

    def outlook(self, view: View[OwmState], window: AnyWindow) -> str:
        return say("{newest}: does nothing then", newest=window.newest(view.state))
