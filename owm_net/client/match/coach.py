"""What a lesson says beside the table, and what the player wants of it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from owm_net.engine.lessons import Lesson, LessonCourse, Practice

NEXT, BACK, SKIP, LIST, MATCH = "next", "back", "skip", "learn", "match"
"""What the player may want: the next lesson, the step before, to see this step done; the list of
lessons, or the match that the course ends in."""

KEPT = "coach.place"
"""The item by which a table keeps a place for what a lesson says, in place of its log."""


@define(eq=False)
class Coach:
    """course, number: the lesson and which of its course, from 0. practice: it, as far as it is
    done. refused: why the last answer is not what is meant. over: its last step is done. wish: what
    the player wants after it; choose: called with any of their wishes."""

    course: LessonCourse
    number: int
    practice: Practice
    refused: str = ""
    over: bool = False
    wish: str = ""
    choose: Callable[[str], None] = lambda wish: None

    @property
    def lesson(self) -> Lesson:
        """Return the lesson."""
        return self.course.lessons[self.number]

    @property
    def following(self) -> Lesson | None:
        """Return the lesson after it, None if this is the last."""
        later = self.course.lessons[self.number + 1 :]
        return later[0] if later else None

    def words(self, refused: str = "") -> tuple[str, ...]:
        """Return what is on the screen now, a text each: what was seen, or why the last try is not
        what is meant; and what to do. At the end what has come of it."""
        step = self.practice.step
        if step is None:
            return (self.lesson.end,)
        first = refused or self.refused or step.seen
        return (first, step.say) if first else (step.say,)
