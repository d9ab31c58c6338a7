"""Fuel: a token makes a vehicle one point faster for a move. HON-EQ-07, R-63, R-164, R-227."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.equipment import pay, stocks
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.paths import is_flag
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import Damage

FUEL = OptionKey("eq_fuel")
FASTER = 1
"""What a token adds to a move."""


def boost(u: Unit, fuel: bool) -> int:
    """Return what Fuel adds to the movement of a unit. Like any bonus it offsets markers, but alone
    it moves nobody (R-63)."""
    return FASTER if fuel and u.up.move else 0


def may_fuel(g: HeroesState, unit: UnitId) -> bool:
    """Return True if a vehicle has a Fuel token to spend."""
    u = g.units[unit]
    return u.kind.vehicle and Damage.TRACK not in u.damage and bool(stocks(g, unit, FUEL))


def why_not_fuel(g: HeroesState, unit: UnitId, fuel: object) -> Refusal | None:
    """None if a vehicle may spend Fuel, or spends none."""
    if not is_flag(fuel):
        return Refusal("HON-EQ-07", say("say whether Fuel is spent"))
    if fuel and not may_fuel(g, unit):
        return Refusal("HON-EQ-07", say("no Fuel is left to it, or its track is hit"))
    return None


def burn(g: HeroesState, unit: UnitId, fuel: bool) -> None:
    """The token is gone."""
    if fuel:
        pay(g, unit, (FUEL,))
