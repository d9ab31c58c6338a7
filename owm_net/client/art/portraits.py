"""Poster-like busts: nation gives helmet and cloth, the seed gives the face."""

import functools
import math
import random

from attrs import frozen
from PIL import Image, ImageDraw

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import INK, Colour, alpha, mix, shade
from owm_net.client.art.paths import placed, star


@frozen
class Uniform:
    """Cloth in shadow, in half light and lit; helmet; straps; the two rays behind."""

    shadow: Colour
    middle: Colour
    light: Colour
    helmet: Colour
    strap: Colour
    sky: tuple[Colour, Colour]
    shape: str


UNIFORMS: dict[str, Uniform] = {
    "us": Uniform(
        (74, 74, 44),
        (106, 106, 64),
        (144, 142, 92),
        (96, 102, 56),
        (156, 138, 92),
        ((206, 186, 138), (222, 204, 160)),
        "pot",
    ),
    "german": Uniform(
        (56, 66, 62),
        (84, 96, 88),
        (122, 134, 122),
        (78, 88, 90),
        (58, 44, 34),
        ((168, 176, 178), (190, 198, 198)),
        "lobed",
    ),
    "soviet": Uniform(
        (98, 78, 44),
        (136, 112, 66),
        (174, 150, 98),
        (92, 98, 58),
        (108, 76, 46),
        ((204, 168, 128), (220, 188, 150)),
        "dome",
    ),
    "polish": Uniform(
        (82, 78, 52),
        (118, 112, 78),
        (156, 150, 110),
        (104, 104, 76),
        (122, 90, 56),
        ((200, 186, 150), (216, 204, 172)),
        "brim",
    ),
    "finnish": Uniform(
        (150, 154, 156),
        (196, 200, 200),
        (232, 234, 232),
        (206, 208, 204),
        (92, 78, 60),
        ((142, 164, 180), (166, 186, 198)),
        "lobed",
    ),
    "resistance": Uniform(  # a coat and a beret
        (48, 40, 56),
        (70, 56, 82),
        (92, 76, 104),
        (150, 36, 40),
        (76, 62, 88),
        ((176, 160, 150), (196, 182, 170)),
        "beret",
    ),
}
_SKINS: tuple[Colour, ...] = ((222, 178, 138), (230, 190, 152), (210, 162, 120), (236, 200, 168))
_HAIRS: tuple[Colour, ...] = ((74, 52, 36), (46, 36, 30), (150, 112, 62), (112, 66, 38))

_LONG_HAIR = (
    "M 0 -36 C -32 -36 -32 -4 -30 26 Q -24 38 -8 34 L 8 34 Q 24 38 30 26 C 32 -4 32 -36 0 -36 Z"
)
_FRINGE = (
    "M -25 10 C -28 -14 -24 -30 0 -32 C 24 -30 28 -14 25 10 C 22 -4 20 -12 14 -17 C 2 -9 -12 -10 "
    "-18 -14 C -21 -8 -23 0 -25 10 Z"
)
_BERET = "M -27 -17 C -42 -30 -30 -52 2 -52 C 34 -52 42 -38 27 -19 C 12 -27 -12 -27 -27 -17 Z"
_BERET_LIT = "M -25 -26 C -30 -38 -18 -48 2 -49 C -10 -44 -18 -37 -19 -27 Z"
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


@functools.lru_cache(maxsize=12)
def sunburst(
    size: tuple[int, int], k: float, dark: Colour, light: Colour, focus: tuple[float, float]
) -> Image.Image:
    """Rays from a focus (parts of the size) and a dot screen growing downwards."""
    image = Image.new("RGB", size, dark[:3])
    pen = ImageDraw.Draw(image)
    cx, cy, reach = size[0] * focus[0], size[1] * focus[1], max(size) * 2
    for i in range(0, 40, 2):
        a, b = i / 40 * math.tau, (i + 1) / 40 * math.tau
        pen.polygon(
            [
                (cx, cy),
                (cx + reach * math.cos(a), cy + reach * math.sin(a)),
                (cx + reach * math.cos(b), cy + reach * math.sin(b)),
            ],
            fill=light[:3],
        )
    step, dot = 4.2 * k, shade(dark, 0.74)[:3]
    for row in range(int(size[1] / step * 2) + 2):
        y = row * step / 2
        radius = step * 0.42 * max(0.0, y / size[1] - 0.4)
        if radius < 0.3:
            continue
        for column in range(int(size[0] / step) + 2):
            x = column * step + (step / 2 if row % 2 else 0)
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=dot)
    return image


