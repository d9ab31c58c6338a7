"""Typefaces as FreeType lays them out letter by letter: whole pixels, no kerning."""

from __future__ import annotations

import functools
import io
import math
from enum import IntEnum

import page_pixels
from pyodide.ffi import to_js


class Layout(IntEnum):
    """Pillow's numbers."""

    BASIC = 0


class FreeTypeFont:
    """A typeface at a size in pixels."""

    def __init__(self, data: bytes, pixels: int) -> None:
        self.number, self.unit, self._caps = _opened(data)
        self.pixels = pixels
        self._up = pixels / self.unit
        if self._caps:
            exact = self._caps * pixels / self.unit
            high = math.ceil(exact - 0.01) if pixels < 23 else round(exact)
            self._up = high / self._caps

    def getlength(self, text: str) -> float:
        """Width of a line."""
        return float(sum(self._step(_extents(self.number, ord(c))[0]) for c in text))

    def _step(self, advance: float) -> int:
        """Pixels for an advance in the typeface's units: FreeType counts in 64ths, then rounds."""
        scale = ((self.pixels * 64 << 16) + self.unit // 2) // self.unit
        return ((int(advance) * scale + 0x8000 >> 16) + 32) >> 6

    def getbbox(self, text: str, anchor: str = "ls") -> tuple[int, int, int, int]:
        """The box of a line about its start on the baseline, y downwards."""
        x, left, top, right, bottom = 0, 0, 0, 0, 0
        for n, c in enumerate(text):
            advance, low_x, low_y, high_x, high_y = _extents(self.number, ord(c))
            across = self.pixels / self.unit
            y0, y1 = -math.ceil(high_y * self._up), -math.floor(low_y * self._up)
            top, bottom = (y0, y1) if n == 0 else (min(top, y0), max(bottom, y1))
            left = min(left, x + math.floor(low_x * across))
            right = max(right, x + math.ceil(high_x * across))
            x += self._step(advance)
        return left, top, max(x, right), bottom


def truetype(
    font: io.BytesIO, size: float = 10, layout_engine: Layout = Layout.BASIC
) -> FreeTypeFont:
    """A typeface from the bytes of its file."""
    return FreeTypeFont(font.read(), int(size))


@functools.cache
def _opened(data: bytes) -> tuple[int, int, int]:
    number = page_pixels.font(to_js(data))
    unit, caps = page_pixels.measures(number).to_py()
    return number, unit, caps


@functools.cache
def _extents(number: int, code: int) -> tuple[float, ...]:
    """Advance, left, low, right and top of a character, in the typeface's units, y upwards."""
    return tuple(page_pixels.extents(number, code).to_py())
