"""Shots at points: where a burst catches most, and reaches whom nobody sees."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.geometry import along, length
from owm_net.games.nco.aiming import shots_of
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.computer.weighing import Prizes, best_shot, gain
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, Spot, opponent
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.state import DOG, NcoState
from owm_net.games.nco.terms import BASE, BASES, CIRCLE, Shooting

PAIR = 2 * (CIRCLE + BASE)
"""Two whose centres are nearer are caught by one burst."""
BESIDE = CIRCLE + BASE - 10
"""So far beside somebody a burst catches them still."""


def aims(g: NcoState, shooter: SoldierId, reach: int, *, alone: bool) -> list[Spot]:
    """Return points worth firing at: the places of enemies, those between two, and the side on
    which somebody who is hidden can be reached. alone: also the place of somebody who stands alone
    in the open."""
    s = g.soldiers[shooter]
    far = reach + BASES + CIRCLE
    enemies = [g.soldiers[e].spot for e in g.on_field(opponent(s.seat))]
    near = [spot for spot in enemies if gap2(spot, s.spot) <= far * far]
    found = list(near) if alone else []
    for n, one in enumerate(near):
        for other in near[:n]:
            if gap2(one, other) <= PAIR * PAIR:
                x, y = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
                found.append(Spot((x, y, g.ground.surface_at((x, y)))))
        if not g.ground.sees(s.spot, one):
            found += _sides(g, s.spot, one)
    return list(dict.fromkeys(found))


def _sides(g: NcoState, here: Spot, hidden: Spot) -> Iterator[Spot]:
    """Yield points beside somebody: nearer, and to both hands."""
    dx, dy = here[0] - hidden[0], here[1] - hidden[1]
    for to in ((dx, dy), (-dy, dx), (dy, -dx)):
        end = hidden[0] + to[0], hidden[1] + to[1]
        whole = length(hidden[:2], end)
        if whole > BESIDE:
            p = along(hidden[:2], end, BESIDE, whole)
            yield Spot((*p, g.ground.surface_at(p)))


def bursts(g: NcoState, shooter: SoldierId, how: Shooting) -> Iterator[Shot]:
    """Yield shots at points by every weapon that fires so in this way; allowed or not."""
    for weapon in g.soldiers[shooter].arms:
        row = CATALOG.weapons[weapon]
        if row.covers if how is Shooting.COVER_FIRE else row.area:
            if how is Shooting.COVER_FIRE and row.area and row.cover_fire == 0:
                continue  # nothing that a Fire with it would not do as well
            for aim in aims(g, shooter, row.range, alone=row.area):
                yield Shot(shooter, weapon, None, aim, how)


def fires(g: NcoState, soldier: SoldierId, prized: Prizes) -> Iterator[tuple[int, Fire]]:
    """Yield the best Fire of a soldier, with its value."""
    found = best_shot(g, all_shots(g, soldier, Shooting.FIRE), prized)
    if found is not None:
        yield found[0], Fire(soldier, found[1].weapon, found[1].target, found[1].aim)


def all_shots(g: NcoState, soldier: SoldierId, how: Shooting) -> Iterator[Shot]:
    """Yield the shots worth considering: at each enemy, and at points."""
    for shot in shots_of(g, soldier, how):
        if shot.aim is None:
            yield shot
    yield from bursts(g, soldier, how)


def cover_fires(g: NcoState, soldier: SoldierId, prized: Prizes) -> Iterator[tuple[int, CoverFire]]:
    """Yield the best Cover Fire of a soldier, with its value."""
    s = g.soldiers[soldier]
    if g.event == DOG or s.wounded:
        return
    best: tuple[int, Shot] | None = None
    for shot in bursts(g, soldier, Shooting.COVER_FIRE):
        value = gain(g, shot, prized)
        if value > 0 and (best is None or value > best[0]) and why_not_shot(g, shot) is None:
            best = value, shot
    if best is not None and best[1].aim is not None:
        yield best[0], CoverFire(soldier, best[1].weapon, best[1].aim)
