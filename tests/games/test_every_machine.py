"""Every registered rule system plays the same game on every machine."""

from __future__ import annotations

import sys

import pytest

from owm_net import games
from tests.games.every import PLAYOUTS
from tests.pythons import NONE_HERE, other_pythons, said_by


def fingerprints(program: str, hash_seed: str) -> dict[str, str]:
    """System -> digest over games of all its setups, as another process computes it."""
    each = str(max(1, PLAYOUTS // 200))
    said = said_by(program, hash_seed, "fuzz.fingerprints", each, *games.names())
    found = dict([line.split() for line in said.splitlines()])
    assert list(found) == list(games.names())
    return found


def test_the_same_under_every_hash_seed_and_every_python() -> None:
    """In one test, or what all are compared with would be computed twice."""
    expected = fingerprints(sys.executable, "0")
    assert fingerprints(sys.executable, "1") == expected
    pythons = other_pythons()
    if not pythons:
        pytest.skip(f"the hash seeds are fine; {NONE_HERE}")
    assert {v: fingerprints(p, "2") for v, p in pythons.items()} == dict.fromkeys(pythons, expected)
