"""The group: the prime-order subgroup of edwards25519, by libsodium through PyNaCl.

The only module that imports `nacl`. Points and scalars are 32 bytes everywhere outside; a scalar is
little-endian and below ORDER. Additive notation. Another group (ristretto255, secp256k1) would be
another suite id and another such module.

PyNaCl >= 1.6.2 is required: before it, libsodium took some points of mixed order for points of the
subgroup (CVE-2025-69277). Even now `add` and `sub` take any point of the curve, so a point that is
only ever added must pass `decode_point` first; `mul` makes the same checks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final

from nacl import bindings

from owm_net.protocol.errors import LocalProtocolError, MalformedBytes

Entropy = Callable[[int], bytes]
"""entropy(n) -> n fresh random bytes: `secrets.token_bytes`, never the game's own generator."""

MapFn = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""Like the builtin `map`. `ThreadPoolExecutor.map` uses more cores: libsodium drops the GIL."""

SUITE: Final = "ed25519-sha512/v1"
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
BASE: Final = bytes.fromhex("58" + 31 * "66")
IDENTITY: Final = bytes([1]) + bytes(31)
CHUNK: Final = 16  # rows of work given to map_fn at a time, one to three multiplications each

_ALGORITHM = "deck.md Algorithm 1"


class _Documented:
    """PyNaCl's public bindings behind the signatures of the C functions, 1.3 us a call slower.

    Used when a later PyNaCl hides its cffi handle.
    """

    OUT = 32
    new = bytearray
    buffer = bytes

    @staticmethod
    def _call(function: Callable[..., bytes], out: bytearray, *arguments: bytes) -> int:
        try:
            out[:] = function(*arguments)
        except Exception:  # whatever libsodium refuses is refused
            return -1
        return 0

    def mul(self, out: bytearray, scalar: bytes, point: bytes) -> int:
        return self._call(bindings.crypto_scalarmult_ed25519_noclamp, out, scalar, point)

    def mul_base(self, out: bytearray, scalar: bytes) -> int:
        return self._call(bindings.crypto_scalarmult_ed25519_base_noclamp, out, scalar)

    def add(self, out: bytearray, p: bytes, q: bytes) -> int:
        return self._call(bindings.crypto_core_ed25519_add, out, p, q)

    def sub(self, out: bytearray, p: bytes, q: bytes) -> int:
        return self._call(bindings.crypto_core_ed25519_sub, out, p, q)


class _Direct:
    """The same C functions on PyNaCl's own cffi handle. They read 32 bytes, whatever they get."""

    def __init__(self) -> None:
        from nacl._sodium import ffi, lib  # type: ignore[import-not-found, unused-ignore]

        self.OUT = ffi.typeof("unsigned char[32]")
        self.new = ffi.new
        self.buffer = ffi.buffer
        self.mul = lib.crypto_scalarmult_ed25519_noclamp
        self.mul_base = lib.crypto_scalarmult_ed25519_base_noclamp
        self.add = lib.crypto_core_ed25519_add
        self.sub = lib.crypto_core_ed25519_sub


def _library() -> Any:
    try:
        return _Direct()
    except (ImportError, AttributeError):
        return _Documented()


# Plain names: a look-up on an object in each of 3,500 calls is a measurable part of one check.
_sodium = _library()
_OUT, _new, _buffer = _sodium.OUT, _sodium.new, _sodium.buffer
_mul, _mul_base, _add, _sub = _sodium.mul, _sodium.mul_base, _sodium.add, _sodium.sub


# Points


def decode_point(data: bytes) -> bytes:
    """Return data if it is a point: 32 bytes, canonical, on the curve, of prime order.

    The identity is refused too. Raises MalformedBytes. Algorithm 1 of docs/deck.md.
    """
    if len(data) != 32 or not bindings.crypto_core_ed25519_is_valid_point(data):
        raise MalformedBytes("not a point of the group", algorithm=_ALGORITHM, evidence=(data,))
    return data


def mul(scalar: bytes, point: bytes) -> bytes:
    """scalar * point. Makes every check of `decode_point` on the point.

    Constant time. Raises MalformedBytes if the point is refused, the scalar is zero or a length is
    wrong.
    """
    out = _new(_OUT)
    if len(scalar) != 32 or len(point) != 32 or _mul(out, scalar, point):
        raise MalformedBytes("not a point of the group", algorithm=_ALGORITHM, evidence=(point,))
    return _buffer(out)[:]  # type: ignore[no-any-return]


def mul_base(scalar: bytes) -> bytes:
    """scalar * G, five times faster than `mul`. Constant time. Raises MalformedBytes if zero."""
    out = _new(_OUT)
    if len(scalar) != 32 or _mul_base(out, scalar):
        raise MalformedBytes("not a non-zero scalar", algorithm=_ALGORITHM)
    return _buffer(out)[:]  # type: ignore[no-any-return]


def add(p: bytes, q: bytes) -> bytes:
    """p + q. Takes every point of the curve, the identity and points of small order among them.

    Raises MalformedBytes only for bytes that are no point of the curve at all.
    """
    out = _new(_OUT)
    if len(p) != 32 or len(q) != 32 or _add(out, p, q):
        raise MalformedBytes("not a point of the curve", algorithm=_ALGORITHM, evidence=(p, q))
    return _buffer(out)[:]  # type: ignore[no-any-return]


