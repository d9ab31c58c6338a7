"""Rocket attack: an aircraft attacks one enemy, or a structure. G-05."""

from collections.abc import Mapping
from typing import ClassVar

from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.aviation import Bombing
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.terms import UnitType


@record("heroes.card.rocket_attack")
class RocketAttack(Bombing):
    """See `aviation`."""

    key = CardKey("rocket_attack")
    why = say("choose an enemy outside buildings, or a structure")
    bonus: ClassVar[Mapping[UnitType, int]] = {
        UnitType.INFANTRY: 2,
        UnitType.LIGHT: 6,
        UnitType.HEAVY: 6,
    }
    destruction = 3
