"""The Road to Ruin: the Supply Truck (OWM-MX-09 to OWM-MX-15, A-63, A-118)."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.records import Played
from owm_net.games.owm.actions import (
    Attack,
    AttackTruck,
    EndTurn,
    Maneuver,
    RepairTruck,
)
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.actions.attack_truck import TruckTotalled
from owm_net.games.owm.assault import AssaultBegun, Retreat, Stalemate, Stand
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.damage import Killed, remove
from owm_net.games.owm.decisions import DoubleTime, Grenade
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.missions.supply_truck import (
    TruckDrives,
    TruckHit,
    TruckRepaired,
    TruckSite,
    resolve_hit,
    the_truck,
)
from owm_net.games.owm.terms import Side
from owm_net.games.owm.victory import check_mission, score, soldier_points
from owm_net.games.owm.words import place_facts
from tests.games.driver import every, only
from tests.games.owm.assaults import lines
from tests.games.owm.colonel import COLONEL, give, playing
from tests.games.owm.table import (
    ATTACK_GREEN,
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    FIRST,
    GUNNER,
    HILL,
    MANEUVER,
    MANEUVER_2,
    MANEUVER_3,
    MATE,
    RALLY_RED,
    SECOND,
    THIRD,
    WOODS,
    Table,
    down,
    flips_for,
    hurt,
    team,
)

SERGEANT, AXIS_1, AXIS_2 = map(SoldierId, (202, 304, 303))
HANDS = [
    [ATTACK_RED, ATTACK_GREEN, MANEUVER, MANEUVER_2, RALLY_RED],
    [ATTACK_RED_2, MANEUVER_3],
]


def road(*teams: Any, truck: str = "C3", **more: Any) -> Table:
    """The mission in the middle of a round; seat 1, the Axis, runs the truck."""
    t = Table(*teams, hands=more.pop("hands", HANDS), map_of="the-road-to-ruin", **more)
    t.g.site = the_truck(t.g).with_(cell=t.cell(truck))
    return t


def broken(t: Table, by: FireteamId = FIRST, since: int = 3, held: bool = True) -> Table:
    """Its orange side is up."""
    t.g.site = the_truck(t.g).with_(green=False, broken_by=by, broken_in=since, held=held)
    return t


def rest(t: Table) -> list[Any]:
    """All turns of the round are passed, and the draws of the next."""
    before, told = t.g.round_no, []
    while t.over is None and t.g.round_no == before:
        told += t.do(EndTurn())
    return told


# -- set-up and drive ------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-09")
def test_the_token_starts_green_side_up_on_the_building():
    t = Table(team(0, "D1", EVANS), team(1, "A3", 302), map_of="the-road-to-ruin").begin()
    assert t.g.site == TruckSite(t.cell("A3"))
    assert rules_of(t.g).standing(t.g) == "the Supply Truck drives, 6 Terrains from the Village"
    assert the_truck(t.g).green
    assert any("Supply Truck of the Axis" in fact for fact in place_facts(t.g, t.cell("A3")))
    assert not any("Supply Truck of" in fact for fact in place_facts(t.g, t.cell("B3")))


@pytest.mark.rule("OWM-MX-10")
def test_it_drives_one_terrain_along_its_path_in_each_assessment():
    t = road(team(0, "D1", EVANS), team(1, "A3", 302), truck="A3").begin()
    assert only(rest(t), TruckDrives).cell == t.cell("B3")
    assert only(rest(t), TruckDrives).cell == t.cell("C3")
    assert the_truck(t.g).cell == t.cell("C3")


@pytest.mark.rule("OWM-MX-10", "OWM-BORD-02")
def test_with_its_orange_side_up_it_stands():
    t = broken(road(team(0, "D1", EVANS), team(1, "C3", 302)), held=False).begin()
    assert rules_of(t.g).standing(t.g).startswith("the Supply Truck is broken down, 4 Terrains")
    assert not every(rest(t), TruckDrives)
    assert the_truck(t.g).cell == t.cell("C3")


@pytest.mark.rule("OWM-MX-10")
def test_it_heeds_no_fireteam_on_its_way():
    t = road(team(0, "D3", EVANS), team(1, "A3", 302)).begin()
    assert only(rest(t), TruckDrives).cell == t.cell("D3")
    assert t.at(1) == "D3"


@pytest.mark.rule("OWM-MX-14", "OWM-VICT-03")
def test_in_the_village_its_side_has_won_at_once():
    t = road(team(0, "D1", *range(201, 208)), team(1, "A3", 302), truck="F3").begin()
    assert score(t.g, Side.AXIS) == soldier_points(t.g, Side.AXIS) + 10  # if time ran out now
    rest(t)
    assert score(t.g, Side.AXIS) == soldier_points(t.g, Side.AXIS)  # it did not
    assert t.winners == (1,) and t.g.phase == "over"
    assert t.reason == "the Supply Truck has reached the Village"


# -- damage ----------------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-11", "OWM-LOS-05", "OWM-FF-01")
def test_it_is_seen_by_who_shoots_at_it_and_no_friend_stands_behind_it():
    """From the south-east of B4 to the middle of C3 the line runs through C4."""
    own, ruins_se = (team(0, "B4", EVANS), team(1, "A3", 302)), 84
    t = road(*own, cards={"B4": ruins_se}).begin()
    assert t.allowed(AttackTruck(ATTACK_RED))
    t = road(*own, cards={"B4": ruins_se, "C4": WOODS}).begin()
    t.refused(AttackTruck(ATTACK_RED), "OWM-LOS-05", "no line of sight")
    t = road(*own, team(0, "D2", 203)).begin()
    t.refused(AttackTruck(ATTACK_RED), "OWM-FF-01", "exactly behind it")


@pytest.mark.rule("OWM-MX-11", "OWM-TOK-11", "OWM-BORD-02")
def test_a_single_total_of_8_breaks_it_down_and_one_of_9_destroys_it():
    t = road(team(0, "C4", EVANS), team(1, "A3", 302)).begin()
    for total, green in ((7, True), (8, False), (8, False)):
        resolve_hit(t.g, FIRST, total)
        assert the_truck(t.g).green is green
        assert check_mission(t.g) is None
    resolve_hit(t.g, FIRST, 9)
    end = check_mission(t.g)
    assert end is not None and end.result.winners == (0,)


@pytest.mark.rule("OWM-MX-11", "OWM-CCS-05", "OWM-ATK-02")
def test_an_attack_order_at_the_truck():
    """Evans from an open spot beside it: blue and blue, less a red one and the Road's 1."""
    t = road(team(0, "C4", EVANS, 203), team(1, "A3", 302)).begin()
    t.stack("R1", "R3", "B6", "B4", "R1")
    told = t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    total = only(told, TruckTotalled)
    assert (total.total, total.why) == (8, ("defense of Road -1",))
    assert flips_for(told, Purpose.TARGET) == 1  # burned, whatever it shows
    assert only(told, TruckHit).broke_down
    assert the_truck(t.g) == TruckSite(t.cell("C3"), False, FIRST, 3, True)
    assert t.g.event_pile == []
    assert t.rule_against(AttackTruck(ATTACK_GREEN)) == "OWM-ATK-02"


