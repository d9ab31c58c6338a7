"""What the page's worker asks Python for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from owm_net.web.verifying import verdict_on

EVERY = 20
"""Entries after which the page hears how far a check has come."""


def verify(name: str, data: Any, progress: Callable[[int, int], None]) -> tuple[int, str]:
    """Return the exit code and the words of `owm-net verify`. data: a Uint8Array."""

    def seldom(done: int, total: int) -> None:
        if done % EVERY == 0 or done == total:
            progress(done, total)

    return verdict_on(name, data.to_bytes(), seldom)
