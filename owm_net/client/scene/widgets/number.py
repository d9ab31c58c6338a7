"""One number out of many: less, more, a bar to click along, and the number itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from owm_net.client import theme
from owm_net.client.language import tr
from owm_net.client.model import Model
from owm_net.client.scene.items import Action, Rect, Shape
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.widgets.parts import PANELS, button

STEP, LEAP = 1, 5
"""Places in the list of numbers that the small and the large buttons go."""

MOST_PARTS = 60
"""Of the bar: finer ones could not be hit."""

HIGH = 178.0
"""Of the whole, in logical pixels."""

MANY = 12
"""From so many numbers on this is better than a button for each."""


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


def number_choice(
    pen: Pen,
    rect: Rect,
    numbers: Numbers,
    model: Model,
    means: Callable[[int], Action],
    *,
    z: int = PANELS + 10,
) -> None:
    """Pressing a number n means `means(n)`. Up and down do what `number.more` and `number.less`
    do, and the wheel over it. rect: HIGH pixels high at least."""
    middle = rect.y + 50
    pen.text(
        "number.value",
        str(numbers.at),
        rect.cx,
        middle,
        z=z,
        anchor="m",
        role="title",
        size=64,
        colour=theme.GOLD,
    )
    for id, by, label, x, wide in (
        ("number.leap_less", -LEAP, f"− {LEAP}", -224.0, 60.0),
        ("number.less", -STEP, "−", -156.0, 76.0),
        ("number.more", STEP, "+", 80.0, 76.0),
        ("number.leap_more", LEAP, f"+ {LEAP}", 164.0, 60.0),
    ):
        last = numbers.moved(by) == numbers.at
        why = _end(numbers.at, by) if last else ""
        key = {"number.less": "[Down]", "number.more": "[Up]"}.get(id, "")
        button(
            pen,
            id,
            Rect(rect.cx + x, middle - 28, wide, 56),
            label,
            means(numbers.moved(by)),
            model,
            z=z,
            why=why,
            lit=not why,
            tooltip=key,
            size=28 if abs(by) == STEP else 20,
        )
    if numbers.caption:
        pen.text(
            "number.caption",
            numbers.caption,
            rect.cx,
            rect.y + 100,
            z=z,
            anchor="m",
            size=16,
            colour=theme.SAND,
            room=rect.w,
        )
    _bar(pen, Rect(rect.x, rect.y + 126, rect.w, 22), numbers, model, means, z)


def _end(at: int, by: int) -> str:
    """Why it cannot be moved that way."""
    return tr("{at} is the least", at=at) if by < 0 else tr("{at} is the most", at=at)


def _bar(
    pen: Pen,
    rect: Rect,
    numbers: Numbers,
    model: Model,
    means: Callable[[int], Action],
    z: int,
) -> None:
    """Draw all numbers from left to right; a click takes the one there."""
    values = numbers.values
    parts = min(len(values), MOST_PARTS)
    wide = rect.w / parts
    for i in range(parts):
        value = values[round(i * (len(values) - 1) / max(1, parts - 1))]
        id = f"number.bar:{value}"
        fill = (
            theme.BUTTON_HOT
            if model.ui.hover == id
            else theme.BUTTON_LIT
            if value <= numbers.at
            else theme.BUTTON_OFF
        )
        pen.add(
            id,
            "bar",
            Rect(rect.x + i * wide, rect.y, wide - 1, rect.h),
            z=z,
            shape=Shape("fill", fill),
            flags=["pointer"],
            action=means(value),
            tooltip=str(value),
            label=str(value),
        )
    for text, x, anchor in ((str(values[0]), rect.x, "l"), (str(values[-1]), rect.right, "r")):
        pen.text(
            f"number.end:{text}",
            text,
            x,
            rect.bottom + 16,
            z=z,
            anchor=anchor,
            size=theme.SMALL,
            colour=theme.FAINT,
        )
