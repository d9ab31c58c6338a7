"""Fireteams that are not on the map yet: nothing that is asked of a place is asked of them."""

import pytest

from owm_net.engine.ids import Seat
from owm_net.engine.view import View
from owm_net.games.owm.actions import Attack, EndTurn, Recognise, Transfer
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.temper import STANDARD
from owm_net.games.owm.damage import remove_fireteam
from owm_net.games.owm.ids import NO_CELL
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.terms import Side
from owm_net.games.owm.victory import check_end, soldier_points
from tests.games.owm.table import (
    ATTACK_RED,
    EVANS,
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    Table,
    team,
)


def waiting() -> Table:
    """An Allied and an Axis Fireteam on the map, and of each side one that is still to come."""
    return Table(
        team(0, "", 205, 206),
        team(0, "B1", EVANS, 203),
        team(1, "B2", 302, 303),
        team(1, "", 304, 305),
        hands=[[ATTACK_RED, 57, 60], []],
    )


@pytest.mark.rule("OWM-MX-02")
def test_who_is_still_to_arrive_is_on_the_track_and_passed_over():
    t = waiting().begin()
    assert t.g.initiative == [FIRST, SECOND, THIRD, FOURTH]
    assert t.g.active == SECOND
    t.do(EndTurn())
    assert t.g.active == THIRD
    t.do(EndTurn())
    assert t.g.active == SECOND and t.g.round_no == 4


@pytest.mark.rule("OWM-MX-02")
def test_nobody_can_name_or_see_who_is_not_on_the_map():
    t = waiting().begin()
    assert {a.target for a in t.options(Attack)} == {THIRD}
    assert t.rule_against(Attack(ATTACK_RED, FOURTH)) == "OWM-ATK-01"
    t.g.change_fireteam(FOURTH, stealthed=True)
    assert not t.options(Recognise)
    assert not t.options(Transfer)
    assert not t.g.sees(t.cell("B1"), NO_CELL)


@pytest.mark.rule("OWM-FLANK-01", "OWM-FF-01")
def test_who_is_not_on_the_map_flanks_nobody_and_stands_in_nobodys_line():
    # By its number alone NO_CELL would lie above the last place of the first row.
    t = Table(team(0, "", 205, 206), team(0, "D1", EVANS), team(0, "E2", 203), team(1, "E1", 302))
    west, south, enemy = t.team(SECOND), t.team(THIRD), t.team(FOURTH)
    assert t.g.ground.adjacent(NO_CELL, enemy.cell)
    t.g.change_fireteam(THIRD, cell=NO_CELL)
    assert not t.g.has_flanking(west, enemy)
    t.g.change_fireteam(FIRST, cell=t.cell("D2"))
    assert not t.g.endangers_friend(south, enemy)


@pytest.mark.rule("OWM-VICT-02")
def test_a_side_fights_on_while_some_of_it_are_to_come():
    t = waiting().begin()
    remove_fireteam(t.g, SECOND)
    assert check_end(t.g) is None
    assert soldier_points(t.g, Side.ALLIES) == sum(
        CATALOG.soldiers[s].points for s in t.team(FIRST).line
    )
    remove_fireteam(t.g, FIRST)
    assert check_end(t.g) is not None


def test_the_computer_player_weighs_only_who_is_there():
    t = waiting().begin()
    mind = Mind(View(t.g, Seat(0), t.known(0)), STANDARD)
    assert [f.id for f in mind.friends] == [SECOND] and [f.id for f in mind.enemies] == [THIRD]
    assert mind.lead == SECOND
