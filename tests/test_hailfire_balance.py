"""`make balance game=hailfire` counts for the right side, and says what is not even."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import hailfire_balance
from hailfire_balance import Job, Played


def test_a_match_is_played_and_the_side_that_won_counts() -> None:
    played = hailfire_balance.play(Job("canal-bridge", 1, (False, False)))
    assert played.halves == (0, 2) and played.first == 0  # chance storms no bridge
    assert played.rounds >= 8 and played.broken


def test_each_side_gets_its_own_wins() -> None:
    jobs = hailfire_balance.chance_jobs(1, 1)
    played = [Played((2, 0), 2, 8, (0, 9), True) for _ in jobs]
    lines = list(hailfire_balance.chance_lines(jobs, played, 1))
    assert len(lines) == 4 + len(hailfire_balance.SYSTEM.missions)
    assert all(line.endswith("| 1 (0) | 0 (0) |") for line in lines[4:])


def test_what_is_outside_is_said() -> None:
    jobs = hailfire_balance.scenario_jobs(40, 1)
    won = [job.mission == "lane-junction" or job.seed % 2 == 0 for job in jobs]
    played = [Played((2 * w, 2 - 2 * w), 1, 8, (3, 4), True) for w in won]
    lines = list(hailfire_balance.scenario_lines(jobs, played, 40))[7:]
    assert lines[0].endswith("| 8.0 | 100 | 3.0, 4.0 | outside |")
    assert lines[1].startswith("| Canal Bridge | 50 ") and lines[1].endswith("|  |")
