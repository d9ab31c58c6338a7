"""By which addresses this machine can be reached: what a host tells its friends to type."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress
from typing import Final

ELSEWHERE: Final = {
    socket.AF_INET: ("192.0.2.1", "10.254.254.1", "172.31.254.1", "192.168.254.1"),
    socket.AF_INET6: ("2001:db8::1",),
}
"""Somebody in the internet (RFC 5737, RFC 3849: nobody has these) and in private networks."""


def reached_at(bind: str, bound: str) -> list[str]:
    """The addresses at which others may find a port. bind: as typed; bound: as the system says.

    Nothing is sent: connecting a UDP socket only asks which way a packet would go. Never fails;
    empty if there is no network.
    """
    try:
        here = ipaddress.ip_address(bound)
    except ValueError:
        return [bind]
    if not here.is_unspecified:
        return [bound]
    family = socket.AF_INET if here.version == 4 else socket.AF_INET6
    found: list[str] = []
    for there in ELSEWHERE[family]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asks:
            asks.connect((there, 9))
            own = str(asks.getsockname()[0])
            if own not in found and _is_for_others(own):
                found.append(own)
    return found


def is_loopback(address: str) -> bool:
    """Whether this address leads from this machine to itself."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


def _is_for_others(address: str) -> bool:
    here = ipaddress.ip_address(address.partition("%")[0])
    return not (here.is_loopback or here.is_unspecified or here.is_link_local)
