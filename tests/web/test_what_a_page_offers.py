"""What the menus and a match offer in a page: nothing that a page cannot do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from owm_net.client import language
from owm_net.client.front import Front
from owm_net.client.glass.shown import Shown
from owm_net.client.match.after import AGAIN, NEW, After
from owm_net.client.match_stage import Stage
from owm_net.client.menu.hosting import HowToHost
from owm_net.client.screens.helping import Help
from owm_net.client.settings import Settings
from owm_net.files import page
from owm_net.net.driver import Stopped
from owm_net.program.logs.retelling import replay_to
from owm_net.program.playing.stopped import stopped_in_words
from tests.client.test_after import LOG
from tests.client.test_menu import House, press, stage_of, work
from tests.client.test_replaying import looking
from tests.client.test_table import texts_that_run_over

CANNOT = re.compile(
    r"own network|router|quit\b|terminal|owm-net (?!of)|keyring|folder|beside the log|film"
    "|/nowhere",
    re.IGNORECASE,
)
"""What a page does not do or have, in the words of the screens."""


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path | None]]:
    """We are in a page; the files that the player is handed, None where they are asked for some."""
    given: list[Path | None] = []
    monkeypatch.setattr(House, "page", "https://relay.example/")

    async def png(draw: Callable[[], Any]) -> bytes:
        return b"\x89PNG"

    page.use(page.PageHere(given.append, lambda: given.append(None), png))
    yield given
    page.use(None)


def said(stage: Shown[Any]) -> str:
    """All words of a screen, and of what is pointed at there; they have room, in German too."""
    try:
        for one in ("de", "en"):
            language.use(one)
            stage.context.touch()
            assert not texts_that_run_over(stage.scene()), one
    finally:
        language.use("en")
    tips = [f"{item.tooltip} {item.why}" for item in stage.scene()]
    return " ".join([*stage.scene().texts(), *tips])


@pytest.mark.parametrize(
    "screen",
    [
        "title",
        "host",
        "host waits",
        "join",
        "profile",
        "settings",
        "no matches",
        "many matches",
        "many, over",
        "a picture of many",
    ],
)
def test_no_screen_of_a_page_speaks_of_what_a_page_cannot_do(
    screen: str, handed: list[Path | None]
) -> None:
    """Who hosts sends a link; who joins needs no relay; nobody has a terminal or our folders."""
    stage = stage_of(screen, (1280, 720), 1.0)
    words = said(stage)
    assert not CANNOT.search(words), words
    scene = stage.scene()
    assert not any(scene.find(id) for id in ("field:relay", "set:relay", "key.keyring", "key.file"))
    if screen == "host":
        press(stage, "how")
        work(stage)
        assert isinstance(stage.context.screen, HowToHost)
        ids = {item.id for item in stage.scene()}
        assert "how:clock" in ids and not ids & {"how:relay", "how:router", "how:ways"}
        press(stage, "how:open")
        assert stage.scene().find("how:listed") is not None
        assert not CANNOT.search(said(stage))


def test_a_code_alone_is_enough_in_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link holds nothing else: it must not look as if something were missing."""
    monkeypatch.setattr(House, "page", "https://relay.example/")
    stage = stage_of("join", (1280, 720), 1.0)
    press(stage, "field:code")
    stage.text("7-melon-sandal-orchid")
    words = " ".join(stage.scene().texts())
    assert "The code 7-melon-sandal-orchid, at the relay of this page" in words
    assert "without an address" not in words


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5])
def test_my_matches_are_handed_out(scale: float, handed: list[Path | None]) -> None:
    """The log, the picture of the table; and any log can be opened."""
    stage = stage_of("many matches", (1024, 640), scale)
    said(stage)
    press(stage, "log", "open", "details.picture", "save")
    log = stage.context.matches.kept[1].log
    assert handed == [log, None, log.with_suffix(".png")]


def test_the_end_of_a_match_hands_its_log_out(handed: list[Path | None]) -> None:
    match, _ = replay_to(LOG, None, lambda match, events: None)
    stage = Stage(match.system, -1, match.names, Settings(size=(1024, 640), speed="off"))
    stage.sitting.exit.home = True
    stage.sitting.ending.after = After((AGAIN, NEW), log=LOG)
    Front(stage).told(match.view(), [])
    for second in range(5):
        stage.tick(float(second))
    assert not CANNOT.search(said(stage))
    assert stage.press_id("end.log") and handed == [LOG]


def test_a_replay_makes_no_films_and_does_not_speak_of_them(handed: list[Path | None]) -> None:
    """Nor does its help."""
    stage, replay = looking()
    replay.make = lambda wanted: None
    assert not CANNOT.search(said(stage))
    assert stage.scene().find("replay.picture") is not None
    for key in "iomg":
        stage.key(key)
    assert replay.first is None and replay.make is not None
    stage.screens.open(Help())
    words = " ".join(stage.scene().texts())
    assert "draw this moment" in words and not CANNOT.search(words)


def test_a_match_that_stops_says_how_to_go_on_in_a_page(handed: list[Path | None]) -> None:
    match, _ = replay_to(LOG, 3, lambda match, events: None)
    words = str(stopped_in_words(Stopped("enough"), Path("/home/owm/logs/x.owmlog"), match))
    assert "the log is x.owmlog" in words and "Continue, on the title" in words
    assert not CANNOT.search(words)
