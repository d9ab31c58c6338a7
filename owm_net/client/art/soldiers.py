"""Soldier faces: the card, and the chip of the side panels."""

from collections.abc import Mapping, Sequence
from itertools import compress

from PIL import Image, ImageChops, ImageOps

from owm_net.client.art import dice as dice_glyphs
from owm_net.client.art import icons, noise, portraits, weapons
from owm_net.client.art.ink import Ink, Shadow
from owm_net.client.art.lettering import Words
from owm_net.client.art.palette import (
    AMBER,
    BLOOD,
    CREAM,
    GOLD,
    INK,
    NATION,
    NAVY,
    RED,
    SAND,
    UMBER,
    Colour,
    shade,
)

_SIGNS = ("jammed", "crewed", "sighted", "assisting")
_PALE: Colour = (232, 220, 186)
_CHEVRONS = (
    ("lieutenant", 0),
    ("leutnant", 0),
    ("captain", 0),
    ("staff", 4),
    ("feldwebel", 4),
    ("master", 5),
    ("unteroff", 2),
    ("obergefreiter", 2),
    ("sergeant", 3),
    ("sgt", 3),
    ("corporal", 2),
    ("cpl", 2),
    ("gefreiter", 1),
    ("first class", 1),
    ("pfc", 1),
)


def rank_chevrons(rank: str) -> int:
    """How many chevrons a rank shows on the head band; 0 for a Private or an officer."""
    text = rank.casefold()
    return next((count for sign, count in _CHEVRONS if sign in text), 0)


def soldier(
    *,
    name: str,
    rank: str = "",
    role: str = "",
    weapon: str = "Rifle",
    weapon_type: str = "",
    division: str = "",
    nation: str = "us",
    number: str = "",
    hometown: str = "",
    resolve: int = 4,
    discipline: str = "green",
    vitality: int = 8,
    points: int = 0,
    grid: Sequence[str] = (),
    alt_grid: Sequence[str] = (),
    alt_label: str = "CREWED",
    leader: bool = False,
    portrait: int = 0,
    duty: str = "",
    status: str = "ready",
    jammed: bool = False,
    crewed: bool = False,
    sighted: bool = False,
    assisting: bool = False,
    words: Words = (),
    scale: float = 1.0,
) -> Image.Image:
    """A soldier card, 240 x 336. grid: dice letters for ranges 1, 2, ...: ("GB", "G", ""). duty: as
    `portraits.Bust` has it."""
    ink = Ink(240, 336, scale)
    ink.im = noise.paper(ink.im.size, ink.k, portrait % 3)
    ink.refresh()
    bust = portraits.Bust(nation, portrait, leader, duty, rank_chevrons(rank))
    portraits.portrait(ink, 12, 49, 216, 112, bust, drop=1)
    shown_as = dict(words)
    _weapon_strip(ink, weapon, weapon_type, shown_as.get(weapon, weapon))
    _tint(ink, status)
    rows = [("", list(grid))] + ([(alt_label, list(alt_grid))] if alt_grid else [])
    _grid(ink, shown_as.get("RNG", "RNG"), 12, 199, 216, 66, rows)
    _boxes(ink, 12, 270, 216, 43, resolve, discipline, vitality, shown_as)
    footer = " · ".join(part for part in (hometown, division) if part)
    size = ink.fitting(footer, "body", 9.6, 180, 6.5)
    ink.text(14, 322, footer, "body", size, UMBER, "lm")
    ink.text(228, 322, number, "type", 10, UMBER, "rm")
    _bury(ink, status)
    _band(ink, status, 12, 49, 216, 112, 26, shown_as)
    _head(
        ink, name, " · ".join(part for part in (rank, role) if part), nation, points, rank, leader
    )
    shown = compress(_SIGNS, (jammed, crewed, sighted, assisting))
    for i, sign in enumerate(shown):
        icons.state(ink, 210 - i * 32, 69, 13, sign)
    ink.box(0, 0, 240, 336, None, 12, INK, 2.6)
    return ink.out(13)


