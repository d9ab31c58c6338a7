"""How to play: pages with pictures of the game's own table, and the same pages as words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from owm_net import cli, games
from owm_net.client import language
from owm_net.client.glass.shown import Shown
from owm_net.client.menu.new_game import NewGame
from owm_net.client.menu.rules import Rules
from owm_net.client.menu.state import Menu
from owm_net.client.rules.reading import Reading
from owm_net.client.rules.rule_books import page_id
from owm_net.client.scene.items import Scene
from tests.client.situations import stage_at
from tests.client.test_menu import press, stage_of
from tests.client.test_table import press as press_item
from tests.client.test_table import texts_that_run_over

TAUGHT = tuple(name for name in games.names() if games.get(name).guide)
MOST_WORDS = 120


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    language.use("en")


def done(stage: Shown[Menu]) -> Scene:
    """The screen when all that it wants has been found out."""
    menu = stage.context
    menu.touch()
    stage.scene()
    while menu.jobs:
        job = menu.jobs.pop(0)
        job.done(job.do())
    menu.touch()
    return stage.scene()


def test_every_game_for_players_is_taught() -> None:
    assert tuple(n for n in games.names() if not games.get(n).for_developers) == TAUGHT


@pytest.mark.parametrize("game", TAUGHT)
def test_each_page_has_few_words_and_its_numbers_stand_on_its_picture(game: str) -> None:
    """In German, on a window where all letters are larger: there is least room."""
    language.use("de")
    system = games.get(game)
    stage = stage_of("title", (1600, 900), 1.4)
    stage.context.systems = [system]
    screen = Rules(game)
    stage.context.open(screen)
    assert 2 <= len(system.guide) <= 4
    for n, page in enumerate(system.guide):
        screen.reading = Reading(chosen=page_id(system, n))
        scene = done(stage)
        for told in (str, language.tr):
            assert sum(len(told(text).split()) for text in page.words) <= MOST_WORDS
        assert 2 <= len(page.marks) <= 4
        frame, ends = scene.find("guide.frame"), scene.find("rules.on")
        assert frame is not None and ends is not None
        for number, mark in enumerate(page.marks, 1):
            disc, said = scene.find(f"guide.on:{number}"), scene.find(f"guide.text:{number}")
            assert disc is not None and frame.rect.covers(disc.rect, 1), (n, mark.at)
            assert said is not None and said.rect.bottom <= ends.rect.y, (n, number)
            read = " ".join(run.text for run in said.runs)  # beside a picture, what one clicks
            assert read.split() == language.tr(mark.says).split()
        drawn = [item for item in scene if item.id.startswith("guide.") and item.clip is not None]
        assert len(drawn) > 40 and all(frame.rect.covers(one.clip, 1) for one in drawn if one.clip)
        assert not any(one.action or one.tooltip or one.solid for one in drawn)
        own = [item for item in scene if item.clip is None]
        assert not texts_that_run_over(Scene(scene.size, scene.scale, own))


@pytest.mark.parametrize("game", TAUGHT)
def test_a_page_that_names_the_odds_shows_them(game: str) -> None:
    system = games.get(game)
    stage = stage_of("title", (1280, 720), 1.0)
    stage.context.systems = [system]
    screen = Rules(game)
    stage.context.open(screen)
    for n, page in enumerate(system.guide):
        if any(word in text for text in page.words for word in ("The odds", "its chance")):
            screen.reading = Reading(chosen=page_id(system, n))
            drawn = [item for item in done(stage) if item.id.startswith("guide.") and item.clip]
            assert any("%" in run.text for item in drawn for run in item.runs), page.title


def test_the_book_leads_through_the_pages_to_how_to_win_over_a_table_too() -> None:
    stage = stage_at("action")
    stage.key("f4")
    press_item(stage, "chapter:0")
    system = games.get("owm")
    for n in range(len(system.guide)):
        name = stage.scene().find("rules.name")
        assert name is not None and name.label == page_id(system, n)
        assert stage.jobs.waiting  # a thread of the window makes the picture
        stage.jobs.waiting.pop()()()
        assert stage.scene().find("guide.on:1") is not None
        press_item(stage, "rules.on")
    chapter = stage.scene().find("rules.chapter")
    assert chapter is not None and chapter.label == "How to win"


def test_page_down_turns_one_page_and_page_up_comes_back_to_the_last() -> None:
    """In the menu and over a table, where they leap over rules."""
    over, system = stage_at("action"), games.get("owm")
    over.key("f4")
    press_item(over, "chapter:0")
    for key, n in (("pagedown", 1), ("pagedown", 2), ("pageup", 1)):
        over.key(key)
        name = over.scene().find("rules.name")
        assert name is not None and name.label == page_id(system, n)
    menu = stage_of("title", (1280, 720), 1.0)
    menu.context.systems = [system]
    screen = Rules("owm", page_id(system, 0))
    menu.context.open(screen)
    last = len(system.guide) - 1
    for n in range(1, last + 1):
        menu.key("pagedown")
        assert screen.reading.chosen == page_id(system, n)
    menu.key("pagedown")
    book = screen.book(menu.context)
    assert book.entries.index(screen.reading.opened(book)) == last + 8  # rules again, by leaps
    menu.key("pageup")
    assert screen.reading.chosen == page_id(system, last)


def test_a_new_game_leads_to_how_it_is_played_and_back() -> None:
    stage = stage_of("title", (1280, 720), 1.0)
    stage.context.systems = [games.get("squadcards")]
    stage.context.open(NewGame())
    press(stage, "guide")
    first = done(stage).find("guide.text:0")
    assert first is not None and "You lead one squad" in first.runs[0].text
    stage.key("escape")
    assert isinstance(stage.context.screen, NewGame)


@pytest.mark.parametrize("game", TAUGHT)
def test_the_pages_are_read_in_a_terminal(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", game, "how", "to", "play"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for page in games.get(game).guide:
        assert all(" ".join(str(text).split()) in said for text in page.words)
