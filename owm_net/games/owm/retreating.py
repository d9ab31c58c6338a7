"""Forced Retreat (OWM-MOVE-10, A-62): a Fireteam must leave its Terrain, backward or sideways.

Missions and traits call it; nothing else in the rulebook does.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import register
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.damage import Routed, remove, uncrew_all
from owm_net.games.owm.ids import Cell, FireteamId
from owm_net.games.owm.missions import rules_of, why_no_entry
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.placing import merge
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.victory import check_end


@register("owm.fall_back")
@frozen
class FallBack(Answer):
    """Where a Fireteam goes that must leave its Terrain (OWM-MOVE-10)."""

    title = "Fall back"
    help = "It must leave; nobody is suppressed by it (OWM-MOVE-10)"

    cell: Cell

    def words(self, view: View[OwmState]) -> str:
        return f"fall back to {words.place_name(view.state, self.cell)}"


FALL_BACK = Kind(
    "fall_back",
    FallBack,
    rule="OWM-MOVE-10",
    why="where it falls back to is asked",
    deed="choose where a Fireteam falls back to",
)


@register("owm.event.fell_back")
@frozen
class FellBack(Event):
    """A Fireteam was forced out of its Terrain."""

    headline = True

    fireteam: FireteamId
    cell: Cell
    rule: str = field(default="OWM-MOVE-10", kw_only=True)

    def words(self, g: OwmState) -> str:
        to = words.place_name(g, self.cell)
        return f"{words.fireteam_name(g, self.fireteam)} must fall back to {to}"


@frame("owm.forced_retreat")
@define
class ForcedRetreat(Frame[None]):
    """A Fireteam leaves its Terrain. cause: the Terrain from which it is driven (A-62)."""

    fireteam: FireteamId
    cause: Cell

    def start(self, g: OwmState) -> Outcome[None]:
        """With no Terrain to go to it is routed, and its soldiers are removed."""
        if self.exits(g):
            return Ask(FALL_BACK.of(g.fireteams[self.fireteam].seat), then=self.hear)
        for soldier in g.fireteams[self.fireteam].line:
            remove(g, soldier, Routed, "OWM-MOVE-10")
        return check_end(g) or Done()

    def exits(self, g: OwmState) -> list[Cell]:
        """Adjacent, open to it, without an enemy, and not nearer to the cause (A-62)."""
        team = g.fireteams[self.fireteam]
        away = g.ground.distance(team.cell, self.cause)
        return [
            cell
            for cell in g.ground.neighbours(team.cell)
            if g.ground.distance(cell, self.cause) >= away
            and why_no_entry(g, team, cell) is None
            and not any(g.is_enemy(team, other) for other in g.fireteams_at(cell))
        ]

    @FALL_BACK.offers
    def offers_fall_back(self, view: View[OwmState]) -> Iterator[FallBack]:
        """Every neighbour of its Terrain."""
        g = view.state
        for cell in g.ground.neighbours(g.fireteams[self.fireteam].cell):
            yield FallBack(cell)

    @FALL_BACK.judges
    def why_not_fall_back(self, view: View[OwmState], answer: FallBack) -> Refusal | None:
        """Only where there is a way."""
        if answer.cell not in self.exits(view.state):
            why = (
                "it can only go to an adjacent Terrain without an enemy, and not towards the cause"
            )
            return Refusal("OWM-MOVE-10", why)
        return None

    @FALL_BACK.tells
    def about_fall_back(self, view: View[OwmState]) -> AboutFireteam:
        """Which Fireteam must go."""
        what = f"choose where {words.fireteam_name(view.state, self.fireteam)} falls back to"
        why = "it must leave its Terrain; nobody is suppressed by that"
        return AboutFireteam(what, why, "OWM-MOVE-10", self.fireteam)

    def hear(self, g: OwmState, answer: FallBack) -> Outcome[None]:
        """It goes: crews break up, a Fireteam that is there is joined, an entrenchment is looked
        for (A-35)."""
        team = g.fireteams[self.fireteam]
        for soldier in team.line:
            uncrew_all(g, soldier)
        g.tell(FellBack(team.id, answer.cell))
        rules_of(g).retreated(g, team.id, team.cell)
        if merge(g, team.id, answer.cell) != team.id:
            return Done()
        return Call(Arrive(team.id, at="search"), then=self.over)

    def over(self, g: OwmState, assaulted: bool) -> Outcome[None]:
        """It stands in its new Terrain."""
        return Done()
