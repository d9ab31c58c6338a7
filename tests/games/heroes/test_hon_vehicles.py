"""Moves of vehicles: steps, turns, closed spaces, and units that make room."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.passing import Pass
from owm_net.games.heroes.cards.mine import Mine
from owm_net.games.heroes.displacing import Displaced, MakeRoom
from owm_net.games.heroes.driving import Drive, OrderDrive, speed
from owm_net.games.heroes.grid import Facing, footprint
from owm_net.games.heroes.ground import Change
from owm_net.games.heroes.hedges import CutThrough
from owm_net.games.heroes.ids import ElementKey, Space, Step, UnitId
from owm_net.games.heroes.moving import FireOnTheMove, Stop
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.state import Unit
from owm_net.games.heroes.steps import Driven
from owm_net.games.heroes.supply import SupplyDrive, SupplyMove
from owm_net.games.heroes.terms import Damage, Edge, Phase
from owm_net.games.heroes.vehicles import courses, way_of
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, course, scenario
from tests.seats import ANN, BEN

TANK, TRUCK, JEEP = "de_pz4", "de_halftrack", "de_schwimm"
HEDGES = (Placed("F", at(0, 0)), Placed("D", at(8, 0)))
"""Hedges at (1..6, 1) and (1..6, 6)."""
RIVER = (Placed("E", at(0, 0)), Placed("D", at(8, 0)))


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


def car(x: int, y: int, facing: Facing = Facing.E, key: str = TANK, **more: object) -> Unit:
    return ann(x, y, key, facing=int(facing), **more)


def lone(x: int, y: int, facing: Facing = Facing.E, key: str = TANK, **more: Any) -> Table:
    """Return Ann's vehicle alone, except for one of Ben's in the far corner."""
    return table(car(x, y, facing, key), ben(15, 7), **more)


def pose(t: Table, place: int = 0) -> tuple[Space, Facing]:
    return t.u(place).at, Facing(t.u(place).facing)


@pytest.mark.rule("HON-VEH-01", "HON-VEH-02", "HON-VEH-03", "HON-VEH-13")
@pytest.mark.parametrize(
    ("manoeuvres", "front", "rear", "facing"),
    [
        ("F", (6, 4), (5, 4), Facing.E),
        ("B", (4, 4), (3, 4), Facing.E),
        ("L", (5, 3), (4, 4), Facing.NE),
        ("R", (5, 5), (4, 4), Facing.SE),
        ("l", (5, 4), (4, 3), Facing.SE),
        ("r", (5, 4), (4, 5), Facing.NE),
        ("FFLFLF", (7, 1), (7, 2), Facing.N),
    ],
)  # fmt: skip
def test_steps_and_turns_of_a_vehicle_of_two_spaces(
    manoeuvres: str, front: tuple[int, int], rear: tuple[int, int], facing: Facing
) -> None:
    """It lies on (5,4) and (4,4) and faces east; the last course uses all six points."""
    t = lone(5, 4)
    t.do(t.drive(0, manoeuvres))
    assert pose(t) == (at(*front), facing)
    assert t.u(0).covers == (at(*front), at(*rear))
    driven = only(t.said, Driven)
    assert driven.steps == len(manoeuvres) and "drives to" in driven.sentence(t.g)
    assert t.u(0).facing.__class__ is int  # as it is saved
    assert "stays where it is" in evolve(driven, steps=0).sentence(t.g)


@pytest.mark.rule("HON-VEH-03", "HON-VEH-01")
def test_each_step_and_each_turn_costs_a_point() -> None:
    t = lone(5, 4)
    assert t.allowed(t.drive(0, "FFFFFF")) and t.allowed(t.drive(0, "RRRRRR"))
    t.refused(t.drive(0, "FFFFFFF"), "HON-MOVE-01")
    t.refused(t.drive(0, "RRRRRRR"), "HON-MOVE-01")
    t.refused(t.move(0, (6, 4)), "HON-VEH-01")
    wrong: Any = ("F",)
    t.refused(evolve(t.drive(0), manoeuvres=wrong), "HON-VEH-01")
    squad = table(ann(4, 4), ben(15, 7))
    squad.refused(squad.drive(0, "F"), "HON-VEH-01")


@pytest.mark.rule("HON-VEH-04")
def test_a_vehicle_of_one_space_turns_on_the_spot() -> None:
    t = lone(5, 4, key=JEEP)
    t.refused(t.drive(0, "l"), "HON-VEH-04")
    t.do(t.drive(0, "LLFFBR"))
    assert pose(t) == (at(5, 3), Facing.NE)


@pytest.mark.rule("HON-VEH-05", "HON-VEH-06")
def test_two_vehicles_cross_on_a_diagonal_and_pass_between_houses() -> None:
    t = table(car(5, 5, Facing.SE), car(5, 4, Facing.SW), ben(15, 7))
    assert t.u(0).covers == (at(5, 5), at(4, 4)) and t.u(1).covers == (at(5, 4), at(6, 3))
    houses = scenario([("bld_shed", 5, 2), ("bld_farmhouse", 6, 4)])  # (5,3) and (6,4) touch
    between = lone(5, 4, Facing.NE, on=houses)
    assert between.allowed(between.drive(0, "F"))


@pytest.mark.rule("HON-VEH-11", "HON-VEH-06", "HON-TER-08", "HON-BLD-12")
def test_what_is_closed_to_vehicles() -> None:
    on = scenario([("bld_shed", 6, 2), ("bld_barn", 8, 4)], boards=HEDGES)
    t = lone(5, 3, on=on)
    t.refused(t.drive(0, "F"), "HON-TER-08")  # into a building
    assert t.allowed(t.drive(0, "B"))
    north = lone(5, 3, Facing.N, on=on)
    north.refused(north.drive(0, "R"), "HON-TER-08")  # its front would swing there
    assert north.allowed(north.drive(0, "L"))
    hedge = lone(4, 3, Facing.N, on=scenario(boards=HEDGES))
    hedge.refused(hedge.drive(0, "FF"), "HON-TER-08")
    off = lone(0, 4, Facing.W)
    off.refused(off.drive(0, "F"), "HON-SET-01")
    lane = scenario([("bld_shed", 5, 2), ("bld_barn", 7, 2)])
    narrow = lone(6, 5, Facing.N, on=lane)
    narrow.refused(narrow.drive(0, "FF"), "HON-BLD-12")


@pytest.mark.rule("HON-VEH-11")
def test_no_turn_through_the_corner_of_a_wall() -> None:
    """R-162: a low wall is closed to light vehicles, also where one swings over it."""
    wall = scenario()
    for key, able in ((TRUCK, False), (TANK, True)):
        t = lone(5, 4, key=key, on=wall)
        t.g.ground.edges[(at(5, 3), at(5, 4))] = Edge.LOW_WALL  # type: ignore[index]
        assert t.allowed(t.drive(0, "L")) is able
        assert t.allowed(t.drive(0, "R"))
        del t.g.ground.edges[(at(5, 3), at(5, 4))]  # type: ignore[attr-defined]


@pytest.mark.rule("HON-AB-17", "HON-TER-12")
def test_only_amphibious_vehicles_drive_into_water() -> None:
    """Board E: water at (1,1), two more at (1,2) and (2,2)."""
    for key, able in ((JEEP, True), ("de_sdkfz222", False)):
        t = lone(0, 1, key=key, on=scenario(boards=RIVER))
        assert t.allowed(t.drive(0, "FF")) is able
        if not able:
            t.refused(t.drive(0, "F"), "HON-TER-12")


@pytest.mark.rule("HON-VEH-10")
def test_no_vehicle_through_another() -> None:
    t = table(car(5, 4), car(7, 4, Facing.N), ben(15, 7), ben(5, 3, "us_seep"))
    t.refused(t.drive(0, "FF"), "HON-VEH-10")
    t.refused(t.drive(0, "L"), "HON-VEH-10")
    assert t.allowed(t.drive(0, "F"))


@pytest.mark.rule("HON-VEH-07", "HON-ZOC-06")
def test_a_vehicle_drives_through_infantry_and_past_it() -> None:
    t = table(car(5, 4), ben(6, 4), ben(8, 3), ann(7, 4))
    t.do(t.drive(0, "FFFFF"))
    assert pose(t)[0] == at(10, 4) and not every(t.said, Displaced)
    assert [t.u(n).at for n in (1, 2, 3)] == [at(6, 4), at(8, 3), at(7, 4)]
    past = table(ann(4, 4), ben(5, 3, "us_seep"), ben(15, 7))
    assert past.allowed(past.move(0, (4, 3), (4, 2)))


@pytest.mark.rule("HON-VEH-08", "HON-VEH-09")
def test_who_is_driven_onto_makes_room_where_its_owner_likes() -> None:
    """The tank stops on (6,4) and (5,4). Ben's squad may go to no space of Ann's zone of control,
    no other unit's, and not under the tank."""
    t = table(car(5, 4), ben(6, 4), ben(5, 3), ann(7, 6))
    t.say(t.drive(0, "F"))
    assert (t.kind, t.seat) == ("make_room", BEN)
    spots = {answer.space for answer in t.options(MakeRoom)}
    assert spots == {at(6, 3), at(7, 3), at(7, 4), at(5, 5)}
    t.refused(MakeRoom(at(6, 5)), "HON-VEH-08")
    t.refused(MakeRoom(at(5, 4)), "HON-VEH-08")
    t.refused(MakeRoom(at(9, 4)), "HON-VEH-08")
    t.say(MakeRoom(at(7, 3)))
    assert t.u(1).at == at(7, 3) and only(t.said, Displaced).space == at(7, 3)