def sub(p: bytes, q: bytes) -> bytes:
    """p - q, under the same conditions as `add`."""
    out = _new(_OUT)
    if len(p) != 32 or len(q) != 32 or _sub(out, p, q):
        raise MalformedBytes("not a point of the curve", algorithm=_ALGORITHM, evidence=(p, q))
    return _buffer(out)[:]  # type: ignore[no-any-return]


def total(points: Iterable[bytes]) -> bytes:
    """The sum of one or more points, under the same conditions as `add`."""
    rest = iter(points)
    result = next(rest)
    for point in rest:
        result = add(result, point)
    return result


def hash_to_group(dst: bytes, data: bytes) -> bytes:
    """A point whose discrete logarithm nobody knows. dst: the domain string of this use.

    Twice Elligator 2 on the halves of one SHA-512, so that the result is indistinguishable from a
    random point (the construction of RFC 9380, "random oracle" encodings). Algorithm 2 of
    docs/deck.md.
    """
    digest = hashlib.sha512(_len4(dst) + dst + _len4(data) + data).digest()
    return add(
        bindings.crypto_core_ed25519_from_uniform(digest[:32]),
        bindings.crypto_core_ed25519_from_uniform(digest[32:]),
    )


# Scalars


def decode_scalar(data: bytes) -> bytes:
    """Return data, 32 bytes, if it is a scalar: little-endian, 0 < value < ORDER.

    Zero is refused everywhere: no honest proof contains it, and a multiplication by zero would skip
    the check of its point. Raises MalformedBytes. Algorithm 1 of docs/deck.md.
    """
    if len(data) != 32 or not 0 < int.from_bytes(data, "little") < ORDER:
        raise MalformedBytes("not a non-zero scalar", algorithm=_ALGORITHM, evidence=(data,))
    return data


def scalar_from_int(value: int) -> bytes:
    """value mod ORDER as 32 bytes. Not constant time: never for a long-lived secret."""
    return (value % ORDER).to_bytes(32, "little")


def scalar_from_hash(digest: bytes) -> bytes:
    """64 bytes, little-endian, mod ORDER. Constant time; may be zero with probability 2^-252."""
    return bindings.crypto_core_ed25519_scalar_reduce(digest)


def scalar_add(a: bytes, b: bytes) -> bytes:
    """a + b mod ORDER, constant time."""
    return bindings.crypto_core_ed25519_scalar_add(a, b)


def scalar_mul(a: bytes, b: bytes) -> bytes:
    """a * b mod ORDER, constant time."""
    return bindings.crypto_core_ed25519_scalar_mul(a, b)


def random_scalar(entropy: Entropy) -> bytes:
    """A uniform non-zero scalar from 64 bytes of entropy, reduced in constant time."""
    return random_scalars(1, entropy)[0]


def random_scalars(count: int, entropy: Entropy) -> list[bytes]:
    """count uniform non-zero scalars. LocalProtocolError if entropy returns a wrong length."""
    block = entropy(64 * count)
    if len(block) != 64 * count:
        raise LocalProtocolError(f"entropy({64 * count}) returned {len(block)} bytes")
    scalars = [scalar_from_hash(block[i : i + 64]) for i in range(0, len(block), 64)]
    if bytes(32) in scalars:
        raise LocalProtocolError("entropy is not random: it gave a zero scalar")
    return scalars


# Many at once


def map_rows(row: Callable[..., Any], *columns: Sequence[Any], map_fn: MapFn = map) -> list[Any]:
    """[row(*values) for values in zip(*columns)], given to map_fn in chunks of CHUNK rows."""

    def run(chunk: list[tuple[Any, ...]]) -> list[Any]:
        return [row(*values) for values in chunk]

    return list(chain.from_iterable(map_fn(run, _chunks(list(zip(*columns, strict=True))))))


def linear_combination(
    scalars: Sequence[int], points: Sequence[bytes], *, base: int = 0, map_fn: MapFn = map
) -> bytes:
    """base * G + sum of scalars[i] * points[i], for integers mod ORDER.

    The terms whose point is G itself are gathered into `base`: a deck of publicly known cards is
    (G, M + PK) throughout, and one fixed-base multiplication then stands for N others. Every other
    point is checked as in `mul`. Not constant time in the *values* of the scalars (Python
    integers). Raises MalformedBytes for a point that is refused or a zero scalar.
    """
    terms: list[tuple[bytes, bytes]] = []
    for scalar, point in zip(scalars, points, strict=True):
        if point == BASE:
            base += scalar
        else:
            terms.append((scalar_from_int(scalar), point))

    def run(chunk: list[tuple[bytes, bytes]]) -> bytes:
        return total(mul(scalar, point) for scalar, point in chunk)

    sums = list(map_fn(run, _chunks(terms)))
    base %= ORDER
    if base or not sums:
        sums.append(mul_base(scalar_from_int(base)))
    return total(sums)


def _chunks(rows: list[Any]) -> list[list[Any]]:
    return [rows[i : i + CHUNK] for i in range(0, len(rows), CHUNK)]


def _len4(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big")
