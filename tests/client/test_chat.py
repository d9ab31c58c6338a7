"""Players write to each other in the window; typed text is no key of the table."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client import language
from owm_net.client.front import Front
from owm_net.client.keys import HEED
from owm_net.client.screens.arrival import Arrival
from owm_net.client.screens.chat import Chat
from owm_net.client.screens.leaving import Leave
from owm_net.client.screens.proposal import GoOnWithout
from owm_net.client.stage.stack import Screen
from owm_net.engine.ids import Seat
from owm_net.session.player import Mute, Notice, Remark, Talking, Word
from owm_net.session.remarks import LONGEST, PRESETS
from owm_net.session.verify import Outcome
from tests.client.asking import put
from tests.client.robot import Robot
from tests.client.test_arrival import STRANGER
from tests.client.test_proposal import Person, robot_of
from tests.client.test_table import press, texts_that_run_over
from tests.net.star import Listener, Spoke, Star


def opened(name: str = "skeleton", size: tuple[int, int] = (1280, 720)) -> tuple[Robot, list[Word]]:
    """A table over which the chat lies, and what the player says in it."""
    robot = robot_of(name, size=size)
    said: list[Word] = []
    Front(robot.stage).may_speak(said.append)
    robot.stage.key("f2")
    robot.tick()
    return robot, said


def type_in(robot: Robot, text: str) -> None:
    """As a keyboard does: a key, then what it writes."""
    for sign in text:
        robot.stage.key("space" if sign == " " else sign.lower())
        robot.stage.text(sign)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", games.names())
def test_what_was_written_can_be_read(name: str, size: tuple[int, int]) -> None:
    robot, _ = opened(name, size)
    front = Front(robot.stage)
    for number in range(60):
        front.notice(Notice.REMARK, f"Green: line {number}")
    front.notice(Notice.REMARK, "Green: " + "W" * LONGEST)
    front.notice(Notice.REMARK, "Blue: " + "long " * 39)
    scene = robot.stage.scene()
    texts = " ".join(scene.texts())
    assert "Green: line 59" in texts and "Green: line 20" not in texts
    assert all(preset in texts for preset in PRESETS)
    assert not texts_that_run_over(scene)


def test_a_preset_is_shown_to_each_in_his_own_language() -> None:
    robot, said = opened()
    language.use("de")
    try:
        robot.stage.sitting.touch()
        assert any(text.casefold() == "gut gespielt" for text in robot.stage.scene().texts())
        press(robot.stage, f"chat.preset:{PRESETS.index('Well played')}")
        assert said == [Remark("Well played")], "the log is the same in every language"
        Front(robot.stage).notice(Notice.REMARK, "Green: A: Well played")
        assert "Green: A: Gut gespielt" in robot.stage.scene().texts()
    finally:
        language.use("en")


def test_what_is_typed_is_sent_by_enter_and_touches_nothing_else() -> None:
    """Letters and digits that are keys of the table, a question mark, a space."""
    robot, said = opened()
    stage = robot.stage
    type_in(robot, "Go on, 1 h? gk")
    stage.key("backspace")
    stage.key("f1")  # and what was typed is there again when one comes back
    stage.key("f2")
    assert not said and isinstance(stage.screens.top, Chat) and not robot.answers
    assert any("Go on, 1 h? g" in text for text in stage.scene().texts())
    stage.key("enter")
    assert said == [Remark("Go on, 1 h? g")] and isinstance(stage.screens.top, Chat)
    stage.key("enter")
    assert stage.is_bare and len(said) == 1 and not robot.answers


def test_no_more_can_be_typed_than_may_be_sent_and_nothing_that_cannot() -> None:
    robot, said = opened()
    robot.stage.key("x")
    for sign in ("\r", "\x1b", "\u202e", *"x" * 300):
        robot.stage.text(sign)
    robot.stage.key("enter")
    assert said == [Remark("x" * LONGEST)]


@pytest.mark.parametrize("key", ["escape", "f2"])
def test_what_was_begun_is_kept_until_the_chat_is_opened_again(key: str) -> None:
    robot, said = opened()
    type_in(robot, "wait")
    robot.stage.key(key)
    assert robot.stage.is_bare
    robot.stage.text("q")
    robot.stage.key("f2")
    robot.stage.key("enter")
    assert said == [Remark("wait")]


def test_presets_and_silence_are_one_press() -> None:
    robot, said = opened()
    press(robot.stage, "chat.preset:2")
    [other] = [seat for seat in (0, 1) if seat != robot.stage.sitting.players.seat]
    press(robot.stage, f"chat.mute:{other}")
    press(robot.stage, f"chat.mute:{other}")
    assert said == [Remark(PRESETS[2]), Mute(Seat(other), True), Mute(Seat(other), False)]


def test_a_new_line_is_shown_over_the_table_for_a_while_and_leads_to_the_others() -> None:
    """It takes nothing from the question that is open, nor its place from a notice."""
    robot = robot_of()
    stage = robot.stage
    sketch, notice = stage.sitting.answering.sketch, stage.sitting.notices.line
    Front(stage).notice(Notice.REMARK, "Green: Good luck")
    robot.tick()
    assert (
        stage.sitting.answering.is_open
        and stage.sitting.answering.sketch is sketch
        and stage.sitting.notices.line == notice
    )
    assert "Green: Good luck" in " ".join(stage.scene().texts())
    press(stage, "chat.newest")
    assert isinstance(stage.screens.top, Chat)
    stage.key("escape")
    robot.tick(30.0)
    assert "Green: Good luck" not in " ".join(stage.scene().texts())


@pytest.mark.parametrize("over", ["arrival", "leave"])
def test_a_new_line_takes_nothing_from_what_lies_over_the_table(over: str) -> None:
    robot = robot_of()
    stage = robot.stage
    screen: Screen[Any] = Arrival(STRANGER) if over == "arrival" else Leave()
    stage.screens.push(screen)
    Front(stage).notice(Notice.REMARK, "Green: Good luck")
    robot.tick()
    robot.tick(2 * HEED)
    item = stage.scene().find("chat.newest")
    assert item is not None
    stage.press(item.rect.cx, item.rect.cy)
    assert list(stage.screens)[1:] == [screen]
    for key in ("tab", "down", "right"):
        for _ in range(9):
            stage.walk(1) if key == "tab" else stage.go(key == "right", key == "down")
            assert stage.ui.focus != "chat.newest", key
    stage.screens.close(screen)
    press(stage, "chat.newest")
    assert isinstance(stage.screens.top, Chat)


def test_without_a_match_there_is_nobody_to_write_to() -> None:
    robot = robot_of()
    robot.stage.key("f2")
    press(robot.stage, "chat.preset:0")
    assert robot.stage.sitting.ui.refused.why == "there is nobody to write to yet"


def test_the_question_of_a_seat_that_is_away_comes_before_what_is_typed() -> None:
    robot, _ = opened()
    answers = put(robot.stage, GoOnWithout(1, "Green is away"))
    robot.tick()
    robot.tick(5.0)
    robot.stage.key("k")
    robot.stage.text("k")
    assert answers == [False] and robot.stage.sitting.talk.line.text == ""


async def test_two_windows_write_to_each_other_in_a_match(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Typed in one, it is read in both; in both logs, which are OK."""
    star = Star(2, spokes=[Spoke("P1")])
    person, other = Person(0, ""), Listener(1)
    star.players[:] = [person, other]  # type: ignore[list-item]
    assert isinstance(person, Talking)
    wrote: list[int] = []

    def write(step: int) -> None:
        person.stage.key("f2")
        person.stage.text("hello")
        person.stage.key("enter")
        person.stage.key("escape")
        wrote.append(step)

    with trio.move_on_after(5_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.play)
            async with trio.open_nursery() as match:
                match.start_soon(star.play, 0)
                match.start_soon(star.play, 1)
                while not person.sitting.answering.is_open:  # noqa: ASYNC110 - nobody is told of it
                    await trio.sleep(0.1)
                write(star.matches[0].step)
            nursery.cancel_scope.cancel()
    assert wrote and star.ends == {0: None, 1: None}
    assert person.sitting.talk.remarks == ["P0: hello"]
    assert ("remark", "P0: hello") in other.notices
    for log in star.logs:
        assert (log.verdict().verdict, log.verdict().remarks) == (Outcome.OK, 1)
