"""Pictures of attack cards: blades and fists, weapons, sections of men."""

from __future__ import annotations

import random

from owm_net.client.art import order_pictures
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, RED, shade
from owm_net.client.art.paths import placed, smooth
from owm_net.client.art.squad_brush import (
    CAST,
    NIGHT,
    STEEL,
    UP,
    WOOD,
    arm,
    blade,
    blast,
    earth,
    fist,
    fresh_sheet,
    prone,
)
from owm_net.client.art.weapons import weapon


def knife(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    turn = -0.28
    blade(sheet, [(-6, -9), (66, -8), (92, 4), (70, 9), (-6, 9)], turn, 104, 62, 1.1)
    sheet.line(placed([(0, 0), (72, 1)], 104, 62, 1.1, turn), (120, 124, 122), 2)
    sheet.poly(
        placed([(-14, -17), (-6, -17), (-6, 17), (-14, 17)], 104, 62, 1.1, turn),
        (96, 92, 84),
        INK,
        1.4,
    )
    sheet.poly(
        placed([(-70, -9), (-14, -8), (-14, 8), (-70, 10)], 104, 62, 1.1, turn), WOOD, INK, 1.4
    )
    for i in range(5):
        sheet.line(
            placed([(-62 + i * 11, -8), (-62 + i * 11, 9)], 104, 62, 1.1, turn),
            shade(WOOD, 0.66),
            2,
        )
    ink.stamp(sheet, CAST)


def spade(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    turn = 1.28
    sheet.poly(placed([(-4, -70), (4, -70), (5, 22), (-5, 22)], 110, 56, 1, turn), WOOD, INK, 1.4)
    sheet.poly(
        placed(
            [(-15, -84), (15, -84), (13, -74), (4, -69), (-4, -69), (-13, -74)], 110, 56, 1, turn
        ),
        shade(WOOD, 0.75),
        INK,
        1.4,
    )
    sheet.path(
        "M -24 16 L 24 16 L 24 54 C 22 76 10 84 0 90 C -10 84 -22 76 -24 54 Z",
        (118, 124, 120),
        110,
        56,
        1,
        turn,
        outline=INK,
        width=1.6,
    )
    sheet.path("M -24 16 L -4 16 L -4 86 C -14 80 -22 72 -24 54 Z", STEEL, 110, 56, 1, turn)
    ink.stamp(sheet, CAST)


def bayonet(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    weapon(sheet, -58, 52, 1.8, "rifle", NIGHT)
    blade(sheet, [(0, -3), (78, -2), (88, 2), (78, 5), (0, 5)], 0, 136, 62, 1.1)
    ink.stamp(sheet, CAST)


def rifle_butt(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    path = (
        "M -60 -14 C -30 -22 0 -14 30 -10 L 120 -12 L 120 8 L 46 8 L 30 14 C 0 14 -20 26 -56 34 Z"
    )
    sheet.path(path, WOOD, 84, 54, 1.1, -0.16, outline=INK, width=1.6)
    sheet.path(
        "M -60 -14 L -56 34 L -66 34 L -70 -13 Z",
        (92, 90, 84),
        84,
        54,
        1.1,
        -0.16,
        outline=INK,
        width=1.4,
    )
    sheet.line(placed([(-40, -10), (26, -4), (110, -6)], 84, 54, 1.1, -0.16), shade(WOOD, 1.3), 3)
    ink.stamp(sheet, CAST)
    for i in range(4):
        ink.line([(8 + i * 3, 20 + i * 20), (-6, 14 + i * 22)], CREAM, 2.6)


def bare_hands(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for x, flip in ((76, 1), (168, -1)):
        sheet.poly(
            [(x - 20, 70), (x + 18, 70), (x + 26 * flip, 124), (x - 26, 124)],
            (92, 96, 58),
            INK,
            1.6,
        )
        fist(sheet, x, 50, 1.15)
    ink.stamp(sheet, CAST)


def garrote(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    wire = smooth([(44, 44), (70, 96), (120, 104), (170, 96), (196, 44)], 12)
    sheet.line(wire, INK, 4)
    sheet.line(wire, STEEL, 2)
    for x, turn in ((42, 0.3), (198, -0.3)):
        sheet.poly(placed([(-7, -32), (7, -32), (8, 26), (-8, 26)], x, 40, 1, turn), WOOD, INK, 1.5)
        sheet.line(placed([(-3, -28), (-3, 22)], x, 40, 1, turn), shade(WOOD, 1.35), 2.4)
    ink.stamp(sheet, CAST)


def take_prisoners(ink: Ink, rng: random.Random) -> None:
    for x, y, size, tone in (
        (64, 62, 0.9, (66, 72, 74)),
        (176, 62, 0.9, (66, 72, 74)),
        (120, 64, 1.08, NIGHT),
    ):
        sheet = fresh_sheet(ink)
        order_pictures.figure(sheet, x, y, size, UP, (0, -16), tone)
        ink.stamp(sheet, CAST)


def grenade(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    x, y = 118, 64
    sheet.oval(x, y, 32, 39, (92, 100, 58), INK, 2)
    for dx in (-16, 0, 16):
        sheet.line(
            [(x + dx, y - 34 + abs(dx) * 0.4), (x + dx * 1.15, y + 34 - abs(dx) * 0.4)],
            (58, 64, 36),
            3,
        )
    for dy in (-20, 0, 20):
        sheet.line(
            [(x - 29 + abs(dy) * 0.3, y + dy), (x + 29 - abs(dy) * 0.3, y + dy)], (58, 64, 36), 3
        )
    sheet.box(x - 12, y - 54, 24, 18, (138, 138, 128), 3, INK, 1.6)
    sheet.path(
        "M -6 -52 L 30 -56 C 44 -50 46 -20 44 6 L 36 6 C 36 -16 34 -40 26 -46 L -6 -42 Z",
        STEEL,
        x,
        y,
        outline=INK,
        width=1.4,
    )
    sheet.arc(x - 24, y - 46, 11, 0, 360, GOLD, 3.4)
    sheet.oval(x - 13, y - 14, 6, 12, (146, 152, 98))
    ink.stamp(sheet, CAST)


def flame_thrower(ink: Ink, rng: random.Random) -> None:
    for far, tone in ((1.0, (200, 70, 30)), (0.78, (240, 140, 40)), (0.5, (255, 220, 120))):
        top = [(70 + i * 20 * far, 62 - (6 + i * 5.5) * far + rng.uniform(-5, 5)) for i in range(9)]
        low = [(70 + i * 20 * far, 62 + (6 + i * 5) * far + rng.uniform(-5, 5)) for i in range(9)]
        ink.poly(smooth([(62, 62), *top, (70 + 178 * far, 60), *reversed(low)], 5, True), tone)
    sheet = fresh_sheet(ink)
    sheet.poly([(-6, 74), (40, 62), (78, 58), (78, 66), (44, 74), (24, 96), (12, 96)], NIGHT)
    sheet.box(-10, 28, 26, 76, (84, 92, 56), 9, INK, 1.6)
    ink.stamp(sheet, CAST)


def bazooka(ink: Ink, rng: random.Random) -> None:
    for i in range(5):
        ink.dot(12 - i * 4, 66 + rng.uniform(-8, 8), 12 + i * 3, (214, 200, 170, 120))
    sheet = fresh_sheet(ink)
    turn = -0.14
    sheet.poly(
        placed([(-92, -8), (66, -8), (66, 8), (-92, 8)], 112, 62, 1, turn), (82, 88, 54), INK, 1.5
    )
    sheet.poly(
        placed([(-98, -13), (-86, -9), (-86, 9), (-98, 13)], 112, 62, 1, turn),
        (64, 68, 42),
        INK,
        1.5,
    )
    sheet.poly(
        placed([(66, -7), (82, -14), (112, 0), (82, 14), (66, 7)], 112, 62, 1, turn),
        (128, 110, 56),
        INK,
        1.5,
    )
    for dx in (-22, 4):
        sheet.poly(
            placed([(dx, 8), (dx + 12, 8), (dx + 6, 34), (dx - 4, 34)], 112, 62, 1, turn), NIGHT
        )
    sheet.line(placed([(-86, -4), (62, -4)], 112, 62, 1, turn), (138, 144, 98), 2.4)
    ink.stamp(sheet, CAST)


def sniper(ink: Ink, rng: random.Random) -> None:
    arm("sniper", 1.9, -16, 60)(ink, rng)
    for r, width in ((34, 5), (22, 1.6)):
        ink.arc(186, 44, r, 0, 360, INK, width)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        ink.line([(186 + dx * 8, 44 + dy * 8), (186 + dx * 34, 44 + dy * 34)], INK, 2)
    ink.dot(186, 44, 3, RED)


def mortar(ink: Ink, rng: random.Random) -> None:
    blast(ink, 154, 18, 22, rng)
    sheet = fresh_sheet(ink)
    sheet.poly([(66, 98), (84, 104), (154, 24), (136, 14)], (82, 86, 58), INK, 1.8)
    sheet.line([(80, 92), (142, 22)], (146, 150, 112), 3)
    for x in (152, 178):
        sheet.line([(122, 52), (x, 106)], NIGHT, 6)
    sheet.box(46, 98, 56, 10, (70, 66, 54), 3, INK, 1.6)
    ink.stamp(sheet, CAST)
    for x, y in ((34, 84), (20, 92)):
        shell = ink.patch(x - 20, y - 30, x + 20, y + 30)
        shell.path(
            "M 0 -20 C 9 -12 9 4 5 12 L 8 22 L -8 22 L -5 12 C -9 4 -9 -12 0 -20 Z",
            (104, 96, 60),
            x,
            y,
            0.9,
            outline=INK,
            width=1.4,
        )
        ink.stamp(shell, Shadow(1, 2, 1.5, 0.4))


def artillery(ink: Ink, rng: random.Random) -> None:
    for x, y, r in ((176, 66, 44), (216, 84, 26), (132, 90, 24)):
        blast(ink, x, y, r, rng)
    ground = smooth([(-8, 104), (70, 96), (150, 100), (250, 92)])
    ink.poly([*ground, (250, 124), (-8, 124)], (50, 42, 28))
    sheet = fresh_sheet(ink)
    sheet.box(22, 44, 52, 56, (82, 88, 56), 4, INK, 1.8)
    sheet.box(28, 50, 40, 16, (44, 46, 34), 2)
    for i in range(3):
        sheet.dot(35 + i * 13, 80, 4.4, (196, 184, 140), INK, 1)
    sheet.line([(66, 44), (84, -6)], NIGHT, 3)
    sheet.path(
        "M -14 -10 C -22 0 -22 16 -12 22 L -6 16 C -12 12 -12 0 -6 -4 Z", NIGHT, 92, 66, 1.2, 2.6
    )
    ink.stamp(sheet, CAST)
    for i in range(3):
        ink.arc(84, 0, 12 + i * 9, 20, 80, CREAM, 2)


def fire_section(ink: Ink, rng: random.Random) -> None:
    earth(ink)
    for x, y in ((72, 42), (110, 68), (82, 96)):
        prone(ink, x, y, 0.92, "lmg" if y == 68 else "rifle")
        blast(ink, x + 74, y - 4, 13, rng)


def assault_section(ink: Ink, rng: random.Random) -> None:
    earth(ink)
    for x, y, size, tone in (
        (40, 74, 0.76, (66, 64, 44)),
        (104, 70, 0.9, (48, 46, 32)),
        (176, 76, 1.08, NIGHT),
    ):
        sheet = fresh_sheet(ink)
        order_pictures.figure(sheet, x, y, size, order_pictures.RUNNING, (8, -43), tone, 0.2)
        weapon(sheet, x - 14 * size, y - 26 * size, 0.56 * size, "smg", tone)
        ink.stamp(sheet, Shadow(0, 2, 2.4, 0.35))


def fire_team(ink: Ink, rng: random.Random) -> None:
    earth(ink)
    prone(ink, 72, 58, 1.1, "rifle", (52, 50, 36))
    prone(ink, 112, 92, 1.2, "semi-auto")
    blast(ink, 196, 82, 18, rng)


def scout(ink: Ink, rng: random.Random) -> None:
    sheet = fresh_sheet(ink)
    for x in (86, 154):
        sheet.poly([(x - 20, 30), (x + 20, 30), (x + 28, 92), (x - 28, 92)], (48, 46, 40), INK, 1.8)
        sheet.box(x - 22, 22, 44, 14, (74, 70, 58), 4, INK, 1.6)
        sheet.oval(x, 92, 28, 14, (70, 66, 56), INK, 1.8)
        sheet.oval(x, 92, 21, 9.6, (112, 150, 160))
        sheet.oval(x - 7, 89, 7, 3, (214, 232, 232))
    sheet.box(104, 40, 32, 18, (60, 56, 46), 3, INK, 1.6)
    sheet.dot(120, 49, 6, GOLD, INK, 1)
    ink.stamp(sheet, CAST)


def infiltration(ink: Ink, rng: random.Random) -> None:
    ink.box(0, 0, 240, 120, (26, 34, 44, 150))
    ink.dot(196, 26, 15, (226, 222, 200))
    ink.dot(190, 22, 13, (44, 54, 62))
    earth(ink, (26, 32, 24))
    for x in range(4, 240, 9):
        ink.line([(x, 96), (x + rng.uniform(-3, 3), 80 + rng.uniform(0, 8))], (40, 52, 30), 2)
    prone(ink, 120, 76, 1.24, "smg", (14, 16, 14))
