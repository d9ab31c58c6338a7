"""The base of all orders, and the states that bar a soldier from some of them. NCO-ORD, D-7."""

from __future__ import annotations

from typing import ClassVar

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Order, Status
from owm_net.games.nco.tokens import bears_pilot


class OrderAnswer(Answer):
    """An order to a soldier. Subclasses have the soldier first."""

    __slots__ = ()
    face: ClassVar[Order]
    """The face of the die."""
    walks: ClassVar[bool] = False
    """Whether it moves him: barred to the Walking Wounded, and all that brings him onto the
    table."""
    soldier: SoldierId

    @property
    def charged(self) -> SoldierId:
        """Return the target of an Assault."""
        return NO_SOLDIER

    def why_not(self, g: NcoState) -> Refusal | None:
        """Why it cannot be executed now, beside what `barred` says."""
        return None

    def frame(self, g: NcoState) -> Frame[None]:
        """Return the frame that executes it."""
        raise AssertionError(f"{self.name} executes nothing")


def barred(g: NcoState, order: OrderAnswer) -> Refusal | None:
    """Why a soldier cannot be given an order of this sort, whatever its details (D-7, R-42)."""
    s = g.soldiers[order.soldier]
    if s.status is Status.WAITING:
        if order.walks:
            return None
        return Refusal("NCO-ALT-03", say("he comes onto the table by Advance or Run"), misfit=True)
    if s.broken:
        if order.face is Order.RALLY:
            return None
        return Refusal("NCO-HLT-07", say("he is in a breakdown and must Rally"), misfit=True)
    if g.bound(order.soldier):
        if order.face is Order.DOWN:
            return None
        rule = "NCO-EVT-04" if s.fighter else "NCO-ITM-06"
        return Refusal(rule, say("he must go Down this turn"), misfit=True)
    if bears_pilot(g, order.soldier) and order.face not in (Order.DOWN, Order.ADVANCE):
        return Refusal(
            "NCO-SCN-13",
            say("a soldier who carries the pilot can only advance or go Down"),
            misfit=True,
        )
    if s.wounded and (order.walks or order.face is Order.COVER_FIRE):
        why = say("the Walking Wounded neither move nor give Cover Fire")
        return Refusal("NCO-HLT-02", why, misfit=True)
    return None
