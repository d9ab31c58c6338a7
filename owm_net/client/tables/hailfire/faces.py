"""The pictures of this table: infantry on round bases, guns, vehicles from above, objectives."""

from __future__ import annotations

import math
from functools import cache

from PIL import Image

from owm_net.client.art import figures
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, shade
from owm_net.client.art.paths import star
from owm_net.client.free_map.bases import DISC, RIM, base
from owm_net.client.scene.pictures import Pictures, face
from owm_net.engine.ids import Seat
from owm_net.games.hailfire.ids import UnitId
from owm_net.games.hailfire.reading import Profile
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
    seat: Seat,
    nation: str,
    sort: str,
    tag: str,
    state: State,
) -> Image.Image:
    ink = Ink(48, 48, width / 48, "RGBA")
    base(ink, seat, state[1])
    if sort in figures.FIGURES:
        sheet = ink.layer()
        figures.FIGURES[sort](sheet, CLOTH.get(nation, CLOTH["us"]))
        ink.stamp(sheet, Shadow(0.5, 0.8, 0.6, 0.5))
    _marks(ink, tag, seat, state)
    return ink.out()


def _marks(ink: Ink, tag: str, seat: Seat, state: State) -> None:
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
    figures.vehicle(ink, sort, paint, big=big, gun=gun, open_topped=open_topped)
    return ink.out()


# ------------------------------------------------------------------ blinds


def blind(seat: Seat, sign: str) -> ArtKey:
    """A base under a cloth. sign: the Unit's tag or the blind's number, "-" on a dummy."""
    return ArtKey("hailfire.blind", (("seat", seat), ("sign", sign)))


@face("hailfire.blind")
def _blind(pictures: Pictures, width: int, height: int, *, seat: Seat, sign: str) -> Image.Image:
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


@cache
def way_out(name: str, west: bool) -> ArtKey:
    """A signpost with the letter of an exit. west: it points to the left."""
    return ArtKey("hailfire.exit", (("name", name), ("west", west)))


@face("hailfire.exit")
def _way_out(pictures: Pictures, width: int, height: int, *, name: str, west: bool) -> Image.Image:
    ink = Ink(40, 40, width / 40, "RGBA")
    sheet = ink.layer()
    sheet.line([(9, 38), (9, 3)], INK, 3.4)
    sheet.line([(9, 38), (9, 3)], (150, 118, 74), 1.8)
    board = [(4, 5), (28, 5), (37, 13), (28, 21), (4, 21)]
    if west:
        board = [(37, 21), (13, 21), (4, 13), (13, 5), (37, 5)]
    sheet.poly(board, (238, 226, 160), INK, 1.2)
    ink.stamp(sheet, Shadow(1, 2, 1.4, 0.6))
    ink.text(23 if west else 17, 13, name, "bold", 13, INK, "mm")
    return ink.out()


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
