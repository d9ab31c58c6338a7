"""The hex map of the variant (2.15): hexes numbered 0.., distances, terrain, ways to move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import field, frozen

from owm_net.engine.data import between
from owm_net.games.squadcards.ids import Cell
from owm_net.games.squadcards.terms import RangeBand

CLEAR = ""
"""The terrain of a hex without any (SQD-VHX-03)."""

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@frozen
class HexFile:
    """data/hexmap.toml. terrain: card key -> axial coordinates. starts: of the first player."""

    title: str
    radius: int = field(validator=between(1, 12))
    starts: tuple[tuple[int, int], ...]
    terrain: dict[str, tuple[tuple[int, int], ...]]


class HexMap:
    """All hexes with |q|, |r| and |q + r| at most the radius, in rows from the north."""

    def __init__(self, file: HexFile) -> None:
        n = file.radius
        self.title = file.title
        self.places = tuple(
            (q, r) for r in range(-n, n + 1) for q in range(-n, n + 1) if abs(q + r) <= n
        )
        self.cells = tuple([Cell(n) for n in range(len(self.places))])
        self.at: Mapping[tuple[int, int], Cell] = dict(zip(self.places, self.cells, strict=True))
        kinds = {place: kind for kind, places in file.terrain.items() for place in places}
        self.kinds = tuple(kinds.get(p, CLEAR) for p in self.places)
        self.neighbours = tuple(
            tuple(self.at[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in self.at)
            for q, r in self.places
        )
        self.starts = tuple(
            tuple(self.at[sign * q, sign * r] for q, r in file.starts) for sign in (1, -1)
        )

    def distance(self, a: Cell, b: Cell) -> int:
        (q, r), (x, y) = self.places[a], self.places[b]
        return max(abs(q - x), abs(r - y), abs(q + r - x - y))

    def band(self, a: Cell, b: Cell) -> RangeBand | None:
        """SQD-VHX-05: the range of two hexes, None beyond Long."""
        distance = self.distance(a, b)
        return BANDS[distance - 1] if 1 <= distance <= len(BANDS) else None

    def reachable(self, start: Cell, occupied: Sequence[Cell]) -> list[Cell]:
        """SQD-VHX-04: where a squad may move: one hex, or two clear ones; never onto a pawn."""
        near = [c for c in self.neighbours[start] if c not in occupied]
        through = [c for c in near if self.kinds[c] == CLEAR]
        far = [c for by in through for c in self.neighbours[by] if self.kinds[c] == CLEAR]
        return sorted(dict.fromkeys([*near, *[c for c in far if c not in occupied]]))

    def name(self, cell: Cell) -> str:
        """A hex by its two coordinates, as people say it: "(0,-2)"."""
        q, r = self.places[cell]
        return f"({q},{r})"


BANDS = tuple(RangeBand)


def problems(file: HexFile, known: Sequence[str]) -> Iterator[str]:
    """Yield the faults of a map: places on it, each once, known terrain, symmetry."""
    board = HexMap(file)
    seen: dict[tuple[int, int], str] = {}
    for kind, places in file.terrain.items():
        if kind not in known:
            yield f"terrain.{kind}: there is no terrain card with this key"
        for place in places:
            if place not in board.at:
                yield f"terrain.{kind}: {place} is not on the map"
            if place in seen:
                yield f"terrain.{kind}: {place} is {seen[place]} already"
            seen[place] = kind
            if (-place[0], -place[1]) not in places:
                yield f"terrain.{kind}: the mirror of {place} is missing"
    for start in file.starts:
        if start not in board.at or start in seen:
            yield f"starts: {start} must be a clear hex of the map"
