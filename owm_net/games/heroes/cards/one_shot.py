"""Infantry fires one shot of a weapon that it does not have. G-05."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider, is_plain_infantry
from owm_net.games.heroes.printed.counters import Weapon
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType


def why_not_plain(g: HeroesState, act: Act) -> Refusal | None:
    """A Fire action with one target, of infantry that is no heavy weapon."""
    if not act.activates:
        return Refusal("HON-CARD-06", say("it is played with a Fire action, in its own turn"))
    if not is_plain_infantry(g, act.unit):
        return Refusal("HON-CARD-06", say("it wants fire of infantry that is no heavy weapon"))
    if act.shots != 1 or not act.plain:
        lacks = act.plain and act.lacks_target
        return Refusal("HON-CARD-06", say("it is one plain shot"), more=lacks)
    return None


@frozen(kw_only=True)
class OneShot(Rider):
    """A card with a weapon. reach: of its shot, in spaces."""

    why_not: Callable[[HeroesState, Act], Refusal | None] = why_not_plain
    weapon: Weapon
    reach: int


def weapon(infantry: int, light: int, heavy: int) -> Weapon:
    """Return a weapon with these bonuses and no ability."""
    return Weapon(bonus={UnitType.INFANTRY: infantry, UnitType.LIGHT: light, UnitType.HEAVY: heavy})
