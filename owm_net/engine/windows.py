"""Moments at which several seats may play: each asked in turn, until all have passed in a row.

`Window`: what is played waits on a stack; the last card played executes first. `Exchange`: each
play executes at once, and the next seat is asked.

The same windows open whatever the hands hold. A window names the standing passes (`passing`) that
silence it, and asks no seat for which one of them stands.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Frame, GameState, Kind, Outcome
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.passing import is_silent
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer

G = TypeVar("G", bound=GameState)
A = TypeVar("A", bound=Answer)
R = TypeVar("R")


@record("stacked")
class Stacked(Record, Generic[A]):
    """A play that waits in a window and has not executed yet."""

    seat: Seat
    answer: A
    cancelled: bool = False


@define
class Window(Frame[R], Generic[G, A, R]):
    """A window in which seats are asked in `order`. A play starts the round again; when all have
    passed in a row, the newest play executes, and the window opens again for the plays below it.

    G: the state. A: the plays, beside `Pass`. R: the result.

    Subclasses name the kind of the decision, have its offers and its judge, and say what a play
    does and what happens when nothing is left to do (`close`); they are registered as frames. The
    same seats are asked whatever the hands hold, except for public facts: `may_play`.
    """

    order: list[Seat]
    stack: list[Stacked[A]] = field(factory=list)
    passed: int = 0

    def start(self, g: G) -> Outcome[R]:
        """Ask the next seat that can play and that no standing pass silences."""
        while self.passed < len(self.order):
            seat = self.order[self.passed]
            if self.may_play(g, seat) and not is_silent(g, seat, self.silenced_by()):
                return Ask(self.kind().of(seat), then=self.hear)
            self.passed += 1
        return self.execute_top

    def hear_pass(self, g: G) -> Outcome[R]:
        """Ask the next one."""
        self.passed += 1
        return self.start

    def hear(self, g: G, answer: A) -> Outcome[R]:
        """Put a play on top of the stack."""
        seat = self.order[self.passed]
        self.laid(g, seat, answer)
        self.stack.append(Stacked(seat, answer))
        self.order = self.order_after(g, seat)
        self.passed = 0
        return self.start

    def execute_top(self, g: G) -> Outcome[R]:
        """Execute the newest play; an empty stack closes the window."""
        if not self.stack:
            return self.close
        top = self.stack.pop()
        self.passed = 0
        if top.cancelled:
            return self.reopen
        frame = self.execute(g, top.seat, top.answer)
        return Call(frame, then=self.reopen) if frame is not None else self.reopen

    def reopen(self, g: G) -> Outcome[R]:
        """Ask again after a play has executed: anyone may answer the plays below it."""
        return self.start if self.stack else self.close

    def close(self, g: G) -> Outcome[R]:
        """Nothing is left on the stack. Subclasses say with which result the window ends."""
        raise EngineBug(f"{self.name} does not say what comes when all have passed")

    def may_play(self, g: G, seat: Seat) -> bool:
        """Return True if a seat is asked at all; use public facts only."""
        return True

    def kind(self) -> Kind[A]:
        """The kind of decision by which a play is asked for. Subclasses must say."""
        raise EngineBug(f"{self.name} does not say what it asks for")

    def silenced_by(self) -> tuple[str, ...]:
        """The words of standing passes for which a seat is not asked here; see `is_silent`."""
        return ()

    def order_after(self, g: G, seat: Seat) -> list[Seat]:
        """Return the seats to ask after `seat` has played: the others in order, then the player
        again."""
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[: at + 1]

    def cancel_top(self) -> None:
        """Cancel the play directly below the one that executes now."""
        if self.stack:
            self.stack[-1] = self.stack[-1].with_(cancelled=True)

    def laid(self, g: G, seat: Seat, play: A) -> None:
        """A play has been laid: move its card. Subclasses that use cards say how."""

    def execute(self, g: G, seat: Seat, play: A) -> Frame[None] | None:
        """Execute a play: at once, or by returning a frame to run. Subclasses must say."""
        return None


@define
class Exchange(Frame[R], Generic[G, A, R]):
    """Seats play by turns, each play at once; when all have passed in a row it is over.

    G: the state. A: the plays, beside `Pass`. R: the result.
    seat: who is asked next. passes: in a row so far.

    Subclasses name the kind of the decision, have its offers and its judge, and say what a play
    does. The same seats are asked whatever the hands hold, except for public facts: `may_play`.
    """

    seat: Seat
    passes: int = 0

    def start(self, g: G) -> Outcome[R]:
        """Ask the next seat that can play and that no standing pass silences."""
        while self.passes < g.seats:
            if self.may_play(g) and not is_silent(g, self.seat, self.silenced_by()):
                return Ask(self.kind().of(self.seat), then=self.hear)
            self._next(g, passed=True)
        return self.close

    def hear_pass(self, g: G) -> Outcome[R]:
        """Ask the next one."""
        self._next(g, passed=True)
        return self.start

    def hear(self, g: G, answer: A) -> Outcome[R]:
        """A play, and what it does."""
        frame = self.execute(g, answer)
        self._next(g, passed=False)
        return Call(frame, then=self.start) if frame is not None else self.start

    def kind(self) -> Kind[A]:
        """The kind of decision by which a play is asked for. Subclasses must say."""
        raise EngineBug(f"{self.name} does not say what it asks for")

    def silenced_by(self) -> tuple[str, ...]:
        """The words of standing passes for which a seat is not asked here; see `is_silent`."""
        return ()

    def close(self, g: G) -> Outcome[R]:
        """All have passed in a row. Subclasses decide what happens then, and with which result."""
        raise EngineBug(f"{self.name} does not say what comes when all have passed")

    def may_play(self, g: G) -> bool:
        """Return True if `seat` is asked at all; use public facts only."""
        return True

    def execute(self, g: G, play: A) -> Frame[None] | None:
        """Execute a play of `seat`: at once, or by returning a frame to run. Subclasses must
        say."""
        return None

    def _next(self, g: G, passed: bool) -> None:
        self.passes = self.passes + 1 if passed else 0
        self.seat = g.after(self.seat)
