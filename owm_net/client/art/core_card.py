"""The common parts of core deck cards: the dice strip at the foot, the frame, the backs."""

import math

from PIL import Image

from owm_net.client.art import dice as dice_glyphs
from owm_net.client.art import icons, noise
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.lettering import Words
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, alpha
from owm_net.client.art.paths import star


def foot(ink: Ink, dice: tuple[int, int, int] | None, event: str, number: str) -> None:
    """The dark strip with the three dice, the event icon and the card number."""
    ink.box(0, 280, 240, 56, (44, 39, 30))
    ink.line([(0, 280), (240, 280)], GOLD, 1.3)
    if dice is not None:
        dice_glyphs.strip(ink, 33, 308, 49, 18.5, dice)
    if event:
        icons.event(ink, 180, 308, 17, event)
    if number:
        ink.text(229, 308.5, number, "title", 19, (214, 196, 150), "rm", track=0.4)


def frame(ink: Ink, colour: Colour = INK) -> None:
    """The dark edge of a card."""
    ink.box(0, 0, 240, 336, None, 12, colour, 2.6)


def _back(
    scale: float,
    ground: tuple[Colour, Colour],
    title: tuple[str, str],
    words: Words,
    tone: str,
    emblem: str,
) -> Image.Image:
    shown_as = dict(words)
    first, second = [shown_as.get(line, line) for line in title]
    ink = Ink(240, 336, scale)
    ink.im = noise.paper(ink.im.size, ink.k, 5, tone)
    ink.refresh()
    for i in range(-14, 26, 2):
        ink.poly(
            [(i * 16, 0), (i * 16 + 16, 0), (i * 16 + 16 - 200, 336), (i * 16 - 200, 336)],
            alpha(ground[1], 34),
        )
    ink.box(13, 13, 214, 310, None, 8, GOLD, 1.5)
    ink.box(17.5, 17.5, 205, 301, None, 6, alpha(CREAM, 90), 0.8)
    for x, y in ((26, 26), (214, 26), (26, 310), (214, 310)):
        ink.poly(star(x, y, 6, 2.5, 5), GOLD)
    sheet = ink.patch(40, 66, 200, 226)
    sheet.dot(120, 146, 64, ground[0], GOLD, 2.4)
    sheet.dot(120, 146, 57, None, alpha(CREAM, 255), 0.9)
    for i in range(36):
        a = i / 36 * math.tau
        sheet.line(
            [
                (120 + math.cos(a) * 59, 146 + math.sin(a) * 59),
                (120 + math.cos(a) * 62, 146 + math.sin(a) * 62),
            ],
            GOLD,
            1,
        )
    if emblem == "dice":
        for x, y, colour, value in (
            (120, 118, "red", 4),
            (96, 164, "green", 6),
            (145, 164, "blue", 8),
        ):
            dice_glyphs.die(sheet, x, y, 21, colour, value)
    else:
        sheet.path(
            "M -44 12 C -44 -42 -22 -54 0 -54 C 22 -54 44 -42 44 12 C 30 4 -30 4 -44 12 Z",
            (112, 112, 70),
            120,
            160,
            0.86,
        )
        sheet.path(
            "M 44 12 C 44 -42 22 -54 4 -54 C 24 -42 30 -20 26 6 Z", (80, 82, 48), 120, 160, 0.86
        )
        sheet.path(
            "M -50 17 C -32 2 32 2 50 17 C 32 10 -32 10 -50 17 Z", (62, 62, 36), 120, 160, 0.86
        )
        icons.medal_star(sheet, 120, 140, 14, CREAM, (62, 62, 36))
        icons.chevrons(sheet, 120, 192, 0.9, 2, GOLD)
    ink.stamp(sheet, Shadow(0, 3, 4, 0.55))
    ink.text(120, 40, "OF WAR AND MEN", "title", 23, CREAM, "mm", track=2)
    ink.text(120, 59, "WWII", "label", 14, GOLD, "mm", track=5)
    size = ink.fitting(first, "title", 34, 196, 16, 4)
    ink.text(120, 252, first, "title", size, CREAM, "mm", track=4)
    ink.line([(70, 272), (170, 272)], GOLD, 1)
    size = ink.fitting(second, "label", 13, 196, 8, 2.4)
    ink.text(120, 287, second, "label", size, (214, 196, 150), "mm", track=2.4)
    frame(ink)
    return ink.out(13)


def core_back(*, words: Words = (), scale: float = 1.0) -> Image.Image:
    """The back of the core deck. words: what stands instead of the English ones."""
    title = ("CORE DECK", "ORDERS AND TERRAIN")
    return _back(scale, ((58, 50, 36), (20, 18, 14)), title, words, "khaki", "dice")


def soldier_back(*, scale: float = 1.0) -> Image.Image:
    """The back of a soldier card."""
    title = ("SOLDIER", "SQUAD ROSTER")
    return _back(scale, ((38, 46, 52), (12, 16, 20)), title, (), "slate", "helmet")
