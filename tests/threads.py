"""Work that a thread would do, done in the loop instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import trio


def threads_at_once(monkeypatch: pytest.MonkeyPatch, seconds: float = 0.0) -> None:
    """Run a thread's work in the loop, after so many seconds."""

    async def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
        await trio.sleep(seconds)
        return function(*arguments)

    monkeypatch.setattr(trio.to_thread, "run_sync", at_once)
