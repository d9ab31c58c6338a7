"""Facts that the golden playthroughs show a reader."""

from __future__ import annotations

import pytest

from tests.games.every import GOLDEN

MOMENTS = {
    "an order is laid": "lay a token on",
    "a bluff": "had only a bluff",
    "a token lost": "loses its token",
    "an assault": " assaults ",
    "a retreat": " retreats to ",
    "a reaction": "gets an Activated marker",
    "a card": " play ",
    "a window for cards on a shot": " guard: ",
    "smoke": "smoke rises",
    "a unit suppressed": "is suppressed",
    "a star lost": ": 3 orders, ",
    "allies exchange cards": "exchange a card",
    "another order of play": "order of play: Americans 2, Americans 1",
}


@pytest.fixture(scope="module")
def told() -> str:
    """All of them, as they stand."""
    return "\n".join(
        [file.read_text("utf-8") for file in sorted((GOLDEN / "heroes").glob("*.txt"))]
    )


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_golden_playthroughs_show_each_rich_moment(moment: str, told: str) -> None:
    """If the rules change and one is gone, record it with another seed (`scripts/golden.py`)."""
    assert MOMENTS[moment] in told