@pytest.mark.rule("OWM-MX-11")
def test_each_soldiers_total_is_a_single_attack():
    """A total of 8 destroys nothing on the orange side, and a second one does not add to it."""
    t = broken(road(team(0, "C4", EVANS, 202), team(1, "A3", 302))).begin()
    t.stack("R2", "R3", "B6", "B4", "R1")
    t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    assert t.kind == "truck_shooter" and "destroys" in t.top.about_truck_shooter(t.view()).why
    assert t.rule_against(Shoot(EVANS)) == "OWM-ATK-04"
    t.stack("R3", "B6", "B7", "G2")
    t.do(Shoot(SERGEANT))
    assert t.winners == (0,)
    assert t.reason == "the Supply Truck is destroyed"


@pytest.mark.rule("OWM-MX-11", "OWM-ATK-02")
def test_only_who_attacks_again_destroys_what_was_broken_down():
    """The shots that are left of the order that broke it are not made; another Fireteam's are."""
    others = team(0, "B4", 203), team(1, "A3", 302)
    t = road(team(0, "C4", EVANS, 202), *others).begin()
    t.stack("R4", "R3", "B6", "B4", "R1")
    told = t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    assert only(told, TruckHit).broke_down
    assert (t.kind, t.top.actions_left) == ("action", 1)
    t.refused(AttackTruck(ATTACK_GREEN), "OWM-ATK-02")
    t.do(EndTurn())
    t.stack("G1", "R3", "B6", "B7", "G2")
    t.do(AttackTruck(ATTACK_GREEN), Shoot(SoldierId(203)))
    assert t.reason == "the Supply Truck is destroyed"


