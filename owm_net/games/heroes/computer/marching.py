"""Moves of infantry: ways, fire on the move, assaults, the next leg."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.games.heroes.assault import launch_space, reach_of, why_not_assault
from owm_net.games.heroes.computer.plans import Plan
from owm_net.games.heroes.computer.weighing import Outlook, Stand
from owm_net.games.heroes.grid import STRAIGHT
from owm_net.games.heroes.ids import (
    KEEP,
    OFF_MAP,
    Heading,
    Space,
    UnitId,
)
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop, allowance, faced
from owm_net.games.heroes.paths import Path, ways
from owm_net.games.heroes.riding import carriers
from owm_net.games.heroes.shooting import (
    penalty_on_the_move,
    targets,
)
from owm_net.games.heroes.state import Unit
from owm_net.games.heroes.supply import SupplyMove, why_not_walk_off
from owm_net.games.heroes.terms import Ability, Flip

STANDS = 4
"""Places from which fire on the move is looked at closely."""


# -- moves ---------------------------------------------------------------------------------


def turns_of(u: Unit, flip: Flip) -> Iterator[Heading]:
    """How a unit may face after a move."""
    yield KEEP
    if faced(u, flip, False).weapon.arc:
        for facing in STRAIGHT:
            yield Heading(int(facing))


def standing(o: Outlook, unit: UnitId) -> int:
    """Return what the place is worth where a unit stands."""
    return o.place(unit, o.g.units[unit].at)


def ends(o: Outlook, unit: UnitId) -> Iterator[tuple[int, Path, Heading, Flip]]:
    """Each way of a move without fire, with what it is worth more than to stay."""
    g = o.g
    u = g.units[unit]
    here, aboard = standing(o, unit), carriers(g, unit)
    for flip in tuple(Flip) if u.flips else (Flip.NONE,):
        after = faced(u, flip, False)
        found = ways(g, unit, allowance(g, faced(u, flip, True)))
        for space, path in o.looked_at(unit, found):
            if space in aboard:
                if path and flip is Flip.NONE:
                    yield o.riding(unit, aboard[space]) - here, path, KEEP, flip
                continue
            for facing in turns_of(u, flip):
                if path or ((flip is not Flip.NONE or facing != KEEP) and not u.rides):
                    value = o.place(unit, space, after.face, -1 if facing == KEEP else facing)
                    yield value - here, path, facing, flip


def moves(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Moves without fire."""
    for value, path, facing, flip in ends(o, unit):
        if value > 0:
            value -= o.risk(unit, path)
        yield Plan(value=value, path=path, facing=facing, flip=flip)
    for path in ways_off(o, unit, allowance(o.g, o.g.units[unit])):
        yield Plan(value=o.leaving(unit), path=path, then_fires=True)


def ways_off(o: Outlook, unit: UnitId, left: int) -> Iterator[Path]:
    """Ways that end at an exit, with movement left to leave by it."""
    for path in ways(o.g, unit, left).values() if o.leaving(unit) else ():
        if why_not_walk_off(o.g, o.g.units[unit], path, left) is None:
            yield path


