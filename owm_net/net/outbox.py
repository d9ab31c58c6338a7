"""The outgoing messages of one link, in order, as fast as the other side takes them.

The task that owns the match never waits for a link: it leaves messages here, and a task of the
link's own sends them. A slow reader keeps nobody waiting; one that takes nothing loses the link,
and is given what it lacks when it returns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

import trio

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream, PeerSilent

DRAIN: Final = 120.0
"""Seconds within which the other side must have taken all there is, once, or it loses the link."""
MAX_QUEUED: Final = 8 << 20
"""Bytes that may wait here; a history is no part of them, it is read as it goes out."""
LAST_WORDS: Final = 2.0
"""Seconds to read what the other side had sent before it took no more."""


class Outbox:
    """The way out over one link. Somebody must be in run() until `close`.

    error: why nothing goes out any more, if it is the other side's doing; then the link is closed.
    """

    def __init__(self, link: FramedStream) -> None:
        self.error: NetError | None = None
        self._link = link
        self._queue: deque[bytes | Iterator[bytes]] = deque()
        self._bytes = 0
        self._filled_at = 0.0
        self._some = trio.Event()
        self._empty = trio.Event()
        self._empty.set()
        self._whole = trio.CancelScope(shield=True)
        self._sending = trio.CancelScope()
        self._ended = False

    @property
    def is_sending(self) -> bool:
        """Return True if something waits here."""
        return bool(self._queue)

    def put(self, message: bytes) -> None:
        """Leave a message of 1 to MAX_MESSAGE bytes; never waits. Forgotten if the link is lost."""
        self._bytes += len(message)
        self._add(message)
        if self._bytes > MAX_QUEUED:
            self._sending.cancel()

    def put_all(self, messages: Iterator[bytes]) -> None:
        """Leave messages that are made one by one as they go out."""
        self._add(messages)

    async def run(self) -> None:
        """Send until `close`. Whoever ends this match may have something to say to the others:
        so no cancellation from outside stops it."""
        with self._whole:
            self.error = await self._send_all()
            self._end()
            if self.error is None:
                return
            if not isinstance(self.error, PeerSilent):  # it has gone, and may have said why
                await trio.sleep(LAST_WORDS)
            await self._link.aclose()

    async def flush(self) -> None:
        """Wait until all has gone out, or nothing will any more."""
        await self._empty.wait()

    def close(self) -> None:
        """Send no more; what is on its way may be cut in two. The link stays open."""
        self._whole.cancel()
        self._end()

    def _add(self, item: bytes | Iterator[bytes]) -> None:
        if self._ended:
            return
        if not self._queue:
            self._filled_at = trio.current_time()
            self._empty = trio.Event()
            self._some.set()
        self._queue.append(item)

    def _end(self) -> None:
        self._ended = True
        self._queue.clear()
        self._empty.set()

    async def _send_all(self) -> NetError | None:
        """Until the link takes no more; returns why, None if it was closed here."""
        while True:
            while not self._queue:  # it may be emptied before we are awake
                self._empty.set()
                self._some = trio.Event()
                await self._some.wait()
            self._sending = trio.CancelScope(deadline=self._filled_at + DRAIN)
            with self._sending:
                try:
                    if self._bytes <= MAX_QUEUED:
                        await self._send_next()
                except trio.ClosedResourceError:
                    return None
                except NetError as error:
                    return error
            if self._sending.cancelled_caught or self._bytes > MAX_QUEUED:
                return PeerSilent(
                    say("lost {peer}", peer=self._link.peer),
                    say("it takes too little of what it is sent"),
                    say("check the network on both sides, then connect again to go on"),
                )

    async def _send_next(self) -> None:
        """The first message stays in the queue until it has gone: `flush` waits for it."""
        first = self._queue[0]
        message = first if isinstance(first, bytes) else next(first, None)
        if message is not None:
            await self._link.send(message)
        if self._ended:
            return  # closed meanwhile, and emptied
        if isinstance(first, bytes):
            self._bytes -= len(first)
        if message is None or message is first:
            self._queue.popleft()