@pytest.mark.rule("OWM-MX-11", "OWM-ATK-05")
def test_who_is_able_attacks_it_though_a_comrade_is_wounded():
    t = road(team(0, "C4", hurt(203), EVANS), team(1, "A3", 302)).begin()
    t.stack("R4").do(AttackTruck(ATTACK_RED))
    assert t.rule_against(Shoot(SoldierId(203))) == "OWM-ATK-05"
    assert t.allowed(Shoot(EVANS))


@pytest.mark.rule("OWM-MX-11", "OWM-ATK-04", "OWM-STLTH-06")
def test_shots_may_be_left_and_a_shot_out_of_stealth_is_seen():
    t = road(team(0, "C4", EVANS, 203, stealthed=True), team(1, "A3", 302)).begin()
    t.stack("R3", "R3", "B2", "B1", "R4")
    told = t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    assert only(told, TruckTotalled).why == ("from stealth +2", "defense of Road -1")
    t.do(CeaseFire())
    assert t.kind == "action" and not t.team(1).stealthed


@pytest.mark.rule("OWM-MX-11", "OWM-FIRE-05")
def test_a_weapon_can_jam_on_it():
    t = road(team(0, "C4", EVANS), team(1, "A3", 302)).begin()
    t.stack("R1", "R3", "B5", "B3+jam", "R1")
    told = t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    assert only(told, TruckTotalled).total == 3
    assert t.soldier(EVANS).jammed


def test_there_is_no_such_order_in_other_missions():
    t = Table(team(0, "C4", EVANS), team(1, "A3", 302), hands=HANDS).begin()
    assert not t.options(AttackTruck) and not t.options(RepairTruck)
    assert t.rule_against(AttackTruck(ATTACK_RED)) == "OWM-MX-11"
    assert t.rule_against(RepairTruck(EVANS)) == "OWM-MX-13"


# -- capture ---------------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-12", "OWM-MX-15")
def test_held_for_an_entire_round_from_the_damage_it_is_captured():
    t = road(team(0, "C3", EVANS), team(1, "A3", 302)).begin()
    t.stack("R1", "R3", "B6", "B4", "R1")
    t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    rest(t)
    assert t.winners == (0,) and t.g.round_no == 4
    assert t.reason == "the Supply Truck is captured"


@pytest.mark.rule("OWM-MX-12")
def test_the_round_counts_from_the_turn_of_the_fireteam_that_broke_it():
    t = broken(road(team(0, "C3", EVANS), team(0, "C4", 203), team(1, "A3", 302)), by=SECOND)
    t.g.change_fireteam(FIRST, activated_in=3)
    t.g.change_fireteam(SECOND, activated_in=3)
    t.begin()
    rest(t)
    assert t.over is None and t.g.active == FIRST
    t.do(EndTurn())
    assert t.winners == (0,)


@pytest.mark.rule("OWM-MX-12")
def test_left_alone_at_the_end_of_any_turn_it_is_not_captured():
    t = road(team(0, "C4", EVANS), team(1, "A3", 302)).begin()
    t.stack("R1", "R3", "B6", "B4", "R1")
    t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    assert the_truck(t.g).held
    t.do(EndTurn())  # beside it, not with it
    assert not the_truck(t.g).held
    rest(t)
    assert t.over is None and not the_truck(t.g).green


