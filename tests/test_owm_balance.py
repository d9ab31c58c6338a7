"""`make balance` writes its own part of docs/balance.md and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import owm_balance
from balance_page import percent, replaced
from owm_balance import BEGIN, END


def test_what_others_wrote_into_the_document_stays() -> None:
    once = replaced("# Squad\n\nits tables\n", BEGIN, END, ["new"])
    again = replaced(once + "after\n", BEGIN, END, ["newer", "still"])
    assert again.startswith("# Squad\n\nits tables\n") and again.endswith("after\n")
    assert "newer\nstill" in again and "\nnew\n" not in again
    assert again.count(BEGIN) == again.count(END) == 1


@pytest.mark.parametrize(
    ("halves", "share"), [([2, 2, 0, 0], 50.0), ([1, 1], 50.0), ([2, 1], 75.0), ([0], 0.0)]
)
def test_half_a_win_for_a_draw(halves: list[int], share: float) -> None:
    found, least, most = percent(halves)
    assert found == share and least <= found <= most


def test_the_interval_is_wilsons() -> None:
    """As in the tables: 8 of 10 is between 49 and 94 %."""
    _, least, most = percent([2] * 8 + [0] * 2)
    assert (round(least), round(most)) == (49, 94)


@pytest.mark.parametrize("level", ["private", "lieutenant"])
def test_a_match_is_counted_to_its_end(level: str) -> None:
    result = owm_balance.play(owm_balance.Job("king-of-the-hill", level, 3))
    assert result.rounds > 1 and result.cards > 7 * result.rounds
    assert 0 <= result.allies <= 2 and 0 <= result.first <= 2
    assert bool(+result.used) == (level == "lieutenant")
    assert all(result.used[key] <= result.could[key] <= result.held[key] for key in result.held)
