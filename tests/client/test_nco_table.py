"""The table of NCO without a window: paths by clicks and keys, refusals with reasons, its look."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import dist
from typing import Any

import pytest
from attrs import evolve, fields

from owm_net import games
from owm_net.client import language, theme
from owm_net.client.answering.drafting import Pick, Set, Verb
from owm_net.client.free_map.bases import RIM
from owm_net.client.free_map.reach import Reach
from owm_net.client.maps.beside import Stay
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item
from owm_net.client.scene.items import Rect
from owm_net.client.settings import Settings
from owm_net.client.tables.nco.acting import ArmWith, Route, stopped_at
from owm_net.client.tables.nco.common import PATH, TARGET, WEAPON, WHO
from owm_net.client.tables.nco.common import acting as acting_soldier
from owm_net.client.tables.nco.field import press_of
from owm_net.client.tables.nco.helping import ITEMS, SKILLS
from owm_net.client.tables.nco.in_words import Words
from owm_net.client.tables.nco.odds import Odds, _fought
from owm_net.client.tables.nco.reaching import reach_of
from owm_net.client.tables.nco.sighting import seen_from, shots_of, sprung, threats
from owm_net.client.tables.nco.terrain import lies_at, rough_parts
from owm_net.engine import agenda
from owm_net.engine.drafts import Draft
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Decision, Over
from owm_net.engine.text import say
from owm_net.games.nco.ambush import Spring, waiting
from owm_net.games.nco.attack import Fired
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.counter_fire import Counter
from owm_net.games.nco.giving import Ordered
from owm_net.games.nco.ids import (
    SEATS,
    EventKey,
    LayoutKey,
    NationKey,
    SoldierId,
    Spot,
    WeaponKey,
)
from owm_net.games.nco.layouts import Piece
from owm_net.games.nco.looking import asked_about, charger, second_fire, shot_at
from owm_net.games.nco.melee import fighting_courage
from owm_net.games.nco.missions import SAID, mission_of
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.paths import allowance
from owm_net.games.nco.scenarios import held, sector_worth
from owm_net.games.nco.set_up import Deploy
from owm_net.games.nco.shots import needed
from owm_net.games.nco.squads import SUGGESTED
from owm_net.games.nco.state import DOG, NcoState, Soldier, Token
from owm_net.games.nco.terms import BASES, BOARD, Gait, Order, Skill, Status
from owm_net.games.nco.terms import Item as Item_
from owm_net.games.nco.turn import Drawn
from owm_net.games.nco.victory import level, scores, standing
from owm_net.games.nco.words import inches, seat_name, short_name
from tests.client.intending import Intending
from tests.client.robot import Robot
from tests.client.test_squadcards_table import press, texts_that_run_over
from tests.games.nco.table import lay, man
from tests.games.nco.test_nco_objectives import with_pilot
from tests.seats import ANN, BEN

SYSTEM = games.get("nco")
SETUP = evolve(SYSTEM.default_setup(), switches=(("layout", "crossroads"),))
SIZES = [((960, 540), 1.0), ((1600, 900), 1.25), ((3840, 2160), 2.0)]


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
    robot.stage.sitting.ask(match.view(0), robot.answers.append)
    robot.tick()
    return robot.stage


def stage_of(view: Any, seat: Seat) -> Stage:
    """A table at the question of a battle that a test has laid."""
    stage = Stage(SYSTEM, seat, ["Ann", "Ben"], Settings(speed="off", guard=True))
    given: list[Answer] = []
    stage.sitting.told(view, [])
    stage.sitting.ask(view, given.append)
    stage.tick(0.01)
    return stage


def state(stage: Stage) -> NcoState:
    assert stage.sitting.view is not None
    g = stage.sitting.view.state
    assert isinstance(g, NcoState)
    return g


def at(stage: Stage, x: int, y: int) -> tuple[float, float]:
    """Return where a point of the map is in the scene: north is at its head."""
    item = stage.scene().find("map")
    assert item is not None
    across, down = x / 3600, 1 - y / 3600
    return item.rect.x + across * item.rect.w, item.rect.y + down * item.rect.h


def path_of(stage: Stage) -> Any:
    sketch = stage.sitting.answering.sketch
    return sketch.all(PATH) if sketch is not None else ()


def verb_of(stage: Stage, cls: type[Answer]) -> str:
    """The button of a kind of answer."""
    return next(i.id for i in stage.scene() if isinstance(i.action, Verb) and i.action.cls is cls)


def with_a_soldier() -> tuple[Stage, tuple[int, int], int]:
    """Return a table at an order, one soldier chosen; the soldier's place, and which way is
    forward. Nobody and nothing is in the way there, wherever the computer player has placed its
    men."""
    stage = stage_at("order")
    g = state(stage)
    forward = 1 if g.south == 0 else -1
    n = next(n for n in g.unordered(Seat(0)) if is_free(g, n, forward))
    press(stage, f"man:{n}")
    return stage, g.soldiers[n].spot[:2], forward


def is_free(g: NcoState, n: SoldierId, forward: int) -> bool:
    """Return True if a soldier can walk to each of the points ahead that are pressed here, and
    none of these presses is one on a counter of another."""
    x, y, _ = start = g.soldiers[n].spot
    ahead = [(x + dx, y + dy * forward) for dx, dy in ((0, 100), (0, 150), (120, 250), (-100, 200))]
    others = [g.soldiers[one].spot[:2] for one in g.on_field() if one != n]
    if any(dist(point, other) < BASES for point in ahead for other in others):
        return False
    legs = [g.ground.leg(start, Spot((*point, 0)), Gait.ADVANCE) for point in ahead]
    return all(
        isinstance(leg, int) and leg <= dist((x, y), end) + 1
        for leg, end in zip(legs, ahead, strict=True)
    )


@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("kind", ["roster", "deploy", "order"])
def test_nothing_runs_over(kind: str, size: tuple[int, int], scale: float) -> None:
    stage = stage_at(kind, size, scale)
    assert texts_that_run_over(stage.scene()) == []


def test_selecting_a_soldier_arms_nothing_and_the_map_begins_a_walk() -> None:
    """A click on a soldier chose Down, and CONFIRM was lit."""
    stage, (x, y), forward = with_a_soldier()
    n = acting_soldier(stage.sitting)
    confirm = stage.scene().find("confirm")
    assert stage.sitting.answering.sketch is None and (confirm is None or confirm.why)
    assert n in state(stage).unordered(Seat(0))
    assert {"reach.advance", "reach.run"} <= {item.id for item in stage.scene()}
    press(stage, f"man:{n}")
    assert acting_soldier(stage.sitting) != n, "pressed again he is let go"
    press(stage, f"man:{n}")
    stage.press(*at(stage, x, y + forward * 150))
    sketch = stage.sitting.answering.sketch
    assert sketch is not None and sketch.cls is Advance and sketch.get(WHO) == n
    confirm = stage.scene().find("confirm")
    assert confirm is not None and not confirm.why
    ids = {item.id for item in stage.scene()}
    assert "reach.advance" in ids and "reach.run" not in ids


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_no_counter_covers_what_is_read_of_another(size: tuple[int, int], scale: float) -> None:
    """They overlapped and hid each other's letters."""
    stage = stage_at("order", size, scale)
    g = state(stage)
    for i, n in enumerate(g.on_field()):
        g.change(n, spot=Spot((1500 + BASES * (i % 5), 1500 + BASES * (i // 5), 0)))
    stage.sitting.touch()
    men = [i.rect for i in stage.scene() if i.id.startswith("man:") and i.id.endswith(".art")]
    assert len(men) == len(g.on_field())
    for one, other in permutations(men, 2):
        part = one.w / 48
        name = Rect(one.x + 15 * part, one.y + 18 * part, 18 * part, 12 * part)
        pips = Rect(one.x + 9 * part, one.y + 34 * part, 30 * part, 11 * part)
        die = Rect(one.x + 31 * part, one.y + 2 * part, 14 * part, 14 * part)
        x, y, r = other.x + 24 * part, other.y + 22 * part, 16 * part - 1
        for read in (name, pips, die):
            nearest = min(max(x, read.x), read.right), min(max(y, read.y), read.bottom)
            assert dist((x, y), nearest) >= r, (one, other, read)


@pytest.mark.rule("NCO-ORD-07", "NCO-ORD-08", "NCO-TER-07")
def test_the_reach_that_is_shown_is_what_the_rules_allow() -> None:
    g = lay([man(1550, 350)], [man(1800, 3300)], layout=LayoutKey("trench_line")).g
    n = SoldierId(0)
    start, ground = g.soldiers[n].spot, g.ground
    for gait in (Gait.ADVANCE, Gait.RUN):
        area, most = Reach.of(reach_of(g, n, gait)), allowance(g, n, gait)
        while area.grow():
            pass
        straight, *around = area.pieces
        far = 0
        for end in straight:
            spot = Spot((*end, ground.surface_at(end)))
            cost = 0 if spot == start else ground.leg(start, spot, gait)
            assert isinstance(cost, int) and cost <= most
            far = max(far, cost)
        assert far >= most - 10
        assert around, "and round the corners"
        assert any(dist(end, start[:2]) < most / 2 for end in straight), "a wall is in the way"


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1600, 900), 1.4), ((2560, 1440), 1.0)]
)
def test_the_map_has_most_of_the_window(size: tuple[int, int], scale: float) -> None:
    """It had less than half, beside panels that were half empty."""
    stage = stage_at("order", size, scale)
    press(stage, f"man:{state(stage).unordered(Seat(0))[0]}")
    frame, board = item(stage, "map.frame").rect, item(stage, "map").rect
    assert frame.w * frame.h >= 0.6 * size[0] * size[1]
    assert board.h >= 0.94 * frame.h, "and all of the table is seen"
    column = item(stage, "bag").rect
    assert column.x >= frame.right
    assert scale > 1 or column.w <= 320 * size[0] / 1280
    panels = [i for i in stage.scene() if i.kind == "panel" and column.x <= i.rect.x < size[0]]
    words = [run.box for i in stage.scene() for run in i.runs]
    for one in panels:
        assert any(one.rect.covers(box, 2) for box in words), f"{one.id} is empty"


