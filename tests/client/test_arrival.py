"""A newcomer: the person at the window is asked whether to play with them."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client.front import Front
from owm_net.client.keys import HEED
from owm_net.client.match.notices import MOST_WAITED
from owm_net.client.match_stage import Stage
from owm_net.client.screens.arrival import Arrival
from owm_net.client.settings import Settings
from owm_net.net.consent import ConsentQuestion, Known
from owm_net.session.player import Notice
from tests.client.asking import put
from tests.client.test_table import press, texts_that_run_over

NOW, BEFORE = "urchin-lemon-winter-paper-polar-raven", "acorn-adobe-agate-alder-amber-apple"
STRANGER = ConsentQuestion(Known("Ben", NOW, "never met"))
OTHER_KEY = ConsentQuestion(
    Known("Anna", NOW, "never met"),
    Known("Anna", BEFORE, "known since 2026-03-01, 4 matches"),
    "Ask Anna by telephone which six words owm-net key shows there. If they are those of who is"
    " here now, say no, type owm-net friends forget Anna, and meet again. If not, somebody else"
    " came under that name.",
)
LONGEST = ConsentQuestion(
    Known("W" * 40, "-".join(["squash"] * 6), "never met"),
    Known("M" * 40, "-".join(["urchin"] * 6), "known since 2026-03-01, 1000000 matches"),
    "W" * 400,
)
INVITATION = (
    "the invitation for your friend: owm-net join 4419-sofa-summit-quail 192.168.178.23:7770"
    " 203.0.113.7:7770 --relay relay.example.org:7771"
)


def stage_of(name: str = "owm", size: tuple[int, int] = (1280, 720)) -> Stage:
    """A window in which a match is waited for."""
    system = games.get(name)
    stage = Stage(system, 0, ["You", "seat 2"], Settings(size=size, guard=True))
    stage.tick(1.0)
    return stage


def asked(stage: Stage, question: ConsentQuestion = STRANGER) -> list[bool]:
    """Ask; what the player says to it."""
    said = put(stage, Arrival(question))
    stage.tick(2.0)
    stage.tick(2.0 + 2 * HEED)
    return said


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("name", games.names())
def test_the_dialog_says_who_has_come_with_six_words(name: str, size: tuple[int, int]) -> None:
    stage = stage_of(name, size)
    asked(stage)
    texts = stage.scene().texts()
    assert NOW in texts and "Ben is here, never met" in texts and "PLAY WITH BEN?" in texts
    assert {"PLAY", "NO"} <= set(texts)
    assert not texts_that_run_over(stage.scene())


def test_another_key_under_a_known_name_is_said_with_both_keys_words() -> None:
    stage = stage_of()
    asked(stage, OTHER_KEY)
    texts = stage.scene().texts()
    assert {NOW, BEFORE, "NOT THE ANNA YOU KNOW", "PLAY ALL THE SAME", "NO"} <= set(texts)
    whole = " ".join(texts)
    assert "known since 2026-03-01, 4 matches" in whole and "friends forget Anna" in whole
    assert not texts_that_run_over(stage.scene())


def test_the_longest_names_and_words_stay_in_their_dialog() -> None:
    stage = stage_of()
    asked(stage, LONGEST)
    assert not texts_that_run_over(stage.scene())


@pytest.mark.parametrize(
    ("how", "question", "yes"),
    [
        ("click yes", STRANGER, True),
        ("y", STRANGER, True),
        ("click no", STRANGER, False),
        ("n", STRANGER, False),
        ("click yes", OTHER_KEY, True),
        ("p", OTHER_KEY, True),
        ("n", OTHER_KEY, False),
    ],
)
def test_it_is_answered_by_a_click_or_a_letter(
    how: str, question: ConsentQuestion, yes: bool
) -> None:
    stage = stage_of()
    said = asked(stage, question)
    if how.startswith("click"):
        press(stage, f"arrival.{how.partition(' ')[2]}")
    else:
        stage.key(how)
    assert said == [yes] and stage.scene().find("arrival") is None


@pytest.mark.parametrize("key", ["enter", "space", "escape", "tab", "1", "f1", "f2", "x"])
@pytest.mark.parametrize("question", [STRANGER, OTHER_KEY])
def test_no_other_key_means_anything_here(key: str, question: ConsentQuestion) -> None:
    stage = stage_of()
    said = asked(stage, question)
    for _ in range(2):
        stage.key(key)
        stage.key("enter")
    stage.press(5, 5, "right")
    assert not said and isinstance(stage.screens.top, Arrival)


def test_y_is_typed_without_reading_so_it_lets_no_other_key_in() -> None:
    stage = stage_of()
    said = asked(stage, OTHER_KEY)
    stage.key("y")
    assert not said


@pytest.mark.parametrize("how", ["y", "click"])
def test_what_comes_too_soon_was_meant_for_something_else(how: str) -> None:
    stage = stage_of()
    said = put(stage, Arrival(STRANGER))
    stage.tick(500.0)
    stage.tick(500.0 + HEED / 2)
    if how == "click":
        press(stage, "arrival.yes")
    else:
        stage.key(how)
    assert not said
    stage.tick(500.0 + 2 * HEED)
    stage.key("y")
    assert said == [True]


def test_who_types_on_when_the_question_comes_does_not_answer_it() -> None:
    stage = stage_of()
    stage.key("f2")
    stage.key("m")
    stage.text("m")
    said = put(stage, Arrival(STRANGER))
    now = 1.0
    for sign in "any way you like it":
        now += HEED / 2
        stage.tick(now)
        stage.key("space" if sign == " " else sign)
        stage.text(sign)
    assert not said
    stage.tick(now + 2 * HEED)
    stage.key("y")
    assert said == [True]


async def test_the_dialog_goes_when_who_had_come_has_left(
    autojump_clock: trio.testing.MockClock,
) -> None:
    stage = stage_of()
    front = Front(stage)
    with trio.move_on_after(5):
        await front.shall_play(STRANGER)
    assert stage.scene().find("arrival") is None
    got: list[Any] = []

    async def ask() -> None:
        got.append(await front.shall_play(OTHER_KEY))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        await trio.sleep(1)
        stage.tick(10.0)
        stage.tick(10.0 + 2 * HEED)
        stage.key("n")
    assert got == [False]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_host_reads_the_code_in_the_window_however_much_is_told(size: tuple[int, int]) -> None:
    """The latest news is first, and whole; the oldest is cut."""
    stage = stage_of(size=size)
    front = Front(stage)
    for n in range(3 * MOST_WAITED):
        front.notice(Notice.WAITING, f"no match with 192.0.2.{n}: it says nothing; still waiting")
    front.notice(Notice.WAITING, INVITATION)
    texts = stage.scene().texts()
    whole = " ".join(texts)
    assert whole.count("4419-sofa-summit-quail") == 1 and "relay.example.org:7771" in whole
    assert "192.0.2.23" in whole and "192.0.2.2:" not in whole
    assert not texts_that_run_over(stage.scene())
