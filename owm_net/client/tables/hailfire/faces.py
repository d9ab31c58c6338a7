"""The pictures of this table: infantry on round bases, guns, vehicles from above, objectives."""

from __future__ import annotations

import math
from functools import cache

from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, shade
from owm_net.client.art.paths import star
from owm_net.client.free_map.bases import DISC, RIM, base
from owm_net.client.scene.pictures import Pictures, face
from owm_net.games.hailfire.catalog import Profile
from owm_net.games.hailfire.ids import UnitId
from owm_net.games.hailfire.state import HailfireState, Team
from owm_net.games.hailfire.terms import TeamClass
from owm_net.games.hailfire.words import unit_title

State = tuple[int, bool, int, bool]
"""Received Fire Points, whether it is suppressed, by which point it has been activated (1 an Order
Point, 2 a Hero Point), whether it takes part in a barrage."""
CLOTH: dict[str, Colour] = {
    "us": (118, 120, 72),
    "ger": (102, 112, 108),
    "brit": (142, 122, 80),
    "sov": (138, 114, 68),
}
"""Uniforms, by nation."""
PAINT: dict[str, Colour] = {
    "us": (96, 106, 60),
    "ger": (158, 142, 94),
    "brit": (112, 112, 66),
    "sov": (84, 102, 58),
}
"""Vehicles, by nation."""
TAGS = {"assault": "AST"}
"""Of Units whose first three letters do not do."""
STEEL: Colour = (58, 60, 58)
PRESSED: Colour = (226, 150, 40)
"""Suppression."""
UNDER_FIRE: Colour = (206, 60, 44)


def sort_of(row: Profile) -> str:
    """Return the figure of a Team."""
    if row.team_class is TeamClass.TRACKED:
        if not row.rof:
            return "carrier"
        return "assault gun" if row.hull else "tank"
    if row.team_class is TeamClass.HALF_TRACKED:
        return "half-track"
    if row.team_class is TeamClass.WHEELED:
        return "car"
    if row.team_class is TeamClass.GUN:
        if row.barrage is not None:
            return "mortar"
        return "field gun" if row.at else "machine gun"
    if row.leader:
        return "leader"
    if row.observer:
        return "observer"
    if row.small and row.at:
        return "launcher"
    return "light gun" if row.rof >= 3 and row.range >= 1600 else "squad"


def tag_of(g: HailfireState, unit: UnitId) -> str:
    """A Unit in two or three signs: "R2" for the second of rifles."""
    name, _, number = g.units[unit].title.partition("_")
    return (name[0] + number if number else TAGS.get(name, name[:3])).upper() or unit_title(
        g.units[unit]
    )[:3]


def heading(team: Team, turned: bool) -> int:
    """Return its facing on the screen, in degrees clockwise from the top."""
    x, y = team.facing
    angle = round(math.degrees(math.atan2(x, y)))
    return (angle + (180 if turned else 0)) % 360


def badge(g: HailfireState, n: int) -> ArtKey:
    """Return the base of a Team with its marks; on foot or at a gun with its figures."""
    t = g.teams[n]
    parameters = {
        "seat": t.seat,
        "nation": t.row.nation,
        "sort": sort_of(t.row),
        "tag": tag_of(g, t.unit),
        "state": (t.points, t.suppressed, 2 if t.done else int(t.activated), t.pledged),
    }
    return ArtKey("hailfire.team", tuple(parameters.items()))


@face("hailfire.team")
def _team(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    seat: int,
    nation: str,
    sort: str,
    tag: str,
    state: State,
) -> Image.Image:
    ink = Ink(48, 48, width / 48, "RGBA")
    base(ink, seat, state[1])
    if sort in FIGURES:
        sheet = ink.layer()
        FIGURES[sort](sheet, CLOTH.get(nation, CLOTH["us"]))
        ink.stamp(sheet, Shadow(0.5, 0.8, 0.6, 0.5))
    _marks(ink, tag, seat, state)
    return ink.out()


