"""Hidden simultaneous choices: everybody commits, then everybody opens.

A hash commitment, hiding because of a nonce of 32 random bytes and binding because SHA-512 cut to
32 bytes has no known collisions. The payload is padded to a fixed size so that its length tells
nothing.
"""

from __future__ import annotations

import hashlib
from typing import Final

from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes
from owm_net.protocol.fiat_shamir import field, u32
from owm_net.protocol.group import Entropy

CHOICE_TAG: Final = b"owm/choice/v1"
COMMITMENT_BYTES: Final = 32
NONCE_BYTES: Final = 32

_ALGORITHM = "deck.md Algorithm 15"


def commit(
    ctx: bytes, slot: int, payload: bytes, size: int, entropy: Entropy
) -> tuple[bytes, bytes]:
    """Commit to a payload of at most size bytes. Returns (commitment, opening).

    The commitment, 32 bytes, is published at once; the opening, 36 + size bytes, when all have
    committed.

    ctx: `ProofContext.encode()`, with the seat that commits. slot: which choice of this context.
    Opening: nonce || u32(length) || payload || zeros. Algorithm 15 of docs/deck.md.
    """
    if len(payload) > size:
        raise LocalProtocolError(f"a payload of {len(payload)} bytes does not fit {size}")
    nonce = entropy(NONCE_BYTES)
    if len(nonce) != NONCE_BYTES:
        raise LocalProtocolError(f"entropy({NONCE_BYTES}) returned {len(nonce)} bytes")
    opening = nonce + u32(len(payload)) + payload.ljust(size, b"\0")
    return _hash(ctx, slot, opening), opening


def check_opening(ctx: bytes, slot: int, size: int, commitment: bytes, opening: bytes) -> bytes:
    """The payload that was committed to, if opening is the one of this commitment.

    ctx, slot, size: the same as for `commit`. Raises MalformedBytes for a wrong length or padding,
    BadProof if the commitment is to something else. Algorithm 15 of docs/deck.md.
    """
    expected = NONCE_BYTES + 4 + size
    if len(commitment) != COMMITMENT_BYTES or len(opening) != expected:
        reason = f"a commitment is 32 bytes and its opening {expected} here"
        raise MalformedBytes(reason, algorithm=_ALGORITHM, evidence=(commitment, opening))
    if _hash(ctx, slot, opening) != commitment:
        raise BadProof(
            "opening does not match commitment",
            algorithm=_ALGORITHM,
            evidence=(ctx, commitment, opening),
        )
    length = int.from_bytes(opening[NONCE_BYTES : NONCE_BYTES + 4], "big")
    padded = opening[NONCE_BYTES + 4 :]
    if length > size or any(padded[length:]):
        reason = "opening is padded wrongly"
        raise MalformedBytes(reason, algorithm=_ALGORITHM, evidence=(commitment, opening))
    return padded[:length]


def _hash(ctx: bytes, slot: int, opening: bytes) -> bytes:
    data = CHOICE_TAG + field(ctx) + u32(slot) + opening
    return hashlib.sha512(data).digest()[:COMMITMENT_BYTES]
