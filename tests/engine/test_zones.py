"""Decks, slots, and what a view makes of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine.agenda import GameState, Kind
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import DeckList, Draw, Flip, PrivateDeck, Shuffle
from owm_net.engine.view import EVERYBODY, View
from owm_net.engine.zones import MAX_DECK, Deck, open_slots, place, slot, slots_of
from tests.seats import ANN, BEN, CID


@given(st.integers(1, 1 << 40), st.integers(0, MAX_DECK - 1))
def test_a_slot_names_its_place_and_is_no_card(number: int, index: int) -> None:
    assert slot(number, index) < 0, "cards are 0 and more"
    assert place(slot(number, index)) == (number, index)


def test_slots_are_all_different_and_pinned() -> None:
    """Pinned: logs of finished games hold them."""
    assert slot(1, 0) == -4097 and slot(1, 4095) == -8192 and slot(2, 0) == -8193


def test_a_deck_gives_its_cards_from_the_top() -> None:
    deck = Deck(3, 4)
    assert deck.top(2) == (slot(3, 0), slot(3, 1)) and deck.left == 4
    assert deck.deal() == (slot(3, 0),)
    assert deck.deal(2) == (slot(3, 1), slot(3, 2))
    assert deck.top(5) == (slot(3, 3),) and deck.left == 1
    with pytest.raises(EngineBug, match="2 cards wanted, 1 are left in deck 3"):
        deck.deal(2)
    assert deck.left == 1, "nothing was taken"
    deck.deal()
    assert deck.top(1) == () and deck.deal(0) == ()


def test_opened_slots_become_cards_in_place() -> None:
    zone = [-5000, 3, -5001, -5000, 0]
    open_slots(zone, {-5000: 7, 3: 9})
    assert zone == [7, 9, -5001, 7, 0]
    assert slots_of(zone) == (-5001,), "card 0 lies open"


def test_a_state_makes_decks_draws_and_flips() -> None:
    g = GameState(seats=2)
    assert g.shuffle("core", range(3)) == Shuffle(1, (0, 1, 2))
    assert g.draw(BEN, "core", 2) == Draw(BEN, (slot(1, 0), slot(1, 1)))
    assert g.hands == [[], [slot(1, 0), slot(1, 1)]], "in the hand at once, still unknown"
    assert g.flip("core") == Flip((slot(1, 2),))
    assert g.shuffle("core", [5]) == Shuffle(2, (5,)), "a new deck under the old name"
    assert g.decks["core"] == Deck(2, 1)
    with pytest.raises(EngineBug):
        g.flip("core", 2)


def test_a_deck_of_one_seat_is_numbered_with_all_others() -> None:
    g = GameState(seats=2, hands=[[0], []])
    g.shuffle("core", [5, 6])
    pick = Kind("pick", DeckList, rule="TEST", why="a deck is asked for")
    assert g.private_deck(BEN, pick, "own", [7, 7, 8], 2) == PrivateDeck(
        BEN, "pick", 2, (7, 7, 8), 2
    )
    assert g.decks["own"] == Deck(2, 2)
    g.draw(ANN, "core", 2)
    assert g.hands[0] == [0, slot(1, 0), slot(1, 1)]


def test_a_deck_dealt_anew_gives_the_hands_its_first_places() -> None:
    """Its number is the next one; open cards in a hand stay, the leaver's go with them."""
    g = GameState(seats=3)
    g.shuffle("core", range(9))
    for seat in g.players:
        g.draw(seat, "core", 2)
    old = [list(hand) for hand in g.hands]
    g.hands[2][0] = 0
    redeal = g.redeal("core", range(1, 9), ((ANN, 0), (CID, 2)))
    assert (redeal.number, redeal.pool) == (2, tuple(range(1, 9)))
    assert redeal.kept == ((0, tuple(old[0])), (2, (old[2][1],)))
    g.redealt("core", ((ANN, 0), (CID, 2)))
    assert g.hands == [[slot(2, 0), slot(2, 1)], old[1], [0, slot(2, 2)]]
    assert g.decks["core"] == Deck(2, 8, 3), "three are in hands"


def test_the_hands_of_one_seat_go_on_together() -> None:
    """A seat shows everything it keeps in one proof, so its hands follow each other."""
    g = GameState(seats=2, hands=[[] for _ in range(4)])
    g.shuffle("core", range(9))
    for hand, seat in enumerate((ANN, BEN, ANN, BEN)):
        g.draw(seat, "core", 2, hand)
    old = [list(hand) for hand in g.hands]
    kept = ((ANN, 0), (BEN, 1), (ANN, 2))
    redeal = g.redeal("core", range(9), kept)
    assert redeal.kept == ((0, (*old[0], *old[2])), (1, tuple(old[1])))
    g.redealt("core", kept)
    moved = redeal.moved()
    assert g.hands[:3] == [[moved[c] for c in hand] for hand in old[:3]]
    assert g.hands[3] == old[3], "this one was not kept"


def test_a_view_knows_what_is_open_and_what_its_seat_has_learnt() -> None:
    g = GameState(seats=2)
    one, two = slot(1, 0), slot(1, 1)
    assert View(g, 0, {one: 8}).cards([4, one, two]) == (4, 8, None)
    assert View(g, 0, {one: 8}).card(one) == 8
    assert View(g, EVERYBODY, {}).cards([4, one, two]) == (4, None, None)
