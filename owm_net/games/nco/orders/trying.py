"""Orders worth considering: for offers, and by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.games.nco.aiming import any_shot, shots_of
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.base import OrderAnswer, barred
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.paths import Path, allowance, straight_charge
from owm_net.games.nco.shots import why_not_killed
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, NEAR, Gait, Shooting, Skill, Status
from owm_net.games.nco.tokens import bears_pilot, goals, laden

LEGS = (1, 1, 1, 2, 3)
"""Of a path by chance, the frequent numbers more than once."""
ENTRIES = 12
"""Places of an edge that are offered to who comes onto the table."""


def orders_of(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    """What a soldier may be told without drawing a path."""
    s = g.soldiers[soldier]
    if s.status is Status.WAITING:
        for n in range(ENTRIES):
            yield Advance(soldier, entry(g, soldier, (2 * n + 1) * BOARD // (2 * ENTRIES), 300))
        return
    yield GoDown(soldier)
    yield Rally(soldier, psyche=True)
    yield Rally(soldier, psyche=False)
    if Skill.FIELD_MEDICINE in s.skills:
        yield from (Rally(soldier, False, friend) for friend in g.friends(soldier, NEAR))
    if Skill.RELIGIOUS_RITES in s.skills:
        yield Rally(soldier, True, aloud=True)
    for shot in shots_of(g, soldier, Shooting.FIRE):
        yield Fire(soldier, shot.weapon, shot.target, shot.aim)
    for shot in shots_of(g, soldier, Shooting.COVER_FIRE):
        if shot.aim is not None:
            yield CoverFire(soldier, shot.weapon, shot.aim)
    yield Advance(soldier, ())
    for spot in aims(g, soldier):
        if 0 < length(s.spot[:2], spot[:2]) <= allowance(g, soldier, Gait.RUN):
            yield Advance(soldier, (spot,))
            yield Run(soldier, (spot,))
    for enemy in g.on_field(opponent(s.seat)):
        charge = straight_charge(g, soldier, enemy, Gait.ASSAULT)
        if charge is not None:
            yield Assault(soldier, enemy, charge)
    yield from at_pilot(g, soldier)


def aims(g: NcoState, soldier: SoldierId) -> list[Spot]:
    """Places that the battle gives him a reason to go to: what he can use a Down order at, and the
    own edge for who carries something."""
    found = goals(g, soldier)
    if laden(g, soldier):
        found.append(home(g, soldier))
    return found


def home(g: NcoState, soldier: SoldierId) -> Spot:
    """Where a carrier wants to go: over his own edge, with the pilot to it."""
    s = g.soldiers[soldier]
    deep = BASE if bears_pilot(g, soldier) else 0
    return Spot((s.spot[0], deep if s.seat == g.south else BOARD - deep, 0))


def at_pilot(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    """How he may kill the pilot, if he may (NCO-SCN-15)."""
    if why_not_killed(g, soldier) is None:
        for weapon in g.soldiers[soldier].arms:
            if not CATALOG.weapons[weapon].area:
                yield Fire(soldier, weapon, g.pilot)
        path = straight_charge(g, soldier, g.pilot, Gait.ASSAULT)
        if path is not None:
            yield Assault(soldier, g.pilot, path)


def entry(g: NcoState, soldier: SoldierId, x: int, deep: int) -> Path:
    """A path from a point of the own edge straight onto the table (NCO-ALT-03)."""
    south = g.soldiers[soldier].seat == g.south
    edge = Spot((x, 0 if south else BOARD, 0))
    p = x, deep if south else BOARD - deep
    return edge, Spot((*p, g.ground.surface_at(p)))


# ------------------------------------------------------------------ by chance


def any_order(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer:
    """An allowed order by chance. Down, or what he is bound to, where nothing else is found."""
    s = g.soldiers[soldier]
    if s.status is Status.WAITING:
        return _any_entry(g, soldier, chance)
    if s.broken:
        return Rally(soldier, psyche=True)
    for shot in at_pilot(g, soldier):
        if chance.below(3) == 0 and barred(g, shot) is None and shot.why_not(g) is None:
            return shot
    for _ in range(3):
        order = TRIES[chance.below(len(TRIES))](g, soldier, chance)
        if order is not None and barred(g, order) is None and order.why_not(g) is None:
            return order
    return GoDown(soldier)


def _any_entry(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer:
    while True:
        x = BASE + chance.below(BOARD - 2 * BASE)
        run = chance.below(3) == 0
        most = allowance(g, soldier, Gait.RUN if run else Gait.ADVANCE)
        path = entry(g, soldier, x, BASE + chance.below(most - BASE))
        order = Run(soldier, path) if run else Advance(soldier, path)
        if order.why_not(g) is None:
            return order


def any_path(g: NcoState, soldier: SoldierId, gait: Gait, chance: Chance) -> Path:
    """A way of up to three legs, each to a point by chance or towards some enemy, or straight
    towards what the battle is about; no farther than he can go in the plain. It may be illegal."""
    spot, left = g.soldiers[soldier].spot, allowance(g, soldier, gait)
    sights = aims(g, soldier)
    if sights and chance.below(2):
        return _towards(g, spot, sights[chance.below(len(sights))], left, chance)
    enemies = g.on_field(opponent(g.soldiers[soldier].seat))
    path: list[Spot] = []
    for more in range(LEGS[chance.below(len(LEGS))], 0, -1):
        x, y = chance.below(BOARD), chance.below(BOARD)
        if enemies and chance.below(4):
            x, y, _ = g.soldiers[enemies[chance.below(len(enemies))]].spot
        whole = length(spot[:2], (x, y))
        far = (left - chance.below(left // 2)) // more
        x, y = along(spot[:2], (x, y), far, max(1, whole))
        p = min(BOARD - BASE, max(BASE, x)), min(BOARD - BASE, max(BASE, y))
        left -= length(spot[:2], p)
        spot = Spot((*p, g.ground.surface_at(p)))
        path.append(spot)
    return tuple(path)


def _towards(g: NcoState, spot: Spot, goal: Spot, most: int, chance: Chance) -> Path:
    whole = length(spot[:2], goal[:2])
    if whole <= most:
        return (goal,)
    p = along(spot[:2], goal[:2], most - chance.below(most // 2), whole)
    return (Spot((*p, g.ground.surface_at(p))),)


def _down(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    return GoDown(soldier)


def _rally(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    s = g.soldiers[soldier]
    aloud = Skill.RELIGIOUS_RITES in s.skills
    psyche = aloud or chance.below(2) == 0
    return Rally(soldier, psyche, aloud=aloud)


def _fire(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    shot = any_shot(g, soldier, Shooting.FIRE, chance)
    return None if shot is None else Fire(soldier, shot.weapon, shot.target, shot.aim)


def _cover_fire(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    shot = any_shot(g, soldier, Shooting.COVER_FIRE, chance)
    if shot is None or shot.aim is None:
        return None
    return CoverFire(soldier, shot.weapon, shot.aim)


def _advance(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    return Advance(soldier, any_path(g, soldier, Gait.ADVANCE, chance))


def _run(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    return Run(soldier, any_path(g, soldier, Gait.RUN, chance))


def _assault(g: NcoState, soldier: SoldierId, chance: Chance) -> OrderAnswer | None:
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        path = straight_charge(g, soldier, enemy, Gait.ASSAULT)
        if path is not None:
            return Assault(soldier, enemy, path)
    return None


TRIES: tuple[Callable[[NcoState, SoldierId, Chance], OrderAnswer | None], ...] = (
    _down,
    _rally,
    _fire,
    _fire,
    _cover_fire,
    _advance,
    _advance,
    _run,
    _assault,
    _assault,
)
"""What a random player tries, the frequent things more than once."""
