"""Algorithms 3 to 17 of docs/deck.md, as far as somebody needs them who holds no secret.

A proof that was found good is remembered: the tests ask about many logs that begin alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache

from tests.second_verifier.cipher import hkdf_sha512, open_chacha20_poly1305
from tests.second_verifier.curve import (
    H512,
    G,
    H,
    Point,
    Refused,
    combine,
    decode,
    decode_scalar,
    encode,
    field,
    h2g,
    integer,
    is_identity,
    minus,
    pieces,
    plus,
    q,
    times,
    total,
    u32,
    u64,
)

# Algorithm 3


class T:
    """A transcript."""

    def __init__(self, dst: bytes, ctx: bytes) -> None:
        self._absorbed = hashlib.sha512()
        self.append("dst", dst)
        self.append("ctx", ctx)

    def append(self, label: str, data: bytes) -> None:
        self._absorbed.update(field(label.encode()) + field(data))

    def state(self) -> bytes:
        return self._absorbed.digest()

    def challenge(self, label: str) -> bytes:
        self.append("challenge", label.encode())
        x = self.state()
        self.append("result", x)
        return x

    def scalar(self, label: str) -> int:
        return integer(self.challenge(label)) % q

    def small(self, label: str, n: int) -> list[int]:
        x = self.challenge(label)
        return [integer(H512(x + u32(j))[:16]) | 1 << 127 for j in range(1, n + 1)]


# Algorithm 4


def context(  # noqa: PLR0913 (the nine fields of the document)
    match_id: bytes,
    terms: bytes,
    identities: Sequence[bytes],
    seat: int,
    purpose: str,
    deck: int,
    step: int,
    prev: bytes,
    about: bytes,
) -> bytes:
    who = u32(len(identities)) + b"".join(map(field, identities))
    return (
        field(b"owm/ctx/v1")
        + field(b"ed25519-sha512/v1")
        + field(match_id)
        + field(terms)
        + who
        + u32(seat)
        + field(purpose.encode())
        + u32(deck)
        + u64(step)
        + field(prev)
        + field(about)
    )


# Algorithms 5 and 6


def check_knowledge(t: T, public: bytes, c: bytes, s: bytes) -> None:
    """Steps 2 and 3, which Algorithm 16 has too."""
    Z, c_value, s_value = decode(public), decode_scalar(c), decode_scalar(s)
    t.append("public", public)
    t.append("R", encode(minus(times(s_value, G), times(c_value, Z))))
    if t.scalar("c") != c_value:
        raise Refused("the proof of knowing a secret is wrong")


@cache
def check_keys(ctx: bytes, body: bytes) -> tuple[bytes, bytes, bytes]:
    """X, Y, E."""
    if len(body) != 288:
        raise Refused("keys of another length than 288 bytes")
    parts = pieces(body)
    for name, (public, c, s) in zip("XYE", (parts[:3], parts[3:6], parts[6:]), strict=True):
        t = T(b"owm/mp/keys/v1", ctx)
        t.append("key", name.encode())
        check_knowledge(t, public, c, s)
    if len({parts[0], parts[3], parts[6]}) != 3:
        raise Refused("two keys of one seat are equal")
    return parts[0], parts[3], parts[6]


def joint_key(keys: Sequence[bytes]) -> bytes:
    PK = total(map(decode, keys))
    if len(set(keys)) != len(keys) or is_identity(PK):
        raise Refused("the joint key is no key")
    return encode(PK)


# Algorithm 9


@cache
def check_shuffle(ctx: bytes, joint: bytes, deck: bytes, output: bytes, proof: bytes) -> None:
    N = len(deck) // 64
    if len(output) != 64 * N or len(proof) != 128 * N + 160:  # 1
        raise Refused("a shuffle of another length")
    parts = pieces(proof)
    c, s1, s2, s3, s4 = (decode_scalar(x) for x in parts[2 * N : 2 * N + 5])  # 2
    s_hat = [decode_scalar(x) for x in parts[2 * N + 5 : 3 * N + 5]]
    s_tilde = [decode_scalar(x) for x in parts[3 * N + 5 :]]
    PK = decode(joint)
    D, E = [decode(x) for x in pieces(deck)], [decode(x) for x in pieces(output)]
    C, C_hat = [decode(x) for x in parts[:N]], [decode(x) for x in parts[N : 2 * N]]

    t = T(b"owm/mp/shuffle/v1", ctx)  # 3
    t.append("PK", joint)
    t.append("D", deck)
    t.append("E", output)
    t.append("C", proof[: 32 * N])
    u = t.small("u", N)
    product = 1
    for value in u:
        product = product * value % q

    def times_c(P: Point) -> Point:
        if is_identity(P):
            raise Refused("a bracket or sum is the identity")
        return times(c, P)

    Hs = [H(i) for i in range(1, N + 1)]  # 4
    t1 = minus(times(s1, G), times_c(minus(total(C), total(Hs))))
    t2 = minus(times(s2, G), times_c(minus(C_hat[-1], times(product, H(0)))))
    t3 = minus(combine([s3, *s_tilde], [G, *Hs]), times_c(combine(u, C)))
    t4 = [
        minus(combine([*s_tilde, q - s4], [*E[half::2], key]), times_c(combine(u, D[half::2])))
        for half, key in ((0, G), (1, PK))
    ]
    before = [H(0), *C_hat[:-1]]
    t_hat = [combine([s_hat[i], s_tilde[i], q - c], [G, before[i], C_hat[i]]) for i in range(N)]

    t.append("C_hat", proof[32 * N : 64 * N])  # 5
    for label, P in (("t1", t1), ("t2", t2), ("t3", t3), ("t4A", t4[0]), ("t4B", t4[1])):
        t.append(label, encode(P))
    t.append("t_hat", b"".join(map(encode, t_hat)))
    if t.scalar("c") != c:
        raise Refused("the proof of the shuffle is wrong")


# Algorithm 11, and with it 13 and 17


def check_equal(
    t: T,
    public: bytes,
    bases: Sequence[bytes],
    rest: Sequence[bytes],
    images: Sequence[bytes],
    c_bytes: bytes,
    s_bytes: bytes,
) -> None:
    """The images are the bases times the secret of `public`."""
    X, c, s = decode(public), decode_scalar(c_bytes), decode_scalar(s_bytes)
    A, D = [decode(x) for x in bases], [decode(x) for x in images]
    t.append("X", public)
    t.append("n", u32(len(bases)))
    for parts in zip(bases, rest, images, strict=True):
        for label, data in zip("ABD", parts, strict=True):
            t.append(label, data)
    w = [1] if len(bases) == 1 else t.small("w", len(bases))
    sum_A, sum_D = combine(w, A), combine(w, D)
    if is_identity(sum_A) or is_identity(sum_D):
        raise Refused("a sum is the identity")
    t.append("R1", encode(combine([s, q - c], [G, X])))
    t.append("R2", encode(combine([s, q - c], [sum_A, sum_D])))
    if t.scalar("c") != c:
        raise Refused("the proof of the shares is wrong")


@cache
def check_shares(
    dst: bytes,
    ctx: bytes,
    public: bytes,
    bases: tuple[bytes, ...],
    rest: tuple[bytes, ...],
    body: bytes,
) -> list[bytes]:
    """The shares. bases: A_1.., rest: B_1.. ."""
    if len(body) != 32 * len(bases) + 64:
        raise Refused("shares of another length")
    *images, c, s = pieces(body)
    check_equal(T(dst, ctx), public, bases, rest, images, c, s)
    return images


# Algorithm 12


def open_card(B: bytes, shares: Sequence[bytes]) -> bytes:
    """The point of the card."""
    return encode(minus(decode(B), total(map(decode, shares))))


# Algorithms 13 and 14


def dice_point(match_id: bytes, counter: int, purpose: bytes) -> bytes:
    return encode(h2g(b"owm/dice/v1", match_id + u64(counter) + purpose))


def joint_value(match_id: bytes, counter: int, Z: Sequence[bytes]) -> bytes:
    return H512(b"owm/dice/out/v1" + match_id + u64(counter) + b"".join(Z))


def uniform_many(value: bytes, n: int, count: int) -> list[int]:
    bits = (n - 1).bit_length()
    size = -(-bits // 8)
    if n == 1:
        return [0] * count
    stream, blocks, results = b"", 0, list[int]()
    while len(results) < count:
        while len(stream) < size:
            stream += H512(value + u32(blocks))
            blocks += 1
        number = integer(stream[:size]) % 2**bits
        stream = stream[size:]
        if number < n:
            results.append(number)
    return results


# Algorithm 15


def check_opening(ctx: bytes, slot: int, size: int, commitment: bytes, opening: bytes) -> bytes:
    """The payload."""
    if len(opening) != 36 + size:
        raise Refused("an opening of another length")
    if H512(b"owm/choice/v1" + field(ctx) + u32(slot) + opening)[:32] != commitment:
        raise Refused("the opening does not fit the commitment")
    length = int.from_bytes(opening[32:36], "big")
    if length > size or any(opening[36 + length :]):
        raise Refused("the padding of an opening is not zero")
    return opening[36 : 36 + length]


# Algorithms 16 and 17


def check_box(ctx: bytes, E_Q: bytes, payload_size: int, box: bytes) -> None:
    if len(box) != payload_size + 112:
        raise Refused("a box of another length")
    t = T(b"owm/mp/seal/v1", ctx)
    t.append("E", E_Q)
    check_knowledge(t, *pieces(box[:96]))


def open_box(ctx: bytes, E_Q: bytes, K: bytes, box: bytes) -> bytes:
    """The payload, with K = f E_Q."""
    info = b"owm/seal/key/v1" + E_Q + box[:32] + field(ctx)
    return open_chacha20_poly1305(hkdf_sha512(K, info, 32), bytes(12), box[96:])


def check_complaint(ctx: bytes, E_Q: bytes, box: bytes, body: bytes) -> bytes:
    """K, if the receiver proves that this is it."""
    if len(body) != 96:
        raise Refused("a complaint of another length")
    K, c, s = pieces(body)
    t = T(b"owm/mp/complaint/v1", ctx)
    t.append("box", box)
    check_equal(t, E_Q, [box[:32]], [b""], [K], c, s)
    return K


def known_card(deck_id_point: Point, joint: bytes) -> bytes:
    """Algorithm 7: a card that everybody knows, as 64 bytes."""
    return encode(G) + encode(plus(deck_id_point, decode(joint)))
