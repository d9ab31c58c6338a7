"""The emblems of the twenty Command Decisions: a disc in the manner of the Standing Orders.

Each is drawn about (0, 0) in a disc of radius 30, so that it reads at a quarter of a card's size:
one thing, two or three tones, a dark outline.
"""

import math
from collections.abc import Callable

from PIL import Image, ImageDraw, ImageOps

from owm_net.client.art.ink import Fill, Ink, Shadow
from owm_net.client.art.order_pictures import RUNNING, figure
from owm_net.client.art.palette import CREAM, GOLD, INK, NAVY, Colour, shade
from owm_net.client.art.paths import Point, Points, placed, smooth, star
from owm_net.client.art.portraits import sunburst
from owm_net.client.art.weapons import weapon

RADIUS = 30.0
STEEL: Colour = (196, 202, 200)
SCARLET: Colour = (206, 54, 38)
LEAF: Colour = (120, 160, 74)
WOOD: Colour = (176, 122, 66)
MUTED: Colour = (196, 184, 154)
RIMS_MUTED: tuple[Colour, Colour, Colour] = ((130, 120, 98), (226, 216, 188), (176, 164, 134))

_BOOT = "M -11 -22 L 5 -22 L 6 -3 C 12 1 21 1 22 9 L 22 13 L 6 13 L 3 10 L 0 15 L -12 15 L -12 2 Z"
_BUGLE = (
    "M -24 -5 L -20 -5 L -18 -2 L 8 -3 C 14 -4 18 -8 20 -14 L 25 -14 L 25 12 L 20 12 "
    "C 18 7 14 4 8 3 L -18 2 L -20 5 L -24 5 Z"
)
_WRENCH = (
    "M -4 24 L -4 -6 C -11 -9 -13 -17 -9 -24 L -9 -16 L -4 -12 L 4 -12 L 9 -16 L 9 -24 "
    "C 13 -17 11 -9 4 -6 L 4 24 C 3 29 -3 29 -4 24 Z"
)
_CARTRIDGE = "M -4 18 L -4 -4 L -2.6 -8 Q -2 -18 0 -20 Q 2 -18 2.6 -8 L 4 -4 L 4 18 Z"
_CLOUD = (
    "M -24 12 C -30 4 -24 -6 -16 -5 C -16 -16 -2 -20 4 -12 C 12 -18 24 -10 20 0 C 28 4 24 14 16 13 "
    "C 10 18 -18 18 -24 12 Z"
)
_RAGGED = "M 0 0 C 10 -5 16 5 30 -1 L 25 5 L 31 8 L 24 12 L 29 17 L 22 18 C 14 21 8 16 0 20 Z"
_HEART = (
    "M 0 0 C -5 -6 -14 -7 -12 -15 C -10 -21 -2 -20 0 -15 C 2 -20 10 -21 12 -15 C 14 -7 5 -6 0 0 Z"
)


def _outlined(
    sheet: Ink, path: str, fill: Fill, x: float, y: float, size: float = 1, turn: float = 0
) -> None:
    sheet.path(path, fill, x, y, size, turn, outline=INK, width=1.6)
    sheet.path(path, fill, x, y, size, turn)


def _arrow(sheet: Ink, line: Points, fill: Colour, width: float = 7) -> None:
    """A thick line with its head at the end."""
    (x0, y0), (x1, y1) = line[-2], line[-1]
    turn = math.atan2(y1 - y0, x1 - x0)
    for grow, tone in ((3.0, INK), (0.0, fill)):
        sheet.line(line, tone, width + grow)
        half = width + 1 + grow
        head = [(-2 - grow / 2, -half), (half * 1.25 + grow / 2, 0), (-2 - grow / 2, half)]
        sheet.poly(placed(head, x1, y1, 1, turn), tone)


def _arc(radius: float, start: float, end: float) -> list[Point]:
    """Points of a circle about (0, 0), angles in degrees."""
    steps = 16
    angles = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(radius * math.cos(a), radius * math.sin(a)) for a in angles]


def _card(sheet: Ink, x: float, y: float, turn: float, fill: Colour = CREAM) -> None:
    corners = [(-9, -13), (9, -13), (9, 13), (-9, 13)]
    sheet.poly(placed(corners, x, y, 1, turn), fill, INK, 1.6)


def _act_of_valor(sheet: Ink) -> None:
    """A medal on its ribbon."""
    for x, tone in ((-10, SCARLET), (-3.3, CREAM), (3.4, SCARLET)):
        sheet.poly([(x, -26), (x + 6.6, -26), (x * 0.5 + 3.3, -2), (x * 0.5, -2)], tone)
    sheet.poly(star(0, 9, 17, 7.4, 5), GOLD, INK, 1.6)
    sheet.poly(star(0, 9, 9, 4, 5), (246, 216, 130))


