"""The table of Hailfire without a window: every question can be answered on it, and it has room."""

from __future__ import annotations

import re
from functools import cache
from math import dist
from typing import Any

import pytest
from attrs import Attribute, evolve, fields

from owm_net import games
from owm_net.client.free_map.apart import apart
from owm_net.client.free_map.chart import FreeChart, FreePlane
from owm_net.client.maps.beside import verbs_of
from owm_net.client.maps.pointing import OnMap
from owm_net.client.maps.telling import die
from owm_net.client.match.present import Strip
from owm_net.client.match_stage import Stage
from owm_net.client.scene.items import Rect
from owm_net.client.screens.rules import RuleBookScreen
from owm_net.client.settings import Settings
from owm_net.client.tables.hailfire import telling
from owm_net.client.tables.hailfire.common import FIRE
from owm_net.client.tables.hailfire.field import spread_out
from owm_net.client.tables.hailfire.odds import charge_lines
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision, Over
from owm_net.games.hailfire.artillery import Aim
from owm_net.games.hailfire.assault import AssaultCheck, Strike
from owm_net.games.hailfire.blinds import Hide, LayBlinds
from owm_net.games.hailfire.checks import FireCheck
from owm_net.games.hailfire.ids import OFF_TABLE, ScenarioKey, Spot, UnitId
from owm_net.games.hailfire.orders import Board, ChargeAt, FireAt, GetOff, Go, March
from owm_net.games.hailfire.shooting import Fired
from owm_net.games.hailfire.state import HailfireState, Options
from owm_net.games.hailfire.turn import Activate, TurnBegun, Unveil
from owm_net.games.hailfire.words import percent
from tests.client.robot import Robot
from tests.client.test_squadcards_table import press, texts_that_run_over
from tests.games.hailfire.table import (
    Fight,
    T,
    activated,
    area,
    assault,
    lay,
    line,
    path,
    scenario,
    team,
    turn,
    unit,
)
from tests.games.hailfire.test_hail_barrages import battery, called
from tests.games.hailfire.test_hail_blinds import ambush

SYSTEM = games.get("hailfire")
SETUP = evolve(SYSTEM.default_setup(), mission="mill-meeting")
SIZES = [((960, 540), 1.0), ((1600, 900), 1.25), ((3840, 2160), 2.0)]


@cache
def match_at(kind: str) -> LocalMatch:
    """A match of computer players at the first question of a kind to seat 0; to be looked at."""
    match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    while not isinstance(match.request, Over):
        asked = match.request
        if isinstance(asked, Decision) and asked.kind == kind and 0 in asked.deciders:
            return match
        match.step()
    raise AssertionError(f"no match asks for {kind}")


