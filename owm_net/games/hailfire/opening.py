"""Blinds that are opened, by an enemy near them or by their owner. HAIL-PDEP-03, H-51, H-52."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.geometry import distance2, length
from owm_net.engine.requests import Reveal
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.blinds import (
    blind_owner,
    open_blind,
    open_blinds,
    spotted,
    teams_of,
)
from owm_net.games.hailfire.damage import destroy
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_UNIT, Spot, TeamId, UnitId
from owm_net.games.hailfire.set_up import (
    PLACE,
    SetUpUnit,
    UnitSetUp,
    rings,
    spots_around,
    stand_there,
    why_not_set_up,
    why_not_spots,
)
from owm_net.games.hailfire.state import BLINDS, HailfireState, near
from owm_net.games.hailfire.terms import BLIND_REACH, CONTACT, WIDE
from owm_net.games.hailfire.words import inches, unit_name

ALL_RINGS = WIDE // 220
"""So many rings of places lie over the whole table, from wherever one begins."""


@frame("hailfire.spotting")
@define
class Spotting(Frame[None]):
    """Blinds that an enemy Team sees from within 800 u are opened (HAIL-PDEP-03, H-51). looking:
    which one is being opened."""

    looking: int = 0

    def start(self, g: HailfireState) -> Outcome[None]:
        """One after the other."""
        for blind in open_blinds(g):
            if spotted(g, blind):
                self.looking = blind
                seat = blind_owner(g)
                return Ask(Reveal(seat, (g.hands[BLINDS + seat][blind],)), then=self.opened)
        return Done()

    def opened(self, g: HailfireState, cards: tuple[int, ...]) -> Outcome[None]:
        """A dummy is taken away; a Unit is set up."""
        spot = g.blinds[self.looking]
        unit = open_blind(g, self.looking, cards[0])
        return self.start if unit == NO_UNIT else Call(Emerging(unit, spot), then=self.start)


@frame("hailfire.emerging")
@define
class Emerging(Frame[None]):
    """A Unit is set up where its blind was (H-52). reach: how far from it its Teams may stand.
    places: on which they could, so many as have room."""

    unit: UnitId
    spot: Spot
    reach: int = BLIND_REACH
    places: list[Spot] = field(factory=list)

    def start(self, g: HailfireState) -> Outcome[None]:
        """Who finds no room in the whole zone is lost."""
        g.hidden.remove(self.unit)
        self.places = spots_around(g, self._teams(g), rings(self.spot, ALL_RINGS), why_not_here)
        for team in self._teams(g)[len(self.places) :]:
            destroy(g, team, "HAIL-PDEP-03")
        if not self.places:
            return Done()
        self.reach = max(BLIND_REACH, *[length(self.spot, place) for place in self.places])
        return Ask(PLACE.of(g.units[self.unit].seat), then=self.place)

    def _teams(self, g: HailfireState) -> list[TeamId]:
        return [team for team in teams_of(g, self.unit) if not g.teams[team].lost]

    @PLACE.tells
    def about_set_up(self, view: View[HailfireState]) -> About:
        """Which Unit, and how far from its blind."""
        g = view.state
        count = len(self.places)
        what = say_n(
            "place the Team of {unit}",
            "place the {n} Teams of {unit}",
            count,
            unit=unit_name(g, self.unit),
        )
        return About(
            what, say("within {reach} of the blind", reach=inches(self.reach)), "HAIL-PDEP-03"
        )

    @PLACE.offers
    def offers_set_up(self, view: View[HailfireState]) -> Iterator[SetUpUnit]:
        """In rings around the blind."""
        yield SetUpUnit(tuple(self.places))

    @PLACE.judges
    def why_not_set_up(self, view: View[HailfireState], answer: SetUpUnit) -> Refusal | None:
        """As at the start of the battle, near the blind, and not in touch with an enemy."""
        g = view.state
        refusal = why_not_spots(g, self._teams(g), answer.spots, why_not_here)
        if refusal is not None and not refusal.more:
            return refusal
        if any(distance2(self.spot, spot) > self.reach * self.reach for spot in answer.spots):
            why = say("it is more than {reach} from the blind", reach=inches(self.reach))
            return Refusal("HAIL-PDEP-03", why)
        return refusal

    def place(self, g: HailfireState, answer: SetUpUnit) -> Outcome[None]:
        """They stand there."""
        stand_there(g, self._teams(g), answer.spots)
        g.tell(UnitSetUp(self.unit, rule="HAIL-PDEP-03"))
        return Done()


def why_not_here(
    g: HailfireState, team: TeamId, spot: Spot, placed: list[TeamId], spots: list[Spot]
) -> Refusal | None:
    """Why a Team that was hidden cannot stand there (HAIL-PDEP-01, H-45)."""
    refusal = why_not_set_up(g, team, spot, placed, spots)
    if refusal is not None:
        return refusal
    stand = Stand(spot, g.teams[team].row.team_class.radius)
    if any(near(stand, g.teams[enemy].stand, CONTACT) for enemy in g.enemies(team)):
        return Refusal("HAIL-PDEP-03", say("an enemy Team is too near"))
    return None
