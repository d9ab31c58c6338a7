"""What a finger means, which covers what it presses and so often misses it."""

from __future__ import annotations

import math

from owm_net.client.scene.items import Scene
from owm_net.client.scene.rect import Rect

INSIDE = 0.5
"""Pixels from the edge."""


def aim(scene: Scene, x: float, y: float, near: float) -> tuple[float, float]:
    """Return the nearest point at which something can be pressed, no farther away than `near`; the
    point itself if something can be pressed there, or nothing near."""
    here = scene.pressed(x, y)
    if here is not None and here.action is not None:
        return x, y
    found = []
    for item in scene:
        if item.action is None:
            continue
        px, py = _inside(item.seen, x, y)
        away = math.hypot(px - x, py - y)
        if away <= near and scene.pressed(px, py) is item:
            found.append((away, px, py))
    return min(found)[1:] if found else (x, y)


def _inside(box: Rect, x: float, y: float) -> tuple[float, float]:
    """The nearest point inside a box."""
    inner = box.inset(min(INSIDE, box.w / 2), min(INSIDE, box.h / 2))
    return min(max(x, inner.x), inner.right), min(max(y, inner.y), inner.bottom)
