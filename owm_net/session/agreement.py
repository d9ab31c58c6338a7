"""The check whether the seats of a log agree with each other where this program disagrees.

Two programs of one version should reach the same states. If all seats of a match sign a state, or
sign on from it, that this program does not reach, then nobody's entry shows who is right: the
seats' programs may be at fault, or this one. If a seat differs from another, or the rest stopped
there, the one that differs from this program is to blame, as always.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import permutations

from owm_net.protocol.entries import (
    Entry,
    EntryKind,
    Step,
    check_signature,
    decode_entry,
    entry_hash,
    split_record,
)
from owm_net.protocol.errors import RemoteProtocolError
from owm_net.session.match import Match


def agreed_state(match: Match, records: Sequence[bytes]) -> bytes | None:
    """The digest of a state that all seats agree on and `match` does not reach, if it is so.

    records: of the log, from the one on that `match` has refused. A seat agrees that signs that
    state in the step where `match` stands, or any entry of the same chain after it: its `prev`
    covers the others' entries. Who was dropped need not.
    """
    chain = match.chain
    if chain.here:
        return None  # somebody has signed the state that is reached here
    step, head, state = chain.step, chain.head, b""
    hashes: dict[int, bytes] = {}
    agree: set[int] = set()
    for record in records:
        entry = _read(record, match)
        if entry is None:
            return None
        if entry.kind in (EntryKind.REMARK, EntryKind.WISH):
            continue  # it says nothing of the game
        if hashes and entry.step == step + 1:
            if entry.prev not in _heads(head, list(hashes.values())):
                return None
            step, head, hashes = Step(entry.step), entry.prev, {}
        if (entry.step, entry.prev) != (step, head) or entry.seat in hashes:
            return None
        if step == chain.step:
            state = state or entry.state
            if entry.state != state or entry.state == chain.state:
                return None
        hashes[entry.seat] = entry_hash(entry.encode())
        agree.add(entry.seat)
        if len(agree.union(match.dropped)) == match.seats:
            return state
    return None


def _read(record: bytes, match: Match) -> Entry | None:
    """An entry that one of the seats has signed for this match."""
    try:
        data, signature = split_record(record)
        entry = decode_entry(data)
        match.check_kind(entry.kind)
        if entry.seat >= match.seats or entry.match_id != match.match_id:
            return None
        check_signature(data, signature, match.identities[entry.seat])
    except RemoteProtocolError:
        return None
    return entry


def _heads(head: bytes, hashes: Sequence[bytes]) -> set[bytes]:
    """The heads that may follow: the order of a step's entries is the rules', which differ here."""
    return {hashlib.sha256(head + b"".join(order)).digest() for order in permutations(hashes)}
