"""The cost of distance: a whole match over a link of 100 ms each way, and the time of a join.

Two peers in separate processes, as host and guest: the code, the encrypted channel, the greeting,
the match with its log on the disk. A link of 100 ms is one of loopback on which each side looks at
what has come 100 ms later; so both ways are as long, and no byte waits for another.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench_line import Line, resting_collector
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.files.logfile import LogFile
from owm_net.net.driver import Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.peers import host_match, join_match
from owm_net.net.streams import FramedStream
from owm_net.protocol.codes import Code, Invitation
from owm_net.session.match import Match, Own
from owm_net.session.player import ComputerPlayer
from owm_net.session.terms import Terms, decode_terms, propose

CODE = Code("7", "melon-sandal-orchid")
ONE_WAY = 0.1
"""Seconds, of the slow link."""
FLOOR = 0.5
"""Delays for an entry, if all were of steps in which both seats have one."""
HOST, GUEST = Seat(0), Seat(1)
SEEDS = (3, 5)
"""Of the players' decisions; the cards are drawn anew each time."""

Script = list[tuple[int, int]]
"""Messages as they came and went on one side: who sent it, how many bytes with its length."""


class Late(trio.abc.HalfCloseableStream):
    """A stream whose bytes arrive so many seconds later."""

    def __init__(self, stream: trio.SocketStream, seconds: float, nursery: trio.Nursery) -> None:
        self._stream, self._seconds = stream, seconds
        send, self._come = trio.open_memory_channel[tuple[float, bytes]](math.inf)
        nursery.start_soon(self._read, send)

    async def _read(self, send: trio.MemorySendChannel[tuple[float, bytes]]) -> None:
        async with send:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                while data := await self._stream.receive_some(64 * 1024):
                    send.send_nowait((trio.current_time() + self._seconds, bytes(data)))

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """All that has come by then; `max_bytes` is only a wish."""
        try:
            due, data = await self._come.receive()
        except trio.EndOfChannel:
            return b""
        with trio.CancelScope(shield=True):  # or what was taken out would be lost
            await trio.sleep_until(due)
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """At once."""
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """As of the stream."""
        await self._stream.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        """As of the stream."""
        await self._stream.send_eof()

    async def aclose(self) -> None:
        """Close the stream."""
        await self._stream.aclose()


