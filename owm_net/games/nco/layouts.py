"""Tables: what terrain is (G-10), and how a layout is written, read and looked at (G-11).

They are apart from the rest of the data, because a pack can bring its own layouts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from attrs import field, frozen

from owm_net.engine.data import DataFiles, between, there_is_no
from owm_net.engine.errors import MOST_PROBLEMS
from owm_net.engine.geometry import Point, Polygon
from owm_net.engine.text import Said, say
from owm_net.games.nco.ids import LayoutKey
from owm_net.games.nco.terms import BASE, BASES, BOARD, NARROW, Climb, Sight

FILE, OWN = "layouts.toml", "layouts/"
"""Our layouts, and the folder of a pack's: each of its files holds one or more."""
BY_CHANCE = "random"
"""In place of a layout: one picked by a joint die."""
MOST_LAYOUTS, MOST_PIECES, MOST_DIGITS = 40, 80, 5
"""In all; on a table; of a coordinate."""
MOST_LETTERS = 40
"""Of a key and of a title."""
KEY_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"
HOME_FREE = 400
"""G-11: so deep no solid piece stands along a home edge."""
CENTRE_FREE = 110
"""G-11: so much around the centre and around each place of the pilot."""
PILOTS = ((1800, 1800), (1800, 2100), (1659, 1659), (1941, 1659), (1800, 1500))
"""NCO-SCN-11: where the pilot may begin, for a rescuer in the south."""


@frozen(kw_only=True)
class TerrainKind:
    """A row of G-10. cover: for a soldier wholly inside."""

    key: str
    title: Said
    solid: bool
    sight: Sight
    top: int = field(validator=between(0, 500))
    cover: bool = False
    difficult: bool = False
    climb: Climb = Climb.NONE
    stand: bool = False

    @property
    def called(self) -> str:
        """Return its name. (A match is bound to the data that has the title of a wall.)"""
        return CALLED.get(self.key, self.title)


CALLED = {"wall_high": say("high wall"), "wall_low": say("low wall")}


@frozen(eq=False)
class Piece:
    """A piece of terrain where it stands."""

    kind: TerrainKind
    polygon: Polygon


@frozen(eq=False)
class Layout:
    """A drawn table (G-11): the piece of the centre first, then each with its half turn."""

    key: LayoutKey
    title: Said
    pieces: tuple[Piece, ...]


def _plain(_: Any, attribute: Any, value: LayoutKey) -> None:
    if not 1 <= len(value) <= MOST_LETTERS or any(c not in KEY_LETTERS for c in value):
        raise ValueError(f"must be 1 to {MOST_LETTERS} small letters, digits, _ or -")
    if value == BY_CHANCE:
        raise ValueError(f'must not be "{BY_CHANCE}", which is a die')


def _short(_: Any, attribute: Any, value: str) -> None:
    if not 1 <= len(value) <= MOST_LETTERS:
        raise ValueError(f"must be 1 to {MOST_LETTERS} letters long")


@frozen
class _LayoutRow:
    key: LayoutKey = field(validator=_plain)
    title: Said = field(validator=_short)
    centre: tuple[str, ...]
    half: tuple[str, ...]


@frozen
class _Layouts:
    layout: tuple[_LayoutRow, ...]


@frozen
class _Kinds:
    kind: tuple[TerrainKind, ...]


def read_kinds(files: DataFiles) -> dict[str, TerrainKind]:
    """The kinds of terrain, by key. Raises BadData."""
    return {row.key: row for row in files.load("terrain.toml", _Kinds).kind}


def read_layouts(
    files: DataFiles, kinds: Mapping[str, TerrainKind]
) -> tuple[dict[LayoutKey, Layout], list[str]]:
    """Return the layouts by key, ours first, and the faults of those that can be read. Raises
    BadData for what cannot."""
    names = (FILE, *own_files(files))
    rows = [(name, row) for name in names for row in files.load(name, _Layouts).layout]
    many = len({row.key for _, row in rows})
    if many > MOST_LAYOUTS:  # too many to look at each
        return {}, [f"layouts: there may be {MOST_LAYOUTS}, are {many}"]
    layouts: dict[LayoutKey, Layout] = {}
    wrong: list[str] = []
    for name, row in rows:
        layout, faults = _layout(row, kinds)
        if row.key in layouts:
            faults.append("there is a layout of this key already")
        if not faults:  # what is too much is not measured
            faults += _unsound(layout)
        wrong += [f"{name}: {row.key}: {fault}" for fault in faults]
        layouts[row.key] = layout
        if len(wrong) >= MOST_PROBLEMS:
            break
    return layouts, wrong


def own_files(files: DataFiles) -> list[str]:
    """Those of a pack, sorted."""
    return sorted([name for name in files.over if name.startswith(OWN)])


def _layout(row: _LayoutRow, kinds: Mapping[str, TerrainKind]) -> tuple[Layout, list[str]]:
    """A layout with every piece of its half turned round as well, and what cannot be read."""
    pieces: list[Piece] = []
    wrong: list[str] = []
    if len(row.centre) + 2 * len(row.half) > MOST_PIECES:
        return Layout(row.key, row.title, ()), [
            f"there may be {MOST_PIECES} pieces, turned ones too"
        ]
    for words, turned in [*((w, False) for w in row.centre), *((w, True) for w in row.half)]:
        try:
            piece = _piece(words, kinds)
        except ValueError as e:
            wrong.append(f'"{words:.40}": {e}')
            continue
        pieces.append(piece)
        if turned:
            pieces.append(Piece(piece.kind, piece.polygon.turned(BOARD, BOARD)))
    return Layout(row.key, row.title, tuple(pieces)), wrong


