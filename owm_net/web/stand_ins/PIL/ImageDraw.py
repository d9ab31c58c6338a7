"""Figures on a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from PIL._orders import Image, Order, ink, order

Colour = int | Sequence[int] | None
Box = Iterable[Any]
"""Left, top, right and foot, or two corners."""


def Draw(image: Image, mode: str | None = None) -> ImageDraw:  # noqa: N802
    """A pen for a picture. mode "RGBA" on an RGB one: colours may let it shine through."""
    return ImageDraw(image, mode == "RGBA" and image.mode == "RGB")


class ImageDraw:
    """Draws as Pillow does: without soft edges, corners cut to whole pixels."""

    def __init__(self, image: Image, blends: bool = False) -> None:
        self._image = image
        self._blends = int(blends)

    def _pen(self, what: Order, colour: Any) -> tuple[float, ...]:
        return what, self._image.number, self._blends, *ink(colour)

    def polygon(
        self, xy: Iterable[Any], fill: Colour = None, outline: Colour = None, width: int = 1
    ) -> None:
        """A closed figure."""
        points = _flat(xy)
        if fill is not None:
            order(*self._pen(Order.POLYGON, fill), len(points), *points)
        if outline is not None and width:
            self.line([*points, *points[:2]], outline, width)

    def line(
        self, xy: Iterable[Any], fill: Colour = None, width: int = 0, joint: str | None = None
    ) -> None:
        """Lines from each point to the next."""
        points = _flat(xy)
        if fill is not None:
            pen = self._pen(Order.LINE, fill)
            order(*pen, len(points), *points, width, joint == "curve")

    def ellipse(self, xy: Box, fill: Colour = None, outline: Colour = None, width: int = 1) -> None:
        """The ellipse in a box."""
        if fill is not None:
            order(*self._pen(Order.ELLIPSE, fill), *_flat(xy))
        if outline is not None and outline != fill and width:
            order(*self._pen(Order.OVAL, outline), *_flat(xy), width)

    def pieslice(self, xy: Box, start: float, end: float, fill: Colour = None) -> None:
        """A part of it, in degrees clockwise from the right."""
        order(*self._pen(Order.SECTOR, fill), *_flat(xy), start, end, 0)

    def arc(self, xy: Box, start: float, end: float, fill: Colour = None, width: int = 1) -> None:
        """A part of its edge."""
        order(*self._pen(Order.SECTOR, fill), *_flat(xy), start, end, max(1, width))

    def rectangle(
        self, xy: Box, fill: Colour = None, outline: Colour = None, width: int = 1
    ) -> None:
        """A box; its last row and column belong to it."""
        if fill is not None:
            order(*self._pen(Order.RECTANGLE, fill), *_flat(xy))
        if outline is not None and outline != fill and width:
            order(*self._pen(Order.BORDER, outline), *_flat(xy), width)

    def rounded_rectangle(
        self,
        xy: Box,
        radius: float = 0,
        fill: Colour = None,
        outline: Colour = None,
        width: int = 1,
    ) -> None:
        """A box with round corners."""
        box = [round(value) for value in _flat(xy)]
        if fill is not None:
            order(*self._pen(Order.PLATE, fill), *box, radius, 0)
        if outline is not None and outline != fill and width:
            order(*self._pen(Order.PLATE, outline), *box, radius, width)

    def text(
        self,
        xy: tuple[float, float],
        text: str,
        font: Any,
        fill: Colour = None,
        anchor: str = "ls",
        stroke_width: int = 0,
        stroke_fill: Colour = None,
    ) -> None:
        """A line from a point on its baseline, perhaps over the same with a border."""
        x, y = math.floor(xy[0] + 0.5), math.ceil(xy[1] - 0.5)  # halves to the right and up
        if stroke_width:
            edge = fill if stroke_fill is None else stroke_fill
            self._letters(x, y, text, font, edge, stroke_width)
        self._letters(x, y, text, font, fill, 0)

    def _letters(self, x: int, y: int, text: str, font: Any, colour: Any, border: int) -> None:
        head = (Order.TEXT, self._image.number, *ink(colour), font.number, font.pixels)
        order(*head, x, y, border, len(text), *map(ord, text))


def _flat(xy: Iterable[Any]) -> list[float]:
    """x, y, x, y ... of points or of that itself."""
    points = list(xy)
    if points and isinstance(points[0], (tuple, list)):
        return [value for point in points for value in point]
    return points
