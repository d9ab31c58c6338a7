"""Finding a host on the own network, by multicast DNS (RFC 6762, RFC 6763): no address to type.

A host announces the number of its room, and of an open game the line that says what is played; it
announces no name of a person or machine. On each of its networks it names its addresses there and
no others: those of a VPN lead nobody on the LAN to it, and are none of their business.
Whoever looks hears what anybody on the network may have said: each answer is bounded and checked,
and says only where to try. Who is there the channel finds out.

zeroconf speaks the protocol, on a thread for each socket: separate ones for IPv4 and IPv6, because
a Mac's IPv6 socket hears no IPv4 multicast.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

import trio
from attrs import frozen
from zeroconf import (
    Error,
    IPVersion,
    ServiceBrowser,
    ServiceInfo,
    ServiceListener,
    Zeroconf,
)

from owm_net.engine.text import say
from owm_net.net.addresses import (
    EVERYWHERE,
    Interface,
    interfaces,
    is_link_local,
    is_loopback,
)
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
NO_NETWORK: Final = say("this machine is on no network")
ASKING: Final = 1000
"""Milliseconds for one announcement's details."""
HEARD_TOO: Final = (socket.SOL_SOCKET, 15), (socket.IPPROTO_IP, 49), (socket.IPPROTO_IPV6, 29)
"""By Linux's IP_MULTICAST_ALL and IPV6_MULTICAST_ALL a socket hears what any other has asked for;
by SO_REUSEPORT, which zeroconf needs to open it and no more, Linux 6 gives what one alone should
hear to any of them."""


class NoLan(NetError):
    """This machine's network lets nobody be found, or find."""


@frozen
class Announced:
    """An announcement on the local network. room: the number of the room. line: of an open game,
    else empty. addresses: where to try, at most MAX_ADDRESSES; any of them may be wrong."""

    room: str
    line: bytes
    addresses: tuple[Address, ...]


@asynccontextmanager
async def announce(
    room: str,
    port: int,
    *,
    bound: str = EVERYWHERE,
    line: bytes = b"",
    only: Sequence[str] = (),
) -> AsyncIterator[None]:
    """Say on each own network that a host waits at this port, until the end of the block.

    bound: the address at which the port listens. only: addresses of this machine, () for all.
    Raises NoLan if it cannot be said on any network.
    """
    if len(line) > MAX_LINE or not 0 < len(room) <= MAX_ROOM:
        raise ValueError("an announcement is too long")
    properties = {"room": room.encode(), "line": line}
    speakers: list[Zeroconf] = []
    problems: list[NoLan] = []

    async def speak(way: _Way) -> None:
        name = f"owm-{os.urandom(6).hex()}"
        info = ServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=port,
            properties=properties,
            server=f"{name}.local.",
            addresses=[ipaddress.ip_address(own).packed for own in way.addresses[:MAX_ADDRESSES]],
        )
        try:
            speaker = await trio.to_thread.run_sync(_open, way.through)
            speakers.append(speaker)
            await trio.to_thread.run_sync(_register, speaker, info)
        except NoLan as error:
            problems.append(error)

    ways = _ways(interfaces(bound, only))
    try:
        async with trio.open_nursery() as nursery:
            for way in ways:
                nursery.start_soon(speak, way)
        if len(problems) == len(ways):
            raise problems[0] if problems else _no_lan(OSError(NO_NETWORK))
        yield
    finally:
        await _close_all(speakers)


