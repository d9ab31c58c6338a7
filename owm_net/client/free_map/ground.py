"""The ground of a map without cells in its frame, and the veil over what is not seen."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from PIL import Image, ImageFilter

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.free_map.chart import FreeChart
from owm_net.client.free_map.land import Land, Size
from owm_net.client.maps.chart import Point
from owm_net.client.maps.land import Part, cut, draw
from owm_net.client.scene.pen import Pen
from owm_net.client.scene.pictures import Pictures, face
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.widgets import BOARD as MAP

CELLS = 72
"""The veil is worked out for so many cells across a map, and as many down as it is high."""


def ground(pen: Pen, chart: FreeChart, land: Land, *, z: int = MAP) -> None:
    """Draw the visible part of it."""
    draw(pen, chart, land.face(chart.plane.turned), z=z)


# ------------------------------------------------------------------ what is seen


def seen_mask(size: Size, sees: Callable[[Point], bool]) -> str:
    """Return the visible cells of the map, row by row from the north-west: "1" and "0" as
    hexadecimal digits."""
    step = size[0] // CELLS
    bits = 0
    rows = size[1] // step
    for row in range(rows):
        for column in range(CELLS):
            point = column * step + step // 2, size[1] - row * step - step // 2
            bits = bits << 1 | sees(point)
    return f"{bits:0{CELLS * rows // 4}x}"


def veil(
    pen: Pen, chart: FreeChart, seen: SeenTable, whose: Hashable, sees: Callable[[Point], bool]
) -> None:
    """A shade over what is not seen, worked out once for each state. whose: who looks, from
    where."""
    mask = seen.cached(("veil", whose), lambda: seen_mask(chart.plane.size, sees))
    parameters = (("mask", mask), ("turned", chart.plane.turned), ("part", chart.part))
    pen.add("veil", "image", chart.shown, z=MAP + 20, art=ArtKey("free_map.veil", parameters))


@face("free_map.veil")
def _veil(
    pictures: Pictures, width: int, height: int, *, mask: str, turned: bool, part: Part
) -> Image.Image:
    shade = cut(_shade(mask, turned), part, width, height)
    image = Image.new("RGBA", (width, height), (14, 14, 20, 0))
    image.putalpha(shade)
    return image


@lru_cache(maxsize=8)
def _shade(mask: str, turned: bool) -> Image.Image:
    bits = f"{int(mask, 16):0{len(mask) * 4}b}"
    rows = len(bits) // CELLS
    cells = Image.frombytes("L", (CELLS, rows), bytes([0 if b == "1" else 150 for b in bits]))
    if turned:
        cells = cells.rotate(180)
    large = cells.resize((CELLS * 4, rows * 4), Image.Resampling.BICUBIC)
    return large.filter(ImageFilter.GaussianBlur(2.2))
