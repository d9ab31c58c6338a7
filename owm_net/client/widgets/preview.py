"""Where a card is shown enlarged: beside what the pointer is on, and over nothing that matters.

A table asks for a preview while it is laid out; it is placed when everything else is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TypeAlias

from owm_net.client import theme
from owm_net.client.scene.items import BAR, Item, Rect, Shape
from owm_net.client.scene.layout import TIP
from owm_net.client.scene.pen import Pen, Preview
from owm_net.client.sitting.actions import WindowAction

DEAR = 30.0
"""What it costs to cover what is lit, a button, the prompt; the pointer's own thing is dearer."""

CHEAP = 0.12
"""What it costs to cover something that can be pressed but answers nothing now."""

KEPT = ("prompt", "points", "strip", "unit")
"""What must be read while choosing."""
SAID = "coach.said"
"""The beginning of the names of what a lesson says."""

LITTLE = 0.1
"""The part that counts as covered of what is only touched: half a button is no button."""

MARGIN = 8.0
NOTE = 250.0
"""How wide a note of several lines is at least."""
MOST_LINES = 12
"""Of a note below a card."""
Obstacle: TypeAlias = tuple[float, float, float, float, float, float]
"""Left, right, top and bottom of what may be covered, its area, what it costs to cover it all."""

SIZES = (1.0, 0.85, 0.7, 0.58)
"""Smaller ones are tried where a large one would cover something dear."""


def place(pen: Pen, pointer: tuple[float, float]) -> None:
    """Add the card that was asked for, if it may be shown. pointer: in real pixels.

    A card of which only the back is known is not enlarged: its note says what is known.
    """
    wanted = pen.preview
    if wanted is None:
        return
    source = next((i for i in pen.items if i.id == wanted.id), None)
    cover = max((i.z for i in pen.items if i.kind == "shade"), default=-1)
    if source is None or source.z < cover:  # a dialog has come between
        return
    where = (pointer[0] / pen.k, pointer[1] / pen.k)
    if wanted.art.face.endswith("_back"):
        _label(pen, wanted, source, where)
        return
    # the dear ones first: a place that covers one of them is given up at once
    obstacles = sorted(
        (_obstacle(box, cost) for box, cost in _obstacles(pen, source, cover, where)),
        key=itemgetter(5),
        reverse=True,
    )
    best: tuple[float, Rect, float] | None = None
    for part in SIZES:
        high = min(wanted.size, pen.h * 0.56) * part
        wide = high / wanted.ratio
        broad = _breadth(wanted, wide)
        lines = _lines(pen, wanted, broad)
        plate = 18.0 * len(lines) + 14 if lines else 0.0
        size = Rect(0, 0, broad, high + plate)
        box, cost = _cheapest(pen, _wished(pen, wanted, size), size, obstacles)
        if best is None or cost + (1.0 - part) * 4 < best[0]:
            best = (cost + (1.0 - part) * 4, box, high)
        if cost < DEAR * LITTLE:
            break
    assert best is not None
    _draw(pen, wanted, best[1], best[2])


def to_be_read(items: Sequence[Item]) -> list[Item]:
    """Return what must be read while choosing: the prompt, a lesson, the dice just rolled, what is
    shown."""
    has_rolled = any(item.id.startswith("roll.die") for item in items)
    return [
        i for i in items if i.id in KEPT or i.id.startswith(SAID) or (i.id == "roll" and has_rolled)
    ]


def dear(items: Sequence[Item]) -> list[Item]:
    """Return what nothing may cover: what must be read, and what answers now."""
    return [*to_be_read(items), *filter(_is_answer, items)]


def clear_of(pen: Pen, size: Rect, wish: tuple[float, float]) -> tuple[Rect, bool]:
    """Return the place nearest to a wish, its upper left corner, where a notice of this size covers
    nothing dear, no other notice, and not the bar at the top; and whether there is one. Where what
    is lit fills the window it covers no word of it."""
    found = [*dear(pen.items), *(i for i in pen.items if i.z >= TIP or i.id.startswith(BAR))]
    obstacles = [_obstacle(item.rect.times(1 / pen.k), DEAR) for item in found]
    place, cost = _cheapest(pen, wish, size, obstacles)
    if cost < DEAR * LITTLE:
        return place, True
    words = [run.box.times(1 / pen.k) for item in pen.items for run in item.runs]
    read = [item.rect.times(1 / pen.k) for item in to_be_read(pen.items)]
    obstacles += [_obstacle(box, 99 * DEAR) for box in [*words, *read]]
    return _cheapest(pen, wish, size, obstacles)[0], False


def _obstacle(box: Rect, cost: float) -> Obstacle:
    return box.x, box.right, box.y, box.bottom, max(1.0, box.w * box.h), cost


def _breadth(wanted: Preview, wide: float) -> float:
    """How wide it is in all: a note of several lines is no narrower than can be read."""
    return max(wide, NOTE) if "\n" in wanted.note else wide


def _lines(pen: Pen, wanted: Preview, wide: float) -> list[str]:
    return pen.wrap(wanted.note, "body", theme.SMALL, wide - 20, MOST_LINES) if wanted.note else []


