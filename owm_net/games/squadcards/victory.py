"""Casualties, and the ways a match ends (2.10, SQD-GAP-07)."""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, End, Event, Frame, InLog, Outcome, frame
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Result, Reveal
from owm_net.engine.text import listed, say
from owm_net.engine.zones import open_slots, slots_of
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SEATS, SquadId, opponent
from owm_net.games.squadcards.state import CATALOG, OBJECTIVES_TO_WIN, SquadState
from owm_net.games.squadcards.terms import Nation
from owm_net.games.squadcards.words import seat_name


@record("squadcards.end")
class Ended(Event):
    """The match is over. winner: None for a draw."""

    headline = True
    in_log = InLog.HEADING

    winner: Seat | None
    reason: str
    rule: str = field(kw_only=True)

    def sentence(self, g: SquadState) -> str:
        if self.winner is None:
            return say("End: {reason}; a draw", reason=self.reason)
        return say(
            "End: {reason}; {nation} win",
            reason=self.reason,
            nation=seat_name(g, self.winner),
        )


@record("squadcards.gone")
class SquadGone(SquadEvent):
    """SQD-GAP-11: a squad has no men left, and its side has others."""

    words = say("{squad} are no more")
    rule = "SQD-GAP-11"

    squad: SquadId


def strength(g: SquadState, seat: Seat) -> int:
    """Men left in percent of those it began with (SQD-GAP-07)."""
    squads = g.all_of(seat)
    began = sum(starting_men(g, g.squads[s].nation) for s in squads)
    return sum(g.squads[s].men for s in squads) * 100 // began


def starting_men(g: SquadState, nation: Nation) -> int:
    """SQD-SET-05, with the handicap of SQD-GAP-13 if it was agreed."""
    row = CATALOG.nations[nation]
    return row.men + (row.handicap_men if g.options.handicap else 0)


def scores(g: SquadState) -> tuple[int, ...]:
    """Of each seat: 1000 for each Mission Objective, and its men left in percent."""
    return tuple([1000 * len(g.objectives[s]) + strength(g, s) for s in SEATS])


def aim(g: SquadState) -> str:
    """What wins, and the objectives of each side, once squads are chosen."""
    if not g.squads:
        return ""
    each = listed([listed([seat_name(g, s), str(len(g.objectives[s]))], " ") for s in SEATS])
    if limit := g.options.turn_limit:
        return say(
            "{all} Mission Objectives or an enemy without men win at once, more objectives after"
            " turn {limit}: {each}",
            all=OBJECTIVES_TO_WIN,
            limit=limit,
            each=each,
        )
    return say(
        "{all} Mission Objectives or an enemy without men win: {each}",
        all=OBJECTIVES_TO_WIN,
        each=each,
    )


def won_by(g: SquadState, winner: Seat, rule: str, reason: str) -> End:
    """One side has won at once (R-43)."""
    g.tell(Ended(winner, reason, rule=rule))
    return End(Result((winner,), scores(g), reason))


def is_timed(g: SquadState) -> bool:
    """Return True if neither objectives nor losses have ended the match, but its last turn."""
    found = any(len(g.objectives[seat]) >= OBJECTIVES_TO_WIN for seat in SEATS)
    return not found and all(g.living(seat) for seat in SEATS)


def check_objectives(g: SquadState, seat: Seat) -> End | None:
    """The end if a seat has three Mission Objectives face up (SQD-VIC-02)."""
    if len(g.objectives[seat]) < OBJECTIVES_TO_WIN:
        return None
    return won_by(g, seat, "SQD-VIC-02", say("three Mission Objectives"))


def out_of_turns(g: SquadState) -> End:
    """SQD-GAP-07: more objectives, then the greater share of men, then a draw."""
    both = scores(g)
    best = max(both)
    winners = tuple([s for s in SEATS if both[s] == best])
    reason = say("{turn_limit} player turns", turn_limit=g.options.turn_limit)
    if len(winners) > 1:
        winners = ()
    g.tell(Ended(winners[0] if winners else None, reason, rule="SQD-GAP-07"))
    return End(Result(winners, both, reason))


@frame("squadcards.casualties")
@define
class Casualties(Frame[None]):
    """A squad loses men (killed, captured or routed). The last one ends the game, or with
    several squads takes the squad and its cards from the table (SQD-GAP-11)."""

    squad: SquadId
    n: int

    def start(self, g: SquadState) -> Outcome[None]:
        """Remove the men; a side with none left loses at once (SQD-VIC-01)."""
        squad = g.squads[self.squad]
        squad.men -= self.n
        if squad.men:
            return Done()
        if not g.living(squad.seat):
            reason = say("the loser has no men left")
            return won_by(g, opponent(squad.seat), "SQD-VIC-01", reason)
        g.tell(SquadGone(self.squad))
        g.discard.extend([*squad.attached, *squad.flanking])
        squad.attached, squad.flanking = [], []
        hidden = slots_of(g.hands[self.squad])
        if hidden:
            return Ask(Reveal(squad.seat, hidden), then=self.lay_down)
        return Done()

    def lay_down(self, g: SquadState, cards: tuple[CardNumber, ...]) -> Outcome[None]:
        """Its hand, opened, goes to the discard pile (R-53)."""
        hand = g.hands[self.squad]
        open_slots(hand, dict(zip(slots_of(hand), cards, strict=True)))
        g.discard.extend([CardNumber(card) for card in hand])
        hand.clear()
        return Done()
