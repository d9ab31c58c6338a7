"""The pictures of the squad cards, each in a window 240 wide and 114 high."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from owm_net.client.art import icons, order_pictures
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, RED, Colour, mix, shade
from owm_net.client.art.paths import Points, blob, placed, smooth, star
from owm_net.client.art.squad_badges import sign
from owm_net.client.art.weapons import weapon

Picture = Callable[[Ink, random.Random], None]

NIGHT: Colour = (32, 27, 22)
STEEL: Colour = (168, 172, 168)
WOOD: Colour = (150, 104, 58)
_CAST = Shadow(1.8, 3.0, 2.4, 0.45)
_HELMET = "M -9 6 C -10 -8 -5 -11 0 -11 C 5 -11 10 -8 9 6 L 11 8 L -11 8 Z"
_GLINT = "M -7 -2 C -6 -7 -4 -9 -1 -9.6 C -4 -7 -4.6 -4 -4.8 0 Z"


def _sheet(ink: Ink) -> Ink:
    return ink.patch(-4, -4, 244, 120)


def _arm(kind: str, size: float = 2.0, x: float = 16, y: float = 46) -> Picture:
    """A weapon from side to side, its muzzle at the right."""

    def draw(ink: Ink, rng: random.Random) -> None:
        sheet = _sheet(ink)
        weapon(sheet, x, y, size, kind, NIGHT)
        ink.stamp(sheet, _CAST)

    return draw


def _blast(ink: Ink, x: float, y: float, r: float, rng: random.Random) -> None:
    for far, tone in ((1.0, (206, 86, 36)), (0.72, (240, 160, 56)), (0.42, (255, 240, 196))):
        points = []
        for i in range(26):
            reach = r * far * (1 if i % 2 else 0.6) * (1 + rng.uniform(-0.14, 0.14))
            a = i / 26 * math.tau
            points.append((x + math.cos(a) * reach, y + math.sin(a) * reach))
        ink.poly(points, tone)


def _helmet(sheet: Ink, x: float, y: float, size: float, tone: Colour, turn: float = 0) -> None:
    sheet.path(_HELMET, tone, x, y, size, turn, outline=INK, width=1.2)
    sheet.path(_GLINT, shade(tone, 1.5), x, y, size, turn)


def _blade(sheet: Ink, points: Points, turn: float, x: float, y: float, size: float) -> None:
    sheet.poly(placed(points, x, y, size, turn), STEEL, INK, 1.4)


def knife(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    turn = -0.28
    _blade(sheet, [(-6, -9), (66, -8), (92, 4), (70, 9), (-6, 9)], turn, 104, 62, 1.1)
    sheet.line(placed([(0, 0), (72, 1)], 104, 62, 1.1, turn), (120, 124, 122), 2)
    sheet.poly(placed([(-14, -17), (-6, -17), (-6, 17), (-14, 17)], 104, 62, 1.1, turn),
               (96, 92, 84), INK, 1.4)
    sheet.poly(placed([(-70, -9), (-14, -8), (-14, 8), (-70, 10)], 104, 62, 1.1, turn), WOOD, INK,
               1.4)
    for i in range(5):
        sheet.line(placed([(-62 + i * 11, -8), (-62 + i * 11, 9)], 104, 62, 1.1, turn),
                   shade(WOOD, 0.66), 2)
    ink.stamp(sheet, _CAST)


def spade(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    turn = 1.28
    sheet.poly(placed([(-4, -70), (4, -70), (5, 22), (-5, 22)], 110, 56, 1, turn), WOOD, INK, 1.4)
    sheet.poly(placed([(-15, -84), (15, -84), (13, -74), (4, -69), (-4, -69), (-13, -74)], 110, 56,
                      1, turn), shade(WOOD, 0.75), INK, 1.4)
    sheet.path("M -24 16 L 24 16 L 24 54 C 22 76 10 84 0 90 C -10 84 -22 76 -24 54 Z",
               (118, 124, 120), 110, 56, 1, turn, outline=INK, width=1.6)
    sheet.path("M -24 16 L -4 16 L -4 86 C -14 80 -22 72 -24 54 Z", STEEL, 110, 56, 1, turn)
    ink.stamp(sheet, _CAST)


def bayonet(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    weapon(sheet, -58, 52, 1.8, "rifle", NIGHT)
    _blade(sheet, [(0, -3), (78, -2), (88, 2), (78, 5), (0, 5)], 0, 136, 62, 1.1)
    ink.stamp(sheet, _CAST)


def rifle_butt(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    path = ("M -60 -14 C -30 -22 0 -14 30 -10 L 120 -12 L 120 8 L 46 8 L 30 14 C 0 14 -20 26 "
            "-56 34 Z")
    sheet.path(path, WOOD, 84, 54, 1.1, -0.16, outline=INK, width=1.6)
    sheet.path("M -60 -14 L -56 34 L -66 34 L -70 -13 Z", (92, 90, 84), 84, 54, 1.1, -0.16,
               outline=INK, width=1.4)
    sheet.line(placed([(-40, -10), (26, -4), (110, -6)], 84, 54, 1.1, -0.16), shade(WOOD, 1.3), 3)
    ink.stamp(sheet, _CAST)
    for i in range(4):
        ink.line([(8 + i * 3, 20 + i * 20), (-6, 14 + i * 22)], CREAM, 2.6)


def _fist(sheet: Ink, x: float, y: float, size: float, tone: Colour = (206, 160, 116)) -> None:
    edge = shade(tone, 0.5)
    sheet.path("M -24 -6 C -26 -22 -22 -26 -12 -26 L 18 -26 C 28 -26 28 -18 28 -8 L 26 16 "
               "C 24 26 14 28 8 28 L -12 28 C -22 28 -26 18 -24 -6 Z", tone, x, y, size,
               outline=INK, width=1.6)
    for i in range(3):
        sheet.line(placed([(-11 + i * 13, -25), (-11 + i * 13, 0)], x, y, size), edge, 1.8)
    sheet.path("M -28 -2 C -30 -14 -14 -12 10 -8 C 18 -6 16 6 8 6 L -10 8 C -22 10 -28 8 -28 -2 Z",
               shade(tone, 1.08), x, y, size, outline=edge, width=1.6)


def bare_hands(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for x, flip in ((76, 1), (168, -1)):
        sheet.poly([(x - 20, 70), (x + 18, 70), (x + 26 * flip, 124), (x - 26, 124)],
                   (92, 96, 58), INK, 1.6)
        _fist(sheet, x, 50, 1.15)
    ink.stamp(sheet, _CAST)


def garrote(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    wire = smooth([(44, 44), (70, 96), (120, 104), (170, 96), (196, 44)], 12)
    sheet.line(wire, INK, 4)
    sheet.line(wire, STEEL, 2)
    for x, turn in ((42, 0.3), (198, -0.3)):
        sheet.poly(placed([(-7, -32), (7, -32), (8, 26), (-8, 26)], x, 40, 1, turn), WOOD, INK, 1.5)
        sheet.line(placed([(-3, -28), (-3, 22)], x, 40, 1, turn), shade(WOOD, 1.35), 2.4)
    ink.stamp(sheet, _CAST)


_UP: list[order_pictures.Limb] = [
    ([(0, 44), (0, 4)], 24), ([(-9, 4), (-21, -12), (-18, -36)], 9),
    ([(9, 4), (21, -12), (18, -36)], 9), ([(-8, 30), (-9, 60)], 11), ([(8, 30), (9, 60)], 11),
]


def take_prisoners(ink: Ink, rng: random.Random) -> None:
    for x, y, size, tone in ((64, 62, 0.9, (66, 72, 74)), (176, 62, 0.9, (66, 72, 74)),
                             (120, 64, 1.08, NIGHT)):
        sheet = _sheet(ink)
        order_pictures.figure(sheet, x, y, size, _UP, (0, -16), tone)
        ink.stamp(sheet, _CAST)


def grenade(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    x, y = 118, 64
    sheet.oval(x, y, 32, 39, (92, 100, 58), INK, 2)
    for dx in (-16, 0, 16):
        sheet.line([(x + dx, y - 34 + abs(dx) * 0.4), (x + dx * 1.15, y + 34 - abs(dx) * 0.4)],
                   (58, 64, 36), 3)
    for dy in (-20, 0, 20):
        sheet.line([(x - 29 + abs(dy) * 0.3, y + dy), (x + 29 - abs(dy) * 0.3, y + dy)],
                   (58, 64, 36), 3)
    sheet.box(x - 12, y - 54, 24, 18, (138, 138, 128), 3, INK, 1.6)
    sheet.path("M -6 -52 L 30 -56 C 44 -50 46 -20 44 6 L 36 6 C 36 -16 34 -40 26 -46 L -6 -42 Z",
               STEEL, x, y, outline=INK, width=1.4)
    sheet.arc(x - 24, y - 46, 11, 0, 360, GOLD, 3.4)
    sheet.oval(x - 13, y - 14, 6, 12, (146, 152, 98))
    ink.stamp(sheet, _CAST)


def flame_thrower(ink: Ink, rng: random.Random) -> None:
    for far, tone in ((1.0, (200, 70, 30)), (0.78, (240, 140, 40)), (0.5, (255, 220, 120))):
        top = [(70 + i * 20 * far, 62 - (6 + i * 5.5) * far + rng.uniform(-5, 5))
               for i in range(9)]
        low = [(70 + i * 20 * far, 62 + (6 + i * 5) * far + rng.uniform(-5, 5)) for i in range(9)]
        ink.poly(smooth([(62, 62), *top, (70 + 178 * far, 60), *reversed(low)], 5, True), tone)
    sheet = _sheet(ink)
    sheet.poly([(-6, 74), (40, 62), (78, 58), (78, 66), (44, 74), (24, 96), (12, 96)], NIGHT)
    sheet.box(-10, 28, 26, 76, (84, 92, 56), 9, INK, 1.6)
    ink.stamp(sheet, _CAST)


def bazooka(ink: Ink, rng: random.Random) -> None:
    for i in range(5):
        ink.dot(12 - i * 4, 66 + rng.uniform(-8, 8), 12 + i * 3, (214, 200, 170, 120))
    sheet = _sheet(ink)
    turn = -0.14
    sheet.poly(placed([(-92, -8), (66, -8), (66, 8), (-92, 8)], 112, 62, 1, turn), (82, 88, 54),
               INK, 1.5)
    sheet.poly(placed([(-98, -13), (-86, -9), (-86, 9), (-98, 13)], 112, 62, 1, turn),
               (64, 68, 42), INK, 1.5)
    sheet.poly(placed([(66, -7), (82, -14), (112, 0), (82, 14), (66, 7)], 112, 62, 1, turn),
               (128, 110, 56), INK, 1.5)
    for dx in (-22, 4):
        sheet.poly(placed([(dx, 8), (dx + 12, 8), (dx + 6, 34), (dx - 4, 34)], 112, 62, 1, turn),
                   NIGHT)
    sheet.line(placed([(-86, -4), (62, -4)], 112, 62, 1, turn), (138, 144, 98), 2.4)
    ink.stamp(sheet, _CAST)


def sniper(ink: Ink, rng: random.Random) -> None:
    _arm("sniper", 1.9, -16, 60)(ink, rng)
    for r, width in ((34, 5), (22, 1.6)):
        ink.arc(186, 44, r, 0, 360, INK, width)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        ink.line([(186 + dx * 8, 44 + dy * 8), (186 + dx * 34, 44 + dy * 34)], INK, 2)
    ink.dot(186, 44, 3, RED)


def mortar(ink: Ink, rng: random.Random) -> None:
    _blast(ink, 154, 18, 22, rng)
    sheet = _sheet(ink)
    sheet.poly([(66, 98), (84, 104), (154, 24), (136, 14)], (82, 86, 58), INK, 1.8)
    sheet.line([(80, 92), (142, 22)], (146, 150, 112), 3)
    for x in (152, 178):
        sheet.line([(122, 52), (x, 106)], NIGHT, 6)
    sheet.box(46, 98, 56, 10, (70, 66, 54), 3, INK, 1.6)
    ink.stamp(sheet, _CAST)
    for x, y in ((34, 84), (20, 92)):
        shell = ink.patch(x - 20, y - 30, x + 20, y + 30)
        shell.path("M 0 -20 C 9 -12 9 4 5 12 L 8 22 L -8 22 L -5 12 C -9 4 -9 -12 0 -20 Z",
                   (104, 96, 60), x, y, 0.9, outline=INK, width=1.4)
        ink.stamp(shell, Shadow(1, 2, 1.5, 0.4))


def artillery(ink: Ink, rng: random.Random) -> None:
    for x, y, r in ((176, 66, 44), (216, 84, 26), (132, 90, 24)):
        _blast(ink, x, y, r, rng)
    ground = smooth([(-8, 104), (70, 96), (150, 100), (250, 92)])
    ink.poly([*ground, (250, 124), (-8, 124)], (50, 42, 28))
    sheet = _sheet(ink)
    sheet.box(22, 44, 52, 56, (82, 88, 56), 4, INK, 1.8)
    sheet.box(28, 50, 40, 16, (44, 46, 34), 2)
    for i in range(3):
        sheet.dot(35 + i * 13, 80, 4.4, (196, 184, 140), INK, 1)
    sheet.line([(66, 44), (84, -6)], NIGHT, 3)
    sheet.path("M -14 -10 C -22 0 -22 16 -12 22 L -6 16 C -12 12 -12 0 -6 -4 Z", NIGHT, 92, 66,
               1.2, 2.6)
    ink.stamp(sheet, _CAST)
    for i in range(3):
        ink.arc(84, 0, 12 + i * 9, 20, 80, CREAM, 2)


_PRONE: list[order_pictures.Limb] = [
    ([(-34, 8), (-8, 2)], 12), ([(-34, 8), (-58, 12)], 8), ([(-8, 2), (8, 8), (18, 0)], 6),
]


def _prone(ink: Ink, x: float, y: float, size: float, kind: str, tone: Colour = NIGHT) -> None:
    sheet = _sheet(ink)
    order_pictures.figure(sheet, x, y, size, _PRONE, (2, -8), tone)
    weapon(sheet, x - 6 * size, y - 8 * size, 0.62 * size, kind, tone)
    ink.stamp(sheet, Shadow(0, 2, 2, 0.35))


def _earth(ink: Ink, tone: Colour = (60, 58, 34)) -> None:
    hill = smooth([(-10, 98), (60, 90), (130, 96), (190, 88), (250, 92)])
    ink.poly([*hill, (250, 140), (-10, 140)], tone)


def fire_section(ink: Ink, rng: random.Random) -> None:
    _earth(ink)
    for x, y in ((72, 42), (110, 68), (82, 96)):
        _prone(ink, x, y, 0.92, "lmg" if y == 68 else "rifle")
        _blast(ink, x + 74, y - 4, 13, rng)


def assault_section(ink: Ink, rng: random.Random) -> None:
    _earth(ink)
    for x, y, size, tone in ((40, 74, 0.76, (66, 64, 44)), (104, 70, 0.9, (48, 46, 32)),
                             (176, 76, 1.08, NIGHT)):
        sheet = _sheet(ink)
        order_pictures.figure(sheet, x, y, size, order_pictures._RUN, (8, -43), tone, 0.2)
        weapon(sheet, x - 14 * size, y - 26 * size, 0.56 * size, "smg", tone)
        ink.stamp(sheet, Shadow(0, 2, 2.4, 0.35))


def fire_team(ink: Ink, rng: random.Random) -> None:
    _earth(ink)
    _prone(ink, 72, 58, 1.1, "rifle", (52, 50, 36))
    _prone(ink, 112, 92, 1.2, "semi-auto")
    _blast(ink, 196, 82, 18, rng)


def scout(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for x in (86, 154):
        sheet.poly([(x - 20, 30), (x + 20, 30), (x + 28, 92), (x - 28, 92)], (48, 46, 40), INK, 1.8)
        sheet.box(x - 22, 22, 44, 14, (74, 70, 58), 4, INK, 1.6)
        sheet.oval(x, 92, 28, 14, (70, 66, 56), INK, 1.8)
        sheet.oval(x, 92, 21, 9.6, (112, 150, 160))
        sheet.oval(x - 7, 89, 7, 3, (214, 232, 232))
    sheet.box(104, 40, 32, 18, (60, 56, 46), 3, INK, 1.6)
    sheet.dot(120, 49, 6, GOLD, INK, 1)
    ink.stamp(sheet, _CAST)


def infiltration(ink: Ink, rng: random.Random) -> None:
    ink.box(0, 0, 240, 120, (26, 34, 44, 150))
    ink.dot(196, 26, 15, (226, 222, 200))
    ink.dot(190, 22, 13, (44, 54, 62))
    _earth(ink, (26, 32, 24))
    for x in range(4, 240, 9):
        ink.line([(x, 96), (x + rng.uniform(-3, 3), 80 + rng.uniform(0, 8))], (40, 52, 30), 2)
    _prone(ink, 120, 76, 1.24, "smg", (14, 16, 14))


def leadership(ink: Ink, rng: random.Random) -> None:
    order_pictures.rally(ink, rng)


def _card_back(sheet: Ink, x: float, y: float, turn: float, suit: Colour) -> None:
    sheet.poly(placed([(-22, -32), (22, -32), (22, 32), (-22, 32)], x, y, 1, turn), CREAM, INK, 1.5)
    sheet.poly(placed([(0, -16), (11, 0), (0, 16), (-11, 0)], x, y, 1, turn), suit)


def fatalism(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for i, tone in enumerate((NIGHT, RED, NIGHT, RED)):
        _card_back(sheet, 66 + i * 32, 62 + abs(i - 1.5) * 5, (i - 1.5) * 0.24, tone)
    ink.stamp(sheet, _CAST)


def patriotism(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    sheet.line([(66, 6), (60, 122)], (92, 66, 40), 5)
    sheet.path("M 0 0 C 26 -12 46 14 74 2 C 92 -6 104 2 118 0 L 112 54 C 92 60 82 48 64 54 "
               "C 40 62 24 44 -4 52 Z", (200, 156, 60), 68, 16, outline=INK, width=1.6)
    sheet.path("M 38 2 C 50 6 60 8 74 2 L 66 54 C 52 58 44 56 34 52 Z", (172, 124, 40), 68, 16)
    sheet.poly(star(128, 43, 18, 7.4, 5), CREAM, (92, 62, 24), 1.4)
    ink.stamp(sheet, _CAST)


def camaraderie(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for x, tone in ((84, (86, 92, 54)), (156, (104, 96, 58))):
        sheet.path("M -34 60 C -34 26 -18 20 0 20 C 18 20 34 26 34 60 Z", shade(tone, 0.86), x, 64,
                   outline=INK, width=1.6)
        sheet.oval(x, 62, 16, 19, (206, 162, 120), INK, 1.4)
        _helmet(sheet, x, 50, 2.3, tone)
    sheet.line([(84, 96), (120, 88), (158, 98)], shade((86, 92, 54), 0.7), 12)
    ink.stamp(sheet, _CAST)


def determination(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    sheet.poly([(98, 84), (144, 84), (150, 124), (92, 124)], (86, 92, 54), INK, 1.6)
    _fist(sheet, 120, 58, 1.45)
    ink.stamp(sheet, _CAST)


def shell_shock(ink: Ink, rng: random.Random) -> None:
    _blast(ink, 120, 56, 58, rng)
    sheet = _sheet(ink)
    sheet.oval(120, 76, 24, 28, (196, 170, 140), INK, 1.8)
    for x in (110, 130):
        sheet.dot(x, 74, 7.4, CREAM, INK, 1.4)
        sheet.dot(x, 74, 2.2, INK)
    sheet.oval(120, 94, 6, 5, (60, 36, 28))
    _helmet(sheet, 120, 56, 3.2, (96, 94, 64), 0.18)
    ink.stamp(sheet, _CAST)


def confusion(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for turn, tone in ((-0.5, GOLD), (2.5, CREAM), (1.0, (150, 60, 40))):
        at = placed([(10, -6), (60, -6), (60, -17), (90, 0), (60, 17), (60, 6), (10, 6)], 120, 60,
                    1, turn)
        sheet.poly(at, tone, INK, 1.6)
    sheet.dot(120, 60, 25, (40, 36, 28), CREAM, 2)
    sheet.text(120, 61, "?", "title", 42, CREAM, "mm")
    ink.stamp(sheet, _CAST)


def exhaustion(ink: Ink, rng: random.Random) -> None:
    _earth(ink, (58, 52, 40))
    sheet = _sheet(ink)
    limbs: list[order_pictures.Limb] = [
        ([(-22, 26), (-14, -2)], 22), ([(-20, 28), (14, 6), (22, 32)], 10),
        ([(-12, 0), (10, 10), (16, 4)], 8),
    ]
    order_pictures.figure(sheet, 118, 66, 1.3, limbs, (2, -16), NIGHT, 0.6)
    ink.stamp(sheet, _CAST)
    for i, (x, y) in enumerate(((160, 44), (178, 30), (200, 14))):
        ink.text(x, y, "Z", "title", 18 + i * 6, CREAM, "mm")


def hesitation(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    sheet.poly([(84, 16), (156, 16), (156, 24), (126, 60), (156, 96), (156, 104), (84, 104),
                (84, 96), (114, 60), (84, 24)], (214, 226, 220), INK, 2)
    sheet.poly([(98, 34), (142, 34), (122, 58), (118, 58)], GOLD)
    sheet.poly([(92, 98), (148, 98), (122, 76), (118, 76)], GOLD)
    sheet.line([(120, 58), (120, 80)], GOLD, 2)
    for y in (8, 102):
        sheet.box(74, y, 92, 12, WOOD, 3, INK, 1.6)
    ink.stamp(sheet, _CAST)


def fear(ink: Ink, rng: random.Random) -> None:
    ink.box(0, 0, 240, 120, (16, 14, 16, 170))
    for x, y, size in ((84, 56, 2.1), (156, 56, 2.1), (30, 92, 0.9), (58, 94, 0.9), (196, 28, 0.8),
                       (218, 30, 0.8)):
        ink.path("M -16 0 Q 0 -16 16 0 Q 0 14 -16 0 Z", (244, 234, 200), x, y, size)
        ink.dot(x, y - size, 5.6 * size, (140, 40, 28))
        ink.dot(x, y - size, 2.8 * size, (16, 14, 12))


def encircled(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for i in range(6):
        turn = i / 6 * math.tau
        at = placed([(-58, -7), (-40, -7), (-40, -15), (-22, 0), (-40, 15), (-40, 7), (-58, 7)],
                    120, 58, 0.98, turn)
        sheet.poly([(120 + (x - 120) * 1.5, y) for x, y in at], (176, 48, 34), INK, 1.4)
    _helmet(sheet, 120, 60, 1.9, (86, 92, 60))
    ink.stamp(sheet, _CAST)


def mission_objective(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    icons.medal_star(sheet, 120, 60, 52, GOLD, (86, 58, 24))
    ink.stamp(sheet, _CAST)
    for i in range(3):
        ink.poly(star(32, 30 + i * 28, 8, 3.4, 5), CREAM if i else GOLD)
        ink.poly(star(208, 30 + i * 28, 8, 3.4, 5), CREAM if i else GOLD)


def smoke(ink: Ink, rng: random.Random) -> None:
    for _ in range(34):
        x, y = rng.uniform(10, 230), rng.uniform(26, 96)
        grey = 150 + int(70 * (1 - y / 114)) + rng.randint(-14, 14)
        ink.dot(x, y, rng.uniform(13, 27), (grey, grey - 4, grey - 14, 120))
    sheet = _sheet(ink)
    sheet.box(106, 62, 30, 50, (86, 92, 58), 5, INK, 1.8)
    sheet.box(112, 52, 18, 12, (60, 58, 48), 2, INK, 1.4)
    sheet.box(107, 78, 28, 9, (214, 196, 120))
    ink.stamp(sheet, _CAST)


def concealment(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    _helmet(sheet, 120, 70, 4.6, (84, 92, 54))
    for x, y, size in ((84, 44, 20), (104, 26, 24), (132, 24, 24), (156, 42, 20), (120, 44, 18),
                       (72, 78, 18), (168, 78, 18)):
        icons.leaf(sheet, x, y, size, mix((96, 128, 52), (150, 170, 80), rng.random()),
                   (44, 58, 28))
    ink.stamp(sheet, _CAST)


def ambush(ink: Ink, rng: random.Random) -> None:
    ink.box(0, 0, 240, 120, (18, 26, 16, 120))
    for x in (82, 150):
        ink.path("M -16 0 Q 0 -14 16 0 Q 0 12 -16 0 Z", CREAM, x, 54, 1.2)
        ink.dot(x, 53, 6.6, (30, 40, 24))
    sheet = _sheet(ink)
    weapon(sheet, 108, 70, 1.1, "rifle", NIGHT)
    for _ in range(34):
        left, y = rng.uniform(-6, 246), rng.choice((rng.uniform(-8, 22), rng.uniform(86, 122)))
        icons.leaf(sheet, left, y, rng.uniform(13, 22),
                   mix((64, 92, 40), (124, 148, 66), rng.random()), (36, 50, 24))
    ink.stamp(sheet, _CAST)


def _arrow(sheet: Ink, knots: Points, tone: Colour, width: float, turn: float) -> None:
    line = smooth(knots, 10)
    for grow, colour in ((4.0, INK), (0.0, tone)):
        sheet.line(line, colour, width + grow)
        tip = placed([(-4 - grow / 2, -width * 1.05 - grow), (width * 1.6 + grow * 1.3, 0),
                      (-4 - grow / 2, width * 1.05 + grow)], *line[-1], 1, turn)
        sheet.poly(tip, colour)


def enfilade(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    _arrow(sheet, [(-6, 60), (60, 60), (200, 60)], RED, 12, 0)
    for i in range(4):
        x = 56 + i * 40
        _helmet(sheet, x, 40, 1.3, (86, 92, 60))
        _helmet(sheet, x, 90, 1.3, (86, 92, 60))
    ink.stamp(sheet, _CAST)


def flanking_fire(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    _arrow(sheet, [(-6, 100), (64, 100), (120, 88), (150, 60), (164, 50)], GOLD, 15, -0.7)
    for x, y in ((196, 34), (216, 52), (180, 20)):
        _helmet(sheet, x, y, 1.3, (70, 82, 92))
    for x, y in ((24, 30), (52, 30), (80, 30)):
        _helmet(sheet, x, y, 1.3, (92, 98, 54))
    ink.stamp(sheet, _CAST)


def minefield(ink: Ink, rng: random.Random) -> None:
    _earth(ink, (92, 74, 46))
    for x, y, r in ((66, 84, 30), (150, 66, 26), (210, 98, 24)):
        sheet = _sheet(ink)
        sheet.oval(x, y + 6, r, r * 0.46, (54, 56, 44), INK, 1.6)
        sheet.oval(x, y, r, r * 0.46, (96, 100, 72), INK, 1.6)
        sheet.oval(x, y - 2, r * 0.42, r * 0.2, (60, 62, 46), INK, 1.2)
        for dx in (-2, 0, 2):
            sheet.line([(x + dx * 2, y - 4), (x + dx * 3.4, y - 16)], NIGHT, 2)
        ink.stamp(sheet, _CAST)
    plate = _sheet(ink)
    plate.line([(110, 30), (110, 100)], WOOD, 5)
    plate.poly([(80, 8), (140, 8), (140, 44), (80, 44)], CREAM, INK, 1.6)
    plate.text(110, 26, "MINES", "title", 22, RED, "mm")
    ink.stamp(plate, _CAST)


def barbed_wire(ink: Ink, rng: random.Random) -> None:
    _earth(ink, (82, 70, 44))
    sheet = _sheet(ink)
    for x in (30, 120, 210):
        sheet.line([(x - 16, 110), (x + 16, 22)], WOOD, 7)
        sheet.line([(x + 16, 110), (x - 16, 22)], shade(WOOD, 0.8), 7)
    for y in (36, 62, 88):
        wire = smooth([(-6, y), (40, y + 8), (90, y - 6), (140, y + 8), (190, y - 6), (246, y + 4)])
        sheet.line(wire, INK, 3)
        for at, v in wire[2::5]:
            sheet.line([(at - 5, v - 7), (at + 5, v + 7)], (60, 58, 54), 2)
            sheet.line([(at + 5, v - 7), (at - 5, v + 7)], (60, 58, 54), 2)
    ink.stamp(sheet, _CAST)


def combat_engineer(ink: Ink, rng: random.Random) -> None:
    wire = smooth([(-6, 74), (60, 64), (112, 72)])
    for line in (wire, smooth([(136, 70), (190, 60), (246, 72)])):
        ink.line(line, INK, 3)
        for at, v in line[2::6]:
            ink.line([(at - 6, v - 7), (at + 6, v + 7)], (60, 58, 54), 2)
            ink.line([(at + 6, v - 7), (at - 6, v + 7)], (60, 58, 54), 2)
    sheet = _sheet(ink)
    for turn, flip in ((0.3, False), (-0.3, True)):
        sheet.path("M -6 -8 L 4 -8 L 8 66 L -4 66 Z", RED if flip else (150, 44, 34), 124, 52, 1,
                   turn, outline=INK, width=1.6)
        sheet.path("M -8 -6 C -14 -26 -6 -42 4 -46 C 0 -30 4 -18 8 -6 Z", STEEL, 124, 52, 1,
                   -turn * 0.7, flip=flip, outline=INK, width=1.4)
    sheet.dot(124, 48, 7, (96, 96, 90), INK, 1.6)
    ink.stamp(sheet, _CAST)


def commander_killed(ink: Ink, rng: random.Random) -> None:
    _earth(ink, (66, 56, 38))
    sheet = _sheet(ink)
    sheet.line([(120, 120), (120, 26)], NIGHT, 7)
    sheet.poly([(112, 60), (128, 60), (132, 122), (108, 122)], WOOD, INK, 1.6)
    _helmet(sheet, 120, 34, 2.7, (88, 94, 60), -0.08)
    sheet.poly(star(120, 30, 9, 3.8, 5), GOLD, INK, 1)
    sheet.dot(138, 36, 4.4, (20, 16, 12), (150, 40, 30), 1.4)
    ink.stamp(sheet, _CAST)


def national_trait(ink: Ink, rng: random.Random) -> None:
    sheet = _sheet(ink)
    for x, y, r, nation in ((40, 42, 23, "us"), (96, 74, 23, "german"), (120, 30, 20, "british"),
                            (148, 76, 23, "russian"), (200, 44, 24, "japanese")):
        sign(sheet, x, y, r, nation)
    ink.stamp(sheet, _CAST)


def unknown(ink: Ink, rng: random.Random) -> None:
    """For a card without a picture of its own."""
    sheet = _sheet(ink)
    sheet.poly(blob(120, 58, 50, 40, rng), GOLD, INK, 1.6)
    ink.stamp(sheet, _CAST)


PICTURES: dict[str, Picture] = {
    "leadership": leadership, "fatalism": fatalism, "patriotism": patriotism,
    "camaraderie": camaraderie, "determination": determination, "shell_shock": shell_shock,
    "confusion": confusion, "exhaustion": exhaustion, "hesitation": hesitation, "fear": fear,
    "knife": knife, "entrenching_tool": spade, "bayonet": bayonet, "rifle_butt": rifle_butt,
    "bare_hands": bare_hands, "garrote": garrote, "take_prisoners": take_prisoners,
    "pistol": _arm("pistol", 2.3, 8, 32), "grenade": grenade, "flame_thrower": flame_thrower,
    "bazooka": bazooka, "smg": _arm("smg", 2.1, 16, 34), "carbine": _arm("carbine", 2.3, 0, 38),
    "bolt_rifle": _arm("rifle", 2.0, 12, 42), "semi_rifle": _arm("semi-auto", 2.1, 12, 40),
    "sniper": sniper, "mortar": mortar, "lmg": _arm("lmg", 2.1, 12, 36),
    "radio_artillery": artillery, "fire_section": fire_section,
    "assault_section": assault_section, "fire_team": fire_team, "scout": scout,
    "infiltration": infiltration, "national_trait": national_trait, "encircled": encircled,
    "mission_objective": mission_objective, "smoke": smoke, "concealment": concealment,
    "ambush": ambush, "enfilade": enfilade, "flanking_fire": flanking_fire,
    "minefield": minefield, "barbed_wire": barbed_wire, "combat_engineer": combat_engineer,
    "commander_killed": commander_killed,
}
