"""The small signs: modifiers, line of sight, movement, events, states."""

import math
from collections.abc import Callable

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import AMBER, BLOOD, CREAM, GOLD, INK, RED, SAND, Colour, alpha
from owm_net.client.art.paths import placed, star

_SHIELD = "M -1 -1 Q 0 -1.22 1 -1 L 1 0.1 C 1 0.8 0.4 1.1 0 1.35 C -0.4 1.1 -1 0.8 -1 0.1 Z"
_BOOT = (
    "M -0.6 -1 L 0.16 -1 L 0.2 -0.1 C 0.6 0.1 1.08 0.1 1.12 0.55 L 1.12 0.86 L 0.3 0.86 "
    "L 0.14 0.72 L 0 0.92 L -0.64 0.92 L -0.66 0.3 Z"
)
_LEAF = "M 0 -1.1 C 0.95 -0.6 0.95 0.5 0 1.0 C -0.95 0.5 -0.95 -0.6 0 -1.1 Z"
_DROP = (
    "M 0 -1.1 C 0.3 -0.5 0.8 -0.05 0.8 0.42 C 0.8 1.2 -0.8 1.2 -0.8 0.42 "
    "C -0.8 -0.05 -0.3 -0.5 0 -1.1 Z"
)


def signed(number: int) -> str:
    """+2, 0 or -1, with a true minus sign's width."""
    return f"+{number}" if number > 0 else str(number) if number == 0 else f"–{-number}"


def _badge(ink: Ink, x: float, y: float, r: float, draw: Callable[[Ink], None]) -> None:
    sheet = ink.patch(x - r * 1.7, y - r * 1.7, x + r * 1.7, y + r * 1.8)
    draw(sheet)
    ink.stamp(sheet, Shadow(0, r * 0.1, r * 0.14, 0.5))


def shield(ink: Ink, x: float, y: float, r: float, number: int) -> None:
    """The shield that stands for a defense modifier."""
    fill: Colour = (52, 74, 100) if number > 0 else (84, 80, 70) if number == 0 else (120, 60, 40)

    def draw(sheet: Ink) -> None:
        sheet.path(_SHIELD, fill, x, y, r, outline=CREAM, width=0.12 * r)
        sheet.text(x, y + 0.08 * r, signed(number), "title", r * 1.5, CREAM, "mm")

    _badge(ink, x, y, r, draw)


def burst(ink: Ink, x: float, y: float, r: float, number: int) -> None:
    """The burst that stands for an attack modifier."""
    fill: Colour = RED if number > 0 else (84, 80, 70) if number == 0 else (92, 52, 40)

    def draw(sheet: Ink) -> None:
        sheet.poly(star(x, y, r * 1.38, r * 1.04, 10), fill, CREAM, 0.11 * r)
        sheet.text(x, y + 0.02 * r, signed(number), "title", r * 1.42, CREAM, "mm")

    _badge(ink, x, y, r, draw)


def _disc(sheet: Ink, x: float, y: float, r: float, fill: Colour = (40, 36, 28)) -> None:
    sheet.dot(x, y, r * 1.14, fill, CREAM, 0.1 * r)


def _strike(sheet: Ink, x: float, y: float, r: float) -> None:
    ends = [(x - 0.78 * r, y + 0.78 * r), (x + 0.78 * r, y - 0.78 * r)]
    sheet.line(ends, (40, 36, 28), 0.32 * r)
    sheet.stroke(ends, (232, 70, 48), 0.2 * r)


def eye(ink: Ink, x: float, y: float, r: float) -> None:
    """Line of sight is blocked: an eye struck through."""

    def draw(sheet: Ink) -> None:
        sheet.dot(x, y, r * 1.14, CREAM, INK, 0.1 * r)
        sheet.path("M -1.0 0 Q 0 -1.24 1.0 0 Q 0 1.24 -1.0 0 Z", INK, x, y, r)
        sheet.dot(x, y, 0.4 * r, CREAM)
        sheet.dot(x, y, 0.22 * r, INK)
        ends = [(x - 0.72 * r, y + 0.72 * r), (x + 0.72 * r, y - 0.72 * r)]
        sheet.line(ends, CREAM, 0.42 * r)
        sheet.stroke(ends, (206, 48, 34), 0.25 * r)

    _badge(ink, x, y, r, draw)


def leaf(sheet: Ink, x: float, y: float, r: float, fill: Colour, vein: Colour) -> None:
    """The camouflage leaf: the sign of stealth."""
    sheet.path(_LEAF, fill, x, y, r, 0.5)
    tip, foot = placed([(0, -0.75), (0, 1.3)], x, y, r, 0.5)
    sheet.line([tip, foot], vein, 0.13 * r)
    for part in (-0.3, 0.1, 0.5):
        for side in (-1, 1):
            sheet.line(
                placed([(0, part), (side * 0.42, part - 0.32)], x, y, r, 0.5), vein, 0.09 * r
            )


