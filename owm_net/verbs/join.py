"""`owm-net join`: play against a friend who waits."""

from __future__ import annotations

from dataclasses import dataclass

from attrs import evolve

from owm_net.engine.text import say
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import USAGE, Fail
from owm_net.program.meeting.listed_games import find
from owm_net.program.meeting.typed_code import ask_code, parsed
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import argument_or, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.seat import SeatOptions
from owm_net.program.playing.taking_seat import take_seat
from owm_net.program.terminal.lines import show
from owm_net.protocol.codes import looks_like_code
from owm_net.protocol.words import read_fingerprint

HELP = say("play against a friend who hosts a match")
EXAMPLES = say("""examples:
  owm-net join 7-melon-sandal-orchid                              on the same network
  owm-net join 192.0.2.7:7770 7-melon-sandal-orchid               dial your friend
  owm-net join 7-melon-sandal-orchid --relay relay.example.org:7771   meet through a relay
  owm-net join 7                                                  number 7 of owm-net games
  owm-net join 7-melon-sandal-orchid --text                       in this terminal, line by line
  owm-net join acorn-barn-cargo-delta-elbow-fern                  its host's six words

Your friend's program shows the code. Its words may be cut to four letters (7-melo-sand-orch), it
may be pasted with a sentence around it, and if you leave it out it is asked for. The ways are tried
in this order: your own network, the address, the relay. If you meet the host for the first time,
you see six words of their key, and the match begins when both of you say yes.
""")


@dataclass(frozen=True, kw_only=True)
class Options(SeatOptions, PackOptions):
    """The options of `owm-net join`."""

    where: str = argument_or(
        str, "", say("where your friend waits, if you know; the code"), metavar="[HOST:PORT] CODE"
    )
    code: str = argument_or(str, "")
    relay: str = option(str, "", say("meet through a relay"), metavar="[TOKEN@]HOST:PORT")
    relay_only: bool = switch(say("through the relay alone: it hides your address"))
    no_lan: bool = switch(say("do not look on your own network"))
    no_spectators: bool = switch(
        say("play no match that others may watch (whether they may, the host decides)")
    )


def run(options: Options) -> int:
    """Meet the host and play at the seat that he gives."""
    address, code = options.where, options.code
    if not code and (looks_like_code(address) or _listed(address)):
        address, code = "", address
    if options.relay_only and (address or not options.relay):
        raise Fail(say("--relay-only needs --relay HOST:PORT, and no address"), USAGE)
    if address and ":" not in address:
        raise Fail(
            say(
                "{address}: the port is missing; write HOST:PORT, such as {address}:7770",
                address=address,
            ),
            USAGE,
        )
    lan = not (options.relay_only or options.no_lan)
    if not (address or options.relay or lan):
        raise Fail(
            say("where does your friend wait? owm-net join HOST:PORT {code}", code=code), USAGE
        )
    wanted = _listed(code)
    near = lan and not address
    where = meeting(address=address, relay=options.relay, code="" if wanted else code, lan=near)
    if wanted:  # what is wrong in the rest comes first
        listed = run_loop(find, wanted, where)
        where = evolve(where, code=listed.game.code(listed.room), identity=listed.game.identity)
        show(say("joining {game}", game=str(listed).strip()))
    elif where.code is None:
        where = evolve(where, code=parsed(ask_code("join")))
    return take_seat(options, evolve(where, unwatched=options.no_spectators), None)


def _listed(typed: str) -> str:
    """How an open game is named, by its number or by its host's six words; "" if it is not."""
    return typed if typed.isdigit() else read_fingerprint(typed)
