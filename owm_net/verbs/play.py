"""`owm-net play`: a first match on this machine, against a computer that is a real peer."""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path

import trio

from owm_net.files.home import folder
from owm_net.verbs.common import add_game, game_of, new_log_path, show
from owm_net.verbs.demo import conclude, play_two

HELP = "play against the computer on this machine, in a window"
EXAMPLES = """examples:
  owm-net play                    a window; without a display two computers play
  owm-net play --no-window        two computers play, the verdict and a picture at the end
  owm-net play --system skeleton

The computer player runs in its own process and is a real peer: the deck is shuffled by both.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    add_game(parser)
    parser.add_argument("--no-window", action="store_true", help="two computer players")
    parser.add_argument("--name", default="", help="your name (default: your login)")
    parser.add_argument("--log", type=Path, help="where the log goes (default: the logs folder)")
    parser.add_argument("--picture", type=Path, help="without a window: where the picture goes")
    parser.add_argument("--seed", default="", help="of the computers' decisions, not of the cards")


def has_display() -> bool:
    """Whether a window could open here."""
    if platform.system() == "Linux":
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def run(args: argparse.Namespace) -> int:
    """In a window if there is a display."""
    system, _ = game_of(args)
    if not args.no_window and has_display():
        from owm_net.verbs.window import play_against_computer, why_no_window

        problem = why_no_window()
        if problem is None:
            return play_against_computer(args)
        show(problem)
    elif not args.no_window:
        show("there is no display here: two computer players play")
    log = args.log or new_log_path(folder("logs"), system.id)
    picture = args.picture or log.with_suffix(".png")
    args.player = "computer"
    outcome = trio.run(play_two, args, log, show)
    return conclude(outcome, log, picture, as_json=False)