def _piece(words: str, kinds: Mapping[str, TerrainKind]) -> Piece:
    """A piece from its line. Raises ValueError."""
    kind, _, shape = words.partition(" ")
    if kind not in kinds:
        raise ValueError(there_is_no(kind, kinds))
    letter, *numbers = shape.split()
    if letter == "R" and len(numbers) == 4:
        x0, y0, x1, y1 = map(_number, numbers)
        return Piece(kinds[kind], Polygon.rectangle(x0, y0, x1, y1))
    if letter == "P":
        corners = [corner.partition(",") for corner in numbers]
        return Piece(kinds[kind], Polygon(tuple([(_number(x), _number(y)) for x, _, y in corners])))
    raise ValueError("must be R x0 y0 x1 y1, or P x,y x,y x,y ...")


def _number(word: str) -> int:
    if len(word) > MOST_DIGITS or not (word.isascii() and word.isdigit()):
        raise ValueError(f'"{word:.10}" is no coordinate, which is 0 to {BOARD}')
    return int(word)


def _unsound(layout: Layout) -> Iterator[str]:
    """Yield the faults by G-11: NCO-GEN-04, NCO-TER-07. Whether all ground hangs together takes
    longer: that is asked of a pack's alone (`hangs_together`), and of ours by a test."""
    for piece in layout.pieces:
        yield from (f"{piece.kind.key} {piece.polygon.box}: {why}" for why in _misplaced(piece))
    for one, two in combinations(layout.pieces, 2):
        why = _too_near(one, two)
        if why:
            yield f"{one.kind.key} {one.polygon.box}, {two.kind.key} {two.polygon.box}: {why}"
    shapes = {(p.kind.key, tuple(sorted(p.polygon.corners))) for p in layout.pieces}
    for piece in layout.pieces:
        turned = tuple(sorted([(BOARD - x, BOARD - y) for x, y in piece.polygon.corners]))
        if (piece.kind.key, turned) not in shapes:
            yield f"{piece.kind.key} {piece.polygon.box}: has no counterpart on the other half"


def _misplaced(piece: Piece) -> Iterator[str]:
    x0, x1, y0, y1 = piece.polygon.box
    if not piece.polygon.convex:
        yield "is not convex"
    if x0 < 0 or y0 < 0 or x1 > BOARD or y1 > BOARD:
        yield "is not on the table"
    if piece.kind.difficult and not piece.polygon.wider_than(NARROW):
        yield f"is difficult and not wider than {NARROW}"
    if piece.kind.solid:
        if y0 < HOME_FREE or y1 > BOARD - HOME_FREE:
            yield f"is solid within {HOME_FREE} of a home edge"
        for x, y in PILOTS:
            for p in ((x, y), (BOARD - x, BOARD - y)):
                if piece.polygon.nearer(p, p, CENTRE_FREE):
                    yield f"is solid within {CENTRE_FREE} of {p}, where the pilot may be"


def nests(one: TerrainKind, other: TerrainKind) -> bool:
    """G-10: a second step of a hill may lie inside the first."""
    return {one.key, other.key} == {"hill1", "hill2"}


def _too_near(one: Piece, two: Piece) -> str:
    (a0, a1, b0, b1), (c0, c1, d0, d1) = one.polygon.box, two.polygon.box
    if a1 + BASES <= c0 or c1 + BASES <= a0 or b1 + BASES <= d0 or d1 + BASES <= b0:
        return ""  # most are, and this is quick to see
    overlap = one.polygon.overlaps(two.polygon)
    if overlap and nests(one.kind, two.kind):
        outer, inner = (one, two) if one.kind.key == "hill1" else (two, one)
        inside = all(outer.polygon.where(corner) >= 0 for corner in inner.polygon.corners)
        return "" if inside else "the upper step is not inside the lower"
    if overlap:
        return "overlap"
    if one.kind.solid and two.kind.solid and not one.polygon.apart(two.polygon, BASES):
        return f"are solid and less than {BASES} apart"
    return ""


def hangs_together(layout: Layout) -> bool:
    """Return True if a base can walk from any free ground to any other without climbing (G-11): on
    a grid of half inches, by legs along it."""
    step = 50
    line = range(BASE, BOARD - BASE + 1, step)
    free = dict.fromkeys([(x, y) for x in line for y in line], True)
    shut: set[tuple[Point, Point]] = set()
    for piece in layout.pieces:
        if not piece.kind.solid:
            continue
        x0, x1, y0, y1 = piece.polygon.box
        around = [
            (x, y)  # no other ground or leg is near enough to be asked about
            for x in line if x0 - BASE - step < x < x1 + BASE
            for y in line if y0 - BASE - step < y < y1 + BASE
        ]  # fmt: skip
        for p in around:
            free[p] = free[p] and not piece.polygon.nearer(p, p, BASE)
        for x, y in around:
            for q in ((x + step, y), (x, y + step)):
                if free[x, y] and free.get(q) and piece.polygon.nearer((x, y), q, BASE):
                    shut.update((((x, y), q), (q, (x, y))))
    border = [(BASE, BASE)]
    reached = dict.fromkeys(border, True)
    while border:
        x, y = p = border.pop()
        for q in ((x + step, y), (x - step, y), (x, y + step), (x, y - step)):
            if free.get(q) and q not in reached and (p, q) not in shut:
                reached[q] = True
                border.append(q)
    return len(reached) == sum(free.values())
