"""The loader of data files: every problem at once, each as "file: entry.key: reason"."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path

import pytest
from attrs import field, frozen

from owm_net.engine.data import DataFiles, between
from owm_net.engine.errors import BadData


class Icon(Enum):
    """The icons of a card."""

    JAMMED_WEAPON = "jammed_weapon"
    HIT = "hit"


@frozen
class Dice:
    red: int = field(validator=between(1, 4))
    green: int = field(validator=between(1, 6))


@frozen
class Order:
    number: int = field(validator=between(1, 192))
    ccs: Dice
    command_decision: str
    icon: Icon | None = None
    twice: bool = False
    tags: tuple[str, ...] = ()
    place: tuple[int, int] = (0, 0)
    points: dict[str, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        if self.twice and not self.tags:
            raise ValueError("a card that counts twice says by its tags why")


@frozen
class CoreDeck:
    """The contents of a whole file."""

    order: list[Order]
    title: str = ""


GOOD = """
[[order]]
number = 1
ccs = { red = 1, green = 2 }
command_decision = "fubar"
icon = "hit"
tags = ["a", "b"]
place = [3, 4]
points = { win = 3 }
"""


def load(folder: Path, text: str | bytes, name: str = "core_deck.toml") -> CoreDeck:
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return DataFiles(folder).load(name, CoreDeck)


def problems(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(BadData) as caught:
        load(folder, text)
    lines = list(caught.value.problems)
    assert str(caught.value).splitlines() == lines, "one line for each problem"
    assert all(line.startswith("core_deck.toml: ") for line in lines)
    return [line.removeprefix("core_deck.toml: ") for line in lines]


def test_a_good_file(tmp_path: Path) -> None:
    order = Order(1, Dice(1, 2), "fubar", Icon.HIT, False, ("a", "b"), (3, 4), {"win": 3})
    assert load(tmp_path, GOOD) == CoreDeck([order])


# What stands in the good file, what stands there instead, and the line that says what is wrong;
# three dots at its end: here only its beginning.
ONE_BAD_THING = {
    "too large": ("red = 1", "red = 9", "order[1].ccs.red: must be 1 to 4, is 9"),
    "too small": ("red = 1", "red = 0", "order[1].ccs.red: must be 1 to 4, is 0"),
    "a typing error": (
        "command_decision",
        "comand_decision",
        'order[1]: unknown key "comand_decision" (did you mean "command_decision"?)',
    ),
    "an unknown key": ("place", "weather", 'order[1]: unknown key "weather"'),
    "an unknown key at the top": ("[[order]]", "x = 1\n[[order]]", 'unknown key "x"'),
    "missing": ("number = 1", "", "order[1].number: is missing"),
    "a text for a number": ('= "fubar"', "= 3", "order[1].command_decision: must be a text, is 3"),
    "a number for a text": (
        "number = 1",
        'number = "1"',
        'order[1].number: must be a whole number, is "1"',
    ),
    "true for a number": (
        "number = 1",
        "number = true",
        "order[1].number: must be a whole number, is true",
    ),
    "1 for true": ("icon", "twice = 1\nicon", "order[1].twice: must be true or false, is 1"),
    "a word of no enum": (
        '"hit"',
        '"jammed_weapn"',
        "order[1].icon: must be one of jammed_weapon, hit; "
        'is "jammed_weapn" (did you mean "jammed_weapon"?)',
    ),
    "a number of no enum": ('"hit"', "7", "order[1].icon: must be one of jammed_weapon, hit; is 7"),
    "a list of no enum": (
        '"hit"',
        "[]",
        "order[1].icon: must be one of jammed_weapon, hit; is a l...",
    ),
    "in a list": ('"b"', "5", "order[1].tags[2]: must be a text, is 5"),
    "no list": ('["a", "b"]', '"ab"', 'order[1].tags: must be a list, is "ab"'),
    "too short a list": ("[3, 4]", "[3]", "order[1].place: must have 2 entries, has 1"),
    "in a short list": ("[3, 4]", '[3, "4"]', 'order[1].place[2]: must be a whole number, is "4"'),
    "no table": ("{ red = 1, green = 2 }", "12", "order[1].ccs: must be a table, is 12"),
    "a list for a table": ("{ win = 3 }", "[3]", "order[1].points: must be a table, is a list"),
    "in a table": ("win = 3", 'win = "x"', 'order[1].points.win: must be a whole number, is "x"'),
    "a table for a list": ("[[order]]", "[order]", "order: must be a list, is a table"),
    "a promise between fields": (
        'tags = ["a", "b"]',
        "twice = true",
        "order[1]: a card that counts twice says by its tags why",
    ),
    "a fraction": (
        "number = 1",
        "number = 1.0",
        "order[1].number: must be a text, a whole number or true/false, is 1.0",
    ),
    "no number": (
        "win = 3",
        "win = nan",
        "order[1].points.win: must be a text, a whole number or ...",
    ),
    "a date": (
        "[3, 4]",
        "[3, 1944-06-06]",
        "order[1].place[2]: must be a text, a whole number or ...",
    ),
    "a huge number": (
        "win = 3",
        f"win = {1 << 63}",
        "order[1].points.win: must be a text, a whole...",
    ),
    "not TOML": ("number = 1", "number = [", "is not TOML: ..."),
}


@pytest.mark.parametrize(("old", "new", "line"), ONE_BAD_THING.values(), ids=ONE_BAD_THING.keys())
def test_a_bad_file_is_told_in_one_line(tmp_path: Path, old: str, new: str, line: str) -> None:
    assert GOOD.count(old) == 1
    found = problems(tmp_path, GOOD.replace(old, new))
    if "comand" in new or "weather" in new:  # what is misspelt may be missing, too
        found = [f for f in found if not f.endswith("is missing")]
    assert len(found) == 1
    if line.endswith("..."):
        assert found[0].startswith(line[:-3])
    else:
        assert found[0] == line


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    second = """
[[order]]
number = 500
ccs = { red = 9, green = "8", blue = 1 }
icon = "hitt"
tags = [1, "x", 2]
wrong = 1
worse = 2
"""
    assert sorted(problems(tmp_path, GOOD + second)) == [
        'order[2].ccs.green: must be a whole number, is "8"',
        "order[2].ccs.red: must be 1 to 4, is 9",
        'order[2].ccs: unknown key "blue"',
        "order[2].command_decision: is missing",
        'order[2].icon: must be one of jammed_weapon, hit; is "hitt" (did you mean "hit"?)',
        "order[2].number: must be 1 to 192, is 500",
        "order[2].tags[1]: must be a text, is 1",
        "order[2].tags[3]: must be a text, is 2",
        'order[2]: unknown key "worse"',
        'order[2]: unknown key "wrong"',
    ]


def test_every_fraction_is_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("win = 3", "win = 1e3").replace("number = 1", "number = 0.5")
    assert len(problems(tmp_path, text)) == 2


def test_not_utf_8(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD.encode() + b"# \xff") == [f"byte {len(GOOD) + 3} is not UTF-8"]


def test_a_missing_file_and_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"^none\.toml: the file is missing; reinstall owm_net$"):
        DataFiles(tmp_path).load("none.toml", CoreDeck)
    with pytest.raises(BadData, match=r"^none: cannot be read \("):
        DataFiles(tmp_path).names("none")
    (tmp_path / "folder.toml").mkdir()
    if sys.platform != "win32":
        with pytest.raises(BadData, match=r"^folder\.toml: cannot be read \(is a directory\)$"):
            DataFiles(tmp_path).load("folder.toml", CoreDeck)


def test_names_are_sorted_and_only_toml(tmp_path: Path) -> None:
    (tmp_path / "missions").mkdir()
    for name in ("b.toml", "a.toml", "notes.md"):
        (tmp_path / "missions" / name).touch()
    assert DataFiles(tmp_path).names("missions") == ["missions/a.toml", "missions/b.toml"]


def test_the_digest_is_of_the_content_of_all_that_was_read(tmp_path: Path) -> None:
    def digest(text: str, *more: str) -> bytes:
        (tmp_path / "one.toml").write_text(text)
        (tmp_path / "two.toml").write_text("order = []")
        files = DataFiles(tmp_path)
        for name in ("one.toml", *more):
            files.load(name, CoreDeck)
        return files.digest()

    plain = digest(GOOD)
    assert digest(f"# a comment\n{GOOD}".replace("number = 1", "number=1")) == plain
    assert digest(GOOD.replace("green = 2", "green = 3")) != plain
    assert digest(GOOD, "two.toml") != plain
    assert digest("order = []", "two.toml") != digest("order = []")


def test_a_validator_alone_says_the_same() -> None:
    with pytest.raises(ValueError, match="must be 1 to 4, is 5"):
        Dice(5, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a = " + "[" * 5000, "nested too deeply"),
        ("a = " + "{a=" * 5000, "nested too deeply"),
        (".".join("a" * 5000) + " = 1", "nested too deeply"),
        ("a = " + "9" * 5000, "is not TOML: "),
    ],
    ids=["lists", "tables", "dotted", "digits"],
)
def test_what_the_fuzzer_found(tmp_path: Path, text: str, reason: str) -> None:
    """Nothing but BadData comes out, however odd the text."""
    (found,) = problems(tmp_path, text)
    assert reason in found
