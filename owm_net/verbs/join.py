"""`owm-net join`: play against a friend who waits."""

from __future__ import annotations

import argparse
import sys

from owm_net.protocol.codes import looks_like_code
from owm_net.verbs.common import USAGE, Fail, add_pack
from owm_net.verbs.matches import meeting
from owm_net.verbs.playing import take_seat
from owm_net.verbs.seat import add_seat

HELP = "play against a friend who hosts a match"
EXAMPLES = """examples:
  owm-net join 192.0.2.7:7770 7-melon-sandal-orchid               dial your friend
  owm-net join 7-melon-sandal-orchid --relay relay.example.org:7771   meet through a relay

Your friend's program shows the code. Its words may be cut to four letters (7-melo-sand-orch), and
if you leave it out it is asked for.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("where", metavar="HOST:PORT", help="where your friend waits, then the CODE")
    parser.add_argument("code", nargs="?", default="", metavar="CODE", help="what your friend sees")
    parser.add_argument(
        "--relay", default="", metavar="[TOKEN@]HOST:PORT", help="the relay, and no address"
    )
    add_seat(parser)
    add_pack(parser)


def run(args: argparse.Namespace) -> int:
    """Meet the host and play at the seat that he gives."""
    address, code = (args.where, args.code)
    if not code and looks_like_code(address):
        address, code = "", address
    if address and args.relay:
        raise Fail(
            "give an address or --relay, not both: owm-net join CODE --relay HOST:PORT", USAGE
        )
    if not address and not args.relay:
        raise Fail(
            f"where does your friend wait? owm-net join HOST:PORT {code}, or add --relay HOST:PORT",
            USAGE,
        )
    if ":" not in address and not args.relay:
        raise Fail(
            f"{address}: the port is missing; write HOST:PORT, such as {address}:7770", USAGE
        )
    where = meeting(address=address, relay=args.relay, code=code)  # what is wrong in it comes first
    if where.code is None:
        where = meeting(address=address, relay=args.relay, code=ask_code())
    return take_seat(args, where, None)


def ask_code() -> str:
    """The code that was left out. Raises Fail."""
    if not sys.stdin.isatty():
        raise Fail("the code is missing: owm-net join HOST:PORT CODE", USAGE)
    try:
        return input("the code that your friend's program shows: ")
    except EOFError:
        raise Fail("the code is missing", USAGE) from None
