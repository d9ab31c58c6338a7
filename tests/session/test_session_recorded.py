"""Logs that were recorded with an earlier version: what was said of them is said today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from owm_net import games
from owm_net.session.verify import Unreadable, verify

LOGS = Path(__file__).parents[1] / "logs"
RECORDED = {
    "squadcards": ("squadcards.owmlog", None),
    "squadcards-cheated": ("squadcards-cheated.owmlog", None),
    "squadcards-cut": ("squadcards.owmlog", 102_425),
}
"""Verdict -> the log it is of, and after how many bytes that is cut off."""
OLD = {"owm": "owm.owmlog"}
"""Verdict of an older program -> the log of older rules that it is of."""


@pytest.mark.parametrize("name", RECORDED)
def test_the_verdict_on_a_recorded_log_and_every_count_stay(name: str) -> None:
    """A finished match, one with a cheat in it, one broken off, of both games. Every entry holds
    the digest of the state before it, so the rules are held to the letter too. The verdict may say
    more than it did, and nothing else."""
    file, end = RECORDED[name]
    expected = json.loads((LOGS / f"{name}.json").read_text(encoding="utf-8"))
    said = verify((LOGS / file).read_bytes()[:end], games.get, processes=1).as_json()
    assert {key: said[key] for key in expected} == expected


@pytest.mark.parametrize("name", OLD)
def test_of_a_log_of_older_rules_nothing_is_said_but_their_version(name: str) -> None:
    with pytest.raises(Unreadable, match=r"the match uses version 2 of the rules of owm, .* has 3"):
        verify((LOGS / OLD[name]).read_bytes(), games.get, processes=1)


def test_every_recorded_log_has_a_verdict() -> None:
    assert {path.stem for path in LOGS.glob("*.json")} == {*RECORDED, *OLD}
    logs = {file for file, _ in RECORDED.values()} | {*OLD.values()}
    assert {path.name for path in LOGS.glob("*.owmlog")} == logs
