"""Rides, for the computer player: boarding a carrier, and where to get off (HAIL-PORG-06).

A passenger gets off alone, for a separate point, so a ride has to save a long way on foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from owm_net.engine.geometry import length
from owm_net.games.hailfire.computer.weighing import Outlook
from owm_net.games.hailfire.ids import Spot, TeamId
from owm_net.games.hailfire.moving import Move, why_not_move
from owm_net.games.hailfire.orders import Board, GetOff
from owm_net.games.hailfire.orders.ride import way_to
from owm_net.games.hailfire.routes import drive, way_length
from owm_net.games.hailfire.state import Team
from owm_net.games.hailfire.terms import CARRIES, TAKES, TeamClass
from owm_net.games.hailfire.transport import passengers, why_not_get_off, why_not_ride

WALK = 650
"""As far as infantry comes in a turn, by and large."""
DRIVES = 700
"""As far as a carrier comes in a turn, off the roads."""
SAVED = 450
"""What a turn on foot is worth that is saved."""
FARE = 1000
"""What the point is worth for which one gets off; nobody gets off who leaves by an exit."""
SET_DOWN = 800
"""So near to their objective passengers get off."""
IN_PERIL = 8
"""They get off elsewhere, too, where enemies may cost their carrier one part in eight."""


def carried(o: Outlook, carrier: TeamId) -> int:
    """How many ride in it."""
    if not o.g.options.transport or not o.g.teams[carrier].row.carrier:
        return 0
    return len(passengers(o.g, carrier))


def best_ride(
    o: Outlook, team: TeamId, post: int, promised: Sequence[TeamId]
) -> tuple[int, Board] | None:
    """The carrier that saves a Team most of its way to an objective, and what it brings beside the
    step that is made anyhow; None if none pays. promised: those that others are ordered to."""
    g, t = o.g, o.g.teams[team]
    able = t.ready and not t.points and not t.pledged and not (t.row.leader or t.row.observer)
    if not g.options.transport or not able or t.row.team_class is not TeamClass.INFANTRY:
        return None
    if any(g.within(team, e, t.row.range) and g.sees(team, e) for e in o.theirs):
        return None  # it has its fight here
    at = Spot(g.battle.objectives[post].at)
    on_foot = _turns(way_length(g.scenario, t.row.team_class, t.spot, at) - TAKES, WALK)
    best: tuple[int, Board] | None = None
    for carrier in _carriers(o, team, promised):
        c = g.teams[carrier]
        by_carrier = _drive_turns(o, c, at) + (1 if c.activated or c.done else 0)
        fare = 0 if g.battle.objectives[post].exit else FARE
        value = SAVED * (on_foot - by_carrier) - fare
        if value > 0 and (best is None or value > best[0]):
            path = way_to(g, team, carrier)
            if why_not_move(g, Move(team=team, path=path)) is None:
                best = value, Board(team, carrier, path)
    return best


def _drive_turns(o: Outlook, carrier: Team, at: Spot) -> int:
    """In how many turns it comes to an objective, by roads where there are some."""
    g, kind = o.g, carrier.row.team_class
    spots = (carrier.spot, *(drive(g.scenario, kind, carrier.spot, at) or (at,)))
    far, bonus = -TAKES, kind.road_bonus
    for a, b in pairwise(spots):
        leg = length(a, b)
        far += leg * DRIVES // (DRIVES + bonus) if g.ground.on_road((a, b)) else leg
    return _turns(far, DRIVES)


def _turns(far: int, stride: int) -> int:
    return max(0, far + stride - 1) // stride


def _carriers(o: Outlook, team: TeamId, promised: Sequence[TeamId]) -> Iterator[TeamId]:
    """Those with a place for it that it comes to at once."""
    g = o.g
    for carrier in o.mine:
        if g.teams[carrier].row.carrier and why_not_ride(g, team, carrier) is None:
            full = carried(o, carrier) + promised.count(carrier) >= CARRIES
            if not full and not g.engaged(carrier) and g.within(team, carrier, WALK):
                yield carrier


def best_landing(o: Outlook, team: TeamId, post: int) -> tuple[int, GetOff] | None:
    """Where a Team gets off; None while it is to ride on."""
    g, carrier = o.g, o.g.teams[team].aboard
    at = Spot(g.battle.objectives[post].at)
    here = g.teams[carrier].spot
    peril = o.danger(carrier, here) * IN_PERIL > o.worth(carrier)
    rides_on = length(here, at) > SET_DOWN or g.battle.objectives[post].exit
    if rides_on and not peril:
        return None
    best: tuple[int, GetOff] | None = None
    for order in GetOff.ways(g, team):
        if why_not_get_off(g, team, order.spot) is None:
            value = o.worth(team) // 2 - o.danger(team, order.spot) - length(order.spot, at) // 10
            if g.holders[post] != o.seat and length(order.spot, at) <= TAKES:
                value += SAVED
            if best is None or value > best[0]:
                best = value, order
    return best
