"""Vehicles: each weapon alone, drives, and fire on the move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from owm_net.games.heroes.computer.firing import blast_worth
from owm_net.games.heroes.computer.plans import Plan
from owm_net.games.heroes.computer.weighing import Outlook, Stand
from owm_net.games.heroes.driving import Drive, Driving, speed
from owm_net.games.heroes.grid import Pose
from owm_net.games.heroes.gunnery import shots
from owm_net.games.heroes.ids import UnitId, WeaponPlace
from owm_net.games.heroes.moving import FireOnTheMove, Stop
from owm_net.games.heroes.supply import SupplyDrive, why_not_drive_off
from owm_net.games.heroes.terms import Ability
from owm_net.games.heroes.vehicles import Course, courses
from owm_net.games.heroes.weapons import guns

STANDS = 3
"""Ways to lie from which fire on the move is looked at closely."""
POSES = 8
"""Ways to lie that a hasty player looks at closely."""


def salvos(o: Outlook, unit: UnitId, fired: list[WeaponPlace] | None = None) -> Iterator[Plan]:
    """Every shot of each weapon that may fire still. fired: those that have."""
    for weapon in guns(o.g.units[unit]):
        if weapon in (fired or ()):
            continue
        laid = o.armed(unit, weapon)
        for shot in shots(o.g, unit, weapon):
            if shot.targets:
                value = laid.fire_worth(unit, shot.targets[0], shot.suppressive)
            else:
                value = blast_worth(laid, unit, shot.spend, shot.vertex, shot.into)
            yield Plan(
                value=value,
                fires=True,
                targets=shot.targets,
                suppressive=shot.suppressive,
                spend=shot.spend,
                vertex=shot.vertex,
                into=shot.into,
                weapon=weapon,
            )


def _lying(o: Outlook, unit: UnitId, pose: Pose) -> int:
    """Return the worth of a pose of a vehicle."""
    return o.place(unit, pose[0], facing=pose[1])


def _near(o: Outlook, unit: UnitId, left: int) -> Mapping[Pose, Course]:
    """Return how a vehicle can come to lie, as far as this player looks at it closely."""
    found = courses(o.g, unit, left)
    if not o.mind.hasty or len(found) <= POSES:
        return found
    best = sorted(found, key=lambda pose: -o.goal(unit, pose[0]))[:POSES]
    return {pose: found[pose] for pose in dict.fromkeys([o.g.units[unit].pose, *best])}


def drives(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Every way it can lie, and fire on the move from some of them."""
    u = o.g.units[unit]
    here = _lying(o, unit, u.pose)
    left = speed(o.g, unit)
    near, out = _near(o, unit, left), o.leaving(unit)
    for pose, course in near.items():
        if course:
            value = _lying(o, unit, pose) - here
            yield Plan(value=value - o.risk(unit, (pose[0],)), drives=True, course=course)
        if out and why_not_drive_off(o.g, unit, course, left) is None:
            yield Plan(value=out, drives=True, course=course, then_fires=True)
    if not any(Ability.FIRE_ON_THE_MOVE in w.abilities for w in u.up.weapons):
        return
    stands = sorted(
        [(_passing(o, unit, pose), len(course), course, pose) for pose, course in near.items()],
        key=lambda stand: (-stand[0], stand[1]),
    )
    best = max([_lying(o, unit, pose) for pose in near]) - here
    for value, steps, course, pose in stands[:STANDS]:
        if value > 0:
            end = best if not steps else _lying(o, unit, pose) - here
            yield Plan(
                value=value + end - o.risk(unit, (pose[0],)),
                drives=True,
                course=course,
                then_fires=True,
            )


def _passing(o: Outlook, unit: UnitId, pose: Pose) -> int:
    """The best shot on the move."""
    u = o.g.units[unit]
    u = o.turned(unit, u.face, pose[1])
    return o.best_from(Stand(unit, u, pose[0]), moving=True)


def next_drive(o: Outlook, frame: Driving) -> Drive | FireOnTheMove | Stop:
    """Return how a vehicle goes on best."""
    g, unit = o.g, frame.unit
    u = g.units[unit]
    out = o.leaving(unit)
    near = {u.pose: ()} if frame.held else _near(o, unit, frame.left)
    found: list[tuple[int, Drive | FireOnTheMove | Stop]] = [(_lying(o, unit, u.pose), Stop())]
    for pose, course in near.items():
        if course:
            value = _lying(o, unit, pose) - o.risk(unit, (pose[0],))
            found.append((value, Drive(course)))
            if out and why_not_drive_off(g, unit, course, frame.left) is None:
                found.append((value + out, Drive(course, True)))
    after = max([_lying(o, unit, pose) for pose in near])
    ready = frame.ready(g)
    spent = [n for n in guns(u) if n not in ready]
    for plan in salvos(o, unit, spent):
        if plan.value > 0:
            shot = FireOnTheMove(
                plan.targets,
                plan.suppressive,
                plan.shares,
                plan.spend,
                plan.vertex,
                plan.into,
                weapon=plan.weapon,
            )
            found.append((plan.value + after, shot))
    return max(found, key=lambda pair: pair[0])[1]


def supply_drive(o: Outlook, unit: UnitId) -> tuple[int, SupplyDrive]:
    """The best drive of a vehicle in Supply, with what it is worth."""
    u, left, out = o.g.units[unit], speed(o.g, unit), o.leaving(unit)
    here, found = _lying(o, unit, u.pose), [(0, SupplyDrive(unit))]
    for pose, course in _near(o, unit, left).items():
        if out and why_not_drive_off(o.g, unit, course, left) is None:
            found.append((out, SupplyDrive(unit, course, leaves=True)))
        elif course:
            found.append((_lying(o, unit, pose) - here, SupplyDrive(unit, course)))
    return max(found, key=lambda pair: pair[0])
