"""Chits: drawn in secret toward a side's breaking point. HAIL-PVIC-02 to -05, HAIL-TURN-09."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    End,
    Event,
    Foul,
    Frame,
    InLog,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Result, Reveal
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.blinds import open_blind, open_blinds
from owm_net.games.hailfire.hero import CARDS, hero_value
from owm_net.games.hailfire.ids import NO_SEAT, SEATS, opponent
from owm_net.games.hailfire.state import BLINDS, CHITS, HERO, HailfireState
from owm_net.games.hailfire.terms import CHITS as BAG
from owm_net.games.hailfire.words import seat_name

FIRST = CARDS * len(SEATS)
"""The number of the first chit's card; the Hero Dice come before them."""
MOST = max(BAG)


def chit_value(card: int) -> int:
    return BAG[(card - FIRST) % len(BAG)]


def chit_cards(seat: Seat) -> range:
    """The cards of a seat's bag (HAIL-PVIC-03)."""
    start = FIRST + seat * len(BAG)
    return range(start, start + len(BAG))


@record("hailfire.break")
class SayBroken(Answer):
    """HAIL-PVIC-04: whether the limit has been reached. Only its owner knows; a lie is found when
    the chits are opened. chit: the slot of the one that was drawn last."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Breaking point")
    help: ClassVar[str] = say("Whoever reaches their limit says so and loses (HAIL-PVIC-04)")

    broken: bool
    chit: int

    def sentence(self, view: View[HailfireState]) -> str:
        return say("my limit is reached") if self.broken else say("my limit is not reached")


BREAK = Kind(
    "break",
    SayBroken,
    rule="HAIL-PVIC-04",
    why=say("say if the limit is reached"),
    deed=say("look at a chit"),
)


@record("hailfire.chit_drawn")
class ChitDrawn(Event):
    """A seat has drawn a chit. drawn: how many it has by now."""

    words = say("{seat} draw chit number {drawn}")
    rule = "HAIL-PVIC-02"

    seat: Seat
    drawn: int


@record("hailfire.opened")
class Opened(Event):
    """At the end all is opened (HAIL-PVIC-04, HAIL-PHERO-04)."""

    words = say("{seat} have chits for {total}, of {limit}")
    rule = "HAIL-PVIC-04"

    seat: Seat
    total: int
    limit: int


@record("hailfire.ended")
class Ended(Event):
    """The battle is over."""

    words = say("End: {why}")
    rule = "HAIL-PVIC-06"
    headline = True
    in_log = InLog.HEADING

    why: str


@frame("hailfire.toll")
@define
class Toll(Frame[None]):
    """Chits that are owed are drawn, and each is looked at by its owner; then whether the battle is
    over at once (HAIL-PVIC-02, -04, -05)."""

    seat: Seat = NO_SEAT

    def start(self, g: HailfireState) -> Outcome[None]:
        """The next that is owed; a side without a Team has lost (HAIL-PVIC-05)."""
        for seat in SEATS:
            if not g.has_teams(seat):
                why = say("{side} have no Team left", side=seat_name(g, seat))
                return Call(Audit(opponent(seat), why), then=self.over)
        if not g.owing:
            return Done()
        self.seat = g.owing.pop(0)
        hand = CHITS + self.seat
        return Ask(g.draw(self.seat, f"chits {self.seat}", 1, hand), then=self.drawn)

    def over(self, g: HailfireState) -> Outcome[None]:
        """Never: the audit ends the game."""
        return Done()

    def drawn(self, g: HailfireState) -> Outcome[None]:
        """Ask the seat only if all chits together could reach its limit."""
        drawn = len(g.hands[CHITS + self.seat])
        g.tell(ChitDrawn(self.seat, drawn))
        if MOST * drawn < g.limits[self.seat]:
            return self.start
        return Ask(BREAK.of(self.seat), then=self.hear)

    @BREAK.tells
    def about_break(self, view: View[HailfireState]) -> About:
        """Tell what the seat has."""
        total = known_total(view)
        limit = view.state.limits[self.seat]
        said = (
            say("your chits come to {total} of {limit}", total=total, limit=limit)
            if total is not None
            else ""
        )
        return About(say("say if your limit is reached"), said, "HAIL-PVIC-04")

    @BREAK.offers
    def offers_break(self, view: View[HailfireState]) -> Iterator[SayBroken]:
        """Both; only the truth is allowed."""
        chit = view.state.hands[CHITS + self.seat][-1]
        yield SayBroken(False, chit)
        yield SayBroken(True, chit)

    @BREAK.judges
    def why_not_break(self, view: View[HailfireState], answer: SayBroken) -> Refusal | None:
        """Judge by the chits, if this view can see them."""
        if answer.chit != view.state.hands[CHITS + self.seat][-1]:
            return Refusal("HAIL-PVIC-04", say("name the chit that you drew last"))
        total = known_total(view, self.seat)
        if total is None:
            return None
        if answer.broken == (total >= view.state.limits[self.seat]):
            return None
        return Refusal("HAIL-PVIC-04", say("the chits come to {total}", total=total))

    def hear(self, g: HailfireState, answer: SayBroken) -> Outcome[None]:
        """He goes on, or has lost."""
        if answer.broken:
            g.broken = self.seat
            winner = opponent(self.seat)
            return Call(Audit(winner, ""), then=self.over)
        drawn = len(g.hands[CHITS + self.seat])
        a, b = g.denied
        g.denied = (drawn, b) if self.seat == SEATS[0] else (a, drawn)
        return self.start


def known_total(view: View[HailfireState], seat: Seat | None = None) -> int | None:
    """Return the total of a seat's chits, if this view may know all of them."""
    whose = view.seat if seat is None else seat
    cards = [view.card(slot) for slot in view.state.hands[CHITS + whose]]
    return None if None in cards else sum([chit_value(c) for c in cards if c is not None])


