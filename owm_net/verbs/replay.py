"""`owm-net replay`: the table as it stood at some step of a match, drawn without a display; or what
the rules asked, for verifiers that do not have them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from owm_net.engine.agenda import Event
from owm_net.files.home import program
from owm_net.session.asked import as_text
from owm_net.session.match import Blame, Match, Tell, TellRemark, TellWish
from owm_net.session.people import called, fault
from owm_net.session.verify import Opened, OtherVersion, Unreadable, open_log
from owm_net.verbs.common import BAD, FINE, USAGE, Fail, add_pack, show
from owm_net.verbs.places import check_picture, kind_of
from owm_net.verbs.releases import OtherProgram
from owm_net.verbs.typed import number
from owm_net.verbs.verify import find_system_of_log, read_log

HELP = "draw the table as it stood at a step of a match"
EXAMPLES = """examples:
  owm-net replay match.owmlog --step 200 --picture table.png
  owm-net replay match.owmlog --picture end.png        the last step
  owm-net replay match.owmlog --text                   the whole match as lines of text
  owm-net replay match.owmlog --requests asked.json    what the rules asked, for a verifier
                                                       without them: docs/wire.md

A picture is of the kind that its name ends in: .png, .jpg, .jpeg or .webp.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("file", type=Path, help="a log, *.owmlog")
    add_pack(parser)
    parser.add_argument(
        "--step",
        type=number(200),
        default=None,
        metavar="N",
        help="after N answered requests of the game (default: the end)",
    )
    parser.add_argument("--picture", type=Path, metavar="OUT.png", help="draw the table")
    parser.add_argument("--text", action="store_true", help="what happened up to there, in words")
    parser.add_argument(
        "--requests",
        type=Path,
        metavar="FILE.json",
        help="write what the rules asked up to there, for a verifier that does not have them",
    )


def run(args: argparse.Namespace) -> int:
    """Replay up to the step, then draw."""
    if args.picture is None and args.requests is None and not args.text:
        wanted = "--picture OUT.png, --text or --requests FILE.json"
        raise Fail(f"say what you want to see: {wanted}", USAGE)
    if args.step is not None and args.step < 0:
        raise Fail("--step is a number from 0", USAGE)
    if args.picture is not None:
        check_picture(args.picture)
    problem = ""
    steps = 0
    if args.text:
        match, problem = replay_to(args.file, args.step, tell_events, remark=tell_remark)
        steps = match.state.answered
    if args.picture is not None:
        steps, problem = draw(args.file, args.picture, args.step)
        show(f"step {steps}: {args.picture}")
    if args.requests is not None:
        steps, problem = write_requests(args.file, args.requests, args.step)
        show(f"step {steps}: {args.requests}")
    if problem:
        show(f"the log is bad after step {steps}: {problem}")
        return BAD
    return FINE


Told = Callable[[Match, Sequence[Event]], None]
ToldRemark = Callable[[Match, TellRemark | TellWish], None]


def log_of(path: Path) -> Opened:
    """The log of a match that can be shown. Raises Fail."""
    try:
        return open_log(read_log(path), find_system_of_log)
    except OtherVersion as e:
        raise OtherProgram(path, "replay", e, "--text") from e
    except Unreadable as e:
        raise Fail(f"{path}: {e}") from e


def replay_to(
    path: Path,
    step: int | None,
    told: Told,
    begun: Callable[[Match], object] | None = None,
    remark: ToldRemark | None = None,
) -> tuple[Match, str]:
    """An observer's match after `step` answered requests, and what is wrong there, if anything.

    told: called with the events of each step. begun: with the match, before its first record.
    remark: called with what a player wrote or wished. Proofs are not checked: that is what verify
    is for.
    Raises Fail.
    """
    log = log_of(path)
    match = log.match
    if begun is not None:
        begun(match)
    for record in log.records:
        if step is not None and match.state.pending is not None and match.state.answered >= step:
            return match, ""
        before = match.state.answered
        try:
            match.receive(record)
        except Blame as e:
            return match, fault(match, e)
        except Exception as e:  # proofs are not checked here, and a false card breaks the rules
            return match, f"the rules cannot go on from it ({e}); see: {program()} verify {path}"
        for effect in match.effects():
            if isinstance(effect, Tell) and (effect.events or match.state.answered != before):
                told(match, effect.events)
            elif isinstance(effect, TellRemark | TellWish) and remark is not None:
                remark(match, effect)
    if step is not None and match.state.answered < step:
        raise Fail(f"{path} has only {match.state.answered} steps; --step goes up to that", USAGE)
    return match, ""


def tell_events(match: Match, events: Sequence[Event]) -> None:
    """Print what has happened, a line for each event that has words."""
    for event in events:
        line = match.system.narrate(match.state, event)
        if line:
            show(f"{match.state.answered:>6}  {line:<70} {event.rule}".rstrip())


def tell_remark(match: Match, said: TellRemark | TellWish) -> None:
    """Print what a player has written or signed beside the match."""
    what = f"writes: {said.text}" if isinstance(said, TellRemark) else f"signs: {said.what.word}"
    show(f"{match.state.answered:>6}  {called(match, said.seat)} {what}")


def write_requests(log: Path, out: Path, step: int | None = None) -> tuple[int, str]:
    """What the rules asked up to a step, as docs/wire.md describes the file.

    Returns the step, and what is wrong with the log there, if anything. Raises Fail.
    """
    match, problem = replay_to(log, step, lambda match, events: None, Match.write_requests)
    text = as_text(match.terms, match.match_id, match.write_requests())
    try:
        half = out.with_name(out.name + ".part")
        half.write_text(text, encoding="utf-8")
        half.replace(out)
    except OSError as e:
        raise Fail(
            f"cannot write {out}: {(e.strerror or str(e)).lower()}; choose another place"
            " with --requests"
        ) from e
    return match.state.answered, problem


def draw(log: Path, picture: Path, step: int | None = None) -> tuple[int, str]:
    """The table as everybody saw it at a step, as a picture of the kind that its name says.

    Returns the step, and what is wrong with the log there, if anything. Raises Fail.
    """
    from owm_net.client.picture import Camera

    cameras: list[Camera] = []

    def told(match: Match, events: Sequence[Event]) -> None:
        if not cameras:
            cameras.append(Camera(match.system, -1, match.names))
        cameras[0].told(match.view(), events)

    match, problem = replay_to(log, step, told)
    if not cameras:
        cameras.append(Camera(match.system, -1, match.names))
        cameras[0].told(match.view(), [])
    half = picture.with_name(picture.name + ".part")
    try:
        cameras[0].save(half, kind_of(picture))
        half.replace(picture)
    except OSError as e:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise Fail(
            f"cannot write the picture {picture}: {(e.strerror or str(e)).lower()}; choose another"
            " place with --picture"
        ) from e
    return match.state.answered, problem
