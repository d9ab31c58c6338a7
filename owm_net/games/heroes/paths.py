"""Ways over the map: what infantry may walk past, through and onto. Ledger 2.8, 2.9, R-81.

Who stands where is looked at each time; the ground beneath is `ground`.
"""

from __future__ import annotations

from collections import deque

from attrs import define, field, frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.games.heroes.grid import around, distance
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.ids import ScenarioKey, Space, UnitId
from owm_net.games.heroes.riding import carriers
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import UnitType

Path = tuple[Space, ...]
"""The spaces of a way, one after another; where it begins is not among them."""

TOO_FAR = Refusal("HON-MOVE-01", say("it cannot move so far"))
NO_STEP = Refusal("HON-MOVE-01", say("each step leads to one of the eight spaces round the last"))
TAKEN = Refusal("HON-MOVE-02", say("a vehicle or an enemy is there"))
SHARED = Refusal("HON-MOVE-03", say("it cannot stay on another unit's space"))
PASSED = Refusal(SHARED.rule, SHARED.why, more=True)
"""The same, while it may go on from there."""
ZONE = Refusal("HON-ZOC-03", say("that leads from an enemy's zone of control into the same zone"))
DOOR = Refusal("HON-ZOC-05", say("an enemy controls the way into that building"))
HELD_UP = Refusal("HON-TER-06", say("difficult ground ends the move"))
NO_PATH = Refusal("HON-MOVE-01", say("choose a way from space to space"))


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
    cannot go; shared: those of friendly infantry, through which it may pass; zones: the spaces in
    enemy zones of control, each with a bit for each of those zones. carriers: spaces of vehicles
    that it may board.

    ways: remembered, see `ways`.
    """

    taken: dict[Space, UnitId]
    shared: dict[Space, UnitId]
    zones: dict[Space, int]
    carriers: dict[Space, UnitId]
    ways: dict[tuple[Space, int, bool], dict[Space, Path]] = field(factory=dict, init=False)

    def controlled(self, space: Space) -> bool:
        """Return True if an enemy controls a space."""
        return space in self.zones


@define
class _Remembered:
    """The units in the way of each unit, in the last state asked about. Listing and judging ask
    once for each way."""

    units: list[Unit]
    scenario: ScenarioKey
    ground: Ground | None
    found: dict[UnitId, Traffic] = field(factory=dict)
    zones: dict[Seat, dict[Space, int]] = field(factory=dict)


_LAST = [_Remembered([], ScenarioKey(""), None)]


def traffic(g: HeroesState, unit: UnitId) -> Traffic:
    """Return the units in the way of a unit; remembered while no unit changes."""
    last, ground = _LAST[0], g.ground
    if last.ground is not ground or last.scenario != g.scenario or last.units != g.units:
        last = _LAST[0] = _Remembered(list(g.units), g.scenario, ground)
    found = last.found.get(unit)
    if found is None:
        seat = g.units[unit].seat
        zones = last.zones.get(seat)
        if zones is None:
            zones = last.zones[seat] = _zones(g, seat)
        found = last.found[unit] = _traffic(g, unit, zones)
    return found


def _zones(g: HeroesState, seat: Seat) -> dict[Space, int]:
    """Infantry that is not suppressed has a zone of control (HON-ZOC-01, HON-ZOC-07)."""
    ground, found = g.ground, dict[Space, int]()
    for n, u in g.enemies(seat):
        if u.kind is UnitType.INFANTRY and not u.suppressed:
            for space in ground.zone(u.at):
                found[space] = found.get(space, 0) | 1 << n
    return found


def _traffic(g: HeroesState, unit: UnitId, zones: dict[Space, int]) -> Traffic:
    names = g.battle.names
    side = names[g.units[unit].seat]
    taken: dict[Space, UnitId] = {}
    shared: dict[Space, UnitId] = {}
    for n, u in enumerate(g.units):
        if n == unit or not u.there:
            continue
        if u.kind is not UnitType.INFANTRY:
            taken.update(dict.fromkeys(u.covers, UnitId(n)))
            continue
        (shared if names[u.seat] == side else taken)[u.at] = UnitId(n)
    return Traffic(taken, shared, zones, carriers(g, unit))


def why_not_pass(ground: Ground, among: Traffic, start: Space, end: Space) -> Refusal | None:
    """None if nobody stops infantry on a step that the ground allows."""
    if end in among.taken:
        return TAKEN
    return _why_not_controlled(ground, among, start, end)


def _why_not_controlled(ground: Ground, among: Traffic, start: Space, end: Space) -> Refusal | None:
    if among.zones.get(start, 0) & among.zones.get(end, 0):
        return ZONE
    door = ground.doorway(start, end)
    return DOOR if door is not None and among.controlled(door) else None


def why_not_board(
    ground: Ground, among: Traffic, start: Space, end: Space, kind: UnitType
) -> Refusal | None:
    """None if infantry may get into a vehicle that covers a space, whatever ground it is on
    (HON-AB-86, R-103)."""
    if end not in among.carriers:
        return TAKEN
    if distance(start, end) != 1:
        return NO_STEP
    return ground.why_not_cross(start, end, kind) or _why_not_controlled(ground, among, start, end)


def _why_not_walk(
    ground: Ground, among: Traffic, start: Space, end: Space, kind: UnitType
) -> Refusal | None:
    """None if infantry may make this step."""
    if end not in ground.neighbours(start, kind):
        return ground.why_not_step(start, end, kind) if distance(start, end) == 1 else NO_STEP
    return why_not_pass(ground, among, start, end)


def why_not_path(
    g: HeroesState, unit: UnitId, path: object, left: int, boards: bool = True
) -> Refusal | None:
    """None if infantry may walk this way with so much movement left, and stay where it ends.
    boards: the way may end in a vehicle, but not if the unit has left one (R-47)."""
    if not isinstance(path, tuple):
        return NO_PATH
    if len(path) > left:
        return TOO_FAR
    if not path:
        return None
    ground, u, among = g.ground, g.units[unit], traffic(g, unit)
    if u.crawls:
        return _why_not_crawl(g, unit, path)
    known = among.ways.get((u.at, left, boards))
    if known is not None and is_space(ground, path[-1]) and known.get(path[-1]) == path:
        return None
    kind, starts = u.kind, g.spots(unit)
    for number, there in enumerate(path):
        if not is_space(ground, there):
            return NO_PATH
        if number and ground.difficult(starts[0], kind):
            return HELD_UP
        last = number == len(path) - 1
        aboard = last and boards and not u.rides and there in among.carriers
        judge = why_not_board if aboard else _why_not_walk
        nos = [judge(ground, among, start, there, kind) for start in starts]
        if None not in nos:
            return next((no for no in nos if no is not NO_STEP), NO_STEP)
        starts = (there,)
    if path[-1] not in among.shared:
        return None
    goes_on = len(path) < left and not ground.difficult(path[-1], kind)
    return PASSED if goes_on else SHARED


def ways(
    g: HeroesState,
    unit: UnitId,
    left: int,
    start: Space | None = None,
    boards: bool = True,
) -> dict[Space, Path]:
    """Every space where infantry may go with so much movement left and stay, each with a shortest
    way; among them the one where it stands, or where it would begin, and last those of vehicles
    that it may board. Remembered: to be read only."""
    u = g.units[unit]
    if u.crawls:
        return _crawls(g, unit, left)
    among = traffic(g, unit)
    asked = (u.at if start is None else start, left, boards)
    if asked not in among.ways:
        among.ways[asked] = _ways(g, unit, among, *asked)
    return among.ways[asked]


def _ways(
    g: HeroesState, unit: UnitId, among: Traffic, here: Space, left: int, boards: bool
) -> dict[Space, Path]:
    ground, u = g.ground, g.units[unit]
    kind, doors, zones = u.kind, ground.doors, among.zones
    begin = g.spots(unit) if here == u.at else (here,)
    found: dict[Space, Path] = dict.fromkeys((*among.taken, *begin), ())
    waiting = deque(begin if left > 0 else [])
    boarded: dict[Space, Path] = {}
    while waiting:
        spot = waiting.popleft()
        path = found[spot]
        if path and ground.difficult(spot, kind):
            continue
        zone, goes_on = zones.get(spot, 0), len(path) + 1 < left
        for there in ground.neighbours(spot, kind):
            if there in found:
                continue
            zone_there = zones.get(there, 0)  # one side of a door that is held is in a zone
            if (zone or zone_there) and (zone & zone_there or doors.get((spot, there)) in zones):
                continue
            found[there] = (*path, there)
            if goes_on:
                waiting.append(there)
        if boards and among.carriers and not u.rides:
            for there in among.carriers:
                if there not in boarded and (
                    why_not_board(ground, among, spot, there, kind) is None
                ):
                    boarded[there] = (*path, there)
    stays = {s: path for s, path in found.items() if path and s not in among.shared}
    return {here: (), **stays, **boarded}


# -- the Goliath ----------------------------------------------------------------------------


def ends(g: HeroesState, unit: UnitId, left: int) -> dict[Space, Path]:
    """Return where infantry may go and stay, and a Goliath, which may not stay under a vehicle."""
    found = ways(g, unit, left)
    if not g.units[unit].crawls:
        return found
    return {s: path for s, path in found.items() if not under_vehicle(g, unit, s)}


def _why_not_crawl_step(g: HeroesState, unit: UnitId, start: Space, end: Space) -> Refusal | None:
    """None if a Goliath may make this step: past infantry, and under any enemy, whatever ground
    that one is on, if no edge closed to vehicles is between (HON-EQ-09, R-159)."""
    ground, u = g.ground, g.units[unit]
    if distance(start, end) != 1:
        return NO_STEP
    there = [g.units[n] for n in g.standing_on(end, unit)]
    enemy = any(g.hostile(o.seat, u.seat) for o in there)
    if not enemy and any(o.kind.vehicle for o in there):
        return TAKEN
    no = None if enemy else ground.why_not_enter(end, u.kind)
    return no or ground.why_not_cross(start, end, u.kind)


def _why_not_crawl(g: HeroesState, unit: UnitId, path: Path) -> Refusal | None:
    ground, u = g.ground, g.units[unit]
    here = u.at
    for number, there in enumerate(path):
        if not is_space(ground, there):
            return NO_PATH
        if number and ground.difficult(here, u.kind):
            return HELD_UP
        no = _why_not_crawl_step(g, unit, here, there)
        if no is not None:
            return no
        here = there
    return None


def _crawls(g: HeroesState, unit: UnitId, left: int) -> dict[Space, Path]:
    ground, u = g.ground, g.units[unit]
    found: dict[Space, Path] = {u.at: ()}
    waiting = deque([u.at] if left > 0 else [])
    while waiting:
        here = waiting.popleft()
        path = found[here]
        if len(path) == left or (path and ground.difficult(here, u.kind)):
            continue
        for there in around(here):
            new = there in ground.cells and there not in found
            if new and _why_not_crawl_step(g, unit, here, there) is None:
                found[there] = (*path, there)
                waiting.append(there)
    return found


def under_vehicle(g: HeroesState, unit: UnitId, space: Space) -> bool:
    """Return True if a Goliath would be under a vehicle there, where it cannot stay."""
    return any(g.units[n].kind.vehicle for n in g.standing_on(space, unit))