@pytest.mark.rule("HON-VEH-09")
def test_who_cannot_make_room_is_crushed() -> None:
    """A set-up machine gun has no movement; a suppressed squad is displaced all the same (R-19)."""
    t = table(car(5, 4), ben(6, 4, "us_cal30", face=1), ben(15, 7))
    t.do(t.drive(0, "F"))
    assert t.u(1).lost and not t.u(2).lost
    shy = table(car(5, 4), ben(6, 4, suppressed=3), ben(15, 7))
    shy.say(shy.drive(0, "F"))
    assert shy.kind == "make_room"
    ring = [ben(x, y) for x in (13, 14, 15) for y in (5, 6, 7) if (x, y) != (14, 6)]
    boxed = table(car(14, 4, Facing.S, TANK), ben(14, 6), *ring)
    boxed.do(boxed.drive(0, "FF"))
    # the tank has stopped on (14,6) and (14,5): of two squads the one behind has spaces
    assert boxed.u(1).lost


@pytest.mark.rule("HON-VEH-09")
def test_one_space_needs_no_question_and_a_house_is_no_refuge() -> None:
    """Ben's squad on (4,0) has a shed below, with its door to the south, and friends beside it
    except on (5,0); then there too."""
    on = scenario([("bld_shed", 4, 1)])
    t = table(car(2, 0), ben(4, 0), ben(3, 1), ben(5, 1), on=on)
    t.do(t.drive(0, "FF"))
    assert t.u(1).at == at(5, 0) and only(t.told(Displaced), Displaced).unit == 1
    last = table(car(2, 0), ben(4, 0), ben(5, 1), ben(5, 0), ben(3, 1), on=on)
    last.do(last.drive(0, "FF"))
    assert last.u(1).lost


