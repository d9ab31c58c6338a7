"""Plays many matches between computer players and prints who wins, as a table.

    python scripts/balance.py --system owm --players computer,random --matches 100 --seed 1

The two players change seats from match to match. `--divisions a,b` gives them these divisions
with their historical squads in two Fireteams, for a comparison with like squads:
`--divisions red_army_45th_rifle:axis,polish_6th:allies`. Columns: matches, wins, draws, win share
with half a win for a draw, mean points and mean lead. The same seed plays the same matches on
every machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, Player, player_names, player_of
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over
from owm_net.engine.system import System
from owm_net.engine.view import View


@dataclass(frozen=True)
class Job:
    """One match: everything another process needs to play it."""

    system: str
    mission: str
    seats: int
    players: tuple[str, ...]
    seed: int
    divisions: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """One seat's part in a match, under the headings it counts for."""

    headings: tuple[str, ...]
    won: bool
    drawn: bool
    points: int
    lead: int


@dataclass(frozen=True)
class Played:
    """The result of one match."""

    lines: tuple[Line, ...]
    reason: str
    steps: int
    rounds: int
    lost: int
    decisions: int
    slowest: float
    seconds: float


@dataclass
class Clock:
    """How long the decisions of a match took, in seconds."""

    decisions: int = 0
    slowest: float = 0.0

    def timed(self, player: Player) -> Player:
        """The same player with its time taken."""

        def decide(system: System, view: View[Any], chance: Chance) -> Answer:
            before = time.perf_counter()
            answer = player(system, view, chance)
            self.slowest = max(self.slowest, time.perf_counter() - before)
            self.decisions += 1
            return answer

        return decide


def division_and_side(answer: Any) -> tuple[str, str]:
    """Division and side of an answer that takes a division."""
    return answer.division, answer.side.value


def with_division(player: Player, wanted: str) -> Player:
    """The same player, but with a division's historical squad in two Fireteams.

    wanted: "division" or "division:side".
    """
    division, _, side = wanted.partition(":")

    def decide(system: System, view: View[Any], chance: Chance) -> Answer:
        request = view.state.pending
        if isinstance(request, Choose | ChooseSecretly):
            listed = agenda.options(view) if request.kind in ("division", "squad") else []
            if request.kind == "division":
                for answer in listed:
                    key, of = division_and_side(answer)
                    if key == division and side in ("", of):
                        return answer
            if request.kind == "squad":
                for answer in listed:
                    if len(getattr(answer, "fireteams", ())) == 2:
                        return answer
        return player(system, view, chance)

    return decide


def play(job: Job) -> Played:
    """One match to its end."""
    system = games.get(job.system)
    setup = system.default_setup(job.mission, seats=job.seats)
    clock = Clock()
    players = [clock.timed(player_of(system, name)) for name in job.players]
    if job.divisions:
        players = [
            with_division(player, job.divisions[seat % 2]) for seat, player in enumerate(players)
        ]
    began = time.perf_counter()
    match = LocalMatch(system, setup, job.seed, players)
    result = match.play()
    state: Any = match.state
    assert isinstance(match.request, Over)
    lines = []
    for seat, score in enumerate(result.scores):
        headings = [f"player {job.players[seat]}", f"seat {seat + 1}"]
        if hasattr(state, "sides"):
            headings.append(f"side {state.sides[seat].value}")
            headings += [f"division {key}" for key in state.divisions[seat]]
        others = [s for s in result.scores if s != score]
        lines.append(
            Line(
                tuple(headings),
                seat in result.winners,
                not result.winners,
                score,
                score - (max(others) if others else score),
            )
        )
    return Played(
        tuple(lines),
        result.reason,
        state.answered,
        getattr(state, "round_no", 0),
        len(getattr(state, "lost", ())),
        clock.decisions,
        clock.slowest,
        time.perf_counter() - began,
    )


def table(played: Sequence[Played]) -> list[str]:
    """The report, line by line."""
    by_heading: dict[str, list[Line]] = {}
    for one in played:
        for line in one.lines:
            for heading in line.headings:
                by_heading.setdefault(heading, []).append(line)
    report = [f"{'':34}{'matches':>8}{'wins':>7}{'draws':>7}{'share':>8}{'points':>8}{'lead':>7}"]
    order = ("player", "seat", "side", "division")
    for heading in sorted(by_heading, key=lambda h: (order.index(h.split()[0]), h)):
        lines = by_heading[heading]
        n = len(lines)
        wins, draws = sum(x.won for x in lines), sum(x.drawn for x in lines)
        share = 100 * (wins + draws / 2) / n
        points, lead = sum(x.points for x in lines) / n, sum(x.lead for x in lines) / n
        report.append(f"{heading:34}{n:8}{wins:7}{draws:7}{share:7.1f}%{points:8.1f}{lead:+7.1f}")
    n = len(played)
    report += [
        "",
        f"mean rounds {sum(p.rounds for p in played) / n:.1f}, "
        f"steps {sum(p.steps for p in played) / n:.0f}, "
        f"soldiers lost {sum(p.lost for p in played) / n:.1f}",
        f"seconds a match {sum(p.seconds for p in played) / n:.2f}, "
        f"decisions {sum(p.decisions for p in played) / n:.0f}, "
        f"slowest decision {1000 * max(p.slowest for p in played):.0f} ms",
    ]
    reasons: dict[str, int] = {}
    for one in played:
        reasons[one.reason] = reasons.get(one.reason, 0) + 1
    report += [f"{count:6} x {reason}" for reason, count in sorted(reasons.items())]
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--system", default="owm", choices=games.names())
    parser.add_argument("--mission", default="", help="default: the system's first")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--players", default="computer,random", help="two; see: owm-net systems")
    parser.add_argument("--divisions", default="", help="two, as division or division:side")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args(arguments)
    names = asked.players.split(",")
    known = player_names(games.get(asked.system))
    if asked.matches < 1 or len(names) != 2 or any(name not in known for name in names):
        parser.error(f"--players wants two of: {', '.join(known)}; --matches 1 or more")
    divisions = tuple(asked.divisions.split(",")) if asked.divisions else ()
    if divisions and (len(divisions) != 2 or asked.seats != 2):
        parser.error("--divisions wants two keys, and two seats")
    jobs = [
        Job(
            asked.system,
            asked.mission,
            asked.seats,
            tuple(names[(seat + n) % 2] for seat in range(asked.seats)),
            asked.seed + (n // 2 if names[0] != names[1] else n),
            divisions[:: -1 if n % 2 else 1],
        )
        for n in range(asked.matches)
    ]
    with ProcessPoolExecutor(asked.processes) as pool:
        played = list(pool.map(play, jobs, chunksize=4))
    print("\n".join(table(played)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
