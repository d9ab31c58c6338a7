"""A relay as people name it, and the way to it: its own port, or its WebSocket.

Where one reaches nothing of a relay but the web server in front of it, the same frames go over a
WebSocket at the path /relay. A link to its page names that server. Nothing is followed: a server
that answers with anything but a WebSocket is no relay.
"""

from __future__ import annotations

import re
import ssl
from functools import cache
from typing import TYPE_CHECKING, Final

import trio
from attrs import evolve, field, frozen

from owm_net.engine.text import say
from owm_net.net.rendezvous import (
    Address,
    BadAddress,
    CannotConnect,
    connect_within,
    notice_the_dead,
    parse_address,
    shown,
)

if TYPE_CHECKING:
    from owm_net.websocket.opening import BadOpening

PATH: Final = "/relay"
PORTS: Final = {True: 443, False: 80}
"""Where a server listens, with TLS and without."""
HOST: Final = r"(?:\[[0-9A-Fa-f:.]{2,45}\]|[^\W_][^\W_.-]*(?:[.-]+[^\W_.-]+)*)"
"""A host in a text that a stranger wrote, so no more than needed."""
LINK: Final = rf"(?:wss?|https?)://{HOST}(?::[0-9]{{1,5}})?"
_LINK: Final = re.compile(
    r"(?P<scheme>wss?|https?)://(?P<host>\[[^\]\s]*\]|[^\s/?#:@\[\]]*)(?::(?P<port>[0-9]*))?"
    r"(?:[/?#]\S*)?",
    re.IGNORECASE,
)


class RelayGone(CannotConnect):
    """The relay ended the connection before it had brought us together, or is not there for a
    while."""


@frozen
class WebRelay:
    """A relay by its WebSocket. secure: by TLS. number: of the addresses to which its host leads,
    the one to go to, "" for any."""

    host: str
    port: int
    secure: bool = True
    number: str = field(default="", eq=False)

    def __str__(self) -> str:
        return f"ws{'s' * self.secure}://{self.authority}"

    @property
    def authority(self) -> str:
        """Return host and port, as a request names the server."""
        whole = str(Address(self.host, self.port))
        return whole.removesuffix(f":{self.port}") if self.port == PORTS[self.secure] else whole


RelayPlace = Address | WebRelay
"""Where a relay is."""


def parse_relay(text: str) -> RelayPlace:
    """`HOST:PORT`, or `wss://HOST[:PORT]`; ws:// is the same without TLS. The address of its page
    is one, too: https:// stands for wss://, and what follows the port says nothing. Raises
    BadAddress."""
    text = text.strip()
    if "://" not in text:
        return parse_address(text)
    write_it = say("write HOST:PORT or wss://HOST, such as relay.example.org:7771")
    what = say("{shown} is no address", shown=shown(text))
    link = _LINK.fullmatch(text)
    if link is None or not link["host"]:
        raise BadAddress(what, say("it leads to no relay"), write_it)
    secure = link["scheme"].lower() in ("wss", "https")
    if not link["host"].isascii():
        raise BadAddress(what, say("it has letters that are not of the English alphabet"), write_it)
    address = parse_address(f"{link['host']}:{link['port'] or PORTS[secure]}")
    return WebRelay(address.host.lower(), address.port, secure)


def numbered(relay: RelayPlace, number: str) -> RelayPlace:
    """The same relay, at one of the addresses to which its host leads."""
    if isinstance(relay, WebRelay):
        return evolve(relay, number=number)
    return Address(number, relay.port)


async def connect_to(relay: RelayPlace, seconds: float) -> tuple[trio.abc.Stream, str]:
    """A connection to a relay, and the numeric address where it leads. Raises CannotConnect."""
    if isinstance(relay, Address):
        stream = await connect_within(relay, seconds)
        notice_the_dead(stream)
        return stream, _number(relay, stream)
    late = trio.current_time() + seconds
    stream = await connect_within(Address(relay.number or relay.host, relay.port), seconds)
    try:
        notice_the_dead(stream)
        number = _number(relay, stream)
        with trio.fail_at(late):
            return await _over(relay, stream), number
    except trio.TooSlowError:
        stream.socket.close()
        raise _no_way(relay, say("not within {seconds:g} s", seconds=seconds)) from None
    except BaseException:
        stream.socket.close()
        raise


def _number(relay: RelayPlace, stream: trio.SocketStream) -> str:
    try:
        return str(stream.socket.getpeername()[0])
    except OSError:
        stream.socket.close()
        raise gone(f"relay {relay}") from None


async def _over(relay: WebRelay, stream: trio.SocketStream) -> trio.abc.Stream:
    """Its WebSocket over a connection. Raises CannotConnect."""
    from owm_net.websocket.opening import BadOpening, open_websocket

    transport: trio.abc.Stream = stream
    try:
        if relay.secure:
            context = await trio.to_thread.run_sync(trusted)
            secured = trio.SSLStream(
                stream, context, server_hostname=relay.host, https_compatible=True
            )
            await secured.do_handshake()
            transport = secured
        return await open_websocket(transport, relay.authority, PATH)
    except trio.BrokenResourceError as error:
        raise _broken(relay, error.__cause__) from None
    except BadOpening as error:
        raise _no_websocket(relay, error) from None


@cache
def trusted() -> ssl.SSLContext:
    """Whom this system trusts. It reads many certificates."""
    return ssl.create_default_context()


def why_no_tls(cause: BaseException | None) -> str:
    """Return why TLS has ended, "" if the other side just ended the connection."""
    if isinstance(cause, ssl.SSLCertVerificationError):
        return say("its certificate is not trusted: {why}", why=cause.verify_message.rstrip("."))
    if isinstance(cause, ssl.SSLError) and not isinstance(cause, ssl.SSLEOFError):
        return say("it does not speak TLS")
    return ""


def _broken(relay: WebRelay, cause: BaseException | None) -> CannotConnect:
    why = why_no_tls(cause)
    return _no_way(relay, why) if why else gone(f"relay {relay}")


def _no_websocket(relay: WebRelay, error: BadOpening) -> CannotConnect:
    if error.status >= 500:
        why = say("its web server does not reach it, or takes nobody, at the moment")
        return gone(f"relay {relay}", why)
    if error.status:
        return _no_way(relay, say("a web server answers there, and no relay"))
    return _no_way(relay, say("what answers there is no relay"))


def gone(peer: str, why: str = say("it ended the connection")) -> RelayGone:
    """Return the error of a relay that was there, and may be again."""
    return RelayGone(say("cannot use {peer}", peer=peer), why, say("try again"))


def _no_way(relay: RelayPlace, why: str) -> CannotConnect:
    return CannotConnect(
        say("cannot use {peer}", peer=f"relay {relay}"),
        why,
        say("check the address of the relay, and that it runs"),
    )
