"""Things on the ground, seen from above and lit from the north-west."""

import math
import random
from collections.abc import Sequence

from PIL import Image

from owm_net.client.art import noise
from owm_net.client.art.ink import LOW, TALL, Ink, Shadow
from owm_net.client.art.noise import Stops
from owm_net.client.art.palette import Colour, alpha, shade
from owm_net.client.art.paths import Points, along, beside, blob, placed

GRASS: Stops = (
    (0, (88, 100, 54)),
    (0.35, (112, 122, 66)),
    (0.62, (138, 142, 80)),
    (1, (172, 166, 104)),
)
MEADOW: Stops = (
    (0, (98, 112, 56)),
    (0.4, (126, 138, 72)),
    (0.7, (152, 158, 88)),
    (1, (180, 178, 112)),
)
EARTH: Stops = (
    (0, (104, 84, 56)),
    (0.4, (132, 110, 76)),
    (0.7, (156, 134, 96)),
    (1, (184, 164, 124)),
)
STONE: Stops = (
    (0, (92, 90, 82)),
    (0.4, (122, 120, 108)),
    (0.7, (150, 146, 132)),
    (1, (182, 176, 160)),
)
COBBLE: Stops = ((0, (116, 106, 88)), (0.5, (148, 136, 114)), (1, (180, 168, 142)))

SUMMER = ((46, 60, 28), (72, 86, 38), (104, 114, 54), (150, 154, 84))
DEEP = ((38, 56, 34), (56, 78, 42), (82, 104, 54), (128, 142, 78))
BLUISH = ((30, 52, 40), (44, 72, 50), (66, 96, 62), (104, 132, 84))
BUSH = ((44, 58, 30), (62, 78, 38), (88, 102, 50), (124, 134, 70))
TREES: tuple[tuple[Colour, ...], ...] = (DEEP, SUMMER, BLUISH)

TILE = ((118, 58, 42), (158, 82, 58), (104, 48, 36))
SLATE = ((80, 82, 86), (118, 120, 124), (70, 72, 76))
BROWN = ((108, 76, 52), (146, 106, 74), (94, 64, 44))


def ground(ink: Ink, seed: object, stops: Stops = GRASS) -> None:
    """Covers the sheet with mottled ground."""
    ink.im = noise.ramp(noise.cloud(ink.im.size, ink.k, seed, (48, 20, 7, 1.4)), stops)
    ink.refresh()


def patch_of_ground(
    ink: Ink, outline: Points, seed: object, stops: Stops, soft: float = 1.2
) -> None:
    """Another ground inside an outline, its edge soft."""
    stencil = ink.layer("L")
    stencil.poly(outline, 255)
    paint = noise.ramp(noise.cloud(ink.im.size, ink.k, seed, (30, 12, 4, 1.2)), stops)
    ink.glaze(paint, noise.soften(stencil.im, soft * ink.k))


def tufts(ink: Ink, rng: random.Random, count: int, colour: Colour = (84, 96, 48, 150)) -> None:
    """Little tufts of grass everywhere."""
    for _ in range(count):
        x, y = rng.uniform(0, ink.width), rng.uniform(0, ink.height)
        for dx in (-1.2, 0, 1.2):
            ink.line([(x, y), (x + dx, y - 2.6 - rng.random())], colour, 0.45)


def crown(
    sheet: Ink, x: float, y: float, r: float, rng: random.Random, tones: Sequence[Colour]
) -> None:
    """One tree top: dark skirt, middle lobes, lit lobes towards the north-west."""
    northwest = math.pi * 1.25
    for i in range(11):
        a = i / 11 * math.tau + rng.random() * 0.4
        size = r * (0.52 + 0.14 * rng.random()) * 0.82
        sheet.dot(x + math.cos(a) * r * 0.62, y + math.sin(a) * r * 0.62, size, tones[0])
    for _ in range(9):
        a, d = rng.random() * math.tau, r * 0.5 * math.sqrt(rng.random())
        sheet.dot(
            x + math.cos(a) * d - r * 0.07,
            y + math.sin(a) * d - r * 0.07,
            r * (0.34 + 0.12 * rng.random()),
            tones[1],
        )
    for spread, near, far, size, more, tone in (
        (2.0, 0.15, 0.45, 0.15, 0.11, 2),
        (1.5, 0.3, 0.4, 0.05, 0.05, 3),
    ):
        for _ in range(8):
            a = northwest + (rng.random() - 0.5) * spread
            d = r * (near + far * rng.random())
            sheet.dot(
                x + math.cos(a) * d,
                y + math.sin(a) * d,
                r * (size + more * rng.random()),
                tones[tone],
            )


