"""The transcript and sizes that prover and checker of a shuffle share.

docs/deck.md, Algorithms 8 and 9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from owm_net.protocol.cards import Ciphertext, encode_deck
from owm_net.protocol.fiat_shamir import Transcript
from owm_net.protocol.group import ORDER

SHUFFLE_DST: Final = b"owm/mp/shuffle/v1"


def proof_bytes(n: int) -> int:
    """The length of a shuffle proof for n cards: 128n + 160."""
    return 128 * n + 160


@attrs.frozen
class Announcement:
    """The prover's first message t, which a verifier recomputes.

    t1: row sums of the committed matrix. t2: the product of the u. t3: the u as the matrix permutes
    them. t4_a, t4_b: re-encryption. t_hat: the chain that carries the product.
    """

    t1: bytes
    t2: bytes
    t3: bytes
    t4_a: bytes
    t4_b: bytes
    t_hat: list[bytes]


def statement(
    ctx: bytes, joint_key: bytes, deck: Iterable[Ciphertext], output: Iterable[Ciphertext]
) -> Transcript:
    """The transcript of a shuffle up to its output. Algorithm 8, step 4."""
    transcript = Transcript(SHUFFLE_DST, ctx)
    transcript.append(b"PK", joint_key)
    transcript.append(b"D", encode_deck(deck))
    transcript.append(b"E", encode_deck(output))
    return transcript


def challenge(transcript: Transcript, C_hat: list[bytes], t: Announcement) -> bytes:
    """Return the scalar challenge, from everything the prover has announced. Algorithm 8, step
    7."""
    transcript.append(b"C_hat", b"".join(C_hat))
    transcript.append(b"t1", t.t1)
    transcript.append(b"t2", t.t2)
    transcript.append(b"t3", t.t3)
    transcript.append(b"t4A", t.t4_a)
    transcript.append(b"t4B", t.t4_b)
    transcript.append(b"t_hat", b"".join(t.t_hat))
    return transcript.challenge_scalar(b"c")


def to_int(scalar: bytes) -> int:
    """A scalar as an integer."""
    return int.from_bytes(scalar, "little")


def dot(a: Sequence[int], b: Sequence[int]) -> int:
    """The sum of the products, mod ORDER."""
    return sum(x * y for x, y in zip(a, b, strict=True)) % ORDER
