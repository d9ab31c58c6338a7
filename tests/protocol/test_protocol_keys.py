"""Keys, proofs of knowledge, the joint key; the rogue key and its kin."""

import hashlib
import pickle
import secrets

import attrs
import pytest

from owm_net.protocol import group
from owm_net.protocol.errors import (
    BadProof,
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
)
from owm_net.protocol.fiat_shamir import ProofContext, Transcript
from owm_net.protocol.keys import (
    KEYS_DST,
    SeatSecrets,
    check_keys,
    check_knowledge,
    joint_key,
    make_keys,
    prove_knowledge,
)

HERE = ProofContext(
    match_id=bytes(32),
    terms=bytes(32),
    identities=(b"a" * 32, b"b" * 32),
    seat=0,
    purpose="keys",
)
CTX = HERE.encode()
ENTROPY = secrets.token_bytes
SECRETS, BODY = make_keys(CTX, ENTROPY)


def test_made_keys_are_accepted() -> None:
    keys = check_keys(CTX, BODY)
    assert len(BODY) == 288
    assert keys == SECRETS.public()
    assert group.mul_base(SECRETS.x) == keys.X


def test_secrets_do_not_show() -> None:
    for text in (repr(SECRETS), str(SECRETS), f"{SECRETS}", f"{[SECRETS]}"):
        assert "redacted" in text
        assert SECRETS.x.hex() not in text and repr(SECRETS.x) not in text


@pytest.mark.parametrize("length", [0, 96, 287, 289, 384])
def test_lengths(length) -> None:
    with pytest.raises(MalformedBytes):
        check_keys(CTX, BODY.ljust(length, b"\0")[:length])


def test_one_bit_anywhere() -> None:
    for bit in range(0, 8 * len(BODY), 5):
        bad = bytearray(BODY)
        bad[bit // 8] ^= 1 << bit % 8
        with pytest.raises(RemoteProtocolError):
            check_keys(CTX, bytes(bad))


def test_responses_are_not_malleable() -> None:
    for start in (32, 64):  # c and s of X
        value = int.from_bytes(BODY[start : start + 32], "little") + group.ORDER
        bad = BODY[:start] + value.to_bytes(32, "little") + BODY[start + 32 :]
        with pytest.raises(MalformedBytes):
            check_keys(CTX, bad)


@pytest.mark.parametrize(
    "change",
    [{"seat": 1}, {"match_id": b"x" * 32}, {"terms": b"x" * 32}, {"purpose": "kex"}],
    ids=str,
)
def test_keys_are_of_no_use_elsewhere(change) -> None:
    with pytest.raises(BadProof):
        check_keys(attrs.evolve(HERE, **change).encode(), BODY)


def test_proof_of_one_key_does_not_serve_another() -> None:
    swapped = BODY[96:192] + BODY[:96] + BODY[192:]
    with pytest.raises(BadProof, match="key X"):
        check_keys(CTX, swapped)


def test_equal_keys_within_a_seat() -> None:
    x = SECRETS.x
    public = group.mul_base(x)
    body = b""
    for name in (b"X", b"Y", b"E"):
        transcript = Transcript(KEYS_DST, CTX)
        transcript.append(b"key", name)
        body += public + prove_knowledge(transcript, x, public, ENTROPY)
    with pytest.raises(BadProof, match="equal"):
        check_keys(CTX, body)


def test_rogue_key() -> None:
    """X_2 = Z - X_1 would give the joint secret z to seat 2, but it cannot be proved."""
    z = group.random_scalar(ENTROPY)
    X_1 = group.mul_base(SECRETS.x)
    rogue = group.sub(group.mul_base(z), X_1)
    assert joint_key([X_1, rogue]) == group.mul_base(z)  # so much depends on the proof
    other = attrs.evolve(HERE, seat=1).encode()
    for secret in (z, group.random_scalar(ENTROPY)):
        transcript = Transcript(KEYS_DST, other)
        transcript.append(b"key", b"X")
        proof = prove_knowledge(transcript, secret, rogue, ENTROPY)
        _, honest = make_keys(other, ENTROPY)
        with pytest.raises(BadProof):
            check_keys(other, rogue + proof + honest[96:])


def test_public_key_chosen_after_the_challenge() -> None:
    """Frozen heart: with a challenge that does not cover X, X = (sG - R) / c would do."""
    R = group.mul_base(group.random_scalar(ENTROPY))
    weak = Transcript(KEYS_DST, CTX)
    weak.append(b"key", b"X")
    weak.append(b"R", R)
    c = weak.challenge_scalar(b"c")
    s = group.random_scalar(ENTROPY)
    inverse = group.scalar_from_int(pow(int.from_bytes(c, "little"), -1, group.ORDER))
    X = group.mul(inverse, group.sub(group.mul_base(s), R))
    assert group.sub(group.mul_base(s), group.mul(c, X)) == R  # the weak verifier is content
    transcript = Transcript(KEYS_DST, CTX)
    transcript.append(b"key", b"X")
    with pytest.raises(BadProof):
        check_knowledge(transcript, X, c + s)
    with pytest.raises(MalformedBytes):
        check_knowledge(transcript, X, c + s + b"\0")


def test_joint_key() -> None:
    keys = [group.mul_base(group.scalar_from_int(i)) for i in (5, 6, 7)]
    assert joint_key(keys) == group.mul_base(group.scalar_from_int(18))
    with pytest.raises(BadProof, match="same key"):
        joint_key([keys[0], keys[1], keys[0]])
    minus = group.mul_base(group.scalar_from_int(-5))
    with pytest.raises(BadProof, match="cancel"):
        joint_key([keys[0], minus])
    for bad in (group.IDENTITY, group.add(keys[0], bytes(32)), b"\2" + bytes(31)):
        with pytest.raises(MalformedBytes):  # bytes(32) is a point of order 4
            joint_key([keys[1], bad])
    with pytest.raises(LocalProtocolError):
        joint_key([])


def test_nonces_survive_a_broken_random_source() -> None:
    def broken(n):
        return hashlib.shake_256(b"always the same").digest(n)

    one, _ = make_keys(CTX, broken)
    transcripts = [Transcript(b"d", ctx) for ctx in (b"1", b"2")]
    X = group.mul_base(one.x)
    proofs = [prove_knowledge(t, one.x, X, broken) for t in transcripts]
    commitments = {
        group.sub(group.mul_base(p[32:]), group.mul(p[:32], X)) for p in proofs
    }  # fmt: skip
    assert len(commitments) == 2


def test_errors_say_who_what_and_by_which_algorithm() -> None:
    with pytest.raises(BadProof) as caught:
        check_keys(attrs.evolve(HERE, seat=1).encode(), BODY)
    error = caught.value
    assert error.seat is None
    assert str(error).startswith("the other side: ")
    named = BadProof(error.reason, seat=1, algorithm=error.algorithm, evidence=error.evidence)
    assert str(named) == "seat 1: no proof of knowledge for key X (deck.md Algorithm 5)"
    assert named.evidence == (BODY,)
    again = pickle.loads(pickle.dumps(named))  # verifying processes send it home
    assert (str(again), again.evidence) == (str(named), named.evidence)
    assert isinstance(error, RemoteProtocolError)


def test_public_keys_from_stored_secrets() -> None:
    stored = SeatSecrets(SECRETS.x, SECRETS.y, SECRETS.e)
    assert stored.public() == check_keys(CTX, BODY)
