"""Decryption shares: honest openings by several seats, and every wrong share refused."""

import hashlib
import json
import secrets
from pathlib import Path

import pytest

from owm_net.protocol import group
from owm_net.protocol.errors import (
    BadProof,
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
    UnknownCard,
)
from owm_net.protocol.fiat_shamir import Transcript
from owm_net.protocol.keys import SeatSecrets, joint_key, make_keys
from owm_net.protocol.opening import (
    SHARE_DST,
    CardTable,
    check_dleq,
    check_shares,
    make_shares,
    open_card,
    prove_dleq,
    split_shares,
)
from owm_net.protocol.shuffle import card_point, known_card, shuffle

VECTOR = json.loads((Path(__file__).parents[1] / "vectors" / "deck_opening.json").read_text())
ENTROPY = secrets.token_bytes
CTX = b"a context"
SEATS = [make_keys(b"seat %d" % seat, ENTROPY)[0] for seat in range(3)]
KEYS = [seat.public() for seat in SEATS]
PK = joint_key([keys.X for keys in KEYS])
MAP = shuffle(CTX, PK, [known_card(b"d", k, PK) for k in range(8)], ENTROPY)
DECK = MAP.deck
TABLE = CardTable(b"d", range(8))
X = KEYS[0].X


def share(n=1, seat=0, ctx=CTX, deck=DECK):
    return make_shares(ctx, SEATS[seat], KEYS[seat].X, deck[:n], ENTROPY)


@pytest.mark.parametrize("n", [1, 2, 3, 8])
def test_all_seats_open_cards(n) -> None:
    bodies = [share(n, seat) for seat in range(3)]
    for keys, body in zip(KEYS, bodies, strict=True):
        assert len(body) == 32 * n + 64
        check_shares(CTX, keys.X, DECK[:n], body)
    columns = zip(*(split_shares(body, n) for body in bodies), strict=True)
    opened = [TABLE.number(open_card(card, D)) for card, D in zip(DECK[:n], columns, strict=True)]
    assert opened == list(MAP.secrets.permutation[:n])


def test_a_hand_needs_the_owners_share_too() -> None:
    others = [split_shares(share(1, seat), 1)[0] for seat in (1, 2)]
    left = open_card(DECK[0], others)
    with pytest.raises(UnknownCard):
        TABLE.number(left)
    own = group.mul(SEATS[0].x, DECK[0][0])
    assert TABLE.number(group.sub(left, own)) == MAP.secrets.permutation[0]


def test_card_table() -> None:
    assert len(TABLE) == 8
    assert [TABLE.number(card_point(b"d", k)) for k in range(8)] == list(range(8))
    for point in (card_point(b"d", 8), card_point(b"e", 0), group.IDENTITY, b""):
        with pytest.raises(UnknownCard, match="no card"):
            TABLE.number(point)


@pytest.mark.parametrize("n", [1, 3])
def test_one_bit_in_any_byte(n) -> None:
    body = share(n)
    for place in range(len(body)):
        bad = bytearray(body)
        bad[place] ^= 1 << place % 8
        with pytest.raises(RemoteProtocolError):
            check_shares(CTX, X, DECK[:n], bytes(bad))


@pytest.mark.parametrize("n", [1, 3])
def test_lengths(n) -> None:
    body = share(n)
    for bad in (b"", body[:-1], body + b"\0", body[32:], body + body[:32]):
        for refuse in (
            lambda bad=bad: check_shares(CTX, X, DECK[:n], bad),
            lambda bad=bad: split_shares(bad, n),
        ):
            with pytest.raises(MalformedBytes, match="bytes"):
                refuse()
    for wrong in (
        lambda: split_shares(bytes(64), 0),
        lambda: check_shares(CTX, X, [], bytes(64)),
        lambda: make_shares(CTX, SEATS[0], X, [], ENTROPY),
        lambda: prove_dleq(Transcript(b"", b""), SEATS[0].x, X, [X], [X, X], [b""], ENTROPY),
    ):
        with pytest.raises(LocalProtocolError):
            wrong()
    with pytest.raises(MalformedBytes):
        check_dleq(Transcript(b"", b""), X, [X], [X], [b""], bytes(63))


