"""Smoke on the map. HON-ORO-16, HON-ORO-17, G-09, R-42.

A pattern covers the four spaces round a vertex. It hides nobody; it takes something off every shot
whose line meets it.
"""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.grid import Footprint, touching
from owm_net.games.heroes.ids import Space, Vertex
from owm_net.games.heroes.state import HeroesState, Smoke

DENSE, THIN = 4, 2
"""What its two faces take off a result."""


@record("heroes.smoke_laid")
class SmokeLaid(Event):
    """Smoke rises."""

    words = say("smoke rises round {vertex}")
    rule = "HON-ORO-17"

    vertex: Vertex


@record("heroes.smoke_clears")
class SmokeClears(Event):
    """Smoke is gone."""

    words = say("the smoke round {vertex} clears")
    rule = "HON-ORO-16"

    vertex: Vertex


def lay_smoke(g: HeroesState, vertex: Vertex, value: int) -> None:
    """Lay a smoke pattern on a vertex."""
    g.smoke.append(Smoke(vertex=vertex, value=value))
    g.tell(SmokeLaid(vertex))


def thin_out(g: HeroesState) -> None:
    """The end of Supply: thin smoke goes, dense smoke is thin from now on (HON-ORO-16)."""
    for lies in g.smoke:
        if lies.value == THIN:
            g.tell(SmokeClears(lies.vertex))
    g.smoke = [Smoke(vertex=s.vertex, value=THIN) for s in g.smoke if s.value == DENSE]


def smoke_of(g: HeroesState) -> tuple[tuple[Footprint, int], ...]:
    """The patterns as a line of sight meets them (HON-ORO-17)."""
    return tuple([(touching(s.vertex), s.value) for s in g.smoke])


def haze(g: HeroesState, space: Space) -> int:
    """Return the penalty of the smoke about a space."""
    return sum([s.value for s in g.smoke if space in touching(s.vertex)])
