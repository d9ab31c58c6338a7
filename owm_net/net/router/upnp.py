"""UPnP's Internet Gateway Device, as far as a port needs it: find the router's description, find
the service in it that maps ports, ask it.

What a router says is a stranger's: every text is bounded before it is read, no XML is parsed as
such (three elements are looked for), a redirect is no answer, and nothing is fetched from anywhere
but the router's own address, whatever a URL says.
"""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from html import unescape
from typing import Final
from urllib.parse import urljoin, urlsplit

import trio
from attrs import define

from owm_net.engine.text import say
from owm_net.net.router.gateway import Gateway
from owm_net.net.router.lease import LASTS, Lease, NoLease, granted

GROUP, PORT = "239.255.255.250", 1900
WANTED: Final = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
SERVICES: Final = tuple(
    f"urn:schemas-upnp-org:service:{name}"
    for name in ("WANIPConnection:2", "WANIPConnection:1", "WANPPPConnection:1")
)
"""Those that map ports, the best first."""
LOOKING: Final = 2.5
"""Seconds in which routers answer,"""
FETCHING: Final = 4.0
"""and for one page of the router."""
MOST_ANSWERS: Final = 64
"""Datagrams that are looked at,"""
LONGEST_ANSWER: Final = 2048
"""bytes of one,"""
LONGEST_PAGE: Final = 1 << 17
"""bytes of a page,"""
LONGEST_HEAD: Final = 1 << 13
"""of its head,"""
LONGEST_URL: Final = 512
"""characters of an address in it, and"""
MOST_SERVICES: Final = 64
"""services in a description."""
TAKEN, ONLY_FOREVER = 718, 725
"""Errors: another machine has that port; it maps no port for a time."""
OTHER_PORTS: Final = range(49152, 65536)
TRIES: Final = 3
"""Of those, if another machine has ours."""


class _Refused(NoLease):
    """number: that of the error."""

    def __init__(self, number: int) -> None:
        super().__init__(say("your router refuses, with number {number}", number=number))
        self.number = number


