"""The effects of a hit on a Team: Received Fire Points, Ping and Pen dice, destruction. Section
2.5, HAIL-PVIC-02.
"""

from __future__ import annotations

from typing import NamedTuple

from attrs import field

from owm_net.engine.agenda import Event, Mark
from owm_net.engine.records import record
from owm_net.engine.text import say, say_n
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_TEAM, OFF_TABLE, TeamId, UnitId
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.transport import GotOff, passengers, place_beside
from owm_net.games.hailfire.words import dice, team_name

DESTROYS = 6
"""HAIL-ARM-05, -06: the face of a Ping die that gives a point, of a Pen die that destroys."""


class Dice(NamedTuple):
    """The dice of a hit on armour. pen: Pen dice, not Ping dice."""

    number: int
    pen: bool


def dice_on_armour(at: int, armour: int, *, least: bool = False) -> Dice:
    """HAIL-ARM-02 to -04. least: its dice are rolled even where armour would void them
    (HAIL-ASLT-09)."""
    if at > armour:
        return Dice(at - armour, pen=True)
    if armour >= 2 * at and not least:
        return Dice(0, pen=False)
    return Dice(at, pen=False)


@record("hailfire.received")
class Received(Event):
    """A Team has received fire (HAIL-FIRE-06)."""

    rule = "HAIL-FIRE-06"

    team: TeamId
    points: int

    def sentence(self, g: HailfireState) -> str:
        return say_n(
            "{team} gets a Received Fire Point",
            "{team} gets {n} Received Fire Points",
            self.points,
            team=team_name(g, self.team),
        )


@record("hailfire.armour_rolled")
class ArmourRolled(Event):
    """Ping or Pen dice (HAIL-ARM-02, HAIL-ARM-03)."""

    rule = "HAIL-ARM-05 HAIL-ARM-06"

    team: TeamId
    at: int
    armour: int
    pen: bool
    faces: tuple[int, ...]

    def sentence(self, g: HailfireState) -> str:
        faces = dice(self.faces)
        rolled = (
            say("Pen dice {dice}", dice=faces) if self.pen else say("Ping dice {dice}", dice=faces)
        )
        if not self.faces:
            rolled = say("no dice")
        return say(
            "AT {at} on AR {armour} of {team}: {rolled}",
            at=self.at,
            armour=self.armour,
            team=team_name(g, self.team),
            rolled=rolled,
        )


@record("hailfire.destroyed")
class Destroyed(Event):
    """A Team is gone."""

    words = say("{team} is destroyed")
    headline = True

    team: TeamId
    rule: str = field(default="HAIL-RFC-02", kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


@record("hailfire.unit_gone")
class UnitGone(Event):
    """A Unit has no Team left that counts: a chit for its owner (HAIL-PVIC-02)."""

    words = say("{unit}: the Unit is destroyed")
    rule = "HAIL-PVIC-02"
    headline = True

    unit: UnitId


def receive(g: HailfireState, team: TeamId, points: int) -> None:
    """RFPs lie on a Team until it checks them."""
    if points:
        g.change(team, points=g.teams[team].points + points)
        g.tell(Received(team, points))


def armour_hit(
    g: HailfireState, team: TeamId, at: int, armour: int, pen: bool, faces: tuple[int, ...]
) -> None:
    """Ping or Pen dice have been rolled (HAIL-ARM-05, -06, H-16)."""
    g.tell(ArmourRolled(team, at, armour, pen, faces))
    if pen and DESTROYS in faces:
        destroy(g, team, "HAIL-ARM-06")
    elif pen:
        receive(g, team, len(faces))
    else:
        receive(g, team, faces.count(DESTROYS))


def destroy(g: HailfireState, team: TeamId, rule: str = "HAIL-RFC-02") -> None:
    """A Team is gone, and perhaps its Unit."""
    t = g.teams[team]
    if t.lost:
        return
    wreck = t.stand
    g.change(team, lost=True, points=0, suppressed=False, spot=OFF_TABLE, aboard=NO_TEAM)
    g.tell(Destroyed(team, rule=rule))
    for passenger in passengers(g, team):
        _throw_out(g, passenger, wreck)
    unit = g.units[t.unit]
    if not unit.gone and not _counted(g, t.unit):
        g.units[t.unit] = unit.with_(gone=True)
        g.tell(UnitGone(t.unit))
        g.owing.append(unit.seat)


def _throw_out(g: HailfireState, passenger: TeamId, wreck: Stand) -> None:
    """Set a passenger beside the wreck, with one RFP; without room there it is lost too
    (HAIL-PORG-06, H-55)."""
    spot = place_beside(g, passenger, wreck)
    if spot == OFF_TABLE:
        destroy(g, passenger, "HAIL-PORG-06")
        return
    g.change(passenger, spot=spot, aboard=NO_TEAM)
    g.tell(GotOff(passenger, spot, thrown=True))
    receive(g, passenger, 1)


def _counted(g: HailfireState, unit: UnitId) -> bool:
    """Return True if a Unit has a Team left besides its Leader and its observer; the observer of a
    battery off the table counts for it (HAIL-PORG-05)."""
    off_board = g.units[unit].off_board is not None
    return any(
        t.unit == unit and not t.lost and not t.row.leader and (off_board or not t.row.observer)
        for t in g.teams
    )
