"""Boot Camp: the lessons of each game, and which of them are done."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr, tr_n
from owm_net.client.menu import first_match, parts
from owm_net.client.menu.state import Learn, Menu, MenuAction, MenuScreen, RunErrand
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import button
from owm_net.engine.lessons import Lesson, LessonCourse
from owm_net.engine.system import System
from owm_net.files.progress import NOT_BEGUN, LessonState, Progress, progress

ROW, STEP = 46.0, 26.0
"""Height of a lesson in the list, and width of one of its steps."""
MOST_STEPS = 10
"""Of a lesson, that have a button each."""


@frozen
class ShowCourse(MenuAction):
    """The lessons of another game."""

    system: str

    def do(self, menu: Menu) -> None:
        """On the screen that is open."""
        screen = menu.screen
        assert isinstance(screen, LearnScreen)
        screen.system, screen.list.top = self.system, 0


class LearnScreen(MenuScreen):
    """The games as buttons, and the lessons of the one that is chosen. system: its id, "" for the
    first that has lessons."""

    def __init__(self, system: str = "") -> None:
        self.system = system
        self.list = parts.ScrolledList()
        self._kept: Progress = {}

    def is_loading(self, menu: Menu) -> bool:
        """Until the rules are loaded."""
        return not menu.systems

    def enter(self, menu: Menu) -> None:
        """The rules are loaded, for their lessons; what is done is read."""
        menu.want_systems()
        self._kept = progress(menu.settings.memory)

    def scroll(self, menu: Menu, steps: float) -> None:
        """Through the lessons."""
        course = self._course(menu)
        if course is not None:
            self.list.scroll(len(course.lessons), steps)

    def _taught(self, menu: Menu) -> Sequence[System]:
        return [system for system in menu.systems if system.course() is not None]

    def _chosen(self, menu: Menu) -> System | None:
        taught = self._taught(menu)
        first = taught[0] if taught else None
        return next((system for system in taught if system.id == self.system), first)

    def _course(self, menu: Menu) -> LessonCourse | None:
        chosen = self._chosen(menu)
        return None if chosen is None else chosen.course()

    def state_of(self, system: System, lesson: Lesson) -> LessonState:
        """Return how far the player is in a lesson."""
        state = self._kept.get(system.id, {}).get(lesson.key, NOT_BEGUN)
        return state if state.step < len(lesson.steps) else LessonState(0, state.done)

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Draw the games at the top, the lessons below, and what comes next at the foot."""
        parts.ground(pen)
        system, course = self._chosen(menu), self._course(menu)
        if system is None or course is None:
            parts.heading(pen, tr("Boot Camp"))
            parts.foot(pen, menu)
            parts.waits(pen, "learn.waits", tr("The rules are being loaded ..."))
            return
        beside = parts.heading(pen, tr("Boot Camp"), tr(course.about), right=first_match.WIDE)
        hint = tr("A lesson takes a few minutes. Its numbers begin it at that step.")
        first_match.offer(beside, system)
        widest = max(len(lesson.steps) for lesson in course.lessons)
        on = parts.foot(pen, menu, hint)
        area = parts.area(pen)
        games = area.cut_top(32, gap=10)
        for one in self._taught(menu):
            label = tr(one.title).partition(":")[0].upper()
            place = games.cut_left(pen.width(label, "title", 17) + 36, gap=10)
            lit = one is system
            button(place, f"course:{one.id}", label, ShowCourse(one.id), size=17, lit=lit)
        for n, place in self.list.places(area, len(course.lessons), ROW):
            lesson = course.lessons[n]
            self._lesson(place, n, system, lesson, widest)
        at = self._next(system, course)
        lesson = course.lessons[at]
        step = self.state_of(system, lesson).step
        label = tr("CONTINUE") if step or at else tr("BEGIN")
        parts.confirm(on, label, RunErrand(Learn(system, at, step)))

    def _next(self, system: System, course: LessonCourse) -> int:
        """Return the lesson in which the player is, else the first that is not done."""
        states = [self.state_of(system, lesson) for lesson in course.lessons]
        begun = [n for n, state in enumerate(states) if state.step]
        fresh = [n for n, state in enumerate(states) if not state.done]
        return (begun + fresh + [0])[0]

    def _lesson(self, place: Box, n: int, system: System, lesson: Lesson, widest: int) -> None:
        """Draw a row, with a button for each of its steps. widest: how many there may be."""
        state, many = self.state_of(system, lesson), len(lesson.steps)
        row = place.with_rect(place.rect)
        steps = min(many, MOST_STEPS)
        side = row.cut_right(STEP * min(widest, MOST_STEPS) + 20)
        told = tr("completed") if state.done else tr_n("{n} step", "{n} steps", many)
        title = f"{n + 1}. {tr(lesson.title)}"
        begins = RunErrand(Learn(system, n, state.step))
        parts.row(
            row, f"lesson:{n}", title, begins, about=tr(lesson.about), chosen=state.done, note=told
        )
        spots = side.inset(8, 8).columns(min(widest, MOST_STEPS), 2)
        for step, spot in enumerate(spots[:steps]):
            ink = theme.LIT if step < state.step or state.done else theme.SAND
            on = RunErrand(Learn(system, n, step))
            id = f"lesson:{n}.step:{step}"
            tip = tr("Begin at step {n}", n=step + 1)
            button(spot, id, str(step + 1), on, size=14, tooltip=tip, lit=ink is theme.LIT)
