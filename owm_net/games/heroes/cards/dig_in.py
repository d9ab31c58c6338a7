"""Dig in: a unit that is shot at is harder to hit. G-05, R-97."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import UnitType

DIG_IN = CardKey("dig_in")
COVER = 2
"""What it adds to the defence, for this one roll."""


@record("heroes.card.dig_in")
class DigIn(CardPlay):
    """One a shot, for infantry."""

    by_name = True
    key = DIG_IN
    why = say("one such card counts in a shot, for the infantry that is its target")
    words = say("dig in")

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[DigIn]:
        """For the owner of the target: who is asked after them answers this card."""
        if g.units[at.own].kind is UnitType.INFANTRY and cls.key not in at.played:
            yield DigIn(card)
