"""Moments at which any seat may react: a window, asked in order, last card played first.

The same windows open whatever the hands hold. A seat passes once, or gives a *standing pass*
that ends by itself when its words say; both are public answers.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Call, Done, Frame, GameState, Refusal
from owm_net.engine.records import Record, register
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View


@register("pass")
@frozen
class Pass(Answer):
    """Nothing, in this window. until: "" for once, or one of the window's standing words."""

    until: str = ""


@register("stacked")
@frozen
class Stacked(Record):
    """A card played into a window and not executed yet."""

    seat: int
    answer: Answer
    cancelled: bool = False


@define
class Window(Frame):
    """Seats are asked in `order`; a play starts the round again; when all have passed in a
    row the newest play executes, and the window opens again for what lies below.

    Subclasses add `offers_react`, `judge_play` and `execute`, and are registered as frames.
    """

    order: list[int]
    stack: list[Stacked] = field(factory=list)
    passed: int = 0

    def start(self, g: GameState) -> Any:
        """Ask the next seat that has not given a standing pass."""
        while self.passed < len(self.order):
            seat = self.order[self.passed]
            if seat not in g.standing:
                return Ask(Choose(seat, "react"), then=self.hear)
            self.passed += 1
        return self.execute_top

    def hear(self, g: GameState, answer: Answer) -> Any:
        """A pass, or a card on top of the stack."""
        seat = self.order[self.passed]
        if isinstance(answer, Pass):
            if answer.until:
                g.standing[seat] = answer.until
            self.passed += 1
            return self.start
        self.laid(g, seat, answer)
        self.stack.append(Stacked(seat, answer))
        self.order = self.order_after(g, seat)
        self.passed = 0
        return self.start

    def execute_top(self, g: GameState) -> Any:
        """Execute the newest play; an empty stack closes the window."""
        if not self.stack:
            return Done()
        top = self.stack.pop()
        self.passed = 0
        if top.cancelled:
            return self.reopen
        frame = self.execute(g, top)
        return Call(frame, then=self.reopen) if frame is not None else self.reopen

    def reopen(self, g: GameState) -> Any:
        """After a play has executed: whoever wants may answer what lies below it."""
        return self.start if self.stack else Done()

    def why_not_react(self, view: View[Any], answer: Answer) -> Refusal | None:
        """A pass is always allowed; a play is judged by the subclass."""
        if isinstance(answer, Pass):
            if answer.until and answer.until not in self.standing_words():
                return Refusal("KERNEL", f"nobody can pass until {answer.until[:20]!r}")
            return None
        return self.judge_play(view, answer)

    def standing_words(self) -> tuple[str, ...]:
        """The words a standing pass may use; none unless the game has some."""
        return ()

    def order_after(self, g: GameState, seat: int) -> list[int]:
        """Who is asked after `seat` has played: the others in order, then the player again."""
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[: at + 1]

    def cancel_top(self) -> None:
        """Cancel the play directly below the one that executes now."""
        if self.stack:
            self.stack[-1] = self.stack[-1].with_(cancelled=True)

    def judge_play(self, view: View[Any], answer: Answer) -> Refusal | None:
        """Whether a play is allowed now. Subclasses must say."""
        return Refusal("KERNEL", "nothing can be played here")

    def laid(self, g: GameState, seat: int, answer: Answer) -> None:
        """A play has been laid: move its card. Subclasses that use cards say how."""

    def execute(self, g: GameState, play: Stacked) -> Frame | None:
        """What a play does: at once, or by a frame that is run. Subclasses must say."""
        return None


def end_standing(g: GameState, word: str) -> None:
    """The moment named by a standing pass has come: those who waited for it are asked again."""
    for seat in [s for s, until in g.standing.items() if until == word]:
        del g.standing[seat]
