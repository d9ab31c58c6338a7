"""HINT in the window: what the computer player would do, laid out and never played by itself."""

from __future__ import annotations

import subprocess
import sys
from inspect import unwrap
from typing import Any

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client.match.hints import Hints
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.engine.local import computer_player
from owm_net.engine.requests import Answer, Over
from owm_net.engine.search import Search
from owm_net.engine.system import Advised, System
from owm_net.engine.view import View
from owm_net.program.computer import thinking
from owm_net.program.computer.asked import question
from owm_net.program.failing import CANNOT
from tests.client.robot import Robot
from tests.client.test_table import press, texts_that_run_over

GAMES = tuple(name for name in games.names() if name != "skeleton")


async def here(system: System, view: View[Any]) -> tuple[Advised, ...]:
    """Think in this process."""
    return system.advised(view)


def asked(game: str, kinds: tuple[str, ...] = ()) -> Robot:
    """A table at the first question of one of these kinds that more than one answer fits."""
    robot = Robot(games.get(game), 3, settings=Settings(speed="off", size=(1280, 720)))
    robot.match.players = tuple([computer_player] * robot.setup.seats)
    assert robot.run_to(lambda match: match.state.pending.kind in kinds)
    return robot


def think(stage: Stage) -> Answer:
    """Let the hint that is wanted be found."""
    hints = stage.sitting.hints

    async def run() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(
                hints.run, stage.sitting.system, lambda: nursery.cancel_scope.cancel()
            )

    trio.run(run)
    stage.touch()
    assert hints.found
    return hints.found[0].answer


ASKED = {
    "owm": ("action",),
    "squadcards": ("fire",),
    "nco": ("order",),
    "hailfire": ("activate",),
    "heroes": ("turn",),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_read_laid_out_and_confirmed_by_the_player_alone(game: str) -> None:
    robot = asked(game, ASKED[game])
    stage = robot.stage
    stage.sitting.hints.think = here
    stage.key("f12")
    robot.tick()
    assert "Thinking" in " ".join(stage.scene().texts())
    answer = think(stage)
    assert answer == robot.system.advised(robot.match.view(0))[0].answer
    told = " ".join(stage.scene().texts())
    assert "The computer player would do this" in told and "Nothing is played" in told
    assert not texts_that_run_over(stage.scene())
    press(stage, "hint.take")
    robot.tick()
    assert stage.is_bare and not robot.answers  # it is laid out, and not given
    stage.key("enter")
    assert robot.answers == [answer]


def test_a_second_choice_is_told_and_can_be_taken_instead() -> None:
    """Where the computer player has tried several out."""
    robot = asked("squadcards", ASKED["squadcards"])
    stage = robot.stage
    stage.sitting.hints.think = here
    stage.key("f12")
    robot.tick()
    think(stage)
    best, other = stage.sitting.hints.found
    assert best.answer != other.answer and best.tried == other.tried > 0
    told = " ".join(stage.scene().texts())
    assert "Its second choice" in told
    assert best.better > other.better or best.better == 0
    assert (f"better in {best.better} of {best.tried} tries" in told) == (best.better > 0)
    assert "better in 0 " not in told
    assert not texts_that_run_over(stage.scene())
    press(stage, "hint.second.take")
    stage.key("enter")
    assert robot.answers == [other.answer]


def test_closing_it_stops_the_thinking_and_the_next_question_has_a_hint_of_its_own() -> None:
    hints, begun = Hints(), []
    view = asked("skeleton", ("send", "react", "stance")).match.view(0)
    other: View[Any] = View(view.state.clone(), view.seat, view.known)

    async def slow(system: System, seen: View[Any]) -> tuple[Advised, ...]:
        begun.append(seen)
        if seen is view:
            await trio.sleep_forever()
        return system.advised(seen)

    async def main() -> None:
        hints.think = slow
        async with trio.open_nursery() as nursery:
            system = games.get("skeleton")
            nursery.start_soon(hints.run, system, nursery.cancel_scope.cancel)
            hints.want(view)
            await trio.testing.wait_all_tasks_blocked()
            hints.drop()
            hints.want(other)
            await trio.testing.wait_all_tasks_blocked()

    trio.run(main)
    assert begun == [view, other]
    assert hints.view is other and hints.found


def test_a_hint_that_fails_is_sought_again_only_when_it_is_opened_again() -> None:
    stage = asked("skeleton", ("send", "react", "stance")).stage
    hints, begun = stage.sitting.hints, []

    async def broken(system: System, view: View[Any]) -> tuple[Advised, ...]:
        begun.append(view)
        raise OSError("no process")

    async def main() -> None:
        hints.think = broken
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hints.run, stage.sitting.system, stage.touch)
            for opened in (1, 2):
                stage.key("f12")
                for frame in range(5):
                    stage.tick(10.0 * opened + frame)
                    await trio.testing.wait_all_tasks_blocked()
                assert len(begun) == opened
                assert "no process" in " ".join(stage.scene().texts())
                stage.key("escape")
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_whoever_looks_back_is_sent_to_now_and_not_told_that_nothing_is_asked() -> None:
    robot = asked("heroes", ("turn",))
    stage = robot.stage
    stage.sitting.hints.think = here
    stage.sitting.log.past = 0
    stage.key("f12")
    stage.tick(1.0)
    told = " ".join(stage.scene().texts())
    assert "Go back to now" in told and "asked nothing now" not in told
    stage.key("escape")
    stage.key("f5")
    told = " ".join(stage.scene().texts())
    assert "5 points for Rifle platoon at 3 losses" in told
    assert not texts_that_run_over(stage.scene())


