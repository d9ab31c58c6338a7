"""`make balance game=heroes` counts for the right side, and says what is not even."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import heroes_balance
from heroes_balance import REGULAR, Job, Played


def test_a_match_is_played_and_the_side_that_won_counts() -> None:
    played = heroes_balance.play(Job("crossroads-scramble", 1, players=("random", REGULAR)))
    assert played.halves == (0, 2) == (0, played.first)  # the Americans have the initiative
    assert played.rounds <= 7 and played.lost[0] > played.lost[1]


def test_each_strength_gets_its_own_wins() -> None:
    jobs = heroes_balance.chance_jobs(1, 1)
    played = [Played((2, 0), 0, 6, False, (0, 50), 1) for _ in jobs]
    lines = list(heroes_balance.chance_lines(jobs, played, 1))
    cells = [c for m in heroes_balance.SYSTEM.missions for c in heroes_balance.variants(m)]
    assert len(lines) == 4 + len(cells)
    assert all(line.endswith("| 1 (0) | 0 (0) | 1 (0) | 0 (0) |") for line in lines[4:])
    jobs = heroes_balance.strengths_jobs(1, 1)
    lines = list(heroes_balance.strengths_lines(jobs, played[: len(jobs)], 1))
    assert all("| 100 " in line and "| 0 " in line and "| 50 " in line for line in lines[5:])


def test_what_is_outside_is_said() -> None:
    jobs = heroes_balance.scenario_jobs(40, 1)
    won = [job.cards == "always" or job.seed % 2 == 0 for job in jobs]
    played = [Played((2 * w, 2 - 2 * w), 1, 6, True, (30, 40), 2) for w in won]
    lines = list(heroes_balance.scenario_lines(jobs, played, 40))[7:]
    assert "| 50 " in lines[0] and lines[0].endswith("| 6.0 | 100 | 30, 40 | 2.0 |  |")
    assert lines[1].endswith("| outside |")
