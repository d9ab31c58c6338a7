"""Geometry on the plane, beside plain fractions, and the worked cases of the ledgers that need it.

The ids in the docstrings are those of docs/rules/nco.md, and of docs/rules/hailfire.md (HAIL-..).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine import geometry as geo
from owm_net.engine.geometry import Point, Polygon, Ratio, Stretch
from tests.pythons import NONE_HERE, other_pythons, said_by

# Few values, so that lines touch, run along each other and end on corners all the time.
small = st.integers(-2, 12)
points = st.tuples(small, small)
ways = st.integers(-4000, 4000)
far = st.tuples(ways, ways)

Span = tuple[Fraction, Fraction]


def number(ratio: Ratio) -> Fraction:
    assert ratio[1] > 0
    return Fraction(*ratio)


def span(stretch: Stretch) -> Span:
    return number(stretch[0]), number(stretch[1])


def at(p: Point, q: Point, t: Fraction) -> tuple[Fraction, Fraction]:
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


# ------------------------------------------------------------------ lengths


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_division_cuts_towards_zero(a: int, b: int) -> None:
    assert geo.tdiv(a, b) == int(Fraction(a, b))


@given(far, far)
def test_a_length_is_the_least_whole_number_that_is_long_enough(p: Point, q: Point) -> None:
    n = geo.length(p, q)
    assert (n - 1) ** 2 < geo.distance2(p, q) <= n * n or (p == q and n == 0)


def test_lengths_of_the_ledgers() -> None:
    """G-05, HAIL-PGEO-05."""
    assert geo.length((0, 0), (300, 400)) == 500
    assert geo.length((0, 0), (100, 100)) == 142
    assert geo.length((0, 0), (1, 1)) == 2


def test_a_reach_is_measured_from_base_to_base_and_through_the_air() -> None:
    """G-02; ORD-03: the edge of a base 200 from an aim point; HAIL-PGEO-03 and -04."""
    assert geo.within((0, 0, 0), (2098, 0, 0), 2000, 98)
    assert not geo.within((0, 0, 0), (2099, 0, 0), 2000, 98)
    assert geo.within((0, 0, 300), (2075, 0, 0), 2000, 98)
    assert not geo.within((0, 0, 300), (2076, 0, 0), 2000, 98)
    assert geo.within((0, 0, 0), (0, 249, 0), 200, 49) and not geo.within(
        (0, 0, 0), (0, 250, 0), 200, 49
    )
    assert geo.within((5, 5, 0), (5, 5, 200), 200) and not geo.within((5, 5, 0), (5, 5, 201), 200)
    assert geo.within((0, 0, 0), (500, 0, 0), 400, 100)
    assert not geo.within((0, 0, 0), (501, 0, 0), 400, 100)


@given(far, far, st.integers(-600, 600), st.integers(0, 3000), st.integers(0, 200))
def test_a_reach_beside_fractions(a: Point, b: Point, rise: int, reach: int, radii: int) -> None:
    one, two = (*a, 0), (*b, rise)
    inside = False
    if abs(rise) <= reach:
        level = isqrt(reach**2 - rise**2)
        inside = Fraction(geo.distance2(a, b)) <= Fraction(radii + level) ** 2
    assert geo.within(one, two, reach, radii) is inside is geo.within(two, one, reach, radii)


def test_points_on_a_way() -> None:
    """G-13: scatter by 300; HAIL-ART-04: a deviation of 700; SCN-11: 2 inches along a diagonal."""
    assert geo.scaled(600, 0, 300, 600) == (300, 0)
    assert geo.scaled(-500, 866, 700, 1000) == (-350, 606)
    assert geo.scaled(-1800, -1800, 200, isqrt(2 * 1800**2)) == (-141, -141)


@given(far, far, st.integers(0, 6000))
def test_a_place_on_a_leg_is_on_it_but_for_the_rounding_and_turns_with_it(
    p: Point, q: Point, walked: int
) -> None:
    """G-08: any point of interruption, and G-11: the same after a half turn."""
    whole = geo.length(p, q)
    x, y = geo.along(p, q, walked, whole)
    exact = at(p, q, min(Fraction(1), Fraction(walked, whole) if whole else Fraction(1)))
    assert abs(x - exact[0]) < 1 and abs(y - exact[1]) < 1
    turned = geo.along((-p[0], -p[1]), (-q[0], -q[1]), walked, whole)
    assert turned == (-x, -y)
    assert geo.length(p, (x, y)) <= walked, "nobody comes farther than he has paid for"
    assert walked < whole or (x, y) == q


def test_a_stop_on_a_path_counts_leg_after_leg() -> None:
    """HAIL-MOVE-08: a path of 700, a roll for 500."""
    path = ((0, 0), (300, 400), (300, 600))
    assert geo.stop_on(path, 0) == (0, (0, 0))
    assert geo.stop_on(path, 250) == (0, (150, 200))
    assert geo.stop_on(path, 500) == (0, (300, 400))
    assert geo.stop_on(path, 501) == (1, (300, 401))
    assert geo.stop_on(path, 700) == geo.stop_on(path, 9999) == (1, (300, 600))


# ------------------------------------------------------------------ ratios


@given(st.lists(st.tuples(points, points).filter(lambda s: s[0] != s[1]), max_size=4))
def test_shares_add_up(drawn: list[tuple[Point, Point]]) -> None:
    stretches: list[Stretch] = []
    expected = Fraction(0)
    for (a, b), (c, d) in drawn:
        first, last = sorted([Fraction(a, abs(b) + 1), Fraction(c, abs(d) + 1)])
        stretches.append((first.as_integer_ratio(), last.as_integer_ratio()))
        expected += last - first
    assert number(geo.share(stretches)) == expected


def test_a_share_is_compared_with_a_length() -> None:
    """HAIL-PLOS-04: 400 in woods is visible, 401 is not; G-07: the same for a gap."""
    woods = Polygon.rectangle(100, -50, 500, 50)
    line = (0, 0), (1000, 0)
    assert not geo.longer(geo.share(woods.stretches(*line)), *line, 400)
    assert geo.longer(geo.share(Polygon.rectangle(100, -50, 501, 50).stretches(*line)), *line, 400)
    slant = (0, 0), (300, 400)
    assert not geo.longer((2, 5), *slant, 200) and geo.longer((2, 5), *slant, 199)


# ------------------------------------------------------------------ lines


def solved(rules: Iterable[tuple[Fraction, Fraction, bool]]) -> Span | None:
    """All t from 0 to 1 with a + b t >= 0 (== 0 where exact) for each (a, b, exact)."""
    low, high = Fraction(0), Fraction(1)
    for a, b, exact in rules:
        for c, d in ((a, b), (-a, -b)) if exact else ((a, b),):
            if d > 0:
                low = max(low, -c / d)
            elif d < 0:
                high = min(high, -c / d)
            elif c < 0:
                return None
    return (low, high) if low <= high else None


def common(p: Point, q: Point, a: Point, b: Point) -> Span | None:
    """Return the common part of p-q and a-b: on the line of a-b, and between its ends."""
    dx, dy = Fraction(q[0] - p[0]), Fraction(q[1] - p[1])
    wx, wy = Fraction(p[0] - a[0]), Fraction(p[1] - a[1])
    ex, ey = b[0] - a[0], b[1] - a[1]
    if (ex, ey) == (0, 0):
        return solved([(wx, dx, True), (wy, dy, True)])
    forward = wx * ex + wy * ey, dx * ex + dy * ey
    return solved(
        [
            (wx * ey - wy * ex, dx * ey - dy * ex, True),
            (*forward, False),
            (ex * ex + ey * ey - forward[0], -forward[1], False),
        ]
    )


@given(points, points, points, points)
def test_where_two_segments_meet(p: Point, q: Point, a: Point, b: Point) -> None:
    found = geo.meeting(p, q, a, b)
    assert (None if found is None else span(found)) == common(p, q, a, b)
    assert (geo.meeting(a, b, p, q) is None) is (found is None)


@pytest.mark.parametrize("slant", [(1, 0), (0, 1), (1, 1), (2, 1), (-1, 2), (3, -2), (0, 0)])
def test_segments_on_one_line_meet_where_fractions_say(slant: Point) -> None:
    """Every way in which two touch, overlap, hold each other or have no length: drawn by chance
    hardly any two lie on one line that is neither level nor upright."""
    line = [(3 + n * slant[0], 5 + n * slant[1]) for n in range(-2, 3)]
    for p, q, a, b in product(line, repeat=4):
        found = geo.meeting(p, q, a, b)
        assert (None if found is None else span(found)) == common(p, q, a, b)


def test_segments_of_a_grid_meet_where_fractions_say() -> None:
    """All of them: those that cross, touch at an end or inside, are parallel, or points."""
    grid = [(x, y) for x in range(3) for y in range(3)]
    for p, q, a, b in product([(0, 0), (1, 0), (1, 1)], grid, grid, grid):
        found = geo.meeting(p, q, a, b)
        assert (None if found is None else span(found)) == common(p, q, a, b)


def squared_gap(c: Point, a: Point, b: Point) -> Fraction:
    dx, dy = b[0] - a[0], b[1] - a[1]
    d2 = dx * dx + dy * dy
    t = Fraction((c[0] - a[0]) * dx + (c[1] - a[1]) * dy, d2) if d2 else Fraction(0)
    x, y = at(a, b, max(Fraction(0), min(Fraction(1), t)))
    return (c[0] - x) ** 2 + (c[1] - y) ** 2


@given(points, points, points, st.integers(0, 6))
def test_the_gap_between_a_point_and_a_segment(c: Point, a: Point, b: Point, r: int) -> None:
    gap = squared_gap(c, a, b)
    assert number(geo.gap2(c, a, b)) == gap
    foot = geo.beside(c, a, b, r)
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = (c[0] - a[0]) * dx + (c[1] - a[1]) * dy
    between = 0 < along < dx * dx + dy * dy
    assert (foot is not None) is (between and gap < r * r)
    if foot is not None:
        x, y = at(a, b, number(foot))
        assert (x - c[0]) ** 2 + (y - c[1]) ** 2 == gap


def test_a_man_gives_cover_who_stands_less_than_his_base_from_the_line() -> None:
    """G-04 (c), TER-05: 48 off the line gives cover, 49 not; nor behind either end."""
    a, b = (1000, 1000), (2000, 1000)
    assert geo.beside((1500, 1048), a, b, 49) == (500 * 1000, 1000 * 1000)
    assert geo.beside((1500, 1049), a, b, 49) is None
    assert geo.beside((1000, 1001), a, b, 49) is None is geo.beside((2000, 1001), a, b, 49)


# ------------------------------------------------------------------ polygons

Rectangles = tuple[tuple[int, int, int, int], ...]
SHAPES: dict[str, tuple[Polygon, Rectangles]] = {
    # As corners, and as the rectangles (without their sides) which cover it and overlap.
    "square": (Polygon.rectangle(0, 0, 10, 10), ((0, 0, 10, 10),)),
    "corner": (
        Polygon(((0, 0), (10, 0), (10, 4), (4, 4), (4, 10), (0, 10))),
        ((0, 0, 10, 4), (0, 0, 4, 10)),
    ),
    "yard": (
        Polygon(((0, 0), (10, 0), (10, 10), (7, 10), (7, 3), (3, 3), (3, 10), (0, 10))),
        ((0, 0, 10, 3), (0, 0, 3, 10), (7, 0, 10, 10)),
    ),
    "steps": (
        Polygon(((0, 0), (9, 0), (9, 2), (6, 2), (6, 5), (3, 5), (3, 8), (0, 8))),
        ((0, 0, 9, 2), (0, 0, 6, 5), (0, 0, 3, 8)),
    ),
}
CONVEX = [
    Polygon.rectangle(1, 2, 9, 8),
    Polygon(((0, 0), (10, 3), (4, 9))),
    Polygon(((3, 0), (7, 0), (10, 3), (10, 7), (7, 10), (3, 10), (0, 7), (0, 3))),
    Polygon(((0, 0), (5, 0), (10, 0), (10, 10))),  # a corner in the middle of a side
]
every_polygon = st.sampled_from([*[polygon for polygon, _ in SHAPES.values()], *CONVEX])


def joined(spans: Iterable[Span]) -> list[Span]:
    """Open spans as few as they can be; two that only touch stay two."""
    found: list[Span] = []
    for low, high in sorted(spans):
        if low >= high:
            continue
        if found and low < found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def inside_all(p: Point, q: Point, halves: Iterable[tuple[int, int, int]]) -> list[Span]:
    """Where p-q is inside all half planes (a, b, c): a x + b y > c."""
    low, high = Fraction(0), Fraction(1)
    for a, b, c in halves:
        start, rise = a * p[0] + b * p[1] - c, a * (q[0] - p[0]) + b * (q[1] - p[1])
        if rise > 0:
            low = max(low, Fraction(-start, rise))
        elif rise < 0:
            high = min(high, Fraction(-start, rise))
        elif start <= 0:
            return []
    return [(low, high)] if low < high else []


@pytest.mark.parametrize("name", SHAPES)
@given(points, points)
def test_stretches_inside_a_polygon_of_rectangles(name: str, p: Point, q: Point) -> None:
    polygon, rectangles = SHAPES[name]
    expected: list[Span] = []
    for x0, y0, x1, y1 in rectangles:
        expected += inside_all(p, q, [(1, 0, x0), (-1, 0, -x1), (0, 1, y0), (0, -1, -y1)])
    assert list(map(span, polygon.stretches(p, q))) == joined(expected)
    inside = any(x0 < p[0] < x1 and y0 < p[1] < y1 for x0, y0, x1, y1 in rectangles)
    on_it = any(x0 <= p[0] <= x1 and y0 <= p[1] <= y1 for x0, y0, x1, y1 in rectangles)
    assert polygon.where(p) == (1 if inside else 0 if on_it else -1)


Triangle = tuple[Point, Point, Point]
SLANTED: dict[str, tuple[tuple[Point, ...], tuple[Triangle, ...]]] = {
    # As corners, and as the triangles of which it is made.
    "dart": (
        ((0, 0), (6, 3), (0, 6), (2, 3)),
        (((0, 0), (6, 3), (2, 3)), ((2, 3), (6, 3), (0, 6))),
    ),
    "crown": (
        ((0, 0), (8, 0), (7, 6), (4, 2), (1, 6)),
        (((0, 0), (4, 2), (1, 6)), ((0, 0), (8, 0), (4, 2)), ((8, 0), (7, 6), (4, 2))),
    ),
    "flag": (
        ((0, 0), (5, 0), (5, 5), (3, 2), (0, 5)),
        (((0, 0), (5, 0), (3, 2)), ((5, 0), (5, 5), (3, 2)), ((0, 0), (3, 2), (0, 5))),
    ),
    "bolt": (
        ((0, 0), (4, 1), (3, 3), (7, 4), (2, 7), (3, 4), (1, 3)),
        (
            ((0, 0), (4, 1), (1, 3)),
            ((4, 1), (3, 3), (1, 3)),
            ((1, 3), (3, 3), (3, 4)),
            ((3, 3), (7, 4), (3, 4)),
            ((7, 4), (2, 7), (3, 4)),
        ),
    ),
}


def in_triangle(p: Point, corners: Triangle) -> bool:
    """Return True if a point is in it or on its sides: the shares of its corners, none negative."""
    (ax, ay), (bx, by), (cx, cy) = corners
    whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    b = Fraction((p[0] - ax) * (cy - ay) - (p[1] - ay) * (cx - ax), whole)
    c = Fraction((bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax), whole)
    return b >= 0 and c >= 0 and b + c <= 1


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", SLANTED)
def test_where_a_point_is_beside_a_polygon_with_slanted_sides(name: str, turned: bool) -> None:
    """Every point around it, among them those in line with a side, and level with a corner."""
    corners, triangles = SLANTED[name]
    polygon = Polygon(corners)
    assert not polygon.convex
    polygon = polygon.turned(7, 7) if turned else polygon
    for x, y in product(range(-2, 10), repeat=2):
        p = (7 - x, 7 - y) if turned else (x, y)
        on_it = any(common(p, p, a, b) is not None for a, b in polygon.sides)
        inside = any(in_triangle((x, y), triangle) for triangle in triangles)
        assert polygon.where(p) == (0 if on_it else 1 if inside else -1), p


@given(st.sampled_from(CONVEX), points, points)
def test_stretches_inside_a_convex_polygon(polygon: Polygon, p: Point, q: Point) -> None:
    assert polygon.convex
    halves = []
    for (ax, ay), (bx, by) in polygon.sides:
        halves.append((ay - by, bx - ax, (ay - by) * ax + (bx - ax) * ay))
    assert list(map(span, polygon.stretches(p, q))) == inside_all(p, q, halves)


def test_to_touch_is_not_to_be_inside() -> None:
    """G-03, HAIL-PLOS-01: grazing a corner, running along a side."""
    square, yard = SHAPES["square"][0], SHAPES["yard"][0]
    assert square.stretches((-5, 5), (5, 15)) == [] == square.stretches((-5, 0), (15, 0))
    assert square.stretches((-5, 5), (0, 5)) == []
    assert [span(s) for s in square.stretches((-5, 4), (5, 14))] == [
        (Fraction(5, 10), Fraction(6, 10))
    ], "less than a unit inside"
    assert [span(s) for s in yard.stretches((3, -2), (3, 12))] == [
        (Fraction(2, 14), Fraction(5, 14))
    ], "up the middle, then along an inner side"


@given(every_polygon, points, points, st.integers(1, 5))
def test_how_clear_a_leg_is_of_a_polygon(polygon: Polygon, p: Point, q: Point, r: int) -> None:
    """G-05: what is solid stays a base's radius away from the leg."""
    touches = polygon.where(p) >= 0 or any(common(p, q, a, b) for a, b in polygon.sides)
    gap = Fraction(0)
    if not touches:
        gap = min(
            min(squared_gap(p, a, b), squared_gap(q, a, b), squared_gap(a, p, q))
            for a, b in polygon.sides
        )
    assert number(polygon.clearance2(p, q)) == gap == number(polygon.clearance2(q, p))
    assert polygon.nearer(p, q, r) is (gap < r * r)


