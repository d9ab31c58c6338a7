"""Blinds that are opened, by an enemy near them or by their owner. HAIL-PDEP-03, H-51, H-52."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

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
from owm_net.games.hailfire.formation import rings
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_UNIT, Spot, TeamId, UnitId
from owm_net.games.hailfire.set_up import (
    PLACE,
    SetUpUnit,
    UnitSetUp,
    formed,
    stand_there,
    why_not_set_up,
    why_not_spots,
)
from owm_net.games.hailfire.state import BLINDS, HailfireState, near
from owm_net.games.hailfire.terms import BLIND_REACH, CONTACT, WIDE
from owm_net.games.hailfire.words import inches, unit_name

ALL_STEP = 220
ALL_RINGS = WIDE // ALL_STEP
"""So many rings of places lie over the whole table, from wherever one begins."""
CLOSE_STEP = 50
"""Between places about a blind where room is looked for."""


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
    """A Unit is set up where its blind was (H-52). places: on which its Teams could stand. reaches:
    how far from the blind each may."""

    unit: UnitId
    spot: Spot
    places: list[Spot] = field(factory=list)
    reaches: list[int] = field(factory=list)

    @property
    def reach(self) -> int:
        """How far from the blind one of its Teams may stand."""
        return max(self.reaches, default=BLIND_REACH)

    def start(self, g: HailfireState) -> Outcome[None]:
        """Lose a Unit that finds no room in the whole zone."""
        g.hidden.remove(self.unit)
        stood: list[TeamId] = []
        for team in self._teams(g):
            place = nearest_place(g, team, self.spot, stood, self.places)
            if place is None:
                destroy(g, team, "HAIL-PDEP-03")
                continue
            stood.append(team)
            self.places.append(place)
            self.reaches.append(max(BLIND_REACH, length(self.spot, place)))
        if not self.places:
            return Done()
        return Ask(PLACE.of(g.units[self.unit].seat), then=self.place)

    def _teams(self, g: HailfireState) -> list[TeamId]:
        return [team for team in teams_of(g, self.unit) if not g.teams[team].lost]

    @PLACE.tells
    def about_set_up(self, view: View[HailfireState]) -> About:
        """Tell which Unit, and how far from its blind."""
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
        """Spread around the blind, or close to it."""
        g = view.state
        spots = formed(g, self._teams(g), self.spot, self.why_not)
        yield from dict.fromkeys([SetUpUnit(s) for s in (spots, tuple(self.places)) if s])

    @PLACE.judges
    def why_not_set_up(self, view: View[HailfireState], answer: SetUpUnit) -> Refusal | None:
        """As at the start of the battle, near the blind, and not in touch with an enemy."""
        g = view.state
        return why_not_spots(g, self._teams(g), answer.spots, self.why_not)

    def why_not(
        self, g: HailfireState, team: TeamId, spot: Spot, placed: list[TeamId], spots: list[Spot]
    ) -> Refusal | None:
        """Why the next of its Teams cannot stand there."""
        reach = self.reaches[len(placed)]
        if distance2(self.spot, spot) > reach * reach:
            why = say("it is more than {reach} from the blind", reach=inches(reach))
            return Refusal("HAIL-PDEP-03", why)
        return why_not_here(g, team, spot, placed, spots)

    def place(self, g: HailfireState, answer: SetUpUnit) -> Outcome[None]:
        """They stand there."""
        stand_there(g, self._teams(g), answer.spots)
        g.tell(UnitSetUp(self.unit, rule="HAIL-PDEP-03"))
        return Done()


def nearest_place(
    g: HailfireState, team: TeamId, blind: Spot, placed: list[TeamId], spots: list[Spot]
) -> Spot | None:
    """Where a Team that was hidden could stand, beside those that could before it: within 4 inches
    of its blind, or else as near as there is room (H-52)."""
    close = rings(blind, BLIND_REACH // CLOSE_STEP, CLOSE_STEP)
    near_it = [spot for spot in close if distance2(blind, spot) <= BLIND_REACH * BLIND_REACH]
    beyond = sorted(rings(blind, ALL_RINGS, ALL_STEP), key=lambda spot: distance2(blind, spot))
    for spot in chain(near_it, beyond):
        if why_not_here(g, team, spot, placed, spots) is None:
            return spot
    return None


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