@pytest.mark.rule("HON-VEH-12")
def test_the_enemy_may_react_after_a_turn() -> None:
    """Ben's squad in a position fires after the turn; the half-track is hit and wrecked there."""
    on = scenario([("position1", 9, 1)])
    t = table(car(5, 4, Facing.E, TRUCK), ben(9, 1), ben(15, 7), on=on, dice=[(6,)])
    t.say(t.drive(0, "LF"))
    assert (t.kind, t.seat) == ("react", BEN)
    t.refused(React((UnitId(1),), Step(3)), "HON-TER-10")
    t.do(React((UnitId(1),), Step(1)))
    assert t.u(0).lost and t.u(1).acted
    assert t.g.ground.cells[at(5, 3)].obscures == 1  # a wreck where it had turned to


@pytest.mark.rule("HON-VEH-12", "HON-MOVE-10", "HON-AB-25")
def test_legs_with_a_shot_on_the_move_between() -> None:
    t = table(car(5, 4, Facing.E, TRUCK), ben(9, 1), ben(15, 7), dice=[(3,)])
    t.say(t.drive(0, "FF", goes_on=True))
    assert t.kind == "drive"
    t.refused(Drive(course("FFFFFFF")), "HON-MOVE-01")
    t.refused(Drive(()), "HON-MOVE-10")
    t.refused(Stop(flip=True), "HON-VEH-03")
    shot = only(t.do(FireOnTheMove((UnitId(1),))), ShotFired)
    assert shot.parts == (("combat bonus", 3), ("on the move", -1))
    t.refused(FireOnTheMove((UnitId(1),)), "HON-AB-25")
    t.say(Drive(course("FFFFFF")))
    assert pose(t)[0] == at(13, 4) and t.kind == "turn"


