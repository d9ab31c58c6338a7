"""Poster-like busts: the nation gives the cloth, the man's number the rest."""

import math

from attrs import evolve, frozen
from PIL import Image, ImageDraw, ImageOps

from owm_net.client.art.headgear import BARE, BERET, BERET_LIT, HATS, KITS, Brush
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.material import material
from owm_net.client.art.men import Man, man, sky
from owm_net.client.art.palette import CREAM, INK, Colour, alpha, mix, shade
from owm_net.client.art.paths import star


@frozen
class Uniform:
    """Cloth in shadow, in half light and lit; straps; the two rays behind."""

    shadow: Colour
    middle: Colour
    light: Colour
    strap: Colour
    sky: tuple[Colour, Colour]


UNIFORMS: dict[str, Uniform] = {
    "us": Uniform(
        (74, 74, 44),
        (106, 106, 64),
        (144, 142, 92),
        (156, 138, 92),
        ((206, 186, 138), (222, 204, 160)),
    ),
    "german": Uniform(
        (56, 66, 62),
        (84, 96, 88),
        (122, 134, 122),
        (58, 44, 34),
        ((168, 176, 178), (190, 198, 198)),
    ),
    "soviet": Uniform(
        (98, 78, 44),
        (136, 112, 66),
        (174, 150, 98),
        (108, 76, 46),
        ((204, 168, 128), (220, 188, 150)),
    ),
    "polish": Uniform(
        (82, 78, 52),
        (118, 112, 78),
        (156, 150, 110),
        (122, 90, 56),
        ((200, 186, 150), (216, 204, 172)),
    ),
    "finnish": Uniform(
        (150, 154, 156),
        (196, 200, 200),
        (232, 234, 232),
        (92, 78, 60),
        ((142, 164, 180), (166, 186, 198)),
    ),
    "resistance": Uniform(  # a coat and a beret
        (48, 40, 56),
        (70, 56, 82),
        (92, 76, 104),
        (76, 62, 88),
        ((176, 160, 150), (196, 182, 170)),
    ),
}
_LONG_HAIR = (
    "M 0 -36 C -32 -36 -32 -4 -30 26 Q -24 38 -8 34 L 8 34 Q 24 38 30 26 C 32 -4 32 -36 0 -36 Z"
)
_FRINGE = (
    "M -25 10 C -28 -14 -24 -30 0 -32 C 24 -30 28 -14 25 10 C 22 -4 20 -12 14 -17 C 2 -9 -12 -10 "
    "-18 -14 C -21 -8 -23 0 -25 10 Z"
)
_RED_BERET: Colour = (150, 36, 40)
STEEL: Colour = (58, 56, 54)


@material
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


@frozen
class Bust:
    """The person shown: a number, and the visible signs of duty and rank.

    duty: "officer", "medic", "sniper", "gunner", "scout", "short" for a short weapon, or "".
    stripes: chevrons on the sleeve.
    """

    nation: str
    number: int
    leader: bool = False
    duty: str = ""
    stripes: int = 0


def draw_bust(sheet: Ink, cx: float, cy: float, m: float, who: Bust) -> None:
    """Head and shoulders about (cx, cy), the chin near cy; m units for one of a 100-unit box."""
    nation, duty = who.nation, who.duty
    cloth = UNIFORMS.get(nation, UNIFORMS["us"])
    one = man(nation, who.number, duty)
    body = Brush(sheet, cx, cy, m)
    if nation not in KITS:
        _civilian(body, cloth, one, who.leader)
        return
    kit = KITS[nation]
    if duty in ("gunner", "sniper") or (one.slung and not duty):
        _slung(body, duty)
    _shoulders(body, cloth, one, leader=who.leader, stripes=who.stripes)
    _duty(body, cloth, duty)
    head = Brush(sheet, cx + one.glance * 0.3 * m, cy, m)
    _face(head, one)
    if one.hat in ("helmet", "net", "leaves", "goggles", "patches", "medic"):
        _chin_strap(head, cloth)
    HATS[one.hat](head, kit, one.hair)


