"""Finding each other: listen, or dial. Through a relay: net/relays.py.

Each ends with a FramedStream to one peer, or with a NetError that says in one line what did not
work, why, and what may help. Nobody has checked yet who the peer is: the handshake does that, over
the same stream.
"""

from __future__ import annotations

import errno
import ipaddress
import math
import re
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple

import trio

from owm_net.engine.text import say
from owm_net.net.addresses import EVERYWHERE, on_each_interface
from owm_net.net.errors import NetError
from owm_net.net.streams import FramedStream
from owm_net.protocol.framing import is_room_name

SILENCE = 30.0  # seconds; see FramedStream
KEEPALIVE = 10.0

_WRITE_IT = say("write HOST:PORT, such as 192.168.1.20:7440 or [::1]:7440")
_HOST = re.compile(r"\w[\w.\-]{0,252}")


class BadAddress(NetError, ValueError):
    """The text is no address."""


class BadRoom(NetError, ValueError):
    """The text does not name a room."""


class CannotListen(NetError):
    """Nobody can reach us at that address."""


class CannotConnect(NetError):
    """There is no way to the other side, or to the relay, or it took too long."""


class Address(NamedTuple):
    """Where a program listens. host: a name or number, without brackets. port: 1 to 65535."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """`HOST:PORT`, or `[IPV6]:PORT`. Raises BadAddress."""
    what = say("{shown} is no address", shown=shown(text))
    text = text.strip()
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        raise BadAddress(what, say("the port is missing"), _WRITE_IT)
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
        try:
            ipaddress.IPv6Address(host if host.isprintable() else "")
        except ValueError:
            raise BadAddress(what, say("no IPv6 number is in the brackets"), _WRITE_IT) from None
    elif ":" in host:
        raise BadAddress(what, say("an IPv6 number needs brackets"), _WRITE_IT)
    elif not host:
        raise BadAddress(what, say("the host is missing"), _WRITE_IT)
    elif not _HOST.fullmatch(host):
        raise BadAddress(what, say("no host has such a name"), _WRITE_IT)
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise BadAddress(what, say("the port is not a number from 1 to 65535"), _WRITE_IT)
    return Address(host, int(port))


async def listen(
    host: str,
    port: int,
    *,
    on_listening: Callable[[Address], None] | None = None,
    patience: float = math.inf,
    silence: float = SILENCE,
    keepalive: float = KEEPALIVE,
) -> FramedStream:
    """Wait for exactly one peer; whoever comes later is refused.

    port: 0 for any that is free. on_listening: told where, once somebody may come. patience:
    seconds to wait. silence, keepalive: as for FramedStream. Raises CannotListen; CannotConnect if
    nobody came in time.
    """
    what = say("cannot listen on {address}", address=Address(host, port))
    listeners = await open_port(host, port)
    try:
        if on_listening is not None:
            on_listening(bound_to(host, listeners))
        with trio.move_on_after(patience):
            stream = await _accept_one(what, listeners)
            return FramedStream(stream, peer=peer_of(stream), silence=silence, keepalive=keepalive)
    finally:
        for listener in listeners:
            listener.socket.close()
    raise CannotConnect(
        say("nobody came to {address}", address=Address(host, port)),
        say("not within {patience:g} s", patience=patience),
        say("check that the other side has the right address and that no firewall is between"),
    )


def check_room(room: str) -> str:
    """The name of a room as it was typed. Raises BadRoom if it can be none."""
    if not is_room_name(room):
        raise BadRoom(
            say("{shown} is not a valid room name", shown=shown(room)),
            say("it has 1 to 64 of a-z, 0-9 and the hyphen"),
            say("copy it from the other side"),
        )
    return room


async def open_port(host: str, port: int) -> list[trio.SocketListener]:
    """Listen; the caller accepts, and closes. host: EVERYWHERE for all addresses, of IPv4 too.
    port: 0 for any that is free. Raises CannotListen."""
    try:
        _check_port(port, lowest=0)
        if host == EVERYWHERE:
            return await _open_everywhere(port)
        listeners = await trio.open_tcp_listeners(port, host=host)
    except (OSError, ValueError) as error:
        what = say("cannot listen on {address}", address=Address(host, port))
        raise CannotListen(what, *_explain(error)) from error
    for listener in listeners[1:] if port == 0 else ():  # each would have a port of its own
        listener.socket.close()  # at once: no cancellation may leave one open
    return listeners[:1] if port == 0 else listeners


async def _open_everywhere(port: int) -> list[trio.SocketListener]:
    """Both families at the same port; IPv4 alone where there is no more."""
    try:
        listeners = await trio.open_tcp_listeners(port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise
        return await trio.open_tcp_listeners(port, host="0.0.0.0")
    numbers = {listener.socket.getsockname()[1] for listener in listeners}
    if len(numbers) == 1:
        return listeners
    for listener in listeners:
        listener.socket.close()
    for number in numbers:  # one family's may be taken in the other
        with suppress(OSError):
            return await trio.open_tcp_listeners(number)
    return await trio.open_tcp_listeners(0, host="0.0.0.0")


def bound_to(host: str, listeners: Sequence[trio.SocketListener]) -> Address:
    """Where these listen, for people and as `interfaces` takes it. host: as asked for."""
    bound, port = listeners[0].socket.getsockname()[:2]
    return Address(host if host == EVERYWHERE and len(listeners) > 1 else str(bound), port)


async def dial(
    host: str,
    port: int,
    timeout: float = 10.0,  # noqa: ASYNC109 - one step of several has this limit
    *,
    silence: float = SILENCE,
    keepalive: float = KEEPALIVE,
) -> FramedStream:
    """Connect to a peer that listens, within `timeout` seconds. Raises CannotConnect."""
    stream = await connect_within(Address(host, port), timeout)
    peer = str(Address(host, port))
    return FramedStream(stream, peer=peer, silence=silence, keepalive=keepalive)


async def connect_within(address: Address, seconds: float) -> trio.SocketStream:
    """A connection to a program that listens. Raises CannotConnect."""
    what = say("cannot reach {address}", address=address)
    with limit(seconds, what, say("check the address, and that no firewall is between")):
        try:
            _check_port(address.port, lowest=1)
            return await _first_stream(on_each_interface(address.host), address.port)
        except (OSError, ValueError) as error:
            raise CannotConnect(what, *_explain(error)) from error


async def _first_stream(hosts: Sequence[str], port: int) -> trio.SocketStream:
    """To the first of these that answers; to all at once, for it is one host. Raises OSError."""
    if len(hosts) == 1:
        return await trio.open_tcp_stream(hosts[0], port)
    attempts = [partial(trio.open_tcp_stream, host, port) for host in hosts]
    return await _first(attempts, patient=True)


async def _first(
    attempts: Sequence[Callable[[], Awaitable[trio.SocketStream]]], *, patient: bool
) -> trio.SocketStream:
    """The stream of the attempt that is first; others are closed. patient: one that fails does not
    end the rest. Raises OSError, the last."""
    streams: list[trio.SocketStream] = []
    failures: list[OSError] = [OSError(errno.ENETUNREACH, "")]

    async def attempt(one: Callable[[], Awaitable[trio.SocketStream]]) -> None:
        try:
            streams.append(await one())
        except OSError as error:
            failures.append(error)
            if patient:
                return
        nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for one in attempts:
                nursery.start_soon(attempt, one)
    except BaseException:
        for stream in streams:
            stream.socket.close()
        raise
    for late in streams[1:]:
        late.socket.close()
    if not streams:
        raise failures[-1]
    return streams[0]


def _check_port(port: int, lowest: int) -> None:
    if not lowest <= port <= 65535:  # the system would take it modulo 65536
        raise ValueError(f"ports go from {lowest} to 65535")


async def _accept_one(what: str, listeners: Sequence[trio.SocketListener]) -> trio.SocketStream:
    try:
        return await _first([listener.accept for listener in listeners], patient=False)
    except OSError as error:
        raise CannotListen(what, *_explain(error)) from error


@contextmanager
def limit(seconds: float, what: str, do: str) -> Iterator[None]:
    """Raises CannotConnect with these words if it takes longer."""
    try:
        with trio.fail_after(seconds):
            yield
    except trio.TooSlowError:
        raise CannotConnect(what, say("not within {seconds:g} s", seconds=seconds), do) from None


_REASONS = {
    errno.ECONNREFUSED: (
        "nobody listens there",
        "check the port, and that the other side is running",
    ),
    errno.ETIMEDOUT: ("no answer", "check the address, and that no firewall is between"),
    errno.ECONNRESET: ("the connection was cut at once", "try again"),
    errno.EHOSTUNREACH: ("no way leads there", "check the address and your network"),
    errno.ENETUNREACH: ("no way leads there", "check the address and your network"),
    errno.EADDRINUSE: ("the port is in use", "choose another port, or stop who uses it"),
    errno.EADDRNOTAVAIL: (
        "that is no address of this machine",
        "leave --bind out to listen at all of its addresses",
    ),
    errno.EACCES: ("the system forbids it", "choose a port above 1023"),
    errno.EMFILE: ("too many files are open", "close some programs"),
}


def _explain(error: BaseException) -> tuple[str, str]:
    """Why, and what to do, for a failure of the system's."""
    if isinstance(error, OSError) and error.errno is None and error.__cause__ is not None:
        error = error.__cause__  # of trio's "all attempts to connect failed", the first attempt
        if isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
    if isinstance(error, socket.gaierror | UnicodeError):
        return say("there is no such host"), say("check the spelling and your network")
    if isinstance(error, OSError) and error.errno in _REASONS:
        return _REASONS[error.errno]
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(reason).split()), say("check the address and your network")


def peer_of(stream: trio.SocketStream) -> str:
    """Return the other end, in words for people."""
    with suppress(OSError):
        return str(Address(*stream.socket.getpeername()[:2]))
    return say("the other side")


def notice_the_dead(stream: trio.SocketStream) -> None:
    """While we wait in a room nobody speaks: let the system find out whether the relay lives."""
    with suppress(OSError):
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, seconds in (("TCP_KEEPIDLE", 60), ("TCP_KEEPINTVL", 15), ("TCP_KEEPCNT", 4)):
            if hasattr(socket, name):
                stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), seconds)


def shown(text: str) -> str:
    """Return somebody's text, fit for one line."""
    return ascii(text if len(text) <= 80 else text[:77] + "...")
