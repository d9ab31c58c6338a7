"""Passengers: room, boarding and leaving, fire and assaults from a vehicle, and its wreck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.games.heroes.assault import Advanced, Retreated, Where
from owm_net.games.heroes.barrage import OrderBarrage
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.cards.card import ANY, Moment
from owm_net.games.heroes.cards.counterthrust import Counterthrust
from owm_net.games.heroes.cards.rally import Rally
from owm_net.games.heroes.cards.riders import Act
from owm_net.games.heroes.cards.speed_setup import why_not as why_not_set_up
from owm_net.games.heroes.gaps import autonomous
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.hardboiled import shaken
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    OFF_MAP,
    CounterKey,
    Face,
    Heading,
    OptionKey,
    Step,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop, allowance
from owm_net.games.heroes.orders import OrderMove
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.riding import has_room, size
from owm_net.games.heroes.set_up import Deploy
from owm_net.games.heroes.shooting import ShotFired, best_aim, why_not_target
from owm_net.games.heroes.spotting import spots
from owm_net.games.heroes.state import Posted, Unit
from owm_net.games.heroes.steps import Moved
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import Directive, Flip
from owm_net.games.heroes.tokens import orders_due
from owm_net.games.heroes.transport import BailedOut, BailOut, Boarded
from tests.games.driver import only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, scenario
from tests.games.heroes.test_hon_match import begun, fresh
from tests.seats import ANN, BEN

TRUCK, JEEP = "de_halftrack", "de_schwimm"
STORM = counter("tests-storm", assault=0)


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: Any) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


def truck(x: int, y: int, facing: Facing = Facing.E, key: str = TRUCK, **more: Any) -> Unit:
    return ann(x, y, key, facing=int(facing), **more)


def aboard(vehicle: int, key: str = "de_grenadier", **more: Any) -> Unit:
    """A unit of Ann's in a vehicle."""
    return evolve(ann(0, 0, key, **more), at=OFF_MAP, aboard=UnitId(vehicle))


@pytest.mark.rule("HON-AB-84")
def test_how_much_room_each_takes() -> None:
    sizes = {"de_grenadier": 2, "de_major": 1, "de_hero_reiss": 1, "de_mg42": 1, "de_scout": 1}
    assert {key: size(ann(0, 0, key)) for key in sizes} == sizes
    assert size(ann(0, 0, "de_grenadier", face=1)) == 1
    full = [aboard(0), aboard(0, face=1)]
    t = table(truck(6, 4), *full, ann(6, 3), ann(6, 5, face=1), ben(15, 7))
    assert not has_room(t.g, UnitId(3), UnitId(0)) and has_room(t.g, UnitId(4), UnitId(0))
    assert not has_room(t.g, UnitId(5), UnitId(0))  # an enemy
    tank = table(truck(6, 4, key="de_pz4"), ann(6, 3), ben(15, 7))
    assert not has_room(tank.g, UnitId(1), UnitId(0))


@pytest.mark.rule("HON-AB-85", "HON-CTR-17")
def test_one_gun_at_most() -> None:
    t = table(
        truck(6, 4), aboard(0, "de_pak40"), ann(6, 3, "de_flak"), ann(6, 5, "de_mg42"), ben(15, 7)
    )
    assert t.u(1).piece.gun and not has_room(t.g, UnitId(2), UnitId(0))
    assert has_room(t.g, UnitId(3), UnitId(0))
    alone = table(truck(6, 4), aboard(0, "de_mg42"), ann(6, 3, "de_flak"), ben(15, 7))
    assert has_room(alone.g, UnitId(2), UnitId(0))


