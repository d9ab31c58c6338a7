"""`owm-net join`: play against a friend who waits."""

from __future__ import annotations

from dataclasses import dataclass

from attrs import evolve

from owm_net.engine.text import say
from owm_net.net.loop import run as run_loop
from owm_net.program.meeting.invited import invited
from owm_net.program.meeting.listed_games import find
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import arguments, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.seat import SeatOptions
from owm_net.program.playing.taking_seat import take_seat
from owm_net.program.terminal.lines import show
from owm_net.protocol.words import read_fingerprint

HELP = say("play against a friend who hosts a match")
EXAMPLES = say("""examples:
  owm-net join 7-melon-sandal-orchid                              on the same network
  owm-net join 7-melon-sandal-orchid 192.0.2.7:7770 --relay relay.example.org:7771
                                                                  from anywhere
  owm-net join                                                    asks for the invitation
  owm-net join 7                                                  number 7 of owm-net games
  owm-net join 7-melon-sandal-orchid --text                       in this terminal, line by line
  owm-net join acorn-barn-cargo-delta-elbow-fern                  its host's six words

Your friend's program shows an invitation: one line with a code, addresses and a relay. Paste it as
it came, with whatever text is around it; a link to a relay's page with the code behind a # is one,
too. You see what was read before anything is dialled: the addresses, or your own network if there
are none, then the relay. The words of a code may be cut to four letters (7-melo-sand-orch).
If you meet the host for the first time, you see six words of their key, and the match begins when
both of you say yes.
""")


@dataclass(frozen=True, kw_only=True)
class Options(SeatOptions, PackOptions):
    """The options of `owm-net join`."""

    where: list[str] = arguments(
        str,
        say("the invitation from your friend, or any text with it inside; or its address and code"),
        metavar=say("INVITATION"),
    )
    relay: str = option(str, "", say("meet through a relay"), metavar="[TOKEN@]HOST:PORT")
    relay_only: bool = switch(say("through the relay alone: it hides your address"))
    no_lan: bool = switch(say("do not look on your own network"))
    no_spectators: bool = switch(
        say("play no match that others may watch (whether they may, the host decides)")
    )


def run(options: Options) -> int:
    """Meet the host and play at the seat that they give."""
    lan = not (options.relay_only or options.no_lan)
    wanted = _listed(" ".join(options.where))
    if wanted:
        where = meeting(relay=options.relay, lan=lan)
        listed = run_loop(find, wanted, where)
        where = evolve(where, code=listed.game.code(listed.room), identity=listed.game.identity)
        show(say("joining {game}", game=str(listed).strip()))
    else:
        where = invited(
            options.where, options.relay, verb="join", relay_only=options.relay_only, lan=lan
        )
    return take_seat(options, evolve(where, unwatched=options.no_spectators), None)


def _listed(typed: str) -> str:
    """How an open game is named, by its number or by its host's six words; "" if it is not."""
    return typed if typed.isdigit() else read_fingerprint(typed)
