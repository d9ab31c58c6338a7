"""Artillery cards: a blast pattern that drifts and comes down. G-05, G-09, HON-DECK-04."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Self

from attrs import define, frozen

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.heroes.blast import ON_TARGET, covered, drifted, exposed, structures_on
from owm_net.games.heroes.blasts import Blast, Bonus
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.damage import suppress
from owm_net.games.heroes.grid import distance, touching
from owm_net.games.heroes.ids import Vertex
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE, Pattern, UnitType

AWAY = 3
"""So far from each unit of the player's side is the nearest space of the vertex (R-305)."""
DRIFT = 2
"""In intersections."""
DESTRUCTION = 2
"""HON-AB-23: dice against structures."""


@record("heroes.came_down")
class CameDown(Event):
    """An artillery strike comes down."""

    words = say("the strike comes down round {vertex}")
    rule = "HON-BLST-01"
    headline = True

    vertex: Vertex

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


def marks(g: HeroesState, at: Moment) -> Iterator[Vertex]:
    """The vertices at which artillery may aim, north to south and west to east."""
    side = [unit for seat in g.members(at.seat) for unit in g.on_map(seat)]
    own = [space for unit in side for space in g.units[unit].covers]
    width, height = max(g.ground.cells)
    for j in range(height + 2):
        for i in range(width + 2):
            vertex = Vertex((i, j))
            near = [s for s in touching(vertex) if s in g.ground.cells]
            if near and all(distance(space, there) >= AWAY for space in near for there in own):
                yield vertex


@frozen
class Artillery(CardPlay):
    """A strike round a vertex. bonus: of its attacks, by the type of the target; none where it only
    suppresses."""

    why = say("choose an intersection at least 3 spaces from each of your units")
    words = say("a strike round {vertex}")
    bonus: ClassVar[Mapping[UnitType, int]] = {}

    vertex: Vertex

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Self]:
        """Each vertex that may be aimed at."""
        for vertex in marks(g, at):
            yield cls(card, vertex)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It drifts, and comes down."""
        return Striking(at.seat, self.vertex, tuple(self.bonus.items()))


@frame("heroes.striking")
@define
class Striking(Frame[None]):
    """A strike by a card. bonus: see `Artillery`."""

    seat: Seat
    vertex: Vertex
    bonus: Bonus

    def start(self, g: HeroesState) -> Outcome[None]:
        """The dispersal die."""
        return Ask(Roll(DIE, 1, say("dispersal")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """It may be rolled again (R-204)."""
        return Call(SecondLook(self.seat, dice, wanted=ON_TARGET), then=self.comes_down)

    def comes_down(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Each unit is attacked, and each structure; or all but heavy vehicles are suppressed."""
        vertex = drifted(Pattern.BLACK, self.vertex, dice[0], DRIFT)
        g.tell(CameDown(vertex))
        spaces = covered(g, Pattern.BLACK, vertex)
        if self.bonus:
            targets, structures = exposed(g, spaces), structures_on(g, spaces)
            blast = Blast(self.seat, self.bonus, targets, structures, DESTRUCTION)
            return Call(blast, then=self.end)
        for unit in exposed(g, spaces):
            if g.units[unit].kind is not UnitType.HEAVY:
                suppress(g, unit)
        return Done()

    def end(self, g: HeroesState) -> Outcome[None]:
        """It is over."""
        return Done()
