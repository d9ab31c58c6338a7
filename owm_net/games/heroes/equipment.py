"""Tokens that are spent on a shot: Ammo, Ammo Belts, APC shells, Panzerfausts, Triggerhappy.

HON-EQ-02 to -04, HON-EQ-13, HON-OPT-01 to -04, HON-TRT-14. They are named with the shot, before the
dice, and are spent whether or not they helped.
"""

from __future__ import annotations

from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import listed, read_out, say, say_n
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Ability, OptionKind, Outline, UnitType
from owm_net.games.heroes.words import unit_name

AMMO, BELT = OptionKey("eq_ammo"), OptionKey("eq_ammo_belt")
SHELLS, TRIGGERHAPPY = OptionKey("eq_apc_shells"), OptionKey("tr_triggerhappy")
BONUS = {
    AMMO: {UnitType.INFANTRY: 1},
    BELT: {UnitType.INFANTRY: 2, UnitType.LIGHT: 1},
    SHELLS: {UnitType.LIGHT: 1, UnitType.HEAVY: 1},
    TRIGGERHAPPY: dict.fromkeys(UnitType, 0),
}
"""What each token adds against each type."""
SINGLE = (SHELLS, TRIGGERHAPPY)
"""One of these at most goes into an attack (HON-EQ-04, R-119)."""
LAUNCHERS = tuple(
    [key for key, o in CATALOG.options.items() if o.bonus and o.reach and o.pattern is None]
)
"""Equipment that is fired instead of the unit's own weapon (HON-OPT-03)."""

MOST_TOKENS = 99
"""More than an army can have; an answer names no more."""

Spend = tuple[OptionKey, ...]
"""Tokens by the options they lie on, each as often as it is spent."""


@record("heroes.spent")
class Spent(Event):
    """Tokens are spent on a shot."""

    rule = "HON-OPT-02"

    unit: UnitId
    tokens: Spend

    def sentence(self, g: HeroesState) -> str:
        return say(
            "{unit} spends {tokens}",
            unit=unit_name(g, self.unit),
            tokens=listed([read_out(CATALOG.options[key].title) for key in self.tokens]),
        )


def stocks(g: HeroesState, unit: UnitId, key: OptionKey) -> list[int]:
    """Where tokens for a unit lie: on options of its tile or of an officer's; for a hero on any of
    its army; but traits are not for heroes (HON-ARMY-08, HON-OPT-01)."""
    u = g.units[unit]
    hero = u.piece.outline is Outline.HERO
    if hero and CATALOG.options[key].kind is not OptionKind.EQUIPMENT:
        return []
    return [
        n
        for n, o in enumerate(g.options)
        if o.key == key and o.tokens and o.seat == u.seat and (hero or g.is_for(o, unit))
    ]


def take_token(g: HeroesState, unit: UnitId, key: OptionKey) -> None:
    """One token for a unit is gone, from the first option that has one (HON-OPT-02)."""
    at = stocks(g, unit, key)[0]
    g.options[at] = g.options[at].with_(tokens=g.options[at].tokens - 1)


def why_not_spend(g: HeroesState, unit: UnitId, spend: Spend, kind: UnitType) -> Refusal | None:
    """None if a unit may spend these on a shot at that type."""
    weapon = g.units[unit].weapon
    if not isinstance(spend, tuple) or len(spend) > MOST_TOKENS:
        return Refusal("HON-OPT-04", say("choose tokens of equipment"))
    if launcher(spend) is not None:
        return _why_not_launch(g, unit, spend)
    for key in dict.fromkeys(spend):
        if key not in BONUS:
            return Refusal("HON-OPT-04", say("that adds nothing to a shot"))
        if key == AMMO and weapon.pattern is not None:
            return Refusal("HON-EQ-02", say("explosive weapons use no Ammo"))
        if key == BELT and Ability.MACHINE_GUNNER not in weapon.abilities:
            return Refusal("HON-EQ-03", say("only machine gunners use Ammo Belts"))
        if key == SHELLS and g.units[unit].kind is not UnitType.HEAVY:
            return Refusal("HON-EQ-04", say("only heavy vehicles use APC shells"))
        if key in SINGLE and spend.count(key) > 1:
            return Refusal("HON-EQ-04", say("one of these at most goes into an attack"))
        if kind not in BONUS[key]:
            return Refusal("HON-OPT-04", say("it adds nothing against units of that type"))
        there = sum([g.options[n].tokens for n in stocks(g, unit, key)])
        if spend.count(key) > there:
            left = say_n("{n} such token is left to it", "{n} such tokens are left to it", there)
            return Refusal("HON-ARMY-08", left)
    return None


def _why_not_launch(g: HeroesState, unit: UnitId, spend: Spend) -> Refusal | None:
    """None if a unit may fire this equipment; nothing adds to its bonus (R-120)."""
    if len(spend) > 1:
        return Refusal("HON-OPT-03", say("it is fired alone, and nothing adds to it"))
    if g.units[unit].kind.vehicle:
        return Refusal("HON-EQ-13", say("infantry fires it"))
    if not stocks(g, unit, spend[0]):
        return Refusal("HON-ARMY-08", say("no such token is left to it"))
    return None


def launcher(spend: Spend) -> OptionKey | None:
    """Return the launcher that replaces the unit's weapon, or None."""
    return next((key for key in spend if key in LAUNCHERS), None)


def added(spend: Spend, kind: UnitType) -> int:
    """Return what tokens add to a combat bonus (HON-OPT-04)."""
    return sum([BONUS[key][kind] for key in spend if key in BONUS])


def pay(g: HeroesState, unit: UnitId, spend: Spend) -> None:
    """The tokens are gone (HON-OPT-02)."""
    for key in spend:
        take_token(g, unit, key)
    if spend:
        g.tell(Spent(unit, spend))
