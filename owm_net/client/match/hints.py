"""What the computer player would do in the player's place, thought out beside the window."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import trio

from owm_net.client.language import tr_error
from owm_net.engine.system import Advised, System
from owm_net.engine.view import View

Think = Callable[[System, View[Any]], Awaitable[tuple[Advised, ...]]]
"""Finds what is advised, elsewhere than in the window's process, from what a seat sees. Raises
OSError, or another error with words for people, where it finds nothing."""


class Hints:
    """At most one hint at a time, for the question that is open. think: None where there are none.
    view: the question it is for, None before one is wanted. found: the best first; problem: why
    nothing was.
    """

    def __init__(self) -> None:
        self.think: Think | None = None
        self.view: View[Any] | None = None
        self.found: tuple[Advised, ...] = ()
        self.problem = ""
        self._more = trio.Event()
        self._scope: trio.CancelScope | None = None

    def want(self, view: View[Any]) -> None:
        """Have an answer to a question found, unless it has been already. It must be a copy."""
        if self.think is None or view is self.view:
            return
        self.drop()
        self.view, self.found, self.problem = view, (), ""
        self._more.set()

    def drop(self) -> None:
        """Think no longer; what was found already stays."""
        if not self.found:
            self.view, self.problem = None, ""
        if self._scope is not None:
            self._scope.cancel()

    async def run(self, system: System, after: Callable[[], None]) -> None:
        """Think whenever a hint is wanted. after: called when one is there."""
        while True:
            await self._more.wait()
            self._more = trio.Event()
            view, think = self.view, self.think
            if view is None or think is None:
                continue
            with trio.CancelScope() as self._scope:
                await self._find(system, view, think)
                after()
            self._scope = None

    async def _find(self, system: System, view: View[Any], think: Think) -> None:
        try:
            found = await think(system, view)
        except Exception as error:
            if self.view is view:
                self.problem = tr_error(error).strip() or type(error).__name__
            return
        if self.view is view:
            self.found = found