def _civilian(brush: Brush, cloth: Uniform, one: Man, leader: bool) -> None:
    """A woman with a red beret."""
    brush.path(_LONG_HAIR, shade(one.hair, 0.8))
    _shoulders(brush, cloth, evolve(one, scarf=None), leader=leader, stripes=0)
    _face(brush, evolve(one, beard="", eyes="", mouth="", lines=False, plaster=False))
    brush.path(_FRINGE, one.hair)
    brush.path(BERET, _RED_BERET)
    brush.path(BERET_LIT, shade(_RED_BERET, 1.3))


def _slung(brush: Brush, duty: str) -> None:
    """Draw what a man carries over the shoulder: muzzle, barrel and sling."""
    thick = 9.0 if duty == "gunner" else 5.0
    brush.line([(49, 60), (58, -52)], INK, thick + 1.4)
    brush.line([(49, 60), (58, -52)], STEEL, thick)
    brush.line([(47, 60), (54.4, -20)], (112, 76, 44), thick + 1)
    if duty == "gunner":
        for i in range(6):
            brush.dot(56.6, -44 + i * 6.4, 1.7, INK)
        brush.line([(53, -55), (64, -54)], INK, 6)
    elif duty == "sniper":
        brush.line([(60, 8), (63, -26)], INK, 6.4)
    else:
        brush.line([(58, -50), (61, -50)], INK, 4)


def _shoulders(brush: Brush, cloth: Uniform, one: Man, *, leader: bool, stripes: int) -> None:
    dark, mid, lit, strap = cloth.shadow, cloth.middle, cloth.light, cloth.strap
    skin = one.skin
    brush.path("M -66 82 C -64 36 -42 25 -20 20 L 20 20 C 44 25 64 36 68 82 Z", mid)
    brush.path("M 68 82 C 64 36 44 25 20 20 L 6 20 C 26 34 36 52 36 82 Z", dark)
    brush.path("M -66 82 C -64 42 -48 29 -30 23 C -45 37 -53 56 -53 82 Z", lit)
    brush.path("M -15 4 L 15 4 L 17 26 L 0 42 L -17 26 Z", shade(skin, 0.78))
    brush.path("M -9 22 C 0 30 10 28 16 18 L 17 27 L 0 42 Z", shade(skin, 0.66))
    brush.path("M -25 18 L -13 14 L 0 42 L -14 48 Z", lit)
    brush.path("M 25 18 L 13 14 L 0 42 L 12 48 Z", dark)
    brush.line([(0, 42), (0, 82)], dark, 1.6)
    for i in range(3):
        brush.dot(-3.6, 52 + i * 12, 1.5, shade(strap, 0.8))
    brush.poly([(-41, 26), (-33, 23), (-24, 82), (-33, 82)], strap)
    brush.poly([(41, 26), (34, 24), (27, 82), (35, 82)], shade(strap, 0.7))
    if one.scarf is not None:
        brush.path("M -22 12 C -12 26 12 26 22 12 L 26 25 C 12 40 -12 40 -26 25 Z", one.scarf)
        brush.path("M 4 30 L 14 30 L 17 58 L 6 58 Z", shade(one.scarf, 0.86))
        brush.line([(-22, 19), (0, 30), (22, 19)], shade(one.scarf, 0.7), 1.6)
    for i in range(stripes):
        y = 40 + i * 5.4
        brush.line([(-60, y + 5), (-52, y), (-44, y + 5)], (232, 204, 120), 2.8)
    if leader:
        for x in (-19, 17):
            corners = star(
                brush.x + x * brush.m, brush.y + 30 * brush.m, 4.2 * brush.m, 1.8 * brush.m, 5
            )
            brush.sheet.poly(corners, (226, 190, 90))


