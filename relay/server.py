"""The relay on trio: greets, pairs, and then copies bytes it does not look at.

Every connection has one task. The one who came first owns the pair: its task says PAIR to both and
copies both ways, while the second's task only waits for it to be done.

How a match ended must not be guessed from how the relay went away, so a pair's sockets are armed:
until both sides have said that nothing more follows, any end, that of this process too, is a reset.
"""

from __future__ import annotations

import itertools
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import trio

from owm_net.protocol.framing import (
    HEADER,
    MAX_JOIN,
    RELAY_BAD,
    RELAY_FULL,
    RELAY_PAIR,
    RELAY_WAIT,
    FrameError,
    FrameReader,
    encode_frame,
)
from relay.rooms import BadJoin, RoomFull, Rooms, TooManyRooms, parse_join

CHUNK = 64 * 1024  # bytes held for each direction of a pair, and no more
FAREWELL = 2.0  # seconds to get a refusal across

GONE = (trio.BrokenResourceError, trio.ClosedResourceError)


class CannotListen(Exception):
    """The address cannot be listened on. One line: what, why, what to do."""


class _Refusal(Exception):
    """Why a client is sent away: the frame to answer with."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(answer.decode("ascii"))
        self.answer = answer


@dataclass(frozen=True)
class Limits:
    """What a relay grants to strangers. Numbers at the same time; times in seconds."""

    rooms: int = 450
    connections: int = 900
    join_seconds: float = 10.0  # from the connection to a complete JOIN
    wait_seconds: float = 3600.0  # alone in a room
    linger_seconds: float = 60.0  # without a byte, once one of a pair has ended its half


class _Client:
    """One connection. partner and done are set by whoever pairs with it."""

    def __init__(self, number: int, stream: trio.abc.HalfCloseableStream) -> None:
        self.number = number
        self.stream = stream
        self.watching = trio.CancelScope()
        self.partner: _Client | None = None
        self.done = trio.Event()


def _quiet(line: str) -> None:
    pass


class Relay:
    """Rooms and the connections in them. note: takes lines for the operator, at most one each
    time somebody comes, waits, pairs, is refused or goes; they never hold what a client sent."""

    def __init__(self, limits: Limits | None = None, note: Callable[[str], None] = _quiet) -> None:
        self.limits = limits or Limits()
        self._note = note
        self._rooms: Rooms[_Client] = Rooms(self.limits.rooms)
        self._numbers = itertools.count(1)
        self._connections = 0

    @property
    def rooms(self) -> int:
        """How many rooms are in use."""
        return len(self._rooms)

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return self._connections

    async def attend(self, stream: trio.abc.HalfCloseableStream) -> None:
        """Serve one connection to its end and close it. Raises nothing a client can bring about."""
        client = _Client(next(self._numbers), stream)
        self._note(f"{client.number} comes from {_address(stream)}")
        self._connections += 1
        try:
            async with stream:
                with suppress(*GONE):
                    try:
                        await self._join(client)
                    except _Refusal as refusal:
                        self._rooms.leave(client)  # nobody shall pair with one on its way out
                        self._note(f"{client.number} is refused: {refusal}")
                        await _say_goodbye(stream, refusal.answer)
        finally:
            self._connections -= 1
            self._rooms.leave(client)
            if client.partner is not None:
                client.partner.done.set()
            self._note(f"{client.number} is gone")

    async def _join(self, client: _Client) -> None:
        if self._connections > self.limits.connections:
            raise _Refusal(_bad("this relay serves as many as it can; try later, or another"))
        payload = await self._first_frame(client.stream)
        if payload is None:
            return
        try:
            partner = self._rooms.join(parse_join(payload), client)
        except BadJoin as error:
            raise _Refusal(_bad(str(error))) from None
        except TooManyRooms:
            raise _Refusal(_bad("this relay has as many rooms as it can; try later")) from None
        except RoomFull:
            raise _Refusal(RELAY_FULL) from None
        if partner is None:
            await self._wait(client)
        else:
            client.partner, partner.partner = partner, client
            partner.watching.cancel()
            await client.done.wait()

    async def _first_frame(self, stream: trio.abc.ReceiveStream) -> bytes | None:
        """The JOIN's payload, or None if the client went away first."""
        reader = FrameReader(MAX_JOIN)
        with trio.move_on_after(self.limits.join_seconds):
            while data := await stream.receive_some(HEADER + MAX_JOIN):
                try:
                    reader.receive_data(data)
                    payload = reader.next_frame()
                except FrameError as error:
                    raise _Refusal(_bad(f"that was {error.reason}")) from None
                if payload is None:
                    continue
                if not reader.at_rest:
                    raise _Refusal(_bad("speak after PAIR, not before"))
                return payload
            return None
        raise _Refusal(_bad(f"no JOIN within {self.limits.join_seconds:g} s"))

    async def _wait(self, client: _Client) -> None:
        self._note(f"{client.number} waits")
        heard: bytes | bytearray | None = None
        await self._say(client.stream, RELAY_WAIT)
        with client.watching, trio.move_on_after(self.limits.wait_seconds):
            heard = await client.stream.receive_some(1)
        if heard:
            raise _Refusal(_bad("speak after PAIR, not before"))
        if heard is not None:
            return
        if client.partner is None:
            raise _Refusal(_bad(f"nobody came within {self.limits.wait_seconds:g} s"))
        self._note(f"{client.number} and {client.partner.number} are paired")
        pair = (client.stream, client.partner.stream)
        for stream in pair:
            _end_by_reset(stream, True)
        for stream in pair:
            await self._say(stream, RELAY_PAIR)
        if await self._copy(client, client.partner):
            for stream in pair:
                _end_by_reset(stream, False)

    async def _say(self, stream: trio.abc.SendStream, word: bytes) -> None:
        with trio.move_on_after(self.limits.join_seconds) as limit:
            await stream.send_all(encode_frame(word))
        if limit.cancelled_caught:
            raise trio.BrokenResourceError("takes no bytes")

    async def _copy(self, first: _Client, second: _Client) -> bool:
        """Copy both ways. True once both have ended, False as soon as either breaks."""
        ended = 0

        async def forward(source: _Client, sink: _Client) -> None:
            nonlocal ended
            try:
                while chunk := await source.stream.receive_some(CHUNK):
                    await sink.stream.send_all(chunk)
                    if ended:
                        linger()
                await sink.stream.send_eof()
            except GONE:
                nursery.cancel_scope.cancel()
                return
            ended += 1
            self._rooms.leave(source)  # who says no more may come back at once
            linger()

        def linger() -> None:
            nursery.cancel_scope.deadline = trio.current_time() + self.limits.linger_seconds

        async with trio.open_nursery() as nursery:
            nursery.start_soon(forward, first, second)
            nursery.start_soon(forward, second, first)
        return ended == 2


