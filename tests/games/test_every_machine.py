"""Every registered rule system plays the same game on every machine."""

from __future__ import annotations

import sys

import pytest

from fuzz.fingerprints import fingerprint
from owm_net import games
from tests.games.every import PLAYOUTS
from tests.pythons import NONE_HERE, other_pythons, said_by

EACH = max(1, PLAYOUTS // 200)


def fingerprints(program: str, hash_seed: str) -> list[str]:
    """Of each system a digest over games of its setups, as another process computes it."""
    said = said_by(program, hash_seed, "fuzz.fingerprints", str(EACH), *games.names())
    return said.splitlines()


def test_the_same_under_every_hash_seed_and_every_python() -> None:
    """In one test, or what all are compared with would be computed twice. This process has a random
    hash seed; another of the same Python is asked only where there is no other Python."""
    expected = [fingerprint(system, EACH) for system in games.names()]
    pythons = other_pythons()
    for program in pythons.values() or [sys.executable]:
        assert fingerprints(program, "2") == expected, program
    if not pythons:
        pytest.skip(f"the hash seeds are fine; {NONE_HERE}")
