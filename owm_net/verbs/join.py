"""`owm-net join`: play against a friend who waits."""

from __future__ import annotations

import argparse

from owm_net.verbs.common import USAGE, Fail, add_pack
from owm_net.verbs.matches import meeting
from owm_net.verbs.playing import take_seat
from owm_net.verbs.seat import add_seat

HELP = "play against a friend who hosts a match"
EXAMPLES = """examples:
  owm-net join 192.0.2.7:7770                                    dial your friend
  owm-net join amber-kettle-wolf --relay relay.example.org:7771  meet in a room of a relay
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("where", help="HOST:PORT, or the room of a relay")
    parser.add_argument(
        "--relay", default="", metavar="[TOKEN@]HOST:PORT", help="the relay of the room"
    )
    add_seat(parser)
    add_pack(parser)


def run(args: argparse.Namespace) -> int:
    """Meet the host and play at the seat that he gives."""
    if not args.relay and ":" not in args.where:
        if "." in args.where:
            raise Fail(
                f"{args.where}: the port is missing; write HOST:PORT, such as {args.where}:7770",
                USAGE,
            )
        raise Fail(f"{args.where} looks like a room: add --relay HOST:PORT of its relay", USAGE)
    where = meeting(
        address="" if args.relay else args.where,
        relay=args.relay,
        room=args.where if args.relay else "",
    )
    return take_seat(args, where, None)
