"""`owm-net boot-camp`: the lessons of a game, one step at a time, on the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net.client.language import tr
from owm_net.engine.lessons import LessonCourse
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files.home import folder
from owm_net.files.progress import NOT_BEGUN, progress
from owm_net.program.failing import FINE, USAGE, Fail
from owm_net.program.options.declared import argument_or, option, switch
from owm_net.program.options.game import PLAYED
from owm_net.program.options.typed import number
from owm_net.program.setups import find_system, first_match_command, no_lessons
from owm_net.program.terminal.lessons import HOW, teach
from owm_net.program.terminal.lines import show
from owm_net.program.terminal.printing import tell

HELP = say("learn to play: the lessons of a game, on the terminal")
EXAMPLES = say("""examples:
  owm-net boot-camp                        Of War and Men, from where you were
  owm-net boot-camp squadcards             another game
  owm-net boot-camp owm --lesson rally     one lesson, by its name or its number
  owm-net boot-camp owm --lesson 2 --step 3   from its third step
  owm-net boot-camp --show                 everything played out for you, nothing to type

This is practice on your own machine with chance in a known order: no match, no log, nobody else.
owm-net lessons lists all lessons; in the window they are under BOOT CAMP.
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net boot-camp`."""

    game: str = argument_or(str, "", say("whose lessons (default: owm)"), metavar=say("GAME"))
    system: str = option(str, "", say("the same as GAME"))
    lesson: str = option(
        str, "", say("begin with this: its number or its name"), metavar=say("LESSON")
    )
    step: int = option(number(1), 0, say("begin at this step of it"), metavar="N")
    show: bool = switch(say("play it out without asking"))


def run(options: Options) -> int:
    """One lesson after the other."""
    system = find_system(options.game or options.system or PLAYED)
    course = system.course()
    if course is None:
        raise no_lessons(system)
    first, step = _begins(options, system, course)
    show(tr("{course}: {about}", course=tr(course.title), about=tr(course.about)))
    if not options.show:
        tell([tr(HOW)])
    for at in range(first, len(course.lessons)):
        if not teach(system, course, at, step if at == first else 0, options.show):
            return FINE
    show("")
    tell([tr(course.end)])
    tell([tr("Your first match: {command}", command=first_match_command(system))])
    return FINE


def _begins(options: Options, system: System, course: LessonCourse) -> tuple[int, int]:
    """The lesson and the step that are typed, else where the player was. Both from 0."""
    count = len(course.lessons)
    if not options.lesson:
        kept = {} if options.show else progress(folder("settings")).get(system.id, {})
        states = [kept.get(lesson.key, NOT_BEGUN) for lesson in course.lessons]
        begun = [n for n, state in enumerate(states) if state.step]
        at = (begun + [n for n, state in enumerate(states) if not state.done] + [0])[0]
        step = states[at].step
    else:
        at, step = course.number(options.lesson), 0
    if at < 0:
        keys = ", ".join([lesson.key for lesson in course.lessons])
        told = {"typed": options.lesson[:40], "last": count, "keys": keys}
        raise Fail(tr("--lesson {typed}: there are lessons 1 to {last}: {keys}", **told), USAGE)
    steps = len(course.lessons[at].steps)
    step = options.step - 1 if options.step else step
    if step >= steps:
        told = {"n": options.step, "title": tr(course.lessons[at].title), "last": steps}
        raise Fail(tr("--step {n}: {title} has steps 1 to {last}", **told), USAGE)
    return at, step
