"""`owm-net replay`: a match again, in the window; or a moment of it as a picture, a span of it as a
film, drawn without a display; or what happened, or what the rules asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from owm_net.engine.text import say
from owm_net.program.failing import BAD, FINE, USAGE, Fail
from owm_net.program.logs.drawing import draw_film, requests_place, shown_cards, write_requests
from owm_net.program.logs.places import FILMS, check_picture
from owm_net.program.logs.releases import OtherProgram, run_release
from owm_net.program.logs.retelling import (
    draw,
    log_of,
    open_hand,
    replay_to,
    tell_events,
    tell_remark,
)
from owm_net.program.logs.turning import turning_lines
from owm_net.program.options.declared import argument, option, several, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.typed import number
from owm_net.program.terminal.lines import ProgressLine, show, show_json

HELP = say("look at a match again; draw or tell it as it stood at a step")
EXAMPLES = say("""examples:
  owm-net replay match.owmlog                          in the window, step by step
  owm-net replay match.owmlog --step 200 --picture table.png
  owm-net replay match.owmlog --picture end.png        the last step
  owm-net replay match.owmlog --animate round-3.webp --from 210 --to 290
  owm-net replay match.owmlog --text                   the whole match as lines of text
  owm-net replay match.owmlog --turning-points         what has cost each side most
  owm-net replay match.owmlog --give                   open your cards of a match that is over to
                                                       whom you give the file that it writes
  owm-net replay match.owmlog --step 200 --hand 2 --picture theirs.png   with cards opened so
  owm-net replay match.owmlog --requests asked.json    what the rules asked, for a verifier
                                                       without them: docs/wire.md

A picture is of the kind that its name ends in: .png, .jpg, .jpeg or .webp; a film is .webp or .gif.
""")


@dataclass(frozen=True, kw_only=True)
class Options(PackOptions):
    """The options of `owm-net replay`."""

    file: Path = argument(Path, say("a log, *.owmlog"))
    step: int | None = option(
        number(200),
        None,
        say("after N answered requests of the game (default: the end)"),
        metavar="N",
    )
    picture: Path | None = option(Path, None, say("draw the table"), metavar="OUT.png")
    animate: Path | None = option(
        Path, None, say("draw all steps of a span as a film"), metavar="OUT.webp"
    )
    first: int | None = option(
        number(200),
        None,
        say("the film begins at this step (default: the beginning)"),
        metavar="N",
        flag="--from",
    )
    last: int | None = option(
        number(260),
        None,
        say("the film ends at this step (default: the end)"),
        metavar="N",
        flag="--to",
    )
    own: bool = switch(
        say("draw with the cards that you alone saw, from the sealed file beside the log")
    )
    hand: list[int] = several(
        number(2),
        say(
            "draw with the cards of this seat, from 1, whose player has opened them; may be given"
            " several times, and with --own: then all are in one picture"
        ),
        metavar=say("SEAT"),
    )
    give: bool = switch(
        say("open your cards of a match that is over: writes a file beside the log to give away")
    )
    json: bool = switch(say("how far a drawing is, for scripts"))
    text: bool = switch(say("what happened up to there, in words"))
    turning_points: bool = switch(
        say(
            "the decision that has cost each side most, and what would have been better, of those"
            " whose cards are known here: it takes about a minute"
        )
    )
    requests: Path | None = option(
        Path,
        None,
        say("write what the rules asked up to there, for a verifier that does not have them"),
        metavar=say("FILE.json"),
    )


def run(options: Options) -> int:
    """Open it in the window, or do what else was asked for; of older rules, let the release do it
    that had them."""
    _check(options)
    try:
        return _run(options)
    except OtherProgram as e:
        return run_release(e, "replay", options)


def _run(options: Options) -> int:
    if options.give:
        show(
            say(
                "your cards are in {path}: give it to anyone you like", path=open_hand(options.file)
            )
        )
        return FINE
    if options.turning_points:
        looking = ProgressLine(say("looking at the decisions"))
        lines = list(turning_lines(options.file, looking))
        looking.close()
        for line in lines:
            show(line)
        return FINE
    wanted = (options.picture, options.animate, options.requests)
    if not options.text and all(path is None for path in wanted):
        return _look(options)
    problem, steps = "", 0
    if options.text:
        match, problem = replay_to(options.file, options.step, tell_events, remark=tell_remark)
        steps = match.state.answered
    if options.picture is not None:
        steps, problem = _draw(options, options.picture)
        _said(options, say("step {steps}", steps=steps), options.picture)
    if options.animate is not None:
        first, steps, problem = draw_film(
            options.file,
            options.animate,
            (options.first, options.last),
            (options.own, options.hand),
            options.json,
        )
        _said(options, say("steps {first} to {steps}", first=first, steps=steps), options.animate)
    if options.requests is not None:
        steps, problem = write_requests(options.file, options.requests, options.step)
        show(say("step {steps}: {file}", steps=steps, file=options.requests))
    if problem:
        show(say("the log is bad after step {steps}: {problem}", steps=steps, problem=problem))
        return BAD
    return FINE


def _check(options: Options) -> None:
    for name, value in (
        ("--step", options.step),
        ("--from", options.first),
        ("--to", options.last),
    ):
        if value is not None and value < 0:
            raise Fail(say("{option} is a number from 0", option=name), USAGE)
    if options.animate is None and (options.first is not None or options.last is not None):
        raise Fail(say("--from and --to say what a film shows: add --animate OUT.webp"), USAGE)
    if options.json and options.picture is None and options.animate is None:
        raise Fail(
            say("--json says how far a drawing is: add --picture OUT.png or --animate OUT.webp"),
            USAGE,
        )
    if options.picture is not None:
        check_picture(options.picture)
    if options.animate is not None:
        check_picture(options.animate, FILMS, "--animate")
    if options.requests is not None:
        requests_place(options.requests).check()


def _look(options: Options) -> int:
    from owm_net.program.window.looking import look_at
    from owm_net.program.window.opening import has_display, why_no_window

    problem = why_no_window() if has_display() else say("there is no display here for the window")
    if problem is not None:
        log_of(options.file)  # what no window could show either is said first
        raise Fail(
            say(
                "{problem}; or say what you want of the log: --picture OUT.png, --animate"
                " OUT.webp, --text or --requests FILE.json",
                problem=problem,
            ),
            USAGE,
        )
    return look_at(options.file, options.step)


def _said(options: Options, what: str, path: Path) -> None:
    if options.json:
        show_json({"done": str(path)})
    else:
        show(say("{what}: {path}", what=what, path=path))


def _draw(options: Options, picture: Path) -> tuple[int, str]:
    reading = ProgressLine(say("reading"), options.json)
    try:
        return draw(
            options.file,
            picture,
            options.step,
            shown_cards(options.file, options.own, options.hand),
            reading,
        )
    finally:
        reading.close()
