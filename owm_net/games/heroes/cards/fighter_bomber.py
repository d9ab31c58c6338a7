"""Fighter bomber: an aircraft attacks a vehicle, or a structure. G-05."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.cards.aviation import Aviation
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, CardKey, Space, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType
from owm_net.games.heroes.words import space_name, unit_name


@record("heroes.card.fighter_bomber")
class FighterBomber(Aviation):
    """On a unit outside buildings, or on the structure of a space."""

    key = CardKey("fighter_bomber")
    why = say("an enemy vehicle outside buildings, or a structure, is asked for")
    bonus: ClassVar[Mapping[UnitType, int]] = {UnitType.LIGHT: 5, UnitType.HEAVY: 5}
    destruction = 3

    target: UnitId = NO_UNIT
    place: Space = OFF_MAP

    def sentence(self, view: View[HeroesState]) -> str:
        g = view.state
        if self.target == NO_UNIT:
            return say("an aircraft attacks {space}", space=space_name(g, self.place))
        return say("an aircraft attacks {unit}", unit=unit_name(g, self.target))

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[FighterBomber]:
        """Each of them."""
        for target, place in cls.aims(g, at):
            yield FighterBomber(card, target, place)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """If it comes through."""
        return self.bombing(g, at, self.target, self.place)
