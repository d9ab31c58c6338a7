"""The cards of the squad card game, 240 x 336: title, picture, ranges, what they do, kind."""

from __future__ import annotations

import random
from collections.abc import Sequence

from PIL import Image

from owm_net.client.art import icons, noise, squad_terrain
from owm_net.client.art.core_card import frame
from owm_net.client.art.dice import die
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.lettering import Words
from owm_net.client.art.material import material
from owm_net.client.art.palette import CREAM, GOLD, INK, RED, Colour, alpha, shade
from owm_net.client.art.paths import placed, star
from owm_net.client.art.portraits import sunburst
from owm_net.client.art.squad_badges import NATION, sign
from owm_net.client.art.squad_deeds import unknown
from owm_net.client.art.squad_pictures import LETTERED, PICTURES

KINDS: dict[str, tuple[Colour, Colour, str]] = {
    "A": ((140, 44, 32), (172, 66, 46), "ATTACK"),
    "T": ((66, 86, 48), (88, 108, 62), "TERRAIN"),
    "M": ((42, 68, 98), (58, 88, 122), "MODIFIER"),
    "morale": ((88, 62, 104), (112, 82, 128), "MORALE"),
    "rally": ((34, 98, 96), (52, 122, 118), "RALLY"),
    "N": ((140, 100, 34), (168, 126, 52), "NATIONAL TRAIT"),
    "B": ((104, 70, 40), (130, 92, 56), "BLOCK"),
    "objective": ((122, 92, 26), (156, 122, 44), "OBJECTIVE"),
}
"""Kind -> dark and light ground, name. The name and the picture tell it too, never colour alone."""

BANDS = ("PB", "S", "M", "L")


def squad_card(
    key: str,
    *,
    kind: str = "M",
    title: str = "",
    text: str = "",
    ranges: Sequence[str] = (),
    signs: Sequence[str] = (),
    cover: int = 0,
    bonus: int = 0,
    when: str = "",
    bands: Sequence[str] = (),
    words: Words = (),
    scale: float = 1.0,
) -> Image.Image:
    """Draw one card. ranges: for each of `bands` the modifier as text, "" where it cannot be used;
    bands: the labels instead of PB, S, M, L.

    signs: of `SIGNS`, drawn with their words. cover, bonus: of Terrain. when: it is played. words:
    what stands instead of the English ones.
    """
    dark, light, name = KINDS[kind]
    shown_as = dict(words)
    ink = Ink(240, 336, scale)
    ink.im = noise.paper(ink.im.size, ink.k, 2)
    ink.refresh()
    high = 150 if kind == "T" else (118 if ranges else 124)
    if kind == "T":
        ink.picture(squad_terrain.window(key, scale, ink.k, 240, high), 0, 42)
    else:
        ink.picture(_scene(key, scale, light, high), 0, 42)
    if key in LETTERED:
        x, y, line = LETTERED[key]
        ink.text(x, 42 + y, shown_as.get(line, line), "title", 22, RED, "mm")
    ink.box(0, 0, 240, 42, shade(dark, 0.8))
    ink.fade(0, 0, 240, 42, (0, 0, 0), 0, 60)
    ink.line([(0, 42), (240, 42)], INK, 1.6)
    size = ink.fitting(title.upper(), "title", 33, 214, 16, 1.2)
    ink.text(13, 22.4, title.upper(), "title", size, CREAM, "lm", track=1.2)
    y = 42.0 + high
    ink.line([(0, y), (240, y)], INK, 1.8)
    ink.line([(0, y + 2.4), (240, y + 2.4)], GOLD, 1.6)
    y += 7
    if ranges:
        _ranges(ink, y, bands or BANDS, ranges)
        y += 61
    if kind == "T":
        _cover(ink, cover, bonus)
    for name_of in signs:
        _sign(ink, name_of, y + 12, shown_as.get(SIGNS[name_of], SIGNS[name_of]))
        y += 26
    if kind == "T":
        y += 12
    if text:
        ink.paragraph(
            12,
            y + 4,
            217,
            302 - y,
            text,
            "bold",
            INK,
            (21, 20, 19, 18, 17, 16, 15, 14, 13, 12),
            1.17,
        )
    _foot(ink, dark, shown_as.get(name, name), when)
    frame(ink)
    return ink.out(13)


