"""How a match ends and who has won (section 2.26, A-19, A-67)."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.agenda import End, Event, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import register
from owm_net.engine.requests import Result
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Side


@register("owm.event.end")
@frozen
class Ended(Event):
    """The match is over. allies, axis: points. holder: the side that holds the objective."""

    headline = True
    in_log = InLog.HEADING

    reason: str
    allies: int
    axis: int
    holder: Side | None
    rule: str = field(default="OWM-VICT-01", kw_only=True)

    def words(self, g: OwmState) -> str:
        told = f"End: {self.reason}. Allies {self.allies}, Axis {self.axis}"
        if self.holder is None:
            return told
        return f"{told}; the {self.holder.value.capitalize()} hold the objective"


def holder(g: OwmState) -> Side | None:
    """The side that holds the objective: alone there, and not on the move (section 3.8)."""
    there = g.fireteams_at(g.ground.cell(g.card.objective.cell))
    sides = [g.sides[t.seat] for t in there]
    if not there or any(s is not sides[0] for s in sides):
        return None
    return sides[0] if any(not t.on_the_move for t in there) else None


def soldier_points(g: OwmState, side: Side) -> int:
    """Points of the soldiers a side has left (OWM-VICT-02), and of those who left the map with a
    player who is left out: they are not killed (OWM-TEAM-04)."""
    withdrawn = [s for s in g.withdrawn if g.side_of(s) is side]
    return sum(CATALOG.soldiers[s].points for s in (*_soldiers(g, side), *withdrawn))


SCORED_BY = "OWM-VICT-02, OWM-VICT-03"
"""The rules by which `account` counts."""


def account(g: OwmState) -> list[str]:
    """How each side's points come about, a line for each."""
    lines = []
    for side in (Side.ALLIES, Side.AXIS):
        bonus = f" + {g.card.objective.points} for the objective" if holder(g) is side else ""
        lines.append(
            f"{side.value.capitalize()}: {soldier_points(g, side)} points of soldiers{bonus}"
        )
    return lines


def score(g: OwmState, side: Side) -> int:
    """Soldiers' points and, if it holds the objective, the mission's (OWM-VICT-03)."""
    bonus = g.card.objective.points if holder(g) is side else 0
    return soldier_points(g, side) + bonus


def end_of_match(g: OwmState, reason: str) -> End:
    """Score both sides (OWM-VICT-01, OWM-TEAM-03); ties by A-67. No card stays in between."""
    g.discard.extend(g.event_pile)
    g.event_pile.clear()
    scores = {side: score(g, side) for side in (Side.ALLIES, Side.AXIS)}
    rank = {
        side: (scores[side], holder(g) is side, len(_soldiers(g, side)))
        for side in (Side.ALLIES, Side.AXIS)
    }
    best = max(rank.values())
    leading = [side for side in (Side.ALLIES, Side.AXIS) if rank[side] == best]
    winners: tuple[Seat, ...] = ()
    if len(leading) == 1:
        winners = tuple([s for s in g.side_seats(leading[0]) if s not in g.gone])
    g.tell(Ended(reason, scores[Side.ALLIES], scores[Side.AXIS], holder(g)))
    return End(Result(winners, tuple([scores[s] for s in g.sides]), reason))


def check_end(g: OwmState) -> End | None:
    """The end, if the time has run out or a side has no soldiers left (A-19, A-67)."""
    for side in (Side.ALLIES, Side.AXIS):
        if not any(g.sides[t.seat] is side for t in g.fireteams.values()):
            return end_of_match(g, f"the {side.value.capitalize()} have no soldiers left")
    if g.time_up:
        return end_of_match(g, "the deck timer has run out")
    return None


def _soldiers(g: OwmState, side: Side) -> list[SoldierId]:
    return [s for t in g.fireteams.values() if g.sides[t.seat] is side for s in t.line]
