"""Traits and order options that only change a number. Ledger 2.23 and 2.24.

Each rule asks here for its number. An option that a seat plays, spends or places has a separate
file.
"""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import LONG_RANGE, MOST_SPECIALS, Directive, UnitType

PLANNING = OptionKey("or_planning")
TRICKY = OptionKey("tr_tricky")
RUSES = 2
"""HON-TRT-13: so many for each such option."""
CONCEALMENT = (OptionKey("or_concealed"), OptionKey("or_infiltration"))
"""Options with Concealed tokens (HON-ORO-05, HON-ORO-10)."""
INFILTRATION = OptionKey("or_infiltration")
INFILTRATION_REACH = 6
"""HON-ORO-10: the Scout that it gives."""
HARDENED = OptionKey("tr_hardened")
BLUFF = OptionKey("or_bluff")
BATTLE_PLAN = OptionKey("or_battle_plan")
GUARDIAN = OptionKey("or_guardian")
COURAGEOUS = OptionKey("tr_courageous")
SHARPSHOOTERS = OptionKey("tr_sharpshooters")
BLOODTHIRSTY = OptionKey("tr_bloodthirsty")
FEROCIOUS = OptionKey("tr_ferocious")
NOTORIOUS = OptionKey("tr_notorious")
ACE_DRIVER = OptionKey("tr_ace_driver")
TANKBUSTER = OptionKey("tr_tankbuster")
TANKBUSTER_BONUS = 2
"""HON-TRT-12."""

FARTHER = 2
"""HON-TRT-11: so many spaces more to Long Range, and to Limited Range."""


def more_orders(g: HeroesState, seat: Seat) -> int:
    """Order tokens beyond the stars (HON-ORO-13, HON-TRT-07); cards bring some for one round."""
    return _own(g, seat, PLANNING) + _own(g, seat, HARDENED) + g.more_orders[seat]


def more_bluffs(g: HeroesState, seat: Seat) -> int:
    """Bluff tokens beyond the one that everybody has (HON-ORO-04)."""
    return _own(g, seat, BLUFF)


def special_orders(g: HeroesState, seat: Seat) -> int:
    """Special order tokens of a round (HON-ORD-10, HON-ORO-03)."""
    return min(MOST_SPECIALS, _own(g, seat, BATTLE_PLAN) + g.more_specials[seat])


def _own(g: HeroesState, seat: Seat, key: OptionKey) -> int:
    """Return 1 if an army has an option, and not by a High Command, whose tokens are shared out
    each round (HON-MP-07)."""
    return int(any(o.key == key and o.seat == seat and not g.is_common(o) for o in g.options))


def common(g: HeroesState, seat: Seat, key: OptionKey) -> bool:
    """Return True if a High Command of a seat's side has an option."""
    return any(o.key == key and g.is_common(o) and g.may_use(o, seat) for o in g.options)


def markers_off(g: HeroesState, unit: UnitId) -> int:
    """How many Suppressed markers a unit loses in Supply (HON-SUP-07, HON-TRT-03)."""
    return 2 if g.has_trait(unit, COURAGEOUS) else 1


def long_range(g: HeroesState, unit: UnitId) -> int:
    """Beyond so many spaces a unit shoots at a loss (HON-FIRE-06, HON-TRT-11)."""
    return LONG_RANGE + (FARTHER if g.has_trait(unit, SHARPSHOOTERS) else 0)


def limit(g: HeroesState, unit: UnitId, printed: int) -> int:
    """The reach of a weapon with Limited Range (HON-AB-35, HON-TRT-11)."""
    return printed + (FARTHER if g.has_trait(unit, SHARPSHOOTERS) else 0)


def shelter(g: HeroesState, unit: UnitId, bonus: int) -> int:
    """Return a terrain bonus, one more with Guardian; none stays none (HON-ORO-08)."""
    return bonus + 1 if bonus and g.has_option(g.units[unit].seat, GUARDIAN) else bonus


def grudge(g: HeroesState, enemy: UnitId) -> int:
    """Return a unit's bonus in an assault against units it hates: all units of that army, whatever
    tile has the trait (HON-TRT-10, R-208)."""
    return int(g.has_option(g.units[enemy].seat, NOTORIOUS))


def volume(g: HeroesState, unit: UnitId, kind: UnitType) -> int:
    """Return a directive's bonus to a shot (HON-ORO-07, R-118)."""
    u = g.units[unit]
    own = kind is UnitType.INFANTRY and g.directed(u, Directive.FIRE_AT_WILL)
    return int(own)


def firm(g: HeroesState, unit: UnitId) -> int:
    """Return a directive's bonus to the defence of infantry (HON-ORO-07)."""
    u = g.units[unit]
    own = not u.kind.vehicle and g.directed(u, Directive.HOLD_YOUR_GROUND)
    return int(own)


def dash(g: HeroesState, unit: UnitId) -> int:
    """Return a directive's bonus to an attacker in an assault (HON-ORO-07)."""
    u = g.units[unit]
    return int(g.directed(u, Directive.CHARGE))


def steadied(g: HeroesState, unit: UnitId, less: int) -> int:
    """Return the penalty of fire on the move, one less for vehicles of an Ace Driver
    (HON-TRT-01)."""
    ace = less and g.units[unit].kind.vehicle and g.has_trait(unit, ACE_DRIVER)
    return less - 1 if ace else less