@pytest.mark.rule("HON-AB-86", "HON-MOVE-02")
def test_a_unit_boards_at_the_end_of_its_move() -> None:
    """The half-track is on (6,4) and (5,4)."""
    t = table(ann(3, 4), truck(6, 4), ben(15, 7))
    t.refused(t.move(0, (4, 4), (5, 4), (5, 3)), "HON-MOVE-02")
    t.refused(t.move(0, (4, 4), (5, 4), goes_on=True), "HON-AB-86")
    t.refused(t.move(0, (5, 4)), "HON-MOVE-01")
    t.do(t.move(0, (4, 4), (5, 4)))
    assert only(t.told(Moved), Moved).path == (at(4, 4),)
    assert t.u(0).rides and not t.u(0).there and only(t.said, Boarded).vehicle == 1
    slow = table(ann(3, 4, suppressed=1), truck(8, 4), ben(15, 7))  # (7,4) is the fourth step
    slow.refused(slow.move(0, (4, 4), (5, 4), (6, 4), (7, 4)), "HON-MOVE-01")


@pytest.mark.rule("HON-AB-86", "HON-ZOC-03")
def test_zones_of_control_hold_for_boarding_too() -> None:
    t = table(ann(4, 4), truck(6, 4), ben(5, 5))
    t.refused(t.move(0, (5, 4)), "HON-ZOC-03")
    assert t.allowed(t.move(0, (4, 3), (5, 4)))


@pytest.mark.rule("HON-AB-86")
def test_a_jeep_in_the_water_is_boarded_from_the_bank() -> None:
    river = scenario(boards=(Placed("E", at(0, 0)), Placed("D", at(8, 0))))
    t = table(ann(0, 1), truck(1, 1, key=JEEP), ben(15, 7), on=river)
    t.do(t.move(0, (1, 1)))
    assert t.u(0).aboard == 1


@pytest.mark.rule("HON-AB-86", "HON-AB-88")
def test_a_passenger_leaves_at_the_beginning_of_its_move() -> None:
    """To any of the spaces round both spaces of the vehicle; the first step is a point."""
    t = table(aboard(1), truck(6, 4), ben(15, 7), truck(8, 4, key=JEEP))
    assert t.allowed(t.move(0, (4, 3))) and t.allowed(t.move(0, (7, 5), (8, 5), (9, 5), (10, 5)))
    t.refused(t.move(0, (7, 5), (8, 5), (9, 5), (10, 5), (11, 5)), "HON-MOVE-01")
    t.refused(t.move(0, (7, 4), (8, 4)), "HON-MOVE-02")  # out of one into another
    offered = {a.path[-1] for a in t.options(OrderMove) if len(a.path) == 1}
    assert offered == {
        at(x, y) for x in range(4, 8) for y in (3, 4, 5) if (x, y) not in ((5, 4), (6, 4))
    }
    t.refused(t.move(0, (3, 4)), "HON-MOVE-01")
    t.say(t.move(0, (7, 4), goes_on=True))
    t.refused(Leg((at(6, 4),)), "HON-MOVE-02")
    t.do(Leg((at(7, 3),)))
    assert t.u(0).at == at(7, 3) and t.u(0).aboard == NO_UNIT
    still = table(aboard(1), truck(6, 4), ben(15, 7))
    still.do(still.move(0))
    assert still.u(0).aboard == 1 and still.u(0).acted


@pytest.mark.rule("HON-AB-86", "HON-AB-92")
def test_a_heavy_weapon_leaves_and_is_set_up_in_one_move_but_not_aboard() -> None:
    t = table(aboard(1, "de_mg42"), truck(6, 4), ben(15, 7))
    t.refused(t.move(0, flip=Flip.LAST), "HON-AB-92")
    t.refused(t.move(0, (7, 4), flip=Flip.FIRST), "HON-AB-92")
    t.do(t.move(0, (7, 4), facing=2, flip=Flip.LAST))
    assert (t.u(0).face, t.u(0).facing) == (1, 2)
    gun = table(ann(8, 4, "de_mg42"), truck(6, 4), ben(15, 7))
    gun.refused(gun.move(0, (7, 4), (6, 4), flip=Flip.LAST), "HON-AB-92")
    gun.say(gun.move(0, (7, 4), goes_on=True))
    gun.refused(Leg((at(6, 4),), flip=True), "HON-AB-92")
    assert gun.allowed(Stop(flip=True))


