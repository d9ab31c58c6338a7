"""Resigning, abandoning and adjourning in the window; the end screen of such a match."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client import language
from owm_net.client.front import Front
from owm_net.client.keys import HEED
from owm_net.client.screens.proposal import Agree
from owm_net.client.screens.resigning import Resign
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Result
from owm_net.net.wishing import waiting_line
from owm_net.session.match import What
from owm_net.session.player import Consenting, Will, Word
from owm_net.session.verify import Outcome
from tests.client.asking import put
from tests.client.robot import Robot
from tests.client.test_proposal import Person, robot_of
from tests.client.test_stopped import all_texts
from tests.client.test_table import press, texts_that_run_over
from tests.net.star import Listener, Spoke, Star

SIZES = [(1280, 720), (1920, 1080)]


def opened(name: str = "skeleton", size: tuple[int, int] = (1280, 720)) -> tuple[Robot, list[Word]]:
    """A table over which the ways to leave lie, and what the player says."""
    robot = robot_of(name, size=size)
    said: list[Word] = []
    Front(robot.stage).may_speak(said.append)
    robot.stage.key("f3")
    robot.tick()
    return robot, said


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", games.names())
def test_every_game_has_the_three_ways(name: str, size: tuple[int, int]) -> None:
    robot, _ = opened(name, size)
    texts = " ".join(robot.stage.scene().texts())
    assert all(label in texts for label in ("RESIGN", "OFFER TO ADJOURN", "OFFER TO ABANDON"))
    assert not texts_that_run_over(robot.stage.scene())
    robot.stage.key("r")
    assert "Do you give up?" in " ".join(robot.stage.scene().texts())
    assert not texts_that_run_over(robot.stage.scene())


@pytest.mark.parametrize("way", ["keys", "mouse"])
def test_resigning_is_asked_twice(way: str) -> None:
    """Neither the same letter twice nor Enter resigns."""
    robot, said = opened()
    stage = robot.stage
    for key in ("r", "r", "enter", "enter"):
        stage.key(key)
    assert not said and stage.is_bare and not robot.answers
    if way == "keys":
        for key in ("f3", "r", "y"):
            stage.key(key)
    else:
        press(stage, "top.resign")
        press(stage, "resign.give_up")
        press(stage, "sure.yes")
    assert said == [Will(What.RESIGN)] and stage.is_bare


def test_an_offer_is_one_press_and_so_is_taking_it_back() -> None:
    robot, said = opened()
    stage = robot.stage
    press(stage, "resign.adjourn")
    stage.sitting.talk.offers = lambda: (What.ADJOURN,)
    stage.key("f3")
    assert "TAKE THE OFFER BACK" in " ".join(stage.scene().texts())
    stage.key("j")
    stage.key("f3")
    stage.key("b")
    assert said == [Will(What.ADJOURN), Will(What.ADJOURN, on=False), Will(What.ABANDON)]


def test_who_is_out_of_the_match_can_neither_resign_nor_offer_anything() -> None:
    """In a match of three that goes on without them; the buttons were there to press."""
    robot, said = opened()
    robot.stage.sitting.talk.why_no_wish = lambda what: "you have resigned"
    robot.stage.sitting.touch()
    robot.tick()
    for key in ("r", "j", "b"):
        robot.stage.key(key)
        assert not said and isinstance(robot.stage.screens.top, Resign)
        assert robot.stage.sitting.ui.refused.why == "you have resigned"


def test_where_nobody_else_plays_it_says_what_to_do() -> None:
    robot = robot_of()
    robot.stage.key("f3")
    press(robot.stage, "resign.abandon")
    assert robot.stage.sitting.ui.refused.why == "nobody else plays here: just leave [F10]"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("what", [What.ABANDON, What.ADJOURN])
@pytest.mark.parametrize(
    ("how", "agrees"),
    [("a", True), ("click agree", True), ("p", False), ("escape", False), ("click decline", False)],
)
def test_what_another_offers_is_answered_by_a_letter_or_a_click(
    how: str, agrees: bool, what: What, size: tuple[int, int]
) -> None:
    robot = robot_of(size=size)
    stage, answers = robot.stage, list[bool]()
    answers = put(stage, Agree(what, "Green would stop"))
    robot.tick()
    stage.key("a")  # too soon to be meant
    robot.tick(2 * HEED)
    stage.key("enter")
    assert not answers and not texts_that_run_over(stage.scene())
    if how.startswith("click"):
        press(stage, f"offer.{how.partition(' ')[2]}")
    else:
        stage.key(how)
    assert answers == [agrees] and stage.is_bare and not robot.answers


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("how", "stops"),
    [("s", True), ("click agree", True), ("k", False), ("escape", False), ("click decline", False)],
)
def test_whether_to_stop_waiting_is_answered_by_a_letter_or_a_click(
    how: str, stops: bool, size: tuple[int, int]
) -> None:
    robot = robot_of(size=size)
    stage, answers = robot.stage, list[bool]()
    answers = put(stage, Agree(What.STOPS_WAITING, waiting_line("Green", "5:02")))
    robot.tick()
    stage.key("s")  # too soon to be meant
    robot.tick(2 * HEED)
    stage.key("enter")
    assert not answers and not texts_that_run_over(stage.scene())
    assert "where a tournament accepts such" in all_texts(stage)
    if how.startswith("click"):
        press(stage, f"offer.{how.partition(' ')[2]}")
    else:
        stage.key(how)
    assert answers == [stops] and stage.is_bare


@pytest.mark.parametrize("name", games.names())
def test_the_end_screen_has_the_result_of_the_match_and_not_of_the_state(name: str) -> None:
    """In the midst of a game, at its first question: nobody has any points."""
    robot = robot_of(name)
    stage = robot.stage
    for result, head, why in (
        (Result((Seat(0),), (), "seat 1 resigned"), "VICTORY", "Green resigned."),
        (Result((Seat(1),), (), "seat 0 resigned"), "DEFEAT", "You resigned."),
        (Result((), (), "abandoned by agreement"), "NO WINNER", "Abandoned by agreement."),
    ):
        stage.sitting.withdraw()
        stage.sitting.ending.ended_by = result
        stage.sitting.touch()
        robot.tick()
        texts = stage.scene().texts()
        assert head in texts and why in texts, texts
        assert not texts_that_run_over(stage.scene())
        assert not any("aiting for" in text for text in texts)


def test_an_end_is_told_in_the_language_that_is_spoken() -> None:
    stage = robot_of().stage
    try:
        language.use("de")
        for reason, told in (
            ("seat 1 resigned", "Green hat aufgegeben"),
            ("seat 0 resigned", "du hast aufgegeben"),
            ("seat 1 ran out of time", "Green hatte keine Zeit mehr"),
            ("seat 0 ran out of time", "du hattest keine Zeit mehr"),
            ("abandoned by agreement", "im Einvernehmen abgebrochen"),
        ):
            stage.sitting.ending.ended_by = Result((), (), reason)
            assert stage.sitting.why_ended == told
    finally:
        language.use("en")


def test_a_match_that_is_adjourned_says_how_to_go_on_and_alarms_nobody() -> None:
    robot = robot_of()
    robot.stage.sitting.set_aside(
        "all have agreed to adjourn the match", "go on with: owm-net resume"
    )
    robot.tick()
    texts = " ".join(robot.stage.scene().texts())
    assert "THE MATCH IS SET ASIDE" in texts and "Go on with: owm-net resume" in texts
    assert "stopped" not in texts.casefold()


class Sitting(Person):
    """Says something at its first question, and answers offers with a letter."""

    def __init__(self, seat: int, star: Star, keys: list[str], answer: str = "") -> None:
        super().__init__(seat, "")
        self.sitting.players.names = ("P0", "P1")
        self.sit_down(star.matches[seat])
        self.keys, self.answer = keys, answer

    async def play(self) -> None:
        while True:
            await trio.sleep(0.5)
            self.stage.tick(trio.current_time())
            if isinstance(self.stage.screens.top, Agree):
                self.stage.key(self.answer)
            elif self.sitting.answering.is_open and self.keys:
                for key in self.keys:
                    self.stage.key(key)
                self.keys = []
            elif (
                self.sitting.answering.is_open
                and not self.sitting.talk.offers()
                and not self.answer
            ):
                self.stage.press(*(self.stage.scene().point_of(self.robot.choose()) or (0, 0)))
                await trio.sleep(3)


async def seated(keys: list[str], answer: str) -> tuple[Star, list[Sitting]]:
    """Two windows: the first presses keys at its first question, the second answers an offer."""
    star = Star(2, spokes=[Spoke("P1")])
    people = [Sitting(0, star, keys), Sitting(1, star, [], answer)]
    star.players[:] = people  # type: ignore[assignment]
    assert all(isinstance(person, Consenting) for person in people)
    with trio.fail_after(5_000):
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
            async with trio.open_nursery() as match:
                match.start_soon(star.play, 0)
                match.start_soon(star.play, 1)
            nursery.cancel_scope.cancel()
    for person in people:
        person.stage.tick(person.sitting.display.now + 1)
    assert star.ends == {0: None, 1: None}
    return star, people


async def test_in_two_windows_one_resigns(autojump_clock: trio.testing.MockClock) -> None:
    star, people = await seated(["f3", "r", "y"], "p")
    heads = [" ".join(person.stage.scene().texts()) for person in people]
    assert "DEFEAT" in heads[0] and "You resigned." in heads[0]
    assert "VICTORY" in heads[1] and "P0 resigned." in heads[1]
    for log in star.logs:
        assert log.verdict().verdict is Outcome.OK


async def test_in_two_windows_both_abandon(autojump_clock: trio.testing.MockClock) -> None:
    star, people = await seated(["f3", "b"], "a")
    for person, log in zip(people, star.logs, strict=True):
        assert "NO WINNER" in person.stage.scene().texts()
        assert log.verdict().verdict is Outcome.OK


async def test_in_two_windows_both_adjourn(autojump_clock: trio.testing.MockClock) -> None:
    star, _ = await seated(["f3", "j"], "a")
    for match, log in zip(star.matches, star.logs, strict=True):
        assert match.adjourned and log.verdict().adjourned


def test_a_person_who_is_no_window_sees_an_offer_as_a_line() -> None:
    """The computer's own player is asked without a dialog: it agrees to adjourn, no more."""
    computer = Listener(1)

    async def ask() -> list[bool]:
        return [await computer.shall_agree(what, "") for what in (What.ADJOURN, What.ABANDON)]

    assert trio.run(ask) == [True, False]
