"""What somebody asks who has never played: the rule book answers with the right entries first."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator

import pytest

from owm_net.client import language
from owm_net.client.rules.rule_books import rule_book, rule_books

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    language.use("en")


ASKED = {
    "owm": {
        "how do I win": "VICT-01",
        "when does the match end": "TIMER-01",
        "how far can I walk": "MOVE-01",
        "how far can I shoot?": "RANGE-01",
        "how do I shoot": "ATK-01",
        "what kills a soldier": "RES-01",
        "what kills a tank": "MX-11",
        "what can I do in a turn": "STD-01",
        "how do I get a suppressed soldier up again": "RALLY-01",
        "how can I hide": "STLTH-01",
    },
    "squadcards": {
        "how do I win": "VIC-01",
        "how do I shoot": "ATK-03",
        "how far can I walk": "MOVE-01",
        "how far can I shoot": "RNG-02",
        "what happens when I am pinned": "MORALE-06",
        "how does my squad get up again": "RALLY-01",
        "how many cards do I draw": "DRAW-01",
        "what protects my men": "ATK-06",
        "what can I do in a turn": "TURN-01",
        "when is the match over": "VIC-01",
    },
    "nco": {
        "how do I win": "GEN-06",
        "how long does a match last": "GEN-05",
        "how far can I walk": "ORD-07",
        "what kills a soldier": "WND-04",
        "what kills a tank": "WPN-07",
        "how do I shoot": "HIT-02",
        "what is cover worth": "TER-04",
        "what if he panics": "HLT-04",
        "how do I heal": "ORD-02",
        "who is next": "DIE-02",
    },
    "hailfire": {
        "how do I win": "PVIC-04",
        "when does the match end": "PVIC-06",
        "what kills a tank": "ARM-06",
        "what kills infantry": "RFC-02",
        "how far can I walk": "MOVE-02",
        "how far can I shoot": "FIRE-05",
        "how do I shoot": "FIRE-03",
        "how do suppressed teams recover": "RALLY-01",
        "what can I do in a turn": "TURN-02",
        "how do I call artillery": "ART-01",
    },
    "heroes": {
        "how do I win": "VIC-01",
        "how many rounds does a match last": "RND-02",
        "what kills a tank": "DMG-01",
        "what kills infantry": "FIRE-10",
        "how far can I walk": "MOVE-01",
        "how far can I shoot": "FIRE-06",
        "how do I shoot": "FIRE-08",
        "how many orders do I have": "ORD-03",
        "what is cover worth": "TER-04",
        "what is a bluff for": "ORD-07",
    },
}
"""Game -> question -> an entry that answers it, which is to be among the first three."""

GEFRAGT = {
    "owm": {"wie weit kann ich gehen": "MOVE-01", "wie gewinne ich": "VICT-01"},
    "squadcards": {"wie schieße ich": "ATK-03", "wie viele karten ziehe ich": "DRAW-01"},
    "nco": {"was tötet einen soldaten": "WND-04", "wie weit kann ich gehen": "ORD-07"},
    "hailfire": {"was zerstört einen panzer": "ARM-06", "wie gewinne ich": "PVIC-04"},
    "heroes": {"was zerstört einen panzer": "DMG-01", "wie weit kann ich gehen": "MOVE-01"},
}


@pytest.mark.parametrize("spoken", language.LANGUAGES)
@pytest.mark.parametrize("game", ASKED)
def test_a_plain_question_finds_the_right_entries_first(game: str, spoken: str) -> None:
    language.use(spoken)
    book = rule_books()[game]
    for question, wanted in (ASKED if spoken == "en" else GEFRAGT)[game].items():
        first = [entry.id for entry in book.search(question)[:3]]
        assert any(id.endswith(f"-{wanted}") for id in first), (question, first)


IN_SHORT = {
    "owm": (
        "tank",
        "There are no tanks",
        "what blocks sight",
        "shoot twice",
        "my own men",
        "night",
    ),
    "squadcards": ("tank", "There are no tanks", "line of sight", "shoot twice", "how do I pass"),
    "nco": ("tank", "There are no tanks", "what is smoke for", "machine gun", "run out of cards"),
    "hailfire": ("smoke", "There is no smoke", "who goes first", "can I heal", "my own teams"),
    "heroes": ("night", "No scenario of this game", "see through", "how do I pass", "grenades"),
}
"""Game -> what it lacks, how that is said, and questions that no single rule answers."""


@pytest.mark.parametrize("spoken", language.LANGUAGES)
@pytest.mark.parametrize("game", IN_SHORT)
def test_what_a_game_lacks_is_said_and_not_the_rule_of_something_else(
    game: str, spoken: str
) -> None:
    lacks, said, *others = IN_SHORT[game]
    book = rule_books()[game]
    first = book.search(f"what about a {lacks}?")[0]
    assert first.text.startswith(said) and first.chapter == "In short"
    for question in others:
        assert book.search(f"how is it: {question}")[0].chapter == "In short", question
    short = [entry for entry in book.aside if entry.chapter == "In short"]
    language.use(spoken)
    book = rule_books()[game]
    for ask in book.asks:
        assert all(book.find(id) is not None for id in ask.rules), ask.words
    found = {entry.id for entry in book.aside if entry.sort == "head"}
    assert len(found) == len(short) and found.isdisjoint({entry.id for entry in book.entries})


@pytest.mark.parametrize("game", ASKED)
def test_how_to_win_finds_what_brings_the_win_in_each_mission(game: str) -> None:
    book = rule_book(game)
    assert book is not None
    assert {entry.chapter for entry in book.search("how to win")[:3]} == {"How to win"}


@pytest.mark.parametrize("game", ASKED)
def test_what_a_reason_of_the_game_names_is_in_its_book(game: str) -> None:
    """Rulings too: reasons cite them, and a press opens the book there."""
    book, lost = rule_books()[game], set()
    told = re.compile(r'"((?:OWM|SQD|NCO|HAIL|HON)-[A-Z]+-[A-Z0-9-]*[A-Z0-9]|[ARH]-\d+)"')
    for path in sorted((ROOT / "owm_net" / "games" / game).rglob("*.py")):
        lost |= {id for id in told.findall(path.read_text("utf-8")) if book.find(id) is None}
    assert not lost


def test_a_chapter_begins_with_what_it_is_about_and_has_nothing_of_the_ledger() -> None:
    for game, book in rule_books().items():
        for title in book.chapters:
            head, *entries = book.chapter(title)
            assert (head.sort, head.id) == ("head", title) and entries, (game, title)
            assert len(head.text.split()) <= 60, title
        for entry in book.entries:
            assert not re.match(r"(Conflict|Question|Problem|Missing|Situation):", entry.text)
            assert "-GAP-" not in entry.id and not entry.id.startswith(("OWM-COMP", "OWM-EX"))
