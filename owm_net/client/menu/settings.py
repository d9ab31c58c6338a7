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
from owm_net.client.scene.pen import Pen, effective_scale
from owm_net.client.settings import (
    RELAY_EXAMPLE,
    SPEEDS,
    Settings,
    is_name,
    is_place,
    token_of,
    with_token,
)
from owm_net.client.stage.text_field import TextField
from owm_net.engine.text import say
from owm_net.files import page
from owm_net.protocol.framing import is_secret

ROWS = 8
"""How many settings there are."""
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


@frozen
class BeLenient(MenuAction):
    """Agree by itself when another takes a decision back, or ask."""

    def do(self, menu: Menu) -> None:
        """The other of the two."""
        menu.settings.lenient = not menu.settings.lenient


NAME, RELAY, TOKEN = "set:name", "set:relay", "set:token"
FURTHER: tuple[tuple[str, str, str, Callable[[], MenuScreen]], ...] = (
    (
        "set:senses",
        say("Sight and sound"),
        say("Contrast, volumes, when you are asked"),
        Senses,
    ),
    ("set:keys", say("Keys"), say("Which key does what"), KeysScreen),
)
"""What has a screen of its own: its id, its name, a line about it, and the screen."""
STEPS: dict[str, Callable[[int], MenuAction]] = {
    "set:language": NextLanguage,
    "set:speed": ChangeSpeed,
    "set:scale": NextScale,
    "set:full": lambda by: FullScreen(),
    "set:lenient": lambda by: BeLenient(),
}


def name_field(settings: Settings) -> TextField:
    """For what the player is called, as it is set."""
    return _filled(TextField(is_name), settings.name)


def relay_field(settings: Settings) -> TextField:
    """For the relay, as it is set."""
    return _filled(TextField(is_place), settings.relay)


def token_field(settings: Settings) -> TextField:
    """For the access token of the relay, in a page, whose relay is known."""
    return _filled(TextField(lambda text: not text or is_secret(text)), token_of(settings))


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
        if page.here() is not None:
            self.fields = {NAME: name_field(settings), TOKEN: token_field(settings)}

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Left and right change what has the focus."""
        focus = menu.ui.focus
        if name in ("left", "right") and focus in STEPS:
            STEPS[focus](1 if name == "right" else -1).do(menu)
            return True
        if name in ("+", "-"):
            NextScale(1 if name == "+" else -1).do(menu)
            return True
        return False

    def wrote(self, menu: Menu) -> None:
        """It holds at once."""
        settings = menu.settings
        settings.name = self.fields[NAME].text
        if page.here() is None:
            settings.relay = self.fields[RELAY].text
        else:
            settings.relay = with_token(settings, self.fields[TOKEN].text)

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The rows in the middle. In a page friends meet at its relay, and there is no terminal."""
        in_page = page.here() is not None
        parts.ground(pen)
        parts.heading(pen, tr("Settings"), tr("remembered on this machine"))
        room = parts.foot(pen, menu)
        rows, settings = iter(parts.columned(pen, ROWS)), menu.settings
        met = tr("Where you meet friends if routers stand between you; may stay empty")
        relay = RELAY, tr("Relay"), met, RELAY_EXAMPLE
        if in_page:
            asks = tr("Only where the relay of this page asks for one; it is remembered")
            relay = TOKEN, tr("Access token"), asks, "between-friends"
        for id, name, about, shown in (
            (NAME, tr("Name"), tr("What the others see"), menu.name),
            relay,
        ):
            parts.text_field(next(rows), id, Edit(id), (name, about), self.fields[id], shown)
        called = language.NAMES.get(settings.language) or (
            tr("The browser's") if in_page else tr("The system's")
        )
        full = tr("On") if settings.fullscreen else tr("Off")
        lenient = tr("Agree at once") if settings.lenient else tr("Ask me")
        for id, name, value, about in (
            # whoever cannot read the one may read the other
            (
                "set:language",
                "Language / Sprache",
                called,
                "" if in_page else tr("Commands typed in a terminal stay English"),
            ),
            ("set:speed", tr("Speed"), *map(tr, _SPEED[settings.speed])),
            ("set:scale", tr("Size"), f"{round(settings.scale * 100)} %", _of_size(pen, settings)),
            (
                "set:full",
                tr("Full screen"),
                full,
                tr("{key} does the same at any time", key=keys.shown("f11")),
            ),
            (
                "set:lenient",
                tr("Take-backs"),
                lenient,
                tr("When others take a decision back and you have not acted since"),
            ),
        ):
            step = STEPS[id]
            parts.stepper(next(rows), id, name, value, (step(-1), step(1)), about=about)
        further = next(rows).columns(len(FURTHER), 10)
        for place, (id, name, about, screen) in zip(further, FURTHER, strict=True):
            parts.row(place, id, tr(name), Open(screen), about=tr(about), leads=True)
        parts.confirm(room, tr("DONE"), Back())


def _of_size(pen: Pen, settings: Settings) -> str:
    here = effective_scale(pen.size, pen.asked) / pen.asked * settings.scale
    size = tr(
        "Of everything; at the table {larger} and {smaller} do the same",
        larger=keys.shown("+"),
        smaller=keys.shown("-"),
    )
    if here < settings.scale - 0.005:
        room_for = tr("This window has room for {percent} %", percent=round(here * 100))
        size = f"{size}. {room_for}"
    return size
