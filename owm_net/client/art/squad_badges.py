"""Recognition badges of the five nationalities, Mission Objective markers and figures of men."""

from __future__ import annotations

import math

from PIL import Image

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, mix, shade
from owm_net.client.art.paths import star

NATION: dict[str, Colour] = {
    "us": (84, 96, 52),
    "german": (74, 84, 90),
    "british": (128, 104, 66),
    "russian": (122, 92, 48),
    "japanese": (142, 122, 70),
}
"""Cloth of each nationality."""

_SOFT = Shadow(1.0, 2.0, 2.0, 0.55)


def sign(sheet: Ink, x: float, y: float, r: float, nation: str) -> None:
    """The badge itself, about (x, y)."""
    if nation == "us":
        sheet.dot(x, y, r, (46, 60, 38), CREAM, 0.09 * r)
        sheet.poly(star(x, y, r * 0.84, r * 0.33, 5), CREAM)
    elif nation == "german":
        sheet.box(
            x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r, (88, 98, 100), 0.18 * r, CREAM, 0.09 * r
        )
        for wide, tone in ((0.34, CREAM), (0.19, (28, 26, 24))):
            sheet.box(x - 0.68 * r, y - wide * r, 1.36 * r, 2 * wide * r, tone)
            sheet.box(x - wide * r, y - 0.68 * r, 2 * wide * r, 1.36 * r, tone)
    elif nation == "british":
        for part, tone in (
            (1.0, CREAM),
            (0.92, (38, 58, 104)),
            (0.62, CREAM),
            (0.34, (172, 40, 38)),
        ):
            sheet.dot(x, y, r * part, tone)
        sheet.dot(x, y, r, None, INK, 0.05 * r)
    elif nation == "russian":
        corners = [i / 6 * math.tau for i in range(6)]  # in a circle it would be the other star
        plate = [(x + 1.06 * r * math.cos(a), y + 1.06 * r * math.sin(a)) for a in corners]
        sheet.poly(plate, (98, 84, 50), CREAM, 0.09 * r)
        sheet.poly(star(x, y, r * 0.86, r * 0.34, 5), (186, 38, 30), CREAM, 0.06 * r)
    elif nation == "japanese":
        sheet.box(x - r, y - 0.76 * r, 2 * r, 1.52 * r, (242, 236, 220), 0.1 * r, INK, 0.06 * r)
        sheet.dot(x, y, 0.5 * r, (188, 40, 44))
    else:
        sheet.dot(x, y, r, (110, 104, 90), CREAM, 0.09 * r)
        sheet.text(x, y, "?", "title", r * 1.3, CREAM, "mm")


def badge(
    nation: str = "", *, number: str = "", lit: bool = False, scale: float = 1.0
) -> Image.Image:
    """A round pawn of a nationality, 96 x 96. number: of a squad, where a side has several."""
    ink = Ink(96, 96, scale, "RGBA")
    if lit:
        ring = ink.layer()
        ring.dot(48, 48, 46, (255, 214, 96, 235))
        ink.stamp(ring)
    sheet = ink.layer()
    cloth = NATION.get(nation, (96, 92, 78))
    sheet.dot(48, 48, 40, cloth, INK, 2.4)
    for i in range(48):
        a = i / 48 * math.tau
        sheet.line(
            [
                (48 + math.cos(a) * 33.5, 48 + math.sin(a) * 33.5),
                (48 + math.cos(a) * 37, 48 + math.sin(a) * 37),
            ],
            shade(cloth, 1.4),
            1,
        )
    sheet.dot(48, 48, 32.5, mix(cloth, (20, 18, 14), 0.45), CREAM, 1.5)
    sign(sheet, 48, 48, 25, nation)
    if number:
        sheet.dot(72, 72, 15, (30, 28, 22), GOLD, 2)
        sheet.text(72, 72.5, number, "title", 22, CREAM, "mm")
    ink.stamp(sheet, _SOFT)
    return ink.out()


def objective(held: bool = True, *, scale: float = 1.0) -> Image.Image:
    """A Mission Objective: a gold star on a plate, or the empty place of one. 96 x 96."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    sheet.box(
        12,
        12,
        72,
        72,
        (86, 62, 26) if held else (40, 38, 31),
        12,
        GOLD if held else (104, 94, 68),
        2.6,
    )
    if held:
        sheet.poly(star(48, 50, 31, 13, 5), GOLD, (70, 50, 24), 2)
        corners = star(48, 50, 29, 12.4, 5)
        for i in range(0, 10, 2):
            sheet.poly([corners[i], corners[i + 1], (48, 50)], (236, 202, 116))
    else:
        sheet.poly(star(48, 50, 28, 11.6, 5), None, (104, 94, 68), 2)
    ink.stamp(sheet, _SOFT)
    return ink.out()


def man(nation: str = "", *, fallen: bool = False, scale: float = 1.0) -> Image.Image:
    """Return one man of a squad as a small bust, 48 x 60; dark if gone."""
    ink = Ink(48, 60, scale, "RGBA")
    sheet = ink.layer()
    cloth = NATION.get(nation, (96, 92, 78))
    if fallen:
        cloth = (52, 49, 41)
    skin: Colour = (60, 56, 47) if fallen else (214, 172, 128)
    edge: Colour = (34, 32, 27) if fallen else INK
    sheet.path(
        "M -20 30 C -20 12 -10 8 0 8 C 10 8 20 12 20 30 Z",
        shade(cloth, 1.05),
        24,
        29,
        outline=edge,
        width=1.6,
    )
    if not fallen:
        sheet.line([(17, 40), (21, 58)], shade(cloth, 0.7), 2.4)
        sheet.line([(31, 40), (27, 58)], shade(cloth, 0.7), 2.4)
    sheet.oval(24, 28, 8.6, 10, skin, edge, 1.2)
    helmet = shade(cloth, 0.82 if nation != "russian" else 0.7)
    if nation == "british":
        sheet.oval(24, 21, 19, 4.6, helmet, edge, 1.4)
        sheet.path(
            "M -11 0 C -11 -12 11 -12 11 0 Z", shade(helmet, 1.15), 24, 20, outline=edge, width=1.4
        )
    elif nation == "german":
        sheet.path(
            "M -14 8 C -16 -16 16 -16 14 8 L 9 9 C 9 0 -9 0 -9 9 Z",
            helmet,
            24,
            20,
            outline=edge,
            width=1.4,
        )
    elif nation == "japanese":
        sheet.path(
            "M -12 4 C -13 -14 13 -14 12 4 L 14 6 L -14 6 Z",
            helmet,
            24,
            19,
            outline=edge,
            width=1.4,
        )
        if not fallen:
            sheet.poly(star(24, 14, 4, 1.7, 5), GOLD)
    else:
        sheet.path(
            "M -13 5 C -14 -15 14 -15 13 5 L 15 7 L -15 7 Z",
            helmet,
            24,
            19,
            outline=edge,
            width=1.4,
        )
        if nation == "russian" and not fallen:
            sheet.poly(star(24, 14, 4, 1.7, 5), (200, 44, 36))
    ink.stamp(sheet, Shadow(0.6, 1.2, 1.2, 0.4))
    return ink.out()
