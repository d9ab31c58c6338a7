"""Pictures without a window: every screen, and no trace of Arcade."""

from __future__ import annotations

import subprocess
import sys
from unittest.mock import Mock

import pytest
from attrs import evolve
from PIL import ImageChops

from owm_net import games
from owm_net.client.glass.paint_pillow import paint, still
from owm_net.client.glass.stamps import Stamp, stamps
from owm_net.client.match_stage import Stage
from owm_net.client.scene.items import Item, Rect, Scene, Shape
from owm_net.client.scene.pictures import BoxPicture, Pictures
from owm_net.client.settings import Settings
from owm_net.session.player import Notice
from tests.client.robot import Robot
from tests.client.situations import KINDS, stage_at
from tests.games.every import THOROUGH


@pytest.fixture(scope="module")
def pictures() -> Pictures:
    return Pictures()


def without_ground(scene: Scene) -> Scene:
    """Each match has a ground of its own, which takes long; one is enough."""
    return evolve(scene, items=[item for item in scene if item.kind != "cell"])


@pytest.mark.parametrize("kind", KINDS if THOROUGH else ["action", *KINDS[::2]])
def test_each_screen_has_a_picture(kind: str, pictures: Pictures) -> None:
    scene = stage_at(kind).scene()
    scene = scene if kind == "action" else without_ground(scene)
    image = paint(scene, pictures)
    assert image.size == (1280, 720) and image.mode == "RGB"
    colours = image.resize((160, 90)).getcolors(20_000)
    assert colours is not None and len(colours) > 300


@pytest.mark.parametrize("opacity", [255, 100])
@pytest.mark.parametrize(("w", "h"), [(1100, 420), (1101, 333)])
def test_a_broad_box_in_parts_looks_as_the_whole(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch, w: int, h: int, opacity: int
) -> None:
    """As one picture a single one could be as large as the window."""
    for shape in (
        Shape("box", (90, 40, 20, 200), (250, 220, 90, 255), 3.0, 12),
        Shape("box", (0, 0, 0, 0), (250, 220, 90, 255), 1.0, 2),
        Shape("box", (90, 140, 20), (0, 0, 0, 0), 0, 12),
    ):
        item = Item("one", "panel", Rect(41.5, 30, w, h), 0, shape=shape, opacity=opacity)
        scene = Scene((1200, 500), 1.0, [item])
        laid = list(stamps(scene))
        assert len(laid) >= 4
        assert sum(s.w * s.h for s in laid if s.picture is not None) < w * h / 4
        whole = [Stamp(BoxPicture(shape, w, h), item.rect.cx, item.rect.cy, w, h, 0, opacity)]
        found = []
        for what in (laid, whole):
            monkeypatch.setattr("owm_net.client.glass.paint_pillow.stamps", Mock(return_value=what))
            found.append(paint(scene, pictures))
        apart = max(ImageChops.difference(*found).tobytes())
        assert apart <= 1, "what is seen through rounds twice where it is reduced"


def test_messages_help_and_end_have_pictures(pictures: Pictures) -> None:
    stage = Stage(games.get("owm"), 0, ["You", "Bob"], Settings())
    stage.sitting.tell(Notice.WORKING, "Shuffling: proof 3 of 4")
    assert "Shuffling: proof 3 of 4" in stage.scene().texts()
    paint(stage.scene(), pictures)
    stage.sitting.notices.progress = (3, 20)
    stage.sitting.ending.problem = ("It broke.", "Start it again.")
    stage.sitting.touch()
    paint(stage.scene(), pictures)
    robot = Robot(games.get("owm"), 3)
    robot.run_to(lambda match: False)
    robot.tick()
    paint(without_ground(robot.stage.scene()), pictures)
    robot.stage.key("f1")
    paint(without_ground(robot.stage.scene()), pictures)


def test_what_is_saved_as_a_picture_has_no_buttons() -> None:
    scene = stage_at("action").scene()
    assert {i.kind for i in scene} - {i.kind for i in still(scene)} == {"button"}
    assert scene.find("top.help") is not None and still(scene).find("top.help") is None


def test_a_spectator_sees_no_hand(pictures: Pictures) -> None:
    from owm_net.engine.view import EVERYBODY, View

    robot = Robot(games.get("owm"), 3)
    robot.run_to(lambda match: match.request.kind == "action")
    stage = Stage(games.get("owm"), EVERYBODY, ["Ann", "Bob"], Settings(speed="off"))
    stage.sitting.told(View(robot.match.state, EVERYBODY, {}), [])
    stage.tick(0)
    scene = stage.scene()
    assert not [i for i in scene if i.id.startswith("hand:")]
    paint(scene, pictures)


def test_two_pictures_of_the_same_state_are_the_same_bytes() -> None:
    first, second = (paint(stage_at("action").scene()).tobytes() for _ in range(2))
    assert first == second


def test_nothing_here_needs_arcade() -> None:
    code = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in ('arcade', 'pyglet'):
            raise ImportError('blocked: ' + name)
sys.meta_path.insert(0, Block())
import owm_net.client.scene, owm_net.client.sitting.seen_table
import owm_net.client.match_stage, owm_net.client.front
import owm_net.client.glass.paint_pillow, owm_net.client.settings, owm_net.client.tables.plain
import owm_net.client.tables.owm, owm_net.client.lessons.practice
print('fine')
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=240)
    assert done.stdout == "fine\n", done.stderr