def bust(
    sheet: Ink, cx: float, cy: float, m: float, nation: str, seed: int, *, leader: bool = False
) -> None:
    """Head and shoulders about (cx, cy), the chin near cy; m units for one of a 100-unit box."""
    cloth = UNIFORMS.get(nation, UNIFORMS["us"])
    rng = random.Random(f"{nation}:{seed}")
    skin = rng.choice(_SKINS)
    hair = rng.choice(_HAIRS)
    if cloth.shape == "beret":
        sheet.path(_LONG_HAIR, shade(hair, 0.8), cx, cy, m)
        _shoulders(sheet, cx, cy, m, cloth, skin, leader)
        _face(sheet, cx, cy, m, skin, hair, rng, smooth=True)
        sheet.path(_FRINGE, hair, cx, cy, m)
        sheet.path(_BERET, cloth.helmet, cx, cy, m)
        sheet.path(_BERET_LIT, shade(cloth.helmet, 1.3), cx, cy, m)
        return
    _shoulders(sheet, cx, cy, m, cloth, skin, leader)
    _face(sheet, cx, cy, m, skin, hair, rng)
    _straps(sheet, cx, cy, m, cloth)
    _helmet(sheet, cx, cy, m, cloth, nation, rng)


def _shoulders(
    sheet: Ink, cx: float, cy: float, m: float, cloth: Uniform, skin: Colour, leader: bool
) -> None:
    dark, mid, lit, strap = cloth.shadow, cloth.middle, cloth.light, cloth.strap
    sheet.path("M -66 82 C -64 36 -42 25 -20 20 L 20 20 C 44 25 64 36 68 82 Z", mid, cx, cy, m)
    sheet.path("M 68 82 C 64 36 44 25 20 20 L 6 20 C 26 34 36 52 36 82 Z", dark, cx, cy, m)
    sheet.path("M -66 82 C -64 42 -48 29 -30 23 C -45 37 -53 56 -53 82 Z", lit, cx, cy, m)
    sheet.path("M -15 4 L 15 4 L 17 26 L 0 42 L -17 26 Z", shade(skin, 0.78), cx, cy, m)
    sheet.path("M -9 22 C 0 30 10 28 16 18 L 17 27 L 0 42 Z", shade(skin, 0.66), cx, cy, m)
    sheet.path("M -25 18 L -13 14 L 0 42 L -14 48 Z", lit, cx, cy, m)
    sheet.path("M 25 18 L 13 14 L 0 42 L 12 48 Z", dark, cx, cy, m)
    sheet.line([(cx, cy + 42 * m), (cx, cy + 82 * m)], dark, 1.6 * m)
    for i in range(3):
        sheet.dot(cx - 3.6 * m, cy + (52 + i * 12) * m, 1.5 * m, shade(strap, 0.8))
    sheet.poly(placed([(-41, 26), (-33, 23), (-24, 82), (-33, 82)], cx, cy, m), strap)
    sheet.poly(placed([(41, 26), (34, 24), (27, 82), (35, 82)], cx, cy, m), shade(strap, 0.7))
    for left in (-54, 37):
        tone = strap if left < 0 else shade(strap, 0.72)
        x, y = cx + left * m, cy + 56 * m
        sheet.box(x, y, 17 * m, 17 * m, tone, 1.5 * m, dark, 0.9 * m)
        sheet.line([(x, y + 5.5 * m), (x + 17 * m, y + 5.5 * m)], dark, 0.9 * m)
        sheet.dot(x + 8.5 * m, y + 8 * m, 1.1 * m, dark)
    if leader:
        for x in (-19, 17):
            sheet.poly(star(cx + x * m, cy + 30 * m, 4.2 * m, 1.8 * m, 5), (226, 190, 90))


