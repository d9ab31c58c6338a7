"""Terrain of the squad card game that the board game does not have; sheets of 240 x 240."""

from __future__ import annotations

import random
from collections.abc import Callable

from PIL import Image

from owm_net.client.art import country, noise, works
from owm_net.client.art import scenery as land
from owm_net.client.art.ink import TALL, Ink, Shadow
from owm_net.client.art.material import material
from owm_net.client.art.palette import shade
from owm_net.client.art.paths import blob, smooth

Rng = random.Random

_MUD = ((0, (74, 58, 38)), (0.5, (96, 76, 50)), (1, (124, 102, 70)))


def clear(ink: Ink, rng: Rng, seed: str) -> None:
    """Grass and a few bushes."""
    land.ground(ink, seed, land.MEADOW)
    land.tufts(ink, rng, 150)
    for x, y, r in land.scatter(rng, 5, 4, 7, 3.0):
        land.tree(ink, x, y, r, rng, land.BUSH)


def line_of_trees(ink: Ink, rng: Rng, seed: str) -> None:
    """A row of tall trees along a lane."""
    land.ground(ink, seed, land.MEADOW)
    land.tufts(ink, rng, 90)
    land.road(ink, smooth([(-10, 168), (80, 160), (160, 170), (250, 158)]), 15)
    for i in range(7):
        land.tree(
            ink, 12 + i * 37, 118 + rng.uniform(-5, 5), rng.uniform(21, 25), rng, land.TREES[i % 3]
        )


def low_wall(ink: Ink, rng: Rng, seed: str) -> None:
    """A dry stone wall between two meadows."""
    land.ground(ink, seed, land.GRASS)
    land.patch_of_ground(
        ink, [(-4, 128), (244, 118), (244, 244), (-4, 244)], seed + "a", land.MEADOW
    )
    land.tufts(ink, rng, 90)
    wall = smooth([(-8, 132), (60, 124), (120, 130), (180, 120), (248, 124)])
    for lift in (0.0, -5.0, -10.0):
        land.stones(ink, [(x, y + lift) for x, y in wall], rng, 4.6)
    for x, y, r in ((38, 82, 15), (196, 78, 17), (206, 176, 8), (70, 178, 7)):
        land.tree(ink, x, y, r, rng, land.SUMMER)


def entrenchments(ink: Ink, rng: Rng, seed: str) -> None:
    """A zigzag trench with sandbags."""
    land.ground(ink, seed, land.EARTH)
    land.tufts(ink, rng, 60)
    trench = [(-10, 140), (40, 104), (84, 136), (130, 100), (176, 134), (250, 92)]
    ink.line(trench, (120, 98, 66), 48)
    ink.line(trench, (74, 58, 40), 34)
    ink.line([(x, y + 4) for x, y in trench], (44, 34, 24), 24)
    for i in range(len(trench) - 1):
        (x, y), (u, v) = trench[i], trench[i + 1]
        for n in range(5):
            t = (n + 0.5) / 5
            ink.line(
                [(x + (u - x) * t, y + (v - y) * t - 9), (x + (u - x) * t, y + (v - y) * t + 15)],
                (98, 74, 48),
                3,
            )
    land.sandbags(ink, [(x, y - 22) for x, y in trench], rng, 2.1)
    land.crater(ink, 200, 190, 13, rng)
    land.crater(ink, 46, 200, 9, rng)


def pill_box(ink: Ink, rng: Rng, seed: str) -> None:
    """A bunker of concrete with its slit."""
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 90)
    ink.poly(blob(120, 140, 108, 66, rng, 12, 0.1), (120, 104, 70, 190))
    sheet = ink.patch(20, 40, 230, 220)
    concrete = (150, 148, 136)
    sheet.poly(
        [(52, 96), (84, 68), (166, 68), (196, 96), (204, 150), (188, 168), (56, 168), (40, 150)],
        shade(concrete, 0.72),
    )
    sheet.poly([(52, 96), (84, 68), (166, 68), (196, 96), (184, 118), (62, 118)], concrete)
    sheet.poly(
        [(62, 118), (184, 118), (196, 96), (204, 150), (188, 168), (56, 168), (40, 150), (52, 96)],
        shade(concrete, 0.86),
    )
    sheet.poly([(66, 124), (180, 124), (186, 146), (60, 146)], (24, 22, 20))
    sheet.line([(62, 120), (184, 120)], shade(concrete, 1.2), 3)
    for x in (96, 120, 146):
        sheet.line([(x, 70), (x, 116)], shade(concrete, 0.9), 1.4)
    sheet.line([(112, 136), (140, 150)], (60, 60, 56), 5)
    ink.stamp(sheet, TALL)
    land.sandbags(ink, [(28, 184), (104, 190), (212, 182)], rng, 2.0)
    land.hedge(ink, [(176, 66), (214, 82)], rng, 8)
    land.hedge(ink, [(24, 86), (50, 70)], rng, 8)