def test_an_onlooker_has_no_door_to_hints() -> None:
    robot = asked("skeleton", ("send", "react", "stance"))
    stage = Stage(robot.system, -1, ["one", "two"], Settings(speed="off", size=(1600, 900)))
    stage.sitting.told(robot.match.view(0), [])
    stage.tick(1.0)
    assert stage.scene().find("top.help") is not None and stage.scene().find("top.hint") is None
    stage.key("f12")
    assert stage.is_bare


def test_there_is_none_against_people_and_the_reason_is_said() -> None:
    stage = asked("skeleton", ("send", "react", "stance")).stage
    stage.key("f12")
    stage.tick(1.0)
    assert "off in a match against people" in " ".join(stage.scene().texts())
    assert stage.scene().find("hint.take") is None


STUCK = """
import threading
from owm_net.engine.search import Search
from owm_net.engine.system import Advised, System
from owm_net.program.computer import thinking

def advised(system, view):
    print("thinking", flush=True)
    threading.Event().wait()

System.advised = advised
thinking.main()
"""


def test_the_process_that_thinks_ends_when_the_window_is_gone() -> None:
    """It ran on to its answer, however long that took."""
    view = asked("skeleton", ("send", "react", "stance")).match.view(0)
    asks = question(games.get("skeleton"), view)
    command = [sys.executable, "-c", STUCK]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(len(asks).to_bytes(thinking.SIZE, "big") + asks)
        child.stdin.flush()
        assert child.stdout.readline() == b"thinking\n"
        child.stdin.close()  # as the end of the process that holds it does
        assert child.stdout.read() == b"" and child.wait() == CANNOT


def test_a_hint_that_is_given_up_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = asked("skeleton", ("send", "react", "stance"))
    opened: list[trio.Process] = []
    really = trio.lowlevel.open_process

    async def main() -> None:
        with trio.CancelScope() as scope:

            async def open_process(command: list[str], **how: Any) -> trio.Process:
                opened.append(await really([sys.executable, "-c", STUCK], **how))
                scope.cancel()
                return opened[0]

            monkeypatch.setattr(trio.lowlevel, "open_process", open_process)
            await thinking.think(robot.system, robot.match.view(0))
        assert opened[0].returncode is not None

    trio.run(main)


def test_another_process_finds_the_same_answer_from_what_the_seat_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It does not think in haste, as tests do."""
    monkeypatch.setattr(Search, "run", unwrap(Search.run))
    robot = asked("hailfire", ASKED["hailfire"])
    view = robot.match.view(0)
    assert not isinstance(view.state.pending, Over)
    assert trio.run(thinking.think, robot.system, view) == robot.system.advised(view)
