"""Logs that were recorded with an earlier version: what was said of them is said today."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from owm_net import games
from owm_net.protocol.entries import decode_entry, read_records, split_record
from owm_net.session.terms import decode_hello, decode_terms
from owm_net.session.verify import OtherRulesVersion, verify

LOGS = Path(__file__).parents[1] / "logs"
NAMES = sorted(path.stem for path in LOGS.glob("*.json"))


def log_of(name: str) -> bytes:
    """The log of a verdict, cut off after two thirds where that is what it is of."""
    data = (LOGS / f"{name.removesuffix('-cut')}.owmlog").read_bytes()
    return data if not name.endswith("-cut") else data[: len(data) * 2 // 3]


def version_of(name: str) -> tuple[str, str]:
    """The system that a log is of, and the version of its rules."""
    first = next(iter(read_records(log_of(name))))
    terms = decode_terms(decode_hello(decode_entry(split_record(first)[0]).body).terms)
    return terms.system, terms.version


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_on_a_recorded_log_and_every_count_stay(name: str) -> None:
    """A finished match, one with a cheat in it, one broken off, of both games. Every entry holds
    the digest of the state before it, so the rules are held to the letter too. The verdict may say
    more than it did, and nothing else. Of another version of the rules nothing is said but that,
    and a release is known that plays it."""
    expected = json.loads((LOGS / f"{name}.json").read_text(encoding="utf-8"))
    id, version = version_of(name)
    if version != games.get(id).version:
        with pytest.raises(OtherRulesVersion) as told:
            verify(log_of(name), games.get, processes=1)
        assert (told.value.system.id, told.value.played) == (id, version)
        assert version in games.get(id).released
        return
    said = verify(log_of(name), games.get, processes=1).as_json()
    assert {key: said[key] for key in expected} == expected


@pytest.mark.parametrize("id", ["owm", "squadcards"])
def test_of_the_present_rules_there_is_a_whole_match_one_cheated_and_one_cut(id: str) -> None:
    verdicts = {
        json.loads((LOGS / f"{name}.json").read_text(encoding="utf-8"))["verdict"]
        for name in NAMES
        if version_of(name) == (id, games.get(id).version)
    }
    assert verdicts == {"OK", "INVALID", "UNFINISHED"}, "make logs records them"


def test_every_recorded_log_has_a_verdict() -> None:
    assert {path.stem for path in LOGS.glob("*.owmlog")} == {n for n in NAMES if n[-4:] != "-cut"}
    assert any(version_of(n) != ("owm", games.get("owm").version) for n in NAMES if n[:3] == "owm")
