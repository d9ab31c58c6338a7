"""Passing (000:1169-1174, section 2.13): a Fireteam does no more in this turn."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Outcome, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.owm.actions.action import Action, ActiveTurn
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.windows import Order


@record("owm.end_turn")
class EndTurn(Action):
    """Pass on what is left of the turn (OWM-PASS-01)."""

    title = say("End turn")
    help = say("End this Fireteam's turn (OWM-PASS-01)")
    words = say("end the turn")
    by_name = True
    is_free = True

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[EndTurn]:
        yield EndTurn()

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        return None

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        return turn.close

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        left = turn.actions_left
        return say_n("{n} action would be lost", "{n} actions would be lost", left) if left else ""
