"""The lessons of a rule system at its table, in the window."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from owm_net.client import tables
from owm_net.client.front import Front
from owm_net.client.language import tr
from owm_net.client.match.coach import Coach
from owm_net.engine.lessons import Lesson, LessonCourse, Practice, paragraphs
from owm_net.engine.system import System
from owm_net.engine.text import say

NEXT = say(
    "Help, at the top of the table, explains what is on it. New game begins a whole match against"
    " the computer: take level Private."
)
"""What is said after the last lesson."""


def lessons(
    system: System, first: int, reached: Callable[[int], None]
) -> Callable[[Front], Awaitable[None]]:
    """A `main` for `client.app`: one lesson after the other, from one of them on (0 is the first).

    reached: is told which comes next; 0 when all are done.
    """
    course = system.course()
    assert course is not None

    async def main(front: Front) -> None:
        many = len(course.lessons)
        front.sitting.exit.kept = False
        last = course.lessons[-1]
        ends = () if last.lay is not None else tuple(paragraphs(tr(last.text)))
        for at in range(first if first < many else 0, many):
            reached(at)
            if not (ends and at == many - 1):  # what is only read stands on the last page
                await _Teacher(front, system, course, at).teach(course.lessons[at])
        reached(0)
        coach = (teacher := _Teacher(front, system, course, many - 1)).coach
        coach.lesson, coach.last = last, True
        coach.text = (*ends, *paragraphs(tr(course.end)), tr(NEXT))
        await teacher.read()

    return main


class _Teacher:
    """One lesson, to one who learns."""

    def __init__(self, front: Front, system: System, course: LessonCourse, at: int) -> None:
        self.front = front
        self.coach = Coach(course.title, at, len(course.lessons))
        self.tour = tables.find(system).tour
        front.sitting.coach = self.coach

    async def teach(self, lesson: Lesson) -> None:
        """The page, then what is to be done at the table."""
        coach = self.coach
        coach.lesson, coach.text = lesson, tuple(paragraphs(tr(lesson.text)))
        await self.read()
        if lesson.lay is None:
            return
        coach.page = False
        self.front.sitting.log.lines.clear()
        practice = Practice(lesson, stops=True, watch=self._show)
        if not lesson.tasks:
            for coach.points, coach.say in self.tour:
                await self.read()
        else:
            await self._practise(practice)

    async def _practise(self, practice: Practice) -> None:
        coach, front = self.coach, self.front
        while True:
            coach.task = None
            if (theirs := practice.theirs) is not None:
                await self.read_told()  # what has come of one's own
                coach.told, coach.say = (), theirs.say
                await self.read()
                practice.go_on()
                coach.say, coach.told = "", (theirs.done,)
            coach.task = task = practice.task
            if practice.theirs is not None:
                continue
            if task is None:
                break
            coach.refused = practice.give(await front.decide(practice.view))
            if not coach.refused:
                coach.told = tuple(text for text in (task.done, task.then) if text)
        await self.read_told()

    async def read_told(self) -> None:
        """Show the result of a task, then what to try in a match: one after the other, because both
        do not always fit."""
        for text in self.coach.told:
            self.coach.told = (text,)
            await self.read()

    async def read(self) -> None:
        """Until what is said has been read."""
        gone_on = trio.Event()
        self.coach.go_on = gone_on.set
        self.front.sitting.touch()
        self.front.wake()
        await gone_on.wait()
        self.coach.go_on = lambda: None

    def _show(self, practice: Practice) -> None:
        self.front.told(practice.view, list(practice.g.events))
