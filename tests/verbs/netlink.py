"""Set up the network of the namespace in which this runs, as `ip` does, which a bare Debian lacks.

usage: netlink.py DO [WHAT ...] [, DO [WHAT ...] ...], where DO is one of
  wire NAME PID    a cable from here to the namespace of a process, called the same there
  own NAME ADDRESS/BITS
  up NAME, down NAME
  route ADDRESS    to everywhere, by this router
"""

from __future__ import annotations

import ipaddress
import os
import socket
import struct
import sys
from collections.abc import Callable

NEW_LINK, NEW_ADDRESS, NEW_ROUTE = 16, 20, 24
REQUEST, ACK, CREATE = 0x1, 0x4, 0x400
UP, NO_DAD = 0x1, 0x02
NAME, NAMESPACE, LINK_INFO, OF_FAMILY = 3, 19, 18, 26  # IFLA_...
KIND, DATA, PEER, ADDRESSES_MADE, BY_NOBODY = 1, 2, 1, 8, b"\x01"
LOCAL, ADDRESS, GATEWAY = 2, 1, 5


def attribute(kind: int, data: bytes) -> bytes:
    """One, padded to four bytes."""
    return struct.pack("HH", 4 + len(data), kind) + data + bytes(-len(data) % 4)


def ask(kind: int, body: bytes, flags: int = CREATE) -> None:
    """Have the system do it. Raises OSError."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as system:
        head = struct.pack("IHHII", 16 + len(body), kind, REQUEST | ACK | flags, 1, 0)
        system.send(head + body)
        [problem] = struct.unpack_from("i", system.recv(65536), 16)
    if problem:
        raise OSError(-problem, os.strerror(-problem))


def link(name: str, flags: int = 0, *, change: int = 0, index: int = 0) -> bytes:
    named = attribute(NAME, name.encode() + b"\0") if name else b""
    return struct.pack("BxHiII", socket.AF_UNSPEC, 0, index, flags, change) + named


def wire(name: str, pid: str) -> None:
    peer = attribute(PEER, link(name) + attribute(NAMESPACE, struct.pack("I", int(pid))))
    info = attribute(KIND, b"veth\0") + attribute(DATA, peer)
    ask(NEW_LINK, link(name) + attribute(LINK_INFO, info))


def up(name: str) -> None:
    """With no addresses but those that we give it: the system's own take seconds to be checked."""
    index = socket.if_nametoindex(name)
    if name != "lo":
        bare = attribute(socket.AF_INET6, attribute(ADDRESSES_MADE, BY_NOBODY))
        ask(NEW_LINK, link("", index=index) + attribute(OF_FAMILY, bare), 0)
    ask(NEW_LINK, link("", UP, change=UP, index=index), 0)


def down(name: str) -> None:
    ask(NEW_LINK, link("", change=UP, index=socket.if_nametoindex(name)), 0)


def own(name: str, what: str) -> None:
    at = ipaddress.ip_interface(what)
    family = socket.AF_INET if at.version == 4 else socket.AF_INET6
    flags = NO_DAD if at.version == 6 else 0
    head = struct.pack("BBBBI", family, at.network.prefixlen, flags, 0, socket.if_nametoindex(name))
    ask(NEW_ADDRESS, head + attribute(LOCAL, at.ip.packed) + attribute(ADDRESS, at.ip.packed))


def route(via: str) -> None:
    main, boot, unicast = 254, 3, 1
    head = struct.pack("BBBBBBBBI", socket.AF_INET, 0, 0, 0, main, boot, 0, unicast, 0)
    ask(NEW_ROUTE, head + attribute(GATEWAY, socket.inet_aton(via)))


COMMANDS: dict[str, Callable[..., None]] = {
    "wire": wire, "own": own, "up": up, "down": down, "route": route,
}  # fmt: skip

if __name__ == "__main__":
    for command in " ".join(sys.argv[1:]).split(","):
        do, *what = command.split()
        try:
            COMMANDS[do](*what)
        except OSError as error:
            sys.exit(f"{command.strip()}: {error.strerror}")
