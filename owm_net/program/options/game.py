"""Options that name the game to be played."""

from __future__ import annotations

import argparse
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.options.typed import number

RULE_SYSTEM = say("rule system")


def add_system(parser: argparse.ArgumentParser, what: str = RULE_SYSTEM) -> None:
    """--system, with the one that is played when nothing is said."""
    parser.add_argument(
        "--system", default="owm", help=tr("{what} (default: %(default)s)", what=what)
    )


def add_game(parser: argparse.ArgumentParser, system_as_argument: bool = False) -> None:
    """--system, --mission, --level, --option, --pack."""
    if system_as_argument:
        parser.add_argument(
            "system", metavar="SYSTEM", help=tr("rule system; see: owm-net systems")
        )
    else:
        add_system(parser)
    parser.add_argument(
        "--mission",
        default="",
        help=tr("see: owm-net systems (default: the first); or FILE.toml, one of your own"),
    )
    parser.add_argument(
        "--level", default="", help=tr("level of play (default: the system's first)")
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=tr("NAME=VALUE"),
        help=tr("an option of the system; may be given several times"),
    )
    add_pack(parser)


def add_pack(parser: argparse.ArgumentParser) -> None:
    """--pack, which `cli` puts in use before anything else."""
    parser.add_argument(
        "--pack",
        type=Path,
        metavar=tr("PATH"),
        help=tr("of a match with a pack: its folder or zip; all need the same (see: owm-net pack)"),
    )


def add_seats(parser: argparse.ArgumentParser) -> None:
    """--seats, for verbs whose match may have more than two."""
    parser.add_argument(
        "--seats", type=number(2), default=2, metavar="N", help=tr("how many play (default: 2)")
    )
