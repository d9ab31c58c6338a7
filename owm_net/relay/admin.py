"""The operator's view, over HTTP on a separate address: /healthz, /metrics, /status.

Not for strangers: it is bound to this machine unless the operator says otherwise. It tells numbers,
no addresses and no names of rooms.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import trio

from owm_net.relay.server import Relay

LONGEST = 8192  # bytes of a request
PATIENCE = 5.0  # seconds for one
AT_ONCE = 32
TEXT = "text/plain; charset=utf-8"


def status(relay: Relay) -> dict[str, Any]:
    """All numbers of a relay."""
    journal = relay.journal
    directory = relay.directory
    return {
        "state": "draining" if relay.draining else "running",
        "seconds": round(time.time() - journal.began),
        "rooms": relay.rooms,
        "connections": relay.connections,
        "pairs": relay.pairs,
        "directory": {"state": "none"} if directory is None else directory.status(),
        "month": journal.month,
        "month_bytes": journal.month_bytes,
        "day_bytes": journal.day_bytes,
        "slow_pairs": relay.slow_pairs,
        "total": {
            "connections": journal.connections,
            "rooms": journal.rooms,
            "joins": journal.joins,
            "sent_on": journal.sent_on,
            "knocks": journal.knocks,
            "pairs": journal.pairs,
            "bytes": journal.bytes,
        },
        "transports": dict(sorted(journal.transports.items())),
        "answers": {str(code): count for code, count in sorted(journal.answers.items())},
        "refused": dict(sorted(journal.refused.items())),
        "ended": dict(sorted(journal.ended.items())),
        "limits": asdict(relay.limits),
    }


def metrics(relay: Relay) -> bytes:
    """The same for Prometheus. Raises ImportError without the package prometheus-client."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

    class Collector:
        def collect(self) -> Iterable[Metric]:
            said = status(relay)
            for name, words in (
                ("rooms", "Rooms in use"),
                ("connections", "Connections that are open"),
                ("pairs", "Pairs between whom bytes are passed on"),
                ("month_bytes", "Bytes passed on in this calendar month"),
                ("day_bytes", "Bytes passed on today"),
                ("slow_pairs", "Pairs whose networks have had their part of a day's volume"),
            ):
                yield GaugeMetricFamily(f"owm_relay_{name}", words, value=said[name])
            yield GaugeMetricFamily(
                "owm_relay_draining", "1 while it takes nobody new", value=relay.draining
            )
            if relay.directory is not None:
                yield GaugeMetricFamily(
                    "owm_relay_directory_up",
                    "1 while this relay shares its directory with others",
                    value=relay.directory.up,
                )
                yield GaugeMetricFamily(
                    "owm_relay_relays",
                    "Relays in the directory, with this one",
                    value=said["directory"]["relays"],
                )
            for name, value in said["total"].items():
                words = f"All {name} so far"
                yield CounterMetricFamily(f"owm_relay_{name}", words, value=value)
            for name, label, words in (
                ("refused", "limit", "Clients sent away, by the limit that stood in the way"),
                ("ended", "why", "Pairs that have ended, and why"),
                ("transports", "transport", "Connections so far, by what carries them"),
                ("answers", "status", "Answers to requests of HTTP, by status"),
            ):
                family = CounterMetricFamily(f"owm_relay_{name}", words, labels=[label])
                for key, value in said[name].items():
                    family.add_metric([key], value)
                yield family

    registry = CollectorRegistry()
    registry.register(Collector())
    return generate_latest(registry)


def answer(relay: Relay, request: bytes) -> bytes:
    """A whole HTTP response to the head of a request."""
    line = request.split(b"\r\n", 1)[0].split(b" ")
    if len(line) != 3 or not line[2].startswith(b"HTTP/1."):
        return _response(
            "400 Bad Request", TEXT, b"this is the admin address of an owm_net relay\n"
        )
    method, target, _ = line
    if method not in (b"GET", b"HEAD"):
        return _response("405 Method Not Allowed", TEXT, b"GET, please\n")
    path = target.partition(b"?")[0]
    if path == b"/healthz":
        if relay.draining:
            whole = _response("503 Service Unavailable", TEXT, b"draining\n")
        elif relay.directory is not None and not relay.directory.up:
            whole = _response("200 OK", TEXT, b"degraded: the directory is down\n")
        else:
            whole = _response("200 OK", TEXT, b"ok\n")
    elif path == b"/status":
        whole = _response("200 OK", "application/json", json.dumps(status(relay)).encode() + b"\n")
    elif path == b"/metrics":
        try:
            whole = _response("200 OK", "text/plain; version=0.0.4; charset=utf-8", metrics(relay))
        except ImportError:
            words = b"metrics need the package prometheus-client; install owm-net[relay]\n"
            whole = _response("501 Not Implemented", TEXT, words)
    else:
        whole = _response("404 Not Found", TEXT, b"try /healthz, /metrics or /status\n")
    return whole if method == b"GET" else whole[: whole.index(b"\r\n\r\n") + 4]


def _response(code: str, kind: str, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {code}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode("ascii") + body


async def serve_admin(
    relay: Relay,
    listeners: list[trio.SocketListener],
    told: Callable[[], None] = lambda: None,
) -> None:
    """Answer on listeners that are open already, until cancelled; closes them."""
    places = trio.CapacityLimiter(AT_ONCE)

    async def attend(stream: trio.SocketStream) -> None:
        async with stream, places:
            with trio.move_on_after(PATIENCE), suppress(trio.BrokenResourceError):
                request = b""
                while b"\r\n\r\n" not in request and b"\n\n" not in request:
                    data = await stream.receive_some(LONGEST)
                    request += data
                    if not data or len(request) > LONGEST:
                        break
                await stream.send_all(answer(relay, request))
                await stream.send_eof()
                await stream.receive_some(1)

    async def accept_all(listener: trio.SocketListener) -> None:
        while True:
            try:
                stream = await listener.accept()
            except OSError:  # no file descriptor is left, or the like
                await trio.sleep(0.1)
                continue
            if places.borrowed_tokens >= AT_ONCE:
                stream.socket.close()
            else:
                nursery.start_soon(attend, stream)

    try:
        async with trio.open_nursery() as nursery:
            for listener in listeners:
                nursery.start_soon(accept_all, listener)
            told()
    finally:
        for listener in listeners:
            listener.socket.close()
