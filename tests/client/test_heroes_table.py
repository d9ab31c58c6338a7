"""The table of Heroes without a window: every question is answered on it, and it says why and how
likely."""

from __future__ import annotations

from typing import Any, cast

import pytest
from attrs import evolve, fields

from owm_net.client import language, theme
from owm_net.client.glass.paint_pillow import paint
from owm_net.client.match_stage import Stage
from owm_net.client.scene.pictures import Pictures
from owm_net.client.settings import Settings
from owm_net.client.tables import in_words
from owm_net.client.tables.heroes import acting as drafts
from owm_net.client.tables.heroes import asking
from owm_net.client.tables.heroes.faces import counter
from owm_net.client.tables.heroes.odds import assault_odds
from owm_net.client.tables.terminal import Conversation
from owm_net.engine import agenda
from owm_net.engine.agenda import Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.system import Setup
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Where, attack, defence
from owm_net.games.heroes.barrage import ActBarrage, ActFire, OrderBarrage
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.cards.dig_in import DigIn
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.decks import CommandCards
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.exits import Leave
from owm_net.games.heroes.hidden import BLUFF
from owm_net.games.heroes.ids import (
    OFF_MAP,
    CounterKey,
    FormationId,
    ScenarioKey,
    Space,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.looking import Blocker, first_blocker, obstacle
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.orders import ActMove, NoMoreOrders, OrderFire, OrderMove
from owm_net.games.heroes.paths import ZONE
from owm_net.games.heroes.patterns import is_clear
from owm_net.games.heroes.printed.scenarios import Placed, Scenario
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.set_up import Deploy
from owm_net.games.heroes.shooting import shot
from owm_net.games.heroes.smoke_bombs import OrderSmoke
from owm_net.games.heroes.sniper import OrderSnipe
from owm_net.games.heroes.state import SMOKE_BOMB, HeroesState, Unit
from owm_net.games.heroes.supply import Entrench, SupplyDrive
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import Flip, Manoeuvre, Nation
from owm_net.games.heroes.tokens import Lay
from owm_net.games.heroes.vehicles import way_of
from tests.client.looks import table_at
from tests.client.robot import Robot
from tests.client.test_squadcards_table import press, texts_that_run_over
from tests.games.heroes.table import Table, acting, ann, battle, ben, scenario
from tests.games.heroes.table import unit as counter_on
from tests.games.heroes.veils import RUSE, veiled
from tests.kinds import declared
from tests.seats import ANN, BEN, CID

SYSTEM = Heroes()
SIZES = [((960, 540), 1.0), ((1280, 720), 1.0), ((1600, 900), 1.25)]
KINDS = ["deploy", "lay", "turn", "supply_move"]


class Shown:
    """A table of the window over a match that a test drives, for one seat. given: the answers."""

    def __init__(self, match: Table, seat: Seat = ANN) -> None:
        self.match, self.given = match, list[Answer]()
        settings = Settings(size=(1280, 720), speed="off", guard=True)
        self.stage = Stage(SYSTEM, seat, ["Ann", "Ben"], settings)
        self.stage.sitting.told(View(match.g, seat, match.known(seat)), match.events)
        self.stage.tick(1.0)
        if match.seat == seat:
            view = View(match.g, seat, match.known(seat))
            self.stage.sitting.ask(view, self.given.append)
        self.stage.tick(9000.0)
        self.stage.tick(9001.0)

    def press(self, *ids: str) -> Shown:
        """One after the other."""
        for id in ids:
            press(self.stage, id)
        return self

    def point(self, id: str) -> Shown:
        """The pointer is over it."""
        item = self.stage.scene().find(id)
        assert item is not None, id
        at = self.stage.scene().point_of(item)
        assert at is not None, id
        self.stage.move(*at)
        return self

    def point_at(self, x: int, y: int) -> Shown:
        """The pointer is over a space."""
        board = self.stage.scene().find("map")
        assert board is not None
        at = (
            board.rect.x + (x + 0.5) * board.rect.w / 16,
            board.rect.y + (y + 0.5) * board.rect.h / 8,
        )
        self.stage.move(*at)
        return self

    def texts(self, id: str) -> str:
        """Return what stands in an item."""
        item = self.stage.scene().find(id)
        return "" if item is None else " ".join(run.text for run in item.runs)

    @property
    def sketch(self) -> Any:
        return self.stage.sitting.answering.sketch


def two(*, x: int = 4, key: str = "de_grenadier", **more: Any) -> Table:
    """Ann's unit with order 1 at D2, and Ben's some spaces to the east."""
    return acting(ann(3, 1, key), ben(3 + x, 1), due=(1, 1), bluffs=(0, 0), **more)


# ------------------------------------------------------------------ room


@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_runs_over(kind: str, spoken: str) -> None:
    try:
        language.use(spoken)
        for size, scale in SIZES:
            settings = Settings(size=size, scale=scale, speed="off", language=spoken)
            robot = Robot(SYSTEM, 1, settings=settings)
            assert robot.run_to(lambda match: match.request.kind == kind)
            assert texts_that_run_over(robot.stage.scene()) == []
    finally:
        language.use("en")


def test_all_pictures_of_a_table_can_be_drawn() -> None:
    shown = Shown(two())
    assert paint(shown.stage.scene(), Pictures()).size == (1280, 720)


# ------------------------------------------------------------------ set-up and orders


@pytest.mark.rule("HON-SET-03")
def test_a_counter_is_deployed_by_two_presses_on_a_space() -> None:
    robot = Robot(SYSTEM, 1)
    assert robot.run_to(lambda match: match.request.kind == "deploy")
    press(robot.stage, "cell:1.3")
    assert not robot.answers
    press(robot.stage, "cell:1.3")
    (answer,) = robot.answers
    assert isinstance(answer, Deploy) and answer.space == (1, 3)


@pytest.mark.rule("HON-SET-04", "HON-SET-09")
def test_a_gun_that_is_turned_over_faces_the_enemy_and_stays_on_its_space() -> None:
    robot = Robot(SYSTEM, 1)
    assert robot.run_to(lambda match: match.request.kind == "deploy")
    state = cast(HeroesState, robot.match.state)
    team = next(n for n, u in enumerate(state.units) if u.key == "de_mg42")
    for id in (f"row:{team}", "cell:1.3", "face"):
        press(robot.stage, id)
    sketch = robot.stage.sitting.answering.sketch
    assert sketch is not None
    held = fields(Deploy)
    assert (sketch.get(held.face), sketch.get(held.facing)) == (1, 2)
    assert sketch.get(held.space) == (1, 3)


@pytest.mark.rule("HON-ORD-01", "HON-ORD-07")
def test_tokens_are_laid_by_keys_on_the_unit_that_was_pressed() -> None:
    for key, number in (("2", 2), ("b", 13)):
        match = battle(ann(3, 1), ann(4, 1), ann(5, 1), ben(9, 1), ben(10, 1), due=(2, 1))
        shown = Shown(match)
        shown.press("unit:1")
        shown.stage.key(key)
        assert not shown.given
        shown.stage.key("enter")
        (answer,) = shown.given
        assert isinstance(answer, Lay) and answer.unit == 1
        assert match.number(answer.token, ANN) == number


@pytest.mark.rule("HON-AB-60")
def test_who_must_have_an_order_is_named_while_it_has_none() -> None:
    hero = "de_hero_reiss"
    match = battle(ann(3, 1), ann(4, 1, hero), ben(9, 1), due=(1, 1))
    shown = Shown(match)
    assert "Oblt. Anton Reiss" in shown.texts("lay.hint")
    assert shown.stage.scene().find("must:1") is not None
    shown.press("unit:0")
    shown.stage.key("1")
    assert "a unit with a Personal Order would get none" in shown.stage.sitting.ui.refused.why


@pytest.mark.rule("HON-HID-01")
def test_an_own_token_is_shown_as_the_other_side_sees_it_where_one_points_at_it() -> None:
    shown = Shown(two())
    token = shown.stage.scene().find("token:0")
    assert token is not None and ("sign", "1") in token.art.parameters  # type: ignore[union-attr]
    shown.point("token:0")
    token = shown.stage.scene().find("token:0")
    assert token is not None and token.art is not None
    assert ("sign", "") in token.art.parameters and "order 1" in token.tooltip
    theirs = shown.stage.scene().find("token:1")
    assert theirs is not None and theirs.art is not None
    assert ("state", "closed") in theirs.art.parameters


@pytest.mark.rule("HON-ACT-01", "HON-ORD-11")
def test_the_strip_says_who_decides_what_and_who_comes_next() -> None:
    units = [ann(3, 1), ann(4, 1), ben(9, 1), ben(10, 1)]
    match = acting(*units, due=(1, 2), bluffs=(0, 0), specials=(1, 0), orders={"u0": 1, "u1": 11})
    assert (match.kind, match.seat) == ("gap", ANN)
    shown = Shown(match)
    notes = [shown.texts(f"strip:{seat}.note") for seat in (ANN, BEN)]
    assert notes == ["between turns; comes next", ""]
    assert "These may act between two turns: Panzergrenadier squad 2" in shown.texts("deed.hint")
    scene = shown.stage.scene()
    assert scene.find("strip:0.now") is not None and scene.find("strip:1.now") is None
    ring, token = scene.find("strip:0.next"), scene.find("strip:0.0")
    assert ring is not None and token is not None and ring.rect == token.rect
    assert "Between turns" in Shown(match, BEN).texts("deed.idle")


@pytest.mark.rule("HON-ORD-09", "HON-HID-04")
def test_a_token_lost_unseen_leaves_the_map_for_the_strip_face_down() -> None:
    match = acting(ann(3, 1), ben(6, 1, face=1), ben(9, 1), due=(1, 2), dice=[(6,)], bluffs=(0, 0))
    match.say(match.fire(0, 1))
    for seat, told in ((BEN, "Your order 1"), (ANN, "A closed token")):
        shown = Shown(match, seat)
        scene = shown.stage.scene()
        assert scene.find("token:1") is None
        block = scene.find("strip:1.lost0")
        assert block is not None and told in block.tooltip and "after the match" in block.tooltip
        assert scene.find("strip:1.lost0.gone") is not None, "it is struck through"


@pytest.mark.rule("HON-SUP-03", "HON-SUP-04", "HON-SUP-12")
def test_a_counter_says_whether_it_moves_in_supply() -> None:
    units = [ann(3, 1), ann(4, 1), ann(5, 1), ben(9, 1)]
    match = acting(*units, due=(1, 1), bluffs=(1, 0), orders={"u0": 1, "u1": 13, "u3": 1})
    match.g.change(UnitId(2), acted=True)
    shown = Shown(match)
    says = (
        "order 1",
        "a bluff, may move in Supply",
        "has acted: no move in Supply",
        "only if that",
    )
    for unit, said in enumerate(says):
        shown.point(f"unit:{unit}")
        item = shown.stage.scene().find(f"unit:{unit}")
        assert item is not None and said in item.tooltip
    item = shown.point("unit:0").stage.scene().find("unit:0")
    assert item is not None and "Supply" not in item.tooltip


# ------------------------------------------------------------------ moves


@pytest.mark.rule("HON-MOVE-01")
def test_a_way_is_clicked_and_given_by_a_second_press_on_its_end() -> None:
    shown = Shown(two(x=9)).press("unit:0", "cell:3.3", "cell:5.3")
    assert "4 of 4" in shown.texts("path.cost")
    shown.press("cell:5.3")
    (answer,) = shown.given
    assert isinstance(answer, OrderMove)
    assert answer.path[1] == (3, 3) and answer.path[-1] == (5, 3)


@pytest.mark.rule("HON-ACT-08")
def test_enter_after_choosing_a_unit_does_not_use_its_order_up() -> None:
    shown = Shown(two()).press("unit:0")
    shown.stage.key("enter")
    assert not shown.given
    shown.press("stay")
    (answer,) = shown.given
    assert isinstance(answer, OrderMove) and not answer.path


@pytest.mark.rule("HON-ZOC-03")
def test_a_zone_of_control_is_named_with_both_its_spaces_and_its_unit() -> None:
    match = acting(ann(3, 0), ben(4, 1), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0").point_at(4, 0)
    no, by = obstacle(match.g, UnitId(0), Space((4, 0)), 4, Space((3, 0)))
    assert no == ZONE
    text = shown.texts("no.text")
    assert "HON-ZOC-03" in text and "Rifle squad" in text
    marked = [shown.stage.scene().find(id) for id in ("no.space", "no.from", "no.enemy0")]
    assert all(marked)
    assert "D1 - E1" in text and by == (3, 0)


@pytest.mark.rule("HON-TER-06")
def test_difficult_ground_is_said_to_end_the_move() -> None:
    boards = [Placed("B", Space((0, 0))), Placed("D", Space((8, 0)))]
    on = scenario(boards=boards)  # a hedgerow lies at B1
    match = acting(ann(0, 0), ben(12, 1), due=(1, 1), bluffs=(0, 0), on=on)
    shown = Shown(match).press("unit:0", "cell:1.0")
    assert "it stops there" in shown.texts("deed.odds")
    assert "HON-TER-06" in shown.point_at(2, 0).texts("no.text")


# ------------------------------------------------------------------ fire and assault


@pytest.mark.rule("HON-FIRE-09", "HON-FIRE-14")
def test_the_odds_of_a_shot_are_those_of_the_rules() -> None:
    match = two()
    shown = Shown(match).press("unit:0", "unit:1")
    made = shot(match.g, UnitId(0), UnitId(1), suppressive=False, moving=False)
    results = [made.result(die) for die in range(1, 7)]
    hits = sum(made.defence <= r < 2 * made.defence for r in results)
    text = shown.texts("deed.odds")
    assert f"hit {round(100 * hits / 6)}%" in text and f"against defence {made.defence}" in text
    assert "combat bonus +2" in text
    shown.press("unit:1")
    (answer,) = shown.given
    assert isinstance(answer, OrderFire) and answer.targets == (1,)


@pytest.mark.rule("HON-AB-80")
def test_a_shot_becomes_suppressive_by_a_key() -> None:
    shown = Shown(two()).press("unit:0", "unit:1")
    shown.stage.key("2")
    assert "1 marker" in shown.texts("deed.odds")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, OrderFire) and answer.suppressive


@pytest.mark.rule("HON-LOS-01")
def test_who_is_not_seen_is_not_lit_and_the_first_blocker_is_named() -> None:
    match = acting(ann(3, 1), ben(9, 1), ben(6, 1), due=(1, 2), bluffs=(0, 0))
    assert first_blocker(match.g, UnitId(0), UnitId(1)) == Blocker(Space((6, 1)), UnitId(2))
    shown = Shown(match).press("unit:0")
    units = {n: shown.stage.scene().find(f"unit:{n}") for n in (1, 2)}
    assert units[2] is not None and units[2].lit
    assert units[1] is not None and not units[1].lit and "HON-LOS-01" in units[1].why
    shown.stage.key("v")
    shown.point("unit:1")
    assert "G2: Rifle squad 2 blocks the line" in shown.texts("look.text")


@pytest.mark.rule("HON-ASLT-02", "HON-ASLT-08", "HON-ASLT-09")
def test_an_assault_is_drafted_with_its_launch_space_and_its_odds() -> None:
    match = two(key="de_stosstrupp")
    shown = Shown(match).press("unit:0", "unit:1", "key:2")
    path = shown.sketch.made().path
    assert path[-1][0] == 6 and shown.sketch.made().target == 1
    won, tied, lost, total = assault_odds(match.g, UnitId(0), UnitId(1), path[-1])
    plus = sum(n for _, n in attack(match.g, UnitId(0), UnitId(1)))
    minus = sum(n for _, n in defence(match.g, UnitId(1), UnitId(0), path[-1]))
    counted = [
        max(a, b) + plus > c + minus for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)
    ]
    assert (won, total) == (sum(counted), 216) and won + tied + lost == total
    assert f"wins {round(100 * won / total)}%" in shown.texts("deed.odds")


