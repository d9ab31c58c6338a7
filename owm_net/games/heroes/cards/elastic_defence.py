"""Elastic defence: a unit that was hit falls back a space. G-05, R-131."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Event, Frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.assault import spaces_away
from owm_net.games.heroes.cards.card import CardPlay, Moment
from owm_net.games.heroes.grid import bearing, distance
from owm_net.games.heroes.ids import CardKey, Space, UnitId
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.transport import put


@record("heroes.fallen_back")
class FallenBack(Event):
    """A unit has gone a space away from the unit that hit it."""

    words = say("{unit} falls back to {space}")
    rule = "HON-ASLT-14"

    unit: UnitId
    space: Space


@record("heroes.card.elastic_defence")
class ElasticDefence(CardPlay):
    """To one of the three spaces away from the firer, as in a retreat."""

    key = CardKey("elastic_defence")
    why = say("choose a space away from the firer to which it can retreat")
    words = say("fall back to {to}")

    to: Space

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[ElasticDefence]:
        """Each of them."""
        own = g.units[at.own].at
        spots = [space for space in g.spots(at.enemy) if space != own]  # it may have driven there
        if not spots:
            return
        away = bearing(min(spots, key=lambda space: distance(space, own)), own)
        for space in spaces_away(g, at.own, away):
            yield ElasticDefence(card, space)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """Place it."""
        put(g, at.own, self.to)
        g.tell(FallenBack(at.own, self.to))
        return None
