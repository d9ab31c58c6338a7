"""Which router leads from here to the internet, and by which address of ours. IPv4 alone: with IPv6
nobody needs a port of the router."""

from __future__ import annotations

import ipaddress
import socket
import struct
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio
from attrs import frozen

ROUTES: Final = Path("/proc/net/route")  # of Linux
UP_GATEWAY: Final = 0x3  # RTF_UP, RTF_GATEWAY
NETSTAT: Final = ("netstat", "-rn")  # of every other system
PATIENCE: Final = 3.0
"""Seconds for it."""
MOST: Final = 256
"""Lines of it that are read."""


@frozen
class Gateway:
    """router: its address on our network. own: ours there."""

    router: str
    own: str


async def find_gateway() -> Gateway | None:
    """The router of the default route; None without one, or if we are on the internet ourselves."""
    if sys.platform == "linux":
        router = _of_linux(_lines(ROUTES))
    else:
        router = _of_netstat(await _netstat())
    if not router or not _is_near(router):
        return None
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
        asks.connect((router, 9))  # sends nothing
        own = str(asks.getsockname()[0])
        return Gateway(router, own) if _is_near(own) else None
    return None


def _is_near(host: str) -> bool:
    """Return True for an address of a network behind a router."""
    address = ipaddress.IPv4Address(host)
    return not (address.is_global or address.is_loopback or address.is_multicast)


def _lines(path: Path) -> list[str]:
    with suppress(OSError):
        return path.read_text(encoding="ascii", errors="replace").splitlines()[:MOST]
    return []


def _of_linux(lines: Iterable[str]) -> str:
    """The gateway with the lowest metric; "" for none."""
    found: list[tuple[int, str]] = []
    for line in lines:
        with suppress(ValueError, IndexError):
            _, to, gateway, flags, _, _, metric, mask, *_ = line.split()
            if int(to, 16) == int(mask, 16) == 0 and int(flags, 16) & UP_GATEWAY == UP_GATEWAY:
                number = socket.inet_ntoa(struct.pack("=I", int(gateway, 16)))
                found.append((int(metric), number))
    return min(found)[1] if found else ""


def _of_netstat(lines: Iterable[str]) -> str:
    """The first gateway of a default route, as macOS, the BSDs and Windows list it; "" for none."""
    for line in lines:
        to, *rest = line.split() or [""]
        if to in ("default", "0.0.0.0"):
            for word in rest:
                with suppress(ValueError):
                    if not ipaddress.IPv4Address(word).is_unspecified:
                        return word
    return ""


async def _netstat() -> list[str]:
    with trio.move_on_after(PATIENCE), suppress(OSError, subprocess.CalledProcessError):
        done = await trio.run_process(NETSTAT, capture_stdout=True, stderr=subprocess.DEVNULL)
        return done.stdout.decode("ascii", "replace").splitlines()[:MOST]
    return []
