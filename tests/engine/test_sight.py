"""Sight between prisms: the worked cases of docs/rules/nco.md (G-03, G-11), and plain fractions.

The layouts are read out of the ledger and pass all checks that it asks for (G-11).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import isqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine.chance import Chance
from owm_net.engine.geometry import Body, Place, Point, Polygon, Prism, Scenery, Seen, distance2

sys.path.append(str(Path(__file__).resolve().parents[2] / "scripts"))
ledger: Any = importlib.import_module("nco_layouts")
sys.path.pop()

LAYOUTS = ledger.layouts()
KINDS = ledger.kinds()
BODY: Body = ledger.BODY
WEST, EAST = (1000, 1000, 0), (2000, 1000, 0)
BASE: int = ledger.BASE


def wall(x0: int, y0: int, x1: int, y1: int, top: int, **kind: bool) -> Scenery:
    return Scenery([Prism(Polygon.rectangle(x0, y0, x1, y1), 0, top, **kind)], BODY)


# ------------------------------------------------------------------ the worked cases


@pytest.mark.parametrize(("top", "seen"), [(20, 0), (30, 4), (60, 8), (100, 12), (106, 16)])
def test_a_wall_hides_the_more_the_higher_it_is(top: int, seen: int) -> None:
    """G-03."""
    scenery = wall(1900, 800, 1920, 1200, top)
    assert scenery.seen(WEST, EAST) == (seen, seen)
    assert scenery.sees(WEST, EAST) is scenery.sees(EAST, WEST) is (top < 106)


def test_a_wall_close_by_is_looked_over() -> None:
    """G-03: 60 high, close to the western soldier."""
    scenery = wall(1060, 800, 1080, 1200, 60)
    assert scenery.seen(WEST, EAST) == (0, 0) and scenery.seen(EAST, WEST) == (8, 8)


@pytest.mark.parametrize(("y", "seen"), [(1015, 4), (1040, 0)])
def test_a_wall_that_ends_hides_the_columns_behind_it(y: int, seen: int) -> None:
    """G-03: four of sixteen is cover (TER-04), three would not be."""
    scenery = wall(1900, y, 1920, 1300, 200)
    assert scenery.seen(WEST, EAST) == (seen, seen) and scenery.sees(WEST, EAST)


@pytest.mark.parametrize(("x", "seen"), [(1800, 8), (1750, 4), (1700, 0)])
def test_who_stands_on_a_roof_sees_over_a_wall(x: int, seen: int) -> None:
    """G-03: 300 up, the wall 120 high."""
    assert wall(x, 800, x + 20, 1200, 120).seen((1000, 1000, 300), EAST) == (seen, seen)


def test_woods_hide_what_is_behind_and_obscure_who_is_inside() -> None:
    """G-03, TER-02, TER-04."""
    woods, inside = wall(1400, 800, 1700, 1200, 400, open=True), (1500, 1000, 0)
    assert woods.seen(WEST, EAST) == (16, 16) and not woods.sees(WEST, EAST)
    assert woods.sees(WEST, inside) and woods.seen(WEST, inside) == (0, 16)
    assert woods.seen(inside, WEST) == (0, 0)
    above = (1500, 1000, 400)
    assert woods.seen(WEST, above).hidden > 0, "on top of it is not inside"
    assert wall(1400, 800, 1700, 1200, 70, open=True, hides=False).seen(WEST, EAST) == (0, 8)


def test_either_who_sees_a_point_of_the_other_is_enough() -> None:
    """G-03: hidden wholly one way only; TER-03: any part that shows; GEN-03: sight is mutual."""
    scenery, south = wall(1400, 1030, 1600, 1300, 300), (2000, 1080, 0)
    assert scenery.seen(WEST, south).hidden == 12 and scenery.seen(south, WEST).hidden == 16
    assert scenery.sees(WEST, south) and scenery.sees(south, WEST)


@pytest.mark.parametrize(
    ("name", "a", "b", "ab", "ba", "sees"),
    [
        ("crossroads", (1800, 800, 0), (1800, 2600, 0), (16, 16), (16, 16), False),
        ("crossroads", (1200, 700, 0), (1200, 1800, 0), (6, 6), (4, 4), True),
        ("crossroads", (750, 1200, 300), (1600, 1700, 0), (7, 7), (12, 12), True),
        ("crossroads", (1800, 1800, 0), (2300, 1550, 0), (0, 0), (0, 0), True),
        ("bocage", (300, 700, 0), (300, 1200, 0), (16, 16), (16, 16), False),
        ("bocage", (800, 800, 0), (800, 1600, 0), (0, 8), (0, 8), True),
        ("hill_farm", (850, 1250, 300), (1800, 1500, 0), (0, 0), (8, 8), True),
        ("hill_farm", (850, 1250, 300), (1200, 1650, 0), (16, 16), (16, 16), False),
        ("river_crossing", (1800, 1200, 0), (1800, 2400, 0), (8, 8), (8, 8), True),
    ],
)
def test_sight_on_the_layouts(
    name: str, a: Place, b: Place, ab: Seen, ba: Seen, sees: bool
) -> None:
    """G-11, layout cases; and the same after a half turn."""
    scenery = ledger.scenery(LAYOUTS[name])
    for one, two in ((a, b), (turned(a), turned(b))):
        assert (scenery.seen(one, two), scenery.seen(two, one)) == (ab, ba)
        assert scenery.sees(one, two) is scenery.sees(two, one) is sees


def turned(a: Place) -> Place:
    return 3600 - a[0], 3600 - a[1], a[2]


def test_a_base_in_a_crater_is_on_it() -> None:
    """G-11: of the two on crossroads the one in the crater has cover, the other not; G-04 (a)."""
    centre = LAYOUTS["crossroads"][0]
    assert centre.kind == "crater" and KINDS["crater"].cover
    assert centre.polygon.holds((1800, 1800), BASE)
    assert not centre.polygon.holds((2300, 1550), BASE)
    assert centre.polygon.holds((1931, 1800), BASE) and not centre.polygon.holds((1932, 1800), BASE)


def test_an_aim_point_is_seen_by_one_ray() -> None:
    """G-03: at 15, 45, 75 or 105 over the point, in the one column above it."""
    low, high = wall(1900, 800, 1920, 1200, 100), wall(1900, 800, 1920, 1200, 106)
    assert low.sees_point(WEST, EAST) and not high.sees_point(WEST, EAST)
    corner = wall(1900, 1000, 1920, 1200, 400)
    assert corner.sees_point(WEST, EAST) and not corner.sees_point(WEST, (2000, 1001, 0))
    assert wall(1900, 800, 1920, 1200, 400, hides=False).sees_point(WEST, EAST)
    assert wall(1900, 800, 2100, 1200, 400, open=True).sees_point(WEST, EAST)


def test_a_bridge_is_looked_under() -> None:
    """G-01, G-03: a prism that does not reach the ground hides what is between its heights."""
    bridge = Scenery([Prism(Polygon.rectangle(1900, 800, 1920, 1200), 60, 300)], BODY)
    assert bridge.seen(WEST, EAST) == (8, 8) and bridge.sees(WEST, EAST)
    lower = Scenery([Prism(Polygon.rectangle(1900, 800, 1920, 1200), 15, 300)], BODY)
    assert lower.seen(WEST, EAST) == (16, 16) and not lower.sees(WEST, EAST)
    higher = Scenery([Prism(Polygon.rectangle(1400, 800, 1600, 1200), 105, 300)], BODY)
    assert higher.seen(WEST, EAST) == (0, 0) and higher.sees(WEST, EAST)


# ------------------------------------------------------------------ beside fractions


def samples(a: Place, b: Place) -> Iterator[tuple[int, int, int]]:
    """G-03 word for word: the sixteen points of a body at b for a viewer at a."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = isqrt(dx * dx + dy * dy)
    for c in (-37, -12, 12, 37):
        x, y = (int(Fraction(-dy * c, whole)), int(Fraction(dx * c, whole))) if whole else (c, 0)
        for height in (15, 45, 75, 105):
            yield b[0] + x, b[1] + y, b[2] + height


