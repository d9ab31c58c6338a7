"""The keys of a verdict: six words that two people can compare by telephone."""

from __future__ import annotations

import json
from pathlib import Path

from owm_net.protocol.words import fingerprint
from tests.verbs.command import owm_net


def test_a_key_has_the_same_words_for_everybody() -> None:
    """Other programs must find them too: docs/wire.md."""
    assert fingerprint(bytes(32)) == "nugget-north-voyage-aspen-mirror-stone"
    assert len({fingerprint(bytes([i]) * 32) for i in range(64)}) == 64


def test_doctor_shows_ones_own_key_and_the_verdict_those_that_signed(tmp_path: Path) -> None:
    """Anybody may call themselves Anna: the name in a verdict proves nothing, the key does."""
    doctor = owm_net("doctor", home=tmp_path)
    (own,) = [line for line in doctor.stdout.splitlines() if line.startswith("your key")]
    log = tmp_path / "match.owmlog"
    done = owm_net("demo", "--system", "skeleton", "--log", str(log), home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    said = owm_net("verify", str(log), "--json", home=tmp_path)
    verdict = json.loads(said.stdout)
    keys = [bytes.fromhex(key) for key in verdict["identities"]]
    assert len(keys) == 2 and len(set(keys)) == 2 and len(verdict["match_id"]) == 64
    words = owm_net("verify", str(log), home=tmp_path).stdout
    for key in keys:
        assert f"signed with {fingerprint(key)}" in words
    assert own.count("-") == 5
