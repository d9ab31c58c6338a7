"""Transcripts and contexts: what every challenge and every hash of the protocol is bound to.

A proof is useless outside the match, seat, deck and step it was made for, because its context is
the first thing in its transcript; and every element of the statement is appended before the
challenge that depends on it (otherwise: "frozen heart").
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from typing import Final

import attrs

from owm_net.protocol import group
from owm_net.protocol.errors import LocalProtocolError

CONTEXT_TAG: Final = b"owm/ctx/v1"
MATCH_TAG: Final = b"owm/match/v1"


def len4(data: bytes) -> bytes:
    """The length of data as 4 bytes, big-endian."""
    return len(data).to_bytes(4, "big")


def u32(number: int) -> bytes:
    """A number below 2^32 as 4 bytes, big-endian. Raises LocalProtocolError beyond."""
    return _unsigned(number, 4)


def u64(number: int) -> bytes:
    """A number below 2^64 as 8 bytes, big-endian. Raises LocalProtocolError beyond."""
    return _unsigned(number, 8)


def field(data: bytes) -> bytes:
    """data after its length: 4 + len(data) bytes."""
    return len4(data) + data


@attrs.frozen
class ProofContext:
    """Where a proof belongs. Its encoding is the first thing in the proof's transcript.

    match_id, terms: 32 bytes each (terms is the hash of rules, data and deck). identities: the
    identity keys of all seats in seat order, 32 bytes each, all different. seat: the prover's.
    purpose: "keys", "shuffle", "share", "dice", ... deck, step: which deck, and which step on it.
    prev: the hash of the log entry before, 32 bytes, or nothing for openings, which may cross with
    other entries. about: what else the proof is about; for openings `about_opening(event,
    indexes)`. Algorithm 4 of docs/deck.md.
    """

    match_id: bytes
    terms: bytes
    identities: tuple[bytes, ...]
    seat: int
    purpose: str
    deck: int = 0
    step: int = 0
    prev: bytes = b""
    about: bytes = b""
    suite: str = group.SUITE

    def __attrs_post_init__(self) -> None:
        for name in ("match_id", "terms"):
            if len(getattr(self, name)) != 32:
                raise LocalProtocolError(f"context: {name} must be 32 bytes")
        if any(len(key) != 32 for key in self.identities):
            raise LocalProtocolError("context: an identity key must be 32 bytes")
        if len(set(self.identities)) != len(self.identities):
            raise LocalProtocolError("context: two seats have the same identity key")
        if not 0 <= self.seat < len(self.identities):
            raise LocalProtocolError(f"context: there is no seat {self.seat}")
        if len(self.prev) not in (0, 32):
            raise LocalProtocolError("context: prev must be 32 bytes, or nothing")
        if not (self.purpose.isascii() and self.suite.isascii()):
            raise LocalProtocolError("context: purpose and suite must be ASCII")

    def encode(self) -> bytes:
        """The canonical bytes: equal only for equal contexts. Algorithm 4 of docs/deck.md."""
        return b"".join(
            (
                field(CONTEXT_TAG),
                field(self.suite.encode()),
                field(self.match_id),
                field(self.terms),
                u32(len(self.identities)),
                *(field(key) for key in self.identities),
                u32(self.seat),
                field(self.purpose.encode()),
                u32(self.deck),
                u64(self.step),
                field(self.prev),
                field(self.about),
            )
        )


def match_id(hellos: Sequence[bytes]) -> bytes:
    """The 32 bytes that name a match, from the HELLO bodies of all seats in seat order.

    Each seat puts 32 fresh random bytes into its HELLO, so no two matches share one. Algorithm 4
    of docs/deck.md.
    """
    data = MATCH_TAG + b"".join(field(hello) for hello in hellos)
    return hashlib.sha512(data).digest()[:32]


def about_opening(event: int, indexes: Sequence[int]) -> bytes:
    """Return what an opening binds instead of `prev`: the event that demands it, and the places.

    8 + 4 + 4n bytes. Raises LocalProtocolError for an index named twice. Algorithm 4 of
    docs/deck.md.
    """
    if len(set(indexes)) != len(indexes):
        raise LocalProtocolError("an opening names one index twice")
    return u64(event) + u32(len(indexes)) + b"".join(u32(index) for index in indexes)


class Transcript:
    """A running SHA-512 over labelled fields; challenges are drawn from it and go back into it.

    dst: the domain string of this kind of proof. ctx: `ProofContext.encode()`. Algorithm 3 of
    docs/deck.md.
    """

    def __init__(self, dst: bytes, ctx: bytes) -> None:
        self._hash = hashlib.sha512()
        self.append(b"dst", dst)
        self.append(b"ctx", ctx)

    def append(self, label: bytes, data: bytes) -> None:
        """Absorb len4(label) || label || len4(data) || data."""
        size, length = len(label).to_bytes(4, "big"), len(data).to_bytes(4, "big")
        self._hash.update(size + label + length + data)

    def state(self) -> bytes:
        """Return 64 bytes that depend on everything appended so far. For hedging nonces, not a
        challenge."""
        return self._hash.copy().digest()

    def challenge(self, label: bytes) -> bytes:
        """64 bytes that depend on everything appended so far."""
        self.append(b"challenge", label)
        digest = self._hash.copy().digest()
        self.append(b"result", digest)
        return digest

    def challenge_scalar(self, label: bytes) -> bytes:
        """`challenge` as a little-endian integer mod ORDER, 32 bytes."""
        return group.scalar_from_hash(self.challenge(label))

    def small_challenges(self, label: bytes, count: int) -> list[int]:
        """count challenges of 128 bits, the top bit set, numbered from 1, of one `challenge`."""
        seed = self.challenge(label)
        return [
            int.from_bytes(hashlib.sha512(seed + u32(j)).digest()[:16], "little") | 1 << 127
            for j in range(1, count + 1)
        ]


def hedged_nonce(
    secret: bytes, transcript: Transcript, entropy: group.Entropy, *, tag: bytes = b"owm/nonce"
) -> bytes:
    """A one-time scalar from the secret, the transcript so far and 32 random bytes.

    Two different transcripts never get the same nonce, even from a restored save or a broken random
    source; the same transcript twice is harmless. Algorithm 3 of docs/deck.md.
    """
    fresh = entropy(32)
    if len(fresh) != 32:
        raise LocalProtocolError(f"entropy(32) returned {len(fresh)} bytes")
    return group.scalar_from_hash(
        hashlib.sha512(tag + secret + transcript.state() + fresh).digest()
    )


def hedged_stream(secret: bytes, ctx: bytes, about: bytes, entropy: group.Entropy) -> group.Entropy:
    """Random bytes for one use: a source seeded by the secret, the use, and 32 random bytes.

    ctx: `ProofContext.encode()` of the result. about: every input that ctx does not bind. Two
    different uses get unrelated bytes, even from a restored copy or a broken random source; the
    same use twice makes the same thing, which is harmless. Algorithm 3 of docs/deck.md.
    """
    fresh = entropy(32)
    if len(fresh) != 32:
        raise LocalProtocolError(f"entropy(32) returned {len(fresh)} bytes")
    seed = hashlib.sha512(b"owm/random" + secret + field(ctx) + field(about) + fresh).digest()
    calls = itertools.count()
    return lambda n: hashlib.shake_256(seed + u64(next(calls))).digest(n)


def _unsigned(number: int, size: int) -> bytes:
    try:
        return number.to_bytes(size, "big")
    except OverflowError:
        raise LocalProtocolError(f"{number} does not fit {size} bytes") from None