@pytest.mark.rule("HON-ASLT-01")
def test_who_cannot_assault_is_told_so() -> None:
    match = acting(ann(3, 1), ben(9, 1), ben(6, 1), due=(1, 2), bluffs=(0, 0))
    button = Shown(match).press("unit:0", "unit:2").stage.scene().find("key:3")
    assert button is not None and "only units with the ability assault" in button.why


@pytest.mark.rule("HON-BLST-06", "HON-BLD-04")
def test_walls_are_named_where_they_hide_or_shelter_somebody() -> None:
    on = scenario((("bld_farmhouse", 6, 2),))
    mortar = ann(3, 3, "de_mortar", face=1)
    match = acting(mortar, ben(6, 2), ben(9, 5), due=(1, 1), bluffs=(0, 0), on=on)
    shown = Shown(match).press("unit:0", "take:0")
    shown.press(next(i.id for i in shown.stage.scene() if i.id in ("vertex:6.2", "vertex:7.2")))
    assert "Rifle squad 1: not reached in a building" in shown.texts("deed.odds")
    for firer, told in ((ann(7, 0), "H3: Stone building blocks"), (ann(9, 0), "H3: a wall blocks")):
        match = acting(firer, ben(7, 3), due=(1, 1), bluffs=(0, 0), on=on)
        shown = Shown(match).press("unit:0")
        shown.stage.key("v")
        text = shown.point("unit:1").texts("look.text")
        assert told in text and ("Openings let lines through up to 45°" in text) == ("wall" in told)


