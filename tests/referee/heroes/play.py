"""Matches for the referee: `python -m tests.referee.heroes.play --matches 100`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from owm_net import games
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Over
from owm_net.engine.system import Setup
from tests.referee.heroes.book import book
from tests.referee.heroes.model import picture
from tests.referee.heroes.probe import Prober
from tests.referee.heroes.referee import Referee

PLAYABLE = (
    "crossroads-scramble",
    "hill-farm",
    "armour-in-the-lane",
    "stream-crossing",
    "road-east",
    "strongpoint",
)
"""The fixed scenarios for two."""
BUILT = (("armies", "350"), ("cards", "always"))


def referee_of(
    mission: str, seed: int, built: bool, player: str = "random", probing: bool = True
) -> Referee:
    """Follow one match to its end."""
    system = games.get("heroes")
    setup = Setup(mission, "standard", 2, BUILT if built else ())
    players = [player_of(system, player)] * 2
    match = LocalMatch(system, setup, seed, players)
    g = match.state
    name = f"{mission} {'built' if built else 'fixed'} {player} {seed}"
    referee = Referee(name, picture(g, book().scenarios[mission]))
    prober = Prober(match, referee)
    while not isinstance(match.request, Over):
        if probing:
            prober.probe()
        request, answer = match.request, match.decide()
        match.give(answer)
        referee.see(request, answer, g)
    referee.ended(match.request.result)
    return referee


def matches(missions: Sequence[str], count: int, first: int = 1) -> Iterator[Referee]:
    """Follow so many matches, the maps in turn: half of those of the first two with built armies
    and cards, a quarter by the computer player."""
    for n in range(count):
        mission, again = missions[n % len(missions)], n // len(missions)
        built = again % 2 == 1 and mission in PLAYABLE[:2]
        player = "regular" if again % 4 >= 2 and n % 2 else "random"
        yield referee_of(mission, first + n, built, player)


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
    for referee in matches(options.mission or PLAYABLE, options.matches, options.first):
        checks += referee.checks
        given += referee.given
        for difference in referee.found:
            found += 1
            if found <= options.most:
                print(difference)
    print(f"{options.matches} matches, {sum(checks.values())} values compared, {found} differences")
    print("compared:", ", ".join(f"{k} {n}" for k, n in checks.most_common()))
    print("taken as given:", ", ".join(f"{k} {n}" for k, n in given.most_common()))
    print(f"{time.monotonic() - start:.0f} seconds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
