"""The options of a game: how its rules may be read, or changed by agreement."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, Screen
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.engine.system import System

Switches = tuple[tuple[str, str], ...]

_RULING = re.compile(r"\s*\([A-Z]+-\d+\)$")
COLUMNS = 2


@frozen
class Step(MenuAction):
    """The next value of an option (1), or the one before (-1)."""

    name: str
    by: int

    def do(self, menu: Menu) -> None:
        """After the last comes the first again."""
        screen = menu.screen
        assert isinstance(screen, Options)
        screen.step(self.name, self.by)


class Options(Screen):
    """Each option with its value; what is as the rules have it is not among `switches`."""

    def __init__(
        self, system: System, switches: Switches, take: Callable[[Switches], None]
    ) -> None:
        self.system = system
        self.switches = switches
        self._take = take
        self.first = f"option:{next(iter(system.switches))}"

    def value(self, name: str) -> str:
        """What an option is set to."""
        return dict(self.switches).get(name, self.system.switches[name][0])

    def step(self, name: str, by: int) -> None:
        """Set an option to another of its values."""
        values = self.system.switches[name]
        value = values[(values.index(self.value(name)) + by) % len(values)]
        chosen = {**dict(self.switches), name: value}
        self.switches = tuple(
            [(n, chosen[n]) for n, v in self.system.switches.items() if chosen.get(n, v[0]) != v[0]]
        )
        self._take(self.switches)

    def key(self, menu: Menu, name: str) -> bool:
        """Left and right change what has the focus."""
        focus = menu.ui.focus
        if name in ("left", "right") and focus.startswith("option:"):
            self.step(focus.removeprefix("option:"), 1 if name == "right" else -1)
            return True
        return False

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Two columns of them."""
        parts.ground(pen)
        parts.heading(pen, "Options", self.system.title)
        room = parts.foot(pen, menu, "Left and right, or a click, change a value.")
        names = list(self.system.switches)
        area = parts.area(pen)
        rows = -(-len(names) // COLUMNS)
        high, wide = min(96.0, area.h / rows), (area.w - 14) / COLUMNS
        for n, name in enumerate(names):
            x = area.x + (wide + 14) * (n // rows)
            rect = Rect(x, area.y + high * (n % rows), wide, high - 8)
            self._option(pen, menu, name, rect)
        parts.confirm(pen, menu, room, "DONE", Back())

    def _option(self, pen: Pen, menu: Menu, name: str, rect: Rect) -> None:
        value = self.value(name)
        moved = value != self.system.switches[name][0]
        about = _RULING.sub("", self.system.about_switches.get(name, ""))
        if name in self.system.open_switches:
            about += f"; {self.system.open_switches[name]}"
        parts.stepper(
            pen,
            menu,
            f"option:{name}",
            rect,
            parts.said(name),
            parts.said(value),
            (Step(name, -1), Step(name, 1)),
            about=about[:1].upper() + about[1:],
            chosen=moved,
        )
