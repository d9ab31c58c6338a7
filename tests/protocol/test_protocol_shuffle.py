"""The honest shuffle: by brute force and fixed vectors, in threads; encodings."""

import hashlib
import itertools
import json
import random
import secrets
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from owm_net.protocol import group
from owm_net.protocol.errors import (
    BadProof,
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
)
from owm_net.protocol.opening import CardTable
from owm_net.protocol.shuffle import (
    check_shuffle,
    decode_deck,
    encode_deck,
    known_card,
    proof_bytes,
    shuffle,
)
from owm_net.protocol.shuffle_witness import _random_permutation

VECTOR = json.loads((Path(__file__).parents[1] / "vectors" / "deck_shuffle_4.json").read_text())
ENTROPY = secrets.token_bytes
CTX = b"a context"
SECRET = group.random_scalar(ENTROPY)
PK = group.mul_base(SECRET)


def stream(seed):
    """Deterministic bytes for vectors: call number i returns SHAKE-256(seed || i as 4 bytes)."""
    calls = itertools.count()
    return lambda n: hashlib.shake_256(seed + next(calls).to_bytes(4, "big")).digest(n)


def fresh_deck(n):
    return [known_card(b"deck", k, PK) for k in range(n)]


def opened(deck, table):
    """Card numbers by brute force, with the joint secret that nobody has in play."""
    return [table.number(group.sub(b, group.mul(SECRET, a))) for a, b in deck]


@pytest.mark.parametrize("n", range(1, 17))
def test_shuffle_twice_and_open_by_brute_force(n) -> None:
    table = CardTable(b"deck", range(n))
    deck, expected = fresh_deck(n), list(range(n))
    for _ in range(2):
        done = shuffle(CTX, PK, deck, ENTROPY)
        check_shuffle(CTX, PK, deck, done.deck, done.proof)
        assert len(done.proof) == proof_bytes(n) == 128 * n + 160
        assert len(encode_deck(done.deck)) == 64 * n
        expected = [expected[j] for j in done.secrets.permutation]
        assert opened(done.deck, table) == expected
        assert not {a for a, _ in done.deck} & {a for a, _ in deck}
        for i, j in enumerate(done.secrets.permutation):  # the kept randomness is the one used
            r = group.scalar_from_int(done.secrets.randomness[i])
            assert done.deck[i][0] == group.add(deck[j][0], group.mul_base(r))
        deck = done.deck
    assert sorted(expected) == list(range(n))


def test_mixed_deck_of_known_and_hidden_cards() -> None:
    hidden = shuffle(CTX, PK, fresh_deck(5), ENTROPY)
    deck = [known_card(b"deck", 9, PK), *hidden.deck[:3], known_card(b"deck", 8, PK)]
    done = shuffle(CTX, PK, deck, ENTROPY)
    check_shuffle(CTX, PK, deck, done.deck, done.proof)


def test_threads_give_the_same_verdict() -> None:
    deck = fresh_deck(40)
    with ThreadPoolExecutor(2) as pool:
        done = shuffle(CTX, PK, deck, ENTROPY, map_fn=pool.map)
        check_shuffle(CTX, PK, deck, done.deck, done.proof, map_fn=pool.map)
        check_shuffle(CTX, PK, deck, done.deck, done.proof)
        with pytest.raises(BadProof):
            check_shuffle(b"other", PK, deck, done.deck, done.proof, map_fn=pool.map)
    assert shuffle(CTX, PK, deck, stream(b"s")) == shuffle(CTX, PK, deck, stream(b"s"))


def test_secrets_do_not_show() -> None:
    done = shuffle(CTX, PK, fresh_deck(3), ENTROPY)
    assert repr(done) == "Shuffled(secrets=ShuffleSecrets(3 cards, redacted))"


def test_no_cards_at_all() -> None:
    for wrong in (
        lambda: shuffle(CTX, PK, [], ENTROPY),
        lambda: check_shuffle(CTX, PK, [], [], b""),
    ):
        with pytest.raises(LocalProtocolError):
            wrong()


