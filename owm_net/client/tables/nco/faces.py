"""The pictures of this table: soldiers on their bases, order dice, objectives."""

from __future__ import annotations

from functools import cache

from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, shade
from owm_net.client.free_map.bases import RIM, base
from owm_net.client.scene.pictures import Pictures, face
from owm_net.engine.ids import Seat
from owm_net.games.nco.state import NcoState, Soldier
from owm_net.games.nco.terms import Order, Status

CLOTH: dict[str, Colour] = {
    "us": (112, 116, 66),
    "german": (96, 108, 104),
    "soviet": (136, 112, 66),
    "british": (140, 120, 78),
    "japanese": (152, 132, 78),
    "italian": (118, 122, 104),
    "finnish": (128, 136, 132),
}
"""Uniforms, by how the nation's key begins."""
PLAIN: Colour = (124, 112, 84)
HEALTH: Colour = (206, 60, 44)
NERVES: Colour = (104, 166, 214)

SIGNS = {
    Order.NONE: "",
    Order.DOWN: "D",
    Order.RALLY: "+",
    Order.COVER_FIRE: "C",
    Order.FIRE: "F",
    Order.ADVANCE: "A",
    Order.RUN: "R",
}


def cloth_of(nation: str) -> Colour:
    """The colour of a nation's uniforms."""
    return next((tone for key, tone in CLOTH.items() if nation.startswith(key)), PLAIN)


def letter_of(s: Soldier) -> str:
    """A soldier's profile in a letter."""
    return s.row.title[0].upper()


def soldier(g: NcoState, n: int) -> ArtKey:
    """Return a soldier on the map, with die and pips."""
    s = g.soldiers[n]
    number = sum([other.seat == s.seat for other in g.soldiers[: n + 1]])
    parameters = {
        "seat": s.seat,
        "cloth": cloth_of(g.nations[s.seat]) if g.nations else PLAIN,
        "name": f"{letter_of(s)}{number}" if n != g.pilot else "P",
        "leads": s.sergeant,
        "down": s.down or s.status is Status.INJURED,
        "die": s.order.value if s.present and n != g.pilot else -1,
        "health": (s.health, s.health_max),
        "psyche": (s.psyche, s.psyche_max),
        "ambush": s.ambush >= max(1, g.turn),
    }
    return ArtKey("nco.soldier", tuple(parameters.items()))


@face("nco.soldier")
def _soldier(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    seat: Seat,
    cloth: Colour,
    name: str,
    leads: bool,
    down: bool,
    die: int,
    health: tuple[int, int],
    psyche: tuple[int, int],
    ambush: bool,
) -> Image.Image:
    ink = Ink(48, 48, width / 48, "RGBA")
    base(ink, seat, down)
    _man(ink, cloth, down)
    if leads:
        for dy in (0, 3.4):
            ink.line([(20.5, 13.6 + dy), (24, 11.2 + dy), (27.5, 13.6 + dy)], GOLD, 1.6)
    size = 11.5 if len(name) < 3 else 9.6
    ink.text(24, 25, name, "bold", size, CREAM, "mm", stroke=1.3, edge=(24, 22, 16))
    _pips(ink, 36.6, HEALTH, health)
    _pips(ink, 42.6, NERVES, psyche)
    if die >= 0:
        _die(ink, 38, 9, 7.4, Order(die), seat)
    if ambush:
        ink.poly([(4, 14), (10, 4), (16, 14)], (226, 150, 40), INK, 1.0)
        ink.text(10, 11, "!", "bold", 8, INK, "mm")
    return ink.out()


def _man(ink: Ink, cloth: Colour, down: bool) -> None:
    """Draw a man from above: shoulders and a helmet; stretched out if down."""
    if down:
        ink.oval(25, 23, 9.6, 4.2, shade(cloth, 0.8), (30, 28, 20), 0.8)
        ink.dot(16.6, 21.6, 4.2, shade(cloth, 1.05), (30, 28, 20), 0.8)
        return
    ink.oval(24, 23, 9.4, 5.2, shade(cloth, 0.82), (30, 28, 20), 0.8)
    ink.dot(24, 21.6, 6.0, shade(cloth, 1.06), (30, 28, 20), 0.8)
    ink.dot(22.6, 20.2, 2.6, shade(cloth, 1.3))


def _pips(ink: Ink, y: float, colour: Colour, value: tuple[int, int]) -> None:
    """One for each point there was; those that are lost are dark."""
    left, most = value
    step = min(6.0, 40 / max(1, most))
    for n in range(most):
        x = 24 + (n - (most - 1) / 2) * step
        ink.dot(x, y, 2.7, INK)
        ink.dot(x, y, 2.0, colour if n < left else (62, 58, 50))


def _die(ink: Ink, x: float, y: float, r: float, order: Order, seat: Seat) -> None:
    """Draw the order die beside the soldier; an empty rim while it is in the bag."""
    if order is Order.NONE:
        ink.box(x - r * 0.6, y - r * 0.6, r * 1.2, r * 1.2, (20, 18, 14, 120), 2, RIM[seat], 1.0)
        return
    ink.box(x - r, y - r, 2 * r, 2 * r, RIM[seat], 3, INK, 1.2)
    ink.text(x, y, SIGNS[order], "bold", r * 1.55, INK, "mm")


@cache
def token(kind: str, seat: Seat) -> ArtKey:
    """An objective: "drop" or "intel". seat: whose, -1 for nobody's."""
    return ArtKey("nco.token", (("kind", kind), ("seat", seat)))


@face("nco.token")
def _token(pictures: Pictures, width: int, height: int, *, kind: str, seat: Seat) -> Image.Image:
    ink = Ink(40, 40, width / 40, "RGBA")
    sheet = ink.layer()
    rim = RIM[seat] if seat >= 0 else GOLD
    if kind == "drop":
        sheet.box(7, 9, 26, 22, (150, 118, 74), 2, INK, 1.4)
        sheet.line([(7, 20), (33, 20)], (96, 70, 40), 2)
        sheet.line([(20, 9), (20, 31)], (96, 70, 40), 2)
        sheet.box(7, 9, 26, 22, None, 2, rim, 1.6)
    else:
        sheet.poly([(9, 6), (26, 6), (32, 12), (32, 34), (9, 34)], (240, 228, 196), INK, 1.4)
        for y in (14, 19, 24):
            sheet.line([(13, y), (28, y)], (120, 104, 74), 1.4)
        sheet.dot(26, 29, 3.4, rim, INK, 0.8)
    ink.stamp(sheet, Shadow(1, 2, 1.6, 0.6))
    return ink.out()
