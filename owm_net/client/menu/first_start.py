"""The question at the first start: what the others see."""

from __future__ import annotations

from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.settings import Edit, name_field
from owm_net.client.menu.state import Back, Menu, MenuScreen
from owm_net.client.scene.pen import Pen
from owm_net.client.stage.text_field import TextField

NAME = "first:name"
WIDE = 760.0


class FirstStart(MenuScreen):
    """A field for the name, over the title. It is asked once: who types nothing keeps the name that
    they have on this machine."""

    first = NAME

    def __init__(self) -> None:
        self.fields: dict[str, TextField] = {}

    def enter(self, menu: Menu) -> None:
        """The field is empty; its hint says what the name is without one."""
        self.fields = {NAME: name_field(menu.settings)}
        menu.ui.focus = NAME

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Enter goes on, also from the field."""
        if name == "enter" and menu.ui.focus == NAME:
            self.back(menu)
            return True
        return False

    def back(self, menu: Menu) -> None:
        """Keep what was typed."""
        menu.settings.name = self.fields[NAME].text.strip() or menu.login
        super().back(menu)

    def draw(self, pen: Pen, menu: Menu) -> None:
        """One row in the middle."""
        parts.ground(pen, "title")
        parts.heading(pen, tr("Welcome"), tr("What should the others call you?"))
        room = parts.foot(pen, menu, tr("You can change it at any time, in SETTINGS."))
        (row,) = parts.columned(pen, 1, WIDE)
        words = tr("Your name"), tr("Everyone you play with sees it")
        parts.text_field(row, NAME, Edit(NAME), words, self.fields[NAME], menu.login)
        parts.confirm(room, tr("CONTINUE"), Back())