@material
def _scene(key: str, scale: float, light: Colour, high: float) -> Image.Image:
    scene = Ink(240, high, scale)
    scene.im = sunburst(
        scene.im.size, scene.k, shade(light, 1.0), shade(light, 1.22), (0.5, 0.55)
    ).copy()
    scene.refresh()
    PICTURES.get(key, unknown)(scene, random.Random(key))
    return scene.im


def _ranges(ink: Ink, y: float, bands: Sequence[str], ranges: Sequence[str]) -> None:
    """Four boxes: the range, and its modifier where the card can be used."""
    for i, (band, value) in enumerate(zip(bands, ranges, strict=True)):
        x = 10 + i * 56
        usable = value != ""
        ink.box(
            x,
            y,
            52,
            54,
            (52, 46, 34) if usable else (206, 194, 164),
            5,
            INK if usable else (160, 146, 114),
            1.6,
        )
        if usable:
            ink.box(x + 2, y + 2, 48, 19, (98, 84, 48), 4)
            ink.line([(x + 2, y + 22), (x + 50, y + 22)], GOLD, 1.2)
        ink.text(
            x + 26,
            y + 12.4,
            band,
            "title",
            20,
            CREAM if usable else (132, 120, 92),
            "mm",
            track=0.6,
        )
        if usable:
            ink.text(x + 26, y + 38, value, "title", 32, (255, 226, 148), "mm")
        else:
            ink.line([(x + 18, y + 38), (x + 34, y + 38)], (150, 136, 104), 3)


def _cover(ink: Ink, cover: int, bonus: int) -> None:
    """The rating on a shield, over the foot of the picture."""
    icons.shield(ink, 206, 176, 24, cover)
    if bonus:
        icons.burst(ink, 154, 176, 20, bonus)


SIGNS: dict[str, str] = {
    "gun": "gun",
    "heavy": "heavy: not after moving",
    "cap": "1 kill at most",
    "negates": "ignores cover",
    "covering": "Covering Fire only",
    "position": "Position Fire only",
    "pinned": "pinned enemy only",
}
"""Sign -> its words."""


def _sign(ink: Ink, name: str, y: float, text: str) -> None:
    x = 24.0
    ink.dot(x, y, 11, (52, 46, 34), GOLD, 1.2)
    if name == "gun":
        ink.path("M -0.14 0.6 L -0.14 -0.3 Q 0 -0.85 0.14 -0.3 L 0.14 0.6 Z", GOLD, x, y + 1, 13)
    elif name == "heavy":
        ink.poly(placed([(-7, 5), (-4, -3), (4, -3), (7, 5)], x, y), CREAM)
        ink.arc(x, y - 4.4, 3, 0, 360, CREAM, 1.8)
    elif name == "cap":
        ink.text(x, y + 0.6, "1", "title", 18, CREAM, "mm")
    elif name == "negates":
        ink.path(
            "M -1 -1 Q 0 -1.22 1 -1 L 1 0.1 C 1 0.8 0.4 1.1 0 1.35 C -0.4 1.1 -1 0.8 -1 0.1 Z",
            (120, 150, 190),
            x,
            y - 0.6,
            5.6,
        )
        ink.line([(x - 7, y + 7), (x + 7, y - 7)], (240, 80, 56), 2.6)
    elif name in ("covering", "position"):
        ink.poly(star(x, y, 8.6, 3.8, 8), (246, 196, 92))
    else:
        ink.path(
            "M -9 6 C -10 -8 -5 -11 0 -11 C 5 -11 10 -8 9 6 L 11 8 L -11 8 Z",
            CREAM,
            x,
            y + 1,
            0.56,
            2.6,
        )
    size = ink.fitting(text, "bold", 17.5, 190, 9)
    ink.text(42, y + 0.6, text, "bold", size, INK, "lm")


