"""Sealed messages: only their receiver reads them, and a complaint tells everybody who lied."""

import secrets

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol import group, sealed
from owm_net.protocol.errors import (
    BadProof,
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
)
from owm_net.protocol.keys import make_keys, prove_knowledge
from owm_net.protocol.sealed import (
    check_sealed,
    complain,
    judge_complaint,
    seal,
    unseal,
)

ENTROPY = secrets.token_bytes
CTX = b"sender is seat 0"
Q, R = (make_keys(CTX, ENTROPY)[0] for _ in range(2))
E_Q, E_R = Q.public().E, R.public().E


def rubbish(f=None, F=None):
    """A box that is well-formed on its face and does not decrypt."""
    f = f or group.random_scalar(ENTROPY)
    F = F or group.mul_base(f)
    header = prove_knowledge(sealed._header_transcript(CTX, E_Q), f, F, ENTROPY)
    return F + header + ENTROPY(40)


@given(st.binary(max_size=300))
def test_only_the_receiver_reads(payload) -> None:
    box = seal(CTX, E_Q, payload, ENTROPY)
    assert len(box) == len(payload) + 112
    check_sealed(CTX, E_Q, box)
    assert unseal(CTX, Q, box) == payload
    with pytest.raises(BadProof):
        unseal(CTX, R, box)
    with pytest.raises(BadProof):
        unseal(b"sender is seat 2", Q, box)


def test_one_bit_in_any_byte() -> None:
    box = seal(CTX, E_Q, b"three shares", ENTROPY)
    for place in range(len(box)):
        bad = bytearray(box)
        bad[place] ^= 1 << place % 8
        with pytest.raises(RemoteProtocolError):
            unseal(CTX, Q, bytes(bad))


def test_lengths() -> None:
    box = seal(CTX, E_Q, b"three shares", ENTROPY)
    for bad in (b"", box[:96], box[:111]):
        with pytest.raises(MalformedBytes):
            unseal(CTX, Q, bad)
    for bad in (box[:-1], box + b"\0"):
        with pytest.raises(BadProof):
            unseal(CTX, Q, bad)


def test_a_bad_share_is_shown_to_everybody() -> None:
    box = seal(CTX, E_Q, b"signed, and wrong", ENTROPY)
    complaint = complain(CTX, Q, box, ENTROPY)
    assert len(complaint) == 96
    assert judge_complaint(CTX, E_Q, box, complaint) == b"signed, and wrong"


def test_rubbish_is_shown_to_everybody() -> None:
    box = rubbish()
    check_sealed(CTX, E_Q, box)
    with pytest.raises(BadProof, match="decrypt"):
        unseal(CTX, Q, box)
    assert judge_complaint(CTX, E_Q, box, complain(CTX, Q, box, ENTROPY)) is None


def test_false_complaints() -> None:
    box, other = (seal(CTX, E_Q, b"fine", ENTROPY) for _ in range(2))
    complaint = complain(CTX, Q, box, ENTROPY)
    wrong_key = group.mul(R.e, box[:32])
    for bad in (
        wrong_key + complaint[32:],
        complain(CTX, Q, other, ENTROPY),
        complaint[:32] + complain(CTX, Q, other, ENTROPY)[32:],
    ):
        with pytest.raises(BadProof, match="complaint"):
            judge_complaint(CTX, E_Q, box, bad)
    for bad in (b"", complaint[:-1], complaint + b"\0", group.IDENTITY + complaint[32:]):
        with pytest.raises(MalformedBytes):
            judge_complaint(CTX, E_Q, box, bad)
    for place in range(96):
        changed = bytearray(complaint)
        changed[place] ^= 1 << place % 8
        with pytest.raises(RemoteProtocolError):
            judge_complaint(CTX, E_Q, box, bytes(changed))


def test_a_box_with_another_seats_F_is_never_complained_about() -> None:
    """Else the complaint would publish e F, the key to the other seat's message."""
    secret_message = seal(b"sender is seat 2", E_Q, b"a hand", ENTROPY)
    stolen = secret_message[:96] + ENTROPY(40)
    forged = rubbish(F=secret_message[:32])
    for box in (stolen, forged):
        for refuse in (
            lambda box=box: check_sealed(CTX, E_Q, box),
            lambda box=box: unseal(CTX, Q, box),
            lambda box=box: complain(CTX, Q, box, ENTROPY),
        ):
            with pytest.raises(BadProof, match="does not know"):
                refuse()


def test_bad_points() -> None:
    order_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    box = seal(CTX, E_Q, b"x", ENTROPY)
    for F in (group.IDENTITY, order_8, group.add(box[:32], order_8)):
        with pytest.raises(MalformedBytes):
            check_sealed(CTX, E_Q, F + box[32:])
        with pytest.raises(MalformedBytes):
            seal(CTX, F, b"x", ENTROPY)


def test_broken_entropy_does_not_repeat_a_key() -> None:
    """ChaCha20 with one key for two messages would give away their difference."""
    boxes = [seal(CTX, E_Q, payload, bytes) for payload in (b"one", b"two")]
    assert boxes[0][:32] != boxes[1][:32]


@pytest.mark.parametrize("given", [0, 32, 63, 65])
def test_entropy_that_comes_up_short_seals_nothing(given):
    """Fewer bytes than asked for are no f; the proof's 32 bytes, asked for next, are all there."""
    with pytest.raises(LocalProtocolError, match=rf"entropy\(64\) returned {given} bytes"):
        seal(CTX, E_Q, b"", lambda n: ENTROPY(given if n == 64 else n))
    with pytest.raises(LocalProtocolError, match="returned 31 bytes"):
        seal(CTX, E_Q, b"", lambda n: ENTROPY(31 if n == 32 else n))


def test_key_by_hand() -> None:
    box = seal(CTX, E_Q, b"payload", ENTROPY)
    key = sealed._key(group.mul(Q.e, box[:32]), CTX, E_Q, box[:32])
    assert ChaCha20Poly1305(key).decrypt(bytes(12), box[96:], None) == b"payload"
