"""A WebSocket as a trio stream: what it carries is what TCP would carry.

Bytes travel in binary messages. Where a message begins or ends means nothing, so frames are passed
on as they arrive, and a message may be of any length. An empty message ends this side's half, as
the FIN of TCP does; WebSocket itself has no such thing. A Close of code 1000, or of none, ends both
halves. Any other end is an end by accident: BrokenResourceError.

No extension is ever agreed on, so nothing is compressed and no bit is reserved for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import index
from typing import Final

import trio
from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, Pong, TextMessage
from wsproto.frame_protocol import CloseReason

CHUNK: Final = 16 * 1024
"""Bytes that are read at once, and so held unparsed."""
PIECE: Final = 64 * 1024
"""Bytes that are sent in one message at most."""
FRAMES: Final = 256.0
"""Frames of data a second; whoever sends more waits."""
FRAMES_AT_ONCE: Final = 1024.0
PINGS: Final = 1.0
"""Pings and pongs a second; whoever sends more is cut off."""
PINGS_AT_ONCE: Final = 32.0
CLOSING: Final = 2.0
"""Seconds in which a Close must go out, and its answer come."""
FAREWELL_READS: Final = 16
QUIET: Final = 25.0
"""Seconds without a message of ours, after which `keep_open` sends a ping. Proxies and routers cut
a connection that is silent for a minute, some sooner."""
PROBE: Final = 0.05
"""Seconds to find out whether the transport takes bytes at once."""

_FINE = (CloseReason.NORMAL_CLOSURE, CloseReason.NO_STATUS_RCVD)
_GONE = (trio.BrokenResourceError, trio.ClosedResourceError)


class _Allowance:
    """Tokens that come back at a steady rate. left: may be below 0, a debt."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._at = trio.current_time()
        self.left = burst

    def spend(self) -> float:
        """Take one. Returns the seconds until the debt is paid, 0 if there is none."""
        now = trio.current_time()
        self.left = min(self._burst, self.left + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self.left / self._rate)


