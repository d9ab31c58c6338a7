"""`owm-net resume`: go on with a match that was broken off, after a crash too."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from pathlib import Path

import trio

from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS
from owm_net.files.home import folder
from owm_net.files.private import CannotOpen, PrivateFile, private_path
from owm_net.verbs.common import Fail, show
from owm_net.verbs.matches import Resumed, resume_on, take_up
from owm_net.verbs.seat import TellingPlayer, say_verdict

HELP = "go on with a match that was broken off"
EXAMPLES = """examples:
  owm-net resume                   the newest match that can be resumed
  owm-net resume match.owmlog

The log and the private file beside it (match.owmlog.private) are needed. Both sides go on where
they were; nothing that was sent is signed twice.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    parser.add_argument("file", type=Path, nargs="?", help="the log (default: the newest)")
    parser.add_argument(
        "--patience", type=float, default=3600.0, metavar="SECONDS",
        help="how long to look for the other side (default: an hour)",
    )
    parser.add_argument(
        "--player", choices=("person", *sorted(PLAYERS)), default="person",
        help="who plays on: you in a window, or the computer in this terminal",
    )


def run(args: argparse.Namespace) -> int:
    """Take it up, meet, play on, verify."""
    path = args.file or newest()
    taken = take_up(path, ask_passphrase(path))
    show(f"{path}: {taken.match.state.steps} steps have been played")
    if args.player == "person":
        from owm_net.verbs.window import resume_in_window

        return resume_in_window(taken, args.patience)
    trio.run(_play_on, taken, args)
    return say_verdict(path)


def newest() -> Path:
    """The newest log with a private file. Raises Fail."""
    logs = [p for p in folder("logs").glob("*.owmlog") if private_path(p).exists()]
    if not logs:
        raise Fail("there is no match to resume: every match here is over")
    return max(logs, key=lambda p: p.stat().st_mtime)


def ask_passphrase(path: Path) -> str:
    """"" unless the private file is sealed with a passphrase; then it is asked for."""
    try:
        PrivateFile.open(private_path(path))
    except CannotOpen as e:
        if "sealed with a passphrase" not in str(e):
            raise Fail(f"cannot resume {path}: {e}") from e
        if "OWM_PASSPHRASE" in os.environ:
            return os.environ["OWM_PASSPHRASE"]
        if not sys.stdin.isatty():
            raise Fail(f"{e}; type it in a terminal, or set OWM_PASSPHRASE") from e
        return getpass.getpass("passphrase of the match: ")
    return ""


async def _play_on(taken: Resumed, args: argparse.Namespace) -> None:
    player = TellingPlayer(taken.match, Chance(os.urandom(16)), args.player)
    await resume_on(taken, player, args.patience, show)
