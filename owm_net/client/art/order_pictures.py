"""The four pictures of the Standing Orders, each in a window 240 wide and 114 high."""

import math
import random
from collections.abc import Callable

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, mix, shade
from owm_net.client.art.paths import Points, placed, smooth, star
from owm_net.client.art.weapons import weapon

NIGHT: Colour = (32, 27, 22)
_DUSK: Colour = (44, 52, 60)


def _blast(
    ink: Ink,
    rng: random.Random,
    x: float,
    y: float,
    near: float,
    far: float,
    tips: int,
    fill: Colour,
) -> None:
    points = []
    for i in range(tips * 2):
        angle = i / (tips * 2) * math.tau
        r = (far if i % 2 else near) * (1 + rng.uniform(-0.16, 0.16))
        wide = 1.45 if math.cos(angle) > 0.3 else 1.05
        points.append((x + r * math.cos(angle) * wide, y + r * math.sin(angle)))
    ink.poly(points, fill)


def attack(ink: Ink, rng: random.Random) -> None:
    """A rifle's muzzle flash."""
    x, y = 158, 66
    for near, far, tips, fill in (
        (30, 62, 12, (226, 112, 44)),
        (21, 43, 11, (246, 184, 70)),
        (12, 25, 9, (255, 242, 204)),
    ):
        _blast(ink, rng, x, y, near, far, tips, fill)
    sheet = ink.patch(-20, 30, 180, 128)
    weapon(sheet, -22, 57, 1.74, "semi-auto", NIGHT)
    sheet.line([(8, 76), (42, 73)], (96, 66, 46), 1.4)
    ink.stamp(sheet, Shadow(1.5, 3, 2.5, 0.4))
    for cx, cy, turn in ((92, 46, 0.5), (106, 33, 1.3), (82, 30, 2.2), (120, 24, 0.1)):
        ink.poly(
            placed(
                [(-5, -1.7), (3, -1.7), (5.4, -0.8), (5.4, 0.8), (3, 1.7), (-5, 1.7)],
                cx,
                cy,
                1,
                turn,
            ),
            (236, 196, 98),
            (92, 62, 24),
            0.7,
        )


def entrench(ink: Ink, rng: random.Random) -> None:
    """A spade in the earth behind sandbags."""
    earth = smooth([(-10, 84), (40, 72), (96, 78), (150, 72), (200, 80), (250, 72)])
    ink.poly([*earth, (250, 140), (-10, 140)], (84, 58, 32))
    ink.poly([*[(x, y + 9) for x, y in earth], (250, 140), (-10, 140)], (66, 46, 27))
    for _ in range(60):
        x, y = rng.uniform(0, 240), rng.uniform(90, 114)
        ink.dot(x, y, rng.uniform(0.6, 1.8), shade((84, 60, 36), rng.uniform(0.7, 1.3)))
    spade = ink.patch(120, -6, 240, 128)
    shaft = [(-2.6, -48), (2.6, -48), (3.2, 16), (-3.2, 16)]
    spade.poly(placed(shaft, 172, 58, 1, 0.3), (164, 118, 66), INK, 1.3)
    spade.poly(
        placed([(-1.8, -47), (0, -47), (0.2, 14), (-2, 14)], 172, 58, 1, 0.3), (204, 158, 98)
    )
    handle = [(-11, -56), (11, -56), (11, -49), (4, -46), (-4, -46), (-11, -49)]
    spade.poly(placed(handle, 172, 58, 1, 0.3), (126, 86, 48), INK, 1.3)
    spade.path(
        "M -14 12 L 14 12 L 14 34 C 13 46 6 52 0 56 C -6 52 -13 46 -14 34 Z",
        (92, 98, 98),
        172,
        58,
        1,
        0.3,
        outline=INK,
        width=1.4,
    )
    spade.path("M -14 12 L -3 12 L -3 52 C -9 49 -13 44 -14 34 Z", (150, 156, 154), 172, 58, 1, 0.3)
    ink.stamp(spade, Shadow(2, 3, 2.2, 0.4))
    front = [(x, y + 22) for x, y in earth]
    ink.poly([*front, (250, 140), (-10, 140)], (58, 41, 25))
    bags = ink.patch(-4, 50, 160, 132)
    for y, left, count in ((106, -8, 6), (91, 6, 5), (76, 20, 3)):
        for i in range(count):
            tone = shade((190, 164, 112), rng.uniform(0.9, 1.08))
            x = left + i * 26.5
            bags.path(
                "M -13 0 C -14 -8 -10 -8.6 0 -8.4 C 10 -8.6 14 -8 13 0 C 14 8 10 8 0 7.6 "
                "C -10 8 -14 8 -13 0 Z",
                shade(tone, 0.72),
                x,
                y,
                1,
                outline=INK,
                width=1.2,
            )
            bags.path(
                "M -12 -1 C -13 -7 -9 -7.4 0 -7.4 C 9 -7.4 12 -7 11 -1 C 6 2 -6 2 -12 -1 Z",
                tone,
                x,
                y,
            )
            bags.line([(x + 8, y - 5), (x + 9, y + 5)], shade(tone, 0.6), 0.9)
    ink.stamp(bags, Shadow(1.5, 2.5, 2, 0.45))


Limb = tuple[Points, float]


