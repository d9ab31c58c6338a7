"""Matches for the referee: `python -m tests.referee.heroes.play --matches 100`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from random import Random

from owm_net import games
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Over
from owm_net.engine.system import Setup
from tests.referee.heroes.book import book
from tests.referee.heroes.model import picture
from tests.referee.heroes.probe import Prober
from tests.referee.heroes.referee import Referee
from tests.referee.heroes.rough import load, shake

PLAYABLE = (
    "crossroads-scramble",
    "hill-farm",
    "armour-in-the-lane",
    "stream-crossing",
    "road-east",
    "strongpoint",
    "two-against-one",
    "free-battle",
)
BUILT = (("armies", "350"), ("cards", "always"))
BUILT_ALLIANCE = (("armies", "500"), ("cards", "always"))
BUILDING = (*PLAYABLE[:2], *PLAYABLE[6:])
"""Missions that are played with built armies too."""


def referee_of(
    mission: str,
    seed: int,
    built: bool,
    player: str = "random",
    probing: bool = True,
    roughly: bool = False,
) -> Referee:
    """Follow one match to its end. roughly: see `rough`."""
    system = games.get("heroes")
    base = book().scenarios[mission]
    seats = len(base.sides)
    building = BUILT_ALLIANCE if seats > 2 else BUILT
    setup = Setup(mission, "standard", seats, building if built else ())
    players = [player_of(system, player)] * seats
    match = LocalMatch(system, setup, seed, players)
    g = match.state
    name = f"{mission} {'built' if built else 'fixed'} {player} {seed}{' rough' * roughly}"
    chance = Random(seed)
    referee = Referee(name, picture(g, base), base)
    prober = Prober(match, referee)
    while not isinstance(match.request, Over):
        if roughly and shake(g, referee.model, getattr(match.request, "kind", ""), chance):
            referee.begin_anew()
        if probing:
            prober.probe()
        request, answer = match.request, match.decide()
        if roughly:
            answer = load(request, answer, chance)
        match.give(answer)
        referee.see(request, answer, g)
    referee.ended(match.request.result)
    return referee


def matches(missions: Sequence[str], count: int, first: int = 1) -> Iterator[Referee]:
    """Follow so many matches, the missions in turn: half of those where armies can be built with
    such armies and cards, two thirds of all roughly, a sixth by the computer player."""
    for n in range(count):
        again, i = divmod(n, len(missions))
        mission = missions[i]
        built = again % 2 == 1 and mission in BUILDING
        player = "regular" if (again + i) % 6 == 5 else "random"
        roughly = (again // 2 + i) % 3 != 0
        yield referee_of(mission, first + n, built, player, roughly=roughly)


def main() -> int:
    """Play matches and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--mission", choices=PLAYABLE, action="append")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--most", type=int, default=40)
    options = parser.parse_args()
    start = time.monotonic()
    found, checks, given = 0, Tally[str](), Tally[str]()
    played = Tally[str]()
    for referee in matches(options.mission or PLAYABLE, options.matches, options.first):
        played[referee.match.split()[0]] += 1
        checks += referee.checks
        given += referee.given
        for difference in referee.found:
            found += 1
            if found <= options.most:
                print(difference)
    print(f"{options.matches} matches, {sum(checks.values())} values compared, {found} differences")
    print("missions:", ", ".join(f"{k} {n}" for k, n in sorted(played.items())))
    print("compared:", ", ".join(f"{k} {n}" for k, n in checks.most_common()))
    print("taken as given:", ", ".join(f"{k} {n}" for k, n in given.most_common()))
    print(f"{time.monotonic() - start:.0f} seconds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
