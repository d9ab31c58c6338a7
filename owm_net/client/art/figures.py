"""Men and vehicles as they are on a map, from above, their front upwards: on a sheet of 48 x 48."""

from __future__ import annotations

from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import GOLD, INK, Colour, shade
from owm_net.client.art.paths import star

STEEL: Colour = (58, 60, 58)


def _head(ink: Ink, x: float, y: float, cloth: Colour, r: float = 3.4) -> None:
    """A man from above: shoulders and a helmet."""
    ink.oval(x, y + 1, r * 1.45, r * 0.8, shade(cloth, 0.72), (30, 28, 20), 0.6)
    ink.dot(x, y, r, shade(cloth, 1.08), (30, 28, 20), 0.6)
    ink.dot(x - r * 0.25, y - r * 0.25, r * 0.45, shade(cloth, 1.35))


def _barrel(ink: Ink, x: float, y0: float, y1: float, wide: float) -> None:
    ink.line([(x, y0), (x, y1)], INK, wide + 1.4)
    ink.line([(x, y0), (x, y1)], STEEL, wide)


def _squad(ink: Ink, cloth: Colour) -> None:
    for x, y in ((18, 18), (30, 18), (24, 27)):
        _head(ink, x, y, cloth)


def _leader(ink: Ink, cloth: Colour) -> None:
    _head(ink, 24, 24, cloth, 4.6)
    ink.poly(star(24, 13, 5.6, 2.4, 5), GOLD, INK, 0.8)


def _observer(ink: Ink, cloth: Colour) -> None:
    _head(ink, 24, 26, cloth, 4.4)
    for x in (20.6, 27.4):
        ink.dot(x, 16.6, 3.4, INK)
        ink.dot(x, 16.6, 2.0, (150, 190, 210))


def _light_gun(ink: Ink, cloth: Colour) -> None:
    _barrel(ink, 24, 9, 22, 2.2)
    ink.line([(24, 12), (19, 8)], INK, 1.4)
    ink.line([(24, 12), (29, 8)], INK, 1.4)
    _head(ink, 19, 24, cloth)
    _head(ink, 29, 26, cloth)


def _launcher(ink: Ink, cloth: Colour) -> None:
    _barrel(ink, 30, 10, 30, 3.6)
    _head(ink, 22, 22, cloth, 4.0)


def _machine_gun(ink: Ink, cloth: Colour) -> None:
    for x, y in ((15, 29), (33, 29), (24, 11)):
        ink.line([(24, 21), (x, y)], INK, 2.0)
    _barrel(ink, 24, 7, 24, 3.4)
    ink.box(20.5, 19, 7, 7, STEEL, 1, INK, 0.8)
    _head(ink, 17, 28, cloth, 3.0)


def _mortar(ink: Ink, cloth: Colour) -> None:
    ink.dot(24, 25, 6, shade(STEEL, 1.3), INK, 1.0)
    _barrel(ink, 24, 11, 25, 5.0)
    ink.dot(24, 11, 2.2, (14, 12, 10))
    _head(ink, 15.5, 25, cloth, 3.0)
    _head(ink, 32.5, 25, cloth, 3.0)


def _field_gun(ink: Ink, cloth: Colour) -> None:
    for x in (16, 32):
        ink.line([(24, 20), (x, 34)], INK, 3.0)
        ink.line([(24, 20), (x, 34)], shade(STEEL, 1.5), 1.6)
        ink.box(x - 3 + (24 - x) * 0.1, 16, 5, 9, (46, 42, 34), 1, INK, 0.8)
    _barrel(ink, 24, 2, 20, 3.0)
    ink.box(22, 1, 4, 3, STEEL, 0.5, INK, 0.6)
    ink.poly([(13, 17), (35, 17), (32, 21), (16, 21)], shade(STEEL, 1.6), INK, 0.9)
    _head(ink, 24, 27, cloth, 3.0)


FIGURES = {
    "squad": _squad,
    "leader": _leader,
    "observer": _observer,
    "light gun": _light_gun,
    "launcher": _launcher,
    "machine gun": _machine_gun,
    "mortar": _mortar,
    "field gun": _field_gun,
}
"""All that are no vehicles, by what they are."""


def vehicle(
    ink: Ink,
    sort: str,
    paint: Colour,
    *,
    big: bool = False,
    gun: int = 0,
    open_topped: bool = False,
) -> None:
    """Draw a tank, an assault gun, a half-track, a car or a carrier. gun: its size, 0 for none."""
    half = 11.5 if big else 9.6
    sheet = ink.layer()
    if sort in ("tank", "assault gun"):
        _tracks(sheet, half, 9, 41)
        sheet.box(24 - half + 3, 10, 2 * half - 6, 30, paint, 2, INK, 0.8)
    elif sort == "carrier":
        _tracks(sheet, half, 12, 39)
        sheet.box(24 - half + 3, 11, 2 * half - 6, 27, paint, 2, INK, 0.8)
        for x in (24 - half + 4.4, 24.6):
            sheet.box(x, 20, half - 5, 15, shade(paint, 0.45), 1, INK, 0.5)
        _barrel(sheet, 20.5, 6, 14, 1.4)
    elif sort == "half-track":
        _tracks(sheet, half - 1, 24, 41)
        _wheels(sheet, half - 1, (13,))
        sheet.box(24 - half + 2.5, 8, 2 * half - 5, 33, paint, 2, INK, 0.8)
        sheet.box(24 - half + 4.5, 22, 2 * half - 9, 16, shade(paint, 0.5), 1)
    else:
        _wheels(sheet, half - 1, (13, 34))
        left, right = 26 - half, 22 + half
        front = ((20, 7), (28, 7), (right, 16))
        sheet.poly(
            (*front, (right, 38), (28, 41), (20, 41), (left, 38), (left, 16)), paint, INK, 0.8
        )
    ink.stamp(sheet, Shadow(1.2, 1.8, 1.2, 0.6))
    top = ink.layer()
    if sort == "assault gun":
        top.poly([(18, 15), (30, 15), (31, 33), (17, 33)], shade(paint, 1.16), INK, 0.9)
        _barrel(top, 24, 1, 17, 2.8)
        if open_topped:
            top.box(19.5, 21, 9, 11, shade(paint, 0.5), 1)
    elif sort in ("tank", "car") or gun:
        r = 7.6 if sort == "tank" else 5.2
        _barrel(top, 24, 1 if gun > 2 else 7, 22, 2.8 if gun > 2 else 1.8)
        top.dot(24, 25, r, shade(paint, 1.18), INK, 0.9)
        inner = shade(paint, 0.5) if open_topped else shade(paint, 0.9)
        top.dot(24, 26.5, r * 0.55 if open_topped else r * 0.38, inner, INK, 0.5)
    ink.stamp(top, Shadow(0.8, 1.2, 0.8, 0.5))


def _tracks(ink: Ink, half: float, y0: float, y1: float) -> None:
    for x in (24 - half, 24 + half - 4.6):
        ink.box(x, y0, 4.6, y1 - y0, (50, 46, 38), 1.6, INK, 0.8)
        y = y0 + 2
        while y < y1 - 1:
            ink.line([(x + 0.6, y), (x + 4, y)], (88, 82, 68), 0.7)
            y += 2.6


def _wheels(ink: Ink, half: float, at: tuple[int, ...]) -> None:
    for y in at:
        for x in (24 - half, 24 + half - 3.4):
            ink.box(x, y - 3.6, 3.4, 7.2, (40, 38, 34), 1.4, INK, 0.7)
