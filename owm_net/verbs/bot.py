"""`owm-net bot`: a computer player as a peer in its own process; reports JSON lines.

Used by play and demo; may also be used to host a computer opponent for somebody else.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

from attrs import asdict, evolve

from owm_net.client.language import tr
from owm_net.engine import codec
from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.files.home import CannotWrite
from owm_net.net.driver import Options
from owm_net.net.errors import NetError
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import CANNOT, FINE, UNFINISHED, USAGE, Fail
from owm_net.program.logs.retelling import open_hand
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.where import meeting
from owm_net.program.options.game import add_game, add_seats
from owm_net.program.options.spectators import add_spectators, stand_of
from owm_net.program.options.typed import OnePlayer, number, seconds
from owm_net.program.playing.matches import play_on, resume_on, take_up
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import game_of, player_for
from owm_net.session.match import Match, What
from owm_net.session.player import ComputerPlayer

CODE_VARIABLE = "OWM_CODE"
HELP = say("a computer player as a peer of its own")
EXAMPLES = say("""examples:
  owm-net bot --host --port 7770 --log bot.owmlog
  owm-net bot --host --spectators 0 --log bot.owmlog             others may watch
  owm-net bot --join 127.0.0.1:7770 --code 7-melon-sandal-orchid --log bot.owmlog
  owm-net bot --resume --join 127.0.0.1:7770 --log bot.owmlog    go on after it was stopped

Each line on standard output is a JSON object: note, line, error, or done with the result.
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    add_game(parser)
    add_seats(parser)
    parser.add_argument(
        "--host", action="store_true", help=tr("offer the terms and take the first seat")
    )
    parser.add_argument(
        "--port", type=number(7770), default=0, help=tr("listen here (with --host)")
    )
    parser.add_argument("--join", default="", metavar="HOST:PORT", help=tr("dial this address"))
    parser.add_argument("--relay", default="", metavar="HOST:PORT", help=tr("meet through a relay"))
    parser.add_argument(
        "--code",
        default=os.environ.get(CODE_VARIABLE, ""),
        help=tr("of the match (default: OWM_CODE of the environment; with --host a new one)"),
    )
    add_spectators(parser)
    parser.add_argument("--log", type=Path, required=True, help=tr("where the log goes"))
    parser.add_argument("--name", default="Computer")
    parser.add_argument(
        "--player",
        type=OnePlayer(),
        metavar=tr("WHO"),
        default="computer",
        help=tr(
            "computer (default), random, or a computer player of the game; see: owm-net systems"
        ),
    )
    parser.add_argument("--seed", default="", help=tr("of its decisions; the cards have none"))
    parser.add_argument(
        "--patience",
        type=seconds,
        default=20.0,
        metavar=tr("SECONDS"),
        help=tr("how long to look for a peer that was lost (default: 20)"),
    )
    parser.add_argument(
        "--drop-after",
        type=seconds,
        default=120.0,
        metavar=tr("SECONDS"),
        help=tr(
            "with three or four seats: propose to go on without one who owes and has been away so"
            " long (default: 120)"
        ),
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help=tr("go on with the match of --log, whose private file is beside it"),
    )
    parser.add_argument(
        "--child",
        action="store_true",
        help=tr(
            "end when standard input ends, and report only the end (as owm-net play starts it)"
        ),
    )


def report(**facts: Any) -> None:
    """One JSON line on stdout."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


class ReportingPlayer(ComputerPlayer):
    """Reports headlines while it plays, unless it is a child."""

    def __init__(self, match: Match, args: argparse.Namespace) -> None:
        chance = Chance(args.seed) if args.seed else Chance(os.urandom(16))
        super().__init__(match.system, chance, player_for(match.system, args.player))
        self._rules = match.system
        self._match = match
        self._quiet = args.child

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Print the headlines and nothing else."""
        for event in [] if self._quiet else events:
            if event.headline:
                line = self._rules.narrate(view.state, event)
                report(line=line, rule=event.rule, entries=self._match.counts.entries)

    async def shall_agree(self, what: What, why: str) -> bool:
        """To all, where it plays against the person who has started it; but it waits for them."""
        if self._quiet and what is not What.STOPS_WAITING:
            return True
        return await super().shall_agree(what, why)

    def notice(self, kind: str, text: str) -> None:
        """What takes its time."""
        if not self._quiet:
            report(note=text)


def run(args: argparse.Namespace) -> int:
    """Play one match as the computer, without a window."""
    if args.spectators is not None and (args.resume or not args.host):
        raise Fail(
            say("--spectators goes with --host: the host decides, once, who may watch"), USAGE
        )
    game = game_of(args, args.seats)
    if args.host:
        player_for(game[0], args.player)
    if args.child:
        Thread(target=_end_with_parent, daemon=True).start()
    try:
        return run_loop(_play, args, game)
    except (Fail, NetError, CannotWrite) as e:
        report(error=str(e))
        return e.code if isinstance(e, Fail) else CANNOT
    except (KeyboardInterrupt, BaseExceptionGroup) as e:
        if not args.child:
            raise
        if isinstance(e, BaseExceptionGroup) and e.split(KeyboardInterrupt)[1] is not None:
            raise
        return UNFINISHED  # who has started us ends us, and says himself how to go on


def _end_with_parent() -> None:
    """Standard input ends when whoever started us is gone; what is in the log can be resumed."""
    while os.read(0, 1024):
        pass
    os._exit(CANNOT)


async def _play(args: argparse.Namespace, game: Any) -> int:
    port = None if args.join or args.relay else args.port
    where = meeting(args.join, args.relay, args.code, port=port, bind="127.0.0.1")
    where = evolve(where, stand=stand_of(args, lan=False))
    tell = (lambda line: None) if args.child else (lambda line: report(note=line))
    if args.resume:
        taken = take_up(args.log)
        if taken.where.relay is not None and where.relay is not None:
            where = evolve(taken.where, relay=where.relay)  # the rooms are those of the match
        if args.child:  # whoever starts us waits for the key alone, and has no lobby any more
            where = evolve(where, code=None)
        taken.where, match = evolve(where, stand=taken.where.stand), taken.match
        player = ReportingPlayer(match, args)
        await resume_on(taken, player, args.patience, tell, watched=tell)
    else:
        async with await meet(where, game if args.host else None, args.name, tell) as met:
            match = met.match
            player = ReportingPlayer(match, args)
            await play_on(
                match,
                met.links,
                player,
                args.log,
                WayBack(met.where, args.patience, watched=tell),
                Options(drop_after=args.drop_after),
            )
    if args.child:
        with suppress(Fail, CannotWrite):  # a match is none the worse for it
            open_hand(args.log)  # the computer has nothing to hide when it is over
    if match.result is None:  # all have adjourned, or it has been left by who resigned
        report(done=True, adjourned=match.adjourned, entries=match.counts.entries)
        return FINE
    report(
        done=True,
        result=[list(match.result.winners), list(match.result.scores), match.result.reason],
        state=codec.digest(match.state).hex(),
        counts=asdict(match.counts),
    )
    return FINE
