"""`make balance game=nco` writes its parts of docs/balance.md, and counts for the right side."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey
from owm_net.games.nco.squads import READY

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import nco_balance
from nco_balance import Played


def test_what_others_wrote_into_the_document_stays() -> None:
    once = nco_balance.PAGE.written("# Others\n\ntheir tables\n", "chance", ["new"])
    once = nco_balance.PAGE.written(once, "nations", ["list"])
    again = nco_balance.PAGE.written(once + "after\n", "chance", ["newer"])
    assert again.startswith("# Others\n\ntheir tables\n") and again.endswith("after\n")
    assert "\nnewer\n" in again and "\nnew\n" not in again and "\nlist\n" in again


def test_a_match_is_played_with_the_squads_and_on_the_layout_that_were_said() -> None:
    squads = (nco_balance.SQUADS[0], nco_balance.SQUADS[5])
    job = nco_balance.Job("fight-to-the-center", 3, "bocage", squads, (False, False))
    played = nco_balance.play(job)
    assert played.turns in (4, 5, 6) and {played.first, played.second} <= {0, 1, 2}


@pytest.mark.parametrize(
    ("halves", "said"),
    [([1] * 8, ""), ([2] * 6 + [0] * 3, "outside, not beyond chance"), ([2] * 40, "outside")],
)
def test_what_is_outside_is_said(halves: list[int], said: str) -> None:
    assert nco_balance.verdict(halves) == said


def test_each_side_gets_its_own_wins() -> None:
    jobs = nco_balance.chance_jobs(1, 1)
    played = [Played(2 if job.computers[0] else 0, 0, 6) for job in jobs]
    lines = list(nco_balance.chance_lines(jobs, played, 1))
    assert lines[-1].endswith("| 1 (0) | 1 (0) |")
    pairs = nco_balance.nation_jobs(27, 1)
    best = str(next(iter(READY)))
    wins = []
    for job in pairs:
        assert job.squads is not None
        nations = [squad.nation for squad in job.squads]
        wins.append(Played(1 if best not in nations else 2 * (nations[0] == best), 1, 6))
    lines = list(nco_balance.nation_lines(pairs, wins, 27))
    title = CATALOG.nations[NationKey(best)].title
    assert lines[5].startswith(f"| {title} | 100 ")
    assert lines[5].endswith("| outside |")


def test_each_nation_meets_each_other_one_once_and_in_each_round_somebody() -> None:
    met = [frozenset(s.nation for s in job.squads or ()) for job in nco_balance.nation_jobs(27, 1)]
    assert len(met) == len(set(met)) == 28 * 27 // 2
    first = [nation for pair in met[:14] for nation in pair]
    assert len(set(first)) == len(first) == 28