def _draw(pen: Pen, wanted: Preview, box: Rect, high: float) -> None:
    wide = high / wanted.ratio
    pen.add(
        f"{wanted.id}.zoom",
        "zoom",
        Rect(box.x + (box.w - wide) / 2, box.y, wide, high),
        z=TIP,
        art=wanted.art,
        label=wanted.label,
        shape=Shape("box", (12, 11, 8, 150), (0, 0, 0, 0), 0, 14),
    )
    lines = _lines(pen, wanted, box.w)
    if lines:
        _plate(pen, wanted, Rect(box.x, box.y + high + 2, box.w, box.h - high - 2), lines)


def _plate(pen: Pen, wanted: Preview, box: Rect, lines: Sequence[str]) -> None:
    pen.add(
        f"{wanted.id}.note",
        "tooltip",
        box,
        z=TIP + 1,
        shape=Shape("box", (16, 15, 12, 246), (*theme.GOLD, 255), 1.2, 6),
        runs=pen.runs(lines, box.x + 10, box.y + 15, 18, size=theme.SMALL),
    )


def _label(pen: Pen, wanted: Preview, source: Item, at: tuple[float, float]) -> None:
    """Draw a note above a face-down card with what is known of it."""
    text = wanted.note or wanted.label
    lines = pen.wrap(text, "body", theme.SMALL, 220.0, 4) if text else []
    if not lines:
        return
    wide = max(pen.width(line, "body", theme.SMALL) for line in lines) + 22
    high = 18.0 * len(lines) + 12
    x = min(max(MARGIN, at[0] - wide / 2), pen.w - wide - MARGIN)
    y = source.rect.y / pen.k - high - 6
    _plate(pen, wanted, Rect(x, y if y > MARGIN else at[1] + 20, wide, high), lines)


def _obstacles(
    pen: Pen, source: Item, cover: int, pointer: tuple[float, float]
) -> Iterator[tuple[Rect, float]]:
    """Boxes with what it costs to cover all of them; a part costs a part, but never little."""
    yield Rect(pointer[0] - 14, pointer[1] - 14, 28, 28), DEAR * 10
    kept = {item.id for item in dear(pen.items)}
    for item in pen.items:
        if item.z < cover:
            continue
        cost = 0.0
        if item.id == source.id:
            cost = DEAR * 4
        elif item.id in kept:
            cost = DEAR
        elif item.action is not None:
            cost = CHEAP
        if cost:
            yield item.rect.times(1 / pen.k), cost


def _is_answer(item: Item) -> bool:
    """Return True if pressing it now answers the question, or is a step to that."""
    return (
        item.action is not None
        and "off" not in item.flags
        and (item.lit or (item.kind == "button" and not isinstance(item.action, WindowAction)))
    )


def _cheapest(
    pen: Pen, wish: tuple[float, float], size: Rect, obstacles: list[Obstacle]
) -> tuple[Rect, float]:
    """The place for a box of this size, and what it costs."""
    wish_x, wish_y = wish
    right, bottom = pen.w - size.w - MARGIN, pen.h - size.h - MARGIN
    best, least = Rect(MARGIN, MARGIN, size.w, size.h), 1e12
    rows = sorted((wish_y, *_steps(bottom, 10)), key=lambda y: abs(y - wish_y))
    for x in sorted((wish_x, *_steps(right, 22)), key=lambda x: abs(x - wish_x)):
        aside = abs(x - wish_x) / pen.w
        if aside >= least:  # and so are all that follow
            break
        column = list(_column(x, x + size.w, obstacles))
        for y in rows:
            cost, foot = aside + abs(y - wish_y) / pen.w, y + size.h
            if cost >= least:
                break
            for top, end, wide, area, price in column:
                if y < end and top < foot:
                    share = wide * (min(foot, end) - max(y, top)) / area
                    cost += price * max(LITTLE, share)
                    if cost >= least:
                        break
            if cost < least:
                best, least = Rect(x, y, size.w, size.h), cost
    return best, least


def _column(
    left: float, right: float, obstacles: list[Obstacle]
) -> list[tuple[float, float, float, float, float]]:
    """Yield what a box between these may cover: from where to where, how wide of it, of how large
    an area, and the cost of covering all of it."""
    return [
        (top, end, min(right, far) - max(left, near), area, price)
        for near, far, top, end, area, price in obstacles
        if left < far and near < right
    ]


def _steps(last: float, n: int) -> list[float]:
    return [MARGIN + (last - MARGIN) * i / n for i in range(n + 1)]


def _wished(pen: Pen, wanted: Preview, size: Rect) -> tuple[float, float]:
    near = wanted.near
    if wanted.wish == "at":
        x, y = near.x, near.y
    elif wanted.wish == "above":
        x, y = near.cx - size.w / 2, near.y - size.h - wanted.lift
    else:
        x, y = near.x - size.w - 10, near.cy - size.h / 2
    return (
        min(max(MARGIN, x), pen.w - size.w - MARGIN),
        min(max(MARGIN, y), pen.h - size.h - MARGIN),
    )
