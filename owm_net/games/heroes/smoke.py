"""Smoke on the map. HON-ORO-16, HON-ORO-17, G-09, R-42.

A pattern covers the four spaces round a vertex. It hides nobody; it takes something off every shot
whose line meets it.
"""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.grid import touching
from owm_net.games.heroes.ids import Space, Vertex
from owm_net.games.heroes.sight import spaces_met, spaces_met_to
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


def haze(g: HeroesState, start: Space, end: Space) -> int:
    """Return the penalty of smoke on a shot: each pattern that its line crosses, enters or leaves,
    once (HON-ORO-17)."""
    return _thickness(g, spaces_met(start, end)) if g.smoke else 0


def haze_to(g: HeroesState, start: Space, vertex: Vertex) -> int:
    """The same of a line to an intersection."""
    return _thickness(g, spaces_met_to(start, vertex)) if g.smoke else 0


def _thickness(g: HeroesState, met: tuple[Space, ...]) -> int:
    return sum([s.value for s in g.smoke if any(space in met for space in touching(s.vertex))])
