"""Headgear: helmets, caps, fur hats, hoods, bandages; or nothing.

All is drawn about the chin of a head that is 100 units high with its helmet: the eyes lie at
y = -2, the brow at -18, the skull's top at -34.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from attrs import frozen

from owm_net.client.art.ink import Ink
from owm_net.client.art.palette import CREAM, INK, Colour, mix, shade
from owm_net.client.art.paths import Points, placed, star


@frozen
class Brush:
    """A sheet that is drawn on in units of a head, its chin near (x, y), m logical units each."""

    sheet: Ink
    x: float
    y: float
    m: float

    def path(
        self, path: str, fill: Colour, dx: float = 0.0, dy: float = 0.0, turn: float = 0.0
    ) -> None:
        """The figures of an SVG path."""
        self.sheet.path(path, fill, self.x + dx * self.m, self.y + dy * self.m, self.m, turn)

    def line(self, points: Points, fill: Colour, width: float) -> None:
        """An open line."""
        self.sheet.line(placed(points, self.x, self.y, self.m), fill, width * self.m)

    def stroke(self, points: Points, fill: Colour, width: float) -> None:
        """An open line with round ends."""
        self.sheet.stroke(placed(points, self.x, self.y, self.m), fill, width * self.m)

    def poly(self, points: Points, fill: Colour) -> None:
        """A closed figure."""
        self.sheet.poly(placed(points, self.x, self.y, self.m), fill)

    def dot(
        self,
        x: float,
        y: float,
        r: float,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """A disc, or a ring."""
        self.oval(x, y, r, r, fill, edge, width)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: Colour | None,
        edge: Colour | None = None,
        width: float = 0,
    ) -> None:
        """An ellipse, or its rim."""
        m = self.m
        self.sheet.oval(self.x + x * m, self.y + y * m, rx * m, ry * m, fill, edge, width * m)


_POT = "M -31 -13 C -32 -46 -19 -59 0 -59 C 19 -59 32 -46 31 -13 C 20 -20 -20 -20 -31 -13 Z"
_POT_DARK = "M 31 -13 C 32 -46 19 -59 2 -59 C 17 -48 21 -34 19 -17.6 Z"
_POT_RIM = "M -35 -9 C -22 -20 22 -20 35 -9 C 22 -14.6 -22 -14.6 -35 -9 Z"
_LOBED = (
    "M -35 -3 C -37 -12 -31 -22 -30 -30 C -28 -50 -16 -59 0 -59 C 16 -59 28 -50 30 -30 "
    "C 31 -22 37 -12 35 -3 C 29 -13 22 -19 0 -19 C -22 -19 -29 -13 -35 -3 Z"
)
_LOBED_DARK = (
    "M 35 -3 C 37 -12 31 -22 30 -30 C 28 -50 16 -59 2 -59 C 16 -48 20 -36 20 -18 "
    "C 26 -15 31 -10 35 -3 Z"
)
_DOME = (
    "M -32 -9 C -34 -44 -20 -60 0 -60 C 20 -60 34 -44 32 -9 C 22 -17 10 -19.4 0 -19.4 "
    "C -10 -19.4 -22 -17 -32 -9 Z"
)
_DOME_DARK = "M 32 -9 C 34 -44 20 -60 2 -60 C 18 -48 22 -34 20 -16 C 25 -14 29 -12 32 -9 Z"
_BRIM_RIM = "M -37 -10 C -28 -22 28 -22 37 -10 C 30 -8 22 -14 0 -14 C -22 -14 -30 -8 -37 -10 Z"
_GLINT = "M -25 -24 C -25 -43 -18 -52 -8 -55 C -17 -45 -19 -35 -18 -21 Z"
_EAGLE_SHIELD = "M -5 -44 L 5 -44 L 5 -36 Q 5 -32 0 -30 Q -5 -32 -5 -36 Z"
_SHAPES = {
    "pot": (_POT, _POT_DARK),
    "lobed": (_LOBED, _LOBED_DARK),
    "dome": (_DOME, _DOME_DARK),
    "brim": (_POT, _POT_DARK),
}

_HAIR = (
    "M -23 -2 C -27 -20 -24 -38 0 -39 C 24 -38 27 -20 23 -2 L 20 -8 C 20 -16 18 -20 14 -22 "
    "C 4 -17 -8 -18 -15 -21 C -19 -19 -20 -14 -20 -8 Z"
)
_PARTED = (
    "M -23 -2 C -28 -22 -22 -42 2 -41 C 26 -41 28 -20 23 -2 L 20 -8 C 20 -15 18 -20 15 -24 "
    "C 8 -17 -8 -15 -14 -24 C -18 -20 -20 -15 -20 -8 Z"
)
_CROP = (
    "M -22 -6 C -25 -24 -18 -36 0 -36 C 18 -36 25 -24 22 -6 L 20 -10 C 19 -20 14 -26 0 -26 "
    "C -14 -26 -19 -20 -20 -10 Z"
)
_SIDE_CAP = "M -27 -14 C -24 -24 -14 -38 8 -47 C 18 -45 24 -34 27 -22 C 12 -26 -10 -24 -27 -14 Z"
_SIDE_FOLD = "M -28 -12 C -20 -24 -4 -31 27 -33 L 27 -21 C 12 -24 -10 -22 -28 -12 Z"
_FIELD_CAP = "M -27 -14 C -30 -32 -24 -47 0 -48 C 24 -47 30 -32 27 -14 C 14 -21 -14 -21 -27 -14 Z"
_FIELD_BAND = (
    "M -28 -13 C -29 -20 -28 -26 -26 -30 C -12 -36 12 -36 26 -30 C 28 -26 29 -20 28 -13 "
    "C 14 -21 -14 -21 -28 -13 Z"
)
_VISOR = "M -25 -16 C -12 -24 12 -24 25 -16 C 24 -8 12 -6 0 -6 C -12 -6 -24 -8 -25 -16 Z"
_PLATE = "M -27 -28 C -46 -36 -40 -52 0 -55 C 40 -52 46 -36 27 -28 C 14 -33 -14 -33 -27 -28 Z"
_BAND = "M -27 -16 L -27 -30 C -14 -36 14 -36 27 -30 L 27 -16 C 14 -22 -14 -22 -27 -16 Z"
_FUR = "M -34 -8 C -40 -34 -32 -54 0 -56 C 32 -54 40 -34 34 -8 C 24 -16 -24 -16 -34 -8 Z"
_FUR_FLAP = "M -25 -18 C -27 -34 -22 -44 0 -45 C 22 -44 27 -34 25 -18 C 12 -24 -12 -24 -25 -18 Z"
_CORNERED = (
    "M -27 -24 L -38 -46 L -16 -43 L 0 -55 L 16 -43 L 38 -46 L 27 -24 C 12 -31 -12 -31 -27 -24 Z"
)
BERET = "M -27 -17 C -42 -30 -30 -52 2 -52 C 34 -52 42 -38 27 -19 C 12 -27 -12 -27 -27 -17 Z"
BERET_LIT = "M -25 -26 C -30 -38 -18 -48 2 -49 C -10 -44 -18 -37 -19 -27 Z"
_HOOD = (
    "M -38 40 C -44 -10 -36 -56 0 -60 C 36 -56 44 -10 38 40 L 22 26 C 26 4 26 -14 16 -22 "
    "C 6 -27 -6 -27 -16 -22 C -26 -14 -26 4 -22 26 Z"
)
_BANDAGE = (
    "M -24 -14 C -24 -22 -22 -27 -20 -29 C -8 -36 12 -35 21 -28 C 23 -24 24 -20 24 -15 "
    "C 10 -23 -10 -22 -24 -14 Z"
)


@frozen
class Kit:
    """A nation's headgear.

    steel: of the helmet, and of what shape. cloth: of caps. sign: drawn on the front of caps.
    """

    shape: str
    steel: Colour
    cloth: Colour
    sign: str


def _helmet(brush: Brush, kit: Kit, steel: Colour | None = None) -> None:
    steel = steel or kit.steel
    dark = shade(steel, 0.68)
    body, side = _SHAPES[kit.shape]
    brush.path(body, steel)
    brush.path(side, dark)
    brush.path(_GLINT, shade(steel, 1.36))
    if kit.shape == "pot":
        brush.path(_POT_RIM, shade(dark, 0.8))
    elif kit.shape == "lobed":
        brush.line([(-30, -21), (0, -25), (30, -21)], dark, 1.2)
        brush.dot(-24, -28, 1.7, dark)
    elif kit.shape == "dome":
        rim = [(-31, -12), (-20, -17.4), (0, -20.4), (20, -17.4), (31, -12)]
        brush.line(rim, shade(dark, 0.85), 2.0)
    else:
        brush.path(_BRIM_RIM, shade(steel, 0.86))
        rim = [(-36, -10), (-20, -16.4), (0, -18), (20, -16.4), (36, -10)]
        brush.line(rim, shade(dark, 0.75), 1.2)


def _bare_helmet(brush: Brush, kit: Kit, hair: Colour) -> None:
    """The helmet of the nation with its sign."""
    _helmet(brush, kit)
    if kit.sign == "star":
        brush.sheet.poly(
            star(brush.x - 2 * brush.m, brush.y - 36 * brush.m, 9 * brush.m, 3.6 * brush.m, 5),
            (188, 40, 30),
        )
    elif kit.sign == "eagle":
        brush.path(_EAGLE_SHIELD, (232, 222, 196))
        brush.path("M -5 -38 L 5 -38 L 5 -36 Q 5 -32 0 -30 Q -5 -32 -5 -36 Z", (188, 38, 44))
    elif kit.sign == "snow":
        brush.line([(-29, -33), (0, -38), (29, -33)], (112, 112, 104), 2.4)


def _netted(brush: Brush, kit: Kit, hair: Colour) -> None:
    """Under a net."""
    _helmet(brush, kit)
    cord = shade(kit.steel, 0.5)
    for i in range(-3, 4):
        brush.line([(i * 6.6 - 6, -56 + i * i * 1.6), (i * 9.4 + 6, -18)], cord, 1.5)
        brush.line([(i * 6.6 + 6, -56 + i * i * 1.6), (i * 9.4 - 6, -18)], cord, 1.5)


def _leafy(brush: Brush, kit: Kit, hair: Colour) -> None:
    """With leaves stuck into a band."""
    _helmet(brush, kit)
    chance = random.Random(kit.shape)
    brush.line([(-31, -24), (0, -28), (31, -24)], shade(kit.steel, 0.5), 3)
    for i in range(9):
        x, y = -32 + i * 8, -26 - chance.uniform(0, 22) - (12 if 2 < i < 6 else 0)
        tone = shade((104, 128, 56), chance.uniform(0.7, 1.25))
        leaf = "M 0 8 C -7 2 -6 -8 0 -13 C 6 -8 7 2 0 8 Z"
        brush.path(leaf, tone, x, y, chance.uniform(-0.9, 0.9))


def _goggled(brush: Brush, kit: Kit, hair: Colour) -> None:
    """With goggles pushed up."""
    _helmet(brush, kit)
    brush.line([(-32, -26), (0, -31), (32, -26)], (52, 44, 36), 6)
    for x in (-10, 10):
        brush.oval(x, -31, 9.6, 7.6, (46, 42, 38))
        brush.oval(x, -31, 6.8, 5, (196, 178, 120))
        brush.oval(x - 2, -33, 2, 1.4, CREAM)


def _medic(brush: Brush, kit: Kit, hair: Colour) -> None:
    """With the red cross."""
    _helmet(brush, kit)
    brush.dot(0, -37, 12, CREAM)
    for ends in (((-8, -37), (8, -37)), ((0, -45), (0, -29))):
        brush.line(ends, (200, 34, 30), 5.6)


def _dappled(brush: Brush, kit: Kit, hair: Colour) -> None:
    """Painted in patches."""
    _helmet(brush, kit)
    for x, y, rx, ry, tone in (
        (-16, -40, 10, 7, 0.5),
        (4, -50, 9, 6, 1.5),
        (6, -30, 11, 7, 0.5),
        (-21, -25, 7, 5, 1.5),
        (21, -38, 8, 8, 1.3),
    ):
        brush.oval(x, y, rx, ry, shade(kit.steel, tone))


def _side_cap(brush: Brush, kit: Kit, hair: Colour) -> None:
    """Draw a cap tilted to one side of the head."""
    brush.path(_HAIR, hair)
    brush.path(_SIDE_CAP, shade(kit.cloth, 0.8))
    brush.path(_SIDE_FOLD, kit.cloth)
    brush.line([(-27, -13), (-8, -23), (27, -22)], shade(kit.cloth, 0.6), 1.4)
    _sign(brush, kit, 6, -29)


def _field_cap(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A soft cap with a visor."""
    brush.path(_FIELD_CAP, kit.cloth)
    brush.path("M 27 -14 C 30 -32 24 -47 4 -48 C 18 -40 21 -30 19 -18 Z", shade(kit.cloth, 0.74))
    brush.line([(-27, -26), (0, -31), (27, -26)], shade(kit.cloth, 0.66), 1.6)
    brush.path(_VISOR, shade(kit.cloth, 0.6))
    _sign(brush, kit, 0, -33)


