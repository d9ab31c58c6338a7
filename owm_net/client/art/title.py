"""The picture behind the menus: soldiers in a file on a ridge, a ruined village, the setting sun.

Drawn as a poster: flat hills one behind the other, each paler than the one before it. What stands
at the left is empty, for the words lie there.
"""

import itertools
import math
import random

from PIL import Image, ImageChops, ImageFilter

from owm_net.client.art import noise
from owm_net.client.art.ink import Ink
from owm_net.client.art.noise import Stops
from owm_net.client.art.order_pictures import Limb, figure
from owm_net.client.art.palette import Colour, alpha, mix
from owm_net.client.art.paths import Points, placed, smooth
from owm_net.client.art.weapons import weapon

WIDE, HIGH = 1280, 720
"""Logical units; `ground` cuts it to the form of a window."""
SUN = (884.0, 372.0)
DARK: Colour = (27, 23, 18)
_HAZE: Colour = (226, 158, 78)
_SKY: Stops = (
    (0, (44, 42, 34)),
    (0.3, (92, 70, 42)),
    (0.58, (176, 110, 50)),
    (0.8, (228, 164, 80)),
    (1, (246, 212, 140)),
)
_WALK: list[Limb] = [
    ([(0, -4), (2, -30)], 15),
    ([(1, 0), (9, 16), (7, 36), (14, 37)], 8),
    ([(-2, 0), (-7, 18), (-17, 34), (-12, 38)], 8),
    ([(4, -28), (12, -14), (24, -20)], 6.5),
    ([(0, -28), (-6, -14), (6, -12)], 6.5),
    ([(-9, -30), (-8, -10)], 12),
]
_STOOP: list[Limb] = [
    ([(-4, -2), (6, -26)], 15),
    ([(-2, 0), (13, 12), (9, 36), (16, 37)], 8),
    ([(-4, 0), (-8, 18), (-22, 30), (-18, 36)], 8),
    ([(8, -25), (15, -12), (27, -17)], 6.5),
    ([(5, -25), (-1, -12), (9, -9)], 6.5),
    ([(-7, -27), (-10, -9)], 12),
]


def title_scene(*, scale: float = 1.0) -> Image.Image:
    """The whole picture, WIDE x HIGH units."""
    rng = random.Random("title")
    ink = Ink(WIDE, HIGH, scale)
    _sky(ink, rng)
    _hills(ink, rng)
    _village(ink)
    _near(ink, rng)
    _men(ink)
    _wire(ink, rng)
    ink.im = noise.finished(ink.im, ink.k)
    ink.refresh()
    return ink.out()


