"""`owm-net bot`: a computer player as a peer in its own process; reports JSON lines.

Used by play and demo; may also be used to host a computer opponent for somebody else.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trio

from owm_net.engine import codec
from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.files.home import CannotWrite
from owm_net.net.streams import NetError
from owm_net.session.match import Match
from owm_net.session.player import ComputerPlayer
from owm_net.verbs.common import CANNOT, FINE, Fail, add_game, game_of
from owm_net.verbs.matches import Meeting, connect, meeting, play_on, start

HELP = "a computer player as a peer of its own"
EXAMPLES = """examples:
  owm-net bot --host --port 7770 --log bot.owmlog
  owm-net bot --join 127.0.0.1:7770 --log bot.owmlog
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Options."""
    add_game(parser)
    parser.add_argument("--host", action="store_true", help="offer the terms and take seat 0")
    parser.add_argument("--port", type=int, default=0, help="listen here (with --host)")
    parser.add_argument("--join", default="", metavar="HOST:PORT", help="dial this address")
    parser.add_argument("--relay", default="", metavar="HOST:PORT", help="meet through a relay")
    parser.add_argument("--room", default="", help="the room of the relay")
    parser.add_argument("--log", type=Path, required=True, help="where the log goes")
    parser.add_argument("--name", default="Computer")
    parser.add_argument("--player", choices=sorted(PLAYERS), default="computer")
    parser.add_argument("--seed", default="", help="of its decisions; the cards have none")
    parser.add_argument(
        "--patience", type=float, default=20.0, metavar="SECONDS",
        help="how long to look for a peer that was lost (default: 20)",
    )


def report(**facts: Any) -> None:
    """One JSON line on stdout."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


class ReportingPlayer(ComputerPlayer):
    """Reports headlines while it plays."""

    def __init__(self, system: System, match: Match, chance: Chance, player: str) -> None:
        super().__init__(system, chance, PLAYERS[player])
        self._rules = system
        self._match = match

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Headlines only."""
        for event in events:
            if event.kind in self._rules.headlines:
                line = self._rules.narrate(view.state, event)
                report(line=line, rule=event.rule, entries=self._match.counts["entries"])

    def notice(self, kind: str, text: str) -> None:
        """What takes its time."""
        report(note=text)


def run(args: argparse.Namespace) -> int:
    """Play one match."""
    game = game_of(args)
    try:
        return trio.run(_play, args, game)
    except (Fail, NetError, CannotWrite) as e:
        report(error=str(e))
        return e.code if isinstance(e, Fail) else CANNOT


async def _play(args: argparse.Namespace, game: Any) -> int:
    if args.relay or args.join:
        where = meeting(args.join, args.relay, args.room)
    else:
        where = Meeting(port=args.port, bind="127.0.0.1")
    link = await connect(where, lambda line: report(note=line))
    async with link:
        match = await start(link, game if args.host else None, args.name)
        chance = Chance(args.seed) if args.seed else Chance(os.urandom(16))
        player = ReportingPlayer(match.system, match, chance, args.player)
        await play_on(match, link, player, args.log, where, args.patience)
    assert match.result is not None
    report(
        done=True,
        result=[list(match.result.winners), list(match.result.scores), match.result.reason],
        state=codec.digest(match.state).hex(),
        counts=match.counts,
    )
    return FINE
