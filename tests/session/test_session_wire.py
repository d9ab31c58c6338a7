"""A log read with docs/wire.md in hand and none of our parsers: layout, chain, contexts, sizes."""

from __future__ import annotations

import hashlib
import struct
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from owm_net.protocol import keys, shuffle


class Read(NamedTuple):
    """One entry as wire.md lays it out."""

    kind: int
    seat: int
    step: int
    match_id: bytes
    prev: bytes
    state: bytes
    body: bytes
    data: bytes
    signature: bytes


def read(log: bytes) -> list[Read]:
    first = b"owm-net log 1\n"
    assert log.startswith(first)
    at, entries = len(first), []
    while at < len(log):
        (length,) = struct.unpack_from(">I", log, at)
        record = log[at + 4 : at + 4 + length]
        at += 4 + length
        data, signature = record[:-64], record[-64:]
        assert data[0] == 1
        (step,) = struct.unpack_from(">Q", data, 3)
        (size,) = struct.unpack_from(">I", data, 107)
        body = data[111:]
        assert len(body) == size
        entries.append(
            Read(
                data[1],
                data[2],
                step,
                data[11:43],
                data[43:75],
                data[75:107],
                body,
                data,
                signature,
            )
        )
    return entries


def field(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def test_a_log_is_what_the_page_says(table: Any) -> None:
    party = table.Party(3, seed=8)
    party.run()
    entries = read(party.log())
    steps: dict[int, list[Read]] = {}
    for e in entries:
        steps.setdefault(e.step, []).append(e)
    assert list(steps) == list(range(len(steps)))
    for same in steps.values():
        same.sort(key=lambda e: e.seat)
        assert len({(e.kind, e.prev, e.state) for e in same}) == 1

    hellos, shown = steps[0], steps[1]
    assert [e.kind for e in hellos + shown] == [1] * 3 + [2] * 3
    identities = [e.body[:32] for e in hellos]
    named = hashlib.sha512(b"owm/match/v1" + b"".join(field(e.body) for e in hellos)).digest()[:32]
    head = hashlib.sha256(b"owm/chain/v1").digest()
    for n, same in steps.items():
        for e in same:
            assert e.prev == head
            assert e.match_id == (named if n else bytes(32))
            key = Ed25519PublicKey.from_public_bytes(identities[e.seat])
            key.verify(e.signature, b"owm/log/v1" + e.data)
        parts = b"".join(hashlib.sha256(e.data).digest() for e in same)
        head = hashlib.sha256(head + parts).digest()

    terms = hellos[0].body[65 + hellos[0].body[64] :]
    assert terms[:2] == b"\xd8\x1b" and len(terms) > 23
    width = (
        b"\x58" + bytes([len(terms)])
        if len(terms) < 256
        else b"\x59" + len(terms).to_bytes(2, "big")
    )
    terms_hash = hashlib.sha256(width + terms).digest()
    assert all(e.state == terms_hash for e in hellos + shown)

    def ctx(e: Read, purpose: bytes, deck: int = 0, about: bytes = b"") -> bytes:
        return b"".join(
            [
                field(b"owm/ctx/v1"),
                field(b"ed25519-sha512/v1"),
                field(named),
                field(terms_hash),
                struct.pack(">I", 3),
                *map(field, identities),
                struct.pack(">I", e.seat),
                field(purpose),
                struct.pack(">I", deck),
                struct.pack(">Q", e.step),
                field(e.prev),
                field(about),
            ]
        )

    public = [keys.check_keys(ctx(e, b"keys"), e.body) for e in shown]
    joint = keys.joint_key([k.X for k in public])
    cards = [shuffle.known_card(b"owm-net/skeleton", k, joint) for k in range(24)]
    deck = cards
    for e in [e for e in entries if e.kind == 8][:3]:
        assert len(e.body) == 192 * 24 + 160
        output = shuffle.decode_deck(e.body[: 64 * 24], 24)
        shuffle.check_shuffle(ctx(e, b"shuffle", 1), joint, deck, output, e.body[64 * 24 :])
        deck = list(output)
    reserve = next(e for e in entries if e.kind == 8 and len(e.body) == 192 * 12 + 160)
    pool = [shuffle.known_card(b"owm-net/skeleton", k, joint) for k in range(24, 30) for _ in "ab"]
    output = shuffle.decode_deck(reserve.body[: 64 * 12], 12)
    shuffle.check_shuffle(ctx(reserve, b"private", 2), joint, pool, output, reserve.body[64 * 12 :])

    sizes = {kind: {len(e.body) for e in entries if e.kind == kind} for kind in range(1, 12)}
    assert sizes[2] == {288} and sizes[4] == {32} and sizes[5] == {2084}
    assert sizes[7] == {96} and sizes[9] == {32 + 176} and sizes[11] == {0}
    assert all(n % 32 == 0 and n >= 96 for n in sizes[6])
    assert [e.kind for e in steps[max(steps)]] == [10] * 3
