"""Pieces that glide from one cell to another."""

from __future__ import annotations

from collections.abc import Callable

from owm_net.client.scene.items import Rect
from owm_net.client.sitting.seen_table import SeenTable


def glide(seen: SeenTable, piece: int, box: Rect, cell: Callable[[int], Rect]) -> Rect:
    """Where a piece is on its way to `box`, as large as there. cell: the box of the cell, by its
    number, that it comes from (`Table.moved`)."""
    slide = seen.display.slides.get(piece)
    if slide is None or slide.seconds <= 0:
        return box
    part = min(1.0, max(0.0, (seen.display.now - slide.began) / slide.seconds))
    left = 1 - part * part * (3 - 2 * part)
    old = cell(slide.source)
    x, y = box.x + (old.x - box.x) * left, box.y + (old.y - box.y) * left
    return Rect(x, y, box.w, box.h)