def test_clicks_make_a_path_and_the_last_point_is_taken_back() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    assert (
        stage.sitting.answering.sketch is not None and stage.sitting.answering.sketch.cls is Advance
    )
    stage.press(*at(stage, x + 120, y + forward * 250))
    assert len(path_of(stage)) == 2, stage.sitting.ui.refused.why
    first = path_of(stage)[0]
    stage.key("z")
    assert path_of(stage) == (first,)
    stage.drag(*at(stage, x - 100, y + forward * 200))
    assert len(path_of(stage)) == 1 and path_of(stage) != (first,), "the button pulls it about"


def test_a_path_may_begin_within_the_base_of_who_walks_it() -> None:
    """A press on the soldier used to take their order away, so that nobody could step round a
    corner close by."""
    stage, (x, y), forward = with_a_soldier()
    near = at(stage, x, y + forward * 25)
    stage.press(*near)
    assert stage.sitting.answering.sketch is None, "who has no order yet is let go"
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    stage.key("z")
    assert path_of(stage) == ()
    stage.press(*near)
    assert len(path_of(stage)) == 1, stage.sitting.ui.refused.why
    assert (
        stage.sitting.answering.sketch is not None and stage.sitting.answering.sketch.cls is Advance
    )


@pytest.mark.rule("NCO-ORD-07")
def test_a_waypoint_too_far_is_refused_by_its_rule_and_the_path_stays() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    before = path_of(stage)
    assert item(stage, "confirm").lit
    far = at(stage, x, y + forward * 3000)
    stage.move(*far)
    stage.press(*far)
    assert path_of(stage) == before
    assert "NCO-" in stage.sitting.ui.refused.why
    confirm = item(stage, "confirm")
    assert not confirm.lit and not confirm.why, "the shorter path is not what was wanted"


def test_a_soldier_in_the_column_beside_the_map_is_chosen_as_on_the_map() -> None:
    stage = stage_at("order")
    one, other = state(stage).unordered(Seat(0))[:2]
    press(stage, verb_of(stage, Advance))
    for n in (one, other):
        press(stage, f"tray:{n}")
        sketch = stage.sitting.answering.sketch
        assert sketch is not None and (sketch.cls, sketch.get(WHO)) == (Advance, n)


def test_in_text_a_ready_squad_names_its_men() -> None:
    view = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2).view(0)
    told = Words(SYSTEM).more(view, SUGGESTED.roster)
    assert "suggested" in told and "2 × Marksman" in told


def test_what_to_do_first_is_told_as_no_refusal() -> None:
    stage, _, _ = with_a_soldier()
    press(stage, verb_of(stage, Advance))
    press(stage, "confirm")
    asked = stage.scene().find("prompt.text")
    assert asked is not None
    assert "Click on the map" in asked.runs[1].text
    assert not any("Not allowed" in run.text for run in asked.runs)


def test_the_keys_do_what_the_mouse_does() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.key("w" if forward > 0 else "s")
    assert stage.sitting.map_view.cross == (x, y + forward * 100), "the cross begins at the soldier"
    stage.key("x")
    assert [p[:2] for p in path_of(stage)] == [(x, y + forward * 100)]


