"""Round and six-sided tokens, 96 x 96. Side is told by shape and hatch, then by colour."""

import math
from collections.abc import Callable

from PIL import Image, ImageChops

from owm_net.client.art import icons
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import (
    AMBER,
    CREAM,
    FRESH,
    GOLD,
    INK,
    NEUTRAL,
    SIDE,
    Colour,
    alpha,
    mix,
    shade,
)
from owm_net.client.art.paths import Points, placed, star

_SOFT = Shadow(1.2, 2.2, 2.2, 0.55)


def _outline(side: str, r: float) -> Points:
    """The shape of a side: round for the Allies, a hexagon for the Axis, else an octagon."""
    if side == "allies":
        return [
            (48 + r * math.cos(i / 64 * math.tau), 48 + r * math.sin(i / 64 * math.tau))
            for i in range(64)
        ]
    corners = 6 if side == "axis" else 8
    far = r * (1.1 if side == "axis" else 1.04)
    return [
        (
            48 + far * math.cos((i + (0 if corners == 6 else 0.5)) / corners * math.tau),
            48 + far * math.sin((i + (0 if corners == 6 else 0.5)) / corners * math.tau),
        )
        for i in range(corners)
    ]


def _body(sheet: Ink, side: str, r: float, colour: Colour, rim: Colour) -> None:
    """The filled shape with its hatch: slanted lines for the Allies, crossed for the Axis."""
    shape = _outline(side, r)
    stencil = sheet.layer("L")
    stencil.poly(shape, 255)
    hatch = sheet.layer()
    hatch.box(0, 0, 96, 96, colour)
    tone = shade(colour, 0.78)
    for i in range(-12, 26):
        hatch.line(
            [(i * 7, 0), (i * 7 - 96, 96)] if side == "allies" else [(i * 7, 0), (i * 7 + 96, 96)],
            tone,
            1.5,
        )
        if side == "axis":
            hatch.line([(i * 7, 0), (i * 7 - 96, 96)], tone, 1.5)
    hatch.im.putalpha(stencil.im)
    sheet.stamp(hatch)
    sheet.poly(shape, None, INK, 2.4)
    sheet.poly(_outline(side, r - 2.6), None, rim, 2.0)


def fireteam_token(
    nation: str,
    number: str,
    *,
    side: str = "allies",
    on_the_move: bool = False,
    facing: int | None = None,
    stealthed: bool = False,
    suppressed: int = 0,
    active: bool = False,
    scale: float = 1.0,
) -> Image.Image:
    """A Fireteam. facing: 0 is north, then clockwise to 7. suppressed: how many soldiers are."""
    ink = Ink(96, 96, scale, "RGBA")
    colour = SIDE.get(side, NEUTRAL)
    r = 32.5
    if active:
        for grow, opacity in ((11.5, 70), (8.5, 130), (5.5, 255)):
            ring = ink.layer()
            ring.poly(_outline(side, r + grow), alpha((255, 214, 96), opacity))
            ink.stamp(ring)
    sheet = ink.layer()
    _body(sheet, side, r, colour, (150, 214, 96) if on_the_move else CREAM)
    plate = mix(colour, (20, 18, 14), 0.5)
    sheet.box(26, 40, 44, 33, plate, 8, alpha(CREAM, 255), 1.3)
    sheet.text(48, 56.8, number, "title", 34 if len(number) < 3 else 25, CREAM, "mm")
    icons.nation(sheet, 48, 29, 8.6, nation)
    if stealthed:
        sheet.im.putalpha(
            ImageChops.multiply(sheet.im.getchannel("A"), Image.new("L", sheet.im.size, 208))
        )
    ink.stamp(sheet, _SOFT)
    if facing is not None:
        arrow = ink.layer()
        turn = facing / 8 * math.tau
        arrow.poly(
            placed([(0, -46.5), (11.5, -28.5), (0, -32.5), (-11.5, -28.5)], 48, 48, 1, turn),
            (255, 132, 44),
            INK,
            1.8,
        )
        ink.stamp(arrow, Shadow(0, 1.2, 1.2, 0.5))
    if on_the_move:
        x, y = _free_corner("SW", facing)
        for i in range(2):
            _chevron(ink, x + 2 - i * 8, y - 5)
    if stealthed:
        x, y = _free_corner("NE", facing)
        _corner(
            ink,
            x,
            y,
            lambda s: icons.leaf(s, x, y, 8.2, (168, 196, 92), (40, 36, 28)),
            (40, 44, 30),
        )
    if suppressed:
        u, v = _free_corner("SE", facing)
        _corner(
            ink, u, v, lambda s: s.text(u, v + 0.3, str(suppressed), "title", 17, INK, "mm"), AMBER
        )
    return ink.out()


