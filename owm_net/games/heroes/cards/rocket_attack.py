"""Rocket attack: an aircraft attacks one unit. G-05."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.aviation import Aviation, Sortie
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType


@record("heroes.card.rocket_attack")
class RocketAttack(Aviation):
    """On an enemy outside buildings."""

    key = CardKey("rocket_attack")
    why = say("an enemy outside buildings is asked for")
    words = say("rockets on {target}")
    bonus: ClassVar[Mapping[UnitType, int]] = {
        UnitType.INFANTRY: 2,
        UnitType.LIGHT: 6,
        UnitType.HEAVY: 6,
    }

    target: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[RocketAttack]:
        """Each of them."""
        for unit, u in g.enemies(at.seat):
            if g.ground.building(u.at) == NO_OVERLAY:
                yield RocketAttack(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """If it comes through."""
        return Sortie(at.seat, self.key, [self.target], dict(self.bonus))
