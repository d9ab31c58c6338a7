"""The badges of the nine divisions of Of War and Men, 96 x 96.

A division with a sign has it here, made simple; else one of the country its men came from. Shape
and ground differ, so that they tell apart at a quarter of the size.
"""

from collections.abc import Callable

from PIL import Image

from owm_net.client.art.ink import Fill, Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, shade
from owm_net.client.art.paths import Points, placed, regular, star

MID = 48.0
STEEL: Colour = (206, 212, 210)
BRIGHT: Colour = (238, 196, 78)
WHITE: Colour = (246, 242, 230)
SCARLET: Colour = (186, 36, 34)

_SHIELD = "M -36 -38 L 36 -38 L 36 -4 C 36 18 20 34 0 44 C -20 34 -36 18 -36 -4 Z"
_SQUARE: Points = ((-38, -38), (38, -38), (38, 38), (-38, 38))
_LOZENGE: Points = ((-46, 0), (0, -29), (46, 0), (0, 29))
_DIAMOND: Points = ((-44, 0), (0, -44), (44, 0), (0, 44))

_EAGLE = (
    "M -15 -17 C -8 -30 14 -32 24 -18 C 33 -5 30 12 26 28 L 19 19 L 15 34 L 9 22 L 3 33 L 0 20 "
    "L -8 25 C -4 16 -7 9 -13 5 Z"
)
_BEAK = "M -12 -20 C -30 -24 -36 -8 -30 7 C -27 0 -22 -2 -12 -1 Z"
_TONGUE = "M -14 2 L -26 9 L -23 5 L -28 3 L -14 -1 Z"
_HORSE = (
    "M 12 -36 L 14 -26 C 26 -18 30 4 28 34 L -12 34 C -14 20 -2 12 -2 2 C -8 6 -14 5 -18 9 "
    "C -22 14 -30 12 -30 4 C -29 -4 -20 -10 -15 -18 C -11 -25 -4 -28 3 -29 Z"
)
_MANE = "M 14 -26 C 30 -18 36 4 34 34 L 28 34 C 30 4 24 -14 10 -22 Z"
_CROWN = "M -17 8 L -20 -8 L -10 0 L 0 -12 L 10 0 L 20 -8 L 17 8 Z"
_SABRE = "M -3 10 C -11 -8 -8 -26 7 -42 C 3 -26 2 -8 4 10 Z"
_SWORD = "M 0 -42 L 3.8 -36 L 3.8 10 L -3.8 10 L -3.8 -36 Z"
_RIFLE = "M -2 -38 L 2 -38 L 2.4 -8 L 4.4 0 L 4.4 8 L 7 12 L 9 33 L -1 34 L -3.4 10 L -3.4 -6 Z"


def _ground(sheet: Ink, corners: Points, fill: Fill, edge: Colour) -> None:
    """A patch of cloth: dark rim, a bright hem, the ground."""
    for size, tone in ((1.06, INK), (1.0, edge), (0.91, fill)):
        sheet.poly(placed(corners, MID, MID, size), tone)


def _shield(sheet: Ink, fill: Fill, edge: Colour) -> None:
    for size, tone in ((1.06, INK), (1.0, edge), (0.9, fill)):
        sheet.path(_SHIELD, tone, MID, MID, size)


def _us_101st(sheet: Ink) -> None:
    """The head of an eagle on black, under a tab."""
    for grow, tone in ((2, INK), (0, BRIGHT), (-1.6, (26, 26, 28))):
        sheet.box(8 - grow, 4 - grow, 80 + 2 * grow, 17 + 2 * grow, tone, 6)
    sheet.text(MID, 12.6, "AIRBORNE", "title", 14.5, BRIGHT, "mm", track=1.6)
    for size, tone in ((0.9, INK), (0.85, (232, 226, 208)), (0.79, (24, 24, 26))):
        sheet.path(_SHIELD, tone, MID, 57, size)
    sheet.path(_EAGLE, WHITE, MID + 1, 57, 0.86)
    sheet.path(_BEAK, BRIGHT, MID + 1, 57, 0.86)
    sheet.path(_TONGUE, SCARLET, MID + 1, 57, 0.86)
    sheet.line([(MID - 12, 47), (MID + 3, 44)], INK, 2.6)
    sheet.dot(MID - 2, 48.6, 2.7, INK)


