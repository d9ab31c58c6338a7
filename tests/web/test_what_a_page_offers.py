"""What the menus and a match offer in a page: nothing that a page cannot do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair

from owm_net.client import keys, language
from owm_net.client.front import Front
from owm_net.client.glass.shown import Shown
from owm_net.client.match.after import AGAIN, NEW, After
from owm_net.client.match_stage import Stage
from owm_net.client.menu.hosting import HowToHost
from owm_net.client.menu.state import Me
from owm_net.client.screens.helping import Help
from owm_net.client.settings import Settings
from owm_net.files import page
from owm_net.net.driver import Stopped
from owm_net.net.relays import RelayRefused, _answer
from owm_net.net.streams import FramedStream
from owm_net.net.web_relay import WebRelay
from owm_net.program.computer.thinking import think
from owm_net.program.failing import Fail
from owm_net.program.logs.retelling import replay_to
from owm_net.program.playing.stopped import stopped_in_words
from owm_net.program.window.house import ProgramHouse
from owm_net.web.house import PageHouse
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


def test_the_token_of_a_relay_is_typed_once_in_a_page(handed: list[Path | None]) -> None:
    """It stays in front of the relay, which nobody types there."""
    stage = stage_of("settings", (1280, 720), 1.0)
    stage.context.settings.relay = "wss://relay.example"
    press(stage, "set:token")
    stage.text("club@-7")  # no token has such a letter
    assert stage.context.settings.relay == "club-7@wss://relay.example"


async def test_a_page_takes_its_token_to_its_own_relay_and_to_no_other() -> None:
    """Of what is set, or of an invitation; whatever place stands behind it."""
    house = PageHouse(WebRelay("relay.example", 443), "https://relay.example/")
    me = Me("Ann", "club-7@wss://evil.example")
    code, there = house._read("7-melon-sandal-orchid", me)
    assert (code, there.relay) == ("7-melon-sandal-orchid", "club-7@wss://relay.example")
    line = "owm-net join 7-melon-sandal-orchid --relay other@wss://relay.example"
    assert house._read(line, me)[1].relay == "other@wss://relay.example"
    with pytest.raises(Fail, match="evil"):
        house._read(line.replace("relay.ex", "evil.ex"), me)


async def test_a_log_is_checked_in_parts_and_the_screen_has_its_turn_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is no other thread in a page. The verdict is the same."""
    monkeypatch.setattr("owm_net.web.house.PART", 0.0)  # on a fast machine there is one part
    house, told, turns = PageHouse(WebRelay("relay.example", 443), ""), [], 0

    async def have_turns() -> None:
        nonlocal turns
        while True:
            await trio.sleep(0.001)
            turns += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(have_turns)
        lines = await house.verify(LOG, lambda done, total: told.append((done, total)))
        nursery.cancel_scope.cancel()
    assert lines == ProgramHouse().verify(LOG, lambda done, total: None)
    assert turns >= len(told) > 1 and told == sorted(told)


async def test_a_relay_that_asks_for_its_token_says_where_a_page_takes_it(
    handed: list[Path | None],
) -> None:
    here, there = memory_stream_pair()
    await FramedStream(there, peer="page").send(b"NO token 0 --relay TOKEN@HOST:PORT")
    with pytest.raises(RelayRefused, match="under Settings, on the title") as refused:
        await _answer(FramedStream(here, peer="relay wss://relay.example"))
    assert not CANNOT.search(str(refused.value)) and "--relay" not in str(refused.value)


def test_what_f5_and_f12_do_is_done_by_other_keys_in_a_page() -> None:
    """The browser has these; the players' own choice goes before."""
    try:
        keys.begin_with(keys.TAKEN_IN_A_PAGE)
        assert [keys.shown(key) for key in ("f5", "f12", "f4")] == ["F9", "F8", "F4"]
        assert [keys.meant(key) for key in ("f8", "f9", "f12")] == ["f12", "f5", ""]
        changed, before = keys.given({}, "f4", "f8")
        assert (changed, before) == ({"f4": "f8", "f12": "f4"}, "f12") and keys.is_good(changed)
        keys.use(changed)
        assert [keys.meant(key) for key in ("f8", "f4", "f9")] == ["f4", "f12", "f5"]
    finally:
        keys.begin_with({})


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


@pytest.mark.parametrize("in_a_page", [True, False])
def test_a_small_table_of_a_page_keeps_its_buttons(in_a_page: bool, request: Any) -> None:
    """A telephone has no keys, which do the same in a window."""
    if in_a_page:
        request.getfixturevalue("handed")
    match, _ = replay_to(LOG, 3, lambda match, events: None)
    stage = Stage(match.system, 0, match.names, Settings(size=(1180, 664), speed="off"))
    stage.sitting.hints.think = think
    Front(stage).told(match.view(), [])
    stage.tick(1.0)
    assert (stage.scene().find("top.hint") is not None) == in_a_page