@pytest.mark.rule("HON-ASLT-14")
def test_where_a_beaten_unit_may_retreat_is_lit() -> None:
    match = acting(
        ann(3, 1, "de_stosstrupp"), ben(4, 1), due=(1, 1), bluffs=(0, 0), dice=[(6, 6, 1)]
    )
    match.say(match.move(0, target=1))
    assert match.kind == "where" and match.seat == BEN
    shown = Shown(match, BEN)
    assert "may retreat to F1, F2, F3" in shown.texts("deed.odds")
    lit = {i.id for i in shown.stage.scene() if i.lit and i.id.startswith("cell:")}
    assert lit == {"cell:5.0", "cell:5.1", "cell:5.2"}
    shown.press("cell:5.1", "cell:5.1")
    assert shown.given == [Where(Space((5, 1)))]


@pytest.mark.rule("HON-TER-10", "HON-AB-46")
def test_a_reaction_is_drafted_by_pressing_who_fires_and_the_step() -> None:
    gun = ann(9, 1, "de_pak40", face=1, facing=6)
    match = acting(ben(3, 1), ann(0, 7), gun, due=(1, 1), bluffs=(0, 0))
    match.until("turn", BEN)
    match.say(match.move(0, (4, 1), (5, 1)))
    assert match.kind == "react"
    shown = Shown(match).press("unit:2")
    assert shown.texts("step:1") == "1"
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, React) and (answer.units, answer.step) == ((2,), 1)