def _duty(brush: Brush, cloth: Uniform, duty: str) -> None:
    """Draw the signs of a man's duty."""
    if duty == "medic":
        brush.poly([(-30, 22), (-24, 20), (40, 82), (30, 82)], (222, 212, 184))
        brush.path("M -66 56 C -64 46 -60 40 -57 36 L -41 42 C -45 48 -47 54 -48 62 Z", CREAM)
        for ends in (((-61, 47), (-48, 52)), ((-53, 42), (-56, 57))):
            brush.line(ends, (200, 34, 30), 4)
    elif duty == "gunner":
        for i in range(13):
            x, y = -34 + i * 5.6, 24 + i * 4.6
            brush.line([(x - 2, y + 5), (x + 3, y - 5)], INK, 4.6)
            brush.line([(x - 2, y + 5), (x + 3, y - 5)], (222, 178, 84), 3)
    elif duty in ("officer", "scout"):
        brush.line([(-17, 22), (-10, 46)], (62, 46, 34), 2.4)
        brush.line([(17, 22), (10, 46)], (62, 46, 34), 2.4)
        for x in (-8, 8):
            brush.poly([(x - 5, 38), (x + 5, 38), (x + 7.4, 58), (x - 7.4, 58)], (48, 44, 40))
            brush.line([(x - 5, 41), (x + 5, 41)], (120, 110, 90), 2)


def _face(brush: Brush, one: Man) -> None:
    skin, w, jaw, g = one.skin, one.wide, one.jaw, one.glance
    dark, deep = shade(skin, 0.8), shade(skin, 0.5)
    for side in (-1, 1):
        if side * g < 4:  # the farther ear is not seen
            brush.oval(side * (w + 0.6), -1, 3.4, 5.8, shade(skin, 0.9 if side < 0 else 0.7))
    brush.oval(0, -16, w, 19, skin)
    brush.path(
        f"M {-w} -18 C {-w - 1.5} 6 {-13 - jaw} 19 {-6 - jaw * 0.4} 22.6 Q 0 25 "
        f"{6 + jaw * 0.4} 22.6 C {13 + jaw} 19 {w + 1.5} 6 {w} -18 Z",
        skin,
    )
    brush.path(
        f"M {w} -18 C {w + 1.5} 6 {13 + jaw} 19 {6 + jaw * 0.4} 22.6 Q 3 24.2 1 24 "
        f"C {6 + g} 17 {7.4 + g} 11 {6.6 + g} 3 L {9.4 + g * 0.6} -4 L 7 -18 Z",
        dark,
    )
    brush.path(f"M {w} -18 C {w} -26 {w - 5} -31 8 -34 L 7 -18 Z", dark)
    _beard(brush, one)
    if one.hat not in BARE:
        brush.path(f"M {-w} -18 L {w} -18 L {w} -9.4 C 8 -5.6 -8 -5.6 {-w} -9.4 Z", deep)
    for side in (-1, 1):
        _eye(brush, one, side)
    brush.path(
        f"M {-0.6 + g} -4 L {4 + one.nose + g * 1.5} 7.4 Q {g} 9.8 {-3 - one.nose * 0.5 + g} 7.6 "
        f"L {0.6 + g} 6.4 Z",
        shade(skin, 0.72),
    )
    s = one.smile
    brush.path(
        f"M {-7 + g} {14 - s} Q {g} {13.2 + s} {7 + g} {14 - s} "
        f"Q {g} {16.6 + s} {-7 + g} {14 - s} Z",
        shade(skin, 0.48),
    )
    if one.lines:
        for side in (-1, 1):
            brush.line([(8 * side + g, 8), (10.4 * side + g, 14)], shade(skin, 0.62), 1.3)
            brush.line(
                [(15 * side + g * 0.6, 1), (12 * side + g * 0.6, 2.6)], shade(skin, 0.66), 1.2
            )
    if one.plaster:
        brush.stroke([(-14 + g, 8), (-8 + g, 11)], (240, 226, 196), 4)
        brush.line([(-12.6 + g, 11.4), (-9.4 + g, 7.4)], (240, 226, 196), 2.6)
    _before_the_eyes(brush, one)
    _in_the_mouth(brush, one)


def _eye(brush: Brush, one: Man, side: int) -> None:
    g, deep = one.glance, shade(one.skin, 0.5)
    x, near = 9 * side + g, 5 - (1.2 if side * g > 2 else 0)
    brow = [(x - 5 * side, -6.4 + one.frown), (x, -8.4), (x + near * side, -6 - one.frown * 0.4)]
    brush.line(brow, shade(one.hair, 0.8), 2.4)
    brush.path(f"M {-near} 0 Q 0 -3.4 {near} 0 Q 0 2.4 {-near} 0 Z", (238, 230, 214), x, -2.4)
    brush.dot(x + 0.4 + g * 0.2, -2.5, 1.9, INK)
    brush.line([(x - near, -2.8), (x, -4.5), (x + near, -2.8)], shade(deep, 0.6), 1.2)


