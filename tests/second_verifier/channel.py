"""docs/wire.md, "The channel", in plain integers: one end, from its secrets and what it hears."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import NamedTuple

from tests.second_verifier.cipher import (
    check_signature,
    hkdf_sha512,
    open_chacha20_poly1305,
    seal_chacha20_poly1305,
)
from tests.second_verifier.curve import (
    H512,
    G,
    Refused,
    decode,
    encode,
    field,
    h2g,
    integer,
    q,
    times,
    u32,
)

HAIL = 3 + 63 + 16 + 32 + 16
HOST, GUEST, SEAT, _, SHOWS, WATCHES = range(6)
MEETS = {HOST: GUEST, GUEST: HOST, SEAT: SEAT, SHOWS: WATCHES, WATCHES: SHOWS}


def sign(seed: bytes, message: bytes) -> bytes:
    """RFC 8032, 5.1.6."""
    h = H512(seed)
    a = integer(h[:32]) & ((1 << 254) - 8) | 1 << 254
    public = encode(times(a % q, G))
    r = integer(H512(h[32:] + message)) % q
    R = encode(times(r, G))
    k = integer(H512(R + public + message)) % q
    return R + ((r + k * a) % q).to_bytes(32, "little")


def public_of(seed: bytes) -> bytes:
    a = integer(H512(seed)[:32]) & ((1 << 254) - 8) | 1 << 254
    return encode(times(a % q, G))


class Secrets(NamedTuple):
    """Of one end. shared: words and room, or the resume key."""

    role: int
    shared: tuple[bytes, bytes] | bytes
    y: bytes
    nonce: bytes
    program: bytes
    seed: bytes
    name: bytes


class End:
    """One end: `hail`, then `hear` the other's HAIL and AUTH, then records."""

    def __init__(self, own: Secrets) -> None:
        self.own = own
        g = G
        if isinstance(own.shared, tuple):
            words, room = own.shared
            g = h2g(b"owm/cpace/v1", field(words) + field(room) + field(b"guest") + field(b"host"))
        self.point = encode(times(integer(own.y), g))
        body = b"\1\4" + bytes([own.role]) + own.program.ljust(63) + own.nonce + self.point
        self.hail = body + self.hint(body)
        self.sent = self.heard = 0
        self.public = public_of(own.seed)

    def hint(self, body: bytes) -> bytes:
        if isinstance(self.own.shared, tuple):
            return bytes(16)
        return hmac.digest(self.own.shared, b"owm/channel/hint/v1" + body, "sha512")[:16]

    def key(self, label: bytes) -> bytes:
        return hkdf_sha512(self.isk, b"owm/channel/v1/" + label, 32)

    def hear_hail(self, hail: bytes) -> bytes | None:
        """2 and 3. Returns A's AUTH."""
        if hail[:2] != b"\1\4" or len(hail) != HAIL or hail[2] != MEETS[self.own.role]:
            raise Refused("the greeting")
        if hail[-16:] != self.hint(hail[:-16]) or hail[-48:-16] == self.point:
            raise Refused("the greeting")
        self.K = encode(times(integer(self.own.y), decode(hail[-48:-16])))
        is_first = self.own.role == SEAT and self.point < hail[-48:-16]
        self.is_a = self.own.role in (GUEST, WATCHES) or is_first
        a, b = (self.hail, hail) if self.is_a else (hail, self.hail)
        self.hails = field(a) + field(b)
        shared = self.own.shared
        secret = shared[1] if isinstance(shared, tuple) else shared
        self.isk = H512(field(b"owm/channel/isk/v1") + field(secret) + field(self.K) + self.hails)
        if not self.is_a:
            return None
        tag = self.key(b"confirm a")
        statement = self.statement_a(self.public)
        self.auth_a = (
            b"\2" + tag + self.seal(self.public + sign(self.own.seed, statement) + self.own.name)
        )
        return self.auth_a

    def hear_auth(self, auth: bytes) -> bytes | None:
        """4 and 5. Returns B's AUTH."""
        if not self.is_a:
            self.auth_a = auth
            self.theirs, self.name = self.check(auth, b"confirm a", self.statement_a)
            statement = self.statement_b(self.theirs, self.public)
            signed = self.public + sign(self.own.seed, statement) + self.own.name
            return b"\2" + self.key(b"confirm b") + self.seal(signed)
        self.theirs, self.name = self.check(
            auth, b"confirm b", lambda theirs: self.statement_b(self.public, theirs)
        )
        return None

    def check(
        self, auth: bytes, label: bytes, statement: Callable[[bytes], bytes]
    ) -> tuple[bytes, bytes]:
        if auth[:1] != b"\2" or len(auth) != 33 + 512 + 16:
            raise Refused("no AUTH")
        if auth[1:33] != self.key(label):
            raise Refused("the tag")
        signed = self.open(auth[33:])
        if not 96 <= len(signed) <= 96 + 64:
            raise Refused("no identity, signature and name")
        identity = signed[:32]
        decode(identity)
        check_signature(identity, statement(identity), signed[32:96])
        return identity, signed[96:]

    def statement_a(self, identity: bytes) -> bytes:
        so_far = H512(self.hails + self.key(b"confirm a"))
        return field(b"owm/id/v1") + b"A" + so_far + identity

    def statement_b(self, a: bytes, b: bytes) -> bytes:
        return field(b"owm/id/v1") + b"B" + H512(self.hails + field(self.auth_a)) + a + b

    def seal(self, message: bytes) -> bytes:
        number, self.sent = self.sent, self.sent + 1
        key = self.key(b"records a" if self.is_a else b"records b")
        filled = message + b"\x80"
        while len(filled) % 512 != 0:
            filled += b"\0"
        about = u32(len(filled) + 16)
        return seal_chacha20_poly1305(key, number.to_bytes(12, "big"), filled, about)

    def open(self, record: bytes) -> bytes:
        number, self.heard = self.heard, self.heard + 1
        key = self.key(b"records b" if self.is_a else b"records a")
        nonce, about = number.to_bytes(12, "big"), u32(len(record))
        filled = open_chacha20_poly1305(key, nonce, record, about)
        message = filled.rstrip(b"\0")
        if len(filled) % 512 != 0 or message[-1:] != b"\x80" or len(message) < 2:
            raise Refused("a record that is not filled up as it must be")
        return message[:-1]
