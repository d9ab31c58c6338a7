"""The world's effects on a relay: crowds, scanners, slow people, a full table of files."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import trio

from owm_net.protocol.framing import ask_to_host, ask_to_join, ask_to_take, encode_frame
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Limits
from owm_net.relay.listeners import open_listeners, serve_listeners
from owm_net.relay.server import FAREWELLS, Relay
from tests.relay.memory import frames_to_end, hear, meet

FRIENDS = 3
CROWD = int(os.environ.get("OWM_CROWD", "400"))
"""Connects without a word; `make crowd` does ten thousand."""
LOOPBACK = sys.platform == "linux"
"""Whether all of 127.0.0.0/8 is this machine."""


class Running:
    """A relay over sockets, and what its operator reads."""

    def __init__(self, relay: Relay, address: tuple[str, int], lines: list[str]) -> None:
        self.relay = relay
        self.address = address
        self.lines = lines
        self.streams: list[trio.SocketStream] = []

    async def connect(self, data: bytes = b"", source: str = "") -> trio.SocketStream:
        """One more, maybe from another address of this machine."""
        local = source or None
        stream = await trio.open_tcp_stream(*self.address, local_address=local)
        self.streams.append(stream)
        with suppress(trio.BrokenResourceError):
            await stream.send_all(data)
        return stream

    async def refused(self, limit: str, times: int) -> None:
        """Wait until so many were sent away."""
        while self.relay.journal.refused[limit] < times:
            await trio.lowlevel.checkpoint()


@asynccontextmanager
async def running(limits: Limits | None = None) -> AsyncIterator[Running]:
    lines: list[str] = []
    relay = Relay(limits, Journal(lines.append))
    listeners = await open_listeners("127.0.0.1", 0)
    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:

            async def run(task_status: Any) -> None:
                await serve_listeners(listeners, relay=relay, task_status=task_status)

            it = Running(relay, await nursery.start(run), lines)
            try:
                yield it
            finally:
                nursery.cancel_scope.cancel()
                for stream in it.streams:
                    stream.socket.close()


async def word(stream: trio.SocketStream) -> bytes:
    head = await _exactly(stream, 4)
    return await _exactly(stream, int.from_bytes(head, "big"))


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    got = b""
    while len(got) < size:
        data = await stream.receive_some(size - len(got))
        assert data, f"ended after {got!r}"
        got += data
    return got


HELLO = bytes.fromhex(
    "16030100f8010000f40303" + "ab" * 32 + "20" + "cd" * 32 + "003e130213031301c02cc030"
)


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        HELLO,
        b"\x00",
        b"SSH-2.0-x\r\n",
        bytes(range(256)) * 40,
    ],
)
async def test_other_languages_are_told_what_this_is(data: bytes) -> None:
    """Or nothing, if they wait; and the relay goes on."""
    async with running(Limits(handshake_seconds=0.2)) as it:
        said = await frames_to_end(await it.connect(data))
        assert said[0].startswith((b"NO garbled 0 that was a frame", b"NO handshake 0 you did not"))
        await hear(await it.connect(meet()), b"WAIT")


async def crowd_of_silent(it: Running, count: int, sources: list[str]) -> None:
    """So many connects without a word."""
    places = trio.CapacityLimiter(50)

    async def one(source: str) -> None:
        async with places:
            with suppress(OSError, trio.BrokenResourceError):
                await it.connect(b"", source)

    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(one, sources[number % len(sources)])
            await trio.lowlevel.checkpoint()


SILENT = {
    "one address": ([""], "connections-home", 64),
    "200 networks": ([f"127.0.{1 + n}.1" for n in range(200)], "handshakes", 256),
}
"""Of those who say nothing: where they come from, the limit they meet, how many may be there."""


@pytest.mark.parametrize("whence", SILENT)
async def test_many_connects_without_a_word_cost_little_and_close_the_door_to_nobody(
    whence: str,
) -> None:
    """A friend who comes in the middle of them is let in at once, however many there have been.
    After the first crowd the relay holds only as many as may be there, and a few who are being told
    to go."""
    sources, limit, most = SILENT[whence]
    if len(sources) > 1 and not LOOPBACK:
        pytest.skip("only Linux has all of 127.0.0.0/8")
    async with running() as it:
        batch = 400
        for number in range(CROWD // batch):
            await crowd_of_silent(it, batch, sources)
            assert it.relay.connections <= most + FAREWELLS + 2
            if LOOPBACK:
                friend = await it.connect(meet(f"room-{number}"), "127.0.240.9")
                await hear(friend, b"WAIT")
                await friend.aclose()
            for stream in it.streams[:-100]:
                stream.socket.close()
            del it.streams[:-100]
        assert it.relay.journal.refused[limit] >= CROWD / 4


@pytest.mark.skipif(not LOOPBACK, reason="only Linux has all of 127.0.0.0/8")
async def test_a_friend_joins_while_300_come_every_second_from_200_addresses() -> None:
    """They come to the host's room and say nothing there. Three friends come, one after the other,
    and each is met and known."""
    patient = Limits(guest_seconds=1, host_silence=120)  # the host says nothing while none is met
    async with running(patient) as it, trio.open_nursery() as nursery:
        control = await it.connect(encode_frame(ask_to_host("7", "key")))
        await hear(control, b"HELD 7")
        met, all_met = 0, trio.Event()

        async def guest(ticket: bytes) -> None:
            """Be the host: answer anyone who says hello, who is known then."""
            nonlocal met
            link = await it.connect(encode_frame(ask_to_take(ticket.decode())))
            with suppress(AssertionError, trio.BrokenResourceError, trio.ClosedResourceError):
                await hear(link, b"PAIR", b"hello")
                await link.send_all(encode_frame(b"hello"))
                await hear(link, b"it is me")
                met += 1
                if met == FRIENDS:
                    all_met.set()
                await control.send_all(encode_frame(b"KEEP " + ticket))

        async def host() -> None:
            while True:
                nursery.start_soon(guest, (await word(control)).removeprefix(b"CALL "))

        async def attacker(number: int) -> None:
            source = f"127.0.{1 + number % 200}.1"
            with suppress(OSError, trio.BrokenResourceError):
                await it.connect(encode_frame(ask_to_join("7")), source)

        async def crowd() -> None:
            for number in range(4500):
                nursery.start_soon(attacker, number)
                await trio.sleep(1 / 300)

        async def friend(number: int) -> None:
            give_up = trio.current_time() + 30
            while trio.current_time() < give_up:
                link = await it.connect(encode_frame(ask_to_join("7")), f"127.0.{240 + number}.9")
                with suppress(AssertionError, trio.BrokenResourceError):
                    await hear(link, b"WAIT", b"PAIR")
                    await link.send_all(encode_frame(b"hello"))
                    await hear(link, b"hello")
                    await link.send_all(encode_frame(b"it is me"))
                    return
                await trio.sleep(0.2)
            raise AssertionError("the friend never got in")

        nursery.start_soon(host)
        crowded = trio.CancelScope()

        async def crowd_until() -> None:
            with crowded:
                await crowd()

        nursery.start_soon(crowd_until)
        await trio.sleep(1)
        for number in range(FRIENDS):
            await friend(number)
        await all_met.wait()
        assert it.relay.connections < 900
        nursery.cancel_scope.cancel()


@pytest.mark.skipif(not LOOPBACK, reason="only Linux has all of 127.0.0.0/8")
async def test_slow_people_hold_up_nobody_else() -> None:
    """One pair whose reader takes nothing, one whose writer sends a byte at a time."""
    async with running(Limits(pair_rate=1 << 40, total_rate=1 << 40)) as it:

        async def pair(room: str) -> tuple[trio.SocketStream, trio.SocketStream]:
            first, second = await it.connect(meet(room)), await it.connect(meet(room))
            await hear(first, b"WAIT", b"PAIR")
            await hear(second, b"PAIR")
            return first, second

        deaf, dribble, quick = [await pair(f"room-{n}") for n in range(3)]
        async with trio.open_nursery() as nursery:

            async def flood() -> None:
                while True:
                    await deaf[0].send_all(encode_frame(bytes(65_000)))

            async def drip() -> None:
                for byte in encode_frame(b"x" * 60):
                    await dribble[0].send_all(bytes([byte]))
                    await trio.sleep(0.005)

            nursery.start_soon(flood)
            nursery.start_soon(drip)
            slowest = 0.0
            for _ in range(200):
                asked = trio.current_time()
                await quick[0].send_all(encode_frame(b"move"))
                await hear(quick[1], b"move")
                slowest = max(slowest, trio.current_time() - asked)
            await hear(dribble[1], b"x" * 60)
            assert slowest < 5, "a busy machine is slow, but nobody waits for the deaf one"
            nursery.cancel_scope.cancel()


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
async def test_without_file_descriptors_it_closes_counts_and_goes_on(
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Measured before: stderr filled with tracebacks, and nobody was answered."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    async with running() as it:
        first = await it.connect(meet())
        await hear(first, b"WAIT")
        crowd = [socket.socket() for _ in range(40)]
        spare = socket.socket()  # its number is the highest that may be had
        it.streams.clear()
        highest = spare.fileno()
        spare.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest, hard))
        try:
            for one in crowd:
                one.connect(it.address)
            await it.refused("files", 30)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for one in crowd:
            one.close()
        second = await it.connect(meet())
        await hear(second, b"PAIR")
        await hear(first, b"PAIR")
        it.relay.journal.once_a_minute(1 << 60)
        assert any("files" in line for line in it.lines)
        await first.aclose()
    assert capfd.readouterr().err == ""
