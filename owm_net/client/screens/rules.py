"""The rule book over a table. Any screen opens it at a rule: `actions.OpenRule("FIRE-05")`."""

from __future__ import annotations

from attrs import frozen

from owm_net.client.actions import LayOver, Screen, WindowAction
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.overlays import RULES
from owm_net.client.reading import Reading
from owm_net.client.rule_books import rule_book
from owm_net.client.rule_pages import draw_pages
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel, shade
from owm_net.client.tables import Table


@frozen
class ReadOn(WindowAction):
    """Elsewhere in the book."""

    reading: Reading

    def do(self, screen: Screen) -> None:
        """It stays open."""
        screen.model.ui.reading = self.reading


def draw(pen: Pen, model: Model, table: Table) -> None:
    """The book of the game that is played."""
    z = OVERLAY + 100
    shade(pen, "rules.shade", z=z)
    z += 10
    wide, high = min(1200.0, pen.w - 40), min(1000.0, pen.h - 80)
    rect = Rect((pen.w - wide) / 2, (pen.h - high) / 2, wide, high)
    panel(pen, "rules", rect, title=tr("Rule book"), z=z, dark=True)
    book = rule_book(model.system.id)
    inner = Rect(rect.x + 14, rect.y + 40, rect.w - 28, rect.h - 54)
    if book is None:
        pen.text(
            "rules.none", tr("This game has no rule book yet."), inner.x, inner.y + 12, z=z + 2
        )
    else:
        draw_pages(pen, inner, book, model.ui.reading, ReadOn, model, z + 2)
    button(
        pen,
        "confirm",
        Rect(rect.right - 112, rect.y + 6, 100, 26),
        tr("CLOSE"),
        LayOver(RULES.word),
        model,
        lit=True,
        tooltip=tr("Esc"),
        z=z + 5,
    )
