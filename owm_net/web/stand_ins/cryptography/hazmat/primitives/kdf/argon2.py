"""Argon2id (RFC 9106) by libsodium."""

from __future__ import annotations

import page_sodium
from pyodide.ffi import to_js

_ARGON2ID13 = 2  # crypto_pwhash_ALG_ARGON2ID13


class Argon2id:
    """memory_cost: KiB. Only one lane: libsodium has no others."""

    def __init__(
        self, *, salt: bytes, length: int, iterations: int, lanes: int, memory_cost: int
    ) -> None:
        if lanes != 1 or len(salt) != 16:
            raise ValueError("one lane and 16 bytes of salt")
        self._salt, self._length = salt, length
        self._iterations, self._memory = iterations, memory_cost * 1024

    def derive(self, key_material: bytes) -> bytes:
        """Return `length` bytes."""
        made = page_sodium.crypto_pwhash(
            self._length,
            to_js(key_material),
            to_js(self._salt),
            self._iterations,
            self._memory,
            _ARGON2ID13,
        )
        return bytes(made.to_bytes())
