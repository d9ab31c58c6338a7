"""The options of a host to let others watch."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net.engine.text import say
from owm_net.program.failing import USAGE, Fail
from owm_net.program.meeting.where import StandAt
from owm_net.program.options.declared import option
from owm_net.program.options.typed import number
from owm_net.session.terms import MAX_DELAY


@dataclass(frozen=True, kw_only=True)
class SpectatorOptions:
    """Of who hosts a match."""

    spectators: int | None = option(
        number(5),
        None,
        say(
            "let others watch, so many minutes behind (0 to {most}); who joins agrees to it"
            " (default: nobody may)",
            most=MAX_DELAY,
        ),
        metavar=say("MINUTES"),
    )
    spectator_port: int = option(
        number(7772),
        0,
        say(
            "where they find you, such as a port that your router forwards (default: any that is"
            " free)"
        ),
        metavar="PORT",
    )


def stand_of(options: SpectatorOptions, lan: bool) -> StandAt | None:
    """Where they come; None if nobody may watch. lan: whether they find it on the own network.
    Raises Fail."""
    if options.spectators is None:
        if options.spectator_port:
            raise Fail(say("--spectator-port needs --spectators MINUTES"), USAGE)
        return None
    if not 0 <= options.spectators <= MAX_DELAY:
        raise Fail(say("--spectators: write minutes from 0 to {most}", most=MAX_DELAY), USAGE)
    if not 0 <= options.spectator_port <= 65535:
        raise Fail(
            say(
                "there is no port {port}: ports go from 0 to 65535",
                port=options.spectator_port,
            ),
            USAGE,
        )
    return StandAt(options.spectators, options.spectator_port, lan=lan)
