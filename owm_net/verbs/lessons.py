"""`owm-net lessons`: which lessons there are, and which are done."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from owm_net import games
from owm_net.client.language import tr, tr_n
from owm_net.engine.lessons import Lesson, LessonCourse
from owm_net.engine.text import say
from owm_net.files.home import program
from owm_net.files.progress import NOT_BEGUN, LessonState, progress
from owm_net.files.where import place
from owm_net.program.failing import FINE
from owm_net.program.options.declared import argument_or, switch
from owm_net.program.setups import find_system, no_lessons
from owm_net.program.terminal.colours import BOLD, painted

HELP = say("list the lessons of the games, and which you have done")
EXAMPLES = say("""examples:
  owm-net lessons
  owm-net lessons owm
  owm-net lessons owm --json     with their steps, for scripts
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net lessons`."""

    game: str = argument_or(str, "", say("of one game alone"), metavar=say("GAME"))
    json: bool = switch(say("one JSON array, for scripts"))


def run(options: Options) -> int:
    """List them, game by game."""
    named = [find_system(options.game).id] if options.game else games.names()
    kept = progress(place("settings"))
    courses = [(name, games.get(name).course()) for name in named]
    taught = [(name, course) for name, course in courses if course is not None]
    if options.json:
        listed = [_plain(name, course, kept.get(name, {})) for name, course in taught]
        print(json.dumps(listed), flush=True)
        return FINE
    if not taught:
        raise no_lessons(find_system(options.game))
    for name, course in taught:
        print(f"{painted(name, BOLD)}  {tr(course.title)}: {tr(course.about)}")
        for number, lesson in enumerate(course.lessons, 1):
            print(_line(number, lesson, kept.get(name, {}).get(lesson.key, NOT_BEGUN)))
    print(
        tr("Begin with: {command}", command=f"{program()} boot-camp {options.game or 'GAME'}"),
        flush=True,
    )
    return FINE


def _line(number: int, lesson: Lesson, state: LessonState) -> str:
    many = len(lesson.steps)
    told = tr_n("{n} step", "{n} steps", many)
    if state.step:
        told = tr("at step {n} of {many}", n=state.step + 1, many=many)
    elif state.done:
        told = tr("completed")
    return f"  {number:>2}. {lesson.key:<12} {tr(lesson.title)} ({told})"


def _plain(game: str, course: LessonCourse, kept: dict[str, LessonState]) -> dict[str, Any]:
    return {
        "game": game,
        "title": course.title,
        "lessons": [
            {
                "key": lesson.key,
                "title": lesson.title,
                "about": lesson.about,
                "rules": list(lesson.rules),
                "step": kept.get(lesson.key, NOT_BEGUN).step + 1,
                "done": kept.get(lesson.key, NOT_BEGUN).done,
                "steps": [
                    {"say": step.say, "seen": step.seen, "answer": step.do.cls.name}
                    for step in lesson.steps
                ],
            }
            for lesson in course.lessons
        ],
    }
