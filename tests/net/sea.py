"""A network in memory, on the test's clock: slow links that lose much, ports, a relay's rooms.

What a wire is here is what programs see of TCP over one that loses packets: all bytes come, and in
order, but each piece takes the time of its way and, for each time that it is lost, of waiting for
it to be sent again: 1 s, then twice as long each time. What is lost too often breaks the
connection. Acknowledgements and the saving of many pieces in one packet are left out.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import trio
import trio.testing

from owm_net.net.door import Attend
from owm_net.net.rendezvous import Address, CannotConnect
from owm_net.net.streams import FramedStream
from owm_net.program.meeting.where import Meeting

FIRST_WAIT = 1.0
"""Seconds until what was lost is sent again, the first time."""
PIECE = 1400
"""Bytes."""


class Weather:
    """How long pieces take. one_way: seconds. loss: which part of them is lost, each time. tries:
    times that a piece is sent before the connection breaks."""

    def __init__(self, seed: int, one_way: float = 0.02, loss: float = 0.0, tries: int = 8) -> None:
        self.chance = random.Random(seed)
        self.one_way, self.loss, self.tries = one_way, loss, tries

    def takes(self) -> float:
        """Seconds until the next piece is there; infinite if it never will be."""
        seconds, wait = self.one_way * self.chance.uniform(0.9, 1.1), FIRST_WAIT
        for _ in range(self.tries):
            if self.chance.random() >= self.loss:
                return seconds
            seconds, wait = seconds + wait, 2 * wait
        return math.inf


class Wire:
    """A connection. ends: of it. silent: of pieces from an end nothing comes any more, and neither
    side hears of it."""

    def __init__(self, sea: Sea, *names: str) -> None:
        self.silent = [False, False]
        self.ends: list[FramedStream] = []
        self._inner: list[Any] = []
        self._ended = [False, False]
        for name in names:
            outer, inner = trio.testing.memory_stream_pair()
            self.ends.append(FramedStream(outer, peer=name))
            self._inner.append(inner)
        for end in range(2):
            sea.nursery.start_soon(self._carry, sea, end)

    @property
    def is_open(self) -> bool:
        """Return True if neither side has ended it."""
        return not any(self._ended)

    async def cut(self) -> None:
        """Both sides hear of it."""
        for inner in self._inner:
            await trio.aclose_forcefully(inner)

    async def _carry(self, sea: Sea, end: int) -> None:
        source, target, last = self._inner[end], self._inner[1 - end], 0.0
        send, receive = trio.open_memory_channel[tuple[float, bytes]](math.inf)
        sea.nursery.start_soon(self._deliver, receive, target, end)
        data = b"."
        while data:
            try:
                data = await source.receive_some(PIECE)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                data = b""
            last = max(last, trio.current_time() + sea.weather.takes())
            send.send_nowait((last, data))
        self._ended[end] = True

    async def _deliver(self, pieces: Any, target: Any, end: int) -> None:
        async for when, data in pieces:
            if when == math.inf:
                await self.cut()
                return
            await trio.sleep_until(when)
            if self.silent[end]:
                continue
            try:
                if not data:
                    await target.send_eof()
                    return
                await target.send_all(data)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return


class Sea:
    """Everything that connects two places. wires: all there were."""

    def __init__(self, nursery: trio.Nursery, weather: Weather) -> None:
        self.nursery, self.weather = nursery, weather
        self.wires: list[Wire] = []
        self._ports: dict[int, Attend] = {}
        self._rooms: dict[str, tuple[str, list[FramedStream], trio.Event]] = {}

    def wire(self, *names: str) -> Wire:
        """A new connection."""
        self.wires.append(Wire(self, *names))
        return self.wires[-1]

    def open(self) -> list[Wire]:
        """Those that neither side has ended."""
        return [wire for wire in self.wires if wire.is_open]

    async def keep_open(
        self, host: str, port: int, attend: Attend, on_listening: Callable[[Address], None]
    ) -> None:
        """As in net/door.py."""
        async with trio.open_nursery() as nursery:

            async def comes(link: FramedStream) -> None:
                try:
                    await attend(link)
                except BaseException:
                    await link.cut()
                    raise

            async def come(link: FramedStream) -> None:
                nursery.start_soon(comes, link)

            self._ports[port] = come
            on_listening(Address(host, port))
            try:
                await trio.sleep_forever()
            finally:
                del self._ports[port]

    async def connect(
        self, where: Meeting, tell: Callable[[str], None], patience: float = math.inf
    ) -> FramedStream:
        """As in program/meeting/meet.py, to a port or into a room of two."""
        with trio.move_on_after(patience):
            await self._takes(there_and_back := 2)
            if where.relay is not None:
                return await self._meet(where.room, where.key)
            assert where.address is not None
            if where.address.port in self._ports:
                wire = self.wire("the host", "a guest")
                await self._ports[where.address.port](wire.ends[1])
                await self._takes(there_and_back)
                return wire.ends[0]
            raise CannotConnect("cannot reach it", "nobody listens there", "try again")
        raise CannotConnect("nobody came", "not in time", "try again")

    async def _takes(self, ways: int) -> None:
        for _ in range(ways):
            await trio.sleep(self.weather.takes())

    async def _meet(self, room: str, key: str) -> FramedStream:
        """The relay hears a little later that one who waits has gone: so nobody may be there."""
        waits = self._rooms.get(room)
        if waits is not None and waits[0] != key:
            del self._rooms[room]
            wire = self.wire("who was first", "who was second")
            waits[1].append(wire.ends[0])
            waits[2].set()
            return wire.ends[1]
        mine = key, list[FramedStream](), trio.Event()
        self._rooms[room] = mine
        try:
            await mine[2].wait()
        except trio.Cancelled:
            self.nursery.start_soon(self._left, room, mine)
            raise
        return mine[1][0]

    async def _left(self, room: str, mine: Any) -> None:
        await trio.sleep(self.weather.takes())
        if self._rooms.get(room) is mine:
            del self._rooms[room]
        for link in mine[1]:
            await link.cut()
