"""The real window with OpenGL, without a screen (EGL). Skipped only where those libraries lack."""

from __future__ import annotations

import ctypes
import gc
import math
import os
import random
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio
from attrs import evolve
from PIL import Image, ImageChops, ImageFilter

os.environ.setdefault("ARCADE_HEADLESS", "True")

arcade = pytest.importorskip("arcade", reason="the window extra is not installed")
pyglet = pytest.importorskip("pyglet")
try:
    from owm_net.client.glass.window import KEYS, GameWindow

    WINDOW = GameWindow("test", (1280, 720))  # pyglet cannot open a second one after its loop ran
except Exception as _error:
    pytest.skip(
        f"no OpenGL here: apt-get install libgl1 libegl1 libfontconfig1 libxrender1 ({_error})",
        allow_module_level=True,
    )

from pyglet import gl  # noqa: E402
from pyglet.image.atlas import AllocatorException  # noqa: E402

from owm_net import games  # noqa: E402
from owm_net.client import app  # noqa: E402
from owm_net.client.art import cache  # noqa: E402
from owm_net.client.art.catalogue import ArtKey  # noqa: E402
from owm_net.client.front import Front  # noqa: E402
from owm_net.client.glass.canvas import MOST, Canvas, Spoilt  # noqa: E402
from owm_net.client.glass.easel import Easel  # noqa: E402
from owm_net.client.glass.guest import TrioGuest  # noqa: E402
from owm_net.client.glass.paint_arcade import Painter  # noqa: E402
from owm_net.client.glass.paint_pillow import paint  # noqa: E402
from owm_net.client.glass.sheet import SIDE, Room, Sheet, make_ready  # noqa: E402
from owm_net.client.glass.stamps import stamps  # noqa: E402
from owm_net.client.glass.x11 import at_place  # noqa: E402
from owm_net.client.lessons import practice  # noqa: E402
from owm_net.client.match_stage import Stage  # noqa: E402
from owm_net.client.menu.run import MenuClient  # noqa: E402
from owm_net.client.menu.state import Menu, Play, Watch  # noqa: E402
from owm_net.client.menu.title import Title  # noqa: E402
from owm_net.client.scene.items import Item, Rect, Scene, Shape  # noqa: E402
from owm_net.client.scene.pictures import Art, BoxPicture, Pictures, Side, TextPicture  # noqa: E402
from owm_net.client.screens import leaving  # noqa: E402
from owm_net.client.screens.message import Problem  # noqa: E402
from owm_net.client.settings import Settings  # noqa: E402
from owm_net.engine.local import LocalMatch, random_player  # noqa: E402
from owm_net.engine.requests import Over  # noqa: E402
from owm_net.session.player import Notice  # noqa: E402
from tests.client.robot import Robot  # noqa: E402
from tests.client.situations import everything, stage_at  # noqa: E402
from tests.client.test_menu import door, press  # noqa: E402

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def window() -> Iterator[GameWindow]:
    clock = WINDOW.clock
    yield WINDOW
    WINDOW.clock = clock  # type: ignore[method-assign]
    WINDOW.listener = WINDOW.after_others = None
    WINDOW.hot_until = 0.0
    WINDOW.rest()
    WINDOW.ctx.reset()
    WINDOW.default_camera.use()


def test_arcade_still_has_the_private_name_we_use() -> None:
    """window.py schedules frames itself; if Arcade renames this, look there."""
    assert callable(arcade.Window._dispatch_frame)


def test_a_log_is_dropped_on_the_window_and_the_line_of_a_replay_is_dragged(
    window: GameWindow,
) -> None:
    assert window._file_drops, "pyglet is asked for it before the window is made"
    from tests.client.test_menu import House

    menu = Menu(House(), Settings(), "Ada", Title())
    client = MenuClient(menu, window, Pictures())
    window.listener = client
    window.on_file_drop(5, 5, ["/tmp/a match.owmlog", "/tmp/b.owmlog"])
    assert menu.errand == Watch(Path("/tmp/a match.owmlog"))
    dragged: list[tuple[float, float]] = []
    client.drag = lambda x, y: dragged.append((x, y))  # type: ignore[method-assign]
    for buttons in (arcade.MOUSE_BUTTON_LEFT, arcade.MOUSE_BUTTON_MIDDLE):
        window.on_mouse_drag(7, 9, 1, 1, buttons, 0)
    assert dragged == [(7, window.height - 10)]


@pytest.mark.parametrize(
    ("version", "forms", "taken"), [(5, (7, 42, 0), 42), (5, (42, 0, 0), 42), (5, (7, 8, 9), None),
                                    (6, (42, 0, 0), None)],
)  # fmt: skip
def test_what_is_dragged_over_the_window_in_few_forms_ends_no_program(
    window: GameWindow,
    monkeypatch: pytest.MonkeyPatch,
    version: int,
    forms: tuple[int, ...],
    taken: int | None,
) -> None:
    """X11 tells up to three forms in the event itself, where pyglet 2.1 falls over them."""
    monkeypatch.setattr(window, "_xdnd_atoms", {"text/uri-list": 42}, raising=False)
    said = (ctypes.c_long * 5)(1234, version << 24, *forms)
    data = SimpleNamespace(l=said)
    window._event_drag_enter(SimpleNamespace(xclient=SimpleNamespace(data=data)))
    assert (window._xdnd_source, window._xdnd_format) == (1234, taken)


def test_frames_stop_when_nothing_happens(window: GameWindow) -> None:
    now = window.hot_until
    window.clock = lambda: now  # type: ignore[method-assign]
    window.invalidate()
    assert window._hot
    now += 1.0
    window._turn = -1.0
    window._dispatch_frame(0.1)
    window.dispatch_events()  # until its loop has run once pyglet keeps events for later
    assert not window._hot
    window.listener = _Deaf()
    window.dispatch_event("on_mouse_motion", 5, 5, 0, 0)
    assert window._hot


def test_the_first_key_after_frames_have_rested_counts(window: GameWindow) -> None:
    """A question must have been seen for a moment; the time without frames is part of that."""
    stage = stage_at("action")
    now = stage.sitting.display.now + 0.1
    window.clock = lambda: now  # type: ignore[method-assign]
    stage.tick(now)
    assert stage.sitting.answering.is_open and not stage.sitting.answering.heeded
    client = app.ClientApp(stage, stage.sitting.settings, window)
    client.key("tab", False)
    assert not stage.sitting.answering.heeded
    now += 60.0
    client.key("tab", False)
    assert stage.sitting.answering.heeded


def test_what_wakes_the_window_is_answered_at_once(window: GameWindow) -> None:
    """Not after the sixtieth of a second that lies between two frames."""
    window.rest()
    window.listener = _Deaf()  # type: ignore[assignment]
    before = window.frames
    window.dispatch_event("on_mouse_motion", 5, 5, 0, 0)
    pyglet.clock.tick()
    window.dispatch_events()  # until its loop has run once pyglet keeps events for later
    assert window.frames > before