def _face(
    sheet: Ink,
    cx: float,
    cy: float,
    m: float,
    skin: Colour,
    hair: Colour,
    rng: random.Random,
    smooth: bool = False,
) -> None:
    """smooth: no beard, whatever the seed."""
    jaw = rng.uniform(-2.4, 2.4)
    dark, deep = shade(skin, 0.8), shade(skin, 0.5)
    w = 20 + jaw * 0.3
    for side in (-1, 1):
        sheet.oval(
            cx + side * (w + 0.6) * m,
            cy - 1 * m,
            3.2 * m,
            5.6 * m,
            shade(skin, 0.9 if side < 0 else 0.7),
        )
    sheet.path(
        f"M {-w} -18 C {-w - 1.5} 6 {-13 - jaw} 19 {-6 - jaw * 0.4} 22.6 Q 0 25 "
        f"{6 + jaw * 0.4} 22.6 C {13 + jaw} 19 {w + 1.5} 6 {w} -18 Z",
        skin,
        cx,
        cy,
        m,
    )
    sheet.path(
        f"M {w} -18 C {w + 1.5} 6 {13 + jaw} 19 {6 + jaw * 0.4} 22.6 Q 3 24.2 1 24 "
        "C 6 17 7.4 11 6.6 3 L 9.4 -4 L 7 -18 Z",
        dark,
        cx,
        cy,
        m,
    )
    if rng.random() < 0.4 and not smooth:
        sheet.path(
            f"M {-w + 0.6} 2 C {-13 - jaw} 19 -6 22 0 24 C 6 22 {13 + jaw} 19 {w - 0.6} 2 "
            "C 12 12 8 10 6 11 Q 0 8.6 -6 11 C -8 10 -12 12 -19 2 Z",
            mix(skin, hair, 0.28),
            cx,
            cy,
            m,
        )
    sheet.path(f"M {-w} -18 L {w} -18 L {w} -9.4 C 8 -5.6 -8 -5.6 {-w} -9.4 Z", deep, cx, cy, m)
    tilt = rng.uniform(-1.0, 1.6)
    for side in (-1, 1):
        brow = [(4 * side, -6.4 + tilt), (9 * side, -8), (14 * side, -6 - tilt * 0.4)]
        sheet.line(placed(brow, cx, cy, m), shade(hair, 0.8), 2.0 * m)
        sheet.path(
            "M -5 0 Q 0 -3.2 5 0 Q 0 2.2 -5 0 Z",
            (236, 226, 210),
            cx + 9 * side * m,
            cy - 2.4 * m,
            m,
        )
        sheet.dot(cx + (9 * side + 0.4) * m, cy - 2.5 * m, 1.7 * m, INK)
        sheet.line(
            placed([(4 * side, -2.8), (9 * side, -4.4), (14 * side, -2.8)], cx, cy, m),
            shade(deep, 0.6),
            1.1 * m,
        )
    nose = rng.uniform(-0.8, 1.4)
    sheet.path(
        f"M -0.6 -4 L {4 + nose} 7.4 Q 0 9.6 {-3 - nose * 0.5} 7.6 L 0.6 6.4 Z",
        shade(skin, 0.74),
        cx,
        cy,
        m,
    )
    smile = rng.uniform(-0.8, 1.2)
    if rng.random() < 0.24 and not smooth:
        sheet.path(
            "M -8 11.6 Q -4 8.4 0 10 Q 4 8.4 8 11.6 Q 4 12.6 0 12 Q -4 12.6 -8 11.6 Z",
            hair,
            cx,
            cy,
            m,
        )
    sheet.path(
        f"M -7 {14 - smile} Q 0 {13.2 + smile} 7 {14 - smile} Q 0 {16.4 + smile} -7 {14 - smile} Z",
        shade(skin, 0.52),
        cx,
        cy,
        m,
    )
    if rng.random() < 0.14:
        for side in (-1, 1):
            sheet.dot(cx + 9 * side * m, cy - 2.2 * m, 6 * m, None, (54, 48, 40), 1.1 * m)
        sheet.line(placed([(-3, -3), (3, -3)], cx, cy, m), (54, 48, 40), 1.1 * m)


def _straps(sheet: Ink, cx: float, cy: float, m: float, cloth: Uniform) -> None:
    for side, factor in ((-1, 0.9), (1, 0.66)):
        line = [(20.4 * side, -12), (18 * side, 6), (10 * side, 19.6), (1 * side, 24)]
        sheet.line(placed(line, cx, cy, m), shade(cloth.strap, factor), 2 * m)


