"""Checking a shuffle: docs/deck.md, Algorithm 9. Symbols are those of `shuffle`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from owm_net.protocol import group
from owm_net.protocol.cards import Ciphertext, encode_deck, generator, generator_sum, generators
from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes
from owm_net.protocol.group import MapFn
from owm_net.protocol.shuffle_transcript import (
    Announcement,
    challenge,
    proof_bytes,
    statement,
    to_int,
)

_CHECK = "deck.md Algorithm 9"


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
    verdict. Raises MalformedBytes for a wrong length, a point or a scalar that is none (naming it),
    BadProof if the challenge differs. Algorithm 9 of docs/deck.md.

    The proof holds the challenge and the responses, not t, so a refusal cannot say which of the
    equations t1..t_hat failed: one hash covers them all.
    """
    n = len(deck)
    if n < 1:
        raise LocalProtocolError("a shuffle needs at least one card")
    if len(output) != n:
        raise MalformedBytes(f"a deck of {n} came back with {len(output)} cards", algorithm=_CHECK)
    if len(proof) != proof_bytes(n):
        reason = f"a shuffle proof for {n} cards must be {proof_bytes(n)} bytes, not {len(proof)}"
        raise MalformedBytes(reason, algorithm=_CHECK)
    fields = [proof[i : i + 32] for i in range(0, len(proof), 32)]
    C, C_hat, scalars = fields[:n], fields[n : 2 * n], fields[2 * n :]
    _decode_scalars(scalars)

    transcript = statement(ctx, joint_key, deck, output)
    transcript.append(b"C", b"".join(C))
    u = transcript.small_challenges(b"u", n)
    try:
        t = _recompute(joint_key, deck, output, C, C_hat, u, scalars, map_fn)
    except MalformedBytes as error:
        raise _located(error, joint_key, deck, output, C, C_hat) from None
    if challenge(transcript, C_hat, t) != scalars[0]:
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
    """Recompute t: Algorithm 9, step 4. Each point is multiplied and so validated."""
    n = len(C)
    c, s1, s2, s3, s4 = scalars[:5]
    s_hat, s_tilde = scalars[5 : 5 + n], scalars[5 + n :]
    e = to_int(c)
    s_tilde_int = [to_int(s) for s in s_tilde]
    sum_u_C = group.linear_combination(u, C, map_fn=map_fn)
    sum_u_A = group.linear_combination(u, [a for a, _ in deck], map_fn=map_fn)
    sum_u_B = group.linear_combination(u, [b for _, b in deck], map_fn=map_fn)
    product = group.scalar_from_int(math.prod(u))
    minus_c, minus_s4 = -e, -to_int(s4)

    t1 = group.sub(group.mul_base(s1), group.mul(c, group.sub(group.total(C), generator_sum(n))))
    t2 = group.sub(
        group.mul_base(s2),
        group.mul(c, group.sub(C_hat[-1], group.mul(product, generator(0)))),
    )
    t3 = group.linear_combination(
        [*s_tilde_int, minus_c], [*generators(n), sum_u_C], base=to_int(s3), map_fn=map_fn
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


def _decode_scalars(scalars: list[bytes]) -> None:
    n = (len(scalars) - 5) // 2
    for place, scalar in enumerate(scalars):
        try:
            group.decode_scalar(scalar)
        except MalformedBytes:
            if place < 5:
                name = ("c", "s1", "s2", "s3", "s4")[place]
            elif place < 5 + n:
                name = f"s_hat[{place - 5}]"
            else:
                name = f"s_tilde[{place - 5 - n}]"
            reason = f"shuffle proof: {name} is not a non-zero scalar"
            raise MalformedBytes(reason, algorithm=_CHECK, evidence=(scalar,)) from None


def _located(
    error: MalformedBytes,
    joint_key: bytes,
    deck: Sequence[Ciphertext],
    output: Sequence[Ciphertext],
    C: list[bytes],
    C_hat: list[bytes],
) -> MalformedBytes:
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
            except MalformedBytes:
                reason = f"shuffle: {name}[{i}] is not a point of the group"
                return MalformedBytes(reason, algorithm=_CHECK, evidence=(point,))
    reason = "shuffle proof: the commitments cancel out"  # some sum is the identity
    return MalformedBytes(reason, algorithm=_CHECK, evidence=error.evidence)