def no_stealth(ink: Ink, x: float, y: float, r: float) -> None:
    """No stealth here: the leaf struck through."""

    def draw(sheet: Ink) -> None:
        _disc(sheet, x, y, r)
        leaf(sheet, x - 0.04 * r, y, r * 0.84, (168, 196, 92), (40, 36, 28))
        _strike(sheet, x, y, r)

    _badge(ink, x, y, r, draw)


def fast_move(ink: Ink, x: float, y: float, r: float) -> None:
    """Fast movement: two chevrons."""

    def draw(sheet: Ink) -> None:
        _disc(sheet, x, y, r, (58, 84, 44))
        for dx in (-0.42, 0.24):
            points = [
                (-0.28, -0.62),
                (0.02, -0.62),
                (0.46, 0),
                (0.02, 0.62),
                (-0.28, 0.62),
                (0.16, 0),
            ]
            sheet.poly(placed(points, x + dx * r, y, r), CREAM)

    _badge(ink, x, y, r, draw)


def no_move(ink: Ink, x: float, y: float, r: float) -> None:
    """No movement into this Terrain: a boot struck through."""

    def draw(sheet: Ink) -> None:
        _disc(sheet, x, y, r)
        sheet.path(_BOOT, CREAM, x - 0.14 * r, y, r * 0.72)
        _strike(sheet, x, y, r)

    _badge(ink, x, y, r, draw)


def man_made(ink: Ink, x: float, y: float, r: float, fill: Colour) -> None:
    """A little house, in the title."""
    ink.poly(
        placed(
            [(-1, 0), (0, -0.95), (1, 0), (0.7, 0), (0.7, 0.9), (-0.7, 0.9), (-0.7, 0)], x, y, r
        ),
        fill,
    )


def cross_hair(ink: Ink, x: float, y: float, r: float) -> None:
    """The line-of-sight reference point of a Terrain."""
    for colour, width in (((20, 18, 14, 190), 0.4), ((250, 240, 214, 255), 0.17)):
        k = width * r
        ink.arc(x, y, r + k / 2, 0, 360, colour, k)
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            grow = 0.1 * r if width > 0.3 else 0
            ink.line(
                [
                    (x + dx * (0.42 * r - grow), y + dy * (0.42 * r - grow)),
                    (x + dx * (1.5 * r + grow), y + dy * (1.5 * r + grow)),
                ],
                colour,
                k,
            )
    ink.dot(x, y, 0.2 * r, (20, 18, 14, 200))
    ink.dot(x, y, 0.12 * r, (238, 84, 60, 255))


# -- events and states -------------------------------------------------------------------------


def jam(sheet: Ink, x: float, y: float, r: float) -> None:
    """Jammed weapon: a cartridge across a struck ring."""
    _disc(sheet, x, y, r, AMBER)
    for angle in (math.pi / 4, -math.pi / 4):
        body = [
            (-0.9, -0.24),
            (0.34, -0.24),
            (0.5, -0.15),
            (0.98, 0),
            (0.5, 0.15),
            (0.34, 0.24),
            (-0.9, 0.24),
        ]
        sheet.poly(placed(body, x, y, r, angle), INK, AMBER, 0.07 * r)
        sheet.poly(
            placed([(-0.78, -0.13), (0.3, -0.13), (0.3, 0.0), (-0.78, 0.0)], x, y, r, angle),
            (196, 156, 74),
        )


def wound(sheet: Ink, x: float, y: float, r: float) -> None:
    """Wound: a drop of blood with a white cross."""
    _disc(sheet, x, y, r, CREAM)
    sheet.dot(x, y, r * 1.14, None, BLOOD, 0.14 * r)
    sheet.path(_DROP, BLOOD, x, y - 0.02 * r, r * 0.82)
    sheet.box(x - 0.12 * r, y - 0.22 * r, 0.24 * r, 0.8 * r, CREAM)
    sheet.box(x - 0.4 * r, y + 0.06 * r, 0.8 * r, 0.24 * r, CREAM)


def random_event(sheet: Ink, x: float, y: float, r: float) -> None:
    """Random Effect: a question mark on a star."""
    _disc(sheet, x, y, r, (70, 46, 92))
    sheet.poly(star(x, y, r * 0.98, r * 0.66, 8), (226, 196, 110))
    sheet.text(x, y + 0.03 * r, "?", "title", r * 1.3, (70, 46, 92), "mm")


EVENTS: dict[str, Callable[[Ink, float, float, float], None]] = {
    "jam": jam,
    "wound": wound,
    "random": random_event,
}


def event(ink: Ink, x: float, y: float, r: float, name: str) -> None:
    """The event icon of a card, with its shadow."""
    _badge(ink, x, y, r, lambda sheet: EVENTS[name](sheet, x, y, r))


