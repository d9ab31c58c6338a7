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

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final

import attrs

from owm_net.protocol import group
from owm_net.protocol.errors import BadEncoding, BadProof, LocalProtocolError
from owm_net.protocol.fiat_shamir import Transcript, u32
from owm_net.protocol.group import ORDER, Entropy, MapFn

Ciphertext = tuple[bytes, bytes]
"""An encrypted card (A, B) = (rG, M + r PK): two points of 32 bytes."""

GENERATOR_DST: Final = b"owm/mp/gen/v1"
CARD_DST: Final = b"owm/mp/card/v1"
SHUFFLE_DST: Final = b"owm/mp/shuffle/v1"
CIPHERTEXT_BYTES: Final = 64

_DECK = "deck.md Algorithm 7"
_SHUFFLE = "deck.md Algorithm 8"
_CHECK = "deck.md Algorithm 9"


@lru_cache(maxsize=4096)
def generator(i: int) -> bytes:
    """H_i, 32 bytes: H_0 for the chain, the others for the permutation. deck.md Algorithm 2."""
    return group.hash_to_group(GENERATOR_DST, u32(i))


@lru_cache(maxsize=64)
def generators(n: int) -> tuple[bytes, ...]:
    """H_1..H_n."""
    return tuple(generator(i) for i in range(1, n + 1))