@pytest.mark.rule("OWM-MX-12")
def test_a_road_is_fast_enough_to_break_it_and_be_with_it_in_one_turn():
    t = road(team(0, "C4", EVANS), team(1, "A3", 302)).begin()
    t.stack("R1", "R3", "B6", "B4", "R1")
    t.do(AttackTruck(ATTACK_RED), Shoot(EVANS), Maneuver(MANEUVER, t.cell("C3")))
    assert t.at(1) == "C3"
    rest(t)
    assert t.winners == (0,)


@pytest.mark.rule("OWM-MX-12", "OWM-MX-13")
def test_a_repair_ends_the_hold():
    t = broken(road(team(0, "C3", EVANS, activated_in=3), team(1, "C3", 304))).begin()
    t.stack("R2")
    assert every(t.do(RepairTruck(AXIS_1)), TruckRepaired)
    rest(t)
    assert t.over is None and the_truck(t.g).cell == t.cell("D3")


@pytest.mark.rule("OWM-MX-12")
def test_if_the_fireteam_that_broke_it_is_gone_its_round_ends_with_the_next_debrief():
    t = broken(road(team(0, "C3", EVANS), team(0, "C5", 203), team(1, "A3", 302)), by=SECOND)
    remove(t.g, t.team(2).line[0], Killed, "OWM-RES-01")
    t.begin()
    rest(t)
    assert t.over is None and the_truck(t.g).held
    rest(t)
    assert t.winners == (0,) and t.g.round_no == 4


@pytest.mark.rule("OWM-MX-12", "OWM-MOVE-09")
def test_what_a_fireteam_did_counts_for_the_one_it_joins():
    t = road(team(0, "C3", EVANS), team(0, "B3", 203), team(1, "A5", 302))
    broken(t, by=SECOND)
    t.g.change_fireteam(FIRST, activated_in=3)
    t.begin().do(Maneuver(MANEUVER, t.cell("C3")))
    assert the_truck(t.g).broken_by == FIRST


# -- repair ----------------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-13", "OWM-DISC-04")
def test_two_failures_use_the_whole_turn():
    t = broken(road(team(1, "C3", 304, 303), team(0, "D1", EVANS)), held=False).begin()
    t.stack("R3")
    t.do(RepairTruck(AXIS_1))
    assert t.top.actions_left == 1 and not the_truck(t.g).green
    t.stack("G6")
    told = t.do(RepairTruck(AXIS_2))
    assert only(told, Checked).purpose is Purpose.TRUCK
    assert t.g.active == SECOND


@pytest.mark.rule("OWM-MX-13")
def test_success_turns_the_green_side_up_at_once():
    t = broken(road(team(1, "C3", 304), team(0, "D1", EVANS)), held=False).begin()
    t.stack("R2")
    t.do(RepairTruck(AXIS_1))
    assert the_truck(t.g).green and t.top.actions_left == 1
    assert t.rule_against(RepairTruck(AXIS_1)) == "OWM-MX-13"
    assert only(rest(t), TruckDrives).cell == t.cell("D3")


@pytest.mark.rule("OWM-MX-13", "OWM-CREW-03")
def test_who_may_repair_it_and_where():
    t = broken(road(team(1, "C4", 304), team(0, "C3", EVANS)), held=False).begin()
    assert t.rule_against(RepairTruck(AXIS_1)) == "OWM-MX-13"  # not in its Terrain
    t.do(EndTurn())
    assert t.rule_against(RepairTruck(EVANS)) == "OWM-MX-13"  # not of its side
    t = broken(road(team(1, "C3", hurt(304), down(303)), team(0, "D1", EVANS)), held=False).begin()
    assert t.allowed(RepairTruck(AXIS_1)) and t.allowed(RepairTruck(AXIS_2))


@pytest.mark.rule("OWM-MX-13", "OWM-CREW-03")
def test_a_crew_assistant_has_his_hands_full():
    t = broken(road(team(0, "C3", GUNNER, MATE), team(1, "D1", 302)), held=False)
    t.g.sides = [Side.AXIS, Side.ALLIES]
    t.change(GUNNER, crewed_in=2, assistant=MATE)
    t.change(MATE, assists=GUNNER)
    t.begin()
    assert t.rule_against(RepairTruck(MATE)) == "OWM-CREW-03"
    assert t.allowed(RepairTruck(GUNNER))


