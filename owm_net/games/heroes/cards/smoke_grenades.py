"""Smoke grenades: a unit throws smoke before it acts. G-05, R-138."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Refusal
from owm_net.engine.text import say
from owm_net.games.heroes.cards.riders import Act, Rider
from owm_net.games.heroes.grid import corners, touching
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import CardKey, UnitId, Vertex
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType

SMOKE_GRENADES = CardKey("smoke_grenades")
REACH = 2
"""In intersections."""


def reach(g: HeroesState, unit: UnitId) -> Iterator[Vertex]:
    """The vertices at which a unit may throw, north to south and west to east."""
    u = g.units[unit]
    if u.kind is not UnitType.INFANTRY or not u.there or g.ground.building(u.at) != NO_OVERLAY:
        return
    (x, y), _, _, (right, below) = corners(u.at)
    for j in range(y + 1 - REACH, below + REACH):
        for i in range(x + 1 - REACH, right + REACH):
            vertex = Vertex((i, j))
            spaces = [space for space in touching(vertex) if space in g.ground.cells]
            if any(g.ground.building(space) == NO_OVERLAY for space in spaces):
                yield vertex


def why_not(g: HeroesState, act: Act) -> Refusal | None:
    """Infantry that is about to act, and a vertex near it."""
    if not act.activates:
        return Refusal("HON-CARD-06", say("smoke is thrown before a unit acts"))
    if act.vertex not in reach(g, act.unit):
        return Refusal("HON-CARD-06", say("an intersection within 2, outside buildings"), more=True)
    return None


RIDER = Rider(SMOKE_GRENADES, why_not)
