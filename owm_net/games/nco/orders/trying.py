"""Orders worth considering: for offers, and by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from owm_net.engine.agenda import Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import along, length
from owm_net.engine.text import say
from owm_net.games.nco.aiming import any_shot, can_fire, shot_at, shots_of
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
from owm_net.games.nco.terms import BASE, BOARD, NEAR, Gait, Order, Shooting, Skill, Status
from owm_net.games.nco.tokens import bears_pilot, goals, laden

LEGS = (1, 1, 1, 2, 3)
"""Of a path by chance, the frequent numbers more than once."""
ENTRIES = 12
"""Places of an edge that are offered to who comes onto the table."""


def orders_of(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    """Yield the orders a soldier may get without drawing a path."""
    if g.soldiers[soldier].status is Status.WAITING:
        for n in range(ENTRIES):
            yield Advance(soldier, entry(g, soldier, (2 * n + 1) * BOARD // (2 * ENTRIES), 300))
        return
    for made in BY_FACE.values():
        yield from made(g, soldier)


def orders_with(g: NcoState, soldier: SoldierId, face: Order) -> Iterator[OrderAnswer]:
    """Yield the same for a soldier on the table whose die shows this, and last a fallback: to run
    nowhere, to fire at one's feet."""
    if face is Order.NONE:
        return
    yield from BY_FACE[face](g, soldier)
    s = g.soldiers[soldier]
    if face is Order.RUN:
        yield Run(soldier, ())
    for weapon in s.arms:
        if face is Order.COVER_FIRE:
            yield CoverFire(soldier, weapon, s.spot)
        elif face is Order.FIRE and CATALOG.weapons[weapon].area:
            yield Fire(soldier, weapon, None, s.spot)


def why_not_face(g: NcoState, soldier: SoldierId, face: Order) -> Refusal | None:
    """Return why a soldier on the table cannot get an order of this kind, in whatever way: the
    reason against the first way. To Fire they need somebody they may hit; nobody has to waste a
    grenade (R-104)."""
    if face is Order.FIRE and not _has_target(g, soldier):
        return Refusal("NCO-ORD-06", say("he has nobody to fire at"))
    first: Refusal | None = None
    for order in orders_with(g, soldier, face):
        refusal = barred(g, order) or order.why_not(g)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("NCO-DIE-10", say("this order gives him nothing to do"), misfit=True)


def _has_target(g: NcoState, soldier: SoldierId) -> bool:
    if can_fire(g, soldier, Shooting.FIRE):
        return True
    return any(shot.why_not(g) is None for shot in shots_at_pilot(g, soldier))


def _downs(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    yield GoDown(soldier)


def _rallies(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    skills = g.soldiers[soldier].skills
    yield Rally(soldier, psyche=True)
    yield Rally(soldier, psyche=False)
    if Skill.FIELD_MEDICINE in skills:
        yield from (Rally(soldier, False, friend) for friend in g.friends(soldier, NEAR))
    if Skill.RELIGIOUS_RITES in skills:
        yield Rally(soldier, True, aloud=True)


def _cover_fires(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    for shot in shots_of(g, soldier, Shooting.COVER_FIRE):
        if shot.aim is not None:
            yield CoverFire(soldier, shot.weapon, shot.aim)


def _fires(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    for shot in shots_of(g, soldier, Shooting.FIRE):
        yield Fire(soldier, shot.weapon, shot.target, shot.aim)
    yield from shots_at_pilot(g, soldier)


def _advances(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    yield Advance(soldier, ())
    for spot in _near_aims(g, soldier):
        yield Advance(soldier, (spot,))


def _runs(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    for spot in _near_aims(g, soldier):
        yield Run(soldier, (spot,))
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        charge = straight_charge(g, soldier, enemy, Gait.ASSAULT)
        if charge is not None:
            yield Assault(soldier, enemy, charge)
    yield from charges_at_pilot(g, soldier)


BY_FACE: dict[Order, Callable[[NcoState, SoldierId], Iterator[OrderAnswer]]] = {
    Order.DOWN: _downs,
    Order.RALLY: _rallies,
    Order.COVER_FIRE: _cover_fires,
    Order.FIRE: _fires,
    Order.ADVANCE: _advances,
    Order.RUN: _runs,
}
"""What a soldier on the table may be told, by what his die shows."""


def _near_aims(g: NcoState, soldier: SoldierId) -> list[Spot]:
    here, far = g.soldiers[soldier].spot[:2], allowance(g, soldier, Gait.RUN)
    return [spot for spot in aims(g, soldier) if 0 < length(here, spot[:2]) <= far]


def aims(g: NcoState, soldier: SoldierId) -> list[Spot]:
    """Return the places that the battle gives a soldier reason to go to: where a Down order has an
    effect, and the home edge for a carrier."""
    found = goals(g, soldier)
    if laden(g, soldier):
        found.append(home(g, soldier))
    return found


def home(g: NcoState, soldier: SoldierId) -> Spot:
    """Return where a carrier wants to go: over the home edge, with the pilot to it."""
    s = g.soldiers[soldier]
    deep = BASE if bears_pilot(g, soldier) else 0
    return Spot((s.spot[0], deep if s.seat == g.south else BOARD - deep, 0))


def at_pilot(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    """Yield the ways to kill the pilot, if allowed (NCO-SCN-15)."""
    yield from shots_at_pilot(g, soldier)
    yield from charges_at_pilot(g, soldier)


def shots_at_pilot(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    """Yield shots at the pilot, or at the place where he lies."""
    if why_not_killed(g, soldier) is None:
        for weapon in g.soldiers[soldier].arms:
            shot = shot_at(g, soldier, weapon, g.pilot, Shooting.FIRE)
            yield Fire(soldier, shot.weapon, shot.target, shot.aim)


def charges_at_pilot(g: NcoState, soldier: SoldierId) -> Iterator[OrderAnswer]:
    """Yield the straight charge at him."""
    if why_not_killed(g, soldier) is None:
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


def any_order(
    g: NcoState, soldier: SoldierId, chance: Chance, shown: Order = Order.NONE
) -> OrderAnswer:
    """An allowed order by chance. Down, or a forced order, if nothing else is found. shown: what
    the soldier's die shows, if any."""
    if shown is not Order.NONE:
        return _any_with(g, soldier, chance, shown)
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


def _any_with(g: NcoState, soldier: SoldierId, chance: Chance, face: Order) -> OrderAnswer:
    able = [
        order
        for order in (*orders_with(g, soldier, face), any_order(g, soldier, chance))
        if order.face is face and barred(g, order) is None and order.why_not(g) is None
    ]
    return able[chance.below(len(able))]


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
    """Return a path of up to three legs, each to a random point or towards some enemy, or straight
    towards the battle's goal; no longer than the soldier can go on open ground. It may be illegal.
    """
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
