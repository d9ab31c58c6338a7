"""Steps 2 and 3 of an activation: Rally Checks and Received Fire Checks. Sections 2.6, 2.7."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, Event, Frame, Mark, Outcome, frame
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.games.hailfire.damage import destroy
from owm_net.games.hailfire.ids import TeamId
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import TeamClass
from owm_net.games.hailfire.words import dice, team_name


class Rfc(Enum):
    """The results of a Received Fire Check, the worst first (HAIL-RFC-04)."""

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


@record("hailfire.rally_check")
class RallyCheck(Event):
    """A Team tries to lose its suppression. die: 0 where none was needed (HAIL-RALLY-02)."""

    team: TeamId
    die: int
    number: int
    rallied: bool
    rule: str = field(default="HAIL-RALLY-01", kw_only=True)

    def sentence(self, g: HailfireState) -> str:
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


class Column(Enum):
    """Why a Team checks in one column or the other (HAIL-RFC-05, -06, HAIL-SUP-02)."""

    COVER = "cover"
    VEHICLE = "vehicle"
    SUPPRESSED = "suppressed"
    STILL = "still"
    OPEN_TOP = "open-top"
    MOVING = "moving"
    GUN = "gun"

    @property
    def hard(self) -> bool:
        """Return True if it is the Hard Cover column."""
        return self in (Column.COVER, Column.VEHICLE, Column.SUPPRESSED, Column.STILL)

    @property
    def word(self) -> str:
        """As it is said."""
        return _COLUMNS[self]


_COLUMNS = {
    Column.COVER: say("Hard Cover: it stands in it"),
    Column.VEHICLE: say("as in Hard Cover: a vehicle"),
    Column.SUPPRESSED: say("as in Hard Cover: suppressed already"),
    Column.STILL: say("as in Hard Cover: infantry not ordered to Move"),
    Column.OPEN_TOP: say("Open Ground: open-topped, in contact"),
    Column.MOVING: say("Open Ground: infantry ordered to Move"),
    Column.GUN: say("Open Ground: a gun in the open"),
}


@record("hailfire.fire_check")
class FireCheck(Event):
    """A Received Fire Check (HAIL-RFC-01). column: in which, and why. shielded: it takes two Killed
    results to kill it (HAIL-SUP-03)."""

    rule = "HAIL-RFC-01 HAIL-RFC-04"

    team: TeamId
    faces: tuple[int, ...]
    column: Column
    shielded: bool
    result: Rfc

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY if self.result is Rfc.KILLED else Mark.NONE

    def sentence(self, g: HailfireState) -> str:
        shield = say(", one Killed is not enough") if self.shielded else ""
        return say(
            "{who} checks received fire ({column}{shield}): {dice}: {result}",
            who=team_name(g, self.team),
            column=self.column.word,
            shield=shield,
            dice=dice(self.faces),
            result=self.result.word,
        )


def column_of(g: HailfireState, team: TeamId, moving: bool) -> Column:
    """Return the column a Team uses (HAIL-RFC-05, -06, HAIL-SUP-02, H-18, H-21). moving: it has
    been ordered to Move in this activation."""
    t = g.teams[team]
    if t.vehicle:
        return Column.OPEN_TOP if t.row.open_topped and g.engaged(team) else Column.VEHICLE
    if g.hard_cover(team):
        return Column.COVER
    if t.suppressed:
        return Column.SUPPRESSED
    if t.row.team_class is not TeamClass.INFANTRY:
        return Column.GUN
    return Column.MOVING if moving else Column.STILL


def is_shielded(g: HailfireState, team: TeamId) -> bool:
    """Return True if it takes two Killed results to kill it (HAIL-SUP-03)."""
    t = g.teams[team]
    return t.suppressed and not t.vehicle and g.hard_cover(team)


def fire_check(faces: Sequence[int], *, hard: bool, shielded: bool) -> Rfc:
    """Return the result of the dice. shielded: see `is_shielded`."""
    column = HARD if hard else OPEN
    results = [column.get(face, Rfc.READY) for face in faces]
    if Rfc.KILLED in results:
        if not shielded or results.count(Rfc.KILLED) > 1:
            return Rfc.KILLED
        return Rfc.SUPPRESSED
    return Rfc.SUPPRESSED if Rfc.SUPPRESSED in results else Rfc.READY


def out_of_sight(g: HailfireState, team: TeamId) -> bool:
    """Return True if no enemy can see it (HAIL-RALLY-02)."""
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
        """Check one after the other, so that each rolls separately."""
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
        column, shielded = column_of(g, team, team in self.moving), is_shielded(g, team)
        result = fire_check(faces, hard=column.hard, shielded=shielded)
        g.tell(FireCheck(team, faces, column, shielded, result))
        g.change(team, points=0, suppressed=t.suppressed or result is Rfc.SUPPRESSED)
        if result is Rfc.KILLED:
            destroy(g, team)
        return self.start
