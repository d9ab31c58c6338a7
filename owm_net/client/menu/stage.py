"""The menus and their input: what `client.stage` is for a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from owm_net.client import keys
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Menu, MenuAction, Watch
from owm_net.client.scene.contrast import heightened
from owm_net.client.scene.items import Item, Scene
from owm_net.client.scene.pen import Pen, pixel
from owm_net.client.scene.widgets import tooltip
from owm_net.client.text_field import FIELD, TextField


class MenuStage:
    """The screen that is shown, in a window. size, ratio: as `Stage` has them."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu
        self.size = menu.settings.size
        self.ratio = 1.0
        self._scene: Scene | None = None
        self._made_for: object = None
        self._selects: TextField | None = None  # in which the button went down

    # -- what is seen --------------------------------------------------------------------

    def resize(self, width: int, height: int, ratio: float = 1.0) -> None:
        """The window has another size, in the operating system's pixels."""
        self.ratio = ratio
        self.size = (max(1, round(width * ratio)), max(1, round(height * ratio)))

    def tick(self, now: float) -> None:
        """Time passes."""
        self.menu.tick(now)

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself, soon."""
        return False

    def foresee(self) -> Iterator[None]:
        """Nothing: no screen takes long."""
        yield from ()

    def scene(self) -> Scene:
        """The picture as data; made anew only if something has changed."""
        menu = self.menu
        state = (menu.rev, self.size, self.ratio, menu.settings.scale)
        if self._scene is None or state != self._made_for:
            self._scene = self._lay_out()
            hover = self._under_pointer(self._scene)
            if not menu.ui.keyboard and hover != menu.ui.hover:
                menu.ui.hover = hover  # something else has come under the pointer
                self._scene = self._lay_out()
            self._made_for = state
        return self._scene

    def frame(self) -> Scene:
        """The same: no screen takes long."""
        return self.scene()

    def _lay_out(self) -> Scene:
        menu = self.menu
        pen = Pen(self.size, menu.settings.scale * pixel(self.size, self.ratio))
        menu.screen.draw(pen, menu)
        if menu.leaving:
            parts.ask_to_leave(pen, menu)
        tooltip(pen, menu, pen.items)
        return heightened(pen.scene()) if menu.settings.contrast else pen.scene()

    def _under_pointer(self, scene: Scene) -> str:
        item = scene.at(*self.menu.ui.pointer)
        return item.id if item is not None else ""

    # -- what is done --------------------------------------------------------------------

    def move(self, x: float, y: float) -> None:
        """The pointer is elsewhere."""
        ui = self.menu.ui
        ui.pointer = (x, y)
        hover = self._under_pointer(self.scene())
        if hover != ui.hover:
            ui.hover, ui.keyboard = hover, False
            self.menu.touch()

    def drag(self, x: float, y: float) -> None:
        """Select in a text field; else it is like moving."""
        self.move(x, y)
        if self._selects is not None:
            self._selects.press(x, extends=True)
            self.menu.touch()

    def heard(self) -> list[str]:
        """What is to be heard or called for since the last time."""
        found, self.menu.cues = self.menu.cues, []
        return found

    def drop(self, path: Path) -> None:
        """A file was dropped on the window: a log is looked at, unless something would be lost."""
        if self.menu.screen.loses:
            self.menu.say(tr("go back to the title first, then drop the log again"))
        else:
            self.menu.leave(Watch(path))
        self.menu.touch()

    def press(self, x: float, y: float, button: str = "left") -> None:
        """A button of the mouse went down; the right one goes back."""
        self.move(x, y)
        if button == "right":
            self.menu.back()
            return
        item = self.scene().at(x, y)
        if item is not None and (item.action is not None or item.kind == FIELD):
            self.menu.ui.keyboard = False
            self.activate(item)
        if item is not None and item.kind == FIELD and self.field is not None:
            self._selects = self.field
            self._selects.press(x)

    def activate(self, item: Item) -> None:
        """Do what pressing an item means."""
        menu = self.menu
        menu.ui.focus = item.id if menu.ui.keyboard else ""
        if item.why:
            menu.say(item.why)
        elif isinstance(item.action, MenuAction):
            item.action.do(menu)
        menu.touch()

    def let_go(self, what: str = "") -> None:
        """A button of the mouse went up."""
        self._selects = None

    def scroll(self, x: float, y: float, steps: float, sideways: float = 0.0) -> None:
        """The wheel turned; up is positive. Nothing here is wider than the window."""
        self.menu.screen.scroll(self.menu, steps)
        self.menu.touch()

    @property
    def field(self) -> TextField | None:
        """What is typed into now, unless it is asked whether to leave."""
        return None if self.menu.leaving else self.menu.screen.field(self.menu)

    def text(self, text: str) -> None:
        """What the keyboard wrote."""
        with self._writing() as field:
            if field is not None:
                field.write(text)
            else:
                self.menu.screen.text(self.menu, text)

    def paste(self, text: str) -> None:
        """What was copied somewhere shall stand where one types."""
        with self._writing() as field:
            if field is not None:
                field.paste(text)

    @contextmanager
    def _writing(self) -> Iterator[TextField | None]:
        """Inside, the text of the field that is typed into changes, or its cursor is moved."""
        field = self.field
        before = field.text if field is not None else ""
        yield field
        if field is not None and field.text != before:
            self.menu.screen.wrote(self.menu)
        self.menu.touch()

    def _edit(self, name: str, shift: bool) -> bool:
        """A key for what is typed; False if it means nothing there. The arrows go on from what has
        the focus, and Space presses it."""
        focus = self.menu.ui.focus
        if focus and name in (*keys.MOVES, "space") and focus not in self.menu.screen.fields:
            return False
        with self._writing() as field:
            return field is not None and field.key(name, shift)

    def meant(self, name: str) -> str:
        """What a key does now, by the name of the one that does it by default; "" for nothing."""
        screen = self.menu.screen
        return "" if screen.takes_any else keys.meant(name, screen.writes(self.menu))

    def key(self, name: str, shift: bool = False) -> None:
        """A key by name, as `window.Listener.key` says."""
        menu = self.menu
        name = name if menu.screen.takes_any else self.meant(name)
        if self._edit(name, shift):
            pass
        elif not menu.leaving and menu.screen.key(menu, name):
            menu.touch()
        elif name == "escape":
            menu.back()
        elif name in ("enter", "space"):
            focused = self.scene().find(menu.ui.focus) if menu.ui.focus else None
            if focused not in self.scene().focusable:
                focused = None  # it is covered
            wanted = focused or self.scene().find("confirm")
            if wanted is not None:
                self.activate(wanted)
        elif name == "tab":
            self._walk(-1 if shift else 1)
        elif name in _WAYS:
            self._go(*_WAYS[name])
        elif name in ("pageup", "pagedown"):
            self.scroll(0, 0, 8 if name == "pageup" else -8)

    def _walk(self, step: int) -> None:
        """To the next or the previous, as people read."""
        order = self.scene().focusable
        ids = [item.id for item in order]
        if ids:
            focus = self.menu.ui.focus
            at = ids.index(focus) + step if focus in ids else (0 if step > 0 else -1)
            self._focus(order[at % len(ids)])

    def _go(self, dx: int, dy: int) -> None:
        """To the nearest in a direction; where nothing has the focus, to what Enter would press."""
        scene = self.scene()
        here = scene.find(self.menu.ui.focus) if self.menu.ui.focus else None
        if self.menu.leaving and here not in scene.focusable:
            here = scene.find("confirm")  # one goes on from what Enter would press
        if here is None:
            first = scene.find(self.menu.screen.first)
            if first is not None:
                self._focus(first)
            else:
                self._walk(1)
            return
        item = scene.beside(here, dx, dy)
        if item is not None:
            self._focus(item)

    def _focus(self, item: Item) -> None:
        ui = self.menu.ui
        ui.focus = ui.hover = item.id
        ui.keyboard = True
        ui.pointer = (item.rect.cx, item.rect.bottom)
        self.menu.screen.show_item(self.menu, item.id)
        self.menu.touch()


_WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
