"""`owm-net host`: wait for a friend and play."""

from __future__ import annotations

import argparse
import os

from owm_net.net.rendezvous import ROOM_ENTROPY, parse_address, room_name
from owm_net.verbs.common import USAGE, Fail, add_game, game_of
from owm_net.verbs.matches import Meeting
from owm_net.verbs.seat import add_seat, take_seat

HELP = "wait for a friend and play a match"
EXAMPLES = """examples:
  owm-net host --port 7770                      your friend: owm-net join YOUR-ADDRESS:7770
  owm-net host --relay relay.example.org:7771   prints the room for your friend

Without a relay your friend must be able to reach this port: on the same network, or forwarded
by your router.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    add_game(parser)
    parser.add_argument("--port", type=int, default=7770, help="listen here (default: 7770)")
    parser.add_argument("--bind", default="0.0.0.0", help="address to listen on")
    parser.add_argument("--relay", default="", metavar="HOST:PORT", help="meet through a relay")
    parser.add_argument("--room", default="", help="the room (default: a new one)")
    add_seat(parser)


def run(args: argparse.Namespace) -> int:
    """Take seat 0."""
    game = game_of(args)
    if args.relay:
        room = args.room or room_name(os.urandom(ROOM_ENTROPY))
        where = Meeting(relay=parse_address(args.relay), room=room)
    elif args.room:
        raise Fail("--room needs --relay HOST:PORT", USAGE)
    else:
        where = Meeting(port=args.port, bind=args.bind)
    return take_seat(args, where, game)
