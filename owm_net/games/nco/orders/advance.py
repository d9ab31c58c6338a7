"""Advance: a move, then perhaps a shot. NCO-ORD-07, R-82."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.aiming import any_shot, can_fire, shots_of
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, WeaponKey
from owm_net.games.nco.interrupts import Firing, Moving
from owm_net.games.nco.orders.base import OrderAnswer
from owm_net.games.nco.paths import Path, way_of, why_not_path
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Gait, Order, Shooting
from owm_net.games.nco.words import short_name, walk_name


@record("nco.advance")
class Advance(OrderAnswer):
    """Order Advance along a path; to shoot is asked at its end."""

    title: ClassVar[str] = say("Advance")
    help: ClassVar[str] = say("Move, then fire one weapon at -1 (NCO-ORD-07)")
    face = Order.ADVANCE
    walks = True

    soldier: SoldierId
    path: Path

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        where = walk_name(g, self.soldier, self.path[-1]) if self.path else say("on the spot")
        return say("{soldier}: Advance {where}", soldier=short_name(g, self.soldier), where=where)

    def why_not(self, g: NcoState) -> Refusal | None:
        return why_not_path(g, self.soldier, self.path, Gait.ADVANCE)

    def frame(self, g: NcoState) -> Frame[None]:
        return Advancing(self.soldier, self.path)


@record("nco.shoot")
class Shoot(Answer):
    """The shot of an Advance."""

    title: ClassVar[str] = say("Fire")
    help: ClassVar[str] = say("One weapon at one enemy, at -1 for moving (NCO-ORD-07)")

    weapon: WeaponKey
    target: SoldierId | None = field(default=None)
    aim: Spot | None = field(default=None)

    def shot(self, shooter: SoldierId) -> Shot:
        """The attack that it means."""
        return Shot(shooter, self.weapon, self.target, self.aim, Shooting.ADVANCE)

    def sentence(self, view: View[NcoState]) -> str:
        shot = self.shot(NO_SOLDIER)
        said = shot.said(view.state, view.seat)
        if shot.row.thrown:
            return say("throw the {said}", said=said)
        return say("fire the {said}", said=said)


SHOT = Kind(
    "shot",
    Shoot,
    rule="NCO-ORD-07",
    why=say("choose a shot, or pass"),
    deed=say("fire at the end of the Advance or not"),
    passes=say("no shot"),
)


@frame("nco.advancing")
@define
class Advancing(Frame[None]):
    """An Advance. The shot follows where the walk has ended, however that came."""

    soldier: SoldierId
    path: Path

    def start(self, g: NcoState) -> Outcome[None]:
        """He counts as having moved, even on the spot (R-63)."""
        g.change(self.soldier, moved=True)
        way = way_of(g, self.soldier, self.path)
        return Call(Moving(self.soldier, way, Gait.ADVANCE), then=self.arrive)

    def arrive(self, g: NcoState, arrived: bool) -> Outcome[None]:
        """Ask for a shot if the soldier has any."""
        if arrived and can_fire(g, self.soldier, Shooting.ADVANCE):
            return Ask(SHOT.of(g.soldiers[self.soldier].seat), then=self.shoot)
        return Done()

    @SHOT.tells
    def about_shot(self, view: View[NcoState]) -> About:
        """After the walk."""
        who = short_name(view.state, self.soldier)
        return About(
            say("{who} has advanced: fire?", who=who),
            say("one weapon; the walk makes it harder by 1"),
            "NCO-ORD-07",
        )

    @SHOT.offers
    def offers_shot(self, view: View[NcoState]) -> Iterator[Shoot]:
        """Each weapon at each enemy, or none."""
        for shot in shots_of(view.state, self.soldier, Shooting.ADVANCE):
            yield Shoot(shot.weapon, shot.target, shot.aim)

    @SHOT.judges
    def why_not_shot(self, view: View[NcoState], answer: Shoot) -> Refusal | None:
        """As every shot, with what cannot be fired on an Advance."""
        return why_not_shot(view.state, answer.shot(self.soldier))

    @SHOT.samples
    def sample_shot(self, view: View[NcoState], chance: Chance) -> Shoot | Pass:
        """Any of a few tries."""
        shot = any_shot(view.state, self.soldier, Shooting.ADVANCE, chance)
        return Pass() if shot is None else Shoot(shot.weapon, shot.target, shot.aim)

    def shoot(self, g: NcoState, answer: Shoot) -> Outcome[None]:
        """The attack."""
        return Call(Firing(answer.shot(self.soldier)), then=self.done)

    def passed_shot(self, g: NcoState) -> Outcome[None]:
        return Done()

    def done(self, g: NcoState, hit: tuple[SoldierId, ...]) -> Outcome[None]:
        """The order is executed."""
        return Done()
