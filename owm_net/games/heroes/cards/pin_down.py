"""Pin down: a shot without effect suppresses all the same. G-05."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState

PIN_DOWN = CardKey("pin_down")


@record("heroes.card.pin_down")
class PinDown(CardPlay):
    """After a shot, not after a blast pattern or a sniper's die; the marker is laid if the shot has
    no effect in the end."""

    by_name = True
    key = PIN_DOWN
    why = say("it is played after a shot of your own that had no effect at all")
    words = say("pin the target down")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[PinDown]:
        """Once."""
        if at.missed and g.units[at.enemy].there and cls.key not in at.played:
            yield PinDown(card)