def _beard(brush: Brush, one: Man) -> None:
    w, jaw, g = one.wide, one.jaw, one.glance
    if one.beard in ("stubble", "beard"):
        tone = mix(one.skin, one.hair, 0.34) if one.beard == "stubble" else shade(one.hair, 0.92)
        foot = 24 if one.beard == "stubble" else 30
        brush.path(
            f"M {-w + 0.2} 0 C {-14 - jaw} 20 -8 {foot - 1} 0 {foot} C 8 {foot - 1} {14 + jaw} 20 "
            f"{w - 0.2} 0 C {13 + g * 0.5} 12 {8 + g} 9 {6 + g} 10.6 Q {g} 8.2 {-6 + g} 10.6 "
            f"C {-8 + g} 9 {-13 + g * 0.5} 12 {-w + 0.2} 0 Z",
            tone,
        )
    elif one.beard == "moustache":
        brush.path(
            "M -12 12.6 Q -6 8 0 9.4 Q 6 8 12 12.6 Q 5 13.4 0 12.2 Q -5 13.4 -12 12.6 Z",
            one.hair,
            g,
        )
    elif one.beard == "whiskers":
        brush.path(
            "M -14 9 C -12 13 -6 10 0 8.4 C 6 10 12 13 14 9 C 14 16 6 16 0 12.6 C -6 16 -14 16 "
            "-14 9 Z",
            one.hair,
            g,
        )


def _before_the_eyes(brush: Brush, one: Man) -> None:
    g, wire = one.glance, (44, 38, 32)
    if one.eyes == "glasses":
        for side in (-1, 1):
            brush.dot(9 * side + g, -2.2, 6.8, None, wire, 1.7)
            brush.line([(15.6 * side + g, -3), (20 * side, -4)], wire, 1.4)
        brush.line([(-2.4 + g, -3), (2.4 + g, -3)], wire, 1.5)


def _in_the_mouth(brush: Brush, one: Man) -> None:
    g = one.glance
    if one.mouth == "cigarette":
        brush.stroke([(4 + g, 14.4), (17 + g, 17.4)], CREAM, 2.4)
        brush.dot(17.6 + g, 17.6, 1.5, (222, 92, 44))
    elif one.mouth == "pipe":
        brush.stroke([(4 + g, 14.6), (17 + g, 18)], (70, 44, 28), 2.6)
        brush.path("M 14 9 L 24 9 L 23 19 Q 19 23 15 19 Z", (104, 62, 36), g, 1)
        brush.oval(19 + g, 10, 5, 1.8, (48, 32, 24))


def _chin_strap(brush: Brush, cloth: Uniform) -> None:
    for side, factor in ((-1, 0.9), (1, 0.66)):
        line = [(20.4 * side, -12), (18 * side, 6), (10 * side, 19.6), (1 * side, 24)]
        brush.line(line, shade(cloth.strap, factor), 2)


def portrait(
    ink: Ink,
    x: float,
    y: float,
    w: float,
    h: float,
    who: Bust,
    *,
    size: float = 1.0,
    drop: float = 0.0,
) -> None:
    """A framed bust before a sunburst, in the box (x, y, w, h)."""
    cloth = UNIFORMS.get(who.nation, UNIFORMS["us"])
    one = man(who.nation, who.number, who.duty)
    window = ink.patch(x, y, x + w, y + h, "RGB")
    rays = sky(cloth.sky, who.number, who.duty)
    window.im = sunburst(window.im.size, ink.k, *rays, (0.5, 0.62)).copy()
    window.refresh()
    figure = window.patch(x, y - 4, x + w, y + h + 4)
    m = h / 118 * size
    draw_bust(figure, x + w / 2 + one.aside * m, y + h * 0.56 + drop, m, who)
    if one.mirrored:
        figure.im = ImageOps.mirror(figure.im)
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
