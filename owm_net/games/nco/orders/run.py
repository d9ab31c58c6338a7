"""Run, and Assault, which is a Run at an enemy. NCO-ORD-08, NCO-ORD-09."""

from __future__ import annotations

from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.assault import Assaulting, why_no_assault
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.interrupts import Moving
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.paths import Path, way_of, why_not_path
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Gait, Order, Status
from owm_net.games.nco.words import enemy_name, short_name, walk_name


@record("nco.run")
class Run(OrderAnswer):
    """Order Run along a path."""

    title: ClassVar[str] = say("Run")
    help: ClassVar[str] = say("Twice as far; jumps and scales; no shot (NCO-ORD-08)")
    face = Order.RUN
    walks = True

    soldier: SoldierId
    path: Path

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        where = walk_name(g, self.soldier, self.path[-1]) if self.path else say("nowhere")
        return say("{soldier}: Run {where}", soldier=short_name(g, self.soldier), where=where)

    def why_not(self, g: NcoState) -> Refusal | None:
        return why_not_path(g, self.soldier, self.path, Gait.RUN)

    def frame(self, g: NcoState) -> Frame[None]:
        return Running(self.soldier, self.path)


@frame("nco.running")
@define
class Running(Frame[None]):
    """A Run."""

    soldier: SoldierId
    path: Path

    def start(self, g: NcoState) -> Outcome[None]:
        """Run all the way, if nothing stops the soldier."""
        way = way_of(g, self.soldier, self.path)
        return Call(Moving(self.soldier, way, Gait.RUN), then=self.done)

    def done(self, g: NcoState, arrived: bool) -> Outcome[None]:
        """The order is executed."""
        return Done()


@record("nco.assault_order")
class Assault(OrderAnswer):
    """Order Run as an Assault: a path that ends in contact with the enemy who is named."""

    title: ClassVar[str] = say("Assault")
    help: ClassVar[str] = say("Run into an enemy and fight to the death (NCO-ORD-09)")
    face = Order.RUN
    walks = True

    soldier: SoldierId
    target: SoldierId
    path: Path

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        return say(
            "{soldier}: Assault on {target}",
            soldier=short_name(g, self.soldier),
            target=enemy_name(g, self.target, view.seat),
        )

    @property
    def charged(self) -> SoldierId:
        return self.target

    def why_not(self, g: NcoState) -> Refusal | None:
        if g.soldiers[self.soldier].status is Status.WAITING:
            return Refusal("NCO-ALT-03", say("nobody charges onto the table (R-60)"))
        return why_no_assault(g, self.soldier, self.target, self.path, Gait.ASSAULT)

    def frame(self, g: NcoState) -> Frame[None]:
        return Assaulting(self.soldier, self.target, self.path, Gait.ASSAULT)
