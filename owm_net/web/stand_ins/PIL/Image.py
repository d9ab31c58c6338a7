"""A picture by its number, and what makes one of others."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import count
from typing import Any, BinaryIO

from PIL._orders import Order, forget, given, ink, order
from PIL._png import unpacked

Size = tuple[int, int]
BANDS = {"L": ("L",), "RGB": ("R", "G", "B"), "RGBA": ("R", "G", "B", "A")}

_numbers = count(1)


class DecompressionBombError(Exception):
    """Never raised here."""


class Resampling(IntEnum):
    """Pillow's numbers."""

    NEAREST = 0
    LANCZOS = 1
    BILINEAR = 2
    BICUBIC = 3
    BOX = 4


class Image:
    """A picture. number: of its pixels in pixels.mjs, which are given up with it."""

    def __init__(self, mode: str, size: Sequence[int]) -> None:
        self.mode = mode
        self.size = (int(size[0]), int(size[1]))
        self.number = next(_numbers)

    def __del__(self) -> None:
        forget(self.number)

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.size[0]

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.size[1]

    def getbands(self) -> tuple[str, ...]:
        """The letters of its mode."""
        return BANDS[self.mode]

    def made(self, what: int, *values: float, mode: str = "", size: Size | None = None) -> Image:
        """The picture that an order makes of this one."""
        made = Image(mode or self.mode, size or self.size)
        order(what, self.number, made.number, *values)
        return made

    def copy(self) -> Image:
        """The same pixels once more."""
        return self.made(Order.COPY, 0, 0, *self.size)

    def crop(self, box: Sequence[float]) -> Image:
        """A part of it."""
        x0, y0, x1, y1 = map(round, box)
        return self.made(Order.COPY, x0, y0, x1, y1, size=(x1 - x0, y1 - y0))

    def resize(
        self,
        size: Sequence[int],
        resample: int = Resampling.BICUBIC,
        box: Sequence[float] | None = None,
        reducing_gap: float | None = None,
    ) -> Image:
        """It, or the part in a box, at another size. reducing_gap: only makes Pillow quicker."""
        w, h = int(size[0]), int(size[1])
        if box is None:
            box = (0, 0, *self.size)
        if (w, h) == self.size and tuple(box) == (0, 0, w, h):
            return self.copy()
        return self.made(Order.RESIZE, w, h, resample, *box, size=(w, h))

    def convert(self, mode: str) -> Image:
        """The same in another mode."""
        return self.made(Order.CONVERT, len(BANDS[mode]), mode=mode)

    def paste(
        self, what: Image | int | Sequence[int], box: Sequence[int] = (0, 0), mask: Any = None
    ) -> None:
        """Lay a picture or a colour on it, as strongly as a mask says."""
        x, y = box[0], box[1]
        if isinstance(what, Image):
            source = what if what.mode == self.mode else what.convert(self.mode)
            there = 0 if mask is None else mask.number
            order(Order.PASTE, self.number, source.number, there, x, y)
            return
        size = (box[2] - x, box[3] - y)
        mask = new("L", size, 255) if mask is None else mask
        order(Order.STAIN, self.number, mask.number, x, y, *ink(what))

    def alpha_composite(
        self, over: Image, dest: Sequence[int] = (0, 0), source: Sequence[int] = (0, 0)
    ) -> None:
        """Lay a picture over it; both are RGBA."""
        x0, y0, x1, y1 = source if len(source) == 4 else (*source, *over.size)
        order(Order.COMPOSE, self.number, over.number, *dest, x0, y0, x1, y1)

    def putalpha(self, alpha: Image) -> None:
        """Give it an opacity, which makes it RGBA."""
        if self.mode != "RGBA":
            clear = self.convert("RGBA")
            self.number, clear.number, self.mode = clear.number, self.number, "RGBA"
        order(Order.SET_ALPHA, self.number, alpha.number)

    def getchannel(self, band: str) -> Image:
        """One band of it, as "L"."""
        return self.made(Order.CHANNEL, self.getbands().index(band), mode="L")

    def point(self, table: Sequence[int] | Callable[[int], int]) -> Image:
        """Each value by a table, of all bands the same."""
        values = [table(i) for i in range(256)] if callable(table) else table[:256]
        made = Image(self.mode, self.size)
        clipped = [min(255, max(0, int(value))) for value in values]
        order(Order.MAP, self.number, made.number, *clipped)
        return made

    def filter(self, made: Any) -> Image:
        """What a filter of `ImageFilter` makes of it."""
        return self.made(*made.orders())

    def rotate(self, angle: float, resample: int = 0, expand: bool = False) -> Image:
        """It, turned counter-clockwise about its centre. expand: as large as all of it needs."""
        turn, (w, h) = -math.radians(angle % 360.0), self.size
        a, b = round(math.cos(turn), 15), round(math.sin(turn), 15)
        size = self.size
        if expand:
            corners = [(x * a - y * b, x * b + y * a) for x in (0, w) for y in (0, h)]
            wide, high = [
                math.ceil(round(max(way) + move, 9)) - math.floor(round(min(way) + move, 9))
                for way, move in zip(
                    zip(*corners, strict=True),
                    (w / 2 - (w / 2 * a - h / 2 * b), h / 2 - (w / 2 * b + h / 2 * a)),
                    strict=True,
                )
            ]
            size = (wide, high)
        x, y = -size[0] / 2, -size[1] / 2
        across = (a, b, a * x + b * y + w / 2)
        down = (-b, a, -b * x + a * y + h / 2)
        return self.made(Order.ROTATE, *size, *across, *down, size=size)

    def putdata(self, values: Iterable[int]) -> None:
        """Give an "L" picture its pixels."""
        given(self.number, self.size, 1, bytes(values))

    def __enter__(self) -> Image:
        return self

    def __exit__(self, *_: object) -> None:
        """Its file is closed by whoever opened it."""


def new(mode: str, size: Sequence[int], color: int | Sequence[int] = 0) -> Image:
    """A picture of one colour."""
    made = Image(mode, size)
    filled = (0, 0, 0, 0) if color == 0 else ink(color)
    order(Order.NEW, made.number, *made.size, len(BANDS[mode]), *filled)
    return made


def frombytes(mode: str, size: Sequence[int], data: bytes) -> Image:
    """A picture of these pixels, row by row."""
    made = Image(mode, size)
    given(made.number, made.size, len(BANDS[mode]), data)
    return made


def open(file: BinaryIO, formats: Sequence[str] = ()) -> Image:
    """A picture that this page has kept. Raises OSError for any other."""
    return frombytes("RGB", *unpacked(file.read()))


def merge(mode: str, bands: Sequence[Image]) -> Image:
    """An RGB picture of three "L"."""
    made = Image(mode, bands[0].size)
    order(Order.MERGE, made.number, *[band.number for band in bands])
    return made


def blend(one: Image, other: Image, alpha: float) -> Image:
    """So much of the other one."""
    return one.made(Order.MIX, other.number, 0, alpha, 0)


def composite(one: Image, other: Image, mask: Image) -> Image:
    """One where the mask is, else the other."""
    made = other.copy()
    made.paste(one, (0, 0), mask)
    return made
