"""The panel of the last dice, of which each game draws the inside."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.actions import Skip
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets.parts import outlined


def roll_panel(box: Box, seen: SeenTable) -> bool:
    """The empty panel, golden while something is shown, which a press skips. Whether there are dice
    to be drawn into it; where there are none it says so."""
    busy = seen.presenter.busy
    edge, width = (theme.GOLD, 1.8) if busy else (theme.PANEL_EDGE, 1.2)
    box.add(
        "roll",
        "panel",
        solid=busy,
        action=Skip() if busy else None,
        label=tr("the last roll"),
        shape=outlined(theme.PANEL_DARK, edge, width, 7),
    )
    if seen.presenter.strip.subtitle:
        return True
    none = tr("No dice yet")
    box.above(2).text("roll.none", none, anchor="m", size=14, colour=theme.FAINT)
    return False
