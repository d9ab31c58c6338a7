"""Cards of the hand at the table of Heroes: which are lit, and what a press on one does."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.cards.elastic_defence import ElasticDefence
from owm_net.games.heroes.decks import Discard
from owm_net.games.heroes.ids import Hidden
from tests.client.test_heroes_table import Shown
from tests.games.heroes.table import Table, acting, ann, ben
from tests.seats import ANN, BEN


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


def lit(shown: Shown) -> list[bool]:
    """Which cards of the hand have the edge of what can be played."""
    cards = [item for item in shown.stage.scene() if item.id.startswith("hand:") and item.action]
    return [item.shape is not None and item.shape.width > 2 for item in cards]


@pytest.mark.rule("HON-CARD-01")
def test_a_card_of_another_phase_is_not_lit_and_says_when_it_is_played() -> None:
    hands, team = ("forced_march speed_setup", ""), ann(4, 1, "de_mg42")
    match = acting(team, ben(8, 1), due=(1, 1), bluffs=(0, 0), hands=hands)
    shown = Shown(match.until("turn", ANN))
    assert lit(shown) == [False, True]
    shown.press("hand:0")
    assert shown.stage.sitting.ui.refused.why == "It is played in Supply."


@pytest.mark.rule("HON-CARD-06")
def test_a_card_for_a_unit_that_can_be_turned_over_is_not_lit_for_another() -> None:
    hands = ("speed_setup", "")
    units = (ann(4, 1), ann(4, 4, "de_mg42"), ben(8, 1))
    for unit, orders in enumerate(({"u0": 1, "u2": 1}, {"u1": 1, "u2": 1})):
        match = acting(*units, due=(1, 1), bluffs=(0, 0), hands=hands, orders=orders)
        shown = Shown(match.until("turn", ANN))
        assert lit(shown) == [unit == 1], "as long as it may go with a deed that is drafted later"
        assert lit(shown.press(f"unit:{unit}")) == [unit == 1]


@pytest.mark.rule("HON-AB-78")
def test_after_a_hit_a_press_on_a_unit_does_not_ask_for_a_substitute() -> None:
    match = acting(
        ann(4, 1),
        ben(8, 1),
        due=(1, 1),
        dice=[(6,)],
        bluffs=(0, 0),
        hands=("elastic_defence", ""),
    )
    match.until("turn", BEN).say(match.fire(1, 0))
    match.until("wounded", ANN)
    shown = Shown(match).press("unit:0")
    assert not shown.stage.sitting.ui.refused.why
    assert shown.press("hand:0").sketch.cls is ElasticDefence
