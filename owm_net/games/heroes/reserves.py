"""Units that come onto the map later, by an event of the scenario. HON-RND-06."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
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
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.grid import footprint
from owm_net.games.heroes.ids import NO_UNIT, Space, UnitId
from owm_net.games.heroes.paths import is_space
from owm_net.games.heroes.printed.scenarios import ScenarioEvent
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Ability, EventKind
from owm_net.games.heroes.words import unit_name


@record("heroes.arrive")
class Arrive(Answer):
    """A unit that was held back comes onto the map."""

    title: ClassVar[str] = say("Reserve")
    words = say("{unit} arrives at {space}")

    unit: UnitId
    space: Space


ARRIVE: Kind[Arrive] = Kind(
    "arrive",
    Arrive,
    rule="HON-RND-06",
    why=say("choose where a unit of the reserve arrives"),
    deed=say("bring up the reserve"),
    passes=say("hold it back"),
)


@record("heroes.arrived")
class Arrived(Event):
    """A unit of the reserve is on the map."""

    words = say("{unit} arrives at {space}")
    rule = "HON-RND-06"
    headline = True

    unit: UnitId
    space: Space


def arrivals(g: HeroesState) -> list[ScenarioEvent]:
    """The events whose reserves may come now: of this round, and of earlier ones."""
    return [e for e in g.battle.events if e.kind is EventKind.RESERVE and e.round <= g.round]


def reserve(g: HeroesState, seat: Seat) -> list[UnitId]:
    """The units of a seat that are held back still."""
    return [
        UnitId(n)
        for n, u in enumerate(g.units)
        if u.seat == seat and not (u.in_play or u.lost) and u.key in g.side(seat).reserve
    ]


@frame("heroes.reinforcing")
@define
class Reinforcing(Frame[None]):
    """Each seat that has an event may bring up its reserve, a unit after the other. left: seats to
    be asked."""

    left: list[Seat]

    def start(self, g: HeroesState) -> Outcome[None]:
        """Where a unit and a place for it are left."""
        while self.left:
            if self._places(g):
                return Ask(ARRIVE.of(self.left[0]), then=self.hear)
            self.left.pop(0)
        return Done()

    def _places(self, g: HeroesState) -> dict[Arrive, ScenarioEvent]:
        """Each unit at each place, with the event that brings it there: the first that can."""
        found: dict[Arrive, ScenarioEvent] = {}
        seat = self.left[0]
        for event in arrivals(g):
            for unit in reserve(g, seat) if event.side == g.side(seat).name else ():
                for space in event.spaces:
                    if _is_free(g, unit, event, space):
                        found.setdefault(Arrive(unit, space), event)
        return found

    @ARRIVE.tells
    def about_arrive(self, view: View[HeroesState]) -> About:
        """Name the unit that waits."""
        who = unit_name(view.state, reserve(view.state, self.left[0])[0])
        return About(say("say where {unit} arrives", unit=who), "", "HON-RND-06")

    @ARRIVE.offers
    def offers_arrive(self, view: View[HeroesState]) -> Iterator[Arrive]:
        """Each unit at each place."""
        yield from self._places(view.state)

    @ARRIVE.judges
    def why_not_arrive(self, view: View[HeroesState], answer: Arrive) -> Refusal | None:
        """A unit that waits, where the event lets it come."""
        g = view.state
        known = answer.unit.__class__ is int and is_space(g.ground, answer.space)
        if known and answer in self._places(g):
            return None
        return Refusal("HON-RND-06", say("choose a unit of the reserve and a place for it"))

    def passed_arrive(self, g: HeroesState) -> Outcome[None]:
        """They may come at this step of a later round."""
        self.left.pop(0)
        return self.start

    def hear(self, g: HeroesState, answer: Arrive) -> Outcome[None]:
        """It is there."""
        event = self._places(g)[answer]
        g.change(answer.unit, at=answer.space, facing=int(event.facing))
        g.tell(Arrived(answer.unit, answer.space))
        return self.start


def _is_free(g: HeroesState, unit: UnitId, event: ScenarioEvent, space: Space) -> bool:
    u = g.units[unit]
    covers = footprint(space, event.facing, u.piece.spaces)
    return all(
        s in event.spaces
        and g.ground.why_not_enter(s, u.kind, Ability.AMPHIBIOUS in u.up.abilities) is None
        and not g.standing_on(s, NO_UNIT)
        for s in covers
    )
