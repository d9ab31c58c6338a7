"""The own hand: as `widgets.hand_fan`, but flatter, for up to a dozen cards that are read whole."""

from __future__ import annotations

from collections.abc import Sequence
from math import radians, sin

from owm_net.client import theme
from owm_net.client.model import Model
from owm_net.client.scene.items import Rect
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets import HAND, HandCard, card_zoom

LARGEST = 210.0
"""Height of a card at most."""


def draw(pen: Pen, area: Rect, cards: Sequence[HandCard], model: Model) -> None:
    """Slightly fanned; the card under the pointer is shown enlarged."""
    if not cards:
        pen.text("hand.empty", "Your hand is empty.", area.cx, area.cy, z=HAND, anchor="m",
                 colour=theme.FAINT)
        return
    n = len(cards)
    middle = (n - 1) / 2
    turn = min(1.5, 5.0 / n)
    sag = min(0.9, 7.0 / (middle * middle + 1))
    # what the outermost card needs below the middle one
    low = sag * middle**2 + sin(radians(turn * middle)) * area.h * 0.36
    high = min(LARGEST, area.h - 16 - low)
    wide = high * 240 / 336
    step = min(wide + 4, (area.w - wide - 16) / max(1, n - 1))
    left = area.cx - (wide + step * (n - 1)) / 2
    for i, one in enumerate(cards):
        id = f"hand:{i}"
        hot = model.ui.hover == id
        chosen = "chosen" in one.flags
        top = area.y + 11 + (i - middle) ** 2 * sag - (8 if chosen else 0)
        rect = Rect(left + i * step, top, wide, high)
        flags = [*one.flags, *(["focus"] if model.ui.focus == id else [])]
        pen.add(id, "card", rect, z=HAND + i, art=one.art, angle=(i - middle) * turn,
                flags=flags, action=one.action, why=one.why, label=one.label)
        if hot:
            flat = Rect(rect.x, area.y, rect.w, rect.h)
            card_zoom(pen, id, one.art, flat, one.label, one.tooltip, lift=56, size=390)