def _us_5th(sheet: Ink) -> None:
    """The lozenge of the Ranger battalions."""
    _ground(sheet, _LOZENGE, (32, 58, 128), BRIGHT)
    sheet.text(MID, MID, "RANGERS", "title", 19, BRIGHT, "mm", track=1.4)
    for y in (33, 63):
        sheet.poly(star(MID, y, 5.6, 2.3, 5), BRIGHT)


def _polish_3rd(sheet: Ink) -> None:
    """A fir of the Carpathians on white over red."""
    _ground(sheet, _SQUARE, WHITE, (200, 190, 166))
    sheet.box(13.6, MID, 68.8, 34.4, SCARLET)
    for tone, grow in ((WHITE, 1.9), ((28, 92, 46), 0.0)):
        for top, half, foot in ((-33, 12, -14), (-22, 17, 0), (-10, 22, 15), (2, 27, 27)):
            corners = [(0, top - 2 * grow), (half + 1.6 * grow, foot + grow)]
            corners.append((-half - 1.6 * grow, foot + grow))
            sheet.poly(placed(corners, MID, MID - 1), tone)
    sheet.box(MID - 3.6, 74, 7.2, 8, (86, 58, 36))


def _polish_6th(sheet: Ink) -> None:
    """The gate with three towers of Cracow, where it was raised."""
    _shield(sheet, (132, 176, 214), WHITE)
    brick, dark = (176, 56, 38), (96, 28, 22)
    for x, top, half in ((-20.0, -18.0, 7.5), (20.0, -18.0, 7.5), (0.0, -28.0, 9.0)):
        sheet.box(MID + x - half, MID + top, 2 * half, 40 - top - 16, brick)
        for i in range(3):
            left = MID + x - half - 1.4 + i * (2 * half + 2.8 - 5) / 2
            sheet.box(left, MID + top - 5, 5, 7, brick)
        sheet.box(MID + x - 1.8, MID + top + 7, 3.6, 9, dark)
    sheet.box(MID - 27.5, MID + 4, 55, 20, brick)
    sheet.line([(MID - 27.5, MID + 4), (MID + 27.5, MID + 4)], dark, 1.6)
    sheet.path("M -9 24 L -9 12 C -9 2 9 2 9 12 L 9 24 Z", WHITE, MID, MID)
    for x in (-4.5, 0, 4.5):
        sheet.line([(MID + x, MID + 7), (MID + x, MID + 24)], dark, 1.4)


def _german_15th(sheet: Ink) -> None:
    """The rake of Franconia, where it was raised: white points on red."""
    _shield(sheet, SCARLET, STEEL)
    left, wide, foot, tip = MID - 32.4, 64.8, MID + 4, MID - 20
    corners = [(left, MID - 34.2), (left, foot)]
    for i in range(3):
        start = left + i * wide / 3
        corners += [(start, foot), (start + wide / 6, tip), (start + wide / 3, foot)]
    corners.append((left + wide, MID - 34.2))
    sheet.poly(corners, WHITE)


def _german_352nd(sheet: Ink) -> None:
    """The white horse of Lower Saxony, where it was raised."""
    for r, tone in ((45.0, INK), (42.5, WHITE), (38.0, (44, 84, 62))):
        sheet.dot(MID, MID, r, tone)
    sheet.path(_MANE, STEEL, MID - 2, MID + 2, 0.8)
    sheet.path(_HORSE, WHITE, MID - 2, MID + 2, 0.8)
    sheet.path("M 12 -36 L 14 -26 L 3 -29 Z", STEEL, MID - 2, MID + 2, 0.8)
    sheet.dot(MID - 6, 36, 2.4, INK)
    sheet.line([(MID - 24, 56), (MID - 18, 53)], INK, 1.8)


