"""The relay's door for browsers: WebSockets at /relay, and the files of a page.

    --enters--> READING --a file--> ANSWERING --kept alive--> READING
                   |
                   +--/relay, as RFC 6455 says--> a client of the relay, as any over TCP
                   +--anything else--> one sentence, and the end

Whoever has not asked for a WebSocket yet counts for its address as any other connection does, and
of too many one is drawn by lot, as at the relay's port. Nothing is fetched, and no file is named,
by what a request says. See docs/relay.md and docs/wire.md.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import h11
import trio

from owm_net.relay.limits import Refused
from owm_net.relay.page import Page, PageFile
from owm_net.relay.policy import Network, banned, crowded
from owm_net.relay.server import FAREWELL, FAREWELL_BYTES, FAREWELLS, Relay
from owm_net.relay.sockets import GONE, host_of
from owm_net.strangers.crowd import Crowd
from owm_net.strangers.origins import Origin, origin_of
from owm_net.websocket.opening import (
    LONGEST_HEAD,
    BadOpening,
    Header,
    accepting,
    field,
    wants_websocket,
    words_of,
)
from owm_net.websocket.stream import WebSocketStream

PATH: Final = b"/relay"
REQUESTS: Final = 100
"""Of one connection; a browser opens another then."""
PIECE: Final = 64 * 1024
SLOWEST: Final = 2 * 1024
"""Bytes a second that a browser takes at least of what it asked for, over a piece."""
HEAD_PIECE: Final = 4 * 1024
YEAR: Final = 365 * 24 * 3600
TEXT: Final = b"text/plain; charset=utf-8"
SAFE: Final[list[Header]] = [
    (b"Content-Security-Policy",
     b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     b"img-src 'self' blob: data:; font-src 'self'; media-src 'self' blob:; connect-src 'self'; "
     b"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     b"frame-ancestors 'none'"),
    (b"Cross-Origin-Embedder-Policy", b"require-corp"),
    (b"Cross-Origin-Opener-Policy", b"same-origin"),
    (b"Cross-Origin-Resource-Policy", b"same-origin"),
    (b"Referrer-Policy", b"no-referrer"),
    (b"X-Content-Type-Options", b"nosniff"),
]  # fmt: skip
"""With every answer: nothing of a third party is loaded, framed or told."""


@dataclass(frozen=True)
class WebSite:
    """What an operator says about the door. page: the files served, None for none. proxies: whose
    X-Forwarded-For is believed. sites: other pages that may open a WebSocket, such as
    "https://club.example"."""

    page: Page | None = None
    proxies: tuple[Network, ...] = ()
    sites: frozenset[str] = frozenset()

    def trusts(self, host: str) -> bool:
        """Return whether an address is one of our proxies."""
        with suppress(ValueError):
            address = ipaddress.ip_address(host.partition("%")[0])
            if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
                address = address.ipv4_mapped
            return any(address in network for network in self.proxies)
        return False

    def stranger(self, host: str, headers: Iterable[Header]) -> str:
        """Return the address that a request comes from: of what our proxies have forwarded, the
        nearest that is none of them. What is further off anybody may have written."""
        said = [value for name, value in headers if name == b"x-forwarded-for"]
        hops = b",".join(said).decode("ascii", errors="replace").split(",")
        while self.trusts(host) and hops:
            nearer = hops.pop().strip()
            try:
                ipaddress.ip_address(nearer)
            except ValueError:
                break
            host = nearer
        return host

    def check_origin(self, headers: Iterable[Header]) -> None:
        """A page of another site may not use its visitor to come here. Who is no browser says no
        Origin. Raises Refused."""
        origin = field(headers, b"origin")
        if origin is None:
            return
        text = origin.decode("ascii", errors="replace").lower()
        host = (field(headers, b"host") or b"").decode("ascii", errors="replace").lower()
        with suppress(ValueError):
            if text in self.sites or (host and urlsplit(text).netloc == host):
                return
        raise Refused("site", "a page of another site may not open a WebSocket here")


class Answered(Exception):
    """A request ends with one sentence. word: for the counters, "" for nothing worth counting."""

    def __init__(self, status: int, word: str, why: str, headers: Sequence[Header] = ()) -> None:
        super().__init__(why)
        self.status = status
        self.word = word
        self.why = why
        self.headers = list(headers)


@dataclass(frozen=True)
class _Opened:
    """A WebSocket, and the address of whoever asked for it."""

    stream: WebSocketStream
    host: str


class _Visit:
    """One connection that speaks HTTP. out: why it must go. head_only: its answer has no body."""

    def __init__(self, stream: trio.abc.Stream, host: str) -> None:
        self.stream = stream
        self.host = host
        self.link = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_HEAD)
        self.scope = trio.CancelScope()
        self.out: Refused | None = None
        self.head_only = False

    async def request(self, seconds: float, *, first: bool) -> h11.Request | None:
        """Return the next request, None if no more comes. Raises Answered, GONE."""
        heard = False
        with trio.move_on_after(seconds):
            while True:
                event = self._next()
                if isinstance(event, h11.Request):
                    return self._checked(event)
                if event is not h11.NEED_DATA:
                    return None
                data = await self.stream.receive_some(HEAD_PIECE)
                heard = heard or bool(data)
                self.link.receive_data(bytes(data))
        if first or heard:
            raise Answered(408, "handshake", f"no request came within {seconds:g} s")
        return None

    def _next(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        try:
            return self.link.next_event()
        except h11.RemoteProtocolError as error:
            why = "the head of a request is too long" if error.error_status_hint == 431 else (
                "this is the door for browsers of an owm_net relay; that was no request of HTTP"
            )  # fmt: skip
            raise Answered(error.error_status_hint, "http", why) from None

    def _checked(self, request: h11.Request) -> h11.Request:
        """A request of ours has no body, so its end has come with its head."""
        try:
            length = field(request.headers, b"content-length")
            field(request.headers, b"host")
        except BadOpening as error:
            raise Answered(400, "http", str(error)) from None
        if length not in (None, b"0") or words_of(request.headers, b"transfer-encoding"):
            raise Answered(413, "http", "a request has no body here")
        self._next()
        self.head_only = request.method == b"HEAD"
        return request

    async def send(self, *events: h11.Event) -> None:
        """Put them on the way, as one piece."""
        await self.stream.send_all(b"".join(self.link.send(event) or b"" for event in events))

    def again(self) -> bool:
        """Return whether another request may come."""
        if self.link.our_state is self.link.their_state is h11.DONE:
            self.link.start_next_cycle()
            return True
        return False


class WebDoor:
    """Whoever comes by HTTP. site: may be replaced at any time."""

    def __init__(self, relay: Relay, site: WebSite) -> None:
        self.site = site
        self._relay = relay
        self._visits: Crowd[_Visit] = Crowd()
        self._farewells = 0

    async def attend(self, stream: trio.abc.HalfCloseableStream, host: str = "") -> None:
        """Serve one connection to its end and close it. host: its address, if the stream does not
        know. Raises nothing a client can bring about."""
        host = host or host_of(stream)
        proxied = self.site.trusts(host)
        origin = origin_of(host)
        visit = _Visit(stream, host)
        opened: _Opened | None = None
        counted = False
        self._relay.journal.transports["http"] += 1
        try:
            with visit.scope:
                try:
                    if not proxied:  # else it is the proxy's, and may carry many strangers
                        self._relay.gate.enter(origin, host)
                        counted = True
                    self._add(visit, origin)
                    opened = await self._converse(visit, origin)
                except Refused as refusal:
                    visit.out = refusal
                except Answered as answered:
                    await self._end(visit, answered)
                except GONE:
                    pass
            if visit.out is not None and opened is None:
                again = [(b"Retry-After", b"%d" % visit.out.again)] if visit.out.again else []
                await self._end(visit, Answered(503, visit.out.limit, visit.out.why, again))
        finally:
            self._visits.remove(visit)
            if counted:
                self._relay.gate.leave(origin)
            if opened is None:
                await trio.aclose_forcefully(stream)
        if opened is not None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(opened.stream.keep_open)
                await self._relay.attend(opened.stream, host=opened.host, transport="websocket")
                nursery.cancel_scope.cancel()

    def _add(self, visit: _Visit, origin: Origin) -> None:
        """Give it a place; somebody must go if there are too many. Raises Refused."""
        gone = self._visits.add(visit, origin, self._relay.limits.handshakes)
        if gone is visit:
            raise crowded("handshakes")
        if gone is not None:
            gone.out = crowded("handshakes")
            gone.scope.cancel()

    async def _converse(self, visit: _Visit, origin: Origin) -> _Opened | None:
        """Answer one request after the other. Returns a WebSocket if it comes to that. Raises
        Answered, Refused, GONE."""
        seconds = self._relay.limits.handshake_seconds
        for count in range(REQUESTS):
            request = await visit.request(seconds, first=count == 0)
            if request is None:
                return None
            path = request.target.partition(b"?")[0]
            if wants_websocket(request):
                return await self._open(visit, request, path)
            host = self.site.stranger(visit.host, request.headers)
            if self._relay.gate.policy.bans(host):
                raise banned()
            where = origin if host == visit.host else origin_of(host)
            await self._serve(visit, request, path, where, last=count == REQUESTS - 1)
            if not visit.again():
                return None
        return None

    async def _open(self, visit: _Visit, request: h11.Request, path: bytes) -> _Opened:
        if path != PATH:
            raise Answered(404, "", "WebSockets are at /relay")
        try:
            answer = accepting(request)
            self.site.check_origin(request.headers)
            host = self.site.stranger(visit.host, request.headers)
        except BadOpening as error:
            version = [(b"Sec-WebSocket-Version", b"13")]
            raise Answered(426, "websocket-opening", str(error), version) from None
        except Refused as refusal:
            raise Answered(403, refusal.limit, refusal.why) from None
        seconds = self._relay.limits.handshake_seconds
        with trio.move_on_after(seconds) as late:
            await visit.send(answer)
        if late.cancelled_caught:
            raise trio.BrokenResourceError("takes no bytes")
        self._relay.journal.answers[101] += 1
        stream = WebSocketStream(
            visit.stream,
            client=False,
            early=visit.link.trailing_data[0],
            on_bad=self._relay.journal.refuse,
        )
        return _Opened(stream, host)

    # -- files --------------------------------------------------------------------------------

    async def _serve(
        self, visit: _Visit, request: h11.Request, path: bytes, origin: Origin, *, last: bool
    ) -> None:
        """One file, or why there is none."""
        if request.method not in (b"GET", b"HEAD"):
            raise Answered(405, "", "GET, please", [(b"Allow", b"GET, HEAD")])
        page = self.site.page
        found = page.find(path.decode("ascii", errors="replace")) if page is not None else None
        if found is not None:
            await self._send_file(visit, request, found, origin, last=last)
        elif path == PATH:
            raise Answered(426, "", "this is for WebSockets", [(b"Upgrade", b"websocket")])
        elif page is None:
            why = "this is an owm_net relay; it serves no page, and WebSockets are at /relay"
            await self._say(visit, Answered(404, "", why), last=last)
        else:
            await self._say(visit, Answered(404, "", "there is no such file"), last=last)

    async def _send_file(
        self, visit: _Visit, request: h11.Request, file: PageFile, origin: Origin, *, last: bool
    ) -> None:
        values = request.headers
        accepted = b",".join(value for name, value in values if name == b"accept-encoding")
        body = file.body_for(accepted)
        forever = b"public, max-age=%d, immutable" % YEAR
        headers = [
            (b"Content-Type", file.kind.encode()),
            (b"ETag", body.tag),
            (b"Cache-Control", forever if file.lasting else b"no-cache"),
        ]
        if len(file.bodies) > 1:
            headers.append((b"Vary", b"Accept-Encoding"))
        tags = [value for name, value in values if name == b"if-none-match"]
        if tags and _matches(b",".join(tags), body.tag):
            await self._answer(visit, 304, headers, last=last)
            return
        if body.encoding:
            headers.append((b"Content-Encoding", body.encoding))
        headers.append((b"Content-Length", b"%d" % len(body.data)))
        if self._relay.traffic.is_slow(origin) and not visit.head_only:
            why = "your network, or everybody, has had as much of this relay as it may in a day"
            raise Answered(503, "volume", why, [(b"Retry-After", b"3600")])
        with self._relay.traffic.sharing(origin) as count:
            await self._answer(visit, 200, headers, body.data, count=count, last=last)

    async def _say(self, visit: _Visit, answered: Answered, *, last: bool) -> None:
        """One sentence as a page."""
        data = answered.why.encode("ascii", errors="replace") + b"\n"
        headers = [
            (b"Content-Type", TEXT),
            (b"Cache-Control", b"no-store"),
            (b"Content-Length", b"%d" % len(data)),
            *answered.headers,
        ]
        await self._answer(visit, answered.status, headers, data, last=last)

    async def _answer(
        self,
        visit: _Visit,
        status: int,
        headers: list[Header],
        data: bytes = b"",
        *,
        count: Callable[[int], Awaitable[None]] | None = None,
        last: bool,
    ) -> None:
        """Send it piece by piece; each must be taken within handshake_seconds, and the time for its
        bytes at the SLOWEST rate. Raises GONE."""
        self._relay.journal.answers[status] += 1
        fields = [*SAFE, *headers, *([(b"Connection", b"close")] if last else [])]
        phrase = HTTPStatus(status).phrase.encode()
        response = h11.Response(status_code=status, headers=fields, reason=phrase)
        await self._soon(visit, response)
        for start in range(0, 0 if visit.head_only else len(data), PIECE):
            piece = data[start : start + PIECE]
            await self._soon(visit, h11.Data(data=piece), len(piece) / SLOWEST)
            if count is not None:
                await count(len(piece))
        await self._soon(visit, h11.EndOfMessage())

    async def _soon(self, visit: _Visit, event: h11.Event, more: float = 0) -> None:
        """Send it. more: seconds beside the usual ones. Raises GONE."""
        with trio.move_on_after(self._relay.limits.handshake_seconds + more) as late:
            await visit.send(event)
        if late.cancelled_caught:
            self._relay.journal.refuse("http")
            raise trio.BrokenResourceError("takes no bytes")

    # -- ends ---------------------------------------------------------------------------------

    async def _end(self, visit: _Visit, answered: Answered) -> None:
        """The last answer, if there is a place to say it, then read a little on: closing over
        unread bytes may destroy it. Who must go in the middle of an answer gets no other."""
        if answered.word:
            self._relay.journal.refuse(answered.word)
        if visit.link.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return
        if self._farewells >= FAREWELLS:
            return
        self._farewells += 1
        try:
            with trio.move_on_after(FAREWELL), suppress(*GONE, h11.LocalProtocolError):
                await self._say(visit, answered, last=True)
                if isinstance(visit.stream, trio.abc.HalfCloseableStream):
                    await visit.stream.send_eof()
                for _ in range(16):
                    if not await visit.stream.receive_some(FAREWELL_BYTES):
                        break
        finally:
            self._farewells -= 1


def _matches(header: bytes, tag: bytes) -> bool:
    """Return whether an If-None-Match names a tag; a proxy that packs may have made it weak."""
    tags = [part.strip().removeprefix(b"W/") for part in header.split(b",")]
    return tag in tags or tags == [b"*"]