@pytest.mark.rule("OWM-MX-13", "OWM-CD-GRENADE-1")
def test_who_is_killed_before_he_sets_to_work_repairs_nothing():
    grenade = Played(60)
    t = road(
        team(1, "C3", hurt(304), 303), team(0, "C4", EVANS),
        cards={"C4": HILL}, hands=[[grenade], [MANEUVER]], level="lieutenant",
    )  # fmt: skip
    t = broken(t, held=False).begin().until("action", 1)
    t.say(RepairTruck(AXIS_1)).until("decision", 0)
    t.stack("G6+wound", "R1", "R1").say(Grenade(grenade, SECOND, FIRST)).until("action", 1)
    assert t.status(AXIS_1) == "gone" and not t.told(Checked)
    assert not the_truck(t.g).green


@pytest.mark.rule("OWM-MX-11", "OWM-CD-DOUBLE", "OWM-ATK-01")
def test_the_shots_at_it_are_over_when_all_who_could_make_them_are_stormed():
    """Double Time before the next shot; the assault kills Evans and the other."""
    double = Played(58)
    t = road(
        team(0, "C4", EVANS, SERGEANT), team(1, "D5", 303, 304, heading="C4"), team(0, "A5", 203),
        hands=[[ATTACK_RED, RALLY_RED], [double]], level="lieutenant",
    ).begin().until("action", 0)  # fmt: skip
    t.stack("R4").say(AttackTruck(ATTACK_RED)).until("truck_shooter")
    t.say(Shoot(EVANS))
    while t.kind != "decision" or t.seat != 1 or not t.allowed(DoubleTime(double, SECOND)):
        t.passes()
    t.say(DoubleTime(double, SECOND)).until("assault_line")
    t.stack("R3", "G1", "R3", "R1").say(*lines(t, (EVANS, SERGEANT), (303, 304)))
    t.until("action")
    assert [t.status(EVANS), t.status(SERGEANT)] == ["gone", "gone"]
    assert len(t.told(TruckTotalled)) == 1


# -- its Terrain -----------------------------------------------------------------------------


@pytest.mark.rule("OWM-MX-15")
def test_no_assault_in_its_terrain_and_enemies_share_it():
    t = road(team(0, "C4", EVANS), team(1, "C3", 302, 303)).begin()
    told = t.do(Maneuver(MANEUVER, t.cell("C3")))
    assert t.at(1) == t.at(2) == "C3" and not every(told, AssaultBegun)
    assert t.kind == "action"  # its turn goes on


@pytest.mark.rule("OWM-MX-15", "OWM-FIRE-03")
def test_who_shares_it_shoots_by_the_first_row_of_his_grid():
    t = road(team(0, "C3", EVANS), team(1, "C3", 302, 303)).begin()
    t.stack("R1")
    t.do(Attack(ATTACK_RED, SECOND))
    t.stack("R1", "B1", "B1", "R1")
    t.do(Shoot(EVANS))
    assert t.kind == "action"


@pytest.mark.rule("OWM-MX-15", "OWM-ASLT-01")
def test_when_it_drives_on_enemies_stay_beside_each_other():
    t = road(team(0, "C3", EVANS), team(1, "C3", 302)).begin()
    assert not every(rest(t), AssaultBegun)
    assert the_truck(t.g).cell == t.cell("D3") and t.at(1) == t.at(2) == "C3"


@pytest.mark.rule("OWM-MX-15", "OWM-MOVE-09", "OWM-ASLT-01")
def test_whoever_comes_next_joins_his_own_and_assaults():
    t = road(team(0, "C4", EVANS), team(0, "C3", 203), team(1, "C3", 304), truck="A3").begin()
    told = t.do(Maneuver(MANEUVER, t.cell("C3")))
    assert only(told, AssaultBegun).fireteam == SECOND
    assert t.team(2).line == (203, EVANS)


