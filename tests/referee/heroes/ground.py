"""The map as the referee lays it: spaces, edges and what stands on them (HON-TER, HON-BLD)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tests.referee.heroes.book import (
    HEAVY,
    INFANTRY,
    LIGHT,
    Element,
    Placed,
    Scenario,
    Space,
    book,
)

WALL, DOOR, WINDOW, LOW = "wall", "door", "window", "low"
SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
Plan = tuple[tuple[Placed, ...], tuple[Placed, ...], tuple[tuple[Space, str], ...]]
"""Boards, overlays and low walls."""
Change = tuple[str, tuple[Space, ...], int]
"""element ("" for none), spaces, the number of the overlay that is gone (-1 for none)."""


def distance(a: Space, b: Space) -> int:
    """Count spaces with diagonals (0.1)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _side(a: Space, side: str) -> tuple[Space, Space]:
    dx, dy = SIDES[side]
    return a, (a[0] + dx, a[1] + dy)


@dataclass
class Laid:
    """An overlay on the map. room: by space, of a building."""

    number: int
    element: Element
    spaces: tuple[Space, ...]
    rooms: dict[Space, str] = field(default_factory=dict)
    edges: dict[frozenset[Space], str] = field(default_factory=dict)


def _turn(c: int, r: int, w: int, h: int, turns: int) -> tuple[int, int, int, int]:
    for _ in range(turns % 4):
        c, r, w, h = h - 1 - r, c, h, w
    return c, r, w, h


def _turned(side: str, turns: int) -> str:
    return "NESW"[("NESW".index(side) + turns) % 4]


def turned(c: int, r: int, size: tuple[int, int], turns: int) -> tuple[int, int]:
    """Return where a local space comes to lie when its overlay is turned."""
    return _turn(c, r, *size, turns)[:2]


def _lay(number: int, key: str, at: Space, turns: int) -> Laid:
    form = book().overlays[key]
    w, h = form.size
    spots: dict[tuple[int, int], Space] = {}
    for r in range(h):
        for c in range(w):
            nc, nr, _, _ = _turn(c, r, w, h, turns)
            spots[c, r] = (at[0] + nc, at[1] + nr)
    laid = Laid(number, book().elements[form.element], tuple(sorted(spots.values())))
    if not form.rooms:
        return laid
    inside = set(spots.values())
    laid.rooms = {spots[c, r]: form.rooms[r][c] for c, r in spots}
    for spot in inside:
        for side in SIDES:
            a, b = _side(spot, side)
            if b not in inside:
                laid.edges[frozenset((a, b))] = WALL
    for kind, texts in ((WALL, form.walls), (DOOR, form.doors), (WINDOW, form.windows)):
        for text in texts:
            where, side = text.split()
            c, r = (int(n) for n in where.split(","))
            laid.edges[frozenset(_side(spots[c, r], _turned(side, turns)))] = kind
    return laid