def _foot(ink: Ink, colour: Colour, name: str, when: str) -> None:
    ink.box(0, 306, 240, 30, (44, 39, 30))
    ink.line([(0, 306), (240, 306)], GOLD, 1.3)
    ink.box(8, 311, 7, 18, shade(colour, 1.5), 2)
    ink.text(22, 320.6, name, "title", 18, CREAM, "lm", track=0.8)
    if when:
        room = 198 - ink.fitting(name, "title", 18, 200) * len(name) * 0.46
        size = ink.fitting(when, "label", 17, max(60.0, room), 9)
        ink.text(230, 320.6, when, "label", size, (222, 202, 150), "rm", track=0.3)


def squad_back(*, words: Words = (), scale: float = 1.0) -> Image.Image:
    """The back of the common deck. words: what stands instead of the English ones."""
    shown_as = dict(words)
    title, below = [shown_as.get(line, line) for line in ("COMMON DECK", "ONE DECK FOR BOTH")]
    ink = Ink(240, 336, scale)
    ink.im = noise.paper(ink.im.size, ink.k, 6, "slate")
    ink.refresh()
    for i in range(-14, 26, 2):
        ink.poly(
            [(i * 16, 0), (i * 16 + 16, 0), (i * 16 + 216, 336), (i * 16 + 200, 336)],
            (14, 20, 24, 60),
        )
    ink.box(13, 13, 214, 310, None, 8, GOLD, 1.6)
    ink.box(17.5, 17.5, 205, 301, None, 6, alpha(CREAM, 90), 0.8)
    sheet = ink.patch(40, 66, 200, 226)
    sheet.dot(120, 146, 64, (40, 50, 54), GOLD, 2.4)
    sheet.dot(120, 146, 57, None, alpha(CREAM, 255), 0.9)
    for x, y, turn in ((92, 128, -0.3), (148, 128, 0.3), (120, 168, 0)):
        sheet.path(
            "M -9 6 C -10 -8 -5 -11 0 -11 C 5 -11 10 -8 9 6 L 11 8 L -11 8 Z",
            (108, 110, 72),
            x,
            y,
            2.1,
            turn,
            outline=INK,
            width=1.2,
        )
        sheet.path(
            "M -7 -2 C -6 -7 -4 -9 -1 -9.6 C -4 -7 -4.6 -4 -4.8 0 Z",
            (158, 160, 112),
            x,
            y,
            2.1,
            turn,
        )
    die(sheet, 120, 128, 15, "green", 6)
    ink.stamp(sheet, Shadow(0, 3, 4, 0.55))
    ink.text(120, 42, "SQUAD", "title", 38, CREAM, "mm", track=7)
    size = ink.fitting(title, "title", 28, 196, 14, 3)
    ink.text(120, 254, title, "title", size, CREAM, "mm", track=3)
    ink.line([(70, 272), (170, 272)], GOLD, 1)
    size = ink.fitting(below, "label", 15, 196, 8, 2)
    ink.text(120, 288, below, "label", size, (214, 196, 150), "mm", track=2)
    frame(ink)
    return ink.out(13)


def squad_flag(nation: str, *, scale: float = 1.0) -> Image.Image:
    """A broad plate of a nationality for its record, 240 x 96."""
    ink = Ink(240, 96, scale)
    cloth = NATION.get(nation, (96, 92, 78))
    ink.im = sunburst(ink.im.size, ink.k, shade(cloth, 0.8), shade(cloth, 1.06), (0.5, 0.5)).copy()
    ink.refresh()
    sheet = ink.patch(60, -4, 180, 100)
    sign(sheet, 120, 48, 38, nation)
    ink.stamp(sheet, Shadow(1.5, 3, 3, 0.55))
    ink.box(0, 0, 240, 96, None, 8, INK, 2.4)
    return ink.out(8)
