"""Rally: Suppressed markers are taken off in Supply. G-05."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.damage import take_off
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState

MARKERS = 2


@record("heroes.card.rally")
class Rally(CardPlay):
    """Up to two markers off one unit of the seat's own."""

    key = CardKey("rally")
    why = say("choose a suppressed unit of yours")
    words = say("rally {unit}")

    unit: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[Rally]:
        """Each unit that has one."""
        for unit in g.in_play(at.seat):
            if g.units[unit].suppressed and not g.units[unit].concealed:
                yield Rally(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """They are gone."""
        take_off(g, self.unit, MARKERS)
        return None
