"""The end screen asks for a rematch, and says how it stands with one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio

from owm_net import games
from owm_net.client import language
from owm_net.client.front import Front
from owm_net.client.keys import HEED
from owm_net.client.match.after import NEW, REMATCH
from owm_net.client.match_stage import Stage
from owm_net.client.screens.end import EndScreen
from owm_net.client.settings import Settings
from owm_net.client.words import ALL_GOOD
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Result
from owm_net.engine.text import say
from owm_net.files.hands import MAGIC, hand_path
from owm_net.program.window.conclusion import play_again
from owm_net.session.rematch import Sides
from tests.client.looks import table_at
from tests.client.rematches import Talk, talked_of
from tests.client.test_after import press
from tests.client.test_table import texts_that_run_over
from tests.games.every import paired

ALL_GOOD_ENDS = {"en": "genuine.", "de": "echt."}
LONG = "Wolfgang Amadeus von und zu Hohenlohe-Schillingsfürst der Jüng"


def over(talk: Talk, settings: Settings | None = None, system: str = "squadcards") -> Stage:
    """A match that has ended, and has been looked at for a while."""
    stage = table_at(system, "", "never", settings or Settings(size=(960, 540), speed="off"))
    talked_of(stage, talk)
    return stage


def says(stage: Stage) -> str:
    return " ".join(stage.scene().texts())


STANDS = {
    "nothing": (Talk(), "Play again with Ben?", {"same": Sides.SAME, "changed": Sides.CHANGED}),
    "asked": (
        Talk(asks=Sides.SAME),
        "Ben would like a rematch",
        {"accept": Sides.SAME, "no": "no"},
    ),
    "asked to change": (
        Talk(asks=Sides.CHANGED, waits=Sides.SAME),
        "Ben would like a rematch with the sides changed",
        {"accept": Sides.CHANGED, "no": "no"},
    ),
    "waits": (
        Talk(waits=Sides.CHANGED),
        "You have asked Ben for a rematch with the sides changed: 2:30",
        {"back": Sides.NONE},
    ),
    "declined": (
        Talk(declined=True),
        "Ben would rather not play again now",
        {"same": Sides.SAME, "changed": Sides.CHANGED},
    ),
    "begins": (Talk(begins=True, waits=Sides.SAME), "The rematch begins ...", {}),
    "too fast": (
        Talk(note="Not so fast: say it again in a while.", waits=Sides.SAME),
        "Not so fast: say it again in a while.",
        {"back": Sides.NONE},
    ),
}
BUTTONS = ("same", "changed", "accept", "no", "back", "none")


@pytest.mark.parametrize(("talk", "line", "buttons"), STANDS.values(), ids=STANDS)
def test_what_can_be_said_now_stands_there_and_is_said(
    talk: Talk, line: str, buttons: dict[str, Any]
) -> None:
    stage = over(talk)
    stage.tick(stage.sitting.display.now + 150)
    assert stage.sitting.ending.after is not None
    stage.sitting.ending.after.since = stage.sitting.display.now - 150
    stage.sitting.touch()
    assert line in says(stage)
    scene = stage.scene()
    there = {id for id in BUTTONS if scene.find(f"end.rematch.{id}") is not None}
    assert there == {*buttons}
    assert scene.find("end.new") is not None and scene.find("end.watch") is not None
    talk.said.clear()
    for id, said in buttons.items():
        press(stage, f"end.rematch.{id}")
        assert talk.said.pop() == said and not stage.sitting.exit.closing


def test_where_all_choose_their_sides_none_are_offered_changed() -> None:
    """The divisions of Of War and Men are chosen afresh in each match, by either seat."""
    scene = over(Talk(), system="owm").scene()
    assert scene.find("end.rematch.same") is not None
    assert scene.find("end.rematch.changed") is None


def test_the_button_says_why_there_is_none() -> None:
    talk = Talk(why=say("{name} has left", name="Ben"))
    stage = over(talk)
    assert "No rematch: Ben has left." in says(stage)
    assert "one of you hosts by NEW GAME" in says(stage)
    press(stage, "end.rematch.none")
    assert talk.said == [] and stage.sitting.ui.refused.why == "Ben has left"
    press(stage, "end.new")
    assert stage.sitting.ending.after is not None and stage.sitting.ending.after.wish == NEW


def test_a_click_that_was_meant_for_another_button_says_nothing() -> None:
    """ACCEPT and NO lie where one could ask oneself."""
    talk = Talk()
    stage = over(talk)
    assert stage.sitting.ending.after is not None
    talk.asks, stage.sitting.ending.after.since = Sides.CHANGED, stage.sitting.display.now
    stage.sitting.touch()
    press(stage, "end.rematch.accept")
    assert talk.said == []
    stage.tick(stage.sitting.display.now + HEED + 0.1)
    press(stage, "end.rematch.accept")
    assert talk.said == [Sides.CHANGED]


def test_it_is_said_by_keys_alone() -> None:
    talk = Talk(asks=Sides.SAME)
    stage = over(talk)
    for _ in range(30):
        if stage.sitting.ui.focus == "end.rematch.accept":
            break
        stage.key("tab")
    stage.key("enter")
    assert talk.said == [Sides.SAME] and not stage.sitting.exit.closing
    talk.asks, talk.waits = Sides.NONE, Sides.SAME
    for _ in range(3):  # ACCEPT has gone, and whoever presses once too often does not leave
        stage.sitting.touch()
        stage.tick(stage.sitting.display.now + 5)
        assert stage.sitting.ending.after is not None and not stage.sitting.exit.closing
        talk.said.clear()
        stage.key("enter")
    assert talk.said == [Sides.NONE] and stage.sitting.ui.focus == "end.rematch.back"


def test_who_looks_at_the_table_is_told_too() -> None:
    talk = Talk(asks=Sides.CHANGED)
    stage = over(talk)
    press(stage, "end.look")
    assert stage.scene().find("end") is None
    assert "Ben would like a rematch with the sides changed" in says(stage)
    press(stage, "result")
    assert stage.scene().find("end.rematch.accept") is not None


@pytest.mark.parametrize(
    ("size", "spoken"), paired([(960, 540), (1280, 720), (3840, 2160)], ["en", "de"])
)
def test_all_of_it_has_room(size: tuple[int, int], spoken: str) -> None:
    talks = [talk for talk, _, _ in STANDS.values()]
    others = (
        say("the program of {name} offers none: it is an older one, or no person plays there",
            name=LONG),
        say("a rematch needs two players, and here were {n}", n=4),
    )  # fmt: skip
    talks += [Talk(why=why) for why in others]
    language.use(spoken)
    try:
        stage = over(talks[0], Settings(size=size, speed="off", language=spoken))
        stage.sitting.notices.verdict = "\n".join([language.tr(ALL_GOOD), *["a line of it"] * 9])
        for talk in talks:
            talk.name = LONG
            talked_of(stage, talk)
            assert stage.sitting.ending.after is not None
            stage.sitting.ending.after.saved = (
                "The picture is somewhere in a folder with a long name"
            )
            end_screen = stage.screens.find(EndScreen)
            assert end_screen is not None
            for details in (False, True):
                end_screen.details = details
                stage.sitting.touch()
                scene = stage.scene()
                assert texts_that_run_over(scene) == []
                end = scene.find("end")
                assert end is not None and end.rect.bottom <= size[1]
                inside = [i for i in scene if i.z > end.z and i.id.startswith(("end.", "confirm"))]
                assert all(end.rect.covers(i.rect, 1) for i in inside)
                assert any(ALL_GOOD_ENDS[spoken] in text for text in scene.texts())
            end_screen.details = False
        press(stage, "end.look")
        for talk in talks:
            talked_of(stage, talk)
            assert texts_that_run_over(stage.scene()) == []
    finally:
        language.use("en")
        for talk in talks:
            talk.name = "Ben"


class Parted:
    """A match of two that is over. talk: about another. met: with whom it begins."""

    def __init__(self, talk: Talk, met: Any) -> None:
        self.talk, self.met = talk, met
        self.go_on = trio.Event()
        self.changed: Any = None

    def rematch(self, changed: Any) -> Talk:
        self.changed = changed
        return self.talk

    async def again(self, talk: Talk) -> Any:
        await self.go_on.wait()
        return self.met


async def test_when_both_have_agreed_the_window_goes_on_with_the_next_match() -> None:
    talk, met = Talk(), object()
    stage = over(talk)
    assert stage.sitting.ending.after is not None
    stage.sitting.ending.after.rematch = None
    parted: Any = Parted(talk, met)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_again, Front(stage), parted, Path("none"))
        await trio.testing.wait_all_tasks_blocked()
        assert stage.sitting.ending.after.rematch is talk
        stage.heard()
        stage.tick(stage.sitting.display.now + 100)
        talk.asks = Sides.SAME
        parted.changed()
        parted.changed()
        stage.tick(stage.sitting.display.now)
        assert stage.sitting.ending.after.since == stage.sitting.display.now
        assert "asked" in stage.heard()  # it is to be heard, and the desktop calls
        asked = [text for text in stage.sitting.talk.remarks if "would like a rematch" in text]
        assert len(asked) == 1
        parted.go_on.set()
    assert stage.sitting.ending.after.met is met and stage.sitting.ending.after.wish == REMATCH
    assert stage.sitting.exit.closing


async def test_when_there_is_none_the_window_stays() -> None:
    stage = over(Talk())
    parted: Any = Parted(Talk(why="gone"), None)
    parted.go_on.set()
    assert not await play_again(Front(stage), parted, Path("none"))
    assert not stage.sitting.exit.closing and stage.sitting.ending.after is not None
    assert stage.sitting.ending.after.wish == "" and "No rematch: gone." in says(stage)


def test_who_has_no_side_yet_is_named_once() -> None:
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    stage = Stage(system, 0, ["Anna", "Ben"], Settings(size=(960, 540), speed="off"))
    stage.sitting.ending.ended_by = Result((Seat(0),), (), "seat 1 resigned")
    stage.sitting.told(match.view(0), [])
    stage.tick(1.0)
    item = stage.scene().find("end:1")
    assert item is not None
    assert [run.text for run in item.runs if run.text] == ["Ben"]


async def test_what_the_other_opens_is_kept_beside_the_log_and_told(tmp_path: Path) -> None:
    talk, log = Talk(), tmp_path / "m.owmlog"
    stage = over(talk)
    parted: Any = Parted(talk, None)
    parted.match = SimpleNamespace(own=SimpleNamespace(seat=0))
    came: list[bool] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play_again, Front(stage), parted, log)
        await trio.testing.wait_all_tasks_blocked()
        assert stage.sitting.ending.after is not None
        stage.sitting.ending.after.hand_came = lambda: came.append(True)
        talk.hand = b"no hand at all"
        parted.changed()
        assert "they cannot be kept" in says(stage) and not hand_path(log, 1).exists()
        talk.hand = data = MAGIC + b"\x01" + b"\0\0\0\x02ab"
        parted.changed()
        assert hand_path(log, 1).read_bytes() == data and talk.hand == b""
        assert "Ben has opened their cards of this match to you" in says(stage)
        assert "Ben has opened their cards" in stage.sitting.talk.remarks[-1] and came == [
            True,
            True,
        ]
        assert stage.scene().find("end.rematch.same") is not None
        parted.go_on.set()
