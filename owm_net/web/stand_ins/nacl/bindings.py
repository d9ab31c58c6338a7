"""The group arithmetic that `protocol/group.py` calls, by libsodium-wrappers-sumo.

The functions have PyNaCl's names and refuse what PyNaCl refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import page_sodium
from pyodide.ffi import JsException, to_js


class Refused(RuntimeError):
    """libsodium refused the values; PyNaCl raises a RuntimeError of its own."""


def _made(call: Callable[..., Any]) -> Callable[..., bytes]:
    """Take bytes, return bytes."""

    def function(*given: bytes) -> bytes:
        try:
            return bytes(call(*[to_js(bytes(one)) for one in given]).to_bytes())
        except JsException as e:
            raise Refused(str(e)) from None

    return function


crypto_scalarmult_ed25519_noclamp = _made(page_sodium.crypto_scalarmult_ed25519_noclamp)
crypto_scalarmult_ed25519_base_noclamp = _made(page_sodium.crypto_scalarmult_ed25519_base_noclamp)
crypto_core_ed25519_add = _made(page_sodium.crypto_core_ed25519_add)
crypto_core_ed25519_sub = _made(page_sodium.crypto_core_ed25519_sub)
crypto_core_ed25519_from_uniform = _made(page_sodium.crypto_core_ed25519_from_uniform)
crypto_core_ed25519_scalar_reduce = _made(page_sodium.crypto_core_ed25519_scalar_reduce)
crypto_core_ed25519_scalar_add = _made(page_sodium.crypto_core_ed25519_scalar_add)
crypto_core_ed25519_scalar_mul = _made(page_sodium.crypto_core_ed25519_scalar_mul)


def crypto_core_ed25519_is_valid_point(point: bytes) -> bool:
    """Return True if it is canonical, on the curve and of the prime order."""
    return bool(page_sodium.crypto_core_ed25519_is_valid_point(to_js(bytes(point))))
