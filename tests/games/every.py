"""The shared limits of the tests of every registered rule system: how many games, and of which
setups."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest

import owm_net
from fuzz.watched import setups
from owm_net import games
from owm_net.engine.system import Setup, System

A = TypeVar("A")
B = TypeVar("B")

THOROUGH = bool(os.environ.get("OWM_THOROUGH"))
PLAYOUTS = int(os.environ.get("OWM_PLAYOUTS", "1000" if THOROUGH else "15"))
"""Games of each system. A change of the rules that breaks games at all breaks one of the first 15;
what only one in a thousand shows `make thorough` and `make fuzz` look for."""

ROOT = Path(owm_net.__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"


def seeds(few: int, of: int) -> range:
    """The first seeds of so many, of which `make thorough` takes all."""
    return range(of if THOROUGH else few)


def paired(many: Iterable[A], few: Sequence[B]) -> list[tuple[A, B]]:
    """Pair each of `many` with the next of `few` in turn, the first of `many` with all of them;
    `make thorough` takes every pair."""
    listed = list(many)
    if THOROUGH:
        return list(product(listed, few))
    rest = [(one, few[n % len(few)]) for n, one in enumerate(listed[1:])]
    return [*((listed[0], other) for other in few), *rest]


every_system = pytest.mark.parametrize("name", games.names())


def games_of(
    name: str, share: int, every: int = 1, start: int = 0
) -> Iterator[tuple[System, Setup, int]]:
    """Every setup of a system in turn, each at least once: `share` percent of PLAYOUTS.

    every: only one in so many setups, from that with index `start` on, where `make thorough` takes
    all. Tests with the same `every` and other starts take all of them between them."""
    system = games.get(name)
    listed = setups(system)
    if not THOROUGH:
        listed = listed[start % len(listed) :: every]
    for seed in range(max(len(listed), PLAYOUTS * share // 100)):
        yield system, listed[seed % len(listed)], seed


def load_golden() -> Any:
    """scripts/golden.py, which is a program and no package."""
    spec = importlib.util.spec_from_file_location("golden", ROOT / "scripts" / "golden.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
