"""PCP (RFC 6887) and the older NAT-PMP (RFC 6886): a few bytes to one port of the router.

A router that knows only the older one says so, and is asked that way. Datagrams are taken from the
router alone; one that is no answer to our question is as if it had not come.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
from collections.abc import Callable
from typing import Final, TypeVar

import trio
from attrs import define, frozen

from owm_net.engine.text import say
from owm_net.net.router.gateway import Gateway
from owm_net.net.router.lease import LASTS, Lease, NoLease, granted

PORT: Final = 5351
PAUSES: Final = (0.25, 0.5, 1.0, 1.25)
"""Seconds after which we ask again; a router in the house answers in thousandths."""
NONCE: Final = os.urandom(12)
"""The same for whoever waits and for the match that follows: it owns the port, RFC 6887, 11.2."""
LONGEST: Final = 1100  # RFC 6887, 7
ANY_DATAGRAM: Final = 1 << 16
"""Bytes: of one that is longer than was asked for Windows gives an error alone."""
MOST: Final = 64
"""Datagrams that are looked at for one question."""
TCP: Final = 6
MAP: Final = 1  # RFC 6887, 11
ADDRESS, MAP_TCP = 0, 2  # RFC 6886, 3.2 and 3.3
ANSWER: Final = 128
NOT_AUTHORIZED: Final = 2  # RFC 6887, 11.3
UNSUPPORTED: Final = 1  # RFC 6887, 7.4 and RFC 6886, 3.5: of a version

T = TypeVar("T")


class OlderRouter(Exception):
    """It knows NAT-PMP alone, or has to be asked so: a program of ours that was killed has left the
    port open, with a nonce that nobody knows any more."""


@frozen
class _Mapped:
    host: str
    port: int
    seconds: int


@define
class PcpRouter:
    """A router that speaks either. port: ours, once it was asked for."""

    gateway: Gateway
    at: int = PORT
    nonce: bytes = NONCE
    _port: int = 0
    _older: bool = False

    async def lease(self, port: int, wanted: int) -> Lease:
        """As for `Router`."""
        self._port = port
        found = await self._ask(wanted, LASTS)
        if not found.seconds:
            raise NoLease(say("your router opens the port for no time at all"))
        way = "NAT-PMP" if self._older else "PCP"
        return granted(found.host, found.port, found.seconds, way)

    async def give_back(self) -> None:
        """As for `Router`."""
        await self._ask(0, 0)

    async def _ask(self, wanted: int, seconds: int) -> _Mapped:
        if not self._older:
            try:
                return await self._by_pcp(wanted, seconds)
            except OlderRouter:
                self._older = True
        host = await self._exchange(bytes((0, ADDRESS)), read_address) if seconds else ""
        asks = struct.pack("!BBHHHI", 0, MAP_TCP, 0, self._port, wanted, seconds)
        port, lasts = await self._exchange(asks, lambda data: read_mapped(data, self._port))
        return _Mapped(host, port, lasts)

    async def _by_pcp(self, wanted: int, seconds: int) -> _Mapped:
        own = b"\0" * 10 + b"\xff\xff" + ipaddress.IPv4Address(self.gateway.own).packed
        any_host = b"\0" * 10 + b"\xff\xff" + bytes(4)
        asks = struct.pack("!BBHI16s", 2, MAP, 0, seconds, own)
        asks += struct.pack("!12sB3xHH16s", self.nonce, TCP, self._port, wanted, any_host)
        return await self._exchange(asks, lambda data: read_pcp(data, self.nonce, self._port))

    async def _exchange(self, asks: bytes, read: Callable[[bytes], T | None]) -> T:
        """Ask until there is an answer. read: None for what is none. Raises NoLease."""
        looked_at = 0
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stream:
            await stream.connect((self.gateway.router, self.at))
            for pause in PAUSES:
                with trio.move_on_after(pause):
                    await stream.send(asks)
                    while looked_at < MOST:
                        looked_at += 1
                        answer = read(await stream.recv(ANY_DATAGRAM))
                        if answer is not None:
                            return answer
        raise NoLease(say("your router does not answer"))


def read_pcp(data: bytes, nonce: bytes, port: int) -> _Mapped | None:
    """The answer to a MAP, RFC 6887, 11.1; None for what is none. Raises NoLease, OlderRouter."""
    if len(data) >= 4 and data[0] == 0 and data[1] & ANSWER and data[3] == UNSUPPORTED:
        raise OlderRouter
    if not 24 <= len(data) <= LONGEST or len(data) % 4 or data[0] != 2 or data[1] != ANSWER | MAP:
        return None
    result, seconds = data[3], int.from_bytes(data[4:8], "big")
    if result == UNSUPPORTED:
        raise OlderRouter
    if len(data) < 60 or data[24:36] != nonce or data[36] != TCP:
        return None
    inside, outside = struct.unpack("!HH", data[40:44])
    if inside != port:
        return None
    if result == NOT_AUTHORIZED:
        raise OlderRouter
    _check(result)
    host = ipaddress.IPv6Address(data[44:60]).ipv4_mapped
    return _Mapped(str(host or ""), outside, seconds)


def read_address(data: bytes) -> str | None:
    """The answer to a question for the router's address, RFC 6886, 3.2. Raises NoLease."""
    if len(data) != 12 or data[:2] != bytes((0, ANSWER | ADDRESS)):
        return None
    _check(int.from_bytes(data[2:4], "big"))
    return str(ipaddress.IPv4Address(data[8:12]))


def read_mapped(data: bytes, port: int) -> tuple[int, int] | None:
    """The port outside, and for how long, RFC 6886, 3.3. Raises NoLease."""
    if len(data) < 4 or data[:2] != bytes((0, ANSWER | MAP_TCP)):
        return None
    if len(data) == 16:
        _check(int.from_bytes(data[2:4], "big"))
        inside, outside, seconds = struct.unpack("!HHI", data[8:16])
        return (outside, seconds) if inside == port else None
    return None


def _check(result: int) -> None:
    if result:
        raise NoLease(say("your router refuses, with number {number}", number=result))
