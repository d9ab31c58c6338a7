"""One number out of many: less, more, a bar to click along, and the number itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.layout import Box
from owm_net.client.scene.pen import Lettering
from owm_net.client.widgets.parts import button

STEP, LEAP = 1, 5
"""Places in the list of numbers that the small and the large buttons go."""

MOST_PARTS = 60
"""Of the bar: finer ones could not be hit."""

HIGH = 178.0
"""Of the whole, in logical pixels."""


@frozen
class Numbers:
    """The numbers that may be chosen, ascending, and the chosen one. caption: what the number
    means, below it."""

    values: Sequence[int]
    at: int
    caption: str = ""

    def moved(self, by: int) -> int:
        """The number so many places on, or the last one there."""
        place = min(range(len(self.values)), key=lambda i: abs(self.values[i] - self.at))
        return self.values[max(0, min(len(self.values) - 1, place + by))]


def number_choice(box: Box, numbers: Numbers, means: Callable[[int], Action]) -> None:
    """Pressing a number n means `means(n)`. Up and down do what `number.more` and `number.less`
    do, and the wheel over it. box: HIGH pixels high at least."""
    value = box.with_rect(Rect(box.x, box.y, box.w, 100))
    value.text(
        "number.value", str(numbers.at), anchor="m", role="title", size=64, colour=theme.GOLD
    )
    for id, by, label, x, wide in (
        ("number.leap_less", -LEAP, f"− {LEAP}", -224.0, 60.0),
        ("number.less", -STEP, "−", -156.0, 76.0),
        ("number.more", STEP, "+", 80.0, 76.0),
        ("number.leap_more", LEAP, f"+ {LEAP}", 164.0, 60.0),
    ):
        last = numbers.moved(by) == numbers.at
        why = _end(numbers.at, by) if last else ""
        place = box.with_rect(Rect(box.cx + x, value.cy - 28, wide, 56))
        key = {"number.less": "[Down]", "number.more": "[Up]"}.get(id, "")
        size = 28 if abs(by) == STEP else 20
        moves = means(numbers.moved(by))
        button(place, id, label, moves, why=why, lit=not why, tooltip=key, size=size)
    caption = box.with_rect(Rect(box.x, box.y + 90, box.w, 20))
    if numbers.caption:
        caption.text("number.caption", numbers.caption, anchor="m", size=16, colour=theme.SAND)
    _bar(box.with_rect(Rect(box.x, box.y + 126, box.w, 22)), numbers, means)


def _end(at: int, by: int) -> str:
    """Why it cannot be moved that way."""
    return tr("{at} is the least", at=at) if by < 0 else tr("{at} is the most", at=at)


def _bar(box: Box, numbers: Numbers, means: Callable[[int], Action]) -> None:
    """Draw all numbers from left to right; a click takes the one there."""
    values = numbers.values
    parts = min(len(values), MOST_PARTS)
    for i, part in enumerate(box.columns(parts)):
        value = values[round(i * (len(values) - 1) / max(1, parts - 1))]
        id = f"number.bar:{value}"
        fill = theme.BUTTON_LIT if value <= numbers.at else theme.BUTTON_OFF
        fill = theme.BUTTON_HOT if box.pen.ui.hover == id else fill
        part.cut_right(1)
        part.add(
            id,
            "bar",
            shape=Shape("fill", fill),
            flags=["pointer"],
            action=means(value),
            tooltip=str(value),
            label=str(value),
        )
    ends = box.with_rect(Rect(box.x, box.bottom + 6, box.w, 20))
    for text, anchor in ((str(values[0]), "l"), (str(values[-1]), "r")):
        style: Lettering = {"anchor": anchor, "size": theme.SMALL, "colour": theme.FAINT}
        ends.text(f"number.end:{text}", text, **style)
