"""Both verifiers on every vector of tests/vectors, good and bad, and on fresh proofs."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding as BadValue
from owm_net.protocol import commitment, dice, group, keys, opening, sealed, shuffle
from owm_net.protocol.entries import check_signature
from owm_net.protocol.errors import BadProof, MalformedBytes
from tests.second_verifier import layout, proofs
from tests.second_verifier.curve import (
    H512,
    H,
    M,
    Refused,
    decode,
    decode_scalar,
    encode,
    h2g,
    integer,
    times,
    u32,
    u64,
)

FOLDER = Path(__file__).parents[1] / "vectors"


def vectors(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


GROUP, OPENING, DICE, SHUFFLE, TRANSCRIPT, KEYS, SUMS, CHOICE, SEALED, RECORD, VALUES = map(
    vectors,
    (
        "deck_group",
        "deck_opening",
        "deck_dice",
        "deck_shuffle_4",
        "deck_transcript",
        "deck_keys",
        "deck_sums",
        "deck_choice",
        "deck_sealed",
        "wire_record",
        "wire_values",
    ),
)


def test_every_file_of_vectors_is_read_here_or_by_the_test_of_logs() -> None:
    read = {
        "deck_group",
        "deck_opening",
        "deck_dice",
        "deck_shuffle_4",
        "deck_transcript",
        "deck_keys",
        "deck_sums",
        "deck_choice",
        "deck_sealed",
        "wire_record",
        "wire_values",
        "deck_redeal",
        "match_absent",
        "match_absent.requests",
        "match_taken_back",
        "match_taken_back.requests",
        "match_skeleton",
        "match_skeleton.requests",
        "match_stopped",
        "match_stopped.requests",
        "match_three",
        "match_three.requests",
        "wire_logs",
        "wire_steps",
        "wire_channel",
        "wire_watching",
    }
    assert {p.stem for p in FOLDER.glob("*.json")} == read


def second(check: Callable[..., Any], *arguments: Any) -> str:
    try:
        check(*arguments)
    except Refused:
        return "refused"
    return "accepted"


def first(check: Callable[..., Any], *arguments: Any) -> str:
    """As a vector's `result` says it."""
    try:
        check(*arguments)
    except MalformedBytes:
        return "encoding"
    except BadProof:
        return "proof"
    return "accepted"


def both(case: dict[str, Any], one: str, other: str) -> None:
    assert one == case["result"], case["comment"]
    assert other == ("accepted" if case["result"] == "accepted" else "refused"), case["comment"]


def hexes(case: dict[str, Any], *names: str) -> list[bytes]:
    return [bytes.fromhex(case[name]) for name in names]


def each(cases: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["comment"])


# ------------------------------------------------------------------ deck.md


def test_points_and_scalars() -> None:
    for case in GROUP["bad_points"]:
        assert second(decode, bytes.fromhex(case["point"])) == "refused", case["comment"]
    for case in GROUP["bad_scalars"]:
        assert second(decode_scalar, bytes.fromhex(case["scalar"])) == "refused", case["comment"]


def test_hash_to_group() -> None:
    for case in GROUP["hash_to_group"]:
        assert encode(h2g(*hexes(case, "dst", "data"))).hex() == case["point"]
    assert [encode(H(i)).hex() for i in range(5)] == GROUP["generators"]
    deck_id = bytes.fromhex(GROUP["cards"]["deck_id"])
    assert [encode(M(deck_id, k)).hex() for k in range(3)] == GROUP["cards"]["points"]
    for i in range(30):  # both branches of the map, both signs
        assert encode(h2g(b"many", u32(i))) == group.hash_to_group(b"many", u32(i))


