"""What does the relay cost beside a bare byte pump? Each serves from a separate process.

Seconds mean nothing on a machine that others use too, so the answers are ratios: of the relay's CPU
time, rate or memory to those of a pump of a dozen lines, the median over rounds in which both were
measured one after the other. All of the relay's limits are on, and no rate is ever reached.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from threading import Thread

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from owm_net.protocol.framing import ask_to_host, ask_to_join, ask_to_meet, encode_frame
from owm_net.relay.limits import Limits
from owm_net.relay.listeners import serve

Pair = tuple[trio.SocketStream, trio.SocketStream]
SMALL = encode_frame(bytes(508))  # about one signed answer
CHUNK = encode_frame(bytes(64 * 1024 - 4))
MANY = 1 << 20
WIDE = Limits(
    rooms=MANY, rooms_per_home=MANY, rooms_per_network=MANY, connections=MANY, handshakes=MANY,
    connections_per_home=MANY, connections_per_network=MANY, asks_per_minute=MANY * 60,
    joins_per_minute=MANY * 60, pair_rate=1 << 40, total_rate=1 << 40, host_silence=3600.0,
    idle_seconds=3600.0,
)  # fmt: skip
MESSAGES, PIECES, IDLE = 3000, 600, 300


# ------------------------------------------------------------------ a server, as a process


async def pump(task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED) -> None:
    """The least that brings two connections together: no rooms, no limits, no care."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def copy(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        while data := await source.receive_some(64 * 1024):
            await sink.send_all(data)

    async def both(first: trio.SocketStream, second: trio.SocketStream) -> None:
        async with first, second, trio.open_nursery() as pair:
            pair.start_soon(copy, first, second)
            await copy(second, first)

    async with listener, trio.open_nursery() as nursery:
        task_status.started(listener.socket.getsockname()[:2])
        while True:
            nursery.start_soon(both, await listener.accept(), await listener.accept())