def robot_at(kind: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Robot:
    """A table at the first question of a kind."""
    settings = Settings(size=size, scale=scale, speed="off", guard=True)
    robot = Robot(SYSTEM, 1, setup=SETUP, settings=settings)
    robot.match = match_at(kind)
    view = robot.match.view(0)
    robot.stage.sitting.settings.asks_always = True
    robot.stage.sitting.told(view, [])
    robot.stage.sitting.ask(view, robot.answers.append)
    robot.tick()
    return robot


def stage_at(kind: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Stage:
    return robot_at(kind, size, scale).stage


def state(stage: Stage) -> HailfireState:
    assert stage.sitting.view is not None
    g = stage.sitting.view.state
    assert isinstance(g, HailfireState)
    return g


def held(stage: Stage, field: Attribute[Any]) -> Any:
    sketch = stage.sitting.answering.sketch
    return sketch.get(field, ()) if sketch is not None else ()


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("kind", ["force", "set_up", "activate", "order"])
def test_nothing_runs_over(kind: str, size: tuple[int, int], scale: float) -> None:
    stage = stage_at(kind, size, scale)
    assert texts_that_run_over(stage.scene()) == []


@pytest.mark.rule("HAIL-ACT-01")
def test_a_leader_brings_his_unit_and_a_press_leaves_one_out() -> None:
    robot = robot_at("activate")
    stage = robot.stage
    g = state(stage)
    leader = next(n for n in g.on_table(Seat(0)) if g.teams[n].row.leader)
    press(stage, f"team:{leader}")
    teams = held(stage, FIRE.teams)
    assert leader in teams and len(teams) > 1
    press(stage, f"team:{teams[-1]}")
    assert held(stage, FIRE.teams) == teams[:-1]
    stage.key("enter")
    assert isinstance(robot.answers[-1], Activate) and robot.answers[-1].teams == teams[:-1]


@pytest.mark.rule("HAIL-ACT-01")
def test_a_second_press_on_the_same_line_activates_it() -> None:
    robot = robot_at("activate", (960, 540))
    offer = next(i for i in robot.stage.scene() if i.id.startswith("offer:"))
    for _ in range(2):
        robot.stage.press(offer.rect.cx, offer.rect.cy)
        robot.tick()
    assert isinstance(robot.answers[-1], Activate)


@pytest.mark.rule("HAIL-MOVE-08")
def test_an_order_to_move_is_drawn_with_the_keys_alone() -> None:
    robot = robot_at("order")
    stage = robot.stage
    view = stage.sitting.view
    assert view is not None
    go = next(o for o in agenda.offers(view) if isinstance(o, Go))
    press(stage, f"team:{go.team}")
    for key in ("w", "x", "enter"):
        stage.key(key)
    assert isinstance(robot.answers[-1], Go) and robot.answers[-1].team == go.team


# ------------------------------------------------------------------ blinds and carriers

OPTIONS = evolve(
    SYSTEM.default_setup(),
    mission="canal-bridge",
    switches=(("hidden", "yes"), ("transport", "yes")),
)


@cache
def with_options() -> dict[str, LocalMatch]:
    """A match with both options, at its first questions to the defender who hides."""
    found: dict[str, LocalMatch] = {}
    for kind in ("hide", "lay_blinds", "activate"):
        match = LocalMatch(SYSTEM, OPTIONS, 1, [computer_player] * 2)
        while not (
            isinstance(match.request, Decision)
            and match.request.kind == kind
            and 1 in match.request.deciders
        ):
            match.step()
        found[kind] = match
    return found


def asked_of(
    match: LocalMatch | Fight, seat: int, asks_all: bool = True
) -> tuple[Stage, list[Answer]]:
    """A seat's table, and what is answered there."""
    settings = Settings(size=(1280, 720), speed="off", guard=True)
    stage = Stage(SYSTEM, seat, ["You", "Computer"], settings)
    given: list[Answer] = []
    view = match.view(Seat(seat))
    stage.sitting.settings.asks_always = asks_all
    stage.sitting.told(view, [])
    stage.sitting.ask(view, given.append)
    stage.tick(0.01)
    return stage, given


@pytest.mark.rule("HAIL-PDEP-03")
def test_units_are_hidden_and_blinds_laid_by_presses() -> None:
    stage, given = asked_of(with_options()["hide"], 1)
    units = [i.id for i in stage.scene() if i.id.startswith("unit:")]
    press(stage, units[1])
    press(stage, "confirm")
    assert given == [Hide((UnitId(int(units[1].removeprefix("unit:"))),))]
    nobody, given = asked_of(with_options()["hide"], 1)
    press(nobody, "nobody")
    assert given == [Hide(())]
    match = with_options()["lay_blinds"]
    stage, given = asked_of(match, 1)
    (wanted,) = (a for a in agenda.offers(match.view(1)) if isinstance(a, LayBlinds))
    for n, spot in enumerate(wanted.spots):
        assert f"{n + 1} of {len(wanted.spots)}" in " ".join(stage.scene().texts())
        stage.press(*shown_at(stage, spot))
        if n == 0:
            stage.press(*shown_at(stage, spot))  # no two on one place
            assert 'less than 4"' in stage.sitting.ui.refused.why
    press(stage, "confirm")
    (laid,) = given
    assert isinstance(laid, LayBlinds) and len(laid.spots) == len(wanted.spots)


def shown_at(stage: Stage, spot: tuple[int, int]) -> tuple[float, float]:
    """Where a point of the table is on the screen."""
    item = stage.scene().find("map")
    assert item is not None and isinstance(item.action, OnMap)
    assert isinstance(item.action.plane, FreePlane) and not item.action.plane.turned
    (x, y), (wide, high) = spot, item.action.plane.size
    return item.rect.x + x / wide * item.rect.w, item.rect.y + (1 - y / high) * item.rect.h


@pytest.mark.rule("HAIL-PDEP-03")
def test_a_blind_tells_its_owner_alone_what_is_beneath_and_opens_by_a_press() -> None:
    match = with_options()["activate"]
    stage, given = asked_of(match, 1)
    blinds = [i for i in stage.scene() if i.kind == "man.base" and i.id.startswith("blind:")]
    dummies = [i for i in blinds if "a dummy" in i.label]
    real = [i for i in blinds if i not in dummies]
    assert len(dummies) == len(real) == 2
    assert "a dummy hides nobody" in dummies[0].why
    press(stage, real[0].id)
    stage.key("enter")
    (unveiled,) = given
    assert isinstance(unveiled, Unveil)
    other, _ = asked_of(match, 0)
    labels = [i.label for i in other.scene() if i.id.startswith("blind:") and i.label]
    assert labels == [f"Blind {n}: a hidden Unit or a dummy" for n in range(1, 5)]


def carried(order: bool, transport: bool = True) -> Fight:
    """A rifleman beside a half-track that carries another; the first or who rides is activated.
    transport: whether it was agreed; nobody rides without."""
    rider = team("us_rifle", 0, 0, aboard=T(2)).with_(spot=OFF_TABLE)
    second = rider if transport else team("us_rifle", 1000, 1300)
    return lay(
        [unit(team("us_rifle", 1000, 1700), second), unit(team("us_m3ht", 1000, 1000))],
        [unit(team("ger_rifle", 4500, 3300))],
        options=Options(transport=transport),
        frames=activated(0 if order else 1),
    )


@pytest.mark.rule("HAIL-PORG-06")
def test_one_boards_by_pressing_the_carrier_and_gets_off_by_pressing_the_ground() -> None:
    stage, given = asked_of(carried(order=True), 0)
    press(stage, "team:0")
    stage.press(*shown_at(stage, (1000, 1400)))
    press(stage, "team:2")
    press(stage, "confirm")
    (board,) = given
    assert isinstance(board, Board) and (board.team, board.carrier) == (0, 2)
    assert len(board.path) == 1
    stage, given = asked_of(carried(order=False), 0)
    rider = stage.scene().find("team:1")
    assert rider is not None and "rides in" in rider.tooltip
    press(stage, "team:1")
    assert stage.scene().find("getting off") is not None  # how far from the carrier
    stage.press(*shown_at(stage, (1000, 1200)))
    press(stage, "confirm")
    (off,) = given
    assert isinstance(off, GetOff) and off.team == 1


@pytest.mark.rule("HAIL-PORG-06")
@pytest.mark.parametrize(
    ("order", "transport", "dark"),
    [
        (True, False, {"BOARD": "without transport", "GET OFF": "without transport"}),
        (True, True, {"GET OFF": "no Team of this Unit rides"}),
        (False, True, {"BOARD": "", "FIRE": "a Team that rides can only get off"}),
    ],
)
def test_a_verb_of_transport_is_dark_where_nobody_could_ride_or_get_off(
    order: bool, transport: bool, dark: dict[str, str]
) -> None:
    stage, _ = asked_of(carried(order, transport), 0)
    verbs = {c.label.split(" ", 1)[1]: c for c in verbs_of(stage.sitting)}
    for name in ("BOARD", "GET OFF", "FIRE"):
        assert dark.get(name, "") in verbs[name].why
        assert verbs[name].lit == (name not in dark)


def test_pictures_of_teams_that_stand_close_lie_beside_each_other() -> None:
    discs = tuple([(100.0 + 4 * n, 100.0, 9.0) for n in range(4)])
    places = apart(discs, 30.0)
    for n, one in enumerate(places):
        assert dist(one, discs[n][:2]) <= 30.01
        for other in places[n + 1 :]:
            assert dist(one, other) >= 15.0
    assert apart(((0.0, 0.0, 9.0), (50.0, 0.0, 9.0)), 30.0) == ((0.0, 0.0), (50.0, 0.0))


# ------------------------------------------------------------------ what is pressed by mistake


def at(fight: Any, seat: int = 0) -> Stage:
    """Return a table at the question of a prepared battle."""
    return asked_of(fight, seat)[0]


@pytest.mark.rule("HAIL-FIRE-02", "HAIL-PGEO-06")
@pytest.mark.parametrize(
    ("profile", "dark"),
    [
        ("us_fo", {"FIRE": "none of these Teams has a weapon", "TURN": "a vehicle"}),
        ("us_rifle", {"TURN": "a vehicle"}),
        ("us_m4", {}),
    ],
)
def test_an_order_that_no_team_here_could_follow_is_dark(
    profile: str, dark: dict[str, str]
) -> None:
    ours = unit(team(profile, 1000, 1000))
    stage = at(lay([ours], [unit(team("ger_rifle", 1000, 1900))], frames=activated(0)))
    verbs = {c.label.split(" ", 1)[1]: c for c in verbs_of(stage.sitting)}
    for name in ("FIRE", "TURN"):
        assert dark.get(name, "") in verbs[name].why
        assert verbs[name].lit == (name not in dark)


@pytest.mark.rule("HAIL-FIRE-01", "HAIL-FIRE-05")
def test_fire_is_dark_where_no_enemy_is_in_sight_and_within_range() -> None:
    """FIRE was lit, and no press on an enemy did anything."""
    for y, dark in ((1500, False), (4600, True)):
        ours, theirs = [unit(team("us_rifle", 1000, 1000))], [unit(team("ger_rifle", 1000, y))]
        stage = at(lay(ours, theirs, frames=activated(0)))
        fire = next(i for i in stage.scene() if any("1 FIRE" in run.text for run in i.runs))
        assert fire.lit is not dark and ("no enemy is in sight" in fire.why) is dark


@pytest.mark.rule("HAIL-PASL-01")
def test_an_assault_that_only_suppression_forbids_says_so() -> None:
    ours = unit(team("us_rifle", 3000, 3000), team("us_rifle", 1000, 1000, suppressed=True))
    stage = at(lay([ours], [unit(team("ger_rifle", 1000, 1500))], frames=activated(1)))
    (assault,) = [c for c in verbs_of(stage.sitting) if c.label.endswith("ASSAULT")]
    assert "a suppressed Team cannot start an assault" in assault.why and not assault.lit


def buttons(stage: Stage) -> dict[str, Any]:
    return {i.id: i for i in stage.scene() if i.id in ("clear", "confirm", "let_pass", "over")}


def test_a_second_press_on_a_button_ends_neither_the_turn_nor_the_orders() -> None:
    """Of CONFIRM after an activation, of NO FURTHER ORDER after the orders."""
    orders = buttons(robot_at("order").stage)
    ours = unit(team("us_cmd", 1000, 1000), team("us_rifle", 1200, 1000))
    fight = lay([ours], [unit(team("ger_rifle", 4500, 3300))], frames=turn(), dice=[(4, 2)])
    stage = at(fight.until("activate"))
    activates = buttons(stage)
    assert activates["confirm"].rect == orders["confirm"].rect
    assert activates["confirm"].why and orders["confirm"].why and orders["clear"].why
    over, no_more = activates["over"].rect, orders["let_pass"].rect
    assert not over.contains(no_more.cx, no_more.cy) and not no_more.contains(over.cx, over.cy)
    press(stage, "team:0")
    assert not buttons(stage)["confirm"].why


def test_confirm_stays_where_it_is_when_there_is_something_to_clear() -> None:
    stage = robot_at("set_up").stage
    before = stage.scene().find("confirm")
    stage.press(*shown_at(stage, (400, 400)))
    after = stage.scene().find("confirm")
    assert before is not None and after is not None and stage.scene().find("clear")
    assert before.rect == after.rect
    press(stage, "clear")
    assert stage.scene().find("clear") is None


@pytest.mark.rule("HAIL-MOVE-08", "HAIL-PGEO-02")
def test_a_waypoint_just_set_is_no_mistake_and_who_stands_in_the_way_is_told() -> None:
    ours = unit(team("us_m4", 1000, 1000), team("us_m4", 1000, 1600))
    stage = at(lay([ours], [unit(team("ger_rifle", 4500, 3300))], frames=activated(0)))
    press(stage, "team:0")
    where = shown_at(stage, (1500, 1000))
    for _ in range(2):  # before the press, and after it at the same place
        stage.move(*where)
        (told,) = [i for i in stage.scene() if i.id == "path.text"]
        assert [run.text for run in told.runs] == ['5"', "in the open"]
        stage.press(*where)
    press(stage, "clear")
    press(stage, "team:0")
    stage.move(*shown_at(stage, (1000, 2200)))
    (told,) = [i for i in stage.scene() if i.id == "path.text"]
    assert "others stand there" in " ".join([run.text for run in told.runs])


@pytest.mark.rule("HAIL-PDEP-01")
def test_why_nobody_can_stand_where_one_points_has_its_rule_one_key_away() -> None:
    """The plate at the pointer names it; only a press on the ground led to the book."""
    stage = robot_at("set_up").stage
    for y in (100, 2000, 4000):
        stage.move(*shown_at(stage, (2000, y)))
        if stage.scene().find("next.text") is not None:
            break
    stage.key("f4")
    assert isinstance(stage.screens.top, RuleBookScreen) and stage.reading.chosen == "HAIL-PDEP-01"


@pytest.mark.rule("HAIL-ART-03")
def test_a_barrage_is_aimed_at_a_team_by_a_press_on_it_and_each_offer_shows_its_template() -> None:
    foe = team("ger_rifle", 1350, 2106)
    stage, given = asked_of(called(battery(), [foe], (7,), (2,)), 0)
    at_foe = stage.scene().find("team:1.art") or stage.scene().find("team:2.art")
    assert at_foe is not None
    offer = next(i for i in stage.scene() if i.id.startswith("offer:"))
    stage.move(offer.rect.cx, offer.rect.cy)
    assert stage.scene().find("barrage") is not None
    x, y = shown_at(stage, (1350, 2106))
    stage.move(x, y)
    stage.press(x, y)
    press(stage, "confirm")
    (answer,) = given
    assert isinstance(answer, Aim) and dist(answer.spot, (1350, 2106)) < 12


@pytest.mark.rule("HAIL-PORG-06")
def test_who_rides_is_counted_and_lies_on_nobody_beside_the_carrier() -> None:
    fight = carried(order=True)
    stage = at(fight)
    assert "2 Teams" not in [run.text for i in stage.scene() for run in i.runs]
    side = stage.scene().find("side:0.who")
    assert side is not None and side.tooltip.endswith("3 Teams")
    for x, left in ((1160, True), (840, False)):  # who stands beside the carrier, and so where not
        ours = [
            unit(team("us_rifle", x, 1000), fight.g.teams[1]),
            unit(team("us_m3ht", 1000, 1000)),
        ]
        g = lay(ours, [unit(team("ger_rifle", 4500, 3300))], options=Options(transport=True))
        scene = at(g).scene()
        rider, carrier = scene.find("team:1.art"), scene.find("team:2.art")
        assert rider is not None and carrier is not None
        assert (rider.rect.cx < carrier.rect.cx) == left


@pytest.mark.parametrize("faces", [(1, 4), (1, 2, 3, 4, 5, 6)])
def test_the_modifiers_of_a_shot_are_told_under_a_long_name_too(faces: tuple[int, ...]) -> None:
    stage = robot_at("order", (960, 540)).stage
    strip = stage.sitting.presenter.strip
    strip.subtitle = (
        "Grenadier with Panzerfaust 4 of grenadiers 1 fires at Vickers HMG 2 of Vickers, or beyond"
    )
    strip.cards = [die(face) for face in faces]
    strip.total, strip.outcome = "6+", "suppressed"
    strip.notes = ["base 4+", "concealed +1", "long range +1"]
    scene = stage.scene()
    (told,) = [i for i in scene if i.id == "roll.text"]
    said = [run.text for run in told.runs]
    assert "base 4+, concealed +1, long range +1" in said and "SUPPRESSED" in said
    assert texts_that_run_over(scene) == []


def strip_of(fight: Fight, cls: type[Any]) -> Strip:
    """Return the strip of the last event of a class."""
    strip = Strip()
    telling.beat(fight.view(0), fight.told(cls)[-1], strip)
    return strip


WALL = scenario(line("wall", (800, 1050), (1200, 1050)))


@pytest.mark.parametrize(
    ("who", "where", "moves", "notes"),
    [
        (team("us_rifle", 1000, 1000), None, False, ["infantry not ordered to Move"]),
        (team("us_rifle", 1000, 1000), None, True, ["infantry ordered to Move"]),
        (team("us_57at", 1000, 1000), None, False, ["a gun in the open"]),
        (team("us_m4", 1000, 1000), None, False, ["a vehicle"]),
        (team("us_57at", 1000, 1000, suppressed=True), None, False, ["suppressed already"]),
        (
            team("us_rifle", 1000, 1000, suppressed=True),
            WALL,
            False,
            ["it stands in it", "one Killed is not enough"],
        ),
    ],
)
def test_a_fire_check_names_what_decides_it(
    who: Any, where: Any, moves: bool, notes: list[str]
) -> None:
    foe = unit(team("ger_rifle", 1000, 1900))
    fight = lay([unit(who.with_(points=1))], [foe], where=where, dice=[(1,)])
    fight.say(Go(T(0), path((1000, 900)), apart=False) if moves else Pass())
    shown = strip_of(fight, FireCheck).notes
    assert len(shown) == len(notes)
    assert all(shown[n].endswith(note) for n, note in enumerate(notes)), shown


def test_support_in_an_assault_is_named() -> None:
    ours, theirs = unit(*[team("us_rifle", x, 1000) for x in (1000, 1120)]), team("ger_lmg", 0, 0)
    theirs = theirs.with_(spot=Spot((1060, 1092)), suppressed=False)
    fight = lay([ours], [unit(theirs)], frames=assault((0, 2), (1, 2))).until("fight").say(Pass())
    fight.rolls((2,)).say(Strike(T(0), T(2), supported=True))
    assert strip_of(fight, AssaultCheck).notes == ["Assault Check 4+", "support -1"]


def test_a_blind_lies_beside_a_team_that_stands_on_its_place() -> None:
    g = ambush((3000, 300)).g
    chart = FreeChart.within(Rect(0, 0, 600, 450), (4800, 3600), turned=False)
    spot = next(t.spot for t in g.teams if t.there)
    g.blinds[0] = spot
    teams, closed = spread_out(chart, g)
    mine = next(n for n in g.on_table() if g.teams[n].spot == spot)
    assert dist(teams[mine], closed[0]) > 10


def test_the_odds_of_an_assault_are_told_before_it_is_ordered() -> None:
    ours = unit(team("us_rifle", 1000, 1000), team("us_bazooka", 1200, 1000))
    g = lay([ours], [unit(team("ger_lmg", 1000, 1500)), unit(team("ger_pz4", 1500, 1500))]).g
    first, then = charge_lines(g, T(0), T(2))
    assert "5+ (33%)" in first and "4+ (50%)" in then and "3+ (67%)" in then
    assert "supports" in charge_lines(g, T(1), T(2))[-1]
    assert charge_lines(g, T(0), T(3))[-1].endswith("armour 1 (flank): 1 Ping dice")


@pytest.mark.parametrize("xs", [(1000,), (1000, 1150)])
def test_an_assault_of_one_team_shows_its_odds_and_waits_for_confirm(xs: tuple[int, ...]) -> None:
    """Where only one enemy can be charged, it is chosen by the button already."""
    ours = unit(team("us_rifle", 1000, 1000), team("us_rifle", 3000, 3000))
    foes = unit(*[team("ger_rifle", x, 1500) for x in xs])
    stage, given = asked_of(lay([ours], [foes], frames=activated(0)), 0)
    press(stage, next(i.id for i in stage.scene() if "ASSAULT" in i.label))
    press(stage, "team:2")
    assert given == [] and "The enemy acts first: 4+ (50%)" in stage.scene().texts()
    press(stage, "confirm")
    assert given == [ChargeAt(T(0), T(2))]


def test_the_key_that_sets_a_point_takes_up_no_ruler_where_none_is_asked_for() -> None:
    stage = robot_at("activate").stage
    for key in ("tab", "w", "x"):
        stage.key(key)
    assert stage.sitting.ui.look == "" and stage.sitting.ui.hover == ""
    assert "nothing to choose on the map" in stage.sitting.ui.refused.why


@pytest.mark.rule("HAIL-PDEP-01")
def test_the_cross_begins_in_the_own_zone_and_at_who_acts_next() -> None:
    stage = robot_at("set_up").stage
    stage.key("w")
    x0, x1, y0, y1 = state(stage).battle.zones[0].box
    assert stage.sitting.map_view.cross is not None
    x, y = stage.sitting.map_view.cross
    assert x0 <= x <= x1 and y0 <= y <= y1
    view = stage.sitting.view
    assert view is not None
    stage.sitting.ask(view, lambda answer: None)  # the next question
    assert stage.sitting.map_view.cross is None


def test_who_is_asked_for_the_next_hit_is_told_how_many_there_are() -> None:
    foes = unit(*[team("ger_rifle", x, 1800) for x in (1000, 800, 1200)])
    fight = lay([unit(team("us_rifle", 1000, 1000))], [foes])
    fight.rolls((4, 4)).say(FireAt(T(1), (T(0),), ()))
    stage = at(fight, 1)
    assert "1 hit left to allocate." in " ".join(stage.scene().texts())


@pytest.mark.parametrize(
    ("thousandths", "said"),
    [(0, "0%"), (9, "<1%"), (10, "1%"), (994, "99%"), (999, ">99%"), (1000, "100%")],
)
def test_what_is_nearly_sure_is_not_told_as_sure(thousandths: int, said: str) -> None:
    assert percent(thousandths) == said


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1600, 900), 1.4), ((2560, 1440), 1.0)]
)
def test_the_map_has_most_of_the_window_beside_one_column(
    size: tuple[int, int], scale: float
) -> None:
    for kind in ("set_up", "activate", "order"):
        scene = stage_at(kind, size, scale).scene()
        land = scene.find("map")
        assert land is not None and land.rect.w * land.rect.h >= 0.6 * size[0] * size[1]
        top = scene.find("top")
        assert top is not None
        edge = size[0] - max(320 * scale, size[0] / 4) - 9 * scale
        beside = [i for i in scene if i.rect.x >= edge and i.rect.y > top.rect.bottom]
        on_map = [i for i in scene if i.runs and i.rect.x < edge and i.rect.y > top.rect.bottom]
        assert [i.id for i in on_map if i.clip is None] == [], "one column"
        panels = [i for i in beside if i.kind == "panel"]
        words = [run.box for i in scene for run in i.runs]
        assert [i.id for i in panels if not any(i.rect.meets(box) for box in words)] == []