@pytest.mark.rule("HON-DMG-03", "HON-DMG-04")
@pytest.mark.parametrize(("die", "part"), [(2, Damage.TRACK), (3, Damage.HULL), (1, Damage.CREW)])
def test_a_hit_in_track_or_hull_stops_it_at_once(die: int, part: Damage) -> None:
    gun = ben(9, 4, "us_57mm", face=1, facing=int(Facing.W))
    t = table(car(4, 4), gun, ben(15, 7), dice=[(4,), (die,)])  # 4 + 5 against 9
    t.say(t.drive(0, "FFFF"))
    t.say(React((UnitId(1),), Step(2)))
    assert t.u(0).damage == (part,) and pose(t)[0] == at(6, 4)
    if part is Damage.CREW:
        assert t.kind == "drive" and t.allowed(Drive(course("FFFF")))
    elif t.kind == "drive":
        t.refused(Drive(course("F")), "HON-MOVE-01")
    assert speed(t.g, UnitId(0)) == {Damage.TRACK: 0, Damage.HULL: 2}.get(part, 6)


@pytest.mark.rule("HON-DMG-03")
def test_a_hit_track_lets_it_neither_step_nor_turn() -> None:
    t = lone(5, 4)
    t.g.change(UnitId(0), damage=(Damage.TRACK,))
    t.refused(t.drive(0, "F"), "HON-MOVE-01")
    t.refused(t.drive(0, "R"), "HON-MOVE-01")
    t.do(t.drive(0))
    t.over_to_supply()
    assert t.kind != "supply_move" or t.seat == BEN


@pytest.mark.rule("HON-TER-13", "HON-CTR-07", "HON-TER-06")
def test_a_tank_that_drives_onto_a_wreck_harms_it_and_stops() -> None:
    t = lone(5, 4)
    t.g.changes = (
        Change(element=ElementKey("light_wreck"), spaces=(at(6, 4),)),
        Change(element=ElementKey("heavy_wreck"), spaces=(at(4, 6), at(3, 6))),
    )
    t.refused(t.drive(0, "FF"), "HON-TER-06")
    t.do(t.drive(0, "F"))
    assert t.g.ground.cells[at(6, 4)].bare  # a point is all that it has
    assert t.u(0).suppressed == 0
    heavy = lone(4, 4, Facing.S)
    heavy.g.changes = (Change(element=ElementKey("heavy_wreck"), spaces=(at(4, 6), at(4, 7))),)
    number = next(iter(heavy.g.ground.structures))
    heavy.do(heavy.drive(0, "FF"))
    assert heavy.g.demolition == {number: 1}
    assert speed(heavy.g, UnitId(0)) == 1  # difficult ground lets it make one step
    truck = lone(5, 4, key=TRUCK)
    truck.g.changes = (Change(element=ElementKey("light_wreck"), spaces=(at(6, 4),)),)
    truck.refused(truck.drive(0, "F"), "HON-TER-08")


