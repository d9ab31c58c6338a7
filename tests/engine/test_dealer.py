"""The local dealer: what it answers, and other worlds that look the same to a seat."""

from __future__ import annotations

from collections import Counter

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import (
    Choose,
    Draw,
    Flip,
    Peek,
    PickNumber,
    Redeal,
    Reveal,
    Roll,
    Show,
    Shuffle,
)
from owm_net.engine.view import EVERYBODY
from owm_net.engine.zones import place, slot
from tests.seats import ANN, BEN


def dealt() -> LocalDealer:
    """A deck of ten: seat 0 holds the first three, seat 1 the next three."""
    dealer = LocalDealer(2, Chance("dealt"))
    dealer.answer(Shuffle(1, tuple(range(10))))
    dealer.answer(Draw(ANN, slots(0, 3)))
    dealer.answer(Draw(BEN, slots(3, 6)))
    return dealer


def slots(start: int, end: int, deck: int = 1) -> tuple[int, ...]:
    return tuple(slot(deck, i) for i in range(start, end))


def test_what_is_public_is_answered_and_what_is_private_is_learnt() -> None:
    dealer = dealt()
    faces = dealer.faces
    assert sorted(faces.values()) == list(range(10))
    assert dealer.answer(Flip(slots(8, 9))) == (faces[slot(1, 8)],)
    assert dealer.answer(Reveal(ANN, slots(0, 2))) == tuple(faces[s] for s in slots(0, 2))
    assert dealer.answer(Peek(ANN, slots(6, 7))) == ()
    assert dealer.answer(Show(BEN, ANN, slots(3, 4))) == ()
    assert dealer.knowledge[0] == {s: faces[s] for s in (*slots(0, 4), *slots(6, 7))}
    assert dealer.knowledge[1] == {s: faces[s] for s in slots(3, 6)}


def test_hidden_cards_keep_their_faces_in_a_new_deck() -> None:
    dealer = dealt()
    dealer.answer(Shuffle(2, (20, *slots(0, 2), 21)))
    hidden = [dealer.faces[s] for s in slots(0, 2)]
    assert sorted(dealer.faces[s] for s in slots(0, 4, 2)) == sorted([20, 21, *hidden])


def test_a_stacked_deck_lies_as_stacked() -> None:
    dealer = LocalDealer(2, Chance(0))
    dealer.stack(4, [3, 1, 2])
    assert dealer.answer(Flip(slots(0, 3, 4))) == (3, 1, 2)


def test_dice_and_picks_are_in_range_and_reach_every_face() -> None:
    dealer = LocalDealer(2, Chance("dice"))
    dice = [n for _ in range(200) for n in dealer.answer(Roll(6, 2, "x"))]
    assert sorted(set(dice)) == [1, 2, 3, 4, 5, 6]
    assert {dealer.answer(PickNumber(3, "x")) for _ in range(100)} == {(0,), (1,), (2,)}
    assert dealer.answer(Roll(6, 0, "x")) == ()


def test_decisions_are_not_for_a_dealer() -> None:
    with pytest.raises(EngineBug, match="Choose is not for a dealer"):
        LocalDealer(2, Chance(0)).answer(Choose(ANN, "x"))


def test_another_world_keeps_what_the_seat_knows_and_what_lies_open() -> None:
    dealer = dealt()
    opened = {s: dealer.faces[s] for s in slots(6, 8)}
    seen: Counter[int] = Counter()
    for n in range(200):
        other = dealer.resample(0, opened, Chance(n))
        for known in (opened, dealer.knowledge[0]):
            assert {s: other.faces[s] for s in known} == known
        assert sorted(other.faces.values()) == list(range(10))
        assert other.knowledge[0] == dealer.knowledge[0]
        assert other.knowledge[1] == {s: other.faces[s] for s in slots(3, 6)}
        seen[other.faces[slot(1, 3)]] += 1
    unknown = {dealer.faces[s] for s in (*slots(3, 6), *slots(8, 10))}
    assert set(seen) == unknown
    assert all(20 < count < 65 for count in seen.values()), "each about 40 times"


def test_another_world_leaves_this_one_alone() -> None:
    dealer = dealt()
    faces, knowledge = dict(dealer.faces), [dict(k) for k in dealer.knowledge]
    other = dealer.resample(1, {}, Chance(1))
    other.answer(Shuffle(2, (50, 51)))
    other.answer(Draw(BEN, slots(6, 8)))
    assert dealer.faces == faces and dealer.knowledge == knowledge


