"""The window: frames only while something moves, no multisampling, events to one listener."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import arcade
import pyglet

from owm_net.client import theme
from owm_net.client.glass.canvas import GROUND, Canvas
from owm_net.client.glass.guest import TrioGuest
from owm_net.client.glass.paint_arcade import Painter
from owm_net.client.glass.sheet import Sheet
from owm_net.client.glass.x11 import X11Window
from owm_net.client.scene.pictures import Pictures

HOLD = 0.2
"""Seconds of frames after something has happened."""

ASIDE = 40
"""Pixels from the corner of a screen to a window that was on another one."""

YOUNG = 4_000
"""So many objects more than at the last search for rings of them are worth a new one."""

SOON = 0.001
"""Seconds after which it comes: what shall be done in no time is done before the loop goes on."""

_WAKING = frozenset(
    (
        "on_mouse_motion",
        "on_mouse_leave",
        "on_mouse_press",
        "on_mouse_release",
        "on_mouse_drag",
        "on_mouse_scroll",
        "on_key_press",
        "on_key_release",
        "on_text",
        "on_text_motion",
        "on_text_motion_select",
        "on_expose",
        "on_resize",
        "on_scale",
        "on_show",
        "on_activate",
        "on_file_drop",
    )
)


class Listener(Protocol):
    """The receiver of a window's events; it draws too. Points are in window pixels, y from the
    top."""

    def make_ready(self, now: float) -> bool:
        """Do a part of what the next frame needs; return True if that took so long that the rest
        should wait for another turn of the loop."""

    def draw(self, now: float) -> bool:
        """Draw a frame; True if another one is wanted soon."""

    def move(self, x: float, y: float) -> None:
        """Move the pointer to a point of the window; (-1, -1) when it has left it."""

    def drag(self, x: float, y: float) -> None:
        """Move the pointer while the left button is held."""

    def press(self, x: float, y: float, button: str) -> None:
        """Press a button of the mouse: "left", "right" or "middle"."""

    def let_go(self, what: str) -> None:
        """Let go of a button of the mouse, or the space bar ("space"); "" for all of them, when the
        window is no longer the one that hears them."""

    def scroll(self, x: float, y: float, steps: float, sideways: float) -> None:
        """Scroll by the wheel; up is positive, and so is to the right."""

    def key(self, name: str, shift: bool) -> None:
        """Take a key that went down, by name: "a", "1", "?", "space", "enter", "escape", "f1"...;
        with Ctrl (Command on macOS) held "ctrl+left", and so on for `WITH_CTRL`. What moves the
        cursor of a text field goes on while it is held."""

    @property
    def writes(self) -> bool:
        """Return True if a text field has the focus."""

    def text(self, text: str) -> None:
        """Take text from the keyboard, after the key that wrote it."""

    def drop(self, path: Path) -> None:
        """Take a file that was dropped on the window."""

    def close(self) -> None:
        """Close the window, as the user wants."""


class GameWindow(X11Window):
    """An arcade window without its own frame clock. See `Listener`. sheet: holds its pictures.
    picture: its finished picture."""

    listener: Listener | None = None
    clock: Callable[[], float] = staticmethod(time.monotonic)
    hot_until = 0.0
    frames = 0
    behind = False
    """Whether another window has the keyboard."""
    after_others: Callable[[Callable[[], None]], None] | None = None
    """Calls what it is given when all else that the loop has to do has had a turn."""
    _turn: float | None = -1.0
    """Of the clock, in which something was done for a frame last."""
    _has_begun = False
    """Whether a frame waits for another turn to be gone on with."""
    _began = 0.0
    """When the frame was begun that is shown next."""
    _pressed = False
    _edits = False
    """Whether a text field was written in when the last key went down."""
    _hot = True  # events arrive while Arcade's own __init__ runs

    def __init__(
        self, title: str, size: tuple[int, int] = (1280, 720), visible: bool = True
    ) -> None:
        super().__init__(
            *size,
            title,
            antialiasing=False,
            resizable=True,
            vsync=False,
            visible=visible,
        )
        self.sheet, self.picture = Sheet(self.ctx), Canvas(self.ctx)
        self.set_minimum_size(*theme.MIN_WINDOW)
        pyglet.clock.unschedule(self._dispatch_frame)
        self._hot = False
        self.invalidate()

    def _create(self) -> None:
        """Create the window, and let files be dropped on it, for which Arcade 3.3 has no option."""
        self._file_drops = True
        super()._create()

    def painter(self, pictures: Pictures) -> Painter:
        """Return what paints in this window."""
        return Painter(pictures)

    def guest(self, main: Callable[..., Awaitable[Any]], *args: Any) -> TrioGuest:
        """Return what runs an async function in this window's loop."""
        return TrioGuest(main, *args)

    def invalidate(self, hold: float = HOLD) -> None:
        """Draw frames for a while: something has changed."""
        self.hot_until = max(self.hot_until, self.clock() + hold)
        if not self._hot and not self.closed:
            self._hot = True
            self.set_update_rate(1 / 60)
            pyglet.clock.schedule_once(self._answer, 0.0)  # not a sixtieth of a second later

    def wake(self) -> None:
        """Draw frames for a while, called from any thread."""
        pyglet.app.platform_event_loop.post_event(self, "on_wake")

    def on_wake(self) -> None:
        """Show what another thread has."""
        self.invalidate(0.0)

    def _dispatch_frame(self, delta_time: float) -> None:
        """Make one frame, whoever asked for it, then give the loop its turn; also between the parts
        of a frame that takes long."""
        if not self._has_begun and self._takes_turn():
            self._go_on()

    def _takes_turn(self) -> bool:
        """Return False if this turn of the loop has made its part of a frame already."""
        before, self._turn = self._turn, pyglet.clock.get_default().last_ts
        return self._turn != before

    def _go_on(self) -> None:
        """Make the next part of a frame, and the frame itself if there is time for it."""
        self._takes_turn()
        now = self.clock()
        if not self._has_begun:
            self._began = now
        self._has_begun = self.listener is not None and self.listener.make_ready(now)
        if not self._has_begun:
            self._show()
        else:
            self._in_another_turn(self._another_part)

    def _in_another_turn(self, do: Callable[[float], None]) -> None:
        """Schedule a call for after everything else has had its turn."""
        if self.after_others is not None:
            self.after_others(partial(_soon, do))
        else:
            _soon(do)

    def _another_part(self, delta_time: float) -> None:
        if self._has_begun and not self.closed:
            self._go_on()

    def _show(self) -> None:
        # what is ready is drawn: by itself Arcade draws nothing a short time after a frame, and the
        # last part of one comes that soon after the part before. After a long time, such as a
        # night, it would catch up on sixty steps a second, of which nothing here makes use
        super()._dispatch_frame(self._draw_rate)
        if gc.get_count()[0] > YOUNG:
            self._in_another_turn(_free_rings)

    def _answer(self, delta_time: float) -> None:
        """Draw the first frame after a rest."""
        if self._hot and not self.closed:
            self._dispatch_frame(self._update_rate)

    def dispatch_event(self, *args: Any) -> Any:
        """Wake the window up on input."""
        if args and args[0] in _WAKING and self.listener is not None:
            self.invalidate()
        return super().dispatch_event(*args)

    def on_draw(self) -> None:
        """Draw one frame, and ask for another if the listener wants it."""
        self.frames += 1
        # on another screen it may have other pixels, of which Arcade hears only if its size changes
        self.viewport = (0, 0, *self.get_size())
        self.clear(color=GROUND)
        if self.listener is not None and self.listener.draw(self.clock()):
            self.invalidate(0.05)

    def on_update(self, delta_time: float) -> None:
        """Rest if nothing has happened for a while before this frame began: an event while it is
        made may come too late for it."""
        if self._began > self.hot_until:
            self.rest()

    def rest(self) -> None:
        """Draw no more frames until something happens; a half-made one is restarted then."""
        pyglet.clock.unschedule(self._dispatch_frame)
        pyglet.clock.unschedule(self._answer)
        pyglet.clock.unschedule(self._another_part)
        self._hot = self._has_begun = False

    def show_full(self, full: bool) -> None:
        """Fill the screen that the window is on, or no longer; without a screen there is nothing to
        fill."""
        if self.headless:
            return
        default = self.display.get_default_screen()
        self.set_fullscreen(full, (self._own_screen() or default) if full else None)
        if not full and self._is_x11 and self._windowed_size is not None:
            self.set_size(*self._windowed_size)  # pyglet makes it as large as it was at first
            if self._own_screen() is None:  # the screen on which it was is gone
                self.set_location(default.x + ASIDE, default.y + ASIDE)
        self.invalidate()

    def _own_screen(self) -> Any:
        """Return the pyglet screen that holds the middle of the window, None if none does."""
        (left, top), (width, height) = self.get_location(), self.get_size()
        x, y = left + width // 2, top + height // 2
        for screen in self.display.get_screens():
            if 0 <= x - screen.x < screen.width and 0 <= y - screen.y < screen.height:
                return screen
        return None

    @property
    def _is_x11(self) -> bool:
        return not self.headless and sys.platform == "linux"

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard; False where that cannot be done."""
        if self.headless:
            return False
        try:
            if self._is_x11:
                return self.copy_to_all(text)
            self.set_clipboard_text(text)
        except Exception:  # each system's own
            return False
        return True

    def paste(self, primary: bool = False) -> str:
        """Return the text of the clipboard; "" without one. primary: the selection instead, in X11
        alone."""
        if self.headless or (primary and not self._is_x11):
            return ""
        try:
            return self.selection(primary) if self._is_x11 else self.get_clipboard_text()
        except Exception:  # each system's own
            return ""

    def on_activate(self) -> None:
        """Note that the window is in front. Under X11 also forget keys released meanwhile, as over
        the window before F11: they would count as held, and their next press be lost."""
        self.behind = False
        held: set[int] | None = getattr(self, "pressed_keys", None)
        if held and sys.platform == "linux":
            held &= self._down(held)

    def on_deactivate(self) -> None:
        """Note that the window is behind or minimised, and let go of everything: no release is
        heard from here on."""
        self.behind = True
        if self.listener is not None:
            self.listener.let_go("")

    def ask_for_attention(self, asks: bool) -> None:
        """Have the window manager show that the player is waited for, or stop. X11 only."""
        if self._is_x11:
            self.hint_urgency(asks)

    def close(self) -> None:
        """Rest, then close: Arcade 3.3 unschedules another function than it scheduled."""
        self.rest()
        super().close()

    # -- what the user does --------------------------------------------------------------

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Tell the listener where the pointer is."""
        if self.listener is not None:
            self.listener.move(x, self.height - 1 - y)

    def on_mouse_leave(self, x: int, y: int) -> None:
        """Tell the listener that the pointer has left the window."""
        if self.listener is not None:
            self.listener.move(-1, -1)

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Tell the listener where the pointer is, and that the button is held."""
        if self.listener is not None and buttons & arcade.MOUSE_BUTTON_LEFT:
            self.listener.drag(x, self.height - 1 - y)
        else:
            self.on_mouse_motion(x, y, dx, dy)

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Tell the listener which button went down, and where."""
        if self.listener is not None:
            self.listener.press(x, self.height - 1 - y, _BUTTONS.get(button, "middle"))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Tell the listener which button went up."""
        if self.listener is not None:
            self.listener.let_go(_BUTTONS.get(button, "middle"))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """Tell the listener by how much the wheel turned."""
        if self.listener is not None:
            self.listener.scroll(x, self.height - 1 - y, scroll_y, scroll_x)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Tell the listener the key's name, if it has one."""
        self._pressed = True
        if self.listener is None:
            return
        name = KEYS.get(symbol)
        if name in WITH_CTRL and modifiers & arcade.key.MOD_ACCEL:
            name = f"ctrl+{name}"
        shift = bool(modifiers & arcade.key.MOD_SHIFT)
        self._edits = self.listener.writes
        if name and not (self._edits and name in _MOTIONS.values() and not _cuts(name, shift)):
            self.listener.key(name, shift)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Let go of the space bar, the only key that is held for something, and forget all pressed
        keys: releasing Shift before "+" releases "=", and pyglet under X11 then takes "+" for held
        and ignores its next press."""
        getattr(self, "pressed_keys", set()).clear()
        if self.listener is not None and symbol == arcade.key.SPACE:
            self.listener.let_go("space")

    def on_text(self, text: str) -> None:
        """Pass typed text on. A question mark counts as a key, since keyboards have it on different
        ones; of a held key only the first counts."""
        if self.listener is not None:
            self.listener.text(text)
        if text == "?" and self._pressed and self.listener is not None:
            self.listener.key("?", False)
        self._pressed = False

    def on_text_motion(self, motion: int) -> None:
        """Move the cursor of a text field; without a field only Backspace means anything. A field
        that this very key has opened does not count: the key was meant for what was before."""
        self._move(motion, False)

    def on_text_motion_select(self, motion: int) -> None:
        """Select as the cursor moves, with Shift."""
        self._move(motion, True)

    def _move(self, motion: int, shift: bool) -> None:
        name = _MOTIONS.get(motion, "")
        if self.listener is None or not name or _cuts(name, shift):
            return
        if name == "backspace" or (self._edits and self.listener.writes):
            self.listener.key(name, shift)

    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        """Tell the listener of the first of the files."""
        if self.listener is not None and paths:
            self.listener.drop(Path(paths[0]))

    def on_close(self) -> None:
        """Ask the listener to close; trio unwinds first."""
        if self.listener is not None:
            self.listener.close()
        else:
            self.close()


GameWindow.register_event_type("on_wake")


def _cuts(name: str, shift: bool) -> bool:
    """Return True for Shift and Delete, which cut and are no motion."""
    return shift and name == "delete"


def _soon(do: Callable[[float], None]) -> None:
    """Schedule a call for another turn of the loop."""
    # from now: what other threads have for the loop comes in that time. pyglet counts from the
    # begin of this turn, but from now if that is over 0.2 seconds ago
    clock = pyglet.clock.get_default()
    ago = clock.time() - (clock.last_ts or clock.time())
    clock.schedule_once(do, SOON + (ago if ago <= 0.2 else 0.0))


def _free_rings(delta_time: float) -> None:
    """Run the cyclic garbage collector over young objects, in a separate turn of the loop:
    automatically it would run in the middle of a frame."""
    gc.collect(1)


WITH_CTRL = frozenset(("left", "right", "up", "down", "a", "c", "v", "x", "insert"))
"""Keys that are others with Ctrl held."""

_BUTTONS = {arcade.MOUSE_BUTTON_LEFT: "left", arcade.MOUSE_BUTTON_RIGHT: "right"}

_MOTIONS = {
    arcade.key.MOTION_LEFT: "left",
    arcade.key.MOTION_RIGHT: "right",
    arcade.key.MOTION_PREVIOUS_WORD: "ctrl+left",
    arcade.key.MOTION_NEXT_WORD: "ctrl+right",
    arcade.key.MOTION_BEGINNING_OF_LINE: "home",
    arcade.key.MOTION_BEGINNING_OF_FILE: "home",
    arcade.key.MOTION_END_OF_LINE: "end",
    arcade.key.MOTION_END_OF_FILE: "end",
    arcade.key.MOTION_BACKSPACE: "backspace",
    arcade.key.MOTION_DELETE: "delete",
}
"""What moves the cursor of a text field, each system by keys of its own, or takes back. Held, it
goes on."""


def _keys() -> dict[int, str]:
    key = arcade.key
    named = {
        "space": (key.SPACE,),
        "enter": (key.ENTER, key.NUM_ENTER),
        "escape": (key.ESCAPE,),
        "tab": (key.TAB,),
        "up": (key.UP,),
        "down": (key.DOWN,),
        "left": (key.LEFT,),
        "right": (key.RIGHT,),
        "pageup": (key.PAGEUP,),
        "pagedown": (key.PAGEDOWN,),
        "home": (key.HOME,),
        "end": (key.END,),
        "+": (key.PLUS, key.EQUAL, key.NUM_ADD),
        "-": (key.MINUS, key.NUM_SUBTRACT),
        ",": (key.COMMA,),
        ".": (key.PERIOD, key.NUM_DECIMAL),
        "insert": (key.INSERT,),
        "delete": (key.DELETE,),
    }
    table = {symbol: name for name, symbols in named.items() for symbol in symbols}
    for n in range(1, 13):
        table[getattr(key, f"F{n}")] = f"f{n}"
    for letter in "abcdefghijklmnopqrstuvwxyz":
        table[getattr(key, letter.upper())] = letter
    for digit in "0123456789":
        table[getattr(key, f"KEY_{digit}")] = digit
        table[getattr(key, f"NUM_{digit}")] = digit
    return table


KEYS = _keys()
