"""The settings of sight and sound: contrast, motion, volumes, and calls; and of questions."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Back, Menu, MenuAction, MenuScreen
from owm_net.client.scene.pen import Pen
from owm_net.client.settings import LOUDEST
from owm_net.client.sounds.player import has_device, prepare
from owm_net.engine.text import say


@frozen
class Toggle(MenuAction):
    """Turn a setting on or off, by its name."""

    name: str

    def do(self, menu: Menu) -> None:
        """It holds at once."""
        setattr(menu.settings, self.name, not getattr(menu.settings, self.name))


@frozen
class TurnVolume(MenuAction):
    """A volume, louder (1) or softer (-1)."""

    name: str
    by: int

    def do(self, menu: Menu) -> None:
        """By a tenth, and how that sounds is heard."""
        wanted = getattr(menu.settings, self.name) + self.by
        setattr(menu.settings, self.name, max(0, min(LOUDEST, wanted)))
        menu.cue("card" if self.name == "effects" else "remark")


@frozen
class _Row:
    """A setting: its name in `Settings`, what it is called, a line about it, whether a volume."""

    setting: str
    name: str
    about: str
    is_volume: bool = False

    @property
    def id(self) -> str:
        """Of its row."""
        return f"set:{self.setting}"

    def step(self, by: int) -> MenuAction:
        """To the next value (1) or the one before (-1)."""
        return TurnVolume(self.setting, by) if self.is_volume else Toggle(self.setting)


ROWS = (
    _Row(
        "contrast",
        say("High contrast"),
        say("Words and edges are bright, on black; frames are heavier"),
    ),
    _Row(
        "still",
        say("Reduced motion"),
        say("Nothing slides or flies: pieces appear at their goal, a shot is a still line"),
    ),
    _Row(
        "asks_always",
        say("Always ask me"),
        say("Also what one sensible answer settles; else it is answered, and the log says so"),
    ),
    _Row("volume", say("Volume"), say("Of all sounds; you can also see everything you hear"), True),
    _Row("effects", say("Effects"), say("Cards, shots, casualties"), True),
    _Row(
        "notices",
        say("Notices"),
        say("Your turn, somebody writes or comes, a lost connection, the end"),
        True,
    ),
    _Row(
        "calls",
        say("Call me"),
        say(
            "When it is your turn and the window is behind: its title, and a notice of the desktop"
        ),
    ),
)


class Senses(MenuScreen):
    """One row for each; what is chosen holds at once."""

    first = ROWS[0].id

    def enter(self, menu: Menu) -> None:
        """Find out, beside the frames, whether this machine has sound."""
        if has_device() is None and menu.window.hears:
            menu.want("sound", prepare, lambda found: None)

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Left and right change what has the focus."""
        for row in ROWS:
            if name in ("left", "right") and menu.ui.focus == row.id:
                row.step(1 if name == "right" else -1).do(menu)
                return True
        return False

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The rows in the middle."""
        parts.ground(pen)
        parts.heading(pen, tr("Sight and sound"), tr("remembered on this machine"))
        room = parts.foot(pen, menu)
        for place, row in zip(parts.columned(pen, len(ROWS)), ROWS, strict=True):
            value = getattr(menu.settings, row.setting)
            shown = tr("On") if value else tr("Off")
            if row.is_volume and value:
                shown = f"{value * 100 // LOUDEST} %"
            steps = (row.step(-1), row.step(1))
            parts.stepper(place, row.id, tr(row.name), shown, steps, about=_about(row, menu))
        parts.confirm(room, tr("DONE"), Back())


def _about(row: _Row, menu: Menu) -> str:
    if row.setting != "volume":
        return tr(row.about)
    if not menu.window.hears:
        return tr("No sound: the window is on no screen here")
    if has_device() is False:
        return tr("No sound: this machine has no usable sound device")
    return tr(row.about)