def test_transcript_and_context() -> None:
    ctx = proofs.context(
        b"m" * 32, b"t" * 32, [b"a" * 32, b"b" * 32], 1, "shuffle", 2, 3, b"p" * 32, b""
    )
    assert ctx.hex() == TRANSCRIPT["context"]["encoded"]
    fixed = TRANSCRIPT["transcript"]
    t = proofs.T(*hexes(fixed, "dst", "ctx"))
    for label, data in fixed["appended"]:
        t.append(label, bytes.fromhex(data))
    assert t.state().hex() == fixed["state"]
    assert t.challenge("one").hex() == fixed["challenge one"]
    assert t.scalar("two").to_bytes(32, "little").hex() == fixed["challenge_scalar two"]
    small = [f"{n:032x}" for n in t.small("three", 3)]
    assert small == fixed["small_challenges three, big-endian"]


@each(KEYS["cases"])
def test_keys(case: dict[str, Any]) -> None:
    ctx, body = hexes(case, "ctx", "body")
    both(case, first(keys.check_keys, ctx, body), second(proofs.check_keys, ctx, body))


@each(KEYS["joint"])
def test_joint_key(case: dict[str, Any]) -> None:
    shown = [bytes.fromhex(key) for key in case["keys"]]
    both(case, first(keys.joint_key, shown), second(proofs.joint_key, shown))
    if "joint" in case:
        assert proofs.joint_key(shown).hex() == keys.joint_key(shown).hex() == case["joint"]


@each(SHUFFLE["cases"])
def test_shuffle(case: dict[str, Any]) -> None:
    names = ("ctx", "joint_key", "deck", "output", "proof")
    parts = {name: bytes.fromhex(SHUFFLE[name]) for name in names}
    for name, change in case.get("change", {}).items():
        data, put = parts[name], bytes.fromhex(change["put"])
        end = change["at"] + change.get("drop", len(put))
        parts[name] = data[: change["at"]] + put + data[end:]
    found = second(proofs.check_shuffle, *parts.values())
    assert found == ("accepted" if case["result"] == "accepted" else "refused")


