"""Dice: a game without cards, decks or hands. Rules: dice.md beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    Ask,
    End,
    Event,
    Frame,
    GameState,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.records import record, register
from owm_net.engine.requests import Answer, PickNumber, Result, Roll
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.engine.view import View


@record("dice.pace")
class Pace(Answer):
    """How far a seat wants to move, 1 to 6; it does if it throws as much (DICE-01)."""

    words = say("a pace of {steps}")

    steps: int


@record("dice.press")
class Press(Answer):
    """Try for more: three steps ahead or one back, by chance (DICE-02)."""

    words = say("press")


@record("dice.moved")
class Moved(Event):
    """A seat is at another place now."""

    words = say("{seat} is at {to}")
    seat: Seat
    to: int
    rule: str = field(default="DICE-01", kw_only=True)


@register("dice.track")
@define(kw_only=True)
class Track(GameState):
    """at: where each seat is. paces: of this round. rounds: still to come."""

    rounds: int = 3
    at: list[int] = field(factory=list)
    paces: list[int] = field(factory=list)


PACE = Kind("pace", Pace, rule="DICE-01", why="a pace is asked for")
PRESS = Kind("press", Press, rule="DICE-02", why="to press or to pass is asked for", passes=True)

FIRST = Seat(0)
"""Before anybody has moved."""


@frame("dice.race")
@define
class Race(Frame[None]):
    """The whole game. last: the seat that may press."""

    last: Seat = FIRST

    def start(self, g: Track) -> Outcome[None]:
        """Every seat says its pace in secret, round after round (DICE-01, DICE-03)."""
        if not g.rounds:
            winners = tuple([seat for seat in g.players if g.at[seat] == max(g.at)])
            return End(Result(winners, tuple(g.at), "the last round is over"))
        g.rounds -= 1
        return Ask(PACE.secretly(g.players), then=self.throw)

    @PACE.offers
    def offers_pace(self, view: View[Track]) -> Iterator[Pace]:
        """A pace of 1 to 6."""
        yield from map(Pace, range(1, 7))

    @PACE.judges
    def why_not_pace(self, view: View[Track], answer: Pace) -> Refusal | None:
        """A pace is 1 to 6 (DICE-01)."""
        return None if 1 <= answer.steps <= 6 else Refusal("DICE-01", "a pace of 1 to 6 it is")

    def throw(self, g: Track, paces: tuple[Pace, ...]) -> Outcome[None]:
        """A die for each seat (DICE-01)."""
        g.paces = [pace.steps for pace in paces]
        return Ask(Roll(6, g.seats, "how far"), then=self.move)

    def move(self, g: Track, dice: tuple[int, ...]) -> Outcome[None]:
        """Move: a seat that throws its pace or more moves so far; the last one may press (DICE-01,
        DICE-02)."""
        for seat, pace, thrown in zip(g.players, g.paces, dice, strict=True):
            if thrown >= pace:
                g.at[seat] += pace
                g.tell(Moved(seat, g.at[seat]))
        self.last = min(g.players, key=lambda seat: (g.at[seat], seat))
        return Ask(PRESS.of(self.last), then=self.hear)

    @PRESS.offers
    def offers_press(self, view: View[Track]) -> Iterator[Press]:
        """To press, or to leave it."""
        yield Press()

    def hear(self, g: Track, answer: Press) -> Outcome[None]:
        """The kernel picks."""
        return Ask(PickNumber(2, "press"), then=self.pressed)

    def passed_press(self, g: Track) -> Outcome[None]:
        """A pass begins the next round (DICE-02)."""
        return self.start

    def pressed(self, g: Track, picked: tuple[int]) -> Outcome[None]:
        """Three steps ahead, or one back but never behind the start (DICE-02)."""
        g.at[self.last] = g.at[self.last] + 3 if picked[0] else max(0, g.at[self.last] - 1)
        g.tell(Moved(self.last, g.at[self.last], rule="DICE-02"))
        return self.start


class Dice(System):
    """Registered as "dice" by its tests."""

    id = "dice"
    title = "Dice"
    version = "1"
    missions = ("race",)
    levels = ("standard",)
    seats: ClassVar[tuple[int, int]] = (2, 3)

    def new_game(self, setup: Setup) -> GameState:
        """Return a new game: every seat at the start, and nothing thrown."""
        return Track(seats=setup.seats, at=[0] * setup.seats, agenda=[Race()])

    def briefing(self, g: GameState) -> Briefing:
        return Briefing("", "")

    def data_digest(self) -> bytes:
        """It has no data files, so the digest is always the same."""
        return bytes(32)

    def card_name(self, card: int) -> str:
        """It has no cards, but every system must name any number."""
        return f"card {card}"
