"""Pictures of morale and rally cards."""

from __future__ import annotations

import random

from owm_net.client.art import order_pictures
from owm_net.client.art.ink import Ink
from owm_net.client.art.palette import CREAM, GOLD, INK, RED, Colour, shade
from owm_net.client.art.paths import placed, star
from owm_net.client.art.squad_brush import (
    CAST,
    NIGHT,
    WOOD,
    blast,
    earth,
    fist,
    fresh_sheet,
    helmet,
)


def leadership(ink: Ink, rng: random.Random) -> None:
    order_pictures.rally(ink, rng)


def card_back(sheet: Ink, x: float, y: float, turn: float, suit: Colour) -> None:
    sheet.poly(placed([(-22, -32), (22, -32), (22, 32), (-22, 32)], x, y, 1, turn), CREAM, INK, 1.5)
    sheet.poly(placed([(0, -16), (11, 0), (0, 16), (-11, 0)], x, y, 1, turn), suit)


def fatalism(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for i, tone in enumerate((NIGHT, RED, NIGHT, RED)):
        card_back(sheet, 66 + i * 32, 62 + abs(i - 1.5) * 5, (i - 1.5) * 0.24, tone)
    ink.stamp(sheet, CAST)


def patriotism(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    sheet.line([(66, 6), (60, 122)], (92, 66, 40), 5)
    sheet.path(
        "M 0 0 C 26 -12 46 14 74 2 C 92 -6 104 2 118 0 L 112 54 C 92 60 82 48 64 54 "
        "C 40 62 24 44 -4 52 Z",
        (200, 156, 60),
        68,
        16,
        outline=INK,
        width=1.6,
    )
    sheet.path("M 38 2 C 50 6 60 8 74 2 L 66 54 C 52 58 44 56 34 52 Z", (172, 124, 40), 68, 16)
    sheet.poly(star(128, 43, 18, 7.4, 5), CREAM, (92, 62, 24), 1.4)
    ink.stamp(sheet, CAST)


def camaraderie(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for x, tone in ((84, (86, 92, 54)), (156, (104, 96, 58))):
        sheet.path(
            "M -34 60 C -34 26 -18 20 0 20 C 18 20 34 26 34 60 Z",
            shade(tone, 0.86),
            x,
            64,
            outline=INK,
            width=1.6,
        )
        sheet.oval(x, 62, 16, 19, (206, 162, 120), INK, 1.4)
        helmet(sheet, x, 50, 2.3, tone)
    sheet.line([(84, 96), (120, 88), (158, 98)], shade((86, 92, 54), 0.7), 12)
    ink.stamp(sheet, CAST)


def determination(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    sheet.poly([(98, 84), (144, 84), (150, 124), (92, 124)], (86, 92, 54), INK, 1.6)
    fist(sheet, 120, 58, 1.45)
    ink.stamp(sheet, CAST)


def shell_shock(ink: Ink, rng: random.Random) -> None:
    blast(ink, 120, 56, 58, rng)
    sheet = fresh_sheet(ink)
    sheet.oval(120, 76, 24, 28, (196, 170, 140), INK, 1.8)
    for x in (110, 130):
        sheet.dot(x, 74, 7.4, CREAM, INK, 1.4)
        sheet.dot(x, 74, 2.2, INK)
    sheet.oval(120, 94, 6, 5, (60, 36, 28))
    helmet(sheet, 120, 56, 3.2, (96, 94, 64), 0.18)
    ink.stamp(sheet, CAST)


def confusion(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for turn, tone in ((-0.5, GOLD), (2.5, CREAM), (1.0, (150, 60, 40))):
        at = placed(
            [(10, -6), (60, -6), (60, -17), (90, 0), (60, 17), (60, 6), (10, 6)], 120, 60, 1, turn
        )
        sheet.poly(at, tone, INK, 1.6)
    sheet.dot(120, 60, 25, (40, 36, 28), CREAM, 2)
    sheet.text(120, 61, "?", "title", 42, CREAM, "mm")
    ink.stamp(sheet, CAST)


def exhaustion(ink: Ink, rng: random.Random) -> None:
    earth(ink, (58, 52, 40))
    sheet = fresh_sheet(ink)
    limbs: list[order_pictures.Limb] = [
        ([(-22, 26), (-14, -2)], 22),
        ([(-20, 28), (14, 6), (22, 32)], 10),
        ([(-12, 0), (10, 10), (16, 4)], 8),
    ]
    order_pictures.figure(sheet, 118, 66, 1.3, limbs, (2, -16), NIGHT, 0.6)
    ink.stamp(sheet, CAST)
    for i, (x, y) in enumerate(((160, 44), (178, 30), (200, 14))):
        ink.text(x, y, "Z", "title", 18 + i * 6, CREAM, "mm")


def hesitation(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    sheet.poly(
        [
            (84, 16),
            (156, 16),
            (156, 24),
            (126, 60),
            (156, 96),
            (156, 104),
            (84, 104),
            (84, 96),
            (114, 60),
            (84, 24),
        ],
        (214, 226, 220),
        INK,
        2,
    )
    sheet.poly([(98, 34), (142, 34), (122, 58), (118, 58)], GOLD)
    sheet.poly([(92, 98), (148, 98), (122, 76), (118, 76)], GOLD)
    sheet.line([(120, 58), (120, 80)], GOLD, 2)
    for y in (8, 102):
        sheet.box(74, y, 92, 12, WOOD, 3, INK, 1.6)
    ink.stamp(sheet, CAST)


def fear(ink: Ink, rng: random.Random) -> None:
    ink.box(0, 0, 240, 120, (16, 14, 16, 170))
    for x, y, size in (
        (84, 56, 2.1),
        (156, 56, 2.1),
        (30, 92, 0.9),
        (58, 94, 0.9),
        (196, 28, 0.8),
        (218, 30, 0.8),
    ):
        ink.path("M -16 0 Q 0 -16 16 0 Q 0 14 -16 0 Z", (244, 234, 200), x, y, size)
        ink.dot(x, y - size, 5.6 * size, (140, 40, 28))
        ink.dot(x, y - size, 2.8 * size, (16, 14, 12))
