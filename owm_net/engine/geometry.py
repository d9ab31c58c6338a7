"""Geometry of a free map, exact: integers only, so that no two machines ever disagree.

A point is (x, y) in whole units, hundredths of an inch in the games; a place has the height of its
surface too, (x, y, z). Nothing is rounded but where a function says so. A value that is not whole
is a ratio, (numerator, denominator) with a denominator above 0, compared by cross multiplication: a
`Fraction` is as exact and 20 times slower.

    corners -> Polygon -> stretches of a line inside, clearance of a leg, a disc on it
    Polygon + heights -> Prism; many of them + a Body -> Scenery: lines of sight, and how much

Numbers from a stranger go through `why_not_points` first, which says in bounded time that they are
numbers, few enough and on the table. Everything else here trusts its arguments, and its time grows
with the digits of what it is given.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from math import gcd, isqrt
from typing import NamedTuple

from attrs import field, frozen

from owm_net.engine.requests.base import Refusal
from owm_net.engine.text import listed, say

Point = tuple[int, int]
Place = tuple[int, int, int]
Ratio = tuple[int, int]
"""Numerator and denominator; the denominator is above 0, and they may have common factors."""
Stretch = tuple[Ratio, Ratio]
"""Part of a segment: from where to where, 0 at its first end and 1 at its second."""
NONE: Ratio = (0, 1)
ALL: Ratio = (1, 1)

MOST_CORNERS = 64
"""Of one polygon: that it is simple is found by comparing each side with each."""


# ------------------------------------------------------------------ what strangers send


def why_not_points(
    points: object, bounds: Mapping[str, tuple[int, int]], most: int, rule: str
) -> Refusal | None:
    """Return why this is not a list of points the rest of this file can use; None if it is.

    bounds: of each coordinate by its name, the least and the greatest value. most: points. rule:
    the id to cite. It takes no longer for numbers of any size, and repeats none of them.
    """
    if not isinstance(points, tuple) or len(points) > most:
        return Refusal(rule, say("at most {most} points can be given", most=most))
    for number, point in enumerate(points, 1):
        if not isinstance(point, tuple) or len(point) != len(bounds):
            why = say(
                "point {number} needs {names}, and nothing else",
                number=number,
                names=listed(bounds),
            )
            return Refusal(rule, why)
        for value, (name, (least, greatest)) in zip(point, bounds.items(), strict=True):
            if value.__class__ is not int or not least <= value <= greatest:
                why = say(
                    "{name} of point {number} must be {least} to {greatest}",
                    name=name,
                    number=number,
                    least=least,
                    greatest=greatest,
                )
                return Refusal(rule, why)
    return None


# ------------------------------------------------------------------ lengths


def tdiv(a: int, b: int) -> int:
    """a / b without what stands behind the point, so that mirrored numbers give mirrored results.
    b > 0."""
    return a // b if a >= 0 else -(-a // b)


def scaled(dx: int, dy: int, n: int, whole: int) -> Point:
    """n / whole of a way, each coordinate cut towards zero. whole > 0."""
    return tdiv(dx * n, whole), tdiv(dy * n, whole)


def distance2(a: Point, b: Point) -> int:
    """The squared distance."""
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def length(a: Point, b: Point) -> int:
    """How long a leg is, rounded up: (0, 0) to (1, 1) is 2."""
    d2 = distance2(a, b)
    return isqrt(d2 - 1) + 1 if d2 else 0


def within(a: Place, b: Place, reach: int, radii: int = 0) -> bool:
    """Return True if the edges of two discs are no farther apart than `reach`. radii: the sum of
    both.

    The reach is a ball: on another height less of it is left, rounded down.
    """
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    left = reach * reach - dz * dz
    return left >= 0 and dx * dx + dy * dy <= (radii + isqrt(left)) ** 2


def along(a: Point, b: Point, walked: int, whole: int) -> Point:
    """Return the point after spending `walked` of the `whole` that a leg costs; rounded towards
    a."""
    if walked >= whole:
        return b
    x, y = scaled(b[0] - a[0], b[1] - a[1], walked, whole)
    return a[0] + x, a[1] + y


def stop_on(path: Sequence[Point], walked: int) -> tuple[int, Point]:
    """Return (leg, point) after walking so far along a path, at its end at the latest.

    path: two points or more. Legs count from 0; at a corner the leg before it counts.
    """
    for leg, (a, b) in enumerate(pairwise(path)):
        whole = length(a, b)
        if walked <= whole:
            return leg, along(a, b, walked, whole)
        walked -= whole
    return len(path) - 2, path[-1]


# ------------------------------------------------------------------ ratios


def less(one: Ratio, other: Ratio) -> bool:
    """one < other."""
    return one[0] * other[1] < other[0] * one[1]


def _compared(one: Ratio, other: Ratio) -> int:
    return one[0] * other[1] - other[0] * one[1]


def share(stretches: Iterable[Stretch]) -> Ratio:
    """How much of a segment these stretches of it are together."""
    n, d = NONE
    for (n0, d0), (n1, d1) in stretches:
        n, d = n * d0 * d1 + (n1 * d0 - n0 * d1) * d, d * d0 * d1
        common = gcd(n, d)
        n, d = n // common, d // common
    return n, d


def longer(part: Ratio, p: Point, q: Point, limit: int) -> bool:
    """Return True if this share of the segment from p to q is longer than a limit."""
    n, d = part
    return n * n * distance2(p, q) > limit * limit * d * d


# ------------------------------------------------------------------ lines


def side(a: Point, b: Point, p: Point) -> int:
    """Above 0 if p lies to the left of the line from a to b, below 0 to the right, 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def meeting(p: Point, q: Point, a: Point, b: Point) -> Stretch | None:
    """The stretch of p-q that a-b has in common with it, ends included; None if they do not touch.
    A single point is a stretch from it to itself."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    ex, ey = b[0] - a[0], b[1] - a[1]
    wx, wy = a[0] - p[0], a[1] - p[1]
    whole = dx * ey - dy * ex
    t, u = wx * ey - wy * ex, wx * dy - wy * dx
    if whole:
        if whole < 0:
            whole, t, u = -whole, -t, -u
        return ((t, whole), (t, whole)) if 0 <= t <= whole and 0 <= u <= whole else None
    if t or u:
        return None
    d2 = dx * dx + dy * dy
    if not d2:
        inside = min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
        inside = inside and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])
        return (NONE, ALL) if inside else None
    ends = wx * dx + wy * dy, (wx + ex) * dx + (wy + ey) * dy
    first, last = max(0, min(ends)), min(d2, max(ends))
    return ((first, d2), (last, d2)) if first <= last else None


def gap2(c: Point, a: Point, b: Point) -> Ratio:
    """The squared distance of a point from a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - a[0], c[1] - a[1]
    dot, d2 = ux * dx + uy * dy, dx * dx + dy * dy
    if dot <= 0:
        return ux * ux + uy * uy, 1
    if dot >= d2:
        return distance2(b, c), 1
    return (dx * uy - dy * ux) ** 2, d2


