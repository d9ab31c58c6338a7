"""The pictures of this table: the ground, counters with their numbers, tokens, markers."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from PIL import Image, ImageFilter

from owm_net.client.art import figures
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, mix, shade
from owm_net.client.art.paths import star
from owm_net.client.scene.pictures import Pictures, face
from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.hidden import hidden_unit
from owm_net.games.heroes.ids import NO_UNIT, UnitId
from owm_net.games.heroes.printed.counters import Piece
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import (
    Ability,
    Damage,
    HitSymbol,
    NameColour,
    Nation,
    Outline,
    UnitType,
)

PLATE: dict[str, Colour] = {
    "german": (136, 150, 158),
    "us": (172, 160, 96),
    "any": (150, 140, 118),
}
"""Counters, by nation: Germans have sharp corners, Americans round ones."""
CORNER = {"german": 3.0, "us": 13.0, "any": 7.0}
CLOTH: dict[str, Colour] = {"german": (92, 104, 102), "us": (118, 118, 66), "any": (110, 100, 80)}
RIM: dict[str, Colour] = {
    "german": (158, 196, 226),
    "us": (214, 204, 104),
    "any": (222, 206, 168),
}
"""Lines and frames that are a side's."""
ALLIES: tuple[Colour, ...] = ((92, 214, 190), (226, 140, 214), (236, 150, 84))
"""The same of further seats of a nation; a line round their counters has it."""
TYPES = (UnitType.INFANTRY, UnitType.LIGHT, UnitType.HEAVY)
LETTERS = ("I", "L", "H")
BONUS: tuple[Colour, ...] = ((156, 48, 38), (62, 102, 46), (40, 76, 138))
"""The columns of combat bonuses: against infantry, light and heavy vehicles."""
PRESSED: Colour = (240, 150, 40)
MARKS: dict[Ability, str] = {
    Ability.ASSAULT: "A",
    Ability.SUPPRESSIVE_FIRE: "S",
    Ability.MACHINE_GUNNER: "M",
    Ability.FRIGHTENING_SHOT: "F",
    Ability.TRIPOD: "T",
    Ability.FIRE_ON_THE_MOVE: ">",
    Ability.SUBSTITUTE: "+",
    Ability.BARRAGE_ORDER: "B",
    Ability.OPPORTUNITY_FIRE: "!",
    Ability.SNIPER: "N",
    Ability.HAWKEYE: "W",
    Ability.AMBUSH: "C",
    Ability.PERSONAL_ORDER: "P",
    Ability.AUTONOMOUS: "U",
    Ability.INDIRECT_FIRE: "I",
    Ability.HOWITZER: "H",
    Ability.DESTRUCTION: "D",
    Ability.DUAL_WEAPON: "2",
    Ability.TERRIFYING: "X",
    Ability.TRANSPORT: "R",
    Ability.AMPHIBIOUS: "~",
    Ability.SCOUT: "O",
    Ability.ARTILLERY_SPOTTER: "Y",
    Ability.LIMITED_RANGE: "L",
}
"""The letters of abilities on a counter, the most important first."""
MOST_MARKS = 3
SMALL = 42
"""Pixels: a smaller counter leaves out letters, for the sake of its numbers."""
GOLIATH = "goliath"


# ------------------------------------------------------------------ the ground


@lru_cache(maxsize=8)
def ground(g: Ground) -> ArtKey:
    """Return the picture of a map with its overlays and edges."""
    wide, high = (max(space[n] for space in g.cells) + 1 for n in (0, 1))
    cells = [(e, x, y) for (x, y), c in g.cells.items() for e in c.layers if e != "open"]
    edges = []
    for (one, other), lies in g.edges.items():
        x, y = max(one[0], other[0]), max(one[1], other[1])
        ends = (x, y, x, y + 1) if one[1] == other[1] else (x, y, x + 1, y)
        beside = [g.cells[space] for space in (one, other) if space in g.cells]
        made_of = [e for cell in beside if cell.building for e in cell.layers]
        edges.append((f"{lies.value} {made_of[-1] if made_of else ''}", *ends))
    return ArtKey.of("grid_map", size=(wide, high), cells=cells, edges=edges)


