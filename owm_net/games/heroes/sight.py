"""Lines of sight. Sections 0.2 and 2.13, R-14, R-15, R-81 to R-83; integers only.

A line from centre to centre (or to a vertex) is followed from space to space. What of it never
changes is worked out once for each pair of ends and remembered as a `Lane`; units, which come and
go, are looked for each time.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from itertools import product

from attrs import frozen

from owm_net.games.heroes.grid import Footprint, corner_ways, edge, touching
from owm_net.games.heroes.ground import NO_OVERLAY, Ground
from owm_net.games.heroes.ids import Space, Vertex
from owm_net.games.heroes.terms import Edge

BLOCKED = -1
"""In place of a penalty: there is no line of sight."""
CLEAR = 0
"""No penalty: the line is Clear. Anything above is Obscured by so much (HON-LOS-02)."""

Fork = tuple[tuple[Space, int], tuple[Space, int]]
"""The two ways round a corner, each with its penalty, the smaller first (R-15)."""

Smoke = Sequence[tuple[Footprint, int]]
"""Smoke patterns: the spaces of each, and what it takes off a shot."""


@frozen
class Lane:
    """A line over the ground. penalty: of all it must cross; through: spaces where no unit may
    stand that blocks it; forks: corners at which either way will do."""

    penalty: int
    through: tuple[Space, ...]
    forks: tuple[Fork, ...]

    def past(self, blockers: Container[Space]) -> int:
        """The penalty of the line past units that stand on these spaces, or BLOCKED."""
        for space in self.through:
            if space in blockers:
                return BLOCKED
        penalty = self.penalty
        for (one, less), (other, more) in self.forks:
            if one not in blockers:
                penalty += less
            elif other not in blockers:
                penalty += more
            else:
                return BLOCKED
        return penalty

    def in_smoke(self, blockers: Container[Space], smoke: Smoke, met: tuple[Space, ...]) -> int:
        """The same in smoke: each pattern that the line meets counts once, and of the ways round
        its corners those are taken that cost least in all (R-42, R-280). met: see `spaces_met`."""
        if self.past(blockers) == BLOCKED:
            return BLOCKED
        sure = (*met, *self.through)
        ways = [[way for way in fork if way[0] not in blockers] for fork in self.forks]
        costs = []
        for taken in product(*ways):
            line = (*sure, *[space for space, _ in taken])
            thick = [value for spaces, value in smoke if any(s in line for s in spaces)]
            costs.append(sum([penalty for _, penalty in taken]) + sum(thick))
        return self.penalty + min(costs)


def sight(
    ground: Ground,
    start: Space,
    end: Space,
    blockers: Container[Space],
    more: Footprint = (),
    smoke: Smoke = (),
) -> int:
    """The penalty of the line between two spaces, or BLOCKED.

    blockers: spaces of units that block it (HON-LOS-04, HON-LOS-05). more: the other spaces of
    those at its ends that cover two; they never count. smoke: that counts (HON-ORO-17).
    """
    lane = lane_between(ground, start, end, more)
    if lane is None:
        return BLOCKED
    return lane.in_smoke(blockers, smoke, spaces_met(start, end)) if smoke else lane.past(blockers)


def sight_of_vertex(
    ground: Ground,
    start: Space,
    vertex: Vertex,
    blockers: Container[Space],
    more: Footprint = (),
    smoke: Smoke = (),
) -> int:
    """The penalty of the line from a space to an intersection, or BLOCKED (HON-LOS-12, R-177)."""
    lane = lane_to_vertex(ground, start, vertex, more)
    if lane is None:
        return BLOCKED
    met = spaces_met_to(start, vertex) if smoke else ()
    return lane.in_smoke(blockers, smoke, met) if smoke else lane.past(blockers)


@lru_cache(maxsize=1 << 17)
def lane_between(ground: Ground, start: Space, end: Space, more: Footprint = ()) -> Lane | None:
    """The line between two spaces; None if the ground blocks it. more: other spaces of its ends."""
    home = ground.building(start)
    if home != ground.building(end):
        home = NO_OVERLAY
    offset = (2 * (end[0] - start[0]), 2 * (end[1] - start[1]))
    return _follow(ground, start, offset, (start, end, *more), home)


@lru_cache(maxsize=1 << 15)
def lane_to_vertex(
    ground: Ground, start: Space, vertex: Vertex, more: Footprint = ()
) -> Lane | None:
    """The line from a space to an intersection; None if the ground blocks it (R-82)."""
    offset = (2 * (vertex[0] - start[0]) - 1, 2 * (vertex[1] - start[1]) - 1)
    ends = (start, *touching(vertex), *more)
    return _follow(ground, start, offset, ends, NO_OVERLAY)


@lru_cache(maxsize=1 << 13)
def _course(dx: int, dy: int) -> tuple[tuple[int, int], ...]:
    """The steps of a line over the grid, from the centre of a space to a point (dx, dy) away in
    half spaces: one space straight on, or over a corner where it passes exactly through it."""
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    far_x, far_y = abs(dx), abs(dy)
    x = y = 1  # half spaces to the next line of the grid
    steps = []
    while x < far_x or y < far_y:
        if x < far_x and y < far_y and x * far_y == y * far_x:
            steps.append((sx, sy))
            x, y = x + 2, y + 2
        elif x < far_x and (y >= far_y or x * far_y < y * far_x):
            steps.append((sx, 0))
            x += 2
        else:
            steps.append((0, sy))
            y += 2
    return tuple(steps)


def spaces_met(start: Space, end: Space) -> tuple[Space, ...]:
    """The spaces whose inside a line between two spaces meets, both ends among them; not those
    that it touches at a corner alone."""
    return _met(start, 2 * (end[0] - start[0]), 2 * (end[1] - start[1]))


def spaces_met_to(start: Space, vertex: Vertex) -> tuple[Space, ...]:
    """The same of a line to an intersection."""
    return _met(start, 2 * (vertex[0] - start[0]) - 1, 2 * (vertex[1] - start[1]) - 1)


@lru_cache(maxsize=1 << 13)
def _met(start: Space, dx: int, dy: int) -> tuple[Space, ...]:
    found, here = [start], start
    for sx, sy in _course(dx, dy):
        here = Space((here[0] + sx, here[1] + sy))
        found.append(here)
    return tuple(found)


def _follow(
    ground: Ground, start: Space, offset: tuple[int, int], ends: tuple[Space, ...], home: int
) -> Lane | None:
    """home: the building in which both ends lie, whose spaces do not block (R-82)."""
    penalty, through, forks = 0, [], []
    here = start
    for sx, sy in _course(*offset):
        there = Space((here[0] + sx, here[1] + sy))
        if sx and sy:
            ways = []
            for by in corner_ways(here, there):
                worst = _round(ground, here, by, there, ends, home)
                if worst != BLOCKED:
                    ways.append((by, worst))
            if not ways:
                return None
            ways.sort(key=lambda way: way[1])
            if len(ways) == 1 or ways[0][0] in ends:
                penalty += ways[0][1]
                through.append(ways[0][0])
            else:
                forks.append((ways[0], ways[1]))
        else:
            lies = _edge(ground, here, there, ends)
            if lies == BLOCKED:
                return None
            penalty += lies
        if there not in ends:
            value = _space(ground, there, home)
            if value == BLOCKED:
                return None
            penalty += value
            through.append(there)
        here = there
    return Lane(penalty, tuple([s for s in through if s not in ends]), tuple(forks))


def _round(
    ground: Ground, here: Space, by: Space, there: Space, ends: tuple[Space, ...], home: int
) -> int:
    """The penalty of one of the ways round a corner: edge, space, edge; or BLOCKED."""
    parts = (
        _edge(ground, here, by, ends),
        0 if by in ends else _space(ground, by, home),
        _edge(ground, by, there, ends),
    )
    return BLOCKED if BLOCKED in parts else sum(parts)


def _edge(ground: Ground, one: Space, other: Space, ends: tuple[Space, ...]) -> int:
    """Return the effect of the edge between two spaces: a wall blocks, wherever one stands; a low
    wall counts for nobody beside it (R-14)."""
    lies = ground.edges.get(edge(one, other))
    if lies is Edge.WALL:
        return BLOCKED
    if lies is Edge.LOW_WALL and one not in ends and other not in ends:
        return ground.low_wall.obscures
    return 0


def _space(ground: Ground, space: Space, home: int) -> int:
    """Return the effect of a space between the ends."""
    cell = ground.cells.get(space)
    if cell is None:
        return BLOCKED
    if cell.blocks and not (cell.building and cell.overlay == home):
        return BLOCKED
    return cell.obscures
