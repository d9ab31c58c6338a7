"""Steps 2 and 3 of an activation: Rally Checks and Received Fire Checks. Sections 2.6, 2.7."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.records import register
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.hailfire.damage import destroy
from owm_net.games.hailfire.ids import TeamId
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import TeamClass
from owm_net.games.hailfire.words import dice, team_name


class Rfc(Enum):
    """What a Received Fire Check comes to, the worst first (HAIL-RFC-04)."""

    KILLED = "killed"
    SUPPRESSED = "suppressed"
    READY = "ready"

    @property
    def word(self) -> str:
        """As it is said."""
        return _RESULTS[self]


_RESULTS = {
    Rfc.KILLED: say("killed"),
    Rfc.SUPPRESSED: say("suppressed"),
    Rfc.READY: say("ready"),
}

OPEN = {1: Rfc.KILLED, 2: Rfc.KILLED, 3: Rfc.SUPPRESSED}
HARD = {1: Rfc.KILLED, 2: Rfc.SUPPRESSED, 3: Rfc.SUPPRESSED}
"""HAIL-RFC-02, HAIL-RFC-03: by face; the others are Ready."""


@register("hailfire.rally_check")
@frozen
class RallyCheck(Event):
    """A Team tries to lose its suppression. die: 0 where none was needed (HAIL-RALLY-02)."""

    team: TeamId
    die: int
    number: int
    rallied: bool
    rule: str = field(default="HAIL-RALLY-01", kw_only=True)

    def words(self, g: HailfireState) -> str:
        who = team_name(g, self.team)
        if not self.die:
            return say("{who} is out of the enemy's sight and no longer suppressed", who=who)
        verdict = say("rallies") if self.rallied else say("stays suppressed")
        return say(
            "{who} rolls {die} for a Rally Check ({number}+): {verdict}",
            who=who,
            die=self.die,
            number=self.number,
            verdict=verdict,
        )


@register("hailfire.fire_check")
@frozen
class FireCheck(Event):
    """A Received Fire Check (HAIL-RFC-01). hard: in the Hard Cover column."""

    team: TeamId
    faces: tuple[int, ...]
    hard: bool
    result: Rfc
    rule: str = field(default="HAIL-RFC-01 HAIL-RFC-04", kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY if self.result is Rfc.KILLED else Mark.NONE

    def words(self, g: HailfireState) -> str:
        column = say("Hard Cover") if self.hard else say("Open Ground")
        who = team_name(g, self.team)
        return say(
            "{who} checks received fire in {column}: {dice}: {result}",
            who=who,
            column=column,
            dice=dice(self.faces),
            result=self.result.word,
        )


def in_hard_column(g: HailfireState, team: TeamId, moving: bool) -> bool:
    """Which column a Team uses (HAIL-RFC-05, -06, HAIL-SUP-02, H-18, H-21). moving: it has been
    ordered to Move in this activation."""
    t = g.teams[team]
    if t.vehicle:
        return not (t.row.open_topped and g.engaged(team))
    if t.suppressed or g.hard_cover(team):
        return True
    return t.row.team_class is TeamClass.INFANTRY and not moving


def fire_check(
    faces: Sequence[int], *, hard: bool, covered: bool, suppressed: bool, vehicle: bool
) -> Rfc:
    """What the dice come to. covered: the Team is in Hard Cover (HAIL-SUP-03)."""
    column = HARD if hard else OPEN
    results = [column.get(face, Rfc.READY) for face in faces]
    if Rfc.KILLED in results:
        shielded = suppressed and covered and not vehicle
        if not shielded or results.count(Rfc.KILLED) > 1:
            return Rfc.KILLED
        return Rfc.SUPPRESSED
    return Rfc.SUPPRESSED if Rfc.SUPPRESSED in results else Rfc.READY


def out_of_sight(g: HailfireState, team: TeamId) -> bool:
    """Whether no enemy can see it (HAIL-RALLY-02)."""
    return not g.seen_by(team)


def lift(g: HailfireState, team: TeamId) -> None:
    """Suppression goes where no enemy sees the Team (HAIL-RALLY-02)."""
    if g.teams[team].there and g.teams[team].suppressed and out_of_sight(g, team):
        g.change(team, suppressed=False)
        g.tell(RallyCheck(team, 0, g.number(team), rallied=True, rule="HAIL-RALLY-02"))


@frame("hailfire.rallies")
@define
class Rallies(Frame[None]):
    """Step 2: suppressed Teams without RFPs try to rally (HAIL-RALLY-01). teams: still to be looked
    at."""

    teams: list[TeamId]

    def start(self, g: HailfireState) -> Outcome[None]:
        """One after the other."""
        while self.teams:
            team = self.teams[0]
            lift(g, team)
            t = g.teams[team]
            if t.there and t.suppressed and not t.points:
                return Ask(Roll(6, 1, say("rally")), then=self.rolled)
            self.teams.pop(0)
        return Done()

    def rolled(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-PORG-01."""
        try_rally(g, self.teams.pop(0), faces[0])
        return self.start


def try_rally(g: HailfireState, team: TeamId, die: int) -> bool:
    """A Rally Check has been rolled. Returns whether it succeeded."""
    number = g.number(team)
    rallied = die >= number
    if rallied:
        g.change(team, suppressed=False)
    g.tell(RallyCheck(team, die, number, rallied))
    return rallied


@frame("hailfire.fire_checks")
@define
class FireChecks(Frame[None]):
    """Step 3: Teams with RFPs check them (HAIL-RFC-01). teams: still to be looked at. moving: those
    that are ordered to Move."""

    teams: list[TeamId]
    moving: list[TeamId] = field(factory=list)

    def start(self, g: HailfireState) -> Outcome[None]:
        """One after the other, so that each has dice of its own."""
        while self.teams:
            t = g.teams[self.teams[0]]
            if t.there and t.points:
                return Ask(Roll(6, t.points, say("received fire")), then=self.rolled)
            self.teams.pop(0)
        return Done()

    def rolled(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """All its RFPs are gone then (H-17)."""
        team = self.teams.pop(0)
        t = g.teams[team]
        hard = in_hard_column(g, team, team in self.moving)
        result = fire_check(
            faces,
            hard=hard,
            covered=g.hard_cover(team),
            suppressed=t.suppressed,
            vehicle=t.vehicle,
        )
        g.tell(FireCheck(team, faces, hard, result))
        g.change(team, points=0, suppressed=t.suppressed or result is Rfc.SUPPRESSED)
        if result is Rfc.KILLED:
            destroy(g, team)
        return self.start
