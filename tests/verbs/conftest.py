"""Processes that a test starts end with it, however it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.verbs.command import Process

Start = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a `Process`; takes what that takes."""
    with ExitStack() as started:
        yield lambda *arguments, **more: started.enter_context(Process(*arguments, **more))