@pytest.mark.rule("NCO-ORD-02")
def test_what_a_rally_is_for_is_said_by_one_press_either_way() -> None:
    """Health as soon as psyche: nothing looks chosen that is not, and CONFIRM follows."""
    for n, psyche in enumerate((False, True)):
        stage, _, _ = with_a_soldier()
        verb = next(
            i for i in stage.scene() if isinstance(i.action, Verb) and i.action.cls is Rally
        )
        press(stage, verb.id)
        both = [stage.scene().find(f"psyche:{i}") for i in range(2)]
        assert [item and item.action for item in both] == [
            Set(fields(Rally).psyche, v) for v in (False, True)
        ]
        assert not any(item and "chosen" in item.flags for item in both)
        press(stage, f"psyche:{n}")
        assert (
            stage.sitting.answering.sketch is not None
            and stage.sitting.answering.sketch.get(fields(Rally).psyche) is psyche
        )
        chosen = stage.scene().find(f"psyche:{n}")
        assert chosen is not None and "chosen" in chosen.flags
        confirm = stage.scene().find("confirm")
        assert confirm is not None and not confirm.why


def test_the_ruler_measures_and_touches_no_answer() -> None:
    stage, (x, y), forward = with_a_soldier()
    sketch = stage.sitting.answering.sketch
    stage.key("r")
    stage.press(*at(stage, x, y + forward * 500))
    stage.press(*at(stage, x + 600, y + forward * 500))
    texts = " ".join(stage.scene().texts())
    assert '6"' in texts or "5.9" in texts or "6.0" in texts
    assert stage.sitting.answering.sketch == sketch


def enemies(g: NcoState) -> list[tuple[int, Soldier]]:
    """Those of seat 1 who are on the table."""
    return [(n, g.soldiers[n]) for n in g.on_field() if g.soldiers[n].seat == 1]


def test_one_walks_onto_what_only_tells_what_it_is() -> None:
    """A piece of intel on the ground takes no press away from it (NCO-SCN-14)."""
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
    """Yield a match on a crossroads at each shot that seat 0 may fire: the player and the
    shooter."""
    robot = Intending(SYSTEM, seed, setup=SETUP)
    robot.match = LocalMatch(SYSTEM, SETUP, seed, [computer_player] * 2)
    while robot.run_to(lambda match: match.request.kind == "shot"):
        yield robot, asked_about(robot.state)
        robot.match.step()


@pytest.mark.rule("NCO-WPN-08")
def test_a_grenade_is_thrown_where_an_enemy_stands_who_is_pressed() -> None:
    for robot, _ in shooting():
        if not robot.press(lambda i: isinstance(i.action, ArmWith) and i.action.area and i.lit):
            continue
        sitting, spots = robot.stage.sitting, {f"man:{n}": s.spot for n, s in enemies(robot.state)}
        if robot.press(lambda i, spots=spots: i.id in spots and i.lit):
            assert sitting.answering.sketch is not None and sitting.answering.sketch.holds(WEAPON)
            aim = sitting.answering.sketch.get(fields(Fire).aim)
            assert aim is not None and aim in spots.values()
            assert not sitting.answering.sketch.holds(TARGET)
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
            words = seen_from(stage.sitting, shooter, n)
            said.add(words.partition(":")[0])
            if words.startswith("Hidden"):
                assert words != "Hidden by: "
                stage.move(*robot.on_screen(robot.state.soldiers[n].spot[:2]))
                robot.tick()
        if said >= {"", "Hidden by", "Cover", "No cover"}:
            return
    raise AssertionError(said)


@pytest.mark.parametrize("size", [(960, 540), (1920, 1080), (3840, 2160)])
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


def test_an_enemy_who_can_only_be_looked_at_leaves_the_ground_beside_him_to_a_path() -> None:
    """The picture is wider than the base: a press there selected the soldier, and no point was
    set."""
    stage, _, _ = with_a_soldier()
    press(stage, verb_of(stage, Advance))
    g = state(stage)
    foe = next(n for n in g.on_field(Seat(1)))
    beside = stage.scene().find(f"man:{foe}")
    chart = stage.scene().find("map")
    assert beside is not None and chart is not None
    assert beside.rect.w <= max(12.0, chart.rect.w * BASES / BOARD) + 0.1


def test_the_ruler_is_held_to_the_men_it_is_laid_on() -> None:
    stage, (x, y), _ = with_a_soldier()
    foe = next(n for n in state(stage).on_field(Seat(1)))
    u, v = state(stage).soldiers[foe].spot[:2]
    sketch = stage.sitting.answering.sketch
    stage.key("r")
    stage.press(*at(stage, x + 15, y - 10))
    stage.press(*at(stage, u - 12, v + 14))
    assert stage.sitting.map_view.marks == ((x, y), (u, v))
    assert stage.sitting.answering.sketch == sketch, "nobody was chosen or let go"


def test_a_verb_that_is_chosen_and_pressed_again_leaves_the_path_as_it_is() -> None:
    stage, (x, y), forward = with_a_soldier()
    stage.press(*at(stage, x, y + forward * 150))
    before, button = (
        stage.sitting.answering.sketch,
        next(i for i in stage.scene() if isinstance(i.action, Stay)),
    )
    press(stage, button.id)
    assert stage.sitting.answering.sketch == before and path_of(stage)


def test_a_verb_takes_the_soldier_who_is_looked_at() -> None:
    stage = stage_at("order")
    n = state(stage).unordered(Seat(0))[2]
    stage.sitting.ui.selected = n + 1
    press(stage, verb_of(stage, Run))
    assert (
        stage.sitting.answering.sketch is not None and stage.sitting.answering.sketch.get(WHO) == n
    )


