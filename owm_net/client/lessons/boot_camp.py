"""The lessons of a rule system at its table, in the window."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from owm_net.client.front import Front
from owm_net.client.match.coach import BACK, NEXT, SKIP, Coach
from owm_net.engine.agenda import GameState
from owm_net.engine.lessons import LessonCourse, Practice
from owm_net.engine.requests import Answer
from owm_net.engine.view import View

Reached = Callable[[str, int], None]
"""Told which lesson the player is in, and how many of its steps are done."""


def lessons(
    course: LessonCourse, number: int, step: int, reached: Reached
) -> Callable[[Front], Awaitable[None]]:
    """A `main` for `client.app`: one lesson after the other, from a step of one of them on; both
    are counted from 0."""

    async def main(front: Front) -> None:
        front.sitting.exit.kept = False
        at, begins = number, step
        while (wish := await _Teacher(front, course, at, reached).teach(begins)) == NEXT:
            at, begins = at + 1, 0
        coach = front.sitting.coach
        assert coach is not None
        coach.wish, front.sitting.exit.closing = wish, True
        front.wake()

    return main


class _Teacher:
    """One lesson, to one who learns."""

    def __init__(self, front: Front, course: LessonCourse, number: int, reached: Reached) -> None:
        self.front, self.course, self.number = front, course, number
        self.lesson, self.reached = course.lessons[number], reached

    async def teach(self, begins: int) -> str:
        """From a step on to the end. Return what the player wants then."""
        coach = self._coach(begins if begins < len(self.lesson.steps) else 0)
        while coach.practice.step is not None:
            self.reached(self.lesson.key, coach.practice.at)
            wish, answer = await self._answer(coach)
            if wish == BACK:
                coach = self._coach(max(0, coach.practice.at - 1))
            elif wish == SKIP:
                coach.refused = coach.practice.give(coach.practice.wanted)
            elif answer is not None:
                coach.refused = coach.practice.give(answer)
            else:
                return wish
        self.reached(self.lesson.key, len(self.lesson.steps))
        coach.over = True
        return await self._wish(coach)

    def _coach(self, begins: int) -> Coach:
        """The lesson as it stands at a step; the table shows that."""
        front = self.front
        front.sitting.log.clear()
        front.sitting.presenter.clear()
        front.sitting.ui.selected, front.sitting.ui.selected_at = 0, -1
        practice = Practice(self.lesson, begins)
        coach = Coach(self.course, self.number, practice)
        front.sitting.coach = coach
        front.told(practice.view, [])
        practice.watch = lambda now: front.told(now.view, list(now.g.events))
        return coach

    async def _answer(self, coach: Coach) -> tuple[str, Answer | None]:
        """What the player wants, or answers: whichever comes first."""
        found: list[tuple[str, Answer | None]] = []

        async def decide(view: View[GameState], scope: trio.CancelScope) -> None:
            found.append(("", await self.front.decide(view)))
            scope.cancel()

        async def wish(scope: trio.CancelScope) -> None:
            found.append((await self._wish(coach), None))
            scope.cancel()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(decide, coach.practice.view, nursery.cancel_scope)
            nursery.start_soon(wish, nursery.cancel_scope)
        return found[0]

    async def _wish(self, coach: Coach) -> str:
        """What the player wants of the lesson."""
        wished = trio.Event()
        wishes: list[str] = []

        def choose(wish: str) -> None:
            wishes.append(wish)
            wished.set()

        coach.choose = choose
        self.front.sitting.touch()
        self.front.wake()
        await wished.wait()
        coach.choose = lambda wish: None
        return wishes[0]
