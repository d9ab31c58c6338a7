"""Repairs of pyglet 2.1 in a window of X11. On other systems and without a screen nothing of it is
called."""

from __future__ import annotations

import ctypes
import select
import time
from typing import Any

import arcade
import pyglet

XDND_VERSION = 5
"""The newest way of dragging files between windows of X11 that pyglet knows."""

PRIMARY = 1
"""X11's own number for what is selected, which a middle click pastes."""
PASTE = b"OWM_NET_PASTE"
"""The property of the window into which others put what is pasted."""
MOST_BYTES = 1 << 16
"""Of what is pasted; a clipboard may hold a book."""
PATIENCE = 0.3
"""Seconds in which whoever holds the clipboard must answer: the window stands still meanwhile."""

_ROWS = {10: "1234567890", 24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm"}
"""By the place of the first key of a row on every keyboard: what it has on an American one."""
DIGITS = frozenset(range(10, 20))
"""The places of the row above the letters."""
TAB = 23
"""With Shift X11 calls it ISO_Left_Tab: a name that pyglet does not know, so it tells the place."""


def _places() -> dict[int, int]:
    key = arcade.key
    found = {TAB: key.TAB}
    for first, row in _ROWS.items():
        for n, sign in enumerate(row):
            found[first + n] = getattr(key, f"KEY_{sign}" if sign.isdigit() else sign.upper())
    return found


PLACES = _places()


def at_place(symbol: int, place: int, shift: bool) -> int:
    """Return the key that is meant: by what the layout writes there, or by its place where that is
    nothing we have a name for (Cyrillic, Greek), and in the row of digits, which AZERTY and others
    write with Shift alone."""
    there = PLACES.get(place, symbol)
    if place in DIGITS and not shift:
        is_digit = arcade.key.KEY_0 <= symbol <= arcade.key.KEY_9
        return symbol if is_digit else there
    return there if symbol == pyglet.window.key.user_key(place) else symbol


class _Clip(str):
    """A text whose length pyglet takes as that of its bytes when it hands it to others."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.encode())


class X11Window(arcade.Window):
    """A window with the amendments."""

    # -- keys ----------------------------------------------------------------------------

    def _event_text_symbol(self, ev: Any) -> tuple[str | None, int | None]:
        """Return the text of a key, and which key it is. A key that is pressed while the pointer is
        over the window comes from the inner one, for which Xlib composes nothing (^ and e to ê)."""
        from pyglet.libs.x11 import xlib

        ev.xany.window = self._window
        try:
            text, symbol = super()._event_text_symbol(ev)
        except TypeError:  # it asks what category a text of several letters is of
            return self._composed(ev), None
        except UnicodeDecodeError:  # without a locale of UTF-8 it takes Latin-1 for ASCII
            text, symbol = self._in_latin_1(ev), pyglet.window.key.user_key(ev.xkey.keycode)
        if symbol and ev.xkey.keycode:
            shift = bool(ev.xkey.state & xlib.ShiftMask)
            symbol = at_place(symbol, ev.xkey.keycode, shift)
        return text, symbol

    def _in_latin_1(self, ev: Any) -> str:
        """Return the text of a key where Xlib knows no other encoding."""
        from pyglet.libs.x11 import xlib

        text, symbol = ctypes.create_string_buffer(128), xlib.KeySym()
        many = xlib.XLookupString(ev.xkey, text, len(text) - 1, ctypes.byref(symbol), None)
        return text.raw[: max(0, many)].decode("latin-1")

    def _composed(self, ev: Any) -> str:
        """Return the composed text of several keys."""
        from pyglet.libs.x11 import xlib

        text, symbol, status = ctypes.create_string_buffer(128), xlib.KeySym(), ctypes.c_int()
        many = xlib.Xutf8LookupString(
            self._x_ic,
            ev.xkey,
            text,
            len(text) - 1,
            ctypes.byref(symbol),
            ctypes.byref(status),
        )
        return text.raw[: max(0, many)].decode(errors="ignore")

    def _down(self, symbols: set[int]) -> set[int]:
        """Return the keys that are down, whatever has been heard of them."""
        from pyglet.libs.x11 import xlib

        down = (ctypes.c_char * 32)()
        xlib.XQueryKeymap(self._x_display, down)
        codes = {symbol: xlib.XKeysymToKeycode(self._x_display, symbol) for symbol in symbols}
        return {symbol for symbol, code in codes.items() if down.raw[code // 8] >> code % 8 & 1}

    # -- the clipboard -------------------------------------------------------------------

    def copy_to_all(self, text: str) -> bool:
        """Put a text on the clipboard; False if another one keeps it."""
        self._clipboard_str: str | None
        self.set_clipboard_text(text)
        if self._clipboard_str != text:
            return False
        self._clipboard_str = _Clip(text)
        return True

    def selection(self, primary: bool) -> str:
        """Return the clipboard, or the selection (primary); "" if its owner does not answer at
        once, has no text, or has more than can be handed over at once.

        pyglet would wait for ever, and take all there is."""
        from pyglet.libs.x11 import xlib

        display, window = self._x_display, self._window
        wanted = PRIMARY if primary else self._clipboard_atom
        owner = xlib.XGetSelectionOwner(display, wanted)
        if owner in (0, window):
            return str(self._clipboard_str or "") if owner else ""
        into = xlib.XInternAtom(display, PASTE, False)
        xlib.XDeleteProperty(display, window, into)
        xlib.XConvertSelection(display, wanted, self._utf8_atom, into, window, xlib.CurrentTime)
        return self._handed_over(into) if self._is_answered(wanted) else ""

    def _is_answered(self, wanted: int) -> bool:
        """Return True if the owner of a selection hands it over, and soon."""
        from pyglet.libs.x11 import xlib

        event, until = xlib.XEvent(), time.monotonic() + PATIENCE
        socket = xlib.XConnectionNumber(self._x_display)
        while (left := until - time.monotonic()) > 0:
            if not xlib.XCheckTypedWindowEvent(
                self._x_display, self._window, xlib.SelectionNotify, ctypes.byref(event)
            ):
                select.select([socket], [], [], left)
            elif event.xselection.selection == wanted:
                return bool(event.xselection.property)
            else:
                self.dispatch_platform_event(event)  # a file that is dropped
        return False

    def _handed_over(self, into: int) -> str:
        from pyglet.libs.x11 import xlib

        kind, format, many, more = xlib.Atom(), ctypes.c_int(), ctypes.c_ulong(), ctypes.c_ulong()
        data = ctypes.POINTER(ctypes.c_ubyte)()
        xlib.XGetWindowProperty(
            self._x_display,
            self._window,
            into,
            0,
            MOST_BYTES // 4,
            False,
            self._utf8_atom,
            ctypes.byref(kind),
            ctypes.byref(format),
            ctypes.byref(many),
            ctypes.byref(more),
            data,
        )
        if not data:
            return ""
        is_text = kind.value == self._utf8_atom and format.value == 8
        text = ctypes.string_at(data, many.value) if is_text else b""
        xlib.XFree(data)
        if is_text:  # else it would begin to come in pieces
            xlib.XDeleteProperty(self._x_display, self._window, into)
        return text.decode(errors="ignore")

    # -- the desktop ---------------------------------------------------------------------

    def hint_urgency(self, asks: bool) -> None:
        """Have the window manager show that the player is waited for, or stop."""
        from pyglet.libs.x11 import xlib

        hints = xlib.XGetWMHints(self._x_display, self._window) or xlib.XAllocWMHints()
        if asks:
            hints.contents.flags |= xlib.XUrgencyHint
        else:
            hints.contents.flags &= ~xlib.XUrgencyHint
        xlib.XSetWMHints(self._x_display, self._window, hints)
        xlib.XFree(hints)
        xlib.XFlush(self._x_display)

    def _event_drag_enter(self, ev: Any) -> None:
        """Accept a drag of three data types or fewer, which the event itself lists: pyglet 2.1 ends
        the program there."""
        said = ev.xclient.data.l
        if said[1] & 1:
            super()._event_drag_enter(ev)
            return
        wanted = self._xdnd_atoms["text/uri-list"]
        self._xdnd_source, self._xdnd_version = said[0], said[1] >> 24
        is_file = self._xdnd_version <= XDND_VERSION and wanted in said[2:5]
        self._xdnd_format = wanted if is_file else None