_CORNERS: dict[str, tuple[int, tuple[float, float]]] = {
    "NE": (1, (76, 20)),
    "SE": (3, (77, 76)),
    "SW": (5, (18, 77)),
    "NW": (7, (20, 20)),
}


def _free_corner(wanted: str, facing: int | None) -> tuple[float, float]:
    """The corner of a sign; north-west instead if the facing arrow points to it."""
    heading, place = _CORNERS[wanted]
    return _CORNERS["NW"][1] if heading == facing else place


def _chevron(ink: Ink, x: float, y: float) -> None:
    sheet = ink.layer()
    points = [(-5, -9), (1, -9), (8, 0), (1, 9), (-5, 9), (2, 0)]
    sheet.poly(placed(points, x + 4, y + 5), FRESH, INK, 1.5)
    ink.stamp(sheet, Shadow(0, 0.8, 1, 0.4))


def _corner(ink: Ink, x: float, y: float, draw: Callable[[Ink], None], fill: Colour) -> None:
    sheet = ink.layer()
    sheet.dot(x, y, 12.4, fill, INK, 1.6)
    sheet.dot(x, y, 10.8, None, CREAM, 1.0)
    draw(sheet)
    ink.stamp(sheet, Shadow(0, 1, 1.2, 0.5))


def _plain(scale: float, fill: Colour, draw: Callable[[Ink], None]) -> Image.Image:
    """A square token with rounded corners."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    sheet.box(13, 13, 70, 70, fill, 12, INK, 2.4)
    sheet.box(16.4, 16.4, 63.2, 63.2, None, 9, CREAM, 1.6)
    draw(sheet)
    ink.stamp(sheet, _SOFT)
    return ink.out()


def entrench_token(*, scale: float = 1.0) -> Image.Image:
    """Entrenchment: sandbags and a spade."""

    def draw(sheet: Ink) -> None:
        sheet.poly(
            placed([(-2.2, -26), (2.2, -26), (2.6, 8), (-2.6, 8)], 52, 46, 1, 0.5),
            (176, 128, 74),
            INK,
            1.2,
        )
        sheet.poly(
            placed([(-8, -31), (8, -31), (6, -25), (-6, -25)], 52, 46, 1, 0.5),
            (128, 88, 50),
            INK,
            1.2,
        )
        sheet.path(
            "M -9 6 L 9 6 L 9 20 Q 8 30 0 34 Q -8 30 -9 20 Z",
            (150, 156, 154),
            52,
            46,
            1,
            0.5,
            outline=INK,
            width=1.3,
        )
        for y, left, count in ((70, 26, 3), (59, 33, 2)):
            for i in range(count):
                x = left + i * 19 + 3
                sheet.path(
                    "M -9.4 0 C -10 -6 -7 -6 0 -5.8 C 7 -6 10 -6 9.4 0 C 10 5.6 7 5.6 0 5.4 "
                    "C -7 5.6 -10 5.6 -9.4 0 Z",
                    (206, 182, 130),
                    x,
                    y,
                    outline=INK,
                    width=1.3,
                )
                sheet.line([(x - 6, y - 2.6), (x + 4, y - 2.6)], (234, 216, 172), 1.2)

    return _plain(scale, (116, 82, 44), draw)


def stealth_token(*, scale: float = 1.0) -> Image.Image:
    """Stealth: the camouflage leaf."""

    def draw(sheet: Ink) -> None:
        icons.leaf(sheet, 48, 46, 25, (150, 182, 82), (44, 54, 30))

    return _plain(scale, (48, 58, 38), draw)


def _sign(name: str, fill: Colour, scale: float) -> Image.Image:
    return _plain(scale, fill, lambda sheet: icons.STATES[name](sheet, 48, 48, 23))


def jammed_token(*, scale: float = 1.0) -> Image.Image:
    """The token of a jammed weapon."""
    return _sign("jammed", (92, 40, 30), scale)


def sighted_token(*, scale: float = 1.0) -> Image.Image:
    """Sniper scope in use."""
    return _sign("sighted", (58, 66, 64), scale)


def crewed_token(*, scale: float = 1.0) -> Image.Image:
    """The token of a machine gun that is crewed."""
    return _sign("crewed", (58, 60, 40), scale)


def objective_star(side: str = "", *, scale: float = 1.0) -> Image.Image:
    """An objective: the star on the holder's shape and hatch, grey when nobody holds it."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    _body(sheet, side, 36, SIDE.get(side, NEUTRAL), CREAM)
    held = side in SIDE
    icons.medal_star(sheet, 48, 48, 25, GOLD if held else (206, 198, 178), (70, 50, 24))
    ink.stamp(sheet, _SOFT)
    return ink.out()