@pytest.mark.rule("HON-AB-86", "HON-AB-02", "HON-MOVE-02")
def test_nobody_who_conceals_itself_first_walks_into_a_vehicle() -> None:
    """R-87: in Activation and in Supply."""
    units = (ann(4, 4, "de_sniper"), truck(6, 4), ben(15, 7))
    t = table(*units)
    assert t.allowed(t.move(0, (5, 4)))
    t.refused(t.move(0, (5, 4), flip=Flip.FIRST), "HON-MOVE-02")
    ends = [a.path[-1:] for a in t.options(OrderMove) if a.flip is Flip.FIRST]
    assert (at(4, 3),) in ends and (at(5, 4),) not in ends
    s = table(*units, due=(0, 1)).over_to_supply().until("supply_move", ANN)
    assert s.allowed(SupplyMove(UnitId(0), (at(5, 4),)))
    s.refused(SupplyMove(UnitId(0), (at(5, 4),), flip=Flip.FIRST), "HON-MOVE-02")
    ends = [a.path[-1:] for a in s.options(SupplyMove) if a.flip is Flip.FIRST]
    assert (at(4, 3),) in ends and (at(5, 4),) not in ends


@pytest.mark.rule("HON-AB-86", "HON-SUP-05")
def test_boarding_and_leaving_in_supply() -> None:
    t = table(aboard(1), truck(6, 4), ann(8, 4), ben(15, 7), due=(0, 1))
    t.over_to_supply()
    t.refused(SupplyMove(UnitId(0), (at(9, 9),)), "HON-MOVE-01")
    t.say(SupplyMove(UnitId(0), (at(5, 5),)))
    t.say(SupplyMove(UnitId(2), (at(7, 4), at(6, 4))))
    assert t.u(0).at == at(5, 5) and t.u(2).aboard == 1


@pytest.mark.rule("HON-AB-88", "HON-ORD-02", "HON-ORD-03")
def test_passengers_have_orders_and_stars_and_travel_with_the_vehicle() -> None:
    t = table(aboard(1, "de_major"), truck(6, 4), ben(15, 7), due=(2, 1))
    assert 0 in t.g.bearers[ANN] and orders_due(t.g, ANN) == 2 + 1
    t.do(t.move(0, (5, 5)))
    t.over_to_turn(ANN)
    t.do(t.drive(1, "FFFF"))
    riding = table(truck(6, 4), aboard(0), ben(15, 7))
    riding.do(riding.drive(0, "FFFF"))
    assert riding.g.spots(UnitId(1)) == (at(10, 4), at(9, 4))


@pytest.mark.rule("HON-AB-88", "HON-LOS-11", "HON-BLST-06")
def test_a_passenger_is_not_on_the_map() -> None:
    """No target, no blast on it, no zone of control; it does not hide others."""
    mortar = ben(14, 1, "us_mortar", face=1)
    t = table(mortar, truck(6, 4), aboard(1), ben(7, 5), ben(12, 4), due=(0, 2), dice=[(1,)])
    no = why_not_target(t.g, UnitId(4), UnitId(2), False)
    assert no is not None and no.rule == "HON-FIRE-16"
    t.over_to_turn(BEN)
    past = table(ann(3, 1), aboard(3), ben(7, 5), truck(6, 4), due=(0, 1))
    assert past.allowed(past.until("turn", BEN).move(2, (7, 4), (7, 3)))  # past the vehicle
    t.do(evolve(t.fire(0), vertex=Vertex((6, 4))))
    assert {e.target for e in t.told(Blasted)} == {1}


