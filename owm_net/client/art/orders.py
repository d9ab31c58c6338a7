"""The Order card: Standing Order above, Command Decision below, dice at the foot."""

import random

from PIL import Image

from owm_net.client.art import dice as dice_glyphs
from owm_net.client.art import noise
from owm_net.client.art.core_card import foot, frame
from owm_net.client.art.decision_emblems import emblem
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.order_pictures import PICTURES
from owm_net.client.art.palette import CREAM, GOLD, INK, NAVY, ORDER, Colour, alpha, shade
from owm_net.client.art.portraits import sunburst

_FOCUS = {
    "attack": (0.66, 0.52),
    "entrench": (0.5, 1.0),
    "maneuver": (0.95, 0.2),
    "rally": (0.54, 0.5),
}


def order_card(
    standing_order: str,
    *,
    strength: str | None = None,
    decision: str = "",
    decision_title: str = "",
    decision_text: str = "",
    decision_active: bool = True,
    icon: str = "",
    number: str = "",
    dice: tuple[int, int, int] | None = None,
    title: str = "",
    scale: float = 1.0,
) -> Image.Image:
    """An Order card, 240 x 336.

    strength: "red", "green" or "blue", or None if the order has none. decision: the key of the
    Command Decision, which has an emblem. title: at the top, if not the order's own name. icon:
    "jam", "wound", "random" or "". decision_active=False prints the Command Decision muted.
    """
    kind = standing_order.casefold()
    dark, light = ORDER[kind]
    ink = Ink(240, 336, scale)
    ink.im = noise.paper(ink.im.size, ink.k, 1)
    ink.refresh()
    _standing(ink, kind, title or standing_order, strength, dark, light)
    _decision(ink, decision_title, decision_text, decision_active)
    emblem(ink, 208, 181.5, 26, decision, decision_active)
    foot(ink, dice, icon, number)
    frame(ink)
    return ink.out(13)


def _standing(
    ink: Ink, kind: str, title: str, strength: str | None, dark: Colour, light: Colour
) -> None:
    scene = Ink(240, 114, ink.scale)
    scene.im = sunburst(scene.im.size, ink.k, dark, light, _FOCUS[kind]).copy()
    scene.refresh()
    PICTURES[kind](scene, random.Random(kind))
    ink.picture(scene.im, 0, 42)
    ink.box(0, 0, 240, 42, shade(dark, 0.82))
    ink.fade(0, 0, 240, 42, (0, 0, 0), 0, 50)
    ink.line([(0, 42), (240, 42)], INK, 1.6)
    room = 158 if strength else 212
    size = ink.fitting(title.upper(), "title", 34, room, 16, 2)
    ink.text(15, 22.4, title.upper(), "title", size, CREAM, "lm", track=2)
    if strength:
        plate = ink.patch(178, 2, 240, 74)
        plate.dot(210, 36, 25, (236, 225, 194), INK, 1.8)
        plate.dot(210, 36, 22, None, GOLD, 1.3)
        ink.stamp(plate, Shadow(0, 2, 2, 0.5))
        dice_glyphs.die(ink, 210, 36 + (1.5 if strength == "red" else 0), 13.5, strength)
    ink.line([(0, 156), (240, 156)], INK, 1.8)
    ink.line([(0, 158.4), (240, 158.4)], GOLD, 1.6)


def _decision(ink: Ink, title: str, text: str, active: bool) -> None:
    if not title:
        return
    band: Colour = NAVY if active else (168, 155, 126)
    letters: Colour = CREAM if active else (238, 228, 200)
    sheet = ink.patch(0, 160, 240, 200)
    tail = [(-4, 166), (208, 166), (208, 193), (-4, 193)]
    sheet.poly(tail, band, alpha(INK if active else (130, 120, 98), 255), 1.2)
    ink.stamp(sheet, Shadow(0, 1.4, 1.4, 0.4 if active else 0.15))
    size = ink.fitting(title.upper(), "title", 24, 160, 12, 1)
    ink.text(15, 180, title.upper(), "title", size, letters, "lm", track=1)
    ink.paragraph(
        15,
        213,
        211,
        63,
        text,
        "body" if not active else "bold",
        INK if active else (132, 120, 96),
        (15, 14, 13, 12, 11, 10, 9),
        1.2,
    )
