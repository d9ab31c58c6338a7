"""The room in vehicles. HON-AB-84, HON-AB-85, R-12."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.ids import Space, UnitId
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Ability, HitSymbol, Outline, UnitType

NO_HEAVY = Refusal("HON-AB-88", say("a heavy weapon does not fire from a vehicle"))


def size(u: Unit) -> int:
    """Return how much room a unit takes: 1 for heroes, officers and faces that the next hit
    eliminates, 2 for all others."""
    small = u.piece.outline in (Outline.HERO, Outline.OFFICER) or u.up.hit is HitSymbol.LAST
    return 1 if small else 2


def passengers(g: HeroesState, vehicle: UnitId) -> list[UnitId]:
    """Return the units in a vehicle."""
    return [UnitId(n) for n, u in enumerate(g.units) if u.aboard == vehicle]


def has_room(g: HeroesState, unit: UnitId, vehicle: UnitId) -> bool:
    """Return True if a vehicle may take another unit of its side (R-321), not concealed (R-87)."""
    u, v = g.units[unit], g.units[vehicle]
    if g.hostile(u.seat, v.seat) or not v.there or u.kind is not UnitType.INFANTRY or u.concealed:
        return False
    inside = [g.units[n] for n in passengers(g, vehicle) if n != unit]
    if u.piece.gun and any(o.piece.gun for o in inside):
        return False
    return sum([size(o) for o in (u, *inside)]) <= v.number(Ability.TRANSPORT)


def carriers(g: HeroesState, unit: UnitId) -> dict[Space, UnitId]:
    """Return the spaces of the vehicles that have room for a unit."""
    side = g.members(g.units[unit].seat)
    return {
        space: UnitId(n)
        for n, v in enumerate(g.units)
        if v.seat in side and v.has(Ability.TRANSPORT) and has_room(g, unit, UnitId(n))
        for space in v.covers
    }


def why_not_aboard(u: Unit) -> Refusal | None:
    """None if a passenger may fire from its vehicle (HON-AB-88)."""
    if not u.rides or u.piece.outline is not Outline.HEAVY_WEAPON:
        return None
    return None if u.weapon.abilities.get(Ability.FIRE_ON_THE_MOVE) is not None else NO_HEAVY