@pytest.mark.rule("HON-TER-11", "HON-OPT-04")
def test_tokens_are_spent_on_a_reaction() -> None:
    """R-68."""
    gun = ann(9, 1, "de_pak40", face=1, facing=6)
    options = {"eq_ammo": ANN}
    match = acting(ben(3, 1), ann(0, 7), gun, due=(1, 1), bluffs=(0, 0), dice=[], options=options)
    match.until("turn", BEN)
    match.say(match.move(0, (4, 1), (5, 1)))
    shown = Shown(match).press("unit:2", "spend:2.eq_ammo")
    assert shown.texts("spend:2.eq_ammo").endswith("1")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, React) and answer.spend == (("eq_ammo",),)


def test_the_questions_that_the_table_lists_are_those_of_the_rules() -> None:
    """Three had other names there: their choices stood over the log, and beside the map too."""
    assert set(asking.LISTED) <= {kind.word for kind in declared("heroes")}


def test_a_match_begins_by_the_pointer_alone() -> None:
    robot = Robot(SYSTEM, 4)
    while not {"deploy", "lay", "turn"} <= set(robot.kinds):
        assert not robot.play(1) and sum(robot.kinds.values()) < 24


# ------------------------------------------------------------------ vehicles, blasts, cards


@pytest.mark.rule("HON-VEH-02", "HON-VEH-03")
def test_a_vehicle_is_driven_by_steps_and_turns() -> None:
    tank = ann(3, 3, "de_pz4", facing=2)
    match = acting(tank, ben(14, 1), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0")
    for key in ("w", "d", "w"):
        shown.stage.key(key)
    assert "3 of 6" in shown.texts("path.cost") and "south-east" in shown.texts("deed.odds")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, OrderDrive)
    assert way_of(tank, answer.manoeuvres)[-1] == ((5, 5), 3)


