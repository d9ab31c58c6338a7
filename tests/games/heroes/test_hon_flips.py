"""Counters that a move turns over: tripods and guns."""

from __future__ import annotations

from typing import Any, cast

import pytest

from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import KEEP, Heading, UnitId
from owm_net.games.heroes.moving import Flipped, Leg, Stop
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import Flip
from tests.games.driver import only
from tests.games.heroes.table import Table, acting, ann, at, ben, scenario
from tests.seats import ANN

MG, GUN = "de_mg42", "de_pak40"


def guns(key: str = MG, face: int = 0, **more: object) -> Table:
    """Ann's unit 0 is a machine gun at (4,1), or a gun, and has order 1; Ben is far off."""
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(ann(4, 1, key, face=face), ben(12, 1), **settings)  # type: ignore[arg-type]


@pytest.mark.rule("HON-AB-92", "HON-CTR-03")
def test_turned_over_first_it_moves_by_the_other_face() -> None:
    """The example of HON-AB-92: to the mobile face, then 3 spaces."""
    table = guns(face=1)
    way = [(5, 1), (6, 1), (7, 1)]
    table.refused(table.move(0, *way), "HON-MOVE-01")
    table.refused(table.move(0, *way, flip=Flip.LAST), "HON-MOVE-01")
    assert only(table.do(table.move(0, *way, flip=Flip.FIRST)), Flipped).unit == 0
    assert (table.u(0).at, table.u(0).face) == (at(7, 1), 0)


@pytest.mark.rule("HON-AB-92", "HON-FIRE-07")
def test_turned_over_last_it_has_moved_by_the_face_that_was_up_and_looks_where_it_likes() -> None:
    table = guns()
    table.say(table.move(0, (5, 1), (6, 1), flip=Flip.LAST, facing=Facing.E))
    assert (table.u(0).face, table.u(0).facing) == (1, Facing.E)


@pytest.mark.rule("HON-AB-45")
def test_a_gun_moves_one_space_and_sets_up() -> None:
    table = guns(GUN)
    table.say(table.move(0, (5, 1), flip=Flip.LAST, facing=Facing.E))
    assert (table.u(0).at, table.u(0).face) == (at(5, 1), 1)


@pytest.mark.rule("HON-AB-92")
def test_a_null_move_will_do_and_nobody_else_is_turned_over() -> None:
    table = acting(ann(4, 1, MG), ann(4, 3), ben(12, 1), due=(2, 1), bluffs=(0, 0))
    table.say(table.move(0, flip=Flip.LAST))
    assert table.u(0).face == 1
    table.passes()
    table.refused(table.move(1, flip=Flip.LAST), "HON-AB-92")
    table.refused(table.move(1).with_(flip=cast(Any, "last")), "HON-AB-92")


@pytest.mark.rule("HON-MOVE-08", "HON-AB-02")
def test_once_in_a_move() -> None:
    table = guns(face=1)
    table.say(table.move(0, (5, 1), flip=Flip.FIRST, goes_on=True))
    assert table.kind == "leg"
    table.refused(Stop(flip=True), "HON-MOVE-08")
    table.refused(Leg((at(6, 1),), flip=True), "HON-MOVE-08")
    table.say(Leg((at(6, 1),)))
    assert table.u(0).face == 0


@pytest.mark.rule("HON-AB-92", "HON-MOVE-10")
def test_a_move_in_legs_may_end_with_it() -> None:
    table = guns()
    table.refused(table.move(0, (5, 1), flip=Flip.LAST, goes_on=True), "HON-AB-92")
    table.say(table.move(0, (5, 1), goes_on=True))
    table.refused(Leg((at(6, 1),), goes_on=True, flip=True), "HON-AB-92")
    table.say(Leg((at(6, 1),), facing=Heading(int(Facing.S)), flip=True))
    assert (table.u(0).face, table.u(0).facing, table.u(0).at) == (1, Facing.S, at(6, 1))


@pytest.mark.rule("HON-AB-92", "HON-MOVE-10")
def test_who_has_no_movement_left_may_still_be_turned_over() -> None:
    table = guns()
    table.say(table.move(0, (5, 1), (6, 1), (7, 1), goes_on=True))
    assert table.kind == "leg"
    table.say(Stop(flip=True))
    assert table.u(0).face == 1


@pytest.mark.rule("HON-SUP-05", "HON-AB-92")
def test_a_tripod_is_set_up_in_supply() -> None:
    table = acting(
        ann(4, 1, MG), ann(4, 3), ben(12, 1), due=(1, 1), bluffs=(0, 0), orders={"u1": 1, "u2": 1}
    ).over_to_supply()
    assert (table.kind, table.seat) == ("supply_move", ANN)
    table.refused(SupplyMove(UnitId(1), (), KEEP, Flip.LAST), "HON-SUP-12")
    table.say(SupplyMove(UnitId(0), (at(5, 1), at(6, 1)), Heading(int(Facing.W)), Flip.LAST))
    assert (table.u(0).face, table.u(0).facing, table.u(0).at) == (1, Facing.W, at(6, 1))


@pytest.mark.rule("HON-AB-45", "HON-AB-46")
def test_a_gun_that_has_set_up_in_supply_watches_in_the_next_round() -> None:
    table = acting(
        ann(4, 1, GUN), ann(4, 5), ben(9, 2), due=(1, 1), bluffs=(0, 0), orders={"u1": 1, "u2": 1},
        on=scenario(),
    ).over_to_supply()  # fmt: skip
    table.say(SupplyMove(UnitId(0), (), Heading(int(Facing.E)), Flip.LAST))
    table.until("lay").orders(u1=1, u2=1)
    table.say(table.move(2, (9, 1)))
    assert (table.kind, table.seat) == ("react", ANN)
