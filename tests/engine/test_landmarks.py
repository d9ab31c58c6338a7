"""Places of a map are told by what is near them."""

from __future__ import annotations

import pytest

from owm_net.engine.geometry import Point
from owm_net.engine.landmarks import Landmark, sector, sides, where
from owm_net.games.hailfire.ids import ScenarioKey, Spot
from owm_net.games.hailfire.places import named

BRIDGE = ScenarioKey("canal-bridge")


@pytest.mark.parametrize(
    ("spot", "told"),
    [
        ((2400, 1800), "on the bridge"),
        ((2349, 1000), "inside the river"),
        ((2750, 1450), "inside the south-western building"),
        ((1500, 2050), "at the northern hedge"),
        ((1500, 1900), "2 inches south of the northern hedge"),
        ((2900, 1850), "at objective A"),
        ((100, 100), "at the south edge"),
        ((4700, 1800), "at the east edge"),
    ],
)
def test_a_place_is_told_by_the_nearest_ground_or_objective(
    spot: tuple[int, int], told: str
) -> None:
    assert named(BRIDGE, Spot(spot)) == told


def test_no_place_of_no_scenario_is_told_in_numbers() -> None:
    for scenario in ("lane-junction", "canal-bridge", "collective-farm", "mill-meeting"):
        for x in range(0, 4801, 400):
            for y in range(0, 3601, 400):
                told = named(ScenarioKey(scenario), Spot((x, y)))
                assert told and '"' not in told and not told.startswith("in the open")


def test_several_alike_are_told_apart_by_their_sides() -> None:
    assert sides([((0, 0),)]) == [""]
    assert sides([((0, 0), (2, 0)), ((10, 0),)]) == ["western", "eastern"]
    assert sides([((0, 0),), ((5, 5),), ((10, 10),)]) == [
        "south-western",
        "middle",
        "north-eastern",
    ]


def test_two_on_the_same_side_are_told_apart_by_corners() -> None:
    crossed: list[tuple[Point, ...]] = [((0, 0), (1800, 0)), ((2400, 0), (4200, 0))]
    crossed += [((900, 200), (900, 600)), ((3300, 200), (3300, 600))]
    assert sides(crossed) == ["south-western", "south-eastern", "north-western", "north-eastern"]


def test_directions_are_those_of_the_compass() -> None:
    ways = ((9, 1), (9, 9), (1, 9), (-9, 9), (-9, 1), (-9, -9), (1, -9), (9, -9))
    assert [sector(*way) for way in ways] == list(range(8))
    assert where((0, 0), [Landmark("it", (((0, 900),),))], (4800, 3600)) == "at the south edge"
