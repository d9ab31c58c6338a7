"""Nebelwerfer: a strike by rockets. G-05."""

from collections.abc import Mapping
from typing import ClassVar

from owm_net.engine.records import record
from owm_net.games.heroes.cards.artillery import Artillery
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.terms import UnitType


@record("heroes.card.nebelwerfer")
class Nebelwerfer(Artillery):
    """See `artillery`."""

    key = CardKey("nebelwerfer")
    bonus: ClassVar[Mapping[UnitType, int]] = {
        UnitType.INFANTRY: 2,
        UnitType.LIGHT: 3,
        UnitType.HEAVY: 1,
    }
