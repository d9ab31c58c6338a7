"""The Sky is Falling (000:1053-1067, A-65): one side comes down by parachute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.owm import words
from owm_net.games.owm.catalog import Mission
from owm_net.games.owm.directions import drifted
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import NO_CELL, Cell, FireteamId
from owm_net.games.owm.missions import Marker, MissionRules, lead_side, why_no_entry
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.state import CATALOG, Fireteam, OwmState
from owm_net.games.owm.terms import Side
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import flip_number

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.landed")
class Landed(Event):
    """A Fireteam has come down. Whether it comes to an assault is told next."""

    words = say("{fireteam} lands at {cell}")
    rule = "OWM-MX-17"
    headline = True

    fireteam: FireteamId
    cell: Cell


@record("owm.event.not_landed")
class StaysAloft(Event):
    """A Fireteam could not land where the wind took it; it tries again in the next round (A-65)."""

    words = say("{fireteam} stays aloft: {why}")
    rule = "OWM-MX-17"
    headline = True

    fireteam: FireteamId
    why: str


# -- the rules -------------------------------------------------------------------------------


class Paratroops(MissionRules):
    """A side is aloft when the match begins, each Fireteam over its drop zone (OWM-MX-16)."""

    key: ClassVar[str] = "paratroops"

    def faults(self, mission: Mission) -> Iterator[str]:
        """A drop zone for each Fireteam, and a side that jumps."""
        if not mission.lead:
            yield "lead: must be the side that jumps"
        if len(mission.drop_zones) < mission.max_fireteams:
            yield f"drop_zones: must be {mission.max_fireteams}, one for each Fireteam"
        if mission.most_seats != 2:
            yield "most_seats: must be 2 (OWM-MX-16)"

    def start_room(self, g: OwmState, side: Side) -> int:
        return len(g.card.drop_zones) if side is lead_side(g) else super().start_room(g, side)

    def waits(self, g: OwmState, fireteam: Fireteam) -> bool:
        """The paratroops have no starting place (OWM-MX-16)."""
        return g.sides[fireteam.seat] is lead_side(g)

    def begins(self, g: OwmState) -> Frame[None] | None:
        """Each Fireteam of the paratroops flies to the drop zone of its number."""
        for team in list(g.fireteams.values()):
            if self.waits(g, team):
                zone = g.ground.cell(g.card.drop_zones[team.number - 1])
                g.change_fireteam(team.id, drop_zone=zone)
        return None

    def begin_turn(self, g: OwmState, fireteam: Fireteam) -> Frame[bool] | None:
        """Try to land, if aloft (OWM-MX-17)."""
        return Land(fireteam.id) if fireteam.is_aloft else None

    def markers(self, g: OwmState) -> list[Marker]:
        """A parachute over the drop zone of each Fireteam that is aloft."""
        found = super().markers(g)
        for team in g.fireteams.values():
            if team.is_aloft:
                label = say(
                    "drop zone of {team}, which is aloft",
                    team=words.fireteam_name(g, team.id),
                )
                found.append(Marker(team.drop_zone, "parachute", g.sides[team.seat], label))
        return found

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        """Return the Fireteams aloft over it."""
        lines = super().place_facts(g, cell)
        for team in g.fireteams.values():
            if team.is_aloft and team.drop_zone == cell:
                lines.append(
                    say(
                        "the drop zone of {team}",
                        team=words.fireteam_name(g, team.id),
                    )
                )
        return lines


@frame("owm.land")
@define
class Land(Frame[bool]):
    """A Fireteam tries to land (OWM-MX-17). Result: its turn is over by that (A-65)."""

    fireteam: FireteamId

    def start(self, g: OwmState) -> Outcome[bool]:
        """Flip the wind."""
        return Call(flip_number(g, Purpose.LANDING, g.card.wind, self.fireteam), then=self.drift)

    def drift(self, g: OwmState, card: CardNumber) -> Outcome[bool]:
        """1 to 4: one Terrain beside its drop zone; 5 to 8: on it (OWM-DIR-01)."""
        team = g.fireteams[self.fireteam]
        cell = drifted(g.ground, team.drop_zone, CATALOG.dice(card).of(g.card.wind))
        problem = why_no_entry(g, team, cell) if cell != NO_CELL else None
        if cell == NO_CELL or problem is not None:
            why = say("that is off the map") if problem is None else problem.why
            g.tell(StaysAloft(team.id, why))
            return check_end(g) or Done(True)
        g.tell(Landed(team.id, cell))
        return Call(Arrive(team.id, cell), then=self.down)

    def down(self, g: OwmState, assaulted: bool) -> Outcome[bool]:
        """Its turn goes on, unless it has come down on an enemy (OWM-ASLT-18)."""
        return check_end(g) or Done(assaulted)
