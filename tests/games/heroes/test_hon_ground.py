"""Entering a space and crossing an edge: terrain, walls, doors, corners, lanes."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ground import Ground, ground_of
from owm_net.games.heroes.ids import ScenarioKey, Space
from owm_net.games.heroes.printed.scenarios import Placed, Plan
from owm_net.games.heroes.terms import UnitType

FOOT, LIGHT, HEAVY = UnitType.INFANTRY, UnitType.LIGHT, UnitType.HEAVY


def at(x: int, y: int) -> Space:
    return Space((x, y))


def ground(key: str) -> Ground:
    return ground_of(CATALOG.scenarios[ScenarioKey(key)].plan)


def rule(on: Ground, start: Space, end: Space, kind: UnitType = FOOT) -> str:
    no = on.why_not_step(start, end, kind)
    return "" if no is None else no.rule


@pytest.mark.rule("HON-SET-01", "HON-TER-01")
def test_a_map_is_its_boards_and_what_lies_on_them() -> None:
    on = ground("hill-farm")
    assert len(on.cells) == 16 * 8
    assert on.cells[at(1, 1)].blocks and on.cells[at(1, 1)].defence == 2  # a hedge of board F
    for space in (at(13, 1), at(13, 2)):  # both spaces of a thicket
        assert (on.cells[space].defence, on.cells[space].obscures) == (1, 1)
    assert rule(on, at(0, 0), at(-1, 0)) == "HON-SET-01"


@pytest.mark.rule("HON-SET-01")
def test_boards_and_overlays_are_turned_by_quarters() -> None:
    on = ground_of(Plan((Placed("E", at(0, 0), 1),), (Placed("thicket2", at(3, 3), 1),)))
    assert on.cells[at(7, 1)].water  # (1,0) of board E, once turned
    assert [on.cells[at(x, 3)].obscures for x in (2, 3, 4, 5)] == [0, 1, 1, 0]
    house = Placed("bld_shed", at(3, 3), 1)
    turned = ground_of(Plan((Placed("D", at(0, 0)),), (house,)))
    assert rule(turned, at(2, 3), at(3, 3)) == ""  # the door to the south looks west now
    assert rule(turned, at(5, 3), at(4, 3)) == "HON-TER-09"


@pytest.mark.rule("HON-TER-08", "HON-VEH-11")
def test_hedges_are_closed_to_vehicles() -> None:
    on = ground("hill-farm")
    assert rule(on, at(1, 0), at(1, 1)) == ""
    assert rule(on, at(1, 0), at(1, 1), HEAVY) == "HON-TER-08"
    assert on.difficult(at(1, 1), FOOT) and not on.difficult(at(1, 0), FOOT)


@pytest.mark.rule("HON-TER-12")
def test_water_is_for_the_amphibious_and_bridges_are_for_all() -> None:
    on = ground("stream-crossing")
    assert rule(on, at(8, 0), at(9, 0)) == "HON-TER-12"
    assert on.why_not_step(at(8, 0), at(9, 0), LIGHT, amphibious=True) is None
    assert rule(on, at(9, 3), at(10, 3), HEAVY) == ""
    assert rule(on, at(8, 1), at(9, 1)) == ""  # a footbridge
    assert rule(on, at(8, 1), at(9, 1), LIGHT) == "HON-TER-08"


@pytest.mark.rule("HON-TER-09", "HON-BLD-01")
def test_a_building_is_entered_and_left_by_its_doors() -> None:
    on = ground("hill-farm")
    door, inside = at(9, 3), at(9, 2)
    assert rule(on, door, inside) == rule(on, inside, door) == ""
    assert rule(on, at(8, 2), inside) == "HON-TER-09"
    assert rule(on, at(8, 1), at(9, 1)) == "HON-BLD-01"  # a window
    assert rule(on, door, inside, HEAVY) == "HON-TER-08"


@pytest.mark.rule("HON-MOVE-09", "HON-VEH-06")
def test_corners() -> None:
    """Into a house's corner: no; round the end of an inner wall, between two hedges: yes."""
    on = ground("hill-farm")
    assert rule(on, at(8, 3), at(9, 2)) == "HON-MOVE-09"
    assert rule(on, at(10, 3), at(9, 2)) == "HON-MOVE-09"  # a door is used straight on only
    inside = ground("armour-in-the-lane")
    assert rule(inside, at(1, 13), at(2, 13)) == "HON-TER-09"
    assert rule(inside, at(1, 13), at(2, 14)) == ""
    hedges = ground_of(Plan((Placed("F2", at(0, 0)),), ()))
    assert hedges.cells[at(1, 1)].blocks and hedges.cells[at(2, 1)].blocks
    assert rule(hedges, at(0, 1), at(1, 0)) == ""
    assert rule(on, at(8, 4), at(7, 3), HEAVY) == ""


@pytest.mark.rule("HON-ZOC-02")
def test_who_is_beside_whom() -> None:
    on = ground("hill-farm")
    assert on.adjacent(at(5, 5), at(6, 6))
    assert not on.adjacent(at(5, 5), at(7, 5))
    assert not on.adjacent(at(8, 2), at(9, 2))
    assert on.adjacent(at(9, 3), at(9, 2))


@pytest.mark.rule("HON-TER-08")
def test_a_low_wall_stops_light_vehicles_only() -> None:
    on = ground("hill-farm")
    assert rule(on, at(6, 5), at(7, 5)) == rule(on, at(6, 5), at(7, 5), HEAVY) == ""
    assert rule(on, at(6, 5), at(7, 5), LIGHT) == "HON-TER-08"


@pytest.mark.rule("HON-BLD-12")
def test_only_infantry_passes_between_two_buildings() -> None:
    plan = Plan(
        (Placed("D", at(0, 0)),), (Placed("bld_shed", at(2, 1)), Placed("bld_shed", at(4, 1)))
    )
    on = ground_of(plan)
    assert rule(on, at(3, 0), at(3, 1)) == ""
    assert rule(on, at(3, 0), at(3, 1), HEAVY) == "HON-BLD-12"
    corner = Plan(
        (Placed("D", at(0, 0)),), (Placed("bld_shed", at(2, 1)), Placed("bld_shed", at(3, 3)))
    )
    assert rule(ground_of(corner), at(3, 2), at(2, 3), HEAVY) == ""  # between two corners


@pytest.mark.rule("HON-TER-04", "HON-BLD-06")
def test_what_shelters_whom() -> None:
    on = ground("hill-farm")
    assert on.shelter(at(9, 1), at(5, 1)) == 2
    assert on.shelter(at(9, 1), at(10, 2)) == 0  # one building
    assert on.shelter(at(7, 3), at(7, 4)) == 2  # two positions of one space each
    longer = ground("stream-crossing")
    assert longer.shelter(at(16, 5), at(16, 6)) == 0 and longer.shelter(at(16, 5), at(9, 5)) == 2
    assert on.shelter(at(13, 1), at(13, 2)) == 1  # a thicket shelters from inside as well
