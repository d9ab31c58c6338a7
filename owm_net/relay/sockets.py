"""The relay's work on sockets below trio's streams: addresses, ends by reset, bare copying."""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, runtime_checkable

import trio

GONE = (trio.BrokenResourceError, trio.ClosedResourceError)

Receive = Callable[[int], Awaitable[bytes | bytearray]]
Send = Callable[[bytes | bytearray | memoryview], Awaitable[None]]


def host_of(stream: trio.abc.Stream) -> str:
    """Return the address at the other end, as text; "" if there is none."""
    if isinstance(stream, trio.SocketStream):
        with suppress(OSError):
            return str(stream.socket.getpeername()[0])
    return ""


@runtime_checkable
class LayeredStream(Protocol):
    """A stream on top of another, such as a WebSocket. abrupt: it closes without a word."""

    transport_stream: trio.abc.Stream
    abrupt: bool


def end_by_reset(stream: trio.abc.Stream, reset: bool) -> None:
    """Set whether closing this socket, by whomever, resets the connection."""
    if isinstance(stream, LayeredStream):
        stream.abrupt = reset
        end_by_reset(stream.transport_stream, reset)
    elif isinstance(stream, trio.SocketStream):
        pair = "HH" if sys.platform == "win32" else "ii"
        with suppress(OSError, trio.ClosedResourceError):
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(pair, reset, 0))


def notice_the_dead(stream: trio.SocketStream) -> None:
    """Let the system probe a silent connection, so that one that is dead ends in two minutes."""
    with suppress(OSError):
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, seconds in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
            if hasattr(socket, name):
                stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), seconds)


class Bare:
    """A stream for copying. What is counted of a pair costs less than what trio's streams do for a
    message, so the socket below is used where there is one. Close it before the stream."""

    __slots__ = ("_socket", "receive", "send")

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._socket: socket.socket | None = None
        self.receive: Receive = stream.receive_some
        self.send: Send = stream.send_all
        if isinstance(stream, trio.SocketStream):
            ours = stream.socket
            bare = socket.socket(ours.family, ours.type, ours.proto, fileno=ours.fileno())
            bare.setblocking(False)
            self._socket = bare
            self.receive, self.send = partial(_receive, bare), partial(_send, bare)

    def close(self) -> None:
        """Let go of the socket, which its stream closes."""
        if self._socket is not None:
            self._socket.detach()
            self._socket = None


async def _receive(bare: socket.socket, most: int) -> bytes:
    """As SocketStream.receive_some does, with one look at the socket instead of two."""
    while True:
        await trio.lowlevel.wait_readable(bare)
        try:
            return bare.recv(most)
        except BlockingIOError:
            continue
        except OSError as error:
            raise trio.BrokenResourceError from error


async def _send(bare: socket.socket, data: bytes | bytearray | memoryview) -> None:
    """As SocketStream.send_all does, without waiting where there is room."""
    while True:
        try:
            sent = bare.send(data)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            raise trio.BrokenResourceError from error
        if sent == len(data):
            return
        data = memoryview(data)[sent:]
        await trio.lowlevel.wait_writable(bare)
