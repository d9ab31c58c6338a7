"""`owm-net play`: a first match on this machine, against a computer that is a real peer."""

from __future__ import annotations

import argparse
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.local_player import player_name
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.options.game import add_game
from owm_net.program.options.seat import TEXT_HELP
from owm_net.program.options.typed import OnePlayer
from owm_net.program.playing.by_itself import NO_DISPLAY, offer_unfinished, two_computers
from owm_net.program.playing.text_seat import play_in_text
from owm_net.program.setups import game_of, player_for
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import has_display, why_no_window
from owm_net.program.window.playing import play_against_computer
from owm_net.program.window.title import onward

HELP = say("play against the computer on this machine, in a window")
EXAMPLES = say("""examples:
  owm-net play                    a window; without a display two computers play
  owm-net play --text             in this terminal, line by line; for a screen reader too
  owm-net play --no-window        two computers play, the verdict and a picture at the end
  owm-net play --system skeleton
  owm-net play --opponent recruit  a computer player of the game by its name; see: owm-net systems

The computer player runs in its own process and is a real peer: the deck is shuffled by both.
A match that is broken off (window closed, power cut) is kept; go on with: owm-net resume
Beside your log stands the computer's, *.owmlog.computer, until the match is over.
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    add_game(parser)
    parser.add_argument("--text", action="store_true", help=tr(TEXT_HELP))
    parser.add_argument("--no-window", action="store_true", help=tr("two computer players"))
    parser.add_argument(
        "--opponent",
        type=OnePlayer(),
        metavar=tr("WHO"),
        default="computer",
        help=tr(
            "who plays against you: computer (default), random, or a computer player of the game;"
            " see: owm-net systems"
        ),
    )
    parser.add_argument("--name", default="", help=tr("your name (default: your login)"))
    parser.add_argument(
        "--log", type=Path, help=tr("where the log goes (default: the logs folder)")
    )
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="OUT.png",
        help=tr("without a window: where the picture of the end goes (default: beside the log)"),
    )
    parser.add_argument(
        "--seed", default="", help=tr("of the computers' decisions, not of the cards")
    )


def run(args: argparse.Namespace) -> int:
    """In a window if there is a display."""
    game = game_of(args)
    player_for(game[0], args.opponent)
    check_places(args.log, args.picture)
    offer_unfinished(args.text)
    log = new_log(args.log, game[0].id)
    name = player_name(args)
    if args.text:
        return play_in_text(game, name, log, args.seed, args.opponent)
    if not args.no_window and has_display():
        problem = why_no_window()
        if problem is None:
            from owm_net.client.menu.state import Play  # it loads what draws

            again = onward(Play(*game, args.opponent))
            return play_against_computer(game, name, log, args.seed, args.opponent, again)
        show(say("{problem}\ntwo computer players play instead", problem=problem))
    elif not args.no_window:
        show(say(NO_DISPLAY))
    return two_computers(game, name, log, args.opponent, args.seed, args.picture)