def _attention(sheet: Ink) -> None:
    """A bugle."""
    sheet.path("M -10 -1 L 6 -4 L 3 20 L -6 22 Z", (44, 84, 130), outline=INK, width=1.4)
    sheet.line([(-2, 3), (-1.6, 20)], GOLD, 2)
    _outlined(sheet, _BUGLE, GOLD, 0, -4, 1, -0.16)
    for y in (-14, -6, 2):
        sheet.line([(25.5, y - 4), (29, y - 4 + (y + 6) / 8)], CREAM, 1.6)


def _chain_of_command(sheet: Ink) -> None:
    """Three links of a chain."""
    for x, y, turn in ((-15, 14, -0.75), (15, -14, -0.75), (0, 0, -0.75)):
        for wide, tone in ((9.6, INK), (6.2, GOLD if x else CREAM)):
            ends = placed([(-7, 0), (7, 0)], x, y, 1, turn)
            around = [
                *placed(_arc(7, 90, 270), *ends[0], 1, turn),
                *placed(_arc(7, -90, 90), *ends[1], 1, turn),
            ]
            sheet.line([*around, around[0], around[1]], tone, wide - 2.4)


def _combat_operation(sheet: Ink) -> None:
    """A folded map with an arrow to what is to be taken."""
    for x, left, right, tone in (
        (-24, -18, -22, (226, 208, 162)),
        (-8, -22, -18, CREAM),
        (8, -18, -22, (226, 208, 162)),
    ):
        corners = [(x, left), (x + 16, right), (x + 16, right + 40), (x, left + 40)]
        sheet.poly(corners, tone, INK, 1.3)
    sheet.line(smooth([(-18, 12), (-8, 8), (-4, -2), (5, -5)], 6), SCARLET, 3.6)
    for ends in (((9, -12), (19, -2)), ((19, -12), (9, -2))):
        sheet.line(ends, INK, 4.4)


def _covering_fire(sheet: Ink) -> None:
    """A machine gun, and its bullets over who runs below."""
    for y0, y1 in ((-14, -20), (-8, -8), (-2, 5)):
        sheet.line([(2, -8 + (y0 + 8) * 0.3), (27, y1)], (246, 206, 96), 2.4)
    sheet.poly(star(3, -8, 9, 4, 8), (250, 222, 130))
    weapon(sheet, -31, -13, 0.62, "lmg", INK)
    weapon(sheet, -31, -14.4, 0.62, "lmg", STEEL)
    figure(sheet, 6, 20, 0.34, RUNNING, (8, -43), CREAM, 0.2)


def _double_time(sheet: Ink) -> None:
    """A boot in haste."""
    for x, y, length in ((-28, -12, 12), (-28, -2, 9), (-28, 8, 11)):
        sheet.line([(x, y), (x + length, y)], CREAM, 3)
    _outlined(sheet, _BOOT, WOOD, 3, 2, 0.95)
    sheet.poly(
        placed(
            [(-12, 12), (22, 12), (22, 16.6), (6, 16.6), (3, 13), (0, 18), (-12, 18)], 3, 2, 0.95
        ),
        INK,
    )
    for y in (-16, -11, -6):
        sheet.line([(2, y + 2), (9.6, y + 2)], CREAM, 1.6)


def _evade(sheet: Ink) -> None:
    """A way round a bullet."""
    sheet.path(_CARTRIDGE, GOLD, 1, 3, 0.78, 0, outline=INK, width=1.6)
    sheet.path("M -2.6 -8 Q -2 -18 0 -20 Q 2 -18 2.6 -8 Z", (196, 120, 70), 1, 3, 0.78)
    _arrow(sheet, [(-17, 25), (-17, 12), *_arc(17, 180, 350)], CREAM, 5.6)


def _field_dressing(sheet: Ink) -> None:
    """A packet with a red cross."""
    sheet.box(-22, -17, 44, 34, CREAM, 4, INK, 1.8)
    sheet.line([(-22, -9), (22, -9)], (190, 178, 146), 1.4)
    for w, h in ((4.6, 13.0), (13.0, 4.6)):
        sheet.box(-w, 2 - h, 2 * w, 2 * h, SCARLET)


def _field_repairs(sheet: Ink) -> None:
    """A wrench across a cartridge."""
    _outlined(sheet, _CARTRIDGE, GOLD, 0, 0, 1.25, -0.72)
    _outlined(sheet, _WRENCH, STEEL, 0, 0, 1, 0.72)