# ------------------------------------------------------------------ palette, traces, answers


def test_orders_are_a_palette_at_the_unit_and_what_cannot_be_given_says_why() -> None:
    stage = stage_at("order")
    palette = stage.scene().find("palette")
    verbs = [i for i in stage.scene() if i.id.startswith("key:")]
    assert palette is not None and all(palette.rect.contains(i.rect.cx, i.rect.cy) for i in verbs)
    assert not [i.label for i in verbs if "BOARD" in i.label or "GET OFF" in i.label]
    assert all(i.why for i in verbs if not i.lit) and any(i.lit for i in verbs)
    teams = [i for i in stage.scene() if i.kind == "man.base"]
    assert sum([palette.rect.contains(i.rect.cx, i.rect.cy) for i in teams]) <= 2
    assert palette.clip is not None and palette.clip.covers(palette.rect), "all of it is seen"


def test_after_their_turn_the_map_shows_who_went_where_and_who_was_shot_at() -> None:
    robot = Robot(SYSTEM, 3, settings=Settings(size=(1280, 720), speed="off", guard=True))
    robot.match.players = (computer_player, computer_player)
    begun = 0
    while True:
        robot.tell()
        asked = robot.match.request
        begun += any(isinstance(e, TurnBegun) and e.seat == 0 for e in robot.match.state.events)
        if begun == 2 and isinstance(asked, Decision) and asked.kind == "activate":
            break
        robot.match.step()
    robot.stage.sitting.ask(robot.match.view(0), robot.answers.append)
    robot.tick()
    stage = robot.stage
    shown = [i for i in stage.scene() if i.id.startswith("trace.told:")]
    shots = [e for line in stage.sitting.log.lines if isinstance(e := line.event, Fired)]
    theirs = [e for e in shots if state(stage).teams[e.firer].seat == 1]
    assert shown and {i.id.partition(":")[2] for i in shown} <= {str(e.target) for e in theirs}
    assert all(re.match(r"\d+ hits? of \d+ dice", i.label) for i in shown)
    press(stage, "since")
    assert any("Round 1: Germans" in text for text in stage.scene().texts())


