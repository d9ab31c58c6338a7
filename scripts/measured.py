"""Measures by computer players how long a match takes and who wins it, and writes it into
owm_net/files/measured.json, for briefings.

    python scripts/measured.py                      every mission of every game, and the first
                                                    matches: half an hour
    python scripts/measured.py --game heroes --matches 4
    python scripts/measured.py --game nco --first   its first match alone
    python scripts/measured.py --show               prints it and writes nothing

The regular player of each game is on both sides. The same seed gives the same numbers on every
machine.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attrs import evolve
from balance_page import play_all

from owm_net import games
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Decision, Over
from owm_net.engine.system import REGULAR
from owm_net.files.measured import FILE


@dataclass(frozen=True)
class Job:
    """One match."""

    game: str
    mission: str
    seed: int
    switches: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """Under which it is kept."""
        return " ".join([self.mission, *[f"{name}={value}" for name, value in self.switches]])


@dataclass(frozen=True)
class Played:
    """answers: that the players gave, of all seats. sides: of each seat, by name. won: of those
    who won."""

    answers: int
    sides: tuple[str, ...]
    won: tuple[str, ...]


def play(job: Job) -> Played:
    """One match to its end."""
    system = games.get(job.game)
    setup = evolve(system.default_setup(job.mission), switches=job.switches)
    strength = REGULAR if REGULAR in system.strengths else "computer"  # a veteran takes hours
    match = LocalMatch(system, setup, job.seed, [player_of(system, strength)] * setup.seats)
    answers = 0
    while not isinstance(match.request, Over):
        if isinstance(match.request, Decision):
            answers += len(match.request.deciders)
        match.step()
    g, seats = match.state, range(setup.seats)
    sides = tuple([str(system.side_name(g, s) or system.seat_name(g, s)) for s in seats])
    won = tuple(dict.fromkeys([sides[seat] for seat in match.request.result.winners]))
    return Played(answers, sides, won)


def entry(played: Sequence[Played]) -> dict[str, Any]:
    """Of a mission: the median of answers; how often each side won, where these are always the
    same two."""
    found: dict[str, Any] = {"answers": int(statistics.median([p.answers for p in played]))}
    sides = sorted({side for p in played for side in p.sides})
    if len(sides) == 2:
        wins = {side: sum([2 * (p.won == (side,)) + (not p.won) for p in played]) for side in sides}
        found["matches"] = len(played)
        found["half_wins"] = wins
    return found


def merged(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return a mission's new entry with what the old one has from docs/balance.md: who wins, where
    more matches were counted; where sides are chosen, whether the seats are even ("even"), and the
    sides that win most and least ("chosen")."""
    kept = {key: value for key, value in before.items() if key in ("even", "chosen")}
    if before.get("matches", 0) > now.get("matches", 0):
        kept |= {key: before[key] for key in ("half_wins", "matches")}
    return {**now, **kept}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=games.names(), help="this alone")
    parser.add_argument("--first", action="store_true", help="the first matches alone")
    parser.add_argument("--matches", type=int, default=20, help="of each mission; default: 20")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print it and write nothing")
    asked = parser.parse_args(arguments)
    kept: dict[str, Any] = json.loads(Path(FILE).read_text("utf-8"))
    for game in [asked.game] if asked.game else games.names():
        system = games.get(game)
        first = system.first_match()[0]
        missions = [] if asked.first else [(m, ()) for m in system.missions]
        ways = dict.fromkeys([*missions, (first.mission, first.switches)])
        seeds = range(asked.seed, asked.seed + asked.matches)
        jobs = [Job(game, m, seed, switches) for m, switches in ways for seed in seeds]
        played = dict(zip(jobs, play_all(play, jobs, asked.processes), strict=True))
        before = kept.get(game, {})
        kept[game] = (before if asked.first else {}) | {
            key: merged(before.get(key, {}), entry([played[j] for j in jobs if j.key == key]))
            for key in dict.fromkeys([job.key for job in jobs])
        }
        print(json.dumps(kept[game], indent=1), flush=True)
    if not asked.show:
        Path(FILE).write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
