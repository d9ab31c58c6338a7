"""Cards as ciphertexts and as points, decks as bytes, and the generators of the shuffle's proof.

Cards are ElGamal ciphertexts under the joint key (Barnett and Smart, "Mental poker revisited",
2003). docs/deck.md, Algorithms 2 and 7.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from owm_net.protocol import group
from owm_net.protocol.errors import MalformedBytes
from owm_net.protocol.fiat_shamir import u32

Ciphertext = tuple[bytes, bytes]
"""An encrypted card (A, B) = (rG, M + r PK): two points of 32 bytes."""

GENERATOR_DST: Final = b"owm/mp/gen/v1"
CARD_DST: Final = b"owm/mp/card/v1"
CIPHERTEXT_BYTES: Final = 64

_DECK = "deck.md Algorithm 7"


@lru_cache(maxsize=4096)
def generator(i: int) -> bytes:
    """H_i, 32 bytes: H_0 for the chain, the others for the permutation. deck.md Algorithm 2."""
    return group.hash_to_group(GENERATOR_DST, u32(i))


@lru_cache(maxsize=64)
def generators(n: int) -> tuple[bytes, ...]:
    """The generators H_1 to H_n, which nobody knows a logarithm of."""
    return tuple(generator(i) for i in range(1, n + 1))


@lru_cache(maxsize=64)
def generator_sum(n: int) -> bytes:
    return group.total(generators(n))


@lru_cache(maxsize=8192)
def card_point(deck_id: bytes, k: int) -> bytes:
    """M_k, the point that stands for card k of a deck, 32 bytes. Algorithm 2 of docs/deck.md."""
    return group.hash_to_group(CARD_DST, deck_id + u32(k))


def known_card(deck_id: bytes, k: int, joint_key: bytes) -> Ciphertext:
    """Card k as everybody can write it before the first shuffle: (G, M_k + PK).

    Algorithm 7 of docs/deck.md.
    """
    return group.BASE, group.add(card_point(deck_id, k), joint_key)


def encode_deck(deck: Iterable[Ciphertext]) -> bytes:
    """A_1 || B_1 || A_2 || B_2 ...: 64N bytes. Algorithm 7 of docs/deck.md."""
    return b"".join(a + b for a, b in deck)


def decode_deck(body: bytes, n: int) -> tuple[Ciphertext, ...]:
    """Split 64n bytes into n ciphertexts. The points are not validated here: `check_shuffle` does.

    Raises MalformedBytes for any other length. Algorithm 7 of docs/deck.md.
    """
    if len(body) != CIPHERTEXT_BYTES * n:
        reason = f"a deck of {n} must be {CIPHERTEXT_BYTES * n} bytes, not {len(body)}"
        raise MalformedBytes(reason, algorithm=_DECK)
    return tuple((body[i : i + 32], body[i + 32 : i + 64]) for i in range(0, len(body), 64))
