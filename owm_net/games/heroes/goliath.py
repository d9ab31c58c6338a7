"""The Goliath goes off: a light vehicle that is driven under the enemy. HON-EQ-09, R-37, R-159,
R-160. Its moves are those of `moving`; `paths` says what stops it.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Call, Done, Event, Frame, Mark, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.heroes.blast import structures_on
from owm_net.games.heroes.blasts import Blast
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.patterns import why_not_ally
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Ability


@record("heroes.detonate")
class Detonate(Answer):
    """It goes off where it stands."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Detonate")
    words = say("detonate it")


def why_not_detonate(g: HeroesState, unit: UnitId) -> Refusal | None:
    """None if a unit may go off where it stands: only a Goliath, and with no ally's unit in its
    space or in the structure there (R-307, R-322)."""
    u = g.units[unit]
    if not u.crawls:
        return Refusal("HON-EQ-09", say("only a Goliath explodes"), misfit=True)
    structures = [g.ground.structures[n] for n in structures_on(g, u.covers)]
    inside = [space for structure in structures for space in structure.spaces]
    return why_not_ally(g, unit, (*u.covers, *inside))


@record("heroes.detonated")
class Detonated(Event):
    """It is gone, and what it was under may be too."""

    words = say("{unit} explodes")
    rule = "HON-EQ-09"
    headline = True

    unit: UnitId

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@frame("heroes.detonating")
@define
class Detonating(Frame[None]):
    """Everybody else in its space is rolled for, and the structure there."""

    unit: UnitId

    def start(self, g: HeroesState) -> Outcome[None]:
        """Open who is concealed there: an explosion is no pattern (R-225)."""
        here = g.units[self.unit].at
        return Call(Opening(g.standing_on(here, self.unit)), then=self.burst)

    def burst(self, g: HeroesState) -> Outcome[None]:
        """No markers count, nor does the terrain (R-77, R-160)."""
        u = g.units[self.unit]
        charge = u.piece.explosion
        assert charge is not None
        here = (u.at,)
        targets = g.standing_on(u.at, self.unit)
        g.tell(Detonated(self.unit))
        eliminate(g, self.unit, "HON-EQ-09")
        blast = Blast(
            u.seat,
            tuple(charge.bonus.items()),
            targets,
            structures_on(g, here),
            charge.abilities.get(Ability.DESTRUCTION, 0),
            sheltered=False,
        )
        return Call(blast, then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """Its move is over."""
        return Done()
