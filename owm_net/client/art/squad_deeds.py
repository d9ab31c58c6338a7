"""Pictures of modifiers, blocks and National Traits."""

from __future__ import annotations

import math
import random

from owm_net.client.art import icons
from owm_net.client.art.ink import Ink
from owm_net.client.art.palette import CREAM, GOLD, INK, RED, mix, shade
from owm_net.client.art.paths import blob, placed, smooth, star
from owm_net.client.art.squad_badges import sign
from owm_net.client.art.squad_brush import (
    CAST,
    NIGHT,
    STEEL,
    WOOD,
    arrow,
    earth,
    fresh_sheet,
    helmet,
)
from owm_net.client.art.weapons import weapon


def encircled(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for i in range(6):
        turn = i / 6 * math.tau
        at = placed(
            [(-58, -7), (-40, -7), (-40, -15), (-22, 0), (-40, 15), (-40, 7), (-58, 7)],
            120,
            58,
            0.98,
            turn,
        )
        sheet.poly([(120 + (x - 120) * 1.5, y) for x, y in at], (176, 48, 34), INK, 1.4)
    helmet(sheet, 120, 60, 1.9, (86, 92, 60))
    ink.stamp(sheet, CAST)


def mission_objective(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    icons.medal_star(sheet, 120, 60, 52, GOLD, (86, 58, 24))
    ink.stamp(sheet, CAST)
    for i in range(3):
        ink.poly(star(32, 30 + i * 28, 8, 3.4, 5), CREAM if i else GOLD)
        ink.poly(star(208, 30 + i * 28, 8, 3.4, 5), CREAM if i else GOLD)


def smoke(ink: Ink, rng: random.Random) -> None:
    for _ in range(34):
        x, y = rng.uniform(10, 230), rng.uniform(26, 96)
        grey = 150 + int(70 * (1 - y / 114)) + rng.randint(-14, 14)
        ink.dot(x, y, rng.uniform(13, 27), (grey, grey - 4, grey - 14, 120))
    sheet = fresh_sheet(ink)
    sheet.box(106, 62, 30, 50, (86, 92, 58), 5, INK, 1.8)
    sheet.box(112, 52, 18, 12, (60, 58, 48), 2, INK, 1.4)
    sheet.box(107, 78, 28, 9, (214, 196, 120))
    ink.stamp(sheet, CAST)


def concealment(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    helmet(sheet, 120, 70, 4.6, (84, 92, 54))
    for x, y, size in (
        (84, 44, 20),
        (104, 26, 24),
        (132, 24, 24),
        (156, 42, 20),
        (120, 44, 18),
        (72, 78, 18),
        (168, 78, 18),
    ):
        icons.leaf(
            sheet, x, y, size, mix((96, 128, 52), (150, 170, 80), rng.random()), (44, 58, 28)
        )
    ink.stamp(sheet, CAST)


def ambush(ink: Ink, rng: random.Random) -> None:
    ink.box(0, 0, 240, 120, (18, 26, 16, 120))
    for x in (82, 150):
        ink.path("M -16 0 Q 0 -14 16 0 Q 0 12 -16 0 Z", CREAM, x, 54, 1.2)
        ink.dot(x, 53, 6.6, (30, 40, 24))
    sheet = fresh_sheet(ink)
    weapon(sheet, 108, 70, 1.1, "rifle", NIGHT)
    for _ in range(34):
        left, y = rng.uniform(-6, 246), rng.choice((rng.uniform(-8, 22), rng.uniform(86, 122)))
        icons.leaf(
            sheet,
            left,
            y,
            rng.uniform(13, 22),
            mix((64, 92, 40), (124, 148, 66), rng.random()),
            (36, 50, 24),
        )
    ink.stamp(sheet, CAST)


def enfilade(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    arrow(sheet, [(-6, 60), (60, 60), (200, 60)], RED, 12, 0)
    for i in range(4):
        x = 56 + i * 40
        helmet(sheet, x, 40, 1.3, (86, 92, 60))
        helmet(sheet, x, 90, 1.3, (86, 92, 60))
    ink.stamp(sheet, CAST)


def flanking_fire(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    arrow(sheet, [(-6, 100), (64, 100), (120, 88), (150, 60), (164, 50)], GOLD, 15, -0.7)
    for x, y in ((196, 34), (216, 52), (180, 20)):
        helmet(sheet, x, y, 1.3, (70, 82, 92))
    for x, y in ((24, 30), (52, 30), (80, 30)):
        helmet(sheet, x, y, 1.3, (92, 98, 54))
    ink.stamp(sheet, CAST)


def minefield(ink: Ink, rng: random.Random) -> None:
    earth(ink, (92, 74, 46))
    for x, y, r in ((66, 84, 30), (150, 66, 26), (210, 98, 24)):
        sheet = fresh_sheet(ink)
        sheet.oval(x, y + 6, r, r * 0.46, (54, 56, 44), INK, 1.6)
        sheet.oval(x, y, r, r * 0.46, (96, 100, 72), INK, 1.6)
        sheet.oval(x, y - 2, r * 0.42, r * 0.2, (60, 62, 46), INK, 1.2)
        for dx in (-2, 0, 2):
            sheet.line([(x + dx * 2, y - 4), (x + dx * 3.4, y - 16)], NIGHT, 2)
        ink.stamp(sheet, CAST)
    plate = fresh_sheet(ink)
    plate.line([(110, 30), (110, 100)], WOOD, 5)
    plate.poly([(80, 8), (140, 8), (140, 44), (80, 44)], CREAM, INK, 1.6)
    ink.stamp(plate, CAST)


def barbed_wire(ink: Ink, rng: random.Random) -> None:
    earth(ink, (82, 70, 44))
    sheet = fresh_sheet(ink)
    for x in (30, 120, 210):
        sheet.line([(x - 16, 110), (x + 16, 22)], WOOD, 7)
        sheet.line([(x + 16, 110), (x - 16, 22)], shade(WOOD, 0.8), 7)
    for y in (36, 62, 88):
        wire = smooth([(-6, y), (40, y + 8), (90, y - 6), (140, y + 8), (190, y - 6), (246, y + 4)])
        sheet.line(wire, INK, 3)
        for at, v in wire[2::5]:
            sheet.line([(at - 5, v - 7), (at + 5, v + 7)], (60, 58, 54), 2)
            sheet.line([(at + 5, v - 7), (at - 5, v + 7)], (60, 58, 54), 2)
    ink.stamp(sheet, CAST)


def combat_engineer(ink: Ink, rng: random.Random) -> None:
    wire = smooth([(-6, 74), (60, 64), (112, 72)])
    for line in (wire, smooth([(136, 70), (190, 60), (246, 72)])):
        ink.line(line, INK, 3)
        for at, v in line[2::6]:
            ink.line([(at - 6, v - 7), (at + 6, v + 7)], (60, 58, 54), 2)
            ink.line([(at + 6, v - 7), (at - 6, v + 7)], (60, 58, 54), 2)
    sheet = fresh_sheet(ink)
    for turn, flip in ((0.3, False), (-0.3, True)):
        sheet.path(
            "M -6 -8 L 4 -8 L 8 66 L -4 66 Z",
            RED if flip else (150, 44, 34),
            124,
            52,
            1,
            turn,
            outline=INK,
            width=1.6,
        )
        sheet.path(
            "M -8 -6 C -14 -26 -6 -42 4 -46 C 0 -30 4 -18 8 -6 Z",
            STEEL,
            124,
            52,
            1,
            -turn * 0.7,
            flip=flip,
            outline=INK,
            width=1.4,
        )
    sheet.dot(124, 48, 7, (96, 96, 90), INK, 1.6)
    ink.stamp(sheet, CAST)


def commander_killed(ink: Ink, rng: random.Random) -> None:
    earth(ink, (66, 56, 38))
    sheet = fresh_sheet(ink)
    sheet.line([(120, 120), (120, 26)], NIGHT, 7)
    sheet.poly([(112, 60), (128, 60), (132, 122), (108, 122)], WOOD, INK, 1.6)
    helmet(sheet, 120, 34, 2.7, (88, 94, 60), -0.08)
    sheet.poly(star(120, 30, 9, 3.8, 5), GOLD, INK, 1)
    sheet.dot(138, 36, 4.4, (20, 16, 12), (150, 40, 30), 1.4)
    ink.stamp(sheet, CAST)


def national_trait(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for x, y, r, nation in (
        (40, 42, 23, "us"),
        (96, 74, 23, "german"),
        (120, 30, 20, "british"),
        (148, 76, 23, "russian"),
        (200, 44, 24, "japanese"),
    ):
        sign(sheet, x, y, r, nation)
    ink.stamp(sheet, CAST)


def unknown(ink: Ink, rng: random.Random) -> None:
    """Draw a card without its own picture."""
    sheet = fresh_sheet(ink)
    sheet.poly(blob(120, 58, 50, 40, rng), GOLD, INK, 1.6)
    ink.stamp(sheet, CAST)
