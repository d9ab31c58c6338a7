"""How vehicles move: steps and turns, and what is closed to them. Ledger 2.10, R-30 to R-32, R-162.

A vehicle lies as a `Pose`: its front space and its facing. Infantry is never in its way
(HON-VEH-07).
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.games.heroes.grid import Pose, Way, footprint, roll, swung, turned
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.hedges import NO_CUTTER, cuts_left, is_hedge
from owm_net.games.heroes.ids import Space, UnitId
from owm_net.games.heroes.paths import HELD_UP, TOO_FAR
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Ability, Manoeuvre, UnitType

Course = tuple[Manoeuvre, ...]
"""What a vehicle does, one movement point after the other."""

NO_COURSE = Refusal("HON-VEH-01", say("choose steps and turns"))
FULL = Refusal("HON-VEH-10", say("another vehicle is there"))
ONE_SPACE = Refusal("HON-VEH-04", say("a vehicle of one space turns on the spot"))


def after(pose: Pose, spaces: int, manoeuvre: Manoeuvre) -> Pose:
    """Return how a vehicle lies after a step or a turn (HON-VEH-02 to -04)."""
    front, facing = pose
    if manoeuvre in (Manoeuvre.FORWARD, Manoeuvre.BACK):
        return roll(front, facing, manoeuvre is Manoeuvre.FORWARD), facing
    new = int(turned(facing, manoeuvre in (Manoeuvre.RIGHT, Manoeuvre.TAIL_LEFT)))
    if spaces == 1:
        return front, new
    about_front = manoeuvre in (Manoeuvre.TAIL_LEFT, Manoeuvre.TAIL_RIGHT)
    return swung(front, facing, new, about_front), new


def way_of(u: Unit, course: Course) -> Way:
    """Return the pose of a vehicle at the beginning of a course, and after each part of it."""
    way = [u.pose]
    for manoeuvre in course:
        way.append(after(way[-1], u.piece.spaces, manoeuvre))
    return tuple(way)


@frozen
class Chassis:
    """The facts of a vehicle that the ground cares about. cuts: hedgerows do not stop it
    (HON-EQ-05)."""

    kind: UnitType
    spaces: int
    amphibious: bool
    cuts: bool


def chassis_of(g: HeroesState, unit: UnitId) -> Chassis:
    """Return the chassis of a vehicle in this state."""
    u = g.units[unit]
    return Chassis(u.kind, u.piece.spaces, u.has(Ability.AMPHIBIOUS), bool(cuts_left(g, unit)))


def why_not_manoeuvre(
    ground: Ground, of: Chassis, pose: Pose, manoeuvre: Manoeuvre
) -> Refusal | None:
    """None if the ground lets a vehicle that lies so do this, whoever is there (HON-VEH-11). What
    it swings round comes over the edge it swings from, too (R-162)."""
    if of.spaces == 1 and manoeuvre in (Manoeuvre.TAIL_LEFT, Manoeuvre.TAIL_RIGHT):
        return ONE_SPACE
    old = footprint(*pose, of.spaces)
    new = footprint(*after(pose, of.spaces, manoeuvre), of.spaces)
    for number, space in enumerate(new):
        if space in old:
            continue
        fixed = next((s for s in old if s in new), old[0])
        no = ground.why_not_enter(space, of.kind, of.amphibious, of.cuts)
        if no is not None:
            return no
        turns = manoeuvre not in (Manoeuvre.FORWARD, Manoeuvre.BACK)
        for start in (fixed, old[number]) if turns else (fixed,):
            no = ground.why_not_cross(start, space, of.kind)
            if no is not None:
                return no
    return None


Cuts = frozenset[Space]
"""The hedgerow spaces that a course has cut through."""
NO_CUTS: Cuts = frozenset()
Opening = tuple[Manoeuvre, Pose, Space | None]
"""Something a vehicle may do: how it lies then, and the space that it enters."""


@lru_cache(maxsize=1 << 16)
def openings(ground: Ground, of: Chassis, pose: Pose) -> tuple[Opening, ...]:
    """Return what the ground allows a vehicle that lies so."""
    found = []
    old = footprint(*pose, of.spaces)
    for manoeuvre in Manoeuvre:
        if why_not_manoeuvre(ground, of, pose, manoeuvre) is None:
            new = after(pose, of.spaces, manoeuvre)
            into = next((s for s in footprint(*new, of.spaces) if s not in old), None)
            found.append((manoeuvre, new, into))
    return tuple(found)


def vehicles_about(g: HeroesState, unit: UnitId) -> dict[Space, UnitId]:
    """Return the spaces of all vehicles but one (HON-VEH-10, R-32)."""
    return {
        space: UnitId(n)
        for n, u in enumerate(g.units)
        if u.there and n != unit and u.kind.vehicle
        for space in u.covers
    }


def stops(ground: Ground, kind: UnitType, into: Space | None) -> bool:
    """Return True if a vehicle that enters this space goes no further (HON-TER-06)."""
    return into is not None and ground.difficult(into, kind)


def why_not_course(g: HeroesState, unit: UnitId, course: object, left: int) -> Refusal | None:
    """None if a vehicle may do this with so much movement left (HON-VEH-03)."""
    if not isinstance(course, tuple) or any(m.__class__ is not Manoeuvre for m in course):
        return NO_COURSE
    if len(course) > left:
        return TOO_FAR
    ground, u, of, full = g.ground, g.units[unit], chassis_of(g, unit), vehicles_about(g, unit)
    pose, held, cuts, able = u.pose, False, NO_CUTS, cuts_left(g, unit)
    for manoeuvre in course:
        if held:
            return HELD_UP
        no = why_not_manoeuvre(ground, of, pose, manoeuvre)
        if no is not None:
            return no
        new = after(pose, of.spaces, manoeuvre)
        for space in [s for s in u.spaces(new) if s not in u.spaces(pose)]:
            if space in full:
                return FULL
            held = stops(ground, of.kind, space)
            cuts = _cut(ground, of.kind, space, cuts)
        if len(cuts) > able:
            return NO_CUTTER
        pose = new
    return None


def courses(g: HeroesState, unit: UnitId, left: int) -> dict[Pose, Course]:
    """Return how a vehicle may lie with so much movement left, each with a shortest course; among
    these as it lies now."""
    ground, u, of, full = g.ground, g.units[unit], chassis_of(g, unit), vehicles_about(g, unit)
    found: dict[Pose, Course] = {u.pose: ()}
    able, seen = cuts_left(g, unit), {(u.pose, NO_CUTS)}
    waiting = deque[tuple[Pose, Course, Cuts]]([(u.pose, (), NO_CUTS)] if left > 0 else [])
    while waiting:
        pose, course, cuts = waiting.popleft()
        for manoeuvre, new, into in openings(ground, of, pose):
            more = _cut(ground, of.kind, into, cuts)
            if into in full or len(more) > able or (new, more) in seen:
                continue
            way = (*course, manoeuvre)
            found.setdefault(new, way)
            if len(way) < left and not stops(ground, of.kind, into):
                seen.add((new, more))
                waiting.append((new, way, more))
    return found


def _cut(ground: Ground, kind: UnitType, into: Space | None, cuts: Cuts) -> Cuts:
    """Return the hedgerow spaces that a course has cut through with one more space entered: each
    takes a token once (R-35)."""
    return cuts | {into} if into is not None and is_hedge(ground, into, kind) else cuts


def can_drive(g: HeroesState, unit: UnitId, left: int) -> bool:
    """Return True if a vehicle has a step or a turn to make."""
    return len(courses(g, unit, min(left, 1))) > 1


def any_course(g: HeroesState, unit: UnitId, left: int, chance: Chance) -> Course:
    """Return a course by chance: mostly forward."""
    ground, u, of, full = g.ground, g.units[unit], chassis_of(g, unit), vehicles_about(g, unit)
    pose, cuts, course, most = u.pose, NO_CUTS, list[Manoeuvre](), cuts_left(g, unit)
    for _ in range(chance.below(left + 1)):
        able = [
            o
            for o in openings(ground, of, pose)
            if o[2] not in full and len(_cut(ground, of.kind, o[2], cuts)) <= most
        ]
        if not able:
            break
        ahead = [o for o in able if o[0] is Manoeuvre.FORWARD and chance.below(3)]
        manoeuvre, pose, into = (ahead or able)[chance.below(len(ahead or able))]
        course.append(manoeuvre)
        cuts = _cut(ground, of.kind, into, cuts)
        if stops(ground, of.kind, into):
            break
    return tuple(course)
