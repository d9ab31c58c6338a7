"""`owm-net boot-camp` and `owm-net lessons` as somebody types them who has never played."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from owm_net import cli, games
from owm_net.client import language
from owm_net.client.tables.terminal import IN_MATCHES

OF_WINDOWS = re.compile(
    r"\b(press|click|marked|confirm|at the right|drück\w*|klick\w*|markiert\w*|bestätig\w*)\b", re.I
)
"""Words that are not true in a terminal."""
TAUGHT = [name for name in games.names() if games.get(name).course() is not None]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What is kept belongs to the test, and the next one speaks English."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    yield
    language.use("en")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize("game", TAUGHT)
@pytest.mark.parametrize("spoken", ["en", "de"])
def test_every_lesson_is_played_to_its_end_by_what_is_advised(
    game: str, spoken: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The choices of a match: advise chooses what the step means, Enter sends it."""
    course = games.get(game).course()
    assert course is not None
    steps = sum(len(lesson.steps) for lesson in course.lessons)
    typed(monkeypatch, *["advise", ""] * (steps + len(course.lessons)))
    assert cli.main(["boot-camp", game, "--language", spoken]) == 0
    told = capsys.readouterr().out
    for lesson in course.lessons:
        assert language.tr(lesson.title) in told
        for step in lesson.steps:
            texts = [language.tr(text) for text in (step.typed, step.seen, step.refusal)]
            assert not [text for text in texts if OF_WINDOWS.search(text)]
    assert f"play --text --system {game}" in " ".join(told.splitlines()[-3:])
    assert cli.main(["lessons", game, "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert all(lesson["done"] for lesson in listed["lessons"])


def test_something_else_is_answered_and_the_step_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "find end the turn", "1", "", "find Maneuver #19", "1", "")
    assert cli.main(["boot-camp", "owm", "--lesson", "move"]) == 0
    told = capsys.readouterr().out
    assert told.count("Play a Maneuver card from your hand") == 2
    assert "Here a Maneuver card, and B3." in told
    assert "Choose here: move to B3 (Field) with Maneuver #19." in told  # no mark is seen here
    assert told.rstrip().endswith("owm-net boot-camp owm --lesson move --step 2")


def test_a_lesson_is_left_gone_on_with_stepped_back_and_done_for_who_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "skip", "skip", "step", "quit")
    assert cli.main(["boot-camp", "--lesson", "2"]) == 0
    assert capsys.readouterr().out.rstrip().endswith("owm-net boot-camp owm --lesson fire --step 2")
    typed(monkeypatch)
    assert cli.main(["boot-camp"]) == 0
    told = capsys.readouterr().out
    assert "=== Lesson 2 of" in told and "Let Evans shoot first" in told
    assert cli.main(["lessons"]) == 0
    assert "Fire (at step 2 of 4)" in capsys.readouterr().out


def test_what_a_shot_may_do_is_said_before_it_is_sent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in the window, and without asking for a hint."""
    typed(monkeypatch, "find fire at", "1", "quit")
    assert cli.main(["boot-camp", "hailfire", "--lesson", "orders", "--step", "2"]) == 0
    chosen = capsys.readouterr().out.split("You have chosen: ")[1]
    assert "8 dice need 5+: base 4+, concealed +1" in chosen.splitlines()


def test_a_move_of_squad_says_what_cover_it_leads_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "find into", "quit")
    assert cli.main(["boot-camp", "squadcards", "--lesson", "move", "--step", "2"]) == 0
    assert "into Line of Trees, cover 1" in capsys.readouterr().out


def test_help_in_a_lesson_lists_what_does_something_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "?", "resign", "adjourn", "say hello", "quit")
    assert cli.main(["boot-camp", "--lesson", "2"]) == 0
    told = capsys.readouterr().out
    helped = told[told.index("A number chooses") : told.index("There is no word")]
    for word in ("skip", "step", "advise", "quit", "map", "why"):
        assert f"\n{word}" in helped, word
    for word in (*IN_MATCHES, "computer player"):
        assert word not in helped, word
    assert told.count("There is no word") == 3


def test_shown_from_the_first_lesson_to_the_last_and_nothing_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["boot-camp", "--system", "owm", "--lesson", "4", "--show"]) == 0
    told = capsys.readouterr().out
    assert "=== Lesson 4 of 9: Dig in" in told and "=== Lesson 9 of 9: Win" in told
    assert "You have won." in told
    assert max(len(line) for line in told.splitlines()) <= 100
    assert not (tmp_path / "settings").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--lesson", "10"], 2, "there are lessons 1 to 9: move, fire"),
        (["--lesson", "fly"], 2, "there are lessons 1 to 9"),
        (["--lesson", "fire", "--step", "5"], 2, "Fire has steps 1 to 4"),
        (["--system", "skeleton"], 1, "has no lessons; these have: owm"),
        (["chess"], 2, "chess"),
    ],
)
def test_what_cannot_be_taught_is_said(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["boot-camp", *arguments]) == code
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_a_game_without_lessons_says_which_have_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lessons", "skeleton"]) == 1
    assert "has no lessons; these have: owm" in capsys.readouterr().err
    assert cli.main(["lessons", "skeleton", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_the_lessons_are_listed_with_their_steps_for_scripts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["lessons", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [course["game"] for course in listed] == TAUGHT
    fire = next(lesson for lesson in listed[0]["lessons"] if lesson["key"] == "fire")
    assert (fire["step"], fire["done"]) == (1, False)
    assert [step["answer"] for step in fire["steps"]][:2] == ["owm.attack", "owm.shoot"]
