"""Assault: the units that may, launch spaces, dice, retreat and advance."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.assault import Advanced, Assaulted, Clashed, Retreated, Tied, Where
from owm_net.games.heroes.damage import Eliminated, Suppressed
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import KEEP, UnitId
from owm_net.games.heroes.moving import Leg, Stop
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, scenario
from tests.seats import ANN, BEN

STORM = "de_stosstrupp"
"""Movement 5, +2 against infantry, Assault +1."""
HARMLESS = counter("tests-harmless", bonus=-1, assault=0)


def beside(*dice: int, attacker: str = STORM, defender: str = "us_rifle", **more: object) -> Table:
    """Ann's unit 0 at (4,1) beside Ben's unit 1 at (5,1), west of it."""
    fields = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(ann(4, 1, attacker), ben(5, 1, defender), dice=[dice], **fields)  # type: ignore[arg-type]


def sums(table: Table) -> list[int]:
    return [clash.total for clash in every(table.said, Clashed)]


# -- launching -----------------------------------------------------------------------------


@pytest.mark.rule("HON-ASLT-01", "HON-ASLT-05", "HON-AB-19")
def test_who_may_assault_whom() -> None:
    table = acting(
        ann(4, 1), ann(4, 3, STORM), ann(6, 1), ben(5, 2), ben(3, 4, "us_sherman"),
        due=(2, 1), bluffs=(0, 0),
    )  # fmt: skip
    table.refused(table.move(0, target=3), "HON-ASLT-01")
    table.passes(2)
    assert table.allowed(table.move(1, target=3))
    table.refused(table.move(1, target=2), "HON-ASLT-01")
    table.refused(table.move(1, target=4), "HON-ASLT-05")
    table.refused(table.move(1, target=99), "HON-ASLT-01")
    harmless = beside(attacker=HARMLESS)
    harmless.refused(harmless.move(0, target=1), "HON-ASLT-05")


@pytest.mark.rule("HON-ASLT-02", "HON-ASLT-03")
def test_it_begins_on_a_free_space_with_a_point_left() -> None:
    table = acting(ann(1, 1, STORM), ann(6, 0), ben(7, 1), ben(15, 4), due=(1, 1), bluffs=(0, 0))
    way = [(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
    table.refused(table.move(0, *way, target=2), "HON-ASLT-03")  # five steps, and one more
    table.refused(table.move(0, *way[:4], target=2), "HON-ASLT-02")  # not beside it
    near = acting(ann(2, 1, STORM), ann(6, 1), ben(7, 1), due=(1, 1), bluffs=(0, 0))
    near.refused(near.move(0, (3, 1), (4, 1), (5, 1), (6, 1), target=2), "HON-MOVE-03")
    assert near.allowed(near.move(0, (3, 1), (4, 1), (5, 1), (6, 2), target=2))


@pytest.mark.rule("HON-ASLT-06", "HON-ZOC-08")
def test_zones_of_control_do_not_stop_the_last_step() -> None:
    """The worked example: past A is shut; into the zone of B and C, then C is assaulted though
    that space lies in the zone of B."""
    table = acting(ann(4, 4, STORM), ben(3, 2), ben(6, 2), ben(6, 3), due=(1, 1), bluffs=(0, 0))
    table.refused(table.move(0, (4, 3), (4, 2)), "HON-ZOC-03")  # A
    assert table.allowed(table.move(0, (5, 3), target=3))
    table.refused(table.move(0, (5, 3), (5, 2)), "HON-ZOC-03")


@pytest.mark.rule("HON-ASLT-04")
def test_what_was_announced_is_carried_out() -> None:
    table = acting(ann(2, 1, STORM), ben(6, 1), due=(1, 1), bluffs=(0, 0), dice=[(6, 6, 1)])
    table.refused(table.move(0, (1, 1), (0, 1), target=1, goes_on=True), "HON-ASLT-04")
    last = table.move(0, (3, 1), (4, 2), (4, 1), (5, 1), target=1, goes_on=True)
    assert table.allowed(last)  # one point is left for the enemy's space
    none = table.move(0, (3, 1), (4, 2), (4, 1), (4, 0), (5, 0), target=1, goes_on=True)
    table.refused(none, "HON-ASLT-04")
    table.say(table.move(0, (3, 1), target=1, goes_on=True))
    table.refused(Stop(), "HON-ASLT-04")
    table.refused(Leg((at(3, 2),)), "HON-ASLT-02")
    table.say(Leg((at(4, 1),), KEEP, True))
    assert table.kind == "leg"
    table.do(Leg((at(5, 1),)))
    assert only(table.said, Assaulted).defender == 1


@pytest.mark.rule("HON-ASLT-04", "HON-TER-06")
def test_difficult_ground_bars_an_assault_from_where_it_was_entered_alone() -> None:
    """R-64: who begins in it may assault; by it nobody gets there in the same move."""
    fords = scenario([("ford", 4, y) for y in (0, 1)])
    there = acting(ann(4, 1, STORM), ben(5, 1), due=(1, 1), bluffs=(0, 0), on=fords)
    assert there.allowed(there.move(0, target=1, goes_on=True))
    units = (ann(3, 0, STORM, suppressed=1), ben(5, 0))
    before = acting(*units, due=(1, 1), bluffs=(0, 0), on=fords)
    before.refused(before.move(0, target=1, goes_on=True), "HON-ASLT-04")


@pytest.mark.rule("HON-ASLT-04")
def test_who_stops_beside_the_enemy_assaults_it() -> None:
    table = acting(ann(3, 1, STORM), ben(6, 1), due=(1, 1), bluffs=(0, 0), dice=[(6, 6, 1)])
    table.say(table.move(0, (4, 1), (5, 1), target=1, goes_on=True))
    assert every(table.do(Stop()), Assaulted)


# -- dice ----------------------------------------------------------------------------------


@pytest.mark.rule("HON-ASLT-08", "HON-ASLT-09", "HON-ASLT-12", "HON-HID-10")
def test_the_better_of_two_dice_against_one() -> None:
    """7 against 10, and the higher total wins."""
    on = scenario([("thicket1", 5, 1)])
    table = beside(3, 4, 6, on=on)
    table.do(table.move(0, target=1))
    attacker, defender = every(table.said, Clashed)
    assert attacker.dice == (3, 4) and attacker.total == 7  # 4 + 2 + 1
    assert defender.dice == (6,) and defender.total == 9  # 6 + 2 + 1 of the thicket
    assert ("terrain", 1) in defender.parts and ("Assault", 1) in attacker.parts


@pytest.mark.rule("HON-ASLT-09", "HON-AB-19")
def test_a_defender_with_assault_rolls_two_dice() -> None:
    table = beside(1, 1, 2, 6, defender="us_engineer")
    table.do(table.move(0, target=1))
    assert sums(table) == [4, 9]  # 6 + 2 + 1


@pytest.mark.rule("HON-ASLT-09")
def test_a_defenders_x_counts_nothing() -> None:
    """R-16."""
    table = beside(1, 1, 3, defender="us_mortar")
    table.do(table.move(0, target=1))
    assert sums(table) == [4, 3]


@pytest.mark.rule("HON-ASLT-09", "HON-BLD-06", "HON-ASLT-10")
def test_within_one_building_nothing_shelters() -> None:
    on = scenario([("bld_barn", 4, 1)])
    table = beside(1, 1, 3, on=on)
    table.do(table.move(0, target=1))
    assert sums(table) == [4, 5]


@pytest.mark.rule("HON-ASLT-23", "HON-ASLT-24")
@pytest.mark.parametrize(("markers", "total"), [(0, 7), (1, 5), (2, 3)])
def test_a_suppressed_defender_fights_at_a_loss(markers: int, total: int) -> None:
    table = beside(6, 6, 5)
    table.g.change(UnitId(1), suppressed=markers)
    table.do(table.move(0, target=1))
    assert sums(table)[1] == total


@pytest.mark.rule("HON-ASLT-23")
def test_so_does_a_suppressed_attacker() -> None:
    table = beside(4, 2, 5)
    table.g.change(UnitId(0), suppressed=1)
    table.do(table.move(0, target=1))
    assert sums(table)[0] == 5


@pytest.mark.rule("HON-ASLT-22")
def test_from_outside_its_arc_a_defender_is_suppressed_at_once() -> None:
    guns = ben(5, 1, "us_cal30", face=1, facing=Facing.N)
    table = acting(ann(5, 2, STORM), guns, due=(1, 1), bluffs=(0, 0), dice=[(6, 6, 5)])
    table.do(table.move(0, target=1))
    assert only(table.said, Suppressed).unit == 1 and sums(table)[1] == 5 + 4 - 2
    front = acting(ann(5, 0, STORM), guns, due=(1, 1), bluffs=(0, 0), dice=[(6, 6, 5)])
    front.do(front.move(0, target=1))
    assert not every(front.said, Suppressed)


@pytest.mark.rule("HON-ASLT-25")
def test_who_has_acted_still_defends() -> None:
    table = beside(1, 1, 6)
    table.g.change(UnitId(1), acted=True)
    table.do(table.move(0, target=1))
    assert sums(table)[1] == 8


# -- what follows --------------------------------------------------------------------------


@pytest.mark.rule("HON-ASLT-13", "HON-ASLT-16")
def test_a_beaten_last_face_is_eliminated_and_the_attacker_advances() -> None:
    table = beside(6, 1, 1)
    table.g.change(UnitId(1), face=1)
    table.do(table.move(0, target=1))
    assert only(table.said, Eliminated).unit == 1
    assert only(table.said, Advanced).space == at(5, 1) == table.u(0).at


@pytest.mark.rule("HON-ASLT-14", "HON-ASLT-16")
def test_a_beaten_unit_turns_over_and_retreats_where_its_owner_says() -> None:
    """Attacked from the west: north-east, east and south-east."""
    table = beside(6, 1, 1)
    table.say(table.move(0, target=1))
    assert (table.kind, table.seat, table.u(1).face) == ("where", BEN, 1)
    assert [answer.space for answer in table.options()] == [at(6, 0), at(6, 1), at(6, 2)]
    table.refused(Where(at(4, 0)), "HON-ASLT-14")
    table.refused(Where((6, "1")), "HON-ASLT-14")  # type: ignore[arg-type]
    table.say(Where(at(6, 2)))
    assert table.u(1).at == at(6, 2) and table.u(0).at == at(5, 1)


@pytest.mark.rule("HON-ASLT-14", "HON-ASLT-15")
def test_where_only_one_space_is_left_nobody_is_asked() -> None:
    """Units stand on two of the three."""
    table = acting(
        ann(4, 1, STORM), ben(5, 1), ben(6, 0), ben(6, 1), due=(1, 1), bluffs=(0, 0),
        dice=[(6, 1, 1)],
    )  # fmt: skip
    table.do(table.move(0, target=1))
    assert only(table.said, Retreated).space == at(6, 2)


@pytest.mark.rule("HON-ASLT-15")
def test_where_no_space_is_left_it_is_eliminated() -> None:
    """Two spaces are taken, and another enemy controls the third."""
    table = acting(
        ann(4, 1, STORM), ben(5, 1), ben(6, 0), ben(6, 1), ann(7, 3), due=(1, 1), bluffs=(0, 0),
        dice=[(6, 1, 1)],
    )  # fmt: skip
    table.do(table.move(0, target=1))
    assert only(table.said, Eliminated).rule == "HON-ASLT-15" and table.u(0).at == at(5, 1)
    still = beside(6, 1, 1)
    still.g.change(UnitId(1), suppressed=2)  # movement 4 - 4: it cannot retreat
    still.do(still.move(0, target=1))
    assert still.u(1).lost


@pytest.mark.rule("HON-ASLT-15", "HON-ZOC-05")
def test_an_attacker_holds_the_door_behind_whom_it_beats() -> None:
    """R-284: it controls the space before the door, where the beaten unit stands."""
    on = scenario([("bld_shed", 5, 4)])  # its door south of (5,5)
    table = acting(
        ann(5, 7, STORM), ben(5, 6), due=(1, 1), bluffs=(0, 0), dice=[(6, 1, 1)], on=on
    )  # fmt: skip
    table.say(table.move(0, target=1))
    assert [answer.space for answer in table.options()] == [at(4, 5), at(6, 5)]
    table.refused(Where(at(5, 5)), "HON-ASLT-14")


@pytest.mark.rule("HON-ASLT-20")
def test_a_beaten_attacker_takes_a_hit_and_falls_back() -> None:
    table = acting(ann(3, 1, STORM), ben(5, 1), due=(1, 1), bluffs=(0, 0), dice=[(1, 1, 6)])
    table.do(table.move(0, (4, 1), target=1))
    assert (table.u(0).at, table.u(0).face, table.u(0).lost) == (at(4, 1), 1, False)
    assert table.u(1).at == at(5, 1) and table.u(1).face == 0
    last = beside(1, 1, 6)
    last.g.change(UnitId(0), face=1)
    last.do(last.move(0, target=1))
    assert last.u(0).lost


@pytest.mark.rule("HON-ASLT-21")
def test_a_tie_changes_nothing() -> None:
    table = beside(3, 1, 4)
    table.do(table.move(0, target=1))
    assert sums(table) == [6, 6] and only(table.said, Tied)
    assert (table.u(0).at, table.u(1).at, table.u(0).face, table.u(1).face) == (
        at(4, 1),
        at(5, 1),
        0,
        0,
    )
    assert table.seat == BEN and table.g.units[0].seat == ANN


# -- Terrifying ----------------------------------------------------------------------------

REISS = "de_hero_reiss"
"""Movement 5, +3 against infantry, Assault +1, Terrifying on both faces."""


def facing_reiss(*dice: int) -> Table:
    """Ann's hero at (4,1) beside Ben's unit 1 at (5,1); its Personal Order is order 1."""
    return acting(ann(4, 1, REISS), ben(5, 1), due=(1, 1), bluffs=(0, 0), dice=[dice])


@pytest.mark.rule("HON-AB-82")
def test_the_terrifying_suppress_whom_they_beat_once_it_has_retreated() -> None:
    """R-117: two markers, which do not keep it from retreating."""
    table = facing_reiss(6, 6, 1)
    table.say(table.move(0, target=1))
    assert table.kind == "where" and table.u(1).suppressed == 0
    table.say(table.options()[0])
    assert table.u(1).suppressed == 2 and not table.u(1).lost


@pytest.mark.rule("HON-AB-82")
def test_and_whom_they_are_beaten_by_a_little() -> None:
    beaten = facing_reiss(1, 1, 6)
    beaten.do(beaten.move(0, target=1))
    assert (beaten.u(1).suppressed, beaten.u(0).suppressed, beaten.u(0).face) == (1, 0, 1)
    tie = facing_reiss(2, 1, 4)
    tie.do(tie.move(0, target=1))
    assert only(tie.said, Tied) and tie.u(1).suppressed == 0


@pytest.mark.rule("HON-AB-82")
def test_a_terrifying_defender_does_so_too() -> None:
    table = acting(
        ann(4, 1, STORM), ben(5, 1, REISS), due=(1, 1), bluffs=(0, 0), dice=[(1, 1, 6, 6)]
    )
    table.do(table.move(0, target=1))
    assert table.u(0).suppressed == 2 and table.u(0).face == 1
    lost = acting(
        ann(4, 1, STORM, face=1), ben(5, 1, REISS), due=(1, 1), bluffs=(0, 0), dice=[(1, 1, 6, 6)]
    )
    lost.do(lost.move(0, target=1))
    assert lost.u(0).lost and lost.u(0).suppressed == 0
