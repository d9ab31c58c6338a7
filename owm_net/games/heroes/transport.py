"""Passengers: how many a vehicle carries, boarding and leaving it, and getting out of its wreck.

HON-AB-84 to -89, HON-CTR-17, R-43, R-47, R-103, R-156. A passenger is off the map; it acts from the
spaces of its vehicle (`HeroesState.spots`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from attrs import define

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
from owm_net.games.heroes.damage import eliminate, suppress
from owm_net.games.heroes.grid import around
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Space, UnitId
from owm_net.games.heroes.paths import is_space, traffic
from owm_net.games.heroes.riding import carriers, passengers
from owm_net.games.heroes.state import HeroesState, Stranded
from owm_net.games.heroes.words import space_name, unit_name


@record("heroes.boarded")
class Boarded(Event):
    """A unit is in a vehicle (HON-AB-86)."""

    words = say("{unit} boards {vehicle}")
    rule = "HON-AB-86"

    unit: UnitId
    vehicle: UnitId


@record("heroes.bail_out")
class BailOut(Answer):
    """Where a passenger of a destroyed vehicle stands."""

    title: ClassVar[str] = say("Get out")
    words = say("{unit} to {space}")

    unit: UnitId
    space: Space


BAIL_OUT = Kind(
    "bail_out",
    BailOut,
    rule="HON-AB-89",
    why=say("choose a free space beside the wreck"),
    deed=say("get out of a wreck"),
)


@record("heroes.bailed_out")
class BailedOut(Event):
    """A passenger has got out of a destroyed vehicle."""

    rule = "HON-AB-89"

    unit: UnitId
    space: Space

    def sentence(self, g: HeroesState) -> str:
        who, where = unit_name(g, self.unit), space_name(g, self.space)
        return say("{unit} gets out of the wreck: to {space}", unit=who, space=where)


def board(g: HeroesState, unit: UnitId, vehicle: UnitId) -> None:
    """Let a unit in."""
    g.change(unit, at=OFF_MAP, aboard=vehicle)
    g.tell(Boarded(unit, vehicle))


def put(g: HeroesState, unit: UnitId, space: Space) -> None:
    """Move a unit to a space; into the vehicle, if one that carries it is there."""
    vehicle = carriers(g, unit).get(space)
    if vehicle is None:
        g.change(unit, at=space, aboard=NO_UNIT)
    else:
        board(g, unit, vehicle)


def exits(g: HeroesState, unit: UnitId, wreck: Stranded) -> list[Space]:
    """Return where a passenger may get out of a wreck: empty spaces beside it, in no enemy's zone
    of control."""
    ground, among = g.ground, traffic(g, unit)
    found = [
        space
        for start in wreck.spaces
        for space in around(start)
        if space not in wreck.spaces
        and ground.why_not_step(start, space, g.units[unit].kind) is None
        and not g.standing_on(space, unit)
        and not among.controlled(space)
    ]
    return list(dict.fromkeys(found))


def when_out(g: HeroesState, then: Callable[[HeroesState], Outcome[None]]) -> Outcome[None]:
    """Go on once the passengers of what has just been destroyed are out."""
    return Call(BailingOut(), then=then) if g.stranded else then(g)


@frame("heroes.bailing_out")
@define
class BailingOut(Frame[None]):
    """Passengers get out of the wrecks of their vehicles, as their owner likes (HON-AB-89)."""

    def start(self, g: HeroesState) -> Outcome[None]:
        """Whoever has no space is lost; where one way is left nobody is asked."""
        while g.stranded:
            ways = self.ways(g)
            if len(ways) > 1:
                return Ask(BAIL_OUT.of(g.units[ways[0].unit].seat), then=self.hear)
            if ways:
                self.out(g, ways[0])
                continue
            for unit in self.inside(g):
                eliminate(g, unit, "HON-AB-89")
            g.stranded.pop(0)
        return Done()

    def inside(self, g: HeroesState) -> list[UnitId]:
        """The passengers still in the first wreck, those of its seat before those of allies
        (R-321)."""
        vehicle = g.stranded[0].vehicle
        own = g.units[vehicle].seat
        return sorted(passengers(g, vehicle), key=lambda n: g.units[n].seat != own)

    def ways(self, g: HeroesState) -> list[BailOut]:
        """All that may be answered, by the first seat that has a passenger with a way out."""
        wreck = g.stranded[0]
        found = [BailOut(unit, s) for unit in self.inside(g) for s in exits(g, unit, wreck)]
        return [w for w in found if g.units[w.unit].seat == g.units[found[0].unit].seat]

    def out(self, g: HeroesState, way: BailOut) -> None:
        """Put it there, suppressed, on its mobile face."""
        u = g.units[way.unit]
        g.change(way.unit, at=way.space, aboard=NO_UNIT, face=0 if u.flips else u.face)
        g.tell(BailedOut(way.unit, way.space))
        suppress(g, way.unit)

    @BAIL_OUT.tells
    def about_bail_out(self, view: View[HeroesState]) -> About:
        """Name the wreck."""
        who = unit_name(view.state, view.state.stranded[0].vehicle)
        return About(say("choose who gets out of {unit}, and where", unit=who), "", "HON-AB-89")

    @BAIL_OUT.offers
    def offers_bail_out(self, view: View[HeroesState]) -> Iterator[BailOut]:
        """Each passenger to each space."""
        yield from self.ways(view.state)

    @BAIL_OUT.judges
    def why_not_bail_out(self, view: View[HeroesState], answer: BailOut) -> Refusal | None:
        """One of them."""
        g, unit = view.state, answer.unit
        inside = [n for n in self.inside(g) if g.units[n].seat == view.seat]
        if unit.__class__ is not int or unit not in inside:
            return Refusal("HON-AB-89", say("choose a passenger of yours in that vehicle"))
        if is_space(g.ground, answer.space) and answer.space in exits(g, unit, g.stranded[0]):
            return None
        return Refusal("HON-AB-89", say("it cannot get out there"))

    def hear(self, g: HeroesState, answer: BailOut) -> Outcome[None]:
        """It is out; the others follow."""
        self.out(g, answer)
        return self.start
