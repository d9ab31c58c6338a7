"""Marching fire: infantry fires on the move. G-05, HON-AB-25."""

from __future__ import annotations

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider, is_plain_infantry
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState

MARCHING_FIRE = CardKey("marching_fire")


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """A move of infantry that is no heavy weapon."""
    if act.moves and is_plain_infantry(g, act.unit):
        return None
    return Refusal("HON-CARD-06", say("it wants a move of infantry that is no heavy weapon"))


def penalty(printed: int | None) -> int:
    """Return what firing on the move takes off then: nothing from a unit that could do it
    already."""
    return 1 if printed is None else 0


RIDER = Rider(MARCHING_FIRE, why_not)
