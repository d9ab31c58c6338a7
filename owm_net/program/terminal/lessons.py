"""Lessons in the terminal: the questions and choices that `--text` has in a match."""

from __future__ import annotations

import sys
from contextlib import suppress

from attrs import define

from owm_net.client.language import tr
from owm_net.client.tables.terminal import Conversation
from owm_net.client.terminal.parts import Line, Look, spoken
from owm_net.client.words import capital
from owm_net.engine.lessons import Lesson, LessonCourse, Practice
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files.home import folder, program
from owm_net.files.progress import reach
from owm_net.program.terminal.lines import show
from owm_net.program.terminal.printing import tell

HOW = say(
    "Choose as in a match: a number, then Enter. advise shows what the step means, skip does it for"
    " you, step goes one step back, quit leaves. Words in capitals name a sort of choice; the line"
    " that begins with Choose here says which one is meant."
)
SKIP, STEP = ("skip",), ("step",)
"""What is typed in a lesson besides the words of a match."""


def show_way_back(system: System, lesson: Lesson, step: int) -> None:
    """Say how to go on here later."""
    place = f"{system.id} --lesson {lesson.key}" + (f" --step {step + 1}" if step else "")
    command = f"{program()} boot-camp {place}"
    show("\n" + tr("You can go on here later: {command}", command=command))


def teach(system: System, course: LessonCourse, number: int, step: int, showing: bool) -> bool:
    """One lesson, from a step on. showing: it is played out. False if the player has had enough."""
    lesson = course.lessons[number]
    told = {"n": number + 1, "all": len(course.lessons), "title": tr(lesson.title)}
    tell(["", Line((f"=== {tr('Lesson {n} of {all}: {title}', **told)}", Look.HEADING))])
    tell([tr(lesson.about)])
    taught = _Taught(system, lesson, showing)
    if not taught.run(step):
        return False
    tell(["", Line((tr(lesson.end), Look.GOOD))])
    if showing or number + 1 == len(course.lessons):
        return True
    return _typed("\n" + tr("Press Enter for the next lesson.") + " ") is not None


@define
class _Taught:
    """A lesson in progress, at a terminal."""

    system: System
    lesson: Lesson
    showing: bool

    def run(self, step: int) -> bool:
        """To its end; False if the player leaves."""
        while (back := self._from(step)) is not None:
            if back < 0:
                return False
            step = back
        return True

    def _from(self, begins: int) -> int | None:
        """Go on from a step. Return None at the end, the step to go back to, or -1 to leave."""
        practice = Practice(self.lesson, begins)
        names = [tr("You"), *[tr("Enemy")] * (practice.g.seats - 1)]
        talk = Conversation(self.system, names=names, advice=lambda view: practice.wanted)
        talk.told(practice.view, [])

        def watch(now: Practice) -> None:
            tell(map(spoken, talk.told(now.view, list(now.g.events))))

        practice.watch = watch
        while (step := practice.step) is not None:
            self._keep(practice.at)
            tell([""])
            if step.seen:
                tell([capital(tr(step.seen))])
            tell([Line((tr(step.typed), Look.KEY), hang=0)])
            if self.showing:
                show(f"> {tr(self.system.describe(practice.view, practice.wanted))}")
                practice.give(practice.wanted)
                continue
            meant = tr(self.system.describe(practice.view, practice.wanted))
            tell([tr("Choose here: {what}.", what=meant)])
            typed = self._step(practice, talk)
            if typed is not None and typed < 0:
                show_way_back(self.system, self.lesson, practice.at)
            if typed is not None:
                return typed
        self._keep(len(self.lesson.steps))
        return None

    def _step(self, practice: Practice, talk: Conversation) -> int | None:
        """Ask until the step is done. Return as `_from`, None when it is done."""
        tell(map(spoken, talk.ask(practice.view)))
        while True:
            line = _typed("> ")
            if line is None:
                return -1
            if line.lower() in STEP:
                return max(0, practice.at - 1)
            if line.lower() in SKIP:
                talk.close()
                practice.give(practice.wanted)
                return None
            reply = talk.on_line(line)
            tell(map(spoken, reply.lines))
            if reply.quits or reply.resigns:
                return -1
            if reply.answer is None:
                continue
            talk.close()
            if not (problem := practice.give(reply.answer)):
                return None
            tell([Line((capital(tr(problem)), Look.WARNING))])
            step = practice.step
            tell([Line((tr(step.typed) if step is not None else "", Look.KEY), hang=0)])
            talk.ask(practice.view)

    def _keep(self, step: int) -> None:
        if not self.showing:
            with suppress(OSError):  # a full disk: the lesson goes on all the same
                steps = len(self.lesson.steps)
                reach(folder("settings"), self.system.id, self.lesson.key, step, steps)


def _typed(prompt: str) -> str | None:
    """A line of the terminal, None at its end."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        show("")
        return None
    return line.strip()
