"""Down: a soldier drops on the spot, and may use items. NCO-ORD-01."""

from __future__ import annotations

from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.items import UsingItems
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Order
from owm_net.games.nco.tokens import use_down
from owm_net.games.nco.victory import end


@record("nco.down")
class GoDown(OrderAnswer):
    """Order Down."""

    title: ClassVar[str] = say("Down")
    help: ClassVar[str] = say("Harder to hit; items may be used (NCO-ORD-01)")
    words = say("{soldier_short}: Down")
    face = Order.DOWN

    soldier: SoldierId

    def frame(self, g: NcoState) -> Frame[None]:
        return Dropping(self.soldier)


@frame("nco.dropping")
@define
class Dropping(Frame[None]):
    """He lies until the end phase (R-12)."""

    soldier: SoldierId

    def start(self, g: NcoState) -> Outcome[None]:
        """Down, then objectives (R-95), then items."""
        g.change(self.soldier, down=True)
        if use_down(g, self.soldier):
            return end(g)
        return Call(UsingItems(self.soldier), then=self.done)

    def done(self, g: NcoState) -> Outcome[None]:
        """The order is executed."""
        return Done()
