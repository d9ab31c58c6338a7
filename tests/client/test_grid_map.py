"""A map with cells, however it is turned and looked at: what is drawn somewhere is found there."""

from __future__ import annotations

from itertools import product

import pytest

from owm_net.client.grid_map.chart import GridChart, GridPlane
from owm_net.client.scene.lens import Camera, Lens
from owm_net.client.scene.rect import Rect

ROOM = Rect(40, 30, 800, 500)
WIDE, HIGH = 5, 3
SPACES = [(x, y) for y in range(HIGH) for x in range(WIDE)]


def chart_of(turns: int, zoom: float = 1.0) -> GridChart:
    """A small map in a frame, perhaps seen nearer."""
    whole = GridChart.within(ROOM, GridPlane(WIDE, HIGH, turns))
    return whole.seen(Lens(ROOM, Camera(zoom, 0.4, 0.6), 8.0))


@pytest.mark.parametrize("zoom", [1.0, 2.0])
@pytest.mark.parametrize("turns", range(4))
def test_a_space_is_found_where_it_is_drawn_and_touches_its_neighbours(
    turns: int, zoom: float
) -> None:
    chart = chart_of(turns, zoom)
    for x, y in SPACES:
        box, middle = chart.cell((x, y)), chart.at((x, y))
        if ROOM.contains(*middle):
            assert chart.under(*middle) == (x, y)
        corners = {
            (round(a, 3), round(b, 3)) for a in (box.x, box.right) for b in (box.y, box.bottom)
        }
        drawn = [chart.corner((x + i, y + j)) for i in (0, 1) for j in (0, 1)]
        assert {(round(a, 3), round(b, 3)) for a, b in drawn} == corners
    assert chart.under(ROOM.x - 1, ROOM.cy) is None


@pytest.mark.parametrize("turns", range(4))
def test_the_keys_walk_as_the_screen_shows_the_spaces_and_stop_at_the_edge(turns: int) -> None:
    chart = chart_of(turns)
    for space, (right, up) in product(SPACES, ((1, 0), (-1, 0), (0, 1), (0, -1))):
        there = chart.plane.moved(space, right, up)
        (ax, ay), (bx, by) = chart.at(space), chart.at(there)
        wide, high = chart.cell_size
        step = (round((bx - ax) / wide), round((ay - by) / high))
        assert step == (right, up) or there == space
    ends = [chart.plane.moved(SPACES[7], 9, 0), chart.plane.moved(SPACES[7], -9, 0)]
    assert len(set(ends)) == 2 and all(end in SPACES for end in ends)


def test_a_facing_turns_with_the_map() -> None:
    assert [chart_of(turns).heading(1) for turns in range(4)] == [45, 135, 225, 315]