@pytest.mark.rule("HON-EQ-05")
def test_the_cutter_opens_hedgerows_for_a_tank_as_long_as_it_lasts() -> None:
    """Two tokens; hedges at (1..6, 1). Others may follow; a half-track cuts none."""
    on = scenario(boards=HEDGES)
    units = (car(3, 1, Facing.W), car(4, 4, Facing.N), car(7, 1, Facing.W), ben(15, 7))
    t = table(*units[1:], on=on, options={"eq_hedge_cutter": ANN})
    t.do(t.drive(0, "FFFF"))  # (4,1) on its way to (4,0), which it does not stop at
    assert only(t.said, CutThrough).space == at(4, 1) and pose(t)[0] == at(4, 0)
    assert t.g.options[0].tokens == 1
    ground = t.g.ground
    assert ground.cells[at(4, 1)].blocks and ground.cells[at(4, 1)].defence == 2
    along = table(car(7, 1, Facing.W), ben(15, 7), on=on, options={"eq_hedge_cutter": ANN})
    assert along.allowed(along.drive(0, "FF"))
    along.refused(along.drive(0, "FFF"), "HON-EQ-05")
    light = table(car(4, 4, Facing.N, TRUCK), ben(15, 7), on=on, options={"eq_hedge_cutter": ANN})
    light.refused(light.drive(0, "FFF"), "HON-TER-08")
    light.g.changes = t.g.changes
    assert light.allowed(light.drive(0, "FFF"))


@pytest.mark.rule("HON-EQ-05", "HON-BLD-12")
def test_no_cutter_opens_a_hedgerow_between_two_buildings() -> None:
    """R-228: only infantry passes there, hedge or no hedge."""
    on = scenario([("bld_shed", 3, 0), ("bld_shed", 5, 0)], boards=HEDGES)
    t = table(car(4, 4, Facing.N), ben(15, 7), on=on, options={"eq_hedge_cutter": ANN})
    assert t.allowed(t.drive(0, "FF"))
    t.refused(t.drive(0, "FFF"), "HON-BLD-12")


@pytest.mark.rule("HON-EQ-05", "HON-TER-17")
def test_a_passage_lies_beneath_a_position() -> None:
    """Who shares the position still shares it, and nobody outside does."""
    dug = Change(element=ElementKey("position"), spaces=(at(4, 1), at(5, 1)))
    on = scenario(boards=HEDGES)
    t = table(car(4, 2, Facing.N), ben(5, 1), ben(15, 7), on=on, options={"eq_hedge_cutter": ANN})
    t.g.changes = (dug,)
    number = t.g.ground.cells[at(5, 1)].overlay
    t.do(t.drive(0, "F"))
    cell = t.g.ground.cells[at(4, 1)]
    assert only(t.said, CutThrough) and cell.position and cell.overlay == number
    assert t.g.ground.shelter(at(5, 1), at(4, 1)) == 0


@pytest.mark.rule("HON-CTR-07", "HON-TER-02")
def test_a_wreck_lies_on_top_of_what_was_there() -> None:
    """It is the structure of its space then, and a tank harms it."""
    t = lone(5, 4, on=scenario([("thicket1", 7, 4)]))
    t.g.changes = (Change(element=ElementKey("heavy_wreck"), spaces=(at(7, 4),)),)
    ground = t.g.ground
    assert ground.cells[at(7, 4)].overlay in ground.structures


@pytest.mark.rule("HON-EQ-07")
def test_fuel_is_a_point_more_once_a_move() -> None:
    t = lone(5, 4, options={"eq_fuel": ANN})
    t.refused(t.drive(0, "FFFFFFF"), "HON-MOVE-01")
    t.refused(t.drive(0, "FFFFFFFF", fuel=True), "HON-MOVE-01")
    t.do(t.drive(0, "FFFFFFF", fuel=True))
    assert pose(t)[0] == at(12, 4) and t.g.options[0].tokens == 2
    none = lone(5, 4)
    none.refused(none.drive(0, "F", fuel=True), "HON-EQ-07")
    pressed = table(car(5, 4, suppressed=3), ben(15, 7), options={"eq_fuel": ANN})
    assert pressed.allowed(pressed.drive(0, "F", fuel=True))  # 6 + 1 - 6
    tracked = table(car(5, 4, damage=(Damage.TRACK,)), ben(15, 7), options={"eq_fuel": ANN})
    tracked.refused(tracked.drive(0, fuel=True), "HON-EQ-07")


