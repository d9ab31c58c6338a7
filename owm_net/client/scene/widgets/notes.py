"""The note beside the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Item, Rect, Shape
from owm_net.client.scene.layout import TIP
from owm_net.client.scene.pen import Pen


def tooltip(pen: Pen, scene_items: Sequence[Item]) -> None:
    """The note of what is under the pointer, beside it and inside the window; none while something
    is carried there, which it would cover."""
    if pen.ui.carried is not None:
        return
    hover = next((i for i in reversed(scene_items) if i.id == pen.ui.hover), None)
    if hover is None or not (hover.tooltip or hover.why):
        return
    if hover.z < max((i.z for i in scene_items if i.kind == "shade"), default=hover.z):
        return  # an overlay has come between, such as the help
    if any(i.id == f"{hover.id}.note" for i in scene_items):
        return  # its enlarged picture has said so
    text = hover.tooltip or tr("Not now: {why}", why=hover.why)
    room = 330.0
    paragraphs = text.split("\n")
    heads = [n == 0 and len(paragraphs) > 1 for n in range(len(paragraphs))]
    lines = [
        (line, head)
        for p, head in zip(paragraphs, heads, strict=True)
        for line in pen.wrap(p, "bold" if head else "body", theme.SMALL, room, 9)
    ]
    wide = max(pen.width(line, "bold" if head else "body", theme.SMALL) for line, head in lines)
    wide = min(wide, room) + 22
    high = 18.0 * len(lines) + 12
    px, py = pen.ui.pointer[0] / pen.k, pen.ui.pointer[1] / pen.k
    box = _beside(pen, px, py, wide, high, scene_items)
    runs = [
        pen.run(
            line,
            box.x + 11,
            box.y + 15 + 18 * i,
            role="bold" if head else "body",
            size=theme.SMALL,
            room=room + 6,
        )
        for i, (line, head) in enumerate(lines)
    ]
    pen.add(
        "tooltip",
        "tooltip",
        box,
        z=TIP + 20,
        runs=runs,
        shape=Shape("box", (14, 13, 10, 250), (*theme.GOLD, 255), 1.2, 6),
    )


def _beside(
    pen: Pen, px: float, py: float, wide: float, high: float, items: Sequence[Item]
) -> Rect:
    """Below the pointer and to the right, or at another side of it where that covers less of the
    prompt, of what is lit and of soldiers, who may be what the note is about."""
    dear = [
        i.rect.times(1 / pen.k)
        for i in items
        if i.id == "prompt" or i.kind == "soldier" or (i.lit and i.action)
    ]
    found = []
    for n, (x, y) in enumerate(
        (
            (px + 16, py + 20),
            (px + 16, py - high - 10),
            (px - wide - 12, py + 20),
            (px - wide - 12, py - high - 10),
            (px - wide / 2, py + 26),
            (px - wide / 2, py - high - 16),
        )
    ):
        inside = 4 <= y <= pen.h - high - 4
        box = Rect(
            min(max(4.0, x), pen.w - wide - 6), min(max(4.0, y), pen.h - high - 4), wide, high
        )
        covered = sum(_common(box, other) for other in dear)
        found.append((not inside, covered, n, box))
    return min(found, key=lambda one: one[:3])[3]


def _common(one: Rect, other: Rect) -> float:
    wide = min(one.right, other.right) - max(one.x, other.x)
    high = min(one.bottom, other.bottom) - max(one.y, other.y)
    return wide * high if wide > 0 and high > 0 else 0.0