@lru_cache(maxsize=64)
def _generator_sum(n: int) -> bytes:
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

    Raises BadEncoding for any other length. Algorithm 7 of docs/deck.md.
    """
    if len(body) != CIPHERTEXT_BYTES * n:
        reason = f"a deck of {n} must be {CIPHERTEXT_BYTES * n} bytes, not {len(body)}"
        raise BadEncoding(reason, algorithm=_DECK)
    return tuple((body[i : i + 32], body[i + 32 : i + 64]) for i in range(0, len(body), 64))


def proof_bytes(n: int) -> int:
    """The length of a shuffle proof for n cards: 128n + 160."""
    return 128 * n + 160


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
    """What `shuffle` returns: deck and proof to publish, secrets to keep."""

    deck: tuple[Ciphertext, ...] = attrs.field(repr=False)
    proof: bytes = attrs.field(repr=False)
    secrets: ShuffleSecrets


@attrs.define(repr=False, eq=False)
class Prepared:
    """All of a shuffle that does not depend on the deck, for one use; made while the player thinks.

    Used twice it would give away the permutation, so it is emptied by use and is never saved.
    """

    n: int
    joint_key: bytes
    _witness: list[_Witness]  # one, or none after use; list.pop is atomic among threads

    def __repr__(self) -> str:
        return f"Prepared({self.n} cards, {'ready' if self._witness else 'used'})"

    def __reduce__(self) -> str:
        raise LocalProtocolError("a prepared shuffle must not be copied or saved")

    def cut(self, n: int, entropy: Entropy) -> Prepared:
        """The same for a smaller deck, 1 <= n <= self.n, in a new permutation; this one is used up.

        The rows of the first n cards serve, the others are dropped: all scalars are independent.
        Raises LocalProtocolError if it has been used or is too small.
        """
        if not 1 <= n <= self.n:
            raise LocalProtocolError(f"a shuffle prepared for {self.n} cards cannot serve {n}")
        k = self._take(self.n, self.joint_key)
        pi = _random_permutation(n, entropy)
        witness = attrs.evolve(
            k,
            pi=pi,
            r=k.r[:n],
            r_g=k.r_g[:n],
            r_pk=k.r_pk[:n],
            rho=k.rho[:n],
            rho_g=k.rho_g[:n],
            C=_commit(pi, k.rho_g),
            R=k.R[:n],
            R_g=k.R_g[:n],
            w_tilde=k.w_tilde[:n],
            sums=k.sums[:n],
            v=k.v[:n],
            v_g=k.v_g[:n],
        )
        return Prepared(n, self.joint_key, [witness])

    def _take(self, n: int, joint_key: bytes) -> _Witness:
        if (self.n, self.joint_key) != (n, joint_key):
            raise LocalProtocolError("this shuffle was prepared for another deck size or key")
        try:
            return self._witness.pop()
        except IndexError:
            raise LocalProtocolError("this prepared shuffle has been used") from None


@attrs.frozen(repr=False, eq=False)
class _Witness:
    """Secrets of one shuffle (integers mod ORDER) and their public images (points)."""

    pi: list[int]
    r: list[int]
    r_g: list[bytes]
    r_pk: list[bytes]
    rho: list[int]  # rho[j] blinds C[j]
    rho_g: list[bytes]
    C: list[bytes]
    R: list[int]  # C_hat_i = R_i G + U_i H_0
    R_g: list[bytes]
    w: list[int]  # w1, w2, w3, w4
    w_tilde: list[int]
    sums: list[bytes]  # sums[i] = w~_1 H_1 + ... + w~_(i+1) H_(i+1)
    v: list[int]  # t_hat_i = v_i G + w~_i U_(i-1) H_0
    v_g: list[bytes]
    t1: bytes
    t2: bytes
    w3_g: bytes
    w4_g: bytes
    w4_pk: bytes


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


def prepare(
    n: int,
    joint_key: bytes,
    entropy: Entropy,
    *,
    permutation: Sequence[int] | None = None,
    map_fn: MapFn = map,
) -> Prepared:
    """The part of a shuffle of n >= 1 cards that needs no deck, over a third of the work.

    The chain is written C_hat_i = R_i G + U_i H_0 with R_i random and r^_i derived from it, which
    has the same distribution as the published order and leaves nothing sequential. Algorithm 8,
    steps 1-3, of docs/deck.md.

    permutation: which input becomes output i, from 0, where the seat chooses (Algorithm 18); it
    must be secret. None for a uniform one.
    """
    if n < 1:
        raise LocalProtocolError("a shuffle needs at least one card")
    if permutation is not None and sorted(permutation) != list(range(n)):
        raise LocalProtocolError(f"not a permutation of {n} cards")
    H = generators(n)
    scalars = group.random_scalars(5 * n + 4, entropy)
    r, rho, R, v, w_tilde = (scalars[i * n : (i + 1) * n] for i in range(5))
    w = scalars[5 * n :]
    pi = _random_permutation(n, entropy) if permutation is None else list(permutation)

    base = group.map_rows(group.mul_base, [*r, *rho, *R, *v, *w], map_fn=map_fn)
    r_g, rho_g, R_g, v_g = (base[i * n : (i + 1) * n] for i in range(4))
    t1, t2, w3_g, w4_g = base[4 * n :]
    r_pk = group.map_rows(lambda s: group.mul(s, joint_key), r, map_fn=map_fn)
    sums = list(accumulate(group.map_rows(group.mul, w_tilde, H, map_fn=map_fn), group.add))
    witness = _Witness(
        pi=pi,
        r=[_int(s) for s in r],
        r_g=r_g,
        r_pk=r_pk,
        rho=[_int(s) for s in rho],
        rho_g=rho_g,
        C=_commit(pi, rho_g),
        R=[_int(s) for s in R],
        R_g=R_g,
        w=[_int(s) for s in w],
        w_tilde=[_int(s) for s in w_tilde],
        sums=sums,
        v=[_int(s) for s in v],
        v_g=v_g,
        t1=t1,
        t2=t2,
        w3_g=w3_g,
        w4_g=w4_g,
        w4_pk=group.mul(w[3], joint_key),
    )
    return Prepared(n, joint_key, [witness])


def shuffle(
    ctx: bytes,
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    entropy: Entropy,
    *,
    prepared: Prepared | None = None,
    map_fn: MapFn = map,
) -> Shuffled:
    """Re-encrypt and permute a deck of N >= 1 cards, and prove it.

    The deck is 64N bytes encoded, the proof 128N + 160. ctx: `Context.encode()`. deck: agreed by
    all seats, each point already accepted. prepared: from `prepare` for the same N and key; used
    up. map_fn: see `group.MapFn`. Raises LocalProtocolError for a used or unfit `prepared`,
    BadEncoding if the deck or key holds what is no point. Algorithm 8 of docs/deck.md.
    """
    n = len(deck)
    if prepared is None:
        prepared = prepare(n, joint_key, entropy, map_fn=map_fn)
    k = prepared._take(n, joint_key)
    H_0 = generator(0)

    output = tuple(
        (group.add(deck[j][0], k.r_g[i]), group.add(deck[j][1], k.r_pk[i]))
        for i, j in enumerate(k.pi)
    )

    transcript = _statement(ctx, joint_key, deck, output)  # step 4
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
    w_r = _dot(k.w_tilde, k.r)
    sum_A = group.linear_combination(w_sorted, [a for a, _ in deck], base=w_r, map_fn=map_fn)
    sum_B = group.linear_combination(
        [*w_sorted, w_r], [*(b for _, b in deck), joint_key], map_fn=map_fn
    )
    t3 = group.add(k.w3_g, k.sums[-1])
    t = Announcement(k.t1, k.t2, t3, group.sub(sum_A, k.w4_g), group.sub(sum_B, k.w4_pk), t_hat)
    c = _challenge(transcript, C_hat, t)  # step 7

    e = _int(c)  # step 8
    s = [
        k.w[0] + e * sum(k.rho),
        k.w[1] + e * R[n],
        k.w[2] + e * _dot(u, k.rho),
        k.w[3] + e * _dot(u_tilde, k.r),
        *(w_hat[i] + e * r_hat[i] for i in range(n)),
        *(k.w_tilde[i] + e * u_tilde[i] for i in range(n)),
    ]
    proof = b"".join([*k.C, *C_hat, c, *map(group.scalar_from_int, s)])
    return Shuffled(output, proof, ShuffleSecrets(tuple(k.pi), tuple(k.r)))


def check_shuffle(
    ctx: bytes,
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    output: Sequence[Ciphertext],
    proof: bytes,
    *,
    map_fn: MapFn = map,
) -> None:
    """Check that output is a shuffle of deck, made in this context.

    ctx: the same bytes as the prover's. deck, output: N ciphertexts each; every point of both, and
    the key, is validated. proof: 128N + 160 bytes. Deterministic: every third party gets the same
    verdict. Raises BadEncoding for a wrong length, a point or a scalar that is none (naming it),
    BadProof if the challenge differs. Algorithm 9 of docs/deck.md.

    The proof holds the challenge and the responses, not t, so a refusal cannot say which of the
    equations t1..t_hat failed: one hash covers them all.
    """
    n = len(deck)
    if n < 1:
        raise LocalProtocolError("a shuffle needs at least one card")
    if len(output) != n:
        raise BadEncoding(f"a deck of {n} came back with {len(output)} cards", algorithm=_CHECK)
    if len(proof) != proof_bytes(n):
        reason = f"a shuffle proof for {n} cards must be {proof_bytes(n)} bytes, not {len(proof)}"
        raise BadEncoding(reason, algorithm=_CHECK)
    fields = [proof[i : i + 32] for i in range(0, len(proof), 32)]
    C, C_hat, scalars = fields[:n], fields[n : 2 * n], fields[2 * n :]
    _decode_scalars(scalars)

    transcript = _statement(ctx, joint_key, deck, output)
    transcript.append(b"C", b"".join(C))
    u = transcript.small_challenges(b"u", n)
    try:
        t = _recompute(joint_key, deck, output, C, C_hat, u, scalars, map_fn)
    except BadEncoding as error:
        raise _located(error, joint_key, deck, output, C, C_hat) from None
    if _challenge(transcript, C_hat, t) != scalars[0]:
        raise BadProof(
            "not a shuffle of this deck: one of the equations t1 (row sums), t2 (permutation), t3"
            " (permuted challenges), t4A, t4B (re-encryption), t_hat (chain) does not hold",
            algorithm=_CHECK,
            evidence=(ctx, joint_key, encode_deck(deck), encode_deck(output), proof),
        )


def _recompute(
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    output: Sequence[Ciphertext],
    C: list[bytes],
    C_hat: list[bytes],
    u: list[int],
    scalars: list[bytes],
    map_fn: MapFn,
) -> Announcement:
    """What t must have been: Algorithm 9, step 4. Each point is multiplied and so validated."""
    n = len(C)
    c, s1, s2, s3, s4 = scalars[:5]
    s_hat, s_tilde = scalars[5 : 5 + n], scalars[5 + n :]
    e = _int(c)
    s_tilde_int = [_int(s) for s in s_tilde]
    sum_u_C = group.linear_combination(u, C, map_fn=map_fn)
    sum_u_A = group.linear_combination(u, [a for a, _ in deck], map_fn=map_fn)
    sum_u_B = group.linear_combination(u, [b for _, b in deck], map_fn=map_fn)
    product = group.scalar_from_int(math.prod(u))
    minus_c, minus_s4 = -e, -_int(s4)

    t1 = group.sub(group.mul_base(s1), group.mul(c, group.sub(group.total(C), _generator_sum(n))))
    t2 = group.sub(
        group.mul_base(s2),
        group.mul(c, group.sub(C_hat[-1], group.mul(product, generator(0)))),
    )
    t3 = group.linear_combination(
        [*s_tilde_int, minus_c], [*generators(n), sum_u_C], base=_int(s3), map_fn=map_fn
    )
    t4_a = group.linear_combination(
        [*s_tilde_int, minus_c], [*(a for a, _ in output), sum_u_A], base=minus_s4, map_fn=map_fn
    )
    t4_b = group.linear_combination(
        [*s_tilde_int, minus_c, minus_s4],
        [*(b for _, b in output), sum_u_B, joint_key],
        map_fn=map_fn,
    )

    def link(s_hat_i: bytes, s_tilde_i: bytes, before: bytes, here: bytes) -> bytes:
        known = group.add(group.mul_base(s_hat_i), group.mul(s_tilde_i, before))
        return group.sub(known, group.mul(c, here))

    before = [generator(0), *C_hat[:-1]]
    t_hat = group.map_rows(link, s_hat, s_tilde, before, C_hat, map_fn=map_fn)
    return Announcement(t1, t2, t3, t4_a, t4_b, t_hat)


def _statement(
    ctx: bytes, joint_key: bytes, deck: Iterable[Ciphertext], output: Iterable[Ciphertext]
) -> Transcript:
    transcript = Transcript(SHUFFLE_DST, ctx)
    transcript.append(b"PK", joint_key)
    transcript.append(b"D", encode_deck(deck))
    transcript.append(b"E", encode_deck(output))
    return transcript


def _challenge(transcript: Transcript, C_hat: list[bytes], t: Announcement) -> bytes:
    transcript.append(b"C_hat", b"".join(C_hat))
    transcript.append(b"t1", t.t1)
    transcript.append(b"t2", t.t2)
    transcript.append(b"t3", t.t3)
    transcript.append(b"t4A", t.t4_a)
    transcript.append(b"t4B", t.t4_b)
    transcript.append(b"t_hat", b"".join(t.t_hat))
    return transcript.challenge_scalar(b"c")


def _decode_scalars(scalars: list[bytes]) -> None:
    n = (len(scalars) - 5) // 2
    for place, scalar in enumerate(scalars):
        try:
            group.decode_scalar(scalar)
        except BadEncoding:
            if place < 5:
                name = ("c", "s1", "s2", "s3", "s4")[place]
            elif place < 5 + n:
                name = f"s_hat[{place - 5}]"
            else:
                name = f"s_tilde[{place - 5 - n}]"
            reason = f"shuffle proof: {name} is not a non-zero scalar"
            raise BadEncoding(reason, algorithm=_CHECK, evidence=(scalar,)) from None


def _located(
    error: BadEncoding,
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    output: Sequence[Ciphertext],
    C: list[bytes],
    C_hat: list[bytes],
) -> BadEncoding:
    """The same refusal with the name of the first point that is none."""
    columns = {
        "C": C,
        "C_hat": C_hat,
        "output A": [a for a, _ in output],
        "output B": [b for _, b in output],
        "input A": [a for a, _ in deck],
        "input B": [b for _, b in deck],
        "joint key": [joint_key],
    }
    for name, points in columns.items():
        for i, point in enumerate(points):
            try:
                group.decode_point(point)
            except BadEncoding:
                reason = f"shuffle: {name}[{i}] is not a point of the group"
                return BadEncoding(reason, algorithm=_CHECK, evidence=(point,))
    reason = "shuffle proof: the commitments cancel out"  # some sum is the identity
    return BadEncoding(reason, algorithm=_CHECK, evidence=error.evidence)


def chosen_first(n: int, chosen: Sequence[int], entropy: Entropy) -> list[int]:
    """A permutation of n inputs: the chosen ones first, by chance, then the others, by chance.

    chosen: indexes from 0, each once. Algorithm 18, step 1, of docs/deck.md.
    """
    if len(set(chosen)) != len(chosen) or not all(0 <= i < n for i in chosen):
        raise LocalProtocolError(f"not {len(chosen)} of {n} cards")
    rest = [i for i in range(n) if i not in set(chosen)]
    return [
        cards[i] for cards in (chosen, rest) for i in _random_permutation(len(cards), entropy)
    ]


def _commit(pi: Sequence[int], rho_g: Sequence[bytes]) -> list[bytes]:
    """C_pi(i) = rho_pi(i) G + H_i."""
    C = [b""] * len(pi)
    for j, H_i in zip(pi, generators(len(pi)), strict=True):
        C[j] = group.add(rho_g[j], H_i)
    return C


def _random_permutation(n: int, entropy: Entropy) -> list[int]:
    """Uniform on all n! orders, if entropy is: Fisher and Yates with rejection, 8 bytes a step."""
    order = list(range(n))
    for last in range(n - 1, 0, -1):
        size = last + 1
        limit = 2**64 - 2**64 % size
        while (draw := int.from_bytes(entropy(8), "little")) >= limit:
            pass
        other = draw % size
        order[last], order[other] = order[other], order[last]
    return order


def _int(scalar: bytes) -> int:
    return int.from_bytes(scalar, "little")


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True)) % ORDER
