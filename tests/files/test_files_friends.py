"""The book of friends: who is known by which key; hostile names, a damaged file, two programs."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.files import friends
from owm_net.files.friends import (
    MAX_FRIENDS,
    MAX_NAME,
    BadFriends,
    Book,
    book_path,
    change_book,
    looks,
    read_book,
    safe_name,
)
from owm_net.files.home import CannotWrite
from owm_net.files.secret import take_lock

ADA, BEN = bytes([1]) * 32, bytes([2]) * 32
DAY, LATER = "2026-03-01", "2026-11-22"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OWM_HOME", str(tmp_path))
    return tmp_path


def entry(**other: Any) -> dict[str, Any]:
    whole = {"name": "Ada", "key": ADA.hex(), "first": DAY, "last": LATER, "matches": 4}
    return {key: value for key, value in {**whole, **other}.items() if value is not None}


def test_who_was_met_is_known_by_his_key_the_next_time() -> None:
    assert read_book() == Book()
    change_book(lambda book: book.met(ADA, "Ada", DAY))
    change_book(lambda book: book.met(BEN, "Ben", DAY))
    change_book(lambda book: book.met(ADA, "calls himself otherwise now", LATER))
    ada, ben = read_book().friends
    assert (ada.name, ada.first, ada.last, ada.matches) == ("Ada", DAY, LATER, 2)
    assert (ben.name, ben.matches) == ("Ben", 1) and read_book().of(BEN) == ben
    if sys.platform != "win32":
        assert book_path().stat().st_mode & 0o077 == 0


def test_another_key_under_a_known_name_takes_nobodys_place() -> None:
    book = Book().met(ADA, "Ada", DAY).met(BEN, "ADA", LATER)
    assert [one.name for one in book.friends] == ["Ada", "ADA 2"]
    assert book.of(ADA) == Book().met(ADA, "Ada", DAY).of(ADA)


def test_who_calls_himself_by_anothers_words_is_not_taken_for_him() -> None:
    words = Book().met(ADA, "Ada", DAY).friends[0].words
    book = Book().met(BEN, words, DAY).met(ADA, "Ada", DAY)
    assert book.find(words).identity == ADA


def test_friends_are_named_and_forgotten_by_name_or_words() -> None:
    book = Book().met(ADA, "Ada", DAY).met(BEN, "Ben", DAY)
    words = book.friends[0].words
    assert book.named("ada", "Ada Lovelace").friends[0].name == "Ada Lovelace"
    assert book.named(words, "Countess").friends[0].name == "Countess"
    assert book.named("Ada", "ADA").friends[0].name == "ADA"
    assert book.without(words.replace("-", " ").upper()).friends == book.friends[1:]
    with pytest.raises(BadFriends, match="looks like Ben, who is another"):
        book.named("Ada", "B e n")
    with pytest.raises(BadFriends, match="Cem is not in your friends list"):
        book.without("Cem")
    for bad in ("", " ", "a\tb", "a\x1b[2J", "x" * 41, " Ada", "a  b"):
        with pytest.raises(BadFriends, match="is no name for the book"):
            book.named("Ada", bad)


@pytest.mark.parametrize(
    "other",
    [
        "ada", "ADA", "A da", "A\u00a0da", "Ad\u200ba", "Ada.", "\u202eAda", "Àda", "Ａｄａ",
        "\u0410da", "Ad\u0430", "\u0391da", "Ada\u3164", "A\u115fda", "\u1160Ada", "Ad\uffa0a",
        "Ada\u2800", "Ada\ufe0f", "Ad\u034fa", "\u17b4Ada", "Ada\U000e0100", "Ada\U0001d159",
    ],
)  # fmt: skip
def test_names_that_people_take_for_the_same_are_the_same(other: str) -> None:
    """Case, blanks of every kind, what cannot be seen, signs, wide, Cyrillic and Greek letters."""
    assert looks(other) == looks("Ada")
    assert Book().met(ADA, "Ada", DAY).like(other) is not None


@pytest.mark.parametrize("other", ["Adah", "Ida", "Eda", "艾达"])
def test_other_names_are_others(other: str) -> None:
    assert looks(other) != looks("Ada")


def test_a_hostile_name_is_one_short_line() -> None:
    assert safe_name("Ada\r\n\x1b[31m\x07") == "Ada ?[31m?"
    assert safe_name("\u202eada\u2066") == "?ada?"
    assert safe_name("x" * 10_000) == "x" * MAX_NAME
    assert (
        safe_name("e" + "\u0301" * 300).startswith("é") and len(safe_name("e" + "\u0301" * 300)) < 5
    )
    assert safe_name("Anna\u3164") == safe_name("An\u2800na\ufe0f") == "Anna"
    for nothing in ("", " \n\t", "\u3000", "\u2800", "\u3164 \u3164", "\u115f\u1160\uffa0\ufe0f"):
        assert safe_name(nothing) == "somebody"
    book = Book()
    for n in range(200):  # all of one name
        book = book.met(n.to_bytes(32, "big"), "W" * 10_000, DAY)
    assert len({looks(one.name) for one in book.friends}) == 200
    assert all(len(one.name) <= MAX_NAME for one in book.friends)


@given(st.text(max_size=60))
def test_whatever_a_name_is_it_can_be_kept_and_read_again(text: str) -> None:
    name = safe_name(text)
    assert safe_name(name) == name and name.isprintable() and 0 < len(name) <= MAX_NAME
    book = Book().met(ADA, text, DAY).met(BEN, text, DAY)
    assert friends._decoded(friends._encoded(book)) == book


def test_a_full_book_takes_no_more_and_says_so() -> None:
    book = Book()
    for n in range(MAX_FRIENDS):
        book = Book((*book.friends, friends.Friend(f"x{n}y", n.to_bytes(32, "big"), DAY, DAY, 1)))
    with pytest.raises(BadFriends, match="holds 1000 friends"):
        book.met(ADA, "Ada", DAY)
    assert book.met(book.friends[7].identity, "", LATER).friends[7].matches == 2
    change_book(lambda _: book)
    assert read_book() == book


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "it is no JSON"),
        (b"\xff\xfe", "it is no JSON"),
        (b"[" * 500_000, "it is no JSON"),
        (b'{"version":' + b"9" * 9000 + b"}", "it is no JSON"),
        (b" " * (1 << 20) + b"{}", "more than 1 MiB"),
        (b"[]", "does not say of which version"),
        (b'{"version": true, "friends": []}', "does not say of which version"),
        (b'{"version": 2}', "of version 2, and this program reads version 1"),
        (b'{"version": 1}', "no list of at most 1000"),
        (b'{"version": 1, "friends": [1]}', "friend 1 is no object"),
        ([entry(name="a\nb")], "friend 1 has no name"),
        ([entry(name="x" * 41)], "friend 1 has no name"),
        ([entry(name=None)], "friend 1 has no name"),
        ([entry(key="ab")], "friend 1 has no key"),
        ([entry(key=ADA.hex().upper() + "G")], "friend 1 has no key"),
        ([entry(matches=-1)], "friend 1 has no number"),
        ([entry(matches=True)], "friend 1 has no number"),
        ([entry(matches=1.5)], "friend 1 has no number"),
        ([entry(first="2026-13-01")], 'friend 1: "first" is no day'),
        ([entry(last="yesterday")], 'friend 1: "last" is no day'),
        ([entry(), entry(name="Ben")], "friends 1 and 2 have one key"),
        (
            [entry(), entry(key=BEN.hex(), name="a d a")],
            "friends 1 and 2 have names that look the same",
        ),
        ([entry()] * 1001, "no list of at most 1000"),
    ],
)
def test_a_book_full_of_rubbish_is_one_line_and_never_an_empty_book(
    content: bytes | list[dict[str, Any]], words: str
) -> None:
    """As an empty one it would take the key of anybody for a first meeting."""
    if isinstance(content, list):
        content = json.dumps({"version": 1, "friends": content}).encode()
    book_path().write_bytes(content)
    for use in (read_book, lambda: change_book(lambda book: book)):
        with pytest.raises(BadFriends, match=words) as caught:
            use()
        line = str(caught.value)
        assert "\n" not in line and str(book_path()) in line and "put a copy of it there" in line
    assert book_path().read_bytes() == content


def test_a_book_of_before_with_letters_that_nobody_sees_is_read() -> None:
    """They were let pass; whom they made look like another is numbered."""
    met = [entry(), entry(key=BEN.hex(), name="Ada\u3164"), entry(key="33" * 32, name="\u2800")]
    book_path().write_text(json.dumps({"version": 1, "friends": met}), "utf-8")
    assert [one.name for one in read_book().friends] == ["Ada", "Ada 2", "somebody"]


def test_of_many_who_write_at_once_nothing_is_lost() -> None:
    """Each as a separate program would: the lock is of the open file, not of the process."""

    def meet(n: int) -> None:
        change_book(lambda book: book.met(n.to_bytes(32, "big"), f"Nr {n}", DAY))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(meet, range(40)))
    assert {one.identity[-1] for one in read_book().friends} == set(range(40))


def test_a_program_that_keeps_the_book_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(friends, "PATIENCE", 0.0)
    with book_path().with_suffix(".lock").open("ab") as file:
        take_lock(file)
        with pytest.raises(CannotWrite, match="cannot use your book of friends"):
            change_book(lambda book: book.met(ADA, "Ada", DAY))
    change_book(lambda book: book.met(ADA, "Ada", DAY))
    assert read_book().of(ADA) is not None