def test_cards_stay_in_their_deck() -> None:
    dealer = dealt()
    dealer.answer(Shuffle(2, tuple(range(100, 110))))
    other = dealer.resample(0, {}, Chance(3))
    assert all((card >= 100) == (place(s)[0] == 2) for s, card in other.faces.items())


def test_what_was_shuffled_unopened_comes_along_into_another_world() -> None:
    """Seat 1's hand is shuffled; seat 0 has seen one card of it since."""
    dealer = dealt()
    dealer.answer(Shuffle(2, slots(3, 6)))
    dealer.answer(Draw(BEN, slots(0, 3, 2)))
    opened = {slot(2, 1): dealer.faces[slot(2, 1)]}
    hands = set()
    for n in range(80):
        other = dealer.resample(0, opened, Chance(n))
        other = other.resample(0, opened, Chance("again", n))
        assert {s: other.faces[s] for s in opened} == opened
        hand = [other.faces[s] for s in slots(0, 3, 2)]
        assert sorted(hand) == sorted(other.faces[s] for s in slots(3, 6)), "the same three cards"
        assert sorted(other.faces[s] for s in slots(0, 10)) == list(range(10))
        hands.add(tuple(sorted(hand)))
    assert len(hands) > 5


def test_a_spectators_world_fixes_only_what_lies_open() -> None:
    dealer = dealt()
    worlds = [dealer.resample(EVERYBODY, {}, Chance(n)) for n in range(60)]
    for seat in range(2):
        assert any(w.knowledge[seat] != dealer.knowledge[seat] for w in worlds)
    assert {w.faces[slot(1, 4)] for w in worlds} == set(range(10))


def left() -> LocalDealer:
    """As `dealt`, with a third seat that has left; slot 9 was flipped before."""
    dealer = dealt()
    pool = sorted(set(range(10)) - {dealer.faces[slot(1, 9)]})
    dealer.answer(Redeal(2, tuple(pool), ((ANN, slots(0, 3)), (BEN, slots(3, 5)))))
    return dealer


def test_hands_go_on_in_a_new_deck_and_the_rest_is_mixed() -> None:
    dealer = left()
    old, new = (*slots(0, 3), *slots(3, 5)), slots(0, 5, 2)
    assert [dealer.faces[s] for s in old] == [dealer.faces[s] for s in new]
    assert {s: dealer.faces[s] for s in slots(0, 3, 2)}.items() <= dealer.knowledge[0].items()
    assert not set(slots(3, 9, 2)) & set(dealer.knowledge[0])
    lies = sorted(dealer.faces[s] for s in slots(0, 9, 2))
    assert lies == sorted(set(range(10)) - {dealer.faces[slot(1, 9)]})
    with pytest.raises(EngineBug, match="stand twice"):
        dealer.answer(Redeal(3, (1, 1, 2), ()))


def test_another_world_after_a_seat_has_left_is_one_that_could_be() -> None:
    """Seat 0 has seen one card of the new deck: it was in nobody's hand before."""
    dealer = left()
    opened = {slot(1, 9): dealer.faces[slot(1, 9)], slot(2, 6): dealer.faces[slot(2, 6)]}
    hands: Counter[int] = Counter()
    for n in range(150):
        other = dealer.resample(0, opened, Chance(n)).resample(0, opened, Chance("again", n))
        assert {s: other.faces[s] for s in opened} == opened
        assert {s: other.faces[s] for s in dealer.knowledge[0]} == dealer.knowledge[0]
        for old, new in zip((*slots(0, 3), *slots(3, 5)), slots(0, 5, 2), strict=True):
            assert other.faces[old] == other.faces[new]
        assert sorted(other.faces[s] for s in slots(0, 10)) == list(range(10))
        assert sorted(other.faces[s] for s in slots(0, 9, 2)) == sorted(
            dealer.faces[s] for s in slots(0, 9, 2)
        )
        hands[other.faces[slot(1, 3)]] += 1
    seen = {*opened.values(), *dealer.knowledge[0].values()}
    assert set(hands) == set(range(10)) - seen, "each card that nobody has seen elsewhere"
