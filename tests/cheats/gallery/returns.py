"""Deviations on a link that is reached again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Result
from owm_net.net import handshake
from owm_net.net.proof import terms_digest
from owm_net.net.streams import FramedStream
from owm_net.protocol.channel import ID_TAG, Role
from owm_net.protocol.entries import Step
from owm_net.session.match import Match
from tests.cheats.gallery.doors import Forger, a_hail, enter
from tests.cheats.gallery.hostile import identity
from tests.cheats.gallery.registry import add
from tests.cheats.gallery.wires import RECORD


@frozen
class Overheard:
    """A stranger's knowledge of a match, and more: seat 1's log, the key that all seats share, and
    seat 1's messages on an earlier link, frame by frame as they went over the wire.

    elsewhere: signs as seat 1 does in another match, by its own free will.
    """

    match: Match
    key: bytes
    said: list[bytes]
    elsewhere: Callable[[bytes], bytes]

    def link(self) -> bytes:
        """A LINK that claims to be of seat 1."""
        terms = terms_digest(self.match.terms.encode())
        return handshake.LINK + self.match.match_id + terms + b"\1"


_BACK = a_hail(Role.RETURNING)
_BYE = handshake.BYE + b"I give up"


def returns(name: str, tries: str) -> Callable[..., Any]:
    """Register a deviation of a stranger who comes before seat 1 does when a link was lost."""
    return lambda function: add(
        name, tries, "link reached again", "harmless", "", function, function, wire=True, seats=2
    )


def _comes(name: str, tries: str, *messages: bytes) -> None:
    @returns(name, tries)
    async def _(link: FramedStream, seen: Overheard) -> None:
        for message in messages:
            await link.send(message)


_comes("link-stranger-bye", "says goodbye for seat 1", _BACK, _BYE)
_comes(
    "link-stranger-state",
    "says that the states differ",
    _BACK,
    handshake.STATE + bytes(8) + codec.encode(Result((Seat(1),), (), "")),
)
_comes(
    "link-stranger-done",
    "goes on with the match, and is done",
    _BACK,
    handshake.resume(bytes(32), Step(0)),
    handshake.CAUGHT_UP,
    handshake.DONE,
)
_comes("link-stranger-record", "sends a record of noise", _BACK, RECORD + bytes(300))
_comes("link-stranger-garbage", "speaks another language", b"GET / HTTP/1.1")
_comes("link-stranger-silent", "greets and says nothing more", _BACK)
_comes("link-newcomer", "wants to join a new match", a_hail(Role.GUEST))


async def _claims(
    link: FramedStream, seen: Overheard, key: Any, secret: bytes | None = None
) -> None:
    """Open the channel, claim the seat and say goodbye."""
    await enter(link, Role.RETURNING, secret or seen.key, key)
    await link.send(seen.link())
    await link.send(_BYE)


def _as_seat_1(seen: Overheard, sign: Callable[[bytes], bytes]) -> Forger:
    return Forger(seen.match.identities[1], sign)


@returns("link-without-the-key", "is seat 1, but does not have the key of the match")
async def _(link: FramedStream, seen: Overheard) -> None:
    await _claims(link, seen, identity(1), bytes(32))


@returns("link-unproved", "claims to be seat 1, with a signature of zeros")
async def _(link: FramedStream, seen: Overheard) -> None:
    await _claims(link, seen, _as_seat_1(seen, lambda what: bytes(64)))


@returns("link-own-key", "proves that it has a key of its own")
async def _(link: FramedStream, seen: Overheard) -> None:
    await _claims(link, seen, Ed25519PrivateKey.generate())


@returns("link-own-key-claimed", "claims to be seat 1, and signs with a key of its own")
async def _(link: FramedStream, seen: Overheard) -> None:
    await _claims(link, seen, _as_seat_1(seen, Ed25519PrivateKey.generate().sign))


@returns("link-proof-replayed", "says again what seat 1 has said on an earlier link")
async def _(link: FramedStream, seen: Overheard) -> None:
    for frame in seen.said:
        await link.send(frame)


@returns("link-proof-of-another-channel", "shows what seat 1 has signed for another channel")
async def _(link: FramedStream, seen: Overheard) -> None:
    def sign(what: bytes) -> bytes:
        at = len(ID_TAG) + 5
        return seen.elsewhere(what[:at] + bytes(64) + what[at + 64 :])

    await _claims(link, seen, _as_seat_1(seen, sign))


@returns("link-proof-of-the-other-end", "shows what seat 1 has signed as the other end")
async def _(link: FramedStream, seen: Overheard) -> None:
    def sign(what: bytes) -> bytes:
        at = len(ID_TAG) + 4
        return seen.elsewhere(what[:at] + (b"B" if what[at] == ord("A") else b"A") + what[at + 1 :])

    await _claims(link, seen, _as_seat_1(seen, sign))


@returns("link-reflected", "says back what is said to it")
async def _(link: FramedStream, seen: Overheard) -> None:
    async for message in link:
        await link.send(message)
