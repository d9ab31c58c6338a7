"""Equipment that adds to a shot: Ammo and Ammo Belts. HON-EQ-02, HON-EQ-03, HON-OPT-01, -02, -04.

Tokens are named with the shot, before the dice, and are spent whether or not they helped.
"""

from __future__ import annotations

from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import listed, read_out, say
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import OptionKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Ability, Outline, UnitType
from owm_net.games.heroes.words import unit_name

AMMO, BELT = OptionKey("eq_ammo"), OptionKey("eq_ammo_belt")
BONUS = {
    AMMO: {UnitType.INFANTRY: 1},
    BELT: {UnitType.INFANTRY: 2, UnitType.LIGHT: 1},
}
"""What each token adds against each type."""

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
    its army (HON-ARMY-08, HON-OPT-01)."""
    u = g.units[unit]
    hero = u.piece.outline is Outline.HERO
    return [
        n
        for n, o in enumerate(g.options)
        if o.key == key and o.tokens and o.seat == u.seat and (hero or g.is_for(o, unit))
    ]


def why_not_spend(g: HeroesState, unit: UnitId, spend: Spend, kind: UnitType) -> Refusal | None:
    """None if a unit may spend these on a shot at that type."""
    weapon = g.units[unit].weapon
    for key in dict.fromkeys(spend):
        if key not in BONUS:
            return Refusal("HON-OPT-04", say("that adds nothing to a shot"))
        if key == AMMO and weapon.pattern is not None:
            return Refusal("HON-EQ-02", say("explosive weapons use no Ammo"))
        if key == BELT and Ability.MACHINE_GUNNER not in weapon.abilities:
            return Refusal("HON-EQ-03", say("only machine gunners use Ammo Belts"))
        if kind not in BONUS[key]:
            return Refusal("HON-OPT-04", say("it adds nothing against units of that type"))
        there = sum([g.options[n].tokens for n in stocks(g, unit, key)])
        if spend.count(key) > there:
            return Refusal("HON-ARMY-08", say("{left} such tokens are left to it", left=there))
    return None


def added(spend: Spend, kind: UnitType) -> int:
    """What tokens add to a combat bonus (HON-OPT-04)."""
    return sum([BONUS[key][kind] for key in spend])


def pay(g: HeroesState, unit: UnitId, spend: Spend) -> None:
    """The tokens are gone, from the first option that has one (HON-OPT-02)."""
    for key in spend:
        at = stocks(g, unit, key)[0]
        g.options[at] = g.options[at].with_(tokens=g.options[at].tokens - 1)
    if spend:
        g.tell(Spent(unit, spend))