def meets(prism: Prism, a: Place, sample: tuple[int, int, int]) -> bool:
    """The open plan interval inside is not empty, and over it the lowest height of the ray is below
    the top and the highest above the bottom."""
    low, high = Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in prism.ground.sides:
        start = (bx - ax) * (a[1] - ay) - (by - ay) * (a[0] - ax)
        end = (bx - ax) * (sample[1] - ay) - (by - ay) * (sample[0] - ax)
        if end > start:
            low = max(low, Fraction(-start, end - start))
        elif end < start:
            high = min(high, Fraction(start, start - end))
        elif start <= 0:
            return False
    eye = a[2] + 105
    heights = [eye + t * (sample[2] - eye) for t in (low, high)]
    return low < high and min(heights) < prism.top and max(heights) > prism.bottom


def expected(prisms: Iterable[Prism], a: Place, b: Place) -> Seen:
    hidden: set[tuple[int, int, int]] = set()
    obscured: set[tuple[int, int, int]] = set()
    for prism in prisms:
        viewer, target = (
            prism.open and prism.bottom <= p[2] < prism.top and prism.ground.where(p[:2]) > 0
            for p in (a, b)
        )
        if viewer and not target:
            continue
        cut = {sample for sample in samples(a, b) if meets(prism, a, sample)}
        obscured |= cut
        if prism.hides and not target:
            hidden |= cut
    return Seen(len(hidden), len(obscured))


