"""The RFCs of docs/deck.md and docs/wire.md: ChaCha20-Poly1305 (8439), HKDF (5869) and Ed25519
(8032), from their texts."""

from __future__ import annotations

import hmac
from functools import cache

from tests.second_verifier.curve import (
    H512,
    G,
    Refused,
    combine,
    decode,
    encode,
    integer,
    q,
)

# RFC 8439


def _quarter(x: list[int], a: int, b: int, c: int, d: int) -> None:
    for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[first] = x[first] + x[second] & 0xFFFFFFFF
        mixed = x[third] ^ x[first]
        x[third] = (mixed << turn | mixed >> 32 - turn) & 0xFFFFFFFF


def _block(key: bytes, counter: int, nonce: bytes) -> bytes:
    start = b"expand 32-byte k" + key + counter.to_bytes(4, "little") + nonce
    before = [integer(start[i : i + 4]) for i in range(0, 64, 4)]
    x = list(before)
    for _ in range(10):
        for i in range(4):
            _quarter(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            _quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    words = (a + b & 0xFFFFFFFF for a, b in zip(x, before, strict=True))
    return b"".join(word.to_bytes(4, "little") for word in words)


def _poly1305(key: bytes, message: bytes) -> bytes:
    r, s = integer(key[:16]) & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF, integer(key[16:])
    sum_ = 0
    for i in range(0, len(message), 16):
        sum_ = (sum_ + integer(message[i : i + 16] + b"\1")) * r % (2**130 - 5)
    return ((sum_ + s) % 2**128).to_bytes(16, "little")


def open_chacha20_poly1305(key: bytes, nonce: bytes, data: bytes, about: bytes = b"") -> bytes:
    """The plain text; `data` ends in the tag. about: the associated data."""
    sealed, tag = data[:-16], data[-16:]
    if len(tag) != 16 or _tag(key, nonce, sealed, about) != tag:
        raise Refused("the box does not decrypt")
    return _stream(key, nonce, sealed)


def seal_chacha20_poly1305(key: bytes, nonce: bytes, data: bytes, about: bytes = b"") -> bytes:
    """The other way."""
    sealed = _stream(key, nonce, data)
    return sealed + _tag(key, nonce, sealed, about)


def _tag(key: bytes, nonce: bytes, sealed: bytes, about: bytes) -> bytes:
    padded = about + bytes(-len(about) % 16) + sealed + bytes(-len(sealed) % 16)
    lengths = len(about).to_bytes(8, "little") + len(sealed).to_bytes(8, "little")
    return _poly1305(_block(key, 0, nonce)[:32], padded + lengths)


def _stream(key: bytes, nonce: bytes, data: bytes) -> bytes:
    stream = b"".join(_block(key, 1 + i, nonce) for i in range(-(-len(data) // 64)))
    return bytes(a ^ b for a, b in zip(data, stream, strict=False))


# RFC 5869


def hkdf_sha512(secret: bytes, info: bytes, size: int) -> bytes:
    """Without salt, which is 64 zero bytes; at most one block."""
    extracted = hmac.digest(bytes(64), secret, "sha512")
    return hmac.digest(extracted, info + b"\1", "sha512")[:size]


# RFC 8032, 5.1.7


@cache
def check_signature(public: bytes, message: bytes, signature: bytes) -> None:
    """Ed25519 by the equation without the cofactor; `public` is of prime order."""
    if len(signature) != 64:
        raise Refused("a signature of another length")
    R, s = signature[:32], integer(signature[32:])
    if s >= q:
        raise Refused("a signature that is not canonical")
    h = integer(H512(R + public + message)) % q
    if encode(combine([s, q - h], [G, decode(public)])) != R:
        raise Refused("the signature does not hold")
