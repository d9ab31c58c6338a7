"""Deviations before the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from owm_net.net import handshake
from owm_net.net.handshake import Role
from owm_net.net.proof import terms_digest
from owm_net.net.streams import FramedStream
from owm_net.session import terms
from tests.cheats.gallery.registry import SYSTEM, add

Door = Callable[[FramedStream], Awaitable[None]]


def door(name: str, tries: str, role: str, words: str) -> Callable[[Door], Door]:
    """Register a deviation before the match. role: who is honest, "host" or "guest"."""
    return lambda function: add(
        name, tries, f"door of a {role}", "nobody", words, function, function, wire=True, seats=2
    )


def _knocks(name: str, tries: str, role: str, words: str, *messages: bytes) -> None:
    @door(name, tries, role, words)
    async def _(link: FramedStream) -> None:
        for message in messages:
            await link.send(message)


def greeting(role: Role) -> bytes:
    return handshake.GREET + bytes([handshake.WIRE_VERSION, role.value]) + b"owm-net"


GREET, _HOSTS = greeting(Role.GUEST), greeting(Role.HOST)
_TERMS = terms.propose(SYSTEM, SYSTEM.default_setup(), 0)


def _offer(seat: int = 1, **changes: Any) -> bytes:
    return handshake.OFFER + bytes([seat]) + _TERMS.with_(**changes).encode()


_COLOURS = "\x1b[2J\r\nyou won\a"
_knocks("door-stranger", "speaks another language", "host", "no greeting", b"GET / HTTP/1.1")
_knocks(
    "door-other-wire",
    "speaks another wire version, in colours",
    "host",
    "version 99",
    handshake.GREET + b"\x63" + _COLOURS.encode(),
)
_knocks(
    "door-refuses-in-colours",
    "refuses with commands for the terminal",
    "host",
    "does not play",
    GREET,
    handshake.REFUSE + _COLOURS.encode() * 99,
)
_knocks(
    "door-neither",
    "neither accepts nor refuses",
    "host",
    "neither accepts nor refuses",
    GREET,
    handshake.DONE,
)
_knocks("door-no-terms", "offers nothing", "guest", "offers no terms", _HOSTS, handshake.OFFER)
_knocks(
    "door-long-terms",
    "offers a megabyte of terms",
    "guest",
    "too long to be real",
    _HOSTS,
    handshake.OFFER + b"\1" + b"\x81" * ((1 << 20) - 2),
)
_knocks(
    "door-nested-terms",
    "offers terms nested 4000 deep",
    "guest",
    "cannot be read",
    _HOSTS,
    handshake.OFFER + b"\1" + b"\x81" * 4000,
)
_knocks(
    "door-other-rules",
    "offers another version of the rules, in colours",
    "guest",
    "the rules of skeleton",
    _HOSTS,
    _offer(version=_COLOURS),
)
_knocks(
    "door-other-suite",
    "offers another suite, in colours",
    "guest",
    "the match uses protocol",
    _HOSTS,
    _offer(suite=_COLOURS),
)
_knocks(
    "door-other-mission",
    "offers a mission that does not exist, in colours",
    "guest",
    "has no mission",
    _HOSTS,
    _offer(setup=_TERMS.setup.with_(mission=_COLOURS)),
)
_knocks(
    "door-other-option",
    "offers an option that does not exist, in colours",
    "guest",
    "has no option",
    _HOSTS,
    _offer(setup=_TERMS.setup.with_(switches=((_COLOURS, _COLOURS),))),
)
_knocks(
    "door-many-seats",
    "offers a match for 9",
    "guest",
    "2 to 4 seats",
    _HOSTS,
    _offer(setup=_TERMS.setup.with_(seats=9)),
)
_knocks("door-no-such-seat", "offers seat 2 of 2", "guest", "it offers seat 2", _HOSTS, _offer(2))
_knocks("door-another-host", "is a host too", "host", "is the host of a new match", _HOSTS)
_knocks("door-another-guest", "is a guest too", "guest", "wants to join a new match", GREET)
_knocks(
    "door-no-proof",
    "takes a seat without a proof of who it is",
    "host",
    "does not say who it is",
    GREET,
    handshake.ACCEPT,
    handshake.RECORD + b"?",
)
_knocks(
    "door-garbled-proof",
    "proves nothing",
    "host",
    "its identity is no key",
    GREET,
    handshake.ACCEPT,
    handshake.LINK + bytes(32) + terms_digest(_TERMS.encode()) + b"\1" + bytes(64),
)
_knocks(
    "door-other-terms",
    "proves who it is for other terms",
    "host",
    "it is in another match",
    GREET,
    handshake.ACCEPT,
    handshake.LINK + bytes(129),
)
_knocks("door-our-seat", "offers its own seat", "guest", "it offers seat 0", _HOSTS, _offer(0))


@door("door-silent", "says nothing at all", "host", "it says nothing")
async def _(link: FramedStream) -> None:
    return
