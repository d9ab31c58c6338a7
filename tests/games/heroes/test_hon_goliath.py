"""The Goliath: where it is driven, and what it does when it goes off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.passing import Pass
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.displacing import MakeRoom, refuges
from owm_net.games.heroes.goliath import Detonate, Detonated
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import CounterKey, Face, Heading, Step, UnitId
from owm_net.games.heroes.locating import Located
from owm_net.games.heroes.moving import Leg, Stop
from owm_net.games.heroes.orders import OrderMove
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.set_up import Deploy
from owm_net.games.heroes.structures import Collapsed
from owm_net.games.heroes.supply import SupplyMove
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, scenario
from tests.games.heroes.test_hon_match import begun, fresh
from tests.seats import ANN

TANK = "us_sherman"


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: Any) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


@pytest.mark.rule("HON-EQ-09")
def test_it_goes_under_a_tank_and_off() -> None:
    """+6 on heavy vehicles, against the side of the Sherman: 7. It is gone, and leaves no wreck."""
    tank = ben(6, 4, TANK, facing=int(Facing.W))
    t = table(ann(4, 4, "goliath"), tank, ben(15, 7), dice=[(1,), (2,)])
    t.refused(t.move(0, (5, 4), (6, 4)), "HON-EQ-09")  # it cannot stay there
    t.say(t.move(0, (5, 4), (6, 4), goes_on=True))
    assert t.kind == "leg" and t.u(0).at == at(6, 4)
    t.refused(Stop(), "HON-EQ-09")
    t.do(Detonate())
    blast = only(t.told(Blasted), Blasted)
    assert (blast.target, blast.result, blast.defence) == (1, 7, 7)
    assert only(t.told(Located), Located).unit == 1 and t.u(0).lost
    assert t.g.ground.cells[at(6, 4)].bare and only(t.told(Detonated), Detonated).unit == 0


@pytest.mark.rule("HON-EQ-09")
def test_everybody_else_in_its_space_is_rolled_for_and_nobody_beside_it() -> None:
    t = table(ann(4, 4, "goliath"), ben(6, 4), ben(6, 5), dice=[(1,)])
    t.say(t.move(0, (5, 4), (6, 4), goes_on=True))
    t.do(Detonate())
    assert [e.target for e in t.told(Blasted)] == [1] and t.u(1).face == 1  # 1 + 5 against 6
    squad = table(ann(4, 4), ben(6, 4))
    squad.say(squad.move(0, (4, 3), goes_on=True))
    squad.refused(Detonate(), "HON-EQ-09")


@pytest.mark.rule("HON-EQ-09", "HON-AB-05")
def test_who_is_concealed_in_its_space_is_opened_and_rolled_for() -> None:
    """R-225: an explosion is no shot and no pattern. A sniper of its own, which it passes."""
    sniper = ann(6, 4, "de_sniper", concealed=True)
    t = table(ann(4, 4, "goliath"), sniper, ben(15, 7), dice=[(1,)])
    t.say(t.move(0, (5, 4), (6, 4), goes_on=True))
    t.do(Detonate())
    assert not t.u(1).concealed and [e.target for e in t.told(Blasted)] == [1]


@pytest.mark.rule("HON-EQ-09")
def test_at_any_moment_of_its_move_and_not_in_supply() -> None:
    t = table(ann(5, 4, "goliath"), ben(6, 4), dice=[(1,)])
    t.say(t.move(0, goes_on=True))
    assert t.allowed(Detonate()) and t.allowed(Leg((at(6, 4),), goes_on=True))
    t.say(Leg((at(6, 4),), goes_on=True))
    t.do(Detonate())
    assert t.u(0).lost
    late = table(ann(5, 4, "goliath"), ben(8, 4, TANK, facing=2), due=(0, 1))
    late.over_to_supply()
    late.refused(SupplyMove(UnitId(0), (at(6, 4), at(7, 4))), "HON-EQ-09")
    late.say(SupplyMove(UnitId(0), (at(6, 4),)))
    assert late.u(0).at == at(6, 4) and not late.told(Detonated)


@pytest.mark.rule("HON-EQ-09", "HON-VEH-08")
@pytest.mark.parametrize("x", [5, 6])
def test_it_may_stop_in_the_open_and_on_infantry_which_makes_room(x: int) -> None:
    """R-159."""
    t = table(ann(4, 4, "goliath"), ben(6, 4), ben(15, 7))
    t.say(t.move(0, *[(n, 4) for n in range(5, x + 1)], goes_on=True))
    t.say(Stop())
    assert t.u(0).at == at(x, 4) and (t.kind == "make_room") is (x == 6)


@pytest.mark.rule("HON-EQ-09", "HON-ZOC-06", "HON-VEH-08")
def test_it_is_a_light_vehicle_that_needs_no_turn() -> None:
    """No zone of control stops it; through its own infantry, not its own tank; who it stops on
    makes room; what is closed to light vehicles is closed to it, but where an enemy is."""
    on = scenario([("position1", 6, 2)])
    own = ann(4, 5, "de_pz4", facing=2)
    t = table(ann(4, 4, "goliath"), ben(6, 3), own, ann(5, 5), on=on)
    assert t.allowed(t.move(0, (5, 4), (5, 3), (5, 2)))
    assert t.allowed(t.move(0, (5, 5), (6, 5)))
    t.refused(t.move(0, (4, 5), goes_on=True), "HON-MOVE-02")
    t.refused(t.move(0, (5, 3), (6, 2)), "HON-TER-08")
    t.refused(t.move(0, (5, 4), (6, 4), (7, 4), (8, 4)), "HON-MOVE-01")
    t.refused(t.drive(0, "F"), "HON-VEH-01")
    t.say(t.move(0, (5, 4), (6, 3)))
    assert t.kind == "make_room"
    t.say(MakeRoom(at(7, 3)))
    manned = table(ann(4, 4, "goliath"), ben(6, 2), ben(15, 7), on=on, dice=[(2,), (4, 4, 1, 1)])
    manned.say(manned.move(0, (5, 3), (6, 2), goes_on=True))
    manned.say(Pass())  # who is in a position might fire
    manned.do(Detonate())
    assert every(manned.told(Collapsed), Collapsed) and manned.u(1).face == 1


@pytest.mark.rule("HON-EQ-09", "HON-CTR-05")
def test_it_is_a_target_like_any_light_vehicle() -> None:
    on = scenario([("position1", 9, 1)])
    t = table(ann(5, 1, "goliath"), ben(9, 1), ben(15, 7), on=on, dice=[(5,)])
    t.say(t.move(0, (6, 1), (7, 1), goes_on=True))
    t.do(React((UnitId(1),), Step(1)))  # 5 + 1 against 6
    assert t.u(0).lost and t.g.ground.cells[at(6, 1)].obscures == 1 and not t.told(Detonated)


@pytest.mark.rule("HON-EQ-09")
def test_it_is_deployed_without_a_facing() -> None:
    t = begun(fresh())
    t.g.units[6] = t.g.units[6].with_(key=CounterKey("goliath"))
    t.refused(Deploy(UnitId(6), at(13, 1), Face(0), Heading(2)), "HON-SET-09")
    assert t.allowed(Deploy(UnitId(6), at(13, 1)))


@pytest.mark.rule("HON-VEH-08", "HON-EQ-09")
def test_infantry_makes_room_for_the_wreck_of_one_shot_under_it() -> None:
    """R-163."""
    on = scenario([("position1", 9, 1)])
    t = table(ann(5, 1, "goliath"), ben(9, 1), ben(6, 1), on=on, dice=[(5,)])
    t.say(t.move(0, (6, 1), goes_on=True))
    t.say(React((UnitId(1),), Step(1)))
    assert t.u(0).lost and t.kind == "make_room"
    t.say(MakeRoom(at(6, 2)))
    assert t.u(2).at == at(6, 2)


@pytest.mark.rule("HON-BLD-06", "HON-CTR-05", "HON-EQ-09")
def test_no_wreck_lies_in_a_building() -> None:
    """R-221: the squad stays in the shed, which is whole."""
    on = scenario([("position1", 9, 1), ("bld_shed", 6, 1)])
    t = table(ann(6, 2, "goliath"), ben(9, 1), ben(6, 1), on=on, dice=[(6,)])
    before = t.g.ground.building(at(6, 1))
    t.g.change(UnitId(0), at=at(6, 1))
    eliminate(t.g, UnitId(0), "HON-FIRE-12")
    assert t.u(0).lost and t.g.ground.building(at(6, 1)) == before
    assert not t.g.changes and t.u(2).at == at(6, 1)


@pytest.mark.rule("HON-EQ-07", "HON-EQ-09")
def test_it_is_a_vehicle_that_may_spend_fuel() -> None:
    """R-227. Three spaces by its counter, a fourth by a token, in Supply as well."""
    fuel = {"eq_fuel": ANN}
    far = tuple([at(x, 4) for x in range(5, 9)])
    t = table(ann(4, 4, "goliath"), ann(4, 1), ben(15, 7), options=fuel)
    assert len(far) == t.u(0).up.move + 1
    t.refused(t.move(0, *far), "HON-MOVE-01")
    drive = evolve(t.move(0, *far), fuel=True, goes_on=True)
    assert far[-1] in [o.path[-1] for o in t.options(OrderMove) if o.fuel]
    t.say(drive)
    assert t.u(0).at == far[-1] and t.g.options[0].tokens == 2
    assert t.kind == "leg" and not t.options(Leg)
    squad = table(ann(4, 1), ben(15, 7), options=fuel)
    squad.refused(evolve(squad.move(0, (5, 1)), fuel=True), "HON-EQ-07")
    late = table(ann(4, 4, "goliath"), ben(15, 7), due=(0, 1), orders={"u1": 1}, options=fuel)
    late.over_to_supply().until("supply_move", ANN)
    moved = SupplyMove(UnitId(0), far, fuel=True)
    assert far[-1] in [o.path[-1] for o in late.options(SupplyMove) if o.fuel]
    late.say(moved)
    assert late.u(0).at == far[-1] and late.g.options[0].tokens == 2


@pytest.mark.rule("HON-EQ-09", "HON-VEH-09")
def test_who_is_in_a_building_makes_room_within_it() -> None:
    """R-318: the shed has two spaces; with a friend on the other one nothing is free."""
    on = scenario([("bld_shed", 6, 1)])
    for friends in ((), (ben(6, 2),)):
        t = table(ann(6, 0, "goliath"), ben(6, 1, suppressed=1), ben(15, 7), *friends, on=on)
        assert refuges(t.g, UnitId(1)).count(at(6, 2)) == 1 - len(friends)
        outside = table(ann(6, 0, "goliath"), ben(5, 1), ben(15, 7), on=on)
        assert not {at(6, 1), at(6, 2)} & set(refuges(outside.g, UnitId(1)))
