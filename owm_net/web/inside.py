"""Connections inside a page, by which the computer player and the person meet."""

from __future__ import annotations

import errno
from itertools import count

import trio
from trio.testing import memory_stream_pair

HERE = "127.0.0.1"
"""A page reaches no other program of its machine, so this is the page itself."""


class End(trio.abc.Stream):
    """One end of a connection. It has what net/ asks of the socket of a TCP stream."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream

    @property
    def socket(self) -> End:
        """What has `getpeername` and `close`."""
        return self

    def getpeername(self) -> tuple[str, int]:
        """This page."""
        return HERE, 0

    def setsockopt(self, *_: object) -> None:
        """Neither end dies alone."""

    def close(self) -> None:
        """Close at once: closing waits for nothing here."""
        trio.lowlevel.spawn_system_task(trio.aclose_forcefully, self._stream)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of it."""
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """Sending never waits."""
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """Bytes that came; b"" once the other end is closed."""
        return await self._stream.receive_some(max_bytes)

    async def aclose(self) -> None:
        """Close."""
        await self._stream.aclose()


class Listener:
    """Waits for somebody inside the page."""

    def __init__(self) -> None:
        self._port = next(_ports)
        self._came, self._coming = trio.open_memory_channel[End](1)
        _listening[self._port] = self

    @property
    def socket(self) -> Listener:
        """What has `getsockname` and `close`."""
        return self

    def getsockname(self) -> tuple[str, int]:
        """Where it waits."""
        return HERE, self._port

    def come(self) -> End:
        """Come to it. Raises OSError while somebody else is at the door."""
        here, there = memory_stream_pair()
        try:
            self._came.send_nowait(End(here))
        except trio.WouldBlock:
            raise OSError(errno.ECONNREFUSED, "somebody is at the door") from None
        return End(there)

    async def accept(self) -> End:
        """Wait for somebody."""
        return await self._coming.receive()

    def close(self) -> None:
        """Wait no longer."""
        _listening.pop(self._port, None)


_listening: dict[int, Listener] = {}
_ports = count(1)


def is_awaited(host: str, port: int) -> bool:
    """Return True if somebody inside the page waits there."""
    return host == HERE and port in _listening


def visit(port: int) -> End:
    """Come to who waits there. Raises OSError."""
    return _listening[port].come()