def _fubar(sheet: Ink) -> None:
    """A card struck out."""
    sheet.box(-17, -23, 34, 46, CREAM, 3, INK, 1.8)
    sheet.box(-13, -19.4, 26, 6, (176, 160, 116))
    for y in (15.4, 19):
        sheet.line([(-13, y), (13, y)], (176, 160, 116), 2)
    strokes = (((-10, -7), (10, 11)), ((10, -7), (-10, 11)))
    for width, tone in ((8.6, INK), (5.4, SCARLET)):
        for ends in strokes:
            sheet.stroke(ends, tone, width)


def _grenade(sheet: Ink) -> None:
    """A hand grenade."""
    sheet.line(smooth([(4, -19), (14, -17), (18, -6), (16, 6)], 6), INK, 5.6)
    sheet.line(smooth([(4, -19), (14, -17), (18, -6), (16, 6)], 6), STEEL, 3)
    sheet.box(-6, -21, 12, 9, STEEL, 1.5, INK, 1.5)
    sheet.arc(-12, -17, 6, 0, 360, INK, 3.6)
    sheet.arc(-12, -17, 5.3, 0, 360, GOLD, 2)
    sheet.oval(-1, 6, 15, 18.5, (84, 104, 56), INK, 1.8)
    sheet.oval(-5, 0, 6, 8, (128, 150, 88))
    for y in (-2, 6, 14):
        sheet.line([(-13, y), (12, y)], INK, 1.6)
    for x in (-7, -1, 5):
        sheet.line([(x, -10), (x, 23)], INK, 1.6)


def _intelligence(sheet: Ink) -> None:
    """A lens over a hand of cards."""
    for x, y, turn in ((-12, 1, -0.42), (0, -3, 0.0), (11, 1, 0.42)):
        _card(sheet, x, y, turn, (232, 216, 174) if x else CREAM)
    sheet.line([(12, 14), (24, 25)], INK, 8)
    sheet.line([(12, 14), (23, 24)], WOOD, 5)
    sheet.dot(3, 5, 13, (190, 216, 224), INK, 2)
    sheet.arc(3, 5, 12.4, 0, 360, GOLD, 2.6)
    sheet.path("M -8 0 Q 0 -9 8 0 Q 0 9 -8 0 Z", CREAM, 3, 5, outline=INK, width=1.4)
    sheet.dot(3, 5, 3.4, INK)


def _last_stand(sheet: Ink) -> None:
    """A torn flag on a heap of sandbags."""
    sheet.line([(-7, -26), (-7, 14)], INK, 5)
    sheet.line([(-7, -26), (-7, 14)], WOOD, 2.8)
    _outlined(sheet, _RAGGED, SCARLET, -5, -24, 1)
    for x, y in ((-9, 10), (9, 10), (-18, 20), (0, 20), (18, 20)):
        sheet.oval(x, y, 10.4, 6, (206, 178, 122), INK, 1.6)
        sheet.oval(x - 2, y - 2, 6, 1.8, (232, 210, 160))


def _lucky_shot(sheet: Ink) -> None:
    """A clover of four leaves."""
    sheet.line(smooth([(0, 2), (3, 16), (10, 24)], 6), INK, 5)
    sheet.line(smooth([(0, 2), (3, 16), (10, 24)], 6), LEAF, 2.8)
    for i in range(4):
        turn = i * math.pi / 2 + math.pi / 4
        sheet.path(_HEART, LEAF, 0, -2, 1.12, turn, outline=INK, width=1.6)
    for i in range(4):
        turn = i * math.pi / 2 + math.pi / 4
        sheet.path(_HEART, LEAF, 0, -2, 1.06, turn)
        sheet.line(placed([(0, -3), (0, -13)], 0, -2, 1.1, turn), (176, 208, 118), 1.6)


def _marching_order(sheet: Ink) -> None:
    """Two ways that cross: what was in order is mixed."""
    down = smooth([(-25, -12), (-12, -12), (4, 12), (12, 12)], 8)
    up = smooth([(-25, 12), (-12, 12), (4, -12), (12, -12)], 8)
    _arrow(sheet, [*down, (15, 12)], GOLD, 6)
    _arrow(sheet, [*up, (15, -12)], CREAM, 6)


def _marksman(sheet: Ink) -> None:
    """Cross-hairs on a helmet."""
    sheet.dot(0, 0, 25, (200, 212, 204))
    helmet = "M -13 3 C -13 -12 -6 -16 0 -16 C 6 -16 13 -12 13 3 L 16 6 L -16 6 Z"
    sheet.path(helmet, (74, 80, 50), 0, 4)
    sheet.path("M -8 6 L 8 6 L 7 16 Q 0 21 -7 16 Z", (196, 150, 110), 0, 4)
    sheet.arc(0, 0, 26, 0, 360, INK, 4)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        sheet.line([(dx * 25, dy * 25), (dx * 7, dy * 7)], INK, 2.6)
    sheet.dot(0, 0, 2.6, SCARLET)


