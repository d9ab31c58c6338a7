"""Playing with a friend: the code of who hosts, large; the field where who joins types it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from attrs import frozen

from owm_net.client import theme
from owm_net.client.menu import parts
from owm_net.client.menu.settings import Edit
from owm_net.client.menu.state import Menu, MenuAction, Screen, Sit, Task
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS
from owm_net.client.settings import is_place
from owm_net.engine.system import Setup, System

CODE = re.compile(r"\b[1-9][0-9]{0,9}(-[a-z]+){3}\b")
MOST = 200
"""Lines of who comes and goes that are kept."""
RELAY = "field:relay"


@frozen
class Wait(MenuAction):
    """Host a match, and wait for a friend."""

    system: System
    setup: Setup

    def do(self, menu: Menu) -> None:
        """Until he has come, or Esc."""
        name, relay = menu.name, menu.settings.relay.strip()

        def host(tell: Callable[[str], None]) -> Awaitable[Any]:
            return menu.house.host((self.system, self.setup), name, relay, tell)

        what = self.system.about_mission(self.setup.mission)[0]
        menu.open(Waiting("Host", f"{what}, level {self.setup.level}", host))


@frozen
class GoThere(MenuAction):
    """Go to a host."""

    code: str
    address: str

    def do(self, menu: Menu) -> None:
        """By all ways that are known, one after the other."""
        name, relay = menu.name, menu.settings.relay.strip()

        def join(tell: Callable[[str], None]) -> Awaitable[Any]:
            return menu.house.join(self.code, self.address, name, relay, tell)

        menu.open(Waiting("Join", self.code, join))


class Waiting(Screen):
    """Until the match can begin. lines: what was told; meet: told them, gives the match."""

    def __init__(
        self, title: str, about: str, meet: Callable[[Callable[[str], None]], Awaitable[Any]]
    ) -> None:
        self.title = title
        self.about = about
        self.lines: list[str] = []
        self._meet = meet
        self._task: Task | None = None

    def enter(self, menu: Menu) -> None:
        """Begin, once."""
        if self._task is not None:
            return

        def tell(line: str) -> None:
            self.lines = [*self.lines[1 - MOST :], line]
            menu.touch()
            menu.wake()

        def done(met: Any, why: str) -> None:
            if why:
                menu.back()
                menu.say(why)
            else:
                menu.leave(Sit(met))

        self._task = Task(lambda: self._meet(tell), done)
        menu.tasks.append(self._task)

    def left(self, menu: Menu) -> None:
        """Nobody is waited for any more."""
        if self._task is not None:
            self._task.scope.cancel()

    @property
    def code(self) -> str:
        """The code that is good now: the last that was told."""
        found = [m[0] for line in self.lines if (m := CODE.search(line)) and "the code" in line]
        news = [m[0] for line in self.lines if "new code" in line for m in CODE.finditer(line)]
        return (news or found or [""])[-1]

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The code for who hosts; below it what has happened."""
        parts.ground(pen)
        parts.heading(pen, self.title, self.about)
        parts.foot(pen, menu)
        area = parts.area(pen)
        y = area.y
        if self.code and self.title == "Host":
            top = Rect(area.x, y, area.w, 150)
            parts.box(pen, "code", top, "The code", "good for this match alone")
            pen.text(
                "code.shown",
                self.code,
                top.cx,
                top.cy + 2,
                anchor="m",
                z=PANELS + 2,
                role="title",
                size=64,
                colour=theme.LIT,
                room=top.w - 40,
            )
            pen.text(
                "code.about",
                "Tell it to your friend, and to nobody else. He chooses Join and types it.",
                top.cx,
                top.bottom - 24,
                anchor="m",
                z=PANELS + 2,
                size=16,
                colour=theme.SAND,
                room=top.w - 40,
            )
            y = top.bottom + 14
        self._told(pen, Rect(area.x, y, area.w, area.bottom - y))

    def _told(self, pen: Pen, rect: Rect) -> None:
        room = parts.box(pen, "told", rect, "What happens")
        fit = max(1, int((room.h - 4) // 22))
        lines = [
            line
            for text in self.lines or ["Looking ..."]
            for line in pen.wrap(text, "body", 15, room.w - 16)
        ][-fit:]
        pen.add(
            "told.lines",
            "text",
            room,
            z=PANELS + 2,
            runs=pen.runs(lines, room.x + 8, room.y + 12, 22, size=15),
        )


class Join(Screen):
    """The friend's code, and where he waits if that is not the own network."""

    first = "field:code"

    def __init__(self) -> None:
        self.code = ""
        self.address = ""

    def typed(self, menu: Menu, id: str) -> str:
        """What stands in a field."""
        if id == RELAY:
            return menu.settings.relay
        return self.code if id == "field:code" else self.address

    def _set(self, menu: Menu, id: str, text: str) -> None:
        if id == RELAY:
            menu.settings.relay = text
        elif id == "field:code":
            self.code = text
        elif id == "field:address":
            self.address = text

    def key(self, menu: Menu, name: str) -> bool:
        """In a field a key writes; Enter goes on from there."""
        focus = menu.ui.focus
        if not focus.startswith("field:"):
            return False
        if name == "backspace":
            self._set(menu, focus, self.typed(menu, focus)[:-1])
            return True
        if name == "enter" and self.code.strip():
            self._go(menu).do(menu)
            return True
        return name in ("space", "left", "right")

    def text(self, menu: Menu, text: str) -> None:
        """A code may have blanks, a place none."""
        focus = menu.ui.focus
        if focus.startswith("field:"):
            longer = self.typed(menu, focus) + text
            if is_place(longer.replace(" ", "-") if focus == "field:code" else longer):
                self._set(menu, focus, longer)

    def _go(self, menu: Menu) -> GoThere:
        return GoThere(self.code.strip(), self.address.strip())

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Three fields, of which most need one."""
        parts.ground(pen)
        parts.heading(pen, "Join", "play against a friend who waits")
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        wide = min(860.0, area.w)
        x = area.x + (area.w - wide) / 2
        for n, (id, name, about, shown) in enumerate(
            (
                (
                    "field:code",
                    "Code",
                    "Your friend's program shows it when he hosts",
                    "7-melon-sandal-orchid",
                ),
                (
                    "field:address",
                    "Address",
                    "Only if he is not on your own network: ask him for it",
                    "HOST:PORT",
                ),
                (
                    RELAY,
                    "Relay",
                    "If routers stand between you: the one at which he waits",
                    "HOST:PORT",
                ),
            )
        ):
            parts.text_field(
                pen,
                menu,
                id,
                Rect(x, area.y + 92 * n, wide, 80),
                Edit(id),
                (name, about),
                self.typed(menu, id),
                shown,
            )
        why = "" if self.code.strip() else "type the code that your friend's program shows"
        parts.confirm(pen, menu, room, "JOIN", self._go(menu), why)
