"""What a host types to let others watch."""

from __future__ import annotations

import argparse

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.program.failing import USAGE, Fail
from owm_net.program.meeting.where import StandAt
from owm_net.program.options.typed import number
from owm_net.session.terms import MAX_DELAY


def add_spectators(parser: argparse.ArgumentParser) -> None:
    """Options of who hosts a match."""
    parser.add_argument(
        "--spectators",
        type=number(5),
        metavar=tr("MINUTES"),
        help=tr(
            "let others watch, so many minutes behind (0 to {most}); who joins agrees to it"
            " (default: nobody may)",
            most=MAX_DELAY,
        ),
    )
    parser.add_argument(
        "--spectator-port",
        type=number(7772),
        default=0,
        metavar="PORT",
        help=tr(
            "where they find you, such as a port that your router forwards (default: any that is"
            " free)"
        ),
    )


def stand_of(args: argparse.Namespace, lan: bool) -> StandAt | None:
    """Where they come; None if nobody may watch. lan: whether they find it on the own network.
    Raises Fail."""
    if args.spectators is None:
        if args.spectator_port:
            raise Fail(say("--spectator-port needs --spectators MINUTES"), USAGE)
        return None
    if not 0 <= args.spectators <= MAX_DELAY:
        raise Fail(say("--spectators: write minutes from 0 to {most}", most=MAX_DELAY), USAGE)
    if not 0 <= args.spectator_port <= 65535:
        raise Fail(
            say(
                "there is no port {port}: ports go from 0 to 65535",
                port=args.spectator_port,
            ),
            USAGE,
        )
    return StandAt(args.spectators, args.spectator_port, lan=lan)
