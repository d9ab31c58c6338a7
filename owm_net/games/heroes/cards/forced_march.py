"""Forced march: infantry moves farther in Supply. G-05, R-63."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.moving import faced
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import UnitType

FORCED_MARCH = CardKey("forced_march")
FARTHER = 2


def can_march(u: Unit) -> bool:
    """Return True if it helps a unit: a unit that cannot move alone does not move (R-63)."""
    return not u.concealed and u.kind is UnitType.INFANTRY and u.up.move > 0


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """A Supply move of infantry, by the face with which it goes."""
    if act.supply and can_march(faced(g.units[act.unit], act.flip, before=True)):
        return None
    return Refusal("HON-CARD-06", say("it wants a Supply move of infantry that can move"))


RIDER = Rider(FORCED_MARCH, why_not)
