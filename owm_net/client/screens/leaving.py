"""Whether to leave a match that is not over, and how to go on with it."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.actions import CloseWindow, LayOver
from owm_net.client.model import Model
from owm_net.client.overlays import QUIT
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import OVERLAY, button, panel, shade
from owm_net.client.tables import Table
from owm_net.files.home import program

WIDE = 620.0


def draw(pen: Pen, model: Model, table: Table) -> None:
    """What becomes of the match, and where it is taken up again. Enter and Esc stay."""
    z = OVERLAY + 100
    shade(pen, "leave.shade", z=z)
    z += 10
    quits = model.ui.over == QUIT
    title = "Close the window?" if quits else "Leave the match?"
    lines = pen.wrap(said(model), "body", 16, WIDE - 80, 6)
    high = 124 + 23.0 * len(lines)
    rect = Rect(pen.w / 2 - WIDE / 2, pen.h / 2 - high / 2, WIDE, high)
    panel(pen, "leave", rect, z=z, dark=True)
    pen.text(
        "leave.title",
        title.upper(),
        rect.x + 40,
        rect.y + 34,
        z=z + 2,
        role="title",
        size=28,
        colour=theme.GOLD,
    )
    pen.add(
        "leave.text",
        "text",
        Rect(rect.x + 34, rect.y + 54, WIDE - 68, 23.0 * len(lines) + 6),
        z=z + 2,
        runs=pen.runs(lines, rect.x + 40, rect.y + 70, 23, size=16),
    )
    y = rect.bottom - 50
    button(
        pen,
        "confirm",
        Rect(rect.cx - 210, y, 200, 36),
        "GO ON PLAYING",
        LayOver(model.ui.over),
        model,
        lit=True,
        z=z + 5,
        tooltip="[Esc]",
    )
    button(
        pen,
        "leave.go",
        Rect(rect.cx + 10, y, 200, 36),
        "CLOSE" if quits or not model.home else "TO THE TITLE",
        CloseWindow(),
        model,
        z=z + 5,
    )


def said(model: Model) -> str:
    """What becomes of the match."""
    if model.coach is not None:
        return "The lesson begins anew when you come back."
    if model.replay:
        return "It can be watched again at any time: My matches, on the title."
    if not model.may_be_left:
        return "The match is over; there is nothing to go on with."
    if not model.kept:
        return "This is practice, and no log is kept: it cannot be gone on with."
    where = "My matches, on the title" if model.home else f"{program()} resume"
    how = f"To go on with it, later or after a crash: {where}."
    return f"Nothing is lost: every step is on the disk of this machine already. {how}"
