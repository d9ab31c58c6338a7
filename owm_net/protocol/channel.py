"""The encrypted channel between two programs: authentication and records.

docs/wire.md, "The channel", has the bytes. Sources: the construction of CPace
(draft-irtf-cfrg-cpace), with our own suite, for a first meeting by a code; SIGMA (Krawczyk 2003)
with a pre-shared key for returning to a match; ChaCha20-Poly1305 (RFC 8439) for the records.
Nothing here waits and nothing holds a socket.

Both say HAIL at once. A, the guest or spectator of a first meeting, or who has the smaller point
when two come back, shows first that it has the same key; B answers only if it has:

HAILED --hail, as A: AUTH out--> AWAITING_ANSWER --auth--> OPEN
HAILED --hail, as B--> AWAITING_AUTH --auth: AUTH out--> OPEN
any --what does not fit--> FAILED

So a host says nothing that depends on its code before a guest has committed itself to a guess: a
guess costs the guest an AUTH that the host can count, and whoever only knocks learns nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from enum import Enum
from typing import Final

from attrs import define, field, frozen
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from owm_net.protocol import group
from owm_net.protocol.codes import Code
from owm_net.protocol.errors import LocalProtocolError, MalformedBytes, ProtocolError
from owm_net.protocol.fiat_shamir import field as with_length
from owm_net.protocol.fiat_shamir import u32
from owm_net.protocol.framing import MAX_FRAME

WIRE_VERSION: Final = 4
HAIL: Final = b"\x01"
AUTH: Final = b"\x02"
REJECT: Final = b"\x03"

PROGRAM_BYTES: Final = 63
NONCE_BYTES: Final = 16
HINT_BYTES: Final = 16
HAIL_BYTES: Final = 3 + PROGRAM_BYTES + NONCE_BYTES + 32 + HINT_BYTES
TAG_BYTES: Final = 32
MAX_NAME: Final = 64
SEAL_BYTES: Final = 16
PAD_BYTES: Final = 512
"""A message is filled up to a multiple of these: of most answers nobody sees which it is."""
PAD: Final = b"\x80"
"""Behind the message; then zeros."""
MAX_MESSAGE: Final = MAX_FRAME - PAD_BYTES - 1
"""Bytes that one record can carry."""
_AUTH_BYTES: Final = 1 + TAG_BYTES + PAD_BYTES + SEAL_BYTES

CODE_DST: Final = b"owm/cpace/v1"
ISK_TAG: Final = b"owm/channel/isk/v1"
KEY_TAG: Final = b"owm/channel/v1/"
HINT_TAG: Final = b"owm/channel/hint/v1"
ID_TAG: Final = b"owm/id/v1"


class Role(Enum):
    """The purpose of a connection. RETURNING: a match that is under way. SHOWING, WATCHING: of such
    a match what everybody may see. 3 is none: the vectors have it as one that does not exist."""

    HOST = 0
    GUEST = 1
    RETURNING = 2
    SHOWING = 4
    WATCHING = 5


WANTED: Final = {
    Role.HOST: Role.GUEST,
    Role.GUEST: Role.HOST,
    Role.RETURNING: Role.RETURNING,
    Role.SHOWING: Role.WATCHING,
    Role.WATCHING: Role.SHOWING,
}
"""Who must be at the other end, for each role."""
CALLERS: Final = (Role.GUEST, Role.WATCHING)
"""Who comes to one who waits, with a code: A of the channel."""
_ROLES: Final = frozenset(role.value for role in Role)


class Rejection(Enum):
    """Why a host closes the connection, as far as it says so. Nobody has proved that it says it."""

    WRONG_CODE = 0
    BURNT = 1
    FULL = 2
    TOO_OFTEN = 3


class ChannelError(ProtocolError):
    """The channel cannot be opened, or is broken. str() is one line for people."""


class VersionMismatch(ChannelError):
    """The other side speaks another version of the wire. version, program: as it says."""

    def __init__(self, version: int, program: str) -> None:
        super().__init__(
            f"it speaks version {version} of the wire ({program}), this program version"
            f" {WIRE_VERSION}"
        )
        self.version = version
        self.program = program


class RoleMismatch(ChannelError):
    """The other side has come for something else. role: for what."""

    def __init__(self, role: Role) -> None:
        super().__init__(f"it came as {role.name.lower()}")
        self.role = role


class WrongSecret(ChannelError):
    """The other side does not have our code, or the key of our match."""


class TooOften(ChannelError):
    """The host hears no more guesses from our network for now: it has not looked at ours."""


class NoSeat(ChannelError):
    """The host says that it needs nobody any more."""


class BadRecord(ChannelError):
    """A record was changed, left out, doubled or inserted on the way, or made with another key."""


class ChannelState(Enum):
    """Of a channel that is being opened; the diagram is at the top."""

    HAILED = "hailed"
    AWAITING_AUTH = "awaiting auth"
    AWAITING_ANSWER = "awaiting the answer"
    OPEN = "open"
    FAILED = "failed"


@frozen
class Peer:
    """The authenticated peer. name: what it calls itself; program: from its HAIL."""

    identity: bytes
    name: str
    program: str


@define
class Sealer:
    """One direction of an open channel: it numbers and seals outgoing records, or opens incoming
    ones.

    Never both: each direction has its own key. After BadRecord it opens nothing more.
    """

    _cipher: ChaCha20Poly1305 = field(repr=False)
    _number: int = 0

    def seal(self, message: bytes) -> bytes:
        """The next record: the message, filled up, and 16 bytes. Its frame must be the next that
        is sent."""
        if len(message) > MAX_MESSAGE:
            raise LocalProtocolError(f"a message of {len(message)} bytes; at most {MAX_MESSAGE}")
        filled = message + PAD
        filled += bytes(-len(filled) % PAD_BYTES)
        return self._cipher.encrypt(self._next(), filled, u32(len(filled) + SEAL_BYTES))

    def open(self, record: bytes) -> bytes:
        """Return the payload of the next record: a byte at least. Raises BadRecord."""
        try:
            filled = self._cipher.decrypt(self._next(), record, u32(len(record)))
        except InvalidTag:
            filled = b""
        message, pad, zeros = filled.rpartition(PAD)
        if not message or not pad or any(zeros) or len(filled) % PAD_BYTES:
            raise BadRecord("a record that is not the next one")
        return message

    def _next(self) -> bytes:
        number = self._number
        self._number += 1
        return number.to_bytes(12, "big")


@frozen
class ChannelKeys:
    """All that both derive from what they agreed on: 32 bytes each. room: see `private_room`."""

    tag_a: bytes = field(repr=False)
    tag_b: bytes = field(repr=False)
    records_a: bytes = field(repr=False)
    records_b: bytes = field(repr=False)
    room: bytes = field(repr=False)

    @classmethod
    def of(cls, isk: bytes) -> ChannelKeys:
        """From the 64 bytes of the intermediate session key."""

        def key(label: bytes) -> bytes:
            return HKDF(SHA512(), 32, None, KEY_TAG + label).derive(isk)

        return cls(
            key(b"confirm a"), key(b"confirm b"), key(b"records a"), key(b"records b"), key(b"room")
        )


def session_key(secret: bytes, K: bytes, hails: bytes) -> bytes:
    """ISK. secret: the room of a first meeting, or the key of the match. K: what the two points
    come to. hails: A's and B's, each after its length."""
    return hashlib.sha512(
        with_length(ISK_TAG) + with_length(secret) + with_length(K) + hails
    ).digest()


def generator(secret: Code | bytes) -> bytes:
    """The point that both multiply: of a code a hash that only those who know it know."""
    if isinstance(secret, bytes):
        return group.BASE
    parts = (secret.words.encode(), secret.room.encode(), b"guest", b"host")
    return group.hash_to_group(CODE_DST, b"".join(map(with_length, parts)))


class Channel:
    """One end of a channel that is being opened.

    role: the purpose of this end. secret: the code of a first meeting, or the 32 bytes that the
    seats of a match share. identity: signs. name: ours, shown to anyone who has the secret.
    program: shown to everybody. Send `hail` first; then give `receive` each message, and send what
    it returns. When `state` is OPEN, `peer` says who is there, and all further frames are records
    of `sending` and `receiving`.
    """

    peer: Peer
    sending: Sealer
    receiving: Sealer

    def __init__(
        self,
        role: Role,
        secret: Code | bytes,
        identity: Ed25519PrivateKey,
        name: str,
        program: str,
        entropy: group.Entropy,
    ) -> None:
        if isinstance(secret, Code) is (role is Role.RETURNING):
            raise LocalProtocolError("a first meeting has a code, who comes back has a key")
        self.role = role
        self.state = ChannelState.HAILED
        self._secret = secret
        self._identity = identity
        self._name = cut_name(name)
        self._y = group.random_scalar(entropy)
        point = group.mul(self._y, generator(secret))
        head = bytes([WIRE_VERSION, role.value]) + _program(program)
        body = HAIL + head + _nonce(entropy) + point
        self.hail = body + self._hint(body)
        self._hails = b""
        self._program = ""
        self._keys: ChannelKeys
        self._auth_a = b""
        self._is_a = False

    @property
    def private_room(self) -> str:
        """The name of a relay's room that only the two who have met here can know."""
        return "m-" + self._keys.room[:20].hex()

    def receive(self, message: bytes) -> bytes | None:
        """Take the next message; returns what is to be sent, if anything. Raises ChannelError:
        then close the connection, for this channel is never opened."""
        react = _REACTIONS.get(self.state)
        if react is None:
            raise LocalProtocolError(f"a channel that is {self.state.value} takes no more messages")
        try:
            return react(self, message)
        except BaseException:
            self.state = ChannelState.FAILED
            raise

    def _hint(self, hail: bytes) -> bytes:
        """By which those who have the key of a match know each other; else zeros."""
        if isinstance(self._secret, Code):
            return bytes(HINT_BYTES)
        return hmac.digest(self._secret, HINT_TAG + hail, "sha512")[:HINT_BYTES]

    def _hailed(self, hail: bytes) -> bytes | None:
        check_hail(hail)
        role = Role(hail[2])
        if role is not WANTED[self.role]:
            raise RoleMismatch(role)
        point = hail[-HINT_BYTES - 32 : -HINT_BYTES]
        if point == self._point:
            raise ChannelError("it says back what is said to it")
        if not hmac.compare_digest(hail[-HINT_BYTES:], self._hint(hail[:-HINT_BYTES])):
            if isinstance(self._secret, Code):
                raise ChannelError("its greeting is garbled")
            raise WrongSecret("it does not have the key of this match")
        try:
            K = group.mul(self._y, point)
        except MalformedBytes:
            raise ChannelError("its greeting holds no point") from None
        self._is_a = self.role in CALLERS
        if self.role is Role.RETURNING:
            self._is_a = self._point < point
        self._program = program_of(hail)
        ours, theirs = with_length(self.hail), with_length(hail)
        self._hails = ours + theirs if self._is_a else theirs + ours
        secret = self._secret
        shared = secret.room.encode() if isinstance(secret, Code) else secret
        self._keys = keys = ChannelKeys.of(session_key(shared, K, self._hails))
        to_b, to_a = (Sealer(ChaCha20Poly1305(key)) for key in (keys.records_a, keys.records_b))
        self.sending, self.receiving = (to_b, to_a) if self._is_a else (to_a, to_b)
        if not self._is_a:
            self.state = ChannelState.AWAITING_AUTH
            return None
        self.state = ChannelState.AWAITING_ANSWER
        self._auth_a = self._auth(keys.tag_a, self._statement_a(self._public()))
        return self._auth_a

    def _authed(self, message: bytes) -> bytes:
        """B: A has shown first that it has the key."""
        self._check_tag(message, self._keys.tag_a)
        self._auth_a = message
        self.peer = self._unseal(message, self._statement_a)
        answer = self._auth(self._keys.tag_b, self._statement_b(self.peer.identity, self._public()))
        self.state = ChannelState.OPEN
        return answer

    def _answered(self, message: bytes) -> None:
        """A: so has B."""
        self._check_tag(message, self._keys.tag_b)
        own = self._public()
        self.peer = self._unseal(message, lambda theirs: self._statement_b(own, theirs))
        self.state = ChannelState.OPEN

    def _auth(self, tag: bytes, statement: bytes) -> bytes:
        signed = self._public() + self._identity.sign(statement) + self._name
        return AUTH + tag + self.sending.seal(signed)

    def _check_tag(self, message: bytes, tag: bytes) -> None:
        if message[:1] == REJECT and len(message) == 2 and self._is_a:
            if message[1] == Rejection.FULL.value:
                raise NoSeat("all seats are taken")
            if message[1] == Rejection.TOO_OFTEN.value:
                raise TooOften("too many wrong codes came from your network")
            burnt = message[1] == Rejection.BURNT.value
            raise WrongSecret("it says that the code is burnt" if burnt else "it says no")
        if message[:1] != AUTH or len(message) != _AUTH_BYTES:
            raise ChannelError("it does not say who it is")
        if not hmac.compare_digest(message[1 : 1 + TAG_BYTES], tag):
            raise WrongSecret("it has another code, or another key")

    def _unseal(self, message: bytes, statement: Callable[[bytes], bytes]) -> Peer:
        signed = self.receiving.open(message[1 + TAG_BYTES :])
        identity, signature, name = signed[:32], signed[32:96], signed[96:]
        if len(name) > MAX_NAME:
            raise ChannelError("its name is too long")
        try:
            group.decode_point(identity)  # anybody signs for those of small order
            Ed25519PublicKey.from_public_bytes(identity).verify(signature, statement(identity))
        except (MalformedBytes, InvalidSignature, ValueError):
            raise ChannelError("it does not prove to have the identity that it shows") from None
        return Peer(identity, _printable(name), self._program)

    def _statement_a(self, identity: bytes) -> bytes:
        so_far = hashlib.sha512(self._hails + self._keys.tag_a).digest()
        return with_length(ID_TAG) + b"A" + so_far + identity

    def _statement_b(self, identity_a: bytes, identity_b: bytes) -> bytes:
        so_far = hashlib.sha512(self._hails + with_length(self._auth_a)).digest()
        return with_length(ID_TAG) + b"B" + so_far + identity_a + identity_b

    @property
    def _point(self) -> bytes:
        return self.hail[-HINT_BYTES - 32 : -HINT_BYTES]

    def _public(self) -> bytes:
        return self._identity.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


