"""The deck without a dealer: each seat re-encrypts and permutes it once and proves that it did.

Cards are ElGamal ciphertexts under the joint key (Barnett and Smart, "Mental poker revisited",
2003). The proof is that of Terelius and Wikstroem ("Proofs of restricted shuffles", 2010),
non-interactive, in the form of Haenni, Locher, Koenig and Dubuis ("Pseudo-code algorithms for
verifiable re-encryption mix-nets", 2017; security proof in arXiv 1901.08371). Symbols are those of
docs/deck.md, Algorithms 8 and 9: C permutation commitment, C_hat the chain, u small challenges,
tilde for permuted values.

Statement: "I know a permutation pi and r_1..r_N such that E_i = D_pi(i) + Enc_PK(0; r_i) for all
i."
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from owm_net.protocol import group
from owm_net.protocol.cards import (
    CARD_DST,
    CIPHERTEXT_BYTES,
    GENERATOR_DST,
    Ciphertext,
    card_point,
    decode_deck,
    encode_deck,
    generator,
    generators,
    known_card,
)
from owm_net.protocol.group import ORDER, Entropy, MapFn
from owm_net.protocol.shuffle_check import check_shuffle
from owm_net.protocol.shuffle_transcript import (
    SHUFFLE_DST,
    Announcement,
    challenge,
    dot,
    proof_bytes,
    statement,
    to_int,
)
from owm_net.protocol.shuffle_witness import Witness, chosen_first, draw

__all__ = [
    "CARD_DST",
    "CIPHERTEXT_BYTES",
    "GENERATOR_DST",
    "SHUFFLE_DST",
    "Ciphertext",
    "ShuffleSecrets",
    "Shuffled",
    "Witness",
    "card_point",
    "check_shuffle",
    "chosen_first",
    "decode_deck",
    "draw",
    "encode_deck",
    "generator",
    "generators",
    "known_card",
    "proof_bytes",
    "shuffle",
    "shuffle_with",
]


@attrs.frozen(repr=False)
class ShuffleSecrets:
    """How a seat shuffled: output i is input permutation[i] re-encrypted with randomness[i].

    Indexes from 0. Enough to undo this seat's shuffle: keep it sealed, or forget it.
    """

    permutation: tuple[int, ...]
    randomness: tuple[int, ...]

    def __repr__(self) -> str:
        return f"ShuffleSecrets({len(self.permutation)} cards, redacted)"


@attrs.frozen
class Shuffled:
    """The result of `shuffle`: deck and proof to publish, secrets to keep."""

    deck: tuple[Ciphertext, ...] = attrs.field(repr=False)
    proof: bytes = attrs.field(repr=False)
    secrets: ShuffleSecrets


def shuffle(
    ctx: bytes,
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    entropy: Entropy,
    *,
    permutation: Sequence[int] | None = None,
    map_fn: MapFn = map,
) -> Shuffled:
    """Re-encrypt and permute a deck of N >= 1 cards, and prove it.

    The deck is 64N bytes encoded, the proof 128N + 160. ctx: `ProofContext.encode()`. deck: agreed
    by all seats, each point already accepted. entropy: in a match a `hedged_stream`, for the same
    bytes used for two decks give both orders away. permutation: see `draw`. map_fn: see
    `group.MapFn`. Raises MalformedBytes if the deck or key holds what is no point. Algorithm 8 of
    docs/deck.md.
    """
    witness = draw(len(deck), joint_key, entropy, permutation=permutation, map_fn=map_fn)
    return shuffle_with(witness, ctx, joint_key, deck, map_fn=map_fn)


def shuffle_with(
    k: Witness,
    ctx: bytes,
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    *,
    map_fn: MapFn = map,
) -> Shuffled:
    """Algorithm 8 from step 4 on. k: drawn for this deck alone, by its size and the same key."""
    n = len(deck)
    H_0 = generator(0)

    output = tuple(
        (group.add(deck[j][0], k.r_g[i]), group.add(deck[j][1], k.r_pk[i]))
        for i, j in enumerate(k.pi)
    )

    transcript = statement(ctx, joint_key, deck, output)  # step 4
    transcript.append(b"C", b"".join(k.C))
    u = transcript.small_challenges(b"u", n)
    u_tilde = [u[j] for j in k.pi]

    U = [1]  # step 5; the partial products, U_0 = 1
    for value in u_tilde:
        U.append(U[-1] * value % ORDER)
    R = [0, *k.R]
    r_hat = [(R[i + 1] - u_tilde[i] * R[i]) % ORDER for i in range(n)]
    w_hat = [(k.v[i] - k.w_tilde[i] * R[i]) % ORDER for i in range(n)]

    def on_chain(scalar: int, with_base: bytes) -> bytes:
        return group.add(with_base, group.mul(group.scalar_from_int(scalar), H_0))

    C_hat = group.map_rows(on_chain, U[1:], k.R_g, map_fn=map_fn)
    w_U = [k.w_tilde[i] * U[i] for i in range(n)]  # step 6
    t_hat = group.map_rows(on_chain, w_U, k.v_g, map_fn=map_fn)

    # sum w~_i E_i = sum w~_i D_pi(i) + Enc(0; sum w~_i r_i), summed in the order of the input
    w_sorted = [0] * n
    for i, j in enumerate(k.pi):
        w_sorted[j] = k.w_tilde[i]
    w_r = dot(k.w_tilde, k.r)
    sum_A = group.linear_combination(w_sorted, [a for a, _ in deck], base=w_r, map_fn=map_fn)
    sum_B = group.linear_combination(
        [*w_sorted, w_r], [*(b for _, b in deck), joint_key], map_fn=map_fn
    )
    t3 = group.add(k.w3_g, k.sums[-1])
    t = Announcement(k.t1, k.t2, t3, group.sub(sum_A, k.w4_g), group.sub(sum_B, k.w4_pk), t_hat)
    c = challenge(transcript, C_hat, t)  # step 7

    e = to_int(c)  # step 8
    s = [
        k.w[0] + e * sum(k.rho),
        k.w[1] + e * R[n],
        k.w[2] + e * dot(u, k.rho),
        k.w[3] + e * dot(u_tilde, k.r),
        *(w_hat[i] + e * r_hat[i] for i in range(n)),
        *(k.w_tilde[i] + e * u_tilde[i] for i in range(n)),
    ]
    proof = b"".join([*k.C, *C_hat, c, *map(group.scalar_from_int, s)])
    return Shuffled(output, proof, ShuffleSecrets(tuple(k.pi), tuple(k.r)))
