"""A text field on the screen: a box with its text, the cursor, and what is selected."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.stage.text_field import FIELD, TextField
from owm_net.client.widgets.parts import outlined

_SELECTED = (104, 84, 40)
"""Under what is selected."""
DOT = "•"
"""For each letter of what nobody may read over one's shoulder."""


def text_box(
    box: Box,
    id: str,
    field: TextField,
    *,
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
    pen, inner = box.pen, box.inset(12, 0)
    aside = pen.width(right, "body", theme.SMALL) + 14 if right else 0.0
    shape = outlined((16, 15, 12, 240), theme.LIT if writes else theme.GOLD, 1.4, 5)
    box.add(
        id,
        FIELD,
        shape=shape,
        action=action,
        flags=("pointer",),
        solid=True,
        tooltip=tooltip,
        runs=[
            pen.run(right, inner.right, box.cy, size=theme.SMALL, colour=theme.FAINT, anchor="r")
        ],
    )
    inner.cut_right(aside)

    def drawn(text: str) -> str:
        return DOT * len(text) if field.secret else text

    def width(text: str) -> float:
        return pen.width(drawn(text), role, size)

    def bar(name: str, x: float, wide: float, colour: theme.Colour) -> None:
        high = min(box.h - 10, size * 1.5)
        place = box.with_rect(Rect(x, box.cy - high / 2, wide, high))
        place.add(f"{id}.{name}", "mark", shape=Shape("fill", (*colour, 255)))

    seen = field.look(width, inner.w)
    places = [inner.x + width(seen[:n]) for n in range(len(seen) + 1)]
    field.edges = tuple([x * pen.k for x in places])
    first, last, cursor = [
        places[max(0, min(len(seen), at - field.start))]
        for at in (*sorted((field.cursor, field.anchor)), field.cursor)
    ]
    if writes and last > first:
        bar("selected", first, last - first, _SELECTED)
    text, colour = (drawn(seen), theme.CREAM) if field.text else (shown, theme.FAINT)
    gap = 6 if writes and not field.text else 0
    line = pen.run(
        text, inner.x + gap, box.cy, role=role, size=size, colour=colour, room=inner.w + 1
    )
    box.add(f"{id}.text", "text", runs=[line])
    if writes:
        bar("cursor", cursor - 0.5, 2.0, theme.LIT)
