"""ChaCha20-Poly1305 (RFC 8439) by libsodium."""

from __future__ import annotations

import page_sodium
from cryptography.exceptions import InvalidTag
from pyodide.ffi import JsException, to_js


class ChaCha20Poly1305:
    """A key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError("ChaCha20Poly1305 key must be 32 bytes.")
        self._key = to_js(bytes(key))

    def encrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes:
        """Return the sealed bytes, the tag last."""
        known = to_js(bytes(associated_data or b""))
        made = page_sodium.crypto_aead_chacha20poly1305_ietf_encrypt(
            to_js(bytes(data)), known, None, to_js(bytes(nonce)), self._key
        )
        return bytes(made.to_bytes())

    def decrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes:
        """Return what was sealed. Raises InvalidTag."""
        known = to_js(bytes(associated_data or b""))
        try:
            made = page_sodium.crypto_aead_chacha20poly1305_ietf_decrypt(
                None, to_js(bytes(data)), known, to_js(bytes(nonce)), self._key
            )
        except JsException:
            raise InvalidTag from None
        return bytes(made.to_bytes())