@pytest.mark.rule("HON-AB-92", "HON-AB-86")
@pytest.mark.parametrize("rides", [False, True])
def test_no_move_is_offered_that_would_turn_a_counter_over_in_a_vehicle(rides: bool) -> None:
    """R-156."""
    gun = aboard(1, "de_mg42") if rides else ann(7, 3, "de_mg42")
    orders = {"u0": 1, "u2": 1}
    t = table(gun, truck(6, 4), ben(15, 7), orders=orders)
    offered = [o for o in agenda.offers(t.view(ANN)) if isinstance(o, OrderMove)]
    assert any(t.allowed(o) and o.flip is not Flip.NONE for o in offered)
    assert not [o for o in offered if not t.allowed(o)]
    late = table(gun, truck(6, 4), ben(15, 7), orders={"u1": 1, "u2": 1})
    late.until("supply_move", ANN)
    moves = [o for o in agenda.offers(late.view(ANN)) if isinstance(o, SupplyMove)]
    assert moves and not [o for o in moves if not late.allowed(o)]


@pytest.mark.rule("HON-AB-88")
def test_a_squad_fires_from_the_vehicle_and_a_heavy_weapon_does_not() -> None:
    t = table(aboard(1), truck(6, 4), ben(9, 4), dice=[(4,)])
    aim = best_aim(t.g, UnitId(0), UnitId(2))
    assert aim.start in (at(6, 4), at(5, 4))
    t.do(t.fire(0, 2))
    assert only(t.told(ShotFired), ShotFired).result == 4 + 2 and t.u(0).aboard == 1
    heavy = table(aboard(1, "de_mg42"), truck(6, 4), ben(9, 4))
    heavy.refused(heavy.fire(0, 2), "HON-AB-88")
    grenade = OptionKey("eq_grenade")
    thrower = table(aboard(1), truck(6, 4), ben(7, 4), options={grenade: ANN}, dice=[(1,)])
    throw = evolve(thrower.fire(0, spend=(grenade,)), vertex=Vertex((8, 4)))
    assert thrower.allowed(throw)
    thrower.refused(evolve(throw, vertex=Vertex((9, 4))), "HON-EQ-10")
    hidden = table(aboard(1), truck(6, 4), ben(9, 4), ben(8, 4))
    hidden.refused(hidden.fire(0, 2), "HON-LOS-01")  # infantry fires: infantry hides


@pytest.mark.rule("HON-AB-88", "HON-AB-26")
def test_a_passenger_fires_on_the_move_without_its_penalty() -> None:
    """R-226: before it leaves the vehicle; once it has left the penalty counts."""
    rifles = aboard(1, "us_rifle")
    t = table(rifles, truck(6, 4), ben(9, 4), aboard(1, face=1), dice=[(1,)])
    t.say(t.move(0, goes_on=True))
    assert t.refusal(FireOnTheMove()).more  # a target is still to come
    t.say(FireOnTheMove((UnitId(2),)))
    assert t.told(ShotFired)[0].parts == (("combat bonus", 2),)
    t.say(Stop())  # whoever else is in the vehicle
    assert t.u(0).aboard == 1
    out = table(rifles, truck(6, 4), ben(9, 4), dice=[(1,)])
    out.say(out.move(0, (7, 5), goes_on=True))
    out.say(FireOnTheMove((UnitId(2),)))
    assert out.told(ShotFired)[0].parts == (("combat bonus", 2), ("on the move", -1))


@pytest.mark.rule("HON-AB-87", "HON-ASLT-02")
def test_an_assault_from_a_vehicle() -> None:
    """From either of its spaces; the winner takes the space, a loser stays in the vehicle."""
    won = table(aboard(1, STORM), truck(6, 4), ben(7, 5, "us_cal30"), dice=[(6, 6, 1)])
    won.do(won.move(0, target=2))
    assert won.u(2).lost and won.u(0).at == at(7, 5) and won.u(0).aboard == NO_UNIT
    assert only(won.told(Advanced), Advanced).space == at(7, 5)
    lost = table(aboard(1, STORM), truck(6, 4), ben(4, 3), dice=[(1, 1, 6)])
    lost.do(lost.move(0, target=2))
    assert lost.u(0).face == 1 and lost.u(0).aboard == 1
    far = table(aboard(1, STORM), truck(6, 4), ben(9, 4))
    far.refused(far.move(0, target=2), "HON-ASLT-02")
    assert far.allowed(far.move(0, (7, 4), (8, 4), target=2))


