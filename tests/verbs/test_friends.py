"""`owm-net friends`: whom one knows; the book itself is tested in tests/files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from owm_net.files.friends import book_path, change_book
from tests.verbs.command import one_line, typed

ADA, BEN = bytes([1]) * 32, bytes([2]) * 32


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of somebody who has met Ada twice and Ben once."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    for identity, name, day in (
        (ADA, "Ada", "2026-03-01"),
        (BEN, "Benjamin", "2026-04-01"),
        (ADA, "Ada", "2026-05-01"),
    ):
        change_book(lambda book, new=(identity, name, day): book.met(*new))  # type: ignore[misc]
    return tmp_path


def test_they_are_listed_named_and_forgotten(home: Path) -> None:
    run = typed("friends", home=home)
    ada, ben = run.stdout.splitlines()
    assert ada.startswith("Ada       ") and ada.endswith(
        "known since 2026-03-01, last met 2026-05-01, 2 matches"
    )
    assert ben.startswith("Benjamin  ") and ben.endswith("1 match")
    words = ada.split()[1]
    assert words.count("-") == 5
    assert typed("friends", "name", "Benjamin", "Ben", home=home).stdout.startswith(
        "Benjamin is Ben from now on ("
    )
    assert f"Ada is forgotten ({words})" in typed("friends", "forget", "ada", home=home).stdout
    assert typed("friends", home=home).stdout.startswith("Ben  ")


def test_json_is_for_scripts(home: Path) -> None:
    said = json.loads(typed("friends", "--json", home=home).stdout)
    assert [one["name"] for one in said["friends"]] == ["Ada", "Benjamin"]
    assert said["friends"][0] | {"words": ""} == {
        "name": "Ada",
        "words": "",
        "key": ADA.hex(),
        "first_met": "2026-03-01",
        "last_met": "2026-05-01",
        "matches": 2,
    }
    said = json.loads(typed("friends", "forget", "Ada", "--json", home=home).stdout)
    assert [one["name"] for one in said["friends"]] == ["Benjamin"]


def test_who_has_met_nobody_is_told_how_that_changes(tmp_path: Path) -> None:
    assert "you have met nobody yet" in typed("friends", home=tmp_path).stdout
    assert json.loads(typed("friends", "--json", home=tmp_path).stdout) == {"friends": []}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("forget", "Cem"), "Cem is not in your friends list"),
        (("forget",), "friends forget NAME"),
        (("name", "Ada"), "friends name OLD NEW"),
        (("name", "Ada", "Benjamin"), "looks like Benjamin"),
        (("name", "Ada", "a\x1b[2J"), "is no name for the book"),
        (("lose", "Ada"), "write list, name or forget"),
    ],
)
def test_what_is_wrong_is_one_line(arguments: tuple[str, ...], words: str, home: Path) -> None:
    before = book_path().read_bytes()
    line = one_line(typed("friends", *arguments, home=home), 2)
    assert words in line and "\x1b" not in line
    assert book_path().read_bytes() == before


def test_a_damaged_book_is_one_line(home: Path) -> None:
    book_path().write_bytes(b"rubbish")
    assert "cannot read your book of friends" in one_line(typed("friends", home=home), 3)