def tree(
    ink: Ink, x: float, y: float, r: float, rng: random.Random, tones: Sequence[Colour] = SUMMER
) -> None:
    """A tree with its shadow."""
    sheet = ink.patch(x - r * 1.4, y - r * 1.4, x + r * 1.6, y + r * 1.6)
    crown(sheet, x, y, r, rng, tones)
    ink.stamp(sheet, Shadow(r * 0.2, r * 0.26, 1.6 + r * 0.04, 0.6))


def scatter(
    rng: random.Random,
    count: int,
    small: float,
    large: float,
    keep: float = 0.8,
    area: tuple[float, float, float, float] = (4, 26, 236, 234),
) -> list[tuple[float, float, float]]:
    """Places (x, y, r) that do not crowd each other, from north to south."""
    chosen: list[tuple[float, float, float]] = []
    for _ in range(count * 30):
        if len(chosen) == count:
            break
        r = rng.uniform(small, large)
        x, y = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        if all(math.dist((x, y), (a, b)) > (r + c) * keep for a, b, c in chosen):
            chosen.append((x, y, r))
    return sorted(chosen, key=lambda place: place[1])


def hedge(ink: Ink, points: Points, rng: random.Random, r: float = 5) -> None:
    """A row of bushes along a line."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    far = r * 2
    sheet = ink.patch(min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far)
    for x, y, _ in along(points, r * 0.95):
        crown(
            sheet,
            x + rng.uniform(-1, 1),
            y + rng.uniform(-1, 1),
            r * rng.uniform(0.8, 1.2),
            rng,
            BUSH,
        )
    ink.stamp(sheet, Shadow(2, 2.4, 1.6, 0.55))


def road(
    ink: Ink, points: Points, width: float, *, tone: Colour = (182, 160, 118), ruts: bool = True
) -> None:
    """An earth road along a line, with wheel tracks."""
    sheet = ink.layer()
    sheet.line(points, shade(tone, 0.82), width)
    sheet.line(points, tone, width * 0.84)
    if ruts:
        for off in (-0.2, 0.2):
            sheet.line(beside(points, off * width), shade(tone, 0.8), width * 0.11)
        sheet.line(points, shade(tone, 0.93), width * 0.12)
    ink.stamp(sheet, Shadow(0, 0, 1.4, 0.4))


def house(
    ink: Ink,
    x: float,
    y: float,
    w: float,
    h: float,
    tones: Sequence[Colour],
    rng: random.Random,
    *,
    chimney: bool = True,
    turned: bool = False,
) -> None:
    """A roof with a ridge from west to east (or north to south if turned)."""
    sheet = ink.patch(x - 3, y - 3, x + w + 10, y + h + 11)
    dark, light, joint = tones

    def at(u: float, v: float) -> tuple[float, float]:
        return (x + v * w, y + u * h) if turned else (x + u * w, y + v * h)

    long, deep = (h, w) if turned else (w, h)
    sheet.poly([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], dark)
    sheet.poly([at(0, 0), at(1, 0), at(1, 0.5), at(0, 0.5)], light)
    rows = max(4, int(deep / 3.2))
    for i in range(rows):
        v0, v1 = i / rows, (i + 1) / rows
        sheet.line([at(0, v0), at(1, v0)], joint, 0.45)
        for j in range(int(long / 4)):
            u = (j * 4 + (2 if i % 2 else 0) + 0.6) / long
            if rng.random() < 0.09:
                tone = shade(light if v0 < 0.5 else dark, rng.choice((0.86, 1.16)))
                sheet.poly(
                    [at(u, v0), at(u + 3.6 / long, v0), at(u + 3.6 / long, v1), at(u, v1)], tone
                )
            sheet.line([at(u, v0), at(u, v1)], joint, 0.3)
    sheet.line([at(0, 0.5), at(1, 0.5)], shade(dark, 0.6), 1.2)
    lift = 0.9 / deep
    sheet.line([at(0, 0.5 - lift), at(1, 0.5 - lift)], shade(light, 1.28), 0.7)
    sheet.poly([at(0, 0), at(1, 0), at(1, 1), at(0, 1)], None, (52, 30, 22), 0.8)
    if chimney:
        cx, cy = at(0.74, 0.34)
        sheet.box(cx - 3, cy - 3, 6, 6, (112, 82, 66), 0.5, (40, 28, 22), 0.6)
        sheet.box(cx - 1.4, cy - 1.4, 2.8, 2.8, (30, 24, 20))
    ink.stamp(sheet, TALL)


def stones(ink: Ink, points: Points, rng: random.Random, r: float = 2.0) -> None:
    """A dry stone wall."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    sheet = ink.patch(min(xs) - 5, min(ys) - 5, max(xs) + 6, max(ys) + 6)
    for x, y, _ in along(points, r * 1.5):
        grey = rng.randint(128, 176)
        sheet.dot(
            x + rng.uniform(-0.4, 0.4),
            y + rng.uniform(-0.4, 0.4),
            r * rng.uniform(0.8, 1.15),
            (grey, grey - 6, grey - 18),
            (70, 66, 58),
            0.4,
        )
    ink.stamp(sheet, Shadow(1.4, 1.8, 1.0, 0.55))


