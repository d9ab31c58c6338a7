"""Objectives and exits, and who wins by them. HAIL-PVIC-01, -02, -06 to -09."""

from __future__ import annotations

from owm_net.engine.agenda import Event
from owm_net.engine.geometry import distance2
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.text import say, say_n
from owm_net.games.hailfire.ids import (
    ATTACKER,
    DEFENDER,
    NO_SEAT,
    NO_TEAM,
    OFF_TABLE,
    SEATS,
    TeamId,
    opponent,
)
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import TAKES, Aim, Side
from owm_net.games.hailfire.transport import passengers
from owm_net.games.hailfire.words import seat_name, team_name

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
        if g.battle.aim is Aim.RAID:
            return say("{seat} blow up objective {name}", seat=seat_name(g, self.seat), name=name)
        return say("{seat} take objective {name}", seat=seat_name(g, self.seat), name=name)


@record("hailfire.got_through")
class GotThrough(Event):
    """A Team has left the table by an exit (HAIL-PVIC-07). through: how many have by now."""

    rule = "HAIL-PVIC-07"
    headline = True

    team: TeamId
    exit: int
    through: int

    def sentence(self, g: HailfireState) -> str:
        return say(
            "{team} leaves by exit {name}: {through} of {wanted} are through",
            team=team_name(g, self.team),
            name=g.battle.objectives[self.exit].name,
            through=self.through,
            wanted=g.battle.through,
        )


@record("hailfire.delayed")
class Delayed(Event):
    """The defender has won time (HAIL-PVIC-08). points: in this round; total: so far."""

    rule = "HAIL-PVIC-08"
    headline = True

    points: int
    total: int
    wanted: int

    def sentence(self, g: HailfireState) -> str:
        return say_n(
            "{seat} win time: {n} point, {total} of {wanted} by now",
            "{seat} win time: {n} points, {total} of {wanted} by now",
            self.points,
            seat=seat_name(g, DEFENDER),
            total=self.total,
            wanted=self.wanted,
        )


def held(g: HailfireState, seat: Seat) -> int:
    """How many objectives a side holds."""
    flags = g.battle.flags
    return sum([n in flags and holder == seat for n, holder in enumerate(g.holders)])


def chits_for(g: HailfireState, seat: Seat) -> int:
    """How many chits the enemy draws for what a side holds: none where something else is the aim
    (HAIL-PVIC-02, -07 to -09)."""
    return held(g, seat) if g.battle.aim is Aim.OBJECTIVES else 0


def through(g: HailfireState) -> int:
    """How many Teams of the attacker have left by an exit."""
    return sum([t.through for t in g.teams])


def exits_open(g: HailfireState) -> bool:
    """Return True if Teams may leave: raiders once enough is blown up (HAIL-PVIC-07, -09)."""
    return bool(g.battle.exits) and held(g, ATTACKER) >= g.battle.razed


def wanted(g: HailfireState) -> tuple[int, ...]:
    """Return the numbers of the places that matter now: exits, once they are open; objectives that
    can still change hands."""
    if exits_open(g):
        return g.battle.exits
    return tuple([n for n in g.battle.flags if not _blown_up(g, n)])


def _blown_up(g: HailfireState, number: int) -> bool:
    return g.battle.aim is Aim.RAID and g.holders[number : number + 1] == [ATTACKER]


def take_objectives(g: HailfireState) -> None:
    """At the end of a player turn: a Ready Team on foot or at a gun takes it, if no Ready enemy is
    near (HAIL-PVIC-01). What raiders have blown up nobody takes back (HAIL-PVIC-09)."""
    ready = [(t, TAKES + t.stand.radius) for t in g.teams if t.ready]
    for number in g.battle.flags:
        at = g.battle.objectives[number].at
        close = [t for t, most in ready if distance2(t.spot, at) <= most * most]
        near_it = [[t for t in close if t.seat == seat] for seat in SEATS]
        for seat in SEATS:
            takers = [t for t in near_it[seat] if not t.vehicle]
            if not takers or near_it[opponent(seat)] or g.holders[number] == seat:
                continue
            if not _blown_up(g, number):
                g.holders[number] = seat
                g.tell(Taken(number, seat))


def leave_table(g: HailfireState) -> None:
    """Let the attacker's Teams leave at the end of their turn that stand at an open exit: Ready,
    without RFPs, in contact with no enemy. Who rides in them leaves too (HAIL-PVIC-07)."""
    if g.active != ATTACKER or not exits_open(g):
        return
    for number in g.battle.exits:
        at = g.battle.objectives[number].at
        for team in g.on_table(ATTACKER):
            t = g.teams[team]
            most = TAKES + t.stand.radius
            if not t.ready or t.points or distance2(t.spot, at) > most * most:
                continue
            if not g.engaged(team):
                for one in (team, *passengers(g, team)):
                    g.change(one, spot=OFF_TABLE, aboard=NO_TEAM, through=True)
                    g.tell(GotThrough(one, number, through(g)))


def win_time(g: HailfireState) -> None:
    """At the end of a round a point for each objective that the defender of a delay holds
    (HAIL-PVIC-08)."""
    points = held(g, DEFENDER)
    if g.battle.aim is Aim.DELAY and points:
        g.delayed += points
        g.tell(Delayed(points, g.delayed, g.battle.hold))


def winner_at_once(g: HailfireState) -> tuple[Seat, str] | None:
    """Who has won by the aim of the battle before the last round; None while nobody has."""
    battle = g.battle
    if battle.aim is Aim.DELAY:
        if g.delayed >= battle.hold:
            return DEFENDER, say("the defender has held out long enough")
        if not held(g, DEFENDER):
            return ATTACKER, say("the attacker holds every objective")
    if battle.exits:
        out = through(g)
        if out >= battle.through and exits_open(g):
            return ATTACKER, say("enough Teams of the attacker are through")
        if out + len(g.left(ATTACKER)) < battle.through:
            return DEFENDER, say("the attacker has too few Teams left")
    return None


def winner_on_time(g: HailfireState) -> tuple[Seat, str]:
    """After the last round: more objectives; equal ones are the defender's in an attack, and left
    to the chits in a meeting (HAIL-PVIC-06). The side that time is against loses any other battle
    (HAIL-PVIC-07 to -09)."""
    if g.battle.aim is Aim.DELAY:
        return ATTACKER, say("the defender has not held out long enough")
    if g.battle.exits:
        return DEFENDER, say("too few Teams of the attacker are through")
    a, b = (held(g, seat) for seat in SEATS)
    if a != b:
        return SEATS[a < b], say("more objectives after the last round")
    if g.battle.chosen:
        return NO_SEAT, say("as many objectives after the last round")
    return DEFENDER, say("the attacker has not taken more objectives")
