"""The rule book, from the title and over a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from owm_net.client import language
from owm_net.client.match_stage import Stage
from owm_net.client.menu.rules import Rules
from owm_net.client.rules.reading import Reading
from owm_net.client.rules.rule_books import named_rule, rule_book, rule_books
from owm_net.client.screens.helping import Help
from owm_net.client.sitting.actions import OpenRule
from owm_net.files import rulebook
from tests.client.situations import stage_at
from tests.client.test_menu import door, press
from tests.client.test_table import press as press_item
from tests.client.test_table import texts_that_run_over


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    language.use("en")


def heading(stage: Stage) -> str:
    """The id of the rule that is open, or the name of what has one."""
    scene = stage.scene()
    item = scene.find("rules.id") or scene.find("rules.name")
    assert item is not None
    return item.label


def test_a_rule_is_opened_by_its_id_from_anywhere_and_searched_as_one_types() -> None:
    stage = stage_at("action")
    stage.do(OpenRule("FIRE-05"))
    assert heading(stage) == "OWM-FIRE-05"
    assert any("the jamming card" in text for text in stage.scene().texts())
    press_item(stage, "see:A-06")
    assert heading(stage) == "A-06"
    for letter in "smoke wind":
        stage.key("space" if letter == " " else letter)
        stage.text(letter)
    entry = stage.scene().find("rules.text")
    assert entry is not None and "smoke" in entry.label.lower() and "wind" in entry.label.lower()
    first = heading(stage)
    stage.key("down")
    assert heading(stage) != first
    stage.key("escape")
    assert stage.scene().find("rules.text") is None
    assert stage.sitting.talk.line.text == ""  # nothing of it went to the other players


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
def test_the_book_over_a_table_stays_within_the_window(size: tuple[int, int], scale: float) -> None:
    stage = stage_at("action")
    stage.sitting.settings.scale = scale
    stage.resize(*size)
    stage.do(OpenRule("FIRE-05"))
    for item in stage.scene():
        if item.id.startswith(("rules", "entry:", "see:")):
            assert item.rect.x >= 0 and item.rect.right <= size[0], item.id


def test_every_rule_is_known_by_its_id_where_it_is_said() -> None:
    """Those of the Command Decisions were not, for they have a word in the place of a number, nor
    those of Hailfire, whose first word has four letters."""
    for book in rule_books().values():
        ids = [
            entry.id for entry in book.entries if re.fullmatch(r"[A-Z]{3,4}(-[A-Z0-9]+)+", entry.id)
        ]
        assert len(ids) > 10
        for id in ids:
            assert named_rule(f"Not now: he is far away ({id}, A-70)") == id
    for weapon in ("a shot of his RPG-43", "SVT-40, PTRS-41", "AUTO-PASS"):
        assert not named_rule(weapon)


def test_the_rules_that_the_help_names_can_be_opened_there() -> None:
    stage = stage_at("action")
    stage.key("f1")
    names = [i for i in stage.scene() if i.id.startswith("help.rule:")]
    assert [i.id for i in names][:2] == ["help.rule:ROUND-03", "help.rule:ROUND-07"]
    assert set(names) <= set(stage.scene().focusable)
    press_item(stage, "help.rule:ROUND-07")
    assert heading(stage) == "OWM-ROUND-07"


@pytest.mark.parametrize("way", ["escape", "enter"])
def test_a_rule_that_was_opened_in_the_help_leads_back_to_it(way: str) -> None:
    """It led to the table; the help is at its page again."""
    stage = stage_at("action")
    stage.key("f1")
    while stage.scene().find("help.rule:ROUND-07") is None:
        stage.key("right")
    page = stage.screens.top.page
    press_item(stage, "help.rule:ROUND-07")
    stage.do(OpenRule("FIRE-05"))  # from one rule to another
    stage.key(way)
    assert isinstance(stage.screens.top, Help) and stage.screens.top.page == page
    stage.key("escape")
    assert stage.is_bare
    stage.key("f4")
    stage.key("escape")
    assert stage.is_bare


def test_a_rule_that_is_none_opens_nothing() -> None:
    stage = stage_at("action")
    stage.do(OpenRule("KERNEL"))
    assert stage.is_bare


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_every_entry_has_room_in_the_window(spoken: str) -> None:
    language.use(spoken)
    stage = stage_at("action")
    stage.resize(960, 540)
    entries = rule_books()["owm"].entries
    longest = sorted(entries, key=lambda e: len(e.text))[-4:]
    widest = max(entries, key=lambda e: len(e.id))
    for entry in (*longest, widest):
        stage.do(OpenRule(entry.id))
        assert heading(stage) == entry.id
        assert not texts_that_run_over(stage.scene()), entry.id
        text = stage.scene().find("rules.text")
        panel = stage.scene().find("rules")
        assert text is not None and panel is not None
        assert text.rect.bottom <= panel.rect.bottom, entry.id


def test_every_entry_that_is_listed_can_be_opened() -> None:
    for book in rulebook.rule_books().values():
        for entry in book.entries:  # Field (Terrain): a bracket at the end is the term's own
            assert Reading(chosen=entry.id).opened(book) is entry


def test_a_row_of_data_is_headed_by_its_name_in_the_language_that_is_spoken() -> None:
    for spoken, name, says in (
        ("en", "Hardened Private 1st Class", "Primary: rifle 0, SMG 0"),
        ("de", "Erfahrener Private 1st Class", "Hauptwaffe: Gewehr 0, MP 0"),
    ):
        language.use(spoken)
        book = rule_book("nco")
        entry = book.find(name) if book is not None else None
        assert entry is not None and says in entry.text and name not in entry.text


def test_the_title_opens_the_book_and_esc_goes_back() -> None:
    stage = door()
    press(stage, "title:rules")
    for letter in "fubar":
        stage.key(letter)
        stage.text(letter)
    assert any("cancel the last card" in text for text in stage.scene().texts())
    press(stage, "book:squadcards")
    assert isinstance(stage.context.screen, Rules) and stage.context.screen.reading.words == ""
    stage.key("escape")
    assert not isinstance(stage.context.screen, Rules)


def test_a_search_finds_all_words_wherever_they_stand() -> None:
    book = rule_book("owm")
    assert book is not None
    found = book.search("jam fire")
    assert found and all("jam" in (e.id + e.chapter + e.text).lower() for e in found)
    assert book.search("fire-05")[0].id == "OWM-FIRE-05"
    assert book.search("no such words") == ()
    rally = book.search("all")  # not "shall" and "wall", as long as there is "all"
    places = [re.search(r"(?<!\w)all", f"{e.id} {e.chapter} {e.text}".lower()) for e in rally]
    assert None in places and None not in places[: places.index(None)]
    assert not any(places[places.index(None) :])


def test_the_book_opens_at_its_contents_and_a_chapter_is_read_to_the_next() -> None:
    stage = stage_at("action")
    stage.key("f4")
    assert stage.scene().find("rules.text") is None
    book = rule_book("owm")
    assert book is not None
    last = book.chapters[-1]
    shooting = book.chapters.index("Shooting")
    press_item(stage, f"chapter:{shooting}")
    assert heading(stage) == "Shooting"
    for _ in range(30):
        if heading(stage) != "Shooting":
            break
        press_item(stage, "rules.on")  # behind the last page comes the next chapter
    assert heading(stage) == "What you can see" != last
    press_item(stage, "rules.contents")
    assert stage.scene().find(f"chapter:{shooting}") is not None


def test_no_ruling_is_shown_that_another_has_taken_the_place_of() -> None:
    """What no longer holds is for the ledger; where part of it holds, it says which."""
    no_longer = re.compile(r"(?:Overturned|Replaced) by [A-Z]+-\d+\.?(?: It was|$)")
    for book in rulebook.rule_books().values():
        assert [e.id for e in book.entries if no_longer.search(e.text)] == []