@pytest.mark.rule("HON-AB-87", "HON-ASLT-02", "HON-ASLT-03")
def test_a_unit_boards_to_assault_from_the_vehicle() -> None:
    """The vehicle counts as a free space; the last point takes it into the enemy's."""
    t = table(ann(4, 4, STORM), truck(6, 4), ben(7, 5), dice=[(2, 2, 2)])
    t.do(t.move(0, (5, 4), target=2))
    assert t.u(0).aboard == 1 and not t.u(2).lost
    short = table(ann(3, 4, STORM, suppressed=1), truck(6, 4), ben(7, 5))
    short.refused(short.move(0, (4, 4), (5, 4), target=2), "HON-ASLT-03")


@pytest.mark.rule("HON-AB-87", "HON-ASLT-14")
def test_a_beaten_defender_falls_back_into_a_vehicle() -> None:
    t = table(ann(3, 4, STORM), ben(4, 4), ben(6, 4, "us_halftrack", facing=2), dice=[(6, 6, 1)])
    t.say(t.move(0, target=1))
    assert t.kind == "where" and at(5, 4) in {a.space for a in t.options(Where)}
    t.do(Where(at(5, 4)))
    assert t.u(1).aboard == 2 and t.u(1).face == 1 and t.u(0).at == at(4, 4)
    assert only(t.told(Retreated), Retreated).space == at(5, 4)


@pytest.mark.rule("HON-AB-88")
def test_a_mover_is_shot_at_before_it_boards_and_once_it_has_left() -> None:
    """Not in the vehicle: the step into it is none of those after which one may fire."""
    on = scenario([("position1", 9, 1)])
    t = table(ann(3, 1), truck(6, 2), ben(9, 1), on=on, dice=[(1,)])
    t.say(t.move(0, (4, 1), (5, 2)))
    assert t.kind == "react"
    t.refused(React((UnitId(2),), Step(2)), "HON-TER-10")
    t.say(React((UnitId(2),), Step(1)))
    assert t.u(0).at == at(4, 1) and t.kind == "leg"
    out = table(aboard(1), truck(6, 4), ben(9, 1), on=on, dice=[(1,)])
    out.say(out.move(0, (7, 4)))
    assert out.kind == "react" and out.allowed(React((UnitId(2),), Step(1)))
    at_once = table(ann(4, 1), truck(6, 2), ben(9, 1), on=on)
    at_once.say(at_once.move(0, (5, 2)))
    assert at_once.kind != "react"


@pytest.mark.rule("HON-AB-89")
def test_who_was_in_a_destroyed_vehicle_gets_out_suppressed() -> None:
    """Not where an enemy controls, and not on other units; their owner says where."""
    t = table(
        truck(6, 4), aboard(0), aboard(0, "de_mg42"), ben(9, 4), ben(4, 2), due=(0, 1), dice=[(6,)]
    )
    t.over_to_turn(BEN)
    t.say(t.fire(3, 0))
    assert (t.kind, t.seat) == ("bail_out", ANN)
    assert "Sd.Kfz. 251" in agenda.about(t.view()).what
    spots = {a.space for a in t.options(BailOut)}
    assert at(7, 4) in spots and at(4, 4) in spots and at(5, 3) not in spots  # by (4,2)
    assert not spots & {at(6, 4), at(5, 4)}  # the wreck itself
    t.refused(BailOut(UnitId(1), at(5, 3)), "HON-AB-89")
    t.refused(BailOut(UnitId(3), at(7, 4)), "HON-AB-89")
    t.say(BailOut(UnitId(1), at(7, 4)))
    t.refused(BailOut(UnitId(2), at(7, 4)), "HON-AB-89")
    t.say(BailOut(UnitId(2), at(7, 5)))
    assert [t.u(n).at for n in (1, 2)] == [at(7, 4), at(7, 5)]
    assert [t.u(n).suppressed for n in (1, 2)] == [1, 1] and t.u(2).face == 0
    assert t.g.stranded == [] and len(t.told(BailedOut)) == 2


