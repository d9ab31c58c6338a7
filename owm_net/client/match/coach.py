"""The texts of a lesson over the table: to read, to do, and where to look."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from owm_net.engine.lessons import Lesson, LessonTask


@define(eq=False)
class Coach:
    """course: its title. at, many: which of how many lessons. page: the lesson's text fills the
    window. task: the current task. told: the result of the last one, and why the last try is not
    what is meant. say: explanations of the items whose ids begin with one of those in `points`,
    separated by blanks. last: nothing comes after; wish: what the player wants next, of `after`.
    go_on: called when the text has been read; it counts where there is a page, or nothing to be
    done."""

    course: str
    at: int
    many: int
    lesson: Lesson | None = None
    page: bool = True
    task: LessonTask | None = None
    told: tuple[str, ...] = ()
    refused: str = ""
    say: str = ""
    points: str = ""
    text: tuple[str, ...] = ()
    last: bool = False
    wish: str = ""
    go_on: Callable[[], None] = lambda: None