def _head(
    ink: Ink, name: str, line: str, nation: str, points: int, rank: str, leader: bool
) -> None:
    colour = NATION.get(nation, NATION["us"])
    ink.box(0, 0, 240, 43, colour)
    ink.fade(0, 0, 240, 43, (0, 0, 0), 0, 60)
    ink.line([(0, 43), (240, 43)], INK, 1.3)
    ink.line([(0, 45.2), (240, 45.2)], GOLD, 1.3)
    icons.nation(ink, 22, 22, 11, nation)
    count = rank_chevrons(rank)
    right = 180.0 if leader or count else 204.0
    size = ink.fitting(name.upper(), "title", 25, right - 40, 13, 0.8)
    ink.text(40, 15.6, name.upper(), "title", size, CREAM, "lm", track=0.8)
    small = ink.fitting(line.upper(), "label", 13, right - 40, 8.5, 0.7)
    ink.text(40, 33.6, line.upper(), "label", small, (238, 224, 178), "lm", track=0.7)
    if count:
        icons.chevrons(
            ink, 191, (22 if leader else 20) + count * 2.6 + (6 if leader else 0), 0.78, count, GOLD
        )
    if leader:
        icons.medal_star(
            ink, 191, 11 if count else 22, 7 if count else 11, (236, 202, 110), (92, 66, 24)
        )
    badge = ink.patch(200, 4, 238, 42)
    badge.dot(218, 22, 14.5, CREAM, INK, 1.5)
    badge.dot(218, 22, 12.2, None, GOLD, 1.1)
    badge.text(218, 22.2, str(points), "title", 17 if points < 100 else 13, INK, "mm")
    ink.stamp(badge, Shadow(0, 1.2, 1.4, 0.45))


def _weapon_strip(ink: Ink, name: str, kind: str, shown: str) -> None:
    """shown: what it is called in the language that is spoken."""
    ink.box(12, 161, 216, 36, SAND, 0, INK, 1.3)
    weapons.weapon(ink, 20, 170, 0.98, weapons.named(name, kind), INK)
    size = ink.fitting(shown.upper(), "title", 16, 88, 9, 0.6)
    ink.text(222, 179.4, shown.upper(), "title", size, INK, "rm", track=0.6)


def _grid(
    ink: Ink, title: str, x: float, y: float, w: float, h: float, rows: list[tuple[str, list[str]]]
) -> None:
    """The Weapon Damage Grid: ranges across, dice below; a second row when crewed or sighted.
    title: of the ranges."""
    ink.box(x, y, w, h, (236, 225, 194), 3, INK, 1.2)
    ink.box(x, y, w, 13, INK, 3)
    ink.box(x, y + 6, w, 7, INK)
    columns = max(8, max((len(cells) for _, cells in rows), default=8))
    label = 22.0
    step = (w - label) / columns
    word = ink.fitting(title, "label", 9.5, label - 2, 5, 0.4)
    ink.text(x + label / 2, y + 6.8, title, "label", word, GOLD, "mm", track=0.4)
    for i in range(columns):
        if i % 2:
            ink.box(x + label + i * step, y + 13.5, step, h - 14.5, (224, 211, 176))
        ink.text(x + label + (i + 0.5) * step, y + 6.8, str(i + 1), "bold", 9.6, CREAM, "mm")
    ink.line([(x + label, y + 13), (x + label, y + h)], (150, 134, 100), 0.8)
    high = (h - 13) / len(rows)
    for j, (text, cells) in enumerate(rows):
        top = y + 13 + j * high
        if j:
            ink.line([(x, top), (x + w, top)], (150, 134, 100), 0.8)
        if text:
            word = ink.fitting(text, "label", 9, label - 3, 5)
            ink.text(x + label / 2, top + high / 2, text, "label", word, UMBER, "mm")
        else:
            weapons.weapon(ink, x + 3.5, top + high / 2 - 1.6, 0.15, "rifle", UMBER)
        for i, cell in enumerate(cells[:columns]):
            centre = x + label + (i + 0.5) * step
            stacked = len(cell) == 2 and high > 40
            r = 6.4 if len(cell) == 1 or stacked else 4.6
            if cell:
                dice_glyphs.heap(ink, centre, top + high / 2 + 0.6, r, cell, 0 if stacked else 99)
            else:
                ink.text(centre, top + high / 2, "–", "bold", 9, (170, 154, 118), "mm")


