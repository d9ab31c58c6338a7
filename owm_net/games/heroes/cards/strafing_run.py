"""Strafing run: an aircraft attacks whoever is in its way. G-05."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.blast import exposed
from owm_net.games.heroes.cards.aviation import Aviation
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.grid import Facing, ahead
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import CardKey, Heading, Space
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType

LENGTH = 6


@record("heroes.card.strafing_run")
class StrafingRun(Aviation):
    """Six spaces in a line, friend or foe, outside buildings. course: 0 north and clockwise."""

    key = CardKey("strafing_run")
    why = say("choose a space and one of the eight directions, with an enemy in the way")
    words = say("a strafing run from {start}")
    bonus: ClassVar[Mapping[UnitType, int]] = {UnitType.INFANTRY: 2, UnitType.LIGHT: 3}

    start: Space
    course: Heading

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[StrafingRun]:
        """Each line that meets an enemy whom it can hit, over the whole of its length or less at
        the map's edge."""
        enemies = [
            space
            for _, u in g.enemies(at.seat)
            if u.kind in cls.bonus and not u.concealed
            for space in u.covers
            if g.ground.building(space) == NO_OVERLAY
        ]
        for start in g.ground.cells:
            for course in Facing:
                if any(space in enemies for space in run(start, course)):
                    yield StrafingRun(card, start, Heading(int(course)))

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """If it comes through."""
        return self.sortie(at, exposed(g, run(self.start, self.course)))


def run(start: Space, course: int) -> list[Space]:
    """The spaces of a run."""
    return [ahead(start, course, n) for n in range(LENGTH)]
