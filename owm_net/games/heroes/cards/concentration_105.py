"""105 mm concentration: a strike by guns. G-05."""

from collections.abc import Mapping
from typing import ClassVar

from owm_net.engine.records import record
from owm_net.games.heroes.cards.artillery import Artillery
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.terms import UnitType


@record("heroes.card.concentration_105")
class Concentration(Artillery):
    """See `artillery`."""

    key = CardKey("concentration_105")
    bonus: ClassVar[Mapping[UnitType, int]] = {
        UnitType.INFANTRY: 3,
        UnitType.LIGHT: 3,
        UnitType.HEAVY: 1,
    }
