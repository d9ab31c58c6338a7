"""Pictures of natural Terrain: one function paints a whole 240 x 240 sheet."""

import math
import random

from PIL import Image, ImageChops, ImageDraw

from owm_net.client.art import noise
from owm_net.client.art import scenery as land
from owm_net.client.art.ink import LOW, TALL, Ink
from owm_net.client.art.palette import Colour
from owm_net.client.art.paths import along, beside, blob, smooth

Rng = random.Random


def woods(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, ((0, (70, 80, 44)), (0.5, (98, 104, 58)), (1, (134, 130, 80))))
    land.tufts(ink, rng, 40)
    land.road(ink, smooth([(-10, 205), (46, 196), (104, 206), (160, 190), (250, 200)]), 9)
    for i, (x, y, r) in enumerate(land.scatter(rng, 46, 13, 24, 0.72, (-2, 16, 242, 242))):
        if abs(y - 199) > r + 3:
            land.tree(ink, x, y, r, rng, land.TREES[i % 3])


def hedgerow(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.MEADOW)
    land.patch_of_ground(ink, [(-4, -4), (108, -4), (98, 104), (-4, 112)], seed + "a", land.GRASS)
    land.patch_of_ground(
        ink,
        [(140, 120), (246, 104), (246, 246), (134, 246)],
        seed + "b",
        ((0, (150, 134, 70)), (0.5, (182, 164, 88)), (1, (206, 190, 116))),
    )
    land.furrows(
        ink,
        146,
        134,
        100,
        110,
        ((184, 166, 88), (164, 144, 70), (206, 190, 118)),
        rng,
        step=5,
        turn=-0.05,
    )
    land.tufts(ink, rng, 40)
    lane = smooth([(118, -10), (112, 60), (122, 116), (116, 180), (124, 250)])
    land.road(ink, lane, 14)
    for side in (-17, 17):
        bank = beside(lane, side)
        for cut in (bank[: len(bank) // 2 - 2], bank[len(bank) // 2 + 3 :]):
            land.hedge(ink, cut, rng, 7.5)
    land.hedge(ink, [(-6, 116), (92, 108)], rng, 7)
    land.hedge(ink, [(146, 112), (246, 102)], rng, 7)
    for x, y, r in ((60, 104, 15), (196, 102, 16), (98, 46, 14), (138, 196, 15), (22, 196, 12)):
        land.tree(ink, x, y, r, rng, land.SUMMER)


def orchard(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.MEADOW)
    for i in range(5):
        land.patch_of_ground(
            ink,
            [(10, 40 + i * 42), (230, 34 + i * 42), (230, 44 + i * 42), (10, 50 + i * 42)],
            f"{seed}{i}",
            land.GRASS,
            3,
        )
    land.tufts(ink, rng, 60)
    tones = ((58, 74, 34), (88, 106, 46), (122, 136, 64), (168, 176, 96))
    for row in range(5):
        for column in range(5):
            x, y = 28 + column * 46 + rng.uniform(-2, 2), 45 + row * 42 + rng.uniform(-2, 2)
            r = rng.uniform(11.5, 14)
            land.tree(ink, x, y, r, rng, tones)
            for _ in range(6):
                a, d = rng.random() * math.tau, r * 0.72 * rng.random() ** 0.5
                ink.dot(x + math.cos(a) * d, y + math.sin(a) * d, 1.5, (196, 50, 36))
                ink.dot(x + math.cos(a) * d - 0.4, y + math.sin(a) * d - 0.5, 0.6, (240, 150, 110))
    land.hedge(ink, [(-4, 24), (244, 20)], rng, 4.5)


def field(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.MEADOW)
    wheat = ((196, 172, 92), (174, 148, 70), (222, 202, 128))
    soil = ((128, 100, 66), (104, 78, 50), (158, 130, 92))
    green = ((116, 134, 64), (96, 114, 50), (148, 160, 88))
    land.furrows(ink, -14, 18, 140, 112, wheat, rng, step=4.2, turn=-0.04)
    land.furrows(ink, 134, 8, 120, 92, green, rng, step=6, turn=-0.04)
    land.furrows(ink, -20, 142, 118, 110, soil, rng, step=5.4, turn=-0.04)
    land.furrows(ink, 108, 116, 150, 140, wheat, rng, step=4.2, turn=-0.04)
    land.tufts(ink, rng, 30)
    for x, y in ((36, 60), (70, 92), (96, 52), (150, 150), (190, 176), (216, 148), (166, 206)):
        sheet = ink.patch(x - 9, y - 9, x + 10, y + 11)
        for i in range(9):
            angle = i / 9 * math.tau + 0.3
            sheet.line(
                [(x, y), (x + math.cos(angle) * 6, y + math.sin(angle) * 6)],
                (214, 188, 108) if i % 2 else (232, 212, 142),
                2.4,
            )
        sheet.dot(x, y, 2.2, (168, 140, 70))
        ink.stamp(sheet, LOW)
    land.tree(ink, 124, 112, 12, rng, land.SUMMER)


def marsh(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(
        ink,
        seed,
        ((0, (74, 82, 48)), (0.4, (94, 100, 56)), (0.7, (116, 114, 66)), (1, (138, 130, 80))),
    )
    stencil = ink.layer("L")
    pools = [
        (58, 74, 40, 24),
        (162, 58, 52, 22),
        (112, 128, 40, 26),
        (202, 126, 38, 24),
        (44, 158, 44, 26),
        (150, 196, 52, 24),
        (226, 200, 24, 18),
        (24, 222, 26, 14),
    ]
    for x, y, rx, ry in pools:
        stencil.poly(blob(x, y, rx, ry, rng, 11, 0.26), 255)
    land.water(ink, stencil, seed + "w", land.BOG, (92, 90, 52), 7)
    land.tufts(ink, rng, 120, (132, 132, 66, 190))
    for x, y, rx, ry in pools:
        for _ in range(7):
            angle = rng.random() * math.tau
            land.reeds(ink, x + math.cos(angle) * rx, y + math.sin(angle) * ry * 1.05 + 3, rng)
        for _ in range(4):
            px, py = x + rng.uniform(-0.5, 0.5) * rx, y + rng.uniform(-0.4, 0.4) * ry
            ink.oval(px, py, 2.6, 1.8, (112, 138, 70))
            ink.oval(px - 0.4, py - 0.4, 1.5, 0.9, (146, 166, 92))
    trunk = smooth([(96, 90), (94, 80), (98, 70)])
    ink.line(trunk, (70, 58, 44), 2.4)
    ink.line([(95, 80), (88, 72)], (70, 58, 44), 1.5)
    ink.line([(95, 78), (104, 73)], (70, 58, 44), 1.4)


def rocky_ground(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(
        ink,
        seed,
        ((0, (116, 106, 76)), (0.4, (146, 134, 98)), (0.7, (170, 156, 118)), (1, (194, 182, 146))),
    )
    for x, y in ((60.0, 70.0), (176.0, 96.0), (90.0, 186.0), (210.0, 200.0), (150.0, 40.0)):
        land.patch_of_ground(ink, blob(x, y, 34, 22, rng), f"{seed}{x}", land.GRASS, 4)
    land.tufts(ink, rng, 60, (112, 110, 56, 170))
    for _ in range(150):
        x, y, r = rng.uniform(0, 240), rng.uniform(24, 240), rng.uniform(0.7, 2.2)
        grey = rng.randint(112, 168)
        ink.dot(x + r * 0.4, y + r * 0.5, r, (70, 62, 46, 120))
        ink.dot(x, y, r, (grey, grey - 6, grey - 20))
    for x, y, r in land.scatter(rng, 30, 5, 20, 0.86):
        land.boulder(ink, x, y, r, rng)


def _mound(
    seed: str, rings: tuple[tuple[float, float, float, float, int], ...], rough: float
) -> Image.Image:
    """A height map of 240 x 240 from soft stacked ovals (x, y, rx, ry, height) and noise."""
    height = Image.new("L", (240, 240), 0)
    for x, y, rx, ry, rise in rings:
        oval = Image.new("L", (240, 240), 0)
        ImageDraw.Draw(oval).ellipse((x - rx, y - ry, x + rx, y + ry), fill=rise)
        height = ImageChops.add(height, noise.soften(oval, min(rx, ry) * 0.32))
    return Image.blend(height, noise.cloud((240, 240), 1, seed, (40, 16, 6)), rough)


def hill(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(
        ink,
        seed,
        ((0, (84, 98, 50)), (0.4, (112, 124, 64)), (0.7, (138, 144, 80)), (1, (166, 164, 100))),
    )
    height = _mound(
        seed, ((120, 128, 108, 96, 84), (114, 118, 74, 64, 76), (108, 108, 42, 36, 56)), 0.1
    )
    top = noise.soften(height.resize(ink.im.size, Image.Resampling.BICUBIC), 5 * ink.k)
    light = noise.ramp(
        noise.cloud(ink.im.size, ink.k, seed + "t", (30, 10, 3)),
        ((0, (142, 130, 82)), (1, (190, 174, 122))),
    )
    ink.glaze(light, top.point([max(0, i - 90) * 9 // 10 for i in range(256)]))
    ink.im = noise.shaded(ink.im, height, 5, 3.6)
    ink.refresh()
    for x, y, rx, ry, reach in (
        (120.0, 128.0, 97.0, 86.0, 10.0),
        (114.0, 118.0, 66.0, 57.0, 10.0),
        (108.0, 108.0, 37.0, 31.0, 8.0),
    ):
        ring = blob(x, y, rx, ry, Rng(seed), 12, 0.05)
        for px, py, heading in along([*ring, ring[0]], 4.6):
            far = reach * rng.uniform(0.7, 1.15)
            shadowed = math.cos(math.atan2(py - y, px - x) - math.pi / 4) > -0.1
            ink.line(
                [(px, py), (px + math.sin(heading) * far, py - math.cos(heading) * far)],
                (58, 50, 28, 170 if shadowed else 90),
                1.1 if shadowed else 0.8,
            )
    path = smooth([(196, 246), (182, 196), (146, 172), (160, 142), (126, 128), (112, 110)])
    ink.line(path, (150, 128, 84, 200), 3.4)
    ink.line(path, (196, 174, 126, 220), 2.2)
    land.tufts(ink, rng, 60)
    for x, y, r in (
        (40.0, 206.0, 12.0),
        (22.0, 182.0, 9.0),
        (216.0, 186.0, 13.0),
        (226.0, 160.0, 9.0),
        (214.0, 52.0, 12.0),
        (22.0, 52.0, 11.0),
    ):
        land.tree(ink, x, y, r, rng, land.SUMMER)
    for x, y, r in ((106.0, 100.0, 6.0), (119.0, 97.0, 4.0), (97.0, 107.0, 3.4)):
        land.boulder(ink, x, y, r, rng)


def summit(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.STONE)
    edge: Colour = (96, 104, 60)
    stencil = ink.layer("L")
    stencil.box(0, 0, 240, 240, 255)
    stencil.poly(blob(120, 124, 98, 92, rng, 13, 0.16), 0)
    ink.glaze(
        noise.ramp(
            noise.cloud(ink.im.size, ink.k, seed + "g", (30, 10, 3)),
            ((0, (82, 94, 50)), (1, (156, 152, 94))),
        ),
        noise.soften(stencil.im, 7 * ink.k),
    )
    ridge = Image.new("L", (240, 240), 0)
    pen = ImageDraw.Draw(ridge)
    for i, rise in enumerate((70, 130, 190, 250)):
        pen.polygon(blob(118, 118, 98 - i * 25, 88 - i * 23, Rng(f"{seed}{i}"), 9, 0.2), fill=rise)
    rough = Image.blend(noise.soften(ridge, 8), noise.cloud((240, 240), 1, seed, (34, 14, 6)), 0.3)
    ink.im = noise.shaded(ink.im, rough, 2, 4.4)
    ink.refresh()
    crest = noise.soften(ridge.point([255 if i > 180 else 0 for i in range(256)]), 5)
    flecks = noise.cloud((240, 240), 1, seed + "s", (16, 6, 2))
    snow = ImageChops.multiply(
        crest, flecks.point([min(255, max(0, i - 74) * 7) for i in range(256)])
    )
    ink.glaze((244, 244, 240), snow.resize(ink.im.size, Image.Resampling.BICUBIC))
    land.tufts(ink, rng, 20, (*edge, 150))
    for x, y, r in land.scatter(rng, 16, 3, 10, 1.4):
        if math.dist((x, y), (118, 116)) > 44:
            land.boulder(ink, x, y, r, rng)
    for i, (x, y, r) in enumerate(((119, 119, 7), (112, 116, 4.6), (119, 112, 4.4), (118, 117, 4))):
        land.boulder(ink, x - i * 0.3, y, r, rng)


def lake(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 60)
    stencil = ink.layer("L")
    stencil.poly(
        smooth(
            [
                (28, 74),
                (74, 44),
                (130, 52),
                (190, 42),
                (222, 86),
                (212, 140),
                (224, 186),
                (170, 214),
                (116, 204),
                (60, 218),
                (22, 174),
                (36, 124),
            ],
            8,
            closed=True,
        ),
        255,
    )
    land.water(ink, stencil, seed + "w", depth=16)
    for x, y in ((34, 96), (30, 150), (216, 112), (110, 206), (160, 212), (84, 46)):
        for _ in range(4):
            land.reeds(ink, x + rng.uniform(-6, 6), y + rng.uniform(-4, 4), rng)
    jetty = ink.patch(120, 150, 176, 226)
    for i in range(11):
        jetty.box(142, 164 + i * 4.6, 13, 3.9, (150, 120, 82), 0, (84, 62, 40), 0.5)
    for y in (166, 188, 210):
        for x in (141, 156):
            jetty.dot(x, y, 1.7, (74, 54, 36))
    ink.stamp(jetty, TALL)
    boat = ink.patch(84, 104, 132, 132)
    hull = "M -17 0 C -10 -7 8 -8 18 0 C 8 8 -10 7 -17 0 Z"
    boat.path(hull, (96, 66, 42), 108, 118, 1, -0.4)
    boat.path(hull, (156, 118, 76), 108, 118, 0.76, -0.4)
    boat.line([(103, 114), (109, 125)], (96, 66, 42), 2.2)
    boat.line([(110, 110), (116, 120)], (96, 66, 42), 2.2)
    ink.stamp(boat, LOW)
    for i, (x, y, r) in enumerate(
        (
            (16, 40, 14),
            (38, 34, 11),
            (226, 40, 13),
            (14, 216, 14),
            (226, 222, 13),
            (200, 228, 10),
            (10, 124, 9),
        )
    ):
        land.tree(ink, x, y, r, rng, land.TREES[i % 3])


def stream(ink: Ink, rng: Rng, seed: str, width: float = 66) -> None:
    """A river from west to east across the sheet; the bridges begin with it."""
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 60)
    line = smooth(
        [(-20, 134), (40, 128), (86, 116), (120, 118), (158, 124), (206, 112), (264, 118)], 6
    )
    stencil = ink.layer("L")
    north = [(x, y + rng.uniform(-3, 3)) for x, y in beside(line, -width / 2)]
    south = [(x, y + rng.uniform(-3, 3)) for x, y in beside(line, width / 2)]
    stencil.poly([*smooth(north[::3], 4), *reversed(smooth(south[::3], 4))], 255)
    land.water(ink, stencil, seed + "w", depth=11)


def river(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 70)
    line = smooth(
        [(58, -20), (66, 30), (112, 74), (150, 110), (146, 156), (104, 190), (98, 260)], 8
    )
    stencil = ink.layer("L")
    for x, y in line:
        stencil.dot(x, y, 29 + rng.uniform(-1.5, 2.5), 255)
    land.water(ink, stencil, seed + "w", depth=11)
    land.patch_of_ground(ink, blob(122, 92, 13, 7, rng), seed + "i", land.EARTH, 1)
    for x, y in ((36, 40), (100, 100), (178, 120), (178, 150), (72, 206), (128, 214), (96, 40)):
        for _ in range(3):
            land.reeds(ink, x + rng.uniform(-5, 5), y + rng.uniform(-4, 4), rng)
    for x, y, r in ((116, 92, 4.6), (126, 93, 3.2), (140, 168, 4), (84, 62, 3.6)):
        land.boulder(ink, x, y, r, rng)
    for i, (x, y, r) in enumerate(
        (
            (20, 60, 15),
            (30, 96, 12),
            (56, 126, 14),
            (30, 160, 16),
            (206, 60, 16),
            (226, 92, 12),
            (214, 140, 15),
            (190, 196, 16),
            (222, 216, 14),
            (36, 214, 14),
            (168, 44, 12),
        )
    ):
        land.tree(ink, x, y, r, rng, land.TREES[i % 3])
