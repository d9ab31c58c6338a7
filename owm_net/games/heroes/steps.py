"""The steps of a mover on a leg: after which one may react, and what each leads to. R-95, R-109."""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.grid import Pose, Way
from owm_net.games.heroes.hedges import cut, is_hedge
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Heading, Space, UnitId
from owm_net.games.heroes.paths import Path
from owm_net.games.heroes.riding import carriers
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.transport import board
from owm_net.games.heroes.words import heading_name, space_name, unit_name


@record("heroes.moved")
class Moved(Event):
    """A unit has walked a way; an empty one is a null move (HON-ACT-08)."""

    rule = "HON-MOVE-01"

    unit: UnitId
    path: Path

    def sentence(self, g: HeroesState) -> str:
        who = unit_name(g, self.unit)
        if not self.path:
            return say("{unit} stays where it is", unit=who)
        return say("{unit} moves to {space}", unit=who, space=space_name(g, self.path[-1]))


@record("heroes.driven")
class Driven(Event):
    """A vehicle has driven. steps: how many movement points; none is a null move."""

    rule = "HON-VEH-01"

    unit: UnitId
    at: Space
    facing: Heading
    steps: int

    def sentence(self, g: HeroesState) -> str:
        values = {"unit": unit_name(g, self.unit)}
        if not self.steps:
            return say("{unit} stays where it is", **values)
        values |= {"space": space_name(g, self.at), "facing": heading_name(g, self.facing)}
        return say("{unit} drives to {space}, facing {facing}", **values)


def walked(g: HeroesState, unit: UnitId, path: Path) -> Way:
    """Return the way of infantry: it lies as it did, or is in the vehicle where the way ends."""
    u = g.units[unit]
    way = [(space, u.facing) for space in (u.at, *path)]
    if path and path[-1] in carriers(g, unit):
        way[-1] = (OFF_MAP, u.facing)
    return tuple(way)


def march(g: HeroesState, unit: UnitId, path: Path) -> None:
    """Let infantry walk its way to the end; into the vehicle, if one is there."""
    way = walked(g, unit, path)
    if not path or way[-1][0] != OFF_MAP:
        advance(g, unit, way)
        return
    vehicle = carriers(g, unit)[path[-1]]
    if path[:-1]:
        advance(g, unit, way[:-1])
    board(g, unit, vehicle)


def stations(way: Way) -> list[tuple[int, Pose]]:
    """Return the steps of a leg after which one may react, each with how the mover lies then: of a
    null leg step 0 alone (R-109)."""
    listed = list(enumerate(way))
    return [(step, pose) for step, pose in listed[1:] or listed if pose[0] != OFF_MAP]


def entered(u: Unit, way: Way, step: int) -> Space | None:
    """Return the space that a mover enters by a step; None where it enters none."""
    if not step:
        return None
    before = u.spaces(way[step - 1])
    return next((space for space in u.spaces(way[step]) if space not in before), None)


def advance(g: HeroesState, unit: UnitId, way: Way) -> None:
    """Let a unit go this far, and everybody sees it; a vehicle cuts through hedgerows on its
    way."""
    u = g.units[unit]
    at, facing = way[-1]
    if not u.kind.vehicle or u.crawls:
        if len(way) > 1:
            g.change(unit, at=at, facing=facing, aboard=NO_UNIT)
        g.tell(Moved(unit, tuple([space for space, _ in way[1:]])))
        return
    for step in range(1, len(way)):
        space = entered(u, way, step)
        if space is not None and is_hedge(g.ground, space, u.kind):
            cut(g, unit, space)
    g.change(unit, at=at, facing=facing)
    g.tell(Driven(unit, at, Heading(facing), len(way) - 1))
