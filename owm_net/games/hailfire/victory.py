"""Objectives, and the winner after the last round. HAIL-PVIC-01, -02, -06."""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.engine.geometry import distance2
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.hailfire.ids import DEFENDER, NO_SEAT, SEATS, opponent
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import TAKES, Side
from owm_net.games.hailfire.words import seat_name

HOLDERS = {Side.ATTACKER: SEATS[0], Side.DEFENDER: SEATS[1], Side.NOBODY: NO_SEAT}


@record("hailfire.taken")
class Taken(Event):
    """An objective has changed hands (HAIL-PVIC-01)."""

    rule = "HAIL-PVIC-01"
    headline = True

    objective: int
    seat: Seat

    def sentence(self, g: HailfireState) -> str:
        name = g.battle.objectives[self.objective].name
        return say("{seat} take objective {name}", seat=seat_name(g, self.seat), name=name)


def held(g: HailfireState, seat: Seat) -> int:
    """How many objectives a side holds."""
    return g.holders.count(seat)


def take_objectives(g: HailfireState) -> None:
    """At the end of a player turn: a Ready Team on foot or at a gun takes it, if no Ready enemy is
    near (HAIL-PVIC-01)."""
    ready = [(t, TAKES + t.stand.radius) for t in g.teams if t.ready]
    for number, objective in enumerate(g.battle.objectives):
        at = objective.at
        close = [t for t, most in ready if distance2(t.spot, at) <= most * most]
        near_it = [[t for t in close if t.seat == seat] for seat in SEATS]
        for seat in SEATS:
            takers = [t for t in near_it[seat] if not t.vehicle]
            if takers and not near_it[opponent(seat)] and g.holders[number] != seat:
                g.holders[number] = seat
                g.tell(Taken(number, seat))


def winner_on_time(g: HailfireState) -> tuple[Seat, str]:
    """After the last round: more objectives; equal ones are the defender's in an attack, and left
    to the chits in a meeting (HAIL-PVIC-06)."""
    a, b = (held(g, seat) for seat in SEATS)
    if a != b:
        return SEATS[a < b], say("more objectives after the last round")
    if g.battle.chosen:
        return NO_SEAT, say("as many objectives after the last round")
    return DEFENDER, say("the attacker has not taken more objectives")