def figure(
    sheet: Ink,
    x: float,
    y: float,
    size: float,
    limbs: list[Limb],
    head: tuple[float, float],
    fill: Colour,
    lean: float = 0.0,
) -> None:
    """A silhouette of thick limbs, a head and a helmet, about (x, y)."""
    for points, width in limbs:
        at = placed(points, x, y, size)
        for px, py in at:
            sheet.dot(px, py, width * size / 2, fill)
        sheet.line(at, fill, width * size)
    hx, hy = placed([head], x, y, size)[0]
    sheet.dot(hx, hy, 5.4 * size, fill)
    sheet.path(
        "M -8.6 1 C -8.4 -8 -4 -10.6 0 -10.6 C 4 -10.6 8.4 -8 8.8 1 L 10.4 2.6 L -9.6 2.6 Z",
        fill,
        hx,
        hy,
        size,
        lean,
    )


RUNNING: list[Limb] = [
    ([(-3, -4), (3, -30)], 15),
    ([(0, 0), (15, 10), (10, 30), (16, 33)], 8),
    ([(-3, 0), (-12, 16), (-30, 18), (-33, 24)], 8),
    ([(4, -30), (14, -18), (26, -22)], 6),
    ([(2, -30), (-10, -20), (2, -12)], 6),
    ([(-10, -28), (-7, -10)], 10),
]


def maneuver(ink: Ink, rng: random.Random) -> None:
    """Two soldiers running forward."""
    for i in range(5):
        y = 22 + i * 16 + rng.uniform(-3, 3)
        left = rng.uniform(-20, 60)
        ink.line([(left, y), (left + rng.uniform(40, 90), y)], (*CREAM, 70), 2)
    sweep = [(14, 96), (60, 88), (120, 60), (176, 44)]
    arrow = smooth(sweep, 10)
    for grow, tone in ((3.2, INK), (0, GOLD)):
        ink.line(arrow, tone, 17 + grow)
        tip = placed([(-6, -19 - grow), (30 + grow * 1.4, 0), (-6, 19 + grow)], 180, 42.6, 1, -0.3)
        ink.poly(tip, tone)
    ink.line([(x, y - 4.6) for x, y in arrow], mix(GOLD, CREAM, 0.5), 1.6)
    hill = smooth([(-10, 118), (60, 110), (130, 116), (190, 108), (250, 112)])
    ink.poly([*hill, (250, 140), (-10, 140)], (46, 58, 32))
    for x, y, size, tone in ((64, 84, 0.86, (52, 62, 36)), (136, 79, 1.12, NIGHT)):
        sheet = ink.patch(x - 56, y - 60, x + 70, y + 50)
        figure(sheet, x, y, size, RUNNING, (8, -43), tone, 0.2)
        weapon(sheet, x - 14 * size, y - 26 * size, 0.56 * size, "semi-auto", tone)
        ink.stamp(sheet, Shadow(0, 2, 2.4, 0.35))


_RALLY: list[Limb] = [
    ([(0, 44), (0, 4)], 25),
    ([(-8, 2), (8, 2)], 14),
    ([(9, 4), (22, -12), (20, -38)], 9.5),
    ([(-10, 4), (-22, 22), (-10, 34)], 9.5),
    ([(-11, 8), (-12, 46)], 10),
    ([(11, 8), (12, 46)], 10),
]


def rally(ink: Ink, rng: random.Random) -> None:
    """Draw a leader with a raised arm, helmets in front, a flag."""
    flag = ink.patch(130, -4, 236, 128)
    flag.line([(206, 2), (196, 130)], (84, 60, 38), 3.6)
    flag.path(
        "M 0 0 C -18 -9 -30 8 -60 -2 C -56 14 -60 26 -64 38 C -34 46 -22 32 -3 40 Z",
        (206, 160, 58),
        205,
        10,
        outline=INK,
        width=1.3,
    )
    flag.path(
        "M -60 -2 C -56 14 -60 26 -64 38 C -54 41 -46 41 -38 40 C -34 26 -34 14 -38 1 "
        "C -46 2 -52 0 -60 -2 Z",
        (182, 134, 44),
        205,
        10,
    )
    flag.poly(star(173, 30, 11, 4.6, 5), CREAM, (92, 62, 24), 0.9)
    ink.stamp(flag, Shadow(2, 3, 2, 0.4))
    sheet = ink.patch(60, 0, 170, 132)
    figure(sheet, 104, 66, 1.16, _RALLY, (-1, -17), NIGHT)
    sheet.dot(127.4, 20, 6.6, NIGHT)
    sheet.path(
        "M -7 -3 C -6 -8 -3 -9.6 0 -9.6 C -3 -7 -4 -5 -4.4 -2 Z", (92, 86, 70), 102.8, 46.2, 1.16
    )
    sheet.line([(86, 74), (86, 108)], (78, 72, 58), 1.4)
    ink.stamp(sheet, Shadow(0, 2, 2.6, 0.35))
    for x, y, size, tone in (
        (20, 108, 1.5, _DUSK),
        (166, 110, 1.6, _DUSK),
        (60, 113, 1.75, NIGHT),
        (214, 112, 1.6, NIGHT),
        (132, 116, 1.5, NIGHT),
    ):
        ink.path(
            "M -9 6 C -10 -8 -5 -11 0 -11 C 5 -11 10 -8 9 6 L 11 8 L -11 8 Z", tone, x, y, size
        )
        ink.path(
            "M -7 -2 C -6 -7 -4 -9 -1 -9.6 C -4 -7 -4.6 -4 -4.8 0 Z", shade(tone, 1.9), x, y, size
        )
    for i in range(5):
        angle = -2.35 + i * 0.26
        ink.line(
            [
                (127 + math.cos(angle) * 10, 20 + math.sin(angle) * 10),
                (127 + math.cos(angle) * 16, 20 + math.sin(angle) * 16),
            ],
            CREAM,
            1.8,
        )
    del rng


PICTURES: dict[str, Callable[[Ink, random.Random], None]] = {
    "attack": attack,
    "entrench": entrench,
    "maneuver": maneuver,
    "rally": rally,
}
