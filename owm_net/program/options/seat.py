"""Options of everybody who takes a seat."""

from __future__ import annotations

import argparse
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.options.typed import OnePlayer, seconds

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
