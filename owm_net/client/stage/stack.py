"""The stack of screens of a window: a table or the title at the bottom, over it what was opened.

The top screen alone gets keys, text, the wheel, the pointer and Esc. All that lie below it are
drawn, and darkened. Which one is on top is decided here and nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from enum import IntEnum
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import trio
from attrs import frozen

from owm_net.client.keys import HEED
from owm_net.client.scene.items import Action, Item
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pointer import Pointing
from owm_net.client.settings import Settings
from owm_net.client.stage.text_field import TextField


class Layer(IntEnum):
    """Where a screen comes to lie: on top of all of its layer. A screen that comes unasked (the end
    of a match) goes below what the player has open; a question of another player above everything.
    """

    BOTTOM, NEWS, OPENED, QUESTION = range(4)


class Context(Protocol):
    """The shared context of one stack of screens: the menus, or a match at its table."""

    @property
    def settings(self) -> Settings:
        """Return what the player has set."""

    @property
    def screens(self) -> Screens[Any]:
        """The stack."""

    @property
    def ui(self) -> Pointing:
        """Return the pointer and the focus."""

    @property
    def now(self) -> float:
        """The time of the last tick, in seconds."""

    @property
    def rev(self) -> int:
        """Another number whenever something that is drawn has changed."""

    def touch(self) -> None:
        """Mark what is drawn as changed."""

    def cue(self, name: str) -> None:
        """Have a sound played."""

    def heard(self) -> list[str]:
        """Return the cues since the last time."""

    def refuse(self, why: str) -> None:
        """Tell the player why something did nothing."""

    def forget_refusal(self) -> None:
        """Tell the last refusal no longer: the player has gone on."""

    def act(self, item: Item, action: Action | None) -> None:
        """Do what pressing an item means. action: its own, or what it means at a point of it."""

    def tick(self, now: float) -> None:
        """Let time pass."""

    def drop(self, path: Path) -> None:
        """Take a file that was dropped on the window."""

    def notices(self, pen: Pen) -> None:
        """Draw what is told over all screens."""

    def guard(self) -> AbstractContextManager[None]:
        """Let nothing of the game change inside."""


At = TypeVar("At", bound=Context, contravariant=True)
C = TypeVar("C", bound=Context)


class Screen(ABC, Generic[At]):
    """One screen: its state, how it is drawn, what each key means on it. Drawing changes nothing.

    layer: where it comes to lie. shade: how dark it makes what is below, 0 to 255. covers: it fills
    the window, so nothing below it is drawn. heed: seconds for which it must have been on top
    before a press or Esc counts. leap: steps of the wheel that Page Up and Page Down are worth.
    first: the id of what has the focus when it is opened by key. fields: what can be typed into
    while it has the focus, by id.

    since: when it could first be seen on top; None before. focus: what had the focus when another
    screen came over it. page: of what is on pages.
    """

    layer: ClassVar[Layer] = Layer.OPENED
    shade: ClassVar[int] = 178
    covers: ClassVar[bool] = False
    heed: float = 0.0
    leap: ClassVar[float] = 3.0
    first: str = ""
    fields: dict[str, TextField] = {}  # noqa: RUF012 - no screen without any adds one
    since: float | None = None
    focus: str = ""
    page: int = 0

    @abstractmethod
    def draw(self, pen: Pen, at: At) -> Iterator[None] | None:
        """Lay it out. A screen on which there is much yields between its parts."""

    def heeds(self, now: float) -> bool:
        """Return True if it has been visible long enough for a press to mean it."""
        return not self.heed or (self.since is not None and now - self.since >= self.heed)

    def is_loading(self, at: At) -> bool:
        """Return True while things to press are still loaded: the last click counts when they are
        there."""
        return False

    def enter(self, at: At) -> None:
        """Come to the top, or back to it."""

    def left(self, at: At) -> None:
        """Clean up when it is closed."""

    def tick(self, at: At) -> None:
        """Let time pass."""

    def back(self, at: At) -> None:
        """Go one step back: Esc, or the right button."""
        at.screens.close(self)

    def turn_page(self, at: At, step: int) -> None:
        """Turn to the next page (1) or the one before (-1). Whoever draws the pages knows the
        last."""
        self.page = max(0, self.page + step)

    # -- keys ----------------------------------------------------------------------------

    @property
    def takes_any(self) -> bool:
        """Return True if it waits for a key, whatever that does elsewhere."""
        return False

    def holds(self, at: At, key: str) -> bool:
        """Return True if a key, as it is on the keyboard, does nothing until it is let go."""
        return False

    def key(self, at: At, name: str, shift: bool) -> bool:
        """Take a key for this screen; return False if it means what it always does."""
        return False

    def show_item(self, at: At, item: Item) -> None:
        """Make the item with the focus visible."""

    # -- text ----------------------------------------------------------------------------

    def field(self, at: At) -> TextField | None:
        """Return the field with the focus; None if letters are keys. By itself that which has the
        focus."""
        return self.fields.get(at.ui.focus)

    def writes(self, at: At) -> bool:
        """Return True if letters are text now: then none of them is a key."""
        return self.field(at) is not None

    def wrote(self, at: At) -> None:
        """Respond to a new text in that field."""

    def text(self, at: At, text: str) -> None:
        """Take text from the keyboard that goes into no field."""

    # -- pointer -------------------------------------------------------------------------

    def scroll(self, at: At, steps: float) -> None:
        """Scroll by the wheel; up is positive."""

    def wheel(self, at: At, x: float, y: float, steps: float, sideways: float) -> None:
        """Scroll at a point, also to the side."""
        self.scroll(at, steps)

    def release(self, at: At) -> None:
        """Forget every held button, whatever was heard of it."""

    def moves(self, at: At, x: float, y: float) -> bool:
        """Return True if the pointer drags something, so that it points at nothing."""
        return False

    def on_press(self, at: At, item: Item | None, x: float, y: float, button: str) -> bool:
        """Take a button that went down on an item; return False if it means what it always does."""
        return False

    def drag(self, at: At, x: float, y: float) -> bool:
        """Follow the pointer with the left button held; return True if something does."""
        return False

    def let_go(self, at: At, what: str) -> bool:
        """Let go of a button or the space bar, "" for all; return True if it was a click after
        all."""
        return False


@frozen
class Door:
    """How a player opens a screen over a table: by a key, by a button at the top.

    word: of its button's id. keys: by their names (`client.keys`); hints tell the first. label,
    tip: of its button. what: it is, for the help. plays: it is of use only where a match is played.
    seated: of use only to a player, not to an onlooker. again: of use only where a match is looked
    at again. gives_way: a narrow window has no button
    for it.
    """

    word: str
    keys: tuple[str, ...]
    label: str
    tip: str
    what: str
    screen: type[Screen[Any]]
    plays: bool = False
    seated: bool = False
    again: bool = False
    gives_way: bool = False


class Question(Screen[At]):
    """A question of others to the player, over everything: yes or no, by a letter or a click.

    No other key means anything, so nobody answers it who types on without looking. sound: the cue
    for it. answer: what was said; None before.
    """

    layer = Layer.QUESTION
    heed = HEED
    sound: ClassVar[str] = "asked"

    def __init__(self) -> None:
        self.answer: bool | None = None
        self._settled = trio.Event()

    def enter(self, at: At) -> None:
        at.cue(self.sound)

    def key(self, at: At, name: str, shift: bool) -> bool:
        """Press buttons by letters; leave Esc and the size of everything as they are."""
        return name not in ("escape", "+", "-") and len(name) > 1

    def settle(self, at: At, yes: bool) -> None:
        """Keep the player's answer, once."""
        if self.answer is None:
            self.answer = yes
            at.screens.close(self)
            self._settled.set()

    async def answered(self) -> bool:
        """Return the player's answer."""
        await self._settled.wait()
        return bool(self.answer)