def _marks(ink: Ink, tag: str, seat: int, state: State) -> None:
    """Draw the Unit's tag at the foot; the marks on the Team at its head."""
    points, suppressed, used, pledged = state
    ink.box(11, 34, 26, 12, (24, 22, 16, 235), 3, RIM[seat], 1.0)
    ink.text(24, 40, tag, "bold", 9.6, CREAM, "mm")
    if suppressed:
        ink.poly([(1, 2), (15, 2), (8, 14)], PRESSED, INK, 1.2)
        ink.text(8, 6, "S", "bold", 8, INK, "mm")
    if points:
        ink.poly(star(39, 9, 9, 5.4, 8), UNDER_FIRE, INK, 1.0)
        ink.text(39, 9, str(points), "bold", 10, CREAM, "mm")
    if used:
        colour = GOLD if used == 2 else (226, 222, 206)
        for wide, tone in ((4.2, INK), (2.4, colour)):
            ink.line([(37, 38), (40, 42), (46, 33)], tone, wide)
    if pledged:
        ink.oval(5, 40, 2.6, 5, (170, 140, 66), INK, 1.0)


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
"""Teams that are no vehicles."""


# ------------------------------------------------------------------ vehicles


def vehicle(row: Profile, dark: bool) -> ArtKey:
    """A vehicle from above, its front upwards. dark: it is suppressed."""
    parameters = {
        "nation": row.nation,
        "sort": sort_of(row),
        "big": row.armour >= 7,
        "gun": row.at,
        "look": (row.open_topped, dark),
    }
    return ArtKey("hailfire.vehicle", tuple(parameters.items()))


@face("hailfire.vehicle")
def _vehicle(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    nation: str,
    sort: str,
    big: bool,
    gun: int,
    look: tuple[bool, bool],
) -> Image.Image:
    open_topped, dark = look
    ink = Ink(48, 48, width / 48, "RGBA")
    paint = shade(PAINT.get(nation, PAINT["us"]), 0.72 if dark else 1.0)
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
    return ink.out()


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


# ------------------------------------------------------------------ blinds


def blind(seat: int, sign: str) -> ArtKey:
    """A base under a cloth. sign: the Unit's tag or the blind's number, "-" on a dummy."""
    return ArtKey("hailfire.blind", (("seat", seat), ("sign", sign)))


@face("hailfire.blind")
def _blind(pictures: Pictures, width: int, height: int, *, seat: int, sign: str) -> Image.Image:
    ink = Ink(48, 48, width / 48, "RGBA")
    base(ink, seat, True)
    sheet = ink.layer()
    cloth = shade(DISC[seat], 0.72)
    sheet.poly(
        [(10, 32), (13, 15), (20, 9), (28, 9), (35, 15), (38, 32), (31, 29), (24, 33), (17, 29)],
        cloth,
        INK,
        1.0,
    )
    for x0, y0, x1, y1 in ((20, 10, 16, 28), (28, 10, 32, 28), (24, 9, 24, 31)):
        sheet.line([(x0, y0), (x1, y1)], shade(cloth, 0.7), 1.0)
    ink.stamp(sheet, Shadow(0.8, 1.4, 1.0, 0.6))
    ink.text(24, 20, sign, "bold", 13 if len(sign) > 1 else 16, CREAM, "mm")
    return ink.out()


# ------------------------------------------------------------------ objectives


@cache
def objective(name: str, holder: int) -> ArtKey:
    """A flag with the letter of an objective. holder: whose, -1 for nobody's."""
    return ArtKey("hailfire.objective", (("name", name), ("holder", holder)))


@face("hailfire.objective")
def _objective(
    pictures: Pictures, width: int, height: int, *, name: str, holder: int
) -> Image.Image:
    ink = Ink(40, 40, width / 40, "RGBA")
    sheet = ink.layer()
    cloth: Colour = RIM[holder] if holder >= 0 else (226, 216, 190)
    sheet.line([(9, 38), (9, 3)], INK, 3.4)
    sheet.line([(9, 38), (9, 3)], (150, 118, 74), 1.8)
    if holder == 1:
        sheet.poly([(10, 4), (35, 4), (29, 13), (35, 22), (10, 22)], cloth, INK, 1.2)
    else:
        sheet.poly([(10, 4), (35, 4), (35, 22), (10, 22)], cloth, INK, 1.2)
    ink.stamp(sheet, Shadow(1, 2, 1.4, 0.6))
    ink.text(21, 13, name, "bold", 14, INK, "mm")
    return ink.out()
