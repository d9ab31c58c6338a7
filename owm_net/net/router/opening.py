"""A port of the own router, kept open as long as somebody is waited for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

import trio

from owm_net.engine.text import say
from owm_net.net.router.gateway import find_gateway
from owm_net.net.router.lease import Lease, NoLease, Router
from owm_net.net.router.pcp import PcpRouter
from owm_net.net.router.upnp import UpnpRouter

ASKING: Final = 20.0
"""Seconds for a router to open a port, by all ways together."""
CLOSING: Final = 2.0
"""Seconds for it to close it, while the player waits for the program's end."""
AGAIN: Final = 60.0
"""Seconds until a router that failed is asked again."""


class OpenedPort:
    """lease: what the router has granted last. keep: leave the port open at the end, because
    somebody else goes on with it."""

    def __init__(self, router: Router, port: int, lease: Lease) -> None:
        self.lease, self.keep = lease, False
        self._router, self._port = router, port

    async def renew(self, changed: Callable[[Lease], None]) -> None:
        """Ask again before it ends, until cancelled. changed: is told of another place outside."""
        pause: float = self.lease.seconds / 2
        while True:
            await trio.sleep(pause)
            pause = AGAIN
            with suppress(NoLease, OSError), trio.move_on_after(ASKING):
                before = self.lease
                self.lease = await self._router.lease(self._port, before.public.port)
                pause = self.lease.seconds / 2
                if self.lease.public != before.public:
                    changed(self.lease)


async def _close(router: Router) -> None:
    """Give back what it has opened, cancelled or not."""
    with trio.CancelScope(shield=True), trio.move_on_after(CLOSING), suppress(NoLease, OSError):
        await router.give_back()


@asynccontextmanager
async def opened(port: int) -> AsyncIterator[OpenedPort]:
    """Have the router let friends in at a port of ours, while in the `with`. Raises NoLease."""
    gateway = await find_gateway()
    if gateway is None:
        raise NoLease(say("no router was found"))
    problem = NoLease(say("your router does not answer"))
    found: Router | None = None
    with trio.move_on_after(ASKING):
        routers: tuple[Router, ...] = PcpRouter(gateway), UpnpRouter(gateway)
        for router in routers:
            try:
                lease = await router.lease(port, port)
                found = router
                break
            except NoLease as error:
                problem = error
            except OSError:
                pass
            except trio.Cancelled:  # it may have opened it all the same
                await _close(router)
                raise
    if found is None:
        raise problem
    opening = OpenedPort(found, port, lease)
    try:
        yield opening
    finally:
        if not opening.keep:
            await _close(found)


async def keep_opened(port: int) -> None:
    """The same until cancelled, for a match under way; without a word where it cannot be done."""
    with suppress(NoLease):
        async with opened(port) as opening:
            await opening.renew(lambda lease: None)
