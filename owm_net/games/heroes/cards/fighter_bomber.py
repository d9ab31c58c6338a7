"""Fighter bomber: an aircraft attacks a vehicle, or a structure. G-05."""

from collections.abc import Mapping
from typing import ClassVar

from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.aviation import Bombing
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.terms import UnitType


@record("heroes.card.fighter_bomber")
class FighterBomber(Bombing):
    """See `aviation`."""

    key = CardKey("fighter_bomber")
    why = say("choose an enemy vehicle outside buildings, or a structure")
    bonus: ClassVar[Mapping[UnitType, int]] = {UnitType.LIGHT: 5, UnitType.HEAVY: 5}
    destruction = 3
