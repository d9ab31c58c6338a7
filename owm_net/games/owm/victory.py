"""The end of a match, and its winner (section 2.26, A-19, A-67)."""

from __future__ import annotations

from owm_net.engine.agenda import End, Event, InLog
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Result
from owm_net.engine.text import listed, say
from owm_net.games.owm.catalog import CORE_CARDS, LU
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.missions import SIDES, rules_of
from owm_net.games.owm.state import CATALOG, CORE, HAND_LIMIT, OwmState
from owm_net.games.owm.terms import Side


@record("owm.event.end")
class Ended(Event):
    """The match is over. allies, axis: points. holder: the side that holds the objective. won: who
    has won whatever the points. objectives: how those stand, where there is more than one. tie:
    what decided equal points."""

    rule = "OWM-VICT-01"
    headline = True
    in_log = InLog.HEADING

    reason: str
    allies: int
    axis: int
    holder: Side | None
    won: Side | None = None
    objectives: str = ""
    tie: str = ""

    def sentence(self, g: OwmState) -> str:
        told = [
            say(
                "End: {reason}. Allies {allies}, Axis {axis}",
                reason=self.reason,
                allies=self.allies,
                axis=self.axis,
            )
        ]
        if self.won is not None:
            told.append(say("the mission is won by the {side}", side=self.won.word))
        if self.objectives:
            told.append(self.objectives)
        elif self.holder is not None:
            told.append(say("the objective is held by the {side}", side=self.holder.word))
        if self.tie:
            told.append(self.tie)
        return listed(told, "; ")


def holder(g: OwmState) -> Side | None:
    """The side that is ahead in the mission's objectives, None if neither is (OWM-VICT-03)."""
    points = {side: rules_of(g).objective_points(g, side) for side in SIDES}
    if points[Side.ALLIES] == points[Side.AXIS]:
        return None
    return max(SIDES, key=lambda side: points[side])


def soldier_points(g: OwmState, side: Side) -> int:
    """Points of the soldiers a side has left (OWM-VICT-02), and of those who left the map with a
    player who is left out: they are not killed (OWM-TEAM-04)."""
    return sum(CATALOG.soldiers[s].points for s in _survivors(g, side))


SCORED_BY = "OWM-VICT-02, OWM-VICT-03"
"""The rules by which `account` counts."""


def account(g: OwmState) -> list[str]:
    """How each side's points come about, a line for each."""
    lines = []
    for side in SIDES:
        points = rules_of(g).objective_points(g, side)
        bonus = say(" + {points} for the objective", points=points) if points else ""
        lines.append(
            say(
                "{side}: {points} points of soldiers{bonus}",
                side=side.word,
                points=soldier_points(g, side),
                bonus=bonus,
            )
        )
    return [*lines, *filter(None, [tie(g)])]


def score(g: OwmState, side: Side) -> int:
    """Soldiers' points and, as far as it has its objectives, the mission's (OWM-VICT-03)."""
    return soldier_points(g, side) + rules_of(g).objective_points(g, side)


def outright(g: OwmState) -> Side | None:
    """The side that has won whatever the points, as the mission has it."""
    finish = rules_of(g).finish(g)
    return (finish.side if finish is not None else None) or rules_of(g).outright(g)


def tie(g: OwmState) -> str:
    """Return the tie-breaker where the points are equal (A-67); "" where they are not, or do not
    count."""
    one, other = (_rank(g, side) for side in SIDES)
    if one[0] != other[0] or outright(g) is not None:
        return ""
    if one == other:
        return say("equal in points, objectives and soldiers left: a draw (A-67)")
    side = SIDES[0] if one > other else SIDES[1]
    if one[1] != other[1]:
        return say("equal points: the {side}, by points of objectives (A-67)", side=side.word)
    return say(
        "equal points: the {side}, by soldiers left, {more} to {fewer} (A-67)",
        side=side.word,
        more=max(one[2], other[2]),
        fewer=min(one[2], other[2]),
    )


