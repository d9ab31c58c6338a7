"""Casualties, and the ways a match ends (2.10, SQD-GAP-07)."""

from __future__ import annotations

from attrs import define

from owm_net.engine.agenda import Ask, Done, End, Frame, Outcome, frame
from owm_net.engine.requests import Result, Reveal
from owm_net.engine.zones import open_slots, slots_of
from owm_net.games.squadcards.state import CATALOG, OBJECTIVES_TO_WIN, Table
from owm_net.games.squadcards.terms import Nation


def strength(g: Table, seat: int) -> int:
    """Men left in percent of those it began with (SQD-GAP-07)."""
    squads = g.all_of(seat)
    began = sum(starting_men(g, g.squads[s].nation) for s in squads)
    return sum(g.squads[s].men for s in squads) * 100 // began


def starting_men(g: Table, nation: Nation) -> int:
    """SQD-SET-05, with the handicap of SQD-GAP-13 if it was agreed."""
    row = CATALOG.nations[nation]
    return row.men + (row.handicap_men if g.options.handicap else 0)


def scores(g: Table) -> tuple[int, ...]:
    """1000 for each Mission Objective, and the men left in percent."""
    return tuple([1000 * len(g.objectives[s]) + strength(g, s) for s in range(g.seats)])


def won_by(g: Table, winner: int, rule: str, reason: str) -> End:
    """One side has won at once (R-43)."""
    g.tell("end", rule, reason=reason, winner=winner)
    return End(Result((winner,), scores(g), reason))


def check_objectives(g: Table, seat: int) -> End | None:
    """SQD-VIC-02."""
    if len(g.objectives[seat]) < OBJECTIVES_TO_WIN:
        return None
    return won_by(g, seat, "SQD-VIC-02", "three Mission Objectives")


def out_of_turns(g: Table) -> End:
    """SQD-GAP-07: more objectives, then the greater share of men, then a draw."""
    both = scores(g)
    best = max(both)
    winners = tuple([s for s, score in enumerate(both) if score == best])
    reason = f"{g.options.turn_limit} player turns"
    if len(winners) > 1:
        winners = ()
    g.tell("end", "SQD-GAP-07", reason=reason, winner=winners[0] if winners else -1)
    return End(Result(winners, both, reason))


@frame("squadcards.casualties")
@define
class Casualties(Frame[None]):
    """A squad loses men (killed, captured or routed). The last one ends the game, or with
    several squads takes the squad and its cards from the table (SQD-GAP-11)."""

    squad: int
    n: int

    def start(self, g: Table) -> Outcome[None]:
        """SQD-VIC-01."""
        squad = g.squads[self.squad]
        squad.men -= self.n
        if squad.men:
            return Done()
        if not g.living(squad.seat):
            reason = "the loser has no men left"
            return won_by(g, 1 - squad.seat, "SQD-VIC-01", reason)
        g.tell_seat("gone", "SQD-GAP-11", self.squad)
        g.discard.extend([*squad.attached, *squad.flanking])
        squad.attached, squad.flanking = [], []
        hidden = slots_of(g.hands[self.squad])
        if hidden:
            return Ask(Reveal(squad.seat, hidden), then=self.lay_down)
        return Done()

    def lay_down(self, g: Table, cards: tuple[int, ...]) -> Outcome[None]:
        """Its hand goes to the discard pile."""
        hand = g.hands[self.squad]
        open_slots(hand, dict(zip(slots_of(hand), cards, strict=True)))
        g.discard.extend(hand)
        hand.clear()
        return Done()
