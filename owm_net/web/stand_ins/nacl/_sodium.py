"""PyNaCl's cffi handle, as far as `protocol/group.py` calls it: four functions and their bytes.

Values cross to libsodium's heap in one buffer. That takes a tenth of the time of the wrappers'
calls, which make a view, a copy and a proxy of each value.
"""

from __future__ import annotations

from collections.abc import Callable

import page_points

_crossing = bytearray(96)
_view = memoryview(_crossing)
_first, _second, _made = _view[:32], _view[32:64], _view[64:]
_calls = page_points.over(_crossing)


class ffi:  # noqa: N801
    """Bytes that a function writes."""

    buffer = bytes

    @staticmethod
    def typeof(name: str) -> str:
        """Return a type of C: the one there is, of 32 bytes."""
        return name

    @staticmethod
    def new(kind: str) -> bytearray:
        """Return 32 bytes."""
        return bytearray(32)


def _of_two(call: Callable[[], int]) -> Callable[[bytearray, bytes, bytes], int]:
    def function(out: bytearray, a: bytes, b: bytes) -> int:
        _first[:] = a
        _second[:] = b
        if call():
            return -1
        out[:] = _made
        return 0

    return function


def _of_one(call: Callable[[], int]) -> Callable[[bytearray, bytes], int]:
    def function(out: bytearray, a: bytes) -> int:
        _first[:] = a
        if call():
            return -1
        out[:] = _made
        return 0

    return function


class lib:  # noqa: N801
    """Functions of libsodium. They return 0, or -1 if they refuse."""

    crypto_scalarmult_ed25519_noclamp = staticmethod(_of_two(_calls.mul))
    crypto_scalarmult_ed25519_base_noclamp = staticmethod(_of_one(_calls.mul_base))
    crypto_core_ed25519_add = staticmethod(_of_two(_calls.add))
    crypto_core_ed25519_sub = staticmethod(_of_two(_calls.sub))
