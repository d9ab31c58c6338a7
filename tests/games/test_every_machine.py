"""Every registered rule system plays the same game on every machine."""

from __future__ import annotations

import sys
from functools import cache

import pytest

from owm_net import games
from tests.games.every import PLAYOUTS
from tests.pythons import NONE_HERE, other_pythons, said_by


@cache
def fingerprints(program: str, hash_seed: str) -> dict[str, str]:
    """System -> digest over games of all its setups, as another process computes it."""
    each = str(max(1, PLAYOUTS // 200))
    said = said_by(program, hash_seed, "fuzz.fingerprints", each, *games.names())
    found = dict([line.split() for line in said.splitlines()])
    assert list(found) == list(games.names())
    return found


def test_the_same_under_every_hash_seed() -> None:
    assert fingerprints(sys.executable, "0") == fingerprints(sys.executable, "1")


def test_the_same_under_every_python() -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip(NONE_HERE)
    expected = fingerprints(sys.executable, "0")
    assert {v: fingerprints(p, "2") for v, p in pythons.items()} == dict.fromkeys(pythons, expected)
