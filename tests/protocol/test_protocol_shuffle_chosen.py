"""Shuffles with a permutation that a seat chooses, and orders by chance."""

from __future__ import annotations

import itertools
import random

import pytest

from owm_net.protocol import group
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.shuffle import (
    Ciphertext,
    check_shuffle,
    chosen_first,
    known_card,
    shuffle,
)

ENTROPY = random.Random(18).randbytes
PK = group.mul_base(group.random_scalar(ENTROPY))


def deck_of(n: int) -> list[Ciphertext]:
    return [known_card(b"test", k, PK) for k in range(n)]


def test_chosen_cards_come_first_in_an_order_by_chance() -> None:
    seen = set()
    for _ in range(200):
        order = chosen_first(5, [4, 1, 2], ENTROPY)
        assert sorted(order[:3]) == [1, 2, 4] and sorted(order[3:]) == [0, 3]
        seen.add(tuple(order))
    assert len(seen) == 12
    assert set(itertools.chain(*seen)) == set(range(5))
    for bad in ([1, 1], [5], [-1]):
        with pytest.raises(LocalProtocolError):
            chosen_first(5, bad, ENTROPY)


def test_a_seat_may_choose_the_permutation() -> None:
    order = [3, 0, 2, 1]
    deck = deck_of(4)
    done = shuffle(b"ctx", PK, deck, ENTROPY, permutation=order)
    check_shuffle(b"ctx", PK, deck, done.deck, done.proof)
    assert list(done.secrets.permutation) == order
    for bad in ([0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4]):
        with pytest.raises(LocalProtocolError, match="not a permutation"):
            shuffle(b"ctx", PK, deck, ENTROPY, permutation=bad)


@pytest.mark.parametrize("n", [3, 5, 6, 7])
def test_no_order_of_cards_is_likelier_than_another(n: int) -> None:
    """2^64 is no multiple of n: numbers beyond the last whole multiple are drawn again, and the
    last one below it is not."""
    last = 2**64 - 2**64 % n - 1

    def order(*draws: int) -> list[int]:
        left = [d.to_bytes(8, "little") for d in (*draws, *range(n - 2, 0, -1))]
        made = chosen_first(n, range(n), lambda size: left.pop(0))
        assert not left, "each number that serves was asked for"
        return made

    for beyond in (last + 1, 2**64 - 1):
        for served in range(n):
            assert order(beyond, beyond, served) == order(served)
    assert order(last) == order(n - 1)
    assert len({tuple(order(served)) for served in range(n)}) == n
