"""Fire and Cover Fire: a soldier stands and shoots. NCO-ORD-03, NCO-ORD-06."""

from __future__ import annotations

from typing import ClassVar

from attrs import field

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.ids import SoldierId, Spot, WeaponKey
from owm_net.games.nco.interrupts import FireOnce
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Order, Shooting
from owm_net.games.nco.words import short_name


@record("nco.fire")
class Fire(OrderAnswer):
    """Order Fire: one weapon, at an enemy, or at a point if it fires at an area."""

    title: ClassVar[str] = say("Fire")
    help: ClassVar[str] = say("One weapon at one enemy (NCO-ORD-06)")
    face = Order.FIRE

    soldier: SoldierId
    weapon: WeaponKey
    target: SoldierId | None = field(default=None)
    aim: Spot | None = field(default=None)

    def shot(self) -> Shot:
        """The attack that it means."""
        return Shot(self.soldier, self.weapon, self.target, self.aim, Shooting.FIRE)

    def sentence(self, view: View[NcoState]) -> str:
        said = self.shot().said(view.state, view.seat) if self.known() else say("no weapon")
        return say(
            "{soldier}: Fire, {said}", soldier=short_name(view.state, self.soldier), said=said
        )

    def known(self) -> bool:
        """Return True if it names a target."""
        return self.target is not None or self.aim is not None

    def why_not(self, g: NcoState) -> Refusal | None:
        return why_not_shot(g, self.shot())

    def frame(self, g: NcoState) -> Frame[None]:
        return FireOnce(self.shot())


@record("nco.cover_fire")
class CoverFire(OrderAnswer):
    """Order Cover Fire: everybody around a point is shot at."""

    title: ClassVar[str] = say("Cover Fire")
    help: ClassVar[str] = say("Everybody within 2 inches of a point, friend or foe (NCO-ORD-03)")
    face = Order.COVER_FIRE

    soldier: SoldierId
    weapon: WeaponKey
    aim: Spot

    def shot(self) -> Shot:
        """The attack that it means."""
        return Shot(self.soldier, self.weapon, None, self.aim, Shooting.COVER_FIRE)

    def sentence(self, view: View[NcoState]) -> str:
        return say(
            "{soldier}: Cover Fire, {said}",
            soldier=short_name(view.state, self.soldier),
            said=self.shot().said(view.state, view.seat),
        )

    def why_not(self, g: NcoState) -> Refusal | None:
        return why_not_shot(g, self.shot())

    def frame(self, g: NcoState) -> Frame[None]:
        return FireOnce(self.shot())
