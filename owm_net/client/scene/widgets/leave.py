"""The confirmation before leaving: the same panel over the menus and over the table."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.scene.items import Action, Rect
from owm_net.client.scene.layout import OVERLAY, Box
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets.parts import button, panel

WIDE = 620.0
MOST_LINES = 6


def leave_panel(
    pen: Pen,
    title: str,
    what: str,
    stay: tuple[str, Action],
    go: tuple[str, Action],
) -> None:
    """Draw what becomes of it, and two buttons, each with its label; Enter and Esc stay."""
    z = OVERLAY + 10
    lines = pen.wrap(what, "body", 16, WIDE - 80, MOST_LINES)
    high = 124 + 23.0 * len(lines)
    rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - high / 2, WIDE, high)
    panel(Box(pen, rect, z), "leave", dark=True)
    pen.text(
        "leave.title",
        title.upper(),
        rect.x + 40,
        rect.y + 34,
        z=z + 2,
        role="title",
        size=28,
        colour=theme.GOLD,
        room=WIDE - 80,
    )
    pen.add(
        "leave.text",
        "text",
        Rect(rect.x + 34, rect.y + 54, WIDE - 68, 23.0 * len(lines) + 6),
        z=z + 2,
        runs=pen.runs(lines, rect.x + 40, rect.y + 70, 23, size=16),
    )
    y = rect.bottom - 50
    for id, x, (label, action), lit in (
        ("confirm", rect.cx - 210, stay, True),
        ("leave.go", rect.cx + 10, go, False),
    ):
        tip = "[Esc]" if lit else ""
        place = Rect(x, y, 200, 36)
        button(Box(pen, place, z + 5), id, label, action, lit=lit, tooltip=tip)