@pytest.mark.rule("OWM-ASLT-11", "OWM-MX-15")
@pytest.mark.parametrize("truck", [True, False])
def test_the_way_back_is_open_to_an_enemy_only_where_the_truck_is(truck: bool):
    t = road(
        team(0, "B3", EVANS, 203),
        team(1, "B3", 304),
        team(1, "C3", 303, 306, moved_in=3),
        truck="B3" if truck else "A3",
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C3")))
    t.stack("R3", "G3", "G3", "G3")
    t.do(*lines(t, (EVANS, 203), (303, 306)))
    if truck:
        assert t.seat == 0
        assert t.allowed(Retreat(t.cell("B3")))
        t.do(Retreat(t.cell("B3")), Stand())
        assert t.at(1) == t.at(2) == "B3"
    else:
        assert t.seat == 1  # the mover is not asked: there is no way for it


@pytest.mark.rule("OWM-ASLT-16", "OWM-MX-15")
def test_in_a_stalemate_without_a_way_back_the_mover_stays():
    t = road(
        team(0, "B3", hurt(EVANS)),
        team(1, "B3", 304),
        team(1, "C3", hurt(303), moved_in=3),
        truck="A3",
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C3")))
    told = t.do(*lines(t, (EVANS,), (303,)))
    assert every(told, Stalemate)
    assert t.at(1) == t.at(3) == "C3" and t.status(EVANS) == "wounded"


# -- the end ---------------------------------------------------------------------------------


@pytest.mark.rule("OWM-VICT-03", "OWM-MX-11")
def test_a_truck_that_still_drives_is_worth_10_points_to_its_side():
    t = road(team(0, "D1", EVANS), team(1, "A3", 302), truck="A3").begin()
    green = score(t.g, Side.AXIS)
    broken(t)
    assert green - score(t.g, Side.AXIS) == 10
    assert score(t.g, Side.ALLIES) == 7


# -- odd cases -------------------------------------------------------------------------------


@pytest.mark.rule("OWM-CD-MARKSMAN", "OWM-MX-11")
def test_a_marksman_has_had_his_one_shot_when_it_was_at_the_truck():
    t = road(team(0, "C2", EVANS), team(1, "C3", 302)).begin()
    t.change(EVANS, is_marksman=True)
    t.stack("R1", "R1")
    t.do(AttackTruck(ATTACK_RED), Shoot(EVANS))
    assert not t.soldier(EVANS).is_marksman


@pytest.mark.rule("OWM-ATK-08", "OWM-MX-11")
def test_a_bulldog_does_not_leave_his_enemy_for_the_truck(monkeypatch):
    """While that one may be named; with it out of sight the truck may be shot at."""
    give(monkeypatch, {EVANS: "W03"})
    for at, held in (("C1", True), ("A5", False)):
        teams = (team(0, "C2", EVANS, engaged=THIRD), team(1, "C3", 302), team(1, at, 303))
        t = road(*teams, **playing(COLONEL), cards={"B3": HILL, "B4": WOODS}).begin()
        assert t.g.sees(t.cell("C2"), t.cell(at)) is held
        if held:
            t.refused(AttackTruck(ATTACK_RED), "OWM-ATK-08", "does not let")
        else:
            assert t.allowed(AttackTruck(ATTACK_RED))


@pytest.mark.rule("OWM-MX-13")
def test_only_a_soldier_of_the_fireteam_that_is_with_the_truck_repairs_it():
    t = broken(road(team(1, "C3", 304), team(1, "A3", 303), team(0, "D1", EVANS)), held=False)
    t.begin().refused(RepairTruck(AXIS_2), "OWM-MX-13", "not in the active Fireteam")


@pytest.mark.rule("OWM-ATK-06", "OWM-MX-11")
def test_who_is_trigger_happy_shoots_first_at_the_truck_too(monkeypatch):
    """Of two of them their owner chooses, and nobody before them."""
    give(monkeypatch, {EVANS: "W01", SERGEANT: "W01"})
    t = road(team(0, "C2", EVANS, SERGEANT, 206), team(1, "C3", 302), **playing(COLONEL)).begin()
    t.stack("R3").say(AttackTruck(ATTACK_RED)).until("truck_shooter")
    t.refused(Shoot(SoldierId(206)), "OWM-ATK-06", "others shoot before him")
    assert t.allowed(Shoot(EVANS)) and t.allowed(Shoot(SERGEANT))