@pytest.mark.parametrize("n", [1, 3])
def test_scalars_are_canonical(n) -> None:
    body = share(n)
    for start in (32 * n, 32 * n + 32):
        value = int.from_bytes(body[start : start + 32], "little")
        for other in (value + group.ORDER, 0):
            bad = body[:start] + other.to_bytes(32, "little") + body[start + 32 :]
            with pytest.raises(MalformedBytes, match="scalar"):
                check_shares(CTX, X, DECK[:n], bad)


@pytest.mark.parametrize("n", [1, 3])
def test_points_are_validated(n) -> None:
    body = share(n)
    order_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    for bad_point in (group.add(body[:32], order_8), group.IDENTITY, order_8, b"\2" + bytes(31)):
        bad = bad_point + body[32:]
        with pytest.raises(MalformedBytes):
            split_shares(bad, n)
        with pytest.raises(MalformedBytes):
            check_shares(CTX, X, DECK[:n], bad)
        with pytest.raises(MalformedBytes):
            check_shares(CTX, bad_point, DECK[:n], body)
        with pytest.raises(MalformedBytes):
            check_shares(CTX, X, [(bad_point, DECK[0][1]), *DECK[1:n]], body)


def test_wrong_shares() -> None:
    D, proof = share()[:32], share()[32:]
    other = group.mul(SEATS[1].x, DECK[0][0])
    liar = SeatSecrets(SEATS[1].x, SEATS[0].y, SEATS[0].e)
    (a, b), second = DECK[0], DECK[1]
    garbled = (a, group.add(b, group.BASE))
    cases = {
        "another D": (CTX, X, DECK[0], other + proof),
        "D of another run's proof": (CTX, X, DECK[0], D + share()[32:64] + proof[32:]),
        "another card": (CTX, X, second, share()),
        "the same A with another B": (CTX, X, garbled, share()),
        "another player's key": (CTX, KEYS[1].X, DECK[0], share()),
        "another player's share": (CTX, X, DECK[0], share(seat=1)),
        "another secret": (CTX, X, DECK[0], make_shares(CTX, liar, X, DECK[:1], ENTROPY)),
        "another context": (b"turn 2", X, DECK[0], share()),
    }
    for name, (ctx, key, card, body) in cases.items():
        with pytest.raises(BadProof):
            check_shares(ctx, key, [card], body)
            pytest.fail(name)


def test_wrong_batches() -> None:
    body = share(3)
    D = [body[i : i + 32] for i in (0, 32, 64)]
    d = group.mul_base(group.random_scalar(ENTROPY))
    for images in (
        [D[1], D[0], D[2]],
        [D[0], D[0], D[2]],
        [group.add(D[0], d), group.sub(D[1], d), D[2]],  # compensating
    ):
        with pytest.raises(BadProof):
            check_shares(CTX, X, DECK[:3], b"".join(images) + body[96:])
    for cards in ([DECK[1], DECK[0], DECK[2]], [DECK[0], DECK[1], DECK[3]]):
        with pytest.raises(BadProof):
            check_shares(CTX, X, cards, body)
    with pytest.raises(BadProof):
        check_shares(b"turn 2", X, DECK[:3], body)


def test_a_share_with_the_honest_proof_made_for_the_lie() -> None:
    """The real protocol run on false shares whose differences from the right ones cancel out."""
    d = group.mul_base(group.random_scalar(ENTROPY))
    images = [group.mul(SEATS[0].x, a) for a, _ in DECK[:2]]
    false = [group.add(images[0], d), group.sub(images[1], d)]
    transcript = Transcript(SHARE_DST, CTX)
    bases, rest = [a for a, _ in DECK[:2]], [b for _, b in DECK[:2]]
    proof = prove_dleq(transcript, SEATS[0].x, X, bases, false, rest, ENTROPY)
    with pytest.raises(BadProof):
        check_shares(CTX, X, DECK[:2], b"".join(false) + proof)