@given(st.sampled_from(CONVEX), points, st.integers(1, 4))
def test_a_base_lies_on_a_polygon_if_it_is_clear_of_all_sides(
    polygon: Polygon, c: Point, r: int
) -> None:
    """G-04 (a)."""
    gap = min(squared_gap(c, a, b) for a, b in polygon.sides)
    assert polygon.holds(c, r) is (polygon.where(c) >= 0 and gap >= r * r)


def test_how_wide_a_polygon_is() -> None:
    """G-10, TER-07: difficult ground is more than 200 wide."""
    assert Polygon.rectangle(0, 0, 500, 201).wider_than(200)
    assert not Polygon.rectangle(0, 0, 500, 200).wider_than(200)
    diamond = Polygon(((0, -4), (3, 0), (0, 4), (-3, 0)))  # across: 24 / 5
    assert diamond.wider_than(4) and not diamond.wider_than(5)


@given(st.sampled_from(CONVEX), st.sampled_from(CONVEX), points)
def test_polygons_overlap_where_a_side_runs_inside_or_one_holds_the_other(
    one: Polygon, other: Polygon, by: Point
) -> None:
    moved = Polygon(tuple([(x + 2 * by[0] - 10, y + 2 * by[1] - 10) for x, y in other.corners]))
    runs = any(b.stretches(*side) for a, b in ((one, moved), (moved, one)) for side in a.sides) or (
        set(one.corners) == set(moved.corners)
    )
    assert one.overlaps(moved) is moved.overlaps(one) is runs
    apart = one.apart(moved, 1)
    assert apart is moved.apart(one, 1)
    assert not (apart and runs)


