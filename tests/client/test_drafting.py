"""What a click adds to an answer that is being made, and what is said where it adds nothing."""

from __future__ import annotations

import pytest

from owm_net.engine.records import Played
from owm_net.games.owm.actions import Attack, Redraw
from owm_net.games.owm.ids import FireteamId
from tests.client.situations import doing, picked, stage_at
from tests.client.test_table import press


@pytest.mark.rule("OWM-MOVE-07", "OWM-ENT-01")
def test_a_card_says_why_its_own_order_cannot_be_given() -> None:
    """And not, what is true of every card, that it is no order of another sort."""
    stage = stage_at("action")
    light = stage.model.drafting.light
    hand = {
        item.label.partition(" ")[0]: light(None, Played, item.action.value).why  # type: ignore[union-attr]
        for item in stage.scene()
        if item.id.startswith("hand:") and item.action is not None
    }
    assert hand["Attack"] == ""
    assert hand["Maneuver"].endswith("(OWM-MOVE-07)")
    assert hand["Entrench"].endswith("(OWM-ENT-01)")


def test_a_card_that_cannot_be_used_can_still_pay() -> None:
    stage = stage_at("action")
    dull = next(i for i in stage.scene() if i.id.startswith("hand:") and "shaded" in i.flags)
    press(stage, dull.id)
    assert stage.model.ui.refusal and picked(stage, Played)
    card = picked(stage, Played)
    press(stage, "verb:redraw")
    assert doing(stage) is Redraw and picked(stage, Played) == card


def test_one_card_too_many_takes_the_place_of_the_first() -> None:
    stage = stage_at("action")
    hand = stage.model.view.state.hands[0]  # type: ignore[union-attr]
    press(stage, "verb:redraw")
    for n in range(4):
        press(stage, f"hand:{n}")
    assert picked(stage, Played) == hand[1:4]


def test_a_place_stands_for_who_is_on_it() -> None:
    """With nothing chosen a click shows the Fireteam; for an attack it is the target."""
    stage = stage_at("action")
    g = stage.model.view.state  # type: ignore[union-attr]
    press(stage, "hand:0")
    assert doing(stage) is Attack
    target = next(
        t for t in g.fireteams if stage.model.drafting.light(stage.model.sketch, FireteamId, t).lit
    )
    cell = f"cell:{g.fireteams[target].cell}"
    stage.key("escape")
    press(stage, cell)
    assert stage.model.sketch is None and stage.model.ui.selected == target
    press(stage, "hand:0")
    press(stage, cell)
    assert picked(stage, FireteamId) == [target] and stage.model.asked
