"""Ways over the map: what infantry may walk past, through and onto. Ledger 2.8, 2.9, R-81.

Who stands where is looked at each time; the ground beneath is `ground`.
"""

from __future__ import annotations

from collections import deque

from attrs import define, frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.ids import ScenarioKey, Space, UnitId
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import UnitType

Path = tuple[Space, ...]
"""The spaces of a way, one after another; where it begins is not among them."""

TOO_FAR = Refusal("HON-MOVE-01", say("it cannot move so far"))
NO_STEP = Refusal("HON-MOVE-01", say("each step leads to one of the eight spaces round the last"))
TAKEN = Refusal("HON-MOVE-02", say("a vehicle or an enemy is there"))
SHARED = Refusal("HON-MOVE-03", say("it cannot stay on another unit's space"))
ZONE = Refusal("HON-ZOC-03", say("that leads from an enemy's zone of control into the same zone"))
DOOR = Refusal("HON-ZOC-05", say("an enemy controls the way into that building"))
HELD_UP = Refusal("HON-TER-06", say("difficult ground ends the move"))
NO_PATH = Refusal("HON-MOVE-01", say("a way of spaces is asked for"))


def is_space(ground: Ground, space: object) -> bool:
    """Return True if anything a stranger may name is a space of the map."""
    return (
        isinstance(space, tuple)
        and len(space) == 2
        and space[0].__class__ is int
        and space[1].__class__ is int
        and space in ground.cells
    )


def is_flag(value: object) -> bool:
    """Return True if anything a stranger may say is yes or no."""
    return value.__class__ is bool


@frozen
class Traffic:
    """The units in the way of one mover. taken: spaces of vehicles and enemies, into which it
    cannot go; shared: those of friendly infantry, through which it may pass; zones: enemy zones of
    control."""

    taken: dict[Space, UnitId]
    shared: dict[Space, UnitId]
    zones: list[tuple[Space, ...]]

    def controlled(self, space: Space) -> bool:
        """Return True if an enemy controls a space."""
        return any(space in zone for zone in self.zones)


@define
class _Remembered:
    """Who is in whose way, of the state that was asked about last: every way that is listed or
    judged asks again."""

    units: list[Unit]
    scenario: ScenarioKey
    ground: Ground | None
    found: dict[UnitId, Traffic]


_LAST = [_Remembered([], ScenarioKey(""), None, {})]


def traffic(g: HeroesState, unit: UnitId) -> Traffic:
    """Who is in the way of a unit; remembered while no unit changes."""
    last, ground = _LAST[0], g.ground
    if last.ground is not ground or last.scenario != g.scenario or last.units != g.units:
        last = _LAST[0] = _Remembered(list(g.units), g.scenario, ground, {})
    found = last.found.get(unit)
    if found is None:
        found = last.found[unit] = _traffic(g, unit)
    return found


def _traffic(g: HeroesState, unit: UnitId) -> Traffic:
    """Infantry that is not suppressed has a zone of control (HON-ZOC-01, HON-ZOC-07)."""
    mover, ground = g.units[unit], g.ground
    taken: dict[Space, UnitId] = {}
    shared: dict[Space, UnitId] = {}
    zones = []
    for n, u in enumerate(g.units):
        if n == unit or not u.there:
            continue
        enemy = u.seat != mover.seat and g.hostile(u.seat, mover.seat)
        if u.kind is not UnitType.INFANTRY:
            taken.update(dict.fromkeys(u.covers, UnitId(n)))
            continue
        (taken if enemy else shared)[u.at] = UnitId(n)
        if enemy and not u.suppressed:
            zones.append(ground.zone(u.at))
    return Traffic(taken, shared, zones)


def why_not_pass(ground: Ground, among: Traffic, start: Space, end: Space) -> Refusal | None:
    """None if nobody stops infantry on a step that the ground allows."""
    if end in among.taken:
        return TAKEN
    for zone in among.zones:
        if end in zone and start in zone:
            return ZONE
    door = ground.doorway(start, end)
    return DOOR if door is not None and among.controlled(door) else None


def why_not_path(g: HeroesState, unit: UnitId, path: object, left: int) -> Refusal | None:
    """None if infantry may walk this way with so much movement left, and stay where it ends."""
    if not isinstance(path, tuple):
        return NO_PATH
    if len(path) > left:
        return TOO_FAR
    if not path:
        return None
    ground, u, among = g.ground, g.units[unit], traffic(g, unit)
    here = u.at
    for number, there in enumerate(path):
        if not is_space(ground, there):
            return NO_PATH
        if number and ground.difficult(here, u.kind):
            return HELD_UP
        if there not in ground.neighbours(here, u.kind):
            near = distance(here, there) == 1
            return ground.why_not_step(here, there, u.kind) if near else NO_STEP
        no = why_not_pass(ground, among, here, there)
        if no is not None:
            return no
        here = there
    return SHARED if here in among.shared else None


def ways(g: HeroesState, unit: UnitId, left: int, start: Space | None = None) -> dict[Space, Path]:
    """Every space where infantry may go with so much movement left and stay, each with a shortest
    way; among them the one where it stands, or where it would begin."""
    ground, u = g.ground, g.units[unit]
    among = traffic(g, unit)
    begin = u.at if start is None else start
    found: dict[Space, Path] = {begin: ()}
    waiting = deque([begin] if left > 0 else [])
    while waiting:
        here = waiting.popleft()
        path = found[here]
        if len(path) == left or (path and ground.difficult(here, u.kind)):
            continue
        for there in ground.neighbours(here, u.kind):
            if there not in found and why_not_pass(ground, among, here, there) is None:
                found[there] = (*path, there)
                waiting.append(there)
    return {s: path for s, path in found.items() if not path or s not in among.shared}