def boulder(ink: Ink, x: float, y: float, r: float, rng: random.Random) -> None:
    """A rock with lit and dark faces."""
    sheet = ink.patch(x - r * 1.5, y - r * 1.5, x + r * 1.7, y + r * 1.7)
    grey = rng.randint(126, 160)
    tone: Colour = (grey, grey - 5, grey - 18)
    rim = blob(x, y, r, r * 0.86, rng, 8, 0.16, 2)
    sheet.poly(rim, shade(tone, 0.66))
    top = [(x - r * 0.1 + (px - x) * 0.78, y - r * 0.12 + (py - y) * 0.76) for px, py in rim]
    sheet.poly(top, tone)
    lit = [(x - r * 0.26 + (px - x) * 0.42, y - r * 0.3 + (py - y) * 0.4) for px, py in rim]
    sheet.poly(lit, shade(tone, 1.2))
    crack = [(x - r * 0.3, y + r * 0.1), (x, y + r * 0.2), (x + r * 0.4, y + r * 0.56)]
    sheet.line(crack, shade(tone, 0.6), max(0.4, r * 0.06))
    ink.stamp(sheet, Shadow(r * 0.16, r * 0.22, 1.2, 0.6))


def furrows(
    ink: Ink,
    x: float,
    y: float,
    w: float,
    h: float,
    tones: Sequence[Colour],
    rng: random.Random,
    *,
    step: float = 5,
    turn: float = 0.0,
) -> None:
    """A worked field: base, furrow and ridge tones; turned about its middle."""
    sheet = ink.patch(x - w * 0.2 - 4, y - h * 0.2 - 4, x + w * 1.2 + 4, y + h * 1.2 + 4)
    cx, cy = x + w / 2, y + h / 2

    def at(u: float, v: float) -> tuple[float, float]:
        return placed([(u - w / 2, v - h / 2)], cx, cy, 1, turn)[0]

    sheet.poly([at(0, 0), at(w, 0), at(w, h), at(0, h)], tones[0])
    for i in range(int(h / step)):
        v = i * step + step / 2
        wave = [at(u, v + math.sin(i + u / 19) * 0.4) for u in _steps(1.5, w - 1.5, 6)]
        sheet.line(wave, shade(tones[1], rng.uniform(0.95, 1.05)), step * 0.42)
        sheet.line([(a, b - step * 0.26) for a, b in wave], tones[2], step * 0.13)
    ink.stamp(sheet, Shadow(0, 0.6, 0.8, 0.35))


def _steps(first: float, last: float, count: int) -> list[float]:
    return [first + (last - first) * i / count for i in range(count + 1)]


WATER: Stops = (
    (0, (118, 136, 112)),
    (0.45, (104, 134, 122)),
    (0.62, (74, 112, 114)),
    (0.85, (50, 86, 98)),
    (1, (42, 74, 90)),
)
BOG: Stops = ((0, (96, 104, 66)), (0.5, (84, 100, 74)), (0.75, (60, 82, 72)), (1, (48, 68, 66)))


