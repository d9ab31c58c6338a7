"""The help over a table."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel, shade
from owm_net.client.tables import Table

KEYS: list[tuple[str, str]] = [
    ("Click", "choose what is lit; a second click or Enter confirms"),
    ("1 - 7", "the cards of your hand"),
    ("Enter", "confirm"),
    ("Space", "skip what is being shown; continue"),
    ("Esc", "one step back (right click too)"),
    ("Tab, arrows", "walk through what can be pressed"),
    ("Wheel", "scroll the log"),
    ("+  -", "everything larger or smaller"),
    ("L", "the last flips again"),
    ("F1", "this help"),
]


def draw(pen: Pen, model: Model, table: Table) -> None:
    """Keys at the left, the game's own notes at the right."""
    z = OVERLAY + 100
    shade(pen, "help.shade", z=z)
    z += 10
    rect = Rect(pen.w / 2 - 540, 40, 1080, pen.h - 80)
    panel(pen, "help", rect, title="Help", note="Esc closes", z=z, dark=True)
    y = rect.y + 50
    for key, what in KEYS:
        lines = pen.wrap(what, "body", theme.SMALL, 262, 3)
        pen.add(f"help:{key}", "text", Rect(rect.x + 14, y - 11, 376, 6 + 18.0 * len(lines)),
                z=z + 2, runs=[
                    pen.run(key, rect.x + 22, y, role="bold", size=14, colour=theme.LIT, room=96),
                    *pen.runs(lines, rect.x + 124, y, 18, size=theme.SMALL)])
        y += 6 + 18 * len(lines)
    for i, text in enumerate(LEGEND):
        lines = pen.wrap(text, "body", theme.SMALL, 350, 4)
        y += 8
        pen.add(f"help.legend:{i}", "text", Rect(rect.x + 14, y - 9, 366, 18.0 * len(lines)),
                z=z + 2, runs=pen.runs(lines, rect.x + 22, y, 18, size=theme.SMALL,
                                       colour=theme.SAND))
        y += 18 * len(lines)
    _notes(pen, Rect(rect.x + 400, rect.y + 32, rect.w - 416, rect.h - 44), table, z)
    button(pen, "confirm", Rect(rect.right - 112, rect.y + 6, 100, 26), "CLOSE", ("ui", "help"),
           model, lit=True, z=z + 5)


LEGEND = [
    "Lit choices have a gold frame with heavy corners. What cannot be done now says why, with "
    "the rule's number, when you point at it or click it.",
    "Nothing is final until you confirm. Then it is: an answer is signed and sent, and nobody "
    "can take it back.",
]


def _notes(pen: Pen, area: Rect, table: Table, z: int) -> None:
    x, y, half = area.x, area.y + 18, area.w / 2
    for head, lines in table.help():
        wrapped = [line for text in lines
                   for line in pen.wrap(text, "body", theme.SMALL, half - 30, 9)]
        need = 30 + 18.0 * len(wrapped)
        if y + need > area.bottom and x == area.x:
            x, y = area.x + half, area.y + 18
        if y + need > area.bottom:
            break
        pen.add(f"help.note:{head}", "text", Rect(x, y - 12, half - 14, need), z=z + 2, runs=[
            pen.run(head.upper(), x + 8, y, role="title", size=16, colour=theme.GOLD,
                    room=half - 30),
            *pen.runs(wrapped, x + 8, y + 22, 18, size=theme.SMALL)])
        y += need + 8
