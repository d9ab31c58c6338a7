"""What a host says to a guest who waits for others is bounded, whatever the host is."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing

from owm_net.net import handshake
from owm_net.net.errors import NetError
from owm_net.net.lobby import LINES_AT_ONCE, LINES_EVERY, MOST_LINES, wait_for_start
from owm_net.net.proof import KEY_BYTES
from owm_net.net.streams import FramedStream, Proved

START = handshake.START + bytes(KEY_BYTES)


def link() -> tuple[FramedStream, FramedStream]:
    here, there = trio.testing.memory_stream_pair()
    return (
        FramedStream(here, peer="the host", silence=math.inf, keepalive=math.inf),
        FramedStream(there, peer="a guest", silence=math.inf, keepalive=math.inf),
    )


async def waited(lines: list[bytes], pause: float = 0.0) -> tuple[list[str], NetError | None]:
    """What a guest reads of these messages before START, and why it leaves."""
    here, there = link()
    here.proved = Proved(0, bytes(32), "")
    read: list[str] = []
    why: list[NetError] = []

    async def wait() -> None:
        try:
            await wait_for_start(here, read.append)
        except NetError as error:
            why.append(error)
            await here.cut()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        assert await there.receive() == handshake.YES
        try:
            for line in [handshake.LOBBY + line for line in lines] + [START]:
                await there.send(line)
                await trio.sleep(pause)
        except (NetError, trio.ClosedResourceError):
            pass
    return read, why[0] if why else None


async def test_who_comes_and_goes_is_told(autojump_clock: trio.testing.MockClock) -> None:
    lines = [f"{n} of 4 players are here" for n in (2, 3, 2, 3, 4)]
    assert await waited([line.encode() for line in lines], pause=LINES_EVERY) == (lines, None)


async def test_the_same_again_and_what_comes_too_fast_is_not_shown(
    autojump_clock: trio.testing.MockClock,
) -> None:
    read, why = await waited([b"here"] * 100)
    assert (read, why) == (["here"], None)
    read, why = await waited([b"%d" % n for n in range(MOST_LINES)])
    assert len(read) == LINES_AT_ONCE and why is None


@pytest.mark.parametrize(
    "lines", [[b"%d" % n for n in range(MOST_LINES + 1)], [b"x" * (handshake.MAX_TEXT + 1)]]
)
async def test_a_host_that_fills_the_screen_of_who_waits_is_left(
    lines: list[bytes], autojump_clock: trio.testing.MockClock
) -> None:
    read, why = await waited(lines)
    assert len(read) <= LINES_AT_ONCE
    assert why is not None and "says more than is needed" in str(why)


async def test_what_commands_a_terminal_is_not_shown_as_it_is(
    autojump_clock: trio.testing.MockClock,
) -> None:
    read, _ = await waited([b"\x1b[2J\x07here\n", "\u202eereh".encode()])
    assert all(line.isprintable() for line in read) and len(read) == 2
