"""Infantry makes room for a vehicle. HON-VEH-08, HON-VEH-09, R-19, R-102, R-163."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.grid import Footprint, around
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import NO_UNIT, Space, UnitId
from owm_net.games.heroes.paths import is_space, traffic
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.words import unit_name


@record("heroes.make_room")
class MakeRoom(Answer):
    """The space to which a unit goes out of a vehicle's way."""

    title: ClassVar[str] = say("Make room")
    words = say("to {space}")

    space: Space


MAKE_ROOM = Kind(
    "make_room",
    MakeRoom,
    rule="HON-VEH-08",
    why=say("choose a free space beside the unit"),
    deed=say("make room for a vehicle"),
)


@record("heroes.displaced")
class Displaced(Event):
    """A unit has made room for a vehicle."""

    words = say("{unit} makes room: to {space}")
    rule = "HON-VEH-08"

    unit: UnitId
    space: Space


def refuges(g: HeroesState, unit: UnitId) -> list[Space]:
    """Return where a unit may go out of a vehicle's way: free spaces beside it that it may enter,
    in no building but its own (R-318) and in no enemy's zone of control (HON-VEH-09)."""
    u, ground, among = g.units[unit], g.ground, traffic(g, unit)
    houses = (NO_OVERLAY, ground.building(u.at))
    if not u.up.move:
        return []
    return [
        space
        for space in around(u.at)
        if ground.why_not_step(u.at, space, u.kind) is None
        and ground.building(space) in houses
        and space not in among.taken
        and space not in among.shared
        and not among.controlled(space)
    ]


@frame("heroes.displacing")
@define
class Displacing(Frame[None]):
    """A vehicle has stopped on these spaces. left: the infantry on them, initiative first."""

    spaces: Footprint
    left: list[UnitId] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Find the infantry there."""
        for seat in g.order():
            for space in self.spaces:
                for unit in g.standing_on(space, NO_UNIT):
                    if g.units[unit].seat == seat and not g.units[unit].kind.vehicle:
                        self.left.append(unit)
        return self.next

    def next(self, g: HeroesState) -> Outcome[None]:
        """Its owner picks where there are several spaces; without one it is lost."""
        while self.left:
            free = refuges(g, self.left[0])
            if len(free) > 1:
                return Ask(MAKE_ROOM.of(g.units[self.left[0]].seat), then=self.hear)
            if not free and g.units[self.left[0]].concealed:
                return Call(Opening([self.left[0]]), then=self.opened)
            unit = self.left.pop(0)
            if free:
                self.go(g, unit, free[0])
            else:
                eliminate(g, unit, "HON-VEH-09")
        return Done()

    def opened(self, g: HeroesState) -> Outcome[None]:
        """Go on with a unit that was opened before its loss (R-102)."""
        unit = g.now(self.left.pop(0))
        if g.units[unit].there:
            self.left.insert(0, unit)
        return self.next

    @MAKE_ROOM.tells
    def about_make_room(self, view: View[HeroesState]) -> About:
        """Name the unit."""
        who = unit_name(view.state, self.left[0])
        return About(say("choose where {unit} makes room", unit=who), "", "HON-VEH-08")

    @MAKE_ROOM.offers
    def offers_make_room(self, view: View[HeroesState]) -> Iterator[MakeRoom]:
        """All there are."""
        for space in refuges(view.state, self.left[0]):
            yield MakeRoom(space)

    @MAKE_ROOM.judges
    def why_not_make_room(self, view: View[HeroesState], answer: MakeRoom) -> Refusal | None:
        """One of them."""
        g = view.state
        if is_space(g.ground, answer.space) and answer.space in refuges(g, self.left[0]):
            return None
        return Refusal("HON-VEH-08", say("it cannot make room there"))

    def hear(self, g: HeroesState, answer: MakeRoom) -> Outcome[None]:
        """There it goes."""
        self.go(g, self.left.pop(0), answer.space)
        return self.next

    def go(self, g: HeroesState, unit: UnitId, space: Space) -> None:
        """Put it there."""
        g.change(unit, at=space)
        g.tell(Displaced(unit, space))