@pytest.mark.rule("NCO-GEN-11")
def test_a_place_out_of_the_zone_is_refused_at_once() -> None:
    stage = stage_at("deploy")
    stage.press(*at(stage, BOARD // 2, BOARD // 2))
    assert "NCO-GEN-11" in stage.sitting.ui.refused.why
    assert stage.sitting.answering.sketch is None or not stage.sitting.answering.sketch.all(
        fields(Deploy).spots
    )
    stage.key("1")
    assert stage.sitting.answering.sketch is not None and stage.sitting.answering.sketch.all(
        fields(Deploy).spots
    )


def test_confirm_stays_where_it_is_when_there_is_something_to_clear() -> None:
    stage = stage_at("deploy")
    before = stage.scene().find("confirm")
    y = 150 if state(stage).south == 0 else BOARD - 150
    stage.press(*at(stage, 600, y))
    after, clear = stage.scene().find("confirm"), stage.scene().find("clear")
    assert before is not None and after is not None and clear is not None
    assert before.rect == after.rect and clear.rect.right < after.rect.x


def box_of(piece: Piece) -> tuple[int, int, int, int]:
    """West, east, south, north."""
    xs, ys = zip(*piece.polygon.corners, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def test_a_path_says_how_long_it_is_where_that_is_not_what_it_costs() -> None:
    g = lay([man(1800, 300)], [man(1800, 3300)], layout=LayoutKey("river_crossing")).g
    ground = g.ground
    fence = next(p for p in ground.solid if p.kind.key == "fence")
    river = next(p for p in ground.difficult if p.kind.key == "river")
    (left, right, low, top), (a, c, b, d) = box_of(fence), box_of(river)
    over = (Spot(((left + right) // 2, low - 150, 0)), Spot(((left + right) // 2, top + 150, 0)))
    cost = ground.leg(*over, Gait.RUN)
    assert isinstance(cost, int)
    told = Route(SoldierId(0), over, (cost,), 1200, Gait.RUN).told(g)
    assert told.startswith(f"{inches(top - low + 300)} long, costs {inches(cost)} of 12")
    wet = (Spot(((a + c) // 2, b - 100, 0)), Spot(((a + c) // 2, d + 100, 0)))
    flat = Route(SoldierId(0), wet, (d - b + 200,), 1200, Gait.ADVANCE)
    assert flat.told(g) == f'{inches(d - b + 200)} of 12", through difficult ground: river'
    assert rough_parts(ground, *wet) == [(((a + c) // 2, b), ((a + c) // 2, d))]
    assert "difficult ground" in lies_at(ground, ((a + c) // 2, (b + d) // 2))


def test_who_cannot_be_shot_at_is_not_lit_and_says_why() -> None:
    """The weapon is read first, so as long as it was open everybody could be shot at."""
    robot = Robot(SYSTEM, 1, setup=SETUP)
    robot.match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    both = False
    while robot.run_to(lambda match: match.request.kind == "shot") and not both:
        stage, lit = robot.stage, []
        g, shooter = state(stage), acting_soldier(stage.sitting)
        for n, _, refusal in shots_of(stage.sitting, shooter):
            light, _ = press_of(stage.sitting, n)
            assert light.lit == (refusal is None) and bool(light.why) == (refusal is not None)
            lit += [n] if light.lit else []
        assert not any(press_of(stage.sitting, n)[0].lit for n in g.on_field(Seat(0)))
        both = 0 < len(lit) < len(g.on_field(Seat(1)))
        arms = g.soldiers[shooter].arms
        if both:
            press(stage, f"man:{lit[0]}")
            assert stage.sitting.answering.sketch is not None
            assert len(arms) > 1 or stage.sitting.answering.sketch.get(WEAPON) == arms[0]
        robot.match.step()
    assert both


def test_who_holds_a_sector_is_seen_on_the_map() -> None:
    robot = Robot(SYSTEM, 1, setup=SYSTEM.default_setup("secure-the-sectors"))
    robot.match = LocalMatch(SYSTEM, robot.setup, 1, [computer_player] * 2)
    while not getattr(robot.match.state, "turn", 0):
        robot.match.step()
        robot.tell()
    g = robot.match.state
    assert isinstance(g, NcoState)
    for column, row in product(range(3), repeat=2):
        holder = next((seat for seat in SEATS if (column, row) in held(g, seat)), None)
        plate = robot.stage.scene().find(f"goal:{column}.{row}")
        assert plate is not None and plate.shape is not None
        colour = theme.SAND if holder is None else RIM[holder]
        assert plate.shape.edge[:3] == colour[:3]
        worth = sector_worth(g, SEATS[1] if holder == 1 else SEATS[0], (column, row))
        assert plate.runs[0].text == str(worth)


def test_a_shot_is_let_be_by_the_key_that_passes() -> None:
    """It was named, and no key but Tab came to it."""
    robot = Robot(SYSTEM, 1, setup=SETUP)
    robot.match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "shot")
    robot.stage.key("p")
    assert robot.answers == [Pass()]


def test_who_lies_in_ambush_fires_his_own_weapons_at_who_walks_past() -> None:
    robot = Robot(SYSTEM, 2, setup=SETUP)
    robot.match = LocalMatch(SYSTEM, SETUP, 2, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "ambush")
    g = state(robot.stage)
    own = {arm for n in waiting(g, Seat(0)) for arm in g.soldiers[n].arms}
    armed = [i.action for i in robot.stage.scene() if isinstance(i.action, ArmWith | Pick)]
    shown = {a.weapon if isinstance(a, ArmWith) else a.value for a in armed}
    assert shown & set(CATALOG.weapons) == own


def test_who_stands_on_the_pilot_can_be_given_an_order_and_the_pilot_pressed() -> None:
    """The pilot lay on top, at the same place, and the soldier could not be pressed by pointer or
    keys."""
    robot = Robot(SYSTEM, 1, setup=SYSTEM.default_setup("rescue-mission"))
    robot.match = LocalMatch(SYSTEM, robot.setup, 1, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "order")
    scene, g = robot.stage.scene, state(robot.stage)
    n = g.unordered(Seat(0))[0]
    g.soldiers[n] = evolve(g.soldiers[n], spot=g.soldiers[g.pilot].spot)
    for one in (n, g.pilot):
        base = scene().find(f"man:{one}")
        assert base is not None and scene().point_of(base) is not None
    robot.stage.key("1")
    press(robot.stage, f"man:{n}")
    sketch = robot.stage.sitting.answering.sketch
    assert robot.answers or (sketch is not None and sketch.get(WHO) == n)


@pytest.mark.rule("NCO-SCN-12")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("begun", [None, Advance, Run])
def test_one_walks_to_the_pilot_by_pressing_him(seat: Seat, begun: type[Answer] | None) -> None:
    """The press selected him, and the ground on which he lies could not be pressed."""
    sides = [man(1800, 1400)], [man(1800, 2200)]
    fight = lay(*sides, goes_on=True, turns=seat, **with_pilot(*sides))
    stage = stage_of(fight.view(seat), seat)
    press(stage, f"man:{seat}")
    if begun is not None:
        press(stage, verb_of(stage, begun))
    pilot = item(stage, f"man:{fight.g.pilot}")
    assert "lit" in pilot.flags
    stage.press(pilot.rect.cx + 2, pilot.rect.cy - 2)
    sketch = stage.sitting.answering.sketch
    assert (
        sketch is not None
        and sketch.cls is (begun or Advance)
        and sketch.get(WHO) == SoldierId(seat)
    )
    assert path_of(stage) == (fight.g.soldiers[fight.g.pilot].spot,)
    assert item(stage, "confirm").why == ""


def test_another_soldier_who_is_pressed_fires_instead_and_is_no_target() -> None:
    """He became the target of the first, in silence."""
    stage, _, _ = with_a_soldier()
    for cls in (Fire, Assault):
        press(stage, verb_of(stage, cls))
        other = next(
            n for n in state(stage).unordered(Seat(0)) if n != acting_soldier(stage.sitting)
        )
        press(stage, f"man:{other}")
        assert stage.sitting.answering.sketch is not None
        assert stage.sitting.answering.sketch == Draft(cls).with_(WHO, other)


def test_a_key_goes_from_soldier_to_soldier_who_can_be_chosen() -> None:
    """Tab comes to every order and every button besides."""
    stage = stage_at("order")
    found = set()
    for _ in state(stage).unordered(Seat(0)):
        stage.key("n")
        found.add(stage.sitting.ui.focus)
    assert found == {f"man:{n}" for n in state(stage).unordered(Seat(0))}
    focus = stage.sitting.ui.focus
    stage.key("enter")
    assert focus == f"man:{acting_soldier(stage.sitting)}"


@pytest.mark.parametrize("event", CATALOG.events)
def test_it_is_said_beside_the_map_what_an_event_does(event: EventKey) -> None:
    stage = stage_at("order", (960, 540))
    state(stage).event = event
    stage.sitting.touch()
    line = stage.scene().find("event")
    assert line is not None and ": " in line.runs[0].text and "…" not in line.runs[0].text


def test_who_was_chosen_and_is_taken_out_can_be_chosen_again() -> None:
    """Without a target there was no shot any more, and no weapon to choose: only to pass."""
    robot = Robot(SYSTEM, 1, setup=SETUP)
    robot.match = LocalMatch(SYSTEM, SETUP, 1, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "shot")
    sitting = robot.stage.sitting
    assert sitting.answering.sketch is not None
    target = SoldierId(next(iter(state(robot.stage).on_field(Seat(1)))))
    sitting.answering.sketch = sitting.answering.sketch.with_(TARGET, target)
    sitting.answering.apply(Pick(SoldierId, target))
    assert sitting.answering.sketch is not None and sitting.answering.sketch.is_empty


@pytest.mark.rule("NCO-SCN-05")
def test_both_edges_at_which_one_deploys_are_named() -> None:
    setup = SYSTEM.default_setup("fight-to-the-center")
    robot = Robot(SYSTEM, 3, setup=setup)
    robot.match = LocalMatch(SYSTEM, setup, 3, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "deploy")
    south = state(robot.stage).south == 0
    sides = "the southern or the western" if south else "the northern or the eastern"
    assert sides in " ".join(robot.stage.scene().texts())


def test_with_fire_begun_the_key_goes_through_those_who_may_fire() -> None:
    """It went through the enemies first, who cannot fire, and the first of them became a target
    that was dropped with whoever was chosen then."""
    stage = stage_at("order")
    for cls in (Fire, Assault):
        press(stage, verb_of(stage, cls))
        own, found = state(stage).unordered(Seat(0)), set()
        for _ in own:
            stage.key("n")
            found.add(stage.sitting.ui.focus)
        assert found <= {f"man:{n}" for n in own}
        assert (
            stage.sitting.answering.sketch is not None and stage.sitting.answering.sketch.is_empty
        )


@pytest.fixture
def in_german() -> Iterator[None]:
    """Afterwards the others are said in English again."""
    language.use("de")
    yield
    language.use("en")


@pytest.mark.parametrize("other", ["british_airborne", "australian_nz"])
@pytest.mark.parametrize("tongue", ["en", "de"])
def test_the_longest_nation_and_the_points_have_room(tongue: str, other: str) -> None:
    """The names of nations were cut off in the least window."""
    stage = stage_at("order", (960, 540))
    g = state(stage)
    g.nations = (NationKey("british_airborne"), NationKey(other))
    g.soldiers = [evolve(s, status=Status.DEAD) if s.sergeant else s for s in g.soldiers]
    language.use(tongue)
    try:
        stage.sitting.touch()
        texts = [run.text for id in ("bag:0", "bag:1", "lead") for run in item(stage, id).runs]
    finally:
        language.use("en")
    assert len(texts) == 5 and not [text for text in texts if "…" in text], texts


def item(stage: Stage, id: str) -> Item:
    found = stage.scene().find(id)
    assert found is not None, id
    return found


def in_battle(mission: str, turn: int = 2) -> Robot:
    """At an order of seat 0 in a battle of computer players."""
    setup = SYSTEM.default_setup(mission)
    robot = Robot(SYSTEM, 2, setup=setup)
    robot.match = LocalMatch(SYSTEM, setup, 2, [computer_player] * 2)
    assert robot.run_to(lambda match: match.request.kind == "order" and match.state.turn >= turn)
    return robot


@pytest.mark.rule("NCO-GEN-06", "NCO-END-05")
@pytest.mark.parametrize("mission", SYSTEM.missions)
def test_the_points_are_told_as_the_battle_stands(mission: str) -> None:
    stage = in_battle(mission, 3).stage
    g = state(stage)
    stage.key("t")
    told = item(stage, "standing.text").tooltip.splitlines()
    for seat in SEATS:
        assert f"{seat_name(g, seat)}: {scores(g)[seat]}" in told
        for what, points in standing(g, seat):
            assert f"{points} - {what}" in told
        assert sum([points for _, points in standing(g, seat)]) == scores(g)[seat]
    ahead = abs(scores(g)[0] - scores(g)[1])
    word = level(ahead) if ahead >= 50 else f"ahead by {ahead}" if ahead else "now a draw"
    assert word in " ".join(told)
    panel = item(stage, "standing.text")
    assert len(panel.runs) >= len(told) and panel.rect.bottom >= panel.runs[-1].box.bottom
    assert texts_that_run_over(stage.scene()) == []
    assert stage.scene().find("log") is None
    stage.key("t")
    assert stage.scene().find("log") is not None


@pytest.mark.rule("NCO-SCN-18")
def test_the_own_secret_mission_is_told_with_the_points_and_the_enemys_is_not() -> None:
    """It stood nowhere but once in the log."""
    robot = in_battle("extermination-order")
    view = robot.stage.sitting.view
    assert view is not None
    mission = mission_of(view)
    assert mission is not None
    robot.stage.key("t")
    told = item(robot.stage, "standing.text").tooltip
    assert [said for said in SAID if said in told] == [SAID[mission]]


def test_ambushers_at_a_path_are_named_beside_each_other() -> None:
    x, y = 1800, 600
    ranks = ("sergeant", "corporal", "lance_corporal", "private")
    waits = [
        man(x - 150 + 110 * (i // 2) * (1 + i % 2), y + 700 + 10 * i, rank, "rifle", ambush=3)
        for i, rank in enumerate(ranks)
    ]
    stage = stage_of(lay([man(x, y)], waits).view(ANN), ANN)
    g, enemy = state(stage), [1, 2, 3, 4]
    press(stage, "man:0")
    stage.press(*at(stage, x, y + 150))
    stage.press(*at(stage, x + 120, y + 250))
    labels = [i for i in stage.scene() if i.kind == "label" and i.id.startswith("path.")]
    names = " ".join([run.text for i in labels for run in i.runs])
    assert all(short_name(g, SoldierId(n)) in names for n in enemy), names
    assert not [(a.id, b.id) for a, b in combinations(labels, 2) if a.rect.meets(b.rect, 1)]


def test_the_help_names_the_keys_of_the_map_and_speaks_german(in_german: None) -> None:
    """Headings of a game's own part were in English, and N stood nowhere."""
    stage = stage_at("order", (960, 540))
    stage.key("f1")
    texts = stage.scene().texts()
    assert any(text.startswith("N geht auf der Karte") for text in texts)
    assert "EIN BEFEHL" in texts and "AN ORDER" not in texts
    assert texts_that_run_over(stage.scene()) == []


def test_odds_name_their_modifiers_in_german(in_german: None) -> None:
    odds = Odds(WeaponKey("rifle"), 4, ((say("cover"), -1),), Fraction(1, 2), Fraction(1, 6))
    assert "Deckung -1" in odds.lines()


def test_a_fight_is_weighed_exactly() -> None:
    """The odds of a shot stood there while an Assault was drawn."""
    fair = _fought(1, 1, 0, 0)
    assert fair == (Fraction(15, 36), Fraction(6, 36)), "one round, no courage"
    # 1 against 1 + 1: he wins by 2 more, loses by 1 less, and a tie is one worse
    assert _fought(1, 1, 0, 1) == (Fraction(10, 36), Fraction(5, 36))
    # with 2 health the loser of a round by 1 fights on without his courage
    ahead, tie, by_one = Fraction(15, 36), Fraction(6, 36), Fraction(5, 36)
    wins, both = _fought(2, 1, 0, 0)
    assert wins == ahead + by_one * fair[0] and both == tie + by_one * fair[1]
    # who has lost a round has no courage in the next: 1 + 1 against 1, of 2 health
    beaten = _fought(1, 1, 1, 0)
    wins, both = _fought(1, 2, 1, 1)
    assert wins == Fraction(10, 36) + by_one * beaten[0] and both == tie + by_one * beaten[1]
    stage, (x, y), forward = with_a_soldier()
    g, mine = state(stage), acting_soldier(stage.sitting)
    enemy = next(SoldierId(n) for n, s in enumerate(g.soldiers) if s.seat == 1)
    g.change(enemy, spot=Spot((x, y + forward * 400, 0)), order=Order.NONE)
    stage.sitting.touch()
    press(stage, verb_of(stage, Assault))
    press(stage, f"man:{enemy}")
    told = [run.text for run in item(stage, "odds.lines").runs]
    mine_, theirs = (fighting_courage(g, n) for n in (mine, enemy))
    assert f"courage {mine_} against {theirs}" in told
    assert any(text.endswith("may shoot first") for text in told)
    g.change(enemy, order=Order.RUN)
    stage.sitting.touch()
    assert not any(run.text.endswith("shoot first") for run in item(stage, "odds.lines").runs)


@pytest.mark.rule("NCO-HIT-06", "NCO-INT-04")
def test_odds_of_counter_fire_are_those_of_an_answer_and_at_the_charger_alone() -> None:
    """They were without the penalty, and at everybody."""
    for robot, match in asked_for("counter"):
        stage = robot.stage
        soldier, who = acting_soldier(stage.sitting), charger(match.state)
        press(stage, "key:1") if stage.scene().find("key:1") else None
        sketch = stage.sitting.answering.sketch
        assert sketch is not None and sketch.cls is Counter
        ((target, shot, _),) = shots_of(stage.sitting, soldier)
        assert target == who and shot.response
        return
    raise AssertionError("nobody was charged at")


@pytest.mark.rule("NCO-ITM-01")
def test_an_extra_magazine_shows_its_odds_with_the_weapon_that_was_fired() -> None:
    for robot, match in asked_for("reload"):
        stage = robot.stage
        firing = second_fire(match.state)
        assert firing is not None
        assert acting_soldier(stage.sitting) == firing.shot.shooter
        assert second_fire(state(stage_at("order"))) is None, "none is asked for there"
        shots = shots_of(stage.sitting, firing.shot.shooter)
        assert shots and {shot.weapon for _, shot, _ in shots} == {firing.shot.weapon}
        assert any(i.id.startswith("sight:") for i in stage.scene())
        return
    raise AssertionError("nobody had an Extra Magazine")


def asked_for(kind: str) -> Iterator[tuple[Robot, Any]]:
    """Matches of computer players that ask seat 0 this; 13 is the first that comes to all."""
    for seed in range(13, 0, -1):
        robot = Robot(SYSTEM, seed, setup=SETUP)
        robot.match = LocalMatch(SYSTEM, SETUP, seed, [computer_player] * 2)
        if robot.run_to(lambda match: match.request.kind == kind):
            yield robot, robot.match


SPRINGING = ("soldier", "weapon", "leg", "walked")


def springs(view: Any, allowed: bool = True) -> list[Spring]:
    """Return the offers to shoot out of an Ambush at the walker, those that are allowed or not."""
    found = [o for o in agenda.offers(view) if isinstance(o, Spring) and not o.aim]
    return [o for o in found if (agenda.why_not(view, o) is None) == allowed]


@pytest.mark.rule("NCO-INT-07")
def test_where_an_ambush_stops_its_man_is_pressed_seen_and_weighed() -> None:
    """Men beside the path took the presses, and nothing showed what had been chosen."""
    walker = [man(1000, 1000, "corporal"), man(1000, 600)]
    sees, far = man(1500, 1800, "corporal", "rifle", ambush=3), man(3300, 3500, ambush=3)
    fight = lay(walker, [sees, far, man(1200, 2500)])
    view = fight.say(Run(SoldierId(0), (Spot((2000, 1000, 0)),))).view(BEN)
    assert fight.kind == "ambush"
    stage = stage_of(view, BEN)
    g, own = state(stage), waiting(state(stage), BEN)
    others = [i for i in stage.scene() if i.id.startswith("man:") and i.id[4:].isdigit()]
    assert others and all((i.action is not None) == (int(i.id[4:]) in own) for i in others)
    assert 0 < len(own) < len(g.squad(BEN))
    assert stage.scene().find("path.stop") is None and stopped_at(stage.sitting) is None
    blind, want = springs(view, allowed=False)[0], springs(view)[0]
    for spring, seen in ((blind, False), (want, True)):
        sketch = Draft(Spring, {name: getattr(spring, name) for name in SPRINGING})
        stage.sitting.answering.sketch = sketch
        stage.sitting.touch()
        assert item(stage, "path.stop")
        assert (sprung(stage.sitting, stopped_at(stage.sitting)) is not None) == seen
    assert any(run.text.endswith("where he is stopped:") for run in item(stage, "odds.lines").runs)


@pytest.mark.rule("NCO-INT-07")
def test_an_ambush_is_asked_about_only_where_somebody_in_it_could_fire() -> None:
    """It was asked at every walk that came near enough, whatever was seen."""
    for off, matters in ((800, True), (2000 + BASES + 60, False)):
        fight = lay([man(1000, 1000)], [man(1500, 1000 + off, weapon="rifle", ambush=3)])
        view = fight.say(Run(SoldierId(0), (Spot((2000, 1000, 0)),))).view(BEN)
        assert fight.kind == "ambush"  # the rules ask in either case
        assert bool(springs(view)) is matters
        assert SYSTEM.settled(view) == (None if matters else Pass())
        assert Words(SYSTEM).is_routine(view) is not matters
        for always in (False, True):
            stage = stage_of(view, BEN)
            stage.sitting.settings.asks_always = always
            unasked = stage.table.unasked(stage.sitting)
            assert unasked == (None if matters or always else Pass())


def test_items_and_skills_say_what_they_do() -> None:
    assert set(ITEMS) == set(Item_) and set(SKILLS) == set(Skill)


@pytest.mark.rule("NCO-SCN-24", "NCO-SCN-26")
def test_a_path_says_whether_it_ends_where_down_takes_effect() -> None:
    """An inch is few pixels: a soldier stood beside the pilot, went Down, and did not have him."""
    piece = Token(spot=Spot((1800, 900, 0)))
    g = lay([man(1800, 300)], [man(1800, 3300)], scenario="intel-retrieval", tokens=[piece]).g
    for y, touches in ((799, False), (800, True)):
        way = (Spot((1800, 300, 0)), Spot((1800, y, 0)))
        told = Route(SoldierId(0), way, (y - 300,), 1000, Gait.RUN).told(g)
        assert told.endswith("there Down takes effect") == touches


@pytest.mark.rule("NCO-INT-01", "NCO-ORD-01")
def test_who_may_go_down_is_told_what_it_is_worth() -> None:
    for robot, match in asked_for("react"):
        g = match.state
        told = threats(robot.stage.sitting)
        shot = shot_at(g)
        assert told and shot is not None
        for n, now, down in told:
            assert now.need == needed(g, shot, n) and down.need >= now.need
        lines = [run.text for run in item(robot.stage, "odds.lines").runs]
        assert any("Down" in line for line in lines)
        assert all(not g.soldiers[n].down for n, _, _ in told), "nobody lies for it"
        return
    raise AssertionError("nobody was shot at")


def test_the_help_of_a_game_without_cards_speaks_of_none() -> None:
    stage = stage_at("order")
    stage.key("f1")
    assert not [text for text in stage.scene().texts() if "cards of your hand" in text]


@pytest.mark.rule("NCO-SCN-04")
def test_no_soldier_covers_what_a_sector_is_worth() -> None:
    """The numbers stood below the soldiers."""
    stage = in_battle("secure-the-sectors", 3).stage
    g = state(stage)
    for corner in ((100, 3500), (1100, 3500), (100, 2500), (1100, 2500)):
        for n, one in enumerate(g.squad(SEATS[0])[:2]):
            spot = Spot((corner[0] + 60 * n, corner[1], 0))
            g.soldiers[one] = evolve(g.soldiers[one], spot=spot)
        stage.sitting.touch()
        plates = [item(stage, f"goal:{x}.{y}") for x in range(3) for y in range(3)]
        men = [
            one for one in stage.scene() if one.id.startswith("man:") and one.id.endswith(".art")
        ]
        assert len(men) > 10
        for plate in plates:
            covered = [man for man in men if man.rect.meets(plate.rect) and man.z > plate.z]
            assert not covered


@pytest.mark.parametrize("key", ["key:3", "key:4", "key:5", "key:6", "key:7"])
def test_an_order_says_in_a_sentence_what_to_do_next(key: str) -> None:
    """It said "choose next: path"."""
    stage = stage_at("order")
    press(stage, f"man:{state(stage).squad(SEATS[0])[0]}")
    press(stage, key)
    told = " ".join([run.text for run in item(stage, "prompt.text").runs])
    assert "choose next" not in told and ("Click" in told or "Choose" in told), told


def test_a_special_action_says_how_it_is_given() -> None:
    told = [run.text for run in item(stage_at("special"), "prompt.text").runs]
    assert "You: " not in told[0]
    assert "Click one of your soldiers, then an action." in " ".join(told)


@pytest.mark.rule("NCO-HLT-02")
def test_the_walking_wounded_are_not_offered_a_walk() -> None:
    """Run was lit and its reach shown; what followed said "Click one of your soldiers"."""
    stage = stage_at("order")
    g = state(stage)
    soldier = g.squad(SEATS[0])[0]
    g.change(soldier, health=1)
    press(stage, f"man:{soldier}")
    run = item(stage, "key:6")
    assert not run.lit and "Walking Wounded" in run.why
    assert not any(i.id.startswith("reach.") for i in stage.scene())
    press(stage, "key:6")
    assert stage.sitting.answering.sketch is None


@pytest.mark.rule("NCO-EVT-05")
def test_cover_fire_is_not_lit_in_a_turn_that_forbids_it() -> None:
    """COVER FIRE was lit, and each weapon refused after it had been pressed."""
    stage = stage_at("order")
    g = state(stage)
    soldier = g.squad(SEATS[0])[0]
    x, y, surface = g.soldiers[soldier].spot
    g.change(soldier, weapons=(WeaponKey("lmg"),), grenades=0)
    g.change(g.squad(SEATS[1])[0], spot=Spot((x, y + 150, surface)))
    press(stage, f"man:{soldier}")
    assert item(stage, "key:3").lit
    g.event = DOG
    stage.sitting.touch()
    cover = item(stage, "key:3")
    assert not cover.lit and "noncombatants" in cover.why


@pytest.mark.rule("NCO-ORD-06", "NCO-ORD-09")
def test_an_attack_is_lit_only_where_an_enemy_can_be_attacked() -> None:
    """FIRE and ASSAULT were lit for a soldier who saw nobody, and with nobody chosen."""
    for far, lit in ((3000, False), (400, True)):
        mine = [man(1800, 300, weapon="lmg", grenades=0), man(100, 300, grenades=0)]
        stage = stage_of(lay(mine, [man(1800, 300 + far)]).view(ANN), ANN)
        for chosen in (False, True):
            if chosen:
                press(stage, "man:0")
            for cls in (CoverFire, Fire, Assault):
                assert item(stage, verb_of(stage, cls)).lit is lit, (far, chosen, cls)
        press(stage, "man:1")
        assert not item(stage, verb_of(stage, Assault)).lit  # another is near enough
    beyond = 300 + CATALOG.weapons[WeaponKey("rifle")].range + BASES + 100
    shooter = man(1800, 300, weapon="rifle", grenades=0)
    stage = stage_of(lay([shooter], [man(1800, beyond)]).view(ANN), ANN)
    press(stage, "man:0")  # out of range, but not out of a circle
    assert item(stage, verb_of(stage, CoverFire)).lit
    assert not item(stage, verb_of(stage, Fire)).lit
    stage = stage_of(lay(mine, [man(1800, 3300)]).view(ANN), ANN)
    press(stage, "man:0")
    press(stage, verb_of(stage, Fire))  # it can be begun all the same, and says where that leads
    assert "No enemy is in sight" in " ".join(r.text for i in stage.scene() for r in i.runs)


@pytest.mark.rule("NCO-ORD-02", "NCO-SKL-08")
def test_a_rally_is_lit_where_it_brings_something_back() -> None:
    medic = man(1000, 1000, "medic")
    for hurt, near, lit in ((False, 100, False), (True, 100, True), (True, 900, False)):
        other = man(1000 + near, 1000)
        other = other.with_(health=1) if hurt else other
        stage = stage_of(lay([medic, other], [man(1800, 3300)]).view(ANN), ANN)
        press(stage, "man:0")
        assert item(stage, verb_of(stage, Rally)).lit is lit, (hurt, near)
        press(stage, "man:1")
        assert item(stage, verb_of(stage, Rally)).lit is hurt


@pytest.mark.rule("NCO-DIE-02", "NCO-DIE-03")
def test_the_log_tells_an_order_with_its_die_in_one_line() -> None:
    """Each die had a line of its own: in a low log it was all that one saw."""
    stage = stage_at("order")
    rows = [i for i in stage.scene() if i.kind == "log"]
    told = [" ".join(run.text for run in row.runs) for row in rows]
    assert told and not any("rder die" in one for one in told)
    log = stage.sitting.log
    ordered = [log.entry(n) for n, line in enumerate(log.lines) if isinstance(line.event, Ordered)]
    assert ordered and all(isinstance(log.lines[one.first].event, Drawn) for one in ordered)
    assert all(one.opens and ": " in one.text for one in ordered)


def test_the_log_tells_a_shot_with_the_order_to_fire_in_one_line() -> None:
    log = stage_at("special").sitting.log
    pairs = [
        n
        for n, (one, two) in enumerate(pairwise(line.event for line in log.lines))
        if isinstance(one, Ordered) and isinstance(two, Fired) and one.soldier == two.soldier
    ]
    assert pairs
    for n in pairs:
        entry = log.entry(n)
        assert entry == log.entry(n + 1) and isinstance(log.lines[entry.first].event, Drawn)
        assert " shoots at " in entry.text or " fires" in entry.text


@pytest.mark.rule("NCO-WPN-07")
def test_no_weapon_is_offered_that_an_advance_does_not_fire() -> None:
    """The LMG was lit, with its chance at every enemy, and refused after all was chosen."""
    stage = stage_at("shot")
    g, soldier = state(stage), acting_soldier(stage.sitting)
    g.change(soldier, weapons=(WeaponKey("lmg"),), grenades=0)
    stage.sitting.touch()
    assert "not fired on an Advance" in item(stage, "weapon:0").why
    assert not any(i.id.startswith("sight:") for i in stage.scene())
    assert "No enemy is in sight" in " ".join([run.text for run in item(stage, "prompt.text").runs])


def test_no_odds_are_told_of_a_shot_that_cannot_be_ordered() -> None:
    """Those of another shot stood there while the pointer rested on who had just been shot at."""
    mine = man(1800, 1000, order=Order.FIRE), man(1600, 1000)
    stage = stage_of(lay(mine, [man(1800, 1500)]).view(ANN), ANN)

    def told_of(soldier: int) -> bool:
        press(stage, f"man:{soldier}")
        stage.move(*at(stage, 1800, 1500))
        return stage.scene().find("odds.lines") is not None

    assert not told_of(0) and told_of(1)
    press(stage, verb_of(stage, Fire))
    stage.move(*at(stage, 1800, 1500))
    assert stage.scene().find("odds.lines") is not None
    press(stage, verb_of(stage, Advance))
    stage.move(*at(stage, 1800, 1500))
    assert stage.scene().find("odds.lines") is None


def test_while_the_weapon_is_open_the_chance_at_an_enemy_is_that_of_the_best_one() -> None:
    """It was that of the launcher, where the rifle was far better."""
    mine = man(1800, 1000, weapon="launcher")
    stage = stage_of(lay([mine], [man(1800, 1500)]).view(ANN), ANN)
    press(stage, "man:0")
    press(stage, verb_of(stage, Fire))
    told = {}
    for weapon in (None, *mine.weapons):
        if weapon is not None:
            press(stage, next(i.id for i in stage.scene() if pressed_for(i, weapon)))
        (plate,) = [i for i in stage.scene() if i.id == "sight:1.text"]
        told[weapon] = plate.runs[0].text
    launcher, rifle = mine.weapons
    assert told[None] == told[rifle] != told[launcher]


def pressed_for(item: Item, weapon: WeaponKey) -> bool:
    """Return True if an item is the button of a weapon."""
    return isinstance(item.action, ArmWith) and item.action.weapon == weapon


def test_no_note_covers_what_comes_after_a_press() -> None:
    """That of the order that was pressed lay over the other orders; it comes when one points
    again."""
    stage = stage_at("order")
    press(stage, f"man:{state(stage).squad(SEATS[0])[0]}")
    x, y = stage.scene().point_of(item(stage, "key:5")) or (0, 0)
    stage.move(x, y)
    assert stage.scene().find("tooltip") is not None
    stage.press(x, y)
    assert stage.scene().find("tooltip") is None
    stage.move(x + 9, y)
    assert stage.scene().find("tooltip") is not None
