"""Small drawings of flags, one for each nation of NCO."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink
from owm_net.client.art.palette import Colour
from owm_net.client.scene.pictures import Pictures, face

WIDE, HIGH = 60.0, 40.0
WHITE: Colour = (240, 238, 230)
BLACK: Colour = (28, 28, 30)
RED: Colour = (190, 40, 44)
BLUE: Colour = (34, 62, 132)
NAVY: Colour = (24, 40, 92)
SKY: Colour = (64, 120, 180)
GREEN: Colour = (44, 118, 70)
YELLOW: Colour = (236, 190, 60)
FIELD: Colour = (98, 106, 92)
OLIVE: Colour = (96, 98, 60)
Flag = Callable[[Ink], None]


def flag(nation: str) -> ArtKey:
    """Return the flag of a nation, by its key."""
    return ArtKey("nco.flag", (("nation", nation),))


@face("nco.flag")
def _flag(pictures: Pictures, width: int, height: int, *, nation: str) -> Image.Image:
    ink = Ink(WIDE, HIGH, width / WIDE, "RGBA")
    FLAGS.get(nation, partial(_rows, (OLIVE,)))(ink)
    ink.box(0, 0, WIDE, HIGH, None, 0, (20, 18, 12), 1.2)
    return ink.out()


# ------------------------------------------------------------------ parts


def _rows(colours: tuple[Colour, ...], ink: Ink) -> None:
    """Draw stripes below each other."""
    high = HIGH / len(colours)
    for n, colour in enumerate(colours):
        ink.box(0, n * high, WIDE, high, colour)


def _columns(colours: tuple[Colour, ...], ink: Ink) -> None:
    """Draw stripes beside each other."""
    wide = WIDE / len(colours)
    for n, colour in enumerate(colours):
        ink.box(n * wide, 0, wide, HIGH, colour)


def _nordic(field: Colour, cross: Colour, inner: Colour | None, ink: Ink) -> None:
    """Draw a cross whose upright stands to the left of the middle."""
    ink.box(0, 0, WIDE, HIGH, field)
    for wide, colour in ((10.0, cross), (5.0, inner)):
        if colour is not None:
            ink.box(22 - wide / 2, 0, wide, HIGH, colour)
            ink.box(0, HIGH / 2 - wide / 2, WIDE, wide, colour)


def _star(ink: Ink, x: float, y: float, r: float, colour: Colour) -> None:
    """Draw a star of five points."""
    turns = [(r if n % 2 == 0 else r * 0.4, math.pi * (n / 5 - 0.5)) for n in range(10)]
    ink.poly([(x + far * math.cos(t), y + far * math.sin(t)) for far, t in turns], colour)


def _union(ink: Ink, wide: float = WIDE, high: float = HIGH) -> None:
    """Draw the crosses of the United Kingdom, in the upper left corner."""
    ink.box(0, 0, wide, high, NAVY)
    part = high / HIGH
    for ends in (((0, 0), (wide, high)), ((wide, 0), (0, high))):
        ink.line(ends, WHITE, 8 * part)
        ink.line(ends, RED, 3 * part)
    for thick, colour in ((13 * part, WHITE), (7 * part, RED)):
        ink.box(wide / 2 - thick / 2, 0, thick, high, colour)
        ink.box(0, high / 2 - thick / 2, wide, thick, colour)


def _balkenkreuz(field: Colour, ink: Ink) -> None:
    """Draw the cross of German vehicles on a plain field."""
    ink.box(0, 0, WIDE, HIGH, field)
    for long, thick, colour in ((26.0, 10.0, WHITE), (26.0, 6.0, BLACK)):
        ink.box(WIDE / 2 - long / 2, HIGH / 2 - thick / 2, long, thick, colour)
        ink.box(WIDE / 2 - thick / 2, HIGH / 2 - long / 2, thick, long, colour)
    ink.box(WIDE / 2 - 3, HIGH / 2 - 3, 6, 6, BLACK)


def _states(ink: Ink) -> None:
    """Draw stripes and stars of the United States."""
    _rows(tuple([RED if n % 2 == 0 else WHITE for n in range(13)]), ink)
    ink.box(0, 0, 26, HIGH * 7 / 13, NAVY)
    for row in range(4):
        for n in range(5):
            ink.dot(3.6 + n * 4.7, 3.4 + row * 4.9, 1.1, WHITE)


def _sun(rays: bool, ink: Ink) -> None:
    """Draw the sun of Japan, with the rays of its navy."""
    ink.box(0, 0, WIDE, HIGH, WHITE)
    x = 25.0 if rays else WIDE / 2
    for n in range(16 if rays else 0):
        turns = [math.tau * (n + side) / 16 for side in (-0.25, 0.25)]
        ends = [(x + 60 * math.cos(t), HIGH / 2 + 60 * math.sin(t)) for t in turns]
        ink.poly([(x, HIGH / 2), *ends], RED)
    ink.dot(x, HIGH / 2, 9.5 if rays else 11.5, RED)


def _red_star(ink: Ink) -> None:
    """Draw a golden star on red."""
    ink.box(0, 0, WIDE, HIGH, RED)
    _star(ink, 16, 14, 9, YELLOW)


def _red_navy(ink: Ink) -> None:
    """Draw a red star over the blue edge of the Soviet navy."""
    ink.box(0, 0, WIDE, HIGH, WHITE)
    ink.box(0, HIGH - 9, WIDE, 9, SKY)
    _star(ink, 20, 15, 9.5, RED)


def _white_sun(ink: Ink) -> None:
    """Draw the white sun in a blue corner."""
    ink.box(0, 0, WIDE, HIGH, RED)
    ink.box(0, 0, WIDE / 2, HIGH / 2, NAVY)
    for n in range(12):
        t = math.tau * n / 12
        ink.line([(15, 10), (15 + 7.5 * math.cos(t), 10 + 7.5 * math.sin(t))], WHITE, 1.4)
    ink.dot(15, 10, 4, WHITE)


def _ensign(field: Colour, stars: bool, ink: Ink) -> None:
    """Draw an ensign: the crosses in the corner of a plain field, with the southern stars or a
    shield."""
    ink.box(0, 0, WIDE, HIGH, field)
    _union(ink, WIDE / 2, HIGH / 2)
    if stars:
        for x, y, r in ((15, 30, 5.5), (46, 8, 2.8), (54, 17, 2.8), (38, 18, 2.8), (46, 33, 2.8)):
            _star(ink, x, y, r, WHITE)
        return
    ink.poly([(39, 13), (51, 13), (51, 22), (45, 29), (39, 22)], WHITE)
    ink.poly([(41, 15), (49, 15), (49, 21), (45, 26), (41, 21)], (176, 140, 60))


def _greek(ink: Ink) -> None:
    """Draw nine stripes with a cross in the corner."""
    _rows(tuple([SKY if n % 2 == 0 else WHITE for n in range(9)]), ink)
    ink.box(0, 0, 22.2, 22.2, SKY)
    ink.box(8.9, 0, 4.4, 22.2, WHITE)
    ink.box(0, 8.9, 22.2, 4.4, WHITE)


def _militia(ink: Ink) -> None:
    """Draw a star on olive: people of no army."""
    ink.box(0, 0, WIDE, HIGH, OLIVE)
    _star(ink, WIDE / 2, HIGH / 2, 12, WHITE)


FLAGS: dict[str, Flag] = {
    "us_army": _states,
    "us_marines": _states,
    "us_airborne": _states,
    "german_heer": partial(_balkenkreuz, FIELD),
    "german_fallschirmjager": partial(_balkenkreuz, (96, 122, 142)),
    "german_ss": partial(_balkenkreuz, (70, 72, 74)),
    "italian": partial(_columns, (GREEN, WHITE, RED)),
    "british": _union,
    "british_airborne": _union,
    "french": partial(_columns, (BLUE, WHITE, RED)),
    "japanese_army": partial(_sun, False),
    "japanese_navy": partial(_sun, True),
    "soviet_army": _red_star,
    "soviet_navy": _red_navy,
    "chinese_nationalist": _white_sun,
    "chinese_communist": _red_star,
    "canadian": partial(_ensign, RED, False),
    "australian_nz": partial(_ensign, NAVY, True),
    "hungarian": partial(_rows, (RED, WHITE, GREEN)),
    "norwegian": partial(_nordic, RED, WHITE, NAVY),
    "romanian": partial(_columns, (BLUE, YELLOW, RED)),
    "dutch": partial(_rows, (RED, WHITE, BLUE)),
    "danish": partial(_nordic, RED, WHITE, None),
    "greek": _greek,
    "polish": partial(_rows, (WHITE, RED)),
    "belgian": partial(_columns, (BLACK, YELLOW, RED)),
    "finnish": partial(_nordic, WHITE, BLUE, None),
    "partisan": _militia,
}
"""By the keys of the nations; who brings one of their own has a plain one."""