def lu_token(side: str = "", *, scale: float = 1.0) -> Image.Image:
    """Lu of the Resistance: a woman with a beret, on the shape of the side that has her."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    _body(sheet, side, 36, SIDE.get(side, NEUTRAL), CREAM)
    coat, hair, skin = (66, 52, 78), (62, 38, 26), (226, 190, 154)
    sheet.path("M -22 20 Q -20 2 0 2 Q 20 2 22 20 Z", coat, 48, 56, outline=INK, width=1.4)
    sheet.dot(48, 44, 15, hair, INK, 1.2)
    sheet.dot(48, 46, 11, skin, INK, 0.8)
    sheet.path(
        "M -17 2 Q -20 -12 2 -13 Q 22 -12 16 1 Q 0 -5 -17 2 Z",
        (150, 36, 40),
        48,
        37,
        outline=INK,
        width=1.3,
    )
    sheet.text(48, 73.5, "LU", "title", 19, CREAM, "mm")
    ink.stamp(sheet, _SOFT)
    return ink.out()


def parachute(side: str = "", *, scale: float = 1.0) -> Image.Image:
    """A drop zone over which a Fireteam is still aloft."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    _body(sheet, side, 36, SIDE.get(side, NEUTRAL), CREAM)
    for x in (24, 40, 56, 72):
        sheet.line([(x, 45), (48, 73)], INK, 1.6)
    sheet.path(
        "M -26 0 Q -24 -26 0 -26 Q 24 -26 26 0 Q 18 -6 9 0 Q 0 -6 -9 0 Q -18 -6 -26 0 Z",
        CREAM,
        48,
        46,
        outline=INK,
        width=1.6,
    )
    sheet.dot(48, 74, 4.6, INK)
    ink.stamp(sheet, _SOFT)
    return ink.out()


def truck_token(side: str = "", *, scale: float = 1.0) -> Image.Image:
    """The Supply Truck, green side up: it drives."""
    return _truck(side, (84, 176, 74), False, scale)


def broken_truck_token(side: str = "", *, scale: float = 1.0) -> Image.Image:
    """The Supply Truck, orange side up: its tires are shot."""
    return _truck(side, (238, 138, 36), True, scale)