def scope(sheet: Ink, x: float, y: float, r: float) -> None:
    """Sighted: the view through a telescopic sight."""
    _disc(sheet, x, y, r, (196, 210, 204))
    sheet.dot(x, y, r * 1.1, None, INK, 0.24 * r)
    sheet.line([(x - 0.9 * r, y), (x - 0.2 * r, y)], INK, 0.17 * r)
    sheet.line([(x + 0.2 * r, y), (x + 0.9 * r, y)], INK, 0.17 * r)
    sheet.line([(x, y + 0.16 * r), (x, y + 0.9 * r)], INK, 0.17 * r)
    sheet.dot(x, y, 0.1 * r, RED)


def crew(sheet: Ink, x: float, y: float, r: float) -> None:
    """Crewed: two helmets side by side."""
    _disc(sheet, x, y, r, (74, 92, 52))
    for dx, tone in ((0.32, SAND), (-0.32, CREAM)):
        sheet.path(
            "M -0.5 0.1 C -0.5 -0.7 0.5 -0.7 0.5 0.1 L 0.62 0.2 L -0.62 0.2 Z",
            tone,
            x + dx * r,
            y,
            r * 0.82,
            outline=INK,
            width=0.06 * r,
        )
        sheet.path("M -0.6 0.86 C -0.5 0.3 0.5 0.3 0.6 0.86 Z", tone, x + dx * r, y, r * 0.8)


def assist(sheet: Ink, x: float, y: float, r: float) -> None:
    """Assisting: an ammunition belt."""
    _disc(sheet, x, y, r, (92, 76, 44))
    for i in range(4):
        left = x + (i - 1.5) * 0.42 * r
        sheet.path(
            "M -0.14 0.6 L -0.14 -0.3 Q 0 -0.85 0.14 -0.3 L 0.14 0.6 Z",
            GOLD,
            left,
            y,
            r,
            outline=INK,
            width=0.04 * r,
        )
    sheet.box(x - 0.86 * r, y + 0.06 * r, 1.72 * r, 0.24 * r, SAND, 0.05 * r, INK, 0.05 * r)


STATES: dict[str, Callable[[Ink, float, float, float], None]] = {
    "jammed": jam,
    "sighted": scope,
    "crewed": crew,
    "assisting": assist,
}


def state(ink: Ink, x: float, y: float, r: float, name: str) -> None:
    """A state of a soldier as a round sign with its shadow."""
    _badge(ink, x, y, r, lambda sheet: STATES[name](sheet, x, y, r))


# -- nations and ranks -------------------------------------------------------------------------


def nation(ink: Ink, x: float, y: float, r: float, name: str) -> None:
    """A plain recognition mark of a nation."""
    if name == "us":
        ink.dot(x, y, r, (46, 58, 40), CREAM, 0.1 * r)
        ink.poly(star(x, y, r * 0.86, r * 0.34, 5), CREAM)
    elif name == "german":
        ink.box(
            x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, (76, 86, 92), r * 0.2, CREAM, 0.1 * r
        )
        for wide, tone in ((0.36, CREAM), (0.2, SOOT_BLACK)):
            ink.box(x - r * 0.7, y - wide * r, r * 1.4, 2 * wide * r, tone)
            ink.box(x - wide * r, y - r * 0.7, 2 * wide * r, r * 1.4, tone)
    elif name == "soviet":
        ink.dot(x, y, r, (236, 226, 200), INK, 0.06 * r)
        ink.poly(star(x, y, r * 0.9, r * 0.36, 5), (182, 36, 28))
    elif name == "polish":
        ink.box(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, CREAM, r * 0.2, INK, 0.1 * r)
        ink.box(x - r * 0.8, y + 0.02 * r, r * 1.6, r * 0.76, (188, 38, 44), r * 0.12)
    elif name == "finnish":
        ink.dot(x, y, r, CREAM, INK, 0.06 * r)
        ink.dot(x, y, r * 0.72, (42, 84, 150))
        ink.dot(x, y, r * 0.38, CREAM)
    else:
        ink.dot(x, y, r, (120, 112, 96), CREAM, 0.1 * r)


SOOT_BLACK: Colour = (28, 26, 24)


def chevrons(ink: Ink, x: float, y: float, size: float, count: int, fill: Colour) -> None:
    """Chevrons one above the other, upwards from (x, y)."""
    points = [(-9, 4), (0, -3), (9, 4), (9, 7.6), (0, 0.6), (-9, 7.6)]
    for i in range(count):
        ink.poly(placed(points, x, y - i * 6.2 * size, size), fill)


def medal_star(ink: Ink, x: float, y: float, r: float, fill: Colour, edge: Colour) -> None:
    """A faceted five-pointed star."""
    ink.poly(star(x, y, r, r * 0.42, 5), fill, edge, r * 0.1)
    corners = star(x, y, r * 0.94, r * 0.4, 5)
    for i in range(0, 10, 2):
        ink.poly([corners[i], corners[i + 1], (x, y)], alpha(edge, 70))