def _officers_cap(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A peaked cap, stiff and wide."""
    brush.path(_PLATE, kit.cloth)
    brush.path("M 27 -28 C 46 -36 40 -52 4 -55 C 26 -48 30 -40 18 -31 Z", shade(kit.cloth, 0.74))
    band = {"star": (168, 40, 36), "eagle": (92, 88, 60)}.get(kit.sign, shade(kit.cloth, 0.5))
    brush.path(_BAND, band)
    brush.path(_VISOR, (34, 30, 28))
    brush.line([(-22, -17), (0, -21.4), (22, -17)], (206, 172, 92), 1.8)
    _sign(brush, kit, 0, -36)


def _beanie(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A knitted cap with a small visor."""
    knit = shade(kit.cloth, 0.86)
    brush.path(_FIELD_CAP, knit)
    for i in range(-4, 5):
        brush.line([(i * 4.4, -47 + i * i * 0.7), (i * 6, -30)], shade(knit, 0.76), 1.4)
    brush.path(_FIELD_BAND, shade(knit, 1.14))
    brush.path("M -17 -18 C -8 -23 8 -23 17 -18 C 14 -12 -14 -12 -17 -18 Z", shade(knit, 0.6))


def _fur_hat(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A fur hat, its flaps tied up."""
    fur = (92, 70, 52) if kit.sign == "star" else (74, 72, 72)
    chance = random.Random(kit.sign)
    brush.path(_FUR, fur)
    for _ in range(70):
        x, y = chance.uniform(-33, 33), chance.uniform(-52, -16)
        tone = shade(fur, chance.uniform(0.7, 1.4))
        brush.line([(x, y), (x + chance.uniform(-3, 3), y + 5)], tone, 1.6)
    brush.path(_FUR_FLAP, shade(fur, 1.24))
    _sign(brush, kit, 0, -34)


def _cornered_cap(brush: Brush, kit: Kit, hair: Colour) -> None:
    """The cap with four corners of the Poles."""
    brush.path(_CORNERED, kit.cloth)
    brush.path("M 27 -24 L 38 -46 L 16 -43 L 0 -55 L 8 -30 Z", shade(kit.cloth, 0.76))
    brush.path(_BAND, shade(kit.cloth, 0.86))
    brush.path(_VISOR, shade(kit.cloth, 0.5))
    _sign(brush, kit, 0, -34)


def _beret(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A beret, pulled to one side."""
    brush.path(_HAIR, hair)
    felt = shade(kit.cloth, 0.62)
    brush.path(BERET, felt)
    brush.path(BERET_LIT, shade(felt, 1.4))
    brush.line([(-26, -18), (0, -25), (26, -20)], shade(felt, 0.6), 3)
    _sign(brush, kit, -14, -29)


def _hood(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A hood: white in the snow, else in patches of green."""
    cloth: Colour = (226, 230, 228) if kit.sign == "snow" else (112, 116, 70)
    brush.path(_HOOD, cloth)
    brush.path("M 38 40 C 44 -10 36 -56 4 -60 C 26 -50 30 -20 25 4 L 22 26 Z", shade(cloth, 0.8))
    if kit.sign == "snow":
        brush.line([(-20, 24), (-25, 2), (-18, -20), (0, -27), (18, -20)], shade(cloth, 0.72), 2)
        return
    for x, y, rx, ry in (
        (-24, -30, 8, 6),
        (0, -48, 10, 5),
        (-31, 4, 5, 9),
        (24, -36, 7, 6),
        (33, 10, 4, 9),
    ):
        brush.oval(x, y, rx, ry, shade(cloth, 0.64))


def _bareheaded(brush: Brush, kit: Kit, hair: Colour) -> None:
    """Short hair."""
    brush.path(_HAIR, hair)
    brush.path("M -20 -26 C -18 -36 -6 -39 4 -39 C -6 -36 -12 -32 -14 -24 Z", shade(hair, 1.4))


def _parted(brush: Brush, kit: Kit, hair: Colour) -> None:
    """Hair that was combed once."""
    brush.path(_PARTED, hair)
    for x in (-6, 2, 10):
        brush.line([(x - 6, -38), (x + 6, -22)], shade(hair, 1.36), 1.5)


def _cropped(brush: Brush, kit: Kit, hair: Colour) -> None:
    """Hardly any hair."""
    brush.path(_CROP, mix(hair, (214, 172, 134), 0.3))


def _bandaged(brush: Brush, kit: Kit, hair: Colour) -> None:
    """A bandage round the head."""
    brush.path(_HAIR, hair)
    brush.path(_BANDAGE, (238, 232, 214))
    brush.line([(-22, -19), (0, -28), (22, -23)], (196, 186, 160), 1.4)
    brush.line([(-23, -24), (4, -27), (23, -19)], (196, 186, 160), 1.4)
    brush.oval(9, -26, 4.6, 3.2, (176, 48, 40))


def _sign(brush: Brush, kit: Kit, x: float, y: float) -> None:
    """Draw the pin on the front of a cap."""
    sheet, cx, cy, m = brush.sheet, brush.x + x * brush.m, brush.y + y * brush.m, brush.m
    if kit.sign == "star":
        sheet.poly(star(cx, cy, 6.4 * m, 2.6 * m, 5), (196, 40, 30), INK, 0.6 * m)
    elif kit.sign == "eagle":
        sheet.dot(cx, cy, 4.4 * m, (236, 230, 206), (150, 38, 40), 1.6 * m)
    elif kit.sign == "snow":
        for r, tone in ((5.0, CREAM), (3.6, (42, 84, 150)), (1.7, CREAM)):
            sheet.dot(cx, cy, r * m, tone)
    elif kit.sign == "cockade":
        for r, tone in ((4.6, (52, 46, 40)), (3.4, (226, 222, 206)), (1.8, (150, 40, 36))):
            sheet.dot(cx, cy, r * m, tone)
    else:
        sheet.box(cx - 2 * m, cy - 4.4 * m, 4 * m, 8.8 * m, (226, 214, 168), 1 * m)


KITS: dict[str, Kit] = {
    "us": Kit("pot", (96, 102, 56), (124, 116, 72), "bar"),
    "german": Kit("lobed", (78, 88, 90), (92, 104, 94), "cockade"),
    "soviet": Kit("dome", (92, 98, 58), (146, 122, 74), "star"),
    "polish": Kit("brim", (104, 104, 76), (132, 122, 84), "eagle"),
    "finnish": Kit("lobed", (206, 208, 204), (128, 136, 140), "snow"),
}

Hat = Callable[[Brush, Kit, Colour], None]
HATS: dict[str, Hat] = {
    "helmet": _bare_helmet,
    "net": _netted,
    "leaves": _leafy,
    "goggles": _goggled,
    "medic": _medic,
    "patches": _dappled,
    "side cap": _side_cap,
    "field cap": _field_cap,
    "officer": _officers_cap,
    "knitted": _beanie,
    "fur": _fur_hat,
    "corners": _cornered_cap,
    "beret": _beret,
    "hood": _hood,
    "hair": _bareheaded,
    "parted": _parted,
    "cropped": _cropped,
    "bandage": _bandaged,
}
BARE = ("hair", "parted", "cropped", "bandage", "side cap", "beret", "hood")
"""Where the brow is in the light."""
