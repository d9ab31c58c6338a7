"""The panel of the last dice, of which each game draws the inside."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect, Shape
from owm_net.client.scene.layout import PANELS
from owm_net.client.scene.pen import Pen
from owm_net.client.sitting.actions import Skip
from owm_net.client.sitting.seen_table import SeenTable


def roll_panel(pen: Pen, rect: Rect, seen: SeenTable) -> bool:
    """The empty panel, golden while something is shown, which a press skips. Whether there are dice
    to be drawn into it; where there are none it says so."""
    busy = seen.presenter.busy
    edge = theme.GOLD if busy else theme.PANEL_EDGE
    pen.add(
        "roll",
        "panel",
        rect,
        z=PANELS,
        solid=busy,
        action=Skip() if busy else None,
        label=tr("the last roll"),
        shape=Shape("box", theme.PANEL_DARK, (*edge, 255), 1.8 if busy else 1.2, 7),
    )
    if seen.presenter.strip.subtitle:
        return True
    pen.text(
        "roll.none",
        tr("No dice yet"),
        rect.cx,
        rect.cy,
        z=PANELS + 2,
        anchor="m",
        size=14,
        colour=theme.FAINT,
    )
    return False
