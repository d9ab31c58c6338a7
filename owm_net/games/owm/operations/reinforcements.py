"""Reinforcements (000:1664, section 2.22): cards up to a full hand."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.flips import DrawCards
from owm_net.games.owm.operations.operation import CombatOperation
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import AnyWindow


def reinforcements(g: OwmState, seat: Seat) -> DrawCards:
    """Draw up to a full hand at once (OWM-COP-RE)."""
    return DrawCards(seat, g.hand_limit(seat))


@record("owm.decision.reinforcements")
class Reinforcements(CombatOperation):
    """The hand is filled (OWM-COP-RE)."""

    operation = "reinforcements"
    called = say("Reinforcements")
    what = say("you draw up to a full hand at once")

    @classmethod
    def offers(
        cls, view: View[OwmState], window: AnyWindow, card: Played
    ) -> Iterator[Reinforcements]:
        yield Reinforcements(card)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        return reinforcements(g, window.player)

    def aim(self, g: OwmState) -> str:
        return say(": Reinforcements")