@pytest.mark.rule("HON-SUP-03", "HON-SUP-06", "HON-VEH-08", "HON-EQ-07")
def test_a_vehicle_drives_in_supply_and_nobody_fires_at_it() -> None:
    on = scenario([("position1", 9, 1)])
    t = table(car(5, 4), ben(9, 1), ben(7, 4), on=on, due=(0, 1), options={"eq_fuel": ANN})
    t.over_to_supply()
    assert (t.kind, t.seat) == ("supply_move", ANN)
    t.refused(SupplyMove(UnitId(0), (at(6, 4),)), "HON-VEH-01")
    t.refused(SupplyDrive(UnitId(0)), "HON-SUP-03")
    t.refused(SupplyDrive(UnitId(0), course("FFFFFFF")), "HON-MOVE-01")
    t.say(SupplyDrive(UnitId(0), course("FF"), True))
    assert (t.kind, t.seat) == ("make_room", BEN) and t.g.options[0].tokens == 2
    t.say(MakeRoom(at(8, 4)))
    assert t.g.phase is Phase.SUPPLY and t.u(2).at == at(8, 4) and t.u(0).at == at(7, 4)


@pytest.mark.rule("HON-VEH-01", "HON-VEH-03", "HON-EQ-05")
@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_all_that_is_offered_is_reached_by_no_more_points(tokens: int) -> None:
    """Against a search of the test's own: every pose that some course of three comes to, with so
    many tokens of a cutter."""
    on = scenario([("bld_shed", 6, 2), ("bld_barn", 8, 4)], boards=HEDGES)
    units = (car(5, 2), car(3, 4, Facing.N), ben(15, 7))
    t = table(*units, on=on, options={"eq_hedge_cutter": ANN})
    t.g.options[0] = t.g.options[0].with_(tokens=tokens)
    found = courses(t.g, UnitId(0), 3)
    there = {t.u(0).pose}
    for length in (1, 2, 3):
        for letters in product("FBLRlr", repeat=length):
            word = "".join(letters)
            if t.allowed(t.drive(0, word)):
                there.add(way_of(t.u(0), course(word))[-1])
    assert set(found) == there
    for spot, way in found.items():
        assert way_of(t.u(0), way)[-1] == spot
        assert all(space in t.g.ground.cells for space in footprint(*spot, 2))


@pytest.mark.rule("HON-VEH-09", "HON-VEH-12")
def test_a_vehicle_destroyed_on_infantry_drives_it_off_as_if_it_had_stopped() -> None:
    """R-163."""
    gun = ben(12, 4, "us_57mm", face=1, facing=int(Facing.W))
    t = table(car(4, 4), gun, ben(6, 4), dice=[(4,), (6,)])
    t.say(t.drive(0, "FFFF"))
    t.say(React((UnitId(1),), Step(2)))
    assert t.u(0).lost and (t.kind, t.seat) == ("make_room", BEN)
    t.say(MakeRoom(at(6, 3)))
    assert t.u(2).at == at(6, 3) and t.g.ground.cells[at(6, 4)].blocks


@pytest.mark.rule("HON-VEH-12", "HON-AB-25")
def test_it_fires_before_anybody_reacts_and_owes_them_a_step_afterwards() -> None:
    """The squad in the position may fire once the half-track has, though that does not move."""
    on = scenario([("position1", 9, 1)])
    t = table(car(5, 1, Facing.E, TRUCK), ben(9, 1), ben(15, 7), on=on, dice=[(1,), (1,)])
    t.say(t.drive(0, goes_on=True))
    assert t.kind == "drive"
    t.say(FireOnTheMove((UnitId(1),)))
    t.say(Stop())
    assert (t.kind, t.seat) == ("react", BEN)
    t.do(React((UnitId(1),), Step(0)))
    assert [e.firer for e in t.told(ShotFired)] == [0, 1]
    quiet = table(car(5, 1, Facing.E, TRUCK), ben(9, 1), ben(15, 7), on=on, dice=[(1,)])
    quiet.say(quiet.drive(0, "F", goes_on=True), Pass(), FireOnTheMove((UnitId(1),)))
    quiet.say(Stop(), Pass())
    assert [e.steps for e in quiet.told(Driven)] == [1], "nobody says that it does not move"
    still = table(car(5, 1, Facing.E, TRUCK), ben(9, 1), ben(15, 7), on=on, dice=[(1,)])
    still.say(still.drive(0))
    assert still.kind == "react"


