"""Lines of sight by exact fractions (section 0.2, R-14, R-15, R-82)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import floor

from tests.referee.heroes.book import Space
from tests.referee.heroes.ground import LOW, WALL, Ground, Laid

Crossed = tuple[tuple[Space, ...], tuple[tuple[Space, Space], ...]]
"""Spaces and edges."""
Part = tuple[Crossed, ...]
"""What a line meets next: one way, or the two ways round a corner (0.2, 4)."""
Point = tuple[Fraction, Fraction]
SmokeSpaces = Sequence[tuple[frozenset[Space], int]]


@dataclass(frozen=True)
class Sight:
    """What lies on a line. smoke: what it takes off a shot (R-42)."""

    blocked: bool
    obscured: int = 0
    smoke: int = 0

    @property
    def clear(self) -> bool:
        """Clear, as spotting and patterns want it."""
        return not self.blocked and not self.obscured and not self.smoke


BLOCKED = Sight(True)


@lru_cache(maxsize=100_000)
def _parts(ax: int, ay: int, bx: int, by: int) -> tuple[tuple[Space, Space], tuple[Part, ...]]:
    """The first and last space of a line between two points in half spaces, and what lies between
    them, in order."""
    a = Fraction(ax, 2), Fraction(ay, 2)
    d = Fraction(bx, 2) - a[0], Fraction(by, 2) - a[1]
    cuts: dict[Fraction, int] = {}
    for axis in (0, 1):
        if d[axis]:
            low, high = sorted((a[axis], a[axis] + d[axis]))
            for n in range(floor(low), floor(high) + 2):
                t = (n - a[axis]) / d[axis]
                if 0 < t < 1:
                    cuts[t] = cuts.get(t, 0) + 1
    times = [Fraction(0), *sorted(cuts), Fraction(1)]
    spaces = []
    for one, two in pairwise(times):
        t = (one + two) / 2
        spaces.append((floor(a[0] + t * d[0]), floor(a[1] + t * d[1])))
    parts: list[Part] = []
    for i, (one_space, two_space) in enumerate(pairwise(spaces)):
        if cuts[times[i + 1]] == 1:
            parts.append((((), ((one_space, two_space),)),))
        else:
            ways = ((two_space[0], one_space[1]), (one_space[0], two_space[1]))
            parts.append(tuple(((c,), ((one_space, c), (c, two_space))) for c in ways))
        if i + 2 < len(spaces):
            parts.append((((two_space,), ()),))
    return (spaces[0], spaces[-1]), tuple(parts)


@dataclass
class Line:
    """What counts on a line. own: spaces that never do; same: the building of both its ends."""

    ground: Ground
    own: set[Space]
    stands: Callable[[Space], bool]
    vertex: tuple[int, int] | None
    same: Laid | None

    def touches(self, a: Space, b: Space) -> bool:
        """Return True if an edge ends in the vertex that is aimed at (R-82)."""
        if self.vertex is None:
            return False
        corners = [{(x + i, y + j) for i in (0, 1) for j in (0, 1)} for x, y in (a, b)]
        return self.vertex in corners[0] & corners[1]

    def edge(self, a: Space, b: Space) -> int | None:
        """Return what an edge takes off; None if it blocks."""
        if self.touches(a, b):
            return 0
        kind = self.ground.edge(a, b)
        if kind == WALL:
            return None
        return int(kind == LOW and a not in self.own and b not in self.own)

    def space(self, s: Space) -> int | None:
        """Return what a space takes off; None if it blocks."""
        if s in self.own:
            return 0
        if not self.ground.has(s) or self.stands(s):
            return None
        if self.same is not None and self.ground.building(s) is self.same:
            return 0
        elements = self.ground.elements(s)
        return None if any(e.blocks for e in elements) else sum(e.obscures for e in elements)

    def cost(self, way: Crossed) -> int | None:
        """Return what a way takes off; None if it is blocked."""
        costs = [self.edge(a, b) for a, b in way[1]] + [self.space(s) for s in way[0]]
        known = [c for c in costs if c is not None]
        return sum(known) if len(known) == len(costs) else None


def look(
    ground: Ground,
    start: tuple[int, int],
    end: tuple[int, int],
    ends: Iterable[Space],
    stands: Callable[[Space], bool],
    smoke: SmokeSpaces = (),
    vertex: tuple[int, int] | None = None,
) -> Sight:
    """Trace a line between two points in half spaces.

    ends: spaces that never count. stands: a unit there blocks. vertex: the one that is aimed at.
    """
    (first, last), parts = _parts(*start, *end)
    line = Line(ground, {*ends, first}, stands, vertex, None)
    if vertex is None:
        line.own.add(last)
        house = ground.building(first)
        line.same = house if house is ground.building(last) else None
    else:
        i, j = vertex
        line.own |= {(i - 1, j - 1), (i, j - 1), (i - 1, j), (i, j)}
    choices: list[list[tuple[int, tuple[Space, ...]]]] = []
    for part in parts:
        costs = [(c, way[0]) for way in part if (c := line.cost(way)) is not None]
        if not costs:
            return BLOCKED
        choices.append(costs)
    if not smoke:
        return Sight(False, sum(min(c for c, _ in costs) for costs in choices))
    beside = line.own - {first, last}
    results = []
    for chosen in product(*choices):
        met = {first, last, *(s for _, spaces in chosen for s in spaces)} - beside
        thick = sum(value for covered, value in smoke if covered & met)
        results.append((sum(c for c, _ in chosen) + thick, thick))
    total, thick = min(results)
    return Sight(False, total - thick, thick)


def middle(at: Space) -> tuple[int, int]:
    """The centre of a space in half spaces."""
    return 2 * at[0] + 1, 2 * at[1] + 1
