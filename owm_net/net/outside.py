"""Whether friends reach our port from the internet: the router is asked to let them in, and a relay
to try it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from typing import Final

import trio
from attrs import define

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.relays import RelayRefused, ask_for_knock, by_family
from owm_net.net.rendezvous import Address
from owm_net.net.router.lease import NoLease
from owm_net.net.router.opening import OpenedPort, opened
from owm_net.net.web_relay import RelayPlace
from owm_net.protocol.framing import KNOCK_PORTS, RELAY_KNOCK

HEARD: Final = 2.0
"""Seconds from a relay's word that it has knocked to the knock."""
UNANSWERED: Final = "unanswered"
"""A relay's word for a port that nobody answers."""

Tell = Callable[[str], None]


class HeardKnocks:
    """Those of a relay at our port that we have asked for."""

    def __init__(self) -> None:
        self._awaited: dict[bytes, trio.Event] = {}

    def is_knock(self, said: bytes) -> bool:
        """Return True for one, and note it."""
        for knock, heard in self._awaited.items():
            if secrets.compare_digest(said, knock):
                heard.set()
                return True
        return False

    async def ask(
        self, relay: RelayPlace, ports: Mapping[int, int], token: str
    ) -> dict[int, Address | None]:
        """Have a relay try our port from outside. ports: the one by IPv4, under 4, and by IPv6.
        Returns where it reached us, None if it did not, under 4 and 6; neither if it cannot
        tell."""
        tried: dict[int, Address | None] = {}

        async def one(family: int, way: RelayPlace) -> None:
            with suppress(NetError):  # an older relay, a busy one, or no way leads there
                tried[family] = await self._ask(way, ports[family], token)

        async with trio.open_nursery() as nursery:
            for family, way in (await by_family(relay)).items():
                if ports[family] in KNOCK_PORTS:
                    nursery.start_soon(one, family, way)
        return tried

    async def _ask(self, relay: RelayPlace, port: int, token: str) -> Address | None:
        nonce, heard = secrets.token_urlsafe(16), trio.Event()
        knock = RELAY_KNOCK + b" " + nonce.encode("ascii")
        self._awaited[knock] = heard
        try:
            reached = await ask_for_knock(relay, port, nonce, token=token)
            with trio.move_on_after(HEARD):
                await heard.wait()
                return reached
        except RelayRefused as error:
            if error.limit != UNANSWERED:
                raise
        finally:
            del self._awaited[knock]
        return None


@define
class Outside:
    """Our port as it is from outside. router: whether it may be asked. relay, token: as of `Ways`.
    found: is told where friends come, or None, once it is known and whenever it changes."""

    port: int
    router: bool
    relay: RelayPlace | None
    token: str
    knocks: HeardKnocks
    tell: Tell
    found: Callable[[Address | None], None]

    async def keep(self, is_kept: Callable[[], bool]) -> None:
        """Until cancelled. is_kept: whether the router's port shall stay open then."""
        async with AsyncExitStack() as stack:
            opening, why = None, say("your router was not asked")
            if self.router:
                try:
                    opening = await stack.enter_async_context(opened(self.port))
                except NoLease as error:
                    why = error.why
            await self._try(opening, why)
            if opening is not None:
                try:
                    await opening.renew(lambda lease: self._moved(lease.public))
                finally:
                    opening.keep = is_kept()

    def _moved(self, public: Address) -> None:
        self.tell(say("your router lets friends in at {address} now", address=public))
        self.found(public)

    async def _try(self, opening: OpenedPort | None, why: str) -> None:
        """Say whether friends come in, and where."""
        public = None if opening is None else opening.lease.public
        ports = {4: self.port if public is None else public.port, 6: self.port}
        relay = self.relay
        if relay is not None:
            tried = await self.knocks.ask(relay, ports, self.token)
            reached = tried.get(4) or tried.get(6)
            if reached is not None:
                self.tell(say("reachable from the internet: yes, at {address}", address=reached))
                self.found(reached)
                return
            if public is None:
                why = _tried_alone(why, list(tried))
            elif 4 in tried:  # a router opens a port of IPv4
                why = say("your router opened port {port}, and the relay found it closed",
                          port=public.port)  # fmt: skip
                public = None
        if public is not None:
            self.tell(
                say(
                    "reachable from the internet: yes, says your router, at {address}; no relay has"
                    " tried it",
                    address=public,
                )
            )
            self.found(public)
        elif relay is not None:
            self.tell(say("reachable from the internet: no, use the relay ({why})", why=why))
        else:
            self.tell(
                say(
                    "reachable from the internet: no, use a relay ({why}); none is known here: ask"
                    " who runs one, or run one as docs/relay.md says",
                    why=why,
                )
            )


def _tried_alone(why: str, families: list[int]) -> str:
    """Add to a reason what the relay has not tried."""
    if not families:
        return say("{why}; the relay cannot try your port", why=why)
    if len(families) == 1:
        return say("{why}; the relay tried IPv{family} alone", why=why, family=families[0])
    return why