def _on_the_run(sheet: Ink) -> None:
    """Draw a man who runs and fires."""
    figure(sheet, -3, 7, 0.58, RUNNING, (8, -43), CREAM, 0.2)
    weapon(sheet, -5, -10, 0.24, "smg", INK)
    sheet.poly(star(21, -7, 7, 3, 8), (250, 214, 110))
    for y in (-4, 6, 16):
        sheet.line([(-28, y), (-20, y)], GOLD, 2.4)


def _recon(sheet: Ink) -> None:
    """Field glasses."""
    sheet.box(-5, -10, 10, 12, (70, 66, 54), 2, INK, 1.6)
    for side in (-1, 1):
        tube = [(4 * side, -19), (13 * side, -19), (22 * side, 9), (3 * side, 9)]
        sheet.poly(tube, (98, 92, 70), INK, 1.8)
        sheet.box(8.5 * side - 6, -24, 12, 6, (60, 56, 46), 1.5, INK, 1.4)
        sheet.oval(12.5 * side, 11, 10.5, 9, (60, 56, 46), INK, 1.8)
        sheet.oval(12.5 * side, 11, 7, 6, (170, 208, 222))
        sheet.oval(12.5 * side - 2, 9, 2.4, 2, CREAM)


def _regroup(sheet: Ink) -> None:
    """Two that trade places."""
    _arrow(sheet, _arc(19, 195, 325), CREAM, 6)
    _arrow(sheet, _arc(19, 15, 145), GOLD, 6)
    for x, tone in ((-6.5, GOLD), (6.5, CREAM)):
        sheet.dot(x, 0, 5, tone, INK, 1.4)


def _smoke(sheet: Ink) -> None:
    """A cloud over the can it comes from."""
    for x, y, size, tone in (
        (14, -14, 0.66, (196, 194, 184)),
        (2, -6, 0.86, (222, 220, 210)),
        (-9, 4, 0.5, (246, 244, 236)),
    ):
        sheet.path(_CLOUD, INK, x, y, size * 1.08)
        sheet.path(_CLOUD, tone, x, y, size)
    can = [(-6, -9), (6, -9), (6, 9), (-6, 9)]
    sheet.poly(placed(can, -12, 17, 1, 0.5), (110, 118, 98), INK, 1.6)
    sheet.poly(placed([(-6, -3), (6, -3), (6, 2), (-6, 2)], -12, 17, 1, 0.5), GOLD)


EMBLEMS: dict[str, Callable[[Ink], None]] = {
    "act_of_valor": _act_of_valor,
    "attention": _attention,
    "chain_of_command": _chain_of_command,
    "combat_operation": _combat_operation,
    "covering_fire": _covering_fire,
    "double_time": _double_time,
    "evade": _evade,
    "field_dressing": _field_dressing,
    "field_repairs": _field_repairs,
    "fubar": _fubar,
    "grenade": _grenade,
    "intelligence": _intelligence,
    "last_stand": _last_stand,
    "lucky_shot": _lucky_shot,
    "marching_order": _marching_order,
    "marksman": _marksman,
    "on_the_run": _on_the_run,
    "recon": _recon,
    "regroup": _regroup,
    "smoke": _smoke,
}


def emblem(ink: Ink, x: float, y: float, r: float, decision: str, active: bool = True) -> None:
    """The emblem of a Command Decision on its disc about (x, y); muted if it is not in force.

    decision: its key. Of one that is not known: nothing.
    """
    draw = EMBLEMS.get(decision)
    if draw is None:
        return
    fine = Ink(1, 1, ink.k * r / RADIUS / 2).patch(-RADIUS, -RADIUS, RADIUS, RADIUS, "RGB")
    fine.im = sunburst(fine.im.size, fine.k, NAVY, shade(NAVY, 1.3), (0.5, 0.5)).copy()
    fine.refresh()
    thing = fine.layer()
    draw(thing)
    fine.stamp(thing, Shadow(0.8, 1.8, 1.4, 0.45))
    picture = fine.im
    if not active:
        grey = ImageOps.grayscale(picture).convert("RGB")
        picture = Image.blend(grey, Image.new("RGB", grey.size, MUTED), 0.6)
    mask = Image.new("L", picture.size, 0)
    ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    picture.putalpha(mask)
    wide = round(2 * r * ink.k)
    plate = ink.patch(x - r - 5, y - r - 5, x + r + 5, y + r + 7)
    edge, rim, hem = (INK, CREAM, GOLD) if active else RIMS_MUTED
    plate.dot(x, y, r + 3.4, rim, edge, 1.4)
    plate.picture(picture.resize((wide, wide), Image.Resampling.LANCZOS), x - r, y - r)
    plate.dot(x, y, r + 0.6, None, hem, 1.6)
    ink.stamp(plate, Shadow(0, 1.8, 1.8, 0.5 if active else 0.2))
