"""Moves of infantry: how far, past whom, through what, in legs."""

from __future__ import annotations

from typing import Any, cast

import pytest

from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import Heading, Space, UnitId
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop
from owm_net.games.heroes.paths import ways
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.steps import Moved
from owm_net.games.heroes.terms import Flip
from tests.games.driver import only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, scenario

HEDGES = (Placed("F", at(0, 0)), Placed("D", at(8, 0)))
"""Hedges at (1..6, 1) and (1..6, 6)."""


def alone(*, move: str = "de_grenadier", x: int = 4, y: int = 4, **more: int) -> Table:
    """Ann's unit 0 has an order; Ben's unit is far away."""
    return acting(ann(x, y, move, **more), ben(15, 1), due=(1, 1), bluffs=(0, 0))


@pytest.mark.rule("HON-MOVE-01", "HON-CTR-09", "HON-ACT-08")
def test_as_far_as_the_movement_value_in_any_direction_or_not_at_all() -> None:
    table = alone()
    diagonal = [(5, 3), (6, 2), (7, 1), (8, 0)]
    assert table.allowed(table.move(0, *diagonal)) and table.allowed(table.move(0))
    table.refused(table.move(0, *diagonal, (9, 1)), "HON-MOVE-01")
    table.refused(table.move(0, (6, 4)), "HON-MOVE-01")
    table.refused(table.move(0, (4, 4)), "HON-MOVE-01")
    table.refused(table.move(0, (5, 99)), "HON-MOVE-01")
    assert only(table.do(table.move(0, *diagonal)), Moved).path[-1] == at(8, 0)
    assert table.u(0).at == at(8, 0)


@pytest.mark.rule("HON-MOVE-02", "HON-MOVE-03")
def test_through_friends_but_not_onto_them_and_not_through_enemies() -> None:
    table = acting(
        ann(4, 4), ann(5, 4), ann(4, 5, "de_pz4", facing=4), ben(4, 2), due=(1, 1), bluffs=(0, 0)
    )
    assert table.allowed(table.move(0, (5, 4), (6, 4)))
    table.refused(table.move(0, (5, 4)), "HON-MOVE-03")
    table.refused(table.move(0, (4, 5), (4, 6)), "HON-MOVE-02")  # its own tank
    table.refused(table.move(0, (4, 3), (4, 2)), "HON-MOVE-02")


@pytest.mark.rule("HON-MOVE-07", "HON-SUPP-03")
@pytest.mark.parametrize(("markers", "most"), [(0, 4), (1, 2), (2, 0), (3, 0)])
def test_each_marker_takes_two_off_the_movement(markers: int, most: int) -> None:
    table = alone(suppressed=markers)
    path = [(4 + n, 4) for n in range(1, 6)]
    assert table.allowed(table.move(0, *path[:most]))
    table.refused(table.move(0, *path[: most + 1]), "HON-MOVE-01")


@pytest.mark.rule("HON-MOVE-04", "HON-TER-06")
def test_difficult_ground_ends_a_move_and_lets_one_step_out() -> None:
    on = scenario(boards=HEDGES)
    table = acting(ann(3, 2), ann(3, 1), ben(15, 1), due=(2, 1), bluffs=(0, 0), on=on)
    assert table.allowed(table.move(0, (4, 2), (4, 1)))
    table.refused(table.move(0, (4, 1), (4, 0)), "HON-TER-06")
    table.passes(2)
    assert table.allowed(table.move(1, (3, 0)))
    table.refused(table.move(1, (3, 0), (2, 0)), "HON-MOVE-01")


@pytest.mark.rule("HON-MOVE-09")
def test_no_step_into_the_corner_of_a_house() -> None:
    on = scenario([("bld_shed", 5, 2)])
    table = acting(ann(4, 4), ben(15, 1), due=(1, 1), bluffs=(0, 0), on=on)
    table.refused(table.move(0, (5, 3)), "HON-MOVE-09")
    table.refused(table.move(0, (4, 3), (5, 3)), "HON-TER-09")
    assert table.allowed(table.move(0, (5, 4), (5, 3)))  # the door


