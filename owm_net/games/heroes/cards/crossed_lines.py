"""Crossed lines: an enemy token is lost. G-05, HON-ORD-09."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.tokens import lose_token


@record("heroes.card.crossed_lines")
class CrossedLines(CardPlay):
    """Nobody sees which token it was; the unit has received none."""

    key = CardKey("crossed_lines")
    why = say("choose an enemy unit with a closed token")
    words = say("cross the lines of {unit}")

    unit: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[CrossedLines]:
        """Each enemy unit that bears one."""
        for unit in ordered(g, at):
            yield CrossedLines(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It is lost."""
        lose_token(g, self.unit)
        return None


def ordered(g: HeroesState, at: Moment) -> list[UnitId]:
    """Enemy units with a closed token."""
    enemies = [seat for seat in g.players if g.hostile(seat, at.seat)]
    return [g.bearer(seat, slot) for seat in enemies for slot in g.closed(seat)]
