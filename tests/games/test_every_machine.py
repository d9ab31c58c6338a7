"""Every registered rule system plays the same game on every machine."""

from __future__ import annotations

import sys

import pytest

from fuzz.fingerprints import fingerprint
from tests.games.every import PLAYOUTS, every_system
from tests.pythons import NONE_HERE, other_pythons, said_by

EACH = max(1, PLAYOUTS // 200)


@every_system
def test_the_same_under_every_hash_seed_and_every_python(name: str) -> None:
    """A digest over games of a system's setups, here and in another process. This process has a
    random hash seed; another of the same Python is asked only where there is no other Python."""
    expected = fingerprint(name, EACH)
    pythons = other_pythons()
    for program in pythons.values() or [sys.executable]:
        said = said_by(program, "2", "fuzz.fingerprints", str(EACH), name)
        assert said.splitlines() == [expected], program
    if not pythons:
        pytest.skip(f"the hash seeds are fine; {NONE_HERE}")
