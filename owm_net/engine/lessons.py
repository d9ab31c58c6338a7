"""A guided match: lessons out of data, each a table that is laid out, and tasks to be done on it.

It is played on one machine, by one person, with a deck whose order is known: practice, never a
match. A rule system that has lessons gives a `LessonCourse`; `Practice` walks through it and does
not know who asks: a terminal, or a window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field, frozen

from owm_net.engine import agenda
from owm_net.engine.agenda import GameState
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.engine.text import say
from owm_net.engine.view import View

LEARNER = 0
"""The seat of whoever learns; the others play what their tasks say."""


@frozen
class LessonTask:
    """One thing to do. seat: whose. say: the instruction. answer: what is wanted, at this view.
    fits: whether another answer does as well. done: what has come of it, told afterwards.
    then: what to try next, in a match."""

    seat: int
    say: str
    answer: Callable[[View[Any]], Answer]
    fits: Callable[[Answer, Answer], bool]
    done: str = ""
    then: str = ""


@frozen
class Lesson:
    """title, text: the lesson. rules: the ids of the ledger. pieces: the pieces it mentions, a line
    for each; faces: the same for painters, as sort and number. lay: makes the table and the dealer
    who knows its deck; None for a lesson that only shows something. draw: the table as lines of
    text. tasks: in order for each seat."""

    title: str
    rules: tuple[str, ...]
    text: str
    pieces: tuple[str, ...] = ()
    faces: tuple[tuple[str, int], ...] = ()
    lay: Callable[[], tuple[GameState, LocalDealer]] | None = None
    draw: Callable[[Any], list[str]] | None = None
    tasks: tuple[LessonTask, ...] = ()


@frozen
class LessonCourse:
    """The lessons of a rule system. end: what is said after the last."""

    title: str
    lessons: tuple[Lesson, ...]
    end: str


def paragraphs(text: str) -> list[str]:
    """A text without its line breaks: lines that follow each other are one paragraph, an indented
    one stands alone and keeps its indent."""
    found: list[str] = []
    joins = False
    for line in text.split("\n"):
        if not line.strip():
            joins = False
        elif joins and not line.startswith(" "):
            found[-1] += f" {' '.join(line.split())}"
        else:
            indent = " " * (len(line) - len(line.lstrip()))
            found.append(indent + " ".join(line.split()))
            joins = not indent
    return found


@define
class Practice:
    """A lesson in progress. told: what has happened since the last answer of the learner, a line
    each. reached: how many tasks of each seat are done. owed: what is said of the last one when all
    that comes of it has happened. stops: what another seat is to do waits for `go_on`. watch: is
    called after every step, and once at the beginning."""

    lesson: Lesson
    stops: bool = False
    watch: Callable[[Practice], None] = lambda practice: None
    told: list[str] = field(factory=list)
    reached: dict[int, int] = field(factory=dict)
    owed: str = ""
    g: GameState = field(init=False)
    dealer: LocalDealer = field(init=False)

    def __attrs_post_init__(self) -> None:
        if self.lesson.lay is None:
            raise EngineBug(f"lesson {self.lesson.title} has no table")
        self.g, self.dealer = self.lesson.lay()
        agenda.begin(self.g)
        self._tell()
        self._run()

    @property
    def view(self) -> View[Any]:
        """Return the learner's view."""
        return View(self.g, LEARNER, self.dealer.knowledge[LEARNER])

    @property
    def task(self) -> LessonTask | None:
        """Return the learner's current task; None when the lesson is over."""
        request = self.g.pending
        if not isinstance(request, Choose) or request.seat != LEARNER:
            return None
        return self._task(LEARNER)

    @property
    def theirs(self) -> LessonTask | None:
        """Return the task of another seat, if it is next; else None."""
        request = self.g.pending
        if not isinstance(request, Choose) or request.seat == LEARNER:
            return None
        return self._task(request.seat)

    def go_on(self) -> None:
        """Perform the pending task of another seat."""
        task, request = self.theirs, self.g.pending
        if task is None or not isinstance(request, Choose):
            raise EngineBug("nobody else is to do anything")
        self.told.clear()
        self._take_theirs(task, request.seat)
        self._run()

    def options(self) -> list[Answer]:
        """Everything that the rules allow the learner now."""
        return agenda.options(self.view)

    def give(self, answer: Answer) -> str:
        """Try an answer. Return "" if it was what the task asks for: then it is done and `told`
        holds the result. Otherwise return why not; nothing has happened."""
        task = self.task
        if task is None:
            raise EngineBug("the lesson is over, or another is to do something")
        refusal = agenda.why_not(self.view, answer)
        if refusal is not None:
            return f"not allowed: {refusal.why} ({refusal.rule})"
        if not task.fits(answer, task.answer(self.view)):
            return "the rules allow it, but this lesson is about something else"
        self.told.clear()
        self._take(task, answer)
        self._run()
        return ""

    def _task(self, seat: int) -> LessonTask | None:
        own = [t for t in self.lesson.tasks if t.seat == seat]
        at = self.reached.get(seat, 0)
        return own[at] if at < len(own) else None

    def _run(self) -> None:
        """Up to the learner's next decision, or to the end."""
        while True:
            request = self.g.pending
            if isinstance(request, Over | Choose):
                self.told += [self.owed] if self.owed else []
                self.owed = ""
            if not isinstance(request, Choose):
                if request is None or isinstance(request, Over):
                    return
                agenda.advance(self.g, self.dealer.answer(request))
                self._tell()
                continue
            task = self._task(request.seat)
            if task is None or request.seat == LEARNER or self.stops:
                return
            self._take_theirs(task, request.seat)

    def _take_theirs(self, task: LessonTask, seat: int) -> None:
        self.told += [task.say] if task.say else []
        self._take(task, task.answer(View(self.g, seat, self.dealer.knowledge[seat])))

    def _take(self, task: LessonTask, answer: Answer) -> None:
        self.reached[task.seat] = self.reached.get(task.seat, 0) + 1
        self.owed = task.done
        agenda.advance(self.g, answer)
        self._tell()

    def _tell(self) -> None:
        self.told += list(_words(self.g))
        self.watch(self)


def _words(g: GameState) -> Iterator[str]:
    for event in g.events:
        line = event.sentence(g)
        if line:
            yield say("{what} ({rule})", what=line, rule=event.rule)
