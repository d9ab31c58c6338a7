"""A port of the router that leads to one of ours, for a while."""

from __future__ import annotations

import ipaddress
from typing import Final, Protocol

from attrs import frozen

from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.rendezvous import Address

LASTS: Final = 3600
"""Seconds for which we ask. A program that is killed leaves the port open no longer."""
BRIEFEST: Final = 120
"""Seconds that we take a lease to last at least, whatever the router says."""


class NoLease(NetError):
    """The router opens no port for us."""

    def __init__(self, why: str) -> None:
        super().__init__(
            say("your router does not let friends in"),
            why,
            say("use a relay, or forward the port on the router"),
        )


@frozen
class Lease:
    """public: where friends come. seconds: how long, BRIEFEST to LASTS. way: for people."""

    public: Address
    seconds: int
    way: str


class Router(Protocol):
    """A router that may be asked by one way."""

    async def lease(self, port: int, wanted: int) -> Lease:
        """Ask for a port that leads to ours, or for the same one again. wanted: the port outside,
        if it is free. Raises NoLease, OSError; takes as long as the caller lets it."""

    async def give_back(self) -> None:
        """Close what was opened. Raises NoLease, OSError."""


def granted(host: str, port: int, seconds: int, way: str) -> Lease:
    """Return what a router says it has opened. Raises NoLease if nobody comes to that address."""
    try:
        address = ipaddress.IPv4Address(host)
    except ValueError:
        raise NoLease(say("your router does not know its own address")) from None
    if not address.is_global or address.is_multicast:
        raise NoLease(say("your router is behind another router"))
    if not 1 <= port <= 65535:
        raise NoLease(say("your router says nonsense"))
    return Lease(Address(str(address), port), max(BRIEFEST, min(seconds, LASTS)), way)
