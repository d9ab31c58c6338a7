"""The rule books, from the title: one for each game, in our words."""

from __future__ import annotations

from attrs import frozen

from owm_net.client import tables
from owm_net.client.language import tr
from owm_net.client.menu import parts
from owm_net.client.menu.state import Menu, MenuAction, MenuScreen
from owm_net.client.rules.reading import Reading
from owm_net.client.rules.rule_books import rule_book, rule_books
from owm_net.client.scene.pen import Pen
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import button, panel
from owm_net.client.widgets.guide_page import Illustrator
from owm_net.client.widgets.rule_pages import draw_pages
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

    def is_loading(self, menu: Menu) -> bool:
        """Until the rules are loaded."""
        return not menu.systems

    def enter(self, menu: Menu) -> None:
        """The rules are loaded: they say how the missions are won."""
        menu.want_systems()

    def book(self, menu: Menu) -> RuleBook:
        """Return the one that is open; how to win is in it once the rules are loaded."""
        whole = rule_book(self.system) if menu.systems else None
        return whole or rule_books()[self.system]

    def field(self, menu: Menu) -> TextField:
        """Always: what is typed is looked for."""
        return self.reading.search

    def wrote(self, menu: Menu) -> None:
        """It is looked for at once."""
        self.reading = self.reading.looked_up()

    def key(self, menu: Menu, name: str, shift: bool) -> bool:
        """The arrows go from entry to entry."""
        if name in ("up", "down") and not menu.ui.focus:
            self.reading = self.reading.moved(self.book(menu), 1 if name == "down" else -1)
            return True
        return False

    def scroll(self, menu: Menu, steps: float) -> None:
        """From entry to entry."""
        self.reading = self.reading.moved(self.book(menu), -round(steps))

    def draw(self, pen: Pen, menu: Menu) -> None:
        """The games at the top, the pages below."""
        parts.ground(pen)
        parts.heading(pen, tr("Rule book"), self.book(menu).title)
        parts.foot(pen, menu, tr("In our own words. Type to search; up and down turn the pages."))
        area = parts.area(pen)
        books = area.cut_top(32, gap=10)
        played = {system.id for system in menu.systems} or {self.system}
        for system in [system for system in rule_books() if system in played]:
            book = rule_books()[system]
            label = book.title.upper()
            place = books.cut_left(pen.width(label, "title", 17) + 36, gap=10)
            is_open = system == self.system
            button(place, f"book:{system}", label, OpenBook(system), size=17, lit=is_open)
        inner = panel(area, "rules", dark=True).inset(4)
        rules = next((one for one in menu.systems if one.id == self.system), None)
        drawn = None if rules is None else Illustrator(tables.find(rules), menu.want)
        draw_pages(inner, self.book(menu), self.reading, ReadOn, drawn)
