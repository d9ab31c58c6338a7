"""Knocking at a host's port, to tell the host whether it answers from outside.

A host names a port of its own. The relay connects to the address that asks and to no other, says
the nonce that came with the request, and closes. Who has the nonce has asked, so nobody but the
host can tell a knock from any other stranger, and a relay cannot make a host believe that its port
answers without a connection to it. Nothing that comes back is looked at.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

from owm_net.protocol.framing import RELAY_KNOCK, encode_frame
from owm_net.relay.journal import Journal
from owm_net.relay.limits import Asks, Limits, Refused
from owm_net.relay.requests import Knock
from owm_net.relay.sockets import GONE
from owm_net.strangers.origins import Origin

FAREWELL = 2.0  # seconds to read on: closing over unread bytes could destroy what was said
MOST_READ = 4096  # bytes of that

Connect = Callable[[str, int], Awaitable[trio.abc.HalfCloseableStream]]


class Knocks:
    """Those of one relay. limits: may be replaced. connect: opens a connection to a numeric
    address."""

    def __init__(self, limits: Limits, journal: Journal) -> None:
        self.limits = limits
        self.connect: Connect = trio.open_tcp_stream
        self._journal = journal
        self._asks = Asks("knocks-home", "knocks")
        self._now = 0

    def forget(self, now: float) -> None:
        """Forget addresses with nothing left to count."""
        self._asks.forget_the_quiet(now)

    async def knock(self, host: str, origin: Origin, request: Knock, now: float) -> str:
        """Knock once. host: the address that asks, as the connection shows it or a proxy of ours
        says. Returns the place that was reached. Raises Refused."""
        address = _of_the_internet(host)
        if self._now >= self.limits.knocks:
            raise Refused("knocks", "this relay knocks at as many ports as it can", 5)
        self._asks.check(origin, self.limits.knocks_per_minute, now)
        self._journal.knocks += 1
        self._now += 1
        try:
            await self._say(address, request)
        except (OSError, trio.TooSlowError, *GONE):
            raise Refused("unanswered", "nobody answers at your port from here") from None
        finally:
            self._now -= 1
        return f"[{address}]:{request.port}" if ":" in address else f"{address}:{request.port}"

    async def _say(self, address: str, request: Knock) -> None:
        stream: trio.abc.HalfCloseableStream | None = None
        try:
            with trio.fail_after(self.limits.knock_seconds):
                stream = await self.connect(address, request.port)
                said = RELAY_KNOCK + b" " + request.nonce.encode("ascii")
                await stream.send_all(encode_frame(said))
            read = 0
            with suppress(*GONE), trio.move_on_after(FAREWELL):
                await stream.send_eof()
                while read < MOST_READ and (data := await stream.receive_some(MOST_READ)):
                    read += len(data)
        finally:
            if stream is not None:
                await trio.aclose_forcefully(stream)


def _of_the_internet(host: str) -> str:
    """The address to knock at. Raises Refused for one that is on a network of ours: behind a proxy
    or in a container all who ask seem to be there."""
    with suppress(ValueError):
        address = ipaddress.ip_address(host.partition("%")[0])
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        if address.is_global and not address.is_multicast:
            return str(address)
    raise Refused("knock-place", "you do not come from the internet, so no port is knocked at")
