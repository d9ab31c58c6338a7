"""The columns and rows of a map with cells, written beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from owm_net.client import theme
from owm_net.client.grid_map.chart import GridChart
from owm_net.client.language import tr
from owm_net.client.maps.chart import Place, Point
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets import BOARD

LABELS = 17.0
"""Pixels that they take, above the map and at its left."""
NORTH = 14.0
"""Room for the sign of north, at the left above the map."""


def labels(
    pen: Pen,
    chart: GridChart,
    names: Callable[[Point], tuple[str, str]],
    north: int = 0,
    gap: float = 0.0,
) -> Place:
    """Letters and numbers at the edges, of the spaces that are seen, and where north is. names:
    column and row of a space. north: quarters from the top of the map. gap: beside a cell. Returns
    the corner that they go along."""
    frame, plane = chart.frame, chart.plane
    spaces = [(x, y) for y in range(plane.height) for x in range(plane.width)]
    places = {plane.place(space): space for space in spaces}
    corner = chart.cell(places[0, 0], gap)
    left, top = max(corner.x, frame.x - 1), max(corner.y, frame.y - 1)
    style: dict[str, Any] = {"z": BOARD, "anchor": "m", "role": "title", "size": 15}
    for (column, row), space in places.items():
        if column and row:
            continue
        (x, y), (across, down) = chart.at(space), names(space)
        if plane.turns % 2:
            across, down = down, across
        if row == 0 and frame.x + NORTH <= x <= frame.right - 8:
            pen.text(f"label.top:{across}", across, x, top - 9, colour=theme.FAINT, **style)
        if column == 0 and frame.y + 6 <= y <= frame.bottom - 6:
            pen.text(f"label.left:{down}", down, left - 10, y, colour=theme.FAINT, **style)
    arrow = ("N ▲", "N ▶", "N ▼", "◀ N")[(plane.turns + north) % 4]
    style |= {"role": "bold", "size": 14, "anchor": "m", "colour": theme.GOLD}
    tip = tr("North is this way")
    pen.text("label.north", arrow, left - 8, top - 9, tooltip=tip, **style)
    return left, top
