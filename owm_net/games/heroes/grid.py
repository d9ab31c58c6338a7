"""The geometry of the map: spaces, vertices, edges, facings, footprints. Section 0.1.

This module knows nothing on the map: `ground` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from owm_net.games.heroes.ids import Space, Vertex

Line = tuple[Space, Space]
"""An edge between two spaces that lie side by side, the smaller first (`edge`)."""


class Facing(IntEnum):
    """The eight facings, clockwise."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7


VECTORS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Of the facings, in their order."""
SIDES = {"N": Facing.N, "E": Facing.E, "S": Facing.S, "W": Facing.W}
"""The sides of a space by the letters of the data files."""
STRAIGHT = tuple(SIDES.values())
"""Facings along an edge: those of a unit with a limited arc (HON-FIRE-07)."""


def vector(facing: int) -> tuple[int, int]:
    """Where a facing points."""
    return VECTORS[facing]


def ahead(space: Space, facing: int, by: int = 1) -> Space:
    """The space so many steps along a facing; against it for a negative number."""
    dx, dy = VECTORS[facing]
    return Space((space[0] + by * dx, space[1] + by * dy))


def facing_to(start: Space, end: Space) -> Facing | None:
    """The facing of a step from one space to a neighbour; None if they are no neighbours."""
    step = (end[0] - start[0], end[1] - start[1])
    return Facing(VECTORS.index(step)) if step in VECTORS else None


def bearing(start: Space, end: Space) -> Facing:
    """The facing that is nearest to the direction from one space to another: straight on where one
    is more than twice as far along as across (R-131)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if abs(dx) > 2 * abs(dy):
        sy = 0
    elif abs(dy) > 2 * abs(dx):
        sx = 0
    return Facing(VECTORS.index((sx, sy)))


def around(space: Space) -> tuple[Space, ...]:
    """The eight spaces round one, clockwise from the north; some may be off the map."""
    x, y = space
    return tuple([Space((x + dx, y + dy)) for dx, dy in VECTORS])


def distance(one: Space, other: Space) -> int:
    """In spaces, diagonals counted as one, the target counted and the start not (HON-FIRE-05)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def apart(ones: Footprint, others: Footprint) -> int:
    """Return the distance between two units, by the nearest of their spaces."""
    return min([distance(one, other) for one in ones for other in others])


def edge(one: Space, other: Space) -> Line:
    """The edge between two spaces side by side, whichever is named first."""
    return (one, other) if one < other else (other, one)


def side(space: Space, facing: int) -> Line:
    """The edge of a space on one of its four sides."""
    return edge(space, ahead(space, facing))


def corner_ways(one: Space, other: Space) -> tuple[Space, Space]:
    """The two spaces by which one goes round the corner at which two spaces touch (0.2, R-81)."""
    return Space((other[0], one[1])), Space((one[0], other[1]))


# -- vertices ------------------------------------------------------------------------------


def corners(space: Space) -> tuple[Vertex, Vertex, Vertex, Vertex]:
    """The four corners of a space."""
    x, y = space
    return Vertex((x, y)), Vertex((x + 1, y)), Vertex((x, y + 1)), Vertex((x + 1, y + 1))


def touching(vertex: Vertex) -> tuple[Space, Space, Space, Space]:
    """The four spaces that touch a vertex, north to south and west to east."""
    i, j = vertex
    return Space((i - 1, j - 1)), Space((i, j - 1)), Space((i - 1, j)), Space((i, j))


def vertex_distance(space: Space, vertex: Vertex) -> int:
    """Return the distance in intersections: a space's own corners are at distance 1."""
    (x, y), (i, j) = space, vertex
    dx = max(x - i, i - x - 1, 0)
    dy = max(y - j, j - y - 1, 0)
    return 1 + max(dx, dy)


# -- facings -------------------------------------------------------------------------------


def relative(facing: int, start: Space, end: Space) -> tuple[int, int]:
    """Return how far `end` is in front and to the right of a counter at `start` with a facing.

    Both in units of the facing's vector, which is longer for a diagonal: they are only compared.
    """
    (fx, fy), dx, dy = VECTORS[facing], end[0] - start[0], end[1] - start[1]
    return dx * fx + dy * fy, dy * fx - dx * fy


def in_arc(facing: int, start: Space, end: Space) -> bool:
    """Return True if a space is in the 90 degrees in front; the diagonals are (R-83)."""
    before, right = relative(facing, start, end)
    return before > 0 and before >= abs(right)


FRONT, FLANK, BACK = 0, 1, 2
"""Which of the three defences of a heavy vehicle counts (HON-CTR-15)."""


def struck(facing: int, at: Space, firer: Space) -> tuple[int, ...]:
    """The faces of a vehicle that a shot from a space may strike: two on an exact diagonal, of
    which the firer takes the better (R-13)."""
    before, right = relative(facing, at, firer)
    across = abs(right)
    if abs(before) == across:
        return (FRONT, FLANK) if before > 0 else (FLANK, BACK)
    if abs(before) < across:
        return (FLANK,)
    return (FRONT,) if before > 0 else (BACK,)


# -- counters of one and two spaces -----------------------------------------------------------

Footprint = tuple[Space, ...]
"""The spaces of a counter, its front first."""
Pose = tuple[Space, int]
"""How a counter lies: its front space, and its facing."""
Way = tuple[Pose, ...]
"""How a counter lies at the beginning of a leg, and after each of its steps."""


def footprint(front: Space, facing: int, spaces: int) -> Footprint:
    """Return the spaces a counter covers: two at most, the second behind the first (HON-CTR-08)."""
    return (front,) if spaces == 1 else (front, ahead(front, facing, -1))


def roll(front: Space, facing: int, forward: bool = True) -> Space:
    """Where the front is after a step along the facing, or against it (HON-VEH-02)."""
    return ahead(front, facing, 1 if forward else -1)


def turned(facing: int, clockwise: bool) -> Facing:
    """The facing after a turn of 45 degrees (HON-VEH-03)."""
    return Facing((facing + (1 if clockwise else -1)) % len(VECTORS))


def swung(front: Space, facing: int, new: int, about_front: bool) -> Space:
    """Where the front of a counter of two spaces is once it has turned about its front or its rear
    (HON-VEH-04)."""
    return front if about_front else ahead(ahead(front, facing, -1), new)


def box(corner: Space, opposite: Space) -> Iterator[Space]:
    """All spaces of a rectangle, north to south and west to east, both corners among them."""
    for y in range(corner[1], opposite[1] + 1):
        for x in range(corner[0], opposite[0] + 1):
            yield Space((x, y))
