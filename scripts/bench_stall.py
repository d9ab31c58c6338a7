"""How long the event loop stands still while a deck is shuffled: what a person would feel.

Two peers play a real match over TCP on loopback, each in a separate process and trio loop, and a
task in each loop wakes every millisecond. The longest time it did not is the stall. Beside it the
same ticker while a thread makes nothing but bare calls, for as long: what this machine does to any
program at that moment.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench_line import Line
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net import games
from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import random_player
from owm_net.engine.view import View
from owm_net.net.driver import Stopped, run_match
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream
from owm_net.protocol import group
from owm_net.protocol.entries import EntryKind
from owm_net.session import terms
from owm_net.session.match import Match, Own
from owm_net.session.player import ComputerPlayer

TICK = 0.001
THIS = str(Path(__file__).resolve())


class Ticker:
    """The longest time between two ticks, beyond the tick itself, in seconds.

    busiest: the most CPU time the loop's own thread has used between two ticks: what a stall is
    where nobody else wants the processor.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        self.busiest = 0.0

    async def run(self) -> None:
        """Wake up every TICK until it is cancelled, and note how late it was at worst."""
        last, used = time.perf_counter(), time.thread_time()
        while True:
            await trio.sleep(TICK)
            now, busy = time.perf_counter(), time.thread_time()
            self.longest = max(self.longest, now - last - TICK)
            self.busiest = max(self.busiest, busy - used)
            last, used = now, busy


class NoLog:
    """A log file that keeps nothing: the disk is not part of the measurement."""

    def append(self, records: list[bytes], sync: bool) -> None:
        """The records are forgotten."""


class Watcher(ComputerPlayer):
    """Plays at random until so many shuffles are over."""

    def __init__(self, match: Match, seat: int, shuffles: int) -> None:
        super().__init__(match.system, Chance(1, seat), random_player)
        self.match = match
        self.shuffles = shuffles
        self.over = trio.Event()

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        if (
            self.match.counts.shuffles >= self.shuffles
            and self.match.due() is not EntryKind.SHUFFLE
        ):
            self.over.set()


async def _play(stream: trio.SocketStream, seat: int, system_id: str, shuffles: int) -> Ticker:
    """One side, until that many shuffles are over."""
    system = games.get(system_id)
    agreed = terms.propose(system, system.default_setup(), 0)
    own = Own(Seat(seat), f"P{seat}", Ed25519PrivateKey.generate(), os.urandom)
    match = Match(system, agreed, own)
    ticker = Ticker()
    player = Watcher(match, seat, shuffles)
    link = FramedStream(stream)

    async def play() -> None:
        with suppress(NetError, Stopped):  # the other side may have seen enough before us
            await run_match(match, {Seat(1 - seat): link}, player, NoLog())
        player.over.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ticker.run)
        nursery.start_soon(play)
        await player.over.wait()
        await trio.sleep(0.2)  # the other side may need our last words
        nursery.cancel_scope.cancel()
    return ticker


async def _control(seconds: float) -> float:
    scalar = group.random_scalars(1, os.urandom)[0]

    def work() -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            group.mul(scalar, group.BASE)

    ticker = Ticker()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(ticker.run)
        await trio.to_thread.run_sync(work)
        nursery.cancel_scope.cancel()
    return ticker.longest


async def _measure(system_id: str, shuffles: int) -> tuple[float, float, float]:
    """(longest stall of either side, CPU time of the busiest, stall of the control)."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listener.socket.getsockname()[1]
    command = [sys.executable, THIS, str(port), system_id, str(shuffles)]
    async with listener:
        other = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE)
        async with await listener.accept() as stream:
            started = time.perf_counter()
            mine = await _play(stream, 0, system_id, shuffles)
            spent = time.perf_counter() - started
            assert other.stdout is not None
            said = b"".join([chunk async for chunk in other.stdout])
        await other.wait()
    theirs = json.loads(said)
    longest = max(mine.longest, theirs["longest"])
    return longest, max(mine.busiest, theirs["busiest"]), await _control(spent)


def stalls(quick: bool) -> Iterator[Line]:
    """The longest stall of the event loop during a shuffle."""
    system_id, shuffles = ("skeleton", 1) if quick else ("owm", 2)
    longest, busiest, control = trio.run(_measure, system_id, shuffles)
    yield Line(
        f"{system_id}: longest stall of the event loop, {shuffles} shuffles",
        1000 * longest,
        "ms",
        longest / control,
        f"an idle loop beside bare calls, {1000 * control:.1f} ms",
    )
    yield Line(
        f"{system_id}: most CPU time of the event loop at a stretch",
        1000 * busiest,
        "ms",
        busiest / longest,
        "the longest stall: the rest is waiting for a core",
    )


async def _other(port: int, system_id: str, shuffles: int) -> Ticker:
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        return await _play(stream, 1, system_id, shuffles)


def _main(arguments: list[Any]) -> None:
    port, system_id, shuffles = arguments
    ticker = trio.run(_other, int(port), system_id, int(shuffles))
    print(json.dumps({"longest": ticker.longest, "busiest": ticker.busiest}))


if __name__ == "__main__":
    _main(sys.argv[1:])
