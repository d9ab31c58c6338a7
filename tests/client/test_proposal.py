"""A seat is away and owes: the person at the window is asked whether to go on without it."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client.front import Front
from owm_net.client.keys import HEED
from owm_net.client.match_stage import Stage
from owm_net.client.screens.helping import Help
from owm_net.client.screens.proposal import GoOnWithout
from owm_net.client.settings import Settings
from owm_net.engine import agenda
from owm_net.net.leaving.proposals import ASK_AFTER, ASK_AGAIN
from owm_net.session.player import Deciding, Notice
from owm_net.session.verify import Outcome
from tests.client.asking import put
from tests.client.robot import Robot
from tests.client.test_table import press, texts_that_run_over
from tests.net.star import SYSTEM, Listener, Spoke, Star

WHY = "Green has been away for 90 seconds and owes its answer"
NAMES = ["You", "Green", "Blue"]


def robot_of(
    name: str = "skeleton",
    names: list[str] = NAMES,
    size: tuple[int, int] = (1280, 720),
) -> Robot:
    """Return seat 0 of a match at a question of its own."""
    system = games.get(name)
    robot = Robot(
        system,
        4,
        setup=system.default_setup(seats=3 if name == "skeleton" else 2),
        settings=Settings(speed="off", guard=True, size=size),
    )
    robot.stage.sitting.players.names = tuple(names)
    assert robot.run_to(lambda match: True)
    return robot


def missed(robot: Robot, seat: int = 1, why: str = WHY) -> list[bool]:
    """Ask about a seat; what the player says to it."""
    said = put(robot.stage, GoOnWithout(seat, why))
    robot.tick()
    robot.tick(2 * HEED)
    return said


# ------------------------------------------------------------------ on the screen


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", games.names())
def test_the_dialog_says_who_why_and_what_follows(name: str, size: tuple[int, int]) -> None:
    """For every game, with the seat's name and its place in the game."""
    robot = robot_of(name, size=size)
    missed(robot)
    texts = " ".join(robot.stage.scene().texts())
    assert f"{WHY}. Continue without Green" in texts and "All who remain must agree." in texts
    place = robot.system.seat_name(robot.match.state, 1)
    assert place in texts
    assert "CONTINUE WITHOUT GREEN" in texts and "KEEP WAITING" in texts
    assert not texts_that_run_over(robot.stage.scene())


def test_the_longest_name_stays_in_its_dialog() -> None:
    """A peer chooses its name: 64 bytes of the widest letter, with no place to break the line."""
    name = "W" * 64
    robot = robot_of(names=["You", name, "Blue"])
    missed(robot, why=f"{name} has been away for 90 seconds and owes its answer")
    assert not texts_that_run_over(robot.stage.scene())


@pytest.mark.parametrize(
    ("how", "go_on"),
    [
        ("click go_on", True),
        ("c", True),
        ("click wait", False),
        ("k", False),
        ("escape", False),
        ("right click", False),
    ],
)
def test_it_is_answered_by_a_click_or_a_letter(how: str, go_on: bool) -> None:
    robot = robot_of()
    said = missed(robot)
    stage = robot.stage
    if how.startswith("click"):
        press(stage, f"drop.{how.partition(' ')[2]}")
    elif how == "right click":
        stage.press(5, 5, "right")
    else:
        stage.key(how)
    assert said == [go_on]
    assert stage.scene().find("drop") is None and not robot.answers


@pytest.mark.parametrize("key", ["enter", "space", "tab", "1", "f1", "t", "right"])
def test_no_other_key_means_anything_here(key: str) -> None:
    """Neither to the dialog nor to the table below, also with the focus on an option there."""
    robot = robot_of()
    stage = robot.stage
    stage.key("tab")
    said = missed(robot)
    stage.key(key)
    stage.key("enter")
    stage.key("enter")
    assert not said and not robot.answers and isinstance(stage.screens.top, GoOnWithout)
    assert stage.scene().find("drop") is not None


@pytest.mark.parametrize("how", ["c", "escape", "click"])
def test_what_comes_too_soon_was_meant_for_something_else(how: str) -> None:
    """A player about to press there when the dialog came has not answered it; frames may rest
    before it is seen."""
    robot = robot_of()
    stage = robot.stage
    said = put(stage, GoOnWithout(1, WHY))
    robot.tick(500.0)
    robot.tick(HEED / 2)
    for _ in range(2):
        if how == "click":
            press(stage, "drop.go_on")
        else:
            stage.key(how)
    assert not said and isinstance(stage.screens.top, GoOnWithout)
    robot.tick(HEED)
    stage.key("c")
    assert said == [True]


