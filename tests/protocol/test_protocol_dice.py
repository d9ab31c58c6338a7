"""Joint randomness: unique, bound to its roll, uniform for any range."""

import json
import math
import secrets
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol import group
from owm_net.protocol.dice import (
    check_dice_shares,
    dice_point,
    joint_value,
    make_dice_shares,
    uniform,
    uniform_many,
)
from owm_net.protocol.errors import (
    BadProof,
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
)
from owm_net.protocol.keys import make_keys
from owm_net.protocol.opening import check_shares, make_shares
from owm_net.protocol.shuffle import known_card

VECTOR = json.loads((Path(__file__).parents[1] / "vectors" / "deck_dice.json").read_text())
ENTROPY = secrets.token_bytes
CTX = b"a context"
MATCH = b"m" * 32
SEATS = [make_keys(CTX, ENTROPY)[0] for _ in range(2)]
KEYS = [seat.public() for seat in SEATS]
V = [dice_point(MATCH, counter, b"roll") for counter in range(4)]
VALUE = bytes(range(64))


@pytest.mark.parametrize("n", [1, 2, 4])
def test_rolls(n) -> None:
    images = []
    for seat, keys in zip(SEATS, KEYS, strict=True):
        body = make_dice_shares(CTX, seat, keys.Y, V[:n], ENTROPY)
        assert len(body) == 32 * n + 64
        images.append(check_dice_shares(CTX, keys.Y, V[:n], body))
    # Unique: whatever the randomness of the proofs, the value is the same.
    again = make_dice_shares(CTX, SEATS[0], KEYS[0].Y, V[:n], ENTROPY)
    assert check_dice_shares(CTX, KEYS[0].Y, V[:n], again) == images[0]
    values = [joint_value(MATCH, i, Z) for i, Z in enumerate(zip(*images, strict=True))]
    assert len(set(values)) == n and all(len(value) == 64 for value in values)


def test_wrong_shares() -> None:
    body = make_dice_shares(CTX, SEATS[0], KEYS[0].Y, V[:1], ENTROPY)
    Y = KEYS[0].Y
    for ctx, key, point, bad in (
        (b"other", Y, V[0], body),
        (CTX, KEYS[1].Y, V[0], body),
        (CTX, Y, V[1], body),
        (CTX, Y, V[0], group.mul(SEATS[1].y, V[0]) + body[32:]),
    ):
        with pytest.raises(BadProof):
            check_dice_shares(ctx, key, [point], bad)
    for bad in (body[:-1], body + b"\0", group.IDENTITY + body[32:]):
        with pytest.raises(MalformedBytes):
            check_dice_shares(CTX, Y, V[:1], bad)
    for place in range(96):
        changed = bytearray(body)
        changed[place] ^= 1 << place % 8
        with pytest.raises(RemoteProtocolError):
            check_dice_shares(CTX, Y, V[:1], bytes(changed))


def test_a_card_share_is_no_dice_share() -> None:
    """The same proof in another domain, even with the same secret."""
    card = known_card(b"d", 0, KEYS[0].Y)
    same = type(SEATS[0])(SEATS[0].y, SEATS[0].y, SEATS[0].e)
    body = make_shares(CTX, same, KEYS[0].Y, [card], ENTROPY)
    check_shares(CTX, KEYS[0].Y, [card], body)
    with pytest.raises(BadProof):
        check_dice_shares(CTX, KEYS[0].Y, [card[0]], body)


def test_everything_names_the_roll() -> None:
    points = {
        dice_point(match, counter, purpose)
        for match in (MATCH, b"n" * 32)
        for counter in (0, 1, 2**64 - 1)
        for purpose in (b"", b"roll", b"pick")
    }
    assert len(points) == 18
    Z = [group.mul_base(group.scalar_from_int(i)) for i in (2, 3)]
    values = {
        joint_value(m, i, z) for m in (MATCH, b"n" * 32) for i in (0, 1) for z in (Z, Z[::-1])
    }
    assert len(values) == 8
    for wrong in (
        lambda: dice_point(b"short", 0, b""),
        lambda: dice_point(MATCH, 2**64, b""),
        lambda: joint_value(MATCH, 0, []),
        lambda: joint_value(MATCH, 0, [b""]),
        lambda: uniform(b"short", 6),
        lambda: uniform(VALUE, 0),
        lambda: uniform_many(VALUE, 6, -1),
    ):
        with pytest.raises(LocalProtocolError):
            wrong()


def test_vectors() -> None:
    case = VECTOR["roll"]
    V = dice_point(bytes.fromhex(case["match_id"]), case["counter"], case["purpose"].encode())
    assert V.hex() == case["V"]
    Z = [group.mul(bytes.fromhex(y), V) for y in case["y"]]
    assert [z.hex() for z in Z] == case["Z"]
    value = joint_value(bytes.fromhex(case["match_id"]), case["counter"], Z)
    assert value.hex() == case["value"]
    for draw in VECTOR["uniform"]:
        numbers = uniform_many(value, int(draw["n"]), draw["count"])
        assert [str(number) for number in numbers] == draw["numbers"]


@given(st.binary(min_size=64, max_size=64), st.integers(1, 2**300), st.integers(0, 5))
def test_uniform_is_in_range_and_a_prefix_of_uniform_many(value, n, count) -> None:
    numbers = uniform_many(value, n, count)
    assert len(numbers) == count
    assert all(0 <= number < n for number in numbers)
    assert uniform_many(value, n, count + 1)[:count] == numbers
    assert [uniform(value, n)] == uniform_many(value, n, 1)


def test_uniform_for_enormous_ranges() -> None:
    n = math.factorial(40320)
    number = uniform(VALUE, n)
    assert n >> 40 < number < n
    assert uniform(VALUE, 1) == 0 and uniform_many(VALUE, 1, 3) == [0, 0, 0]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 100, 192, 255, 256, 257])
def test_uniform_is_flat(n) -> None:
    """Chi-square against the flat distribution, at about p = 0.0005."""
    draws = 100 * n
    counts = Counter(uniform_many(bytes([n % 256]) * 64, n, draws))
    chi_square = sum((counts[i] - 100) ** 2 / 100 for i in range(n))
    freedom = n - 1
    z = ((chi_square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / math.sqrt(2 / (9 * freedom))
    assert z < 3.3  # Wilson and Hilferty


def test_uniform_is_flat_where_a_remainder_would_not_be() -> None:
    """n = 3/4 of a power of two: taking a remainder would give the lowest third twice as often."""
    n = 3 << 62
    thirds = Counter(3 * number // n for number in uniform_many(VALUE, n, 3000))
    assert all(900 < thirds[i] < 1100 for i in range(3))