@pytest.mark.rule("HON-AB-89")
def test_without_a_space_they_die() -> None:
    """Beside the jeep in the corner Ben's squad leaves (1,0) alone: for one of the two."""
    units = (truck(0, 0, key=JEEP), aboard(0, "de_mg42"), aboard(0, face=1), ben(5, 0), ben(1, 2))
    t = table(*units, due=(0, 1), dice=[(6,)])
    t.over_to_turn(BEN)
    t.say(t.fire(3, 0))
    assert [(a.unit, a.space) for a in t.options(BailOut)] == [(1, at(1, 0)), (2, at(1, 0))]
    t.do(BailOut(UnitId(2), at(1, 0)))
    assert t.u(1).lost and t.u(2).at == at(1, 0)


@pytest.mark.rule("HON-SET-08", "HON-AB-84")
def test_units_are_deployed_in_a_vehicle_that_is_there() -> None:
    state = fresh()
    t = begun(state)
    g = t.g
    g.units[6] = g.units[6].with_(key=CounterKey("us_halftrack"))
    t.refused(Deploy(UnitId(7), at(12, 1)), "HON-SET-03")
    t.say(Deploy(UnitId(6), at(14, 1), Face(0), Heading(2)))
    guns = UnitId(11)
    t.refused(Deploy(guns, at(14, 1), Face(1)), "HON-SET-08")
    t.say(Deploy(guns, at(14, 1)))
    assert g.units[guns].aboard == 6
    t.say(Deploy(UnitId(8), at(13, 1)))  # a squad: 2 more of 4
    t.refused(Deploy(UnitId(9), at(14, 1)), "HON-MOVE-03")
    t.say(Deploy(UnitId(7), at(14, 1)))  # an officer takes the last place
    assert [n for n, u in enumerate(g.units) if u.aboard == 6] == [7, 8, 11]


@pytest.mark.rule("HON-AB-88", "HON-ORO-06")
def test_no_directive_is_for_a_passenger() -> None:
    """R-166: wherever the officer and the vehicle are."""
    t = table(aboard(1), truck(6, 4), ann(1, 1, "de_major"), ann(2, 2), ben(15, 7))
    t.g.posted.append(Posted(seat=ANN, directive=Directive.DOUBLE_TIME, officer=UnitId(2)))
    assert allowance(t.g, t.u(0)) == 4 and allowance(t.g, t.u(3)) == 6


@pytest.mark.rule("HON-AB-88", "HON-AB-20", "HON-TRT-05", "HON-TRT-08", "HON-CARD-01", "HON-SUP-07")
def test_for_orders_and_markers_a_passenger_is_a_unit_like_any_other() -> None:
    options = {"tr_hardboiled": ANN, "tr_heroic": ANN}
    riders = (aboard(1, suppressed=1), truck(6, 4), aboard(1, "de_hero_falk"))
    t = table(*riders, ben(9, 4), options=options, dice=[(1,)])
    g = t.g
    assert shaken(g, ANN) == [0] and autonomous(g, ANN) == [2]
    assert [play.unit for play in Rally.offers(g, Moment(ANN), ANY)] == [0]
    assert {play.unit for play in BurstIntoAction.offers(g, Moment(ANN), ANY)} == {0, 2}
    assert why_not_set_up(g, Act(unit=UnitId(2), activates=True)) is not None  # not in there
    t.until("turn", ANN)
    t.say(t.fire(0, 3))
    assert t.kind == "once_more"
    t.until("supply_move", ANN)
    t.refused(SupplyMove(UnitId(2), (at(7, 4),), KEEP, Flip.FIRST), "HON-AB-92")
    t.refused(SupplyMove(UnitId(2), (), KEEP, Flip.LAST), "HON-AB-92")
    while t.g.round == 1:
        t.say(Pass())
    assert t.u(0).suppressed == 0