@pytest.mark.rule("HON-VEH-01")
def test_a_vehicle_goes_to_a_space_by_two_presses() -> None:
    match = acting(ann(3, 3, "de_pz4", facing=2), ben(14, 1), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0", "cell:6.3", "cell:6.3")
    (answer,) = shown.given
    assert isinstance(answer, OrderDrive) and answer.manoeuvres == (Manoeuvre.FORWARD,) * 3


@pytest.mark.rule("HON-FIRE-13")
def test_the_side_that_a_shot_strikes_is_lit_and_named() -> None:
    gun = ann(3, 3, "de_pz4", facing=2)
    match = acting(gun, ben(9, 3, "us_sherman", facing=0), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0", "unit:1")
    assert "the side counts" in shown.texts("deed.odds")
    sides = {}
    for unit in (0, 1):
        item = shown.stage.scene().find(f"numbers:{unit}")
        assert item is not None and item.art is not None
        drawn = dict(item.art.parameters)
        sides[unit] = drawn["sides"], drawn["defence"]
    assert sides == {0: ((True, 90, 0), (9, 7, 6)), 1: ((True, 0, 7), (8, 7, 6))}


@pytest.mark.rule("HON-BLST-03", "HON-AB-32")
def test_a_blast_shows_whom_it_covers_and_where_it_drifts() -> None:
    mortar = ann(3, 3, "de_mortar", face=1)
    on = scenario((("bld_farmhouse", 6, 2),))
    match = acting(mortar, ann(9, 3), ben(10, 4), due=(1, 1), bluffs=(0, 0), on=on)
    shown = Shown(match).press("unit:0", "take:0").point("vertex:10.4")
    text = shown.texts("deed.odds")
    shown.press("vertex:10.4")
    assert shown.texts("deed.odds") == text
    assert "Yours: Panzergrenadier squad" in text and "Rifle squad: hit" in text
    assert "1 die against each structure" in text
    shapes = [i.shape for i in shown.stage.scene() if i.id.startswith("blast.hit:")]
    edges = [shape.edge[:3] for shape in shapes if shape is not None]
    assert edges == [theme.REFUSED, theme.LIT], "friends in warning"
    assert not is_clear(match.g, UnitId(0), Vertex((10, 4))) and "5 and 6 on target" in text
    assert [shown.texts(f"drift:{die}.n") for die in range(1, 5)] == ["1", "2", "3", "4"]
    shown.press("vertex:10.4")
    (answer,) = shown.given
    assert isinstance(answer, OrderFire) and answer.vertex == (10, 4)


@pytest.mark.rule("HON-AB-23")
def test_a_structure_is_fired_at_by_two_presses_on_it() -> None:
    """R-56: by engineers, whose weapon has no pattern."""
    on = scenario((("bld_farmhouse", 6, 2),))
    match = acting(ann(3, 3, "us_engineer"), ben(14, 7), due=(1, 1), bluffs=(0, 0), on=on)
    shown = Shown(match).press("unit:0", "take:0")
    assert "Click a structure" in shown.texts("deed.odds")
    shown.press("cell:6.2")
    assert "1 die against each structure" in shown.texts("deed.odds")
    shown.press("cell:6.2")
    (answer,) = shown.given
    assert isinstance(answer, OrderFire) and (answer.into, answer.targets) == ((6, 2), ())


@pytest.mark.rule("HON-AB-40", "HON-AB-26")
def test_a_second_target_shares_a_bonus_on_the_move() -> None:
    car = ann(4, 4, "us_m16", facing=2)
    match = acting(car, ben(9, 4), ben(9, 2), due=(1, 1), bluffs=(0, 0))
    match.say(match.drive(0, "F", goes_on=True))
    shown = Shown(match).press("unit:1", "unit:2")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, FireOnTheMove) and answer.shares == (1, 1)


@pytest.mark.rule("HON-TER-10")
def test_the_steps_at_which_a_mover_may_be_shot_at_are_marked() -> None:
    gun = ben(9, 1, "us_57mm", face=1, facing=6)
    match = acting(ann(3, 1), gun, ben(14, 7), orders={"u0": 1, "u2": 1}, due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0", "cell:5.1")
    assert shown.texts("exposed:1") == "1"
    assert "may fire at it after step 1" in shown.texts("deed.odds")


@pytest.mark.rule("HON-TER-10")
def test_the_steps_at_which_a_vehicle_may_be_shot_at_are_marked() -> None:
    tank, gun = ann(3, 1, "de_pz4", facing=2), ben(9, 1, "us_57mm", face=1, facing=6)
    hands = ("", "opportunity_fire")
    match = acting(tank, gun, due=(1, 1), bluffs=(0, 0), hands=hands)
    shown = Shown(match.until("turn", ANN)).press("unit:0")
    assert "a card" not in shown.texts("deed.odds"), "nothing moves"
    shown.press("steer:forward")
    assert shown.texts("exposed:1") == "1"
    odds = shown.texts("deed.odds")
    assert "may fire at it after step 1" in odds and "perhaps a card stops it" in odds


@pytest.mark.rule("HON-FIRE-07")
def test_a_gun_shows_its_arc_and_says_that_nobody_is_in_it() -> None:
    gun = ann(3, 1, "de_pak40", face=1, facing=6)
    match = acting(gun, ben(9, 1), due=(1, 1), bluffs=(0, 0), hands=("", "rally"))
    shown = Shown(match.until("turn", ANN)).press("unit:0")
    odds = shown.texts("deed.odds")
    assert "No enemy in its arc that it sees." in odds and "a card" not in odds
    scene = shown.stage.scene()
    assert scene.find("arc:1.1") is not None and scene.find("arc:5.1") is None


@pytest.mark.rule("HON-ACT-01")
def test_a_player_is_asked_for_the_next_order_that_they_have() -> None:
    match = acting(ann(3, 1), ben(6, 1, face=1), ben(9, 1), due=(1, 2), dice=[(6,)], bluffs=(0, 0))
    match.say(match.fire(0, 1))
    text = Shown(match.until("turn", BEN), BEN).texts("prompt.text")
    assert "Reveal your order 2" in text and "rder 1" not in text


@pytest.mark.rule("HON-LOS-01")
def test_a_refused_shot_names_what_blocks_the_line() -> None:
    match = acting(ann(3, 1, "de_mg42"), ben(5, 1), ben(7, 1), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0", "unit:2")
    assert "Rifle squad 1 on F2 blocks it" in shown.stage.sitting.ui.refused.why


@pytest.mark.rule("HON-CARD-01", "HON-HID-09")
@pytest.mark.parametrize(
    "presses",
    [
        ("unit:0", "unit:1", "hand:0"),
        ("unit:0", "hand:0", "unit:1"),
        ("hand:0", "unit:0", "unit:1"),
    ],
)
@pytest.mark.parametrize("card", ["aimed_shot", "speed_setup"])
def test_a_card_is_chosen_before_or_after_the_unit_and_the_target(
    card: str, presses: tuple[str, ...]
) -> None:
    match = two(key="de_mg42", hands=(card, "dig_in"))
    match.until("turn", ANN)
    shown = Shown(match).press(*presses)
    text = shown.texts("deed.odds")
    told = {"aimed_shot": "combat bonus +1, aimed +2", "speed_setup": "combat bonus +4"}
    assert told[card] in text and ("Mobile face" in text) == (card == "aimed_shot")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, OrderFire)
    assert (answer.targets, answer.cards) == ((1,), (match.card(card),))


@pytest.mark.rule("HON-CARD-06", "HON-AB-21")
def test_a_chosen_card_is_never_dropped_without_a_word() -> None:
    units = ann(3, 1, "de_major"), ann(4, 1, "de_mg42"), ben(8, 1)
    orders = {"u0": 1, "u2": 1}
    match = acting(*units, orders=orders, due=(1, 1), bluffs=(0, 0), hands=("speed_setup", ""))
    match.until("turn", ANN)
    match.say(OrderBarrage(match.token(0), CounterKey("de_mg42")))
    for presses in (("unit:1", "hand:0"), ("hand:0",)):
        shown = Shown(match).press(*presses)
        assert "its order can turn over" in shown.stage.sitting.ui.refused.why
    shot = two(hands=("aimed_shot", ""))
    shot.until("turn", ANN)
    shown = Shown(shot).press("unit:0", "hand:0")
    walks = drafts.Walk(Space((4, 1))).on(shown.stage.sitting.answering.drafting, shown.sketch)
    assert isinstance(walks, Refusal) and "an aimed shot wants a shot" in walks.why
    shown.press("hand:0", "unit:0", "unit:0", "cell:4.1")
    assert isinstance(shown.sketch.made(), OrderMove)


@pytest.mark.rule("HON-CARD-05", "HON-CARD-06")
def test_a_card_that_can_do_nothing_now_says_so() -> None:
    match = two(hands=("", "dig_in aimed_shot"))
    match.until("turn", ANN)
    match.say(match.fire(0, 1))
    assert (match.kind, match.seat) == ("guard", BEN)
    place = {key: match.g.hands[BEN].index(match.card(key)) for key in ("dig_in", "aimed_shot")}
    shown = Shown(match, BEN)
    whys = []
    for n in place.values():
        item = shown.stage.scene().find(f"hand:{n}")
        assert item is not None
        whys.append(item.why)
    assert not whys[0] and "a shot of your own" in whys[1]
    shown.press(f"hand:{place['aimed_shot']}")
    assert not shown.given and shown.sketch is None
    assert "counts in a shot of your own" in shown.stage.sitting.ui.refused.why
    shown.press(f"hand:{place['dig_in']}")
    assert shown.given == [DigIn(match.card("dig_in"))]


@pytest.mark.rule("HON-CARD-06", "HON-FIRE-08")
def test_a_number_key_opens_no_question_without_an_answer() -> None:
    match = two(hands=("second_wind counterthrust", "pin_down"), dice=[(1,)])
    match.until("turn", ANN)
    match.say(match.fire(0, 1))
    match.until("after", ANN)
    n = match.g.hands[ANN].index(match.card("counterthrust")) + 1
    shown = Shown(match)
    shown.press(f"hand:{n - 1}")
    assert shown.sketch is None
    assert "can do nothing now" in shown.stage.sitting.ui.refused.why


@pytest.mark.rule("HON-BLST-03", "HON-CARD-01")
def test_a_strike_shows_whom_it_hits_and_where_it_drifts() -> None:
    match = two(hands=("nebelwerfer", "dig_in"))
    match.until("turn", ANN)
    shown = Shown(match).press("hand:0", "vertex:8.3")
    text = shown.texts("deed.odds")
    assert "Rifle squad: hit 50%" in text and "drifts with 1-4 by 2" in text
    assert [shown.texts(f"drift:{die}.n") for die in range(1, 5)] == ["1", "2", "3", "4"]
    assert "Play the card" in shown.texts("prompt.text")


@pytest.mark.rule("HON-AB-86")
def test_a_passenger_is_drawn_small_and_is_commanded_as_others_are() -> None:
    rider = evolve(ann(0, 0), at=OFF_MAP, aboard=UnitId(0))
    units = (ann(4, 3, "de_halftrack", facing=2), rider, ben(14, 1))
    match = acting(*units, orders={"u1": 1, "u2": 1}, due=(1, 1), bluffs=(0, 0))
    shown = Shown(match)
    small, large = (shown.stage.scene().find(f"unit:{n}") for n in (1, 2))
    assert small is not None and large is not None and small.rect.w < large.rect.w
    shown.press("unit:1")
    assert any(i.id.startswith("cell:") and i.lit for i in shown.stage.scene())


# ------------------------------------------------------------------ concealed counters, snipers


@pytest.mark.rule("HON-AB-15", "HON-HID-05")
def test_a_concealed_counter_shows_its_sign_to_its_owner_alone_and_is_turned_over() -> None:
    match = veiled(
        ann(0, 0, "de_sniper"),
        ben(14, 1),
        ann=((0, 3, 1), (RUSE, 5, 1)),
        orders={"u2": 1, "u3": 2},
        due=(2, 0),
        bluffs=(0, 0),
    )
    match.until("turn", ANN)
    signs = {}
    for seat in (ANN, BEN):
        view = View(match.g, seat, match.known(seat))
        art = [dict(counter(view, UnitId(n)).parameters) for n in (2, 3)]
        signs[seat] = [one.pop("sign") for one in art]
        assert [one["nation"] for one in art] == ["german", "german"]
    assert signs == {ANN: ["observer", "ruse"], BEN: ["", ""]}
    shown = Shown(match).press("unit:2", "deed:Emerge")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert answer == Emerge(match.token(2), Played(match.g.card_under(UnitId(2))))


@pytest.mark.rule("HON-ACT-04", "HON-AB-15")
def test_who_has_been_turned_over_is_chosen_to_act() -> None:
    match = veiled(
        ann(0, 0, "de_sniper"),
        ben(12, 1),
        ann=((0, 3, 1),),
        orders={"u2": 1},
        due=(1, 0),
        bluffs=(0, 0),
    )
    match.until("turn", ANN)
    match.say(Emerge(match.token(2), Played(match.g.card_under(UnitId(2)))))
    shown = Shown(match)
    assert match.kind == "act" and shown.stage.scene().find("stay") is not None
    shown.press("cell:4.1", "cell:4.1")
    assert shown.given == [ActMove(UnitId(0), (Space((4, 1)),))]


@pytest.mark.rule("HON-ACT-06", "HON-ASLT-02", "HON-AB-92")
def test_who_bursts_into_action_assaults_and_is_turned_over_by_presses() -> None:
    match = two(key="de_stosstrupp", hands=("burst_into_action", ""))
    match.until("turn", ANN)
    match.say(BurstIntoAction(match.card("burst_into_action"), UnitId(0)))
    shown = Shown(match).press("unit:1", "key:2")
    shown.stage.key("enter")
    (answer,) = shown.given
    assert isinstance(answer, ActMove) and answer.target == 1 and answer.path
    gun = two(key="de_mg42", hands=("burst_into_action", ""))
    gun.until("turn", ANN)
    gun.say(BurstIntoAction(gun.card("burst_into_action"), UnitId(0)))
    turned = Shown(gun).press("unit:0", "flip", "flip")
    turned.stage.key("enter")
    assert turned.given == [ActMove(UnitId(0), flip=Flip.LAST)]


@pytest.mark.rule("HON-AB-21", "HON-AB-15")
def test_a_commander_turned_over_by_an_order_orders_a_barrage_by_a_button() -> None:
    major = ann(4, 1, "de_major", concealed=True)
    gun = ann(4, 2, "de_mg42", face=1, facing=2)
    match = acting(major, gun, ben(8, 1), orders={"u0": 1}, due=(1, 0), bluffs=(0, 0))
    match.until("turn", ANN)
    match.say(Emerge(match.token(0)))
    shown = Shown(match).press("unit:0", "deed:ActBarrage")
    shown.stage.key("enter")
    assert shown.given == [ActBarrage(UnitId(0), CounterKey("de_mg42"))]


@pytest.mark.rule("HON-ORO-14", "HON-CTR-20")
def test_an_order_on_a_smoke_bomb_is_laid_and_used() -> None:
    bomb = Unit(seat=ANN, key=SMOKE_BOMB, formation=FormationId(ANN))
    options = {"or_smoke": ANN}
    match = battle(ann(3, 1), ben(12, 1), bomb, due=(1, 1), bluffs=(0, 0), options=options)
    shown = Shown(match).press("row:2")
    shown.stage.key("1")
    shown.stage.key("enter")
    (laid,) = shown.given
    assert isinstance(laid, Lay) and laid.unit == 2
    match.orders(u2=1)
    match.until("turn", ANN)
    shown = Shown(match).press("row:2", "vertex:6.4")
    assert shown.stage.scene().find("blast:3") is not None and shown.texts("drift:4.n") == "4"
    shown.press("vertex:6.4")
    assert shown.given == [OrderSmoke(match.token(2), Vertex((6, 4)))]


@pytest.mark.rule("HON-AB-75", "HON-AB-76")
def test_a_sniper_aims_by_its_own_table() -> None:
    match = two(x=5, key="de_sniper")
    shown = Shown(match).press("unit:0", "unit:1", "key:2")
    assert "marker 33%, hit 33%, hit and marker 17%" in shown.texts("deed.odds")
    shown.stage.key("enter")
    assert shown.given == [OrderSnipe(match.token(0), UnitId(1))]


@pytest.mark.rule("HON-AB-06", "HON-AB-07")
def test_where_a_concealed_counter_is_found_is_marked() -> None:
    match = acting(ann(0, 1, "de_sniper", concealed=True), ben(3, 1), due=(1, 1), bluffs=(0, 0))
    shown = Shown(match).press("unit:0")
    signs = {i.id: i.runs[0].text for i in shown.stage.scene() if i.id.startswith("found:")}
    assert signs["found:1.1"] == "!"  # in the open
    assert signs["found:0.0"] == "?"  # in the wood, 3 spaces away: after a step he is near enough
    cell = shown.point("cell:1.1").stage.scene().find("cell:1.1")
    assert cell is not None and "found here by Rifle squad" in cell.tooltip
    shown.press("cell:0.0")
    text = shown.texts("deed.odds")
    assert "Nobody finds it on this way." in text and "After one step Rifle squad would" in text
    shown.press("cell:1.1")
    assert "Found after step 2 by Rifle squad" in shown.texts("deed.odds")


@pytest.mark.rule("HON-EXIT-01")
def test_a_unit_leaves_the_map_by_a_button() -> None:
    key = scenario()
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    on = ScenarioKey(f"{key}-table-exits")
    known[on] = evolve(known[key], key=on, exits=("german", (Space((5, 1)),)))
    match = acting(ann(3, 1), ben(14, 1), on=on, due=(1, 1), bluffs=(0, 0))
    shown = Shown(match)
    assert shown.stage.scene().find("exit:5.1") is not None
    shown.press("unit:0", "cell:5.1", "goes_on")
    shown.stage.key("enter")
    match.say(shown.given[0])
    shown = Shown(match).press("leave")
    assert shown.given == [Leave()]


@pytest.mark.rule("HON-SUP-03", "HON-EQ-14")
def test_in_supply_a_vehicle_drives_and_infantry_digs() -> None:
    match = acting(
        ann(3, 3, "de_pz4", facing=2),
        ann(3, 1),
        ben(14, 1),
        due=(0, 0),
        bluffs=(0, 0),
        options={"eq_position": ANN},
        orders={},
    )
    match.until("supply_move", ANN)
    shown = Shown(match).press("unit:0", "cell:6.3", "cell:6.3")
    assert shown.given == [SupplyDrive(UnitId(0), (Manoeuvre.FORWARD,) * 3)]
    shown = Shown(match).press("unit:1", "deed:Entrench")
    shown.stage.key("enter")
    assert shown.given == [Entrench(UnitId(1))]


@pytest.mark.rule("HON-BON-03")
def test_bonus_tokens_and_mined_spaces_are_drawn() -> None:
    match = two()
    match.g.bonus, match.g.mined = [Space((6, 6))], [Space((8, 6))]
    scene = Shown(match).stage.scene()
    found = {i.id: i.tooltip for i in scene if i.id in ("bonus:6.6", "mine:8.6")}
    assert len(found) == 2 and "opens it" in found["bonus:6.6"]


# ------------------------------------------------------------------ in words


@pytest.mark.rule("HON-HID-01")
def test_a_terminal_reads_the_table_and_no_hidden_token() -> None:
    match = two()
    words = in_words(SYSTEM)
    for seat, sees in ((ANN, "order 1"), (BEN, "a closed token")):
        view = View(match.g, seat, match.known(seat))
        line = next(line for line in words.map(view) if "Panzergrenadier" in line)
        assert "D2" in line and sees in line and "combat bonus I 2" in line
    grid = words.grid(View(match.g, ANN, match.known(ANN)))
    assert "y" in grid[3] and "e" in grid[3] and len(grid) == 10
    assert any("1 closed token." in line for line in words.status(View(match.g, ANN, {})))


@pytest.mark.rule("HON-AB-40")
def test_the_odds_of_each_target_of_a_split_shot_come_first() -> None:
    gun = ann(3, 3, "de_mg42", face=1, facing=2)
    match = acting(gun, ben(7, 3), ben(8, 2), due=(1, 1), bluffs=(0, 0), orders={"u0": 1, "u1": 1})
    shown = Shown(match).press("unit:0", "unit:1", "unit:2")
    text = shown.texts("deed.odds")
    assert text.startswith("Rifle squad 1: hit 50%") and text.count("needs a die of 4") == 1
    uneven = shown.press("shares").texts("deed.odds")
    assert "Rifle squad 1: needs a die of 3" in uneven
    assert "Rifle squad 2: needs a die of 5" in uneven


@pytest.mark.rule("HON-AB-40")
def test_a_bonus_is_split_in_a_terminal() -> None:
    gun = ann(3, 3, "de_mg42", face=1, facing=2)
    match = acting(gun, ben(7, 3), ben(8, 2), due=(1, 1), bluffs=(0, 0), orders={"u0": 1, "u1": 1})
    talk = Conversation(SYSTEM)
    talk.ask(View(match.g, ANN, match.known(ANN)))
    for line in ("find split 1 + 3", "1"):
        said = "\n".join(talk.on_line(line).lines)
    assert "shoots at Rifle squad 1, Rifle squad 2, split 1 + 3" in said
    assert talk.on_line("").answer == match.fire(0, 1, 2, shares=(1, 3))
    refused = "\n".join(talk.on_line("why split").lines)
    assert refused == "No choice that is refused contains 'split'."


@pytest.mark.rule("HON-ARMY-01", "HON-DECK-01")
@pytest.mark.parametrize(("switch", "kind"), [("armies=250", "roster"), ("cards=always", "deck")])
def test_armies_and_decks_are_chosen_before_anything_is_on_the_map(switch: str, kind: str) -> None:
    name, _, value = switch.partition("=")
    setup = evolve(SYSTEM.default_setup(), switches=((name, value),))
    robot = Robot(SYSTEM, 1, setup=setup)
    while getattr(robot.match.request, "kind", "") != kind:
        robot.match.step()
    assert robot.answer_by_clicking() is not None
    assert in_words(SYSTEM).status(robot.match.view(0))


@pytest.mark.rule("HON-DECK-04")
def test_the_number_of_command_cards_is_said_beside_the_map() -> None:
    robot = Robot(SYSTEM, 1, setup=SYSTEM.default_setup("stream-crossing"))
    while getattr(robot.match.request, "kind", "") != "command_cards" or not robot.wanted():
        robot.match.step()
    answer = robot.answer_by_clicking()
    assert isinstance(answer, CommandCards)


@pytest.mark.rule("HON-MP-01", "HON-MP-12")
def test_three_seats_have_a_strip_each_and_allied_counters_a_line() -> None:
    units = [ben(4, 1), counter_on(CID, "us_rifle", 8, 1), ann(13, 1)]
    seats = (("german", Nation.GERMAN), ("us", Nation.US), ("us", Nation.US))
    match = battle(
        *units,
        on=scenario(seats=seats),
        due=(1, 1, 1),
        bluffs=(0, 0, 0),
        specials=(0, 0, 0),
        hands=("", "", ""),
    )
    assert (match.kind, match.seat) == ("play_order", BEN)
    shown = Shown(match, BEN)
    assert "ORDER OF PLAY: AMERICANS 2, AMERICANS 1" in shown.stage.scene().texts()
    match.until("turn", ANN)
    shown = Shown(match, BEN)
    assert [shown.texts(f"strip:{seat}") for seat in (BEN, CID, ANN)] == [
        "Americans 1",
        "Americans 2",
        "Germans",
    ]
    tops = [shown.stage.scene().find(f"strip:{seat}") for seat in (BEN, CID, ANN)]
    assert all(tops) and [t.rect.y for t in tops if t] == sorted([t.rect.y for t in tops if t])
    lines = [shown.stage.scene().find(f"unit:{n}.ally") for n in range(3)]
    assert [line is not None for line in lines] == [False, True, False]
    notes = [shown.texts(f"strip:{seat}.note") for seat in (BEN, CID, ANN)]
    assert "comes next" in notes[0] and not any("comes next" in note for note in notes[1:])


@pytest.mark.parametrize(
    ("mission", "turn", "presses"),
    [("", 3, ("unit:5", "unit:7")), ("hill-farm", 1, ("unit:2", "take:0"))],
)
def test_after_a_press_the_rules_judge_little(
    mission: str, turn: int, presses: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each space and intersection was judged with what had been chosen, 150,000 times for a
    grenade: the window stood still for ten seconds."""
    stage = table_at("heroes", mission, "turn", Settings(size=SIZES[1][0], speed="off"), turn)
    judged = [0]
    judge = agenda.why_not

    def counted(view: View[Any], answer: Answer) -> Any:
        judged[0] += 1
        return judge(view, answer)

    monkeypatch.setattr(agenda, "why_not", counted)
    for pressed in presses:
        stage.press_id(pressed)
        assert len([None for _ in stage.prepare()]) < 10
        stage.scene()
    sketch = stage.sitting.answering.sketch
    assert sketch is not None and sketch.cls is OrderFire
    assert sketch.holds(fields(OrderFire).targets) or sketch.holds(fields(OrderFire).spend)
    assert judged[0] < 2_000, judged[0]


class Allied(Heroes):
    """The rules with a scenario in which seat 0 has an ally."""

    seats = (2, 3)
    missions = (*Heroes.missions, "tests-ally")


def test_an_ally_answers_by_the_pointer_alone() -> None:
    printed = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    three = printed[ScenarioKey("two-against-one")]
    turned = (*three.sides[1:], three.sides[0])
    printed[ScenarioKey("tests-ally")] = evolve(three, sides=turned)
    robot = Robot(Allied(), 1, setup=Setup("tests-ally", "standard", 3))
    for kind in ("play_order", "deploy", "confer"):
        while not robot.wanted() or getattr(robot.match.request, "kind", "") != kind:
            robot.match.step()
        robot.match.give(robot.answer_by_clicking())
        robot.tell()
    assert set(robot.kinds) == {"play_order", "deploy", "confer"}


# ------------------------------------------------------------------ keys


@pytest.mark.parametrize("key", ["space", "p", "enter"])
def test_who_has_no_order_left_goes_on_by_any_key_that_goes_on(key: str) -> None:
    """Bluffs lie on both units, and the order is in reserve: nothing can be revealed."""
    laid = {"u0": BLUFF, "u1": BLUFF + 1, "u2": 1}
    match = acting(ann(3, 1), ann(5, 4), ben(9, 1), due=(1, 1), bluffs=(2, 0), orders=laid)
    shown = Shown(match)
    button = shown.stage.scene().find("let_pass")
    assert button is not None and button.lit, shown.stage.scene().texts()
    shown.stage.key(key)
    if key != "p":  # Space and Enter show first what they would do
        assert not shown.given and shown.stage.ui.focus == "let_pass"
        shown.stage.tick(9003.0)
        shown.stage.key(key)
    (answer,) = shown.given
    assert isinstance(answer, NoMoreOrders)


@pytest.mark.rule("HON-FIRE-03")
@pytest.mark.parametrize("first", ["unit:0", "unit:1"])
def test_a_vehicle_fires_its_second_weapon_by_presses(first: str) -> None:
    """At the enemy, with the vehicle pressed before or not."""
    match = acting(
        ann(3, 3, "de_pz4", facing=2), ben(7, 3), due=(1, 1), bluffs=(0, 0), dice=[(1,), (1,)]
    )
    shown = Shown(match).press("unit:0", "unit:1", "confirm")
    match.do(shown.given[0])
    assert match.kind == "guns"
    shown = Shown(match)
    shown.press(*(("unit:0", "unit:1") if first == "unit:0" else ("unit:1",)), "confirm")
    (answer,) = shown.given
    assert isinstance(answer, ActFire) and answer.weapon == 1
