"""`owm-net watch`: see a match of others, some minutes behind, and keep a log that verifies."""

from __future__ import annotations

from dataclasses import dataclass

from attrs import evolve

from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import USAGE, Fail
from owm_net.program.local_player import own_name
from owm_net.program.logs.places import check_places
from owm_net.program.logs.retelling import tell_events, tell_remark
from owm_net.program.meeting.typed_code import ask_code, parsed
from owm_net.program.meeting.where import Meeting, meeting
from owm_net.program.options.declared import argument_or, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.seat import LogOptions
from owm_net.program.options.typed import seconds
from owm_net.program.playing.watching import Spectator
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import has_display, why_no_window
from owm_net.program.window.watching import watch_in_window
from owm_net.protocol.codes import looks_like_code

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

    where: str = argument_or(
        str,
        "",
        say("where the match is shown, if you know; the code"),
        metavar="[HOST:PORT] CODE",
    )
    code: str = argument_or(str, "")
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
    where = _where(options)
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


def _where(options: Options) -> Meeting:
    address, code = options.where, options.code
    if ":" not in address or (not code and looks_like_code(address)):  # or with blanks, or pasted
        address, code = "", f"{address} {code}".strip()
    if options.relay_only and (address or not options.relay):
        raise Fail(say("--relay-only needs --relay HOST:PORT, and no address"), USAGE)
    lan = not (options.relay_only or options.no_lan or address)
    if not (address or options.relay or lan):
        raise Fail(say("where is it shown? owm-net watch HOST:PORT {code}", code=code), USAGE)
    where = meeting(address=address, relay=options.relay, code=code, lan=lan)
    return where if code else evolve(where, code=parsed(ask_code("watch")))
