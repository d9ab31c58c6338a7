"""Cards of the hand at the table of Heroes: which are lit, and what a press on one does."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.decks import Discard
from owm_net.games.heroes.ids import Hidden
from tests.client.test_heroes_table import Shown
from tests.games.heroes.table import Table, acting, ann, ben
from tests.seats import ANN


def discarding() -> Table:
    """Ann may discard three cards."""
    hands = ("rally mine forced_march | mine rally mine", "")
    match = acting(ann(4, 1), ben(8, 1), due=(1, 1), hands=hands)
    return match.until("discard", ANN)


@pytest.mark.rule("HON-SUP-09")
def test_cards_are_discarded_by_presses_on_them_and_one_button_that_says_how_many() -> None:
    match = discarding()
    hand = list(map(Hidden, match.g.hands[ANN]))
    shown = Shown(match)
    assert shown.texts("confirm") == "KEEP ALL CARDS"
    assert not [text for text in shown.stage.scene().texts() if text == "DISCARD A CARD"]
    for pressed, said in (("hand:0", "A CARD"), ("hand:2", "2 CARDS"), ("hand:1", "3 CARDS")):
        assert shown.press(pressed).texts("confirm") == f"DISCARD {said}"
    shown.press("hand:1")
    chosen = [item for item in shown.stage.scene() if item.id.startswith("hand:") and item.action]
    assert ["chosen" in item.flags for item in chosen] == [True, False, True]
    assert "Rally, Forced march" in shown.texts("discard.hint")
    assert shown.stage.scene().find("choose") is None, "no list stands over the map"
    shown.press("confirm")
    assert shown.given == [Discard((Hidden(hand[0]), Hidden(hand[2])))]


@pytest.mark.rule("HON-SUP-09")
def test_a_card_pressed_twice_stays_and_so_do_all_of_them() -> None:
    shown = Shown(discarding()).press("hand:0", "hand:0")
    assert shown.texts("confirm") == "KEEP ALL CARDS"
    shown.press("confirm")
    assert shown.given == [Discard()]