# ------------------------------------------------------------------ counters


def sort_of(piece: Piece) -> str:
    """Return the figure of a counter."""
    key = piece.key
    if piece.explosion is not None:
        return GOLIATH
    if piece.type is UnitType.HEAVY:
        return "assault gun" if "hunter" in key else "tank"
    if piece.type is UnitType.LIGHT:
        return "half-track" if piece.spaces > 1 else "car"
    if piece.gun:
        return "field gun"
    if "mortar" in key:
        return "mortar"
    if piece.outline in (Outline.OFFICER, Outline.HERO):
        return "leader"
    if piece.outline is Outline.HEAVY_WEAPON:
        hits_tanks = any(UnitType.HEAVY in w.bonus for f in piece.faces for w in f.weapons)
        return "launcher" if hits_tanks else "machine gun"
    return "observer" if "sniper" in key else "squad"


def rim_of(g: HeroesState, seat: Seat) -> Colour:
    """Return the colour of a seat's lines and frames."""
    nation = g.side(seat).army.nation
    before = [s for s in g.players if s < seat and g.side(s).army.nation is nation]
    return ALLIES[len(before) - 1] if before else RIM[nation.value]


def marked(g: HeroesState) -> list[Seat]:
    """The seats whose counters have a line of their own colour round them."""
    return [seat for seat in g.players if rim_of(g, seat) in ALLIES]


def place_among(g: HeroesState, unit: UnitId) -> int:
    """Return the number of a counter among like ones of its side, from 1; 0 for the only one."""
    u = g.units[unit]
    alike = [n for n, o in enumerate(g.units) if o.key == u.key and not g.hostile(o.seat, u.seat)]
    return alike.index(unit) + 1 if len(alike) > 1 else 0


def marks_of(u: Unit) -> tuple[str, ...]:
    """The letters of its abilities; stars of orders first."""
    has = {**u.up.abilities, **u.up.weapons[0].abilities} if u.up.weapons else u.up.abilities
    stars = ("*" * has.get(Ability.ORDER, 0),) if has.get(Ability.ORDER) else ()
    return (*stars, *[letter for ability, letter in MARKS.items() if ability in has])[:MOST_MARKS]


def counter(view: View[HeroesState], unit: UnitId) -> ArtKey:
    """A unit with the face that is up, and the markers on it. A concealed counter looks like any
    other of its side; the seat that knows what is beneath sees its sign."""
    g = view.state
    u = g.units[unit]
    if u.bomb:
        return sign("smoke")
    if not u.concealed:
        return counter_of(u, place_among(g, unit))
    card = view.card(g.card_under(unit)) if u.blind else None
    under = unit if card is None else hidden_unit(card)
    known = not u.blind or card is not None
    beneath = "" if not known else RUSE if under == NO_UNIT else sort_of(g.units[under].piece)
    parameters = {
        "nation": g.side(u.seat).army.nation.value,
        "sign": beneath,
        "numbers": (u.movement, u.up.move != u.movement, u.up.defence[0]),
        "state": (place_among(g, unit), u.suppressed, u.acted),
    }
    return ArtKey("heroes.concealed", tuple(parameters.items()))


RUSE = "ruse"
"""The sign of a concealed counter with nobody beneath."""


def counter_of(u: Unit, number: int = 0) -> ArtKey:
    """The same of a unit as it is or will be. number: of several like ones."""
    bonus = u.up.weapons[0].bonus if u.up.weapons else {}
    arc = u.facing if u.up.weapons and u.weapon.arc else -1
    parameters = {
        "look": (u.piece.nation.value, u.piece.outline.value, sort_of(u.piece), number),
        "numbers": (
            u.movement,
            u.up.move != u.movement,
            u.up.defence[0],
            u.up.hit is HitSymbol.STEP,
        ),
        "bonus": tuple([bonus.get(kind, -1) for kind in TYPES]),
        "marks": marks_of(u),
        "state": (u.up.name is NameColour.RED, u.suppressed, arc, u.acted),
    }
    return ArtKey("heroes.counter", tuple(parameters.items()))


