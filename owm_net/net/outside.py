"""Whether friends reach our port from the internet: the router is asked to let them in, and a relay
to try it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Final

import trio
from attrs import define

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.relays import RelayRefused, ask_for_knock
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
        self._nonce = ""
        self._heard = trio.Event()

    def is_knock(self, said: bytes) -> bool:
        """Return True for one, and note it."""
        wanted = RELAY_KNOCK + b" " + self._nonce.encode("ascii")
        if not self._nonce or not secrets.compare_digest(said, wanted):
            return False
        self._heard.set()
        return True

    async def ask(self, relay: RelayPlace, port: int, token: str) -> Address | None:
        """Have a relay try this port of ours from outside. Returns where it reached us; None if it
        did not. Raises NetError if it cannot tell."""
        self._nonce, self._heard = secrets.token_urlsafe(16), trio.Event()
        try:
            reached = await ask_for_knock(relay, port, self._nonce, token=token)
            with trio.move_on_after(HEARD):
                await self._heard.wait()
                return reached
        except RelayRefused as error:
            if error.limit != UNANSWERED:
                raise
        finally:
            self._nonce = ""
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
        port = self.port if public is None else public.port
        relay = self.relay
        if relay is not None and port in KNOCK_PORTS:
            with suppress(NetError):  # an older relay, or a busy one, cannot tell
                reached = await self.knocks.ask(relay, port, self.token)
                if reached is None:
                    if public is not None:
                        why = say("your router opened port {port}, and the relay found it closed",
                                  port=port)  # fmt: skip
                    self.tell(
                        say("reachable from the internet: no, use the relay ({why})", why=why)
                    )
                else:
                    self.tell(
                        say("reachable from the internet: yes, at {address}", address=reached)
                    )
                    self.found(reached)
                return
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
