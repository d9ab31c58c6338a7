"""What a player can set."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, Screen
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.pen import Pen, effective_scale
from owm_net.client.scene.widgets import PANELS
from owm_net.client.settings import SPEEDS, is_name

ROW = 86.0
"""Height of a setting."""
_SPEED = {
    "normal": "Each flip of a card is shown in its own time",
    "fast": "Everything is shown, in half the time",
    "off": "Only what came of it is shown",
}


@frozen
class NextSpeed(MenuAction):
    """The next speed (1), or the one before (-1)."""

    by: int

    def do(self, menu: Menu) -> None:
        """After the last comes the first again."""
        at = SPEEDS.index(menu.settings.speed)
        menu.settings.speed = SPEEDS[(at + self.by) % len(SPEEDS)]


@frozen
class NextScale(MenuAction):
    """Everything larger (1) or smaller (-1)."""

    by: int

    def do(self, menu: Menu) -> None:
        """By one step of `theme.SCALES`, not beyond its ends."""
        scales = theme.SCALES
        at = min(range(len(scales)), key=lambda i: abs(scales[i] - menu.settings.scale))
        menu.settings.scale = scales[max(0, min(len(scales) - 1, at + self.by))]


@frozen
class FullScreen(MenuAction):
    """Fill the screen, or no longer."""

    def do(self, menu: Menu) -> None:
        """The window follows what is set."""
        menu.settings.fullscreen = not menu.settings.fullscreen


@frozen
class EditName(MenuAction):
    """What is typed is the name now."""

    def do(self, menu: Menu) -> None:
        """Until something else has the focus."""
        menu.ui.focus = NAME


NAME = "set:name"
STEPS = {"set:speed": NextSpeed, "set:scale": NextScale}


class SettingsScreen(Screen):
    """One row for each; what is chosen holds at once."""

    first = NAME

    def key(self, menu: Menu, name: str) -> bool:
        """Left and right change what has the focus; in the name a letter is a letter."""
        focus = menu.ui.focus
        if focus == NAME and name == "backspace":
            menu.settings.name = menu.settings.name[:-1]
            return True
        if focus == NAME and name == "space":
            return True
        if name in ("left", "right") and focus in STEPS:
            STEPS[focus](1 if name == "right" else -1).do(menu)
            return True
        if name in ("left", "right") and focus == "set:full":
            FullScreen().do(menu)
            return True
        if name in ("+", "-") and focus != NAME:
            NextScale(1 if name == "+" else -1).do(menu)
            return True
        return False

    def text(self, menu: Menu, text: str) -> None:
        """A name grows as long as it is one."""
        if menu.ui.focus == NAME and is_name(menu.settings.name + text):
            menu.settings.name += text

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The rows in the middle."""
        parts.ground(pen)
        parts.heading(pen, "Settings", "remembered on this machine")
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        wide = min(820.0, area.w)
        x, y = area.x + (area.w - wide) / 2, area.y
        _name(pen, menu, Rect(x, y, wide, ROW - 10))
        settings = menu.settings
        here = effective_scale(pen.size, pen.asked) / pen.asked * settings.scale
        size = "Of everything; at the table + and - do the same"
        if here < settings.scale - 0.005:
            size += f". This window has room for {round(here * 100)} %"
        for n, (id, name, value, about, steps) in enumerate(
            (
                (
                    "set:speed",
                    "Speed",
                    parts.said(settings.speed),
                    _SPEED[settings.speed],
                    (NextSpeed(-1), NextSpeed(1)),
                ),
                (
                    "set:scale",
                    "Size",
                    f"{round(settings.scale * 100)} %",
                    size,
                    (NextScale(-1), NextScale(1)),
                ),
                (
                    "set:full",
                    "Full screen",
                    "On" if settings.fullscreen else "Off",
                    "F11 does the same at any time",
                    (FullScreen(), FullScreen()),
                ),
            ),
            1,
        ):
            rect = Rect(x, y + ROW * n, wide, ROW - 10)
            parts.stepper(pen, menu, id, rect, name, value, steps, about=about)
        parts.confirm(pen, menu, room, "DONE", Back())


def _name(pen: Pen, menu: Menu, rect: Rect) -> None:
    """The name in a field; while it is typed with a bar at its end."""
    edited = menu.ui.focus == NAME
    field = Rect(rect.right - 330, rect.cy - 19, 316, 38)
    room = field.x - rect.x - 30
    parts.plate(pen, menu, NAME, rect, EditName(), "Name")
    about = pen.wrap("What the others see. Click, or Tab here, and type", "body", 14, room, 2)
    y = rect.cy - (22 + 19 * (len(about) - 1)) / 2
    pen.add(
        "name.about",
        "text",
        Rect(rect.x, rect.y, field.x - rect.x - 6, rect.h),
        z=PANELS + 3,
        runs=[
            pen.run("Name", rect.x + 16, y, role="bold", size=16),
            *pen.runs(about, rect.x + 16, y + 22, 19, size=theme.TEXT, colour=theme.SAND),
        ],
    )
    shown = menu.settings.name + ("_" if edited else "")
    while len(shown) > 1 and pen.width(shown, "bold", 16) > field.w - 24:
        shown = shown[1:]
    text, colour = (shown, theme.CREAM) if shown else (menu.name, theme.FAINT)
    pen.add(
        "name.field",
        "field",
        field,
        z=PANELS + 3,
        shape=Shape(
            "box", (16, 15, 12, 240), (*(theme.LIT if edited else theme.GOLD), 255), 1.4, 5
        ),
        runs=[
            pen.run(
                text, field.x + 12, field.cy, role="bold", size=16, colour=colour, room=field.w - 22
            )
        ],
    )
