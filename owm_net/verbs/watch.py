"""`owm-net watch`: see a match of others, some minutes behind, and keep a log that verifies."""

from __future__ import annotations

from dataclasses import dataclass

from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.net.loop import run as run_loop
from owm_net.program.local_player import own_name
from owm_net.program.logs.places import check_places
from owm_net.program.logs.retelling import tell_events, tell_remark
from owm_net.program.meeting.invited import invited
from owm_net.program.options.declared import arguments, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.seat import LogOptions
from owm_net.program.options.typed import seconds
from owm_net.program.playing.watching import Spectator
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import has_display, why_no_window
from owm_net.program.window.watching import watch_in_window

HELP = say("watch a match of others, by the code for spectators")
EXAMPLES = say("""examples:
  owm-net watch 4711-melon-sandal-orchid                              on the same network
  owm-net watch 192.0.2.7:40123 4711-melon-sandal-orchid              at an address
  owm-net watch 4711-melon-sandal-orchid --relay relay.example.org:7771   through a relay
  owm-net watch 4711-melon-sandal-orchid --no-window --log seen.owmlog
  owm-net watch                                                       asks for the code

The host's program shows this code when a match begins that others may watch (owm-net host
--spectators MINUTES). You see what everybody at the table sees, so many minutes later, and no hand;
what you do has no effect on the match. Every entry is checked as it comes. When the match is over
the rest comes at once, and you have a log that anybody can check.

exit code: that of the verdict, as of owm-net verify: 0 OK, 1 INVALID, 4 UNFINISHED, 3 no verdict,
or nothing was shown
""")


@dataclass(frozen=True, kw_only=True)
class Options(LogOptions, PackOptions):
    """The options of `owm-net watch`."""

    where: list[str] = arguments(
        str,
        say(
            "the invitation for spectators, or any text with it inside; or an address and the code"
        ),
        metavar=say("INVITATION"),
    )
    relay: str = option(str, "", say("go there through a relay"), metavar="[TOKEN@]HOST:PORT")
    relay_only: bool = switch(say("through the relay alone: it hides your address"))
    no_lan: bool = switch(say("do not look on your own network"))
    no_window: bool = switch(say("tell the match in this terminal, in lines"))
    patience: float = option(
        seconds,
        3600.0,
        say("how long to look for the host when the connection is lost (default: an hour)"),
        metavar=say("SECONDS"),
    )


def run(options: Options) -> int:
    """Find the host, follow the match to its end, say the verdict."""
    where = invited(
        options.where,
        options.relay,
        verb="watch",
        relay_only=options.relay_only,
        lan=not options.no_lan,
    )
    check_places(options.log)
    spectator = Spectator(where, options.name or own_name(), options.log, options.patience)
    try:
        run_loop(spectator.come)
        if options.no_window or not has_display() or why_no_window() is not None:
            run_loop(spectator.watch, tell_events, tell_remark, show)
            return spectator.conclude(show)
        return watch_in_window(spectator)
    except (KeyboardInterrupt, BaseExceptionGroup) as error:
        if spectator.count:
            error.add_note(
                say(
                    "what was shown so far: {program} verify {path}",
                    program=program(),
                    path=as_typed(spectator.log.path),
                )
            )
        raise
    finally:
        spectator.close()
