"""Lays out by cutting: what is taken from a side of a box is no longer in it.

    box = Box(pen, Rect(0, 0, 400, 300), PANELS)
    head = box.cut_top(34, gap=8)
    left, right = box.columns(2, gap=12)
    left.words("rules.about", text, size=15)

The idea is RectCut (halt.software, "RectCut for dead simple UI layouts").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Unpack

from attrs import define

from owm_net.client import theme
from owm_net.client.art import lettering
from owm_net.client.scene.items import Item, Rect, Run
from owm_net.client.scene.pen import ItemLook, Lettering, Pen

GROUND, BOARD, TOKENS, PANELS, HAND, STRIP, OVERLAY, TIP = 0, 100, 200, 300, 400, 500, 600, 1900
"""Layers: what is higher is painted later."""


@define
class Box:
    """A part of the window, in logical pixels. z: of what is added to it."""

    pen: Pen
    rect: Rect
    z: int = PANELS

    @property
    def x(self) -> float:
        """The x of its left edge."""
        return self.rect.x

    @property
    def y(self) -> float:
        """The y of its upper edge."""
        return self.rect.y

    @property
    def w(self) -> float:
        """Its width."""
        return self.rect.w

    @property
    def h(self) -> float:
        """Its height."""
        return self.rect.h

    @property
    def right(self) -> float:
        """The x behind it."""
        return self.rect.right

    @property
    def bottom(self) -> float:
        """The y below it."""
        return self.rect.bottom

    @property
    def cx(self) -> float:
        """The x of its centre."""
        return self.rect.cx

    @property
    def cy(self) -> float:
        """The y of its centre."""
        return self.rect.cy

    # -- cutting -------------------------------------------------------------------------

    def cut_top(self, high: float, gap: float = 0.0) -> Box:
        """Take its upper part. gap: what is left out below that."""
        r, cut = self.rect, high + gap
        self.rect = Rect(r.x, r.y + cut, r.w, max(0.0, r.h - cut))
        return self.with_rect(Rect(r.x, r.y, r.w, high))

    def cut_bottom(self, high: float, gap: float = 0.0) -> Box:
        """Take its lower part. gap: what is left out above that."""
        r = self.rect
        self.rect = Rect(r.x, r.y, r.w, max(0.0, r.h - high - gap))
        return self.with_rect(Rect(r.x, r.bottom - high, r.w, high))

    def cut_left(self, wide: float, gap: float = 0.0) -> Box:
        """Take its left part. gap: what is left out at the right of that."""
        r, cut = self.rect, wide + gap
        self.rect = Rect(r.x + cut, r.y, max(0.0, r.w - cut), r.h)
        return self.with_rect(Rect(r.x, r.y, wide, r.h))

    def cut_right(self, wide: float, gap: float = 0.0) -> Box:
        """Take its right part. gap: what is left out at the left of that."""
        r = self.rect
        self.rect = Rect(r.x, r.y, max(0.0, r.w - wide - gap), r.h)
        return self.with_rect(Rect(r.right - wide, r.y, wide, r.h))

    def columns(self, shares: int | Sequence[float], gap: float = 0.0) -> list[Box]:
        """Return boxes side by side. shares: how many, or how wide each is beside the others."""
        parts = [1.0] * shares if isinstance(shares, int) else shares
        room = self.w - gap * (len(parts) - 1)
        found, x = [], self.x
        for part in parts:
            wide = room * part / sum(parts)
            found.append(self.with_rect(Rect(x, self.y, wide, self.h)))
            x += wide + gap
        return found

    def rows(self, count: int, gap: float = 0.0, most: float = 1e9) -> list[Box]:
        """Return boxes below each other. most: how high each may be."""
        high = min(most, (self.h - gap * (count - 1)) / max(1, count))
        step = high + gap
        return [self.with_rect(Rect(self.x, self.y + step * n, self.w, high)) for n in range(count)]

    def grid(self, across: int, wide: float, high: float, gap: float = 0.0) -> Iterator[Box]:
        """Yield boxes row by row from its upper left corner, without an end. wide, high: from one
        to the next; gap: how much smaller each is."""
        for n in count():
            x, y = n % across * wide, n // across * high
            yield self.at(x, y, wide - gap, high - gap)

    def line(self, y: float) -> Box:
        """Return a box as wide, whose middle is so far below its upper edge."""
        return self.at(0, y - self.h / 2, self.w, self.h)

    def at(self, x: float, y: float, wide: float, high: float) -> Box:
        """Return a box of this size, so far from its upper left corner."""
        return self.with_rect(Rect(self.x + x, self.y + y, wide, high))

    def inset(self, dx: float, dy: float | None = None) -> Box:
        """Smaller by dx left and right and dy above and below."""
        return self.with_rect(self.rect.inset(dx, dy))

    def centred(self, wide: float, high: float) -> Box:
        """Return a box of this size in its middle."""
        return self.with_rect(Rect(self.cx - wide / 2, self.cy - high / 2, wide, high))

    def with_rect(self, rect: Rect) -> Box:
        """Return another box of the same depth."""
        return Box(self.pen, rect, self.z)

    def above(self, by: int) -> Box:
        """Return the same box, of which what is added lies so much higher."""
        return Box(self.pen, self.rect, self.z + by)

    # -- filling -------------------------------------------------------------------------

    def add(self, id: str, kind: str, **look: Unpack[ItemLook]) -> Item:
        """Add an item as large as it is."""
        return self.pen.add(id, kind, self.rect, z=self.z, **look)

    def run(self, text: str, **style: Unpack[Lettering]) -> Run:
        """Return a line halfway up, at its left, its right or in its middle; what does not fit is
        cut. `add` takes it for an item of this box or of a larger one."""
        style.setdefault("room", self.w + 0.5)  # it may have been cut as wide as the text
        return self.pen.run(text, self._at(style.get("anchor", "l")), self.cy, **style)

    def squeezed(self, text: str, **style: Unpack[Lettering]) -> tuple[Run, ...]:
        """Return a line as `run` writes it. If it would be cut even at its least size, it breaks
        into two lines about the middle, where there is room for both."""
        style = {"size": theme.TEXT, "role": "body", "room": self.w, **style}
        pen, least = self.pen, style.get("least") or style["size"]
        cap = lettering.cap_height(style["role"], pen.pixels(least)) / pen.k
        step = max(1.2 * least, cap + 4)
        is_cut = pen.width(text, style["role"], least) > self.w
        lines = self.wrap(text, least, style["role"], 2) if is_cut and step + cap <= self.h else []
        if not lines:
            return (self.run(text, **style),)
        style["size"], style["least"] = least, None
        first = self.cy - step / 2 * (len(lines) - 1)
        return pen.runs(lines, self._at(style.get("anchor", "l")), first, step, **style)

    def text(self, id: str, text: str, tooltip: str = "", **style: Unpack[Lettering]) -> None:
        """Add such a line as an item that is as large as the line."""
        if text:
            style.setdefault("room", self.w + 0.5)
            x = self._at(style.get("anchor", "l"))
            self.pen.text(id, text, x, self.cy, z=self.z, tooltip=tooltip, **style)

    def wrap(
        self, texts: str | Iterable[str], size: float, role: str = "body", most: int = 99
    ) -> list[str]:
        """Return the lines, as wide as it is; of each text at most so many."""
        texts = [texts] if isinstance(texts, str) else texts
        return [
            line for text in texts if text for line in self.pen.wrap(text, role, size, self.w, most)
        ]

    def lines(
        self,
        id: str,
        lines: Sequence[str],
        *,
        step: float = 0,
        gap: float = 0,
        **style: Unpack[Lettering],
    ) -> None:
        """Take the upper part that lines below each other need, and write them there. step: from
        one to the next, a third more than their size if not given. gap: what is left out below."""
        if not lines:
            return
        step = step or round(style.get("size", theme.TEXT) * 4 / 3)
        place = self.cut_top(step * len(lines), gap)
        x = place._at(style.get("anchor", "l"))
        place.add(id, "text", runs=self.pen.runs(lines, x, place.y + step / 2, step, **style))

    def words(
        self,
        id: str,
        texts: str | Iterable[str],
        *,
        most: int = 99,
        step: float = 0,
        gap: float = 0,
        **style: Unpack[Lettering],
    ) -> None:
        """Write texts, each in as many lines as it needs, at most so many."""
        size, role = style.get("size", theme.TEXT), style.get("role", "body")
        self.lines(id, self.wrap(texts, size, role, most), step=step, gap=gap, **style)

    def paragraph(
        self, id: str, text: str, *, most: int = 99, step: float = 0, **style: Unpack[Lettering]
    ) -> None:
        """Write a text halfway up, in as many lines as it needs, at most so many."""
        size, role = style.get("size", theme.TEXT), style.get("role", "body")
        lines, step = self.wrap(text, size, role, most), step or round(size * 4 / 3)
        middle = Rect(self.x, self.cy - step * len(lines) / 2, self.w, self.h)
        self.with_rect(middle).lines(id, lines, step=step, **style)

    def _at(self, anchor: str) -> float:
        return {"l": self.x, "m": self.cx, "r": self.right}[anchor]


def whole(pen: Pen, z: int = PANELS) -> Box:
    """Return the window."""
    return Box(pen, Rect(0, 0, pen.w, pen.h), z)


def flowed(heights: Sequence[float], room: float) -> list[list[int]]:
    """Return which of them stand in each column, one after another; none is cut in two."""
    columns: list[list[int]] = [[]]
    y = 0.0
    for n, high in enumerate(heights):
        if columns[-1] and y + high > room:
            columns.append([])
            y = 0.0
        columns[-1].append(n)
        y += high
    return columns