def gulley(ink: Ink, rng: Rng, seed: str) -> None:
    """A dry ditch with steep banks."""
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 80)
    bed = smooth([(-12, 96), (50, 118), (112, 108), (160, 140), (252, 128)])
    for wide, tone in (
        (84, (124, 110, 68)),
        (70, (108, 90, 58)),
        (54, (86, 70, 46)),
        (36, (64, 52, 36)),
    ):
        ink.line(bed, tone, wide)
    land.patch_of_ground(
        ink,
        [*[(x, y - 8) for x, y in bed], *[(x, y + 20) for x, y in reversed(bed)]],
        seed + "b",
        _MUD,
        3,
    )
    for x, y, r in land.scatter(rng, 9, 3, 7, 1.4, (10, 104, 230, 140)):
        land.boulder(ink, x, y, r, rng)
    land.hedge(ink, [(4, 50), (60, 66), (108, 58)], rng, 7)
    land.hedge(ink, [(140, 192), (230, 184)], rng, 7)


def wheat_field(ink: Ink, rng: Rng, seed: str) -> None:
    """Tall wheat from edge to edge."""
    wheat = ((196, 168, 82), (170, 140, 60), (228, 206, 128))
    land.ground(ink, seed, ((0, (170, 142, 66)), (0.5, (200, 174, 92)), (1, (224, 200, 124))))
    land.furrows(ink, -30, -30, 300, 300, wheat, rng, step=5, turn=-0.12)
    for _ in range(420):
        x, y = rng.uniform(0, 240), rng.uniform(0, 240)
        ink.line([(x, y), (x + 2, y - 7)], (236, 216, 142), 0.8)
        ink.oval(x + 2.4, y - 8, 1.1, 2.2, (214, 184, 96))
    land.hedge(ink, [(-6, 60), (120, 46), (246, 54)], rng, 7)
    land.tree(ink, 206, 52, 17, rng, land.SUMMER)


def fox_holes(ink: Ink, rng: Rng, seed: str) -> None:
    """Rifle pits with thrown-up earth."""
    land.ground(ink, seed, land.MEADOW)
    land.tufts(ink, rng, 120)
    for x, y, r in ((54, 104, 19), (122, 132, 21), (190, 108, 19)):
        ink.poly(blob(x, y - 3, r * 1.7, r * 1.35, rng, 11, 0.16), (146, 118, 78))
        ink.poly(blob(x, y - 6, r * 1.5, r * 1.1, rng, 11, 0.16), (170, 142, 98))
        ink.oval(x, y, r, r * 0.74, (60, 46, 32))
        ink.oval(x, y + r * 0.16, r * 0.86, r * 0.52, (30, 24, 18))
        sheet = ink.patch(x - 14, y - 16, x + 16, y + 16)
        sheet.path(
            "M -9 6 C -10 -7 -5 -10 0 -10 C 5 -10 10 -7 9 6 L 11 8 L -11 8 Z", (92, 96, 62), x, y
        )
        sheet.path("M -7 -1 C -6 -6 -4 -8 -1 -8.6 C -4 -6 -4.6 -4 -4.8 1 Z", (140, 144, 102), x, y)
        ink.stamp(sheet, Shadow(1, 1.5, 1.4, 0.5))
    land.hedge(ink, [(8, 56), (84, 50)], rng, 6)
    land.tree(ink, 206, 182, 14, rng, land.SUMMER)


PAINTERS: dict[str, Callable[[Ink, Rng, str], None]] = {
    "open": clear,
    "pill_box": pill_box,
    "line_of_trees": line_of_trees,
    "low_wall": low_wall,
    "entrenchments": entrenchments,
    "building": works.building,
    "gulley": gulley,
    "wheat_field": wheat_field,
    "hedge_row": country.hedgerow,
    "fox_holes": fox_holes,
    "thick_woods": country.woods,
    "rubble": works.ruins,
    "hill": country.hill,
}


@material
def _sheet(kind: str, scale: float) -> Image.Image:
    ink = Ink(240, 240, scale)
    PAINTERS.get(kind, clear)(ink, random.Random(kind), kind)
    return noise.finished(ink.im, ink.k)


def landscape(kind: str, *, scale: float = 1.0) -> Image.Image:
    """A whole square of a kind of Terrain, without words."""
    size = max(1, round(240 * scale))
    return _sheet(kind, scale).resize((size, size), Image.Resampling.LANCZOS).convert("RGBA")


def window(kind: str, scale: float, k: float, w: float, h: float) -> Image.Image:
    """The middle of a landscape, `w` x `h` units of `k` pixels, for a card."""
    sheet = _sheet(kind, scale)
    unit = sheet.width / 240
    high = 240 * h / w
    top = (240 - high) * 0.46
    box = (0, round(top * unit), sheet.width, round((top + high) * unit))
    return sheet.resize((round(w * k), round(h * k)), Image.Resampling.LANCZOS, box=box)
