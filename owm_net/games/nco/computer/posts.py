"""Places of a layout where soldiers like to stand: beside what hides them, or inside cover."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt

from owm_net.engine.geometry import Point
from owm_net.games.nco.ground import ASIDE, Ground, ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.layouts import Piece
from owm_net.games.nco.terms import BASE, BOARD, WAIST

APART = 160
"""Between two places along a side, or inside a piece."""
CELL = 300
"""Side of the squares in which places are looked up."""
CELLS = BOARD // CELL


@lru_cache(maxsize=64)
def posts(layout: LayoutKey) -> tuple[tuple[Spot, ...], ...]:
    """Return the places of a layout by squares, row by row from the south-west."""
    ground = ground_of(layout)
    cells: list[list[Spot]] = [[] for _ in range((CELLS + 1) ** 2)]
    for spot in dict.fromkeys(_all(ground)):
        if ground.why_not_spot(spot) is None:
            cells[_cell(spot[0], spot[1])].append(spot)
    return tuple([tuple(cell) for cell in cells])


def posts_near(layout: LayoutKey, spot: Spot, reach: int) -> list[Spot]:
    """Return the places within reach of a point, in plan, in a fixed sequence."""
    x, y, _ = spot
    cells, reach2 = posts(layout), reach * reach
    found = []
    for row in range(max(0, y - reach) // CELL, min(BOARD, y + reach) // CELL + 1):
        for column in range(max(0, x - reach) // CELL, min(BOARD, x + reach) // CELL + 1):
            for post in cells[row * (CELLS + 1) + column]:
                if 0 <= (post[0] - x) ** 2 + (post[1] - y) ** 2 <= reach2:
                    found.append(post)
    return found


def _cell(x: int, y: int) -> int:
    return y // CELL * (CELLS + 1) + x // CELL


def _all(ground: Ground) -> Iterator[Spot]:
    for piece in ground.layout.pieces:
        points: Iterator[Point] = iter(())
        if piece.kind.cover:
            points = _inside(piece)
        elif piece.kind.solid and piece.kind.top >= WAIST:
            points = _beside(piece)
        for x, y in points:
            yield Spot((x, y, ground.surface_at((x, y))))


def _inside(piece: Piece) -> Iterator[Point]:
    x0, x1, y0, y1 = piece.polygon.box
    for y in _spread(y0 + BASE + 1, y1 - BASE - 1):
        for x in _spread(x0 + BASE + 1, x1 - BASE - 1):
            if piece.polygon.holds((x, y), BASE):
                yield x, y


def _spread(a: int, b: int) -> list[int]:
    """Return numbers from a to b, about APART from each other."""
    if b < a:
        return []
    count = (b - a) // APART + 1
    return [a + (b - a) * n // count for n in range(count + 1)]


def _beside(piece: Piece) -> Iterator[Point]:
    """Yield points along each side, a base away from it."""
    corners = piece.polygon.corners
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        dx, dy = x1 - x0, y1 - y0
        whole = isqrt(dx * dx + dy * dy)
        ox, oy = dy * ASIDE // whole, -dx * ASIDE // whole
        count = whole // APART + 1
        for n in range(count + 1):
            yield x0 + dx * n // count + ox, y0 + dy * n // count + oy
