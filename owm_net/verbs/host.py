"""`owm-net host`: wait for friends and play."""

from __future__ import annotations

import argparse

from owm_net.verbs.common import add_game, add_seats, game_of
from owm_net.verbs.matches import meeting
from owm_net.verbs.playing import take_seat
from owm_net.verbs.seat import add_seat
from owm_net.verbs.typed import number

HELP = "wait for friends and play a match"
EXAMPLES = """examples:
  owm-net host --port 7770                      your friend: owm-net join YOUR-ADDRESS:7770 CODE
  owm-net host --relay relay.example.org:7771   your friend: owm-net join CODE --relay ...
  owm-net host --seats 3 --port 7770            waits for two friends; all type the same

It shows a code such as 7-melon-sandal-orchid. Who has it may take a seat, so tell it to your friend
alone; it is good for one match, and is replaced when it was guessed wrong three times.
Without a relay your friends must be able to reach this port: on the same network, or forwarded
by your router.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    add_game(parser)
    add_seats(parser)
    parser.add_argument(
        "--port", type=number(7770), default=7770, help="listen here (default: 7770)"
    )
    parser.add_argument("--bind", default="0.0.0.0", help="address to listen on")
    parser.add_argument(
        "--relay", default="", metavar="[TOKEN@]HOST:PORT", help="meet through a relay"
    )
    add_seat(parser)


def run(args: argparse.Namespace) -> int:
    """Wait for the others and play at seat 0."""
    game = game_of(args, args.seats)
    where = meeting(relay=args.relay, port=args.port, bind=args.bind)
    return take_seat(args, where, game)
