"""Slow work for a screen, done in a thread while the window goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeVar

import trio

T = TypeVar("T")


class Want(Protocol):
    """Has something found out in a thread, once. what: its name. done: gets it afterwards."""

    def __call__(self, what: str, do: Callable[[], T], done: Callable[[T], None]) -> None: ...


class Jobs:
    """What is to be found out. waiting: what no thread has begun, each a job that says so when it
    is done."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], Callable[[], None]]] = []
        self._asked_for: set[str] = set()
        self._more = trio.Event()

    def want(self, what: str, do: Callable[[], T], done: Callable[[T], None]) -> None:
        """Have something found out, once."""
        if what not in self._asked_for:
            self._asked_for.add(what)
            self.waiting.append(lambda: partial(done, do()))
            self._more.set()

    async def run(self, after: Callable[[], None]) -> None:
        """Find out whatever is wanted, one after another. after: called when one is done."""
        while True:
            while self.waiting:
                done: Any = await trio.to_thread.run_sync(
                    self.waiting.pop(0), abandon_on_cancel=True
                )
                done()
                after()
            self._more = trio.Event()
            await self._more.wait()
