"""Fire in an enemy's move at the table of Heroes: by the units' own ability, or by a card."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import fields

from owm_net.games.heroes.cards.mine import Mine
from owm_net.games.heroes.cards.opportunity_fire import OpportunityFire
from owm_net.games.heroes.reacting import React
from tests.client.test_heroes_table import Shown
from tests.games.heroes.table import Table, acting, ann, ben
from tests.seats import BEN

PATH = ((4, 1), (5, 1))


def moving(*path: tuple[int, int], hand: str = "opportunity_fire mine", **more: Any) -> Table:
    """Ben's rifle squad declares a move before Ann's unit 2, which has not acted; unit 1 has."""
    units = (ben(3, 1), ann(0, 7), ann(8, 1))
    hands = (f"{hand} | rally rally rally", "")
    match = acting(*units, **{"due": (1, 1), "bluffs": (0, 0), "hands": hands, **more})
    match.until("turn", BEN)
    match.say(match.move(0, *(path or PATH)))
    assert match.kind == "react"
    return match


def lit(shown: Shown, head: str) -> list[str]:
    """The items with this beginning of an id that may be pressed, or are chosen."""
    scene = shown.stage.scene()
    return [item.id for item in scene if item.id.startswith(head) and item.lit and item.action]


@pytest.mark.rule("HON-ACT-06")
def test_a_card_for_fire_is_played_on_the_map_with_its_odds() -> None:
    shown = Shown(moving()).press("hand:0")
    assert shown.stage.scene().find("choose") is None, "no list stands over the map"
    assert lit(shown, "unit:") == ["unit:2"], "nor is an enemy lit"
    assert lit(shown, "cell:") == ["cell:4.1", "cell:5.1"]
    assert "after step 2: hit 50%" in shown.texts("deed.odds")
    odds = shown.press("cell:5.1").texts("deed.odds")
    assert "Panzergrenadier squad 2" in odds and "hit 50%" in odds and "defence 6" in odds
    shown.press("confirm")
    (answer,) = shown.given
    assert isinstance(answer, OpportunityFire) and (answer.unit, answer.step) == (2, 2)


@pytest.mark.rule("HON-ACT-06")
def test_the_only_step_and_the_only_unit_are_taken_by_themselves() -> None:
    shown = Shown(moving((4, 1))).press("hand:0")
    of = fields(OpportunityFire)
    assert (shown.sketch.get(of.step), shown.sketch.get(of.unit)) == (1, 2)
    assert "Panzergrenadier squad 2 fires at" in shown.texts("deed.odds")
    shown.press("unit:2")
    assert shown.sketch.cls is OpportunityFire and not shown.sketch.holds(of.unit)
    shown.press("unit:0")
    assert shown.sketch.cls is OpportunityFire, "a press on an enemy only looks at it"
    shown.press("unit:2", "confirm")
    (answer,) = shown.given
    assert isinstance(answer, OpportunityFire) and (answer.unit, answer.step) == (2, 1)


@pytest.mark.rule("HON-ACT-06", "HON-TER-10")
def test_a_unit_that_fires_by_a_card_alone_names_it() -> None:
    shown = Shown(moving()).press("unit:2")
    assert "can fire without a card" in shown.texts("deed.odds")
    assert "press the card Opportunity fire first" in shown.stage.sitting.ui.refused.why
    bare = Shown(moving(hand="mine pin_down")).press("unit:2")
    assert "it cannot fire in an enemy's move" in bare.stage.sitting.ui.refused.why


def test_a_mine_lies_after_a_step_that_is_pressed_on_the_map() -> None:
    shown = Shown(moving()).press("hand:1")
    assert lit(shown, "cell:") == ["cell:4.1", "cell:5.1"] and not lit(shown, "unit:")
    assert "Click the step" in shown.texts("deed.odds")
    shown.press("cell:4.1", "confirm")
    (answer,) = shown.given
    assert isinstance(answer, Mine) and answer.step == 1


@pytest.mark.rule("HON-TER-10")
def test_only_steps_are_lit_after_which_all_who_fire_can() -> None:
    gun = ann(9, 4, "de_pak40", face=1, facing=6)
    match = acting(ben(9, 2), ann(0, 7), gun, due=(1, 1), bluffs=(0, 0))
    match.until("turn", BEN)
    match.say(match.move(0, (8, 2), (7, 2), (7, 3)))
    shown = Shown(match).press("unit:2")
    desk = shown.stage.sitting.answering.drafting.desk
    able = [
        f"cell:{x}.{y}"
        for n, (x, y) in enumerate(((8, 2), (7, 2), (7, 3)), 1)
        if desk.look(shown.sketch.with_(fields(React).step, n)).answer is not None
    ]
    assert sorted(lit(shown, "cell:")) == sorted(able) and len(able) in (1, 2)


@pytest.mark.rule("HON-ACT-07")
def test_a_reaction_says_what_it_costs() -> None:
    match = moving(orders={"u0": 1, "u1": 1, "u2": 2}, due=(2, 1))
    shown = Shown(match).press("hand:0", "cell:5.1")
    told = shown.texts("deed.odds")
    assert "gets an Activated marker" in told and "Its order 2 is lost, unseen." in told


@pytest.mark.rule("HON-TER-10", "HON-CARD-06")
def test_a_player_who_can_do_nothing_to_a_mover_is_told_so() -> None:
    shown = Shown(moving(hand="rally"))
    assert "No unit or card of yours can do anything to it." in shown.texts("deed.odds")
