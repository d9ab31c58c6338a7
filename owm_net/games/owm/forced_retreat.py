"""Forced Retreat (000:2076-2080, section 2.17): a Fireteam must leave its Terrain (A-62)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.damage import Routed, remove, uncrew_all
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.missions import rules_of, why_no_entry
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.placing import merge, settle
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.victory import check_end, check_mission


@record("owm.retreat_to")
class RetreatTo(Answer):
    """Where a Fireteam goes that must leave its Terrain (OWM-MOVE-10)."""

    title = say("Retreat")
    help = say(
        "The Fireteam must leave: an adjacent Terrain, not nearer to what drives it (OWM-MOVE-10)"
    )
    words = say("retreat to {cell}")

    cell: Cell


RETREAT_TO = Kind(
    "retreat_to",
    RetreatTo,
    rule="OWM-MOVE-10",
    why=say("choose where it retreats to"),
    deed=say("choose where a Fireteam retreats to"),
)


@record("owm.event.forced_retreat")
class DrivenOut(Event):
    """A Fireteam has left its Terrain because it had to."""

    words = say("{fireteam} must leave and goes to {cell}")
    rule = "OWM-MOVE-10"
    headline = True

    fireteam: FireteamId
    cell: Cell


def retreats(g: OwmState, team: Fireteam, cause: Cell) -> list[Cell]:
    """Where a Fireteam can go: adjacent, enterable, without an enemy, not nearer to `cause`
    (A-62)."""
    away = g.ground.distance(team.cell, cause)
    return [
        cell
        for cell in g.ground.neighbours(team.cell)
        if why_no_entry(g, team, cell) is None
        and not any(g.is_enemy(team, other) for other in g.fireteams_at(cell))
        and g.ground.distance(cell, cause) >= away
    ]


@frame("owm.forced_retreat")
@define
class ForcedRetreat(Frame[None]):
    """A Fireteam leaves its Terrain, or is routed if it can go nowhere (OWM-MOVE-10).

    cause: the Terrain from which what drives it comes; its own if that is where it is.
    """

    fireteam: FireteamId
    cause: Cell

    def start(self, g: OwmState) -> Outcome[None]:
        """Its owner chooses where there is a choice; nobody is suppressed by it (A-62)."""
        team = g.fireteams[self.fireteam]
        ways = retreats(g, team, self.cause)
        if not ways:
            for soldier in team.line:
                if self.fireteam in g.fireteams:
                    remove(g, soldier, Routed, "OWM-MOVE-10")
            return check_end(g) or Done()
        if len(ways) > 1:
            return Ask(RETREAT_TO.of(team.seat), then=self.hear)
        return self._go(g, ways[0])

    @RETREAT_TO.offers
    def offers_retreat_to(self, view: View[OwmState]) -> Iterator[RetreatTo]:
        """Every neighbour of its Terrain."""
        g = view.state
        for cell in g.ground.neighbours(g.fireteams[self.fireteam].cell):
            yield RetreatTo(cell)

    @RETREAT_TO.judges
    def why_not_retreat_to(self, view: View[OwmState], answer: RetreatTo) -> Refusal | None:
        """OWM-MOVE-10, A-62."""
        g = view.state
        team = g.fireteams[self.fireteam]
        if answer.cell in retreats(g, team, self.cause):
            return None
        if not 0 <= answer.cell < g.ground.size:
            return Refusal("OWM-MOVE-10", say("that is not on the map"))
        if not g.ground.adjacent(team.cell, answer.cell):
            return Refusal("OWM-MOVE-10", say("that Terrain is not adjacent"), misfit=True)
        if any(g.is_enemy(team, other) for other in g.fireteams_at(answer.cell)):
            return Refusal("OWM-MOVE-10", say("an enemy is there"))
        problem = why_no_entry(g, team, answer.cell)
        return problem or Refusal("OWM-MOVE-10", say("that is nearer to what drives it away"))

    @RETREAT_TO.tells
    def about_retreat_to(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which Fireteam must go."""
        what = say(
            "choose where {team} retreats to",
            team=words.fireteam_name(view.state, self.fireteam),
        )
        why = say("it cannot stay; nobody is suppressed by that")
        return AboutFireteam(what, why, "OWM-MOVE-10", self.fireteam)

    def hear(self, g: OwmState, answer: RetreatTo) -> Outcome[None]:
        return self._go(g, answer.cell)

    def _go(self, g: OwmState, cell: Cell) -> Outcome[None]:
        """Crews break up (OWM-CREW-04); it may join friends, or look for an entrenchment."""
        for soldier in g.fireteams[self.fireteam].line:
            uncrew_all(g, soldier)
        left = g.fireteams[self.fireteam].cell
        g.tell(DrivenOut(self.fireteam, cell))
        settle(g, self.fireteam, cell)
        rules_of(g).retreated(g, self.fireteam, left)  # it is there, and still by itself
        if merge(g, self.fireteam, cell) != self.fireteam:
            return check_mission(g) or Done()
        return Call(Arrive(self.fireteam, at="search"), then=self.settled)

    def settled(self, g: OwmState, assaulted: bool) -> Outcome[None]:
        """It is in its new Terrain; no enemy was there."""
        return check_mission(g) or Done()