@each(SUMS["cases"])
def test_sums_that_are_the_identity(case: dict[str, Any]) -> None:
    """A cheat can make one: then all equations hold, and still both must say no."""
    ctx, joint, deck, output, proof = hexes(case, "ctx", "joint_key", "deck", "output", "proof")
    cards = [shuffle.decode_deck(data, len(data) // 64) for data in (deck, output)]
    both(
        case,
        first(shuffle.check_shuffle, ctx, joint, *cards, proof),
        second(proofs.check_shuffle, ctx, joint, deck, output, proof),
    )


@each(OPENING["cases"])
def test_shares(case: dict[str, Any]) -> None:
    cards = [(bytes.fromhex(a), bytes.fromhex(b)) for a, b in case["cards"]]
    bases, rest = zip(*cards, strict=True)
    ctx, X, body = hexes(case, "ctx", "X", "body")
    both(
        case,
        first(opening.check_shares, ctx, X, cards, body),
        second(proofs.check_shares, b"owm/mp/share/v1", ctx, X, bases, rest, body),
    )


def test_dice() -> None:
    roll = DICE["roll"]
    match_id, counter = bytes.fromhex(roll["match_id"]), roll["counter"]
    V = proofs.dice_point(match_id, counter, roll["purpose"].encode())
    assert V.hex() == roll["V"]
    Z = [encode(times(integer(bytes.fromhex(y)), decode(V))) for y in roll["y"]]
    assert [z.hex() for z in Z] == roll["Z"]
    value = proofs.joint_value(match_id, counter, Z)
    assert value.hex() == roll["value"]
    for draw in DICE["uniform"]:
        numbers = proofs.uniform_many(value, int(draw["n"]), draw["count"])
        assert [str(x) for x in numbers] == draw["numbers"]


@each(DICE["bodies"])
def test_bodies_of_dice(case: dict[str, Any]) -> None:
    roll = DICE["roll"]
    V = bytes.fromhex(roll["V"])
    ctx, Y, body = hexes(case, "ctx", "Y", "body")
    both(
        case,
        first(dice.check_dice_shares, ctx, Y, [V], body),
        second(proofs.check_shares, b"owm/dice/share/v1", ctx, Y, (V,), (b"",), body),
    )
    if case["result"] == "accepted":
        assert body[:32].hex() in roll["Z"]


@each(CHOICE["cases"])
def test_hidden_choices(case: dict[str, Any]) -> None:
    ctx, made, opened = hexes(case, "ctx", "commitment", "opening")
    arguments = ctx, case["slot"], case["size"], made, opened
    both(
        case,
        first(commitment.check_opening, *arguments),
        second(proofs.check_opening, *arguments),
    )
    if case["result"] == "accepted":
        said = proofs.check_opening(*arguments)
        assert said == commitment.check_opening(*arguments)
        assert said.hex() == case["payload"]


@each(SEALED["boxes"])
def test_boxes(case: dict[str, Any]) -> None:
    ctx, E, box = hexes(case, "ctx", "E", "box")
    size = max(len(box) - 112, 0)
    both(
        case,
        first(sealed.check_sealed, ctx, E, box),
        second(proofs.check_box, ctx, E, size, box),
    )


@each(SEALED["complaints"])
def test_complaints(case: dict[str, Any]) -> None:
    ctx, E, box, complaint = hexes(case, "ctx", "E", "box", "complaint")
    both(
        case,
        first(sealed.judge_complaint, ctx, E, box, complaint),
        second(proofs.check_complaint, ctx, E, box, complaint),
    )
    if case["result"] != "accepted":
        return
    said = sealed.judge_complaint(ctx, E, box, complaint)
    assert (said.hex() if said is not None else None) == case["payload"]
    K = proofs.check_complaint(ctx, E, box, complaint)
    if said is None:
        assert second(proofs.open_box, ctx, E, K, box) == "refused"
    else:
        assert proofs.open_box(ctx, E, K, box) == said


# ------------------------------------------------------------------ wire.md


@each(VALUES["accepted"])
def test_values(case: dict[str, Any]) -> None:
    (data,) = hexes(case, "bytes")
    assert layout.to_cbor(layout.from_cbor(data)) == data
    assert is_value(data)
    assert hashlib.sha256(data).hexdigest() == case["digest"]


@each(VALUES["refused"])
def test_bytes_that_are_no_value(case: dict[str, Any]) -> None:
    (data,) = hexes(case, "bytes")
    assert second(layout.from_cbor, data) == "refused"
    assert not is_value(data)


def is_value(data: bytes) -> bool:
    try:
        codec.decode(data)
    except BadValue:
        return False
    return True


@each(RECORD["signatures"])
def test_signatures(case: dict[str, Any]) -> None:
    identity, record = hexes(case, "identity", "record")

    def whole(identity: bytes, record: bytes) -> None:
        group.decode_point(identity)
        check_signature(record[:-64], record[-64:], identity)

    one = "accepted" if first(whole, identity, record) == "accepted" else "refused"
    other = second(layout.check_signed, identity, layout.read_record(record))
    assert one == other == case["result"], case["comment"]


def test_the_first_records_of_a_match() -> None:
    read = [layout.read_record(bytes.fromhex(r)) for r in RECORD["records"]]
    hellos = [r for r in read if r.step == 0]
    terms = layout.read_hello(hellos[0].body).terms
    assert terms.hex() == RECORD["terms"]
    assert layout.hash_terms(terms).hex() == RECORD["terms_hash"]
    assert layout.name_match([r.body for r in hellos]).hex() == RECORD["match_id"]
    head = layout.next_head(layout.HEAD_0, [r.entry for r in hellos])
    assert [layout.HEAD_0.hex(), head.hex()] == RECORD["heads"]
    ctx = proofs.context(
        bytes.fromhex(RECORD["match_id"]),
        bytes.fromhex(RECORD["terms_hash"]),
        [r.body[:32] for r in hellos],
        0,
        "keys",
        0,
        1,
        head,
        b"",
    )
    assert ctx.hex() == RECORD["keys_ctx_of_seat_0"]
    proofs.check_keys(ctx, next(r.body for r in read if (r.step, r.seat) == (1, 0)))


def test_heads_and_contexts_of_the_first_steps() -> None:
    log = (FOLDER / "match_skeleton.owmlog").read_bytes()
    records = [layout.read_record(record) for record in layout.read_log(log)[0]]
    asked = vectors("match_skeleton.requests")["requests"]
    terms_hash = bytes.fromhex(RECORD["terms_hash"])
    identities = [r.body[:32] for r in sorted(records[:2], key=lambda r: r.seat)]
    head = layout.HEAD_0
    for step in vectors("wire_steps")["steps"]:
        entries = [records[one["record"]] for one in step["entries"]]
        begun = [one for one in asked if one["step"] <= step["step"]]
        request: dict[str, Any] = begun[-1] if begun else {}
        for one, r in zip(step["entries"], entries, strict=True):
            assert (r.seat, r.step, r.prev) == (one["seat"], step["step"], head)
            assert r.state == (bytes.fromhex(request["state"]) if request else terms_hash)
            assert layout.sha256(r.entry).hex() == one["hash"]
            for purpose, ctx in one["contexts"].items():
                about = b""
                if purpose == "share":
                    slots = request["slots"]
                    places = b"".join(u32(-slot - 1) for slot in slots)
                    about = u64(request["answered"]) + u32(len(slots)) + places
                deck = request["number"] if purpose == "shuffle" else 0
                at = r.match_id, terms_hash, identities, r.seat, purpose, deck, r.step, r.prev
                assert proofs.context(*at, about).hex() == ctx
        head = layout.next_head(head, [r.entry for r in entries])
        assert head.hex() == step["head_after"]


# ------------------------------------------------------------------ fresh proofs


@pytest.mark.parametrize("n", [1, 2, 3])
def test_fresh_proofs(n: int) -> None:
    """Keys, a shuffle by each seat, shares, dice, a complaint, a choice: all made by our code."""
    ctx, entropy = secrets.token_bytes(50), secrets.token_bytes
    other = ctx + b"x"
    seats = []
    for _ in range(2):
        own, body = keys.make_keys(ctx, entropy)
        proofs.check_keys(ctx, body)
        assert second(proofs.check_keys, other, body) == "refused"
        seats.append((own, own.public()))
    joint = proofs.joint_key([public.X for _, public in seats])
    assert joint == keys.joint_key([public.X for _, public in seats])
    deck = [shuffle.known_card(b"d", k, joint) for k in range(n)]
    assert b"".join(deck[0]) == proofs.known_card(M(b"d", 0), joint)
    for _ in seats:
        done = shuffle.shuffle(ctx, joint, deck, entropy)
        before, after = shuffle.encode_deck(deck), shuffle.encode_deck(done.deck)
        proofs.check_shuffle(ctx, joint, before, after, done.proof)
        wrong = second(proofs.check_shuffle, other, joint, before, after, done.proof)
        assert wrong == "refused"
        deck = list(done.deck)

    own, public = seats[0]
    bases, masked = (tuple(half) for half in zip(*deck, strict=True))
    body = opening.make_shares(ctx, own, public.X, deck, entropy)
    proofs.check_shares(b"owm/mp/share/v1", ctx, public.X, bases, masked, body)
    V = tuple(dice.dice_point(bytes(32), i, b"roll") for i in range(n))
    body = dice.make_dice_shares(ctx, own, public.Y, V, entropy)
    proofs.check_shares(b"owm/dice/share/v1", ctx, public.Y, V, (b"",) * n, body)

    payload = secrets.token_bytes(50 * n)
    box = sealed.seal(ctx, public.E, payload, entropy)
    proofs.check_box(ctx, public.E, len(payload), box)
    K = proofs.check_complaint(ctx, public.E, box, sealed.complain(ctx, own, box, entropy))
    assert proofs.open_box(ctx, public.E, K, box) == payload

    made, opened = commitment.commit(ctx, n, b"hold", 8, entropy)
    assert proofs.check_opening(ctx, n, 8, made, opened) == b"hold"
    assert H512(b"")[:2].hex() == "cf83"
