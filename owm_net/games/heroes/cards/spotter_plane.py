"""Spotter plane: concealed enemies round a space are opened. G-05."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.games.heroes.cards.aviation import AntiAircraft, Aviation
from owm_net.games.heroes.cards.card import Moment
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.ids import CardKey, Space, UnitId
from owm_net.games.heroes.state import HeroesState

SPOTTER_PLANE = CardKey("spotter_plane")
REACH = 4
"""In spaces."""


@record("heroes.card.spotter_plane")
class SpotterPlane(Aviation):
    """Whatever lies under them, and in whatever terrain."""

    key = SPOTTER_PLANE
    why = say("choose a space with a concealed enemy within 4 spaces")
    words = say("a spotter plane over {space}")

    space: Space

    @classmethod
    def offers(cls, g: HeroesState, at: Moment, card: Played) -> Iterator[SpotterPlane]:
        """Each of them."""
        for space in g.ground.cells:
            if concealed_near(g, at.seat, space):
                yield SpotterPlane(card, space)

    def execute(self, g: HeroesState, at: Moment) -> Frame[None] | None:
        """If it comes through."""
        return Reconnaissance(at.seat, self.space)


def concealed_near(g: HeroesState, seat: Seat, space: Space) -> list[UnitId]:
    """The concealed enemies of a seat within the reach of a plane over a space."""
    return [unit for unit, u in g.enemies(seat) if u.concealed and distance(u.at, space) <= REACH]


@frame("heroes.reconnaissance")
@define
class Reconnaissance(Frame[None]):
    """A plane over a space."""

    seat: Seat
    space: Space

    def start(self, g: HeroesState) -> Outcome[None]:
        """It is fired at first."""
        return Call(AntiAircraft(self.seat, SPOTTER_PLANE), then=self.look)

    def look(self, g: HeroesState, through: bool) -> Outcome[None]:
        """All of them are opened; the card is spent in any case."""
        seen = concealed_near(g, self.seat, self.space) if through else []
        return Call(Opening(seen), then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """It is over."""
        return Done()
