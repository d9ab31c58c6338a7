"""The output of one link: in order, bounded, and without anybody waiting for it."""

from __future__ import annotations

import math
from typing import Any

import trio
import trio.testing

from owm_net.net import handshake
from owm_net.net.errors import NetError
from owm_net.net.outbox import DRAIN, MAX_QUEUED, Outbox
from owm_net.net.streams import FramedStream, PeerSilent
from owm_net.protocol.framing import encode_frame


async def outbox(nursery: trio.Nursery, **more: Any) -> tuple[Outbox, Any]:
    here, there = trio.testing.lockstep_stream_pair()
    link = FramedStream(here, peer="Ben", keepalive=math.inf, **more)
    box = Outbox(link)
    nursery.start_soon(box.run)
    return box, there


async def test_who_is_always_behind_loses_the_link(autojump_clock: trio.testing.MockClock) -> None:
    """It takes something all the time, but never all there is."""
    async with trio.open_nursery() as nursery:
        box, there = await outbox(nursery)
        while box.error is None:
            box.put(bytes(2_000))
            await trio.sleep(1)
            with trio.move_on_after(0.5):
                await there.receive_some(1_000)
        nursery.cancel_scope.cancel()
    assert isinstance(box.error, PeerSilent) and "takes too little" in str(box.error)
    assert DRAIN <= trio.current_time() < DRAIN + 5


async def test_who_is_sent_too_much_loses_the_link(autojump_clock: trio.testing.MockClock) -> None:
    async with trio.open_nursery() as nursery:
        box, there = await outbox(nursery)
        await trio.testing.wait_all_tasks_blocked()
        for _ in range(MAX_QUEUED // 1_000_000 + 1):
            box.put(bytes(1_000_000))
        await trio.testing.wait_all_tasks_blocked()
        assert isinstance(box.error, PeerSilent)
        assert await there.receive_some(10) in (b"", bytes(10))  # closed here
        box.put(b"more")
        with trio.fail_after(1):
            await box.flush()
    assert trio.current_time() < 1


async def test_a_history_is_read_as_it_goes_out_and_what_comes_later_follows(
    autojump_clock: trio.testing.MockClock,
) -> None:
    read: list[int] = []

    def history() -> Any:
        for n in range(50):
            read.append(n)
            yield bytes([n + 1]) * 3

    async with trio.open_nursery() as nursery:
        box, there = await outbox(nursery)
        box.put_all(history())
        box.put(b"after")
        await trio.testing.wait_all_tasks_blocked()
        assert read == [0]
        got = b""
        end = encode_frame(b"after")
        while not got.endswith(end):
            got += await there.receive_some(7)
        await box.flush()
        box.close()
    assert got == b"".join(encode_frame(bytes([n + 1]) * 3) for n in range(50)) + end


async def test_a_peer_that_is_gone_was_heard_before(autojump_clock: trio.testing.MockClock) -> None:
    """Its last words can still be read when nothing can be sent to it any more."""
    here, there = trio.testing.memory_stream_pair()
    link = FramedStream(here, peer="Ben", keepalive=math.inf)
    async with trio.open_nursery() as nursery:
        box = Outbox(link)
        nursery.start_soon(box.run)
        await there.send_all(encode_frame(handshake.BYE + b"supper"))
        await there.aclose()
        box.put(b"hello?")
        await trio.sleep(0.1)
        assert isinstance(box.error, NetError)
        assert await link.receive() == handshake.BYE + b"supper"