async def open_listeners(host: str, port: int) -> list[trio.SocketListener]:
    """Listen on every address of the host; on its first only, if port is 0 (any that is free).

    Raises CannotListen.
    """
    try:
        if not 0 <= port <= 65535:  # the system would take it modulo 65536
            raise ValueError("ports go from 0 to 65535")
        listeners = await trio.open_tcp_listeners(port, host=host)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotListen(
            f"cannot listen on {host!r}, port {port}: {reason}; "
            "choose an address of this machine and a port nobody uses"
        ) from error
    if port == 0:
        for listener in listeners[1:]:
            await listener.aclose()
        del listeners[1:]
    return listeners


async def serve_listeners(
    listeners: Sequence[trio.SocketListener],
    *,
    limits: Limits | None = None,
    note: Callable[[str], None] = _quiet,
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay on listeners that are open already, until cancelled; closes them.

    Reports the first one's (host, port) to `nursery.start`.
    """
    relay = Relay(limits, note)

    async def attend(stream: trio.SocketStream) -> None:
        _notice_the_dead(stream)
        await relay.attend(stream)

    host, port = listeners[0].socket.getsockname()[:2]
    async with trio.open_nursery() as nursery:
        await nursery.start(trio.serve_listeners, attend, list(listeners))
        task_status.started((host, port))


async def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    limits: Limits | None = None,
    note: Callable[[str], None] = _quiet,
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Run a relay until cancelled: `host, port = await nursery.start(serve)`.

    port: 0 for any that is free. Raises CannotListen.
    """
    listeners = await open_listeners(host, port)
    await serve_listeners(listeners, limits=limits, note=note, task_status=task_status)


def _bad(reason: str) -> bytes:
    return RELAY_BAD + b" " + reason.encode("ascii")


async def _say_goodbye(stream: trio.abc.HalfCloseableStream, answer: bytes) -> None:
    """Answer, then read a little on: closing over unread bytes may destroy the answer."""
    with trio.move_on_after(FAREWELL):
        await stream.send_all(encode_frame(answer))
        await stream.send_eof()
        for _ in range(16):
            if not await stream.receive_some(CHUNK):
                break


def _address(stream: trio.abc.Stream) -> str:
    if isinstance(stream, trio.SocketStream):
        with suppress(OSError):
            host, port = stream.socket.getpeername()[:2]
            return f"{host} port {port}"
    return "somewhere"


def _end_by_reset(stream: trio.abc.Stream, reset: bool) -> None:
    """Whether closing this socket, by whomever, resets the connection."""
    if isinstance(stream, trio.SocketStream):
        pair = "HH" if sys.platform == "win32" else "ii"
        with suppress(OSError, trio.ClosedResourceError):
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(pair, reset, 0))


def _notice_the_dead(stream: trio.SocketStream) -> None:
    """Let the system probe a silent connection, so that one that is dead ends in two minutes."""
    with suppress(OSError):
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, seconds in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
            if hasattr(socket, name):
                stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), seconds)