def test_nothing_below_the_dialog_can_be_clicked() -> None:
    robot = robot_of()
    lit = [i for i in robot.stage.scene() if i.action is not None]
    said = missed(robot)
    scene = robot.stage.scene()
    for item in lit:
        covered = scene.find(item.id)
        assert covered is not None and scene.point_of(covered) is None, item.id
    assert not said


def test_it_lies_over_the_help_and_leaves_it_open() -> None:
    robot = robot_of()
    robot.stage.key("f1")
    said = missed(robot)
    robot.stage.key("escape")
    assert said == [False] and isinstance(robot.stage.screens.top, Help)


def test_it_says_how_old_the_question_is() -> None:
    """Its line of the time that Green has been away was true when it was asked."""
    robot = robot_of()
    missed(robot)
    assert not any("minute" in text for text in robot.stage.scene().texts())
    robot.tick(125.0)
    robot.stage.sitting.touch()  # as the window's clock does every second
    assert any("This was 2 minutes ago." in text for text in robot.stage.scene().texts())


# ------------------------------------------------------------------ between match and window


async def test_a_decision_that_is_asked_at_the_same_time_is_not_lost(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """The dialog comes and goes over a half-made choice; then that is completed."""
    robot = robot_of()
    stage, match = robot.stage, robot.match
    front = Front(stage)
    got: dict[str, Any] = {}

    async def keep(what: str, call: Awaitable[Any]) -> None:
        got[what] = await call

    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep, "answer", front.decide(match.view(0)))
        await trio.testing.wait_all_tasks_blocked()
        robot.tick()
        sketch = stage.sitting.answering.sketch
        nursery.start_soon(keep, "drop", front.shall_drop(1, WHY))
        await trio.testing.wait_all_tasks_blocked()
        robot.tick()
        robot.tick(2 * HEED)
        assert stage.sitting.answering.is_open and isinstance(stage.screens.top, GoOnWithout)
        stage.key("c")
        await trio.testing.wait_all_tasks_blocked()
        assert got == {"drop": True}
        assert stage.sitting.answering.is_open and stage.sitting.answering.sketch is sketch
        while "answer" not in got:
            stage.press(*(stage.scene().point_of(robot.choose()) or (0, 0)))
            robot.tick()
            await trio.testing.wait_all_tasks_blocked()
    assert agenda.why_not(match.view(0), got["answer"]) is None