@pytest.mark.rule("HON-TER-13", "HON-SUP-03")
def test_a_wreck_is_harmed_once_when_it_is_entered_in_supply_too() -> None:
    """Of the wreck on (7,4) and (8,4): the first space is a point, the second none."""
    t = table(car(5, 4), ben(15, 7), due=(0, 1))
    t.g.changes = (Change(element=ElementKey("heavy_wreck"), spaces=(at(7, 4), at(8, 4))),)
    t.over_to_supply()
    t.refused(SupplyDrive(UnitId(0), course("FFF")), "HON-TER-06")
    t.say(SupplyDrive(UnitId(0), course("FF")))
    assert list(t.g.demolition.values()) == [1] and t.u(0).at == at(7, 4)
    inside = table(car(7, 4), ben(15, 7))
    inside.g.changes = t.g.changes
    inside.do(inside.drive(0, "F"))
    assert inside.g.demolition == {} and inside.u(0).at == at(8, 4)
    reverse = table(car(5, 6, Facing.N), ben(15, 7))
    reverse.g.changes = (Change(element=ElementKey("light_wreck"), spaces=(at(6, 6),)),)
    reverse.do(reverse.drive(0, "R"))  # its front swings to (6,6)
    assert reverse.g.ground.cells[at(6, 6)].bare


@pytest.mark.rule("HON-VEH-08")
def test_of_several_who_make_room_the_side_with_the_initiative_goes_first() -> None:
    """R-163: then who is under the front."""
    t = table(car(5, 4), ben(7, 4), ann(6, 4), ben(15, 7))
    t.say(t.drive(0, "FF"))
    assert (t.kind, t.seat) == ("make_room", ANN)
    t.say(MakeRoom(at(5, 3)))
    assert (t.kind, t.seat) == ("make_room", BEN)
    t.say(MakeRoom(at(8, 4)))
    assert [t.u(n).at for n in (1, 2)] == [at(8, 4), at(5, 3)]


@pytest.mark.rule("HON-EQ-07")
def test_light_vehicles_use_fuel_too_and_infantry_does_not() -> None:
    options = {"eq_fuel": ANN}
    t = lone(3, 4, key=JEEP, options=options)
    assert t.allowed(t.drive(0, "F" * 10, fuel=True))
    t.refused(t.drive(0, "F" * 10), "HON-MOVE-01")
    assert any(a.fuel for a in t.options(OrderDrive))
    squad = table(ann(4, 4), ben(15, 7), options=options)
    squad.refused(squad.drive(0, "F", fuel=True), "HON-VEH-01")


@pytest.mark.rule("HON-CARD-01", "HON-VEH-12")
def test_a_mine_goes_off_in_the_space_that_a_vehicle_enters() -> None:
    """A tank turns: its front swings into a space; a jeep turns on the spot and enters none. Die 3
    and +5 against the side of the Panzer IV."""
    hands = ("", "mine")
    t = table(car(5, 4), ben(15, 7), hands=hands, dice=[(3,), (1,)])
    t.say(Pass())
    t.say(t.drive(0, "LF"))
    card = t.card("mine")
    assert {a.step for a in t.options(Mine)} == {1, 2}
    t.say(Mine(card, Step(1)))
    while t.kind == "again":
        t.say(Pass())
    assert t.g.mined == [at(5, 3)] and t.u(0).damage == (Damage.CREW,)
    jeep = table(car(5, 4, key=JEEP), ben(15, 7), hands=hands)
    jeep.say(Pass())
    jeep.say(jeep.drive(0, "LF"))
    assert {a.step for a in jeep.options(Mine)} == {2}


@pytest.mark.rule("HON-EQ-05")
def test_a_hedgerow_takes_one_token_however_often_a_course_enters_it() -> None:
    """R-35: into (4,1) from the south, back, and in again, with one token."""
    on = scenario(boards=HEDGES)
    t = table(car(4, 2, Facing.N), ben(15, 7), on=on, options={"eq_hedge_cutter": ANN})
    t.g.options[0] = t.g.options[0].with_(tokens=1)
    t.do(t.drive(0, "FBF"))
    assert only(t.said, CutThrough).space == at(4, 1) and t.g.options[0].tokens == 0
