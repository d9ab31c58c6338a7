"""Things in the air or on the ground: smoke, a Star Shell, a Satchel Charge; the light on a Terrain
at night or in a blizzard; and the signs above the map."""

import random

from PIL import Image, ImageChops

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, NAVY, Colour
from owm_net.client.art.paths import placed, star

_LIGHT: dict[str, Colour] = {"night": (92, 108, 158), "flare": (255, 240, 200)}
"""What the colours of a Terrain are multiplied with."""
_SNOW: Colour = (236, 240, 244)
ORANGE: Colour = (255, 150, 40)
ASH: Colour = (150, 144, 128)


def lit(image: Image.Image, light: str, snow: float = 0.42) -> Image.Image:
    """A Terrain (RGB) at night ("night"), at night under a Star Shell ("flare"), or in a blizzard
    ("snow"); as it is for "". snow: how white that makes it. Raises KeyError for any other."""
    if not light:
        return image
    if light == "snow":
        white = Image.blend(image, Image.new("RGB", image.size, _SNOW), snow)
        chance, flake = random.Random("snow"), max(1, image.width // 70)
        for _ in range(60):
            x, y = chance.randrange(image.width), chance.randrange(image.height)
            white.paste((255, 255, 255), (x, y, x + flake, y + flake))
        return white
    return ImageChops.multiply(image, Image.new("RGB", image.size, _LIGHT[light]))


def smoke(*, thick: bool = True, scale: float = 1.0) -> Image.Image:
    """Clouds over a Terrain, 120 x 100; its left edge, where numbers stand, is free."""
    ink = Ink(120, 100, scale, "RGBA")
    chance = random.Random("smoke")
    puffs = []
    for i in range(20):
        x, y = 48 + i % 5 * 15.5, 32 + i // 5 * 18.5
        puffs.append((x + chance.uniform(-5, 5), y + chance.uniform(-5, 4), chance.uniform(11, 17)))
    sheet = ink.layer()
    for x, y, r in puffs:
        sheet.dot(x + 1.5, y + 2.5, r, (120, 122, 120))
    for x, y, r in puffs:
        sheet.dot(x, y, r, (196, 198, 194))
        sheet.dot(x - r * 0.16, y - r * 0.18, r * 0.78, (220, 221, 216))
        sheet.dot(x - r * 0.3, y - r * 0.34, r * 0.42, (240, 240, 235))
    opacity = 0.76 if thick else 0.46
    sheet.im.putalpha(sheet.im.getchannel("A").point([int(i * opacity) for i in range(256)]))
    ink.stamp(sheet)
    return ink.out()


def star_shell(*, scale: float = 1.0) -> Image.Image:
    """A flare under its parachute, 48 x 48."""
    ink = Ink(48, 48, scale, "RGBA")
    for r, opacity in ((23, 40), (18, 60), (13, 90)):
        ring = ink.layer()
        ring.dot(24, 30, min(r, 18), (255, 232, 150, opacity))
        ink.stamp(ring)
    sheet = ink.layer()
    for x in (15, 33):
        sheet.line([(x, 12), (24, 27)], INK, 1.4)
    sheet.path(
        "M 11 13 C 12 -1 36 -1 37 13 Q 33 10 29 13 Q 24 9 19 13 Q 15 10 11 13 Z",
        CREAM,
        outline=INK,
        width=1.6,
    )
    sheet.poly(star(24, 31, 15, 5.4, 8), (255, 214, 84), INK, 1.4)
    sheet.poly(star(24, 31, 9, 4, 8), (255, 250, 222))
    ink.stamp(sheet, Shadow(0, 1, 1, 0.4))
    return ink.out()


def satchel(*, scale: float = 1.0) -> Image.Image:
    """A bag of explosives with its fuse burning, 48 x 48."""
    ink = Ink(48, 48, scale, "RGBA")
    sheet = ink.layer()
    sheet.arc(22, 18, 11, 180, 360, INK, 5)
    sheet.arc(22, 18, 10.2, 180, 360, (110, 84, 50), 2.6)
    sheet.box(6, 17, 34, 26, (150, 126, 78), 4, INK, 2)
    sheet.path(
        "M 6 21 Q 6 17 10 17 L 36 17 Q 40 17 40 21 L 40 27 Q 23 35 6 27 Z",
        (176, 150, 96),
        outline=INK,
        width=1.6,
    )
    sheet.box(19, 25, 8, 9, (92, 70, 42), 1.5, INK, 1.2)
    sheet.line([(34, 17), (39, 10), (42, 10)], INK, 2.4)
    sheet.poly(star(42, 9, 7, 2.8, 7), (255, 150, 50))
    sheet.poly(star(42, 9, 4, 1.8, 7), (255, 240, 170))
    ink.stamp(sheet, Shadow(0, 1.4, 1.2, 0.5))
    return ink.out()


def sky_sign(*, kind: str, reach: int, scale: float = 1.0) -> Image.Image:
    """The sign of a mission's visibility, 60 x 32. kind: "moon" or "snowflake"; reach: how far one
    sees."""
    ink = Ink(60, 32, scale, "RGBA")
    night = kind == "moon"
    sheet = _plate(ink, NAVY if night else (96, 124, 148), GOLD if night else CREAM)
    if night:
        sheet.path("M 4 -10 C -12 -8 -12 8 4 10 C -3 6 -3 -6 4 -10 Z", (246, 226, 150), 21, 16)
        sheet.poly(star(27, 11, 3, 1.2, 5), CREAM)
    else:
        for i in range(6):
            arm = [[(0, 0), (0, -10)], [(0, -6), (-3, -9)], [(0, -6), (3, -9)]]
            for line in arm:
                sheet.line(placed(line, 19, 16, 1, i * 1.0472), CREAM, 1.9)
    sheet.text(43, 16.4, str(reach), "title", 20, CREAM, "mm")
    ink.stamp(sheet, Shadow(0, 1, 1, 0.4))
    return ink.out()


def gun_sign(*, loaded: bool, scale: float = 1.0) -> Image.Image:
    """The sign of the artillery, 60 x 32: a gun with a shell beside it, or with an hourglass."""
    ink = Ink(60, 32, scale, "RGBA")
    sheet = _plate(ink, (92, 66, 30) if loaded else (52, 50, 44), ORANGE if loaded else ASH)
    tone = CREAM if loaded else ASH
    sheet.stroke([(14, 19), (34, 8)], tone, 4)
    sheet.line([(19, 18), (6, 25)], tone, 3)
    sheet.poly([(20, 8), (25, 6), (27, 18), (22, 20)], tone)
    sheet.dot(20, 21, 6, INK, tone, 2.2)
    sheet.dot(20, 21, 1.8, tone)
    if loaded:
        shell = "M -4 9 L -4 -2 Q -4 -9 0 -12 Q 4 -9 4 -2 L 4 9 Z"
        sheet.path(shell, ORANGE, 46, 17, outline=INK, width=1.4)
        sheet.line([(42, 21), (50, 21)], INK, 1.6)
    else:
        sheet.path("M -6 -9 L 6 -9 L 1 0 L 6 9 L -6 9 L -1 0 Z", ASH, 46, 16)
        for y in (6.6, 25.4):
            sheet.line([(38.6, y), (53.4, y)], CREAM, 2)
    ink.stamp(sheet, Shadow(0, 1, 1, 0.4))
    return ink.out()


def _plate(ink: Ink, fill: Colour, edge: Colour) -> Ink:
    """A sheet with the ground of a sign."""
    sheet = ink.layer()
    sheet.box(2, 2, 56, 28, fill, 8, INK, 1.6)
    sheet.box(3.6, 3.6, 52.8, 24.8, None, 7, edge, 1.3)
    return sheet
