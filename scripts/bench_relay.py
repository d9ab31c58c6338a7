"""How much slower than a bare byte pump is the relay? Both run here, in turns, on loopback.

Seconds mean nothing on a machine that others use too, so the answer is a ratio: of messages per
second through the relay to messages per second through a pump of a dozen lines, the median over
rounds in which both were measured one after the other. Clients, relay and pump share one process.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path

import trio
from bench_line import Line

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from owm_net.protocol.framing import ask_to_meet, encode_frame
from relay.limits import Limits
from relay.server import serve

Pair = tuple[trio.SocketStream, trio.SocketStream]
SMALL = encode_frame(bytes(508))  # about one signed answer
CHUNK = encode_frame(bytes(64 * 1024 - 4))
FAST = Limits(pair_rate=1 << 40, total_rate=1 << 40)  # all limits are on; no rate is ever reached


async def pump(task_status: trio.TaskStatus[tuple[str, int]] = trio.TASK_STATUS_IGNORED) -> None:
    """The least that brings two connections together: no rooms, no limits, no care."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def copy(source: trio.SocketStream, sink: trio.SocketStream) -> None:
        while data := await source.receive_some(64 * 1024):
            await sink.send_all(data)

    async with listener, trio.open_nursery() as nursery:
        task_status.started(listener.socket.getsockname()[:2])
        first, second = await listener.accept(), await listener.accept()
        async with first, second:
            nursery.start_soon(copy, first, second)
            await copy(second, first)


async def _exactly(stream: trio.SocketStream, size: int) -> None:
    while size:
        size -= len(await stream.receive_some(size))


async def _relay_pair(address: tuple[str, int]) -> Pair:
    first, second = await trio.open_tcp_stream(*address), await trio.open_tcp_stream(*address)
    for stream, key, words in ((first, "one", b"WAIT"), (second, "two", b"PAIR")):
        await stream.send_all(encode_frame(ask_to_meet("bench", key)))
        await _exactly(stream, 4 + len(words))
    await _exactly(first, 4 + len(b"PAIR"))
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


async def _rate(work: Callable[[Pair, int], Awaitable[None]], pair: Pair, count: int) -> float:
    start = time.perf_counter()
    await work(pair, count)
    return count / (time.perf_counter() - start)


async def _measure(rounds: int) -> dict[str, float]:
    rates: dict[str, list[float]] = {}
    async with trio.open_nursery() as nursery:
        via_relay = await _relay_pair(await nursery.start(partial(serve, limits=FAST)))
        address = await nursery.start(pump)
        via_pump = (await trio.open_tcp_stream(*address), await trio.open_tcp_stream(*address))
        gc.disable()
        for turn in range(rounds + 1):
            ways = [("relay", via_relay), ("pump", via_pump)]
            for name, pair in ways if turn % 2 else reversed(ways):
                message = await _rate(_ping_pong, pair, 2000)
                piece = await _rate(_stream, pair, 1000)
                if turn:  # the first one warms up
                    rates.setdefault(f"{name} messages/s", []).append(message)
                    rates.setdefault(f"{name} MiB/s", []).append(piece / 16)
        gc.enable()
        nursery.cancel_scope.cancel()
    for stream in (*via_relay, *via_pump):
        await stream.aclose()
    result = {name: round(statistics.median(values), 1) for name, values in rates.items()}
    for unit in ("messages/s", "MiB/s"):
        both = zip(rates[f"relay {unit}"], rates[f"pump {unit}"], strict=True)
        result[f"ratio {unit}"] = round(statistics.median(a / b for a, b in both), 3)
    return result


def relay_ratio(rounds: int = 9) -> dict[str, float]:
    """Measure for a few seconds.

    Returns "relay messages/s" and "pump messages/s" (512 bytes, there and back), "relay MiB/s" and
    "pump MiB/s" (one way), medians; and of each the "ratio", 1.0 where the relay costs nothing.
    """
    return trio.run(_measure, rounds)


def relay(quick: bool) -> Iterator[Line]:
    """Messages through the relay, and through a bare pump."""
    found = relay_ratio(1 if quick else 9)
    for unit in ("messages/s", "MiB/s"):
        yield Line(
            f"relay: {'512 bytes there and back' if unit[0] == 'm' else 'one way'}",
            found[f"relay {unit}"],
            unit,
            found[f"ratio {unit}"],
            f"a bare pump, {found[f'pump {unit}']:,.0f} {unit}",
        )
