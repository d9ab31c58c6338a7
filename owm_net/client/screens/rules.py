"""The rule book over a table. Any screen opens it at a rule: `actions.OpenRule("FIRE-05")`."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.language import tr
from owm_net.client.rules.reading import Reading
from owm_net.client.rules.rule_books import rule_book
from owm_net.client.scene.layout import whole
from owm_net.client.scene.pen import Pen
from owm_net.client.screens.over_table import OverTable, Z, close_button
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.stage.stack import Door
from owm_net.client.stage.text_field import TextField
from owm_net.client.widgets import panel
from owm_net.client.widgets.guide_page import Illustrator
from owm_net.client.widgets.rule_pages import draw_pages
from owm_net.engine.text import say


@frozen
class ReadOnAtTable(WindowAction):
    """Elsewhere in the book."""

    reading: Reading

    def do(self, at: AtTable) -> None:
        """Turn the pages; the book stays open."""
        at.reading = self.reading


class RuleBookScreen(OverTable):
    """The book of the game that is played."""

    def field(self, at: AtTable) -> TextField | None:
        """Return the only field: whatever is typed is searched for."""
        return at.reading.search

    def wrote(self, at: AtTable) -> None:
        """Search for the text at once."""
        at.reading = at.reading.looked_up()

    def key(self, at: AtTable, name: str, shift: bool) -> bool:
        """Go from entry to entry by the arrows."""
        if name in ("up", "down"):
            self.scroll(at, 1 if name == "up" else -1)
            return True
        return super().key(at, name, shift)

    def scroll(self, at: AtTable, steps: float) -> None:
        """Go from entry to entry."""
        book = rule_book(at.sitting.system.id)
        if book is not None:
            at.reading = at.reading.moved(book, -round(steps))

    def draw(self, pen: Pen, at: AtTable) -> None:
        """Draw its pages, or that there is none."""
        frame = whole(pen, Z).centred(min(1200.0, pen.w - 40), min(1000.0, pen.h - 80))
        room = panel(frame, "rules", title=tr("Rule book"), dark=True).inset(4)
        book = rule_book(at.sitting.system.id)
        if book is None:
            room.cut_top(24).text("rules.none", tr("This game has no rule book yet."))
        else:
            draw_pages(room, book, at.reading, ReadOnAtTable, Illustrator(at.table, at.want))
        close_button(frame)


RULES = Door(
    word="rules",
    keys=("f4",),
    label=say("RULES"),
    tip=say("How to play, and the rule book: type to search"),
    what=say("how to play, and the rule book"),
    screen=RuleBookScreen,
)