def settle(painter: Painter, stage: Stage) -> int:
    """Frames until all faces of the scene are there."""
    for n in range(400):
        painter.show(stage.scene())
        if not painter.unfinished:
            return n + 1
        painter.easel.finish()
    raise AssertionError("some face is never drawn")


def test_what_comes_into_a_scene_does_not_have_the_rest_set_anew(
    window: GameWindow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One item more below all others: each of them keeps the sprite that shows it, and they are
    painted in their order."""
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 9.0)
    stage = stage_at("action")
    painter = Painter(Pictures())
    settle(painter, stage)
    scene = stage.scene()
    first = next(item for item in scene if item.shape is not None and item.z // 100 == 3)
    sprites = list(painter._layers[3, 0].sprites)
    set_anew: list[int] = []
    setter = Painter._set

    def counted(self: Painter, layer: Any, n: int) -> None:
        set_anew.append(n)
        setter(self, layer, n)

    monkeypatch.setattr(Painter, "_set", counted)
    fill = Shape("fill", (9, 9, 9, 255))
    more = evolve(first, id="one more", shape=fill, runs=(), z=first.z - first.z % 100)
    for items, wanted in ((list(scene), 0), ([more, *scene], 1), (list(scene), 0)):
        set_anew.clear()
        painter.show(Scene(scene.size, scene.scale, items))
        assert len(set_anew) == wanted
        assert list(painter._layers[3, 0].sprites)[wanted:] == sprites


def test_rings_of_objects_are_looked_for_between_frames(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owm_net.client.glass.window.YOUNG", -1)
    monkeypatch.setattr("owm_net.client.glass.window.SOON", 0.0)
    window.listener = _Deaf()  # type: ignore[assignment]
    gc.disable()
    try:
        ring = Settings()
        gone = weakref.ref(ring)
        ring.folder = ring  # type: ignore[assignment]
        del ring
        window._turn = -1.0
        window._dispatch_frame(0.01)
        there = gone() is not None
        pyglet.clock.tick()
        assert there and gone() is None
    finally:
        gc.enable()


def test_no_frame_waits_for_a_face(window: GameWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn in another thread; until they are there something stands for those that would
    be missed, and when they are the window is woken. Lettering is there at once."""
    here = threading.get_ident()
    drawn: list[Any] = []
    draw = Pictures._draw

    def noted(pictures: Pictures, picture: Any) -> Any:
        drawn.append((picture, threading.get_ident() == here))
        return draw(pictures, picture)

    monkeypatch.setattr(Pictures, "_draw", noted)
    woken = threading.Event()
    monkeypatch.setattr(window, "wake", woken.set)
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 9.0)
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.FIRST", 9.0)
    stage = stage_at("division")
    painter = Painter(Pictures())
    painter.show(stage.scene())
    assert painter.unfinished
    assert not painter.hastens
    painter.easel.finish()
    assert woken.is_set()
    settle(painter, stage)
    faces = [is_here for picture, is_here in drawn if isinstance(picture, Art)]
    assert faces
    assert not any(faces)
    assert all(is_here for picture, is_here in drawn if isinstance(picture, TextPicture))


def test_a_map_that_changes_is_seen_as_it_was_until_it_is_drawn_again(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 9.0)
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.FIRST", 9.0)

    def scene(*cells: tuple[str, int, int]) -> Scene:
        art = ArtKey.of("grid_map", size=(4, 4), cells=cells, edges=())
        return Scene((400, 400), 1.0, [Item("land", "image", Rect(0, 0, 400, 400), art=art)])

    def shown() -> set[Any]:
        return {sprite.texture for layer in painter._layers.values() for sprite in layer.sprites}

    painter = Painter(Pictures())
    painter.show(scene())
    painter.easel.finish()
    painter.show(scene())
    before = shown()
    painter.show(scene(("forest", 1, 1)))
    assert painter.unfinished and shown() == before
    painter.easel.finish()
    painter.show(scene(("forest", 1, 1)))
    assert not painter.unfinished and shown() != before