@face("heroes.counter")
def _counter(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    look: tuple[str, str, str, int],
    numbers: tuple[int, bool, int, bool],
    bonus: tuple[int, ...],
    marks: tuple[str, ...],
    state: tuple[bool, int, int, bool],
) -> Image.Image:
    nation, outline, sort, number = look
    damaged, suppressed, arc, acted = state
    ink = Ink(60, 60, width / 60, "RGBA")
    sheet = ink.layer()
    _plate(sheet, nation, outline, damaged, acted)
    _figure(sheet, sort, shade(CLOTH[nation], 0.75 if acted else 1.0))
    small = width < SMALL
    for n, mark in enumerate(marks if not small else [m for m in marks if m.startswith("*")]):
        _mark(sheet, 2.6 + n // 2 * 10, 2.8 + n % 2 * 10.2, mark)
    if small:
        _movement(sheet, 2.2, 19.6, *numbers[:2], 1.25)
        _shield(sheet, 45.6, 30.4, *numbers[2:], 1.25)
    else:
        _movement(sheet, 2.6, 24.6, *numbers[:2])
        _shield(sheet, 48, 33, *numbers[2:])
        _number(sheet, 30, 37.6, number)
    for n, value in enumerate(bonus):
        _bonus(sheet, 2.2 + n * 18.8, 43.8, n, value, small)
    if arc >= 0:
        _arc(sheet, arc)
    if suppressed:
        _burst(sheet, 13, 13.5, 12.5, suppressed)
    ink.stamp(sheet, Shadow(0.8, 1.4, 1.0, 0.6))
    return ink.out()


@face("heroes.concealed")
def _concealed(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    nation: str,
    sign: str,
    numbers: tuple[int, bool, int],
    state: tuple[int, int, bool],
) -> Image.Image:
    """A dark tile with a question mark in the side's colour; its owner's has a figure in it."""
    number, suppressed, acted = state
    ink = Ink(60, 60, width / 60, "RGBA")
    sheet = ink.layer()
    tone = mix(shade(PLATE[nation], 0.42), (60, 58, 52), 0.45 if acted else 0.0)
    sheet.box(0.8, 0.8, 58.4, 58.4, tone, CORNER[nation], INK, 1.2)
    for n in range(-3, 6):  # hatched, whatever the colours of the two sides
        sheet.line([(n * 12 + 6, 58), (n * 12 + 58, 6)], shade(tone, 1.16), 3)
    sheet.box(0.8, 0.8, 58.4, 58.4, None, CORNER[nation], INK, 1.2)
    sheet.box(2.4, 2.4, 55.2, 55.2, None, max(1.0, CORNER[nation] - 1.4), RIM[nation], 1.6)
    if sign == RUSE:
        for d in (-1, 1):
            sheet.line([(22, 24 - 8 * d), (38, 24 + 8 * d)], CREAM, 3.2)
    elif sign:
        _figure(sheet, sign, shade(CLOTH[nation], 1.25), 1.2, 22)
    at, size = ((13, 15), 19) if sign else ((30, 28), 38)
    sheet.text(*at, "?", "bold", size, RIM[nation], "mm")
    _movement(sheet, 2.6, 38, *numbers[:2])
    _shield(sheet, 48, 46, numbers[2], step=None)
    _number(sheet, 30, 48, number)
    if suppressed:
        _burst(sheet, 13, 13.5, 12.5, suppressed)
    ink.stamp(sheet, Shadow(0.8, 1.4, 1.0, 0.6))
    return ink.out()


MIDDLES = {"leader": (24, 18.5), "observer": (24, 22), "squad": (24, 21.5), "field gun": (24, 19)}
"""The middle of a figure on its sheet of 48, where that is not the usual one."""


def _figure(sheet: Ink, sort: str, cloth: Colour, scale: float = 1.34, y: float = 20) -> None:
    """Men as they are drawn for any map, in the midst of the upper part."""
    if sort not in figures.FIGURES and sort != GOLIATH:
        return
    size = round(48 * scale * sheet.k)
    man, small = sheet.layer(), Ink(48, 48, sheet.k / 2, "RGBA")
    if sort == GOLIATH:
        _goliath(small)
    else:
        figures.FIGURES[sort](small, cloth)
    cx, cy = MIDDLES.get(sort, (24, 21))
    picture = small.im.resize((size, size), Image.Resampling.LANCZOS)
    man.picture(picture, 30 - cx * scale, y - cy * scale)
    sheet.stamp(man, Shadow(0.5, 0.8, 0.6, 0.4))


def _goliath(ink: Ink) -> None:
    """A small tracked charge with its wire, from above."""
    ink.line([(24, 32), (20, 38), (27, 43)], INK, 1.2)
    for x in (13, 30):
        ink.box(x, 9, 5, 24, (50, 46, 38), 2.2, INK, 0.8)
        for y in (12, 16, 20, 24, 28):
            ink.line([(x + 0.8, y), (x + 4.2, y)], (96, 88, 72), 0.9)
    ink.box(17.5, 12, 13, 17, (172, 158, 108), 2, INK, 0.9)
    ink.poly(star(24, 20.5, 5.6, 2.6, 8), (220, 80, 40), INK, 0.7)


def _plate(ink: Ink, nation: str, outline: str, damaged: bool, acted: bool) -> None:
    """The tile. Its frame says what it is: gold an officer, red and gold a hero, black a heavy
    weapon. A damaged face is torn."""
    tone = PLATE[nation]
    tone = mix(tone, (64, 62, 56), 0.5) if acted else tone
    tone = mix(tone, (150, 52, 38), 0.38) if damaged else tone
    round_ = CORNER[nation]
    ink.box(0.8, 0.8, 58.4, 58.4, tone, round_, INK, 1.2)
    ink.fade(2, 2, 56, 24, (255, 252, 236), 70, 0)
    frame: dict[str, tuple[Colour, float]] = {
        "officer": (GOLD, 2.4),
        "hero": ((214, 60, 40), 2.8),
        "heavy_weapon": ((20, 18, 14), 2.8),
    }
    colour, wide = frame.get(outline, (shade(tone, 1.3), 1.2))
    ink.box(1.8, 1.8, 56.4, 56.4, None, max(1.0, round_ - 1.2), colour, wide)
    if damaged:
        tear = [(26, 1), (29, 7), (26.5, 12), (30, 18), (28, 22)]
        ink.line(tear, (70, 20, 14), 2.4)
        ink.line(tear, (236, 200, 170), 0.9)


def _number(ink: Ink, x: float, y: float, number: int) -> None:
    """Draw the number that tells several like ones apart."""
    if number:
        ink.dot(x, y, 5, (24, 22, 18), CREAM, 0.7)
        ink.text(x, y + 0.1, str(number), "bold", 8, CREAM, "mm")


def _mark(ink: Ink, x: float, y: float, letter: str) -> None:
    if letter.startswith("*"):
        ink.box(x, y, 9.6, 9.6, (26, 24, 18, 230), 2)
        ink.poly(star(x + 4.8, y + 5.1, 4.9, 2.1, 5), GOLD)
        if len(letter) > 1:
            ink.text(x + 4.8, y + 5.3, str(len(letter)), "bold", 6.4, INK, "mm")
        return
    ink.box(x, y, 9.6, 9.6, (240, 232, 208), 2, INK, 0.6)
    ink.text(x + 4.8, y + 4.9, letter, "bold", 8.4, INK, "mm")


def _movement(ink: Ink, x: float, y: float, move: int, less: bool, grown: float = 1.0) -> None:
    """An arrow with the number of spaces."""
    shape = ((0, 0), (13, 0), (18.5, 9), (13, 18), (0, 18))
    ink.poly([(x + a * grown, y + b * grown) for a, b in shape], (34, 30, 22), CREAM, 0.9)
    tone = PRESSED if less else CREAM
    ink.text(x + 7.4 * grown, y + 9.2 * grown, str(move), "bold", 16 * grown, tone, "mm")


def _shield(
    ink: Ink, x: float, y: float, defence: int, step: bool | None, grown: float = 1.0
) -> None:
    """The defence on a shield; beside it a half disc for a step that a hit takes, a cross where it
    is the last. step: None for neither."""
    shape = ((-9.6, -8.6), (9.6, -8.6), (9.6, 2), (0, 10), (-9.6, 2))
    ink.poly([(x + a * grown, y + b * grown) for a, b in shape], CREAM, INK, 1.2)
    size = (16 if defence < 10 else 12.5) * grown
    ink.text(x, y - 0.8, str(defence), "bold", size, INK, "mm")
    cx, cy = x - 9.8 * grown, y - 9.4 * grown
    if step is not None:
        ink.dot(cx, cy, 4.6, CREAM if step else (30, 26, 20), INK, 0.8)
    if step:
        box = [(cx - 3.6, cy - 3.6), (cx + 3.6, cy + 3.6)]
        corners = [(px * ink.k - ink.left, py * ink.k - ink.top) for px, py in box]
        ink.pen.pieslice(corners, 90, 270, fill=(160, 40, 30))
    elif step is not None:
        for d in (-1, 1):
            ink.line([(cx - 2.4, cy - 2.4 * d), (cx + 2.4, cy + 2.4 * d)], (250, 120, 90), 1.5)


def _bonus(ink: Ink, x: float, y: float, n: int, value: int, small: bool = False) -> None:
    """A column of the combat bonus; one that hits nothing is small and dull. small: there is no
    room for its letter, and its place says which it is."""
    tone = BONUS[n] if value >= 0 else (58, 54, 48)
    ink.box(x, y, 18.2, 14.2, tone, 2.2, INK, 0.8)
    faint = mix(CREAM, tone, 0.15 if value >= 0 else 0.45)
    if not small:
        ink.text(x + 4.6, y + 7.4, LETTERS[n], "bold", 8, faint, "mm")
    said, size = (str(value), 14.0) if value >= 0 else ("X", 10.5)
    middle, size = (x + 9, size * 1.1) if small else (x + 12.4, size)
    ink.text(middle, y + 7.2, said, "bold", size, faint if value < 0 else CREAM, "mm")


def _arc(ink: Ink, facing: int) -> None:
    """To which edge it fires: a white bracket along that one."""
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[facing // 2]
    ends = [(-28.4, 17), (-28.4, 28.4), (28.4, 28.4), (28.4, 17)]  # across, ahead
    points = [(30 + a * -dy + b * dx, 30 + a * dx + b * dy) for a, b in ends]
    for colour, wide in ((INK, 4.6), ((255, 250, 235), 2.8)):
        ink.line(points, colour, wide)


def _burst(ink: Ink, x: float, y: float, r: float, markers: int) -> None:
    """Suppressed: a burst with the number of markers."""
    ink.poly(star(x, y, r, r * 0.68, 9), PRESSED, INK, 1.2)
    ink.text(x, y + 0.4, str(markers), "bold", r * 1.1, INK, "mm")


# ------------------------------------------------------------------ vehicles


PAINT: dict[str, Colour] = {"german": (196, 176, 116), "us": (96, 110, 58), "any": (110, 104, 84)}


def hull(u: Unit) -> ArtKey:
    """A vehicle on its plate, its front upwards: to be turned."""
    parameters = {
        "nation": u.piece.nation.value,
        "outline": u.piece.outline.value,
        "sort": sort_of(u.piece),
        "spaces": u.piece.spaces,
        "acted": u.acted,
    }
    return ArtKey("heroes.hull", tuple(parameters.items()))


@face("heroes.hull")
def _hull(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    nation: str,
    outline: str,
    sort: str,
    spaces: int,
    acted: bool,
) -> Image.Image:
    long = 60 * spaces
    ink = Ink(60, long, width / 60, "RGBA")
    sheet = ink.layer()
    tone = mix(PLATE[nation], (64, 62, 56), 0.5) if acted else PLATE[nation]
    sheet.box(0.8, 0.8, 58.4, long - 1.6, tone, CORNER[nation], INK, 1.2)
    hero = outline == "hero"
    rim = (214, 60, 40) if hero else shade(tone, 1.3)
    sheet.box(2, 2, 56, long - 4, None, CORNER[nation] - 1, rim, 2.6 if hero else 1.2)
    sheet.poly([(30, 2), (38, 11), (22, 11)], CREAM, INK, 0.8)  # the front
    scale = 2.2 if spaces > 1 else 1.1
    small = Ink(48, 48, ink.k * scale / 2, "RGBA")
    heavy = sort in ("tank", "assault gun")
    paint = mix(PAINT[nation], (64, 62, 56), 0.35) if acted else PAINT[nation]
    gun = 6 if heavy else 1 if sort == "car" else 0
    figures.vehicle(small, sort, paint, big=sort == "tank", gun=gun)
    size = round(48 * scale * sheet.k)
    picture = small.im.resize((size, size), Image.Resampling.LANCZOS)
    sheet.picture(picture, 30 - 24 * scale, long / 2 - 25 * scale)
    ink.stamp(sheet, Shadow(0.8, 1.4, 1.0, 0.6))
    return ink.out()


DOTS = {Damage.CREW: "C", Damage.TRACK: "T", Damage.HULL: "H", Damage.PRIMARY: "G"}
"""The letters of what is broken of a heavy vehicle: crew, track, hull, gun."""


def readings(u: Unit, number: int, heading: int, counts: int = 0) -> ArtKey:
    """The numbers of a vehicle, upright over it, and its defences along its sides. heading: degrees
    of its front from the top of the picture. counts: the defence that is lit, 0 for none."""
    bonus = u.up.weapons[0].bonus if u.up.weapons else {}
    parameters = {
        "move": (u.movement, u.up.move != u.movement),
        "bonus": tuple([bonus.get(kind, -1) for kind in TYPES]),
        "defence": u.up.defence[:3],
        "sides": (u.piece.spaces > 1, heading, counts),
        "state": (number, u.suppressed, "".join([DOTS[d] for d in u.damage])),
    }
    return ArtKey("heroes.readings", tuple(parameters.items()))


@face("heroes.readings")
def _readings(
    pictures: Pictures,
    width: int,
    height: int,
    *,
    move: tuple[int, bool],
    bonus: tuple[int, ...],
    defence: tuple[int, ...],
    sides: tuple[bool, int, int],
    state: tuple[int, int, str],
) -> Image.Image:
    number, suppressed, damage = state
    long, heading, counts = sides
    edge, alone = 30.0 if long else 0.0, len(defence) < 2
    ink = Ink(60 + 2 * edge, 60 + 2 * edge, width / (60 + 2 * edge), "RGBA")
    _movement(ink, edge + (9 if alone else 21), edge + 16, *move)
    if alone:
        _shield(ink, edge + 43, edge + 24.6, defence[0], step=None)
    _number(ink, edge + (30 if alone else 12), edge + 27, number)
    for n, value in enumerate(bonus):
        _bonus(ink, edge + 2.2 + n * 18.8, edge + 35, n, value)
    if suppressed:
        _burst(ink, edge + 9, edge + 12, 10.5, suppressed)
    for n, letter in enumerate(damage):
        y = edge + 27 - 12 * n
        ink.dot(edge + 52, y, 6.4, (190, 40, 30), CREAM, 1)
        ink.text(edge + 52, y + 0.2, letter, "bold", 9.4, CREAM, "mm")
    if not alone:
        _sides(ink, edge + 30, defence, heading, counts)
    return ink.out()


def _sides(ink: Ink, middle: float, defence: tuple[int, ...], heading: int, counts: int) -> None:
    """Its defences as plates: at the front, on both flanks, at the rear."""
    turn = math.radians(heading)
    ahead, aside = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
    front, flank, back = defence
    for value, along, across in (
        (front, 48.0, 0.0),
        (flank, 33.0, 20.5),
        (flank, 33.0, -20.5),
        (back, -48.0, 0.0),
    ):
        x = middle + ahead[0] * along + aside[0] * across
        y = middle + ahead[1] * along + aside[1] * across
        lit = value == counts
        ink.box(x - 9, y - 9, 18, 18, PRESSED if lit else CREAM, 3.4, INK, 1.2)
        ink.text(x, y + 0.2, str(value), "bold", 14 if value < 10 else 12.5, INK, "mm")


# ------------------------------------------------------------------ tokens and markers


def token(nation: Nation, sign: str, state: str) -> ArtKey:
    """An order token as a block. sign: its number, "B" a bluff, "S" a special, "" where it is not
    known. state: "closed", "open", or "own" for a closed one that its owner looks at."""
    parameters = {"nation": nation.value, "sign": sign, "state": state}
    return ArtKey("heroes.token", tuple(parameters.items()))


@face("heroes.token")
def _token(
    pictures: Pictures, width: int, height: int, *, nation: str, sign: str, state: str
) -> Image.Image:
    ink = Ink(24, 24, width / 24, "RGBA")
    sheet = ink.layer()
    tone = shade(PLATE[nation], 0.62)
    if state == "open":
        sheet.box(2, 2, 20, 20, CREAM, 3, INK, 1.4)
        sheet.text(12, 12.2, sign, "bold", 13 if len(sign) < 2 else 10.5, INK, "mm")
    else:
        sheet.box(1.6, 1.6, 20.8, 20.8, shade(tone, 0.6), 3, INK, 1)
        sheet.box(1.6, 1.6, 19, 19, tone, 3, RIM[nation], 1.5)
        if state == "own":
            sheet.text(11, 11.4, sign, "bold", 13 if len(sign) < 2 else 10.5, CREAM, "mm")
        elif nation == "german":
            for d in (-1, 1):
                sheet.line([(7, 11 - 4 * d), (15, 11 + 4 * d)], RIM[nation], 2.2)
        else:
            sheet.poly(star(11, 11.4, 6.4, 2.7, 5), RIM[nation])
    ink.stamp(sheet, Shadow(0.8, 1.2, 0.8, 0.6))
    return ink.out()


def objective(nation: str, points: int) -> ArtKey:
    """Return a flag with the points of an objective. nation: its holder's, "" for nobody."""
    return ArtKey("heroes.objective", (("nation", nation), ("points", points)))


@face("heroes.objective")
def _objective(
    pictures: Pictures, width: int, height: int, *, nation: str, points: int
) -> Image.Image:
    ink = Ink(40, 40, width / 40, "RGBA")
    sheet = ink.layer()
    cloth = RIM.get(nation, CREAM)
    sheet.line([(8, 38), (8, 3)], INK, 3.6)
    sheet.line([(8, 38), (8, 3)], (150, 118, 74), 2.0)
    shapes = {
        "german": [(9, 4), (36, 4), (36, 24), (9, 24)],
        "us": [(9, 4), (36, 4), (29, 14), (36, 24), (9, 24)],
    }
    sheet.poly(shapes.get(nation, [(9, 4), (36, 14), (9, 24)]), cloth, INK, 1.3)
    sheet.text(18 if not nation else 20, 14.2, str(points), "bold", 13, INK, "mm")
    ink.stamp(sheet, Shadow(1, 2, 1.4, 0.6))
    return ink.out()


def sign(kind: str) -> ArtKey:
    """A small counter: "bonus" for a closed bonus token, "mine" where a mine went off, "smoke" for
    a smoke bomb."""
    return ArtKey("heroes.sign", (("kind", kind),))


@face("heroes.sign")
def _sign(pictures: Pictures, width: int, height: int, *, kind: str) -> Image.Image:
    ink = Ink(24, 24, width / 24, "RGBA")
    sheet = ink.layer()
    if kind == "smoke":
        sheet.box(2, 2, 20, 20, (120, 124, 120), 3, INK, 1)
        for x, y, r in ((9, 8, 4), (14, 7, 5), (17, 10, 3.4)):
            sheet.dot(x, y, r, (232, 232, 226))
        sheet.box(9, 10, 6, 10, (74, 84, 60), 1.6, INK, 0.9)
        sheet.box(9, 13, 6, 2, (214, 178, 60), 0)
    elif kind == "bonus":
        sheet.box(2.5, 2.5, 19, 19, (84, 64, 40), 9.5, GOLD, 1.4)
        sheet.text(12, 12.4, "+", "bold", 17, GOLD, "mm")
    else:
        sheet.poly([(12, 1.5), (22.5, 12), (12, 22.5), (1.5, 12)], (214, 178, 60), INK, 1.2)
        sheet.dot(12, 12, 4.4, INK)
        for dx, dy in ((-6, 0), (6, 0), (0, -6), (0, 6)):
            sheet.line([(12, 12), (12 + dx, 12 + dy)], INK, 1.8)
    ink.stamp(sheet, Shadow(0.6, 1, 0.8, 0.6))
    return ink.out()


def smoke(value: int) -> ArtKey:
    """Smoke over four spaces."""
    return ArtKey("heroes.smoke", (("value", value),))


@face("heroes.smoke")
def _smoke(pictures: Pictures, width: int, height: int, *, value: int) -> Image.Image:
    """Soft billows, darker below, the thicker the more they take off; the number stays sharp."""
    ink, chance = Ink(80, 80, width / 80, "RGBA"), Random(value)
    billows = []
    for n in range(34):
        turn, far = n * 2.4, 27 * (n / 34) ** 0.5
        r = 9 + chance.randrange(60) / 10
        billows.append((40 + far * math.cos(turn), 40 + far * math.sin(turn), r))
    sheet = ink.layer()
    for x, y, r in reversed(billows):
        sheet.dot(x, y, r, (174, 174, 168))
        sheet.dot(x - r * 0.12, y - r * 0.14, r * 0.86, (206, 206, 200))
        sheet.dot(x - r * 0.26, y - r * 0.3, r * 0.56, (232, 232, 226))
    sheet.im = sheet.im.filter(ImageFilter.GaussianBlur(1.3 * sheet.k))
    thick = sheet.im.getchannel("A").point([n * (80 + 24 * value) // 255 for n in range(256)])
    sheet.im.putalpha(thick)
    ink.stamp(sheet, Shadow(0.8, 1.6, 2.2, 0.4))
    sheet = ink.layer()
    sheet.box(27, 31, 26, 18, (30, 28, 24, 230), 5, CREAM, 1)
    sheet.text(40, 40.4, f"-{value}", "bold", 13, CREAM, "mm")
    ink.stamp(sheet)
    return ink.out()


def bomb(number: int) -> ArtKey:
    """Charges that will explode there."""
    return ArtKey("heroes.bomb", (("number", number),))


@face("heroes.bomb")
def _bomb(pictures: Pictures, width: int, height: int, *, number: int) -> Image.Image:
    ink = Ink(24, 24, width / 24, "RGBA")
    sheet = ink.layer()
    sheet.dot(11, 14, 8, (36, 34, 30), CREAM, 1)
    sheet.line([(15, 8), (19, 3)], (190, 150, 80), 2)
    sheet.poly(star(20, 3.6, 3.6, 1.6, 6), (250, 180, 60))
    if number > 1:
        sheet.text(11, 14.3, str(number), "bold", 10, CREAM, "mm")
    ink.stamp(sheet, Shadow(0.6, 1, 0.8, 0.6))
    return ink.out()
