"""The settings screen."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from owm_net.client import keys, language, theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.keys import KeysScreen
from owm_net.client.menu.senses import Senses
from owm_net.client.menu.state import Back, Menu, MenuAction, MenuScreen, Open
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen, effective_scale
from owm_net.client.settings import RELAY_EXAMPLE, SPEEDS, Settings, is_name, is_place
from owm_net.client.text_field import TextField
from owm_net.engine.text import say

ROW, ROWS = 86.0, 7
"""Height of a setting, where there is room for it; how many there are."""
_SPEED = {
    "slow": (say("Slow"), say("Events are shown at half the speed")),
    "normal": (say("Normal"), say("Each flip of a card is shown in its own time")),
    "fast": (say("Fast"), say("Everything is shown, in half the time")),
    "off": (say("Off"), say("Only results are shown")),
}


@frozen
class ChangeSpeed(MenuAction):
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
    """Typing goes into this field now."""

    id: str

    def do(self, menu: Menu) -> None:
        """Until something else has the focus."""
        menu.ui.focus = self.id


@frozen
class NextLanguage(MenuAction):
    """The next language (1), or the one before (-1); the system's among them."""

    by: int

    def do(self, menu: Menu) -> None:
        """It is spoken at once."""
        all_of_them = ("", *language.LANGUAGES)
        at = all_of_them.index(menu.settings.language)
        menu.settings.language = all_of_them[(at + self.by) % len(all_of_them)]
        language.use(menu.settings.language)
        menu.spoken_anew()


NAME, RELAY = "set:name", "set:relay"
FURTHER: tuple[tuple[str, str, str, Callable[[], MenuScreen]], ...] = (
    (
        "set:senses",
        say("Sight and sound"),
        say("Contrast, motion, volumes, being called"),
        Senses,
    ),
    ("set:keys", say("Keys"), say("Which key does what"), KeysScreen),
)
"""What has a screen of its own: its id, its name, a line about it, and the screen."""
STEPS: dict[str, Callable[[int], MenuAction]] = {
    "set:language": NextLanguage,
    "set:speed": ChangeSpeed,
    "set:scale": NextScale,
}


def name_field(settings: Settings) -> TextField:
    """For what the player is called, as it is set."""
    return _filled(TextField(is_name), settings.name)


def relay_field(settings: Settings) -> TextField:
    """For the relay, as it is set."""
    return _filled(TextField(is_place), settings.relay)


def _filled(field: TextField, text: str) -> TextField:
    field.put(text)
    return field


class SettingsScreen(MenuScreen):
    """One row for each; what is chosen holds at once."""

    first = NAME

    def __init__(self) -> None:
        self.fields: dict[str, TextField] = {}

    def enter(self, menu: Menu) -> None:
        """Fill the fields with the settings."""
        settings = menu.settings
        self.fields = {NAME: name_field(settings), RELAY: relay_field(settings)}

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Left and right change what has the focus."""
        focus = menu.ui.focus
        if name in ("left", "right") and focus in STEPS:
            STEPS[focus](1 if name == "right" else -1).do(menu)
            return True
        if name in ("left", "right") and focus == "set:full":
            FullScreen().do(menu)
            return True
        if name in ("+", "-"):
            NextScale(1 if name == "+" else -1).do(menu)
            return True
        return False

    def wrote(self, menu: Menu) -> None:
        """It holds at once."""
        menu.settings.name, menu.settings.relay = self.fields[NAME].text, self.fields[RELAY].text

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The rows in the middle."""
        parts.ground(pen)
        parts.heading(pen, tr("Settings"), tr("remembered on this machine"))
        room = parts.foot(pen, menu)
        area = parts.area(pen)
        wide = min(980.0, area.w)
        x, y, row = area.x + (area.w - wide) / 2, area.y, min(ROW, area.h / ROWS)
        settings = menu.settings
        for n, (id, name, about, shown) in enumerate(
            (
                (NAME, tr("Name"), tr("What the others see"), menu.name),
                (
                    RELAY,
                    tr("Relay"),
                    tr("Where you meet friends if routers stand between you; or nothing"),
                    RELAY_EXAMPLE,
                ),
            )
        ):
            rect = Rect(x, y + row * n, wide, row - 10)
            parts.text_field(pen, menu, id, rect, Edit(id), (name, about), self.fields[id], shown)
        here = effective_scale(pen.size, pen.asked) / pen.asked * settings.scale
        size = tr(
            "Of everything; at the table {larger} and {smaller} do the same",
            larger=keys.shown("+"),
            smaller=keys.shown("-"),
        )
        if here < settings.scale - 0.005:
            room_for = tr("This window has room for {percent} %", percent=round(here * 100))
            size = f"{size}. {room_for}"
        for n, (id, name, value, about, steps) in enumerate(
            (
                (
                    "set:language",
                    "Language / Sprache",  # whoever cannot read the one may read the other
                    language.NAMES.get(settings.language) or tr("The system's"),
                    tr("Commands typed in a terminal stay English"),
                    (NextLanguage(-1), NextLanguage(1)),
                ),
                (
                    "set:speed",
                    tr("Speed"),
                    *_SPEED[settings.speed],
                    (ChangeSpeed(-1), ChangeSpeed(1)),
                ),
                (
                    "set:scale",
                    tr("Size"),
                    f"{round(settings.scale * 100)} %",
                    size,
                    (NextScale(-1), NextScale(1)),
                ),
                (
                    "set:full",
                    tr("Full screen"),
                    tr("On") if settings.fullscreen else tr("Off"),
                    tr("{key} does the same at any time", key=keys.shown("f11")),
                    (FullScreen(), FullScreen()),
                ),
            ),
            2,
        ):
            rect = Rect(x, y + row * n, wide, row - 10)
            parts.stepper(pen, menu, id, rect, name, value, steps, about=about)
        self._further(pen, menu, Rect(x, y + row * (ROWS - 1), wide, row - 10))
        parts.confirm(pen, menu, room, tr("DONE"), Back())

    def _further(self, pen: Pen, menu: Menu, rect: Rect) -> None:
        """Draw the entries of further screens."""
        wide = (rect.w - 10 * (len(FURTHER) - 1)) / len(FURTHER)
        for n, (id, name, about, screen) in enumerate(FURTHER):
            place = Rect(rect.x + (wide + 10) * n, rect.y, wide, rect.h)
            parts.row(pen, menu, id, place, tr(name), Open(screen), about=tr(about), leads=True)
