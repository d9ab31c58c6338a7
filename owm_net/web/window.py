"""The page's window: a canvas, and what is done at it. It has what Arcade's window has for those
who show something in it (`client/glass/window.py`), on the loop of a browser's worker."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import trio
from attrs import define, field

from owm_net.client.scene.pictures import Pictures
from owm_net.client.stage.text_field import FIELD
from owm_net.files.logfile import MAX_LOG
from owm_net.files.reading import read_plain
from owm_net.web import given
from owm_net.web.choices import Words
from owm_net.web.painter import Painter
from owm_net.web.touching import aim
from owm_net.web.trio_host import after, soon

HOLD = 0.2
"""Seconds of frames after something has happened."""
FRAME = 1 / 60
"""Seconds of one."""
STILL = 0.05
"""Seconds of one that has changed nothing."""
REST, LONGEST_REST = 3.0, 0.1
"""How much longer than a frame took the next one waits, so that entries that come one after another
do not each have theirs; and the seconds that it waits at most."""
SPOKEN = 0.15
"""Seconds after which what changes all the time is put into words again."""

WITH_CTRL = frozenset(("left", "right", "up", "down", "a", "c", "v", "x", "insert"))
"""Keys that are others with Ctrl held."""
MOTIONS = frozenset(
    ("left", "right", "ctrl+left", "ctrl+right", "home", "end", "backspace", "delete")
)
"""Keys that go on in a text field while they are held."""

Tell = Callable[..., None]
"""Says something to the page: its kind, and values by name."""


@define(eq=False)
class PageGuest:
    """Runs an async function in trio, which the page runs already."""

    main: Callable[..., Awaitable[Any]]
    args: tuple[Any, ...]
    scope: trio.CancelScope = field(factory=trio.CancelScope)

    async def shown(self) -> Any:
        """Until it has ended, or was asked to."""
        with self.scope:
            return await self.main(*self.args)

    def cancel(self) -> None:
        """Ask it to end."""
        self.scope.cancel()

    def after_trio(self, call: Callable[[], None]) -> None:
        """Call something after all else has had its turn."""
        soon(call)


class PageWindow:
    """See `client.glass.window.GameWindow`. Sizes are in the page's pixels; ratio: the screen's
    pixels for each."""

    headless = True  # it has no sound of its own, and no clipboard to be read at any time
    closed = False
    clock: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, tell: Tell, size: tuple[int, int], ratio: float) -> None:
        self._tell = tell
        self._size, self._ratio = size, ratio
        self.listener: Any = None
        self.behind = False
        self.after_others: Callable[[Callable[[], None]], None] | None = None
        self._painted = 0  # frames, when the last one was shown
        self._hot_until = 0.0
        self._due: float | None = None  # when the next part of a frame is
        self._busy = 0.0  # seconds that the parts of the next frame have taken so far
        self._rests_until = 0.0  # unless something is done at the canvas
        self._hasty_until = 0.0  # after something was done there
        self._told_writes: bool | None = None  # since something was done at the canvas
        self._pasted = ""
        self._words = Words()
        self._spoke = 0.0

    def painter(self, pictures: Pictures) -> Painter:
        """Return what paints in this window."""
        return Painter(pictures, self.invalidate)

    def guest(self, main: Callable[..., Awaitable[Any]], *args: Any) -> PageGuest:
        """Return what runs an async function beside the frames."""
        return PageGuest(main, args)

    def get_size(self) -> tuple[int, int]:
        """The canvas, in the page's pixels."""
        return self._size

    def get_pixel_ratio(self) -> float:
        """The screen's pixels for each of them."""
        return self._ratio

    # -- frames --------------------------------------------------------------------------

    def invalidate(self, hold: float = HOLD) -> None:
        """Draw frames for a while: something has changed."""
        self._hot_until = max(self._hot_until, self.clock() + hold)
        self._plan(0.0)

    wake = invalidate

    def rest(self) -> None:
        """Draw no more frames until something happens."""
        self._hot_until = 0.0

    def _plan(self, seconds: float) -> None:
        now = self.clock()
        due = now + seconds
        if not self._busy and now >= self._hasty_until:
            due = max(due, self._rests_until)
        if self._due is None or due < self._due:
            self._due = due
            after(due - now, partial(self._go_on, due))

    def _go_on(self, due: float) -> None:
        """Make a part of a frame, or the frame if nothing is left to be done for it. due: when that
        was planned; since then it may have become more urgent."""
        if due != self._due:
            return
        self._due = None
        if self.listener is None:
            return
        now = self.clock()
        if self.listener.make_ready(now):
            self._busy += self.clock() - now
            self._plan(0.0)  # the page and trio have their turn first
            return
        painted, self._painted = self._painted, self.listener.painter.painted
        if self.listener.draw(now):
            self._hot_until = max(self._hot_until, now + 0.05)
        busy, self._busy = self._busy + self.clock() - now, 0.0
        self._rests_until = self.clock() + min(LONGEST_REST, REST * busy)
        self._tell_writes()
        if self.listener is not None and now - self._spoke >= SPOKEN:
            self._speak(now)
        if self.clock() < self._hot_until:
            wanted = STILL if self._painted == painted else FRAME
            self._plan(max(0.0, wanted - (self.clock() - now)))
        elif self.listener is not None:
            self._speak(now)

    def _tell_writes(self) -> None:
        """Tell the page whether a text field has the focus, where that may be news to it."""
        writes = self.listener is not None and self.listener.writes
        if writes != self._told_writes:
            self._told_writes = writes
            self._tell("drawn", writes=writes, foot=self._foot() if writes else 0.0)

    def _foot(self) -> float:
        """The lower edge of the text field with the focus, in the page's pixels."""
        scene, focus = self.listener.painter.scene, self.listener.focus
        fields = [item for item in scene or () if item.kind == FIELD]
        fields = [item for item in fields if item.id == focus] or fields
        return fields[-1].rect.bottom / self._ratio if fields else 0.0

    def _speak(self, now: float) -> None:
        """Say in words what is seen, as far as it has changed."""
        self._spoke = now
        scene = self.listener.painter.scene
        news = {} if scene is None else self._words.news(scene, self.listener.focus)
        if news:
            self._tell("words", **news)

    # -- what the page tells -------------------------------------------------------------

    def hear(self, event: dict[str, Any]) -> None:
        """Take what was done at the canvas: `kind`, and values by name. Unknown ones mean
        nothing."""
        kind = event["kind"]
        self._told_writes = None
        self._hasty_until = self.clock() + HOLD
        if kind == "size":
            self._size, self._ratio = (int(event["width"]), int(event["height"])), event["ratio"]
        elif kind in ("away", "back"):
            self.behind = kind == "away"
            if self.behind and self.listener is not None:
                self.listener.let_go("")
        elif self.listener is not None:
            self._pass_on(kind, event)
        self.invalidate()

    def _pass_on(self, kind: str, event: dict[str, Any]) -> None:
        listener = self.listener
        if kind == "move":
            (listener.drag if event["held"] else listener.move)(event["x"], event["y"])
        elif kind == "press":
            x, y = self._aimed(event["x"], event["y"], event.get("near", 0))
            listener.press(x, y, event["button"])
        elif kind == "grab":
            if self._is_map(event["x"], event["y"]):
                listener.press(event["x"], event["y"], "middle")
        elif kind == "let go":
            listener.let_go(event["button"])
        elif kind == "scroll":
            listener.scroll(event["x"], event["y"], event["down"], event["across"])
        elif kind == "key":
            self._key(event["name"], event["text"], event)
        elif kind == "choose":
            listener.choose(event["id"])
        elif kind == "paste":
            self._pasted = event["text"]
            listener.key("ctrl+v", False)
        elif kind == "files":
            self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        """Files were dropped on the page, or chosen. large: the name of one that no page reads."""
        path = given.keep(event["files"])
        if path is not None:
            self.listener.drop(path)
        elif event["large"]:
            self.listener.refuse(given.too_large(event["large"]))

    def _aimed(self, x: float, y: float, near: float) -> tuple[float, float]:
        """Return the point of what can be pressed nearest to a finger, if that is so near."""
        scene, k = self.listener.painter.scene, self._ratio
        if scene is None or not near:
            return x, y
        x, y = aim(scene, x * k, y * k, near * k)
        return x / k, y / k

    def _is_map(self, x: float, y: float) -> bool:
        """Return True if a map is there, which two fingers may move."""
        scene, k = self.listener.painter.scene, self._ratio
        if scene is None or scene.lens is None or not scene.lens.frame.contains(x * k, y * k):
            return False
        item = scene.at(x * k, y * k)
        return item is None or item.clip is not None

    def _key(self, name: str, text: str, held: dict[str, Any]) -> None:
        """A key goes down; then the text that it writes, if any. A question mark counts as a key,
        since keyboards have it on different ones."""
        listener = self.listener
        ctrl = held["ctrl"]
        if ctrl and name in WITH_CTRL:
            name = f"ctrl+{name}"
        if name and (not held["again"] or (name in MOTIONS and listener.writes)):
            listener.key(name, held["shift"])
        if text and not ctrl and self.listener is not None:
            self.listener.text(text)
            if text == "?" and not held["again"]:
                self.listener.key("?", False)

    # -- what the program asks of a window -----------------------------------------------

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard."""
        self._tell("copy", text=text)
        return True

    def paste(self, primary: bool = False) -> str:
        """Return what the player has just pasted: a page may not read the clipboard otherwise."""
        pasted, self._pasted = self._pasted, ""
        return "" if primary else pasted

    def keep(self) -> None:
        """Have the browser keep what is kept for good: now there is something to lose."""
        self._tell("keep")

    def give(self, path: Path) -> None:
        """Hand the player a file, as a download. Raises OSError."""
        self._tell("give", name=path.name, bytes=read_plain(path, MAX_LOG))

    def have_chosen(self) -> None:
        """Have the player choose files: they come as those that are dropped."""
        self._tell("choose")

    def show_full(self, full: bool) -> None:
        """Fill the whole screen, or no longer."""
        self._tell("full", full=full)

    def set_caption(self, text: str) -> None:
        """Name the page."""
        self._tell("caption", text=text)

    def ask_for_attention(self, asks: bool) -> None:
        """The caption says it."""

    def close(self) -> None:
        """The page stays; the tab is closed by whoever opened it."""
        self.closed = True
        with suppress(Exception):
            self._tell("closed")
