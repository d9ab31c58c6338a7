"""Algorithms 1 and 2 of docs/deck.md: edwards25519 in plain integers, points in extended
coordinates (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.

Not constant-time, which a verifier need not be: it knows no secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

Point = tuple[int, int, int, int]

p = 2**255 - 19
q = 2**252 + 27742317777372353535851937790883648493
d = -121665 * pow(121666, -1, p) % p
A24 = 486662
ROOT_OF_MINUS_1 = pow(2, (p - 1) // 4, p)
O: Point = (0, 1, 1, 0)


class Refused(Exception):
    """Something that comes from a peer and must not be accepted. Its text says what is wrong."""


# Notation


def H512(data: bytes) -> bytes:
    return hashlib.sha512(data).digest()


def u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def u64(n: int) -> bytes:
    return n.to_bytes(8, "big")


def field(data: bytes) -> bytes:
    return u32(len(data)) + data


def integer(data: bytes) -> int:
    return int.from_bytes(data, "little")


# The group


def plus(P: Point, Q: Point) -> Point:
    x1, y1, z1, t1 = P
    x2, y2, z2, t2 = Q
    a, b = (y1 - x1) * (y2 - x2), (y1 + x1) * (y2 + x2)
    c, e = 2 * d * t1 * t2 % p, 2 * z1 * z2
    f, g, h, i = (b - a) % p, (e - c) % p, (e + c) % p, (b + a) % p
    return f * g % p, h * i % p, g * h % p, f * i % p


def double(P: Point) -> Point:
    x, y, z, _ = P
    a, b, both = x * x % p, y * y % p, x + y
    h = a + b
    f = h - both * both % p
    g = a - b
    i = 2 * z * z + g
    return f * i % p, g * h % p, i * g % p, f * h % p


def negative(P: Point) -> Point:
    x, y, z, t = P
    return -x % p, y, z, -t % p


def minus(P: Point, Q: Point) -> Point:
    return plus(P, negative(Q))


def total(points: Iterable[Point]) -> Point:
    result = O
    for P in points:
        result = plus(result, P)
    return result


def is_identity(P: Point) -> bool:
    x, y, z, _ = P
    return x % p == 0 and (y - z) % p == 0


def prepared(P: Point) -> Point:
    """A point that is added many times: y - x, y + x, 2 z, 2 d t."""
    x, y, z, t = P
    return y - x, y + x, 2 * z, 2 * d * t % p


def plus_prepared(P: Point, Q: Point) -> Point:
    """`plus`, for a Q that is `prepared`."""
    x, y, z, t = P
    less, more, z2, t2 = Q
    a, b, c, e = (y - x) * less, (y + x) * more, t * t2, z * z2
    f, g, h, i = (b - a) % p, (e - c) % p, (e + c) % p, (b + a) % p
    return f * g % p, h * i % p, g * h % p, f * i % p


@lru_cache(maxsize=1 << 12)
def multiples(P: Point) -> tuple[Point, ...]:
    """From 0 to 15 times the point, `prepared`. The same points come again and again."""
    found, once = [O, P], prepared(P)
    for _ in range(14):
        found.append(plus_prepared(found[-1], once))
    return tuple(prepared(multiple) for multiple in found)


def sixteenfold(P: Point) -> Point:
    """`double` four times; what is between needs no t."""
    x, y, z, _ = P
    f = h = 0
    for _ in range(4):
        a, b = x * x % p, y * y % p
        f, g, h = -2 * x * y % p, a - b, a + b
        i = (2 * z * z + g) % p
        x, y, z = f * i % p, g * h % p, i * g % p
    return x, y, z, f * h % p


def combine(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """n_1 P_1 + n_2 P_2 + ..., four bits of all scalars at a time, so that all share the
    doublings. Scalars are taken as they are, not modulo q: of a point of another order too this is
    the sum."""
    tables = [multiples(P) for P in points]
    result = O
    top = max((n.bit_length() for n in scalars), default=0)
    for shift in range(-(-top // 4) * 4 - 4, -1, -4):
        result = sixteenfold(result)
        for n, table in zip(scalars, tables, strict=True):
            if digit := n >> shift & 15:
                result = plus_prepared(result, table[digit])
    return result


def times(n: int, P: Point) -> Point:
    return combine([n], [P])


def encode(P: Point) -> bytes:
    over_z = pow(P[2], -1, p)
    x, y = P[0] * over_z % p, P[1] * over_z % p
    return (y | (x & 1) << 255).to_bytes(32, "little")


# Algorithm 1


def root(n: int) -> int | None:
    """A square root mod p, or None."""
    r = pow(n % p, (p + 3) // 8, p)
    for candidate in (r, r * ROOT_OF_MINUS_1 % p):
        if (candidate * candidate - n) % p == 0:
            return candidate
    return None


@cache
def decode(data: bytes) -> Point:
    if len(data) != 32:
        raise Refused("a point of another length than 32 bytes")
    y, parity = integer(data) % 2**255, integer(data) >> 255
    x = root((y * y - 1) * pow(d * y * y + 1, -1, p))
    if y >= p or x is None or (x == 0 and parity):  # 1, 2
        raise Refused("no point in its canonical form")
    if x & 1 != parity:
        x = p - x
    P = (x, y, 1, x * y % p)
    if is_identity(P) or not is_identity(times(q, P)):  # 4, 3
        raise Refused("a point that is not of prime order")
    return P


def decode_scalar(data: bytes) -> int:
    if len(data) != 32 or not 0 < integer(data) < q:
        raise Refused("no scalar between 0 and the order")
    return integer(data)


def pieces(data: bytes) -> list[bytes]:
    """Cut into 32 bytes each."""
    return [data[i : i + 32] for i in range(0, len(data), 32)]


G = decode(bytes.fromhex("58" + 31 * "66"))


# Algorithm 2


def elligator(data: bytes) -> Point:
    """map(b)"""
    sign, r = data[31] >> 7, integer(data) % 2**255 % p  # 1
    u = -A24 * pow(1 + 2 * r * r, -1, p) % p  # 2
    v = root(u**3 + A24 * u * u + u)
    if v is None:
        u = (-A24 - u) % p
        v = root(u**3 + A24 * u * u + u)  # 3
    scale = root(-(A24 + 2))
    assert v is not None and scale is not None
    x = scale * u * pow(v, -1, p) % p if v else 0  # 4
    y = (u - 1) * pow(u + 1, -1, p) % p if v and u != p - 1 else 1
    if x & 1 != sign:  # 5
        x = p - x
    return double(double(double((x, y, 1, x * y % p))))  # 6


def h2g(dst: bytes, data: bytes) -> Point:
    digest = H512(field(dst) + field(data))
    return plus(elligator(digest[:32]), elligator(digest[32:]))


@cache
def H(i: int) -> Point:
    return h2g(b"owm/mp/gen/v1", u32(i))


@cache
def M(deck_id: bytes, k: int) -> Point:
    return h2g(b"owm/mp/card/v1", deck_id + u32(k))
