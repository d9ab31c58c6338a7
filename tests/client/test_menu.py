"""The menus without a window: every screen has room for its words, and everything is reached by
mouse and by keys alone."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest

from owm_net import games
from owm_net.client import theme
from owm_net.client.menu.stage import MenuStage
from owm_net.client.menu.state import Menu, Play, Quit
from owm_net.client.menu.title import Title
from owm_net.client.paint_pillow import paint
from owm_net.client.settings import FILE, Settings, remember, remembered
from owm_net.engine.system import System
from tests.client.test_table import texts_that_run_over

SIZES = ((1024, 640), (1280, 720), (1600, 900), (3840, 2160))
SCALES = (0.8, 1.0, 2.0)


class House:
    """A program behind the menus that has everything ready."""

    version = "owm-net of the tests"

    def systems(self) -> Sequence[System]:
        return [games.get(name) for name in ("owm", "squadcards", "skeleton")]


def door(size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> MenuStage:
    return MenuStage(Menu(House(), Settings(size=size, scale=scale), "Anna", Title()))


def work(stage: MenuStage) -> None:
    """What would be run in threads."""
    while stage.menu.jobs:
        job = stage.menu.jobs.pop(0)
        job.done(job.do(), "")


def press(stage: MenuStage, *ids: str) -> None:
    """Clicks, where a player would click."""
    for id in ids:
        item = stage.scene().find(id)
        assert item is not None, f"no {id} among {[i.id for i in stage.scene() if i.action]}"
        point = stage.scene().point_of(item)
        assert point is not None, f"{id} is covered"
        stage.press(*point)
        work(stage)


def keys(stage: MenuStage, *names: str) -> None:
    for name in names:
        stage.key(name)
        work(stage)


SCREENS = {
    "title": (),
    "new game": ("title:new",),
    "new game of squad": ("title:new", "game:squadcards"),
    "new game of skeleton": ("title:new", "game:skeleton"),
    "options": ("title:new", "options", "option:icons"),
    "options of squad": ("title:new", "game:squadcards", "options"),
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_has_room_for_its_words(
    screen: str, size: tuple[int, int], scale: float
) -> None:
    stage = door(size, scale)
    press(stage, *SCREENS[screen])
    states = [""] + [item.id for item in stage.scene().focusable]
    for id in states:
        stage.menu.ui.hover = stage.menu.ui.focus = id
        stage.menu.ui.keyboard = True
        stage.menu.touch()
        scene = stage.scene()
        assert texts_that_run_over(scene) == [], id
        cut = [text for text in scene.texts() if text.endswith("…")]
        assert not cut, (id, cut)
        everything = [i for i in scene if i.action is not None]
        for n, one in enumerate(everything):
            assert one.rect.x >= 0 and one.rect.right <= size[0] + 1, one.id
            assert one.rect.y >= 0 and one.rect.bottom <= size[1] + 1, one.id
            for other in everything[n + 1 :]:
                inside = other.id.startswith(f"{one.id}.")
                assert inside or not one.rect.meets(other.rect, 1), (one.id, other.id)


def test_a_match_is_chosen_by_mouse() -> None:
    stage = door()
    press(stage, "title:new", "mission:the-road-to-ruin", "level:colonel", "opponent:regular")
    press(stage, "options", "option:icons", "option:fuse", "option:fuse", "confirm", "confirm")
    owm = games.get("owm")
    setup = owm.default_setup(mission="the-road-to-ruin", level="colonel")
    wanted = Play(owm, setup, "regular")
    assert isinstance(stage.menu.errand, Play)
    assert stage.menu.errand.setup.switches == (("icons", "die"),)  # the fuse is long again
    assert stage.menu.errand.opponent == wanted.opponent
    assert stage.menu.errand.setup.mission == setup.mission
    assert stage.menu.errand.setup.level == setup.level
    stage.menu.errand.system.check_setup(stage.menu.errand.setup)


def test_a_match_is_chosen_by_keys_alone() -> None:
    stage = door()
    keys(stage, "down", "enter")
    assert stage.menu.ui.focus == "confirm"  # Enter alone would begin
    keys(stage, "up", "up", "up", "enter")  # a level, somewhere above START
    focused = stage.menu.ui.focus
    assert focused.startswith("level:"), focused
    keys(stage, "left")
    assert stage.menu.ui.focus.startswith("mission:")
    keys(stage, "down", "enter")
    mission = stage.menu.ui.focus.removeprefix("mission:")
    while stage.menu.ui.focus != "confirm":
        keys(stage, "tab")
    keys(stage, "enter")
    assert isinstance(stage.menu.errand, Play)
    assert stage.menu.errand.setup.mission == mission
    assert stage.menu.errand.setup.level == focused.removeprefix("level:")


@pytest.mark.parametrize("screen", SCREENS)
def test_what_has_the_focus_is_seen_and_arrows_and_tab_reach_everything(screen: str) -> None:
    stage = door()
    press(stage, *SCREENS[screen])
    wanted = {item.id for item in stage.scene().focusable}
    reached = set()
    for _ in wanted:
        keys(stage, "tab")
        focused = [item.id for item in stage.scene() if "focus" in item.flags]
        assert focused == [stage.menu.ui.focus]
        reached.add(focused[0])
    assert reached == wanted


def test_escape_goes_back_one_step_and_what_was_chosen_stays() -> None:
    stage = door()
    press(stage, "title:new", "game:squadcards", "options", "option:handicap")
    keys(stage, "escape")
    assert stage.scene().find("confirm") is not None
    assert any("One changed" in text for text in stage.scene().texts())
    keys(stage, "escape", "escape", "escape")
    assert stage.scene().find("title:quit") is not None and stage.menu.errand is None
    press(stage, "title:quit")
    assert isinstance(stage.menu.errand, Quit)


def test_what_cannot_be_found_out_is_said_and_asked_for_again() -> None:
    stage = door()
    keys(stage, "down")
    stage.key("enter")
    stage.menu.jobs.pop().done(None, "the card data cannot be used")
    assert any("The card data cannot be used" in text for text in stage.scene().texts())
    keys(stage, "enter")  # nothing to start yet
    assert stage.menu.errand is None
    keys(stage, "escape")
    press(stage, "title:new", "confirm")
    assert isinstance(stage.menu.errand, Play)


def test_a_mission_that_does_not_go_with_an_option_says_so() -> None:
    stage = door()
    press(stage, "title:new", "options", "option:sides", "confirm")
    for mission in games.get("owm").missions:
        press(stage, f"mission:{mission}")
        button = stage.scene().find("confirm")
        assert button is not None
        if button.why:
            press(stage, "confirm")
            assert stage.menu.errand is None
            assert any("which side starts where" in text for text in stage.scene().texts())
            return
    raise AssertionError("every mission takes this option")


def test_the_title_is_a_picture() -> None:
    """Not a flat ground: its left is dark for the words, its sun is bright."""
    picture = paint(door().scene())
    assert picture.size == (1280, 720)
    sun, left = (picture.convert("L").crop((x, 340, x + 8, 348)).tobytes() for x in (884, 20))
    assert min(sun) > 200 and max(left) < 60


# ------------------------------------------------------------------ what is remembered


def test_settings_are_remembered_for_their_owner_alone(tmp_path: Path) -> None:
    kept = Settings(scale=1.25, speed="fast", size=(1600, 900), fullscreen=True, name="Łucja")
    remember(kept, tmp_path)
    again, bad = remembered(tmp_path)
    assert (again, bad) == (kept, "")
    if os.name == "posix":
        assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


BAD = [
    ("scale", 17),
    ("scale", True),
    ("scale", float("nan")),
    ("speed", ["fast"]),
    ("speed", "light"),
    ("size", [1 << 40, 900]),
    ("size", [10, 10]),
    ("size", [1600.5, 900]),
    ("size", "1600x900"),
    ("fullscreen", 1),
    ("name", "x" * 41),
    ("name", "é" * 40),
    ("name", "a\u202eb"),
    ("name", "\ud800"),
    ("name", 7),
]


@pytest.mark.parametrize(("name", "value"), BAD, ids=[str(n) for n in range(len(BAD))])
def test_a_bad_setting_falls_back_alone_and_is_named(
    tmp_path: Path, name: str, value: object
) -> None:
    good = {"speed": "off", "scale": 0.8, "fullscreen": True, "unknown": [1]}
    (tmp_path / FILE).write_text(json.dumps({**good, name: value}))
    found, bad = remembered(tmp_path)
    assert name in bad and str(tmp_path) in bad
    assert getattr(found, name) == getattr(Settings(), name)
    assert (found.speed == "off") == (name != "speed")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[" * 60000, b"null", b"{" + b" " * (1 << 17) + b"}"],
    ids=["empty", "no text", "deep", "nothing", "long"],
)
def test_a_file_of_settings_that_is_nonsense_is_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    found, bad = remembered(tmp_path)
    assert found == Settings() and "cannot be read" in bad


def test_all_scales_can_be_remembered() -> None:
    assert {0.8, 1.0, 2.0} <= set(theme.SCALES)
