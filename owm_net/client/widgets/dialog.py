"""A panel in the middle of the window, as high as what is put into it; and a question on one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Rect
from owm_net.client.scene.layout import OVERLAY, Box
from owm_net.client.scene.pen import Lettering, Pen
from owm_net.client.widgets.parts import panel
from owm_net.client.widgets.prompt import Choice, choice_button

SIDE, MARGIN = 36.0, 18.0
"""At the left and right of what is in it, above and below."""


@contextmanager
def dialog(
    pen: Pen, id: str, title: str = "", wide: float = 620.0, close: Choice | None = None
) -> Iterator[Box]:
    """Lay out a panel; what shall be on it is taken from the top of the box, which has no end.
    close: a button beside the title."""
    left, first = (pen.w - wide) / 2, len(pen.items)
    box = Box(pen, Rect(left + SIDE, MARGIN, wide - 2 * SIDE, pen.h), OVERLAY + 12)
    if title:
        head = box.cut_top(34, gap=12)
        if close is not None:
            choice_button(head.cut_right(100, gap=12).centred(100, 28), close)
        style: Lettering = {"role": "title", "size": 28, "least": 16, "colour": theme.GOLD}
        head.text(f"{id}.title", tr(title).upper(), **style)
    yield box
    high = box.y + MARGIN
    top = (pen.h - high) / 2
    pen.shift(first, top)
    panel(Box(pen, Rect(left, top, wide, high), OVERLAY + 10), id, dark=True)


def question(
    pen: Pen,
    id: str,
    title: str,
    text: str,
    choices: Sequence[Choice],
    *,
    note: str = "",
    ink: theme.Colour = theme.CREAM,
) -> None:
    """Draw what is asked or told, a note below it, and the buttons."""
    with dialog(pen, id, title) as box:
        box.words(f"{id}.text", text, size=16, step=23, most=8, gap=12, colour=ink)
        box.words(f"{id}.note", note.split("\n"), size=theme.SMALL, gap=12, colour=theme.SAND)
        choice_row(box.cut_top(38), choices)


def choice_row(row: Box, choices: Sequence[Choice], gap: float = 12.0) -> None:
    """Buttons side by side, all equally wide."""
    for place, choice in zip(row.columns(len(choices), gap), choices, strict=True):
        choice_button(place, choice)
