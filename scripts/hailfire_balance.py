"""Measures the balance of Hailfire by computer players and writes it into docs/balance.md:
`make balance game=hailfire`.

    python scripts/hailfire_balance.py                      both parts: half an hour
    python scripts/hailfire_balance.py --parts chance --matches 10
    python scripts/hailfire_balance.py --show               prints it and writes nothing

chance: the computer player against the random one, from each side. scenarios: the computer player
on both sides of each scenario. The same seed gives the same tables on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balance_page import Page, Part, told

from owm_net.engine.local import PLAYERS, LocalMatch
from owm_net.games.hailfire.ids import ATTACKER, DEFENDER, SEATS
from owm_net.games.hailfire.system import Hailfire

SYSTEM = Hailfire()
EVEN = (42, 58)
"""Percent that are wanted."""


@dataclass(frozen=True)
class Job:
    """One match. computers: which seats a computer plays."""

    mission: str
    seed: int
    computers: tuple[bool, bool] = (True, True)


@dataclass(frozen=True)
class Played:
    """The result of a match. halves: of each seat, in half wins. first: those of the seat with the
    first turn. lost: Teams of each side. broken: a breaking point was reached."""

    halves: tuple[int, int]
    first: int
    rounds: int
    lost: tuple[int, int]
    broken: bool


def play(job: Job) -> Played:
    """One match to its end."""
    players = [PLAYERS["computer" if it else "random"] for it in job.computers]
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(job.mission), job.seed, players)
    winners = match.play().winners
    state: Any = match.state
    halves = [2 * (seat in winners) if winners else 1 for seat in SEATS]
    lost = [sum([t.lost for t in state.teams if t.seat == seat]) for seat in SEATS]
    return Played(
        (halves[0], halves[1]),
        halves[state.first],
        state.round,
        (lost[0], lost[1]),
        state.broken in SEATS,
    )


def chance_jobs(matches: int, seed: int) -> list[Job]:
    """Each scenario, the computer player as attacker and then as defender."""
    return [
        Job(mission, seed + n, computers=(side == ATTACKER, side == DEFENDER))
        for mission in SYSTEM.missions
        for side in SEATS
        for n in range(matches)
    ]


def chance_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Wins of the computer player, those of each side apart."""
    yield f"Wins (draws) of the computer player in {matches} matches on each side."
    yield ""
    yield "| scenario | attacker, or west | defender, or east |"
    yield "|---|---|---|"
    for mission in SYSTEM.missions:
        cells = []
        for side in SEATS:
            mine = [
                p.halves[side]
                for job, p in zip(jobs, played, strict=True)
                if job.mission == mission and job.computers[side]
            ]
            cells.append(f"{mine.count(2)} ({mine.count(1)})")
        yield f"| {SYSTEM.about_mission(mission)[0]} | {' | '.join(cells)} |"


def scenario_jobs(matches: int, seed: int) -> list[Job]:
    """Each scenario so often."""
    return [Job(mission, seed + n) for mission in SYSTEM.missions for n in range(matches)]


def scenario_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Yield a table of shares, of the attacker and of the side with the first turn."""
    yield f"{matches} matches each. Attacker (west in the meeting): share of wins in percent; a"
    yield "draw counts half. In brackets: the Wilson interval of 95 %. First: the same share for"
    yield "the side with the first turn. Broken: percent of matches that end by a breaking point."
    yield "Lost: Teams that attacker and defender lose on average."
    yield ""
    yield "| scenario | attacker | first | rounds | broken | lost | |"
    yield "|---|---|---|---|---|---|---|"
    for mission in SYSTEM.missions:
        found = [p for job, p in zip(jobs, played, strict=True) if job.mission == mission]
        share = [p.halves[ATTACKER] for p in found]
        rounds = sum([p.rounds for p in found]) / len(found)
        broken = 100 * sum([p.broken for p in found]) // len(found)
        lost = [sum([p.lost[side] for p in found]) / len(found) for side in SEATS]
        yield (
            f"| {SYSTEM.about_mission(mission)[0]} | {told(share)} "
            f"| {told([p.first for p in found])} | {rounds:.1f} | {broken} "
            f"| {lost[0]:.1f}, {lost[1]:.1f} | {PAGE.verdict(share)} |"
        )


PAGE = Page(
    "hailfire",
    "Hailfire",
    EVEN,
    play,
    {
        "chance": Part("The computer player against chance", 20, chance_jobs, chance_lines),
        "scenarios": Part("Scenarios", 100, scenario_jobs, scenario_lines),
    },
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    return PAGE.main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