@define
class UpnpRouter:
    """A router that is asked so. at: where it listens for questions; LAN: of everybody there."""

    gateway: Gateway
    group: tuple[str, int] = (GROUP, PORT)
    at: int = PORT
    _service: str = ""
    _url: str = ""
    _outside: int = 0

    async def lease(self, port: int, wanted: int) -> Lease:
        """As for `Router`."""
        if not self._url:
            self._service, self._url = await self._find()
        said = await self._ask("GetExternalIPAddress")
        host = element(said, "NewExternalIPAddress")
        granted(host, wanted, LASTS, "UPnP")  # before a port is opened that nobody reaches
        for attempt in range(1 + TRIES):
            outside = wanted if not attempt else random.choice(OTHER_PORTS)
            try:
                await self._open(port, outside)
            except _Refused as error:
                if error.number != TAKEN or attempt == TRIES:
                    raise
            else:
                self._outside = outside
                break
        return granted(host, self._outside, LASTS, "UPnP")

    async def give_back(self) -> None:
        """As for `Router`."""
        if self._outside:
            await self._ask("DeletePortMapping", **_outside(self._outside))

    async def _open(self, port: int, outside: int) -> None:
        asks = _outside(outside) | {
            "NewInternalPort": str(port),
            "NewInternalClient": self.gateway.own,
            "NewEnabled": "1",
            "NewPortMappingDescription": "owm_net",
        }
        try:
            await self._ask("AddPortMapping", **asks, NewLeaseDuration=str(LASTS))
        except _Refused as error:
            if error.number != ONLY_FOREVER:
                raise
            await self._ask("AddPortMapping", **asks, NewLeaseDuration="0")

    async def _find(self) -> tuple[str, str]:
        """The service, and where it is asked. Raises NoLease."""
        url = await self._location()
        page = await self._fetch(url, "GET")
        for service in SERVICES:
            for block in page.split("<service>")[1 : 1 + MOST_SERVICES]:
                block = block.partition("</service>")[0]
                if element(block, "serviceType") == service:
                    return service, self._own_url(element(block, "controlURL"), url)
        raise NoLease(say("your router maps no ports"))

    async def _location(self) -> str:
        """Where the router's description is. Asked of the router, and of everybody: some answer
        only to that; but the router's own answer alone counts."""
        with trio.socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stream:
            await stream.bind((self.gateway.own, 0))
            own = socket.inet_aton(self.gateway.own)
            stream.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
            stream.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 2)
            for host, port in ((self.gateway.router, self.at), self.group):
                asks = (
                    f"M-SEARCH * HTTP/1.1\r\nHOST: {host}:{port}\r\nST: {WANTED}\r\n"
                    'MAN: "ssdp:discover"\r\nMX: 1\r\n\r\n'
                )
                with suppress(OSError):
                    await stream.sendto(asks.encode("ascii"), (host, port))
            with trio.move_on_after(LOOKING):
                for _ in range(MOST_ANSWERS):
                    try:
                        data, (host, *_) = await stream.recvfrom(LONGEST_ANSWER)
                    except OSError:  # of Windows: one was too long, or nobody was at that port
                        await trio.lowlevel.checkpoint()  # an error that stays holds nothing up
                        continue
                    found = re.search(rb"(?im)^location:[ \t]*([!-~]{1,512})[ \t]*\r?$", data)
                    if host == self.gateway.router and found:
                        with suppress(NoLease):
                            return self._own_url(found[1].decode("ascii"))
        raise NoLease(say("your router does not answer"))

    def _own_url(self, url: str, base: str = "") -> str:
        """An address of the router's own. base: of the page where it stands. Raises NoLease for any
        other."""
        with suppress(ValueError):
            url = urljoin(base, url)
            parts = urlsplit(url)
            is_own = parts.scheme == "http" and parts.hostname == self.gateway.router
            is_plain = len(url) <= LONGEST_URL and re.fullmatch(r"[!-~]+", url) is not None
            if is_own and is_plain and parts.port != 0:
                return url
        raise NoLease(say("your router names an address that is not its own"))

    async def _ask(self, action: str, **values: str) -> str:
        """Have it do something. Returns its answer. Raises _Refused, NoLease."""
        fields = "".join(f"<{name}>{value}</{name}>" for name, value in values.items())
        body = (
            '<?xml version="1.0"?>\r\n<s:Envelope'
            ' xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"'
            ' s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
            f'<u:{action} xmlns:u="{self._service}">{fields}</u:{action}></s:Body></s:Envelope>\r\n'
        )
        headers = {
            "Content-Type": 'text/xml; charset="utf-8"',
            "SOAPAction": f'"{self._service}#{action}"',
        }
        return await self._fetch(self._url, "POST", headers, body)

    async def _fetch(
        self, url: str, verb: str, headers: Mapping[str, str] | None = None, body: str = ""
    ) -> str:
        """One page of the router. Raises _Refused, NoLease."""
        parts = urlsplit(url)
        port = parts.port or 80
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        lines = [f"{verb} {path or '/'} HTTP/1.0", f"Host: {parts.netloc}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        lines += [f"Content-Length: {len(body)}", "", body] if body else ["", ""]
        try:
            with trio.fail_after(FETCHING):
                stream = await trio.open_tcp_stream(self.gateway.router, port)
                async with stream:
                    await stream.send_all("\r\n".join(lines).encode("ascii"))
                    return read_page(await _all_of(stream))
        except (OSError, trio.BrokenResourceError, trio.TooSlowError):
            raise NoLease(say("your router does not answer")) from None


async def _all_of(stream: trio.SocketStream) -> bytes:
    """What it says, to its end or to the length that it has named. Raises NoLease."""
    said, end = bytearray(), 0
    while not end or len(said) < end:
        data = await stream.receive_some(1 << 14)
        if not data:
            break
        said += data
        if len(said) > LONGEST_PAGE:
            raise NoLease(say("your router says too much"))
        gap = said.find(b"\r\n\r\n", 0, LONGEST_HEAD)
        if not end and gap >= 0:
            found = re.search(rb"(?im)^content-length:[ \t]*([0-9]{1,7})[ \t]*\r$", said[: gap + 2])
            end = gap + 4 + int(found[1]) if found else LONGEST_PAGE
    return bytes(said)


def read_page(said: bytes) -> str:
    """The body of an answer. Raises _Refused, NoLease."""
    head, gap, body = said.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] ([0-9]{3})(?: |\r|$)", head)
    text = body.decode("utf-8", "replace")
    if not gap or status is None:
        raise NoLease(say("your router says nonsense"))
    if status[1] == b"200":
        return text
    number = element(text, "errorCode")
    raise _Refused(int(number) if re.fullmatch(r"[0-9]{1,5}", number) else int(status[1]))


def element(text: str, name: str) -> str:
    """What stands in the first element of this name, "" if there is none."""
    _, begins, rest = text.partition(f"<{name}>")
    inside, ends, _ = rest.partition(f"</{name}>")
    return unescape(inside[:LONGEST_URL]).strip() if begins and ends else ""


def _outside(port: int) -> dict[str, str]:
    return {"NewRemoteHost": "", "NewExternalPort": str(port), "NewProtocol": "TCP"}