def dleq_challenge(omit, R1, R2, D):
    """The challenge of Algorithm 11 for one card, with parts of the statement left out."""
    A, B = DECK[0]
    transcript = Transcript(SHARE_DST, CTX)
    statement = {b"X": X, b"n": bytes([0, 0, 0, 1]), b"A": A, b"B": B, b"D": D}
    for label, data in (statement | {b"R1": R1, b"R2": R2}).items():
        if label not in omit:
            transcript.append(label, data)
    return transcript.challenge_scalar(b"c")


def test_frozen_heart() -> None:
    """A transform that does not hash D accepts a share of the prover's choice; ours does not."""
    A = DECK[0][0]
    k, k2 = (group.random_scalar(ENTROPY) for _ in range(2))
    R1, R2 = group.mul_base(k), group.mul(k2, A)  # not the same k: D will be off by (k - k2)/c
    c = dleq_challenge((b"D",), R1, R2, b"")
    s = group.scalar_add(k, group.scalar_mul(c, SEATS[0].x))
    inverse = group.scalar_from_int(pow(int.from_bytes(c, "little"), -1, group.ORDER))
    D = group.mul(inverse, group.sub(group.mul(s, A), R2))
    assert group.mul(SEATS[0].x, A) != D
    assert group.sub(group.mul_base(s), group.mul(c, X)) == R1  # the weak verifier is content
    assert group.sub(group.mul(s, A), group.mul(c, D)) == R2
    with pytest.raises(BadProof):
        check_shares(CTX, X, DECK[:1], D + c + s)


@pytest.mark.parametrize("label", [b"X", b"A", b"B", b"D", b"R1", b"R2", b"n"])
def test_everything_is_hashed(label) -> None:
    """A proof whose transcript lacks one element is refused; with all of them it is accepted."""
    A = DECK[0][0]
    D = group.mul(SEATS[0].x, A)
    k = group.random_scalar(ENTROPY)
    for omit in ((), (label,)):
        c = dleq_challenge(omit, group.mul_base(k), group.mul(k, A), D)
        body = D + c + group.scalar_add(k, group.scalar_mul(c, SEATS[0].x))
        if not omit:
            check_shares(CTX, X, DECK[:1], body)
        else:
            with pytest.raises(BadProof):
                check_shares(CTX, X, DECK[:1], body)


def test_nonces_are_hedged() -> None:
    """With a random source that repeats, two statements still get two nonces, so x stays secret."""

    def broken(n):
        return hashlib.shake_256(b"again").digest(n)

    def R1(body):
        return group.sub(group.mul_base(body[-32:]), group.mul(body[-64:-32], X))

    one, two, again = (
        make_shares(ctx, SEATS[0], X, DECK[:1], broken) for ctx in (b"1", b"2", b"1")
    )
    assert R1(one) != R1(two)
    assert one == again
    assert share() != share()


@pytest.mark.parametrize("case", VECTOR["cases"], ids=lambda case: case["comment"])
def test_vectors(case) -> None:
    cards = [(bytes.fromhex(a), bytes.fromhex(b)) for a, b in case["cards"]]
    x = bytes.fromhex(case["x"])
    public, body = group.mul_base(x), bytes.fromhex(case["body"])
    assert public.hex() == case["X"]
    ctx = bytes.fromhex(case["ctx"])
    if case["result"] == "accepted":
        check_shares(ctx, public, cards, body)
        made = make_shares(
            ctx, SeatSecrets(x, x, x), public, cards, lambda n: hashlib.shake_256(b"").digest(n)
        )
        assert made == body
    else:
        with pytest.raises({"encoding": MalformedBytes, "proof": BadProof}[case["result"]]):
            check_shares(ctx, public, cards, body)
