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
from owm_net.net.handshake import Role
from owm_net.net.proof import LINK_TAG, terms_digest
from owm_net.net.streams import FramedStream
from owm_net.session.match import Match
from tests.cheats.gallery.doors import GREET, greeting
from tests.cheats.gallery.registry import add
from tests.cheats.gallery.wires import RECORD


@frozen
class Overheard:
    """What a stranger may know of a match: all that was said, and seat 1's proofs elsewhere.

    said: LINK and PROOF of seat 1 on an earlier link. elsewhere: signs as seat 1 does in another
    match, by its own free will.
    """

    match: Match
    said: list[bytes]
    elsewhere: Callable[[bytes], bytes]

    def link(self, **changes: bytes) -> bytes:
        """A LINK that claims to be of seat 1."""
        parts = {
            "match_id": self.match.match_id,
            "terms": terms_digest(self.match.terms.encode()),
            "seat": b"\1",
            "identity": self.match.identities[1],
            "nonce": bytes(32),
        }
        return handshake.LINK + b"".join({**parts, **changes}.values())


_BACK = greeting(Role.RETURNING)
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
    handshake.resume(bytes(32), 0),
    handshake.CAUGHT_UP,
    handshake.DONE,
)
_comes("link-stranger-record", "sends a record of noise", _BACK, RECORD + bytes(300))
_comes("link-stranger-garbage", "speaks another language", b"GET / HTTP/1.1")
_comes("link-stranger-silent", "greets and says nothing more", _BACK)
_comes("link-newcomer", "wants to join a new match", GREET)


async def _prove(link: FramedStream, claim: bytes, sign: Callable[[bytes, bytes], bytes]) -> None:
    """Greet, claim, sign what came in answer, and say goodbye."""
    await link.send(_BACK)
    await link.send(claim)
    await link.receive()  # their greeting
    theirs = await link.receive() or b""
    await link.send(handshake.PROOF + sign(claim, theirs))
    await link.send(_BYE)


@returns("link-unproved", "claims to be seat 1, with a signature of zeros")
async def _(link: FramedStream, seen: Overheard) -> None:
    await _prove(link, seen.link(), lambda ours, theirs: bytes(64))


@returns("link-own-key", "proves that it has a key of its own")
async def _(link: FramedStream, seen: Overheard) -> None:
    key = Ed25519PrivateKey.generate()
    await _prove(
        link,
        seen.link(identity=key.public_key().public_bytes_raw()),
        lambda ours, theirs: key.sign(LINK_TAG + b"\1" + theirs + ours),
    )


@returns("link-own-key-claimed", "claims to be seat 1, and signs with a key of its own")
async def _(link: FramedStream, seen: Overheard) -> None:
    key = Ed25519PrivateKey.generate()
    await _prove(link, seen.link(), lambda ours, theirs: key.sign(LINK_TAG + b"\1" + theirs + ours))


@returns("link-proof-replayed", "says again what seat 1 has said on an earlier link")
async def _(link: FramedStream, seen: Overheard) -> None:
    for message in (_BACK, *seen.said, _BYE):
        await link.send(message)


@returns("link-proof-of-another-match", "shows what seat 1 has signed for a link of another match")
async def _(link: FramedStream, seen: Overheard) -> None:
    there = seen.link(match_id=b"\7" * 32)
    await _prove(link, seen.link(), lambda ours, theirs: seen.elsewhere(b"\1" + theirs + there))


@returns("link-proof-of-another-seat", "shows what seat 1 has signed as another seat")
async def _(link: FramedStream, seen: Overheard) -> None:
    await _prove(link, seen.link(), lambda ours, theirs: seen.elsewhere(b"\2" + theirs + ours))


@returns("link-reflected", "says back what is said to it")
async def _(link: FramedStream, seen: Overheard) -> None:
    async for message in link:
        await link.send(message)