@pytest.mark.rule("HAIL-MOVE-08")
def test_what_one_answer_settles_is_not_asked_unless_the_player_wants_it() -> None:
    """The log tells of no pass for which nothing happens."""
    for always in (False, True):
        ours = unit(team("us_rifle", 1000, 1000))
        fight = lay([ours], [unit(team("ger_rifle", 4500, 3300))], frames=activated(0))
        fight.rolls((4, 4)).say(Go(T(0), path((1000, 1200)), apart=False))
        if fight.kind == "order":
            fight.say(Pass())
        assert fight.kind == "halt"
        stage, given = asked_of(fight, 0, asks_all=always)
        for _ in range(3):
            stage.tick(10.0)
        assert given == ([] if always else [Pass()])
        said = [line.text for line in stage.sitting.log.lines]
        assert not any("go on" in text for text in said)


# ------------------------------------------------------------------ what made newcomers stop


@pytest.mark.rule("HAIL-TURN-04")
def test_space_ends_no_turn_that_has_order_points_left() -> None:
    """It skips what is shown, and is pressed once too often."""
    ours = unit(team("us_cmd", 1000, 1000), team("us_rifle", 1200, 1000))
    fight = lay([ours], [unit(team("ger_rifle", 4500, 3300))], frames=turn(), dice=[(4, 2)])
    match = fight.until("activate")
    stage, given = asked_of(match, 0)
    for now in (10.0, 20.0, 30.0):
        stage.tick(now)
        stage.key("space")
    assert not given and stage.scene().find("over") is not None


