"""The common parts of squad card pictures."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from owm_net.client.art import order_pictures
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import INK, Colour, shade
from owm_net.client.art.paths import Points, placed, smooth
from owm_net.client.art.weapons import weapon

Picture = Callable[[Ink, random.Random], None]
"""Draws into a window 240 wide and 114 high."""

NIGHT: Colour = (32, 27, 22)
STEEL: Colour = (168, 172, 168)
WOOD: Colour = (150, 104, 58)
CAST = Shadow(1.8, 3.0, 2.4, 0.45)
HELMET = "M -9 6 C -10 -8 -5 -11 0 -11 C 5 -11 10 -8 9 6 L 11 8 L -11 8 Z"
GLINT = "M -7 -2 C -6 -7 -4 -9 -1 -9.6 C -4 -7 -4.6 -4 -4.8 0 Z"


PRONE: list[order_pictures.Limb] = [
    ([(-34, 8), (-8, 2)], 12),
    ([(-34, 8), (-58, 12)], 8),
    ([(-8, 2), (8, 8), (18, 0)], 6),
]
UP: list[order_pictures.Limb] = [
    ([(0, 44), (0, 4)], 24),
    ([(-9, 4), (-21, -12), (-18, -36)], 9),
    ([(9, 4), (21, -12), (18, -36)], 9),
    ([(-8, 30), (-9, 60)], 11),
    ([(8, 30), (9, 60)], 11),
]


def fresh_sheet(ink: Ink) -> Ink:
    """A layer to be stamped with a shadow."""
    return ink.patch(-4, -4, 244, 120)


def arm(kind: str, size: float = 2.0, x: float = 16, y: float = 46) -> Picture:
    """A weapon from side to side, its muzzle at the right."""

    def draw(ink: Ink, rng: random.Random) -> None:
        sheet = fresh_sheet(ink)
        weapon(sheet, x, y, size, kind, NIGHT)
        ink.stamp(sheet, CAST)

    return draw


def blast(ink: Ink, x: float, y: float, r: float, rng: random.Random) -> None:
    for far, tone in ((1.0, (206, 86, 36)), (0.72, (240, 160, 56)), (0.42, (255, 240, 196))):
        points = []
        for i in range(26):
            reach = r * far * (1 if i % 2 else 0.6) * (1 + rng.uniform(-0.14, 0.14))
            a = i / 26 * math.tau
            points.append((x + math.cos(a) * reach, y + math.sin(a) * reach))
        ink.poly(points, tone)


def helmet(sheet: Ink, x: float, y: float, size: float, tone: Colour, turn: float = 0) -> None:
    sheet.path(HELMET, tone, x, y, size, turn, outline=INK, width=1.2)
    sheet.path(GLINT, shade(tone, 1.5), x, y, size, turn)


def blade(sheet: Ink, points: Points, turn: float, x: float, y: float, size: float) -> None:
    sheet.poly(placed(points, x, y, size, turn), STEEL, INK, 1.4)


def fist(sheet: Ink, x: float, y: float, size: float, tone: Colour = (206, 160, 116)) -> None:
    edge = shade(tone, 0.5)
    sheet.path(
        "M -24 -6 C -26 -22 -22 -26 -12 -26 L 18 -26 C 28 -26 28 -18 28 -8 L 26 16 "
        "C 24 26 14 28 8 28 L -12 28 C -22 28 -26 18 -24 -6 Z",
        tone,
        x,
        y,
        size,
        outline=INK,
        width=1.6,
    )
    for i in range(3):
        sheet.line(placed([(-11 + i * 13, -25), (-11 + i * 13, 0)], x, y, size), edge, 1.8)
    sheet.path(
        "M -28 -2 C -30 -14 -14 -12 10 -8 C 18 -6 16 6 8 6 L -10 8 C -22 10 -28 8 -28 -2 Z",
        shade(tone, 1.08),
        x,
        y,
        size,
        outline=edge,
        width=1.6,
    )


def prone(ink: Ink, x: float, y: float, size: float, kind: str, tone: Colour = NIGHT) -> None:
    sheet = fresh_sheet(ink)
    order_pictures.figure(sheet, x, y, size, PRONE, (2, -8), tone)
    weapon(sheet, x - 6 * size, y - 8 * size, 0.62 * size, kind, tone)
    ink.stamp(sheet, Shadow(0, 2, 2, 0.35))


def earth(ink: Ink, tone: Colour = (60, 58, 34)) -> None:
    hill = smooth([(-10, 98), (60, 90), (130, 96), (190, 88), (250, 92)])
    ink.poly([*hill, (250, 140), (-10, 140)], tone)


def arrow(sheet: Ink, knots: Points, tone: Colour, width: float, turn: float) -> None:
    line = smooth(knots, 10)
    for grow, colour in ((4.0, INK), (0.0, tone)):
        sheet.line(line, colour, width + grow)
        tip = placed(
            [
                (-4 - grow / 2, -width * 1.05 - grow),
                (width * 1.6 + grow * 1.3, 0),
                (-4 - grow / 2, width * 1.05 + grow),
            ],
            *line[-1],
            1,
            turn,
        )
        sheet.poly(tip, colour)
