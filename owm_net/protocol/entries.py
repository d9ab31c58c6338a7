"""Log entries: what a seat signs, and the file they are kept in.

An entry is a fixed head and a body (docs/wire.md). Its signature is Ed25519 over
LOG_TAG || entry, by the identity key that the seat showed in its HELLO. A *record* is an entry
with its signature, as sent and as stored; nobody ever re-encodes one.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator
from enum import Enum
from typing import Final, NewType

from attrs import frozen
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes

VERSION: Final = 1
LOG_TAG: Final = b"owm/log/v1"
MAGIC: Final = b"owm-net log 1\n"
SIGNATURE_BYTES: Final = 64
MAX_RECORD: Final = 1 << 20
NOTHING: Final = bytes(32)

_HEAD: Final = struct.Struct(">BBBQ32s32s32sI")
"""version, kind, seat, step, match_id, prev, state, length of the body: 111 bytes."""

MAX_BODY: Final = MAX_RECORD - _HEAD.size - SIGNATURE_BYTES

_WHERE = "wire.md, log entries"


Step = NewType("Step", int)
"""The number of a step of the match, from 0; -1 before the first."""


class EntryKind(Enum):
    """The kinds of entry."""

    HELLO = 1
    KEYS = 2
    ANSWER = 3
    COMMIT = 4
    OPEN = 5
    SHARES = 6
    DICE = 7
    SHUFFLE = 8
    SEALED = 9
    END = 10
    CONFIRM = 11
    DROP = 12
    KEEP = 13
    HAND = 14
    BLIND = 15
    REMARK = 16
    WISH = 17
    STOP = 18

    @property
    def word(self) -> str:
        """Its name as people read it."""
        return self.name.lower()


VOTES: Final = (EntryKind.DROP, EntryKind.KEEP)
"""What stands beside a step and is no part of it: see `session.leaving`."""

BESIDE: Final = (*VOTES, EntryKind.REMARK, EntryKind.WISH)
"""What is no part of any step."""
SINCE: Final = {EntryKind.REMARK: 3, EntryKind.WISH: 4, EntryKind.STOP: 4}
"""EntryKind -> the first protocol, as terms say it, whose matches know it; the others are as old as
the log."""

_KINDS = {kind.value: kind for kind in EntryKind}


@frozen
class Entry:
    """One signed statement of one seat.

    step: number of the step of the protocol it belongs to. match_id, prev, state: 32 bytes each:
    the match, the chain's head before this step, and the digest of the game's state before it.
    """

    kind: EntryKind
    seat: int
    step: int
    match_id: bytes
    prev: bytes
    state: bytes
    body: bytes

    def encode(self) -> bytes:
        """111 bytes and the body."""
        return (
            _HEAD.pack(
                VERSION,
                self.kind.value,
                self.seat,
                self.step,
                self.match_id,
                self.prev,
                self.state,
                len(self.body),
            )
            + self.body
        )


def decode_entry(data: bytes) -> Entry:
    """Parse an entry. Raises MalformedBytes; whatever is returned encodes to the same bytes."""
    if not _HEAD.size <= len(data) <= MAX_RECORD:
        raise MalformedBytes(f"an entry of {len(data)} bytes", algorithm=_WHERE)
    version, kind, seat, step, match_id, prev, state, length = _HEAD.unpack_from(data)
    if version != VERSION:
        raise MalformedBytes(
            f"entry version {version}, this program knows {VERSION}", algorithm=_WHERE
        )
    if kind not in _KINDS:
        raise MalformedBytes(f"entry of unknown kind {kind}", algorithm=_WHERE)
    if length != len(data) - _HEAD.size:
        raise MalformedBytes("an entry's body is not as long as it says", algorithm=_WHERE)
    return Entry(_KINDS[kind], seat, step, match_id, prev, state, data[_HEAD.size :])


def entry_hash(data: bytes) -> bytes:
    """SHA-256 of an entry's bytes."""
    return hashlib.sha256(data).digest()


def sign(entry: Entry, identity: Ed25519PrivateKey) -> bytes:
    """The record of an entry: its bytes and 64 bytes of signature."""
    data = entry.encode()
    if len(data) + SIGNATURE_BYTES > MAX_RECORD:
        raise LocalProtocolError(f"an entry of {len(data)} bytes is too long to be sent")
    return data + identity.sign(LOG_TAG + data)


def split_record(record: bytes) -> tuple[bytes, bytes]:
    """(entry bytes, signature). Raises MalformedBytes."""
    if not _HEAD.size + SIGNATURE_BYTES <= len(record) <= MAX_RECORD:
        raise MalformedBytes(f"a record of {len(record)} bytes", algorithm=_WHERE)
    return record[:-SIGNATURE_BYTES], record[-SIGNATURE_BYTES:]


def check_signature(data: bytes, signature: bytes, identity: bytes) -> None:
    """Raise BadProof unless `identity`, 32 bytes, signed the entry's bytes."""
    try:
        Ed25519PublicKey.from_public_bytes(identity).verify(signature, LOG_TAG + data)
    except (InvalidSignature, ValueError):
        raise BadProof("the signature is wrong", algorithm=_WHERE) from None


def frame_record(record: bytes) -> bytes:
    """Return a record as a log file holds it: after 4 bytes of length."""
    return len(record).to_bytes(4, "big") + record


class TornLog(Exception):
    """The last record of a log file is incomplete, as after a crash.

    good: length of the file up to there.
    """

    def __init__(self, good: int) -> None:
        self.good = good
        super().__init__(f"the last entry is cut off after byte {good}")


def _is_start_of(rest: bytes, length: int) -> bool:
    """Return True if these bytes, too few, may be the beginning of a record of this length.

    A record that was cut off says its own length in its head; a damaged length in the middle of
    a file does not agree with it.
    """
    if len(rest) < _HEAD.size:
        return True
    body: int = _HEAD.unpack_from(rest)[-1]
    return length == _HEAD.size + body + SIGNATURE_BYTES


def read_records(data: bytes) -> Iterator[bytes]:
    """The records of a log file's bytes.

    Raises MalformedBytes where the file is no log, or a length is impossible; TornLog, after all
    whole records, if the last one is cut, or is nothing but zeros: a power cut may leave them
    where a file had been made longer and not been written yet.
    """
    if not data.startswith(MAGIC):
        if data and MAGIC.startswith(data):
            raise TornLog(0)
        raise MalformedBytes("this is no log of owm-net: it does not begin with the right line")
    at = len(MAGIC)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 4 > len(data) or (length == 0 and not any(data[at:])):
            raise TornLog(at)
        if not _HEAD.size + SIGNATURE_BYTES <= length <= MAX_RECORD:
            raise MalformedBytes(f"an entry of {length} bytes at byte {at}", algorithm=_WHERE)
        if at + 4 + length > len(data):
            if not _is_start_of(data[at + 4 :], length):
                raise MalformedBytes(f"an impossible length at byte {at}", algorithm=_WHERE)
            raise TornLog(at)
        yield data[at + 4 : at + 4 + length]
        at += 4 + length