class Player(ComputerPlayer):
    """Plays as the computer. began: set when both have signed the first state of the game."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match.system, Chance(SEEDS[seat]))
        self.began = trio.Event()
        self._match = match

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """Entries of step 2 are the first that hold the digest of a game that has begun."""
        if self._match.step > 2:
            self.began.set()


async def _meet(link: FramedStream, seat: int, system_id: str) -> Match:
    system, invitation = games.get(system_id), Invitation(CODE)
    key = Ed25519PrivateKey.generate()

    def own(seat: int) -> Own:
        return Own(Seat(seat), f"P{seat}", key, os.urandom)

    def make(terms: Terms, side: Own | None) -> Match:
        return Match(system, terms, side)

    if seat == HOST:
        terms = propose(system, system.default_setup(), 0)
        return await host_match(link, terms, make, own, invitation)
    return await join_match(link, decode_terms, make, own, invitation)


# -- a whole match ---------------------------------------------------------------------------


async def _whole(stream: trio.SocketStream, seat: int, system_id: str) -> tuple[int, float]:
    """Entries of a match, and the seconds that it took."""
    async with trio.open_nursery() as nursery:
        link = FramedStream(Late(stream, ONE_WAY, nursery))
        match = await _meet(link, seat, system_id)
        with (
            tempfile.TemporaryDirectory(prefix="owm-bench-") as folder,
            LogFile.create(Path(folder) / "x.owmlog") as log,
        ):
            began = time.perf_counter()
            await run_match(match, {Seat(1 - seat): link}, Player(match, seat), log)
            seconds = time.perf_counter() - began
        nursery.cancel_scope.cancel()
    return match.counts.entries, seconds


async def _whole_here(system_id: str) -> tuple[int, float]:
    async with _Other("whole", system_id) as other:
        return await _whole(await other.dial(), GUEST, system_id)


def matches(quick: bool) -> Iterator[Line]:
    """A whole match between computers over 100 ms each way."""
    system_id = "skeleton" if quick else "owm"
    busy = time.process_time()
    entries, seconds = trio.run(_whole_here, system_id)
    busy = time.process_time() - busy
    yield Line(
        f"{system_id}: one-way delays for an entry, 100 ms each way",
        seconds / entries / ONE_WAY,
        "delays",
        seconds / entries / ONE_WAY / FLOOR,
        f"the floor of 0.5: {entries} entries in {seconds:.1f} s, {busy:.1f} s of CPU on a side",
    )


# -- a join ----------------------------------------------------------------------------------


class _Counted(trio.abc.Stream):
    """Keeps how many bytes came and went, in which order."""

    def __init__(self, stream: trio.SocketStream, seat: int) -> None:
        self._stream, self._seat = stream, seat
        self.script: Script = []

    def _add(self, seat: int, size: int) -> None:
        if self.script and self.script[-1][0] == seat:
            size += self.script.pop()[1]
        self.script.append((seat, size))

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self._stream.receive_some(max_bytes)
        self._add(1 - self._seat, len(data))
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self._add(self._seat, len(data))
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()


class _NoLog:
    """A log that keeps nothing: the disk is not part of a join."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """The records are forgotten."""


async def _join(stream: trio.SocketStream, seat: int, system_id: str) -> Script:
    """The guest leaves when both have signed the first state, the host when the guest has left."""
    counted = _Counted(stream, seat)
    link = FramedStream(counted)
    match = await _meet(link, seat, system_id)
    player = Player(match, seat)

    async def play() -> None:
        with suppress(NetError, Stopped):
            await run_match(match, {Seat(1 - seat): link}, player, _NoLog())
        player.began.set()

    if seat == HOST:
        await play()
        return counted.script
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await player.began.wait()
        nursery.cancel_scope.cancel()
    return counted.script


async def _exchange(stream: trio.SocketStream, seat: int, script: Script) -> None:
    """The same bytes to and fro, with nothing in them."""
    for author, size in script:
        if author == seat:
            await stream.send_all(bytes(size))
            continue
        await _exactly(stream, size)


async def _exactly(stream: trio.SocketStream, size: int) -> bytes:
    found = b""
    while len(found) < size:
        data = await stream.receive_some(size - len(found))
        if not data:
            raise EOFError("the other side has gone")
        found += data
    return found


async def _joins_here(system_id: str, count: int) -> tuple[list[float], list[float], Script]:
    """Seconds of each join, and of each bare exchange, in turns."""
    joins, bare = list[float](), list[float]()
    async with _Other("joins", system_id) as other:
        for turn in range(count + 1):
            began = time.perf_counter()
            async with await other.dial() as stream:
                await stream.send_all(b"J")
                script = await _join(stream, GUEST, system_id)
                joins.append(time.perf_counter() - began)
            began = time.perf_counter()
            async with await other.dial() as stream:
                told = time.perf_counter()
                plan = json.dumps(script).encode()
                await stream.send_all(b"B" + len(plan).to_bytes(4, "big") + plan)
                await stream.receive_some(1)
                began += time.perf_counter() - told
                await _exchange(stream, GUEST, script)
                bare.append(time.perf_counter() - began)
            if turn == 0:  # warms up
                joins.clear()
                bare.clear()
    return sorted(joins), sorted(bare), script


def joins(quick: bool) -> Iterator[Line]:
    """From dialling a host that waits to the first state of the game that both have signed."""
    system_id, count = "owm", 3 if quick else 30
    with resting_collector():
        taken, bare, script = trio.run(_joins_here, system_id, count)
    for share in (50, 99):
        one, other = (times[min(count - 1, count * share // 100)] for times in (taken, bare))
        yield Line(
            f"{system_id}: from dialling to the first agreed state, p{share}",
            1000 * one,
            "ms",
            one / other,
            f"a bare exchange of as many bytes, {len(script)} turns, {1000 * other:.1f} ms",
        )


# -- the other process -----------------------------------------------------------------------


class _Other:
    """The host, in a separate process. Use it in an `async with`."""

    def __init__(self, what: str, system_id: str) -> None:
        self._command = [sys.executable, __file__, what, system_id]

    async def __aenter__(self) -> _Other:
        self._process = await trio.lowlevel.open_process(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdout is not None
        said = b""
        while not said.endswith(b"\n"):
            said += await self._process.stdout.receive_some(1)
        self._port = int(said)
        return self

    async def __aexit__(self, *_: object) -> None:
        with trio.CancelScope(shield=True):
            self._process.kill()
            await self._process.wait()

    async def dial(self) -> trio.SocketStream:
        """A connection to it."""
        return await trio.open_tcp_stream("127.0.0.1", self._port)


async def _host(what: str, system_id: str) -> None:
    """Attend to one guest after the other, until killed."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    print(listener.socket.getsockname()[1], flush=True)
    while True:
        async with await listener.accept() as stream:
            if what == "whole":
                await _whole(stream, HOST, system_id)
            elif await stream.receive_some(1) == b"J":
                await _join(stream, HOST, system_id)
            else:
                size = int.from_bytes(await _exactly(stream, 4), "big")
                script = json.loads(await _exactly(stream, size))
                await stream.send_all(b"R")
                await _exchange(stream, HOST, script)


async def _hold_up(port: int) -> None:
    """Lead to another port, with half the delay each way, until killed: for a way over a relay,
    which has two such halves."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    print(listener.socket.getsockname()[1], flush=True)

    async def lead(here: trio.SocketStream) -> None:
        with suppress(OSError):
            there = await trio.open_tcp_stream("127.0.0.1", port)
            async with here, there, trio.open_nursery() as nursery:
                nursery.start_soon(pump, Late(here, ONE_WAY / 2, nursery), there)
                nursery.start_soon(pump, Late(there, ONE_WAY / 2, nursery), here)

    async def pump(source: Late, to: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while data := await source.receive_some():
                await to.send_all(data)
            await to.send_eof()

    await trio.serve_listeners(lead, [listener])


if __name__ == "__main__":
    if sys.argv[1] == "late":
        trio.run(_hold_up, int(sys.argv[2]))
    else:
        trio.run(_host, sys.argv[1], sys.argv[2])