def _sky(ink: Ink, rng: random.Random) -> None:
    """From dusk above to gold at the horizon, with the rays of the sun and torn clouds."""
    column = Image.new("L", (1, 256))
    column.putdata(range(256))
    fall = column.resize(ink.im.size, Image.Resampling.BILINEAR)
    fall = fall.point([min(255, i * 255 // 150) for i in range(256)])
    mottled = noise.cloud(ink.im.size, ink.k, "sky", (220, 80, 30), stretch=4.0)
    fall = Image.blend(fall, mottled, 0.16)
    ink.im = noise.ramp(fall, _SKY)
    ink.refresh()
    rays = ink.layer("L")
    x, y = SUN
    for n in range(40):
        a, half = n / 40 * math.tau + 0.05, 0.034
        rays.poly(
            [
                (x, y),
                (x + 1600 * math.cos(a - half), y + 1600 * math.sin(a - half)),
                (x + 1600 * math.cos(a + half), y + 1600 * math.sin(a + half)),
            ],
            30,
        )
    reach = ink.layer("L")
    for r in range(780, 60, -12):
        reach.dot(x, y, r, min(255, 20 + (780 - r) // 3))
    ink.glaze((255, 226, 160), ImageChops.multiply(rays.im, reach.im))
    glow = ink.layer("L")
    for r, strong in ((300, 34), (220, 66), (150, 110)):
        glow.dot(x, y, r, strong)
    ink.glaze((255, 214, 132), noise.soften(glow.im, 46 * ink.k))
    ink.dot(x, y, 92, (255, 234, 176))
    _clouds(ink, rng)


def _clouds(ink: Ink, rng: random.Random) -> None:
    for n in range(15):
        y = 40 + n * 20 + rng.uniform(-8, 8)
        x, wide = rng.uniform(180, 1300), rng.uniform(120, 330)
        high = rng.uniform(3, 8) * (1.3 - n / 20)
        upper = [(x + wide * t / 8, y - high * math.sin(math.pi * t / 8)) for t in range(9)]
        lower = [
            (x + wide * (t / 8) + 20, y + high * 0.5 * math.sin(math.pi * t / 8))
            for t in range(8, -1, -1)
        ]
        tone = mix((74, 58, 42), (250, 206, 128), min(1.0, n / 15))
        ink.poly(smooth([*upper, *lower], 4, closed=True), alpha(tone, 92))


def _ridge(seed: str, y: float, swing: float, step: float = 80) -> Points:
    rng = random.Random(seed)
    places = [(x * step - 60, y + rng.uniform(-swing, swing)) for x in range(int(1460 / step) + 1)]
    return smooth(places, 8)


def _fill(ink: Ink, top: Points, tone: Colour) -> None:
    ink.poly([*top, (WIDE + 60, HIGH + 10), (-70, HIGH + 10)], tone)


def _hills(ink: Ink, rng: random.Random) -> None:
    """Three ridges in the haze, each with its woods."""
    for n, (y, swing, part) in enumerate(((408, 16, 0.24), (448, 20, 0.46), (494, 18, 0.68))):
        tone = mix(_HAZE, (58, 50, 30), part)
        top = _ridge(f"ridge{n}", y, swing)
        for x, at in top[:: 2 + n]:
            if rng.random() < (0.72, 0.6, 0.5)[n]:
                tall = rng.uniform(4, 9) * (1 + n * 0.55)
                ink.oval(x + rng.uniform(-5, 5), at + 1, tall * 1.05, tall, tone)
        _fill(ink, top, tone)
        ink.fade(-10, y - 20, WIDE + 20, 120, mix(_HAZE, tone, 0.35), 0, 70)


def _village(ink: Ink) -> None:
    """Draw the ruins of a village, and its smoke, before the sun."""
    tone = mix(_HAZE, (44, 36, 26), 0.82)
    smoke = ink.layer("L")
    for n in range(40):  # drifting with the wind, wider and thinner as it rises
        t = n / 39
        x, y = 1096 + 150 * t * t - 20 * t + 10 * math.sin(n * 2.3), 396 - 330 * t
        smoke.dot(x, y, 11 + 56 * t, int(178 - 130 * t))
    ink.glaze((58, 46, 34), noise.soften(smoke.im, 9 * ink.k))
    ground = smooth([(900, 520), (990, 484), (1080, 468), (1180, 474), (1300, 456)], 8)
    walls: list[Points] = [
        [(1086, 476), (1086, 388), (1080, 388), (1104, 324), (1128, 388), (1122, 388), (1122, 476)],
        [(1122, 476), (1122, 428), (1170, 410), (1176, 420), (1196, 416), (1196, 476)],
        [(1004, 490), (1004, 450), (1022, 430), (1034, 444), (1040, 438), (1056, 454), (1056, 490)],
        [(1214, 476), (1214, 432), (1234, 412), (1254, 430), (1254, 476)],
        [(954, 506), (954, 478), (968, 466), (976, 474), (990, 470), (990, 506)],
    ]
    for wall in walls:
        ink.poly(wall, tone)
    light = mix(_HAZE, (255, 226, 150), 0.5)
    for x, y, w, h in (
        (1099, 400, 10, 22),
        (1136, 436, 9, 14),
        (1156, 434, 9, 14),
        (1014, 454, 8, 12),
        (1230, 440, 8, 12),
    ):
        ink.box(x, y, w, h, light, 1)
    ink.line([(1104, 324), (1104, 304)], tone, 2)
    ink.line([(1098, 311), (1110, 311)], tone, 2)
    _fill(ink, ground, mix(_HAZE, (46, 38, 26), 0.8))


def _near(ink: Ink, rng: random.Random) -> None:
    """The ridge on which they walk, with grass against the sky, and bare trees."""
    top = smooth([(-60, 600), (120, 588), (330, 596), (560, 574), (760, 560), (960, 572)], 10)
    top += smooth([(960, 572), (1120, 590), (1340, 600)], 10)
    for x, y, size, turn in ((470, 582, 1.25, -0.05), (1226, 600, 1.0, 0.06)):
        _bare_tree(ink, x, y, size, turn, rng)
    for left, ground_y in top:
        for _ in range(3):
            at = left + rng.uniform(-9, 9)
            lean = rng.uniform(-3, 5)
            ink.line([(at, ground_y + 3), (at + lean, ground_y - rng.uniform(3, 9))], DARK, 1.1)
    _fill(ink, top, DARK)
    ink.fade(-10, 560, WIDE + 20, 170, (12, 10, 8), 0, 210)


def _bare_tree(ink: Ink, x: float, y: float, size: float, turn: float, rng: random.Random) -> None:
    def branch(px: float, py: float, long: float, angle: float, thick: float) -> None:
        ex, ey = px + long * math.cos(angle), py + long * math.sin(angle)
        ink.line([(px, py), (ex, ey)], DARK, thick)
        if long > 9:
            for side in (-1, 1):
                spread = rng.uniform(0.25, 0.62) * side
                branch(ex, ey, long * rng.uniform(0.62, 0.8), angle + spread, thick * 0.66)

    branch(x, y + 6, 46 * size, -math.pi / 2 + turn, 7 * size)


def _men(ink: Ink) -> None:
    """Six in a file, one behind the other, towards the village."""
    for x, y, size, limbs, head, arm in (
        (572, 531, 1.2, _WALK, (4, -43), "semi-auto"),
        (664, 524, 1.2, _STOOP, (11, -38), "smg"),
        (752, 520, 1.24, _WALK, (4, -43), "lmg"),
        (846, 523, 1.26, _WALK, (4, -43), "rifle"),
        (938, 527, 1.3, _STOOP, (11, -38), "semi-auto"),
        (1040, 536, 1.34, _WALK, (4, -43), "smg"),
    ):
        figure(ink, x, y, size, limbs, head, DARK, 0.08)
        weapon(ink, x - 18 * size, y - 26 * size, 0.56 * size, arm, DARK)
        pack = placed([(-18, -30), (-7, -33), (-6, -12), (-17, -10)], x, y, size)
        ink.poly(pack, DARK)


def _wire(ink: Ink, rng: random.Random) -> None:
    """Posts and barbed wire in front, out of the light."""
    posts = [(-30, 662), (150, 650), (330, 668), (540, 652), (760, 670), (990, 654), (1220, 668)]
    tips: list[tuple[float, float]] = []
    black: Colour = (10, 9, 7)
    for x, y in posts:
        lean = rng.uniform(-7, 7)
        tips.append((x + lean, y - 40))
        ink.line([(x, y + 60), (x + lean, y - 46)], black, 6)
    for (x0, y0), (x1, y1) in itertools.pairwise(tips):
        for down in (0, 24, 46):
            sag = 12 + down / 5
            wire = [
                (
                    x0 + (x1 - x0) * t / 14,
                    y0 + down + (y1 - y0) * t / 14 + sag * 4 * t * (14 - t) / 196,
                )
                for t in range(15)
            ]
            ink.line(wire, black, 1.5)
            for bx, by in wire[1:-1]:
                ink.line([(bx - 3, by - 3), (bx + 3, by + 3)], black, 1.1)
                ink.line([(bx - 3, by + 3), (bx + 3, by - 3)], black, 1.1)


def ground(scene: Image.Image, width: int, height: int, kind: str) -> Image.Image:
    """The picture cut to the form of a window. kind: "title", darker at the left, where the words
    lie; "inside", blurred and dark all over, behind panels."""
    part = min(scene.width / width, scene.height / height)
    wide, high = min(scene.width, width * part), min(scene.height, height * part)
    left, top = (scene.width - wide) * 0.62, (scene.height - high) * 0.7
    box = (left, top, left + wide, top + high)
    if kind == "title":
        image = scene.convert("RGB").resize((width, height), Image.Resampling.LANCZOS, box=box)
        veil = Image.new("L", (64, 1))
        veil.putdata([int(232 * max(0.0, 1 - (i / 63) / 0.62) ** 1.15) for i in range(64)])
        image.paste((16, 14, 11), (0, 0, width, height), veil.resize((width, height)))
        return image.convert("RGBA")
    small = scene.convert("RGB").resize((max(1, width // 8), max(1, height // 8)), box=box)
    small = small.filter(ImageFilter.GaussianBlur(3))
    image = small.resize((width, height), Image.Resampling.BICUBIC)
    return Image.blend(image, Image.new("RGB", image.size, (20, 18, 14)), 0.66).convert("RGBA")