def test_lettering_appears_however_slow_the_rest_of_a_frame_is(
    window: GameWindow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Laying out a full table may take longer than the time for new pictures on a busy machine."""
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 0.0)
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.FIRST", 0.0)
    stage = stage_at("division")
    pictures = Pictures()
    painter = Painter(pictures)
    wanted = {
        s.picture
        for s in stamps(stage.scene())
        if isinstance(s.picture, BoxPicture | Side | TextPicture)
    }
    for n in range(1, 6):
        painter.show(stage.scene())
        assert painter.hastens
        assert sum(pictures.has(picture) for picture in wanted) == n


SMALL = 256


def test_room_is_given_to_nobody_twice_and_used_again() -> None:
    """Ten times as much as there is room for, of which at any time a third is needed."""
    chance = random.Random(1)
    room = Room(SMALL, SMALL)
    held: list[tuple[int, int, int, int]] = []
    given = 0
    while given < 10 * SMALL * SMALL:
        w, h = chance.choice([(40, 10), (60, 12), (30, 30), (8, 8), (90, 50)])
        x, y = room.alloc(w, h)
        assert x >= 0 <= y
        assert x + w <= SMALL >= y + h
        assert all(
            x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y for x2, y2, w2, h2 in held
        )
        held.append((x, y, w, h))
        given += w * h
        while sum(w * h for *_, w, h in held) > SMALL * SMALL // 3:
            room.free(*held.pop(chance.randrange(len(held))))


def test_what_is_too_large_is_refused() -> None:
    room = Room(SMALL, SMALL)
    room.free(*room.alloc(200, 200), 200, 200)
    with pytest.raises(AllocatorException):
        room.alloc(SMALL + 1, 10)


def test_a_picture_larger_than_the_sheet_has_room(window: GameWindow) -> None:
    """On a screen of 5120 pixels; and what is given up afterwards is taken back."""
    sheet = Sheet(window.ctx)
    for n, size in enumerate(((100, 20), (SIDE + 8, 40), (300, 200))):
        texture = arcade.Texture(Image.new("RGBA", size), hash=f"wide {n}")
        sheet.add(texture)
        assert sheet.has_texture(texture)
    assert sheet.width > SIDE
    before = sheet.get_texture_region_info(texture.atlas_name)
    at = (before.x, before.y)
    del texture
    gc.collect()
    again = arcade.Texture(Image.new("RGBA", size), hash="wide again")
    sheet.add(again)
    after = sheet.get_texture_region_info(again.atlas_name)
    assert (after.x, after.y) == at


def test_the_sheet_grows_only_for_what_has_no_room_however_it_is_packed(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arcade packs the lowest first: then the small one here lies where a large one must."""
    monkeypatch.setattr("owm_net.client.glass.sheet.SIDE", 1024)
    sheet = Sheet(window.ctx)
    held = []
    for n, side in enumerate((250, 500, 50, 500)):
        image = Image.effect_noise((side, side), 90 + n).convert("RGBA")
        texture = arcade.Texture(image, hash=f"packed {n}")
        sheet.add(texture)
        held.append((texture, image))
        if side == 50:
            del held[-1], texture  # which is when Arcade packs anew before it grows
    assert sheet.width == 1024
    wide = arcade.Texture(Image.new("RGBA", (1500, 40)), hash="packed wide")
    sheet.add(wide)
    assert sheet.width == 2048
    for texture, image in held:
        at = sheet.get_texture_region_info(texture.atlas_name)
        area = (at.x, at.y, at.x + image.width, at.y + image.height)
        assert sheet.to_image().crop(area).tobytes() == image.tobytes()


@pytest.mark.parametrize("size", [(70, 41), (700, 410), (411, 700)])
def test_a_picture_made_ready_in_a_thread_lies_on_the_sheet_as_any_other(
    window: GameWindow, size: tuple[int, int]
) -> None:
    """With the same border, a large one too, and its bytes are not kept."""
    sheet = Sheet(window.ctx)
    image = Image.effect_noise(size, 90).convert("RGBA")
    found = []
    for n in range(2):
        texture = arcade.Texture(image, hash=f"noise {n}")
        if n:
            make_ready(image)
            assert image.info
        sheet.add(texture)
        region = sheet.get_texture_region_info(texture.atlas_name)
        right, bottom = region.x + size[0] + 1, region.y + size[1] + 1
        area = (region.x - 1, region.y - 1, right, bottom)
        found.append(sheet.to_image().crop(area).tobytes())
    assert found[0] == found[1]
    assert not image.info


class _Slow:
    """A listener that takes so many turns of the loop to make its scene ready."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.made: list[float] = []
        self.drawn: list[float] = []

    def make_ready(self, now: float) -> bool:
        self.made.append(pyglet.clock.get_default().last_ts)
        return len(self.made) % (self.parts + 1) > 0

    def draw(self, now: float) -> bool:
        self.drawn.append(pyglet.clock.get_default().last_ts)
        return False

    def move(self, x: float, y: float) -> None:
        """Move away a pointer that may be over the window."""


@pytest.fixture
def turn(window: GameWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """One turn of the window's loop, 20 ms after the last, or so many seconds."""
    clock = pyglet.clock.get_default()
    now = max(clock.time(), clock.last_ts or 0.0)
    monkeypatch.setattr(clock, "time", lambda: now)
    monkeypatch.setattr(clock, "last_ts", now)  # and it is put back again

    def run(seconds: float = 0.02) -> None:
        nonlocal now
        now += seconds
        clock.call_scheduled_functions(clock.update_time())
        window.dispatch_events()  # until its loop has run once pyglet keeps them for that

    window.listener = None
    run()  # a new window is drawn when the system shows it, whatever turn that is
    window.rest()
    yield run
    window.rest()


@pytest.mark.parametrize("seconds", [0.02, 0.002])
@pytest.mark.parametrize("parts", [0, 1, 3])
def test_what_takes_long_is_done_in_several_turns_of_the_loop(
    window: GameWindow, turn: Callable[..., None], parts: int, seconds: float
) -> None:
    """Messages and keys need not wait for all of it; but what is ready at once is shown at once,
    and what is ready is shown, however soon after the part before or after another frame."""
    slow = window.listener = _Slow(parts)  # type: ignore[assignment]
    window.invalidate(60.0)
    for _ in range(12 if seconds > 0.01 else 60):
        turn(seconds)
    assert len(slow.drawn) > 1
    assert len(set(slow.made)) == len(slow.made), "a turn has one part of a frame"
    for n, drawn in enumerate(slow.drawn):
        assert slow.made.index(drawn) == n * (parts + 1) + parts, "it is drawn with its last part"


def test_between_the_parts_of_a_frame_all_else_has_its_turn(
    window: GameWindow, turn: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[Callable[[], None]] = []
    monkeypatch.setattr(window, "after_others", waits.append)
    slow = window.listener = _Slow(1)  # type: ignore[assignment]
    window.invalidate(60.0)
    for _ in range(5):
        turn()
    assert (len(slow.made), slow.drawn) == (1, [])
    waits.pop()()
    turn()
    assert len(slow.drawn) == 1
    window.rest()
    window.invalidate(60.0)
    turn()
    window.rest()
    waits.pop()()
    turn()
    assert len(slow.drawn) == 1, "a window that rests is not drawn"


def test_what_happens_while_a_frame_is_made_is_seen_in_another(
    window: GameWindow, turn: Callable[..., None]
) -> None:
    """Of a size that it has been given after it was asked for one, it would hear no more."""
    window.clock = pyglet.clock.get_default().time  # type: ignore[method-assign]
    slow = window.listener = _Slow(20)  # type: ignore[assignment]
    window.invalidate()
    turn()
    turn()
    window.dispatch_event("on_resize", *window.get_size())
    window.dispatch_events()
    for _ in range(100):
        turn()
    assert len(slow.drawn) == 2
    assert not window._hot


def test_after_a_night_a_frame_does_not_catch_up_on_it(
    window: GameWindow, turn: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[float] = []
    monkeypatch.setattr(window, "on_fixed_update", steps.append)
    slow = window.listener = _Slow(0)  # type: ignore[assignment]
    window.invalidate(1e6)
    turn()
    turn(30_000.0)
    turn()
    assert len(slow.drawn) == 3 >= len(steps)


@pytest.mark.parametrize("parts", [0, 2])
def test_who_takes_the_window_over_from_one_that_failed_is_drawn(
    window: GameWindow,
    turn: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
    parts: int,
) -> None:
    """The title goes on after a match that ended with an error, in the same window."""
    from tests.client.test_menu import House

    monkeypatch.setattr(
        "owm_net.client.glass.showing.LONG", 9.0
    )  # its own frames are made in one turn
    monkeypatch.setattr(Canvas, "is_painted", lambda self: True)
    slow = window.listener = _Slow(parts)  # type: ignore[assignment]
    window.invalidate(60.0)
    turn()

    def fail(now: float) -> bool:
        raise OSError("no such typeface")

    monkeypatch.setattr(slow, "make_ready", fail)
    with pytest.raises(OSError, match="typeface"):
        for _ in range(9):
            turn()
    title = MenuClient(Menu(House(), Settings(), "Ada", Title()), window, Pictures())
    title._take_over(SimpleNamespace(after_trio=lambda do: do()))
    before = window.frames
    for _ in range(30):
        turn()
    assert window.frames > before + 3


def test_whoever_takes_the_window_over_frees_what_was_shown_in_it(window: GameWindow) -> None:
    """A stage holds rings of objects, old ones by then: of thirty matches thirty were kept."""
    from tests.client.test_menu import House

    title = MenuClient(Menu(House(), Settings(), "Ada", Title()), window, Pictures())
    stage = stage_at("action")
    gone = weakref.ref(stage)
    for _ in range(3):
        gc.collect()  # it is old
    del stage
    gc.collect(1)
    assert gone() is not None
    title._take_over(title.guest)
    assert gone() is None


def test_trio_has_its_turn_before_what_waits_for_it(window: GameWindow) -> None:
    called = trio.Event()
    at_once: list[bool] = []

    async def main() -> None:
        guest.after_trio(called.set)
        at_once.append(called.is_set())
        await called.wait()

    guest = TrioGuest(main)
    guest.run()
    assert at_once == [False]
    said: list[str] = []
    guest.after_trio(lambda: said.append("at once"))
    assert said, "nobody waits for a loop that has ended"


def test_what_changes_between_layout_and_painting_is_seen_in_the_next_frame(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owm_net.client.glass.showing.LONG", -1.0)
    stage = stage_at("action")
    client = app.ClientApp(stage, stage.sitting.settings, window)
    while client.painter.scene is None:
        assert client.make_ready(1.0)
    laid = stage.scene()
    stage.sitting.touch()
    assert client.draw(1.0), "another frame is wanted"
    assert client.painter.scene is laid, "nothing is laid out while it is painted"
    while client.make_ready(1.1):
        pass
    client.draw(1.1)
    assert client.painter.scene is stage.scene() is not laid


def test_a_picture_is_shown_when_opengl_has_painted_it(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To show it before would stop the loop until then; what is heard meanwhile is seen in the
    next frame, and one that is never said to be painted is shown all the same."""
    said, asked = [gl.GL_TIMEOUT_EXPIRED] * 3, []

    def wait(fence: Any, flags: int, nanoseconds: int) -> int:
        asked.append(nanoseconds)
        return said.pop() if said else gl.GL_CONDITION_SATISFIED

    monkeypatch.setattr("owm_net.client.glass.canvas.gl.glClientWaitSync", wait)
    monkeypatch.setattr(
        "owm_net.client.glass.canvas.PATIENCE", math.inf
    )  # however slow the machine
    monkeypatch.setattr("owm_net.client.glass.showing.LONG", 9.0)
    stage = stage_at("action")
    client = app.ClientApp(stage, stage.sitting.settings, window)
    assert client.make_ready(1.0), "what was painted is shown in another turn of the loop"
    assert not asked
    for _ in range(3):
        assert client.make_ready(1.0)
    assert not client.make_ready(1.0)
    assert max(asked) < 10_000_000, "a turn of the loop waits for a part of a frame at most"
    client.draw(1.0)
    while client.painter.unfinished:
        client.painter.easel.finish()
        client.draw(1.0)
    assert not client.make_ready(1.0), "nothing has changed: nothing is painted, nothing waits"
    assert not client.draw(1.0)
    said += [gl.GL_TIMEOUT_EXPIRED] * 1000
    client.painter._spoilt.add((0, 0, 9, 9))
    monkeypatch.setattr("owm_net.client.glass.canvas.PATIENCE", 0.0)
    assert client.make_ready(2.0)
    assert not client.make_ready(2.0)
    assert client.draw(2.0), "another frame is wanted"
    assert not client.make_ready(2.0)
    assert not client.draw(2.0)


@pytest.mark.parametrize("then", ["division", "action"])
def test_what_is_painted_in_part_only_is_painted_anew(window: GameWindow, then: str) -> None:
    """Nothing of one stage stays on another, and none stays half as it was."""
    first, second = stage_at("action"), stage_at("division")
    painter, plain = Painter(Pictures()), Painter(Pictures())
    settle(painter, first)
    parts = painter.parts(second.scene())
    for _ in range(40):
        next(parts)
    last = second if then == "division" else first
    settle(painter, last)
    settle(plain, last)
    assert sprites_of(painter) == sprites_of(plain)


def sprites_of(painter: Painter) -> list[Any]:
    return [
        [(s.position, s.size, s.color, s.texture.atlas_name) for s in layer.sprites]
        for _, layer in sorted(painter._layers.items())
        if layer.stamps
    ]


def test_what_changes_all_the_time_is_drawn_all_the_same(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine on which every part of a frame takes a turn of the loop."""
    monkeypatch.setattr("owm_net.client.glass.showing.LONG", -1.0)
    stage = stage_at("action")
    client = app.ClientApp(stage, stage.sitting.settings, window)
    drawn = 0
    for n in range(2000):
        stage.sitting.touch()
        if not client.make_ready(n / 60):
            drawn += client.draw(n / 60)
    assert drawn > 2


def test_an_error_of_a_drawing_is_not_lost(window: GameWindow) -> None:
    easel = Easel(Pictures())
    easel.want([Art(ArtKey("no-such-face", ()), 10, 10)])
    easel.finish()
    with pytest.raises(KeyError, match="no-such-face"):
        easel.finished()


def test_after_a_resize_faces_are_shown_stretched_until_they_are_drawn(
    window: GameWindow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The board does not go blank."""
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 9.0)
    stage = stage_at("action")
    painter = Painter(Pictures())
    settle(painter, stage)
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 0.0)
    stage.resize(1500, 860)
    painter.show(stage.scene())
    assert painter.unfinished
    drawn = [s for s in stamps(stage.scene()) if s.layer < 2 and isinstance(s.picture, Art)]
    shown = [
        sprite
        for place in painter._layers
        if place[0] < 2
        for sprite in painter._layers[place].sprites
    ]
    for stamp in drawn:
        wanted = stamp.picture
        assert isinstance(wanted, Art)
        if wanted.key.face == "owm.tile":
            at = (round(stamp.x), round(860 - stamp.y))
            here = [s for s in shown if (round(s.center_x), round(s.center_y)) == at]
            sizes = [(round(s.width), round(s.height)) for s in here if s.texture.width > 8]
            assert any(abs(w - stamp.w) <= 1 and abs(h - stamp.h) <= 1 for w, h in sizes)


def test_the_memory_of_pictures_is_bounded(
    window: GameWindow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A picture looked at once is not kept for ever: neither its pixels nor its texture."""
    kept = 1 << 19
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.KEPT", kept)
    monkeypatch.setattr("owm_net.client.glass.paint_arcade.BUDGET", 9.0)
    pictures = Pictures(limit=6 << 20)
    painter = Painter(pictures)
    for n, state in enumerate(everything(stage_at("squad"))):
        state.resize(1280 + 8 * (n % 3), 720)  # pictures of several sizes
        settle(painter, state)
        painter.give_up()
        held = {p: t.width * t.height for p, t in painter._textures.items()}
        shown = sum(held[p] for p in {s.picture for s in stamps(state.scene()) if s.picture})
        assert painter.pixels == sum(held.values())  # what is counted is what is held
        assert painter.pixels <= kept * 17 / 16 + shown
        assert pictures.bytes <= pictures.limit
        if n > 9:
            break


class _Deaf:
    def make_ready(self, now: float) -> bool:
        return False

    def draw(self, now: float) -> bool:
        return False

    def move(self, x: float, y: float) -> None: ...
    def press(self, x: float, y: float, button: str) -> None: ...
    def scroll(self, x: float, y: float, steps: float) -> None: ...
    def key(self, name: str, shift: bool) -> None: ...
    def let_go(self, name: str) -> None: ...

    writes = False

    def text(self, text: str) -> None: ...
    def close(self) -> None: ...


def _seen(window: GameWindow) -> bytes:
    return arcade.get_image(0, 0, *window.get_size()).convert("RGB").tobytes()


@pytest.mark.parametrize("game", games.names())
def test_what_is_painted_again_is_all_that_has_changed(window: GameWindow, game: str) -> None:
    """Through a match, the pointer anywhere, the map larger or smaller, the window too, in strong
    colours or not, faces there or not: it never shows anything else than if it were painted
    whole."""
    system, chance = games.get(game), random.Random(3)
    stage = Stage(system, 0, ["You", "Computer"], Settings(size=(1280, 720), speed="off"))
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    painter = Painter(Pictures())
    for n in range(150):
        if isinstance(match.request, Over):
            break
        stage.sitting.told(match.view(0), match.state.events)
        stage.tick(n)
        if n % 6 == 0:
            items = list(stage.scene())
            stage.move(*(stage.scene().point_of(chance.choice(items)) or (9, 9)))
            if chance.random() < 0.3:
                painter.easel.finish()
            if chance.random() < 0.1:
                stage.key(chance.choice(["f1", "escape", "tab", "."]))
            if chance.random() < 0.2:
                stage.scroll(*stage.sitting.ui.pointer, chance.choice([-1, 1]))
            if chance.random() < 0.1:
                stage.resize(*chance.choice([(1280, 720), (1101, 701)]))
            if chance.random() < 0.1:
                stage.sitting.settings.contrast = not stage.sitting.settings.contrast
                stage.sitting.touch()
            painter.show(stage.scene())
            painter.draw()
            shown = _seen(window)
            window.picture._owner = None
            painter.draw()
            assert shown == _seen(window)
        match.step()


def test_on_a_screen_with_finer_pixels_all_of_the_picture_is_shown(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that is moved there wakes up; its size is the same, so no resize is told."""
    client = app.ClientApp(stage_at("action"), Settings(), window)
    ratio = 0.5
    monkeypatch.setattr(type(window), "get_pixel_ratio", lambda self: ratio)
    happen(window, "on_resize", *window.get_size())  # this Arcade hears
    window.on_draw()
    window.rest()
    ratio = 1.0
    happen(window, "on_scale", ratio, 96)
    assert window._hot
    window.on_draw()
    shown, kept = _seen(window), client.window.picture._target.read(components=3)
    image = Image.frombytes("RGB", window.get_size(), kept)
    assert shown == image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).tobytes()


def test_a_window_that_is_made_anew_for_the_whole_screen_shows_what_comes(
    window: GameWindow,
) -> None:
    """pyglet keeps something on the window for that, under its own names."""
    assert isinstance(window.canvas, pyglet.display.base.Canvas)
    if window.headless:
        window._egl_surface = None
        window._create()
    else:
        window.show_full(True)
        window.show_full(False)
    colour = (200, 20, 20, 255)
    fill = Item("red", "plate", Rect(0, 0, *window.get_size()), shape=Shape("fill", colour))
    painter = Painter(Pictures())
    painter.show(Scene(window.get_size(), 1.0, [fill]))
    painter.draw()
    assert _seen(window)[:3] == bytes(colour[:3])


class OnDesktop:
    """A window of X11 on a desktop with these screens, without any of it. pyglet makes it anew."""

    headless, _is_x11 = False, True
    show_full: Any = GameWindow.show_full
    _own_screen: Any = GameWindow._own_screen

    def __init__(self, screens: list[Any], at: tuple[int, int], size: tuple[int, int]) -> None:
        self.screens, self.at, self.large = screens, at, size
        self._windowed_size: tuple[int, int] | None = None
        self.filled: Any = None

    @property
    def display(self) -> Any:
        default = self.screens[0]
        return SimpleNamespace(get_screens=lambda: self.screens, get_default_screen=lambda: default)

    def get_location(self) -> tuple[int, int]:
        return self.at

    def get_size(self) -> tuple[int, int]:
        return self.large

    def set_location(self, x: int, y: int) -> None:
        self.at = x, y

    def set_size(self, width: int, height: int) -> None:
        self.large = width, height

    def set_fullscreen(self, full: bool = True, screen: Any = None, *_: Any) -> None:
        if full:
            self._windowed_size, self.filled = self.large, screen
        else:
            self.large, self.filled = (1280, 720), None

    def invalidate(self, hold: float = 0.0) -> None:
        pass


def test_of_two_screens_the_one_that_the_window_is_on_is_filled() -> None:
    """And not the first; afterwards the window is as large as the player had made it. Where its
    screen was taken away meanwhile, it comes to one that is there."""
    large = SimpleNamespace(x=1366, y=0, width=1920, height=1080)
    small = SimpleNamespace(x=0, y=312, width=1366, height=768)
    for at, there in (((20, 350), small), ((1000, 350), large), ((1500, 100), large)):
        window = OnDesktop([large, small], at, (1000, 600))
        window.show_full(True)
        assert window.filled is there
        window.show_full(False)
        assert (window.at, window.large) == (at, (1000, 600))
    window.show_full(True)
    window.screens = [small]
    window.show_full(False)
    assert window._own_screen() is small
    window.at = (1500, 100)
    window.show_full(True)
    assert window.filled is small


@pytest.mark.skipif(sys.platform != "linux", reason="X11 alone")
def test_a_key_that_was_let_go_while_the_window_was_behind_is_not_held(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The release of F11 went to the window that was recreated for it: the next press did not
    count."""
    f11, space = arcade.key.F11, arcade.key.SPACE
    monkeypatch.setattr(window, "pressed_keys", {f11, space}, raising=False)
    if window.headless:
        monkeypatch.setattr(window, "_down", lambda symbols: symbols - {f11})
    window.on_activate()
    assert f11 not in window.pressed_keys
    if window.headless:
        assert space in window.pressed_keys


def test_what_changes_places_with_what_lies_over_it_is_painted_again(window: GameWindow) -> None:
    """Neither of the two is set again: only their order changes."""
    colours = {"red": (200, 20, 20, 255), "blue": (20, 20, 200, 255)}
    painter = Painter(Pictures())
    for first, last in (("red", "blue"), ("blue", "red")):
        items = [
            Item(id, "plate", Rect(x, 40, 60, 60), shape=Shape("fill", colours[id]))
            for id, x in sorted({"red": 40, "blue": 70}.items(), key=lambda one: one[0] == last)
        ]
        painter.show(Scene(window.get_size(), 1.0, items))
        painter.draw()
        both = arcade.get_image(0, 0, *window.get_size()).convert("RGB").getpixel((85, 70))
        assert both == colours[last][:3], first


def test_what_the_pointer_changes_is_little(window: GameWindow) -> None:
    stage = stage_at("action")
    painter = Painter(Pictures())
    settle(painter, stage)
    painter.draw()
    lit = next(item for item in stage.scene() if item.lit and item.action is not None)
    stage.move(*(stage.scene().point_of(lit) or (0, 0)))
    settle(painter, stage)
    spoilt = sum((r - x) * (t - y) for x, y, r, t in painter._spoilt.boxes)
    assert 0 < spoilt < 1280 * 720 / 2
    painter.draw()
    assert not painter._spoilt.boxes


def test_boxes_are_joined_where_that_is_cheaper() -> None:
    spoilt = Spoilt()
    for box in ((0, 0, 10, 10), None, (20, 0, 30, 10), (900, 800, 1000, 900), (25, 5, 40, 40)):
        spoilt.add(box)
    assert sorted(spoilt.clear()) == [(0, 0, 40, 40), (900, 800, 1000, 900)]
    assert not spoilt.clear()
    for n in range(30):
        spoilt.add((5000 * n, 0, 5000 * n + 10, 10))
    boxes = spoilt.clear()
    assert len(boxes) <= MOST
    assert all(any(x <= 5000 * n < r for x, _, r, _ in boxes) for n in range(30))


@pytest.mark.parametrize("kind", ["action", "squad"])
def test_the_window_shows_what_the_picture_file_shows(window: GameWindow, kind: str) -> None:
    stage = stage_at(kind)
    lit = next(i for i in stage.scene() if i.lit and i.action)
    stage.move(*(stage.scene().point_of(lit) or (0, 0)))
    pictures = Pictures()
    painter = Painter(pictures)
    scene = stage.scene()
    for _ in range(400):
        painter.show(scene)
        if not painter.unfinished:
            break
        painter.easel.finish()
    assert not painter.unfinished
    window.clear(color=(26, 27, 20, 255))
    painter.draw()
    seen = arcade.get_image(0, 0, 1280, 720).convert("RGB")
    window.ctx.finish()
    blurred = [i.filter(ImageFilter.BoxBlur(1)) for i in (seen, paint(scene, pictures))]
    apart = ImageChops.difference(*blurred).convert("L").point(lambda v: 255 if v > 24 else 0)
    assert apart.histogram()[255] / (1280 * 720) < 0.001


def test_a_broad_box_that_is_seen_through_is_the_same_in_the_window(window: GameWindow) -> None:
    """It is laid in parts, one of them a plain colour."""
    pictures = Pictures()
    painter = Painter(pictures)
    back = Item("back", "panel", Rect(0, 0, 700, 720), 0, shape=Shape("fill", (200, 60, 20)))
    shape = Shape("box", (20, 90, 40, 220), (250, 220, 90, 255), 3.0, 12)
    broad = Item("one", "panel", Rect(40, 60, 1100, 500), 0, shape=shape, opacity=120)
    scene = Scene((1280, 720), 1.0, [back, broad])
    while painter.scene is None or painter.unfinished or painter.hastens:
        painter.show(scene)
    painter.draw()
    seen = arcade.get_image(0, 0, 1280, 720).convert("RGB")
    window.ctx.finish()
    assert max(ImageChops.difference(seen, paint(scene, pictures)).tobytes()) <= 2


def test_a_match_is_played_through_the_window(window: GameWindow) -> None:
    """Clicks go through Arcade's own dispatch; the match runs in trio beside it."""
    system = games.get("skeleton")
    match = practice.match_with(system, system.default_setup(), 4)
    stage = Stage(system, 0, ["You", "Computer"], Settings(speed="off", guard=True))
    client = app.ClientApp(stage, stage.sitting.settings, window)
    robot = Robot(system, 4)
    robot.stage = stage

    async def main(front: Front) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(match, front)
            while stage.sitting.result is None:
                await trio.sleep(0.005)
                if stage.sitting.answering.is_open:
                    x, y = stage.scene().point_of(robot.choose()) or (0, 0)
                    click(client.window, x, y)
            client.window.dispatch_event("on_close")

    assert client.run(main) == 0
    assert client.window.frames > 3


def click(window: GameWindow, x: float, y: float) -> None:
    at = (int(x), window.height - 1 - int(y))
    window.dispatch_event("on_mouse_motion", *at, 0, 0)
    window.dispatch_event("on_mouse_press", *at, arcade.MOUSE_BUTTON_LEFT, 0)
    window.dispatch_event("on_mouse_release", *at, arcade.MOUSE_BUTTON_LEFT, 0)


def test_an_error_of_the_match_is_shown_in_the_window_with_what_to_do(window: GameWindow) -> None:
    seen: list[str] = []

    async def main(front: Front) -> None:
        front.notice(Notice.WORKING, "shuffling")
        raise OSError("the relay has gone away")

    system = games.get("skeleton")
    stage = Stage(system, 0, ["You", "Computer"], Settings(guard=True))
    client = app.ClientApp(stage, stage.sitting.settings, window)

    draw = client.draw

    def look(now: float) -> bool:
        more = draw(now)
        if isinstance(stage.screens.top, Problem):
            seen.extend(stage.scene().texts())
            button = stage.scene().find("confirm")
            assert button is not None
            click(client.window, button.rect.cx, button.rect.cy)
        return more

    client.draw = look  # type: ignore[method-assign]
    assert client.run(main) == 1
    assert any("The relay has gone away" in text for text in seen)
    assert any("owm-net" in text for text in seen)


def test_closing_the_window_lets_the_match_clean_up(window: GameWindow) -> None:
    cleaned: list[str] = []

    async def main(front: Front) -> None:
        try:
            client_box[0].window.dispatch_event("on_close")
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.lowlevel.checkpoint()
                cleaned.append("said good-bye")

    client_box: list[app.ClientApp] = []
    stage = Stage(games.get("skeleton"), 0, ["You", "Computer"])
    client_box.append(app.ClientApp(stage, stage.sitting.settings, window))
    assert client_box[0].run(main) == 0
    assert cleaned == ["said good-bye"]


def test_an_error_while_drawing_surfaces_after_the_match_has_cleaned_up(window: GameWindow) -> None:
    cleaned: list[str] = []

    async def main(front: Front) -> None:
        try:
            await trio.sleep_forever()
        finally:
            cleaned.append("yes")

    stage = Stage(games.get("skeleton"), 0, ["You", "Computer"])
    client = app.ClientApp(stage, stage.sitting.settings, window)

    def broken(now: float) -> bool:
        raise ValueError("boom")

    client.draw = broken  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="boom"):
        client.run(main)
    assert cleaned == ["yes"]


def test_faces_are_drawn_in_worker_processes_and_kept(
    window: GameWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a bar that says how far they are; here no face is drawn in the window's own process,
    which would draw those that it shows first, as many as the time lets it."""

    def never(*_: object) -> None:
        raise AssertionError("drawn in the process of the window")

    monkeypatch.setattr(cache, "render", never)
    system = games.get("owm")
    stage = Stage(system, 0, ["You", "Computer"], Settings(folder=tmp_path))
    keys = stage.table.art
    stage.table.art = lambda view: keys(view)[:12]  # type: ignore[method-assign]
    stage.table.soon = lambda view: []  # type: ignore[method-assign]
    client = app.ClientApp(stage, stage.sitting.settings, window)
    client.make_ready = client.draw = lambda now: False  # type: ignore[method-assign]
    bars: list[tuple[int, int] | None] = []
    all_drawn = trio.Event()
    progress = client._progress

    def note(done: int, total: int) -> None:
        progress(done, total)
        bars.append(stage.sitting.notices.progress)
        if not total:
            all_drawn.set()

    client._progress = note  # type: ignore[method-assign]

    async def main(front: Front) -> None:
        match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
        front.told(match.view(0), match.state.events)
        await all_drawn.wait()
        client.window.dispatch_event("on_close")

    assert client.run(main) == 0
    assert bars == [*[(n, 12) for n in range(12)], None, None]
    assert len(list(tmp_path.rglob("*.png"))) == 12


def happen(window: GameWindow, *event: Any) -> None:
    """Something the player does. Until its loop has run once pyglet keeps events for later."""
    window.dispatch_event(*event)
    window.dispatch_events()


@pytest.mark.parametrize(
    ("symbol", "place", "shift", "meant"),
    [
        *[(0x26, 10, False, "1"), (None, 11, False, "2"), (0x2D, 15, False, "6")],  # AZERTY
        *[(0x32, 11, True, "2"), (None, 19, False, "0")],
        *[(0x2B, 10, False, "1"), (0x31, 10, True, "1")],  # Czech: + and 1
        *[(0x3D, 19, True, "+"), (0x21, 10, True, None)],  # German: = and !
        *[(None, 33, False, "p"), (None, 55, True, "v")],  # Cyrillic, Greek
        *[(0x27, 24, False, None), (0x61, 24, False, "a")],  # Dvorak: ' and AZERTY: a
        (None, 23, True, "tab"),  # ISO_Left_Tab
        (None, 34, False, None),  # a dead key
    ],
)
def test_a_key_is_known_by_its_place_where_its_symbol_says_nothing(
    symbol: int | None, place: int, shift: bool, meant: str | None
) -> None:
    """Digits choose cards on every keyboard, and letters press buttons. None: no symbol we know."""
    heard = pyglet.window.key.user_key(place) if symbol is None else symbol
    assert KEYS.get(at_place(heard, place, shift)) == meant


class Board:
    """A clipboard, in the place of the desktop's."""

    def __init__(self, window: GameWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        self.text, self.selected = "", ""
        self.keeps = True
        monkeypatch.setattr(window, "copy", self.copy)
        monkeypatch.setattr(window, "paste", self.paste)

    def copy(self, text: str) -> bool:
        self.text = text if self.keeps else self.text
        return self.keeps

    def paste(self, primary: bool = False) -> str:
        return self.selected if primary else self.text


def test_text_is_cut_copied_and_pasted_by_the_keys_of_every_program(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_at("action")
    app.ClientApp(stage, stage.sitting.settings, window)
    board, key, ctrl = Board(window, monkeypatch), arcade.key, arcade.key.MOD_ACCEL
    field = stage.sitting.talk.line
    happen(window, "on_key_press", key.F2, 0)
    board.text = "over\nthere"
    happen(window, "on_key_press", key.V, ctrl)
    happen(window, "on_key_press", key.INSERT, key.MOD_SHIFT)
    assert field.text == "over thereover there"
    happen(window, "on_key_press", key.A, ctrl)
    for symbol, held in ((key.C, ctrl), (key.INSERT, ctrl), (key.X, ctrl)):
        board.text = ""
        happen(window, "on_key_press", symbol, held)
        assert board.text == "over thereover there"
    assert field.text == ""
    happen(window, "on_key_press", key.X, ctrl)
    assert board.text, "nothing was selected"
    happen(window, "on_key_press", key.V, ctrl)
    happen(window, "on_key_press", key.A, ctrl)
    board.keeps = False  # what cannot be copied is not taken away
    happen(window, "on_key_press", key.DELETE, key.MOD_SHIFT)
    happen(window, "on_text_motion_select", key.MOTION_DELETE)
    assert field.text and field.selected == field.text
    happen(window, "on_key_press", key.ESCAPE, 0)
    happen(window, "on_key_press", key.V, ctrl)
    assert field.text == "over thereover there" and stage.is_bare


def test_a_middle_click_pastes_what_is_selected_elsewhere(
    window: GameWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = stage_at("action")
    app.ClientApp(stage, stage.sitting.settings, window)
    board = Board(window, monkeypatch)
    board.selected = "here"
    happen(window, "on_key_press", arcade.key.F2, 0)
    stage.text("ab")
    box = stage.scene().find("chat.typed")
    assert box is not None
    x, y = stage.sitting.talk.line.edges[1] / stage.ratio, box.rect.cy / stage.ratio
    happen(window, "on_mouse_press", x, window.height - 1 - y, arcade.MOUSE_BUTTON_MIDDLE, 0)
    assert stage.sitting.talk.line.text == "ahereb"
    happen(window, "on_mouse_press", 5, 5, arcade.MOUSE_BUTTON_MIDDLE, 0)
    assert stage.sitting.talk.line.text == "ahereb"


def test_the_cursor_goes_on_while_an_arrow_is_held(window: GameWindow) -> None:
    """Each system has different keys for words and ends of lines; pyglet says which is meant."""
    stage = stage_at("action")
    app.ClientApp(stage, stage.sitting.settings, window)
    key, field = arcade.key, stage.sitting.talk.line
    happen(window, "on_key_press", key.F2, 0)
    field.write("one two three")
    happen(window, "on_key_press", key.LEFT, 0)
    for _ in range(3):
        happen(window, "on_text_motion", key.MOTION_LEFT)
    assert field.cursor == 10
    happen(window, "on_key_press", key.LEFT, key.MOD_CTRL | key.MOD_SHIFT)
    happen(window, "on_text_motion_select", key.MOTION_PREVIOUS_WORD)
    assert field.selected == "th"
    happen(window, "on_key_press", key.END, 0)
    happen(window, "on_text_motion", key.MOTION_END_OF_LINE)
    assert field.cursor == 13


def test_the_arrow_that_leads_into_a_field_does_not_move_its_cursor(window: GameWindow) -> None:
    """pyglet tells of it twice: as a key, then as a motion in a text."""
    stage = door()
    press(stage, "title:join")
    window.listener = MenuClient(stage.context, window)
    key, screen = arcade.key, stage.context.screen
    for field in screen.fields.values():
        field.put("7-melon")
    stage.context.ui.focus = ""
    happen(window, "on_key_press", key.LEFT, 0)
    happen(window, "on_text_motion", key.MOTION_LEFT)
    assert stage.field is not None and stage.field.cursor == 7
    happen(window, "on_key_press", key.LEFT, 0)
    happen(window, "on_text_motion", key.MOTION_LEFT)
    assert stage.field.cursor == 6


@pytest.mark.parametrize("symbol", ["SLASH", "QUESTION", "QUESTIONDOWN"])
def test_a_question_mark_opens_the_help_wherever_it_is_on_the_keyboard(
    window: GameWindow,
    symbol: str,
) -> None:
    """A held key types on, and that is not one press after another."""
    stage = stage_at("action")
    client = app.ClientApp(stage, stage.sitting.settings, window)
    keys = [getattr(arcade.key, symbol, 0x3F)]
    happen(window, "on_key_press", keys[0], arcade.key.MOD_SHIFT)
    for _ in range(4):
        happen(window, "on_text", "?")
    assert any("F1  H  ?" in text for text in stage.scene().texts())
    happen(window, "on_key_press", keys[0], arcade.key.MOD_SHIFT)
    happen(window, "on_text", "?")
    assert not any("F1  H  ?" in text for text in stage.scene().texts())
    happen(window, "on_key_press", arcade.key.F1, 0)
    assert any("F1  H  ?" in text for text in stage.scene().texts())
    assert client.window is window


def test_a_key_is_heard_again_though_shift_was_let_go_before_it(window: GameWindow) -> None:
    """As pyglet hears the keyboard under X11: what is held is no new press."""
    stage = stage_at("action")
    client = app.ClientApp(stage, stage.sitting.settings, window)
    held = window.pressed_keys = {arcade.key.PLUS}
    happen(window, "on_key_release", arcade.key.EQUAL, 0)
    assert not held
    assert client.window is window


def test_backspace_that_is_held_takes_back_letter_after_letter(window: GameWindow) -> None:
    """Repeats of a held key count, and the first press counts once."""
    stage = stage_at("action")
    client = app.ClientApp(stage, stage.sitting.settings, window)
    happen(window, "on_key_press", arcade.key.F2, 0)
    happen(window, "on_key_press", arcade.key.A, 0)
    for letter in "artillery":
        happen(window, "on_text", letter)
    assert stage.sitting.talk.line.text == "artillery"
    happen(window, "on_key_press", arcade.key.BACKSPACE, 0)
    for _ in range(6):
        happen(window, "on_text_motion", arcade.key.MOTION_BACKSPACE)
    assert stage.sitting.talk.line.text == "art"
    assert client.window is window


def test_closing_in_mid_match_asks_and_says_how_to_go_on(window: GameWindow) -> None:
    """The first time a question, from which Esc leads back; the second time it closes."""
    system = games.get("skeleton")
    match = practice.match_with(system, system.default_setup(), 4)
    stage = Stage(system, 0, ["You", "Computer"], Settings(speed="off", guard=True))
    client = app.ClientApp(stage, stage.sitting.settings, window)
    seen: list[str] = []
    draw = client.draw

    def drawn(now: float) -> bool:
        more = draw(now)
        if stage.sitting.answering.is_open and not seen:
            window.dispatch_event("on_close")
            seen.extend(stage.scene().texts())
            window.dispatch_event("on_key_press", arcade.key.ESCAPE, 0)
            assert stage.is_bare and stage.sitting.answering.is_open
            window.dispatch_event("on_close")
            window.dispatch_event("on_close")
        return more

    client.draw = drawn  # type: ignore[method-assign]
    assert client.run(match) == 0
    assert client.quits
    assert any("This is practice" in text for text in seen)
    stage.sitting.exit.kept = True
    said = leaving.said(stage.sitting)
    assert "Nothing is lost" in said and "owm-net resume" in said


def test_from_the_title_into_a_match_and_back_in_one_window(window: GameWindow) -> None:
    """By clicks alone; the window stays, and the title says that the match is kept."""
    from tests.client.test_menu import House

    menu = Menu(House(), Settings(guard=True), "Anna", Title())
    door = MenuClient(menu, window)

    def step(*ids: str) -> None:
        """A click on the first of these that is there, at each frame."""
        for id in ids:
            item = door.stage.scene().find(id)
            if item is not None:
                x, y = door.stage.scene().point_of(item) or (0, 0)
                click(window, x, y)
                return

    draw = door.draw

    def drawn(now: float) -> bool:
        draw(now)
        step("title:new", "game:skeleton") if not menu.systems else step("confirm")
        return True

    door.draw = drawn  # type: ignore[method-assign]
    errand = door.run()
    assert isinstance(errand, Play)
    stage = Stage(errand.system, 0, ["Anna", "Computer"], menu.settings)
    stage.sitting.exit.home = True
    client = app.ClientApp(stage, menu.settings, window, door.pictures)

    match_drawn = client.draw

    def leave(now: float) -> bool:
        more = match_drawn(now)
        if stage.sitting.answering.is_open and not stage.sitting.exit.closing:
            for id in ("top.leave", "leave.go"):
                item = stage.scene().find(id)
                assert item is not None
                click(window, *(stage.scene().point_of(item) or (0, 0)))
        return more

    client.draw = leave  # type: ignore[method-assign]
    assert client.run(practice.match_with(errand.system, errand.setup, 4)) == 0
    assert not client.quits and stage.sitting.may_be_left
    assert not window.closed
    menu.returned("The match is kept.")
    texts = MenuClient(menu, window).stage.scene().texts()
    assert "The match is kept." in texts and "NEW GAME" in texts