@pytest.mark.rule("HAIL-ART-03")
def test_confirm_stands_where_one_looks_for_it_and_what_passes_beside_it() -> None:
    stage = at(called(battery(), [team("ger_rifle", 1350, 2106)], (7,), (2,)))
    found = buttons(stage)
    assert found["let_pass"].rect.right < found["confirm"].rect.x
    assert any("place on the map" in text for text in stage.scene().texts())


@pytest.mark.rule("HAIL-ART-02", "HAIL-ART-03")
@pytest.mark.parametrize(("y", "said"), [(1400, "sees 1 enemy Team"), (3300, "sees no enemy")])
def test_who_calls_a_barrage_is_told_whether_they_see_anybody(y: int, said: str) -> None:
    """An observer behind a wood called one in vain."""
    wood = scenario(area("woods", 0, 1800, 4700, 2800))
    foe = unit(team("ger_rifle", 1000, y))
    fight = lay([battery()], [foe], where=wood, frames=activated(0))
    stage = at(fight)
    press(stage, next(i.id for i in stage.scene() if i.label.endswith("BARRAGE")))
    assert said in " ".join(stage.scene().texts())


@pytest.mark.parametrize(
    ("mission", "ours", "there"),
    [
        ("night-raid", [(700, y) for y in range(900, 3000, 300)], (1300, 1800)),
        ("collective-farm", [(4100, y) for y in range(900, 3000, 300)], (3500, 1800)),
        ("lane-junction", [(x, 600) for x in range(1500, 3600, 300)], (2400, 1200)),
    ],
)
def test_the_orders_do_not_lie_on_the_ground_that_a_unit_goes_over(
    mission: str, ours: list[tuple[int, int]], there: tuple[int, int]
) -> None:
    """Only north was taken for the front, and a press there met a button."""
    men = unit(*[team("us_rifle", x, y) for x, y in ours])
    foe = unit(team("ger_rifle", 2400, 3300))
    stage = at(lay([men], [foe], where=ScenarioKey(mission), frames=activated(*range(7))))
    palette = stage.scene().find("palette")
    assert palette is not None and not palette.rect.contains(*shown_at(stage, there))
    stage.press(*shown_at(stage, there))
    sketch = stage.sitting.answering.sketch
    assert sketch is not None and sketch.cls is March and stage.scene().find("palette") is None


