"""HKDF (RFC 5869), by hmac."""

from __future__ import annotations

import hashlib
import hmac

from cryptography.hazmat.primitives.hashes import HashAlgorithm


class HKDF:
    """Extract and expand. info: bytes or None. salt: None for zeros."""

    def __init__(
        self, algorithm: HashAlgorithm, length: int, salt: bytes | None, info: bytes | None
    ) -> None:
        self._name, self._length = algorithm.name, length
        self._salt = salt or bytes(hashlib.new(self._name).digest_size)
        self._info = info or b""

    def derive(self, key_material: bytes) -> bytes:
        """Return `length` bytes."""
        key = hmac.digest(self._salt, key_material, self._name)
        made = block = b""
        count = 0
        while len(made) < self._length:
            count += 1
            block = hmac.digest(key, block + self._info + bytes([count]), self._name)
            made += block
        return made[: self._length]
