"""Deviations before the match."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any, Self

from attrs import frozen

from owm_net.engine.ids import Seat
from owm_net.net import handshake
from owm_net.net.secure import open_channel
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import HAIL, MAX_MESSAGE, Channel, Role
from owm_net.protocol.codes import Code, Invitation
from owm_net.session import terms
from owm_net.session.match import Own
from tests.cheats.gallery.hostile import identity
from tests.cheats.gallery.registry import SYSTEM, TORSION, add
from tests.net.codes import code

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


def _comes_in(name: str, tries: str, role: str, words: str, *messages: bytes) -> None:
    """The same by one who has the code."""

    @door(name, tries, role, words)
    async def _(link: FramedStream) -> None:
        await enter(link, Role.GUEST if role == "host" else Role.HOST)
        for message in messages:
            await link.send(message)


async def enter(
    link: FramedStream, role: Role, secret: Invitation | bytes | None = None, key: Any = None
) -> None:
    """Open the channel: by the code, and with a key of our own, if nothing else is given."""
    own = Own(Seat(1), "Eve", key or identity(3), os.urandom)
    await open_channel(link, role, secret or code(), own, "owm-net")


def a_hail(role: Role) -> bytes:
    """Of somebody who has neither the code nor the key."""
    wrong = bytes(32) if role is Role.RETURNING else Code("7", "apple-apple-apple")
    return Channel(role, wrong, identity(3), "Eve", "owm-net", os.urandom).hail


@frozen
class Forger:
    """Shows an identity that is not its own."""

    shown: bytes
    sign: Callable[[bytes], bytes]

    def public_key(self) -> Self:
        return self

    def public_bytes(self, *_: object) -> bytes:
        return self.shown

    def private_bytes_raw(self) -> bytes:
        return bytes(32)


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
    HAIL + b"\x63\0" + _COLOURS.encode(),
)
_comes_in(
    "door-refuses-in-colours",
    "refuses with commands for the terminal",
    "host",
    "does not play",
    handshake.REFUSE + _COLOURS.encode() * 99,
)
_comes_in(
    "door-neither",
    "neither accepts nor refuses",
    "host",
    "neither accepts nor refuses",
    handshake.DONE,
)
_comes_in("door-no-terms", "offers nothing", "guest", "offers no terms", handshake.OFFER)
_comes_in(
    "door-long-terms",
    "offers a megabyte of terms",
    "guest",
    "too long to be real",
    handshake.OFFER + b"\1" + b"\x81" * (MAX_MESSAGE - 2),
)
_comes_in(
    "door-nested-terms",
    "offers terms nested 4000 deep",
    "guest",
    "cannot be read",
    handshake.OFFER + b"\1" + b"\x81" * 4000,
)
_comes_in(
    "door-other-rules",
    "offers another version of the rules, in colours",
    "guest",
    "the rules of skeleton",
    _offer(version=_COLOURS),
)
_comes_in(
    "door-other-suite",
    "offers another suite, in colours",
    "guest",
    "the match uses protocol",
    _offer(suite=_COLOURS),
)
_comes_in(
    "door-other-mission",
    "offers a mission that does not exist, in colours",
    "guest",
    "has no mission",
    _offer(setup=_TERMS.setup.with_(mission=_COLOURS)),
)
_comes_in(
    "door-other-option",
    "offers an option that does not exist, in colours",
    "guest",
    "has no option",
    _offer(setup=_TERMS.setup.with_(switches=((_COLOURS, _COLOURS),))),
)
_comes_in(
    "door-many-seats",
    "offers a match for 9",
    "guest",
    "2 to 4 seats",
    _offer(setup=_TERMS.setup.with_(seats=9)),
)
_comes_in("door-no-such-seat", "offers seat 2 of 2", "guest", "it offers seat 3", _offer(2))
_knocks(
    "door-another-host",
    "is a host too",
    "host",
    "is the host of a new match",
    a_hail(Role.HOST),
)
_knocks(
    "door-another-guest",
    "is a guest too",
    "guest",
    "wants to join a new match",
    a_hail(Role.GUEST),
)


@door("door-other-code", "has another code", "host", "it has another code")
async def _(link: FramedStream) -> None:
    await enter(link, Role.GUEST, Invitation(Code("7", "apple-apple-apple")))


@door("door-other-code-host", "waits for somebody with another code", "guest", "it is mistyped")
async def _(link: FramedStream) -> None:
    await enter(link, Role.HOST, Invitation(Code("7", "apple-apple-apple")))


@door("door-garbled-proof", "shows a key for which anybody can sign", "host", "does not prove")
async def _(link: FramedStream) -> None:
    await enter(link, Role.GUEST, key=Forger(TORSION, lambda what: bytes(64)))


@door("door-key-of-another", "shows somebody else's key", "host", "does not prove")
async def _(link: FramedStream) -> None:
    shown = identity(1).public_key().public_bytes_raw()
    await enter(link, Role.GUEST, key=Forger(shown, identity(3).sign))


_comes_in(
    "door-no-proof",
    "takes a seat without a proof of who it is",
    "host",
    "does not say who it is",
    handshake.ACCEPT,
    handshake.RECORD + b"?",
)
_comes_in(
    "door-other-terms",
    "proves who it is for other terms",
    "host",
    "it is in another match",
    handshake.ACCEPT,
    handshake.LINK + bytes(65),
)
_comes_in("door-our-seat", "offers its own seat", "guest", "it offers seat 1", _offer(0))


@door("door-silent", "says nothing at all", "host", "it says nothing")
async def _(link: FramedStream) -> None:
    return
