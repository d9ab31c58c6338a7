"""The tables without a window: everything is answerable by clicking, nothing runs over, nothing
changes the game, and what is not allowed says why."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client.answering.drafting import groups_of
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Rect, Scene
from owm_net.client.screens import DOORS
from owm_net.client.screens.helping import Help
from owm_net.client.settings import Settings
from owm_net.client.sitting.guard import GuardError
from owm_net.client.stage.stack import Door
from owm_net.engine import codec
from owm_net.engine.agenda import options
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.engine.requests import Over
from owm_net.games.owm.actions import Attack, EndTurn, Redraw
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.terms import Colour
from owm_net.session.player import Notice
from tests.client.robot import Robot
from tests.client.situations import KINDS, doing, everything, picked, stage_at
from tests.games.every import THOROUGH

SIZES = ((960, 540), (1280, 720), (1600, 900), (1920, 1080))
LAYOUTS = list(product(SIZES, (0.8, 1.0, 1.25, 1.6)))[:: 1 if THOROUGH else 3]
"""Every size and every scale, the smallest with both ends; `make thorough`: each with each."""


UNFILLED = re.compile(r"\{[a-z_]\w*[^{}]*\}")


def texts_that_run_over(scene: Scene) -> list[tuple[Any, ...]]:
    """Text outside the window, its item or its room, cut, over other text of its layer, or with a
    {name} that nothing was put in for."""
    window = Rect(0, 0, *scene.size)
    runs = [(item, run) for item in scene for run in item.runs]
    found: list[tuple[Any, ...]] = []
    for item, run in runs:
        if not window.covers(run.box, 1):
            found.append(("outside the window", item.id, run.text))
        if run.box.w > run.room + 1:
            found.append(("wider than its room", item.id, run.text))
        if not item.rect.covers(run.box, 2 * scene.scale):
            found.append(("outside its item", item.id, run.text))
        if UNFILLED.search(run.text):
            found.append(("not filled in", item.id, run.text))
    layers: dict[int, list[Any]] = {}
    for item, run in runs:
        layers.setdefault(item.z // 100, []).append((item, run))
    for layer in layers.values():
        layer.sort(key=lambda pair: pair[1].box.y)
        for n, (item, run) in enumerate(layer):
            for other, next_run in layer[n + 1 :]:
                if next_run.box.y >= run.box.bottom:
                    break
                if run.box.meets(next_run.box, 1):
                    found.append(("over other text", item.id, run.text, other.id, next_run.text))
    return found


# ------------------------------------------------------------------ by clicking alone


@pytest.mark.parametrize("seed", range(4))
def test_a_robot_plays_skeleton_to_the_end(seed: int) -> None:
    robot = Robot(games.get("skeleton"), seed)
    assert robot.play()
    assert isinstance(robot.match.request, Over)


def test_yes_and_no_are_named_by_what_they_come_to() -> None:
    """They were YES and NO below "take a stance"."""
    robot = Robot(games.get("skeleton"), 3)
    assert robot.run_to(lambda match: True)
    texts = [text for text in robot.stage.scene().texts() if text.strip()]
    assert {"Be bold", "Be careful"} <= set(texts), texts


@pytest.mark.parametrize("seed", (0, 2) if THOROUGH else (0,))
def test_a_robot_plays_a_whole_match_of_owm(seed: int) -> None:
    robot = Robot(games.get("owm"), seed)
    assert robot.play()
    assert robot.kinds["action"] > 2 and robot.kinds["squad"] == 1
    robot.tick()
    assert robot.stage.sitting.result is not None
    assert any(i.id == "confirm" for i in robot.stage.scene())  # the end screen


@pytest.mark.parametrize("seats", [3, 4])
def test_a_robot_plays_with_partners(seats: int) -> None:
    system = games.get("owm")
    robot = Robot(system, 2, setup=system.default_setup(seats=seats))
    robot.play(6)
    assert robot.kinds["squad"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_each_question_is_answered_by_clicks(kind: str) -> None:
    stage = stage_at(kind)
    given: list[Any] = []
    sitting = stage.sitting
    assert sitting.view is not None
    sitting.answering._sink = given.append
    robot = Robot.__new__(Robot)
    robot.stage, robot.look, robot.clicks, robot.now = stage, lambda s: None, 0, 100.0
    import random

    robot.chance = random.Random(kind)
    for _ in range(150):
        point = stage.scene().point_of(robot.choose())
        assert point is not None
        stage.press(*point)
        if given:
            break
    assert given


def test_a_game_without_a_table_gets_the_plain_one() -> None:
    stage = Stage(games.get("skeleton"), 0, ["You", "Bob"])
    assert type(stage.table).__name__ == "PlainTable"


# ------------------------------------------------------------------ what is said


def press(stage: Stage, id: str) -> None:
    item = stage.scene().find(id)
    assert item is not None, f"there is no {id}: {[i.id for i in stage.scene()]}"
    point = stage.scene().point_of(item)
    assert point is not None, f"{id} is covered"
    stage.press(*point)


@pytest.mark.rule("OWM-MISS-05")
def test_an_illegal_click_shows_reason_and_rule() -> None:
    stage = stage_at("start_at")
    dark = next(i for i in stage.scene() if i.kind == "cell" and i.why)
    press(stage, dark.id)
    assert any("OWM-MISS-05" in text for text in stage.scene().texts())
    assert stage.sitting.answering.is_open  # nothing was sent


def test_illegal_choices_say_why_on_hover() -> None:
    stage = stage_at("action")
    buttons = [i for i in stage.scene() if i.kind == "button" and not i.id.startswith("map.")]
    off = [i for i in buttons if i.why]
    assert off and all("OWM-" in i.why and "Not now" in i.tooltip for i in off)


def test_the_prompt_names_the_fireteam_and_what_is_left() -> None:
    stage = stage_at("action")
    assert any("choose an action for " in t and "left)" in t for t in stage.scene().texts())
    robot = Robot(games.get("owm"), 1)
    while robot.wanted():
        robot._answer()
        robot.tell()
    prompt = next(i for i in robot.stage.scene() if i.id == "prompt")
    assert prompt.label


def test_what_the_opponent_holds_is_backs_and_a_count() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    assert sitting.view is not None
    held = sitting.view.state.hands[1]
    backs = [i for i in stage.scene() if i.id.startswith("player:1.card")]
    assert len(backs) == min(7, len(held))
    assert {i.art.face for i in backs if i.art} == {"core_back"}


def test_escape_goes_back_one_level_at_a_time() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    lit = next(i for i in stage.scene() if i.id.startswith("hand:") and i.lit)
    press(stage, lit.id)
    order = doing(stage)
    assert order is not None and not order.by_name
    target = next(
        (i for i in stage.scene() if i.kind in ("cell", "token") and i.lit and i.action), None
    )
    if target is not None:
        press(stage, target.id)
        stage.key("escape")
        assert doing(stage) is order
    stage.key("f1")
    assert isinstance(stage.screens.top, Help)
    stage.key("escape")
    assert stage.is_bare and doing(stage) is order
    while sitting.answering.sketch is not None:
        stage.key("escape")
    assert sitting.answering.is_open


def test_keys_choose_cards_confirm_and_walk() -> None:
    stage = stage_at("action")
    stage.key("1")
    assert picked(stage, Played) == stage.sitting.view.state.hands[0][:1]  # type: ignore[union-attr]
    stage.key("escape")
    seen = []
    for _ in range(5):
        stage.key("tab")
        seen.append(stage.sitting.ui.focus)
    assert len(set(seen)) == 5
    stage.key("tab", shift=True)
    assert stage.sitting.ui.focus == seen[3]
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    stage.key("e")
    stage.key("enter")
    stage.key("enter")
    assert given == [EndTurn()]


def test_nothing_is_sent_before_it_is_confirmed() -> None:
    stage = stage_at("action")
    given: list[Any] = []
    stage.sitting.answering._sink = given.append
    press(stage, "verb:redraw")
    for i in (0, 1):
        press(stage, f"hand:{i}")
    assert not given and len(picked(stage, Played)) == 2
    press(stage, "confirm")
    assert isinstance(given[0], Redraw) and len(given[0].cards) == 2


def test_an_attack_shows_its_odds_before_it_is_confirmed() -> None:
    robot = Robot(games.get("owm"), 5)

    def can_attack(match: Any) -> bool:
        from owm_net.engine import agenda

        return match.request.kind == "action" and any(
            isinstance(x, Attack) for x in agenda.options(match.view(0))
        )

    assert robot.run_to(can_attack)
    stage = robot.stage
    attack = next(x for x in options(stage.sitting.view) if isinstance(x, Attack))  # type: ignore[arg-type]
    hand = stage.sitting.view.state.hands[0].index(attack.card)  # type: ignore[union-attr]
    press(stage, f"hand:{hand}")
    press(stage, f"team:{attack.target}")
    assert any("best shot" in t.lower() or "nobody's weapon" in t for t in stage.scene().texts())
    assert not robot.answers
    press(stage, f"team:{attack.target}")
    assert robot.answers == [attack]


def test_the_squad_builder_counts_and_says_what_is_missing() -> None:
    stage = stage_at("squad")
    ready = stage.scene().find("confirm")
    assert ready is not None and ready.why
    press(stage, "ready-made")
    press(stage, "preset:0")
    press(stage, "ready-made")
    ready = stage.scene().find("confirm")
    assert ready is not None and not ready.why
    first, second, *others = groups_of(stage.sitting.answering.sketch, SoldierId)
    assert first and second
    press(stage, f"picked:{first[0]}")
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == (first[1:], second, *others)
    stage.key("2")
    free = next(i for i in stage.scene() if i.id.startswith("pool:") and i.lit)
    press(stage, free.id)
    soldier = int(free.id.partition(":")[2])
    assert groups_of(stage.sitting.answering.sketch, SoldierId) == (
        first[1:],
        (*second, soldier),
        *others,
    )


# ------------------------------------------------------------------ what is drawn


@pytest.mark.parametrize("kind", KINDS)
def test_no_text_runs_over_at_any_size_and_scale(kind: str) -> None:
    stage = stage_at(kind)
    for size, scale in LAYOUTS:
        stage.resize(*size)
        stage.sitting.settings.scale = scale
        assert not texts_that_run_over(stage.scene()), (size, scale)


@pytest.mark.parametrize("door", [d for d in DOORS if not d.again], ids=lambda door: door.word)
def test_no_text_runs_over_in_what_lies_over_the_table(door: Door) -> None:
    stage = stage_at("action")
    stage.key(door.keys[0])
    assert isinstance(stage.screens.top, door.screen)
    for size, scale in LAYOUTS:
        stage.resize(*size)
        stage.sitting.settings.scale = scale
        assert not texts_that_run_over(stage.scene()), (size, scale)
    stage.key("escape")
    assert stage.is_bare


@pytest.mark.parametrize("kind", ["squad", "action", "shooter"])
def test_no_text_runs_over_wherever_the_pointer_is(kind: str) -> None:
    stage = stage_at(kind)
    for n, state in enumerate(everything(stage)):
        if n % 3 == 0:
            assert not texts_that_run_over(state.scene()), state.sitting.ui.hover


def test_text_is_large_enough() -> None:
    for kind in ("division", "squad", "action", "shooter", "assault_line"):
        scene = stage_at(kind).scene()
        assert min(run.size for item in scene for run in item.runs) >= 13


def test_lit_cells_differ_by_more_than_colour() -> None:
    """A frame with heavy corners is drawn round each, which plain cells do not have."""
    from owm_net.client.glass.stamps import stamps
    from owm_net.client.scene.pictures import BoxPicture

    stage = stage_at("start_at")
    lit = [i for i in stage.scene() if i.kind == "cell" and i.lit]
    frames = [
        s
        for s in stamps(stage.scene())
        if isinstance(s.picture, BoxPicture) and s.picture.shape.kind == "frame"
    ]
    assert lit and len(frames) == len(lit)


# ------------------------------------------------------------------ what happens


def at_shooter() -> Robot:
    """A match at a question for a shooter, the first that comes to one."""
    settings = Settings(speed="off", guard=True)
    robots = (Robot(games.get("owm"), seed, settings=settings) for seed in range(5, 15))
    return next(r for r in robots if r.run_to(lambda match: match.request.kind == "shooter"))


def play_slowly(speed: str) -> tuple[Robot, int]:
    """Ticks of 50 ms until an attack of a match has been shown."""
    robot = at_shooter()
    robot.stage.sitting.withdraw()
    robot.stage.sitting.presenter.speed = speed
    robot.match.step()
    robot.tell()
    while not robot.wanted():
        robot.match.step()
        robot.tell()
    ticks = 0
    while robot.stage.sitting.presenter.busy:
        robot.tick(0.05)
        robot.stage.scene()
        ticks += 1
    return robot, ticks


def test_flips_are_shown_one_after_another_at_three_speeds() -> None:
    _, normal = play_slowly("normal")
    _, fast = play_slowly("fast")
    _, off = play_slowly("off")
    assert normal > 2 * fast > 4 * off


def test_space_skips_what_is_shown_and_loses_no_line_of_the_log() -> None:
    shown, _ = play_slowly("off")
    robot = at_shooter()
    robot.stage.sitting.withdraw()
    robot.stage.sitting.presenter.speed = "normal"
    robot.match.step()
    robot.tell()
    while not robot.wanted():
        robot.match.step()
        robot.tell()
    presses = 0
    while robot.stage.sitting.presenter.busy:
        robot.stage.key("space")
        robot.tick(0.01)
        presses += 1
    assert presses < 12
    assert [x.text for x in robot.stage.sitting.log.lines] == [
        x.text for x in shown.stage.sitting.log.lines
    ]


def test_the_question_waits_until_what_happened_has_been_seen() -> None:
    robot, _ = play_slowly("off")
    sitting = robot.stage.sitting
    sitting.presenter.speed = "normal"
    flip = Flipped(CardNumber(7), Colour.RED, 1, Purpose.DISCIPLINE)
    sitting.told(robot.match.view(0), [flip])
    sitting.ask(robot.match.view(0), lambda answer: None)
    robot.tick(0.01)
    assert not sitting.answering.is_open
    robot.tick(5)
    assert sitting.answering.is_open


def test_a_finished_match_can_be_looked_at_and_its_discards_browsed() -> None:
    robot = Robot(games.get("owm"), 3)
    robot.run_to(lambda match: False)
    robot.tick()
    robot.tick(1.0)
    stage = robot.stage
    stage.sitting.tell(Notice.VERDICT, "The log verifies.")
    assert any("log verifies" in t for t in stage.scene().texts())
    press(stage, "end.look")
    press(stage, "pile.discard")
    assert not texts_that_run_over(stage.scene())
    assert any(i.id.startswith("browse:") for i in stage.scene())
    stage.key("escape")
    assert stage.is_bare
    press(stage, "result")  # and back: a rematch, a picture
    assert stage.scene().find("end.look") is not None


@pytest.mark.rule("OWM-TIMER-01")
def test_a_last_round_that_was_agreed_upon_is_told_from_the_first_on() -> None:
    system = games.get("owm")
    robot = Robot(system, 3, setup=evolve(system.default_setup(), switches=(("last_round", "5"),)))
    robot.run_to(lambda match: match.request.kind == "action")
    assert any("round 1 of 5" in text.lower() for text in robot.stage.scene().texts())


# ------------------------------------------------------------------ the state stays as it is


def test_the_guard_catches_a_handler_that_changes_the_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = stage_at("action")

    def cheat(action: Any) -> None:
        stage.sitting.view.state.discard.append(1)  # type: ignore[union-attr]

    monkeypatch.setattr(stage.sitting.answering, "apply", cheat)
    lit = next(i for i in stage.scene() if i.id.startswith("hand:"))
    with pytest.raises(GuardError):
        press(stage, lit.id)


def test_clicks_everywhere_change_nothing_of_the_game() -> None:
    stage = stage_at("action")
    sitting = stage.sitting
    sitting.answering._sink = lambda answer: None
    assert sitting.view is not None and sitting.live is not None
    before = codec.digest(sitting.live.state)
    for item in list(stage.scene()):
        if item.action is not None and item.id not in ("confirm", "verb:endturn"):
            stage.activate(item)
            stage.scene()
    assert codec.digest(sitting.live.state) == before
