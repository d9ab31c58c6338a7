"""`owm-net replay`: a match again, in the window; or a moment of it as a picture, a span of it as a
film, drawn without a display; or what happened, or what the rules asked."""

from __future__ import annotations

import argparse
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.hands import hand_path
from owm_net.files.home import folder
from owm_net.files.written import Place
from owm_net.program.failing import BAD, FINE, USAGE, Fail
from owm_net.program.logs.places import FILMS, check_picture, kind_of, picture_place
from owm_net.program.logs.retelling import (
    draw,
    log_of,
    open_hand,
    opened_hands,
    own_cards,
    recording_of,
    replay_to,
    tell_events,
    tell_remark,
)
from owm_net.program.options.game import add_pack
from owm_net.program.options.typed import number
from owm_net.program.terminal.lines import Progress, show, show_json
from owm_net.session.asked import HEAD, as_text
from owm_net.session.match import Match
from owm_net.session.recorded import Learnt, together

HELP = say("look at a match again; draw or tell it as it stood at a step")
EXAMPLES = say("""examples:
  owm-net replay match.owmlog                          in the window, step by step
  owm-net replay match.owmlog --step 200 --picture table.png
  owm-net replay match.owmlog --picture end.png        the last step
  owm-net replay match.owmlog --animate round-3.webp --from 210 --to 290
  owm-net replay match.owmlog --text                   the whole match as lines of text
  owm-net replay match.owmlog --give                   open your cards of a match that is over to
                                                       whom you give the file that it writes
  owm-net replay match.owmlog --step 200 --hand 2 --picture theirs.png   with cards opened so
  owm-net replay match.owmlog --requests asked.json    what the rules asked, for a verifier
                                                       without them: docs/wire.md

A picture is of the kind that its name ends in: .png, .jpg, .jpeg or .webp; a film is .webp or .gif.
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("file", type=Path, help=tr("a log, *.owmlog"))
    add_pack(parser)
    parser.add_argument(
        "--step",
        type=number(200),
        default=None,
        metavar="N",
        help=tr("after N answered requests of the game (default: the end)"),
    )
    parser.add_argument("--picture", type=Path, metavar="OUT.png", help=tr("draw the table"))
    parser.add_argument(
        "--animate", type=Path, metavar="OUT.webp", help=tr("draw all steps of a span as a film")
    )
    parser.add_argument(
        "--from",
        dest="first",
        type=number(200),
        default=None,
        metavar="N",
        help=tr("the film begins at this step (default: the beginning)"),
    )
    parser.add_argument(
        "--to",
        dest="last",
        type=number(260),
        default=None,
        metavar="N",
        help=tr("the film ends at this step (default: the end)"),
    )
    parser.add_argument(
        "--own",
        action="store_true",
        help=tr("draw with the cards that you alone saw, from the sealed file beside the log"),
    )
    parser.add_argument(
        "--hand",
        type=number(2),
        action="append",
        default=[],
        metavar=tr("SEAT"),
        help=tr(
            "draw with the cards of this seat, from 1, whose player has opened them; may be given"
            " several times, and with --own: then all are in one picture"
        ),
    )
    parser.add_argument(
        "--give",
        action="store_true",
        help=tr(
            "open your cards of a match that is over: writes a file beside the log to give away"
        ),
    )
    parser.add_argument("--json", action="store_true", help=tr("how far a drawing is, for scripts"))
    parser.add_argument(
        "--text", action="store_true", help=tr("what happened up to there, in words")
    )
    parser.add_argument(
        "--requests",
        type=Path,
        metavar=tr("FILE.json"),
        help=tr("write what the rules asked up to there, for a verifier that does not have them"),
    )


def run(args: argparse.Namespace) -> int:
    """Open it in the window, or do what else was asked for."""
    _check(args)
    if args.give:
        show(say("your cards are in {path}: give it to whom you like", path=open_hand(args.file)))
        return FINE
    wanted = (args.picture, args.animate, args.requests)
    if not args.text and all(path is None for path in wanted):
        return _look(args)
    problem, steps = "", 0
    if args.text:
        match, problem = replay_to(args.file, args.step, tell_events, remark=tell_remark)
        steps = match.state.answered
    if args.picture is not None:
        steps, problem = _draw(args)
        _said(args, say("step {steps}", steps=steps), args.picture)
    if args.animate is not None:
        first, steps, problem = _animate(args)
        _said(args, say("steps {first} to {steps}", first=first, steps=steps), args.animate)
    if args.requests is not None:
        steps, problem = write_requests(args.file, args.requests, args.step)
        show(say("step {steps}: {file}", steps=steps, file=args.requests))
    if problem:
        show(say("the log is bad after step {steps}: {problem}", steps=steps, problem=problem))
        return BAD
    return FINE


def _check(args: argparse.Namespace) -> None:
    for option, value in (("--step", args.step), ("--from", args.first), ("--to", args.last)):
        if value is not None and value < 0:
            raise Fail(say("{option} is a number from 0", option=option), USAGE)
    if args.animate is None and (args.first is not None or args.last is not None):
        raise Fail(say("--from and --to say what a film shows: add --animate OUT.webp"), USAGE)
    if args.json and args.picture is None and args.animate is None:
        raise Fail(
            say("--json says how far a drawing is: add --picture OUT.png or --animate OUT.webp"),
            USAGE,
        )
    if args.picture is not None:
        check_picture(args.picture)
    if args.animate is not None:
        check_picture(args.animate, FILMS, "--animate")
    if args.requests is not None:
        _requests_place(args.requests).check()


def _requests_place(path: Path) -> Place:
    """It may take the place of an older requests file."""
    elsewhere = say("choose another place with {option}", option="--requests")
    taken = say(
        "{path} already exists and is not a requests file; {elsewhere}",
        path=path,
        elsewhere=elsewhere,
    )
    return Place(path, say("the requests file"), elsewhere, taken, (HEAD,))


def _look(args: argparse.Namespace) -> int:
    from owm_net.program.window.looking import look_at
    from owm_net.program.window.opening import has_display, why_no_window

    problem = why_no_window() if has_display() else say("there is no display here for the window")
    if problem is not None:
        log_of(args.file)  # what no window could show either is said first
        raise Fail(
            say(
                "{problem}; or say what you want of the log: --picture OUT.png, --animate"
                " OUT.webp, --text or --requests FILE.json",
                problem=problem,
            ),
            USAGE,
        )
    return look_at(args.file, args.step)


def _said(args: argparse.Namespace, what: str, path: Path) -> None:
    if args.json:
        show_json({"done": str(path)})
    else:
        show(say("{what}: {path}", what=what, path=path))


class _Drawn:
    """How far the drawing is: a line that is written over, or a line of JSON each time."""

    def __init__(self, what: str, as_json: bool) -> None:
        self._json = as_json
        self._progress = Progress(what, quiet=as_json)

    def __call__(self, done: int, total: int) -> None:
        if self._json:
            show_json({"drawn": done, "of": total})
        else:
            self._progress(done, total)

    def close(self) -> None:
        self._progress.close()


def _draw(args: argparse.Namespace) -> tuple[int, str]:
    reading = Progress(say("reading"), args.json)
    try:
        return draw(args.file, args.picture, args.step, _cards(args), reading)
    finally:
        reading.close()


def _cards(args: argparse.Namespace) -> Learnt | None:
    """Those that are shown beside what everybody saw. Raises Fail."""
    seen = [own_cards(args.file)] if args.own else []
    opened = {hand.seat: hand for hand in opened_hands(args.file)} if args.hand else {}
    for n in args.hand:
        if n - 1 not in opened:
            raise Fail(
                say(
                    "seat {n} has not opened its cards: {file} is missing, or not of this match",
                    n=n,
                    file=hand_path(args.file, n - 1).name,
                )
            )
        if n - 1 not in [hand.seat for hand in seen]:
            seen.append(opened[n - 1])
    if len(seen) > 1:
        return together(seen)
    return seen[0] if seen else None


def _animate(args: argparse.Namespace) -> tuple[int, int, str]:
    """From which step to which was drawn, and what is wrong with the log there. Raises Fail."""
    from owm_net.client import film
    from owm_net.client.replay import MOST_FRAMES, moments

    reading = Progress(say("reading"), args.json)
    try:
        recording = recording_of(args.file, None, reading)
    finally:
        reading.close()
    first = args.first or 0
    last = recording.last if args.last is None else args.last
    if max(first, last) > recording.last:
        bad = (
            say(" before it is bad ({problem})", problem=recording.problem)
            if recording.problem
            else ""
        )
        raise Fail(
            say(
                "{file} has only {last} steps{bad}; --to goes up to that",
                file=args.file,
                last=recording.last,
                bad=bad,
            ),
            USAGE,
        )
    if first >= last:
        raise Fail(
            say(
                "a film from step {first} to {last} is none: --to must be behind --from",
                first=first,
                last=last,
            ),
            USAGE,
        )
    steps = moments(recording, first, last)
    if len(steps) > MOST_FRAMES:
        raise Fail(
            say(
                "from step {first} to {last} there are {count} moments, and a film has {most}"
                " at most; such as --from {first} --to {end}",
                first=first,
                last=last,
                count=len(steps),
                most=MOST_FRAMES,
                end=steps[MOST_FRAMES - 1],
            ),
            USAGE,
        )
    learnt = _cards(args)
    drawn = _Drawn(say("drawing"), args.json)
    try:
        pictures = film.frames(film.Projector(recording, learnt, folder("cache")), steps, drawn)
    finally:
        drawn.close()
    with picture_place(args.animate, FILMS, "--animate").written() as half:
        kind = kind_of(args.animate, FILMS, "--animate")
        film.save(pictures, film.lasting(recording, steps), half, kind)
    bad = recording.problem if last == recording.last and args.last is None else ""
    return first, last, bad


def write_requests(log: Path, out: Path, step: int | None = None) -> tuple[int, str]:
    """What the rules asked up to a step, as docs/wire.md describes the file.

    Returns the step, and what is wrong with the log there, if anything. Raises Fail.
    """
    match, problem = replay_to(log, step, lambda match, events: None, Match.write_requests)
    text = as_text(match.terms, match.match_id, match.write_requests())
    with _requests_place(out).written() as half:
        half.write_text(text, encoding="utf-8")
    return match.state.answered, problem
