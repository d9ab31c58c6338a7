"""The WebSockets of a browser, without a browser: what `owm_net/web/socket.py` asks of one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import trio
import trio.testing

from owm_net.web import socket

SERVER = "192.0.2.1", 7443
"""Where the page came from."""
TEXT = b"<a text>"
"""What a server sends to have a text arrive in the page,"""
VANISH = b"<gone>"
"""or the end of the connection, without a Close,"""
END = b"<end>"
"""or the end of its half,"""
STALL = b"<stall>"
"""or nothing for long."""
LONG = 1000.0
"""Seconds of it."""


class Message(bytes):
    """What came, as JavaScript has it."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class BrowserSocket:
    """A `WebSocket`. its_end: the stream of who is at the other end."""

    readyState = 0  # noqa: N815
    bufferedAmount = 0  # noqa: N815
    onopen: Any = None
    onmessage: Any = None
    onclose: Any = None

    def __init__(self, nursery: trio.Nursery, url: str) -> None:
        self.url = url
        self.its_end = ServersEnd(self)
        self._given, self._taken = trio.open_memory_channel[bytes](100_000)
        nursery.start_soon(self._send)

    def opens(self) -> None:
        self.readyState = 1
        self._tell(self.onopen)

    def close(self) -> None:
        if self.readyState < 2:
            self.ends(1005)

    def ends(self, code: int) -> None:
        self.readyState = 3
        self._given.close()
        self._tell(self.onclose, code=code)

    def says(self, data: bytes | str) -> None:
        """A message comes."""
        if self.readyState == 1:
            self._tell(self.onmessage, data=data if isinstance(data, str) else Message(data))

    def send(self, data: bytes) -> None:
        with suppress(trio.BrokenResourceError):
            self._given.send_nowait(data)

    def _tell(self, call: Any, **values: Any) -> None:
        if call is not None:
            call(SimpleNamespace(**values))

    async def _send(self) -> None:
        async with self._taken:
            with suppress(trio.BrokenResourceError):
                async for data in self._taken:
                    await self.its_end.gives.send_all(data)
        await self.its_end.gives.aclose()


class ServersEnd(trio.abc.HalfCloseableStream):
    """The other end of a browser's WebSocket."""

    def __init__(self, browsers: BrowserSocket) -> None:
        self._browsers = browsers
        self.gives, self._takes = trio.testing.memory_stream_one_way_pair()

    async def send_all(self, data: Any) -> None:
        await trio.lowlevel.checkpoint()
        if self._browsers.readyState != 1:
            raise trio.BrokenResourceError
        if data == STALL:
            await trio.sleep(LONG)
        elif data == VANISH:
            self._browsers.ends(1006)
        else:
            self._browsers.says("a text" if data == TEXT else b"" if data == END else bytes(data))

    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    async def send_eof(self) -> None:
        await self.send_all(b"")

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self._takes.receive_some(max_bytes)

    async def aclose(self) -> None:
        self._browsers.close()
        await self._takes.aclose()


Serve = Callable[[BrowserSocket], None]


class Browser:
    """Where a page opens WebSockets. serve: what the server does with one. opened: all of them."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.opened: list[BrowserSocket] = []
        self.serve: Serve = BrowserSocket.opens
        self._nursery = nursery

    def listens(self, what: str, call: Callable[[Any], None]) -> None:
        assert what == "offline"
        self.goes_offline = call

    def new(self, url: str) -> BrowserSocket:
        made = BrowserSocket(self._nursery, url)
        self.opened.append(made)
        trio.lowlevel.current_trio_token().run_sync_soon(self.serve, made)
        return made


@pytest.fixture
def browser(nursery: trio.Nursery, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """The page's way out leads into it."""
    there = Browser(nursery)
    token = trio.lowlevel.current_trio_token()
    modules: dict[str, Any] = {
        "js": {"WebSocket": there, "addEventListener": there.listens},
        "pyodide": {},
        "pyodide.ffi": {"create_proxy": _Proxy, "to_js": bytes},
    }
    for name, holds in modules.items():
        module = ModuleType(name)
        vars(module).update(holds)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(socket, "soon", token.run_sync_soon)
    for name in ("open_tcp_stream", "open_tcp_listeners"):
        monkeypatch.setattr(trio, name, getattr(trio, name))
    socket.install(SERVER, secure=True)
    return there


class _Proxy:
    """A function of Python's that JavaScript may call until it is destroyed."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call: Callable[..., Any] | None = call

    def __call__(self, *given: Any) -> None:
        assert self._call is not None, "destroyed, and called by the browser"
        self._call(*given)

    def destroy(self) -> None:
        self._call = None