async def test_the_decision_may_be_withdrawn_under_the_dialog(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """And the dialog closes when it is cancelled."""
    robot = robot_of()
    front = Front(robot.stage)
    with trio.move_on_after(50):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(front.shall_drop, 1, WHY)
            with trio.move_on_after(5):
                await front.decide(robot.match.view(0))
            assert (
                not robot.stage.sitting.answering.is_open
                and robot.stage.scene().find("drop") is not None
            )
    assert robot.stage.is_bare and robot.stage.scene().find("drop") is None


# ------------------------------------------------------------------ a whole match


class Person(Front):
    """At a window without a screen: clicks what is lit, and presses a key when the dialog comes.

    key: the letter, "" for none. asked: when the dialog came, and when it had gone.
    """

    def __init__(self, seat: int, key: str) -> None:
        names = [f"P{s}" for s in range(3)]
        super().__init__(Stage(SYSTEM, seat, names, Settings(speed="off", guard=True)))
        self.key = key
        self.notices: list[tuple[str, str]] = []
        self.came: list[float] = []
        self.gone: list[float] = []
        self.robot = Robot(SYSTEM, seat)
        self.robot.stage = self.stage

    def notice(self, kind: Notice, text: str) -> None:
        self.notices.append((kind, text))
        super().notice(kind, text)

    async def play(self) -> None:
        sitting, stage = self.sitting, self.stage
        while True:
            await trio.sleep(0.5)
            stage.tick(trio.current_time())
            is_asked = isinstance(stage.screens.top, GoOnWithout)
            if len(self.came) > len(self.gone) and not is_asked:
                self.gone.append(trio.current_time())
            if is_asked:
                if len(self.came) == len(self.gone):
                    self.came.append(trio.current_time())
                assert stage.scene().find("drop.go_on") is not None
                stage.key("enter")
                if self.key and trio.current_time() - self.came[-1] > 20:
                    stage.key(self.key)
            elif sitting.answering.is_open:
                stage.press(*(stage.scene().point_of(self.robot.choose()) or (0, 0)))


class Leaver(Listener):
    """Loses its link when it is first asked, and answers that only `thinks_for` seconds later."""

    leave: Callable[[], Awaitable[None]] | None = None
    thinks_for = 0.0

    async def decide(self, view: Any) -> Any:
        if self.leave is not None:
            leave, self.leave = self.leave, None
            await leave()
            await trio.sleep(self.thinks_for)
        return await super().decide(view)


async def played(
    keys: str,
    away: float,
    most: float = 3_000,
    slow: float = 0.0,
) -> tuple[Star, list[Person]]:
    """A match of three in which seat 2 loses its link and has it again after `away` seconds.
    keys: what the persons at seats 0 and 1 press when they are asked. slow: how long seat 2
    thinks on when it is back, in seconds."""
    star = Star(3, spokes=[Spoke("P1"), Spoke("P2")])
    people = [Person(seat, key.strip()) for seat, key in enumerate(keys)]
    leaver = Leaver(2)
    star.players[:] = [*people, leaver]  # type: ignore[list-item]
    spoke = star.spokes[2]

    async def leave() -> None:
        spoke.held = trio.Event()
        await spoke.cut()
        nursery.start_soon(come_back)

    async def come_back() -> None:
        await trio.sleep(away)
        spoke.held.set()

    leaver.leave, leaver.thinks_for = leave, away + slow
    with trio.move_on_after(most):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play, 2)
            for person in people:
                nursery.start_soon(person.play)
            async with trio.open_nursery() as rest:
                for seat in (0, 1):
                    rest.start_soon(star.play, seat)
            nursery.cancel_scope.cancel()
    return star, people


def test_the_window_is_a_player_that_is_asked() -> None:
    assert isinstance(Front(robot_of().stage), Deciding)


async def test_all_who_remain_agree_in_their_windows(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Host and guest are each asked once, and the match is played to its end without seat 2."""
    star, people = await played("cc", math.inf)
    for seat in (0, 1):
        assert star.ends[seat] is None and star.matches[seat].dropped == (2,)
        assert star.logs[seat].verdict().verdict is Outcome.OK
        assert len(people[seat].came) == 1
    assert people[1].came[0] >= people[0].gone[0]  # the guest cannot see for itself who is away


async def test_the_question_goes_when_the_seat_is_back(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Nobody has answered; all three play on, though it takes its time for its own answer."""
    star, people = await played("  ", ASK_AFTER + 100, slow=200)
    assert [star.ends.get(seat, "none") for seat in range(2)] == [None, None]
    assert star.matches[0].finished and star.matches[0].dropped == ()
    assert len(people[0].came) == len(people[0].gone) == 1
    back = people[0].gone[0] - people[0].came[0]
    assert back == pytest.approx(100, abs=3)


async def test_the_question_goes_when_another_is_away_too(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """To agree then would bind us without one whose word it takes."""

    async def also() -> None:
        await trio.sleep(ASK_AFTER + 200)
        assert len(people[0].came) == 1 and not people[0].gone
        for end in star.spokes[1].ends:
            await end.aclose()
        star.spokes[1].held = trio.Event()

    star = Star(3)
    people = [Person(0, ""), Person(1, "")]
    star.players[:2] = people  # type: ignore[assignment]

    async def leave() -> None:
        star.spokes[2].held = trio.Event()
        await star.spokes[2].cut()
        nursery.start_soon(also)

    star.spokes[2].moments[20] = leave
    with trio.move_on_after(ASK_AFTER + 300):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(star.play_all)
            for person in people:
                nursery.start_soon(person.play)
    assert len(people[0].gone) == 1 and people[0].stage.is_bare


async def test_who_keeps_waiting_is_left_in_peace_for_a_while(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """Counted from the answer, however long that took."""
    star, people = await played("k ", math.inf, 3 * ASK_AGAIN + ASK_AFTER)
    came, gone = people[0].came, people[0].gone
    assert len(came) >= 3 and not people[1].came
    for again, answered in zip(came[1:], gone, strict=False):
        assert ASK_AGAIN <= again - answered < ASK_AGAIN + 10
    assert star.matches[0].dropped == ()
