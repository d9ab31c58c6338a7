"""Shots worth considering, for offers, samplers and the computer player.

Points of area weapons cannot be listed: the places of enemies stand for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.chance import Chance
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import SoldierId, WeaponKey, opponent
from owm_net.games.nco.shots import Shot, fits, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASES, CIRCLE, SCATTER, Shooting


def shots_of(
    g: NcoState, shooter: SoldierId, how: Shooting, response: bool = False
) -> Iterator[Shot]:
    """Each weapon at each enemy who may be near enough, or at the place of each; allowed or not."""
    s = g.soldiers[shooter]
    x, y, _ = s.spot
    enemies = [(enemy, g.soldiers[enemy].spot) for enemy in g.on_field(opponent(s.seat))]
    for weapon in s.arms:
        reach = CATALOG.weapons[weapon].range + BASES
        for enemy, (u, v, _) in enemies:
            if (u - x) ** 2 + (v - y) ** 2 <= reach * reach:
                yield shot_at(g, shooter, weapon, enemy, how, response)


def shot_at(
    g: NcoState,
    shooter: SoldierId,
    weapon: WeaponKey,
    enemy: SoldierId,
    how: Shooting,
    response: bool = False,
) -> Shot:
    """Return an attack on one enemy: on the soldier, or on the place where they stand."""
    if how is Shooting.COVER_FIRE or CATALOG.weapons[weapon].area:
        return Shot(shooter, weapon, None, g.soldiers[enemy].spot, how, response)
    return Shot(shooter, weapon, enemy, None, how, response)


def can_fire(g: NcoState, shooter: SoldierId, how: Shooting) -> bool:
    """Return True if the soldier can fire anything that may hit an enemy, by its circle or when it
    scatters."""
    s = g.soldiers[shooter]
    enemies = g.on_field(opponent(s.seat))
    for weapon in s.arms:
        far = g.reach(CATALOG.weapons[weapon]) + CIRCLE + SCATTER + BASES
        for enemy in enemies:
            shot = shot_at(g, shooter, weapon, enemy, how)
            if gap2(s.spot, g.soldiers[enemy].spot) <= far * far and fits(g, shot):
                return True
    return False


def any_shot(
    g: NcoState, shooter: SoldierId, how: Shooting, chance: Chance, tries: int = 4
) -> Shot | None:
    """An allowed attack by chance; None if a few tries find none."""
    s = g.soldiers[shooter]
    enemies = g.on_field(opponent(s.seat))
    if not enemies:
        return None
    for _ in range(tries):
        weapon = s.arms[chance.below(len(s.arms))]
        enemy = enemies[chance.below(len(enemies))]
        shot = shot_at(g, shooter, weapon, enemy, how)
        if why_not_shot(g, shot) is None:
            return shot
    return None
