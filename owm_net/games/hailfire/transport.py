"""Transport: infantry that rides in a carrier. HAIL-PORG-06, H-54, H-55.

A passenger is off the table: nobody sees it, nothing hits it, and it can only leave.
"""

from __future__ import annotations

from collections.abc import Iterable

from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.ids import NO_TEAM, OFF_TABLE, Spot, TeamId
from owm_net.games.hailfire.paths import has_room, why_not_place
from owm_net.games.hailfire.state import HailfireState, near
from owm_net.games.hailfire.terms import BOARDING, CARRIES, DIRECTIONS, SPOT_GAP, TeamClass
from owm_net.games.hailfire.words import place_name, team_name

RULE = "HAIL-PORG-06"


@record("hailfire.boarded")
class Boarded(Event):
    """A Team rides from now on."""

    words = say("{team} boards {carrier}")
    rule = RULE

    team: TeamId
    carrier: TeamId


@record("hailfire.got_off")
class GotOff(Event):
    """A Team is on the ground again. thrown: because its carrier is gone."""

    rule = RULE

    team: TeamId
    spot: Spot
    thrown: bool

    def sentence(self, g: HailfireState) -> str:
        who, place = team_name(g, self.team), place_name(g, self.spot)
        if self.thrown:
            return say("{team} gets out of the wreck {place}", team=who, place=place)
        return say("{team} gets off {place}", team=who, place=place)


def passengers(g: HailfireState, carrier: TeamId) -> list[TeamId]:
    return [TeamId(n) for n, t in enumerate(g.teams) if t.aboard == carrier and not t.lost]


def why_no_transport(g: HailfireState) -> Refusal | None:
    """Why nobody rides in this battle, whoever it is about."""
    if g.options.transport:
        return None
    return Refusal(RULE, say("this battle is without transport"))


def why_nobody_rides(g: HailfireState, teams: Iterable[TeamId]) -> Refusal | None:
    """Why none of these can get off, whichever is meant."""
    if any(g.teams[team].aboard != NO_TEAM for team in teams):
        return None
    return Refusal(RULE, say("no Team of this Unit rides"))


def why_not_ride(g: HailfireState, team: TeamId, carrier: TeamId) -> Refusal | None:
    """Why a Team cannot be ordered to board a carrier, wherever both are."""
    refusal = why_no_transport(g)
    if refusal is not None:
        return refusal
    if g.teams[team].row.team_class is not TeamClass.INFANTRY:
        return Refusal(RULE, say("infantry alone can ride"), misfit=True)
    if not g.known(carrier) or not g.teams[carrier].there or not g.teams[carrier].row.carrier:
        return Refusal(RULE, say("choose a carrier on the table"), misfit=True)
    if g.teams[carrier].seat != g.teams[team].seat:
        return Refusal(RULE, say("it is not yours"), misfit=True)
    if len(passengers(g, carrier)) >= CARRIES:
        return Refusal(RULE, say("it is full"), misfit=True)
    return None


def board(g: HailfireState, team: TeamId, carrier: TeamId) -> None:
    """A Team has come to the end of its Move: it boards if it can (H-54)."""
    t = g.teams[team]
    able = t.ready and not t.points and why_not_ride(g, team, carrier) is None
    if able and not g.engaged(carrier) and g.within(team, carrier, BOARDING):
        g.change(team, spot=OFF_TABLE, aboard=carrier)
        g.tell(Boarded(team, carrier))


def why_not_get_off(g: HailfireState, team: TeamId, spot: Spot) -> Refusal | None:
    """Why a Team that rides cannot be set down there."""
    t = g.teams[team]
    if t.aboard == NO_TEAM:
        return Refusal(RULE, say("it does not ride"), misfit=True)
    refusal = why_not_place((spot,), 1, RULE)
    if refusal is not None:
        return refusal
    stand = Stand(spot, t.row.team_class.radius)
    carrier = g.teams[t.aboard].stand
    refusal = g.ground.why_not_spot(stand, t.row.team_class, RULE)
    if refusal is not None:
        return refusal
    if not near(stand, carrier, BOARDING):
        return Refusal(RULE, say('it is more than 2" from its carrier'))
    refusal = g.ground.why_not_leg(carrier.spot, spot, t.row.team_class)
    if refusal is not None:
        return refusal
    if not has_room(g, team, spot):
        return Refusal(RULE, say("there is no room, or an enemy is too near"))
    return None


def get_off(g: HailfireState, team: TeamId, spot: Spot) -> None:
    """A Team is set down, if it still can be."""
    if why_not_get_off(g, team, spot) is None:
        g.change(team, spot=spot, aboard=NO_TEAM)
        g.tell(GotOff(team, spot, thrown=False))


def place_beside(g: HailfireState, team: TeamId, wreck: Stand) -> Spot:
    """Where a passenger comes to stand whose carrier is gone: the first free place about it in the
    order of the D12 directions; OFF_TABLE where there is none (H-55)."""
    far = wreck.radius + g.teams[team].row.team_class.radius + SPOT_GAP
    x, y = wreck.spot
    for dx, dy in DIRECTIONS:
        spot = Spot((x + far * dx // 1000, y + far * dy // 1000))
        if why_not_place((spot,), 1, RULE) is None and has_room(g, team, spot):
            return spot
    return OFF_TABLE
