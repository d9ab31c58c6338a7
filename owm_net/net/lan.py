"""Finding a host on the own network, by multicast DNS (RFC 6762, RFC 6763): no address to type.

A host announces the number of its room, and of an open game the line that says what is played; it
announces no name of a person or machine. Whoever looks hears what anybody on the network may have
said: each answer is bounded and checked, and says only where to try. Who is there the channel finds
out.

zeroconf speaks the protocol on a thread of its own.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import trio
from attrs import frozen
from zeroconf import (
    Error,
    InterfaceChoice,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceListener,
    Zeroconf,
)

from owm_net.engine.text import say
from owm_net.net.addresses import is_loopback, reached_at
from owm_net.net.errors import NetError
from owm_net.net.rendezvous import Address
from owm_net.session.open_games import MAX_LINE

SERVICE: Final = "_owmnet._tcp.local."
MAX_ROOM: Final = 64
MAX_FOUND: Final = 64
"""Announcements that are listened to at the same time; more are not looked at."""
MAX_ASKED: Final = 8
"""Of them asked for details at the same time."""
MAX_ADDRESSES: Final = 8
ASKING: Final = 1000
"""Milliseconds for one announcement's details."""


class NoLan(NetError):
    """This machine's network lets nobody be found, or find."""


@frozen
class Announced:
    """What somebody on the own network says. room: the number of the room. line: of an open game,
    else empty. addresses: where to try, at most MAX_ADDRESSES; any of them may be wrong."""

    room: str
    line: bytes
    addresses: tuple[Address, ...]


@asynccontextmanager
async def announce(
    room: str,
    port: int,
    *,
    bind: str = "0.0.0.0",
    line: bytes = b"",
    interfaces: Sequence[str] = (),
) -> AsyncIterator[None]:
    """Say on the own network that a host waits at this port, until the end of the block.

    bind: as for the port. interfaces: addresses of this machine, all if none is named. Raises
    NoLan.
    """
    if len(line) > MAX_LINE or not 0 < len(room) <= MAX_ROOM:
        raise ValueError("an announcement is too long")
    family = ipaddress.ip_address(bind)
    hosts = [ipaddress.ip_address(a).packed for a in interfaces or reached_at(bind, str(family))]
    name = f"owm-{os.urandom(6).hex()}"
    info = ServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=port,
        properties={"room": room.encode(), "line": line},
        server=f"{name}.local.",
        addresses=hosts,
    )
    speaker = await trio.to_thread.run_sync(_open, interfaces)
    try:
        await trio.to_thread.run_sync(_register, speaker, info)
        yield
    finally:
        with trio.CancelScope(shield=True):  # a goodbye takes a moment, and closing its threads
            await trio.to_thread.run_sync(_close, speaker)


@asynccontextmanager
async def listen_for_hosts(
    *, interfaces: Sequence[str] = ()
) -> AsyncIterator[trio.MemoryReceiveChannel[Announced]]:
    """What is announced on the own network, as it comes, until the end of the block.

    One host may be heard of twice. Raises NoLan.
    """
    tell, names = trio.open_memory_channel[str](MAX_FOUND)
    speaker = await trio.to_thread.run_sync(_open, interfaces)
    try:
        async with trio.open_nursery() as nursery:
            listener = _Listener(trio.lowlevel.current_trio_token(), tell)
            await trio.to_thread.run_sync(ServiceBrowser, speaker, SERVICE, listener)
            heard, found = trio.open_memory_channel[Announced](0)
            here = any(is_loopback(address) for address in interfaces)
            nursery.start_soon(_ask_all, speaker, names, heard, here)
            yield found
            nursery.cancel_scope.cancel()
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(_close, speaker)


