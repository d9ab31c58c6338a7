"""The weapons of vehicles: which of them may fire, and laying one on a target. HON-CTR-16,
HON-DMG-02, HON-DMG-05, R-59, R-155.

What asks about a shot asks about the weapon that a unit has laid: `armed` is the state as it would
be with another.
"""

from __future__ import annotations

from copy import copy

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.ids import UnitId, WeaponPlace
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Damage

PRIMARY = WeaponPlace(0)


def guns(u: Unit) -> list[WeaponPlace]:
    """Return the weapons that a unit may fire now, as everybody sees."""
    return [n for n in map(WeaponPlace, range(len(u.up.weapons))) if why_not_gun(u, n) is None]


def why_not_gun(u: Unit, weapon: object) -> Refusal | None:
    """None if a unit may fire this weapon now."""
    if weapon.__class__ is not int or weapon not in range(len(u.up.weapons)):
        return Refusal("HON-CTR-16", say("it has no such weapon"))
    if weapon == PRIMARY and Damage.PRIMARY in u.damage:
        return Refusal("HON-DMG-05", say("its primary weapon is destroyed"))
    if Damage.CREW in u.damage and u.fired and u.fired != (weapon,):
        return Refusal("HON-DMG-02", say("its crew fires one weapon each round"))
    return None


def armed(g: HeroesState, unit: UnitId, weapon: WeaponPlace) -> HeroesState:
    """Return the state as it would be with a weapon laid, to be looked at only."""
    if g.units[unit].gun == weapon:
        return g
    other = copy(g)
    other.units = list(g.units)
    other.units[unit] = g.units[unit].with_(gun=weapon)
    return other


def lay(g: HeroesState, unit: UnitId, weapon: WeaponPlace) -> None:
    """Lay this weapon of a vehicle; it fires now."""
    u = g.units[unit]
    if u.kind.vehicle:
        fired = tuple(sorted({*u.fired, weapon}))
        g.change(unit, gun=weapon, fired=fired)
