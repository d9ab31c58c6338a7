"""A relay whose clients are memory streams, and what they say to it."""

import itertools
from contextlib import asynccontextmanager
from typing import Any

import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair

from owm_net.protocol.framing import FrameReader, ask_to_meet, encode_frame
from owm_net.relay.journal import Journal
from owm_net.relay.server import Relay

KEYS = itertools.count(1)
CARRIED_BY: dict[Any, Any] = {}
"""What stands in for a kind of memory stream: see the fixture `carried`."""


def meet(room="amber-elk-7"):
    """The frame of one more who comes to a room of two."""
    return encode_frame(ask_to_meet(room, f"key-{next(KEYS)}"))


async def frames_to_end(stream):
    """All that the relay says until it ends."""
    reader = FrameReader()
    frames: list[bytes] = []
    async for data in stream:
        reader.receive_data(data)
        frames.extend(reader.frames())
    assert reader.at_rest
    return frames


async def hear(stream, *words) -> None:
    """Exactly these frames, byte for byte, and nothing after them."""
    want = b"".join(map(encode_frame, words))
    got = b""
    while len(got) < len(want):
        data = await stream.receive_some(len(want) - len(got))
        assert data, f"ended after {got!r}"
        got += data
    assert got == want


class Memory:
    """A relay whose clients are memory streams. more: for its journal."""

    def __init__(self, nursery, limits=None, directory=None, **more) -> None:
        self.lines: list[str] = []
        journal = Journal(self.lines.append, self.lines.append, **more)
        self.relay = Relay(limits, journal, directory=directory)
        self.nursery = nursery
        nursery.start_soon(self.relay.look_after)

    def connect(self, kind=memory_stream_pair, origin=None):
        ours, its = CARRIED_BY.get(kind, kind)()
        self.nursery.start_soon(self.relay.attend, its, origin)
        return ours

    async def join(self, join=None, kind=memory_stream_pair, origin=None):
        stream = self.connect(kind, origin)
        await stream.send_all(join or meet())
        return stream

    async def pair(self, bounded=False, origin=None, room=""):
        """Two in one room, who have been told so. bounded: between them and the relay there is no
        room for what is not taken."""
        kind = lockstep_stream_pair if bounded else memory_stream_pair
        room = room or (f"room-{next(KEYS)}" if bounded or origin else "amber-elk-7")
        first = await self.join(meet(room), kind, origin)
        await hear(first, b"WAIT")
        second = await self.join(meet(room), kind, origin)
        await hear(second, b"PAIR")
        await hear(first, b"PAIR")
        return first, second

    async def refused(self, data, origin=None):
        """Return what a client hears that sends this and waits."""
        stream = self.connect(origin=origin)
        await stream.send_all(data)
        frames = await frames_to_end(stream)
        await stream.aclose()
        return frames


@asynccontextmanager
async def memory_relay(limits=None, directory=None, **more):
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            yield Memory(nursery, limits, directory, **more)
            nursery.cancel_scope.cancel()