async def seek(
    room: str, tried: Sequence[Address], give_up: float, interfaces: Sequence[str] = ()
) -> tuple[Address, ...] | None:
    """Where somebody waits in this room who has not been tried; None if nobody is heard of until
    `give_up`, by trio's clock. Raises NoLan."""
    async with listen_for_hosts(interfaces=interfaces) as found:
        with trio.move_on_at(give_up):
            async for one in found:
                new = tuple(a for a in one.addresses if a not in tried)
                if one.room == room and new:
                    return new
    return None


class _Listener(ServiceListener):
    """Lives on zeroconf's thread; hands names over to trio's."""

    def __init__(self, token: trio.lowlevel.TrioToken, names: trio.MemorySendChannel[str]) -> None:
        self._token = token
        self._names = names

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._hand_over, name)

    update_service = add_service

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        pass

    def _hand_over(self, name: str) -> None:
        with suppress(trio.WouldBlock, trio.BrokenResourceError):  # a crowd, or nobody looks
            self._names.send_nowait(name)


async def _ask_all(
    speaker: Zeroconf,
    names: trio.MemoryReceiveChannel[str],
    heard: trio.MemorySendChannel[Announced],
    here: bool,
) -> None:
    """Ask each who was heard of for its details, several at once: one who does not answer keeps
    nobody waiting. here: as for `read`."""
    limit = trio.CapacityLimiter(MAX_ASKED)
    asked: set[str] = set()

    async def ask(name: str) -> None:
        info = ServiceInfo(SERVICE, name)
        answered = await trio.to_thread.run_sync(
            lambda: _details(speaker, info), limiter=limit, abandon_on_cancel=True
        )
        asked.discard(name)
        found = read(info, here) if answered else None
        if found is not None:
            await heard.send(found)

    async with trio.open_nursery() as nursery:
        async for name in names:
            if name not in asked and len(asked) < MAX_FOUND:
                asked.add(name)
                nursery.start_soon(ask, name)


def _details(speaker: Zeroconf, info: ServiceInfo) -> bool:
    try:
        return info.request(speaker, ASKING)
    except (OSError, Error):  # the network has gone, or we have stopped looking
        return False


def read(info: ServiceInfo, here: bool = False) -> Announced | None:
    """What an announcement says, None if it is none of ours. here: whether this machine's address
    to itself is one of those we look at."""
    said = info.properties
    room, line = said.get(b"room") or b"", said.get(b"line") or b""
    if not (0 < len(room) <= MAX_ROOM and room.isascii() and room.isalnum()):
        return None
    if len(line) > MAX_LINE or not info.port:
        return None
    hosts = info.parsed_scoped_addresses(IPVersion.All)[:MAX_ADDRESSES]
    addresses = tuple(Address(host, info.port) for host in hosts if _may_be_tried(host, here))
    return Announced(room.decode(), line, addresses) if addresses else None


def _may_be_tried(host: str, here: bool) -> bool:
    """No announcement makes us dial to where no host on the own network is: not into the internet,
    nor to a program of this machine that listens to nobody else."""
    there = ipaddress.ip_address(host.partition("%")[0])
    there = getattr(there, "ipv4_mapped", None) or there
    if there.is_loopback:
        return here
    return not (there.is_unspecified or there.is_multicast or there.is_global)


def _open(interfaces: Sequence[str]) -> Zeroconf:
    chosen = list(interfaces) if interfaces else InterfaceChoice.All
    try:
        return Zeroconf(interfaces=chosen)
    except (OSError, RuntimeError, Error) as error:
        raise _no_lan(error) from error


def _register(speaker: Zeroconf, info: ServiceInfo) -> None:
    try:
        speaker.register_service(info, cooperating_responders=True)  # its name is random
    except (OSError, Error, TimeoutError) as error:
        raise _no_lan(error) from error


def _close(speaker: Zeroconf) -> None:
    with suppress(OSError, Error, TimeoutError):  # the network has gone: nobody hears a goodbye
        speaker.close()


def _no_lan(error: BaseException) -> NoLan:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return NoLan(
        say("cannot look around on the own network"),
        " ".join(str(reason).split()),
        say("go on with an address or a relay, or turn this off with --no-lan"),
    )
