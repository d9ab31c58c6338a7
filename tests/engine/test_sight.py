"""Sight between prisms: the worked cases of docs/rules/nco.md (G-03), and plain fractions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine.geometry import Body, Place, Polygon, Prism, Scenery
from tests.engine.by_fractions import expected, meets

BODY = Body(columns=(-37, -12, 12, 37), rows=(15, 45, 75, 105), eye=105)
"""G-03."""
WEST, EAST = (1000, 1000, 0), (2000, 1000, 0)


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
