"""The one way out of a page: a WebSocket to the relay at the server that the page came from.

`install` puts it where trio opens a connection, so net/ goes to a relay as it does everywhere else.
Any other address is refused here, whoever has named it.
"""

from __future__ import annotations

import errno
from collections import deque
from typing import Any
from weakref import WeakSet

import trio

from owm_net.engine.text import say
from owm_net.net import web_relay
from owm_net.net.rendezvous import Address, CannotConnect
from owm_net.net.web_relay import WebRelay
from owm_net.web import inside
from owm_net.web.trio_host import soon

PATH = "/relay"
"""Where a relay speaks WebSocket."""
MOST_WAITING = 1 << 20
"""Bytes that a browser may hold for us on their way out; then sending waits."""
MOST_UNREAD = 8 << 20
"""Bytes that came and that nobody has read; more is a flood, and breaks the connection."""
OPEN = 1
"""`readyState` of a WebSocket that takes messages."""
ENDED_WELL = (1000, 1005)
"""Codes of a Close that ends both halves: normal, and without a code."""
LOOK_AGAIN = 0.02
"""Seconds until it is looked again whether the browser has sent enough: it calls nobody."""


class PageSocket(trio.abc.HalfCloseableStream):
    """Bytes over a WebSocket of the browser's, as docs/wire.md ("By WebSocket") has them: an empty
    message ends its sender's half. It has what net/ asks of the socket of a TCP stream."""

    def __init__(self, made: Any, server: tuple[str, int]) -> None:
        self._made, self._server = made, server
        self._unread: deque[bytes] = deque()
        self._size = 0
        self._ended = self._closed = self._broken = False
        self._news = trio.Event()
        made.binaryType = "arraybuffer"
        from pyodide.ffi import create_proxy

        self._proxies = [create_proxy(call) for call in (self._open, self._came, self._end)]
        made.onopen, made.onmessage, made.onclose = self._proxies
        self.is_open = False
        _open.add(self)

    @property
    def socket(self) -> PageSocket:
        """What has `getpeername` and `close`."""
        return self

    def getpeername(self) -> tuple[str, int]:
        """The server."""
        return self._server

    def close(self) -> None:
        """Close at once."""
        if not self._closed:
            self._closed = True
            self._made.close()
            self._tell()
            soon(self._forget)

    def setsockopt(self, *_: object) -> None:
        """A browser notices by itself when a server is gone."""

    async def opened(self) -> None:
        """Wait for it. Raises OSError if nobody answers."""
        while not self.is_open:
            if self._ended:
                raise OSError(errno.ECONNREFUSED, "no relay answers at the server of this page")
            await self._news.wait()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of it, or wait until the browser takes it."""
        from pyodide.ffi import to_js

        await trio.lowlevel.checkpoint()
        if self._closed:
            raise trio.ClosedResourceError
        if self._broken or self._made.readyState != OPEN:
            raise trio.BrokenResourceError
        if data:
            self._made.send(to_js(bytes(data)))
        await self.wait_send_all_might_not_block()

    async def send_eof(self) -> None:
        """Say that nothing more follows."""
        from pyodide.ffi import to_js

        await trio.lowlevel.checkpoint()
        if self._made.readyState == OPEN:
            self._made.send(to_js(b""))

    async def wait_send_all_might_not_block(self) -> None:
        """Until the browser holds little that it has not sent."""
        while self._is_full:  # noqa: ASYNC110 - a browser tells nobody
            await trio.sleep(LOOK_AGAIN)

    @property
    def _is_full(self) -> bool:
        waits = int(self._made.bufferedAmount) > MOST_WAITING
        return waits and not (self._ended or self._closed)

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Bytes that came; b"" once the other side has ended."""
        await trio.lowlevel.checkpoint()
        while not self._unread:
            if self._closed:
                raise trio.ClosedResourceError
            if self._broken:
                raise trio.BrokenResourceError
            if self._ended:
                return b""
            await self._news.wait()
        data = self._unread.popleft()
        most = len(data) if max_bytes is None else max_bytes
        if len(data) > most:
            self._unread.appendleft(data[most:])
            data = data[:most]
        self._size -= len(data)
        return data

    async def aclose(self) -> None:
        """Close."""
        self.close()
        await trio.lowlevel.checkpoint()

    def _tell(self) -> None:
        news, self._news = self._news, trio.Event()
        news.set()

    def _open(self, event: Any) -> None:
        self.is_open = True
        self._tell()

    def _came(self, event: Any) -> None:
        if isinstance(event.data, str):  # no relay of ours says it
            self.lose()
            return
        data = event.data.to_bytes()
        self._size += len(data)
        if self._size > MOST_UNREAD:
            self.lose()
        elif data and not self._ended:
            self._unread.append(data)
        else:
            self._ended = True
        self._tell()

    def lose(self) -> None:
        """Take no more, as of who breaks the rules. Whoever reads is told that the connection
        broke, and not that it was closed here: that would be our own doing."""
        self._broken = self._ended = True
        self._unread.clear()
        self._made.close()
        self._tell()

    def _end(self, event: Any) -> None:
        if not self._ended:
            self._broken = event.code not in ENDED_WELL
        self._ended = True
        self._tell()

    def _forget(self) -> None:
        self._made.onopen = self._made.onmessage = self._made.onclose = None
        for proxy in self._proxies:
            proxy.destroy()


_open: WeakSet[PageSocket] = WeakSet()


def _offline(event: Any) -> None:
    """The browser says that there is no network: nobody need wait for half a minute to see it."""
    for made in list(_open):
        made.lose()


def install(server: tuple[str, int], secure: bool) -> None:
    """Have trio open connections to this server alone. server: the page's, its port too."""
    from js import WebSocket, addEventListener
    from pyodide.ffi import create_proxy

    addEventListener("offline", create_proxy(_offline))

    async def open_tcp_stream(host: str, port: int, **_: object) -> PageSocket | inside.End:
        if inside.is_awaited(host, port):
            return inside.visit(port)
        if (host, port) != server:
            raise CannotConnect(
                say("cannot reach {address}", address=Address(host, port)),
                say("a page reaches no other server than its own"),
                say("let your friend wait at the page that you have opened"),
            )
        name = f"[{host}]" if ":" in host else host
        made = PageSocket(WebSocket.new(f"ws{'s' * secure}://{name}:{port}{PATH}"), server)
        try:
            await made.opened()
        except BaseException:
            made.close()
            raise
        return made

    async def open_tcp_listeners(port: int, host: str = "", **_: object) -> list[Any]:
        if host == inside.HERE:
            return [inside.Listener()]
        raise OSError(errno.EPERM, "a page cannot listen")

    async def as_it_is(relay: WebRelay, stream: PageSocket) -> PageSocket:
        return stream  # the browser has opened it

    relays: Any = web_relay
    relays._over = as_it_is
    there: Any = trio
    there.open_tcp_stream, there.open_tcp_listeners = open_tcp_stream, open_tcp_listeners
