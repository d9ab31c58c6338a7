"""The printed facts of Heroes, read from its data files without the game's own loader."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import owm_net

DATA = Path(owm_net.__file__).parent / "games" / "heroes" / "data"
Space = tuple[int, int]
Placed = tuple[str, Space, int]
"""Key, north-west space, quarter turns."""
INFANTRY, LIGHT, HEAVY = "infantry", "light", "heavy"
CONCEALED_MOVE = 2
"""HON-HID-07."""
HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
CARD_NUMBERS = 76
"""Copies of a side, G-05."""


@dataclass(frozen=True)
class Weapon:
    """A block of combat bonuses; a type without one is an X (HON-CTR-10)."""

    bonus: Mapping[str, int]
    abilities: Mapping[str, int]
    pattern: str = ""
    arc: bool = False

    def plain(self) -> bool:
        """Return True if it takes plain shots at units (R-209)."""
        return "indirect_fire" not in self.abilities


@dataclass(frozen=True)
class Face:
    """One side of a counter (HON-CTR-01). step: it flips when it is hit (HON-CTR-12)."""

    red: bool
    move: int
    defence: tuple[int, ...]
    step: bool
    abilities: Mapping[str, int]
    weapons: tuple[Weapon, ...]


@dataclass(frozen=True)
class Piece:
    """A counter."""

    key: str
    nation: str
    outline: str
    type: str
    faces: tuple[Face, ...]
    spaces: int = 1
    gun: bool = False
    conceals: bool = False
    explosion: Weapon | None = None


@dataclass(frozen=True)
class Element:
    """What a space or an overlay is made of (G-07)."""

    key: str
    letter: str = ""
    defence: int = 0
    obscures: int = 0
    blocks: bool = False
    closed: tuple[str, ...] = ()
    difficult: tuple[str, ...] = ()
    water: bool = False
    bridge: bool = False
    covers: bool = False
    position: bool = False
    ruin: bool = False
    hedge: bool = False
    opens: tuple[str, ...] = ()
    wreck: bool = False
    structure: int = 0
    becomes: str = ""


@dataclass(frozen=True)
class Overlay:
    """A piece that is laid on boards."""

    element: str
    size: tuple[int, int]
    rooms: tuple[str, ...] = ()
    walls: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    stock: int = 0
    on_water: bool = False


@dataclass(frozen=True)
class Card:
    """A kind of action card (G-05). questions: at which it is an answer. aaa: of an aircraft."""

    key: str
    kind: str
    phase: str
    questions: tuple[str, ...]
    aaa: int = 0


@dataclass(frozen=True)
class Option:
    """A recruitment option. tokens: how many it has; the rest as in G-04."""

    key: str
    kind: str
    size: str
    bands: tuple[str, ...]
    cost: Mapping[str, int]
    units: Mapping[str, tuple[str, ...]]
    squares: int
    points: Mapping[str, int]
    tokens: int
    bonus: Mapping[str, int]
    pattern: str
    scatter: int
    destruction: int
    reach: int


@dataclass(frozen=True)
class Tile:
    """A recruitment tile. slots: name -> (size, bands)."""

    key: str
    nation: str
    insignia: str
    officer: bool
    high_command: bool
    cost: int
    units: Mapping[str, int]
    stars: int
    star_slot: str
    slots: Mapping[str, tuple[str, tuple[str, ...]]]
    squares: int
    points: int


@dataclass(frozen=True)
class Objective:
    """A place that is fought for. counts: for which side, and when (HON-VIC-10)."""

    name: str
    points: int
    spaces: tuple[Space, ...]
    counts: Mapping[str, str]


@dataclass(frozen=True)
class Side:
    """The part of a seat in a scenario. name: of the seats that fight together. army: (tile, slot
    -> option). reserve: counters that wait beside the map. clear: no open unit deploys so near to
    these rows."""

    name: str
    nation: str
    zone: frozenset[Space]
    army: tuple[tuple[str, Mapping[str, str]], ...]
    heroes: tuple[str, ...]
    directives: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    clear: tuple[tuple[int, ...], int] = ((), 0)


@dataclass(frozen=True)
class Arrival:
    """An event that brings a reserve (HON-RND-06)."""

    round: int
    side: str
    spaces: frozenset[Space]
    facing: int


@dataclass(frozen=True)
class Scenario:
    """A scenario (G-11). rallies: rounds and sides of events that take markers off. cards: in a
    deck, beside command cards."""

    key: str
    boards: tuple[Placed, ...]
    overlays: tuple[Placed, ...]
    low_walls: tuple[tuple[Space, str], ...]
    rounds: int
    initiative: str
    cards: int
    at_once: Mapping[str, Any]
    otherwise: str
    objectives: tuple[Objective, ...]
    sides: tuple[Side, ...]
    rallies: tuple[tuple[int, str], ...] = ()
    exits: frozenset[Space] = frozenset()
    bonus: tuple[Space, ...] = ()
    arrivals: tuple[Arrival, ...] = ()


@dataclass(frozen=True)
class Book:
    """Everything that is printed, by key. cards: keys by number; kinds: what is printed on them.
    insignia: of counters. low_walls: how many there are."""

    pieces: Mapping[str, Piece]
    elements: Mapping[str, Element]
    letters: Mapping[str, Element]
    overlays: Mapping[str, Overlay]
    boards: Mapping[str, tuple[str, ...]]
    tiles: Mapping[str, Tile]
    options: Mapping[str, Option]
    heroes: Mapping[str, tuple[int, int]]
    cards: Mapping[int, str]
    kinds: Mapping[str, Card]
    insignia: Mapping[str, str]
    low_walls: int
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def space(text: str) -> Space:
    """Return the space of a text "X,Y"."""
    x, y = text.split(",")
    return int(x), int(y)


def _spaces(text: str) -> tuple[Space, ...]:
    return tuple(space(part) for part in text.split())


def _infantry(row: Mapping[str, Any]) -> Piece:
    faces = []
    for f in row["faces"]:
        has = dict(f.get("abilities", {}))
        weapon = Weapon(f["bonus"], has, f.get("pattern", ""), f.get("arc", False))
        face = Face(
            f["name"] == "red", f["move"], (f["defence"],), f["hit"] == "step", has, (weapon,)
        )
        faces.append(face)
    return Piece(
        row["key"],
        row["nation"],
        row["outline"],
        INFANTRY,
        tuple(faces),
        gun=row.get("gun", False),
        conceals=row.get("conceals", False),
    )


def _weapon(row: Mapping[str, Any]) -> Weapon:
    return Weapon(row["bonus"], row.get("abilities", {}), row.get("pattern", ""))


def _vehicle(row: Mapping[str, Any]) -> Piece:
    weapons = tuple(_weapon(row[k]) for k in ("primary", "secondary") if k in row)
    face = Face(False, row["move"], tuple(row["defence"]), False, row.get("abilities", {}), weapons)
    explosion = _weapon(row["explosion"]) if "explosion" in row else None
    outline = row.get("outline", "plain")
    return Piece(
        row["key"],
        row["nation"],
        outline,
        row["type"],
        (face,),
        spaces=row["spaces"],
        explosion=explosion,
    )


def _slot(text: str) -> tuple[str, tuple[str, tuple[str, ...]]]:
    name, size, bands = text.split()
    return name, (size, tuple(bands.split(",")))


def _placed(text: str) -> Placed:
    parts = text.split()
    return parts[0], space(parts[1]), int(parts[2]) if len(parts) > 2 else 0


def _zone(boxes: list[str]) -> frozenset[Space]:
    found = set()
    for box in boxes:
        (x0, y0), (x1, y1) = _spaces(box)
        found |= {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
    return frozenset(found)


def _side(row: Mapping[str, Any], ready: Mapping[str, Any]) -> Side:
    army = ready[row["ready"]] if "ready" in row else row
    clear = row.get("open_clear_of", {"rows": (), "spaces": 0})
    return Side(
        row["name"],
        row["nation"],
        _zone(row["zones"]),
        tuple((t["key"], t.get("options", {})) for t in army.get("tiles", ())),
        tuple(army.get("heroes", ())),
        tuple(army.get("directives", ())),
        tuple(row.get("reserve", ())),
        (tuple(clear["rows"]), clear["spaces"]),
    )


def _scenario(row: Mapping[str, Any], ready: Mapping[str, Any]) -> Scenario:
    walls = tuple((space(w.split()[0]), w.split()[1]) for w in row.get("low_walls", ()))
    objectives = tuple(
        Objective(o["name"], o["points"], _spaces(o["spaces"]), o["counts"])
        for o in row.get("objective", ())
    )
    sides = tuple(_side(s, ready) for s in row["side"])
    return Scenario(
        row["key"],
        tuple(_placed(b) for b in row["boards"]),
        tuple(_placed(o) for o in row["overlays"]),
        walls,
        row["rounds"],
        row["initiative"],
        row.get("cards", 0),
        row.get("at_once", {}),
        row.get("otherwise", ""),
        objectives,
        sides,
        tuple((e["round"], e["side"]) for e in row.get("event", ()) if e["kind"] == "rally"),
        frozenset(_spaces(row["exits"]["spaces"])) if "exits" in row else frozenset(),
        _spaces(row.get("bonus", "")),
        tuple(
            Arrival(e["round"], e["side"], _zone([e["spaces"]]), HEADINGS.index(e["facing"]))
            for e in row.get("event", ())
            if e["kind"] == "reserve"
        ),
    )


def _element(row: dict[str, Any]) -> Element:
    row = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items() if k != "title"}
    return Element(**row)


def _option(row: Mapping[str, Any]) -> Option:
    return Option(
        row["key"],
        row["kind"],
        row["size"],
        tuple(row["bands"]),
        row["cost"],
        {n: tuple(u) for n, u in row.get("units", {}).items()},
        row.get("squares", 0),
        row.get("points", {}),
        row.get("tokens", 0),
        row.get("bonus", {}),
        row.get("pattern", ""),
        row.get("scatter", 0),
        row.get("destruction", 0),
        row.get("reach", 0),
    )


def _overlay(row: Mapping[str, Any]) -> Overlay:
    lists = {k: tuple(row.get(k, ())) for k in ("rooms", "walls", "doors", "windows")}
    size = row["size"][0], row["size"][1]
    water = row.get("on_water", False)
    return Overlay(row["element"], size, **lists, stock=row["stock"], on_water=water)


def _card(row: Mapping[str, Any]) -> Card:
    return Card(row["key"], row["kind"], row["phase"], tuple(row["questions"]), row.get("aaa", 0))


def _tile(t: Mapping[str, Any]) -> Tile:
    return Tile(
        t["key"],
        t["nation"],
        t["insignia"],
        t.get("officer", False),
        t.get("high_command", False),
        t["cost"],
        t.get("units", {}),
        t.get("stars", 0),
        t.get("star_slot", ""),
        dict(_slot(s) for s in t["slots"]),
        t.get("squares", 0),
        t.get("points", 0),
    )


@cache
def book() -> Book:
    """Return everything that is printed."""
    counters, terrain, options = _load("counters"), _load("terrain"), _load("options")
    pieces = [_infantry(r) for r in counters["infantry"]]
    pieces += [_vehicle(r) for r in counters["vehicle"]]
    elements = [_element(r) for r in terrain["element"]]
    cards: dict[int, str] = {}
    ready = {a["key"]: a for a in _load("armies")["army"]}
    kinds = _load("cards")["card"]
    for first, nation in enumerate(("german", "us")):
        number = first * CARD_NUMBERS
        for kind in kinds:
            for _ in range(kind["copies"].get(nation, 0)):
                cards[number] = kind["key"]
                number += 1
    return Book(
        {p.key: p for p in pieces},
        {e.key: e for e in elements},
        {e.letter: e for e in elements if e.letter},
        {r["key"]: _overlay(r) for r in terrain["overlay"]},
        {r["key"]: tuple(r["rows"]) for r in _load("boards")["board"]},
        {t["key"]: _tile(t) for t in _load("tiles")["tile"]},
        {r["key"]: _option(r) for r in options["option"]},
        {h["key"]: (h["cost"], h["points"]) for h in options["hero"]},
        cards,
        {k["key"]: _card(k) for k in kinds},
        {r["key"]: r["insignia"] for r in (*counters["infantry"], *counters["vehicle"])},
        terrain["low_wall"]["stock"],
        {s["key"]: _scenario(s, ready) for s in _load("scenarios")["scenario"]},
    )