class Ground:
    """The map, with what has changed. Units are not on it."""

    def __init__(self, plan: Plan, changes: Sequence[Change]) -> None:
        boards, overlays, low_walls = plan
        self.printed: dict[Space, Element] = {}
        for key, (x0, y0), turns in boards:
            rows = book().boards[key]
            for r in range(8):
                for c in range(8):
                    nc, nr, _, _ = _turn(c, r, 8, 8, turns)
                    self.printed[x0 + nc, y0 + nr] = book().letters[rows[r][c]]
        self.width = 1 + max((x for x, _ in self.printed), default=-1)
        self.height = 1 + max((y for _, y in self.printed), default=-1)
        laid = [_lay(n, *o) for n, o in enumerate(overlays)]
        first = len(laid)
        for n, (element, spaces, gone) in enumerate(changes):
            laid = [one for one in laid if one.number != gone]
            if element:
                laid.append(Laid(first + n, book().elements[element], tuple(spaces)))
        self.next_number = first + len(changes)
        self.overlays = {one.number: one for one in laid}
        self.on: dict[Space, list[Laid]] = {}
        self.edges: dict[frozenset[Space], str] = {}
        for where, side in low_walls:
            self.edges[frozenset(_side(where, side))] = LOW
        for one in laid:
            for spot in one.spaces:
                self.on.setdefault(spot, []).append(one)
            self.edges.update(one.edges)
        self._elements: dict[Space, tuple[Element, ...]] = {}
        self._zones: dict[Space, frozenset[Space]] = {}

    def has(self, at: Space) -> bool:
        """Return True if a space is on the map."""
        return at in self.printed

    def elements(self, at: Space) -> tuple[Element, ...]:
        """Return what counts on a space, printed first."""
        found = self._elements.get(at)
        if found is None:
            lying = [one.element for one in self.on.get(at, ())]
            covered = any(e.covers for e in lying)
            found = (*(() if covered else (self.printed[at],)), *lying)
            self._elements[at] = found
        return found

    def building(self, at: Space) -> Laid | None:
        """The building of a space."""
        for one in self.on.get(at, ()):
            if one.rooms:
                return one
        return None

    def room(self, at: Space) -> tuple[int, str] | None:
        """The room of a space: its building and letter."""
        house = self.building(at)
        return None if house is None else (house.number, house.rooms[at])

    def position(self, at: Space) -> Laid | None:
        """The defensive position on a space."""
        for one in self.on.get(at, ()):
            if one.element.position:
                return one
        return None

    def structure(self, at: Space) -> Laid | None:
        """Return what can be destroyed on a space."""
        for one in self.on.get(at, ()):
            if one.element.structure:
                return one
        return None

    def defence(self, at: Space) -> int:
        """The terrain bonus of a space, the best of several (HON-TER-04, R-281)."""
        return max(e.defence for e in self.elements(at))

    def difficult(self, at: Space, kind: str) -> bool:
        """Return True if a unit must stop there (HON-TER-06)."""
        return any(kind in e.difficult for e in self.elements(at))

    def closed(self, at: Space, kind: str, amphibious: bool = False) -> bool:
        """Return True if a type of unit may never be there."""
        here = self.elements(at)
        opened = any(kind in e.opens for e in here)
        for e in here:
            if e.hedge and opened:
                continue
            if kind in e.closed or (e.water and not amphibious):
                return True
        return kind != INFANTRY and self._between_buildings(at)

    def _between_buildings(self, at: Space) -> bool:
        """R-30."""
        if self.building(at) is not None:
            return False
        for a, b in (("N", "S"), ("E", "W")):
            one, other = (self.building(_side(at, s)[1]) for s in (a, b))
            if one is not None and other is not None and one.number != other.number:
                return True
        return False

    def edge(self, a: Space, b: Space) -> str:
        """Return what stands between two spaces side by side, "" for nothing."""
        return self.edges.get(frozenset((a, b)), "")

    def crossable(self, a: Space, b: Space, kind: str) -> bool:
        """Return True if an edge lets a type of unit through, straight on."""
        edge = self.edge(a, b)
        if edge == LOW:
            return kind != LIGHT
        return edge in ("", DOOR)

    def _shut(self, a: Space, b: Space, kind: str) -> bool:
        """Return True if an edge closes a way round a corner: doors are used straight on only
        (R-81)."""
        edge = self.edge(a, b)
        return edge in (WALL, WINDOW, DOOR) or (edge == LOW and kind == LIGHT)

    def step(self, a: Space, b: Space, kind: str) -> bool:
        """Return True if edges let a unit step from a space to a neighbour (HON-MOVE-09, R-81)."""
        if a[0] == b[0] or a[1] == b[1]:
            return self.crossable(a, b, kind)
        ways = ((b[0], a[1]), (a[0], b[1]))
        inside = self.building(a), self.building(b)
        if (inside[0] is None) != (inside[1] is None):
            return False  # into a building or out of it: by a door, straight on
        if inside[0] is None and all(self.building(c) is not None for c in ways):
            return True  # R-111, between two buildings
        return not all(self._shut(a, c, kind) or self._shut(c, b, kind) for c in ways)

    def cut(self, a: Space, b: Space) -> bool:
        """Return True if No Passage edges part two neighbours (R-81, HON-ZOC-02)."""
        if a[0] == b[0] or a[1] == b[1]:
            return self.edge(a, b) == WALL
        ways = ((b[0], a[1]), (a[0], b[1]))
        shut = (WALL, DOOR, WINDOW)  # a door is used straight on only
        return all(self.edge(a, c) in shut or self.edge(c, b) in shut for c in ways)

    def neighbours(self, at: Space) -> Iterable[Space]:
        """The spaces of the map round one."""
        for dx, dy in WAYS:
            other = (at[0] + dx, at[1] + dy)
            if other in self.printed:
                yield other

    def zone(self, at: Space) -> frozenset[Space]:
        """The zone of control of infantry on a space (HON-ZOC-01 to -04)."""
        found = self._zones.get(at)
        if found is None:
            house = self.building(at)
            found = frozenset(
                n
                for n in self.neighbours(at)
                if not self.cut(at, n) and (house is None or self.building(n) is house)
            )
            self._zones[at] = found
        return found


@lru_cache(maxsize=256)
def _ground(plan: Plan, changes: tuple[Change, ...]) -> Ground:
    return Ground(plan, changes)


def ground_of(scenario: Scenario, changes: tuple[Change, ...]) -> Ground:
    """The map of a scenario, with what has changed."""
    return _ground((scenario.boards, scenario.overlays, scenario.low_walls), changes)


__all__ = ["HEAVY", "INFANTRY", "LIGHT", "Change", "Ground", "Laid", "distance", "ground_of"]
