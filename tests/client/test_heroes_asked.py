"""What questions of Heroes light, say and refuse: nothing that leads nowhere, and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.client import language
from owm_net.client.match.present import Strip
from owm_net.client.tables.heroes import telling
from owm_net.engine import agenda
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Where
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.orders import OrderFire
from owm_net.games.heroes.terms import Damage
from owm_net.games.heroes.turns import OrderRevealed
from tests.client.test_heroes_reactions import lit, moving
from tests.client.test_heroes_table import Shown
from tests.games.heroes.table import Table, acting, ann, ben, scenario
from tests.seats import ANN, BEN

HOUSE = (("bld_house", 5, 0),)
"""Between the units of a test."""


def cards_lit(shown: Shown) -> list[bool]:
    """Which cards of the hand have the edge of what can be played."""
    cards = [item for item in shown.stage.scene() if item.id.startswith("hand:") and item.action]
    return [item.shape is not None and item.shape.width > 2 for item in cards]


def why(shown: Shown, id: str) -> str:
    item = shown.stage.scene().find(id)
    assert item is not None
    return item.why


@pytest.mark.rule("HON-CARD-06", "HON-HID-13")
def test_in_an_enemys_move_only_cards_are_lit_that_can_be_used_in_it() -> None:
    bare = Shown(moving(hand="panzerfaust aimed_shot"))
    assert cards_lit(bare) == [False, False]
    assert "no unit of yours can fire at the mover" in why(bare, "hand:1")
    assert "so that nobody learns that" in bare.texts("prompt.text")
    able = Shown(moving(hand="panzerfaust aimed_shot opportunity_fire"))
    assert cards_lit(able) == [False, True, True]
    assert "played with a Fire action" in why(able, "hand:0")
    assert "nobody learns" not in able.texts("prompt.text")
    assert cards_lit(able.press("hand:1"))[0] is False, "nor beside another card"
    assert "Click the unit" in able.texts("prompt.text")


@pytest.mark.rule("HON-CARD-01", "HON-SUP-06")
@pytest.mark.parametrize("kind", ["start_cards", "supply_move", "end_cards"])
def test_no_card_for_fire_is_lit_in_supply(kind: str) -> None:
    hands = ("panzerfaust aimed_shot rally field_repair", "")
    units = (ann(4, 1, suppressed=1), ann(0, 7, "de_panther", damage=(Damage.TRACK,)), ben(8, 1))
    match = acting(*units, due=(0, 1), bluffs=(0, 0), hands=hands)
    shown = Shown(match.until(kind, ANN))
    assert cards_lit(shown)[:2] == [False, False]


@pytest.mark.rule("HON-CARD-06")
def test_a_card_for_a_shot_is_not_lit_without_a_target() -> None:
    for overlays, lights in ((), [True, True]), (HOUSE, [False, False]):
        hands, on = ("aimed_shot panzerfaust", ""), scenario(overlays)
        match = acting(ann(4, 1), ben(8, 1), due=(1, 1), bluffs=(0, 0), hands=hands, on=on)
        assert cards_lit(Shown(match.until("turn", ANN))) == lights


@pytest.mark.rule("HON-FIRE-19", "HON-AB-31")
def test_fire_at_nothing_yet_lights_no_confirm() -> None:
    match = acting(ann(3, 1, "de_mortar", face=1), ben(9, 1), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0")
    assert "AT AN INTERSECTION" in shown.texts("prompt.text")
    shown.press("take:0")
    assert shown.stage.scene().find("confirm") is None
    assert "Click an intersection" in shown.texts("prompt.text")
    shown.stage.key("enter")
    assert not shown.given
    shown.press("stay")
    (answer,) = shown.given
    assert isinstance(answer, OrderFire) and not answer.targets, "it holds its fire"


@pytest.mark.rule("HON-ASLT-01", "HON-LOS-01")
def test_a_refusal_says_why_there_is_neither_a_shot_nor_an_assault() -> None:
    for key, said in (
        ("de_grenadier", "and it cannot assault"),
        ("de_stosstrupp", "it cannot get beside"),
    ):
        units = ann(1, 1, key), ben(13, 1)
        match = acting(*units, due=(1, 1), bluffs=(0, 0), on=scenario(HOUSE))
        told = why(Shown(match).press("unit:0"), "unit:1")
        assert told.startswith("no shot: ") and said in told


def test_the_chosen_way_to_act_alone_looks_chosen_and_every_way_is_explained() -> None:
    units = (ann(3, 1, "de_mg42", face=1, facing=2), ben(7, 1))
    shown = Shown(acting(*units, due=(1, 1), bluffs=(0, 0))).press("unit:0", "unit:1")
    scene = shown.stage.scene()
    fire, suppress = scene.find("key:1"), scene.find("key:2")
    assert fire is not None and suppress is not None
    assert fire.shape is not None and suppress.shape is not None
    assert "chosen" in fire.flags and fire.shape.fill != suppress.shape.fill
    assert not suppress.lit
    bare = Shown(acting(*units, due=(1, 1), bluffs=(0, 0))).press("unit:0").stage.scene()
    ways = [item for item in bare if item.kind == "button" and item.id in ("flip", "facing")]
    assert len(ways) == 2 and all(item.tooltip for item in ways)


def beaten() -> Table:
    """Ben's rifle squad has lost an assault, and has places to retreat to."""
    units = (ann(3, 1, "de_stosstrupp"), ben(5, 1), ben(6, 0))
    dice = [(6, 6, 1)]
    match = acting(*units, due=(1, 1), bluffs=(0, 0), dice=dice)
    match.say(match.move(0, (4, 1), target=1))
    return match.until("where", BEN)


