"""Smoke bombs: an order is laid on one instead of a unit, and brings smoke. HON-ORO-14, HON-ORO-15,
HON-CTR-20, R-91. A bomb is a counter that never comes onto the map.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Ask, Done, Event, Frame, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.games.heroes.blast import drifted
from owm_net.games.heroes.grid import corners
from owm_net.games.heroes.ids import OptionKey, UnitId, Vertex
from owm_net.games.heroes.patterns import is_vertex
from owm_net.games.heroes.smoke import DENSE, lay_smoke
from owm_net.games.heroes.state import SMOKE_BOMB, HeroesState
from owm_net.games.heroes.terms import DIE, Pattern

SMOKE = OptionKey("or_smoke")
DRIFT = 1
"""HON-ORO-15: in intersections."""


@record("heroes.order_smoke")
class OrderSmoke(Answer):
    """An order is revealed on a smoke bomb."""

    title: ClassVar[str] = say("Smoke")
    words = say("smoke at {vertex}")

    token: Played
    vertex: Vertex


@record("heroes.smoke_drifts")
class SmokeDrifts(Event):
    """The dispersal die of a smoke bomb."""

    words = say("the smoke: dispersal die {die}")
    rule = "HON-ORO-15"

    die: int


def bombs(g: HeroesState, seat: Seat) -> list[UnitId]:
    """Return a seat's smoke bombs that are left, and those of its High Command on which no ally has
    laid a token (R-308)."""
    left = [(UnitId(n), u) for n, u in enumerate(g.units) if u.key == SMOKE_BOMB and not u.lost]
    return [
        n for n, u in left if u.seat == seat or (g.shares(u, seat) and n not in g.bearers[u.seat])
    ]


def why_not_smoke(g: HeroesState, unit: UnitId, answer: object) -> Refusal | None:
    """None if this may be done with an order on this unit: on a bomb smoke and nothing else."""
    if isinstance(answer, OrderSmoke) is not g.units[unit].bomb:
        return Refusal("HON-ORO-14", say("an order on a smoke bomb brings smoke"), misfit=True)
    if isinstance(answer, OrderSmoke) and not is_vertex(g.ground, answer.vertex):
        return Refusal("HON-ORO-14", say("choose an intersection of the map"))
    return None


def smokes(g: HeroesState, token: Played) -> Iterator[OrderSmoke]:
    """Yield every intersection of the map (HON-ORO-14)."""
    for vertex in dict.fromkeys([v for space in g.ground.cells for v in corners(space)]):
        yield OrderSmoke(token, vertex)


@frame("heroes.smoking")
@define
class Smoking(Frame[None]):
    """A bomb is used. vertex: at which it is aimed."""

    unit: UnitId
    vertex: Vertex

    def start(self, g: HeroesState) -> Outcome[None]:
        """It may drift, whoever sees the place (HON-ORO-15)."""
        return Ask(Roll(DIE, 1, say("dispersal")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """The smoke rises; the bomb is gone."""
        tile = g.units[self.unit].formation
        at = next(n for n, o in enumerate(g.options) if (o.key, o.tile) == (SMOKE, tile))
        g.options[at] = g.options[at].with_(tokens=g.options[at].tokens - 1)
        g.change(self.unit, lost=True)
        g.tell(SmokeDrifts(dice[0]))
        lay_smoke(g, drifted(Pattern.WHITE, self.vertex, dice[0], DRIFT), DENSE)
        return Done()
