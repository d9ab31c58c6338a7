"""A router on 127.0.0.1 that answers what a test says, as fast and as much as the test says."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import trio
from attrs import define, field

from owm_net.net.router.gateway import Gateway

HERE = "127.0.0.1"
GATEWAY = Gateway(HERE, HERE)
OUTSIDE = "11.1.0.1"

Answer = Callable[[bytes], list[bytes]]
"""Datagrams in answer to one."""
Serve = Callable[[bytes, trio.SocketStream], Awaitable[None]]
"""What to say to a request by HTTP."""


@asynccontextmanager
async def datagrams(answer: Answer) -> AsyncIterator[int]:
    """Answer at a port, which is given."""
    with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stream:
        await stream.bind((HERE, 0))

        async def run() -> None:
            while True:
                data, where = await stream.recvfrom(4096)
                for said in answer(data):
                    await stream.sendto(said, where)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            yield stream.getsockname()[1]
            nursery.cancel_scope.cancel()


@define
class Pages:
    """What it serves. asked: the requests that came. urls: its description and its service."""

    serve: Serve
    port: int = 0
    asked: list[bytes] = field(factory=list)

    async def attend(self, stream: trio.SocketStream) -> None:
        request = b""
        while b"\r\n\r\n" not in request:
            data = await stream.receive_some(4096)
            if not data:
                return
            request += data
        self.asked.append(request)
        async with stream:
            await self.serve(request, stream)


@asynccontextmanager
async def pages(serve: Serve) -> AsyncIterator[Pages]:
    """Serve pages at a port."""
    made = Pages(serve)

    async def attend(stream: trio.SocketStream) -> None:
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await made.attend(stream)

    async with trio.open_nursery() as nursery:
        (one,) = await nursery.start(partial(trio.serve_tcp, attend, 0, host=HERE))
        made.port = one.socket.getsockname()[1]
        yield made
        nursery.cancel_scope.cancel()


def page(body: str, status: str = "200 OK", more: str = "") -> bytes:
    """An answer by HTTP."""
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n{body}".encode()


def description(control: str, service: str = "WANIPConnection:1") -> str:
    """Of a router, with one service."""
    return (
        "<?xml version='1.0'?><root><device><serviceList><service>"
        f"<serviceType>urn:schemas-upnp-org:service:{service}</serviceType>"
        f"<controlURL>{control}</controlURL></service></serviceList></device></root>"
    )


def said(**values: str) -> str:
    """An answer of the service."""
    return "<r>" + "".join(f"<{name}>{value}</{name}>" for name, value in values.items()) + "</r>"
