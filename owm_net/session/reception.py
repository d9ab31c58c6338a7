"""Whom an entry is from, and whether it comes too early: what is asked before it is judged."""

from __future__ import annotations

from owm_net.engine import codec
from owm_net.protocol import group
from owm_net.protocol.entries import (
    VOTES,
    Entry,
    Kind,
    check_signature,
    decode_entry,
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
    if chain.step == 0:
        chain.identities[entry.seat] = entry.body[:32]


_STEPS_OWN = "its own"


class Early(dict[tuple[int, int, str], bytes]):
    """Records for steps to come, by step, seat and what they are: one entry of the step, one KEEP,
    and a DROP for each seat."""

    def keep(self, entry: Entry, data: bytes, record: bytes) -> bytes:
        """Keep a record until its step has come; b"" if all is well.

        If its seat has signed another one for the step, in this match, both prove it: returns
        the first, which belongs into the log.
        """
        what = _STEPS_OWN if entry.kind not in VOTES else entry.kind.name
        if entry.kind is Kind.DROP:
            what += entry.body[:1].hex() if entry.body[:1] < b"\x04" else ""
        kept = self.setdefault((entry.step, entry.seat, what), record)
        first, _ = split_record(kept)
        return kept if first != data and what == _STEPS_OWN else b""

    def due(self, step: int) -> list[bytes]:
        """The records for a step that has come, its own entries first; they are kept no longer."""
        keys = sorted([key for key in self if key[0] == step], key=lambda k: k[2] != _STEPS_OWN)
        return [self.pop(key) for key in keys]

    def forget(self, seat: int) -> None:
        """Drop whatever a seat has sent."""
        for key in [key for key in self if key[1] == seat]:
            del self[key]


def is_of_match(record: bytes, match_id: bytes) -> bool:
    """Whether a record names this match."""
    return decode_entry(split_record(record)[0]).match_id == match_id
