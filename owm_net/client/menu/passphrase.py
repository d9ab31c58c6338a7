"""The passphrase of the own key: how it is set, and the question for it when a window opens."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.settings import Edit
from owm_net.client.menu.state import Menu, MenuAction, MenuScreen, Quit
from owm_net.client.scene.pen import Pen
from owm_net.client.stage.text_field import TextField
from owm_net.session.terms import is_printable

FIRST, AGAIN = "passphrase:first", "passphrase:again"
LONGEST = 200
WIDE = 760.0


def passphrase_field() -> TextField:
    """Return an empty field for one; what is typed into it is not shown."""
    return TextField(lambda text: len(text) <= LONGEST and is_printable(text), secret=True)


@frozen
class KeepUnderPassphrase(MenuAction):
    """From now on the own key is encrypted with what was typed."""

    def do(self, menu: Menu) -> None:
        """The key stays the same."""
        screen = menu.screen
        assert isinstance(screen, SetPassphrase)
        menu.go_back()
        menu.keep_under(screen.fields[FIRST].text)


class SetPassphrase(MenuScreen):
    """Two fields for a new passphrase: nobody sees what they type."""

    first = FIRST

    def __init__(self) -> None:
        self.fields = {FIRST: passphrase_field(), AGAIN: passphrase_field()}

    def enter(self, menu: Menu) -> None:
        """The first field has the focus."""
        menu.ui.focus = FIRST

    @property
    def why_not(self) -> str:
        """Why it cannot be kept yet."""
        first, again = [field.text for field in self.fields.values()]
        if not first:
            return tr("type a passphrase first")
        return "" if first == again else tr("type the same passphrase into both fields")

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Enter goes on to the second field, and then keeps it."""
        if name != "enter" or menu.ui.focus not in self.fields:
            return False
        if menu.ui.focus == FIRST:
            menu.ui.focus = AGAIN
        elif not self.why_not:
            KeepUnderPassphrase().do(menu)
        else:
            menu.refuse(self.why_not)
        return True

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The fields, and what it costs to forget it."""
        parts.ground(pen)
        about = tr("It encrypts your key, and is asked for whenever you play.")
        parts.heading(pen, tr("Passphrase"), about)
        room = parts.foot(pen, menu)
        first, again, below = parts.columned(pen, 3, WIDE)
        for row, id, name in ((first, FIRST, tr("Passphrase")), (again, AGAIN, tr("Once more"))):
            parts.text_field(row, id, Edit(id), (name, ""), self.fields[id], "")
        warning = tr(
            "If you forget it, nobody can give it back to you: you begin with a new key, and "
            "matches under way need the old one."
        )
        below.inset(16, 8).words("passphrase.lost", warning, size=15, colour=theme.SAND)
        parts.confirm(room, tr("ENCRYPT"), KeepUnderPassphrase(), why=self.why_not)


@frozen
class TryPassphrase(MenuAction):
    """Open the own key with what was typed."""

    def do(self, menu: Menu) -> None:
        """It is said if it is wrong; then it can be typed again."""
        screen = menu.screen
        assert isinstance(screen, Unlock)
        menu.unlock(screen, screen.fields[FIRST].text)


class Unlock(MenuScreen):
    """The question for the passphrase, where there is no terminal in which to type it. Nothing is
    done before it is answered."""

    first = FIRST

    def __init__(self) -> None:
        self.fields = {FIRST: passphrase_field()}

    def enter(self, menu: Menu) -> None:
        """The field has the focus."""
        menu.ui.focus = FIRST

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """Enter tries it."""
        if name == "enter" and menu.ui.focus == FIRST:
            TryPassphrase().do(menu)
            return True
        return False

    def back(self, menu: Menu) -> None:
        """Without the key there is nothing to play with."""
        menu.leave(Quit())

    def draw(self, pen: Pen, menu: Menu) -> None:
        """One row in the middle."""
        parts.ground(pen, "title")
        parts.heading(pen, tr("Passphrase"), tr("Your key is encrypted with it."))
        room = parts.foot(pen, menu)
        (row,) = parts.columned(pen, 1, WIDE)
        field = self.fields[FIRST]
        parts.text_field(row, FIRST, Edit(FIRST), (tr("Passphrase"), ""), field, "")
        why = "" if field.text else tr("type a passphrase first")
        parts.confirm(room, tr("OPEN"), TryPassphrase(), why=why)
