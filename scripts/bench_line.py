"""Fair timing for the other bench_*.py: interleaved rounds, medians, and the library's bare calls.

A machine that others use too is slow in one second and fast in the next, so what is compared is
measured in turns, round by round, in one run; a ratio is the median of the rounds' ratios. CPU
time where one thread computes, wall time where waiting is the point. The garbage collector is
emptied before each measurement and rests during it.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nacl import bindings

from owm_net.protocol import group

Times = dict[str, list[float]]
"""What was measured -> seconds in each round; the same rounds for all."""

REPEATS = 300
"""Bare calls in one measurement."""


@dataclass(frozen=True)
class Line:
    """One line of the table. ratio: value compared with `to`, where there is a comparison."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    to: str = ""


def interleaved(
    works: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
) -> Times:
    """Measure all works in each round, in an order that turns; one round before warms up."""
    names = list(works)
    times: Times = {name: [] for name in names}
    with resting_collector():
        for turn in range(rounds + 1):
            shift = turn % len(names)
            for name in names[shift:] + names[:shift]:
                gc.collect()
                start = clock()
                works[name]()
                if turn:
                    times[name].append(clock() - start)
    return times


@contextmanager
def resting_collector() -> Iterator[None]:
    """No garbage collection but ours, and that of new things alone."""
    was_on = gc.isenabled()
    gc.disable()
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_on:
            gc.enable()


def median(times: Times, name: str) -> float:
    """The median of all rounds of one work, in seconds."""
    return statistics.median(times[name])


def ratio(times: Times, name: str, limit: Callable[[Mapping[str, float]], float]) -> float:
    """The median over the rounds of the time of `name` to a limit computed from that round."""
    found = []
    for turn, seconds in enumerate(times[name]):
        found.append(seconds / limit({key: rounds[turn] for key, rounds in times.items()}))
    return statistics.median(found)


def cores() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# -- the library's bare calls ----------------------------------------------------------------

CALLS = {"var": "_mul", "base": "_mul_base", "add": "_add", "sub": "_sub"}
"""Kind of call -> its name in `protocol.group`. var: scalar * any point; base: scalar * G."""


def bare_calls() -> dict[str, Callable[[], None]]:
    """REPEATS calls of the C library of each kind, without any code of ours around them."""
    scalars = group.random_scalars(2, os.urandom)
    p, q = group.mul_base(scalars[0]), group.mul_base(scalars[1])
    out = group._new(group._OUT)
    mul, base, add, key = group._mul, group._mul_base, group._add, Ed25519PrivateKey.generate()
    message = os.urandom(300)
    signature, public = key.sign(message), key.public_key()

    def var() -> None:
        for _ in range(REPEATS):
            mul(out, scalars[0], q)

    def fixed() -> None:
        for _ in range(REPEATS):
            base(out, scalars[0])

    def adding() -> None:
        for _ in range(REPEATS):
            add(out, p, q)

    def verifying() -> None:
        for _ in range(REPEATS):
            public.verify(signature, message)

    return {"var": var, "base": fixed, "add": adding, "signature": verifying}


def limit_of(calls: Mapping[str, int]) -> Callable[[Mapping[str, float]], float]:
    """The seconds those calls take bare, in a round in which `bare_calls` were measured too."""

    def limit(round_: Mapping[str, float]) -> float:
        adding = calls.get("add", 0) + calls.get("sub", 0)
        kinds = {"var": calls.get("var", 0), "base": calls.get("base", 0), "add": adding}
        kinds["signature"] = calls.get("signature", 0)
        return sum(n * round_[kind] / REPEATS for kind, n in kinds.items())

    return limit


def counted(work: Callable[[], object]) -> Counter[str]:
    """How many calls of each kind `work` makes; "valid": checks of points, which a limit leaves
    out, because every multiplication makes the same check."""
    counts: Counter[str] = Counter()

    def wrap(kind: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            counts[kind] += 1
            return function(*arguments)

        return call

    valid = "crypto_core_ed25519_is_valid_point"
    places = [(group, name, kind) for kind, name in CALLS.items()] + [(bindings, valid, "valid")]
    before = [(module, name, getattr(module, name)) for module, name, _ in places]
    for (module, name, kind), (_, _, function) in zip(places, before, strict=True):
        setattr(module, name, wrap(kind, function))
    try:
        work()
    finally:
        for module, name, function in before:
            setattr(module, name, function)
    return counts


def in_words(calls: Mapping[str, int]) -> str:
    """Counts of calls for people."""
    adding = calls.get("add", 0) + calls.get("sub", 0)
    words = f"{calls.get('var', 0):,} var + {calls.get('base', 0):,} base + {adding:,} add"
    if calls.get("signature"):
        words += f" + {calls['signature']:,} signatures"
    return words
