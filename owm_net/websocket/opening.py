"""The opening of a WebSocket: the request of HTTP and its answer, without I/O; and a client's."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Iterable
from typing import Final

import h11
import trio

from owm_net.websocket.stream import WebSocketStream

_MAGIC: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, 1.3
LONGEST_HEAD: Final = 8 * 1024
"""Bytes of the head of a request or a response."""
PIECE: Final = 4 * 1024

Header = tuple[bytes, bytes]


class BadOpening(Exception):
    """The other side does not open a WebSocket as RFC 6455 says. It has one sentence for people,
    which repeats nothing received. status: with which a server answers, 0 if it is no answer."""

    def __init__(self, why: str, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


def field(headers: Iterable[Header], name: bytes) -> bytes | None:
    """Return what one header holds, None if it is absent. Raises BadOpening if it comes twice."""
    values = [value for key, value in headers if key == name]
    if len(values) > 1:
        raise BadOpening(f"the header {name.decode()} comes twice")
    return values[0] if values else None


def words_of(headers: Iterable[Header], name: bytes) -> set[bytes]:
    """Return the words, in small letters, of a header that is a list."""
    values = [value for key, value in headers if key == name]
    return {word.strip().lower() for value in values for word in value.split(b",")}


def wants_websocket(request: h11.Request) -> bool:
    """Return whether a request asks for a WebSocket, rightly or wrongly."""
    return b"websocket" in words_of(request.headers, b"upgrade")


def accepting(request: h11.Request) -> h11.InformationalResponse:
    """Return the answer to a request for a WebSocket (RFC 6455, 4.2). Raises BadOpening."""
    headers = request.headers
    if request.method != b"GET" or request.http_version != b"1.1":
        raise BadOpening("a WebSocket is asked for by GET, in HTTP 1.1")
    if b"upgrade" not in words_of(headers, b"connection"):
        raise BadOpening("a WebSocket needs the header Connection: Upgrade")
    if field(headers, b"sec-websocket-version") != b"13":
        raise BadOpening("a WebSocket has version 13 here")
    key = field(headers, b"sec-websocket-key") or b""
    try:
        right = len(base64.b64decode(key, validate=True)) == 16
    except binascii.Error:
        right = False
    if not right:
        raise BadOpening("Sec-WebSocket-Key is not 16 bytes in base64")
    answer: list[Header] = [
        (b"Upgrade", b"websocket"),
        (b"Connection", b"Upgrade"),
        (b"Sec-WebSocket-Accept", _proof(key)),
    ]
    return h11.InformationalResponse(status_code=101, headers=answer, reason=b"Switching Protocols")


async def open_websocket(
    transport: trio.abc.Stream, host: str, path: str, *, origin: str = ""
) -> WebSocketStream:
    """Ask for a WebSocket, as a client. host: as the server knows itself, with its port if that is
    not the usual one. path: such as "/relay". origin: the site of a page that asks, if one does.
    The caller limits the time, and closes the transport if this fails. Raises BadOpening, and
    BrokenResourceError."""
    key = base64.b64encode(os.urandom(16))
    headers: list[Header] = [
        (b"Host", host.encode("ascii")),
        (b"Upgrade", b"websocket"),
        (b"Connection", b"Upgrade"),
        (b"Sec-WebSocket-Key", key),
        (b"Sec-WebSocket-Version", b"13"),
    ]
    if origin:
        headers.append((b"Origin", origin.encode("ascii")))
    link = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_HEAD)
    request = h11.Request(method=b"GET", target=path.encode("ascii"), headers=headers)
    await transport.send_all((link.send(request) or b"") + (link.send(h11.EndOfMessage()) or b""))
    try:
        while (event := link.next_event()) is h11.NEED_DATA:
            link.receive_data(bytes(await transport.receive_some(PIECE)))
    except h11.RemoteProtocolError:
        raise BadOpening("it answers in no HTTP") from None
    if not isinstance(event, h11.InformationalResponse) or event.status_code != 101:
        status = getattr(event, "status_code", 0)
        why = f"it answers with HTTP {status}" if status else "it ended the connection"
        raise BadOpening(why, status)
    said = event.headers
    if not (
        b"websocket" in words_of(said, b"upgrade")
        and b"upgrade" in words_of(said, b"connection")
        and hmac.compare_digest(field(said, b"sec-websocket-accept") or b"", _proof(key))
        and field(said, b"sec-websocket-extensions") is None
        and field(said, b"sec-websocket-protocol") is None
    ):
        raise BadOpening("it answers as no WebSocket does")
    return WebSocketStream(transport, client=True, early=link.trailing_data[0])


def _proof(key: bytes) -> bytes:
    return base64.b64encode(hashlib.sha1(key + _MAGIC, usedforsecurity=False).digest())