def raids(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Moves with fire between two legs: the first leg of each."""
    g = o.g
    u = g.units[unit]
    if penalty_on_the_move(u) is None:
        return
    left = allowance(g, u)
    near = ways(g, unit, left)
    stands = sorted(
        [(_passing_shot(o, unit, u, space), len(path), space) for space, path in near.items()],
        key=lambda s: (-s[0], s[1], s[2]),
    )
    here = standing(o, unit)
    for value, steps, space in stands[:STANDS]:
        if value <= 0:
            break
        if steps and g.ground.difficult(space, u.kind):
            end = o.place(unit, space)
        else:
            after = o.looked_at(unit, ways(g, unit, left - steps, space))
            end = max([o.place(unit, s) for s, _ in after])
        yield Plan(
            value=value + end - here - o.risk(unit, near[space]),
            path=near[space],
            then_fires=True,
        )


def _passing_shot(o: Outlook, unit: UnitId, u: Unit, space: Space) -> int:
    """The best shot on the move from a space."""
    found = [0]
    for enemy in o.theirs:
        value = o.shot_worth(Stand(unit, u, space), o.stand(enemy), unit, moving=True)
        if value:
            found.append(value + o.threat(enemy) // 4)
    return max(found)


def assaults(o: Outlook, unit: UnitId) -> Iterator[Plan]:
    """Assaults from each space that it can get to."""
    g = o.g
    u = g.units[unit]
    if not u.has(Ability.ASSAULT):
        return
    here = standing(o, unit)
    for enemy in o.theirs:
        if why_not_assault(g, u, enemy) is None:
            for value, path in approaches(o, unit, enemy, allowance(g, u)):
                yield Plan(value=value - here, path=path, target=enemy)


def approaches(o: Outlook, unit: UnitId, enemy: UnitId, left: int) -> Iterator[tuple[int, Path]]:
    """Yield each way to where an assault begins, with what that is worth. The last movement point
    is for the enemy's space (HON-ASLT-03), and difficult ground would hold it up."""
    g = o.g
    found = ways(g, unit, left - 1) if left else {}
    aboard, kind = carriers(g, unit), g.units[unit].kind
    for space in reach_of(g, unit, enemy, found):
        path = found[space]
        if not path or space in aboard or not g.ground.difficult(space, kind):
            start = launch_space(g, unit, enemy) if space == OFF_MAP else space
            value = o.assault_worth(unit, start, enemy) + o.place(unit, space)
            yield value - o.risk(unit, path), path


# -- the next leg, and Supply --------------------------------------------------------------


def _staying(o: Outlook, unit: UnitId, space: Space) -> int:
    """Return what it is worth to end a move on a space, or in the vehicle there."""
    vehicle = carriers(o.g, unit).get(space)
    return o.place(unit, space) if vehicle is None else o.riding(unit, vehicle)


def close_in(o: Outlook, unit: UnitId, enemy: UnitId, left: int) -> Leg | Stop:
    """Return how a move goes on best to the assault that was announced."""
    found = max(approaches(o, unit, enemy, left), key=lambda way: way[0], default=(0, ()))
    return Leg(found[1]) if found[1] else Stop()


def next_leg(
    o: Outlook, unit: UnitId, left: int, held: bool, flipped: bool, fires: bool
) -> Leg | FireOnTheMove | Stop:
    """Return how a move goes on best. fires: it may fire still."""
    g = o.g
    u = g.units[unit]
    near: dict[Space, Path] = {u.at: ()} if held else ways(g, unit, left)
    taken = bool(g.standing_on(u.at, unit))
    near = dict(o.looked_at(unit, near))
    worth = {space: _staying(o, unit, space) for space in near}
    after = max(worth.values())
    off = [] if held else ways_off(o, unit, left)
    found: list[tuple[int, Leg | FireOnTheMove | Stop]] = []
    if not taken:
        found.append((o.place(unit, u.at), Stop()))
    for space, path in near.items():
        if path:
            found.append((worth[space] - o.risk(unit, path), Leg(path)))
    found += [(after + o.leaving(unit), Leg(path, KEEP, True)) for path in off]
    if fires:
        for target, suppressive in targets(g, unit):
            value = o.fire_worth(unit, target, suppressive, moving=True)
            if value > 0:
                found.append((value + after, FireOnTheMove((target,), suppressive)))
        for space, path in near.items():
            value = _passing_shot(o, unit, u, space) if path else 0
            if value > 0 and not g.ground.difficult(space, u.kind):
                found.append((value + worth[space] - 1, Leg(path, KEEP, True)))
    if u.flips and not flipped and not taken:
        for facing in turns_of(u, Flip.LAST):
            value = o.place(unit, u.at, u.other.face, -1 if facing == KEEP else facing)
            found.append((value, Stop(facing, True)))
    if not found:
        return Stop()
    return max(found, key=lambda pair: pair[0])[1]


def march(o: Outlook, unit: UnitId) -> tuple[int, SupplyMove]:
    """The best move of a unit in Supply, with what it is worth."""
    for path in ways_off(o, unit, allowance(o.g, o.g.units[unit])):
        return o.leaving(unit), SupplyMove(unit, path, leaves=True)
    value, path, facing, flip = max(
        ends(o, unit), key=lambda end: end[0], default=(0, (), KEEP, Flip.NONE)
    )
    return value, SupplyMove(unit, path, facing, flip)
