"""Settings for all tests. Hypothesis draws the same examples everywhere, so that green is green.

OWM_HYPOTHESIS=explore looks for new ones instead.

`make test` runs on all cores: several processes collect the tests, and they must all come to the
same names. So a name holds no address of memory and nothing drawn by chance, and is short enough to
be read.
"""

from __future__ import annotations

import gc
import hashlib
import os
import signal
import tempfile
from functools import lru_cache, wraps
from typing import Any

import pytest
import trio.testing
from hypothesis import HealthCheck, settings

from owm_net.client import language
from owm_net.engine.search import Search, Tried
from owm_net.protocol import entries, group
from tests.quick_sums import by_libsodium
from tests.threads import threads_at_once

# Whoever runs them, and whatever he has set in his window: here, and in the programs they start.
os.environ["LANGUAGE"] = "en"
os.environ["XDG_CONFIG_HOME"] = os.path.join(tempfile.gettempdir(), "owm-net-tests")

# Who runs them by nohup has all that they start ignore the end of its terminal.
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

settings.register_profile("ci", derandomize=True, deadline=None, database=None)
settings.register_profile(
    "explore", max_examples=2000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("OWM_HYPOTHESIS", "ci"))

# Nine tenths of the time of a match go into products and sums on the curve and into signatures, and
# all its seats, whoever verifies its logs and all matches with the same cards compute the same
# ones. Each depends on nothing but its arguments, so in the tests each is computed once; in
# tests/protocol, where the group itself is tried, each as often as it is asked for. What is refused
# is refused anew each time. 100 MB at most. Whoever imports a signature's check by name must do so
# after this.
for name in ("mul", "mul_base", "add", "sub", "decode_point"):
    setattr(group, name, lru_cache(maxsize=1 << 16)(getattr(group, name)))
entries.check_signature = lru_cache(maxsize=1 << 14)(entries.check_signature)

# A veteran thinks for some hundredths of its usual time: what it does is worse, and as lawful.
HASTE = 200
_run = Search.run


@wraps(_run)
def _in_haste(self: Search[Any]) -> list[Tried]:
    self.budget = min(self.budget, HASTE)
    return _run(self)


Search.run = _in_haste  # type: ignore[method-assign]

LONGEST_NAME = 200  # characters of a whole test id


@pytest.fixture(autouse=True)
def _in_english() -> None:
    """One language holds in a process, and a test before this one may have chosen another."""
    language.ask_for("")
    language.use("en")


@pytest.fixture
def autojump_clock(monkeypatch: pytest.MonkeyPatch) -> trio.testing.MockClock:
    """pytest-trio's, which jumps ahead when all tasks wait, but would not wait for threads: hours
    went by while one checked a proof. So what a thread would do is done in the loop instead."""
    threads_at_once(monkeypatch)
    return trio.testing.MockClock(autojump_threshold=0)


@pytest.fixture
def quick_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second verifier reckons by libsodium: see `tests.quick_sums`."""
    by_libsodium(monkeypatch)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Long bytes are named by their length and the beginning of their SHA-256."""
    if isinstance(val, bytes) and len(val) > 24:
        return f"{len(val)} bytes {hashlib.sha256(val).hexdigest()[:8]}"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuses names that differ from process to process, and names nobody can read. What takes
    longest comes first, so that at the end no core waits for another's last test."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    bad = [
        item.nodeid[:LONGEST_NAME]
        for item in items
        if " at 0x" in item.nodeid or len(item.nodeid) > LONGEST_NAME
    ]
    if bad:
        raise pytest.UsageError("give these parameters shorter, stable ids=...:\n" + "\n".join(bad))


def pytest_collection_finish() -> None:
    """Freeze the modules and all tests, which stay to the end: Python need not look through them
    for garbage again and again."""
    gc.collect()
    gc.freeze()