def _boxes(
    ink: Ink,
    x: float,
    y: float,
    w: float,
    h: float,
    resolve: int,
    discipline: str,
    vitality: int,
    shown_as: Mapping[str, str],
) -> None:
    """Draw RESOLVE, DISCIPLINE (a die) and VITALITY; without Resolve (0) and Discipline ("")
    VITALITY alone."""
    gap = w * 0.02
    wide = (w - 2 * gap) / 3
    foot = h * 0.34
    for i, (english, colour, value) in enumerate(
        (
            ("RESOLVE", NAVY, str(resolve)),
            ("DISCIPLINE", _PALE, ""),
            ("VITALITY", RED, str(vitality)),
        )
    ):
        if not discipline and english != "VITALITY":
            continue
        label = shown_as.get(english, english)
        left = x + i * (wide + gap)
        sheet = ink.patch(left - 3, y - 2, left + wide + 3, y + h + 4)
        sheet.box(left, y, wide, h, colour, 4, INK, 1.2)
        sheet.box(left, y + h - foot, wide, foot, INK, 3.4)
        sheet.box(left, y + h - foot, wide, foot / 2, INK)
        ink.stamp(sheet, Shadow(0, 1.2, 1.2, 0.4))
        size = ink.fitting(label, "label", foot * 0.8, wide - 4, 4.5, foot * 0.05)
        ink.text(
            left + wide / 2,
            y + h - foot * 0.48,
            label,
            "label",
            size,
            CREAM,
            "mm",
            track=foot * 0.05,
        )
        middle = y + (h - foot) / 2 + 0.6
        if value:
            ink.text(left + wide / 2, middle, value, "title", (h - foot) * 1.16, CREAM, "mm")
        else:
            dice_glyphs.die(ink, left + wide / 2, middle, (h - foot) * 0.37, discipline)


def _tint(ink: Ink, status: str) -> None:
    """Tint what is drawn so far; dice drawn later keep their colours, because the soldier may still
    shoot."""
    tint = {"suppressed": (255, 220, 150), "wounded": (255, 196, 184)}.get(status)
    if tint is not None:
        grey = ImageOps.grayscale(ink.im).convert("RGB")
        toned = ImageChops.multiply(grey, Image.new("RGB", grey.size, tint))
        ink.im = Image.blend(ink.im, toned, 0.7)
        ink.refresh()


