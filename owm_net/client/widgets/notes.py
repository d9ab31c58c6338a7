"""The note beside the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Item, Rect, Shape
from owm_net.client.scene.layout import TIP
from owm_net.client.scene.pen import Pen
from owm_net.client.widgets.preview import to_be_read

POINTED = ("coach.frame", "coach.arrow")
"""How a lesson points at something."""
ROW = 4
"""So many times as wide as high is at least the row of a list."""


def tooltip(pen: Pen, scene_items: Sequence[Item]) -> None:
    """The note of what is under the pointer, beside it and inside the window; none while something
    is carried there, which it would cover, or after a press there has given an answer."""
    if pen.ui.carried is not None or (pen.ui.told and pen.ui.told == pen.ui.hover):
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
    box = _beside(pen, px, py, (wide, high), scene_items, hover)
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
    pen: Pen, px: float, py: float, size: tuple[float, float], items: Sequence[Item], hover: Item
) -> Rect:
    """Below the pointer and to the right, or at another side of it where that covers less of what
    must be read, of what is lit, and of soldiers, who may be what the note is about; of a row of a
    list also beside that, or at the window's edge. On what must be read itself it may also be above
    or below that. hover: what it is about."""
    wide, high = size
    about = "strip" if hover.id.partition(".")[0] == "strip" else ""
    marks = [i for i in items if i.kind in ("soldier", "hole") or (i.lit and i.action)]
    seen = [i.rect.times(1 / pen.k) for i in marks]
    kept = [i.rect.times(1 / pen.k) for i in to_be_read(items) if i.id != about]
    kept += [i.rect.times(1 / pen.k) for i in items if i.z >= TIP or i.id.startswith(POINTED)]
    sides = [
        (px + 16, py + 20),
        (px + 16, py - high - 10),
        (px - wide - 12, py + 20),
        (px - wide - 12, py - high - 10),
        (px - wide / 2, py + 26),
        (px - wide / 2, py - high - 16),
    ]
    own = hover.rect.times(1 / pen.k)
    if own.w > ROW * own.h:
        sides += [(x, py - 14) for x in (own.right + 6, own.x - wide - 6, pen.w - wide - 6)]
    for box in kept:
        if box.contains(px, py):
            sides += [(px - wide / 2, box.y - high - 4), (px - wide / 2, box.bottom + 4)]
    places = []
    for n, (x, y) in enumerate(sides):
        left = min(max(4.0, x), pen.w - wide - 6)
        place = Rect(left, min(max(4.0, y), pen.h - high - 4), wide, high)
        hidden, covered = (sum(map(place.shared, boxes)) for boxes in (kept, seen))
        places.append((hidden, not 4 <= y <= pen.h - high - 4, covered, n, place))
    return min(places, key=lambda one: one[:4])[4]
