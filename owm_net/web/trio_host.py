"""trio in a browser: a guest of the worker's event loop.

trio 0.35 knows no platform "emscripten". It gets what it asks an operating system for: an epoll
that knows of no file, a pair of sockets that wakes it, threads whose work is done on the spot. It
waits by a timer of the browser's, and what it has to do comes before the next part of a frame.
`install` must come before trio is imported. It replaces private names of trio, so `tests/web` runs
tasks, timeouts and channels in it.
"""

from __future__ import annotations

import os
import select
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from importlib import import_module
from typing import Any

LONGEST = 3600.0
"""Seconds after which a wait looks again: timers of browsers hold no more than 24 days."""
PATIENCE = 0.05
"""Seconds for which the next part of a frame waits while trio has something to do."""


class _Epoll:
    """Knows of no file but the sockets by which trio wakes itself. last: the seconds for which it
    was last asked to wait."""

    last = 0.0

    def poll(self, timeout: float, maxevents: int = -1) -> list[tuple[int, int]]:
        _Epoll.last = timeout
        return [(number, select.EPOLLIN) for number in _woken]

    def register(self, *_: object) -> None: ...
    def unregister(self, *_: object) -> None: ...
    def modify(self, *_: object) -> None: ...
    def close(self) -> None: ...

    def fileno(self) -> int:
        return -1


_woken: list[int] = []
"""Numbers of the sockets that hold a byte."""


class _WakingSocket:
    """One end of the pair by which trio wakes itself. It holds one byte at most."""

    _made = 1 << 20

    def __init__(self) -> None:
        _WakingSocket._made += 1
        self.number = self._made
        self.other = self

    def setblocking(self, flag: bool) -> None: ...
    def setsockopt(self, *_: object) -> None: ...
    def close(self) -> None: ...

    def fileno(self) -> int:
        return self.number

    def send(self, data: bytes) -> int:
        if self.other.number not in _woken:
            _woken.append(self.other.number)
        _waiting.end()
        return len(data)

    def recv(self, most: int) -> bytes:
        if self.number not in _woken:
            raise BlockingIOError
        _woken.remove(self.number)
        return b"."


class _Turns:
    """What is called in later turns of the worker's loop, one call in each. A message begins a
    turn: a timer would wait 4 ms once a few have set each other."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], Any]] = deque()
        self._spare: deque[tuple[float, Callable[[], Any]]] = deque()  # each with its latest time
        self._port: Any = None

    def add(self, call: Callable[[], Any]) -> None:
        """Call it in another turn."""
        self._calls.append(call)
        self._send()

    def add_spare(self, call: Callable[[], Any]) -> None:
        """Call it once nothing else is to be called, or after PATIENCE."""
        self._spare.append((time.monotonic() + PATIENCE, call))
        self._send()

    def _send(self) -> None:
        if self._port is None:
            from js import MessageChannel
            from pyodide.ffi import create_proxy

            channel = MessageChannel.new()
            channel.port1.onmessage = create_proxy(self._turn)
            self._port = channel.port2
        self._port.postMessage(None)

    def _turn(self, event: object) -> None:
        spare = self._spare
        if self._calls and not (spare and spare[0][0] < time.monotonic()):
            self._calls.popleft()()
        else:
            spare.popleft()[1]()


class _Waiting:
    """The wait that trio is in, if it is in one."""

    def __init__(self) -> None:
        self._ended: Callable[[], None] | None = None
        self._is_over: Any = None
        self._timer: Any = None

    def begin(self, seconds: float, ended: Callable[[], None]) -> None:
        """Call `ended` after some seconds, or when trio is woken, whichever comes first."""
        from js import setTimeout
        from pyodide.ffi import create_proxy

        if self._is_over is None:
            self._is_over = create_proxy(self.end)
        self._ended = ended
        self._timer = setTimeout(self._is_over, 1000 * seconds)

    def end(self) -> None:
        """Go on in the next turn."""
        from js import clearTimeout

        ended, self._ended = self._ended, None
        if ended is not None:
            clearTimeout(self._timer)
            ended()


_turns = _Turns()
_waiting = _Waiting()


def soon(call: Callable[[], Any]) -> None:
    """Call it in another turn of the worker's loop."""
    _turns.add(call)


def after(seconds: float, call: Callable[[], Any]) -> None:
    """Call it after some seconds, once trio has nothing to do, or soon afterwards."""
    from js import setTimeout
    from pyodide.ffi import create_once_callable

    if seconds <= 0:
        _turns.add_spare(call)
    else:
        setTimeout(create_once_callable(lambda: _turns.add_spare(call)), 1000 * seconds)


def install() -> None:
    """Make trio importable, and import it. A second time changes nothing."""
    if "trio" in sys.modules:
        return
    system: Any = os
    if not hasattr(os, "pidfd_open"):
        system.pidfd_open = _no_such_thing
    files: Any = select
    files.epoll = _Epoll
    files.EPOLLIN, files.EPOLLOUT, files.EPOLLONESHOT = 1, 4, 1 << 30
    sockets: Any = socket
    sockets.socketpair = _pair
    clock: Any = time
    clock.thread_time = time.perf_counter  # nobody else has this processor
    platform, sys.platform = sys.platform, "linux"
    try:
        run: Any = import_module("trio._core._run")
        threads: Any = import_module("trio._threads")
    finally:
        sys.platform = platform
    run.start_thread_soon = _wait
    threads.start_thread_soon = _do_at_once
    from_thread: Any = import_module("trio.from_thread")
    from_thread.run_sync = lambda call, *given: call(*given)  # it is trio's own


def _no_such_thing(*_: object) -> int:
    raise OSError("there are no processes here")


def _pair(*_: object, **__: object) -> tuple[_WakingSocket, _WakingSocket]:
    a, b = _WakingSocket(), _WakingSocket()
    a.other, b.other = b, a
    return a, b


def _wait(events: Callable[[], Any], deliver: Callable[[Any], Any], name: object = None) -> None:
    """In the place of a thread in which trio waits for news."""
    from outcome import capture

    if events():
        deliver(capture(events))
    else:
        _waiting.begin(min(_Epoll.last, LONGEST), lambda: deliver(capture(events)))


def _do_at_once(
    work: Callable[[], Any], deliver: Callable[[Any], Any], name: object = None
) -> None:
    """In the place of a thread that works."""
    from outcome import capture

    deliver(capture(work))


async def run(main: Callable[..., Any], *args: Any) -> Any:
    """`trio.run` for whoever awaits in the worker's own loop. Raises what main raises."""
    import trio
    from js import Promise
    from pyodide.ffi import create_once_callable

    ended: list[Any] = []

    def begin(resolve: Callable[[Any], None], reject: object) -> None:
        def done(outcome: Any) -> None:
            ended.append(outcome)
            resolve(None)

        trio.lowlevel.start_guest_run(
            main,
            *args,
            run_sync_soon_threadsafe=soon,
            done_callback=done,
            host_uses_signal_set_wakeup_fd=True,
        )

    await Promise.new(create_once_callable(begin))
    return ended[0].unwrap()
