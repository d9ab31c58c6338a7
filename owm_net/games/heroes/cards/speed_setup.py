"""Speed setup: a counter is turned over before it acts. G-05, HON-MOVE-08."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState

SPEED_SETUP = CardKey("speed_setup")


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """A unit that can be turned over, and is not in this move."""
    if not act.activates or not g.units[act.unit].flips:
        return Refusal("HON-CARD-06", say("it wants a unit that its order can turn over"))
    if act.flips:
        return Refusal("HON-MOVE-08", say("a counter is turned over once"))
    return None


RIDER = Rider(SPEED_SETUP, why_not)
