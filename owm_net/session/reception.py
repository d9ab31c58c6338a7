"""Whom an entry is from, and whether it comes too early: what is asked before it is judged."""

from __future__ import annotations

from collections import Counter

from owm_net.engine import codec
from owm_net.protocol import group
from owm_net.protocol.entries import (
    MAX_RECORD,
    VOTES,
    Entry,
    Kind,
    check_signature,
    split_record,
)
from owm_net.protocol.errors import BadEncoding, BadProof
from owm_net.session.ground import Ground
from owm_net.session.terms import decode_hello


def check_author(ground: Ground, entry: Entry, data: bytes, signature: bytes) -> None:
    """Raise, naming nobody, unless the seat that an entry names has signed it.

    Before a seat's HELLO its identity is the one that the HELLO shows.
    """
    if entry.seat >= ground.seats:
        raise BadEncoding(f"there is no seat {entry.seat}", algorithm="wire.md, log entries")
    identity = ground.lockstep.identities[entry.seat]
    if not identity:
        if entry.kind is not Kind.HELLO or entry.step != 0:
            raise BadProof(
                f"an entry of seat {entry.seat} before its HELLO", algorithm="wire.md, HELLO"
            )
        identity = group.decode_point(entry.body[:32])  # of small order: anybody signs for it
    check_signature(data, signature, identity)


def check_origin(ground: Ground, entry: Entry) -> None:
    """Raise, naming nobody, for an entry that may come from another match.

    What is signed before the match has a name can be carried here by anybody: another
    HELLO of the same person, for other terms or for a match that never came about.
    """
    where, chain, own = "wire.md, HELLO", ground.lockstep, ground.own
    if own is not None and entry.seat == own.seat and entry.body[:32] != own.public():
        raise BadProof("a HELLO of somebody else for our seat", algorithm=where)
    if (entry.seat, 0) in chain.hashes:
        raise BadProof("a second HELLO for a seat", algorithm=where)
    others = [k for s, k in enumerate(chain.identities) if s != entry.seat]
    mine = [own.public()] if own is not None and entry.seat != own.seat else []
    if entry.body[:32] in others + mine:
        raise BadProof("two seats show the same identity", algorithm=where)
    if entry.state != chain.state and chain.step == 0:
        terms = decode_hello(entry.body).terms
        if entry.state == codec.digest(terms):
            raise BadProof("a HELLO for a match with other terms", algorithm=where)


MAX_EARLY = 4 * MAX_RECORD
"""Bytes of records for steps to come that are kept of one seat; honest ones send a few KB."""

_STEPS_OWN = "its own"


class Early:
    """Records for steps to come, by step, seat, match and what they are: an entry of the step, or
    a DROP or KEEP of one seat. Of each there may be a second one, which differs."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, int, bytes, str], bytes] = {}
        self._bytes: Counter[int] = Counter()  # by seat

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, entry: Entry, data: bytes, record: bytes) -> bytes:
        """Keep a record until its step has come.

        Returns b"", or the record kept first if its author has signed another entry of the step:
        both prove it. Raises BadProof, naming nobody, if too much is kept of that seat already:
        whoever passes its entries on may have left out what they wait for.
        """
        key = entry.step, entry.seat, entry.match_id, _what(entry)
        first = self._kept.get(key, record)
        same = split_record(first)[0] == data
        place = key if same else (*key[:3], f"{key[3]} again")
        if place not in self._kept:
            self._bytes[entry.seat] += len(record)
            if self._bytes[entry.seat] > MAX_EARLY:
                self._bytes[entry.seat] -= len(record)
                raise BadProof(
                    f"more of seat {entry.seat} comes too early than can be kept",
                    algorithm="wire.md, lockstep",
                )
            self._kept[place] = record
        return b"" if same or entry.kind in VOTES else first

    def due(self, step: int, match_id: bytes) -> list[bytes]:
        """The records for a step that has come, its own entries first, and those of other
        matches, which are of no use; they are kept no longer."""
        keys = [key for key in self._kept if key[0] == step or key[2] != match_id]
        keys.sort(key=lambda key: not key[3].startswith(_STEPS_OWN))
        return [self._pop(key) for key in keys]

    def forget(self, seat: int) -> None:
        """Drop whatever a seat has sent."""
        for key in [key for key in self._kept if key[1] == seat]:
            self._pop(key)

    def _pop(self, key: tuple[int, int, bytes, str]) -> bytes:
        record = self._kept.pop(key)
        self._bytes[key[1]] -= len(record)
        return record


def _what(entry: Entry) -> str:
    """What an entry says, as far as an honest seat says each at most once at a step."""
    if entry.kind not in VOTES:
        return _STEPS_OWN
    return f"{entry.kind.name} {entry.body[:1].hex()}"