def _blade(sheet: Ink, path: str, side: int) -> None:
    """A blade that leans to one side, its middle below the crown."""
    lean, x, y = side * 0.74, MID - side * 7.5, 61.0
    sheet.path(path, STEEL, x, y, 0.8, lean, flip=side < 0, outline=INK, width=1.4)
    guard, grip = (-9.5, 9, 9.5, 13.4), (-2.7, 13, 2.7, 23)
    for left, top, right, foot in (grip, guard):
        corners = [(left, top), (right, top), (right, foot), (left, foot)]
        sheet.poly(placed(corners, x, y, 0.8, lean), BRIGHT, INK, 0.8)


def _finnish_5th(sheet: Ink) -> None:
    """The two swords of Karelia, a straight one and a curved one, under a crown."""
    _shield(sheet, (168, 30, 36), BRIGHT)
    _blade(sheet, _SABRE, -1)
    _blade(sheet, _SWORD, 1)
    sheet.path(_CROWN, BRIGHT, MID, 26, 0.86, outline=INK, width=1)
    for x in (-17.2, 0.0, 17.2):
        sheet.dot(MID + x, 15 if not x else 18.6, 2.6, BRIGHT)


def _red_army_45th(sheet: Ink) -> None:
    """Crossed rifles and a star on the diamond that such divisions painted on what they drove."""
    _ground(sheet, _DIAMOND, (72, 82, 46), WHITE)
    for flip in (False, True):
        lean = -0.74 if flip else 0.74
        sheet.path(_RIFLE, BRIGHT, MID, 56, 0.64, lean, flip=flip, outline=INK, width=1.6)
        sheet.path(_RIFLE, BRIGHT, MID, 56, 0.64, lean, flip=flip)
    sheet.poly(star(MID, 29, 15, 6, 5), WHITE)
    sheet.poly(star(MID, 29, 12.6, 5, 5), (206, 40, 32))


def _red_army_70th(sheet: Ink) -> None:
    """The badge of the Guards: a star in a wreath, a banner above."""
    for r, tone in ((43.0, INK), (41.0, BRIGHT), (33.0, WHITE)):
        sheet.dot(MID, MID + 2, r, tone)
    for i, (x, y) in enumerate(regular(MID, MID + 2, 37, 18, 0.17)):
        if i % 18 not in (13, 14):
            sheet.dot(x, y, 2.5, shade(GOLD, 0.66))
    sheet.poly(star(MID, MID + 6, 27, 10.8, 5), SCARLET, shade(SCARLET, 0.6), 1.2)
    sheet.line([(13, 96), (13, 6)], INK, 4.4)
    sheet.line([(13, 95), (13, 7)], BRIGHT, 2.4)
    flag = "M 0 0 C 16 -7 26 7 70 -1 L 64 10 L 70 21 C 26 28 16 15 0 21 Z"
    sheet.path(flag, SCARLET, 14, 7, outline=INK, width=1.8)
    for y in (13.5, 19.5):
        sheet.line([(20, y), (34, y + 2), (70, y + 0.5)], BRIGHT, 1.5)


BADGES: dict[str, Callable[[Ink], None]] = {
    "finnish_5th": _finnish_5th,
    "german_15th": _german_15th,
    "german_352nd": _german_352nd,
    "polish_3rd_carpathian": _polish_3rd,
    "polish_6th": _polish_6th,
    "red_army_45th_rifle": _red_army_45th,
    "red_army_70th_guards": _red_army_70th,
    "us_101st_airborne": _us_101st,
    "us_5th_rangers": _us_5th,
}


def division_badge(division: str, *, scale: float = 1.0) -> Image.Image:
    """The badge of a division by its key, 96 x 96; of one that a pack has brought, a plain one."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.patch(0, 0, 96, 96)
    BADGES.get(division, _plain)(sheet)
    ink.stamp(sheet, Shadow(0, 1.6, 1.4, 0.5))
    return ink.out()


def _plain(sheet: Ink) -> None:
    """A bare shield with a star."""
    _shield(sheet, (84, 80, 66), CREAM)
    sheet.poly(star(MID, MID, 22, 9, 5), CREAM)
