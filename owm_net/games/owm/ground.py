"""Terrain, range, line of sight, the angles of flanking and of friendly fire (000:1873-1922,
000:2175-2178, sections 2.4 and 2.25): what follows from the map alone.

Cells are numbered row by row from the north-west; coordinates are (x, y), y growing south.
Everything is exact integer geometry (section 3.4 of docs/rules/owm.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Record, record
from owm_net.games.owm.catalog import FIELD, TerrainCard
from owm_net.games.owm.ids import Cell
from owm_net.games.owm.terms import Crosshair

OPEN = CardNumber(0)
"""A spot without a Terrain card (OWM-TERR-02)."""

UNIT = 12
"""A cell is 12 x 12 units."""

COLUMNS = "ABCDEFGHIJ"

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The eight neighbours clockwise from north."""


class _Cached(Record):
    """Room for what is worked out from a map once: (a, b) -> line of sight."""

    __slots__ = ("_sight",)
    _sight: dict[tuple[Cell, Cell], bool]


@record("owm.ground")
class Ground(_Cached):
    """The cards on the map. cards: one for each cell, OPEN where none. turned: cells whose card
    lies the other way round. trenches: cells with an Entrench token (OWM-TOK-03). north: quarter
    turns clockwise from the top of the map to the compass point (A-114).
    """

    width: int
    height: int
    cards: tuple[CardNumber, ...]
    turned: tuple[Cell, ...] = ()
    trenches: tuple[Cell, ...] = ()
    north: int = 0

    @property
    def size(self) -> int:
        """How many cells the map has."""
        return self.width * self.height

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All of them, in the order of their numbers."""
        return _cells(self.width, self.height)

    def place(self, cell: Cell) -> tuple[int, int]:
        """(x, y) of a cell."""
        return cell % self.width, cell // self.width

    def cell_name(self, cell: Cell) -> str:
        """As people say it: "C4" is column C, row 4 from the north."""
        x, y = self.place(cell)
        return f"{COLUMNS[x]}{y + 1}"

    def cell(self, name: str) -> Cell:
        """The cell with a name such as "C4"."""
        return Cell((int(name[1:]) - 1) * self.width + COLUMNS.index(name[0]))

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Up to 8 adjacent cells, clockwise from north (OWM-TERR-01)."""
        return _neighbours(self.width, self.height)[cell]

    def adjacent(self, a: Cell, b: Cell) -> bool:
        """Return True if two different cells touch, diagonals included."""
        return a != b and self.distance(a, b) == 1

    def distance(self, a: Cell, b: Cell) -> int:
        """Range in Terrains: max(dx, dy) (OWM-RANGE-01)."""
        w = self.width
        return max(abs(a % w - b % w), abs(a // w - b // w))

    def direction(self, a: Cell, b: Cell) -> int:
        """The direction 0-7 (north, clockwise) of an adjacent cell b from a."""
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        return DIRECTIONS.index((bx - ax, by - ay))

    def with_card(self, cell: Cell, card: CardNumber, turned: bool = False) -> Ground:
        """The same map with another card in one cell."""
        cards = (*self.cards[:cell], card, *self.cards[cell + 1 :])
        others = tuple(c for c in self.turned if c != cell)
        return self.with_(cards=cards, turned=(*others, cell) if turned else others)

    def with_trench(self, cell: Cell) -> Ground:
        """The same map with an Entrench token in a cell (OWM-TOK-03)."""
        return self.with_(trenches=(*self.trenches, cell))

    def without_trench(self, cell: Cell) -> Ground:
        """The same map without the Entrench token of a cell (OWM-ENT-05)."""
        return self.with_(trenches=tuple(c for c in self.trenches if c != cell))


@cache
def _cells(width: int, height: int) -> tuple[Cell, ...]:
    return tuple([Cell(n) for n in range(width * height)])


@cache
def _neighbours(width: int, height: int) -> tuple[tuple[Cell, ...], ...]:
    """The neighbours of every cell of a map of this size."""
    cells = _cells(width, height)
    return tuple(
        [
            tuple(
                [
                    cells[(y + dy) * width + x + dx]
                    for dx, dy in DIRECTIONS
                    if 0 <= x + dx < width and 0 <= y + dy < height
                ]
            )
            for y in range(height)
            for x in range(width)
        ]
    )


class Terrains:
    """The printed faces joined with a map: the questions the rules ask about Terrain."""

    def __init__(self, faces: Mapping[CardNumber, TerrainCard]) -> None:
        self._faces = faces
        self._field = faces[FIELD]

    def at(self, ground: Ground, cell: Cell) -> TerrainCard:
        """The Terrain of a cell; an open spot counts as Field (OWM-TERR-02)."""
        card = ground.cards[cell]
        return self._faces[card] if card != OPEN else self._field

    def crosshair(self, ground: Ground, cell: Cell) -> Crosshair:
        """Where the cross-hair of a cell is, as the card lies."""
        spot = self.at(ground, cell).crosshair
        return spot.turned if cell in ground.turned else spot

    def sees(self, ground: Ground, a: Cell, b: Cell) -> bool:
        """Line of sight from cross-hair to cross-hair (OWM-LOS-01 to 04), symmetric."""
        try:
            known = ground._sight
        except AttributeError:
            known = {}
            object.__setattr__(ground, "_sight", known)
        key = (a, b) if a < b else (b, a)
        if key not in known:
            known[key] = self._line_is_clear(ground, *key)
        return known[key]

    def _line_is_clear(self, ground: Ground, a: Cell, b: Cell) -> bool:
        (ax, ay), (bx, by) = ground.place(a), ground.place(b)
        au, av = self.crosshair(ground, a).spot
        bu, bv = self.crosshair(ground, b).spot
        start = (ax * UNIT + au, ay * UNIT + av)
        end = (bx * UNIT + bu, by * UNIT + bv)
        cells = ground.cells
        for y in range(min(ay, by), max(ay, by) + 1):
            for x in range(min(ax, bx), max(ax, bx) + 1):
                cell = cells[y * ground.width + x]
                if cell in (a, b) or not self.at(ground, cell).blocks_los:
                    continue
                if _meets(start, end, x * UNIT, y * UNIT):
                    return False
        return True


def _meets(start: tuple[int, int], end: tuple[int, int], left: int, top: int) -> bool:
    """Return True if a segment meets a cell: its inside or more than a corner of its edge (A-24).

    Cross-hairs never lie on the border of a cell, so a line that touches the border without
    entering touches it in a corner, which does not block (OWM-LOS-03). It is therefore enough
    to ask whether the segment enters the open square: clip it (Liang-Barsky) with exact
    fractions and see whether a piece of positive length is left inside. A segment along a row
    or a column (p is 0) lies between the two borders it is parallel to, for only cells of the
    rows and columns between its ends are asked about.
    """
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    low_n, low_d = 0, 1
    high_n, high_d = 1, 1
    right, bottom = left + UNIT, top + UNIT
    for p, q in ((-dx, x0 - left), (dx, right - x0), (-dy, y0 - top), (dy, bottom - y0)):
        if p < 0:
            n, d = -q, -p
            if n * low_d > low_n * d:
                low_n, low_d = n, d
        elif p > 0 and q * high_d < high_n * p:
            high_n, high_d = q, p
    return low_n * high_d < high_n * low_d


def flanks(ground: Ground, enemy: Cell, a: Cell, b: Cell) -> bool:
    """Return True if Fireteams in cells a and b flank one in cell `enemy` (OWM-FLANK-01).

    Both must be adjacent to it, at 90 degrees or more and less than 180, by whole cards.
    """
    if not (ground.adjacent(a, enemy) and ground.adjacent(b, enemy)):
        return False
    turn = (ground.direction(enemy, a) - ground.direction(enemy, b)) % 8
    return min(turn, 8 - turn) in (2, 3)


def lies_behind(ground: Ground, shooter: Cell, target: Cell, other: Cell) -> bool:
    """Return True if `other` is exactly opposite the shooter behind the target (OWM-FF-01,
    A-27)."""
    (sx, sy), (tx, ty), (ox, oy) = map(ground.place, (shooter, target, other))
    dx, dy, ex, ey = tx - sx, ty - sy, ox - tx, oy - ty
    return (ex, ey) != (0, 0) and dx * ey == dy * ex and dx * ex + dy * ey > 0