def _helmet(
    sheet: Ink, cx: float, cy: float, m: float, cloth: Uniform, nation: str, rng: random.Random
) -> None:
    steel = cloth.helmet
    dark, lit = shade(steel, 0.68), shade(steel, 1.36)
    shape = cloth.shape
    body, side = {
        "pot": (_POT, _POT_DARK),
        "lobed": (_LOBED, _LOBED_DARK),
        "dome": (_DOME, _DOME_DARK),
        "brim": (_POT, _POT_DARK),
    }[shape]
    sheet.path(body, steel, cx, cy, m)
    sheet.path(side, dark, cx, cy, m)
    sheet.path(_GLINT, lit, cx, cy, m)
    if shape == "pot":
        sheet.path(_POT_RIM, shade(dark, 0.8), cx, cy, m)
        if rng.random() < 0.7:
            for i in range(-3, 4):
                sheet.line(
                    placed([(i * 8.2, -56 + i * i * 1.5), (i * 9.4, -18)], cx, cy, m),
                    mix(steel, dark, 0.7),
                    0.7 * m,
                )
            for j in range(4):
                wide = 29 - j * 2.2
                sheet.line(
                    placed(
                        [(-wide, -22 - 9 * j), (0, -25 - 9 * j), (wide, -22 - 9 * j)], cx, cy, m
                    ),
                    mix(steel, dark, 0.6),
                    0.6 * m,
                )
    elif shape == "lobed":
        sheet.line(placed([(-30, -21), (0, -25), (30, -21)], cx, cy, m), dark, 1.2 * m)
        sheet.dot(cx - 24 * m, cy - 28 * m, 1.7 * m, dark)
        if nation == "finnish":
            sheet.line(
                placed([(-29, -33), (0, -38), (29, -33)], cx, cy, m), (112, 112, 104), 2.4 * m
            )
    elif shape == "dome":
        rim = [(-31, -12), (-20, -17.4), (0, -20.4), (20, -17.4), (31, -12)]
        sheet.line(placed(rim, cx, cy, m), shade(dark, 0.85), 2.0 * m)
        sheet.poly(star(cx - 2 * m, cy - 36 * m, 9 * m, 3.6 * m, 5), (188, 40, 30))
    else:
        sheet.path(_BRIM_RIM, shade(steel, 0.86), cx, cy, m)
        sheet.line(
            placed([(-36, -10), (-20, -16.4), (0, -18), (20, -16.4), (36, -10)], cx, cy, m),
            shade(dark, 0.75),
            1.2 * m,
        )
        sheet.path(
            "M -5 -44 L 5 -44 L 5 -36 Q 5 -32 0 -30 Q -5 -32 -5 -36 Z", (232, 222, 196), cx, cy, m
        )
        sheet.path(
            "M -5 -38 L 5 -38 L 5 -36 Q 5 -32 0 -30 Q -5 -32 -5 -36 Z", (188, 38, 44), cx, cy, m
        )


def portrait(
    ink: Ink,
    x: float,
    y: float,
    w: float,
    h: float,
    nation: str,
    seed: int,
    *,
    leader: bool = False,
    size: float = 1.0,
    drop: float = 0.0,
) -> None:
    """A framed bust before a sunburst, in the box (x, y, w, h)."""
    cloth = UNIFORMS.get(nation, UNIFORMS["us"])
    window = ink.patch(x, y, x + w, y + h, "RGB")
    window.im = sunburst(window.im.size, ink.k, *cloth.sky, (0.5, 0.62)).copy()
    window.refresh()
    figure = window.patch(x, y - 4, x + w, y + h + 4)
    m = h / 118 * size
    bust(figure, x + w / 2, y + h * 0.56 + drop, m, nation, seed, leader=leader)
    window.stamp(figure, Shadow(2.5 * m, 3 * m, 3 * m, 0.45))
    window.fade(x, y + h * 0.7, w, h * 0.3, (24, 20, 14), 0, 90)
    ink.im.paste(window.im, (window.left - ink.left, window.top - ink.top))
    ink.box(x, y, w, h, None, 0, INK, 1.5)


def band(
    ink: Ink,
    x: float,
    y: float,
    w: float,
    h: float,
    text: str,
    fill: Colour,
    letters: Colour,
    *,
    cross: bool = False,
) -> None:
    """A label across a picture: the state of a soldier in words."""
    ink.box(x, y, w, h, alpha(fill, 238))
    for edge in (y, y + h):
        ink.line([(x, edge), (x + w, edge)], INK, 1.2)
    room = w - 12 - (h * 1.9 if cross else 0)
    size = ink.fitting(text, "title", h * 1.06, room, 6, h * 0.06)
    ink.text(x + w / 2, y + h / 2, text, "title", size, letters, "mm", track=h * 0.06)
    if cross:
        for cx in (x + h * 0.72, x + w - h * 0.72):
            for bw, bh in ((0.13, 0.36), (0.36, 0.13)):
                ink.box(cx - bw * h, y + h / 2 - bh * h, 2 * bw * h, 2 * bh * h, letters)
