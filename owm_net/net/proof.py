"""Who is at the other end of a link: each side signs a challenge of the other (docs/wire.md, LINK).

Records are signed one by one, but goodbyes and the talk about where everybody is are not. So both
sides prove on every new connection that they hold the identity of their seat, before anything else
counts. The proof says who speaks first, not who speaks later: the link is not encrypted yet.
"""

from __future__ import annotations

import hashlib
from typing import Final

from attrs import define, field
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from owm_net.net.errors import NetError
from owm_net.net.handshake import LINK, PROOF, REFUSE, PeerRefused, next_message, text_of
from owm_net.net.streams import FramedStream, Proved
from owm_net.protocol import group
from owm_net.protocol.errors import BadEncoding
from owm_net.session.match import Match, Own

LINK_TAG: Final = b"owm/link/v1"
ROOM_TAG: Final = b"owm/room/v1"
UNKNOWN: Final = bytes(32)
_LINK_BYTES: Final = 1 + 32 + 32 + 1 + 32 + 32


class NotProved(NetError):
    """Whoever is at the other end has not shown that it is who it should be."""


@define
class Papers:
    """What a seat needs to prove itself, and to check others.

    terms: digest of the match's terms, 32 bytes. match: once there is one. known: identities by
    seat, of those who have proved them.
    """

    own: Own
    terms: bytes
    seats: int
    match: Match | None = None
    known: dict[int, bytes] = field(factory=dict)

    @property
    def match_id(self) -> bytes:
        """32 bytes; zeros until all HELLOs are there."""
        return self.match.match_id if self.match is not None else UNKNOWN

    def name(self, seat: int) -> str:
        """What a seat calls itself; "" until its HELLO."""
        return self.match.names[seat] if self.match is not None else ""

    def identity(self, seat: int) -> bytes:
        """The identity that a seat must prove; b"" if it may show any."""
        shown = self.match.identities[seat] if self.match is not None else b""
        return shown or self.known.get(seat, b"")


def papers_of(match: Match) -> Papers:
    """For a match that is under way."""
    assert match.own is not None
    return Papers(match.own, terms_digest(match.terms.encode()), match.seats, match)


def terms_digest(terms: bytes) -> bytes:
    """SHA-256 of the terms as offered."""
    return hashlib.sha256(terms).digest()


async def prove(link: FramedStream, papers: Papers, seat: int | None = None) -> Proved:
    """Prove who we are, and have the other side do so.

    seat: the one that must be there; None for any other. Raises NetError. Whoever proved itself
    is noted in `papers` and on the link.
    """
    own = papers.own
    ours = _link(papers.match_id, papers.terms, own.seat, own.public(), own.entropy(32))
    await link.send(ours)
    theirs = await _expect(link, LINK, _LINK_BYTES)
    there, identity = _check(link, papers, theirs, seat)
    low, high = (ours, theirs) if own.seat < there else (theirs, ours)
    await link.send(PROOF + own.identity.sign(LINK_TAG + bytes([own.seat]) + low + high))
    proof = await _expect(link, PROOF, 65)
    try:
        Ed25519PublicKey.from_public_bytes(identity).verify(
            proof[1:], LINK_TAG + bytes([there]) + low + high
        )
    except (InvalidSignature, ValueError):
        raise _stranger(link, f"it does not prove to be seat {there}") from None
    papers.known[there] = identity
    room = "m-" + hashlib.sha256(ROOM_TAG + low + high).hexdigest()[:40]
    link.proved = Proved(there, identity, room)
    return link.proved


def _link(match_id: bytes, terms: bytes, seat: int, identity: bytes, nonce: bytes) -> bytes:
    return LINK + match_id + terms + bytes([seat]) + identity + nonce


def _check(
    link: FramedStream, papers: Papers, theirs: bytes, seat: int | None
) -> tuple[int, bytes]:
    """The seat and identity that a LINK claims. Raises NotProved."""
    match_id, terms, there = theirs[1:33], theirs[33:65], theirs[65]
    identity = theirs[66:98]
    if terms != papers.terms or (
        match_id != papers.match_id and UNKNOWN not in (match_id, papers.match_id)
    ):
        raise _stranger(link, "it is in another match")
    if there == papers.own.seat or there >= papers.seats or seat not in (None, there):
        raise _stranger(link, f"it comes for seat {there}")
    try:
        group.decode_point(identity)
    except BadEncoding:
        raise _stranger(link, "its identity is no key") from None  # anybody signs for some
    if identity == papers.own.public():
        raise _stranger(
            link, "it shows our own identity: two players of one machine need an OWM_HOME each"
        )
    if papers.identity(there) not in (b"", identity):
        raise _stranger(link, f"it is not who has seat {there}")
    return there, identity


async def _expect(link: FramedStream, kind: bytes, length: int) -> bytes:
    said = await next_message(link, "its proof of who it is")
    if said[:1] == REFUSE:
        raise PeerRefused(f"{link.peer} does not play", text_of(said), "start again")
    if said[:1] != kind or len(said) != length:
        raise _stranger(link, "it does not say who it is")
    return said


def _stranger(link: FramedStream, why: str) -> NotProved:
    return NotProved(f"no match with {link.peer}", why, "start again on both sides")
