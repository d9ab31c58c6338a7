"""What a player can set."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, Screen
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen, effective_scale
from owm_net.client.settings import SPEEDS, is_name, is_place

ROW = 86.0
"""Height of a setting."""
_SPEED = {
    "slow": "What happens is shown at half the speed",
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
class Edit(MenuAction):
    """What is typed goes into this field now."""

    id: str

    def do(self, menu: Menu) -> None:
        """Until something else has the focus."""
        menu.ui.focus = self.id


NAME, RELAY = "set:name", "set:relay"
STEPS = {"set:speed": NextSpeed, "set:scale": NextScale}


class SettingsScreen(Screen):
    """One row for each; what is chosen holds at once."""

    first = NAME

    def key(self, menu: Menu, name: str) -> bool:
        """Left and right change what has the focus; in the name a letter is a letter."""
        focus = menu.ui.focus
        if focus in (NAME, RELAY) and name == "backspace":
            self._set(menu, focus, self._typed(menu, focus)[:-1])
            return True
        if focus in (NAME, RELAY) and name == "space":
            return True
        if name in ("left", "right") and focus in STEPS:
            STEPS[focus](1 if name == "right" else -1).do(menu)
            return True
        if name in ("left", "right") and focus == "set:full":
            FullScreen().do(menu)
            return True
        if name in ("+", "-") and focus not in (NAME, RELAY):
            NextScale(1 if name == "+" else -1).do(menu)
            return True
        return False

    def text(self, menu: Menu, text: str) -> None:
        """What is typed is taken as long as it may stand there."""
        focus = menu.ui.focus
        if focus in (NAME, RELAY):
            longer = self._typed(menu, focus) + text
            if is_name(longer) if focus == NAME else is_place(longer):
                self._set(menu, focus, longer)

    def _typed(self, menu: Menu, id: str) -> str:
        return menu.settings.name if id == NAME else menu.settings.relay

    def _set(self, menu: Menu, id: str, text: str) -> None:
        if id == NAME:
            menu.settings.name = text
        else:
            menu.settings.relay = text

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The rows in the middle."""
        parts.ground(pen)
        parts.heading(pen, "Settings", "remembered on this machine")
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        wide = min(820.0, area.w)
        x, y = area.x + (area.w - wide) / 2, area.y
        settings = menu.settings
        for n, (id, name, about, typed, shown) in enumerate(
            (
                (NAME, "Name", "What the others see", settings.name, menu.name),
                (
                    RELAY,
                    "Relay",
                    "Where you meet friends if routers stand between you; or nothing",
                    settings.relay,
                    "HOST:PORT",
                ),
            )
        ):
            rect = Rect(x, y + ROW * n, wide, ROW - 10)
            parts.text_field(pen, menu, id, rect, Edit(id), (name, about), typed, shown)
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
            2,
        ):
            rect = Rect(x, y + ROW * n, wide, ROW - 10)
            parts.stepper(pen, menu, id, rect, name, value, steps, about=about)
        parts.confirm(pen, menu, room, "DONE", Back())