def beside(c: Point, a: Point, b: Point, r: int) -> Ratio | None:
    """Where on the segment from a to b one passes c with less than r between: the foot of the
    perpendicular, strictly between the ends. None if one does not."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    ux, uy = c[0] - a[0], c[1] - a[1]
    dot, d2 = ux * dx + uy * dy, dx * dx + dy * dy
    if 0 < dot < d2 and (dx * uy - dy * ux) ** 2 < r * r * d2:
        return dot, d2
    return None


# ------------------------------------------------------------------ polygons


def _way(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def why_no_polygon(corners: Sequence[Point]) -> str | None:
    """Return what is wrong with the corners of a polygon: it must be simple and
    counter-clockwise."""
    count = len(corners)
    if not 3 <= count <= MOST_CORNERS:
        return f"must have 3 to {MOST_CORNERS} corners, has {count}"
    sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    for i, (a, b) in enumerate(sides):
        if a == b:
            return f"corner {i + 1} stands twice"
    for i, (a, b) in enumerate(sides):
        (dx, dy), (ex, ey) = _way(a, b), _way(*sides[(i + 1) % count])
        if dx * ey == dy * ex and dx * ex + dy * ey < 0:
            return f"turns back at corner {(i + 1) % count + 1}"
        for j in range(i + 2, count - (i == 0)):
            if meeting(a, b, *sides[j]) is not None:
                return f"its sides {i + 1} and {j + 1} touch"
    if sum(a[0] * b[1] - a[1] * b[0] for a, b in sides) < 0:
        return "its corners run clockwise"
    return None


@frozen(eq=False)
class Polygon:
    """A simple polygon, corners counter-clockwise; it may be concave. Raises ValueError.

    sides: from corner to corner. halves: (nx, ny, c) of each side; nx x + ny y - c is above 0 to
    the left of it, where the inside is. box: the least and greatest x, then y.
    """

    corners: tuple[Point, ...] = field()
    sides: tuple[tuple[Point, Point], ...] = field(init=False, repr=False)
    halves: tuple[tuple[int, int, int], ...] = field(init=False, repr=False)
    box: tuple[int, int, int, int] = field(init=False, repr=False)
    convex: bool = field(init=False, repr=False)

    @corners.validator
    def _check(self, _: object, corners: tuple[Point, ...]) -> None:
        why = why_no_polygon(corners)
        if why is not None:
            raise ValueError(why)

    @sides.default
    def _sides(self) -> tuple[tuple[Point, Point], ...]:
        after = (*self.corners[1:], *self.corners[:1])
        return tuple(zip(self.corners, after, strict=True))

    @halves.default
    def _halves(self) -> tuple[tuple[int, int, int], ...]:
        found = []
        for (ax, ay), (bx, by) in self.sides:
            nx, ny = ay - by, bx - ax
            found.append((nx, ny, nx * ax + ny * ay))
        return tuple(found)

    @box.default
    def _box(self) -> tuple[int, int, int, int]:
        xs, ys = [x for x, _ in self.corners], [y for _, y in self.corners]
        return min(xs, default=0), max(xs, default=0), min(ys, default=0), max(ys, default=0)

    @convex.default
    def _convex(self) -> bool:
        after = (*self.sides[1:], *self.sides[:1])  # a simple polygon is, if it turns one way
        return all(side(a, b, c) >= 0 for (a, b), (_, c) in zip(self.sides, after, strict=True))

    @classmethod
    def rectangle(cls, x0: int, y0: int, x1: int, y1: int) -> Polygon:
        """With its sides along the axes."""
        return cls(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))

    def turned(self, x: int, y: int) -> Polygon:
        """It after a half turn that takes (0, 0) to (x, y)."""
        return Polygon(tuple([(x - cx, y - cy) for cx, cy in self.corners]))

    def where(self, p: Point) -> int:
        """1 if a point is inside, 0 on a side or a corner, -1 outside."""
        x, y = p
        x0, x1, y0, y1 = self.box
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            return -1
        if self.convex:
            least = min([nx * x + ny * y - c for nx, ny, c in self.halves])
            return (least > 0) - (least < 0)
        return self._where(x, y, 1)

    def _where(self, x: int, y: int, w: int) -> int:
        """The same for the point (x / w, y / w). w > 0."""
        inside = False
        for (ax, ay), (bx, by) in self.sides:
            ax, ay, bx, by = ax * w, ay * w, bx * w, by * w
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if not turn and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return 0
            if ay <= y < by:
                inside ^= turn > 0
            elif by <= y < ay:
                inside ^= turn < 0
        return 1 if inside else -1

    def stretches(self, p: Point, q: Point) -> list[Stretch]:
        """The stretches of the segment from p to q that run inside, first to last.

        Touching a corner or running along a side is not inside. A convex polygon has one at most;
        of a segment without length it is all or nothing.
        """
        x0, x1, y0, y1 = self.box
        (px, py), (qx, qy) = p, q
        if (px <= x0 and qx <= x0) or (px >= x1 and qx >= x1):
            return []
        if (py <= y0 and qy <= y0) or (py >= y1 and qy >= y1):
            return []
        if self.convex:
            found = self._clipped(p, q)
            return [] if found is None else [found]
        if p == q:
            return [(NONE, ALL)] if self.where(p) > 0 else []
        cuts = [NONE, ALL]
        for a, b in self.sides:
            cuts += meeting(p, q, a, b) or ()
        cuts.sort(key=cmp_to_key(_compared))
        return [(a, b) for a, b in pairwise(cuts) if less(a, b) and self._runs_inside(p, q, a, b)]

    def _runs_inside(self, p: Point, q: Point, a: Ratio, b: Ratio) -> bool:
        """Return True if the middle between two ratios of a segment is inside."""
        n, d = a[0] * b[1] + b[0] * a[1], 2 * a[1] * b[1]
        return self._where(p[0] * d + (q[0] - p[0]) * n, p[1] * d + (q[1] - p[1]) * n, d) > 0

    def _clipped(self, p: Point, q: Point) -> Stretch | None:
        """The one stretch inside a convex polygon."""
        (px, py), (qx, qy) = p, q
        n0, d0, n1, d1 = 0, 1, 1, 1
        for nx, ny, c in self.halves:
            fp, fq = nx * px + ny * py - c, nx * qx + ny * qy - c
            if fp <= 0:
                if fq <= 0:
                    return None
                if -fp * d0 > n0 * (fq - fp):
                    n0, d0 = -fp, fq - fp
            elif fq < 0 and fp * d1 < n1 * (fp - fq):
                n1, d1 = fp, fp - fq
        return ((n0, d0), (n1, d1)) if n0 * d1 < n1 * d0 else None

    def clearance2(self, p: Point, q: Point) -> Ratio:
        """The squared distance of the segment from p to q; 0 if it touches or is inside."""
        if self.where(p) >= 0:
            return NONE
        least: Ratio | None = None
        for a, b in self.sides:
            if meeting(p, q, a, b) is not None:
                return NONE
            for found in (gap2(p, a, b), gap2(q, a, b), gap2(a, p, q)):
                if least is None or less(found, least):
                    least = found
        assert least is not None  # a polygon has sides
        return least

    def nearer(self, p: Point, q: Point, r: int) -> bool:
        """Return True if the segment from p to q comes nearer to it than r > 0."""
        x0, x1, y0, y1 = self.box
        if max(p[0], q[0]) <= x0 - r or min(p[0], q[0]) >= x1 + r:
            return False
        if max(p[1], q[1]) <= y0 - r or min(p[1], q[1]) >= y1 + r:
            return False
        n, d = self.clearance2(p, q)
        return n < r * r * d

    def holds(self, c: Point, r: int) -> bool:
        """Return True if a convex polygon holds a whole disc; it may touch the sides."""
        x, y = c
        for nx, ny, off in self.halves:
            f = nx * x + ny * y - off
            if f < 0 or f * f < r * r * (nx * nx + ny * ny):
                return False
        return True

    def wider_than(self, w: int) -> bool:
        """Return True if a convex polygon is wider than w in every direction."""
        for nx, ny, c in self.halves:
            far = max([nx * x + ny * y - c for x, y in self.corners])
            if far * far <= w * w * (nx * nx + ny * ny):
                return False
        return True

    def overlaps(self, other: Polygon) -> bool:
        """Return True if two convex polygons have more in common than their sides."""
        for one, two in ((self, other), (other, self)):
            for nx, ny, c in one.halves:
                if all(nx * x + ny * y <= c for x, y in two.corners):
                    return False
        return True

    def apart(self, other: Polygon, r: int) -> bool:
        """Return True if two polygons keep a distance of r or more."""
        if other.where(self.corners[0]) >= 0:
            return False
        return not any(self.nearer(a, b, r) for a, b in other.sides)


# ------------------------------------------------------------------ sight


@frozen(eq=False)
class Prism:
    """A piece of terrain with upright sides over a convex polygon, from one height to another.

    hides: what is behind it cannot be seen; else it is only obscured. open: one may stand in it.
    A ray meets a prism if it runs inside for a stretch: to graze it is not to meet it.
    """

    ground: Polygon
    bottom: int
    top: int
    hides: bool = True
    open: bool = False


@frozen
class Body:
    """A body as a viewer sees it: points in rows at these heights, each row in columns so far to
    the left of the viewer; and the height of the eye. The rows go upwards."""

    columns: tuple[int, ...]
    rows: tuple[int, ...] = field()
    eye: int

    @rows.validator
    def _check(self, _: object, rows: tuple[int, ...]) -> None:
        if not rows or list(rows) != sorted(rows) or not self.columns:
            raise ValueError("a body has columns, and rows that go upwards")


class Seen(NamedTuple):
    """How many points of a body are hidden, and how many are hidden or obscured."""

    hidden: int
    obscured: int


class _Piece(NamedTuple):
    """A prism as it is asked thousands of times. x2, y2: the middle of its box, doubled. w, h: how
    wide and high the box is."""

    x2: int
    y2: int
    w: int
    h: int
    prism: Prism


_Lines = tuple[list[int], list[int]]
"""Numbers in order; and for each n, which pieces have the n least of them, a bit for each."""


def _in_order(numbers: Sequence[int]) -> _Lines:
    order = sorted(range(len(numbers)), key=numbers.__getitem__)
    bits = [0]
    for i in order:
        bits.append(bits[-1] | 1 << i)
    return [numbers[i] for i in order], bits


class Scenery:
    """All prisms of a table, to compute who sees whom.

    A viewer looks from the middle of the base, `body.eye` above it, at each point of the other's
    body. An open prism hides nothing between two bodies if one of them is inside it, below its top;
    it obscures that body and nobody else.

    What it answers depends on nothing but what it was made of and is asked, so it remembers the
    last answers.
    """

    def __init__(self, prisms: Iterable[Prism], body: Body) -> None:
        self.body = body
        # Those that hide most come first: then the rest need not be asked.
        self.prisms = tuple(sorted(prisms, key=lambda p: (not p.hides, -p.top)))
        self._pieces = []
        for prism in self.prisms:
            if not prism.ground.convex:
                raise ValueError("a prism stands on a convex polygon")
            x0, x1, y0, y1 = prism.ground.box
            self._pieces.append(_Piece(x0 + x1, y0 + y1, x1 - x0, y1 - y0, prism))
        boxes = [prism.ground.box for prism in self.prisms]
        self._west, self._east, self._south, self._north = (
            _in_order([box[i] for box in boxes]) for i in range(4)
        )
        self._tops = _in_order([prism.top for prism in self.prisms])
        self._hiding = sum([1 << i for i, prism in enumerate(self.prisms) if prism.hides])
        self._reach = max([abs(c) for c in body.columns])
        self._all = (1 << len(body.columns) * len(body.rows)) - 1

    def sees(self, a: Place, b: Place) -> bool:
        """Return True if two bodies can see each other: either sees a point of the other."""
        return _sees(self, a, b) if a <= b else _sees(self, b, a)

    def seen(self, a: Place, b: Place) -> Seen:
        """Return how much of a body at b is hidden and obscured from a body at a."""
        return _seen(self, a, b)

    def sees_point(self, a: Place, b: Place) -> bool:
        """Return True if a body at a sees any point of an upright line over b, as high as the rows
        of a body."""
        hiding = [prism for prism in self._between(a, b, self._hiding) if _hides(prism, a, b)]
        return self._shade(hiding, a, b, (b[:2],), self.body.rows) != (1 << len(self.body.rows)) - 1

    # -- how it is found

    def _taller(self, height: int) -> int:
        """Return the pieces that hide and are higher than this, a bit for each."""
        numbers, bits = self._tops
        return self._hiding & ~bits[bisect_right(numbers, height)]

    def _between(self, a: Place, b: Place, among: int) -> list[Prism]:
        """Prisms that may lie between two: those, out of `among`, whose box reaches into the strip
        that holds all rays from one to the other."""
        (ax, ay, _), (bx, by, _) = a, b
        dx, dy, reach = bx - ax, by - ay, self._reach
        d2 = dx * dx + dy * dy
        whole = isqrt(d2)
        # No point of a body is farther from the line of both middles than this, times whole.
        strip = reach * d2 // whole + 1 if whole else 0
        margin = strip // whole + 1 if whole else reach
        x0, x1 = (ax, bx) if ax < bx else (bx, ax)
        y0, y1 = (ay, by) if ay < by else (by, ay)
        numbers, bits = self._west
        among &= bits[bisect_left(numbers, x1 + margin)]
        numbers, bits = self._south
        among &= bits[bisect_left(numbers, y1 + margin)]
        numbers, bits = self._east
        among &= ~bits[bisect_right(numbers, x0 - margin)]
        numbers, bits = self._north
        among &= ~bits[bisect_right(numbers, y0 - margin)]
        found = []
        wide, high = y1 - y0, x1 - x0
        ax2, ay2, strip2 = ax + ax, ay + ay, strip + strip
        pieces = self._pieces
        while among:
            lowest = among & -among
            among ^= lowest
            x2, y2, w, h, prism = pieces[lowest.bit_length() - 1]
            if abs(dx * (y2 - ay2) - dy * (x2 - ax2)) < wide * w + high * h + strip2 or not whole:
                found.append(prism)
        return found

    def _wall(self, prisms: Iterable[Prism], a: Place, b: Place) -> bool:
        """Return True if one of these hides two bodies from each other entirely: it is higher than
        all rays between them, and spans the strip of all rays from one side to the other.

        It is asked in the middle part of the strip, which every ray runs through: a ray ends less
        than 3 beyond or before the middle of a base, and within reach + 1.5 to its sides.
        """
        (ax, ay, az), (bx, by, bz) = a, b
        dx, dy = bx - ax, by - ay
        whole = isqrt(dx * dx + dy * dy)
        if whole < 64:
            return False
        ux, uy = scaled(-dy, dx, self._reach + 3, whole)
        eye, rows = self.body.eye, self.body.rows
        highest = max(az, bz) + max(eye, rows[-1])
        lowest = min(az, bz) + min(eye, rows[0])
        for prism in prisms:
            if prism.top <= highest or prism.bottom >= lowest:
                continue
            n0, d0, n1, d1 = 1, 16, 15, 16
            for nx, ny, c in prism.ground.halves:
                f = nx * ax + ny * ay - c - abs(nx * ux + ny * uy)
                rise = nx * dx + ny * dy
                if rise > 0:
                    if -f * d0 > n0 * rise:
                        n0, d0 = -f, rise
                elif rise < 0:
                    if -f * d1 > n1 * rise:
                        n1, d1 = f, -rise
                elif f <= 0:
                    break
            else:
                if n0 * d1 < n1 * d0:
                    return True
        return False

    def _columns(self, a: Place, b: Place) -> Iterator[Point]:
        """Where the columns of a body at b stand for one who looks from a."""
        (ax, ay, _), (bx, by, _) = a, b
        dx, dy = bx - ax, by - ay
        whole = isqrt(dx * dx + dy * dy)
        for c in self.body.columns:
            if whole:
                x, y = scaled(-dy, dx, c, whole)
                yield bx + x, by + y
            else:
                yield bx + c, by

    def _ray_is_free(self, prisms: Iterable[Prism], a: Place, b: Place) -> bool:
        """Return True if an eye at a sees anything of the highest row of a body at b, with only
        these prisms in the way."""
        ax, ay, eye = a[0], a[1], a[2] + self.body.eye
        rise = b[2] + self.body.rows[-1] - eye
        # As in `_shade`, but one row, and no further than the first ray that is free.
        cuts = []
        for prism in prisms:
            halves = [(nx, ny, c, nx * ax + ny * ay - c) for nx, ny, c in prism.ground.halves]
            cuts.append((halves, prism.bottom - eye, prism.top - eye))
        for qx, qy in self._columns(a, b):
            for halves, low, high in cuts:
                n0, d0, n1, d1 = 0, 1, 1, 1
                for nx, ny, c, fp in halves:
                    fq = nx * qx + ny * qy - c
                    if fp <= 0:
                        if fq <= 0:
                            break
                        if -fp * d0 > n0 * (fq - fp):
                            n0, d0 = -fp, fq - fp
                    elif fq < 0 and fp * d1 < n1 * (fp - fq):
                        n1, d1 = fp, fp - fq
                else:
                    if (
                        n0 * d1 < n1 * d0
                        and (rise * n0 < high * d0 or rise * n1 < high * d1)
                        and (rise * n0 > low * d0 or rise * n1 > low * d1)
                    ):
                        break
            else:
                return True
        return False

    def _shade(
        self,
        prisms: Iterable[Prism],
        a: Place,
        b: Place,
        columns: Sequence[Point],
        rows: Sequence[int],
    ) -> int:
        """Return the points over b, rows on columns, that these prisms cut off from an eye at a: a
        bit each, the lowest row of the first column first."""
        # The loop of `Polygon._clipped`, written out: the call would cost as much again.
        ax, ay, eye = a[0], a[1], a[2] + self.body.eye
        rises = [b[2] + row - eye for row in rows]
        full, everything = (1 << len(rows)) - 1, (1 << len(rows) * len(columns)) - 1
        highest, lowest = eye + max(0, rises[-1]), eye + min(0, rises[0])
        shade = 0
        for prism in prisms:
            bottom, top = prism.bottom, prism.top
            sure = bottom < lowest and highest < top
            halves = [(nx, ny, c, nx * ax + ny * ay - c) for nx, ny, c in prism.ground.halves]
            for at, (qx, qy) in enumerate(columns):
                n0, d0, n1, d1 = 0, 1, 1, 1
                for nx, ny, c, fp in halves:
                    fq = nx * qx + ny * qy - c
                    if fp <= 0:
                        if fq <= 0:
                            break
                        if -fp * d0 > n0 * (fq - fp):
                            n0, d0 = -fp, fq - fp
                    elif fq < 0 and fp * d1 < n1 * (fp - fq):
                        n1, d1 = fp, fp - fq
                else:
                    if n0 * d1 < n1 * d0:
                        bits = full if sure else _rows_cut(rises, (n0, d0), (n1, d1), eye, prism)
                        shade |= bits << at * len(rows)
            if shade == everything:
                break
        return shade


def _rows_cut(rises: Sequence[int], a: Ratio, b: Ratio, eye: int, prism: Prism) -> int:
    """Return the rays of a column that pass between the heights of a prism somewhere from a to
    b."""
    (n0, d0), (n1, d1) = a, b
    high0, high1 = (prism.top - eye) * d0, (prism.top - eye) * d1
    low0, low1 = (prism.bottom - eye) * d0, (prism.bottom - eye) * d1
    bits, bit = 0, 1
    for rise in rises:
        at0, at1 = rise * n0, rise * n1
        if (at0 < high0 or at1 < high1) and (at0 > low0 or at1 > low1):
            bits |= bit
        bit += bit
    return bits


def _stands_in(prism: Prism, a: Place) -> bool:
    return prism.bottom <= a[2] < prism.top and prism.ground.where(a[:2]) > 0


def _hides(prism: Prism, a: Place, b: Place) -> bool:
    """Return True if it may hide a body at b from one at a, or the reverse."""
    return prism.hides and not (prism.open and (_stands_in(prism, a) or _stands_in(prism, b)))


@lru_cache(maxsize=1 << 15)
def _seen(scenery: Scenery, a: Place, b: Place) -> Seen:
    hiding, obscuring = [], []
    for prism in scenery._between(a, b, -1):
        if _hides(prism, a, b):
            hiding.append(prism)
        elif not prism.open or _stands_in(prism, b) or not _stands_in(prism, a):
            obscuring.append(prism)
    columns, rows = tuple(scenery._columns(a, b)), scenery.body.rows
    hidden = scenery._shade(hiding, a, b, columns, rows)
    obscured = hidden
    if hidden != scenery._all:
        obscured |= scenery._shade(obscuring, a, b, columns, rows)
    return Seen(hidden.bit_count(), obscured.bit_count())


@lru_cache(maxsize=1 << 15)
def _sees(scenery: Scenery, a: Place, b: Place) -> bool:
    body = scenery.body
    # The highest row alone: only what is higher than a ray to it can hide it.
    height = min(a[2], b[2]) + min(body.eye, body.rows[-1])
    tall = scenery._between(a, b, scenery._taller(height))
    tall = [prism for prism in tall if not prism.open or _hides(prism, a, b)]
    if not tall:
        return True
    if scenery._wall(tall, a, b):
        return False
    if scenery._ray_is_free(tall, a, b) or scenery._ray_is_free(tall, b, a):
        return True
    lowest = min(a[2], b[2]) + min(body.eye, body.rows[0])
    if all(prism.bottom < lowest for prism in tall):
        return False  # what hides the head and stands on the ground hides what is below it
    size = len(body.columns) * len(body.rows)
    return _seen(scenery, a, b).hidden < size or _seen(scenery, b, a).hidden < size
