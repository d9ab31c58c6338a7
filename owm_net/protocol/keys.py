"""The keys of one seat for one match, and the joint key of all seats.

Each public key comes with a Schnorr proof of knowledge, bound to match and seat; without it the
last seat could publish X = Z - X_1 ("rogue key") and hold the joint secret alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from owm_net.protocol import group
from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes
from owm_net.protocol.fiat_shamir import Transcript, hedged_nonce

KEYS_DST: Final = b"owm/mp/keys/v1"
KEYS_BYTES: Final = 3 * 96
SCHNORR_BYTES: Final = 64

_KEYS = "deck.md Algorithm 5"
_JOINT_KEY = "deck.md Algorithm 6"


@attrs.frozen(repr=False)
class SeatSecrets:
    """The secret scalars of a seat, 32 bytes each: x opens cards, y dice, e private messages.

    Fresh for each match, kept sealed beside the log, deleted when the match is closed.
    """

    x: bytes
    y: bytes
    e: bytes

    def __repr__(self) -> str:
        return "SeatSecrets(redacted)"

    def public(self) -> SeatKeys:
        return SeatKeys(group.mul_base(self.x), group.mul_base(self.y), group.mul_base(self.e))


@attrs.frozen
class SeatKeys:
    """The public keys of a seat, points of 32 bytes: X = xG for cards, Y = yG, E = eG."""

    X: bytes
    Y: bytes
    E: bytes


def make_keys(ctx: bytes, entropy: group.Entropy) -> tuple[SeatSecrets, bytes]:
    """Make the keys of a seat. Returns the secrets and the 288 bytes to publish.

    ctx: `ProofContext.encode()` of this seat. Body: (X, c, s), (Y, c, s), (E, c, s), each value 32
    bytes. Algorithm 5 of docs/deck.md.
    """
    secrets = SeatSecrets(*group.random_scalars(3, entropy))
    body = b""
    for name, secret in ((b"X", secrets.x), (b"Y", secrets.y), (b"E", secrets.e)):
        public = group.mul_base(secret)
        transcript = Transcript(KEYS_DST, ctx)
        transcript.append(b"key", name)
        body += public + prove_knowledge(transcript, secret, public, entropy)
    return secrets, body


def check_keys(ctx: bytes, body: bytes) -> SeatKeys:
    """Check the published keys of a seat and return them.

    ctx: the same as for `make_keys`, with the *publisher's* seat. Raises MalformedBytes unless body
    is 288 bytes of points and scalars; BadProof if one proof fails or two keys are equal.
    Algorithm 5 of docs/deck.md.
    """
    if len(body) != KEYS_BYTES:
        raise MalformedBytes(f"keys must be {KEYS_BYTES} bytes, not {len(body)}", algorithm=_KEYS)
    found = []
    for name, start in ((b"X", 0), (b"Y", 96), (b"E", 192)):
        public = group.decode_point(body[start : start + 32])
        transcript = Transcript(KEYS_DST, ctx)
        transcript.append(b"key", name)
        try:
            check_knowledge(transcript, public, body[start + 32 : start + 96])
        except BadProof as error:
            reason = f"no proof of knowledge for key {name.decode()}"
            raise BadProof(reason, algorithm=_KEYS, evidence=(body,)) from error
        found.append(public)
    if len(set(found)) != 3:
        raise BadProof("two keys of the seat are equal", algorithm=_KEYS, evidence=(body,))
    return SeatKeys(*found)


def joint_key(keys: Sequence[bytes]) -> bytes:
    """The sum of the X of all seats, 32 bytes: cards under it open only by all of them together.

    keys: every X, already accepted by `check_keys`. Raises BadProof if two are equal or the sum is
    the identity, MalformedBytes if one is no point. Algorithm 6 of docs/deck.md.
    """
    if not keys:
        raise LocalProtocolError("a joint key needs at least one key")
    for key in keys:
        group.decode_point(key)
    if len(set(keys)) != len(keys):
        raise BadProof("two seats have the same key", algorithm=_JOINT_KEY, evidence=tuple(keys))
    joint = group.total(keys)
    if joint == group.IDENTITY:
        raise BadProof("the keys cancel out", algorithm=_JOINT_KEY, evidence=tuple(keys))
    return joint


def prove_knowledge(
    transcript: Transcript, secret: bytes, public: bytes, entropy: group.Entropy
) -> bytes:
    """Schnorr proof, 64 bytes (c, s), that one knows secret with public = secret * G.

    transcript: fresh, holding domain and context; it is used up. Algorithm 5 of docs/deck.md.
    """
    transcript.append(b"public", public)
    k = hedged_nonce(secret, transcript, entropy)
    transcript.append(b"R", group.mul_base(k))
    c = transcript.challenge_scalar(b"c")
    return c + group.scalar_add(k, group.scalar_mul(c, secret))


def check_knowledge(transcript: Transcript, public: bytes, proof: bytes) -> None:
    """Check a proof made by `prove_knowledge`. public: any 32 bytes, validated here.

    Raises MalformedBytes or BadProof. Algorithm 5 of docs/deck.md.
    """
    if len(proof) != SCHNORR_BYTES:
        raise MalformedBytes(f"a proof of knowledge must be 64 bytes, not {len(proof)}")
    c, s = group.decode_scalar(proof[:32]), group.decode_scalar(proof[32:])
    transcript.append(b"public", public)
    transcript.append(b"R", group.sub(group.mul_base(s), group.mul(c, public)))
    if transcript.challenge_scalar(b"c") != c:
        raise BadProof("proof of knowledge refused", algorithm=_KEYS, evidence=(public, proof))