class WebSocketStream(trio.abc.HalfCloseableStream):
    """One WebSocket, from its opening on.

    transport_stream: what carries it; closed with it. client: our role. early: what came behind
    the handshake. on_bad: told a word for a peer that breaks the rules: "websocket-frame",
    "websocket-text" or "websocket-flood". abrupt: while True, closing sends no Close, so the other
    side knows of an accident.
    """

    def __init__(
        self,
        transport_stream: trio.abc.Stream,
        *,
        client: bool,
        early: bytes = b"",
        on_bad: Callable[[str], None] = lambda word: None,
    ) -> None:
        self.transport_stream = transport_stream
        self.abrupt = False
        role = ConnectionType.CLIENT if client else ConnectionType.SERVER
        self._link = Connection(role, trailing_data=early)
        self._on_bad = on_bad
        self._data = bytearray()
        self._in_message = 0  # bytes of the message under way
        self._between = True  # no message is under way
        self._frames = _Allowance(FRAMES, FRAMES_AT_ONCE)
        self._pings = _Allowance(PINGS, PINGS_AT_ONCE)
        self._sending = trio.Lock()
        self._spoke = trio.current_time()
        self._busy_sending = self._busy_receiving = False
        self._heard_end = False  # no more bytes come
        self._said_end = False
        self._broken = False
        self._closed = False

    # -- sending ------------------------------------------------------------------------------

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send bytes, in as many messages as they need. Raises as any trio stream."""
        with self._alone_sending():
            if self._said_end:
                raise trio.ClosedResourceError("no bytes may follow the end")
            await trio.lowlevel.checkpoint()
            view = memoryview(data)
            for start in range(0, len(view), PIECE):
                await self._send(BytesMessage(data=bytes(view[start : start + PIECE])))
            self._check()

    async def send_eof(self) -> None:
        """End our half: an empty message. The other half goes on."""
        with self._alone_sending():
            await trio.lowlevel.checkpoint()
            if not self._said_end and not self._closed:
                await self._send(BytesMessage(data=b""))
                self._said_end = True

    async def wait_send_all_might_not_block(self) -> None:
        """As any trio stream."""
        with self._alone_sending():
            await trio.lowlevel.checkpoint()
            async with self._sending:
                self._check()
                await self.transport_stream.wait_send_all_might_not_block()

    async def keep_open(self) -> None:
        """Send a ping whenever we have sent nothing for QUIET seconds, until cancelled or broken.
        None while bytes of ours wait to be taken: then the line is not silent."""
        while not self._closed and not self._broken:
            late = self._spoke + QUIET
            if trio.current_time() < late:
                await trio.sleep_until(late)
                continue
            self._spoke = trio.current_time()
            if self._sending.locked():
                continue
            with suppress(*_GONE):
                takes_bytes = False
                with trio.move_on_after(PROBE):
                    async with self._sending:
                        await self.transport_stream.wait_send_all_might_not_block()
                        takes_bytes = True
                if takes_bytes:
                    await self._send_at_once(Ping())

    @contextmanager
    def _alone_sending(self) -> Iterator[None]:
        if self._busy_sending:
            raise trio.BusyResourceError("another task is sending")
        self._busy_sending = True
        try:
            yield
        finally:
            self._busy_sending = False

    def _check(self) -> None:
        if self._closed:
            raise trio.ClosedResourceError("this stream is closed")
        if self._broken:
            raise trio.BrokenResourceError("this stream is broken")

    async def _send(self, event: Event) -> None:
        """Send one frame, whole or not at all: half of one breaks the stream."""
        async with self._sending:
            self._check()
            if self._link.state is not ConnectionState.OPEN and not (
                isinstance(event, CloseConnection)
                and self._link.state is ConnectionState.REMOTE_CLOSING
            ):
                raise trio.BrokenResourceError("the other side has closed")
            await trio.lowlevel.checkpoint_if_cancelled()
            self._spoke = trio.current_time()
            try:
                await self.transport_stream.send_all(self._link.send(event))
            except trio.ClosedResourceError:
                self._check()
                raise
            except BaseException:
                self._broken = True
                raise

    async def _send_at_once(self, event: Event) -> None:
        """Send a small frame if nobody is sending. Whoever reads sends it, who may be cancelled at
        any time; so it is shielded, and bounded: a peer who takes nothing is broken then."""
        if not self._sending.locked():
            late = trio.current_time() + CLOSING
            with trio.CancelScope(shield=True, deadline=late), suppress(*_GONE):
                await self._send(event)

    # -- receiving ----------------------------------------------------------------------------

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return bytes, b"" at the end of the other half. Raises BrokenResourceError for any other
        end, and for a peer that breaks the rules of WebSocket or ours."""
        if self._busy_receiving:
            raise trio.BusyResourceError("another task is receiving")
        if max_bytes is not None and index(max_bytes) < 1:
            raise ValueError("max_bytes must be 1 or more")
        self._busy_receiving = True
        try:
            await trio.lowlevel.checkpoint()
            return await self._receive(max_bytes)
        finally:
            self._busy_receiving = False

    async def _receive(self, max_bytes: int | None) -> bytes:
        while True:
            if self._closed:
                raise trio.ClosedResourceError("this stream is closed")
            if self._data:
                taken = bytes(self._data[:max_bytes])
                del self._data[:max_bytes]
                return taken
            if self._heard_end:
                return b""
            self._check()
            event = next(self._link.events(), None)  # one at a time: each costs its sender
            if event is not None:
                await self._on_event(event)
                continue
            data = await self.transport_stream.receive_some(CHUNK)
            if not data:
                self._broken = True
                raise trio.BrokenResourceError("it ended without a Close")
            self._link.receive_data(bytes(data))

    async def _on_event(self, event: Event) -> None:
        if isinstance(event, BytesMessage):
            await self._on_bytes(event)
        elif isinstance(event, TextMessage):
            await self._fail(
                "websocket-text", CloseReason.UNSUPPORTED_DATA, "send binary messages, no text"
            )
        elif isinstance(event, Ping | Pong):
            if self._pings.spend():
                await self._flood("too many pings")
            if isinstance(event, Ping):
                await self._send_at_once(event.response())
        elif isinstance(event, CloseConnection):
            if self._link.state in (ConnectionState.OPEN, ConnectionState.LOCAL_CLOSING):
                words = event.reason or "that was no frame"
                await self._fail("websocket-frame", CloseReason(event.code), words)
            await self._on_close(event)

    async def _on_bytes(self, event: BytesMessage) -> None:
        begins = self._between
        self._data += event.data
        self._in_message += len(event.data)
        if not event.frame_finished:
            self._between = False
            return
        whole, empty = event.message_finished, not event.data
        if empty and whole and begins:
            self._heard_end = True
        elif (empty and not whole) or (whole and not self._in_message):
            await self._flood("empty fragments")
        self._between = whole
        if whole:
            self._in_message = 0
        if wait := self._frames.spend():
            await trio.sleep(wait)

    async def _on_close(self, event: CloseConnection) -> None:
        """The other side has closed; its Close is answered."""
        if self._link.state is ConnectionState.REMOTE_CLOSING:
            await self._send_at_once(CloseConnection(code=CloseReason.NORMAL_CLOSURE))
        if event.code in _FINE:
            self._heard_end = True
        elif not self._heard_end:
            self._broken = True
            raise trio.BrokenResourceError(f"the other side went away: {int(event.code)}")

    async def _flood(self, words: str) -> None:
        await self._fail("websocket-flood", CloseReason.POLICY_VIOLATION, words)

    async def _fail(self, word: str, code: CloseReason, words: str) -> None:
        """Tell the peer in a Close why, read on a little so that it arrives, and raise
        BrokenResourceError."""
        self._on_bad(word)
        self._data.clear()
        try:
            with trio.move_on_after(CLOSING), suppress(*_GONE):
                await self._send(CloseConnection(code=code, reason=words))
                if isinstance(self.transport_stream, trio.abc.HalfCloseableStream):
                    async with self._sending:
                        await self.transport_stream.send_eof()
                for _ in range(FAREWELL_READS):
                    if not await self.transport_stream.receive_some(PIECE):
                        break
        finally:
            self._broken = True
        raise trio.BrokenResourceError(words)

    # -- the end ------------------------------------------------------------------------------

    async def aclose(self) -> None:
        """Close at once. A Close goes out before, unless this end is abrupt, or the other side
        takes nothing; its answer is not waited for."""
        if self._closed:
            await trio.lowlevel.checkpoint()
            return
        try:
            if not self.abrupt and not self._broken:
                await self._send_at_once(CloseConnection(code=CloseReason.NORMAL_CLOSURE))
        finally:
            self._closed = True
            await self.transport_stream.aclose()
