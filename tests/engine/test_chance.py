"""Pseudo-random integers: the same for ever, and even enough."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug


def test_pinned_numbers() -> None:
    """Golden playthroughs and the digests of `owm-net simulate` rest on these."""
    chance = Chance("owm", 1)
    dice = [2, 1, 1, 5, 1, 3, 4, 1, 4, 5, 1, 1, 5, 3, 4, 4, 1, 5, 4, 5]
    assert [chance.below(6) for _ in range(20)] == dice
    chance = Chance(7)
    assert [chance.below(n) for n in (1, 2, 3, 10, 192)] == [0, 0, 2, 7, 122]
    assert chance.below(1 << 40) == 761908884323
    huge = chance.below((1 << 300) + 1)
    assert huge % 10**12 == 927621786315381682 % 10**12 and huge < 1 << 301
    cards = list(range(10))
    Chance("a").shuffle(cards)
    assert cards == [9, 1, 5, 7, 8, 0, 6, 4, 3, 2]
    assert [Chance(0).child("player", s).below(1000) for s in range(3)] == [503, 707, 682]
    assert Chance("é").below(1000) == 803 and Chance(b"x").below(1000) == 475


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 8, 24, 100])
def test_every_number_comes_about_equally_often(n: int) -> None:
    chance, each = Chance("even", n), 800
    counts = Counter(chance.below(n) for _ in range(each * n))
    assert sorted(counts) == list(range(n))
    # A count's standard deviation is about 28; chi-square / (n - 1) is near 1.
    assert all(abs(c - each) < 150 for c in counts.values())
    square = sum((c - each) ** 2 for c in counts.values()) / each
    assert square < 2.5 * (n - 1) + 5


def test_every_order_of_a_shuffle_comes_about_equally_often() -> None:
    chance: Chance = Chance("orders")
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 200):
        cards = [0, 1, 2, 3]
        chance.shuffle(cards)
        counts[tuple(cards)] += 1
    assert sorted(counts) == sorted(itertools.permutations(range(4)))
    assert all(130 < count < 270 for count in counts.values())


def test_streams_differ_by_seed_and_by_child_and_not_by_use() -> None:
    def numbers(chance: Chance) -> list[int]:
        return [chance.below(1 << 30) for _ in range(4)]

    used = Chance(1)
    numbers(used)
    streams = [Chance(1), Chance(2), Chance("1"), Chance(1, 1), Chance(1).child(1), Chance()]
    drawn = [numbers(stream) for stream in streams]
    assert len({tuple(d) for d in drawn}) == len(drawn)
    assert numbers(used.child("x")) == numbers(Chance(1).child("x"))


@pytest.mark.parametrize("n", [0, -1])
def test_there_is_no_number_below_nothing(n: int) -> None:
    with pytest.raises(EngineBug, match=f"no number is below {n} and not below 0"):
        Chance(1).below(n)


def test_empty_and_single_shuffles() -> None:
    for cards in ([], [5]):
        before = list(cards)
        Chance(1).shuffle(cards)
        assert cards == before
