"""Plays every pairing of Squad's nationalities and prints who wins, as a table.

    python scripts/squadcards_balance.py --matches 40
    python scripts/squadcards_balance.py --matches 20 --players computer,random

A row is the first player's nationality (or the first named player's), a column the other's; the
two change seats from match to match. A cell is the row's share of wins in percent, half a win for
a draw. The same seed plays the same matches on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS, LocalMatch, Player
from owm_net.engine.requests import Answer, ChooseSecretly
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.terms import Nation


@dataclass(frozen=True)
class Job:
    """All matches of one pairing."""

    nations: tuple[Nation, Nation]
    players: tuple[str, str]
    setup: Setup
    matches: int
    seed: int


@dataclass(frozen=True)
class Pairing:
    """The result of a pairing. halves: half wins of the first."""

    nations: tuple[Nation, Nation]
    halves: int
    wins: int
    draws: int
    turns: int
    steps: int
    reasons: tuple[tuple[str, int], ...]


def commanding(nation: Nation, inner: Player) -> Player:
    """The same player, but always with this nationality."""

    def decide(system: System, view: View[Any], chance: Chance) -> Answer:
        if isinstance(view.state.pending, ChooseSecretly):
            return TakeNation(nation)
        return inner(system, view, chance)

    return decide


def play(job: Job) -> Pairing:
    """The first has seat 0 in even matches, seat 1 in odd ones."""
    system = games.get("squadcards")
    wins = draws = turns = steps = 0
    reasons: Counter[str] = Counter()
    for n in range(job.matches):
        seat = n % 2
        players = [
            commanding(nation, PLAYERS[name])
            for nation, name in zip(job.nations, job.players, strict=True)
        ]
        match = LocalMatch(system, job.setup, job.seed + n, players[::-1] if seat else players)
        result = match.play()
        state: Any = match.state
        wins += result.winners == (seat,)
        draws += not result.winners
        turns += state.turn
        steps += state.answered
        reasons[result.reason] += 1
    return Pairing(
        job.nations, 2 * wins + draws, wins, draws, turns, steps, tuple(sorted(reasons.items()))
    )


def table(pairings: list[Pairing], matches: int) -> list[str]:
    """The table, and a line about all matches."""
    names = [n.value for n in Nation]
    shares = {p.nations: p.halves * 50 // matches for p in pairings}
    lines = ["| | " + " | ".join(names) + " | mean |", "|---|" + "---|" * (len(names) + 1)]
    for row in Nation:
        cells = [shares[row, column] for column in Nation]
        mean = sum(cells) // len(cells)
        lines.append(f"| {row.value} | " + " | ".join(map(str, [*cells, mean])) + " |")
    total = matches * len(pairings)
    reasons: Counter[str] = Counter()
    for p in pairings:
        reasons.update(dict(p.reasons))
    ends = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    lines += [
        "",
        f"{total} matches: the first player won {sum(p.wins for p in pairings)}, "
        f"{sum(p.draws for p in pairings)} draws; "
        f"mean length {sum(p.turns for p in pairings) // total} player turns, "
        f"{sum(p.steps for p in pairings) // total} steps. Ends: {ends}.",
    ]
    return lines


def main(arguments: list[str] | None = None) -> int:
    """The program. Returns its exit code."""
    system = games.get("squadcards")
    parser = argparse.ArgumentParser(
        prog="squadcards_balance.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=40, help="for each pairing")
    parser.add_argument("--players", default="computer,computer", help="of " + ", ".join(PLAYERS))
    parser.add_argument("--mission", default="", help=f"of {', '.join(system.missions)}")
    parser.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    first, _, second = options.players.partition(",")
    if first not in PLAYERS or second not in PLAYERS:
        parser.error(f"--players wants two of {', '.join(PLAYERS)}")
    switches = tuple((name, value) for name, _, value in (s.partition("=") for s in options.switch))
    setup = Setup(options.mission or system.missions[0], system.levels[0], 2, switches)
    system.check_setup(setup)
    jobs = [
        Job((a, b), (first, second), setup, options.matches, options.seed + 1000 * n)
        for n, (a, b) in enumerate([(a, b) for a in Nation for b in Nation])
    ]
    with ProcessPoolExecutor(options.processes) as pool:
        pairings = list(pool.map(play, jobs))
    print("\n".join(table(pairings, options.matches)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
