"""Panzerfaust and Tank hunters: infantry fires one shot of a weapon it does not have. G-05."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider, is_plain_infantry
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.printed.counters import Weapon
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType


def _weapon(infantry: int, vehicles: tuple[int, int]) -> Weapon:
    light, heavy = vehicles
    return Weapon(bonus={UnitType.INFANTRY: infantry, UnitType.LIGHT: light, UnitType.HEAVY: heavy})


PANZERFAUST, TANK_HUNTERS = CardKey("panzerfaust"), CardKey("tank_hunters")
WEAPONS = {PANZERFAUST: _weapon(2, (6, 6)), TANK_HUNTERS: _weapon(1, (6, 5))}
RANGES = {PANZERFAUST: 4, TANK_HUNTERS: 5}


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """A Fire action with one target, of infantry that is no heavy weapon."""
    if not act.activates:
        return Refusal("HON-CARD-06", say("it is played with a Fire action, in its own turn"))
    if not is_plain_infantry(g, act.unit):
        return Refusal("HON-CARD-06", say("it wants fire of infantry that is no heavy weapon"))
    if act.shots != 1 or not act.plain:
        lacks = act.plain and act.lacks_target
        return Refusal("HON-CARD-06", say("it is one plain shot"), more=lacks)
    return None


RIDERS = tuple([Rider(key, why_not) for key in WEAPONS])
