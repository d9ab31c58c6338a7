"""`owm-net boot-camp` as somebody types it who has never played (OWM-BOOT-01 to 08)."""

from __future__ import annotations

import io

import pytest

from owm_net import cli
from owm_net.engine.lessons import paragraphs


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_shown_from_the_first_lesson_to_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["boot-camp", "--show"]) == 0
    told = capsys.readouterr().out
    for n in range(1, 8):
        assert f"=== Lesson {n} of 7:" in told
    assert "practice" in told.splitlines()[0]
    assert "arrives at A2" in told and "total 6" in told
    assert "owm-net play" in told.splitlines()[-1]
    assert max(len(line) for line in told.splitlines()) <= 100


def test_a_wrong_number_a_hint_another_action_and_the_right_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "first", "0", "99999999999", "h", "1", "2")
    assert cli.main(["boot-camp", "--lesson", "2"]) == 0
    told = capsys.readouterr().out
    assert told.count("Type a number from 1 to ") == 3
    assert "It is number 2: move to A2 (Field) with Maneuver #19." in told
    assert "The rules allow it, but this lesson is about something else. Try: Play a" in told
    assert "[101st 1, green side, to A2: PFC Evans]" in told
    assert told.rstrip().endswith("owm-net boot-camp --lesson 2")


def test_where_only_one_answer_is_left_its_number_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "2")
    assert cli.main(["boot-camp", "--lesson", "6"]) == 0
    assert "  Type 1, or h for a hint." in capsys.readouterr().out


def test_who_breaks_off_reads_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken_off() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin.readline", broken_off, raising=False)
    assert cli.main(["boot-camp", "--lesson", "2"]) == 130
    assert "owm-net boot-camp --lesson 2" in capsys.readouterr().out


def test_what_follows_a_list_begins_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["boot-camp", "--show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  Vitality: a shot that reaches it kills him." in lines
    assert any(line.startswith("Two traits make him special") for line in lines)
    assert paragraphs("  one\nand on") == ["  one", "and on"]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--lesson", "8"], 2, "there are lessons 1 to 7"),
        (["--system", "skeleton"], 1, "has no Boot Camp; of these there is one: owm"),
        (["--system", "chess"], 2, "chess"),
    ],
)
def test_what_cannot_be_taught_is_said(
    arguments: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["boot-camp", *arguments]) == code
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1
