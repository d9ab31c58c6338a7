"""A map of squares seen from above: each space is drawn to its edge, so that one sees what it is.

A sheet has UNIT logical units for a space.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image

from owm_net.client.art import noise
from owm_net.client.art import scenery as land
from owm_net.client.art.free_ground import FLOOR, LOOKS
from owm_net.client.art.ink import TALL, Ink, Shadow
from owm_net.client.art.palette import Colour, shade

UNIT = 44.0
Spot = tuple[int, int]
Cells = Sequence[tuple[str, int, int]]
"""What lies on a space, its column and row; what lies above others comes later."""
Edges = Sequence[tuple[str, int, int, int, int]]
"""What lies on an edge, and its ends by the corners of spaces."""

BOARDS: noise.Stops = ((0, (110, 84, 56)), (0.5, (134, 104, 70)), (1, (156, 124, 86)))
FLAGS: noise.Stops = ((0, (124, 120, 110)), (0.5, (146, 142, 130)), (1, (168, 164, 150)))
CEMENT: noise.Stops = ((0, (96, 96, 92)), (0.5, (116, 116, 110)), (1, (136, 136, 128)))
FLOORS = {"wooden": BOARDS, "stone": FLAGS, "concrete": CEMENT}
"""Of buildings: who is inside is seen."""
WALLS: dict[str, Colour] = {
    "wooden": (74, 48, 28),
    "stone": (70, 66, 60),
    "concrete": (52, 52, 50),
}
OVER = {"water": ("footbridge", "ford")}
"""What is laid over it: it is seen beside that."""
SAME = {"forest": "forest_heart", "forest_heart": "forest"}
"""Ground that goes over into other ground."""


def grid_map(*, size: Spot, cells: Cells, edges: Edges, scale: float = 1.0) -> Image.Image:
    """The whole map. size: spaces across and down."""
    ink = Ink(UNIT * size[0], UNIT * size[1], scale)
    below = [look for flat in FLAT for look in (flat, *OVER.get(flat, ()))]
    ink.im = _flat(size, tuple([cell for cell in cells if cell[0] in below]), scale).copy()
    ink.refresh()
    there = {(look, x, y) for look, x, y in cells}
    for look, x, y in cells:
        if look in FLOORS:
            _floor(ink, look, x, y)
    for look, x, y in cells:
        if look in HIGH:
            HIGH[look](ink, x, y, random.Random(f"{look}{x}.{y}"), there)
    for look, *ends in edges:
        EDGES[look.partition(" ")[0]](ink, look, tuple(UNIT * end for end in ends))
    return ink.out(4)


@lru_cache(maxsize=1)
def _flat(size: Spot, cells: Cells, scale: float) -> Image.Image:
    """What lies below all that stands: most of the work, and the same while pieces of terrain are
    laid, or wrecks and ruins come. Read only."""
    ink = Ink(UNIT * size[0], UNIT * size[1], scale)
    paint = noise.cloud(ink.im.size, ink.k, "heroes", (130, 44, 14, 2))
    ink.im = noise.ramp(paint, land.MEADOW)
    ink.refresh()
    for look, draw in FLAT.items():
        wet = [(x, y) for kind, x, y in cells if kind in (look, *OVER.get(look, ()))]
        if wet:
            draw(ink, wet)
    _lines(ink, size)
    return ink.im


def _square(x: int, y: int, inset: float = 0.0) -> list[tuple[float, float]]:
    x0, y0 = UNIT * x + inset, UNIT * y + inset
    x1, y1 = UNIT * (x + 1) - inset, UNIT * (y + 1) - inset
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _near(ink: Ink, x: int, y: int) -> Ink:
    """A sheet for what stands on a space, and its shadow."""
    return ink.patch(UNIT * x - 12, UNIT * y - 12, UNIT * (x + 1) + 12, UNIT * (y + 1) + 12)


def _lines(ink: Ink, size: Spot) -> None:
    """The edges of spaces, to be counted."""
    for n in range(1, size[0]):
        ink.line([(UNIT * n, 0), (UNIT * n, ink.height)], (36, 32, 18, 96), 0.8)
    for n in range(1, size[1]):
        ink.line([(0, UNIT * n), (ink.width, UNIT * n)], (36, 32, 18, 96), 0.8)


# ------------------------------------------------------------------ what is flat


def _stencil(ink: Ink, spots: Sequence[Spot]) -> Ink:
    stencil = ink.layer("L")
    for x, y in spots:
        stencil.poly(_square(x, y), 255)
    return stencil


def _glazed(ink: Ink, spots: Sequence[Spot], stops: noise.Stops, opacity: int = 255) -> None:
    """Ground of these spaces, its edge sharp."""
    stencil = _stencil(ink, spots).im.point([i * opacity // 255 for i in range(256)])
    ink.glaze(noise.ramp(noise.cloud(ink.im.size, ink.k, "flat", (20, 8, 3, 1)), stops), stencil)


def _water(ink: Ink, spots: Sequence[Spot]) -> None:
    land.water(ink, _stencil(ink, spots), "water", land.WATER, (176, 160, 116), 9)


def _marsh(ink: Ink, spots: Sequence[Spot]) -> None:
    land.water(ink, _stencil(ink, spots), "marsh", land.BOG, (104, 102, 60), 5)
    for x, y in spots:
        rng = random.Random(f"marsh{x}.{y}")
        for _ in range(7):
            at = UNIT * (x + rng.uniform(0.15, 0.85)), UNIT * (y + rng.uniform(0.2, 0.9))
            land.reeds(ink, *at, rng)


def _road(ink: Ink, spots: Sequence[Spot]) -> None:
    _glazed(ink, spots, ((0, (150, 128, 92)), (0.5, (176, 154, 114)), (1, (198, 178, 138))))
    rng = random.Random("road")
    for x, y in spots:
        for _ in range(26):
            at = UNIT * (x + rng.random()), UNIT * (y + rng.random())
            ink.dot(*at, rng.uniform(0.5, 1.1), (132, 112, 82, 150))


def _bridge(ink: Ink, spots: Sequence[Spot]) -> None:
    for x, y in spots:
        LOOKS["bridge"](ink, _square(x, y, 1), random.Random("bridge"), False)


FLAT: dict[str, Callable[[Ink, Sequence[Spot]], None]] = {
    "water": _water,
    "marsh": _marsh,
    "road": _road,
    "bridge": _bridge,
}
"""What lies below the lines of the map, all spaces of a kind at once."""

# ------------------------------------------------------------------ what stands


There = set[tuple[str, int, int]]


def _beside(there: There, look: str, x: int, y: int) -> list[tuple[int, int]]:
    looks = (look, SAME.get(look, look))
    ways = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return [way for way in ways if any((one, x + way[0], y + way[1]) in there for one in looks)]


def _hedgerow(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
    """A bank of earth and bushes higher than a man, that goes on into the next ones."""
    cx, cy = UNIT * (x + 0.5), UNIT * (y + 0.5)
    sheet = ink.patch(UNIT * x, UNIT * y, UNIT * (x + 1), UNIT * (y + 1))
    sheet.poly(_square(x, y), (84, 78, 44, 150))
    ink.stamp(sheet)
    ways = _beside(there, "hedgerow", x, y)
    ends = [(cx + UNIT * dx / 2, cy + UNIT * dy / 2) for dx, dy in ways]
    reach = UNIT * 0.3
    if len(ends) < 2:
        ends += [(cx - reach, cy), (cx + reach, cy)] if not ends else [(2 * cx - ends[0][0], cy)]
    bank = _near(ink, x, y)
    for end in ends:
        bank.stroke([(cx, cy), end], (96, 76, 46), 21)
    for end in ends:
        bank.stroke([(cx, cy), end], (58, 60, 30), 16)
    ink.stamp(bank, Shadow(2.4, 3, 1.6, 0.5))
    for end in ends:
        land.hedge(ink, [(cx, cy), end], rng, 8.5)


def _woods(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
    dense = ("forest_heart", x, y) in there
    sheet = ink.patch(UNIT * x, UNIT * y, UNIT * (x + 1), UNIT * (y + 1))
    sheet.poly(_square(x, y), (46, 56, 28, 215) if dense else (74, 82, 44, 190))
    ink.stamp(sheet)
    spots = ((0.22, 0.24), (0.74, 0.2), (0.48, 0.5), (0.2, 0.76), (0.78, 0.74))
    more = ((0.5, 0.16), (0.16, 0.5), (0.84, 0.47), (0.5, 0.84)) if dense else ()
    for n, (dx, dy) in enumerate((*more, *spots) if dense else spots[:5]):
        at = UNIT * (x + dx), UNIT * (y + dy)
        size = rng.uniform(8, 10) if dense else rng.uniform(5.4, 7.4)
        land.tree(ink, *at, size, rng, land.DEEP if dense else land.TREES[n % 3])


def _thicket(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
    sheet = ink.patch(UNIT * x, UNIT * y, UNIT * (x + 1), UNIT * (y + 1))
    sheet.poly(_square(x, y, 2), (92, 92, 46, 170))
    ink.stamp(sheet)
    for dx, dy in ((0.25, 0.3), (0.7, 0.24), (0.48, 0.54), (0.24, 0.78), (0.76, 0.74)):
        at = UNIT * (x + dx), UNIT * (y + dy)
        land.tree(ink, *at, rng.uniform(4.4, 5.8), rng, land.BUSH)


def _position(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
    """A pit with sandbags all round."""
    look = "position" if ("position", x, y) in there else "long_position"
    ways = _beside(there, look, x, y) if look == "long_position" else []
    sheet = _near(ink, x, y)
    sheet.poly(_square(x, y, 7), (74, 58, 38), (50, 40, 26), 1)
    ink.stamp(sheet, Shadow(0.6, 0.8, 1, 0.5))
    a, b, c, d = _square(x, y, 5)
    for way, line in (((0, -1), (a, b)), ((1, 0), (b, c)), ((0, 1), (d, c)), ((-1, 0), (a, d))):
        if way not in ways:
            land.sandbags(ink, line, rng, 1.0)


def _passage(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
    """A way that a tank has broken through a hedgerow."""
    sheet = _near(ink, x, y)
    sheet.poly(_square(x, y, 4), (134, 110, 72, 245), (84, 66, 40), 1)
    for at in (0.32, 0.62):
        line = [(UNIT * (x + at), UNIT * y + 5), (UNIT * (x + at), UNIT * (y + 1) - 5)]
        sheet.line(line, (96, 76, 48), 4)
    ink.stamp(sheet)


def _look(name: str, inset: float) -> Callable[..., None]:
    def draw(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
        LOOKS[name](ink, _square(x, y, inset), rng, False)

    return draw


def _ruins(ink: Ink, x: int, y: int, rng: random.Random, there: There) -> None:
    sheet = ink.patch(UNIT * x, UNIT * y, UNIT * (x + 1), UNIT * (y + 1))
    paint = noise.ramp(noise.cloud(sheet.im.size, sheet.k, f"{x}{y}", (22, 9, 3, 1)), FLOOR)
    sheet.im = paint.convert("RGBA")
    ink.stamp(sheet)
    for dx, dy in ((0.25, 0.3), (0.7, 0.26), (0.45, 0.6), (0.74, 0.76), (0.22, 0.8)):
        cx, cy = UNIT * (x + dx), UNIT * (y + dy)
        land.rubble(ink, rng, (cx - 7, cy - 6, cx + 7, cy + 6), 6)


HIGH: dict[str, Callable[[Ink, int, int, random.Random, There], None]] = {
    "hedgerow": _hedgerow,
    "forest": _woods,
    "forest_heart": _woods,
    "passage": _passage,
    "thicket": _thicket,
    "position": _position,
    "long_position": _position,
    "ruins": _ruins,
    "footbridge": _look("bridge", 6),
    "ford": _look("ford", 0),
    "light_wreck": _look("wreck", 9),
    "heavy_wreck": _look("wreck", 4),
}
"""What stands on a space, space by space."""


def _floor(ink: Ink, look: str, x: int, y: int) -> None:
    sheet = ink.patch(UNIT * x, UNIT * y, UNIT * (x + 1), UNIT * (y + 1))
    paint = noise.cloud(sheet.im.size, sheet.k, f"floor{x}.{y}", (20, 6, 2))
    sheet.im = noise.ramp(paint, FLOORS[look]).convert("RGBA")
    sheet.refresh()
    tone = shade(WALLS[look], 1.15)
    step = UNIT / (5 if look == "wooden" else 3)
    for n in range(1, 5 if look == "wooden" else 3):
        at = UNIT * y + step * n
        sheet.line([(UNIT * x, at), (UNIT * (x + 1), at)], (*tone, 110), 0.7)
        if look != "wooden":
            at = UNIT * x + step * n
            sheet.line([(at, UNIT * y), (at, UNIT * (y + 1))], (*tone, 110), 0.7)
    sheet.poly(_square(x, y), None, (*tone, 150), 0.6)
    ink.stamp(sheet)


# ------------------------------------------------------------------ what lies on edges


Ends = tuple[float, ...]


def _part(ends: Ends, start: float, end: float) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = ends
    return [(x0 + (x1 - x0) * at, y0 + (y1 - y0) * at) for at in (start, end)]


def _solid(ink: Ink, line: list[tuple[float, float]], tone: Colour, wide: float) -> None:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    sheet = ink.patch(min(xs) - 9, min(ys) - 9, max(xs) + 12, max(ys) + 12)
    sheet.line(line, shade(tone, 0.5), wide + 1.6)
    sheet.line(line, tone, wide)
    sheet.line([(x - 0.7, y - 0.7) for x, y in line], shade(tone, 1.5), 1.2)
    ink.stamp(sheet, TALL)


def _wall(ink: Ink, look: str, ends: Ends) -> None:
    tone = WALLS.get(look.partition(" ")[2], WALLS["stone"])
    _solid(ink, _part(ends, -0.04, 1.04), tone, 5.0)


def _window(ink: Ink, look: str, ends: Ends) -> None:
    """A wall with a pane in its midst."""
    _wall(ink, look, ends)
    ink.line(_part(ends, 0.22, 0.78), (24, 28, 32), 6.6)
    ink.line(_part(ends, 0.25, 0.75), (168, 214, 236), 4.2)
    ink.line(_part(ends, 0.48, 0.52), (24, 28, 32), 6.6)


def _door(ink: Ink, look: str, ends: Ends) -> None:
    """A gap with a threshold, and the leaf that stands open."""
    wall = f"wall {look.partition(' ')[2]}"
    x0, y0, x1, y1 = ends
    for start, end in ((-0.04, 0.2), (0.8, 1.04)):
        tone = WALLS.get(wall.partition(" ")[2], WALLS["stone"])
        _solid(ink, _part(ends, start, end), tone, 5.0)
    ink.line(_part(ends, 0.2, 0.8), (206, 164, 96), 4.0)
    ink.line(_part(ends, 0.2, 0.8), (250, 220, 150), 1.4)
    dx, dy = (x1 - x0) * 0.3, (y1 - y0) * 0.3
    hinge = _part(ends, 0.2, 0.2)[0]
    ink.line([hinge, (hinge[0] + dx + dy, hinge[1] + dy + dx)], (110, 66, 30), 2.6)


def _low(ink: Ink, look: str, ends: Ends) -> None:
    ink.line(_part(ends, 0, 1), (92, 88, 78), 5)
    land.stones(ink, _part(ends, 0, 1), random.Random(str(ends)), 2.2)


EDGES: dict[str, Callable[[Ink, str, Ends], None]] = {
    "wall": _wall,
    "window": _window,
    "door": _door,
    "low": _low,
}
