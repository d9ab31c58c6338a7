"""The rule book over a table. Any screen opens it at a rule: `actions.OpenRule("FIRE-05")`."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.actions import AtTable, WindowAction
from owm_net.client.language import tr
from owm_net.client.reading import Reading
from owm_net.client.rule_books import rule_book
from owm_net.client.rule_pages import draw_pages
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import panel
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.stack import Door
from owm_net.client.text_field import TextField
from owm_net.engine.text import say


@frozen
class ReadOnAtTable(WindowAction):
    """Elsewhere in the book."""

    reading: Reading

    def do(self, at: AtTable) -> None:
        """It stays open."""
        at.reading = self.reading


class RuleBookScreen(OverTable):
    """The book of the game that is played."""

    def field(self, at: AtTable) -> TextField | None:
        """Whatever is typed is looked for."""
        return at.reading.search

    def wrote(self, at: AtTable) -> None:
        """It is looked for at once."""
        at.reading = at.reading.looked_up()

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """The arrows go from entry to entry."""
        if name in ("up", "down"):
            self.scroll(at, 1 if name == "up" else -1)
            return True
        return super().key(at, name, shift)

    def scroll(self, at: AtTable, steps: float) -> None:
        """From entry to entry."""
        book = rule_book(at.model.system.id)
        if book is not None:
            at.reading = at.reading.moved(book, -round(steps))

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw its pages, or that there is none."""
        wide, high = min(1200.0, pen.w - 40), min(1000.0, pen.h - 80)
        rect = Rect((pen.w - wide) / 2, (pen.h - high) / 2, wide, high)
        panel(Box(pen, rect, Z), "rules", title=tr("Rule book"), dark=True)
        book = rule_book(at.model.system.id)
        inner = Rect(rect.x + 14, rect.y + 40, rect.w - 28, rect.h - 54)
        if book is None:
            text = tr("This game has no rule book yet.")
            pen.text("rules.none", text, inner.x, inner.y + 12, z=Z + 2)
        else:
            draw_pages(pen, inner, book, at.reading, ReadOnAtTable, Z + 2)
        close_button(pen, at, rect)


RULES = Door(
    word="rules",
    keys=("f4",),
    label=say("RULES"),
    tip=say("The rule book: type to search"),
    what=say("the rule book"),
    screen=RuleBookScreen,
)
