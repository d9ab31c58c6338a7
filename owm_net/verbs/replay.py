"""`owm-net replay`: the table as it stood at some step of a match, drawn without a display."""

from __future__ import annotations

import argparse
from pathlib import Path

from owm_net import games
from owm_net.engine.requests import Over
from owm_net.session.match import Blame, Match
from owm_net.session.verify import Unreadable, open_log
from owm_net.verbs.common import BAD, FINE, USAGE, Fail, show
from owm_net.verbs.verify import read_log

HELP = "draw the table as it stood at a step of a match"
EXAMPLES = """examples:
  owm-net replay match.owmlog --step 200 --picture table.png
  owm-net replay match.owmlog --picture end.png        the last step
  owm-net replay match.owmlog --text                   the whole match as lines of text
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("file", type=Path, help="a log, *.owmlog")
    parser.add_argument(
        "--step", type=int, default=None, metavar="N",
        help="after N answered requests of the game (default: the end)",
    )
    parser.add_argument("--picture", type=Path, metavar="OUT.png", help="draw the table into a file")
    parser.add_argument("--text", action="store_true", help="what happened up to there, in words")


def run(args: argparse.Namespace) -> int:
    """Replay up to the step, then draw."""
    if args.picture is None and not args.text:
        raise Fail("say what you want to see: --picture OUT.png or --text", USAGE)
    if args.step is not None and args.step < 0:
        raise Fail("--step is a number from 0", USAGE)
    match, problem = replay_to(args.file, args.step, args.text)
    if args.picture is not None:
        draw(match, args.picture)
        show(f"step {match.state.steps}: {args.picture}")
    if problem:
        show(f"the log is bad after this: {problem}")
        return BAD
    return FINE


def replay_to(path: Path, step: int | None, tell: bool) -> tuple[Match, str]:
    """An observer's match after `step` answered requests, and what is wrong there, if anything.

    Proofs are not checked: that is what verify is for. Raises Fail.
    """
    try:
        match, records, _, _ = open_log(read_log(path), games.get)
    except Unreadable as e:
        raise Fail(f"{path}: {e}") from e
    for record in records:
        if step is not None and match.state.pending is not None and match.state.steps >= step:
            return match, ""
        try:
            match.receive(record)
        except Blame as e:
            return match, str(e)
        match.accepted()
        for event in match.happened():
            line = match.system.narrate(match.state, event) if tell else ""
            if line:
                show(f"{match.state.steps:>6}  {line:<70} {event.rule}".rstrip())
    if step is not None and match.state.steps < step and not isinstance(match.state.pending, Over):
        raise Fail(f"{path} has only {match.state.steps} steps", USAGE)
    return match, ""


def draw(match: Match, path: Path) -> None:
    """The table as everybody sees it, as a PNG. Raises Fail."""
    from owm_net.client.picture import save_picture

    try:
        save_picture(match.system, match.view(), match.names, path)
    except OSError as e:
        raise Fail(f"cannot write {path}: {(e.strerror or str(e)).lower()}") from e
