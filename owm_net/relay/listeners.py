"""The sockets of a relay: listening, accepting, and a relay on them."""

from __future__ import annotations

import errno
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import trio

from owm_net.relay.journal import Journal
from owm_net.relay.limits import Limits
from owm_net.relay.server import Relay
from owm_net.relay.sockets import notice_the_dead

NO_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, 10024, 10055}


class ListenError(Exception):
    """The address cannot be listened on. One line: what, why, what to do."""


class _Door:
    """Accepts, also when there is no file descriptor left: one is kept in reserve, to be able to
    close what cannot be served. Otherwise the system would say so again and again."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._spare: int | None = None

    async def accept(self, listener: trio.SocketListener) -> trio.SocketStream | None:
        """The next connection; None if it had to be closed at once."""
        if self._spare is None:
            with suppress(OSError):
                self._spare = os.open(os.devnull, os.O_RDONLY)
        try:
            return await listener.accept()
        except OSError as error:
            if error.errno not in NO_FILES:
                await trio.sleep(0.1)
                return None
        self._relay.journal.refuse("files")
        if self._spare is None:
            await trio.sleep(0.1)
            return None
        os.close(self._spare)
        self._spare = None
        with trio.move_on_after(0.1), suppress(OSError):
            stream = await listener.accept()
            stream.socket.close()
        return None

    def close(self) -> None:
        """Give the reserve back."""
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None


async def open_listeners(host: str, port: int) -> list[trio.SocketListener]:
    """Listen on every address of the host; on its first only, if port is 0 (any that is free).

    host: "::" for every address of this machine, of IPv4 too. Raises ListenError.
    """
    try:
        if not 0 <= port <= 65535:  # the system would take it modulo 65536
            raise ValueError("ports go from 0 to 65535")
        every = None if host == "::" else host  # trio's socket of :: takes no IPv4
        listeners = await trio.open_tcp_listeners(port, host=every, backlog=1024)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ListenError(
            f"cannot listen on {host!r}, port {port}: {reason}; "
            "choose an address of this machine and a port nobody uses"
        ) from error
    if port == 0:
        for listener in listeners[1:]:
            await listener.aclose()
        del listeners[1:]
    return listeners


async def accept_from(
    listeners: Sequence[trio.SocketListener],
    relay: Relay,
    attend: Callable[[trio.SocketStream], Awaitable[None]],
) -> None:
    """Have everybody attended to who comes to listeners that are open already, each by a task of
    their own, until cancelled; closes the listeners."""
    door = _Door(relay)

    async def accept_all(listener: trio.SocketListener) -> None:
        while True:
            stream = await door.accept(listener)
            if stream is not None:
                notice_the_dead(stream)
                nursery.start_soon(attend, stream)

    try:
        async with trio.open_nursery() as nursery:
            for listener in listeners:
                nursery.start_soon(accept_all, listener)
    finally:
        door.close()
        for listener in listeners:
            listener.socket.close()


async def serve_listeners(
    listeners: Sequence[trio.SocketListener],
    *,
    relay: Relay | None = None,
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay on listeners that are open already, until cancelled; closes them.

    Reports the first one's (host, port) to `nursery.start`.
    """
    relay = relay or Relay()
    host, port = listeners[0].socket.getsockname()[:2]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(accept_from, listeners, relay, relay.attend)
        nursery.start_soon(relay.look_after)
        task_status.started((host, port))


async def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    limits: Limits | None = None,
    journal: Journal | None = None,
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay until cancelled: `host, port = await nursery.start(serve)`.

    port: 0 for any that is free. Raises ListenError.
    """
    listeners = await open_listeners(host, port)
    await serve_listeners(listeners, relay=Relay(limits, journal), task_status=task_status)