_REACTIONS: dict[ChannelState, Callable[[Channel, bytes], bytes | None]] = {
    ChannelState.HAILED: Channel._hailed,
    ChannelState.AWAITING_AUTH: Channel._authed,
    ChannelState.AWAITING_ANSWER: Channel._answered,
}


def check_hail(message: bytes) -> None:
    """Raise ChannelError unless a first message is a HAIL of our version. The first three bytes and
    the program after them stay where they are in every version."""
    if message[:1] != HAIL or len(message) < 2:
        raise ChannelError("its first message is no greeting")
    if message[1] != WIRE_VERSION:
        raise VersionMismatch(message[1], program_of(message))
    if len(message) != HAIL_BYTES or message[2] not in _ROLES:
        raise ChannelError("its greeting is garbled")


def program_of(hail: bytes) -> str:
    """Return the program that a HAIL of any version names."""
    return _printable(hail[3 : 3 + PROGRAM_BYTES]).strip()


def rejected(why: Rejection) -> bytes:
    """Return the message that a host sends before it closes."""
    return REJECT + bytes([why.value])


def cut_name(name: str) -> bytes:
    """A name as it is sent: MAX_NAME bytes of UTF-8 at most, no character cut in two."""
    return name.encode("utf-8", "replace")[:MAX_NAME].decode("utf-8", "ignore").encode()


def _program(name: str) -> bytes:
    return name.encode("ascii", "replace")[:PROGRAM_BYTES].ljust(PROGRAM_BYTES)


def _nonce(entropy: group.Entropy) -> bytes:
    nonce = entropy(NONCE_BYTES)
    if len(nonce) != NONCE_BYTES:
        raise LocalProtocolError(f"entropy({NONCE_BYTES}) returned {len(nonce)} bytes")
    return nonce


def _printable(data: bytes) -> str:
    text = data.decode("utf-8", "replace")
    return "".join(c if c.isprintable() else "?" for c in text)
