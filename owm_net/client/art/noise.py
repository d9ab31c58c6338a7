"""Seeded texture: value noise, colour ramps, paper, grain, soft masks.

Sizes of cells are logical units and k is pixels per unit, so a texture shows the same
picture at every scale. Bytes come from `random.Random(seed)`: the same on every machine.
"""

import itertools
import math
import random
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from owm_net.client.art.material import material
from owm_net.client.art.palette import Colour

Stops = Sequence[tuple[float, Colour]]
Size = tuple[int, int]


def value_noise(
    size: Size, k: float, seed: object, cell: float, *, stretch: float = 1.0
) -> Image.Image:
    """Smooth grey noise; stretch > 1 draws it out sideways."""
    wide, high = cell * stretch * k, cell * k
    columns, rows = math.ceil(size[0] / wide) + 3, math.ceil(size[1] / high) + 3
    grid = Image.frombytes("L", (columns, rows), random.Random(str(seed)).randbytes(columns * rows))
    box = (1.0, 1.0, 1.0 + size[0] / wide, 1.0 + size[1] / high)
    return grid.resize(size, Image.Resampling.BICUBIC, box=box)


def cloud(
    size: Size, k: float, seed: object, cells: Sequence[float], stretch: float = 1.0
) -> Image.Image:
    """Octaves of value noise, coarse to fine, each weaker than the one before."""
    total = value_noise(size, k, f"{seed}/0", cells[0], stretch=stretch)
    for i, cell in enumerate(cells[1:], 1):
        octave = value_noise(size, k, f"{seed}/{i}", cell, stretch=stretch)
        total = Image.blend(total, octave, 1 / (i + 1.6))
    return total


def ramp(grey: Image.Image, stops: Stops) -> Image.Image:
    """Grey to colour through stops of (position 0..1, colour), positions rising."""
    tables: list[list[int]] = [[], [], []]
    for i in range(256):
        place = i / 255
        before, after = stops[0], stops[-1]
        for left, right in itertools.pairwise(stops):
            if left[0] <= place <= right[0]:
                before, after = left, right
                break
        span = (after[0] - before[0]) or 1.0
        part = min(1.0, max(0.0, (place - before[0]) / span))
        for channel in range(3):
            low, high = before[1][channel], after[1][channel]
            tables[channel].append(int(low + (high - low) * part))
    return Image.merge("RGB", [grey.point(table) for table in tables])


def soften(mask: Image.Image, radius: float) -> Image.Image:
    """Gaussian blur of a grey mask, computed small: cheap for wide radii."""
    step = max(1, min(8, int(radius / 2)))
    small = mask.resize(
        (max(1, mask.width // step), max(1, mask.height // step)), Image.Resampling.BOX
    )
    blurred = small.filter(ImageFilter.GaussianBlur(radius / step))
    return blurred.resize(mask.size, Image.Resampling.BILINEAR)


def shaded(picture: Image.Image, height: Image.Image, step: int, strength: float) -> Image.Image:
    """The picture as a relief of the height map, lit from the north-west."""
    before = ImageChops.offset(height, step, step)
    before.paste(height.crop((0, 0, height.width, step)), (0, 0))
    before.paste(height.crop((0, 0, step, height.height)), (0, 0))
    slope = ImageChops.subtract(height, before, scale=1 / strength, offset=128)
    slope = slope.filter(ImageFilter.GaussianBlur(step / 2))
    slope = slope.resize(picture.size, Image.Resampling.BICUBIC)
    return ImageChops.overlay(picture, Image.merge("RGB", (slope, slope, slope)))


PAPER_TONES: dict[str, Stops] = {
    "cream": ((0, (212, 197, 160)), (0.5, (232, 220, 190)), (1, (244, 235, 212))),
    "khaki": ((0, (92, 88, 58)), (0.5, (112, 107, 72)), (1, (128, 122, 84))),
    "slate": ((0, (44, 54, 60)), (0.5, (58, 70, 77)), (1, (72, 85, 92))),
    "felt": ((0, (38, 44, 33)), (0.5, (47, 53, 40)), (1, (56, 63, 48))),
    "canvas": ((0, (60, 58, 44)), (0.5, (74, 70, 53)), (1, (88, 84, 64))),
    "dark": ((0, (26, 25, 21)), (0.5, (33, 31, 26)), (1, (41, 38, 32))),
}


@material
def _paper(size: Size, k: float, seed: int, tone: str) -> Image.Image:
    return ramp(cloud(size, k, f"paper{seed}", (80, 32, 12, 1.2)), PAPER_TONES[tone])


def paper(size: Size, k: float, seed: int = 7, tone: str = "cream") -> Image.Image:
    """Return a sheet of old paper or cloth, a separate RGB picture."""
    return _paper(size, k, seed, tone).copy()


@material
def _grain(size: Size, k: float) -> Image.Image:
    grey = value_noise(size, k, "grain", 1.0).point([238 + i * 17 // 255 for i in range(256)])
    grain = Image.merge(
        "RGB",
        (
            grey,
            grey.point([int(i * 0.985) for i in range(256)]),
            grey.point([int(i * 0.94) for i in range(256)]),
        ),
    )
    edge = Image.new("L", (64, 64), 0)
    ImageDraw.Draw(edge).ellipse((-9, -9, 73, 73), fill=255)
    edge = edge.filter(ImageFilter.GaussianBlur(9)).resize(size, Image.Resampling.BICUBIC)
    edge = edge.point([255 - int((255 - i) * 0.42) for i in range(256)])
    return ImageChops.multiply(grain, Image.merge("RGB", (edge, edge, edge)))


def finished(picture: Image.Image, k: float) -> Image.Image:
    """The finishing pass of a landscape: warm grain and darker corners."""
    return ImageChops.multiply(picture, _grain(picture.size, k))