# -- zones of control ----------------------------------------------------------------------


@pytest.mark.rule("HON-ZOC-01", "HON-ZOC-03")
def test_no_step_within_one_enemys_zone() -> None:
    table = acting(ann(4, 4), ben(6, 4), ben(8, 2), due=(1, 1), bluffs=(0, 0))
    table.refused(table.move(0, (5, 4), (5, 5)), "HON-ZOC-03")  # sliding past
    assert table.allowed(table.move(0, (5, 4), (4, 5)))  # in, and straight out
    assert table.allowed(table.move(0, (4, 3), (5, 2), (6, 2)))
    table.refused(table.move(0, (4, 3), (5, 3), (6, 3)), "HON-ZOC-03")


@pytest.mark.rule("HON-ZOC-03")
def test_from_one_enemys_zone_into_anothers() -> None:
    table = acting(ann(3, 3), ben(5, 3), ben(6, 6), due=(1, 1), bluffs=(0, 0))
    assert table.allowed(table.move(0, (4, 4), (5, 5)))  # of the first, then of the second only


@pytest.mark.rule("HON-ZOC-07", "HON-SUPP-05")
def test_a_suppressed_unit_controls_nothing() -> None:
    table = acting(ann(4, 4), ben(6, 4, suppressed=1), due=(1, 1), bluffs=(0, 0))
    assert table.allowed(table.move(0, (5, 4), (5, 5)))


@pytest.mark.rule("HON-ZOC-02", "HON-ZOC-04")
def test_a_wall_ends_a_zone_and_a_house_keeps_its_own() -> None:
    on = scenario([("bld_barn", 6, 2)])
    table = acting(ann(5, 4), ben(6, 3), due=(1, 1), bluffs=(0, 0), on=on)
    assert set(table.g.ground.zone(at(6, 3))) == {at(6, 2), at(7, 2), at(7, 3)}
    assert at(5, 2) not in table.g.ground.zone(at(6, 2))  # not out of the door either
    assert at(6, 2) in table.g.ground.zone(at(5, 2))
    assert table.allowed(table.move(0, (6, 4), (7, 4)))


@pytest.mark.rule("HON-ZOC-05", "HON-BLD-03")
def test_an_enemy_beside_a_door_closes_it() -> None:
    on = scenario([("bld_barn", 6, 2)])  # a door to the west of (6,2)
    table = acting(ann(4, 2), ben(5, 0), due=(1, 1), bluffs=(0, 0), on=on)
    assert table.allowed(table.move(0, (5, 2), (6, 2)))
    closer = acting(ann(4, 3), ben(4, 1), due=(1, 1), bluffs=(0, 0), on=on)
    closer.refused(closer.move(0, (5, 2), (6, 2)), "HON-ZOC-05")
    closer.g.change(UnitId(1), suppressed=1)
    assert closer.allowed(closer.move(0, (5, 2), (6, 2)))


# -- legs ----------------------------------------------------------------------------------


@pytest.mark.rule("HON-MOVE-10", "HON-AB-25", "HON-AB-26")
def test_two_legs_with_a_shot_between() -> None:
    table = acting(ann(4, 1, "us_rifle"), ben(8, 1), due=(1, 1), bluffs=(0, 0), dice=[(5,)])
    table.say(table.move(0, (5, 1), goes_on=True))
    assert table.kind == "leg"
    shot = only(table.do(FireOnTheMove((UnitId(1),))), ShotFired)
    assert (shot.result, shot.parts) == (6, (("combat bonus", 2), ("on the move", -1)))
    assert table.u(1).face == 1
    table.refused(FireOnTheMove((UnitId(1),)), "HON-AB-25")  # once in a move
    table.refused(Leg(()), "HON-MOVE-10")
    table.refused(Leg((at(6, 2), at(7, 2), at(8, 2), at(9, 2))), "HON-MOVE-01")
    table.say(Leg((at(5, 2), at(4, 3))))
    assert table.u(0).at == at(4, 3) and table.kind == "turn"


