"""`owm-net bot`: a computer player as a peer in its own process; reports JSON lines.

Used by play and demo; may also be used to host a computer opponent for somebody else. With --seat
another program decides.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from attrs import evolve

from owm_net.engine.text import say
from owm_net.files.home import CannotWrite
from owm_net.net.errors import NetError
from owm_net.net.loop import run as run_loop
from owm_net.program.computer.peer import ComputerPeer, report
from owm_net.program.computer.standby import end_with_parent
from owm_net.program.failing import CANNOT, FINE, UNFINISHED, USAGE, Fail
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import NEEDED, option, switch
from owm_net.program.options.game import GameOptions, SeatsOptions
from owm_net.program.options.spectators import SpectatorOptions, stand_of
from owm_net.program.options.typed import OnePlayer, number, seconds
from owm_net.program.setups import game_of, player_for

CODE_VARIABLE = "OWM_CODE"

HELP = say("a computer player as a separate peer")
EXAMPLES = say("""examples:
  owm-net bot --host --port 7770 --log bot.owmlog
  owm-net bot --host --spectators 0 --log bot.owmlog             others may watch
  owm-net bot --join 127.0.0.1:7770 --code 7-melon-sandal-orchid --log bot.owmlog
  owm-net bot --resume --join 127.0.0.1:7770 --log bot.owmlog    go on after it was stopped
  python mybot.py --host --port 7770 --log mine.owmlog           your own: docs/bots.md

Each line on standard output is a JSON object: note, line, error, or done with the result.
""")


@dataclass(frozen=True, kw_only=True)
class Options(GameOptions, SeatsOptions, SpectatorOptions):
    """The options of `owm-net bot`."""

    host: bool = switch(say("offer the terms and take the first seat"))
    port: int = option(number(7770), 0, say("listen here (with --host)"))
    join: str = option(str, "", say("dial this address"), metavar="HOST:PORT")
    relay: str = option(str, "", say("meet through a relay"), metavar="HOST:PORT")
    code: str = option(
        str,
        "",
        say("of the match (default: OWM_CODE of the environment; with --host a new one)"),
    )
    log: Path = option(Path, NEEDED, say("where the log goes"))
    name: str = option(str, "Computer", say("what the other side sees (default: Computer)"))
    player: str = option(
        OnePlayer(),
        "computer",
        say("computer (default), random, or a computer player of the game; see: owm-net systems"),
        metavar=say("WHO"),
    )
    seed: str = option(str, "", say("of its decisions; the cards have none"))
    patience: float = option(
        seconds,
        20.0,
        say("how long to look for a peer that was lost (default: 20)"),
        metavar=say("SECONDS"),
    )
    drop_after: float = option(
        seconds,
        120.0,
        say(
            "with three or four seats: propose to go on without one who owes and has been away so"
            " long (default: 120)"
        ),
        metavar=say("SECONDS"),
    )
    seat: bool = switch(
        say("ask the program at standard output and input for each answer: see docs/bots.md")
    )
    resume: bool = switch(say("go on with the match of --log, whose private file is beside it"))
    child: bool = switch(
        say("end when standard input ends, and report only the end (as owm-net play starts it)")
    )


def run(options: Options) -> int:
    """Play one match as the computer, without a window."""
    if options.spectators is not None and (options.resume or not options.host):
        raise Fail(
            say("--spectators goes with --host: the host decides, once, who may watch"), USAGE
        )
    if options.seat and options.child:
        raise Fail(say("--seat and --child both read standard input: leave one out"), USAGE)
    game = game_of(options, options.seats if options.host else 0)
    if options.host:
        player_for(game[0], options.player)
    if options.child:
        end_with_parent()
    try:
        code = options.code or os.environ.get(CODE_VARIABLE, "")
        port = None if options.join or options.relay else options.port
        where = meeting(options.join, options.relay, code, port=port, bind="127.0.0.1")
        where = evolve(where, stand=stand_of(options, lan=False))
        peer = ComputerPeer(
            options.log,
            "" if options.seat else options.player,
            options.seed,
            options.patience,
            options.drop_after,
            options.child,
        )
        if options.resume:
            run_loop(peer.go_on, where)
        else:
            run_loop(peer.play, where, game if options.host else None, options.name)
        return FINE
    except (Fail, NetError, CannotWrite) as e:
        report(error=str(e))
        return e.code if isinstance(e, Fail) else CANNOT
    except (KeyboardInterrupt, BaseExceptionGroup) as e:
        if not options.child:
            raise
        if isinstance(e, BaseExceptionGroup) and e.split(KeyboardInterrupt)[1] is not None:
            raise
        return UNFINISHED  # who has started us ends us, and says himself how to go on
