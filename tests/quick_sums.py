"""The second verifier with its sums on the curve by libsodium, for tests of the course of a match.

Its own, in plain Python, take most of such a test's time. They are tried in tests/second_verifier,
with nothing patched; so are its readings of every proof, which stay its own here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pytest

from owm_net.protocol import group
from owm_net.protocol.errors import MalformedBytes
from tests.second_verifier import cipher, curve, proofs, redeal
from tests.second_verifier.curve import O, Point, d, p, q, root


@lru_cache(maxsize=1 << 14)
def _point(data: bytes) -> Point:
    """Return the point that libsodium wrote as these bytes."""
    number = int.from_bytes(data, "little")
    y, parity = number % 2**255, number >> 255
    x = root((y * y - 1) * pow(d * y * y + 1, -1, p))
    assert x is not None
    x = x if x & 1 == parity else p - x
    return x, y, 1, x * y % p


def _combine(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """`curve.combine`, for points of prime order, as all are that `curve.decode` takes."""
    result = b""
    for n, point in zip(scalars, points, strict=True):
        if n % q and not curve.is_identity(point):
            product = group.mul((n % q).to_bytes(32, "little"), curve.encode(point))
            result = group.add(result, product) if result else product
    return _point(result) if result else O


def _times(n: int, point: Point) -> Point:
    """`curve.times`; of q only whether it is the identity."""
    if n != q:
        return _combine([n], [point])
    try:
        group.decode_point(curve.encode(point))
    except MalformedBytes:
        return point
    return O


def by_libsodium(patch: pytest.MonkeyPatch) -> None:
    """Let the second verifier use these until the patch is undone."""
    for module in (cipher, curve, proofs, redeal):
        patch.setattr(module, "combine", _combine)
    for module in (curve, proofs):
        patch.setattr(module, "times", _times)