async def relay_alone(
    task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """The relay with all its limits."""
    await serve(limits=WIDE, task_status=task_status)


async def _served(kind: str) -> None:
    """Until standard input ends; for each line there, one with CPU seconds and memory."""
    async with trio.open_nursery() as nursery:
        host, port = await nursery.start(relay_alone if kind == "relay" else pump)
        gc.disable()
        print(host, port, flush=True)
        token = trio.lowlevel.current_trio_token()

        def answer() -> None:
            for _ in sys.stdin:
                print(json.dumps({"cpu": time.process_time(), "memory": memory()}), flush=True)
            token.run_sync_soon(nursery.cancel_scope.cancel)

        Thread(target=answer, daemon=True).start()


def memory() -> int:
    """Bytes of this process that are in memory; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


class Server:
    """A server in a separate process."""

    def __init__(self, kind: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._ask, self._said = self._process.stdin, self._process.stdout
        host, port = self._said.readline().split()
        self.kind = kind
        self.address = host, int(port)

    def figures(self) -> tuple[float, int]:
        """CPU seconds and bytes of memory until now."""
        self._ask.write("\n")
        self._ask.flush()
        said = json.loads(self._said.readline())
        return said["cpu"], said["memory"]

    def close(self) -> None:
        """End it."""
        self._ask.close()
        self._process.wait()
        self._said.close()


# ------------------------------------------------------------------ its clients


async def _exactly(stream: trio.SocketStream, size: int) -> None:
    while size:
        data = await stream.receive_some(size)
        if not data:
            raise EOFError("the server has gone")
        size -= len(data)


async def _pair(server: Server, room: str) -> Pair:
    first = await trio.open_tcp_stream(*server.address)
    if server.kind == "relay":
        await first.send_all(encode_frame(ask_to_meet(room, "one")))
        await _exactly(first, 4 + len(b"WAIT"))
    second = await trio.open_tcp_stream(*server.address)
    if server.kind == "relay":
        await second.send_all(encode_frame(ask_to_meet(room, "two")))
        for stream in (first, second):
            await _exactly(stream, 4 + len(b"PAIR"))
    return first, second


async def _ping_pong(pair: Pair, count: int) -> None:
    """`count` messages, each answered before the next."""
    for _ in range(count // 2):
        for source, sink in (pair, pair[::-1]):
            await source.send_all(SMALL)
            await _exactly(sink, len(SMALL))


async def _stream(pair: Pair, count: int) -> None:
    """`count` pieces of 64 KiB, as fast as they go."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_exactly, pair[1], count * len(CHUNK))
        for _ in range(count):
            await pair[0].send_all(CHUNK)


@asynccontextmanager
async def _servers(*kinds: str) -> AsyncIterator[list[Server]]:
    servers = [Server(kind) for kind in kinds]
    try:
        yield servers
    finally:
        for server in servers:
            server.close()


async def _measure(rounds: int) -> dict[str, float]:
    found: dict[str, list[float]] = {}

    async def timed(
        server: Server, what: str, work: Callable[[Pair, int], Awaitable[None]], count: int
    ) -> None:
        (cpu, _), start = server.figures(), time.perf_counter()
        await work(pairs[server.kind], count)
        seconds = time.perf_counter() - start
        found.setdefault(f"{server.kind} {what}/s", []).append(count / seconds)
        found.setdefault(f"{server.kind} {what} CPU", []).append(
            (server.figures()[0] - cpu) / count
        )

    async with _servers("relay", "pump") as servers, AsyncExitStack() as stack:
        pairs = {}
        for server in servers:
            pairs[server.kind] = await _pair(server, "bench")
            for stream in pairs[server.kind]:
                await stack.enter_async_context(stream)
        gc.disable()
        for turn in range(rounds + 1):
            if turn == 1:
                found.clear()  # the first one warms up
            for server in servers if turn % 2 else reversed(servers):
                await timed(server, "messages", _ping_pong, MESSAGES)
                await timed(server, "pieces", _stream, PIECES)
        for server in servers:
            before = server.figures()[1]
            for n in range(IDLE):
                for stream in await _pair(server, f"idle-{n}"):
                    await stack.enter_async_context(stream)
            found[f"{server.kind} memory"] = [(server.figures()[1] - before) / IDLE]
        gc.enable()
    result = {name: statistics.median(values) for name, values in found.items()}
    for what in ("messages/s", "messages CPU", "pieces/s", "memory"):
        both = zip(found[f"relay {what}"], found[f"pump {what}"], strict=True)
        result[f"ratio {what}"] = statistics.median(a / b if b else 0 for a, b in both)
    return result


async def _join_times(idle: int, playing: int, joins: int) -> list[float]:
    """How long a guest takes from its connection to PAIR, with so many others there."""
    taken: list[float] = []
    async with _servers("relay") as (server,), AsyncExitStack() as stack:
        places = trio.CapacityLimiter(50)

        async def hold(number: int) -> None:
            async with places:
                stream = await trio.open_tcp_stream(*server.address)
                stack.push_async_exit(stream)
                await stream.send_all(encode_frame(ask_to_host(f"idle-{number}", "key")))
                await _exactly(stream, 4 + len(f"HELD idle-{number}"))

        async with trio.open_nursery() as nursery:
            for number in range(idle):
                nursery.start_soon(hold, number)

        async def play(pair: Pair) -> None:
            while True:
                await _ping_pong(pair, 2)
                await trio.sleep(1)

        async with trio.open_nursery() as nursery:
            for number in range(playing):
                pair = await _pair(server, f"play-{number}")
                for stream in pair:
                    await stack.enter_async_context(stream)
                nursery.start_soon(play, pair)
            control = await stack.enter_async_context(await trio.open_tcp_stream(*server.address))
            await control.send_all(encode_frame(ask_to_host("bench", "key")))
            await _exactly(control, 4 + len(b"HELD bench"))
            for _ in range(joins):
                start = time.perf_counter()
                guest = await trio.open_tcp_stream(*server.address)
                await guest.send_all(encode_frame(ask_to_join("bench")))
                call = b""
                while len(call) < 33:
                    call += await control.receive_some(33 - len(call))
                host = await trio.open_tcp_stream(*server.address)
                await host.send_all(encode_frame(b"OWMRELAY2 TAKE " + call[9:]))
                await _exactly(guest, 2 * 4 + len(b"WAIT" + b"PAIR"))
                taken.append(time.perf_counter() - start)
                await control.send_all(encode_frame(b"KEEP " + call[9:]))
                await guest.aclose()
                await host.aclose()
            nursery.cancel_scope.cancel()
    return sorted(taken)


def relay(quick: bool) -> Iterator[Line]:
    """CPU, rate and memory of the relay and of a bare pump."""
    found = trio.run(_measure, 1 if quick else 9)
    for name, what, scale, unit in (
        ("CPU for a message of 512 bytes, there and back", "messages CPU", 1e6, "us"),
        ("512 bytes there and back", "messages/s", 1, "messages/s"),
        ("one way", "pieces/s", 1 / 16, "MiB/s"),
        ("memory of an idle pair", "memory", 1 / 1024, "KiB"),
    ):
        yield Line(
            f"relay: {name}",
            found[f"relay {what}"] * scale,
            unit,
            found[f"ratio {what}"] or None,
            f"a bare pump, {found[f'pump {what}'] * scale:,.1f} {unit}",
        )


def files() -> int:
    """How many this process, and those that it starts, may hold open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MANY
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return MANY if hard == resource.RLIM_INFINITY else hard


def rooms(quick: bool) -> Iterator[Line]:
    """How long a join takes while many wait and some play."""
    idle, playing, joins = (300, 20, 50) if quick else (10_000, 200, 500)
    idle = min(idle, files() - 1000)
    taken = trio.run(_join_times, idle, playing, joins)
    for share in (50, 99):
        yield Line(
            f"relay: {idle} idle rooms, {playing} pairs play: a join, p{share}",
            taken[min(len(taken) - 1, len(taken) * share // 100)] * 1000,
            "ms",
        )


if __name__ == "__main__":
    trio.run(_served, sys.argv[1])
else:
    from bench_line import Line
