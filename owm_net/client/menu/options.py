"""The options of a game: how its rules may be read, or changed by agreement."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, MenuScreen
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.engine.system import System
from owm_net.engine.text import say

Switches = tuple[tuple[str, str], ...]

_RULING = re.compile(r"\s*\([A-Z]+-\d+\)$")
COLUMNS = 2
DIGITS = 3
"""Of a value of one's own."""
SIMPLE = say("Left and right, or a click, change a value.")
HINT = say(
    "Left and right, or a click, change a value. Where a number may be another one, type it."
)


@frozen
class StepOption(MenuAction):
    """The next value of an option (1), or the one before (-1)."""

    name: str
    by: int

    def do(self, menu: Menu) -> None:
        """After the last comes the first again."""
        screen = menu.screen
        assert isinstance(screen, Options)
        screen.step(self.name, self.by)


class Options(MenuScreen):
    """Each option with its value; what is as the rules have it is not among `switches`."""

    def __init__(
        self, system: System, mission: str, switches: Switches, take: Callable[[Switches], None]
    ) -> None:
        self.system = system
        self.offered = system.offered(mission)
        self.switches = switches
        self._take = take
        self._typed = ("", "")  # an option, and what was typed for it and is no value yet
        self._typing = ""  # the option whose number the next digit goes on
        self.first = f"option:{next(iter(self.offered))}"

    def value(self, name: str) -> str:
        """Return the value of an option."""
        return dict(self.switches).get(name, self.system.switches[name][0])

    def step(self, name: str, by: int) -> None:
        """Set an option to its next value; from a custom one to the first or the last."""
        values = self.system.switches[name]
        value = self.value(name)
        at = values.index(value) + by if value in values else (0 if by > 0 else -1)
        self._typed, self._typing = ("", ""), ""
        self._set(name, values[at % len(values)])

    def _set(self, name: str, value: str) -> None:
        chosen = {**dict(self.switches), name: value}
        self.switches = tuple(
            [(n, chosen[n]) for n, v in self.system.switches.items() if chosen.get(n, v[0]) != v[0]]
        )
        self._take(self.switches)

    def writes(self, menu: Menu) -> bool:
        """Return True while a custom value is being typed."""
        return bool(self._open(menu))

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Left and right change what has the focus; Backspace takes a digit back."""
        focus = menu.ui.focus
        if name == "backspace" and (open_one := self._open(menu)):
            self._write(open_one, self.written(open_one)[:-1])
            return True
        if not name.isdigit():
            self._typing = ""
        if name in ("left", "right") and focus.startswith("option:"):
            self.step(focus.removeprefix("option:"), 1 if name == "right" else -1)
            return True
        return False

    def text(self, menu: Menu, text: str) -> None:
        """Append a digit to a custom value; the first replaces the old value."""
        name = self._open(menu)
        if name and text.isascii() and text.isdigit():
            begun = self.written(name) if self._typing == name else ""
            self._write(name, (begun + text)[-DIGITS:])

    def _open(self, menu: Menu) -> str:
        """Return the option with custom values that has the focus, or is under the pointer."""
        id = menu.ui.focus or menu.ui.hover
        name = id.removeprefix("option:").partition(".")[0]
        return name if id.startswith("option:") and name in self.system.open_switches else ""

    def written(self, name: str) -> str:
        """Return the text typed for an option that is no value of it yet, else its value."""
        return self._typed[1] if self._typed[0] == name else self.value(name)

    def _write(self, name: str, typed: str) -> None:
        self._typing = name
        typed = typed.lstrip("0") or typed[-1:]
        if typed in self.system.switches[name] or self.system.allows(name, typed):
            self._typed = ("", "")
            self._set(name, typed)
        else:
            self._typed = (name, typed)

    def draw(self, pen: Pen, menu: Menu) -> None:
        """Two columns of them."""
        parts.ground(pen)
        parts.heading(pen, tr("Options"), self.system.title)
        room = parts.foot(pen, menu, HINT if self.system.open_switches else SIMPLE)
        names = list(self.offered)
        rows = -(-len(names) // COLUMNS)
        sides = parts.area(pen).columns(COLUMNS, 14)
        places = [place for side in sides for place in side.rows(rows, 8, 88)]
        for place, name in zip(places, names, strict=False):
            self._option(place, name)
        parts.confirm(room, tr("DONE"), Back())

    def _option(self, place: Box, name: str) -> None:
        value = self.value(name)
        moved = value != self.system.switches[name][0]
        about = _RULING.sub("", tr(self.system.about_switches.get(name, "")))
        if name in self.system.open_switches:
            about += f"; {tr(self.system.open_switches[name])}"
        shown = parts.said(value, self.system, name)
        shown = shown[:1].upper() + shown[1:]
        if self._typed[0] == name:
            shown = tr("{typed}_ (still {value})", typed=self._typed[1], value=shown)
        parts.stepper(
            place,
            f"option:{name}",
            parts.said(name, self.system),
            shown,
            (StepOption(name, -1), StepOption(name, 1)),
            about=about[:1].upper() + about[1:],
            chosen=moved,
        )
