"""Points, and how a battle ends. NCO-END-03 to -07."""

from __future__ import annotations

from owm_net.engine.agenda import End, Event, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Result
from owm_net.engine.text import say
from owm_net.games.nco.ids import SEATS
from owm_net.games.nco.scenarios import bonus, parts
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Status
from owm_net.games.nco.words import for_each_seat, seat_name

LEVELS = (
    (150, say("Crushing Victory")),
    (110, say("Decisive Blow")),
    (75, say("Tactical Success")),
    (50, say("Narrow Advantage")),
    (0, say("Entrenched Stalemate")),
)
"""D-13: from this difference on."""
MORE_POINTS = say("more victory points")
"""Said of a winner whose lead the chart calls a stalemate (R-71)."""


@record("nco.ended")
class Ended(Event):
    """The battle is over. points: of each seat. level: how clear it is (NCO-END-05)."""

    rule = "NCO-END-05"
    headline = True
    in_log = InLog.HEADING

    points: tuple[int, ...]
    level: str

    def sentence(self, g: NcoState) -> str:
        points = for_each_seat(g, self.points)
        if len(set(self.points)) == 1:
            return say("End: a draw, {level}; {points}", level=self.level, points=points)
        side = seat_name(g, SEATS[self.points[0] < self.points[1]])
        if self.level == MORE_POINTS:
            return say("End: victory of {side}; {points}", side=side, points=points)
        return say(
            "End: victory of {side}, {level}; {points}", side=side, level=self.level, points=points
        )


def casualties(g: NcoState, seat: Seat) -> int:
    """Points of a seat for the enemy's dead (NCO-END-03, R-61)."""
    return sum([s.worth for s in g.soldiers if s.seat != seat and s.status is Status.DEAD])


def scores(g: NcoState) -> tuple[int, ...]:
    """Victory points of each seat, bonuses of the scenario with them (NCO-GEN-06, NCO-END-07)."""
    return tuple([casualties(g, seat) + bonus(g, seat) for seat in SEATS])


def standing(g: NcoState, seat: Seat) -> list[tuple[str, int]]:
    """The points of a seat, by what they are for (NCO-GEN-06)."""
    return [(say("enemy casualties"), casualties(g, seat)), *parts(g, seat)]


def level(difference: int) -> str:
    """Return the name of a difference of points (NCO-END-05, R-71)."""
    if 0 < difference < LEVELS[-2][0]:
        return MORE_POINTS
    return next(name for least, name in LEVELS if difference >= least)


def why_over(g: NcoState, result: Result) -> str:
    """The points of both sides, and how clear a victory that is."""
    a, b = sorted(SEATS, key=lambda seat: -result.scores[seat])
    n, m = result.scores[a], result.scores[b]
    if result.drawn:
        return say("both sides have {n} victory points: {level}", n=n, level=result.reason)
    points = say(
        "{side} {n} victory points, {other} {m}",
        side=seat_name(g, a),
        n=n,
        other=seat_name(g, b),
        m=m,
    )
    if result.reason == MORE_POINTS:
        return points
    return say("{points}: {level}", points=points, level=result.reason)


def end(g: NcoState) -> End:
    """Most points win; equal ones are a draw (R-71)."""
    points = scores(g)
    called = level(abs(points[0] - points[1]))
    winners = tuple([s for s in SEATS if points[s] > points[1 - s]])
    g.tell(Ended(points, called))
    return End(Result(winners, points, called))
