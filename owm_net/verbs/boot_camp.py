"""`owm-net boot-camp`: the first steps of a game, one instruction at a time, on the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net import games
from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.home import program
from owm_net.program.failing import BAD, FINE, USAGE, Fail
from owm_net.program.options.declared import option, switch
from owm_net.program.options.game import PLAYED
from owm_net.program.options.typed import number
from owm_net.program.setups import find_system
from owm_net.program.terminal.lessons import say_paragraphs, show_way_back, teach
from owm_net.program.terminal.lines import show

HELP = say("learn to play: a guided first match, on the terminal")
EXAMPLES = say("""examples:
  owm-net boot-camp                the lessons of Of War and Men, from the first
  owm-net boot-camp --lesson 6     go straight to the sixth
  owm-net boot-camp --show         everything played out for you, nothing to type

This is practice on your own machine with a deck in a known order: no match, no log, nobody else.
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net boot-camp`."""

    system: str = option(str, PLAYED, say("whose lessons (default: %(default)s)"))
    lesson: int = option(number(1), 1, say("begin with this"), metavar="N")
    show: bool = switch(say("play it out without asking"))


def run(options: Options) -> int:
    """One lesson after the other."""
    system = find_system(options.system)
    course = system.course()
    if course is None:
        have = [name for name in games.names() if games.get(name).course() is not None]
        raise Fail(
            tr(
                "{game} has no Boot Camp; of these there is one: {games}",
                game=system.title,
                games=", ".join(have),
            ),
            BAD,
        )
    count = len(course.lessons)
    if not 1 <= options.lesson <= count:
        raise Fail(
            tr("--lesson {n}: there are lessons 1 to {last}", n=options.lesson, last=count), USAGE
        )
    show(
        tr(
            "{course}: practice, with a deck in a known order. Ctrl-C or Ctrl-D ends it.",
            course=course.title,
        )
    )
    show(
        tr(
            "Behind a line stands its rule: {command} opens that one.",
            command=f"{program()} rules {system.id} BOOT-01",
        )
    )
    for at in range(options.lesson - 1, count):
        try:
            done = teach(course, at, options.show)
        except KeyboardInterrupt:
            show_way_back(at)
            raise
        if not done:
            show_way_back(at)
            return FINE
    show("")
    say_paragraphs(course.end)
    say_paragraphs(tr("Begin with: {command}", command=f"{program()} play"))
    return FINE