def _bury(ink: Ink, status: str) -> None:
    """Turns the whole face of a killed soldier dark grey."""
    if status == "killed":
        grey = ImageOps.grayscale(ink.im)
        ink.im = grey.point([i * 6 // 10 for i in range(256)]).convert("RGB")
        ink.refresh()


def _band(
    ink: Ink,
    status: str,
    x: float,
    y: float,
    w: float,
    h: float,
    high: float,
    shown_as: Mapping[str, str],
) -> None:
    """Writes the state in words across the foot of the portrait."""
    if status == "ready":
        return
    top = y + h - high - 1
    english = status.upper()
    label = shown_as.get(english, english)
    if status == "suppressed":
        portraits.band(ink, x, top, w, high, label, AMBER, INK)
    elif status == "wounded":
        portraits.band(ink, x, top, w, high, label, BLOOD, CREAM, cross=True)
    else:
        for ends in (
            [(x + w * 0.3, y + 8), (x + w * 0.7, y + h - 8)],
            [(x + w * 0.7, y + 8), (x + w * 0.3, y + h - 8)],
        ):
            ink.line(ends, (26, 22, 20), h * 0.1)
        portraits.band(ink, x, top, w, high, shown_as.get("KILLED", "KILLED"), (30, 26, 24), CREAM)


def soldier_chip(
    *,
    name: str,
    weapon: str = "Rifle",
    weapon_type: str = "",
    nation: str = "us",
    resolve: int = 4,
    discipline: str = "green",
    vitality: int = 8,
    grid: Sequence[str] = (),
    leader: bool = False,
    rank: str = "",
    portrait: int = 0,
    duty: str = "",
    status: str = "ready",
    jammed: bool = False,
    crewed: bool = False,
    sighted: bool = False,
    assisting: bool = False,
    words: Words = (),
    scale: float = 1.0,
) -> Image.Image:
    """A compact soldier for the side panels, 120 x 150."""
    ink = Ink(120, 150, scale)
    ink.im = noise.paper(ink.im.size, ink.k, portrait % 3)
    ink.refresh()
    bust = portraits.Bust(nation, portrait, leader, duty, rank_chevrons(rank))
    portraits.portrait(ink, 0, 22, 120, 58, bust, size=1.06, drop=1)
    ink.box(0, 80, 120, 19, SAND)
    ink.line([(0, 80), (120, 80)], INK, 1)
    weapons.weapon(ink, 6, 86, 0.42, weapons.named(weapon, weapon_type), INK)
    shown_as = dict(words)
    called = shown_as.get(weapon, weapon).upper()
    size = ink.fitting(called, "title", 13.5, 60, 8)
    ink.text(115, 90, called, "title", size, INK, "rm")
    ink.line([(0, 99), (120, 99)], INK, 1)
    _tint(ink, status)
    _chip_stats(ink, shown_as, resolve, discipline, vitality)
    _chip_grid(ink, grid)
    _bury(ink, status)
    _band(ink, status, 0, 22, 120, 58, 18, shown_as)
    colour = NATION.get(nation, NATION["us"])
    ink.box(0, 0, 120, 22, colour)
    ink.line([(0, 22), (120, 22)], INK, 1.3)
    icons.nation(ink, 13, 11.6, 6.6, nation)
    room = 92 - (15 if leader else 0)
    size = ink.fitting(name.upper(), "title", 18, room, 9, 0.4)
    ink.text(23, 12, name.upper(), "title", size, CREAM, "lm", track=0.4)
    if leader:
        icons.medal_star(ink, 109, 11.6, 6.6, (236, 202, 110), (92, 66, 24))
    shown = compress(_SIGNS, (jammed, crewed, sighted, assisting))
    for i, sign in enumerate(shown):
        icons.state(ink, 107, 35 + i * 22, 8.6, sign)
    ink.box(0, 0, 120, 150, None, 7, shade(INK, 0.8), 2)
    return ink.out(8)


def initials(shown_as: Mapping[str, str]) -> tuple[str, str, str]:
    """The letters of Resolve, Discipline and Vitality."""
    resolve, discipline, vitality = [
        shown_as.get(name, name)[:1] for name in ("RESOLVE", "DISCIPLINE", "VITALITY")
    ]
    return resolve, discipline, vitality


def _chip_stats(
    ink: Ink, shown_as: Mapping[str, str], resolve: int, discipline: str, vitality: int
) -> None:
    """As `_boxes`."""
    ground, values = (NAVY, _PALE, RED), (str(resolve), "", str(vitality))
    for i, (letter, colour, value) in enumerate(
        zip(initials(shown_as), ground, values, strict=True)
    ):
        if not discipline and i < 2:
            continue
        left = 4 + i * 38
        ink.box(left, 102, 36, 26, colour, 3, INK, 1)
        ink.text(left + 9.5, 115.4, letter, "label", 15, (226, 214, 180) if value else INK, "mm")
        if value:
            ink.text(left + 24.5, 115.4, value, "title", 23 if len(value) < 2 else 20, CREAM, "mm")
        else:
            dice_glyphs.die(ink, left + 24.2, 115, 8, discipline, shadow=False)


def _chip_grid(ink: Ink, grid: Sequence[str]) -> None:
    """The reach of the weapon, range 1 to 8, as small dice."""
    ink.box(0, 131, 120, 19, (52, 46, 36))
    for i in range(8):
        x = 9 + i * 14.6
        cell = grid[i] if i < len(grid) else ""
        if not cell:
            ink.text(x, 140, "·", "bold", 10, (130, 120, 98), "mm")
            continue
        ink.box(x - 6.8, 133, 13.6, 14, (226, 214, 182), 2)
        dice_glyphs.heap(
            ink, x, 140.2, 2.8 if len(cell) > 1 else 4.2, cell, 14 if len(cell) > 2 else 20
        )
