"""The pictures of this table: the ground, counters with their numbers, tokens, markers."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from owm_net.client.art import figures
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.palette import CREAM, GOLD, INK, Colour, mix, shade
from owm_net.client.art.paths import star
from owm_net.client.scene.pictures import Pictures, face
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.ids import UnitId
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
    "german": (104, 118, 124),
    "us": (128, 130, 78),
    "any": (130, 120, 100),
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
MOST_MARKS = 4


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
    if piece.type is UnitType.HEAVY:
        return "assault gun" if "hunter" in key else "tank"
    if piece.type is UnitType.LIGHT:
        return "half-track" if "track" in key or "sdkfz251" in key else "car"
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


def place_among(g: HeroesState, unit: UnitId) -> int:
    """Return the number of a counter among like ones of its side, from 1; 0 for the only one."""
    u = g.units[unit]
    alike = [n for n, o in enumerate(g.units) if o.key == u.key and o.seat == u.seat]
    return alike.index(unit) + 1 if len(alike) > 1 else 0


def marks_of(u: Unit) -> tuple[str, ...]:
    """The letters of its abilities; stars of orders first."""
    has = {**u.up.abilities, **u.up.weapons[0].abilities} if u.up.weapons else u.up.abilities
    stars = ("*" * has.get(Ability.ORDER, 0),) if has.get(Ability.ORDER) else ()
    return (*stars, *[letter for ability, letter in MARKS.items() if ability in has])[:MOST_MARKS]


def counter(g: HeroesState, unit: UnitId) -> ArtKey:
    """A unit with the face that is up, and the markers on it."""
    return counter_of(g.units[unit], place_among(g, unit))


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
    if sort in figures.FIGURES:
        cloth = shade(CLOTH[nation], 0.75 if acted else 1.0)
        _figure(sheet, sort, cloth)
    for n, mark in enumerate(marks):
        _mark(sheet, 3.5 + n % 2 * 10.5, 3.5 + n // 2 * 10.5, mark)
    _movement(sheet, 3.5, 27, *numbers[:2])
    _shield(sheet, 47.5, 34.5, *numbers[2:])
    if number:
        sheet.dot(30, 39.5, 5, (24, 22, 18), CREAM, 0.7)
        sheet.text(30, 39.6, str(number), "bold", 8, CREAM, "mm")
    for n, value in enumerate(bonus):
        _bonus(sheet, 2.2 + n * 18.8, 45.6, n, value)
    if arc >= 0:
        _arc(sheet, arc)
    if suppressed:
        _burst(sheet, 13, 13.5, 12.5, suppressed)
    ink.stamp(sheet, Shadow(0.8, 1.4, 1.0, 0.6))
    return ink.out()


def _figure(sheet: Ink, sort: str, cloth: Colour) -> None:
    """Men as they are drawn for any map, in the midst of the upper part."""
    size = round(52 * sheet.k)
    man, small = sheet.layer(), Ink(48, 48, sheet.k / 2, "RGBA")
    figures.FIGURES[sort](small, cloth)
    man.picture(small.im.resize((size, size), Image.Resampling.LANCZOS), 5, -2.5)
    sheet.stamp(man, Shadow(0.5, 0.8, 0.6, 0.4))


def _plate(ink: Ink, nation: str, outline: str, damaged: bool, acted: bool) -> None:
    """The tile. Its frame says what it is: gold an officer, red and gold a hero, black a heavy
    weapon. A damaged face is torn."""
    tone = PLATE[nation]
    tone = mix(tone, (60, 58, 52), 0.45) if acted else tone
    tone = mix(tone, (120, 48, 38), 0.32) if damaged else tone
    round_ = CORNER[nation]
    ink.box(0.8, 0.8, 58.4, 58.4, tone, round_, INK, 1.2)
    frame: dict[str, tuple[Colour, float]] = {
        "officer": (GOLD, 2.2),
        "hero": ((214, 60, 40), 2.6),
        "heavy_weapon": ((20, 18, 14), 2.6),
    }
    if outline in frame:
        colour, wide = frame[outline]
        ink.box(2.2, 2.2, 55.6, 55.6, None, max(1.0, round_ - 1.4), colour, wide)
    if damaged:
        tear = [(26, 1), (29, 7), (26.5, 12), (30, 18), (28, 22)]
        ink.line(tear, (70, 20, 14), 2.4)
        ink.line(tear, (236, 200, 170), 0.9)


def _mark(ink: Ink, x: float, y: float, letter: str) -> None:
    if letter.startswith("*"):
        ink.box(x, y, 9.6, 9.6, (26, 24, 18, 230), 2)
        ink.poly(star(x + 4.8, y + 5.1, 4.9, 2.1, 5), GOLD)
        if len(letter) > 1:
            ink.text(x + 4.8, y + 5.3, str(len(letter)), "bold", 6.4, INK, "mm")
        return
    ink.box(x, y, 9.6, 9.6, (240, 232, 208), 2, INK, 0.6)
    ink.text(x + 4.8, y + 4.9, letter, "bold", 8, INK, "mm")


def _movement(ink: Ink, x: float, y: float, move: int, less: bool) -> None:
    """An arrow with the number of spaces."""
    ink.poly(
        [(x, y), (x + 10.5, y), (x + 15.5, y + 8), (x + 10.5, y + 16), (x, y + 16)],
        (34, 30, 22),
        CREAM,
        0.8,
    )
    ink.text(x + 6.2, y + 8.2, str(move), "bold", 13, PRESSED if less else CREAM, "mm")


def _shield(ink: Ink, x: float, y: float, defence: int, step: bool) -> None:
    """The defence on a shield; below it a half disc for a step that a hit takes, a cross where it
    is the last."""
    points = [(x - 9, y - 8), (x + 9, y - 8), (x + 9, y + 1), (x, y + 9.4), (x - 9, y + 1)]
    ink.poly(points, CREAM, INK, 1.2)
    ink.text(x, y - 1, str(defence), "bold", 13 if defence < 10 else 10.5, INK, "mm")
    cx, cy = x - 9.2, y - 8.4
    ink.dot(cx, cy, 4.6, CREAM if step else (30, 26, 20), INK, 0.8)
    if step:
        ink.pen.pieslice(
            [
                (cx - 3.6) * ink.k - ink.left,
                (cy - 3.6) * ink.k - ink.top,
                (cx + 3.6) * ink.k - ink.left,
                (cy + 3.6) * ink.k - ink.top,
            ],
            90,
            270,
            fill=(160, 40, 30),
        )
    else:
        for d in (-1, 1):
            ink.line([(cx - 2.4, cy - 2.4 * d), (cx + 2.4, cy + 2.4 * d)], (250, 120, 90), 1.5)


def _bonus(ink: Ink, x: float, y: float, n: int, value: int) -> None:
    tone = BONUS[n] if value >= 0 else mix(BONUS[n], (60, 56, 50), 0.7)
    ink.box(x, y, 18.2, 12.4, tone, 2.2, INK, 0.8)
    ink.text(x + 4.6, y + 6.6, LETTERS[n], "bold", 7.6, mix(CREAM, tone, 0.12), "mm")
    said = str(value) if value >= 0 else "X"
    ink.text(x + 12.2, y + 6.4, said, "bold", 11.6, CREAM if value >= 0 else (190, 180, 164), "mm")


def _arc(ink: Ink, facing: int) -> None:
    """To which edge it fires: two white strokes there."""
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[facing // 2]
    cx, cy = 30 + 24.4 * dx, 30 + 24.4 * dy
    tip = (cx + 5 * dx, cy + 5 * dy)
    for side in (-1, 1):
        end = (cx - 3 * dx + 11 * dy * side, cy - 3 * dy + 11 * dx * side)
        ink.line([end, tip], INK, 4.6)
    for side in (-1, 1):
        end = (cx - 3 * dx + 11 * dy * side, cy - 3 * dy + 11 * dx * side)
        ink.line([end, tip], (255, 250, 235), 2.6)


def _burst(ink: Ink, x: float, y: float, r: float, markers: int) -> None:
    """Suppressed: a burst with the number of markers."""
    ink.poly(star(x, y, r, r * 0.68, 9), PRESSED, INK, 1.2)
    ink.text(x, y + 0.4, str(markers), "bold", r * 1.1, INK, "mm")


# ------------------------------------------------------------------ vehicles


PAINT: dict[str, Colour] = {"german": (166, 152, 104), "us": (92, 104, 58), "any": (110, 104, 84)}


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
    tone = mix(PLATE[nation], (60, 58, 52), 0.45) if acted else PLATE[nation]
    sheet.box(0.8, 0.8, 58.4, long - 1.6, tone, CORNER[nation], INK, 1.2)
    if outline == "hero":
        sheet.box(2.2, 2.2, 55.6, long - 4.4, None, CORNER[nation], (214, 60, 40), 2.6)
    sheet.poly([(30, 3), (36, 10), (24, 10)], CREAM, INK, 0.8)  # the front
    scale = 2.1 if spaces > 1 else 1.1
    small = Ink(48, 48, ink.k * scale / 2, "RGBA")
    figures.vehicle(small, sort, PAINT[nation], big=sort == "tank", gun=6 if spaces > 1 else 1)
    size = round(48 * scale * sheet.k)
    picture = small.im.resize((size, size), Image.Resampling.LANCZOS)
    sheet.picture(picture, 30 - 24 * scale, long / 2 - 25 * scale)
    ink.stamp(sheet, Shadow(0.8, 1.4, 1.0, 0.6))
    return ink.out()


DOTS = {Damage.CREW: "C", Damage.TRACK: "T", Damage.HULL: "H", Damage.PRIMARY: "G"}
"""The letters of what is broken of a heavy vehicle: crew, track, hull, gun."""


def readings(u: Unit, number: int = 0) -> ArtKey:
    """The numbers of a vehicle, upright over it; its defences stand along its sides."""
    bonus = u.up.weapons[0].bonus if u.up.weapons else {}
    parameters = {
        "move": (u.movement, u.up.move != u.movement),
        "bonus": tuple([bonus.get(kind, -1) for kind in TYPES]),
        "defence": u.up.defence[0] if len(u.up.defence) == 1 else 0,
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
    defence: int,
    state: tuple[int, int, str],
) -> Image.Image:
    number, suppressed, damage = state
    ink = Ink(60, 60, width / 60, "RGBA")
    _movement(ink, 3.5, 27, *move)
    if defence:
        _shield(ink, 47.5, 34.5, defence, step=False)
    if number:
        ink.dot(52, 22, 5, (24, 22, 18), CREAM, 0.7)
        ink.text(52, 22.1, str(number), "bold", 8, CREAM, "mm")
    for n, value in enumerate(bonus):
        _bonus(ink, 2.2 + n * 18.8, 45.6, n, value)
    if suppressed:
        _burst(ink, 13, 13.5, 12.5, suppressed)
    for n, letter in enumerate(damage):
        ink.dot(30 + 12 * n, 8, 6, (190, 40, 30), INK, 1)
        ink.text(30 + 12 * n, 8.2, letter, "bold", 8.6, CREAM, "mm")
    return ink.out()


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


def smoke(value: int) -> ArtKey:
    """Smoke over four spaces."""
    return ArtKey("heroes.smoke", (("value", value),))


@face("heroes.smoke")
def _smoke(pictures: Pictures, width: int, height: int, *, value: int) -> Image.Image:
    ink = Ink(80, 80, width / 80, "RGBA")
    sheet = ink.layer()
    opacity = 96 + 26 * value
    for x, y, r in ((24, 26, 20), (54, 24, 22), (40, 44, 26), (22, 56, 18), (58, 56, 20)):
        sheet.dot(x, y, r, (226, 224, 216, opacity))
        sheet.dot(x - r * 0.25, y - r * 0.25, r * 0.6, (246, 244, 238, opacity))
    sheet.box(28, 32, 24, 16, (40, 38, 34, 220), 4)
    sheet.text(40, 40.3, f"-{value}", "bold", 12, CREAM, "mm")
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
