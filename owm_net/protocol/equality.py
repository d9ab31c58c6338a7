"""A card of a hand re-encrypted under another joint key, with a proof that it is the same card.

When a seat has left, its share is missing for ever and what it had helped to encrypt cannot be
opened. But the owner of a hand has everything needed: all others, including the leaver, gave their
shares when the card was drawn. They leave of a card B1 = M + xA, closed by the owner's x alone. The
owner encrypts M under the new joint key with a fresh r, and proves that it is the same M without
showing it.

Statement, for cards j = 1..n: "I know x and r_1..r_n such that X = xG, A'_j = r_j G and
B1_j - B'_j = x A_j - r_j PK'." The cards of a hand share one proof on a random linear combination.
Symbols are those of docs/deck.md, Algorithms 21 and 22.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from owm_net.protocol import group
from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes
from owm_net.protocol.fiat_shamir import Transcript, hedged_nonce, u32
from owm_net.protocol.keys import SeatSecrets
from owm_net.protocol.shuffle import CIPHERTEXT_BYTES, Ciphertext, decode_deck, encode_deck

HAND_DST: Final = b"owm/mp/hand/v1"
PROOF_BYTES: Final = 96

_CHECK = "deck.md Algorithm 22"


def hand_bytes(n: int) -> int:
    """The length of a body for n cards: 64n + 96."""
    return CIPHERTEXT_BYTES * n + PROOF_BYTES


def write_anew(
    ctx: bytes,
    secrets: SeatSecrets,
    public: bytes,
    joint_key: bytes,
    old: Sequence[Ciphertext],
    entropy: group.Entropy,
) -> bytes:
    """A hand of n >= 1 cards under another joint key, and its proof: 64n + 96 bytes.

    public: X of this seat. joint_key: the new one. old: (A, B1) of each card, where B1 is what all
    others' shares leave of it. Algorithm 21 of docs/deck.md.
    """
    randomness = group.random_scalars(len(old), entropy)
    new = [_again(secrets.x, joint_key, card, r) for card, r in zip(old, randomness, strict=True)]
    transcript = Transcript(HAND_DST, ctx)
    weights = _statement(transcript, public, joint_key, old, new)
    base = group.linear_combination(weights, [a for a, _ in old])
    combined = bytes(32)
    for w, r in zip(weights, randomness, strict=True):
        combined = group.scalar_add(combined, group.scalar_mul(group.scalar_from_int(w), r))
    k1 = hedged_nonce(secrets.x, transcript, entropy)
    k2 = hedged_nonce(combined, transcript, entropy)
    transcript.append(b"t1", group.mul_base(k1))
    transcript.append(b"t2", group.mul_base(k2))
    transcript.append(b"t3", group.sub(group.mul(k1, base), group.mul(k2, joint_key)))
    c = transcript.challenge_scalar(b"c")
    s1 = group.scalar_add(k1, group.scalar_mul(c, secrets.x))
    s2 = group.scalar_add(k2, group.scalar_mul(c, combined))
    return encode_deck(new) + c + s1 + s2


def split_hand(body: bytes, n: int) -> tuple[Ciphertext, ...]:
    """The n new cards of a body, every point validated; the proof is not looked at.

    Raises MalformedBytes. Algorithm 22 of docs/deck.md.
    """
    if n < 1:
        raise LocalProtocolError("a hand to be written anew has at least one card")
    if len(body) != hand_bytes(n):
        reason = f"a hand of {n} cards must be {hand_bytes(n)} bytes, not {len(body)}"
        raise MalformedBytes(reason, algorithm=_CHECK)
    new = decode_deck(body[:-PROOF_BYTES], n)
    for a, b in new:
        group.decode_point(a)
        group.decode_point(b)
    return new


def check_hand(
    ctx: bytes, X: bytes, joint_key: bytes, old: Sequence[Ciphertext], body: bytes
) -> None:
    """Check that a hand is the old one, re-encrypted by the seat with public key X.

    ctx, joint_key, old: the same as the owner's, from the caller's own records. body: 64n + 96
    bytes. Raises MalformedBytes or BadProof; with n > 1 it cannot say which card is another.
    Algorithm 22 of docs/deck.md.
    """
    new = split_hand(body, len(old))
    c, s1, s2 = [
        group.decode_scalar(body[i : i + 32]) for i in range(len(body) - PROOF_BYTES, len(body), 32)
    ]
    transcript = Transcript(HAND_DST, ctx)
    weights = _statement(transcript, X, joint_key, old, new)
    base = group.linear_combination(weights, [a for a, _ in old])
    image = group.linear_combination(weights, [a for a, _ in new])
    gaps = [group.sub(b1, b) for (_, b1), (_, b) in zip(old, new, strict=True)]
    gap = group.linear_combination(weights, gaps)
    transcript.append(b"t1", group.sub(group.mul_base(s1), group.mul(c, X)))
    transcript.append(b"t2", group.sub(group.mul_base(s2), group.mul(c, image)))
    third = group.sub(group.mul(s1, base), group.mul(s2, joint_key))
    transcript.append(b"t3", group.sub(third, group.mul(c, gap)))
    if transcript.challenge_scalar(b"c") != c:
        raise BadProof(
            "its hand is not the one it held",
            algorithm=_CHECK,
            evidence=(ctx, X, joint_key, encode_deck(old), body),
        )


def _again(x: bytes, joint_key: bytes, card: Ciphertext, r: bytes) -> Ciphertext:
    """The same card under another key."""
    a, b1 = card
    point = group.sub(b1, group.mul(x, a))
    return group.mul_base(r), group.add(point, group.mul(r, joint_key))


def _statement(
    transcript: Transcript,
    public: bytes,
    joint_key: bytes,
    old: Sequence[Ciphertext],
    new: Sequence[Ciphertext],
) -> list[int]:
    """Append the statement; return the weights, which come after *all* points."""
    if not old or len(old) != len(new):
        raise LocalProtocolError(f"{len(old)} old cards, {len(new)} new ones")
    transcript.append(b"X", public)
    transcript.append(b"PK", joint_key)
    transcript.append(b"n", u32(len(old)))
    transcript.append(b"old", encode_deck(old))
    transcript.append(b"new", encode_deck(new))
    return transcript.small_challenges(b"w", len(old))
