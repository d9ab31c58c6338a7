"""Good inputs of a target, and good ones changed by mutations that know how they are built."""

from __future__ import annotations

import math
import time
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzz.harness import Findings, Watch
from fuzz.mutations import any_bytes

ROUND = 25
"""Inputs of a round; the time is looked at between rounds."""


def rounds(watch: Watch, findings: Findings, first: int, seconds: float, most: int = 0) -> int:
    """Try the good inputs, and then changed ones until the time is over. Returns how many.

    first: seed of the first round. most: instead, so many good ones and so many changed ones,
    however long it takes: the same inputs on every machine.
    """
    target, seeds = watch.target, list(watch.target.seeds())
    until = math.inf if most else time.monotonic() + seconds

    def attempt(data: bytes) -> None:
        if time.monotonic() < until and (found := watch.attempt(data)) is not None:
            findings.take(watch, found)

    @st.composite
    def inputs(draw: Any) -> bytes:
        good = draw(st.sampled_from(seeds))
        changed = target.mutate(draw, good)
        return any_bytes(draw, changed) if not draw(st.integers(0, 7)) else changed

    def round_(number: int) -> None:
        @seed(number)
        @settings(
            max_examples=most or ROUND, database=None, deadline=None, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(inputs())
        def play(data: bytes) -> None:
            attempt(data)

        play()

    for good in seeds[:: 1 + (len(seeds) - 1) // most] if most else seeds:
        attempt(good)
    round_(first)
    while not most and time.monotonic() < until:
        first += 1
        round_(first)
    return watch.runs
