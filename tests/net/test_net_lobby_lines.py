"""A host's words to a waiting guest are bounded, whatever the host is."""

from __future__ import annotations

import math

import pytest
import trio
import trio.testing

from owm_net.engine.ids import Seat
from owm_net.net import handshake
from owm_net.net.consent import Welcome
from owm_net.net.errors import NetError
from owm_net.net.proof import KEY_BYTES
from owm_net.net.streams import FramedStream, Proved
from owm_net.net.waiting import HEARD, LINES_AT_ONCE, LINES_EVERY, wait_for_start
from owm_net.protocol.channel import Peer

START = handshake.START + bytes(KEY_BYTES)


def link() -> tuple[FramedStream, FramedStream]:
    here, there = trio.testing.memory_stream_pair()
    return (
        FramedStream(here, peer="the host", silence=math.inf, keepalive=math.inf),
        FramedStream(there, peer="a guest", silence=math.inf, keepalive=math.inf),
    )


async def waited(lines: list[bytes], pause: float = 0.0) -> tuple[list[str], NetError | None]:
    """Return what a guest reads of these messages before START, and why it leaves."""
    here, there = link()
    here.proved = Proved(Seat(0), bytes(32), "")
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


async def test_who_comes_and_goes_is_told_in_the_hosts_words(
    autojump_clock: trio.testing.MockClock,
) -> None:
    lines = [f"{n} of 4 players are here" for n in (2, 3, 2, 3, 4)]
    read = [f"the host says: {line}" for line in lines]
    assert await waited([line.encode() for line in lines], pause=LINES_EVERY) == (read, None)


async def test_nothing_that_a_host_says_is_read_before_one_has_said_yes_to_him(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Otherwise their words would stand between the question and its six words. Of them the last is
    shown."""
    here, there = link()
    here.proved, here.who = Proved(Seat(0), bytes(32), ""), Peer(bytes(32), "Ada", "test")
    read: list[str] = []

    class Slow(Welcome):
        async def ask(self, who: Peer) -> str:
            await trio.sleep(60)
            read.append("asked")
            return ""

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait_for_start, here, read.append, Slow())
        for text in (b"his six words are all right", b"2 of 3 players are here"):
            await there.send(handshake.LOBBY + text)
        assert await there.receive() == handshake.YES
        await there.send(START)
    assert read == ["asked", "the host says: 2 of 3 players are here"]


async def test_the_same_again_and_what_comes_too_fast_is_not_shown(
    autojump_clock: trio.testing.MockClock,
) -> None:
    read, why = await waited([b"here"] * HEARD)
    assert (read, why) == (["the host says: here"], None)
    read, why = await waited([b"%d" % n for n in range(HEARD)])
    assert len(read) == LINES_AT_ONCE and why is None


async def test_an_evening_of_guests_who_come_and_go_makes_nobody_leave_the_host(
    autojump_clock: trio.testing.MockClock,
) -> None:
    read, why = await waited([b"%d" % n for n in range(2000)], pause=LINES_EVERY)
    assert (len(read), why) == (2000, None)


@pytest.mark.parametrize(
    "lines", [[b"%d" % n for n in range(HEARD + 1)], [b"x" * (handshake.MAX_TEXT + 1)]]
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
