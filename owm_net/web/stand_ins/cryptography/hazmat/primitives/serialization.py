"""Forms of keys: raw bytes, and PKCS #8 in PEM, of Ed25519 alone (RFC 8410)."""

from __future__ import annotations

import base64
from enum import Enum

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.pkcs8 import BEGIN, END, HEAD


class Encoding(Enum):
    """How it is written."""

    PEM = "PEM"
    Raw = "Raw"


class PublicFormat(Enum):
    """What is written of a public key."""

    Raw = "Raw"


class PrivateFormat(Enum):
    """What is written of a private key."""

    PKCS8 = "PKCS8"


class NoEncryption:
    """In the clear."""


def load_pem_private_key(data: bytes, password: None) -> object:
    """Return the key. Raises ValueError if it is not one of Ed25519 in the clear."""
    lines = data.strip().splitlines()
    if len(lines) < 3 or lines[0] != BEGIN or lines[-1] != END:
        raise ValueError("not a private key in PEM")
    der = base64.b64decode(b"".join(lines[1:-1]), validate=True)
    if len(der) != len(HEAD) + 32 or not der.startswith(HEAD):
        raise ValueError("not a key of Ed25519")
    return Ed25519PrivateKey.from_private_bytes(der[len(HEAD) :])
