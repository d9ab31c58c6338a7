"""Transcripts and contexts: fixed vectors, and that nothing can change without the challenge."""

import hashlib
import json
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol import group
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.fiat_shamir import (
    ProofContext,
    Transcript,
    about_opening,
    hedged_nonce,
    hedged_stream,
)

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "deck_transcript.json").read_text())
CONTEXT = ProofContext(
    match_id=b"m" * 32,
    terms=b"t" * 32,
    identities=(b"a" * 32, b"b" * 32),
    seat=1,
    purpose="shuffle",
    deck=2,
    step=3,
    prev=b"p" * 32,
)


def test_transcript_vector() -> None:
    case = VECTORS["transcript"]
    transcript = Transcript(bytes.fromhex(case["dst"]), bytes.fromhex(case["ctx"]))
    for label, data in case["appended"]:
        transcript.append(label.encode(), bytes.fromhex(data))
    assert transcript.state().hex() == case["state"]
    assert transcript.challenge(b"one").hex() == case["challenge one"]
    assert transcript.challenge_scalar(b"two").hex() == case["challenge_scalar two"]
    small = transcript.small_challenges(b"three", 3)
    assert [f"{value:032x}" for value in small] == case["small_challenges three, big-endian"]


def test_transcript_by_hand() -> None:
    def f(data):
        return len(data).to_bytes(4, "big") + data

    transcript = Transcript(b"d", b"c")
    transcript.append(b"x", b"yz")
    absorbed = f(b"dst") + f(b"d") + f(b"ctx") + f(b"c") + f(b"x") + f(b"yz")
    absorbed += f(b"challenge") + f(b"u")
    assert transcript.challenge(b"u") == hashlib.sha512(absorbed).digest()


def test_context_vector() -> None:
    assert CONTEXT.encode().hex() == VECTORS["context"]["encoded"]


@pytest.mark.parametrize(
    "change",
    [
        {"match_id": b"M" * 32},
        {"terms": b"T" * 32},
        {"identities": (b"b" * 32, b"a" * 32)},
        {"identities": (b"a" * 32, b"b" * 32, b"c" * 32)},
        {"seat": 0},
        {"purpose": "share"},
        {"deck": 3},
        {"step": 4},
        {"prev": b""},
        {"about": b"x"},
        {"suite": "ristretto255-sha512/v1"},
    ],
    ids=lambda change: str(change)[:64],
)
def test_every_field_of_the_context_counts(change) -> None:
    assert attrs.evolve(CONTEXT, **change).encode() != CONTEXT.encode()


@pytest.mark.parametrize(
    "change",
    [
        {"match_id": b"m" * 31},
        {"terms": b""},
        {"identities": (b"a" * 32, b"a" * 32)},
        {"identities": (b"a" * 32, b"b" * 33)},
        {"seat": 2},
        {"seat": -1},
        {"prev": b"p"},
        {"purpose": "Würfel"},
    ],
    ids=str,
)
def test_a_wrong_context_is_our_own_mistake(change) -> None:
    with pytest.raises(LocalProtocolError):
        attrs.evolve(CONTEXT, **change)


def test_numbers_that_do_not_fit() -> None:
    changes: list[dict[str, Any]] = [{"deck": 2**32}, {"deck": -1}, {"step": 2**64}]
    for change in changes:
        with pytest.raises(LocalProtocolError):
            attrs.evolve(CONTEXT, **change).encode()


def test_about_opening() -> None:
    assert about_opening(7, (1, 258)).hex() == "0000000000000007000000020000000100000102"
    with pytest.raises(LocalProtocolError):
        about_opening(7, (1, 2, 1))


@given(st.lists(st.tuples(st.binary(max_size=4), st.binary(max_size=4)), max_size=4))
def test_fields_do_not_run_into_each_other(fields) -> None:
    """The absorbed bytes can be parsed back, so two different lists never absorb the same."""
    absorbed = b"".join(
        len(part).to_bytes(4, "big") + part for pair in [(b"dst", b""), (b"ctx", b""), *fields]
        for part in pair
    )  # fmt: skip
    transcript = Transcript(b"", b"")
    for label, data in fields:
        transcript.append(label, data)
    assert transcript.state() == hashlib.sha512(absorbed).digest()


def test_challenges_differ_and_chain() -> None:
    transcript = Transcript(b"d", b"c")
    one, two = transcript.challenge(b"u"), transcript.challenge(b"u")
    assert one != two
    values = transcript.small_challenges(b"u", 100)
    assert len(set(values)) == 100
    assert all(1 << 127 <= value < 1 << 128 for value in values)


def test_a_nonce_never_serves_two_transcripts() -> None:
    """Same secret, same (broken or restored) random source, other statement: another nonce."""
    entropy = bytes
    secret = group.scalar_from_int(99)
    nonces = set()
    for ctx in (b"turn 1", b"turn 2"):
        nonces.add(hedged_nonce(secret, Transcript(b"d", ctx), entropy))
    nonces.add(hedged_nonce(group.scalar_from_int(98), Transcript(b"d", b"turn 1"), entropy))
    assert len(nonces) == 3
    with pytest.raises(LocalProtocolError):
        hedged_nonce(secret, Transcript(b"d", b""), lambda n: b"")


def test_a_hedged_source_repeats_itself_for_the_same_use_alone() -> None:
    def same(n: int) -> bytes:
        return bytes(n)

    def drawn(secret: bytes, ctx: bytes, about: bytes, entropy: group.Entropy) -> bytes:
        source = hedged_stream(secret, ctx, about, entropy)
        return source(24) + source(8)

    first = drawn(b"x", b"ctx", b"deck", same)
    others = {
        drawn(b"y", b"ctx", b"deck", same),
        drawn(b"x", b"ctY", b"deck", same),
        drawn(b"x", b"ctx", b"decl", same),
        drawn(b"x", b"ctxd", b"eck", same),
        drawn(b"x", b"ctx", b"deck", lambda n: b"\1" * n),
    }
    assert first not in others and len(others) == 5
    assert first == drawn(b"x", b"ctx", b"deck", same)
    assert first[:8] != first[24:], "it goes on, and does not begin again"
    with pytest.raises(LocalProtocolError, match="returned 3 bytes"):
        hedged_stream(b"x", b"ctx", b"deck", lambda n: bytes(3))