S = TypeVar("S")


class Screens(Generic[C]):
    """The stack. wake: called when it has changed."""

    def __init__(self, context: C, bottom: Screen[C]) -> None:
        self._context = context
        self._stack: list[Screen[C]] = [bottom]
        self._asking = trio.Lock()
        self.wake: Callable[[], None] = lambda: None

    def __iter__(self) -> Iterator[Screen[C]]:
        """Yield the screens from the bottom to the top."""
        return iter(self._stack)

    def __len__(self) -> int:
        return len(self._stack)

    @property
    def bottom(self) -> Screen[C]:
        """Return the screen below all others."""
        return self._stack[0]

    @property
    def top(self) -> Screen[C]:
        """The one that is given everything."""
        return self._stack[-1]

    @property
    def seen(self) -> list[Screen[C]]:
        """Those that are drawn, from below."""
        first = max((n for n, screen in enumerate(self._stack) if screen.covers), default=0)
        return self._stack[first:]

    def find(self, kind: type[S]) -> S | None:
        """Return the topmost of a kind, None if none is there."""
        return next((one for one in reversed(self._stack) if isinstance(one, kind)), None)

    def push(self, screen: Screen[C]) -> None:
        """Lay it on top of its layer."""
        before = self.top
        place = sum(1 for other in self._stack if other.layer <= screen.layer)
        self._stack.insert(place, screen)
        self._follow(before)

    def open(self, screen: Screen[C]) -> None:
        """Lay it in the place of whatever the player has open."""
        self.put_away()
        self.push(screen)

    def put_away(self) -> None:
        """Close whatever the player has open."""
        for other in [one for one in self._stack if one.layer is Layer.OPENED]:
            self.close(other)

    def close(self, screen: Screen[C]) -> None:
        """Take it away, if it is there; the bottom stays."""
        if screen in self._stack[1:]:
            before = self.top
            self._stack.remove(screen)
            screen.left(self._context)
            self._follow(before)

    def clear(self) -> None:
        """Take away all but the bottom."""
        before, gone = self.top, self._stack[1:]
        del self._stack[1:]
        for screen in reversed(gone):
            screen.left(self._context)
        self._follow(before)

    async def ask(self, question: Question[C]) -> bool:
        """Ask, and wait for the answer, one question after another; if cancelled, it goes."""
        async with self._asking:
            self.push(question)
            try:
                return await question.answered()
            finally:
                self.close(question)

    def _follow(self, before: Screen[C]) -> None:
        """Give the top screen its own focus, and count its time from now."""
        top, ui = self.top, self._context.ui
        if top is not before:
            if before in self._stack:
                before.focus = ui.focus
                before.let_go(self._context, "")  # what was held over it is let go over another
                ui.focus = top.first if ui.keyboard else ""
            else:
                ui.focus = top.focus
            ui.hover = ui.focus
            top.since = None
            top.enter(self._context)
        self._context.touch()
        self.wake()
