"""The first steps of a game, one instruction at a time, on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from owm_net.client.language import tr
from owm_net.client.terminal.parts import Line, Look
from owm_net.client.words import capital
from owm_net.engine.lessons import Lesson, LessonCourse, LessonTask, Practice, paragraphs
from owm_net.engine.requests import Answer
from owm_net.files.home import program
from owm_net.program.terminal.lines import show
from owm_net.program.terminal.printing import tell

OF_A_SORT = 3
"""So many answers of one sort are listed: of all that may be discarded nobody would read."""


def show_way_back(at: int) -> None:
    command = f"{program()} boot-camp --lesson {at + 1}"
    show("\n" + tr("You can go on here later: {command}", command=command))


def teach(course: LessonCourse, at: int, showing: bool) -> bool:
    """One lesson. False if whoever learns has had enough."""
    lesson = course.lessons[at]
    rules = ", ".join(lesson.rules)
    told = {"n": at + 1, "all": len(course.lessons), "title": lesson.title, "rules": rules}
    title = tr("Lesson {n} of {all}: {title} ({rules})", **told)
    tell(["", Line((f"=== {title}", Look.HEADING))])
    say_paragraphs(lesson.text)
    for piece in lesson.pieces:
        say_paragraphs(piece, "  * ")
    if lesson.lay is not None and not _practise(lesson, showing):
        return False
    last = at + 1 == len(course.lessons)
    return (
        last or showing or _typed("\n" + tr("Press Enter for the next lesson.") + " ") is not None
    )


def _practise(lesson: Lesson, showing: bool) -> bool:
    practice = Practice(lesson)
    while True:
        for line in practice.told:
            say_paragraphs(line, "  - ")
        assert lesson.draw is not None
        show("")
        for line in lesson.draw(practice.g):
            show(f"  {tr(line)}")
        task = practice.task
        if task is None:
            return True
        practice.told.clear()
        show("")
        for paragraph in paragraphs(tr("Now: {task}", task=task.say)):
            tell([Line((paragraph, Look.KEY), hang=0)])
        if not _do(practice, task, showing):
            return False
        if task.then:
            practice.told.append(task.then)


def _do(practice: Practice, task: LessonTask, showing: bool) -> bool:
    """Ask until the task is done. False at the end of the input."""
    wanted = task.answer(practice.view)
    offers = _few(practice.options(), wanted)
    for n, answer in enumerate(offers, 1):
        line = tr(answer.sentence(practice.view))
        tell([Line((f"{n:>2}", Look.KEY), f"  {line}", indent=2, hang=6)])
    while True:
        if showing:
            show(f"> {offers.index(wanted) + 1}")
            practice.give(wanted)
            return True
        typed = _typed(tr("Your choice (its number, or h for a hint):") + " ")
        if typed is None:
            return False
        if typed.lower() in ("h", "hint", "?"):
            told = {"n": offers.index(wanted) + 1, "what": wanted.sentence(practice.view)}
            show("  " + tr("It is number {n}: {what}.", **told))
        elif not typed.isdecimal() or not 1 <= int(typed[:4]) <= len(offers):
            told = {"n": len(offers)}
            many = tr("Type a number from 1 to {n}, or h for a hint.", **told)
            show("  " + (many if len(offers) > 1 else tr("Type 1, or h for a hint.")))
        elif problem := practice.give(offers[int(typed) - 1]):
            show("  " + tr("{problem}. Try: {task}", problem=capital(problem), task=task.say))
        else:
            return True


def _few(offers: Sequence[Answer], wanted: Answer) -> list[Answer]:
    """At most three answers of each sort, the wanted one among them."""
    shown: dict[type, int] = {}
    few = []
    for answer in offers:
        shown[type(answer)] = shown.get(type(answer), 0) + 1
        if shown[type(answer)] <= OF_A_SORT or answer == wanted:
            few.append(answer)
    return few


def _typed(prompt: str) -> str | None:
    """A line of the terminal, None at its end."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        show("")
        return None
    return line.strip()


def say_paragraphs(text: str, mark: str = "") -> None:
    """Lines that follow each other are one paragraph, indented ones stand alone."""
    for paragraph in paragraphs(tr(text)):
        told = paragraph.strip()
        indent = len(paragraph) - len(paragraph.lstrip())
        line = Line(mark, told, hang=len(mark)) if mark else Line(told, indent=indent, hang=indent)
        tell([line])