@pytest.mark.rule("HON-AB-25", "HON-FIRE-01", "HON-ACT-04")
def test_who_cannot_fire_on_the_move_does_not() -> None:
    table = acting(ann(4, 1), ben(8, 1), due=(1, 1), bluffs=(0, 0))
    table.say(table.move(0, (5, 1), goes_on=True))
    table.refused(FireOnTheMove((UnitId(1),)), "HON-AB-25")
    assert table.refusal(FireOnTheMove((UnitId(1),))).misfit  # whatever it would fire at
    table.refused(Stop(Heading(int(Facing.E))), "HON-FIRE-07")  # it has no arc
    table.refused(Leg((at(6, 1),), Heading(int(Facing.E))), "HON-FIRE-07")
    table.say(Stop())
    assert table.kind == "turn" and table.u(0).acted  # and has no Fire left


@pytest.mark.rule("HON-MOVE-10")
def test_where_nothing_is_left_to_do_nothing_is_asked() -> None:
    table = alone()
    table.say(table.move(0, (5, 4), (6, 4), (7, 4), (8, 4), goes_on=True))
    assert table.kind == "turn" and table.seat == 1
    tripod = counter("tests-tripod", tripod=0)
    turned = acting(ann(4, 4, tripod), ben(15, 1), due=(1, 1), bluffs=(0, 0))
    path = ((5, 4), (6, 4), (7, 4), (8, 4))
    turned.say(turned.move(0, *path, goes_on=True, flip=Flip.FIRST))
    assert turned.kind == "turn" and turned.seat == 1  # it is not turned over twice


@pytest.mark.rule("HON-MOVE-10", "HON-MOVE-03")
def test_a_leg_ends_where_a_move_might() -> None:
    """R-112."""
    table = acting(ann(4, 4), ann(5, 4), ben(15, 1), due=(1, 1), bluffs=(0, 0))
    table.refused(table.move(0, (5, 4), goes_on=True), "HON-MOVE-03")


@pytest.mark.rule("HON-FIRE-07")
def test_a_firing_arc_is_turned_at_the_end_of_a_move() -> None:
    table = acting(ann(4, 1, "de_mg42", face=1), ann(6, 1), ben(12, 1), due=(2, 1), bluffs=(0, 0))
    assert table.u(0).facing == Facing.N
    table.refused(table.fire(0, 2), "HON-FIRE-07")
    table.refused(table.move(0, facing=Facing.NE), "HON-FIRE-07")
    table.refused(table.move(0, facing=9), "HON-FIRE-07")
    table.say(table.move(0, facing=Facing.E))
    assert table.u(0).facing == Facing.E and table.u(0).at == at(4, 1)
    table.passes()
    table.refused(table.move(1, facing=Facing.E), "HON-FIRE-07")  # no arc


# -- bad input -----------------------------------------------------------------------------


def test_ways_are_all_allowed_and_no_others_are() -> None:
    """The offered ways against the judge, on a crowded map."""
    table = acting(ann(4, 4), ann(5, 5), ben(6, 3), ben(3, 2), due=(1, 1), bluffs=(0, 0))
    found = ways(table.g, UnitId(0), 4)
    assert all(table.allowed(table.move(0, *path)) for path in found.values())
    assert at(5, 5) not in found and at(6, 3) not in found and len(found) > 30


@pytest.mark.parametrize(
    "path", [((4, 4, 4),), (("a", 4),), ((True, 4),), (5,), ((4, 10**400),), ((-1, 4),)]
)
def test_a_way_may_be_anything_a_stranger_names(path: tuple[object, ...]) -> None:
    table = alone()
    move = table.move(0).with_(path=cast(Any, path))
    assert table.rule_against(move) == "HON-MOVE-01"


def test_a_way_of_ten_thousand_spaces_is_refused_at_once() -> None:
    table = alone()
    assert table.rule_against(table.move(0).with_(path=(Space((5, 4)),) * 10_000)) == "HON-MOVE-01"
