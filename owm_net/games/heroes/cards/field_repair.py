"""Field repair: a Damage marker comes off a heavy vehicle. G-05, R-104."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event, Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment, is_safe
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import Damage, UnitType

BEYOND_REPAIR = (Damage.PRIMARY,)


@record("heroes.repaired")
class Repaired(Event):
    """A Damage marker is gone."""

    words = say("{unit} is repaired: {damage}")
    rule = "HON-DMG-01"

    unit: UnitId
    damage: Damage


@record("heroes.card.field_repair")
class FieldRepair(CardPlay):
    """Of its crew, track or hull."""

    key = CardKey("field_repair")
    why = say("choose a damaged vehicle of yours with no enemy within 2 spaces")
    words = say("repair {damage} of {unit}")

    unit: UnitId
    damage: Damage

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[FieldRepair]:
        """Each such marker; heavy vehicles alone have any."""
        for unit in g.on_map(at.seat):
            for damage in g.units[unit].damage:
                if damage not in BEYOND_REPAIR and is_safe(g, unit, *UnitType):
                    yield FieldRepair(card, unit, damage)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It comes off."""
        left = tuple([d for d in g.units[self.unit].damage if d is not self.damage])
        g.change(self.unit, damage=left)
        g.tell(Repaired(self.unit, self.damage))
        return None