@pytest.mark.rule("HON-AB-89", "HON-ASLT-17", "HON-BLST-02")
def test_passengers_get_out_whatever_destroys_their_vehicle() -> None:
    """An assault; a blast, in whose spaces they are not rolled for."""
    jeep = ben(5, 1, "us_seep")
    rider = evolve(ben(0, 0, "us_cal30"), at=OFF_MAP, aboard=UnitId(1))
    t = table(ann(4, 1, "de_stosstrupp"), jeep, rider, dice=[(6, 6, 1)])
    t.say(t.move(0, target=1))
    assert (t.kind, t.seat) == ("bail_out", BEN)
    mortar = ann(1, 5, "de_mortar", face=1)
    shelled = table(mortar, jeep, rider, dice=[(6,)])
    shelled.say(evolve(shelled.fire(0), vertex=Vertex((6, 2))))
    assert (shelled.kind, shelled.seat) == ("bail_out", BEN)
    assert [e.target for e in shelled.told(Blasted)] == [1]


@pytest.mark.rule("HON-LOS-05", "HON-AB-88")
def test_the_vehicle_that_was_left_hides_who_has_left_it() -> None:
    """On (4,1), behind the half-track on (6,1) and (5,1)."""
    on = scenario([("position1", 9, 1)])
    t = table(aboard(1), truck(6, 1), ben(9, 1), on=on)
    t.say(t.move(0, (4, 1), goes_on=True))
    assert t.kind == "leg" and t.u(0).at == at(4, 1)
    looking = table(aboard(1), truck(6, 1), ben(9, 1))
    assert spots(looking.g, UnitId(0), (at(4, 2),), UnitId(2), at(9, 1))
    assert not spots(looking.g, UnitId(0), (at(4, 1),), UnitId(2), at(9, 1))


@pytest.mark.rule("HON-AB-21", "HON-AB-88")
def test_a_barrage_is_ordered_from_a_vehicle() -> None:
    """Three spaces from the nearer of its two (R-103)."""
    mortar = "de_mortar"
    units = (truck(6, 4), ann(9, 4, mortar, face=1), ben(14, 3))
    t = table(aboard(1, "de_major"), *units, dice=[(1,)])
    t.say(OrderBarrage(t.token(0), CounterKey(mortar)))
    assert t.kind == "barrage"
    far = table(aboard(1, "de_major"), truck(6, 4), ann(10, 4, mortar, face=1), ben(14, 3))
    far.refused(OrderBarrage(far.token(0), CounterKey(mortar)), "HON-AB-21")


@pytest.mark.rule("HON-AB-82", "HON-AB-87")
def test_who_is_beaten_back_into_a_vehicle_is_afraid_there() -> None:
    t = table(aboard(1, STORM), truck(6, 4), ben(7, 5, "de_hero_reiss"), dice=[(1, 1, 6, 6)])
    t.do(t.move(0, target=2))
    assert t.u(0).aboard == 1 and (t.u(0).face, t.u(0).suppressed) == (1, 2)


@pytest.mark.rule("HON-AB-87", "HON-CARD-09")
def test_a_counterthrust_strikes_who_is_back_in_a_vehicle() -> None:
    truck_of_ben = ben(6, 4, "us_halftrack", facing=2)
    storm = evolve(ben(0, 0, STORM), at=OFF_MAP, aboard=UnitId(1))
    t = table(storm, truck_of_ben, ann(7, 5), dice=[(1, 1, 6)], hands=("counterthrust", ""))
    t.over_to_turn(BEN)
    t.say(t.move(0, target=2))
    t.until("riposte", ANN).do(Counterthrust(t.card("counterthrust")))
    assert t.u(0).aboard == 1 and t.u(0).suppressed == 2
