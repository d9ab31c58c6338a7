"""Taking back one's last decision in the window: the question, the log, the settings."""

from __future__ import annotations

from pathlib import Path

from owm_net import games
from owm_net.client.front import Front
from owm_net.client.match.match_log import LogLine
from owm_net.client.settings import Settings, remember, remembered
from owm_net.engine.ids import Seat
from owm_net.engine.taking_back import TakenBack
from owm_net.session.match import What
from owm_net.session.player import Consenting, Lenient, Will, Word
from tests.client.robot import Robot
from tests.client.test_proposal import robot_of
from tests.client.test_table import press, texts_that_run_over

WHY = "something was revealed since your last decision"


def at_table(name: str = "skeleton") -> tuple[Robot, list[Word]]:
    robot = robot_of(name)
    said: list[Word] = []
    Front(robot.stage).may_speak(said.append)
    return robot, said


def test_what_would_be_undone_is_read_before_it_is_asked() -> None:
    robot, said = at_table()
    sitting = robot.stage.sitting
    assert sitting.view is not None
    now = sitting.view.state.answered
    sitting.talk.undoable = lambda: now - 1
    for text in ("Green advances", "Green passes"):
        sitting.log.add(LogLine(TakenBack(Seat(0), 10_000), text, now))
    press(robot.stage, "top.back")
    texts = " ".join(robot.stage.scene().texts())
    assert "Green advances" in texts and "TAKE IT BACK" in texts
    assert not texts_that_run_over(robot.stage.scene())
    robot.stage.key("enter")
    assert said == [Will(What.TAKE_BACK)] and robot.stage.is_bare


def test_a_decision_that_revealed_something_says_so_and_asks_nobody() -> None:
    robot, said = at_table()
    robot.stage.key("f6")
    assert WHY in " ".join(robot.stage.scene().texts())
    robot.stage.key("enter")
    assert not said and robot.stage.sitting.ui.refused.why == WHY
    robot.stage.key("escape")
    assert robot.stage.is_bare


def test_lines_that_were_taken_back_are_struck_out() -> None:
    robot, _ = at_table()
    sitting = robot.stage.sitting
    sitting.log.lines = [
        LogLine(TakenBack(Seat(0), 10_000), "before", 4),
        LogLine(TakenBack(Seat(0), 10_000), "undone", 5),
        LogLine(TakenBack(Seat(0), 4), "Green takes a decision back", 6),
        LogLine(TakenBack(Seat(0), 10_000), "after", 7),
    ]
    sitting.touch()
    robot.tick()
    struck = [item.id for item in robot.stage.scene().items if item.id.endswith(".struck")]
    assert struck == ["log:1:0.struck"]


def test_the_program_agrees_by_itself_unless_its_player_wants_to_be_asked() -> None:
    settings = Settings()
    robot = robot_of("skeleton")
    front = Front(robot.stage)
    assert isinstance(front, Lenient) and isinstance(front, Consenting) and front.lets_take_back
    robot.stage.settings.lenient = False
    assert not front.lets_take_back and settings.lenient


def test_every_game_can_be_asked_to_take_back() -> None:
    for name in games.names():
        robot, _ = at_table(name)
        assert robot.stage.scene().find("top.back") is not None, name
        assert not texts_that_run_over(robot.stage.scene()), name


def test_the_setting_is_kept(tmp_path: Path) -> None:
    remember(Settings(lenient=False), tmp_path)
    assert not remembered(tmp_path)[0].lenient