shapes = st.sampled_from(
    [
        ((0, 0), (9, 0), (9, 9), (0, 9)),
        ((0, 0), (9, 0), (9, 2), (0, 2)),
        ((0, 0), (1, 0), (1, 9), (0, 9)),
        ((0, 0), (9, 3), (4, 9)),
        ((3, 0), (6, 0), (9, 3), (9, 6), (6, 9), (3, 9), (0, 6), (0, 3)),
    ]
)


@st.composite
def prisms(draw: st.DrawFn) -> Prism:
    size, x, y = draw(st.sampled_from([10, 30, 70])), *draw(st.tuples(*2 * [st.integers(0, 60)]))
    corners = [(10 * x + size * cx, 10 * y + size * cy) for cx, cy in draw(shapes)]
    bottom = draw(st.sampled_from([0, 0, 0, 50, 105]))
    top = bottom + draw(st.sampled_from([20, 60, 105, 106, 150, 300, 500]))
    kinds = draw(st.booleans()), draw(st.integers(0, 3)) == 0
    return Prism(Polygon(tuple(corners)), bottom, top, hides=kinds[0], open=kinds[1])


places = st.tuples(
    *2 * [st.integers(0, 80).map(lambda n: 10 * n) | st.integers(0, 800)],
    st.sampled_from([0, 0, 60, 150, 300]),
)


@given(st.lists(prisms(), min_size=1, max_size=6), places, places)
def test_what_is_seen_is_what_fractions_say(drawn: list[Prism], a: Place, b: Place) -> None:
    scenery = Scenery(drawn, BODY)
    there, back = expected(drawn, a, b), expected(drawn, b, a)
    assert scenery.seen(a, b) == there and scenery.seen(b, a) == back
    mutual = there.hidden < 16 or back.hidden < 16
    assert scenery.sees(a, b) is scenery.sees(b, a) is mutual


@given(st.lists(prisms(), min_size=1, max_size=4), places, places)
def test_an_aim_point_is_seen_as_fractions_say(drawn: list[Prism], a: Place, b: Place) -> None:
    def stands_in(prism: Prism, p: Place) -> bool:
        return prism.bottom <= p[2] < prism.top and prism.ground.where(p[:2]) > 0

    hiding = [p for p in drawn if p.hides and not (p.open and (stands_in(p, a) or stands_in(p, b)))]
    free = [
        height
        for height in (15, 45, 75, 105)
        if not any(meets(prism, a, (b[0], b[1], b[2] + height)) for prism in hiding)
    ]
    assert Scenery(drawn, BODY).sees_point(a, b) is bool(free)


@pytest.mark.parametrize("name", LAYOUTS)
def test_sight_across_a_layout_is_what_fractions_say(name: str) -> None:
    """Its long walls hide whole bodies, which is found by another way than part of one."""
    scenery, chance = ledger.scenery(LAYOUTS[name]), Chance(name)
    seen = []
    for _ in range(25):
        a, b = ground_place(name, chance), ground_place(name, chance)
        there, back = expected(scenery.prisms, a, b), expected(scenery.prisms, b, a)
        assert (scenery.seen(a, b), scenery.seen(b, a)) == (there, back)
        assert scenery.sees(a, b) is (there.hidden < 16 or back.hidden < 16)
        assert scenery.seen(turned(a), turned(b)) == there, "the half turn changes nothing"
        seen.append(scenery.sees(a, b))
    assert True in seen and False in seen


@given(places, st.lists(prisms(), min_size=1, max_size=2))
def test_who_looks_at_what_is_right_below_him(a: Place, drawn: list[Prism]) -> None:
    """G-03: L = 0."""
    below = a[0], a[1], 0
    assert Scenery(drawn, BODY).seen(a, below) == expected(drawn, a, below)


def test_no_scenery_hides_nothing_and_a_body_has_rows() -> None:
    assert Scenery([], BODY).sees(WEST, EAST) and Scenery([], BODY).seen(WEST, EAST) == (0, 0)
    with pytest.raises(ValueError, match="rows that go upwards"):
        Body((0,), (15, 5), 105)
    concave = Polygon(((0, 0), (9, 0), (9, 9), (5, 5)))
    with pytest.raises(ValueError, match="convex"):
        Scenery([Prism(Polygon((*concave.corners, (0, 9))), 0, 10)], BODY)