@pytest.mark.rule("HAIL-MOVE-08")
def test_a_vehicle_goes_where_a_carrier_that_leaves_stands() -> None:
    """The press selected the carrier, though no vehicle boards one."""
    ours = unit(team("us_m3ht", 1000, 1000), team("us_m3ht", 1400, 1000))
    rides = Options(transport=True)
    fight = lay(
        [ours], [unit(team("ger_rifle", 4500, 3300))], frames=activated(0, 1), options=rides
    )
    stage = at(fight.say(Go(T(0), path((1000, 1600)), apart=False)))
    press(stage, "team:1")
    stage.press(*shown_at(stage, (1000, 1000)))
    (spot,) = held(stage, fields(Go).path)
    assert dist(spot, (1000, 1000)) < 12


def test_the_way_of_a_unit_is_not_hidden_by_its_orders() -> None:
    ours = unit(team("us_rifle", 1000, 1000), team("us_rifle", 1200, 1000))
    stage = at(lay([ours], [unit(team("ger_rifle", 4500, 3300))], frames=activated(0, 1)))
    assert stage.scene().find("palette") is not None
    stage.press(*shown_at(stage, (1100, 1700)))
    assert stage.scene().find("palette") is None
    press(stage, "clear")
    assert stage.scene().find("palette") is not None
