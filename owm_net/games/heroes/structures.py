"""Structures: demolition points, ruins, and the units inside. HON-TER-02, HON-TER-03, HON-AB-23."""

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
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.damage import eliminate, suppress
from owm_net.games.heroes.ground import Change
from owm_net.games.heroes.ids import NO_SEAT, NO_UNIT, OFF_MAP, Space, UnitId
from owm_net.games.heroes.paths import is_space
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, PRESSED
from owm_net.games.heroes.words import unit_name


@record("heroes.redeploy")
class Redeploy(Answer):
    """A unit's space on the ruins of a building."""

    title: ClassVar[str] = say("Redeploy")
    words = say("to {space}")

    space: Space


REDEPLOY = Kind(
    "redeploy",
    Redeploy,
    rule="HON-TER-03",
    why=say("choose a space of the ruins"),
    deed=say("put units on the ruins"),
)


@record("heroes.demolished")
class Demolished(Event):
    """Destruction markers on a structure (HON-AB-23). stands: how many it has now; value: with how
    many it is destroyed."""

    words = say_n(
        "{n} Destruction marker on the structure at {space}: {stands} of {value}",
        "{n} Destruction markers on the structure at {space}: {stands} of {value}",
    )
    rule = "HON-AB-23"

    n: int
    space: Space
    stands: int
    value: int


@record("heroes.collapsed")
class Collapsed(Event):
    """A structure is destroyed (HON-TER-02)."""

    words = say("the structure at {space} is destroyed")
    rule = "HON-TER-02"
    headline = True

    space: Space


@record("heroes.redeployed")
class Redeployed(Event):
    """A unit has come out of it."""

    words = say("{unit} stands on the ruins at {space}")
    rule = "HON-TER-03"

    unit: UnitId
    space: Space


BREAKS = 4
"""HON-AB-23: from this on a die is a Destruction marker."""


@frame("heroes.demolishing")
@define
class Demolishing(Frame[None]):
    """Demolition points on a structure, or dice for them. number: of its overlay. seat: whose dice
    they are. unit: which rolls them, NO_UNIT where nobody's markers count (R-77). spaces: of the
    ruins; left: units that are still to be put on them."""

    number: int
    dice: int = 0
    seat: Seat = NO_SEAT
    unit: UnitId = NO_UNIT
    points: int = 0
    spaces: tuple[Space, ...] = ()
    left: list[UnitId] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """The dice, if the structure still stands (HON-AB-23)."""
        if self.number not in g.ground.structures:
            return Done()
        if self.dice:
            return Ask(Roll(DIE, self.dice, say("destruction")), then=self.rolled)
        return self.mark

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Each 4 and more is a marker, less what Suppressed markers take off (R-08). They may be
        rolled again (R-204)."""
        look = SecondLook(self.seat, dice, self.unit, self.breaks(g), each=True)
        return Call(look, then=self.count) if self.breaks(g) else Done()

    def breaks(self, g: HeroesState) -> tuple[int, ...]:
        """The faces that are a marker."""
        less = 0 if self.unit == NO_UNIT else PRESSED * g.units[self.unit].suppressed
        return tuple([face for face in range(1, DIE + 1) if face - less >= BREAKS])

    def count(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """They stand."""
        self.points = len([die for die in dice if die in self.breaks(g)])
        return self.mark

    def mark(self, g: HeroesState) -> Outcome[None]:
        """At its value it is destroyed: a building becomes ruins, all else goes (HON-TER-02)."""
        structure = g.ground.structures[self.number]
        if not self.points:
            return Done()
        points = g.demolition.get(self.number, 0) + self.points
        g.demolition[self.number] = points
        g.tell(Demolished(self.points, structure.spaces[0], points, structure.value))
        if points < structure.value:
            return Done()
        self.spaces = structure.spaces
        g.changes = (
            *g.changes,
            Change(element=structure.becomes, spaces=self.spaces, gone=self.number),
        )
        g.tell(Collapsed(self.spaces[0]))
        return Call(Opening(self.inside(g)), then=self.crumble)

    def inside(self, g: HeroesState) -> list[UnitId]:
        """The infantry in it (R-324), initiative first."""
        return [
            unit
            for seat in g.order()
            for unit in g.on_map(seat)
            if g.units[unit].at in self.spaces and not g.units[unit].kind.vehicle
        ]

    def crumble(self, g: HeroesState) -> Outcome[None]:
        """Suppress the units inside, and take them off the map until they are placed on the ruins
        (HON-TER-03)."""
        inside = self.inside(g)
        for unit in inside:
            suppress(g, unit)
        if g.changes[-1].element:
            self.left = inside
            for unit in inside:
                g.change(unit, at=OFF_MAP)
        return self.place

    def place(self, g: HeroesState) -> Outcome[None]:
        """Initiative first, each its own units as its owner likes (HON-TER-03); a unit for which no
        space is left is lost (R-206)."""
        while self.left:
            free = self.free(g)
            if len(free) > 1:
                return Ask(REDEPLOY.of(g.units[self.left[0]].seat), then=self.hear)
            if free:
                self.put(g, free[0])
            else:
                eliminate(g, self.left.pop(0), "HON-TER-03")
        return Done()

    def free(self, g: HeroesState) -> list[Space]:
        """Spaces of the ruins where nobody stands."""
        return [space for space in self.spaces if not g.standing_on(space, NO_UNIT)]

    def put(self, g: HeroesState, space: Space) -> None:
        """Put the next unit on that space."""
        unit = self.left.pop(0)
        g.change(unit, at=space)
        g.tell(Redeployed(unit, space))

    @REDEPLOY.tells
    def about_redeploy(self, view: View[HeroesState]) -> About:
        """Name the unit."""
        who = unit_name(view.state, self.left[0])
        return About(say("put {unit} on the ruins", unit=who), "", "HON-TER-03")

    @REDEPLOY.offers
    def offers_redeploy(self, view: View[HeroesState]) -> Iterator[Redeploy]:
        """Each free space."""
        for space in self.free(view.state):
            yield Redeploy(space)

    @REDEPLOY.judges
    def why_not_redeploy(self, view: View[HeroesState], answer: Redeploy) -> Refusal | None:
        """One of them."""
        g = view.state
        if is_space(g.ground, answer.space) and answer.space in self.free(g):
            return None
        return Refusal("HON-TER-03", say("choose a free space of the ruins"))

    def hear(self, g: HeroesState, answer: Redeploy) -> Outcome[None]:
        """There it stands."""
        self.put(g, answer.space)
        return self.place
