"""Vectors of docs/wire.md: the first records of the recorded match, and its first steps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from vectors_common import HERE, MIXED, ORDER_8, case, changed, plus_order
from vectors_matches import Base

from owm_net.engine import codec
from owm_net.engine.requests import Draw
from owm_net.protocol import group
from owm_net.protocol.entries import Entry, EntryKind, entry_hash
from owm_net.protocol.fiat_shamir import about_opening

STEPS = 8
"""So many of the first steps are shown."""


def record_vectors(base: Base) -> dict[str, Any]:
    """The beginning of the recorded match, piece by piece, and signatures good and bad."""
    records, entries = base.records[:4], base.entries[:4]
    hellos = [e for e in entries if e.step == 0]
    first, identity = records[0], hellos[0].body[:32]
    forged = plus_order(first, len(first) - 32)
    small = group.IDENTITY
    weak = group.mul_base((5).to_bytes(32, "little")) + (5).to_bytes(32, "little")
    keys = (e for e in entries if (e.step, e.seat) == (1, 0))
    agreed = hellos[0].body[65 + hellos[0].body[64] :]
    return {
        "comment": f"docs/wire.md: the first four records of match_skeleton.owmlog. {HERE} "
        "signatures: of record[:-64] by identity, each to be accepted or refused.",
        "records": [r.hex() for r in records],
        "terms": agreed.hex(),
        "terms_hash": codec.digest(agreed).hex(),
        "terms_digest": hashlib.sha256(agreed).hexdigest(),
        "match_id": entries[2].match_id.hex(),
        "heads": [entries[0].prev.hex(), entries[2].prev.hex()],
        "keys_ctx_of_seat_0": base.context(next(keys), "keys").hex(),
        "signatures": [
            case("as made", "accepted", identity=identity, record=first),
            case("by the other seat", "refused", identity=hellos[1].body[:32], record=first),
            case(
                "another byte in the entry",
                "refused",
                identity=identity,
                record=changed(first, 5, b"\1"),
            ),
            case("S plus the order", "refused", identity=identity, record=forged),
            case(
                "an identity that is the identity of the group: holds for every entry",
                "refused",
                identity=small,
                record=first[:-64] + weak,
            ),
            case(
                "the same, not canonical",
                "refused",
                identity=bytes.fromhex("ee" + "ff" * 30 + "7f"),
                record=first[:-64] + weak,
            ),
            case(
                "an identity with a part of order 8",
                "refused",
                identity=group.add(identity, ORDER_8),
                record=first,
            ),
            case(
                "R with a part of order 8: holds by the equation with the cofactor alone",
                "refused",
                identity=identity,
                record=base.oddly(0, *MIXED),
            ),
            case(
                "R of order 8: holds by the equation with the cofactor alone",
                "refused",
                identity=identity,
                record=base.oddly(0, ORDER_8),
            ),
            case(
                "R that is the identity of the group, with S = h a: the equation holds",
                "accepted",
                identity=identity,
                record=base.oddly(0, group.IDENTITY),
            ),
            case(
                "the same R, not canonical",
                "refused",
                identity=identity,
                record=base.oddly(0, bytes.fromhex("ee" + "ff" * 30 + "7f")),
            ),
        ],
    }


# ------------------------------------------------------------------ the first steps


def purposes(base: Base, e: Entry) -> dict[str, bytes]:
    """The contexts of an entry, by purpose."""
    if e.kind is EntryKind.SHARES:
        answered, draw = first_draw(base)
        about = about_opening(answered, [-slot - 1 for slot in draw.slots])
        return {"share": base.context(e, "share", about)}
    purpose = {
        EntryKind.KEYS: "keys",
        EntryKind.COMMIT: "choice",
        EntryKind.DICE: "dice",
        EntryKind.SHUFFLE: "shuffle",
    }.get(e.kind)
    return {} if purpose is None else {purpose: base.context(e, purpose)}


def first_draw(base: Base) -> tuple[int, Draw]:
    """With the number of requests that were answered before it."""
    found = [(one.answered, one.request) for one in base.asked if isinstance(one.request, Draw)]
    return found[0]


def steps(base: Base) -> Iterator[list[Entry]]:
    """The entries of each step, in the order due, which is that of the seats here."""
    for step in range(STEPS):
        yield sorted((e for e in base.entries if e.step == step), key=lambda e: e.seat)


def head_after(entries: list[Entry]) -> bytes:
    """The head of the chain after a step with these entries."""
    return hashlib.sha256(
        entries[0].prev + b"".join(entry_hash(e.encode()) for e in entries)
    ).digest()


def step_vectors(base: Base) -> dict[str, Any]:
    """Heads, states and contexts of the first steps."""
    return {
        "comment": f"docs/wire.md: the first {STEPS} steps of match_skeleton.owmlog. {HERE} prev, "
        "state: as all entries of the step say. head_after: of the chain, after the step. record: "
        "number of the record, from 0. hash: of the entry. contexts: by purpose, of the proofs and "
        "commitments in the entry (for OPEN the one of the COMMIT).",
        "steps": [
            {
                "step": number,
                "kind": entries[0].kind.name,
                "due": [e.seat for e in entries],
                "prev": entries[0].prev.hex(),
                "state": entries[0].state.hex(),
                "entries": [
                    {
                        "seat": e.seat,
                        "record": base.entries.index(e),
                        "hash": entry_hash(e.encode()).hex(),
                        "contexts": {k: v.hex() for k, v in purposes(base, e).items()},
                    }
                    for e in entries
                ],
                "head_after": head_after(entries).hex(),
            }
            for number, entries in enumerate(steps(base))
        ],
    }
