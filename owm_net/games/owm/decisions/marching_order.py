"""Marching Order (000:1581-1582): the Initiative Track is reshuffled."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

from attrs import define

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import Played, record
from owm_net.engine.requests import PickNumber
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.set_up import TrackLaid, permutation
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import AnyWindow, Decision


@record("owm.decision.marching_order")
class MarchingOrder(Decision):
    """A random column of all Fireteams, in the Assessment or the Debrief (OWM-CD-MARCH)."""

    key = "marching_order"
    rule = "OWM-CD-MARCH"

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[MarchingOrder]:
        yield MarchingOrder(card)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Not while Fireteams have their turns."""
        if view.state.phase not in ("assessment", "debrief"):
            why = say("it is played in the Assessment or the Debrief phase")
            return Refusal("OWM-CD-MARCH", why)
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        return Marching()


@frame("owm.marching")
@define
class Marching(Frame[None]):
    """The Initiative Track is laid as it was in the beginning."""

    def start(self, g: OwmState) -> Outcome[None]:
        """As in the set-up (OWM-SETUP-10)."""
        return Ask(
            PickNumber(factorial(len(g.initiative)), say("the Initiative Track")), then=self.lay
        )

    def lay(self, g: OwmState, number: tuple[int, ...]) -> Outcome[None]:
        """From the top."""
        g.initiative = permutation(g.initiative, number[0])
        g.tell(TrackLaid(tuple(g.initiative), rule="OWM-CD-MARCH"))
        return Done()
