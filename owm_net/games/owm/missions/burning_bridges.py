"""Burning Bridges (OWM-MX-02, A-66, A-115): small Axis Fireteams that come one after the other, and
bridges that can be blown up."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.catalog import Mission, Objective
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.missions import Marker, MissionRules, lead_side, other_side, place_of
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.placing import settle
from owm_net.games.owm.set_up import START_AT, StartAt, start_cells
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.terms import Side

RIVER = CardNumber(248)
"""What a bridge becomes. The three River cards look the same (section 3.4)."""


@record("owm.event.came")
class Came(Event):
    """A Fireteam that was still to arrive is on the map now."""

    words = say("{fireteam} arrives at {cell}")
    rule = "OWM-MX-02"
    headline = True

    fireteam: FireteamId
    cell: Cell


@record("owm.event.bridge_down")
class BridgeDown(Event):
    """A bridge has been blown up; the river runs there."""

    words = say("the bridge at {cell_name} is down")
    rule = "OWM-MX-02"
    headline = True

    cell: Cell


class BurningBridges(MissionRules):
    """Bridges count for the lead side if they are destroyed, for the other if they stand and nobody
    of the lead side is on them."""

    key = "burning-bridges"

    def faults(self, mission: Mission) -> Iterator[str]:
        if not mission.lead:
            yield "lead: must say which side arrives one Fireteam after the other"
        if not any(o.kind == "bridge" for o in mission.objectives):
            yield "objectives: must have a bridge"

    # -- arrivals ------------------------------------------------------------------------

    def start_room(self, g: OwmState, side: Side) -> int:
        """Return how many places are needed: Fireteams that come one after the other need fewer."""
        if side is lead_side(g):
            squads = sum(len(g.divisions[seat]) for seat in g.side_seats(side))
            return g.card.max_fireteams * squads
        return super().start_room(g, side)

    def waits(self, g: OwmState, fireteam: Fireteam) -> bool:
        """A squad of the lead side starts with its first Fireteam."""
        return g.sides[fireteam.seat] is lead_side(g) and fireteam.number > 1

    def debrief(self, g: OwmState) -> Frame[None] | None:
        """Of each such squad the next one comes (OWM-MX-02)."""
        come: dict[tuple[int, str], FireteamId] = {}
        for team in g.fireteams.values():
            if not team.on_map:
                come.setdefault((team.seat, team.division), team.id)
        return Arrivals(list(come.values())) if come else None

    # -- bridges -------------------------------------------------------------------------

    def stands(self, g: OwmState, objective: Objective) -> bool:
        """Return True if a bridge is still the card that the map had there."""
        return g.ground.cards[g.ground.cell(objective.cell)] == g.card.cards[objective.cell]

    def owner(self, g: OwmState, objective: Objective) -> Side | None:
        if objective.kind != "bridge":
            return super().owner(g, objective)
        lead = lead_side(g)
        if not self.stands(g, objective):
            return lead
        there = g.fireteams_at(g.ground.cell(objective.cell))
        return None if any(g.sides[t.seat] is lead for t in there) else other_side(lead)

    def blown_up(self, g: OwmState, cell: Cell) -> None:
        """A Satchel Charge turns a bridge into River (A-58)."""
        for objective in g.card.objectives:
            bridge = objective.kind == "bridge" and g.ground.cell(objective.cell) == cell
            if bridge and self.stands(g, objective):
                g.ground = g.ground.with_card(cell, RIVER)
                g.tell(BridgeDown(cell))

    # -- for people ----------------------------------------------------------------------

    def scoring(self, mission: Mission) -> Iterator[str]:
        lead = Side(mission.lead)
        bridges = [o for o in mission.objectives if o.kind == "bridge"]
        for bridge in bridges:
            yield say(
                "{place}: {points} points for the {side} if it is destroyed; for the {other} if it"
                " stands at the end and no {side} Fireteam is on it.",
                place=place_of(mission, bridge.cell),
                points=bridge.points,
                side=lead.word,
                other=other_side(lead).word,
            )

    def markers(self, g: OwmState) -> list[Marker]:
        found = super().markers(g)
        names = [
            say("bridge, counts for {value}", value=m.side.value if m.side else say("nobody"))
            for m in found
        ]
        return [Marker(m.cell, m.kind, m.side, n) for m, n in zip(found, names, strict=True)]

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        lead = lead_side(g)
        return [
            say(
                "{points} points for the {side} if it is destroyed, for the "
                "{other} if it stands at the end and no {side} "
                "Fireteam is on it",
                points=o.points,
                side=lead.word,
                other=other_side(lead).word,
            )
            for o in g.card.objectives
            if g.ground.cell(o.cell) == cell
        ]

    def aim(self, g: OwmState) -> str:
        bridges = [o for o in g.card.objectives if o.kind == "bridge"]
        lead = lead_side(g)
        return say(
            "{points} points a bridge: {side} if it is down, {other} if no {side} are on it; now"
            " {who}",
            points=listed(dict.fromkeys([str(o.points) for o in bridges]), "/"),
            side=lead.word,
            other=other_side(lead).word,
            who=self.each_whose(g, bridges),
        )

    def standing(self, g: OwmState) -> str:
        bridges = [o for o in g.card.objectives if o.kind == "bridge"]
        told = []
        for bridge in bridges:
            side = self.owner(g, bridge)
            how = say("stands") if self.stands(g, bridge) else say("is down")
            whose = say("for the {side}", side=side.word) if side else say("for nobody")
            told.append(
                say("the bridge {cell} {how}, {whose}", cell=bridge.cell, how=how, whose=whose)
            )
        return listed(told, "; ")


@frame("owm.arrivals")
@define
class Arrivals(Frame[None]):
    """Fireteams that arrive in this Debrief, one of each squad (OWM-MX-02)."""

    coming: list[FireteamId]

    def start(self, g: OwmState) -> Outcome[None]:
        """On any starting Terrain without a Fireteam; if there is none, in the next Debrief
        (A-66)."""
        while self.coming:
            if self.free(g):
                return Ask(START_AT.of(g.fireteams[self.coming[0]].seat), then=self.hear)
            self.coming.pop(0)
        return Done()

    def free(self, g: OwmState) -> list[Cell]:
        """Where the next one may arrive."""
        side = g.sides[g.fireteams[self.coming[0]].seat]
        return [cell for cell in start_cells(g, side) if not g.fireteams_at(cell)]

    @START_AT.offers
    def offers_start_at(self, view: View[OwmState]) -> Iterator[StartAt]:
        """Every cell of the map."""
        for cell in view.state.ground.cells:
            yield StartAt(cell)

    @START_AT.judges
    def why_not_start_at(self, view: View[OwmState], answer: StartAt) -> Refusal | None:
        """OWM-MISS-05, where nobody is."""
        if answer.cell not in self.free(view.state):
            return Refusal(
                "OWM-MX-02", say("it arrives on or beside its anchor, where nobody is (A-66)")
            )
        return None

    @START_AT.tells
    def about_start_at(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which Fireteam comes now."""
        team = self.coming[0]
        what = say(
            "choose where {team} arrives",
            team=words.fireteam_name(view.state, team),
        )
        why = say("on the anchor of your side or beside it, where no Fireteam is (A-66)")
        return AboutFireteam(what, why, "OWM-MX-02", team)

    def hear(self, g: OwmState, answer: StartAt) -> Outcome[None]:
        """Place it; it looks for an entrenchment like one that moves in (OWM-ENT-04, A-133)."""
        team = self.coming.pop(0)
        settle(g, team, answer.cell)
        g.tell(Came(team, answer.cell))
        return Call(Arrive(team, at="search"), then=self.settled)

    def settled(self, g: OwmState, assaulted: bool) -> Outcome[None]:
        """Nobody is assaulted: it came where nobody was."""
        return self.start
