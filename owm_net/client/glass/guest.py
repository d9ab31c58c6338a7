"""pyglet's loop is the host, trio the guest: one thread for all of our code."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pyglet
import trio
from outcome import Outcome
from pyglet.event import EventDispatcher

STOP_SECONDS = 5.0
"""How long trio may take to clean up after the window has gone."""


class _Mailbox(EventDispatcher):
    def on_mail(self, read: Callable[[], None]) -> None:
        read()


_Mailbox.register_event_type("on_mail")


class TrioGuest:
    """Runs an async function on pyglet's loop. Main thread only, except for calls from trio."""

    def __init__(self, function: Callable[..., Awaitable[Any]], *args: Any) -> None:
        self._function = function
        self._args = args
        self._box = _Mailbox()  # the loop's queue holds it weakly
        self._calls: deque[Callable[[], Any]] = deque()
        self._posted = False
        self._lock = threading.Lock()
        self._scope: trio.CancelScope | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self._cancelled = False
        self.outcome: Outcome[Any] | None = None

    def run(self) -> Any:
        """Block until the function returns, and return its result; raise what it or a handler
        raised."""
        trio.lowlevel.start_guest_run(
            self._main,
            run_sync_soon_threadsafe=self._soon,
            done_callback=self._done,
        )
        raised: BaseException | None = None
        pyglet.clock.schedule_interval(self._drain_by_clock, 0.05)
        try:
            if self.outcome is None:
                pyglet.app.run(None)
        except BaseException as error:  # a handler or on_draw raised: trio must still unwind
            raised = error
        finally:
            pyglet.clock.unschedule(self._drain_by_clock)
        self._finish()
        if raised is not None:
            raise raised
        if self.outcome is None:
            raise RuntimeError(f"trio did not stop within {STOP_SECONDS:.0f} seconds")
        return self.outcome.unwrap()

    def cancel(self) -> None:
        """Ask the function to end; `run` returns when it has."""
        self._cancelled = True
        if self._scope is not None:
            self._scope.cancel()

    def after_trio(self, call: Callable[[], None]) -> None:
        """Call something after trio's next turn, with everything else that waits for one; at once
        where trio does not run."""
        with suppress(trio.RunFinishedError):
            if self._token is not None:
                self._token.run_sync_soon(call)
                return
        call()

    async def _main(self) -> Any:
        self._token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as self._scope:
            if self._cancelled:
                self._scope.cancel()
            return await self._function(*self._args)

    def _done(self, outcome: Outcome[Any]) -> None:
        self.outcome = outcome
        pyglet.app.event_loop.exit()

    def _soon(self, call: Callable[[], Any]) -> None:
        """Call it from any thread. One post serves many calls: each post writes into a pipe."""
        with self._lock:
            self._calls.append(call)
            if self._posted:
                return
            self._posted = True
        pyglet.app.platform_event_loop.post_event(self._box, "on_mail", self._drain)

    def _drain(self) -> None:
        with self._lock:
            self._posted = False
            waiting = len(self._calls)
        for _ in range(waiting):
            if self._calls:
                self._calls.popleft()()

    def _drain_by_clock(self, _: float) -> None:
        """Run waiting calls by the clock: while a title bar is dragged on Windows, posted events
        wait."""
        if self._calls:
            self._drain()

    def _finish(self) -> None:
        """Let trio unwind without frames if the loop ended before it did."""
        if self.outcome is not None:
            return
        self.cancel()
        end = time.monotonic() + STOP_SECONDS
        while self.outcome is None and time.monotonic() < end:
            pyglet.app.platform_event_loop.step(0.05)
            self._drain()