def _truck(side: str, border: Colour, broken: bool, scale: float) -> Image.Image:
    """A truck with a canvas, seen from its left, on a square with a coloured border."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    sheet.box(7, 15, 82, 66, (52, 50, 40), 11, INK, 2.4)
    sheet.box(10.5, 18.5, 75, 59, None, 8, border, 4.2)
    canvas, metal = SIDE.get(side, NEUTRAL), (96, 98, 66)
    sheet.path(
        "M 0 22 L 0 3 Q 0 0 4 0 L 38 0 Q 42 0 42 3 L 42 22 Z",
        mix(canvas, CREAM, 0.25),
        17,
        34,
        outline=INK,
        width=1.4,
    )
    for x in (25, 36, 47):
        sheet.line([(x, 35.5), (x, 55)], shade(canvas, 0.7), 1.2)
    sheet.path("M 0 0 L 9 0 L 13 9 L 20 11 L 20 22 L 0 22 Z", metal, 60, 38, outline=INK, width=1.4)
    sheet.path("M 2 2 L 8 2 L 11 9 L 2 9 Z", (176, 200, 206), 60, 38, outline=INK, width=0.8)
    sheet.box(15, 55, 67, 5, shade(metal, 0.7), 1.5, INK, 1.2)
    for x in (27, 40, 70):
        sheet.dot(x, 62, 7.4, (30, 28, 26), INK, 1)
        sheet.dot(x, 62, 3, (150, 146, 130))
    if broken:
        for lift, far in ((0, 5.5), (9, 8), (19, 6)):
            sheet.dot(74 - lift * 0.35, 34 - lift * 0.5, far, alpha((36, 34, 32), 190))
        sheet.line([(20, 26), (33, 39)], (232, 60, 40), 4)
        sheet.line([(33, 26), (20, 39)], (232, 60, 40), 4)
    ink.stamp(sheet, _SOFT)
    return ink.out()


def mission_flag(side: str = "", *, scale: float = 1.0) -> Image.Image:
    """A side's flag on its pole, with a star or a bar, so that nobody needs the colour."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    cloth = SIDE.get(side, NEUTRAL)
    sheet.line([(26, 12), (26, 86)], (46, 36, 24), 6)
    sheet.dot(26, 12, 5, GOLD, (46, 36, 24), 1)
    sheet.poly([(29, 16), (82, 22), (74, 38), (82, 56), (29, 52)], cloth, CREAM, 2.4)
    if side == "allies":
        sheet.poly(star(52, 35, 13, 5.4, 5, -math.pi / 2), CREAM)
    else:
        sheet.poly([(38, 30), (69, 33), (69, 41), (38, 39)], CREAM)
    ink.stamp(sheet, _SOFT)
    return ink.out()


def compass(*, scale: float = 1.0) -> Image.Image:
    """A compass rose, north up."""
    ink = Ink(96, 96, scale, "RGBA")
    sheet = ink.layer()
    sheet.dot(48, 48, 41, (52, 48, 38), GOLD, 2)
    sheet.dot(48, 48, 37, None, alpha(CREAM, 255), 0.9)
    for i in range(16):
        a = i / 16 * math.tau
        sheet.line(
            [
                (48 + 33 * math.cos(a), 48 + 33 * math.sin(a)),
                (48 + 36 * math.cos(a), 48 + 36 * math.sin(a)),
            ],
            CREAM,
            1,
        )
    sheet.poly(star(48, 48, 21, 7, 4, math.pi / 4), (150, 138, 108))
    for i in range(4):
        turn = i * math.pi / 2
        red = i == 0
        sheet.poly(
            placed([(0, -27), (6, -6), (0, 0)], 48, 48, 1, turn),
            (164, 44, 32) if red else (196, 184, 150),
        )
        sheet.poly(
            placed([(0, -27), (-6, -6), (0, 0)], 48, 48, 1, turn), (206, 74, 56) if red else CREAM
        )
    sheet.dot(48, 48, 3, GOLD, INK, 0.8)
    plate = [(40, 4), (56, 4), (56, 19), (40, 19)]
    sheet.poly(plate, (52, 48, 38), GOLD, 1.2)
    sheet.text(48, 11.8, "N", "title", 14, CREAM, "mm")
    ink.stamp(sheet, _SOFT)
    return ink.out()
