"""Shapes as points: a small SVG path reader, smooth curves, offsets, blobs, regular figures.

All in logical units, x to the right and y down; an angle of 0 points right.
"""

import functools
import itertools
import math
import random
from collections.abc import Sequence
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = Sequence[Point]

_ARGUMENTS = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0}


@functools.lru_cache(maxsize=512)
def polygons(path: str, steps: int = 14) -> tuple[tuple[Point, ...], ...]:
    """The polygons of a path made of absolute M, L, C, Q and Z."""
    tokens = path.replace(",", " ").split()
    done: list[tuple[Point, ...]] = []
    current: list[Point] = []
    command, i = "M", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        count = _ARGUMENTS[command]
        numbers = [float(t) for t in tokens[i : i + count]]
        i += count
        knots = list(zip(numbers[::2], numbers[1::2], strict=False))
        if command == "M":
            if current:
                done.append(tuple(current))
            current, command = [knots[0]], "L"
        elif knots:
            current.extend(_curve([current[-1], *knots], steps))
    if current:
        done.append(tuple(current))
    return tuple(done)


def _curve(knots: list[Point], steps: int) -> list[Point]:
    """Points of a line, quadratic or cubic Bezier after its first knot."""
    if len(knots) == 2:
        return [knots[1]]
    points = []
    for n in range(1, steps + 1):
        t, layer = n / steps, knots
        while len(layer) > 1:
            layer = [
                (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                for a, b in itertools.pairwise(layer)
            ]
        points.append(layer[0])
    return points


def smooth(knots: Points, steps: int = 8, closed: bool = False) -> list[Point]:
    """A Catmull-Rom curve through the knots."""
    n = len(knots)
    points: list[Point] = []
    for i in range(n if closed else n - 1):
        if closed:
            p0, p1, p2, p3 = (knots[(i + j) % n] for j in (-1, 0, 1, 2))
        else:
            p0, p1, p2, p3 = (knots[min(n - 1, max(0, i + j))] for j in (-1, 0, 1, 2))
        for step in range(steps):
            t = step / steps
            points.append(
                (_spline(p0[0], p1[0], p2[0], p3[0], t), _spline(p0[1], p1[1], p2[1], p3[1], t))
            )
    if not closed:
        points.append(knots[-1])
    return points


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def along(points: Points, step: float) -> list[tuple[float, float, float]]:
    """Places (x, y, heading) at equal distances along a line."""
    places: list[tuple[float, float, float]] = []
    left = 0.0
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        heading = math.atan2(y1 - y0, x1 - x0)
        while left < length:
            part = left / length
            places.append((x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, heading))
            left += step
        left -= length
    return places


def beside(points: Points, distance: float) -> list[Point]:
    """The line moved sideways, to the right of its heading."""
    moved: list[Point] = []
    for i, (x, y) in enumerate(points):
        ax, ay = points[max(0, i - 1)]
        bx, by = points[min(len(points) - 1, i + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        moved.append((x - (by - ay) / length * distance, y + (bx - ax) / length * distance))
    return moved


def blob(
    x: float,
    y: float,
    rx: float,
    ry: float,
    rng: random.Random,
    knots: int = 9,
    rough: float = 0.18,
    steps: int = 5,
) -> list[Point]:
    """A smooth irregular closed shape about an ellipse."""
    turn = rng.random() * math.tau
    around = []
    for i in range(knots):
        angle, far = turn + i / knots * math.tau, 1 + rng.uniform(-rough, rough)
        around.append((x + math.cos(angle) * rx * far, y + math.sin(angle) * ry * far))
    return smooth(around, steps, closed=True)


def star(
    x: float, y: float, outer: float, inner: float, tips: int, turn: float = -math.pi / 2
) -> list[Point]:
    """A star; with inner = outer a regular polygon of 2 * tips corners."""
    return [
        (
            x + math.cos(turn + i * math.pi / tips) * (inner if i % 2 else outer),
            y + math.sin(turn + i * math.pi / tips) * (inner if i % 2 else outer),
        )
        for i in range(tips * 2)
    ]


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> list[Point]:
    """A regular polygon, its first corner at the angle `turn`."""
    return [
        (
            x + math.cos(turn + i / corners * math.tau) * radius,
            y + math.sin(turn + i / corners * math.tau) * radius,
        )
        for i in range(corners)
    ]


def placed(
    points: Points, x: float, y: float, size: float = 1.0, turn: float = 0.0, flip: bool = False
) -> list[Point]:
    """Points drawn about (0, 0), now at (x, y), enlarged, turned, mirrored if asked."""
    c, s, m = math.cos(turn), math.sin(turn), -1.0 if flip else 1.0
    return [
        (x + size * (m * px * c - py * s), y + size * (m * px * s + py * c)) for px, py in points
    ]
