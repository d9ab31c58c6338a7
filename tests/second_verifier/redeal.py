"""Algorithms 22, 24 and 25 of docs/deck.md: a new deal when a seat has left."""

from __future__ import annotations

from collections.abc import Sequence

from tests.second_verifier.curve import (
    G,
    Refused,
    combine,
    decode,
    decode_scalar,
    encode,
    is_identity,
    minus,
    pieces,
    q,
    total,
    u32,
)
from tests.second_verifier.proofs import T, check_equal


def check_hand(ctx: bytes, X_bytes: bytes, joint: bytes, old: Sequence[bytes], body: bytes) -> None:
    """old: A_1, B1_1, A_2, B1_2, ..."""
    n = len(old) // 2
    if len(body) != 64 * n + 96:  # 1
        raise Refused("a hand of another length")
    parts = pieces(body)
    new = [decode(x) for x in parts[: 2 * n]]
    c, s1, s2 = (decode_scalar(x) for x in parts[2 * n :])
    X, PK, before = decode(X_bytes), decode(joint), [decode(x) for x in old]

    t = T(b"owm/mp/hand/v1", ctx)  # 2
    t.append("X", X_bytes)
    t.append("PK", joint)
    t.append("n", u32(n))
    t.append("old", b"".join(old))
    t.append("new", body[: 64 * n])
    w = t.small("w", n)
    A, A_new = combine(w, before[::2]), combine(w, new[::2])
    gaps = [minus(b1, b) for b1, b in zip(before[1::2], new[1::2], strict=True)]
    D = combine(w, gaps)
    if any(map(is_identity, (A, A_new, D, *gaps))):
        raise Refused("a sum is the identity")

    t.append("t1", encode(combine([s1, q - c], [G, X])))  # 3
    t.append("t2", encode(combine([s2, q - c], [G, A_new])))
    t.append("t3", encode(combine([s1, q - s2, q - c], [A, PK, D])))
    if t.scalar("c") != c:
        raise Refused("the proof of the hand is wrong")


def check_blinded(ctx: bytes, cards: Sequence[bytes], body: bytes) -> None:
    """cards: A_1, B_1, A_2, B_2, ..."""
    if len(body) != 32 * len(cards) + 96:
        raise Refused("blinded cards of another length")
    Z, *images, c, s = pieces(body)
    t = T(b"owm/mp/blind/v1", ctx)
    check_equal(t, Z, cards, [b""] * len(cards), images, c, s)


def tags(blinded: Sequence[bytes], shares: Sequence[Sequence[bytes]]) -> list[bytes]:
    """blinded: the second halves. shares: for each seat, for each card."""
    return [
        encode(minus(decode(b), total(map(decode, given))))
        for b, given in zip(blinded, zip(*shares, strict=True), strict=True)
    ]
