"""The secrets of a shuffle and what follows from them alone. Algorithm 8, steps 1-3."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import attrs

from owm_net.protocol import group
from owm_net.protocol.cards import generators
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.group import Entropy, MapFn
from owm_net.protocol.shuffle_transcript import to_int


@attrs.frozen(repr=False, eq=False)
class Witness:
    """Secrets of one shuffle (integers mod ORDER) and their images (points); never saved."""

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


def draw(
    n: int,
    joint_key: bytes,
    entropy: Entropy,
    *,
    permutation: Sequence[int] | None = None,
    map_fn: MapFn = map,
) -> Witness:
    """The secrets for one shuffle of n >= 1 cards. Used for two they would give away both orders.

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
    return Witness(
        pi=pi,
        r=[to_int(s) for s in r],
        r_g=r_g,
        r_pk=r_pk,
        rho=[to_int(s) for s in rho],
        rho_g=rho_g,
        C=_commit(pi, rho_g),
        R=[to_int(s) for s in R],
        R_g=R_g,
        w=[to_int(s) for s in w],
        w_tilde=[to_int(s) for s in w_tilde],
        sums=sums,
        v=[to_int(s) for s in v],
        v_g=v_g,
        t1=t1,
        t2=t2,
        w3_g=w3_g,
        w4_g=w4_g,
        w4_pk=group.mul(w[3], joint_key),
    )


def chosen_first(n: int, chosen: Sequence[int], entropy: Entropy) -> list[int]:
    """A permutation of n inputs: the chosen ones first, by chance, then the others, by chance.

    chosen: indexes from 0, each once. Algorithm 18, step 1, of docs/deck.md.
    """
    if len(set(chosen)) != len(chosen) or not all(0 <= i < n for i in chosen):
        raise LocalProtocolError(f"not {len(chosen)} of {n} cards")
    rest = [i for i in range(n) if i not in set(chosen)]
    return [cards[i] for cards in (chosen, rest) for i in _random_permutation(len(cards), entropy)]


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
