"""The rule books, from the title: one for each game, in our words."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Menu, MenuAction, MenuScreen
from owm_net.client.reading import Reading
from owm_net.client.rule_books import rule_books
from owm_net.client.rule_pages import draw_pages
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import PANELS, button, panel
from owm_net.client.text_field import TextField
from owm_net.files.rulebook import RuleBook


@frozen
class ReadOn(MenuAction):
    """Elsewhere in the book."""

    reading: Reading

    def do(self, menu: Menu) -> None:
        """In the book that is open."""
        screen = menu.screen
        assert isinstance(screen, Rules)
        screen.reading = self.reading


@frozen
class OpenBook(MenuAction):
    """The book of another game."""

    system: str

    def do(self, menu: Menu) -> None:
        """From its beginning."""
        screen = menu.screen
        assert isinstance(screen, Rules)
        screen.system, screen.reading = self.system, Reading()


class Rules(MenuScreen):
    """The books as buttons, and the one that is open below them. Typed text is searched for."""

    def __init__(self, system: str = "", rule: str = "") -> None:
        self.system = system or next(iter(rule_books()))
        self.reading = Reading(chosen=rule)

    @property
    def book(self) -> RuleBook:
        """The one that is open."""
        return rule_books()[self.system]

    def field(self, menu: Menu) -> TextField:
        """Always: what is typed is looked for."""
        return self.reading.search

    def wrote(self, menu: Menu) -> None:
        """It is looked for at once."""
        self.reading = self.reading.looked_up()

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """The arrows go from entry to entry."""
        if name in ("up", "down") and not menu.ui.focus:
            self.reading = self.reading.moved(self.book, 1 if name == "down" else -1)
            return True
        return False

    def scroll(self, menu: Menu, steps: float) -> None:
        """From entry to entry."""
        self.reading = self.reading.moved(self.book, -round(steps))

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The games at the top, the pages below."""
        parts.ground(pen)
        parts.heading(pen, tr("Rule book"), self.book.title)
        parts.foot(pen, menu, tr("In our own words. Type to search; up and down turn on."))
        area = parts.area(pen)
        x = area.x
        for system, book in rule_books().items():
            wide = pen.width(book.title.upper(), "title", 17) + 36
            button(
                Box(pen, Rect(x, area.y, wide, 32)),
                f"book:{system}",
                book.title.upper(),
                OpenBook(system),
                size=17,
                lit=system == self.system,
            )
            x += wide + 10
        room = Rect(area.x, area.y + 42, area.w, area.h - 42)
        panel(Box(pen, room), "rules", dark=True)
        inner = Rect(room.x + 14, room.y + 14, room.w - 28, room.h - 28)
        draw_pages(pen, inner, self.book, self.reading, ReadOn, PANELS + 2)