def _rank(g: OwmState, side: Side) -> tuple[int, int, int]:
    """Points, those of objectives among them, soldiers left: in this order they decide (A-67)."""
    return score(g, side), rules_of(g).objective_points(g, side), len(_survivors(g, side))


def end_of_match(g: OwmState, reason: str, won: Side | None = None) -> End:
    """Score both sides (OWM-VICT-01, OWM-TEAM-03); ties by A-67. No card stays in between.

    won: the winner whatever the points, if the mission decides it."""
    g.discard.extend(g.event_pile)
    g.event_pile.clear()
    g.discard.extend(g.held_terrain)
    g.held_terrain.clear()
    rank = {side: _rank(g, side) for side in SIDES}
    scores = {side: rank[side][0] for side in SIDES}
    best = max(rank.values())
    leading = [side for side in SIDES if rank[side] == best]
    decided = won or rules_of(g).outright(g)
    if decided is not None:
        leading = [decided]
    winners: tuple[Seat, ...] = ()
    if len(leading) == 1:
        winners = tuple([s for s in g.side_seats(leading[0]) if s not in g.gone])
    stands = rules_of(g).standing(g) if len(g.card.objectives) != 1 or g.card.rules else ""
    why = tie(g) if decided is None else ""
    g.tell(Ended(reason, scores[Side.ALLIES], scores[Side.AXIS], holder(g), decided, stands, why))
    return End(Result(winners, tuple([scores[s] for s in g.sides]), reason))


def check_end(g: OwmState, running: bool = False) -> End | None:
    """The end, if the time has run out or a side has no soldiers left (A-19, A-67), or the mission
    is decided.

    running: an event is running, which is finished whatever the time (A-19).
    """
    gone = wiped_out(g)
    if gone is not None:
        return end_of_match(g, say("the {side} have no soldiers left", side=gone.word))
    if g.time_up and not running:
        return end_of_match(g, say("the deck timer has run out"))
    return check_mission(g)


def wiped_out(g: OwmState) -> Side | None:
    """The side that has no soldiers left, if one has none."""
    there = {g.sides[team.seat] for team in g.fireteams.values()}
    return next((side for side in SIDES if side not in there), None)


def check_mission(g: OwmState) -> End | None:
    """The end, if the mission's own rules say that it has come (OWM-VICT-03)."""
    finish = rules_of(g).finish(g)
    return None if finish is None else end_of_match(g, finish.reason, finish.side)


def check_last_round(g: OwmState) -> End | None:
    """The end, if this was the last round by agreement (OWM-TIMER-01)."""
    if g.round_no != g.agreed.last_round:
        return None
    return end_of_match(g, say("round {number} was the last by agreement", number=g.round_no))


CARDS_OF_A_TURN = 6
"""What a Fireteam's turn takes from the deck, by matches of computer players."""


def rounds_left(g: OwmState) -> int:
    """Estimate the rounds until the deck timer runs out, this one included, at the pace so far,
    to which the usual pace counts as one more round."""
    cycle = CORE_CARDS - HAND_LIMIT * g.seats - len(g.fog) - 16
    left = g.decks[CORE].left + max(0, g.card.deck_timer - 1 - g.playthroughs) * cycle
    used = g.card.deck_timer * cycle - left
    usual = CARDS_OF_A_TURN * len(g.fireteams)
    pace = max(12, usual if g.round_no <= 1 else (usual + used) // g.round_no)
    return 1 + left // pace


def _survivors(g: OwmState, side: Side) -> list[SoldierId]:
    """Return the soldiers of a side who are left, and those who have left the map with a player:
    they count as left (A-145). Lu is no soldier (A-64)."""
    left = [s for t in g.fireteams.values() if g.sides[t.seat] is side for s in t.line if s != LU]
    return left + [s for s in g.withdrawn if g.side_of(s) is side]
