"""`owm-net games`: who waits for an opponent, on the own network and at a relay."""

from __future__ import annotations

import json
from dataclasses import dataclass

from owm_net.engine.text import say
from owm_net.net.loop import run as run_loop
from owm_net.program.failing import CANNOT, FINE
from owm_net.program.meeting.listed_games import MOST, Listed, look
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import option, switch
from owm_net.program.terminal.lines import show

HELP = say("list the open games of people who wait for an opponent")
EXAMPLES = say("""examples:
  owm-net games                                  on your own network
  owm-net games --relay relay.example.org:7771   at a relay, too
  owm-net join 7 --relay relay.example.org:7771  take number 7 of that list
  owm-net join acorn-barn-cargo-delta-elbow-fern  the game of the host with these words

The host wrote the line, and nobody has checked it. The six words are of the host's key: the program
makes sure that this host plays.
""")


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of `owm-net games`."""

    relay: str = option(str, "", say("look at a relay, too"), metavar="[TOKEN@]HOST:PORT")
    no_lan: bool = switch(say("do not look on your own network"))
    json: bool = switch(say("for programs: one JSON list"))


def run(options: Options) -> int:
    """Look, and show the list."""
    where = meeting(relay=options.relay, lan=not options.no_lan)
    listed, problems = run_loop(look, where)
    if options.json:
        print(json.dumps([_plain(one) for one in listed]))
    else:
        for one in listed[:MOST]:
            show(str(one))
        if not listed and not problems:
            show(
                say("nobody waits for an opponent; owm-net host --open TEXT lists a game of yours")
            )
    for problem in problems:
        show(str(problem))
    return CANNOT if problems and not listed else FINE


def _plain(listed: Listed) -> dict[str, str | int]:
    game = listed.game
    return {
        "number": listed.room,
        "system": game.system,
        "mission": game.mission,
        "level": game.level,
        "seats": game.seats,
        "text": game.text,
        "words": game.who,
        "place": listed.place,
    }