@pytest.mark.rule("HON-ASLT-15")
def test_a_retreat_is_chosen_on_the_map_which_says_what_is_shut() -> None:
    shown = Shown(beaten(), BEN)
    spaces = lit(shown, "cell:")
    assert len(spaces) >= 2 and not [i for i in shown.stage.scene() if i.id.startswith("offer:")]
    assert "Click one of the lit spaces" in shown.texts("deed.odds")
    chips = [i for i in shown.stage.scene() if i.id.startswith("retreat:") and i.tooltip]
    assert [i.label for i in chips if "HON-" in i.tooltip] == [i.tooltip for i in chips[:1]]
    assert len(chips) == 3, "three spaces, one of them taken"
    shown.press(spaces[0], spaces[0])
    (answer,) = shown.given
    assert isinstance(answer, Where)


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_no_name_is_cut_in_the_score(spoken: str) -> None:
    from owm_net.client.settings import Settings
    from tests.client.looks import LEAST, table_at

    try:
        language.use(spoken)
        settings = Settings(size=LEAST, speed="off", language=spoken)
        stage = table_at("heroes", "armour-in-the-lane", "lay", settings)
        texts = [
            run.text
            for item in stage.scene()
            if item.id.startswith(("tile:", "score", "side:"))
            for run in item.runs
        ]
        assert len(texts) > 15 and not [text for text in texts if text.endswith("…")]
    finally:
        language.use("en")


@pytest.mark.rule("HON-ORD-09", "HON-HID-04")
def test_the_block_of_who_is_lost_is_shown_as_it_leaves() -> None:
    match = acting(ann(3, 1), ben(6, 1, face=1), ben(9, 1), due=(1, 2), dice=[(6,)], bluffs=(0, 0))
    strip = Strip()
    match.say(match.fire(0, 1))
    view = View(match.g, ANN, match.known(ANN))
    for event in match.events:
        telling.beat(view, event, strip)
    block = strip.cards[-1].art.parameters
    assert ("sign", "") in block and ("state", "closed") in block
    assert "unseen until the match is over" in strip.notes[-1]
    telling.beat(view, OrderRevealed(ANN, 2, UnitId(0)), strip)
    assert not strip.cards and "reveal order 2" in strip.subtitle, "the old dice are over"


@pytest.mark.rule("HON-FIRE-09", "HON-AB-40")
def test_a_press_on_a_target_in_a_big_battle_asks_the_rules_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A judgement takes up to a millisecond; the answer is to be there within 300."""
    asked, real = [0], agenda.why_not

    def counted(view: View[Any], answer: Any) -> Any:
        asked[0] += 1
        return real(view, answer)

    own = [ann(x, y, "de_grenadier") for x in (1, 2) for y in range(6)]
    foes = [ben(x, y, "us_rifle") for x in (8, 10) for y in range(7)]
    gun = ann(3, 3, "de_mg42", face=1, facing=2)
    hands = ("panzerfaust aimed_shot smoke_grenades speed_setup", "")
    orders = {"u0": 1, "u1": 1}
    match = acting(
        gun, foes[0], *own, *foes[1:], due=(1, 1), bluffs=(0, 0), orders=orders, hands=hands
    )
    shown = Shown(match.until("turn", ANN))
    monkeypatch.setattr(agenda, "why_not", counted)
    for press in ("unit:0", "unit:1", "hand:1"):
        asked[0] = 0
        shown.press(press).stage.scene()
        assert 0 < asked[0] < 200, f"{press}: {asked[0]}"
