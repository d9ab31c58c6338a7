"""What everybody types who takes a seat: the name, the log, the passphrase, who plays."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.system import Setup, System
from owm_net.engine.text import say
from owm_net.files.home import program
from owm_net.files.identity import Form, own_form
from owm_net.session.match import Match
from owm_net.verbs.common import USAGE, Fail, show
from owm_net.verbs.typed import OnePlayer, seconds

Game = tuple[System, Setup]
TEXT_HELP = say(
    "play in this terminal, line by line: over ssh, with a screen reader (NO_COLOR=1 leaves colours"
    " and boxes out)"
)
DROP_HELP = say(
    "with three or four seats, where the rules let the others go on: how long in all one"
    " who owes may be away before you propose, unasked, to go on without it; one who is there and"
    " has to decide is given ten minutes at least. Whom you hear of through the host alone you are"
    " asked about all the same; the computer takes the host's word when it has waited as long"
    " (default: you are asked; the computer waits two minutes)"
)


def add_seat(parser: argparse.ArgumentParser) -> None:
    """Options of everybody who takes a seat."""
    parser.add_argument(
        "--name", default="", help=tr("what the other side sees (default: your login)")
    )
    parser.add_argument(
        "--log", type=Path, help=tr("where the log goes (default: the logs folder)")
    )
    parser.add_argument(
        "--patience",
        type=seconds,
        default=3600.0,
        metavar=tr("SECONDS"),
        help=tr(
            "how long to look for the other side when the connection is lost (default: an hour)"
        ),
    )
    parser.add_argument(
        "--drop-after",
        type=seconds,
        metavar=tr("SECONDS"),
        help=tr(DROP_HELP),
    )
    parser.add_argument(
        "--passphrase",
        action="store_true",
        help=tr(
            "seal what only you may know with a passphrase, which is asked for (else with the"
            " key file of this machine)"
        ),
    )
    parser.add_argument(
        "--yes",
        action="store_true",
        help=tr(
            "say yes beforehand to whoever has the code and is met for the first time; where there"
            " is no terminal, only friends are played with without it (see: owm-net friends)"
        ),
    )
    parser.add_argument("--text", action="store_true", help=tr(TEXT_HELP))
    parser.add_argument(
        "--player",
        type=OnePlayer("person"),
        metavar=tr("WHO"),
        default="person",
        help=tr(
            "who plays: person (you in a window), computer, random, or a computer player of the"
            " game by its name, in this terminal; see: owm-net systems"
        ),
    )


def warn_no_drop(drop_after: float | None, match: Match) -> None:
    """Say so if --drop-after was given for a match that cannot go on without a player."""
    if drop_after is None:
        return
    why = match.system.why_no_drop(match.state, 0)
    if why is None and match.seats == 2:
        why = say("two play: when one leaves, nobody is left to go on with")
    if why is not None:
        show(say("--drop-after does nothing in this match: {why}", why=why))


def player_name(args: argparse.Namespace) -> str:
    """As typed, or the login name."""
    return str(args.name) or own_name()


def own_name() -> str:
    """The login name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "Player"


def new_passphrase(args: argparse.Namespace) -> str:
    """ "" unless --passphrase was given; then from OWM_PASSPHRASE or the terminal."""
    if not getattr(args, "passphrase", False):
        return ""
    if own_form() is Form.PLAIN:
        show(say("your key is not encrypted; {how}", how=how_to_encrypt()))
    return choose_passphrase()


def how_to_encrypt() -> str:
    """What to type to have the key encrypted, in a line."""
    return say(
        "to encrypt it: {program} key --passphrase, or {program} key --keyring", program=program()
    )


def choose_passphrase() -> str:
    """A new one, from OWM_PASSPHRASE or typed twice. Raises Fail."""
    if "OWM_PASSPHRASE" in os.environ:
        given = os.environ["OWM_PASSPHRASE"]
        if not given or not given.isprintable():  # what is no UTF-8 arrives as surrogates
            raise Fail(say("OWM_PASSPHRASE is empty, or no text"), USAGE)
        return given
    if not sys.stdin.isatty():
        raise Fail(say("--passphrase needs a terminal, or OWM_PASSPHRASE"), USAGE)
    first = getpass.getpass(tr("new passphrase: "))
    if not first or first != getpass.getpass(tr("once more: ")):
        raise Fail(say("the two passphrases differ, or are empty"), USAGE)
    return first
