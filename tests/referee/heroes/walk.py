"""Moves of infantry, as the referee judges them (HON-MOVE, HON-ZOC, HON-TER, HON-BLD)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.referee.heroes.book import HEAVY, INFANTRY, Space
from tests.referee.heroes.ground import DOOR, WAYS, distance
from tests.referee.heroes.model import NONE, Counter, Model


@dataclass
class Going:
    """A move under way. left: movement points; stopped: it has entered difficult ground; once: it
    began in some, so it has one step (HON-TER-06). flipped: its one flip is used (HON-MOVE-08)."""

    n: int
    left: int
    once: bool = False
    stopped: bool = False
    steps: int = 0
    flipped: bool = False
    target: int = NONE
    supply: bool = False
    alighted: bool = False


def begin(m: Model, u: Counter, more: int = 0, supply: bool = False) -> Going:
    """Start a move, with what is up now."""
    if not u.hidden and m.directed(u, "double_time"):  # HON-HID-07
        more += 2
    once = u.aboard == NONE and any(m.ground.difficult(s, u.type) for s in u.spaces)
    return Going(u.n, u.movement(more), once, supply=supply)


def controllers(m: Model, seat: int) -> Iterator[Counter]:
    """The enemy units that control spaces (HON-ZOC-06, -07, -09)."""
    for e in m.enemies(seat):
        if e.infantry and not e.suppressed:
            yield e


def held_back(m: Model, u: Counter, a: Space, b: Space) -> str:
    """Why zones of control do not let infantry step (HON-ZOC-03, -05); "" if they do."""
    for e in controllers(m, u.seat):
        zone = m.ground.zone(e.at)
        if a in zone and b in zone:
            return f"HON-ZOC-03: {a} and {b} are in the zone of unit {e.n}"
    return door_held(m, u, a, b)


def door_held(m: Model, u: Counter, a: Space, b: Space) -> str:
    """Why a zone of control closes the door between two spaces (HON-ZOC-05); "" if none does."""
    outside = a if m.ground.building(a) is None else b
    if m.ground.edge(a, b) == DOOR and m.ground.building(outside) is None:
        for e in controllers(m, u.seat):
            if outside in m.ground.zone(e.at):
                return f"HON-ZOC-05: unit {e.n} controls the door at {outside}"
    return ""


def capacity(m: Model, vehicle: Counter) -> int:
    """The room a vehicle has (HON-AB-84)."""
    return vehicle.up.abilities.get("transport", 0)


def load(u: Counter) -> int:
    """The room a passenger needs."""
    return 1 if not u.up.step or u.piece.outline in ("hero", "officer") else 2


def has_room(m: Model, vehicle: Counter, u: Counter) -> bool:
    """Return True if a unit may ride in a vehicle (HON-AB-84, -85)."""
    if u.hidden or not u.infantry or not m.allied(vehicle.seat, u.seat):
        return False
    riders = [r for r in m.units if r.aboard == vehicle.n and not r.lost]
    if u.piece.gun and any(r.piece.gun for r in riders):
        return False
    return sum(load(r) for r in riders) + load(u) <= capacity(m, vehicle)


def why_not_step(m: Model, u: Counter, a: Space, b: Space, going: Going) -> str:
    """Why a step on foot is not allowed, terrain and units; "" if it is."""
    ground = m.ground
    if going.left <= 0:
        return "HON-MOVE-01: no movement left"
    if going.stopped or (going.once and going.steps):
        return "HON-TER-06: difficult ground"
    if distance(a, b) != 1 or not ground.has(b):
        return "HON-MOVE-01: no neighbour"
    if not ground.step(a, b, INFANTRY):
        return f"HON-MOVE-09, HON-TER-09: an edge between {a} and {b}"
    amphibious = not u.hidden and "amphibious" in u.up.abilities
    if ground.closed(b, INFANTRY, amphibious):
        return f"HON-TER-08: {b} is closed"
    for other in m.standing(b, u.n):
        if not other.infantry or not m.allied(other.seat, u.seat):
            return f"HON-MOVE-02: unit {other.n} is on {b}"
    return held_back(m, u, a, b)


def walk(m: Model, u: Counter, path: tuple[Space, ...], going: Going, last: bool) -> str:
    """Follow a path; changes `going`. last: the leg ends there. Returns why not."""
    at = u.at
    for i, b in enumerate(path):
        final = last and i == len(path) - 1
        if u.aboard != NONE and not going.steps:
            why = _leave(m, u, b, going)
            going.alighted = True
        elif final and not going.alighted and boarded(m, u, b) is not None:
            why = _board(m, u, at, b, going)
        else:
            why = why_not_step(m, u, at, b, going)
        if why:
            return why
        at = b
        going.left -= 1
        going.steps += 1
        if m.ground.difficult(b, INFANTRY) and boarded(m, u, b) is None:
            going.stopped = True
    if last and path and boarded(m, u, at) is None and m.standing(at, u.n):
        return f"HON-MOVE-03, R-112: it cannot stop on {at}"
    return ""


def boarded(m: Model, u: Counter, b: Space) -> Counter | None:
    """The vehicle of its own on a space, in which a unit finds room."""
    for v in m.standing(b, u.n):
        if not v.hidden and capacity(m, v) and has_room(m, v, u):
            return v
    return None


def _leave(m: Model, u: Counter, b: Space, going: Going) -> str:
    vehicle = m.units[u.aboard]
    whys = []
    for a in vehicle.spaces:
        if distance(a, b) == 1 and b not in vehicle.spaces:
            whys.append(why_not_step(m, u, a, b, going))
    if not whys:
        return "HON-AB-86: not beside the vehicle"
    return "" if "" in whys else whys[0]


def _board(m: Model, u: Counter, a: Space, b: Space, going: Going) -> str:
    if going.left <= 0:
        return "HON-MOVE-01: no movement left to board"
    if going.stopped or (going.once and going.steps):
        return "HON-TER-06: difficult ground"
    if u.aboard != NONE:
        return "R-47: from one vehicle into another"
    if distance(a, b) != 1 or not m.ground.step(a, b, INFANTRY):
        return "HON-AB-86, R-157: the vehicle cannot be reached"
    return held_back(m, u, a, b)


def may_assault(m: Model, u: Counter, target: Counter) -> str:
    """Why a unit can assault none of a type (HON-ASLT-01, -05)."""
    if u.hidden:
        return "R-40: concealed"
    if not u.infantry or "assault" not in u.up.abilities:
        return "HON-ASLT-01: no Assault"
    if m.allied(target.seat, u.seat) or not target.on_map:
        return "HON-ASLT-01: no enemy there"
    busts = target.type == HEAVY and m.trait(u, "tr_tankbuster")
    return "" if busts or target.type in u.weapon().bonus else "HON-ASLT-05: X"


def why_no_assault(m: Model, u: Counter, target: Counter, going: Going) -> str:
    """Why the last step of an assault is not allowed from where a unit is now."""
    why = may_assault(m, u, target)
    if why:
        return why
    if going.left <= 0:
        return "HON-ASLT-03: no movement left"
    if going.stopped or (going.once and going.steps):
        return "R-64: difficult ground"
    if u.aboard == NONE and m.standing(u.at, u.n):
        return "HON-ASLT-02: the launch space is not free"
    for a in m.places(u):
        for b in target.spaces:
            beside = distance(a, b) == 1 and m.ground.step(a, b, INFANTRY)
            if beside and not (target.infantry and m.ground.closed(b, INFANTRY)):
                return ""
    return "HON-ASLT-02: not beside it"


def retreats(m: Model, u: Counter, launch: Space) -> list[Space]:
    """The spaces to which a beaten defender may go (R-18)."""
    if not u.movement():
        return []
    dx, dy = u.at[0] - launch[0], u.at[1] - launch[1]
    return away(m, u, (max(-1, min(1, dx)), max(-1, min(1, dy))), launch)


def away(m: Model, u: Counter, way: Space, attacker: Space | None) -> list[Space]:
    """The three spaces about a direction that are open to a retreat."""
    found = []
    i = WAYS.index(way)
    for k in (i - 1, i, i + 1):
        dx, dy = WAYS[k % 8]
        b = (u.at[0] + dx, u.at[1] + dy)
        ground = m.ground
        if not ground.has(b) or not ground.step(u.at, b, INFANTRY):
            continue
        friend = boarded(m, u, b)
        if friend is None and (ground.closed(b, INFANTRY) or m.standing(b, u.n)):
            continue
        if any(b in ground.zone(e.at) and e.at != attacker for e in controllers(m, u.seat)):
            continue
        if door_held(m, u, u.at, b):
            continue  # by the attacker too
        found.append(b)
    return found
