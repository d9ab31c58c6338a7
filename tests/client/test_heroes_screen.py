"""What the table of Heroes says and marks beside the questions themselves."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import evolve

from owm_net.client.maps.telling import die
from owm_net.client.match.present import Strip
from owm_net.client.screens.helping import HELP
from owm_net.client.tables.heroes import HeroesTable
from owm_net.client.tables.heroes.common import BARE, PLACED, WALKED, held
from owm_net.client.tables.heroes.effects import effect_of_card
from owm_net.client.tables.heroes.telling import beat
from owm_net.engine.system import Setup
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import NO_FORMATION, Heading, OptionKey, UnitId
from owm_net.games.heroes.match import RoundBegins
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.state import Charge
from owm_net.games.heroes.tokens import Lay
from tests.client.robot import Robot
from tests.client.test_heroes_table import SYSTEM, Shown, two
from tests.client.test_squadcards_table import press
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, formation, scenario
from tests.games.heroes.test_hon_generator import furnishing
from tests.seats import ANN, BEN


def test_the_key_on_a_button_of_the_map_is_not_that_of_the_help() -> None:
    shown = Shown(two())
    bare = shown.stage.scene().find("tool.bare")
    assert bare is not None
    shown.stage.key(bare.key)
    assert shown.stage.sitting.ui.look == BARE
    keys = {item.key for item in shown.stage.scene() if item.id.startswith("tool.")}
    assert not keys & set(HELP.keys)


def test_the_help_of_a_map_with_spaces_names_no_inches() -> None:
    notes = dict(HeroesTable(SYSTEM).help())
    assert {"Supply", "Assault", "Markers", "Cards", "Winning", "By keys"} <= set(notes)
    text = " ".join(str(line) for lines in notes.values() for line in lines)
    assert "inch" not in text


@pytest.mark.rule("HON-CARD-01")
def test_the_effect_of_a_card_is_read_without_marks() -> None:
    effects = [effect_of_card(key) for key in CATALOG.cards]
    assert "+2 (bonus); not with patterns." in effects
    assert not any("*" in effect for effect in effects)


@pytest.mark.rule("HON-AB-05")
def test_a_concealed_counter_belongs_to_no_tile() -> None:
    match = acting(ann(3, 1), ben(9, 1), due=(1, 1), bluffs=(0, 0))
    match.g.units[0] = evolve(match.g.units[0], formation=NO_FORMATION)
    item = Shown(match).point("unit:0").stage.scene().find("unit:0")
    assert item is not None and ";" not in item.tooltip.splitlines()[1]


@pytest.mark.rule("HON-GEN-09", "HON-BON-03")
def test_bonus_objectives_are_drawn_while_the_map_is_made() -> None:
    match: Any = furnishing()
    assert match.g.made is not None and not match.g.bonus
    match.g.made = evolve(match.g.made, bonus=(at(6, 6),))
    item = Shown(cast(Table, match)).stage.scene().find("bonus:6.6")
    assert item is not None and "opens it" in item.tooltip


@pytest.mark.rule("HON-SUP-03")
def test_in_supply_only_those_are_lit_who_have_a_step_to_take() -> None:
    """Walls and friends enclose the one in the corner."""
    on = scenario((("bld_shed", 6, 2),))
    shed = [(6, 2), (6, 3)]
    match = acting(*[ann(*place) for place in shed], ben(14, 7), on=on, due=(0, 0), bluffs=(0, 0))
    match.until("supply_move", ANN)
    shown = Shown(match)
    lit = [n for n in (0, 1) if (item := shown.stage.scene().find(f"unit:{n}")) and item.lit]
    assert lit == [1] and shown.stage.sitting.answering.about.why == "1 unit may move"


@pytest.mark.rule("HON-SET-04")
def test_a_tank_is_placed_facing_the_enemy_in_the_south() -> None:
    setup = Setup("armour-in-the-lane", "standard", 2)
    robot = Robot(SYSTEM, 1, setup=setup)
    assert robot.run_to(lambda match: match.request.kind == "deploy")
    state: Any = robot.match.state
    tank = next(n for n, u in enumerate(state.units) if u.key == "de_pz4" and u.seat == 0)
    press(robot.stage, f"row:{tank}")
    sketch = robot.stage.sitting.answering.sketch
    assert held(sketch, WALKED.facing) == Heading(4)
    place = next(i.id for i in robot.stage.scene() if i.id.startswith("cell:") and i.lit)
    press(robot.stage, place)
    sketch = robot.stage.sitting.answering.sketch
    assert held(sketch, PLACED.space) is not None and held(sketch, WALKED.facing) == Heading(4)


@pytest.mark.rule("HON-TER-08", "HON-SET-03")
def test_a_vehicle_that_is_turned_onto_closed_ground_is_marked_red() -> None:
    robot = Robot(SYSTEM, 1, setup=Setup("armour-in-the-lane", "standard", 2))
    assert robot.run_to(lambda match: match.request.kind == "deploy")
    state: Any = robot.match.state
    tank = next(n for n, u in enumerate(state.units) if u.key == "de_pz4" and u.seat == 0)
    press(robot.stage, f"row:{tank}")
    places = [i.id for i in robot.stage.scene() if i.id.startswith("cell:") and i.lit]
    for place in places:
        press(robot.stage, place)
        for _ in range(8):
            press(robot.stage, "facing")
            look = robot.stage.sitting.answering.look
            marks = [i for i in robot.stage.scene() if i.id.startswith("ghost.no:")]
            refused = look is not None and look.refusal is not None
            assert bool(marks) == refused
            if refused:
                return
    raise AssertionError("nothing was refused")


@pytest.mark.rule("HON-ORD-02")
def test_a_key_lays_no_token_on_a_unit_that_bears_one() -> None:
    """The reason stays until another unit is pressed."""
    units = [ann(3, 1), ann(4, 1), ben(9, 1), ben(10, 1)]
    match = battle(*units, due=(2, 1))
    token = next(slot for slot in match.g.to_lay(ANN) if match.number(slot, ANN) == 1)
    match.say(Lay(token, UnitId(0)))
    match.until("lay", ANN)
    shown = Shown(match).press("unit:0")
    item = shown.stage.scene().find("unit:0")
    assert item is not None and not item.lit
    for key in ("2", "enter", "2"):
        shown.stage.key(key)
        assert "that unit bears a token (HON-ORD-02)" in shown.stage.sitting.ui.refused.why
    shown.press("unit:1")
    shown.stage.key("2")
    assert shown.stage.sitting.ui.refused.why == "" and not shown.given
    shown.stage.key("enter")
    tokens = {match.number(slot, ANN): slot for slot in match.g.to_lay(ANN)}
    assert shown.given == [Lay(tokens[2], UnitId(1))]


@pytest.mark.rule("HON-FIRE-09")
def test_the_sum_of_a_shot_is_read_beside_four_cards_and_grenades() -> None:
    """Also where the score leaves the panel little room in a small window."""
    tiles = [formation(seat, squares=3) for seat in (ANN, BEN) * 3]
    match = acting(
        ann(3, 1),
        ben(0, 1),  # in a hedgerow
        due=(1, 1),
        bluffs=(0, 0),
        hands=("forced_march aimed_shot rally mine", "rally"),
        options={"eq_grenade": ANN, "eq_rifle_grenade": ANN, "eq_ammo": ANN},
        formations=tiles,
        on=scenario(boards=[Placed("B", at(0, 0)), Placed("D", at(8, 0))]),
    ).over_to_turn(ANN)
    shown = Shown(match).press("unit:0")
    assert shown.stage.scene().find("take:0") is not None
    text = shown.press("unit:1").texts("deed.odds")
    assert "combat bonus +2; against 8 = defence 6 + cover 2" in text
    assert "needs a die of 6 or more" in text


@pytest.mark.rule("HON-AB-25", "HON-MOVE-10")
def test_a_move_goes_on_only_where_that_is_of_use() -> None:
    shown = Shown(acting(ann(3, 1), ben(14, 1), due=(1, 1), bluffs=(0, 0))).press("unit:0")
    assert shown.stage.scene().find("goes_on") is None
    shown.press("cell:4.1")
    assert shown.texts("goes_on").startswith("MOVE AGAIN")
    shown.press("cell:7.1")  # all its movement
    assert shown.stage.scene().find("goes_on") is None
    fires = acting(ann(3, 1, "us_rifle"), ben(14, 1), due=(1, 1), bluffs=(0, 0))
    assert Shown(fires).press("unit:0").texts("goes_on").startswith("FIRE OR MOVE")


@pytest.mark.rule("HON-EQ-10", "HON-EQ-11")
@pytest.mark.parametrize(
    ("key", "uses"),
    [("de_grenadier", ["GRENADES"]), ("de_pz4", ["AT AN INTERSECTION", "HE SHELLS"])],
)
def test_equipment_is_offered_to_those_who_may_use_it(key: str, uses: list[str]) -> None:
    gear = {"eq_grenade": ANN, "eq_he_shells": ANN}
    units = ann(3, 1, key), ben(14, 1)
    shown = Shown(acting(*units, due=(1, 1), bluffs=(0, 0), options=gear)).press("unit:0")
    found = [shown.texts(i.id) for i in shown.stage.scene() if i.id.startswith("take:")]
    assert found == uses


@pytest.mark.rule("HON-RND-01")
def test_the_dice_of_the_last_round_are_over_in_the_next() -> None:
    match = two()
    view, strip = View(match.g, ANN, match.known(ANN)), Strip(subtitle="a shot", notes=["die 6"])
    strip.cards = [die(6)]
    beat(view, RoundBegins(2, 6, ANN), strip)
    assert strip.subtitle.startswith("Round 2 of 6") and not strip.cards and not strip.notes


@pytest.mark.rule("HON-EQ-06")
def test_a_charge_lies_where_a_counter_has_no_numbers() -> None:
    match = two()
    match.g.charges = [Charge(seat=BEN, key=OptionKey("eq_gammon"), target=UnitId(0))]
    scene = Shown(match).stage.scene()
    mark, unit, token = (scene.find(id) for id in ("bomb:3.1", "unit:0", "token:0"))
    assert mark is not None and unit is not None and token is not None
    assert mark.rect.bottom < unit.rect.y + 0.4 * unit.rect.h
    assert mark.rect.right <= token.rect.x + 1