@asynccontextmanager
async def listen_for_hosts(
    *, only: Sequence[str] = ()
) -> AsyncIterator[trio.MemoryReceiveChannel[Announced]]:
    """Yield announcements on the local networks, as they come, until the end of the block.

    One host may be heard of several times. Raises NoLan.
    """
    speakers: list[Zeroconf] = []
    problem = _no_lan(OSError(NO_NETWORK))
    ways = _ways(interfaces(only=only))
    try:
        for version in (4, 6):
            through = [t for way in ways if way.version == version for t in way.through]
            try:
                if through:
                    speakers.append(await trio.to_thread.run_sync(_open, through))
            except NoLan as error:
                problem = error
        if not speakers:
            raise problem
        async with trio.open_nursery() as nursery:
            heard, found = trio.open_memory_channel[Announced](0)
            for speaker in speakers:
                tell, names = trio.open_memory_channel[str](MAX_FOUND)
                listener = _Listener(trio.lowlevel.current_trio_token(), tell)
                await trio.to_thread.run_sync(ServiceBrowser, speaker, SERVICE, listener)
                nursery.start_soon(_ask_all, speaker, names, heard, partial(_is_alone, only))
            yield found
            nursery.cancel_scope.cancel()
    finally:
        await _close_all(speakers)


async def seek(
    room: str, tried: Sequence[Address], give_up: float, only: Sequence[str] = ()
) -> tuple[Address, ...] | None:
    """Where somebody waits in this room who has not been tried; None if nobody is heard of until
    `give_up`, by trio's clock. Raises NoLan."""
    async with listen_for_hosts(only=only) as found:
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
    here: Callable[[], bool],
) -> None:
    """Ask each who was heard of for its details, several at once: one who does not answer keeps
    nobody waiting. here: as for `read`, asked each time."""
    limit = trio.CapacityLimiter(MAX_ASKED)
    asked: set[str] = set()

    async def ask(name: str) -> None:
        info = ServiceInfo(SERVICE, name)
        answered = await trio.to_thread.run_sync(
            lambda: _details(speaker, info), limiter=limit, abandon_on_cancel=True
        )
        asked.discard(name)
        found = read(info, here()) if answered else None
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
    """Parse an announcement, None if it is not ours. here: True if this machine's loopback address
    is one of those we look at."""
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
    nor to a program of this machine that listens to nobody else. A link-local address of IPv6 leads
    to the network on which it was heard, or nowhere."""
    there = ipaddress.ip_address(host.partition("%")[0])
    there = getattr(there, "ipv4_mapped", None) or there
    if there.is_loopback:
        return here
    if is_link_local(host) and "%" not in host:
        return False
    return not (there.is_unspecified or there.is_multicast or there.is_global)


def _is_alone(only: Sequence[str]) -> bool:
    """Return True if we listen only on this machine's loopback: then nobody else can have said
    anything, and we look for other programs here."""
    own = [address for one in interfaces(only=only) for address in one.addresses]
    return bool(own) and all(map(is_loopback, own))


@frozen
class _Way:
    """An interface, by IPv4 or IPv6. through: how zeroconf names it; addresses: ours there."""

    version: int
    through: list[str | int]
    addresses: list[str]


def _ways(through: Sequence[Interface]) -> list[_Way]:
    ways = []
    for one in through:
        for version in (4, 6):
            own = [a for a in one.addresses if ipaddress.ip_address(a).version == version]
            if own:
                ways.append(_Way(version, [*own] if version == 4 else [one.index], own))
    return ways


def _open(through: list[str | int]) -> Zeroconf:
    try:
        speaker = Zeroconf(interfaces=through)
    except (OSError, RuntimeError, Error) as error:
        raise _no_lan(error) from error
    if sys.platform == "linux":  # or it answers on one network what was asked on another
        for reader in speaker.engine.readers:
            for level, option in HEARD_TOO:
                with suppress(OSError):  # of the other family
                    reader.sock.setsockopt(level, option, 0)
    return speaker


def _register(speaker: Zeroconf, info: ServiceInfo) -> None:
    try:
        speaker.register_service(info, cooperating_responders=True)  # its name is random
    except (OSError, Error, TimeoutError) as error:
        raise _no_lan(error) from error


async def _close_all(speakers: Sequence[Zeroconf]) -> None:
    """Whatever happens: a goodbye takes a moment, and so does closing their threads."""
    with trio.CancelScope(shield=True):
        async with trio.open_nursery() as nursery:
            for speaker in speakers:
                nursery.start_soon(trio.to_thread.run_sync, _close, speaker)


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