def water(
    ink: Ink,
    stencil: Ink,
    seed: object,
    stops: Stops = WATER,
    bank: Colour = (176, 160, 116),
    depth: float = 9,
) -> None:
    """Water where the stencil is white: a bank, shallows, depths and ripples."""
    mask = stencil.im
    shore = noise.soften(mask, 3.2 * ink.k).point([min(255, i * 3) for i in range(256)])
    ink.glaze(bank, shore.point([i * 7 // 10 for i in range(256)]))
    wet = noise.soften(mask, 1.4 * ink.k).point([min(255, i * 2) for i in range(256)])
    ink.glaze(shade(bank, 0.7), wet)
    deep = noise.soften(mask, depth * ink.k).point([max(0, i * 2 - 255) for i in range(256)])
    ripple = noise.cloud(mask.size, ink.k, seed, (14, 5, 2.2), stretch=2.6)
    ink.glaze(noise.ramp(Image.blend(deep, ripple, 0.3), stops), mask)
    glint = ripple.point([255 if i > 178 else max(0, i - 158) * 12 for i in range(256)])
    ink.glaze(
        (206, 220, 210),
        Image.composite(
            glint.point([i * 3 // 10 for i in range(256)]), Image.new("L", mask.size), mask
        ),
    )


def reeds(
    ink: Ink, x: float, y: float, rng: random.Random, colour: Colour = (120, 122, 60)
) -> None:
    """A clump of reeds."""
    for _ in range(6):
        dx = rng.uniform(-3, 3)
        tip = (x + dx * 1.5 + rng.uniform(-1, 1), y - rng.uniform(4, 8))
        ink.line([(x + dx * 0.6, y), tip], shade(colour, rng.uniform(0.7, 1.25)), 0.8)
        if rng.random() < 0.3:
            ink.line([tip, (tip[0], tip[1] + 2.4)], (92, 62, 34), 1.4)


def track(ink: Ink, points: Points, *, ballast: bool = True) -> None:
    """A railway: ballast, sleepers, two rails."""
    sheet = ink.layer()
    if ballast:
        sheet.line(points, (112, 104, 92), 30)
        sheet.line(points, (142, 132, 116), 25)
        for i, (x, y, _) in enumerate(along(points, 1.7)):
            off = ((i * 7919) % 23 - 11) * 1.05
            sheet.dot(
                x + off * 0.9,
                y + ((i * 104729) % 7 - 3) * 0.5,
                0.7,
                (104, 96, 84) if i % 2 else (172, 162, 144),
            )
    for x, y, heading in along(points, 6.4):
        beam = placed([(-1.7, -10.5), (1.7, -10.5), (1.7, 10.5), (-1.7, 10.5)], x, y, 1, heading)
        sheet.poly(beam, (78, 56, 38), (52, 36, 26), 0.4)
    for off in (-6, 6):
        rail = beside(points, off)
        sheet.line([(x + 0.8, y + 1.0) for x, y in rail], alpha((30, 26, 22), 255), 2.0)
        sheet.line(rail, (112, 112, 116), 2.0)
        sheet.line([(x - 0.3, y - 0.3) for x, y in rail], (206, 206, 204), 0.7)
    ink.stamp(sheet, Shadow(0.8, 1.0, 1.4, 0.4))


def crater(ink: Ink, x: float, y: float, r: float, rng: random.Random) -> None:
    """A shell hole, seen from above."""
    ink.poly(blob(x, y, r * 1.5, r * 1.4, rng, 10, 0.25), (112, 92, 64, 150))
    ink.poly(blob(x, y, r, r * 0.94, rng), (88, 70, 48, 255))
    ink.poly(blob(x - r * 0.1, y - r * 0.12, r * 0.76, r * 0.7, rng), (52, 42, 30, 255))
    ink.poly(blob(x + r * 0.16, y + r * 0.2, r * 0.46, r * 0.4, rng), (84, 68, 48, 255))


def sandbags(ink: Ink, points: Points, rng: random.Random, size: float = 1.0) -> None:
    """A row of sandbags along a line."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    sheet = ink.patch(min(xs) - 8, min(ys) - 8, max(xs) + 8, max(ys) + 8)
    bag = blob(0, 0, 3.6, 2.2, random.Random("bag"), 8, 0.08, 3)
    for x, y, heading in along(points, 6.2 * size):
        tone = shade((176, 156, 112), rng.uniform(0.88, 1.1))
        sheet.poly(placed(bag, x, y, size, heading), tone, (92, 76, 50), 0.5)
        sheet.line(placed([(-2.2, -0.8), (1.6, -0.8)], x, y, size, heading), shade(tone, 1.16), 0.6)
    ink.stamp(sheet, Shadow(1.6, 2.0, 1.0, 0.6))


def rubble(
    ink: Ink, rng: random.Random, area: tuple[float, float, float, float], count: int
) -> None:
    """Broken bricks and stones in a box (x0, y0, x1, y1)."""
    sheet = ink.patch(area[0] - 4, area[1] - 4, area[2] + 4, area[3] + 4)
    for _ in range(count):
        x, y = rng.uniform(area[0], area[2]), rng.uniform(area[1], area[3])
        r = rng.uniform(0.9, 2.8)
        tone = rng.choice(((150, 140, 122), (128, 92, 72), (108, 100, 88), (168, 156, 134)))
        corners = [
            (math.cos(a) * r, math.sin(a) * r)
            for a in sorted(rng.uniform(0, math.tau) for _ in range(5))
        ]
        sheet.poly(placed(corners, x, y), tone, shade(tone, 0.55), 0.35)
    ink.stamp(sheet, LOW)
