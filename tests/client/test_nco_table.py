"""The table of NCO without a window: paths by clicks and keys, refusals with reasons, its look."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client.drafting import Set, Verb
from owm_net.client.settings import Settings
from owm_net.client.stage import Stage
from owm_net.client.tables.nco.acting import Arm
from owm_net.client.tables.nco.sighting import seen_from
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.requests import Decision, Over
from owm_net.games.nco.looking import asked_about
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.state import NcoState, Soldier
from tests.client.intending import Intending
from tests.client.robot import Robot
from tests.client.test_squadcards_table import press, texts_that_run_over

SYSTEM = games.get("nco")
SETUP = evolve(SYSTEM.default_setup(), switches=(("layout", "crossroads"),))
SIZES = [((1024, 640), 1.0), ((1600, 900), 1.25), ((3840, 2160), 2.0)]


@cache
def steps_to(kind: str) -> int:
    """How many steps a match of computer players takes to this question to seat 0."""
    match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    while not isinstance(match.request, Over):
        asked = match.request
        if isinstance(asked, Decision) and asked.kind == kind and 0 in asked.deciders:
            return match.state.answered
        match.step()
    raise AssertionError(f"no match asks for {kind}")


def stage_at(kind: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Stage:
    """A table at the first question of a kind."""
    steps = steps_to(kind)
    settings = Settings(size=size, scale=scale, speed="off", guard=True)
    robot = Robot(SYSTEM, 1, setup=SETUP, settings=settings)
    robot.match = match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    while match.state.answered < steps:
        match.step()
        robot.tell()
    robot.stage.model.ask(match.view(0), robot.answers.append)
    robot.tick()
    return robot.stage


def state(stage: Stage) -> NcoState:
    assert stage.model.view is not None
    g = stage.model.view.state
    assert isinstance(g, NcoState)
    return g


def at(stage: Stage, x: int, y: int) -> tuple[float, float]:
    """Where a point of the map is in the scene, for who sits in the south or the north."""
    item = stage.scene().find("map")
    assert item is not None
    turned = state(stage).south != 0
    across, down = x / 3600, 1 - y / 3600
    if turned:
        across, down = 1 - across, 1 - down
    return item.rect.x + across * item.rect.w, item.rect.y + down * item.rect.h


def path_of(stage: Stage) -> Any:
    sketch = stage.model.sketch
    return sketch.values.get("path", ()) if sketch is not None else ()


def with_a_soldier() -> tuple[Stage, tuple[int, int], int]:
    """A table at an order, one soldier chosen; where he is, and which way is forward."""
    stage = stage_at("order")
    g = state(stage)
    n = g.unordered(Seat(0))[4]
    press(stage, f"man:{n}")
    forward = 1 if g.south == 0 else -1
    return stage, g.soldiers[n].spot[:2], forward


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("kind", ["roster", "deploy", "order"])
def test_nothing_runs_over(kind: str, size: tuple[int, int], scale: float) -> None:
    stage = stage_at(kind, size, scale)
    assert texts_that_run_over(stage.scene()) == []


def test_clicks_make_a_path_and_the_last_point_is_taken_back() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    assert stage.model.sketch is not None and stage.model.sketch.cls is Advance
    stage.press(*at(stage, x + 120, y + forward * 250))
    assert len(path_of(stage)) == 2, stage.model.ui.refusal
    first = path_of(stage)[0]
    stage.key("z")
    assert path_of(stage) == (first,)
    stage.drag(*at(stage, x - 100, y + forward * 200))
    assert len(path_of(stage)) == 1 and path_of(stage) != (first,), "the button pulls it about"


def test_a_path_may_begin_within_the_base_of_who_walks_it() -> None:
    """A press on him took his order away, so that nobody stepped round a corner close to him."""
    stage, (x, y), forward = with_a_soldier()
    near = at(stage, x, y + forward * 25)
    stage.press(*near)
    assert stage.model.sketch is None, "who has no order yet is let go"
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    stage.key("z")
    assert path_of(stage) == ()
    stage.press(*near)
    assert len(path_of(stage)) == 1, stage.model.ui.refusal
    assert stage.model.sketch is not None and stage.model.sketch.cls is Advance


@pytest.mark.rule("NCO-ORD-07")
def test_a_waypoint_too_far_is_refused_by_its_rule_and_the_path_stays() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    before = path_of(stage)
    far = at(stage, x, y + forward * 3000)
    stage.move(*far)
    stage.press(*far)
    assert path_of(stage) == before
    assert "NCO-" in stage.model.ui.refusal


def test_the_keys_do_what_the_mouse_does() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.key("w")
    assert stage.model.ui.cross == (x, y + forward * 100), "the cross begins at the soldier"
    stage.key("x")
    assert [p[:2] for p in path_of(stage)] == [(x, y + forward * 100)]


@pytest.mark.rule("NCO-ORD-02")
def test_what_a_rally_is_for_is_said_by_one_press_either_way() -> None:
    """Health as soon as psyche: nothing looks chosen that is not, and CONFIRM follows."""
    for n, psyche in enumerate((False, True)):
        stage, _, _ = with_a_soldier()
        verb = next(i for i in stage.scene() if i.action == Verb(Rally))
        press(stage, verb.id)
        both = [stage.scene().find(f"psyche:{i}") for i in range(2)]
        assert [item and item.action for item in both] == [Set("psyche", v) for v in (False, True)]
        assert not any(item and "chosen" in item.flags for item in both)
        press(stage, f"psyche:{n}")
        assert stage.model.sketch is not None and stage.model.sketch.values["psyche"] is psyche
        chosen = stage.scene().find(f"psyche:{n}")
        assert chosen is not None and "chosen" in chosen.flags
        confirm = stage.scene().find("confirm")
        assert confirm is not None and not confirm.why


def test_the_ruler_measures_and_touches_no_answer() -> None:
    stage, (x, y), forward = with_a_soldier()
    sketch = stage.model.sketch
    stage.key("r")
    stage.press(*at(stage, x, y + forward * 500))
    stage.press(*at(stage, x + 600, y + forward * 500))
    texts = " ".join(stage.scene().texts())
    assert '6"' in texts or "5.9" in texts or "6.0" in texts
    assert stage.model.sketch == sketch


def enemies(g: NcoState) -> list[tuple[int, Soldier]]:
    """Those of seat 1 who are on the table."""
    return [(n, g.soldiers[n]) for n in g.on_field() if g.soldiers[n].seat == 1]


def test_one_walks_onto_what_only_tells_what_it_is() -> None:
    """A piece of intel lies on the ground, and takes no press away from it (NCO-SCN-14)."""
    setup = SYSTEM.default_setup("intel-retrieval")
    robot = Intending(SYSTEM, 3, setup=setup)
    robot.match = LocalMatch(SYSTEM, setup, 3, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "order")
    scene = robot.stage.scene()
    token = next(i for i in scene if i.id.startswith("token:"))
    assert token.tooltip
    pressed = scene.pressed(token.rect.cx, token.rect.cy)
    assert pressed is robot.map()


def shooting(seed: int = 1) -> Iterator[tuple[Intending, Any]]:
    """A match on a crossroads, at each shot that seat 0 may fire: the player and who fires."""
    robot = Intending(SYSTEM, seed, setup=SETUP)
    robot.match = LocalMatch(SYSTEM, SETUP, seed, [computer_player] * 2)
    while robot.run_to(lambda match: match.request.kind == "shot"):
        yield robot, asked_about(robot.state)
        robot.match.step()


@pytest.mark.rule("NCO-WPN-08")
def test_a_grenade_is_thrown_where_an_enemy_stands_who_is_pressed() -> None:
    for robot, _ in shooting():
        if not robot.press(lambda i: isinstance(i.action, Arm) and i.action.area and i.lit):
            continue
        model, spots = robot.stage.model, {f"man:{n}": s.spot for n, s in enemies(robot.state)}
        if robot.press(lambda i, spots=spots: i.id in spots and i.lit):
            assert model.sketch is not None and "weapon" in model.sketch.values
            assert model.sketch.values["aim"] in spots.values()
            assert "target" not in model.sketch.values
            confirm = robot.stage.scene().find("confirm")
            assert confirm is not None and not confirm.why
            return
    raise AssertionError("nobody can throw a grenade")


@pytest.mark.rule("NCO-GEN-03", "NCO-TER-04")
def test_plates_lie_beside_each_other_and_what_hides_an_enemy_is_named() -> None:
    said = set()
    for robot, shooter in shooting():
        stage = robot.stage
        stage.key("v")
        robot.tick()
        plates = [i for i in stage.scene() if i.id.startswith("sight:") and i.kind == "label"]
        for one, other in combinations(plates, 2):
            assert not one.rect.meets(other.rect), (one.id, other.id)
        for n in robot.state.on_field():
            words = seen_from(stage.model, shooter, n)
            said.add(words.partition(":")[0])
            if words.startswith("Hidden"):
                assert words != "Hidden by: "
                stage.move(*robot.on_screen(robot.state.soldiers[n].spot[:2]))
                robot.tick()
        if said >= {"", "Hidden by", "Cover", "No cover"}:
            return
    raise AssertionError(said)


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080), (3840, 2160)])
def test_die_and_pips_of_who_stands_at_the_edge_of_the_table_are_seen(
    size: tuple[int, int],
) -> None:
    stage = stage_at("order", size)
    men = [item for item in stage.scene() if item.kind == "man"]
    assert men
    for item in men:
        assert item.seen.h >= item.rect.h * 0.92, item.id
        assert item.seen.w >= item.rect.w * 0.92, item.id
        assert item.rect.x >= -0.04 * item.rect.w, "the window ends here"
