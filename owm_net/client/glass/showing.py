"""A window shows a stage and tells it what is done: the same for a match and for the menus."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import trio

from owm_net.client.glass.calling import Caller, words_of
from owm_net.client.glass.libraries import known_libraries
from owm_net.client.glass.shown import Shown
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pictures import Pictures
from owm_net.client.settings import FILE, Settings, written
from owm_net.client.sounds.player import Ears, prepare, quieten
from owm_net.client.stage.text_field import COPIES, CUTS, FIELD, PASTES
from owm_net.client.theme import MIN_WINDOW
from owm_net.engine.text import say
from owm_net.files.secret import put_in_place

ROUNDS = 16
"""Turns of the loop in which a new page is finished, while the old one is shown."""
LONG = 0.006
"""Seconds of CPU time after which a turn of the loop does nothing more for a frame: what comes next
takes as much again, and nothing may take 20 ms."""
SETTLES = 1.0
"""Seconds after which the sounds are made."""
SOON = 1.0
"""Seconds after which what was set is written: a name that is typed is one change."""


class NoWindow(OSError):
    """No window can be opened here; the message says so in one line."""


def _why_none(error: Exception) -> str:
    reason = (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
    if os.environ.get("WAYLAND_DISPLAY") and not os.environ.get("DISPLAY"):
        return say("the window needs X, and this Wayland desktop runs none: install xwayland")
    if reason.startswith("Cannot connect to"):  # pyglet calls it None
        return say("there is no display {name}", name=os.environ.get("DISPLAY", ""))
    if sys.platform != "linux" or "context" not in reason:
        return reason
    return say("{reason}; to have the processor draw it set LIBGL_ALWAYS_SOFTWARE=1", reason=reason)


USUAL_SIZE, FREE = (1280, 720), (0.97, 0.88)
"""Of a first window at least; how much of a screen it takes at most."""
COLLECTING = (50_000, 20, 1_000)
"""Thresholds of Python's search for rings of objects: a layout alone makes some thousands, nearly
all without rings. The window has it done between frames, before so many have come."""


def open_window(title: str, settings: Settings) -> Any:
    """Open a window of the remembered size. Raises NoWindow, ImportError without Arcade."""
    from owm_net.client.glass import headless

    quieten()  # importing arcade asks for a device of sound
    with known_libraries():
        from owm_net.client.glass.window import GameWindow

        headless.install()
    try:
        window = GameWindow(title, _first_size(settings))
    except Exception as error:  # each system's own: no display, no OpenGL, no such screen
        raise NoWindow(
            say(
                "no window can be opened here: {reason}; play in lines: --text; owm-net doctor"
                " says more",
                reason=_why_none(error),
            )
        ) from error
    settings.fresh = False
    if settings.fullscreen:
        window.show_full(True)
    gc.freeze()  # to look through all that was loaded would stop the window for a tenth of a second
    gc.set_threshold(*COLLECTING)
    return window


def _first_size(settings: Settings) -> tuple[int, int]:
    """Return in which size the window opens: the remembered one, at the first start one that
    follows the screen. In pixels as the window counts them: fewer where the system makes all
    larger."""
    import pyglet

    try:
        display = pyglet.display.get_display()
        default, screens = display.get_default_screen(), display.get_screens()
        stretched = pyglet.options.dpi_scaling == "stretch"
        scale = default.get_scale() if stretched else 1.0
        sizes = [(screen.width / scale, screen.height / scale) for screen in screens]
        if settings.fresh:
            return fresh_size((default.width / scale, default.height / scale))
    except Exception:  # each system's own; the window says it better
        return settings.size
    return on_screen(settings.size, sizes)


def on_screen(size: tuple[int, int], screens: Sequence[tuple[float, float]]) -> tuple[int, int]:
    """Return a size that was remembered, but no larger than the largest screen there is now: what
    was once a window over two of them could not be opened, or not be closed, on one."""
    width = max((int(screen[0]) for screen in screens), default=size[0])
    height = max((int(screen[1]) for screen in screens), default=size[1])
    return min(size[0], max(width, MIN_WINDOW[0])), min(size[1], max(height, MIN_WINDOW[1]))


def fresh_size(screen: tuple[float, float]) -> tuple[int, int]:
    """Return the size of a first window: three quarters of the screen, more of a small one, with
    room left for the bars of the desktop."""
    wide, high = [
        round(max(least, min(whole * part, max(whole * 0.75, usual))))
        for least, whole, part, usual in zip(MIN_WINDOW, screen, FREE, USUAL_SIZE, strict=True)
    ]
    return wide, high


async def keep_written(settings: Settings) -> None:
    """Write settings soon after each change, until cancelled, so that they survive a power cut.
    Where they cannot be written they last as long as the program."""
    if settings.memory is None:
        return
    known = written(settings)
    while True:
        await trio.sleep(SOON)
        now = written(settings)
        if now != known:
            known = now
            with suppress(OSError):
                await trio.to_thread.run_sync(put_in_place, settings.memory / FILE, now)


class Showing:
    """The window's listener: draws the stage's scenes, and hands on what the player does.

    pictures: those of another that was shown in the same window, to go on with.
    """

    def __init__(
        self, stage: Shown[Any], settings: Settings, window: Any, pictures: Pictures | None = None
    ) -> None:
        self._shown = stage
        self.settings = settings
        self.window = window
        self.pictures = pictures or Pictures(settings.folder)
        self.painter = window.painter(self.pictures)
        self._full = settings.fullscreen
        self._page: object = None  # which was shown last
        self._began = 0.0  # what time.thread_time() was at the begin of this turn of the loop
        self._begin_frame()
        self.guest: Any = None
        self.ears = Ears(settings, silent=window.headless)
        self.caller = Caller(window)

    @contextmanager
    def _in_window(self, guest: Any) -> Iterator[None]:
        """Take over the window, with a trio guest in its loop, for as long as this lasts."""
        self._take_over(guest)
        try:
            yield
        finally:
            self.caller.looked()
            self.window.listener = None
            self.painter.close()

    def _take_over(self, guest: Any) -> None:
        self.guest = guest
        gc.collect()  # what was shown before holds rings, which are not looked for while one plays
        self.window.listener = self
        self._shown.context.screens.wake = self.window.invalidate
        self.window.after_others = self.guest.after_trio
        self.window.rest()  # an error of who was here before may have left a frame half made
        self.window.invalidate()

    def _show(self, stage: Shown[Any]) -> None:
        """Show another stage from here on."""
        self._shown = stage
        stage.context.screens.wake = self.window.invalidate
        self._begin_frame()
        self.window.invalidate()

    async def sound(self) -> None:
        """Make the sounds and call the desktop, beside the frames. Until cancelled."""
        if self.ears.wanted:
            await trio.sleep(SETTLES)  # the first frames come first
            await trio.to_thread.run_sync(prepare, abandon_on_cancel=True)
        await self.caller.run()

    def _tell(self) -> None:
        """Play the cues, and call the player if they look elsewhere."""
        cues = self._shown.heard()
        self.ears.play_cues(cues)
        words = words_of(cues)
        if words and self.settings.calls:
            self.caller.call(words)
        if not self.window.behind:
            self.caller.looked()

    def after(self) -> None:
        """Let the window follow the settings, after something was done."""
        if self._full != self.settings.fullscreen:
            self._full = self.settings.fullscreen
            self.window.show_full(self._full)

    def _begin_frame(self) -> None:
        self._making: Iterator[None] | None = None  # what is still to be done for it
        self._laid_out: Scene | None = None  # what it shows
        self._waited = False  # since it was laid out
        self._painted = False  # in this turn of the loop

    # -- the window's listener -----------------------------------------------------------

    def make_ready(self, now: float) -> bool:
        """Let time pass, and make and paint the stage's scene, as much as this turn of the loop has
        time for; True if another part needs another turn."""
        self._began = time.thread_time()
        self._making = self._making or self._make(now)
        for _ in self._making:
            if time.thread_time() > self._began + LONG:
                self._waited = self._laid_out is not None
                return True
        painted, self._painted = self._painted, False
        if not painted and self.painter.is_painted():
            return False
        self._waited = True
        return True

    def _make(self, now: float) -> Iterator[None]:
        """Do everything that a frame needs before it is drawn."""
        self._tick(now)
        yield
        yield from self._shown.foresee()
        self._laid_out = self._shown.frame()
        yield
        yield from self.painter.parts(self._laid_out, self._began)
        page = self._shown.page
        for _ in range(ROUNDS if page != self._page else 0):
            if not self.painter.hastens:
                break
            yield  # the old page stays until the new one is whole
            self.painter.show(self._laid_out)
        self._page = page
        self._painted = self.painter.paint()

    def _tick(self, now: float) -> None:
        stage = self._shown
        ratio = self.window.get_pixel_ratio()
        width, height = self.window.get_size()
        if not self.settings.fullscreen:
            self.settings.size = (width, height)
        stage.resize(width, height, ratio)
        stage.tick(now)
        self._tell()
        self.painter.give_up()

    def draw(self, now: float) -> bool:
        """Draw a frame of the stage's scene, and first what has not been made ready of it; True if
        another is wanted soon."""
        if self._making is None:
            self._began = time.thread_time()
        for _ in self._making or self._make(now):
            pass
        waited = self._waited
        self._begin_frame()
        self.painter.draw()
        # what has changed while it waited is seen in the next one
        more = self._shown.moving or self.painter.hastens or waited
        self.after()  # something may be wanted that nobody has pressed a button for
        return more

    def move(self, x: float, y: float) -> None:
        """Move the pointer, in the stage's pixels."""
        self._shown.move(x * self._shown.ratio, y * self._shown.ratio)

    def drag(self, x: float, y: float) -> None:
        """Move the pointer with the left button held, in the stage's pixels."""
        self._shown.drag(x * self._shown.ratio, y * self._shown.ratio)

    def _catch_up(self) -> None:
        """Catch up after a rest: the next key may answer a question that was on the screen
        meanwhile."""
        if not self._shown.moving:
            self._shown.tick(self.window.clock())

    def press(self, x: float, y: float, button: str) -> None:
        """Press a button of the mouse, in the stage's pixels."""
        self._catch_up()
        x, y = x * self._shown.ratio, y * self._shown.ratio
        item = self._shown.scene().at(x, y) if button == "middle" else None
        pastes = item is not None and item.kind == FIELD
        self._shown.press(x, y, "left" if pastes else button)
        if pastes:
            self._shown.let_go("left")
            self._shown.paste(self.window.paste(primary=True))
        self.after()

    def let_go(self, what: str) -> None:
        """Let go of a button of the mouse or the space bar."""
        self._catch_up()
        self._shown.let_go(what)
        self.after()

    def scroll(self, x: float, y: float, steps: float, sideways: float) -> None:
        """Scroll by the wheel; up is positive, and so is to the right."""
        self._shown.scroll(x * self._shown.ratio, y * self._shown.ratio, steps, sideways)

    def key(self, name: str, shift: bool) -> None:
        """Take a key that went down, by its name. F11, or what has its place, is the window's
        own."""
        self._catch_up()
        field = self._shown.field
        if field is not None and (name, shift) in PASTES:
            self._shown.paste(self.window.paste())
        elif field is not None and (name, shift) in COPIES + CUTS:
            if field.copied and self.window.copy(field.copied) and (name, shift) in CUTS:
                self._shown.key("backspace", False)
        elif self._shown.meant(name) == "f11":
            self.settings.fullscreen = not self.settings.fullscreen
        else:
            self._shown.key(name, shift)
        self.after()

    def choose(self, id: str) -> None:
        """Press an item by its id."""
        self._catch_up()
        self._shown.choose(id)
        self.after()

    @property
    def focus(self) -> str:
        """Return the id of what has the keyboard's focus; "" for nothing."""
        return str(self._shown.context.ui.focus)

    @property
    def writes(self) -> bool:
        """Return True if a text field has the focus."""
        return self._shown.field is not None

    def text(self, text: str) -> None:
        """Take text from the keyboard."""
        self._shown.text(text)

    def refuse(self, why: str) -> None:
        """Tell the player why something that they gave was not taken."""
        self._shown.context.refuse(why)
        self._shown.context.touch()

    def drop(self, path: Path) -> None:
        """Take a file that was dropped on the window."""
        self._shown.drop(path)
        self.after()