def test_vector_is_reproduced() -> None:
    deck = decode_deck(bytes.fromhex(VECTOR["deck"]), 4)
    PK = bytes.fromhex(VECTOR["joint_key"])
    entropy = stream(VECTOR["entropy_seed"].encode())
    done = shuffle(bytes.fromhex(VECTOR["ctx"]), PK, deck, entropy)
    assert encode_deck(done.deck).hex() == VECTOR["output"]
    assert done.proof.hex() == VECTOR["proof"]
    assert list(done.secrets.permutation) == VECTOR["permutation"]


def vector_parts(case):
    parts = {
        name: bytes.fromhex(VECTOR[name])
        for name in ("ctx", "joint_key", "deck", "output", "proof")
    }
    for name, change in case.get("change", {}).items():
        data = parts[name]
        at, old = change["at"], change.get("drop", len(change["put"]) // 2)
        parts[name] = data[:at] + bytes.fromhex(change["put"]) + data[at + old :]
    return parts


@pytest.mark.parametrize("case", VECTOR["cases"], ids=lambda case: case["comment"])
def test_vector_cases(case):
    parts = vector_parts(case)

    def check() -> None:
        deck, output = decode_deck(parts["deck"], 4), decode_deck(parts["output"], 4)
        check_shuffle(parts["ctx"], parts["joint_key"], deck, output, parts["proof"])

    if case["result"] == "accepted":
        return check()
    with pytest.raises({"encoding": MalformedBytes, "proof": BadProof}[case["result"]]):
        check()


def test_one_bit_in_any_byte() -> None:
    deck = shuffle(CTX, PK, fresh_deck(2), ENTROPY).deck
    done = shuffle(CTX, PK, deck, ENTROPY)
    good = [CTX, PK, encode_deck(deck), encode_deck(done.deck), done.proof]
    chooser = random.Random(1)
    for part, data in enumerate(good):
        for place in range(len(data)):
            bad = list(good)
            flipped = data[place] ^ 1 << chooser.randrange(8)
            bad[part] = data[:place] + bytes([flipped]) + data[place + 1 :]
            ctx, key, before, after, proof = bad
            with pytest.raises(RemoteProtocolError):
                check_shuffle(ctx, key, decode_deck(before, 2), decode_deck(after, 2), proof)


def test_lengths_are_refused_before_anything_is_parsed(monkeypatch) -> None:
    deck = fresh_deck(3)
    done = shuffle(CTX, PK, deck, ENTROPY)
    for name in ("_mul", "_mul_base", "_add", "_sub"):
        monkeypatch.setattr(group, name, lambda *_: pytest.fail("computed on a bad length"))
    p = done.proof
    for proof in (b"", p[:-1], p + b"\0", p[:-32], p + p[:32], p[:288], p * 2):
        with pytest.raises(MalformedBytes, match="bytes"):
            check_shuffle(CTX, PK, deck, done.deck, proof)
    for output in (done.deck[:2], (*done.deck, done.deck[0]), ()):
        with pytest.raises(MalformedBytes, match="cards"):
            check_shuffle(CTX, PK, deck, output, p)
    for body in (b"", encode_deck(deck)[:-1], encode_deck(deck) + b"\0"):
        with pytest.raises(MalformedBytes):
            decode_deck(body, 3)


def test_every_scalar_is_canonical_and_not_zero() -> None:
    deck = fresh_deck(2)
    done = shuffle(CTX, PK, deck, ENTROPY)
    for start in range(4 * 32, len(done.proof), 32):
        value = int.from_bytes(done.proof[start : start + 32], "little")
        for other in (value + group.ORDER, 0):
            bad = done.proof[:start] + other.to_bytes(32, "little") + done.proof[start + 32 :]
            with pytest.raises(MalformedBytes, match="scalar"):
                check_shuffle(CTX, PK, deck, done.deck, bad)


@pytest.mark.parametrize("how", ["order 8", "order 2", "identity", "not canonical", "no point"])
def test_every_point_is_validated(how) -> None:
    order_8 = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
    order_2 = (2**255 - 20).to_bytes(32, "little")

    def spoil(point):
        return {
            "order 8": lambda: group.add(point, order_8),
            "order 2": lambda: group.add(point, order_2),
            "identity": lambda: group.IDENTITY,
            "not canonical": lambda: (2**255 - 18).to_bytes(32, "little"),
            "no point": lambda: bytes([2]) + bytes(31),
        }[how]()

    deck = shuffle(CTX, PK, fresh_deck(2), ENTROPY).deck
    done = shuffle(CTX, PK, deck, ENTROPY)
    good = {
        "joint key": PK,
        "input": encode_deck(deck),
        "output": encode_deck(done.deck),
        "C": done.proof[:128],
    }
    for name, data in good.items():
        for start in range(0, len(data), 32):
            bad = dict(good)
            bad[name] = data[:start] + spoil(data[start : start + 32]) + data[start + 32 :]
            with pytest.raises(MalformedBytes, match=name):
                check_shuffle(
                    CTX,
                    bad["joint key"],
                    decode_deck(bad["input"], 2),
                    decode_deck(bad["output"], 2),
                    bad["C"] + done.proof[128:],
                )


def test_a_point_split_unevenly_between_the_halves_of_a_card() -> None:
    deck = fresh_deck(2)
    done = shuffle(CTX, PK, deck, ENTROPY)
    (a, b), second = done.deck
    for card in ((a[:31], a[31:] + b), (a + b[:1], b[1:])):  # the same 64 bytes
        with pytest.raises(MalformedBytes):
            check_shuffle(CTX, PK, deck, (card, second), done.proof)


def test_replay_elsewhere() -> None:
    deck = fresh_deck(3)
    done = shuffle(CTX, PK, deck, ENTROPY)
    other = [known_card(b"deck", k, PK) for k in (2, 1, 0)]
    again = shuffle(CTX, PK, deck, ENTROPY)
    for ctx, key, before, after in (
        (b"another match", PK, deck, done.deck),
        (CTX, group.mul_base(group.scalar_from_int(3)), deck, done.deck),
        (CTX, PK, other, done.deck),
        (CTX, PK, deck, again.deck),
        (CTX, PK, deck, deck),
        (CTX, PK, done.deck, deck),
    ):
        with pytest.raises(BadProof):
            check_shuffle(ctx, key, before, after, done.proof)


@pytest.mark.parametrize(
    ("place", "name"), [(0, "c"), (4, "s4"), (5, "s_hat[0]"), (8, "s_hat[3]"), (9, "s_tilde[0]")]
)
def test_a_scalar_that_is_none_is_named(place: int, name: str) -> None:
    deck = fresh_deck(4)
    done = shuffle(CTX, PK, deck, stream(b"named"))
    start = len(done.proof) - 32 * (5 + 2 * 4) + 32 * place
    bad = done.proof[:start] + b"\xff" * 32 + done.proof[start + 32 :]
    with pytest.raises(MalformedBytes) as refused:
        check_shuffle(CTX, PK, deck, done.deck, bad)
    assert str(refused.value.args[0]).startswith(f"shuffle proof: {name} is not")


def test_permutations_are_uniform() -> None:
    entropy = stream(b"permutations")
    counts = Counter(tuple(_random_permutation(4, entropy)) for _ in range(24 * 200))
    assert len(counts) == 24
    chi_square = sum((n - 200) ** 2 / 200 for n in counts.values())
    assert chi_square < 50  # 23 degrees of freedom: p = 0.001 at 49.7


def test_permutation_refuses_biased_draws() -> None:
    draws = iter([b"\xff" * 8, bytes(8), bytes(8)])
    assert _random_permutation(3, lambda n: next(draws)) == [1, 2, 0]
