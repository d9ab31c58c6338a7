"""Stretcher bearers: a reduced unit turns to its white face. G-05, R-104."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event, Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.card import CardPlay, Moment, is_safe
from owm_net.games.heroes.ids import CardKey, UnitId
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import NameColour, Outline, UnitType


@record("heroes.healed")
class Healed(Event):
    """A counter shows its white face again."""

    words = say("{unit} is back to full strength")
    rule = "HON-CTR-04"

    unit: UnitId


@record("heroes.card.stretcher_bearers")
class StretcherBearers(CardPlay):
    """For infantry on a red face that is no hero."""

    key = CardKey("stretcher_bearers")
    why = say("choose a reduced unit of yours, no hero, with no enemy within 2 spaces")
    words = say("stretcher bearers for {unit}")

    unit: UnitId

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[StretcherBearers]:
        """Each of them."""
        for unit in g.on_map(at.seat):
            if _reduced(g.units[unit]) and is_safe(g, unit, UnitType.INFANTRY):
                yield StretcherBearers(card, unit)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """It turns over."""
        whole = g.units[self.unit].piece.deploys[0]
        g.change(self.unit, face=whole)
        g.tell(Healed(self.unit))
        return None


def _reduced(u: Unit) -> bool:
    hero = u.piece.outline is Outline.HERO
    return u.kind is UnitType.INFANTRY and u.up.name is NameColour.RED and not hero