def test_polygons_are_apart_by_what_is_between_them() -> None:
    square = Polygon.rectangle(0, 0, 10, 10)
    beyond = Polygon.rectangle(13, 14, 20, 20)
    assert square.apart(beyond, 5) and beyond.apart(square, 5) and not square.apart(beyond, 6)
    within = Polygon.rectangle(4, 4, 6, 6)
    assert not square.apart(within, 1) and not within.apart(square, 1)


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (((0, 0), (1, 0)), "must have 3 to 64 corners, has 2"),
        (tuple((i, i * i) for i in range(65)), "must have 3 to 64 corners, has 65"),
        (((0, 0), (5, 0), (5, 0), (0, 5)), "corner 2 stands twice"),
        (((0, 0), (5, 0), (9, 0)), "turns back at corner 3"),
        (((0, 0), (9, 0), (5, 0), (5, 5)), "turns back at corner 2"),
        (((0, 0), (5, 5), (5, 0), (0, 5)), "its sides 1 and 3 touch"),
        (((0, 0), (9, 0), (9, 9), (4, 0), (0, 9)), "its sides 1 and 3 touch"),
        (((0, 0), (5, 0), (0, 5), (5, 5)), "its sides 2 and 4 touch"),
        (((0, 0), (0, 5), (5, 5), (5, 0)), "its corners run clockwise"),
    ],
)
def test_what_is_no_simple_polygon_is_refused(corners: tuple[Point, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Polygon(corners)


def test_a_polygon_after_a_half_turn() -> None:
    """G-11."""
    yard = SHAPES["yard"][0]
    turned = yard.turned(3600, 3600)
    assert turned.where((3599, 3599)) == 1 == yard.where((1, 1))
    assert turned.turned(3600, 3600).corners == yard.corners
    assert turned.box == (3590, 3600, 3590, 3600)


# ------------------------------------------------------------------ what strangers send

BOUNDS = {"x": (49, 3551), "y": (49, 3551), "surface": (0, 9)}


def test_points_on_the_table_may_be_used() -> None:
    assert geo.why_not_points((), BOUNDS, 16, "NCO-ORD-10") is None
    most = ((49, 3551, 0), (1800, 1800, 9)) * 8
    assert geo.why_not_points(most, BOUNDS, 16, "NCO-ORD-10") is None


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (((100, 100, 0),) * 10_000, "at most 16 points can be given"),
        (((100, 100, 0), (100, 10**5000, 0)), "y of point 2 must be 49 to 3551"),
        (((-(10**5000), 100, 0),), "x of point 1 must be 49 to 3551"),
        (((100, 48, 0),), "y of point 1 must be 49 to 3551"),
        (((100, 100, 10),), "surface of point 1 must be 0 to 9"),
        (((100, True, 0),), "y of point 1 must be 49 to 3551"),
        (((100, 100.0, 0),), "y of point 1 must be 49 to 3551"),
        (((100, "100", 0),), "y of point 1 must be 49 to 3551"),
        (((100, 100),), "point 1 needs x, y, surface, and nothing else"),
        ((100, 100, 0), "point 1 needs x, y, surface, and nothing else"),
        ([(100, 100, 0)], "at most 16 points can be given"),
        (None, "at most 16 points can be given"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_stranger_sends_is_refused_by_the_rule(sent: object, why: str) -> None:
    """G-05: at most 16 legs; ORD-10: nobody leaves the table. Numbers of 5,000 digits, which Python
    does not even print, are refused like any other."""
    refusal = geo.why_not_points(sent, BOUNDS, 16, "NCO-ORD-10")
    assert refusal is not None and (refusal.rule, refusal.why) == ("NCO-ORD-10", why)


# ------------------------------------------------------------------ every machine


def test_the_same_under_every_python() -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip(NONE_HERE)

    def said(program: str) -> str:
        return said_by(program, "2", "tests.engine.geometry_print")

    assert {v: said(p) for v, p in pythons.items()} == dict.fromkeys(pythons, said(sys.executable))
