"""The six-sided die that several games roll."""

from __future__ import annotations

from PIL import Image

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, INK, Colour, shade

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def pip_die(value: int, *, second: bool = False, scale: float = 1.0) -> Image.Image:
    """A six-sided die, 96 x 96: the first is red, the second cream with a double rim."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    fill: Colour = (240, 230, 204) if second else (172, 44, 34)
    pip: Colour = INK if second else CREAM
    sheet.box(10, 10, 76, 76, fill, 15, INK, 3)
    if second:
        sheet.box(16, 16, 64, 64, None, 11, (150, 132, 92), 2.6)
    else:
        sheet.box(14, 14, 68, 34, shade(fill, 1.12), 12)
        sheet.box(14, 30, 68, 52, fill, 10)
    for dx, dy in _PIPS.get(value, ()):
        sheet.dot(48 + dx * 20, 48 + dy * 20, 8, pip)
    ink.stamp(sheet, Shadow(1.5, 3, 2.4, 0.6))
    return ink.out()
