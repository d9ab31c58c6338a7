"""A line that the player types: its text, the cursor, what is selected, what may stand there.

Every field of the menus, the screens and the chat is one of these. Whoever owns it says what may
stand in it; `widgets.text_box` draws it; the stages hand it keys, text, and what is pasted.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable

from attrs import define

from owm_net.client.keys import EDITS, MOVES

MOST_PASTED = 4_000
"""Characters of a clipboard that are looked at; it may hold a book."""
FIELD = "field"
"""The kind of the item that a press puts the cursor into."""
PASTES = (("ctrl+v", False), ("insert", True))
COPIES = (("ctrl+c", False), ("ctrl+insert", False))
CUTS = (("ctrl+x", False), ("delete", True))
"""Keys for the clipboard, each with Shift or without."""
WORD = re.compile(r"\w+")


@define(eq=False)
class TextField:
    """allows: whether a text may stand here; then so may each of its beginnings. cursor: characters
    before it. anchor: where the selection began; nothing is selected where the cursor is there.
    secret: it is drawn as dots, and cannot be copied.

    As it was drawn last: start is the first character that is seen, edges are where it and those
    after it begin and the last one ends, in the pixels of the window.
    """

    allows: Callable[[str], bool]
    text: str = ""
    cursor: int = 0
    anchor: int = 0
    start: int = 0
    edges: tuple[float, ...] = ()
    secret: bool = False

    def put(self, text: str) -> None:
        """Put another text there, with the cursor behind it."""
        self.text = text
        self.cursor = self.anchor = len(text)

    @property
    def selected(self) -> str:
        """Return the selected text; "" for nothing."""
        first, last = sorted((self.cursor, self.anchor))
        return self.text[first:last]

    @property
    def copied(self) -> str:
        """Return what the clipboard may have of it."""
        return "" if self.secret else self.selected

    def write(self, text: str) -> None:
        """Put into the place of what is selected as much of a text as may stand there."""
        first, last = sorted((self.cursor, self.anchor))
        before, after = self.text[:first], self.text[last:]
        signs = [" " if unicodedata.category(c) == "Zs" else c for c in text[:MOST_PASTED]]
        good = "".join([c for c in signs if self.allows(c)])
        room = range(1, len(good) + 1)
        many = bisect_left(room, True, key=lambda n: not self.allows(before + good[:n] + after))
        if not many:
            return  # what is selected stays, if nothing comes for it
        self.text = before + good[:many] + after
        self.cursor = self.anchor = first + many

    def paste(self, text: str) -> None:
        """Write what was copied somewhere, as one line."""
        self.write(" ".join(text[:MOST_PASTED].split()))

    # -- keys ----------------------------------------------------------------------------

    def key(self, name: str, shift: bool) -> bool:
        """Take a key by its name; return False if it means nothing here. What it writes comes by
        `write`."""
        if len(name) == 1 or name == "space":
            return True
        if name == "ctrl+a":
            self.anchor, self.cursor = 0, len(self.text)
        elif name in ("backspace", "delete") and not (name == "delete" and shift):
            self._take(name)
        elif name in MOVES and self.text:
            self._move(name, shift)
        else:
            return name in EDITS and name not in MOVES
        return True

    def _take(self, name: str) -> None:
        if not self.selected:
            self.anchor = self._beside(-1 if name == "backspace" else 1)
        first, last = sorted((self.cursor, self.anchor))
        self.text = self.text[:first] + self.text[last:]
        self.cursor = self.anchor = first

    def _move(self, name: str, shift: bool) -> None:
        step = 1 if name in ("right", "ctrl+right", "end") else -1
        if name in ("home", "end"):
            to = len(self.text) if step > 0 else 0
        elif name.startswith("ctrl+"):
            to = self._word(step)
        elif self.selected and not shift:
            to = max(self.cursor, self.anchor) if step > 0 else min(self.cursor, self.anchor)
        else:
            to = self._beside(step)
        self.cursor = to
        if not shift:
            self.anchor = to

    def _beside(self, step: int) -> int:
        """Return the next place of the cursor, never between a letter and its accents."""
        at = max(0, min(len(self.text), self.cursor + step))
        while 0 < at < len(self.text) and unicodedata.category(self.text[at]).startswith("M"):
            at += step
        return at

    def _word(self, step: int) -> int:
        """Return the end of the next word, or the beginning of the one before."""
        words = list(WORD.finditer(self.text))
        if step > 0:
            return next((w.end() for w in words if w.end() > self.cursor), len(self.text))
        return next((w.start() for w in reversed(words) if w.start() < self.cursor), 0)

    # -- the pointer ---------------------------------------------------------------------

    def place_cursor(self, x: float, extends: bool = False) -> None:
        """Put the cursor where the pointer is. extends: with the button held."""
        if self.edges:
            near = min(range(len(self.edges)), key=lambda n: abs(self.edges[n] - x))
            self.cursor = min(self.start + near, len(self.text))
        if not extends:
            self.anchor = self.cursor

    # -- what is seen --------------------------------------------------------------------

    def look(self, width: Callable[[str], float], room: float) -> str:
        """Return the visible part of the text: as much as there is room for, with the cursor."""

        def fits(first: int, end: int) -> bool:
            return width(self.text[first:end]) <= room

        cursor, end = self.cursor, len(self.text)  # by halves, for what was pasted may be long
        first_seen = bisect_left(range(cursor), True, key=lambda first: fits(first, cursor))
        fills = bisect_left(range(end), True, key=lambda first: fits(first, end))
        start = self.start = min(max(min(self.start, cursor), first_seen), fills)
        many = bisect_left(range(end - start), True, key=lambda n: not fits(start, start + n + 1))
        return self.text[start : start + many]
