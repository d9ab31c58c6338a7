"""The proof which seat is at the other end of a link: both sides state it on the open channel
(docs/wire.md, LINK).

The channel has proved an identity. Here each side claims a seat of a match with it, and the other
checks that the seat is that identity's, before anything else counts.
"""

from __future__ import annotations

import hashlib
from typing import Final

from attrs import define, field

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.net.errors import NetError
from owm_net.net.handshake import LINK, REFUSE, PeerRefused, text_of
from owm_net.net.secure import next_message
from owm_net.net.streams import FramedStream, Proved
from owm_net.session.match import Match, Own

OLD_KEY_TAG: Final = b"owm/resume-key/v0"
KEY_BYTES: Final = 32
UNKNOWN: Final = bytes(32)
_LINK_BYTES: Final = 1 + 32 + 32 + 1


class NotProved(NetError):
    """Whoever is at the other end has not shown that it is who it should be."""


@define
class Papers:
    """The papers a seat needs to show its identity, and to check others.

    terms: digest of the match's terms, 32 bytes. match: once there is one. known: identities by
    seat, of those who have proved them. key: which all seats of the match have, 32 bytes; b"" of a
    match that was begun when there was none.
    """

    own: Own
    terms: bytes
    seats: int
    match: Match | None = None
    known: dict[Seat, bytes] = field(factory=dict)
    key: bytes = field(default=b"", repr=False)

    @property
    def match_id(self) -> bytes:
        """32 bytes; zeros until all HELLOs are there."""
        return self.match.match_id if self.match is not None else UNKNOWN

    @property
    def resume_key(self) -> bytes:
        """With which a channel is opened again. In an old match it is no secret to anyone who has a
        log, so there an identity counts only if its HELLO is known."""
        return self.key or hashlib.sha256(OLD_KEY_TAG + self.terms).digest()

    def new_key(self) -> bytes:
        """One for a match that is about to begin."""
        return self.own.random(b"owm/resume-key", self.terms)(KEY_BYTES)

    def name(self, seat: Seat) -> str:
        """Return the name a seat gives itself; "" until its HELLO."""
        return self.match.names[seat] if self.match is not None else ""

    def shown(self, seat: Seat) -> bytes:
        """The identity in a seat's HELLO; b"" until that."""
        return self.match.identities[seat] if self.match is not None else b""

    def identity(self, seat: Seat) -> bytes:
        """The identity that a seat must prove; b"" if it may show any."""
        return self.shown(seat) or self.known.get(seat, b"")


def papers_of(match: Match, key: bytes = b"") -> Papers:
    """For a match that is under way."""
    assert match.own is not None
    return Papers(match.own, terms_digest(match.terms.encode()), match.seats, match, key=key)


def terms_digest(terms: bytes) -> bytes:
    """SHA-256 of the terms as offered."""
    return hashlib.sha256(terms).digest()


async def prove(
    link: FramedStream, papers: Papers, seat: Seat | None = None, *, listens_first: bool = False
) -> Proved:
    """Say which seat of which match we are, and have the other side do so, on an open channel.

    seat: the one that must be there; None for any other. listens_first: say ours when theirs has
    come; so a guest does, and whoever has its LINK knows that all came to it that was said before.
    Raises NetError. The identity is noted in `papers` and on the link.
    """
    assert link.who is not None
    identity = link.who.identity
    if identity == papers.own.public():
        raise _stranger(
            link, say("it shows our own identity: two players of one machine need an OWM_HOME each")
        )
    ours = LINK + papers.match_id + papers.terms + bytes([papers.own.seat])
    if not listens_first:
        await link.send(ours)
    there = _check(link, papers, await _claim(link), seat, identity)
    if listens_first:
        await link.send(ours)
    papers.known[Seat(there)] = identity
    link.proved = Proved(Seat(there), identity, link.room, papers.key)
    return link.proved


def _check(
    link: FramedStream, papers: Papers, theirs: bytes, seat: Seat | None, identity: bytes
) -> int:
    """The seat that a LINK claims. Raises NotProved."""
    match_id, terms, there = theirs[1:33], theirs[33:65], theirs[65]
    if terms != papers.terms or (
        match_id != papers.match_id and UNKNOWN not in (match_id, papers.match_id)
    ):
        raise _stranger(link, say("it is in another match"))
    if there == papers.own.seat or there >= papers.seats or seat not in (None, there):
        raise _stranger(link, say("it comes for seat {there}", there=there + 1))
    must_be = papers.identity(Seat(there))
    if papers.match is not None and not (must_be or papers.key):
        raise _stranger(link, say("the match had not begun, and was of an older owm_net"))
    if must_be not in (b"", identity):
        raise _stranger(link, say("it is not the player of seat {there}", there=there + 1))
    return there


async def _claim(link: FramedStream) -> bytes:
    said = await next_message(link, say("which seat it has"))
    if said[:1] == REFUSE:
        raise PeerRefused(
            say("{peer} does not play", peer=link.peer), text_of(said), say("start again")
        )
    if said[:1] != LINK or len(said) != _LINK_BYTES:
        raise _stranger(link, say("it does not say who it is"))
    return said


def _stranger(link: FramedStream, why: str) -> NotProved:
    return NotProved(
        say("no match with {peer}", peer=link.peer), why, say("start again on both sides")
    )
