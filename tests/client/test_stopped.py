"""A match that has stopped: the table stays, what has happened lies over it."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.client.keys import HEED
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from tests.client.robot import Robot
from tests.client.situations import stage_at
from tests.client.test_table import press, texts_that_run_over

WHY = "the other side has left the match and said: it had to go"
ADVICE = "The log of the match is kept. Close this window and run `owm-net resume` to go on."


def stopped(stage: Stage) -> Stage:
    """As `app.Client` leaves it when the match has raised, seen for a while."""
    stage.sitting.ending.problem = (WHY, ADVICE)
    stage.sitting.withdraw()
    now = stage.sitting.display.now
    stage.tick(now + 1)
    stage.tick(now + 1 + 2 * HEED)
    return stage


def all_texts(stage: Stage) -> str:
    return " ".join(stage.scene().texts())


@pytest.mark.parametrize("kind", ["division", "squad", "action", "shooter", "assault_line"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_message_lies_over_the_table(kind: str, size: tuple[int, int]) -> None:
    stage = stage_at(kind, size=size)
    log = [i.label for i in stage.scene() if i.kind == "log"]
    stopped(stage)
    scene = stage.scene()
    assert "The other side has left the match" in all_texts(stage) and "resume" in all_texts(stage)
    assert set(log) <= {i.label for i in scene if i.kind == "log"}
    table, message = scene.find("prompt"), scene.find("problem")
    assert table is not None and message is not None and message.z > table.z
    assert not texts_that_run_over(scene)


@pytest.mark.parametrize("name", games.names())
def test_the_table_can_be_looked_at_and_says_that_it_has_stopped(name: str) -> None:
    """Nobody is said to think or to act; the message can be read again."""
    robot = Robot(games.get(name), 4)
    assert robot.run_to(lambda match: match.state.answered > 20)
    stage = stopped(robot.stage)
    covered = [i for i in stage.scene() if i.action is not None]
    press(stage, "problem.look")
    scene = stage.scene()
    assert scene.find("problem") is None and len(covered) > 4
    assert any(scene.point_of(i) for i in scene if i.action is not None)
    assert "The match has stopped: the other side has left" in all_texts(stage)
    assert not stage.sitting.waiting_for() and not texts_that_run_over(scene)
    press(stage, "problem.read")
    assert stage.scene().find("problem") is not None
    stage.key("escape")
    assert stage.scene().find("problem") is None and not stage.sitting.exit.closing
    press(stage, "confirm")
    assert stage.sitting.exit.closing


def test_piles_soldiers_and_the_log_still_answer_the_pointer() -> None:
    stage = stopped(stage_at("action"))
    stage.key("escape")
    press(stage, "pile.discard")
    assert any(i.id.startswith("browse:") for i in stage.scene())
    stage.key("escape")
    stage.scroll(0, 0, 5)
    assert stage.sitting.log.scroll > 0 or len(stage.sitting.log.lines) < 20
    soldier = next(i for i in stage.scene() if i.id.startswith("soldier:"))
    stage.move(*(stage.scene().point_of(soldier) or (0, 0)))
    assert any(i.kind == "zoom" for i in stage.scene())


def test_nothing_can_be_played_any_more() -> None:
    given: list[Any] = []
    stage = stage_at("action")
    stage.sitting.answering._sink = given.append
    stopped(stage)
    stage.key("escape")
    for key in ("1", "e", "enter", "enter"):
        stage.sitting.exit.closing = False
        stage.key(key)
    assert not given


@pytest.mark.parametrize("how", ["enter", "click"])
def test_what_was_meant_for_the_table_does_not_close_the_window(how: str) -> None:
    """Whoever was about to confirm when the match stopped reads first."""
    stage = stage_at("action")
    stage.sitting.ending.problem = (WHY, ADVICE)
    stage.sitting.withdraw()

    def close() -> None:
        if how == "enter":
            stage.key("enter")
        else:
            press(stage, stage_button(stage))

    for now in (500.0, 500.0 + HEED / 2):
        stage.tick(now)
        close()
        assert not stage.sitting.exit.closing
    stage.tick(500.0 + 2 * HEED)
    close()
    assert stage.sitting.exit.closing


def stage_button(stage: Stage) -> str:
    """CLOSE of the message, not of the prompt bar below it."""
    return next(i.id for i in reversed(stage.scene().items) if i.label == "CLOSE")


def test_before_there_is_a_table_the_message_stands_alone() -> None:
    stage = Stage(games.get("owm"), 0, ["You", "Bob"], Settings(guard=True))
    stopped(stage)
    assert "The other side has left" in all_texts(stage)
    assert stage.scene().find("problem.look") is None
    stage.key("escape")
    assert stage.scene().find("problem") is not None
    press(stage, "confirm")
    assert stage.sitting.exit.closing


def test_a_match_that_ended_and_then_stopped_says_the_latter() -> None:
    robot = Robot(games.get("owm"), 3)
    robot.run_to(lambda match: False)
    robot.tick()
    stage = stopped(robot.stage)
    assert stage.scene().find("problem") is not None and stage.scene().find("end") is None
