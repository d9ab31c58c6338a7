"""`owm-net host`: wait for friends and play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from attrs import evolve

from owm_net import games
from owm_net.engine.text import say
from owm_net.net.addresses import EVERYWHERE
from owm_net.program.failing import USAGE, Fail
from owm_net.program.meeting.listed_games import listing
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import option, several, switch
from owm_net.program.options.game import GameOptions, SeatsOptions
from owm_net.program.options.seat import SeatOptions
from owm_net.program.options.spectators import SpectatorOptions, stand_of
from owm_net.program.options.typed import clock, number
from owm_net.program.packs_in_use import pack_line
from owm_net.program.playing.taking_seat import take_seat
from owm_net.program.setups import game_of
from owm_net.program.terminal.lines import show
from owm_net.session.open_games import listed_text, printable

HELP = say("wait for friends and play a match")
EXAMPLES = say("""examples:
  owm-net host                                  shows an invitation: send it to your friend
  owm-net host --relay relay.example.org:7771   they come from anywhere
  owm-net host --clock bank:30+10               half an hour each, ten seconds more each decision
  owm-net host --clock bank:30,away:5           and away for five minutes in all, for a tournament
  owm-net host --seats 3                        waits for two friends; all type the same
  owm-net host --open "evening game, beginners welcome" --relay relay.example.org:7771
                                                listed there for whoever looks: owm-net games
  owm-net host --friend Ada                     nobody else is let in, even with the code
  owm-net host --text                           you play in this terminal, line by line
  owm-net host --spectators 5                   others may watch, five minutes behind: owm-net watch

The invitation has a code such as 482913-melon-sandal-orchid and every way to you. Anyone who has it
can join, so send it to your friend only. It is good for one match; after many wrong guesses a
longer code replaces it.
All ways are open at the same time. Friends on the same network need the code alone. From elsewhere
they come to your port: the program asks your router to let them in there until the match is over
(by PCP, NAT-PMP or UPnP; --no-router leaves it alone), a relay tries whether they can, and you read
the result. A relay needs no port; with --relay-only nobody but the relay learns your address.
Where you reach nothing of a relay but its web server, write --relay wss://relay.example.org.
Friends you have played with are known by their key. A newcomer is shown with six words, and the
match begins when both of you say yes.
With --spectators there is a second code, for people who watch. It is shown when the match begins,
works until the end, and may be shared with anybody. Spectators see what both players see, and no
hand.
""")


@dataclass(frozen=True, kw_only=True)
class Options(GameOptions, SeatsOptions, SpectatorOptions, SeatOptions):
    """The options of `owm-net host`."""

    port: int = option(number(7770), 7770, say("listen here (default: 7770)"))
    bind: str = option(
        str,
        EVERYWHERE,
        say("listen at this address only (default: every address of this machine, IPv4 and IPv6)"),
        metavar="ADDRESS",
    )
    relay: str = option(
        str,
        "",
        say(
            "wait at a relay as well (default: the first that this release knows and that answers,"
            " if there is one; none: at no relay)"
        ),
        metavar="[TOKEN@]HOST:PORT",
    )
    relay_only: bool = switch(say("at the relay alone: it hides your address"))
    no_lan: bool = switch(say("do not announce the match on your own network"))
    no_router: bool = switch(say("do not ask your router to let friends in at the port"))
    open: str | None = option(
        str,
        None,
        say("list the game with this line for everybody: on your own network, and at the relay"),
        metavar=say("TEXT"),
    )
    friend: list[str] = several(
        str,
        say(
            "let in only this friend, known by their key; may be given several times (see: owm-net"
            " friends)"
        ),
        metavar="NAME",
    )
    clock: str = option(
        clock,
        "off",
        say(
            "how long each may think: for each decision, or for the whole match and so much more"
            " with each decision (default: off); a player who runs out loses when their"
            " own program agrees;"
            " away: how long in all each may be away at their own decisions, after which the other"
            " may sign that and wait no longer"
        ),
        metavar=say("off|move:SECONDS|bank:MINUTES[+SECONDS][,away:MINUTES]"),
    )


def run(options: Options) -> int:
    """Wait for the others and play at seat 0."""
    system, setup = game = game_of(options, options.seats)
    if 0 < len(options.friend) < setup.seats - 1:
        raise Fail(
            say(
                "--friend: {others} others play, and {count} may come: name each",
                others=setup.seats - 1,
                count=len(options.friend),
            ),
            USAGE,
        )
    if options.relay_only and not options.relay:
        raise Fail(say("--relay-only needs --relay HOST:PORT"), USAGE)
    port = None if options.relay_only else options.port
    lan = not (options.relay_only or options.no_lan)
    where = meeting(relay=options.relay, port=port, bind=options.bind, lan=lan)
    where = evolve(
        where,
        clock=options.clock,
        router=port is not None and not options.no_router,
        any_relay=not options.relay and options.open is None,
    )
    if options.open is not None:
        if not lan and not options.relay:
            raise Fail(
                say("--open lists the game on the own network or at a relay: add --relay"), USAGE
            )
        if (text := listed_text(options.open)) != printable(options.open):
            why = say("of your line the list would show only {text!r}", text=text)
            raise Fail(say("{why}; write a shorter one", why=why), USAGE)
        where = evolve(where, listed=partial(listing, system, setup, options.open))
    for pack in games.packs():
        show(
            say(
                "your friend needs this too, and types --pack PATH: {pack}",
                pack=pack_line(pack),
            )
        )
    return take_seat(options, evolve(where, stand=stand_of(options, lan)), game, options.friend)
