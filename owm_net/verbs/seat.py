"""Taking a seat: a person in a window, or the computer in this terminal."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trio

from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.session.match import Match
from owm_net.session.people import setup_in_words
from owm_net.session.player import ComputerPlayer
from owm_net.verbs.common import USAGE, Fail, show
from owm_net.verbs.matches import Meeting, meet, play_on
from owm_net.verbs.places import check_places, new_log
from owm_net.verbs.typed import one_of, seconds
from owm_net.verbs.verify import EXIT, in_words, judge

Game = tuple[System, Setup]
WHO_PLAYS = ("person", *sorted(PLAYERS))
DROP_AFTER = 120.0
"""Seconds after which a computer player proposes to go on without a seat that is away."""
DROP_HELP = (
    "with three or four seats, where the rules allow it (the skeleton duel): how long in all one"
    " who owes may be away before you propose, unasked, to go on without it; one who is there and"
    " has to decide is given ten minutes at least. Whom you hear of through the host alone you are"
    " asked about all the same; the computer takes the host's word when it has waited as long"
    " (default: you are asked; the computer waits two minutes)"
)


def add_seat(parser: argparse.ArgumentParser) -> None:
    """Options of everybody who takes a seat."""
    parser.add_argument("--name", default="", help="what the other side sees (default: your login)")
    parser.add_argument("--log", type=Path, help="where the log goes (default: the logs folder)")
    parser.add_argument(
        "--patience",
        type=seconds,
        default=3600.0,
        metavar="SECONDS",
        help="how long to look for the other side when the connection is lost (default: an hour)",
    )
    parser.add_argument(
        "--drop-after",
        type=seconds,
        metavar="SECONDS",
        help=DROP_HELP,
    )
    parser.add_argument(
        "--passphrase",
        action="store_true",
        help="seal what only you may know with a passphrase, which is asked for (else with the"
        " key file of this machine)",
    )
    parser.add_argument(
        "--player",
        type=one_of(WHO_PLAYS),
        choices=WHO_PLAYS,
        default="person",
        help="who plays: you in a window, or the computer in this terminal",
    )


def warn_no_drop(drop_after: float | None, match: Match) -> None:
    """Say so if --drop-after was given for a match that cannot go on without a player."""
    if drop_after is None:
        return
    why = match.system.why_no_drop(match.state, 0)
    if why is None and match.seats == 2:
        why = "two play: when one leaves, nobody is left to go on with"
    if why is not None:
        show(f"--drop-after does nothing in this match: {why}")


def player_name(args: argparse.Namespace) -> str:
    """As typed, or the login name."""
    if args.name:
        return str(args.name)
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "Player"


def new_passphrase(args: argparse.Namespace) -> str:
    """ "" unless --passphrase was given; then from OWM_PASSPHRASE or the terminal."""
    if not getattr(args, "passphrase", False):
        return ""
    if "OWM_PASSPHRASE" in os.environ:
        given = os.environ["OWM_PASSPHRASE"]
        if not given or not given.isprintable():  # what is no UTF-8 arrives as surrogates
            raise Fail("OWM_PASSPHRASE is empty, or no text", USAGE)
        return given
    if not sys.stdin.isatty():
        raise Fail("--passphrase needs a terminal, or OWM_PASSPHRASE", USAGE)
    first = getpass.getpass("new passphrase: ")
    if not first or first != getpass.getpass("once more: "):
        raise Fail("the two passphrases differ, or are empty", USAGE)
    return first


def take_seat(args: argparse.Namespace, where: Meeting, game: Game | None) -> int:
    """Meet, play, verify. game: what we host; None takes what the host offers."""
    check_places(args.log)
    if args.player == "person":
        from owm_net.verbs.window import play_in_window

        return play_in_window(args, where, game)
    log = trio.run(_play_computer, args, where, game)
    return say_verdict(log)


def say_verdict(log: Path) -> int:
    """Check the finished log and say the verdict."""
    verdict = judge(log)
    for line in in_words(verdict):
        show(line)
    show(f"log: {log}")
    return EXIT[verdict.verdict]


class TellingPlayer(ComputerPlayer):
    """A computer player whose match is told on the terminal."""

    def __init__(self, match: Match, chance: Chance, player: str) -> None:
        super().__init__(match.system, chance, PLAYERS[player])
        self._match = match

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Headlines."""
        for event in events:
            if event.headline:
                line = self._match.system.narrate(view.state, event)
                show(f"{self._match.counts['entries']:>6}  {line}")

    def notice(self, kind: str, text: str) -> None:
        """What goes wrong."""
        if kind != "working":
            show(text)


async def _play_computer(args: argparse.Namespace, where: Meeting, game: Game | None) -> Path:
    secret = new_passphrase(args)  # before anybody waits for us
    met = await meet(where, game, player_name(args), show)
    async with met:
        match = met.match
        agreed = setup_in_words(match.terms.setup)
        show(f"playing {match.system.title} ({agreed}) with {met.who}")
        warn_no_drop(args.drop_after, match)
        path = new_log(args.log, match.system.id)
        player = TellingPlayer(match, Chance(os.urandom(16)), args.player)
        await play_on(
            match,
            met.links,
            player,
            path,
            where,
            args.patience,
            passphrase=secret,
            drop_after=DROP_AFTER if args.drop_after is None else args.drop_after,
        )
    return path
