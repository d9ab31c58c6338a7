"""Ed25519 (RFC 8032) by libsodium."""

from __future__ import annotations

import base64
import hashlib
import os

import nacl.bindings as sodium
import page_sodium
from cryptography.exceptions import InvalidSignature
from cryptography.pkcs8 import BEGIN, END, HEAD
from pyodide.ffi import to_js

IDENTITY = bytes([1]) + bytes(31)
"""Of the group."""
ORDER = 2**252 + 27742317777372353535851937790883648493
"""Of the group: a scalar is less."""


class Ed25519PublicKey:
    """A public key of 32 bytes."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    @classmethod
    def from_public_bytes(cls, data: bytes) -> Ed25519PublicKey:
        """Return the key. Raises ValueError at another length."""
        if len(data) != 32:
            raise ValueError("An Ed25519 public key is 32 bytes long")
        return cls(bytes(data))

    def public_bytes(self, encoding: object = None, format: object = None) -> bytes:
        """The 32 bytes, the only form that owm_net asks for."""
        return self._raw

    public_bytes_raw = public_bytes

    def verify(self, signature: bytes, data: bytes) -> None:
        """Raises InvalidSignature unless it holds by docs/wire.md, "Entries"."""
        if signature[:32] == IDENTITY:
            fits = self._holds_by_identity(bytes(signature[32:]), bytes(data))
        else:
            fits = len(signature) == 64 and page_sodium.crypto_sign_verify_detached(
                to_js(bytes(signature)), to_js(bytes(data)), to_js(self._raw)
            )
        if not fits:
            raise InvalidSignature

    def _holds_by_identity(self, s: bytes, data: bytes) -> bool:
        """Return True if S G = h A, of a signature whose R is the identity: the one R that may hold
        and that libsodium refuses."""
        if len(s) != 32 or int.from_bytes(s, "little") >= ORDER:
            return False
        hashed = hashlib.sha512(IDENTITY + self._raw + data).digest()
        h = sodium.crypto_core_ed25519_scalar_reduce(hashed)
        try:
            made = sodium.crypto_scalarmult_ed25519_base_noclamp(s)
            return made == sodium.crypto_scalarmult_ed25519_noclamp(h, self._raw)
        except RuntimeError:  # a key of another order, or a product that is the identity
            return False


class Ed25519PrivateKey:
    """A seed of 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        pair = page_sodium.crypto_sign_seed_keypair(to_js(seed))
        self._seed, self._secret = seed, pair.privateKey
        self._public = bytes(pair.publicKey.to_bytes())

    @classmethod
    def generate(cls) -> Ed25519PrivateKey:
        """A fresh key."""
        return cls(os.urandom(32))

    @classmethod
    def from_private_bytes(cls, data: bytes) -> Ed25519PrivateKey:
        """Return the key. Raises ValueError at another length."""
        if len(data) != 32:
            raise ValueError("An Ed25519 private key is 32 bytes long")
        return cls(bytes(data))

    def public_key(self) -> Ed25519PublicKey:
        """Its public key."""
        return Ed25519PublicKey(self._public)

    def private_bytes_raw(self) -> bytes:
        """The seed."""
        return self._seed

    def private_bytes(self, encoding: object, format: object, encryption: object) -> bytes:
        """PKCS #8 in PEM, the only form that owm_net asks for."""
        return b"\n".join([BEGIN, base64.b64encode(HEAD + self._seed), END, b""])

    def sign(self, data: bytes) -> bytes:
        """64 bytes."""
        return bytes(page_sodium.crypto_sign_detached(to_js(bytes(data)), self._secret).to_bytes())
