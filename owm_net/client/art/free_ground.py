"""A map seen from above, lit from the north-west, its edges exact: a sheet 720 units wide."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from PIL import Image

from owm_net.client.art import noise
from owm_net.client.art import scenery as land
from owm_net.client.art.free_lines import LINES
from owm_net.client.art.ink import LOW, TALL, Ink, Shadow
from owm_net.client.art.palette import Colour, shade
from owm_net.client.art.paths import along

SHEET = 720.0
Points = Sequence[tuple[float, float]]
Box = tuple[float, float, float, float]
Draw = Callable[[Ink, Points, random.Random, bool], None]

FLOOR = ((0, (112, 104, 88)), (0.5, (142, 132, 112)), (1, (170, 158, 134)))
MUD = ((0, (84, 68, 44)), (0.5, (112, 92, 62)), (1, (140, 118, 82)))
LITTER = ((0, (62, 72, 38)), (0.5, (82, 90, 48)), (1, (108, 110, 62)))
CONCRETE: Colour = (148, 146, 136)
RUST: Colour = (96, 66, 48)


def free_map(
    *,
    size: tuple[int, int],
    turned: bool,
    pieces: Sequence[tuple[str, bool, Sequence[tuple[int, int]]]],
    scale: float = 1.0,
) -> Image.Image:
    """The whole map. pieces: look, whether it is high, corners or points; of an unknown look
    only the edge is drawn."""
    ink = Ink(SHEET, SHEET * size[1] / size[0], scale)
    _ground(ink, f"{size[0]}{turned}{len(pieces)}")
    for number, (look, high, corners) in enumerate(pieces):
        points = [_on_sheet(p, size, turned) for p in corners]
        rng = random.Random(f"{look}{number}")
        if look in LINES:
            LINES[look](ink, points, rng)
            continue
        if look in LOOKS:
            LOOKS[look](ink, points, rng, high)
        _edge(ink, points, look)
    _grid(ink)
    return ink.out(4)


def _on_sheet(point: tuple[int, int], size: tuple[int, int], turned: bool) -> tuple[float, float]:
    unit = SHEET / size[0]
    x, y = point[0] * unit, (size[1] - point[1]) * unit
    return (SHEET - x, size[1] * unit - y) if turned else (x, y)


def _ground(ink: Ink, seed: str) -> None:
    paint = noise.cloud(ink.im.size, ink.k, seed, (150, 52, 16, 2))
    ink.im = noise.ramp(paint, land.MEADOW)
    ink.refresh()
    rng = random.Random(seed)
    for _ in range(900):
        x, y = rng.uniform(0, SHEET), rng.uniform(0, ink.height)
        for dx in (-1.2, 0, 1.2):
            ink.line([(x, y), (x + dx, y - 2.4 - rng.random())], (84, 96, 48, 120), 0.5)


def _grid(ink: Ink) -> None:
    """A faint line every sixth of the width, for the eye to measure by."""
    for n in range(1, 6):
        at = SHEET * n / 6
        ink.line([(at, 0), (at, ink.height)], (40, 36, 22, 34), 0.8)
        if at < ink.height:
            ink.line([(0, at), (SHEET, at)], (40, 36, 22, 34), 0.8)


def _edge(ink: Ink, points: Points, look: str) -> None:
    """Exactly where it ends: what can be measured must be seen."""
    if look not in ("hedge", "fence", "wall", "sandbags"):
        ink.line([*points, points[0]], (30, 26, 18, 120), 0.8)


# ------------------------------------------------------------------ helpers


def _box(points: Points) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _axis(points: Points) -> tuple[list[tuple[float, float]], float]:
    """The middle line of something long, and half its breadth."""
    x0, y0, x1, y1 = _box(points)
    wide, high = x1 - x0, y1 - y0
    half = min(wide, high) / 2
    if wide >= high:
        return [(x0 + half, (y0 + y1) / 2), (x1 - half, (y0 + y1) / 2)], half
    return [((x0 + x1) / 2, y0 + half), ((x0 + x1) / 2, y1 - half)], half


def _inside(points: Points, x: float, y: float) -> bool:
    """Return True if the point is in the figure."""
    inside = False
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside


def _fill(ink: Ink, points: Points, stops: noise.Stops, seed: object, opacity: int = 255) -> None:
    """Ground inside the figure, its edge sharp."""
    x0, y0, x1, y1 = _box(points)
    sheet = ink.patch(x0 - 1, y0 - 1, x1 + 1, y1 + 1)
    stencil = ink.patch(x0 - 1, y0 - 1, x1 + 1, y1 + 1, "L")
    stencil.poly(points, opacity)
    paint = noise.ramp(noise.cloud(sheet.im.size, sheet.k, seed, (22, 9, 3, 1)), stops)
    sheet.im = paint.convert("RGBA")
    sheet.im.putalpha(stencil.im)
    ink.stamp(sheet)


def _spread(points: Points, rng: random.Random, gap: float, inset: float) -> Points:
    """Points all over the figure, no nearer than `gap`, apart from its edge."""
    x0, y0, x1, y1 = _box(points)
    found: list[tuple[float, float]] = []
    for _ in range(int((x1 - x0) * (y1 - y0) / gap / gap * 6)):
        x, y = rng.uniform(x0 + inset, x1 - inset), rng.uniform(y0 + inset, y1 - inset)
        clear = all(math.hypot(x - a, y - b) > gap for a, b in found)
        if clear and _inside(points, x, y):
            found.append((x, y))
    return sorted(found, key=lambda p: p[1])


def _block(ink: Ink, points: Points, tone: Colour, shadow: Shadow) -> None:
    """A solid thing: its figure over a shadow, lit along the north-west."""
    x0, y0, x1, y1 = _box(points)
    sheet = ink.patch(x0 - 2, y0 - 2, x1 + 2, y1 + 2)
    sheet.poly(points, tone, shade(tone, 0.5), 1.2)
    ink.stamp(sheet, shadow)


# ------------------------------------------------------------------ what can be built


def _house(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    x0, y0, x1, y1 = _box(points)
    tones = land.SLATE if high else land.TILE
    land.house(ink, x0, y0, x1 - x0, y1 - y0, tones, rng, turned=y1 - y0 > x1 - x0)


def _hut(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    x0, y0, x1, y1 = _box(points)
    turned = y1 - y0 > x1 - x0
    land.house(ink, x0, y0, x1 - x0, y1 - y0, land.BROWN, rng, chimney=False, turned=turned)


def _bunker(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _block(ink, points, CONCRETE, TALL)
    x0, y0, x1, y1 = _box(points)
    _fill(ink, points, ((0, (128, 126, 116)), (1, (170, 168, 156))), rng.random(), 150)
    w, h = x1 - x0, y1 - y0
    ink.box(x0 + w * 0.12, y0 + h * 0.12, w * 0.76, h * 0.76, None, 3, (92, 90, 82), 1.2)
    ink.box(x0 + w * 0.3, y0 + 2, w * 0.4, 3, (34, 32, 28))
    ink.box(x0 + w * 0.3, y1 - 5, w * 0.4, 3, (34, 32, 28))


def _railcar(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _block(ink, points, (112, 60, 44), TALL)
    axis, half = _axis(points)
    for x, y, heading in along(axis, 5):
        dx, dy = -math.sin(heading) * half * 0.86, math.cos(heading) * half * 0.86
        ink.line([(x - dx, y - dy), (x + dx, y + dy)], (78, 42, 32), 0.8)
    ink.line(axis, (150, 90, 66), 1.6)


def _crates(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    x0, y0, x1, y1 = _box(points)
    _block(ink, points, (118, 92, 56), TALL)
    columns, rows = max(1, round((x1 - x0) / 11)), max(1, round((y1 - y0) / 11))
    w, h = (x1 - x0) / columns, (y1 - y0) / rows
    for i in range(columns):
        for j in range(rows):
            tone = shade((158, 126, 80), rng.uniform(0.82, 1.12))
            x, y = x0 + i * w, y0 + j * h
            ink.box(x + 0.5, y + 0.5, w - 1, h - 1, tone, 0.6, (82, 60, 34), 0.8)
            ink.line([(x + 1.5, y + 1.5), (x + w - 1.5, y + h - 1.5)], (104, 78, 46), 0.8)


def _hedge(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    axis, half = _axis(points)
    _fill(ink, points, ((0, (52, 60, 30)), (1, (72, 80, 42))), "hedge", 220)
    land.hedge(ink, axis, rng, half)


def _wall(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _block(ink, points, (96, 90, 78) if high else (124, 118, 102), TALL if high else LOW)
    axis, half = _axis(points)
    land.stones(ink, axis, rng, half * 0.9)
    if high:
        ink.line(axis, (206, 200, 184), half * 0.5)


def _sandbags(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    axis, half = _axis(points)
    _block(ink, points, (120, 104, 70), LOW)
    land.sandbags(ink, axis, rng, half / 3.2)


def _fence(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    axis, _ = _axis(points)
    x0, y0, x1, y1 = _box(points)
    sheet = ink.patch(x0 - 3, y0 - 3, x1 + 3, y1 + 3)
    for off in (-1.4, 1.4):
        sheet.line([(x + off * 0.4, y + off) for x, y in axis], (128, 98, 62), 1.2)
    for x, y, _ in along(axis, 9):
        sheet.dot(x, y, 2.2, (92, 68, 42), (52, 38, 24), 0.5)
    ink.stamp(sheet, LOW)


def _wreck(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    """A burnt-out vehicle."""
    ink.dot(*_middle(points), _axis(points)[1] * 2.3, (40, 34, 26, 90))
    _block(ink, points, RUST, TALL)
    axis, half = _axis(points)
    (ax, ay), (bx, by) = axis
    for sign in (-1, 1):
        dx, dy = (0, sign * half * 0.76) if ay == by else (sign * half * 0.76, 0)
        ink.line(
            [(ax - (half if ay == by else 0) + dx, ay + dy), (bx + dx, by + dy)], (52, 44, 36), 3
        )
    x, y = ax + (bx - ax) * 0.4, ay + (by - ay) * 0.4
    ink.line([(x, y), (bx + (bx - ax) * 0.16, by + (by - ay) * 0.16)], (40, 34, 28), 2.2)
    ink.dot(x, y, half * 0.62, (120, 84, 58), (48, 36, 26), 1.0)
    ink.dot(x - 1, y - 1, half * 0.3, (36, 30, 26))


def _middle(points: Points) -> tuple[float, float]:
    x0, y0, x1, y1 = _box(points)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _ruin(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    """Broken walls around a floor with rubble."""
    _fill(ink, points, FLOOR, rng.random(), 235)
    for x, y in _spread(points, rng, 13, 6):
        land.rubble(ink, rng, (x - 5, y - 4, x + 5, y + 4), 5)
    x0, y0, x1, y1 = _box(points)
    sheet = ink.patch(x0 - 4, y0 - 4, x1 + 5, y1 + 5)
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        far = math.hypot(bx - ax, by - ay)
        at = 0.0
        while at < far:
            piece = min(far - at, rng.uniform(10, 24))
            if rng.random() < 0.74:
                p = (ax + (bx - ax) * at / far, ay + (by - ay) * at / far)
                end = at + piece
                q = (ax + (bx - ax) * end / far, ay + (by - ay) * end / far)
                sheet.line([p, q], (74, 58, 48), 5.4)
                sheet.line([p, q], (150, 104, 82), 3.6)
                sheet.line(
                    [(p[0] - 0.6, p[1] - 0.6), (q[0] - 0.6, q[1] - 0.6)], (190, 148, 120), 1.2
                )
            at += piece + rng.uniform(0, 5)
    ink.stamp(sheet, TALL)


# ------------------------------------------------------------------ what grows or was dug


def _hill(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    """A step of a hill: lighter than what is below it, with a slope along its edge."""
    x0, y0, x1, y1 = _box(points)
    sheet = ink.patch(x0 - 2, y0 - 2, x1 + 2, y1 + 2)
    sheet.poly(points, (168, 158, 104, 255))
    ink.stamp(sheet, Shadow(5, 6, 5, 0.6))
    low: noise.Stops = ((0, (128, 130, 74)), (0.5, (152, 150, 92)), (1, (180, 172, 114)))
    top: noise.Stops = ((0, (154, 146, 92)), (0.5, (178, 166, 112)), (1, (204, 190, 138)))
    _fill(ink, points, top if high else low, f"hill{high}")
    cx, cy = _middle(points)
    ring = [*points, points[0]]
    for x, y, _ in along(ring, 5.5):
        dx, dy = cx - x, cy - y
        far = math.hypot(dx, dy) or 1.0
        reach = rng.uniform(5, 9)
        dark = (dx + dy) < 0
        ink.line(
            [(x, y), (x + dx / far * reach, y + dy / far * reach)],
            (66, 56, 30, 190 if dark else 100),
            0.9,
        )


def _woods(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _fill(ink, points, LITTER, rng.random(), 225)
    for n, (x, y) in enumerate(_spread(points, rng, 15, 7)):
        land.tree(ink, x, y, rng.uniform(6.5, 9.5), rng, land.TREES[n % 3])


def _thicket(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _fill(ink, points, LITTER, rng.random(), 200)
    for x, y in _spread(points, rng, 9, 5):
        land.tree(ink, x, y, rng.uniform(3.6, 5.2), rng, land.BUSH)


def _crops(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _fill(ink, points, ((0, (172, 150, 72)), (0.5, (196, 174, 92)), (1, (222, 202, 128))), "crops")
    x0, y0, x1, y1 = _box(points)
    y = y0 + 3
    while y < y1 - 1:
        row = [(x0 + 2 + (x1 - x0 - 4) * i / 24, y + math.sin(i + y) * 0.5) for i in range(25)]
        ink.line(row, (150, 126, 58), 1.3)
        ink.line([(a, b - 1.2) for a, b in row], (232, 214, 146), 0.6)
        y += 5


def _orchard(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    """Trees in rows."""
    _fill(ink, points, land.MEADOW, rng.random(), 150)
    x0, y0, x1, y1 = _box(points)
    across, down = max(1, round((x1 - x0) / 17)), max(1, round((y1 - y0) / 17))
    for row in range(down):
        for column in range(across):
            x = x0 + (x1 - x0) * (column + 0.5) / across
            y = y0 + (y1 - y0) * (row + 0.5) / down
            if _inside(points, x, y):
                land.tree(ink, x, y, 5.6, rng, land.TREES[1])


def _bridge(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    """Planks over water."""
    x0, y0, x1, y1 = _box(points)
    _block(ink, points, (150, 120, 78), LOW)
    x = x0 + 3
    while x < x1 - 1:
        ink.line([(x, y0 + 1), (x, y1 - 1)], (104, 80, 50), 0.8)
        x += 4
    for y in (y0 + 1, y1 - 1):
        ink.line([(x0, y), (x1, y)], (86, 64, 40), 2.0)


def _ford(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    """Shallow water over stones."""
    _fill(ink, points, ((0, (120, 146, 138)), (1, (176, 178, 150))), rng.random(), 210)
    for x, y in _spread(points, rng, 8, 3):
        ink.dot(x, y, rng.uniform(1.2, 2.2), (150, 146, 130), (90, 88, 76), 0.4)


def _rubble(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _fill(ink, points, FLOOR, rng.random(), 170)
    for x, y in _spread(points, rng, 9, 5):
        land.rubble(ink, rng, (x - 4, y - 4, x + 4, y + 4), 5)


def _wire(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    x0, y0, x1, y1 = _box(points)
    _fill(ink, points, MUD, rng.random(), 110)
    rows = max(2, round((y1 - y0) / 11))
    sheet = ink.patch(x0 - 2, y0 - 2, x1 + 2, y1 + 2)
    for j in range(rows):
        y = y0 + (j + 0.5) * (y1 - y0) / rows
        x = x0 + 3
        while x < x1 - 3:
            sheet.dot(x, y, 3.2, None, (58, 56, 54), 0.7)
            x += 3.6
    for j in range(rows + 1):
        y = y0 + 1.5 + j * (y1 - y0 - 3) / rows
        for i in range(int((x1 - x0) / 20) + 1):
            x = x0 + 2 + i * (x1 - x0 - 4) / max(1, int((x1 - x0) / 20))
            sheet.line([(x - 1.8, y - 1.8), (x + 1.8, y + 1.8)], (74, 54, 34), 1.2)
            sheet.line([(x - 1.8, y + 1.8), (x + 1.8, y - 1.8)], (74, 54, 34), 1.2)
    ink.stamp(sheet, LOW)


def _crater(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    x, y = _middle(points)
    x0, _, x1, _ = _box(points)
    r = (x1 - x0) / 2
    ink.dot(x, y, r * 1.12, (112, 92, 64, 110))
    _fill(ink, points, MUD, rng.random())
    for part, tone in ((0.8, (76, 60, 40)), (0.62, (60, 48, 32)), (0.4, (46, 38, 26))):
        off = r * (0.9 - part) * 0.14
        ink.dot(x - off, y - off, r * part, tone)
    ink.dot(x + r * 0.14, y + r * 0.18, r * 0.3, (72, 58, 40))


def _trench(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    x0, y0, x1, y1 = _box(points)
    ink.box(x0 - 3, y0 - 3, x1 - x0 + 6, y1 - y0 + 6, (140, 118, 80, 190), 3)
    _fill(ink, points, ((0, (58, 46, 30)), (1, (82, 66, 44))), rng.random())
    ink.line([(x0, y1), (x0, y0), (x1, y0)], (36, 28, 18), 2.0)
    axis, half = _axis(points)
    for x, y, heading in along(axis, 8):
        dx, dy = -math.sin(heading) * half * 0.6, math.cos(heading) * half * 0.6
        ink.line([(x - dx, y - dy), (x + dx, y + dy)], (120, 92, 58), 2.0)


def _wet(ink: Ink, points: Points, stops: noise.Stops, bank: Colour, depth: float) -> None:
    stencil = ink.layer("L")
    stencil.poly(points, 255)
    land.water(ink, stencil, "water", stops, bank, depth)


def _swamp(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _wet(ink, points, land.BOG, (104, 102, 60), 6)
    for x, y in _spread(points, rng, 14, 4):
        land.reeds(ink, x, y, rng)


def _water(ink: Ink, points: Points, rng: random.Random, high: bool) -> None:
    _wet(ink, points, land.WATER, (176, 160, 116), 10)


LOOKS: dict[str, Draw] = {
    "house": _house,
    "hut": _hut,
    "bunker": _bunker,
    "railcar": _railcar,
    "crates": _crates,
    "hedge": _hedge,
    "wall": _wall,
    "sandbags": _sandbags,
    "fence": _fence,
    "wreck": _wreck,
    "ruin": _ruin,
    "hill": _hill,
    "woods": _woods,
    "thicket": _thicket,
    "crops": _crops,
    "orchard": _orchard,
    "bridge": _bridge,
    "ford": _ford,
    "rubble": _rubble,
    "wire": _wire,
    "crater": _crater,
    "trench": _trench,
    "swamp": _swamp,
    "water": _water,
}
"""What can stand on a map, by its name."""