# ------------------------------------------------------------------ the layouts


def solid(name: str) -> list[Any]:
    return [piece for piece in LAYOUTS[name] if KINDS[piece.kind].solid]


def ground_place(name: str, chance: Chance) -> Place:
    """Where a base has room on the table."""
    while True:
        p = BASE + chance.below(3600 - 2 * BASE), BASE + chance.below(3600 - 2 * BASE)
        if not any(piece.polygon.nearer(p, p, BASE) for piece in solid(name)):
            return (*p, 0)


def test_the_ledger_draws_eight_layouts_of_known_kinds() -> None:
    """G-10, G-11."""
    assert len(LAYOUTS) == 8 and len(KINDS) == 24
    assert {piece.kind for pieces in LAYOUTS.values() for piece in pieces} <= set(KINDS)
    assert (KINDS["hill1"].top, KINDS["hill2"].top) == (150, 300)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_sound(name: str) -> None:
    """G-11: the checks made and to be kept; G-10: how wide difficult ground is; GEN-04."""
    pieces = LAYOUTS[name]
    for kind, polygon in pieces:
        assert polygon.convex and polygon.box[0] >= 0 <= polygon.box[2]
        assert polygon.box[1] <= 3600 >= polygon.box[3]
        assert polygon.wider_than(200) or not KINDS[kind].difficult
        if KINDS[kind].solid:
            assert polygon.box[2] >= 400 and polygon.box[3] <= 3200, "the home edges are free"
    corners = {(kind, frozenset(polygon.corners)) for kind, polygon in pieces}
    assert corners == {(k, frozenset(p.turned(3600, 3600).corners)) for k, p in pieces}
    for one, two in combinations(pieces, 2):
        nested = {one.kind, two.kind} == {"hill1", "hill2"}
        if nested and one.polygon.overlaps(two.polygon):
            outer, inner = (one, two) if one.kind == "hill1" else (two, one)
            assert all(outer.polygon.where(corner) >= 0 for corner in inner.polygon.corners)
        else:
            assert not one.polygon.overlaps(two.polygon), (one, two)
            if KINDS[one.kind].solid and KINDS[two.kind].solid:
                assert one.polygon.apart(two.polygon, 98), (one, two)
    pilots = [(1800, 1800), (1800, 2100), (1659, 1659), (1941, 1659), (1800, 1500)]
    for p in [*pilots, *[(3600 - x, 3600 - y) for x, y in pilots]]:
        assert not any(piece.polygon.nearer(p, p, 110) for piece in solid(name)), p


@pytest.mark.parametrize("name", LAYOUTS)
def test_all_free_ground_of_a_layout_hangs_together(name: str) -> None:
    """G-11: without climbing, on a grid of half inches, by legs that a base can walk."""
    step, size = 50, 71
    polygons = [piece.polygon for piece in solid(name)]

    def walks(p: Point, q: Point) -> bool:
        return not any(polygon.nearer(p, q, BASE) for polygon in polygons)

    grid = [(BASE + step * i, BASE + step * j) for i in range(size) for j in range(size)]
    free = {p for p in grid if walks(p, p)}
    reached, border = {(BASE, BASE)}, [(BASE, BASE)]
    while border:
        x, y = border.pop()
        for q in ((x + step, y), (x - step, y), (x, y + step), (x, y - step)):
            if q in free and q not in reached and walks((x, y), q):
                reached.add(q)
                border.append(q)
    assert len(free) > 3000 and reached == free


def test_how_open_the_layouts_are() -> None:
    """G-11: of pairs on the ground within 20 inches about 45 to 65 in 100 see each other, most in
    trench_line, least in bocage and jungle_edge."""
    share = {}
    for name, pieces in LAYOUTS.items():
        scenery, chance, seen, asked = ledger.scenery(pieces), Chance(name), 0, 0
        while asked < 1200:
            a, b = ground_place(name, chance), ground_place(name, chance)
            if 98**2 <= distance2(a[:2], b[:2]) <= 2098**2:
                asked, seen = asked + 1, seen + scenery.sees(a, b)
        share[name] = 100 * seen // asked
    order = sorted(share, key=share.__getitem__)
    assert set(order[:2]) == {"bocage", "jungle_edge"} and order[-1] == "trench_line"
    assert all(38 <= percent <= 70 for percent in share.values()), share
