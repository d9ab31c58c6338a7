"""Evade (000:1530-1532): an attack total is lowered."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_SOLDIER
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import AnyWindow, Decision, Summand, Total, decision_strength


@record("owm.decision.evade")
class Evade(Decision):
    """Flip the card's colour; the total against an own soldier is lowered by it (OWM-CD-EVADE,
    A-46)."""

    key = "evade"
    rule = "OWM-CD-EVADE"
    windows = (Total,)
    moment = say("it is played on the total of an attack, before that is resolved")

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Evade]:
        yield Evade(card)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        if window.subject.soldier == NO_SOLDIER:
            return Refusal("OWM-CD-EVADE", say("only soldiers evade"))
        if g.fireteam_of(window.subject.soldier).seat != view.seat:
            return Refusal("OWM-CD-EVADE", say("only for a soldier of your own"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Add a flip; several Evades add up, each with a separate flip."""
        window.add_flip(Summand(Purpose.EVADE, decision_strength(self.card), -1))
        return None

    def outlook(self, view: View[OwmState], window: AnyWindow) -> str:
        face = view.card(self.card)
        assert face is not None  # it is in the own hand
        return say(
            "{total} is lowered by 1 to {sides}",
            total=window.subject.total,
            sides=decision_strength(face).sides,
        )
