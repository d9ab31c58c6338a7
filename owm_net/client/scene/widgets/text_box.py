"""A text field on the screen: a box with its text, the cursor, and what is selected."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.text_field import FIELD, TextField

_SELECTED = (104, 84, 40)
"""Under what is selected."""


def text_box(
    pen: Pen,
    id: str,
    rect: Rect,
    field: TextField,
    *,
    z: int,
    writes: bool = True,
    shown: str = "",
    right: str = "",
    role: str = "bold",
    size: float = 16,
    action: Action | None = None,
    tooltip: str = "",
) -> None:
    """Draw a box with a text field in it. writes: it has the focus. shown: faint text while it is
    empty; right: at its right end. action: what a press means besides."""
    edge = theme.LIT if writes else theme.GOLD
    left, aside = rect.x + 12, pen.width(right, "body", theme.SMALL) + 14 if right else 0.0
    room = rect.w - 24 - aside
    pen.add(
        id,
        FIELD,
        rect,
        z=z,
        shape=Shape("box", (16, 15, 12, 240), (*edge, 255), 1.4, 5),
        action=action,
        flags=("pointer",),
        solid=True,
        tooltip=tooltip,
        runs=[
            pen.run(
                right,
                rect.right - 12,
                rect.cy,
                size=theme.SMALL,
                colour=theme.FAINT,
                anchor="r",
                room=aside,
            )
        ],
    )

    def width(text: str) -> float:
        return pen.width(text, role, size)

    seen = field.look(width, room)
    places = [left + width(seen[:n]) for n in range(len(seen) + 1)]
    field.edges = tuple([x * pen.k for x in places])
    high = min(rect.h - 10, size * 1.5)
    box = Rect(left, rect.cy - high / 2, 0, high)
    first, last = [
        places[max(0, min(len(seen), at - field.start))]
        for at in sorted((field.cursor, field.anchor))
    ]
    if writes and last > first:
        fill = (*_SELECTED, 255)
        mark = Rect(first, box.y, last - first, high)
        pen.add(f"{id}.selected", "mark", mark, z=z, shape=Shape("fill", fill))
    text, colour = (seen, theme.CREAM) if field.text else (shown, theme.FAINT)
    gap = 6 if writes and not field.text else 0
    line = pen.run(text, left + gap, rect.cy, role=role, size=size, colour=colour, room=room + 1)
    pen.add(f"{id}.text", "text", rect, z=z, runs=[line])
    if writes:
        x = places[max(0, min(len(seen), field.cursor - field.start))]
        bar = Rect(x - 0.5, box.y, 2.0, high)
        pen.add(f"{id}.cursor", "mark", bar, z=z, shape=Shape("fill", (*theme.LIT, 255)))