@frame("hailfire.audit")
@define
class Audit(Frame[None]):
    """The end: chits and Hero Dice are opened, and a limit that was kept quiet is a foul
    (HAIL-PVIC-04, HAIL-PHERO-04). winner: NO_SEAT where the totals decide (HAIL-PVIC-06). why: ""
    where a side has broken."""

    winner: Seat
    why: str
    opened: int = 0

    def start(self, g: HailfireState) -> Outcome[None]:
        """One hand after the other."""
        while self.opened < len(g.hands):
            closed = tuple([slot for slot in g.hands[self.opened] if slot < 0])
            if closed:
                seat = SEATS[self.opened % len(SEATS)]
                return Ask(Reveal(seat, closed), then=self.note)
            self.opened += 1
        return self.judge

    def note(self, g: HailfireState, cards: tuple[int, ...]) -> Outcome[None]:
        """They are open, in the order in which they were drawn."""
        if self.opened >= BLINDS:
            for blind, card in zip(open_blinds(g), cards, strict=True):
                open_blind(g, blind, card)
        else:
            g.hands[self.opened] = list(cards)
        self.opened += 1
        return self.start

    def judge(self, g: HailfireState) -> Outcome[None]:
        """Name a seat that was over its limit, or overspent."""
        for seat in SEATS:
            value = hero_value(g.hands[HERO + seat][0])
            if g.spent[seat] > value:
                why = say(
                    "{spent} Hero Points were spent, the die showed {value}",
                    spent=g.spent[seat],
                    value=value,
                )
                return Foul(seat, "HAIL-PHERO-04", why)
            total = sum(map(chit_value, g.hands[CHITS + seat]))
            limit = g.limits[seat]
            g.tell(Opened(seat, total, limit))
            denied = sum(map(chit_value, g.hands[CHITS + seat][: g.denied[seat]]))
            if denied >= limit:
                return Foul(
                    seat,
                    "HAIL-PVIC-04",
                    say("chits of {denied} reached {limit} unsaid", denied=denied, limit=limit),
                )
            if g.broken == seat and total < limit:
                return Foul(
                    seat,
                    "HAIL-PVIC-04",
                    say("chits of {total} were said to reach {limit}", total=total, limit=limit),
                )
        return self.close

    def close(self, g: HailfireState) -> Outcome[None]:
        """HAIL-PVIC-06: the lower total where nothing else has decided."""
        totals = [sum(map(chit_value, g.hands[CHITS + seat])) for seat in SEATS]
        winner = self.winner
        if winner == NO_SEAT and totals[0] != totals[1]:
            winner = SEATS[totals[0] > totals[1]]
            self.why = say("as many objectives after the last round, and fewer chits")
        if g.broken != NO_SEAT:
            self.why = say(
                "{side} have reached their breaking point of {limit}",
                side=seat_name(g, g.broken),
                limit=g.limits[g.broken],
            )
        g.tell(Ended(self.why))
        winners = () if winner == NO_SEAT else (winner,)
        return End(Result(winners, tuple([-total for total in totals]), self.why))
