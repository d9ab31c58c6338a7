"""Fire at movers: the units that may, the step, and the effect on both."""

from __future__ import annotations

import pytest

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.games.heroes.assault import Assaulted
from owm_net.games.heroes.driving import Drive, OrderDrive
from owm_net.games.heroes.equipment import Spend
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import Heading, OptionKey, Step, UnitId
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop
from owm_net.games.heroes.reacting import React, Reacted
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.silence import NO_REACTION, UNTIL_MOVE
from owm_net.games.heroes.steps import Moved
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import Flip, Manoeuvre
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, scenario
from tests.seats import ANN, BEN

POST = scenario([("position1", 9, 1)])
"""A position in which Ben's unit 1 stands."""


def watched(*more: object, dice: list[int] | None = None, **fields: object) -> Table:
    """Ann's unit 0 at (4,1) has order 1; Ben's unit 1 at (9,1) order 1 as well."""
    settings = {"on": POST, "due": (1, 1), "bluffs": (0, 0), **fields}
    units = (ann(4, 1), ben(9, 1), *more)
    return acting(*units, dice=[(die,) for die in dice or []], **settings)  # type: ignore[arg-type]


def shoot(
    step: int, *units: int, suppressing: tuple[int, ...] = (), spend: tuple[Spend, ...] = ()
) -> React:
    return React(tuple(map(UnitId, units)), Step(step), tuple(map(UnitId, suppressing)), spend)


@pytest.mark.rule("HON-TER-10", "HON-TER-17")
def test_from_a_position_a_unit_fires_after_any_step() -> None:
    table = watched(dice=[4])
    table.say(table.move(0, (5, 1), (6, 1), (6, 2)))
    assert (table.kind, table.seat) == ("react", BEN)
    assert {answer.step for answer in table.options(React)} == {1, 2, 3}
    offered = [o for o in agenda.offers(table.view(BEN)) if isinstance(o, React)]
    assert not [o for o in offered if o.suppressing]  # rifles do not
    table.refused(shoot(0, 1), "HON-TER-10")
    table.refused(shoot(4, 1), "HON-TER-10")
    table.refused(shoot(1), "HON-TER-10")
    table.refused(shoot(1, 0), "HON-TER-10")  # not Ben's
    table.do(shoot(2, 1))
    assert only(table.said, Moved).path == (at(5, 1), at(6, 1))
    assert only(table.said, ShotFired).target == 0 and table.u(0).face == 1


@pytest.mark.rule("HON-TER-11", "HON-ACT-07", "HON-SUP-12")
def test_who_reacts_is_used_up_and_its_token_is_lost_unseen() -> None:
    table = watched(dice=[1])
    (slot,) = table.g.closed(BEN)
    table.say(table.move(0, (5, 1)))
    table.do(shoot(1, 1))
    assert only(table.said, Reacted).unit == 1 and table.u(1).acted
    assert table.g.closed(BEN) == () and table.g.lost_tokens[0].slot == slot
    assert table.view(ANN).card(slot) is None
    table.say(Stop())
    assert (table.kind, table.seat) == ("lay", BEN)  # no orders, and nobody moves in Supply


@pytest.mark.rule("HON-MOVE-06", "HON-SUPP-04", "HON-TER-11")
def test_the_move_goes_on_with_what_is_left_of_it() -> None:
    """R-95: another way is allowed; suppression takes nothing off this move."""
    table = watched(ben(9, 3, "de_grenadier"), dice=[6], on=scenario([("position1", 9, 3)]))
    table.say(table.move(0, (5, 1), (6, 1)))
    assert {shoot(1, 2), shoot(1, 2, suppressing=(2,))} <= set(table.options(React))
    table.say(shoot(1, 2, suppressing=(2,)))
    assert table.u(0).suppressed == 1 and table.kind == "leg" and table.seat == ANN
    table.refused(Leg((at(5, 2), at(5, 3), at(5, 4), at(5, 5))), "HON-MOVE-01")
    table.say(Leg((at(4, 2), at(3, 3), at(2, 4))))
    assert table.u(0).at == at(2, 4)


@pytest.mark.rule("HON-TER-10")
def test_a_leg_after_a_reaction_may_be_reacted_to_by_others() -> None:
    two = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = watched(ben(9, 3), dice=[1, 1], on=two)
    table.say(table.move(0, (5, 1), (6, 1)))
    table.say(shoot(1, 1), Pass())
    table.say(Leg((at(5, 2),)))
    assert (table.kind, table.seat) == ("react", BEN)
    table.refused(shoot(1, 1), "HON-TER-10")  # used up
    table.do(shoot(1, 2))
    assert len(every(table.said, ShotFired)) == 1


@pytest.mark.rule("HON-TER-10")
def test_several_fire_one_after_the_other_and_who_cannot_any_more_is_not_used_up() -> None:
    """R-51, R-96: the first shot eliminates the mover."""
    two = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = watched(ben(9, 3), dice=[6], on=two)
    table.g.change(UnitId(0), face=1)
    table.say(table.move(0, (5, 1)))
    table.refused(shoot(1, 1, 1), "HON-TER-11")
    table.refused(shoot(1, 1, suppressing=(2,)), "HON-AB-80")
    table.do(shoot(1, 2, 1))
    assert table.u(0).lost and table.u(2).acted and not table.u(1).acted
    assert table.kind == "turn"


@pytest.mark.rule("HON-TER-10", "HON-CARD-02")
def test_who_has_reacted_may_do_more_at_that_step() -> None:
    """R-151: with another unit, after the effect of the first; not at a step before or after."""
    two = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = watched(ben(9, 3), dice=[1, 4], on=two)
    table.say(table.move(0, (5, 1), (6, 1), (7, 2)))
    table.say(shoot(2, 1))
    assert (table.kind, table.seat) == ("react", BEN) and table.u(0).at == at(6, 1)
    assert {(answer.units, answer.step) for answer in table.options(React)} == {((UnitId(2),), 1)}
    table.refused(shoot(2, 2), "HON-TER-10")
    table.say(shoot(1, 2))
    assert table.kind == "leg" and table.u(0).face == 1 and table.u(0).at == at(6, 1)


@pytest.mark.rule("HON-TER-10", "HON-MOVE-05", "HON-AB-25")
def test_fire_on_the_move_comes_before_any_reaction() -> None:
    """Also in the space where the move begins; a stop after it counts as a step (R-49)."""
    for answer, step in ((Leg((at(5, 1),)), 1), (Stop(), 0)):
        table = watched(dice=[1, 1])
        table.g.units[0] = ann(4, 1, "us_rifle")
        table.say(table.move(0, goes_on=True))
        assert (table.kind, table.seat) == ("leg", ANN) and not table.told(Moved)
        table.say(FireOnTheMove((UnitId(1),)), answer)
        assert (table.kind, table.seat) == ("react", BEN)
        table.do(shoot(step, 1))
        assert only(table.said, ShotFired).firer == 1
    table = watched(dice=[1, 1])
    table.g.units[0] = ann(4, 1, "us_rifle")
    table.say(table.move(0, (5, 1), goes_on=True), Pass())
    table.say(Stop())
    assert table.kind == "turn"  # nobody fired after that step, and nobody may twice
    table = watched(dice=[1, 1])
    table.g.units[0] = ann(4, 1, "us_rifle", suppressed=2)
    table.say(table.move(0, goes_on=True), FireOnTheMove((UnitId(1),)))
    assert (table.kind, table.seat) == ("react", BEN)  # nothing is left to the mover but to stay


@pytest.mark.rule("HON-VEH-12", "HON-MOVE-05")
def test_a_vehicle_fires_before_any_reaction_too() -> None:
    for answer, step in ((Drive((Manoeuvre.FORWARD,)), 1), (Stop(), 0)):
        table = watched(dice=[1, 1])
        table.g.units[0] = ann(4, 1, "us_seep", facing=Facing.E)
        table.say(OrderDrive(table.token(0), (), goes_on=True))
        assert (table.kind, table.seat) == ("drive", ANN) and not table.told(Moved)
        table.say(FireOnTheMove((UnitId(1),)), answer)
        assert (table.kind, table.seat) == ("react", BEN)
        table.do(shoot(step, 1))
        assert only(table.said, ShotFired).firer == 1


@pytest.mark.rule("HON-FIRE-07", "HON-AB-92")
def test_who_was_shot_at_while_it_turned_is_asked_for_its_facing() -> None:
    """R-23."""
    table = watched(dice=[1])
    table.g.units[0] = ann(4, 1, "de_mg42")
    table.say(table.move(0, facing=Facing.E, flip=Flip.FIRST))
    table.say(shoot(0, 1))
    assert (table.kind, table.seat) == ("leg", ANN) and table.u(0).face == 1
    turns = {(answer.facing, answer.flip) for answer in table.options(Stop)}
    assert turns == {(facing, False) for facing in (-1, 0, 2, 4, 6)}
    table.say(Stop(Heading(int(Facing.E))))
    assert table.u(0).facing == Facing.E
    table = watched()
    table.g.units[0] = ann(4, 1, "de_mg42")
    table.say(table.move(0, (5, 1), goes_on=True), Pass())
    turns = {(answer.facing, answer.flip) for answer in table.options(Stop)}
    assert turns == {(-1, False), *[(facing, True) for facing in (-1, 0, 2, 4, 6)]}
    table.say(Stop(Heading(int(Facing.W)), True))
    assert (table.u(0).face, table.u(0).facing) == (1, Facing.W)


@pytest.mark.rule("HON-ASLT-01", "HON-ASLT-04")
def test_who_cannot_assault_any_more_need_not() -> None:
    """R-150: it was turned over to a face without Assault."""
    on = scenario([("position1", 9, 1)])
    table = acting(
        ann(4, 1, "de_pioneer"), ben(9, 1), ben(7, 2), on=on, due=(1, 1), bluffs=(0, 0),
        dice=[(6,)],
    )  # fmt: skip
    table.say(table.move(0, (5, 1), (6, 1), target=2))
    table.say(shoot(1, 1))
    assert table.kind == "leg" and table.u(0).face == 1
    table.say(Stop())
    assert table.kind != "leg" and not table.told(Assaulted)
    assert table.u(0).at == at(5, 1)


@pytest.mark.rule("HON-MOVE-10", "HON-AB-92")
def test_who_assaults_with_its_last_point_is_asked_nothing() -> None:
    """A counter that may be turned over is not, if it assaults."""
    packed = counter("tests-packed", move=2, assault=0, tripod=0)
    table = acting(
        ann(4, 1, packed), ben(9, 1), ben(6, 2), on=POST, due=(1, 1), bluffs=(0, 0),
        dice=[(1,), (6, 6, 1)],
    )  # fmt: skip
    table.say(table.move(0, (5, 1), target=2))
    table.do(shoot(1, 1))
    assert table.kind != "leg" and every(table.said, Assaulted)


@pytest.mark.rule("HON-OPT-04", "HON-EQ-02", "HON-TER-10")
def test_who_reacts_may_spend_ammo() -> None:
    """R-68: each its own, and together no more than there are."""
    two = scenario([("position1", 9, 1), ("position1", 9, 3)])
    table = watched(ben(9, 3), dice=[1, 1], on=two, options={"eq_ammo": BEN})
    ammo = OptionKey("eq_ammo")
    table.say(table.move(0, (5, 1), (6, 1)))
    table.refused(shoot(1, 1, spend=((ammo,), ())), "HON-OPT-04")
    table.refused(shoot(1, 1, spend=((ammo,) * 4,)), "HON-ARMY-08")
    table.refused(shoot(1, 1, 2, spend=((ammo,) * 2, (ammo,) * 2)), "HON-ARMY-08")
    table.do(shoot(1, 1, 2, spend=((ammo,), (ammo,) * 2)))
    assert [shot.result for shot in every(table.said, ShotFired)] == [1 + 3, 1 + 4]
    assert table.g.options[0].tokens == 0


@pytest.mark.rule("HON-TER-10", "HON-ACT-08")
def test_a_null_move_is_one_step() -> None:
    """R-51, R-109."""
    table = watched(dice=[1])
    table.say(table.move(0))
    assert table.kind == "react"
    table.refused(shoot(1, 1), "HON-TER-10")
    table.do(shoot(0, 1))
    assert len(every(table.said, ShotFired)) == 1


@pytest.mark.rule("HON-TER-10")
def test_who_could_not_fire_is_not_asked() -> None:
    """All of it public: nobody in a position, none that has not acted, none that sees the way."""
    plain = watched(on=scenario())
    plain.say(plain.move(0, (5, 1)))
    assert plain.kind == "turn"
    tank = watched()
    tank.g.units[1] = ben(9, 1, "us_sherman", facing=Facing.W)
    tank.say(tank.move(0, (5, 1)))
    assert tank.kind != "react"
    acted = watched()
    acted.g.change(UnitId(1), acted=True)
    acted.say(acted.move(0, (5, 1)))
    assert acted.kind != "react"
    hidden = watched(ben(8, 1))
    hidden.say(hidden.move(0))
    assert hidden.kind == "turn"


@pytest.mark.rule("HON-TER-10")
def test_a_pass_may_stand_until_the_move_is_over() -> None:
    table = watched(dice=[])
    table.say(table.move(0, (5, 1), goes_on=True))
    table.say(Pass(UNTIL_MOVE))
    table.say(Leg((at(6, 1),)))
    assert table.kind != "react" and not table.g.standing
    assert table.u(0).at == at(6, 1)


@pytest.mark.rule("HON-AB-46", "HON-AB-47")
def test_a_gun_on_its_active_face_fires_and_stays_on_it() -> None:
    gun = ben(9, 3, "us_57mm", face=1, facing=Facing.W)
    table = watched(gun, dice=[6], on=scenario())
    table.say(table.move(0, (5, 1), (5, 2)))
    assert table.kind == "react"
    table.refused(shoot(1, 1), "HON-TER-10")
    table.do(shoot(2, 2))
    assert table.u(2).acted and table.u(2).face == 1 and table.u(0).face == 1
    asleep = watched(ben(9, 3, "us_57mm", face=0), on=scenario())
    asleep.say(asleep.move(0, (5, 1)))
    assert asleep.kind == "turn"


@pytest.mark.rule("HON-ASLT-04", "HON-ASLT-23")
def test_an_assault_that_was_announced_is_carried_out_under_fire() -> None:
    on = scenario([("position1", 9, 1)])
    table = acting(
        ann(4, 1, "de_stosstrupp"), ben(9, 1), ben(6, 1), on=on, due=(1, 1), bluffs=(0, 0),
        dice=[(6,), (6, 6, 1)],
    )  # fmt: skip
    table.g.change(UnitId(2), at=at(6, 2))
    table.say(table.move(0, (5, 1), target=2))
    table.say(shoot(1, 1))
    assert table.kind == "leg" and table.u(0).face == 1
    table.refused(Leg((at(4, 1), at(3, 1), at(2, 1))), "HON-ASLT-02")
    table.do(Stop())
    assert table.u(2).face == 1 or table.u(2).lost


@pytest.mark.rule("HON-MOVE-03", "HON-MOVE-06")
def test_who_is_caught_on_a_friends_space_must_go_on() -> None:
    table = watched(ann(5, 1), dice=[1])
    table.say(table.move(0, (5, 1), (6, 1)))
    table.say(shoot(1, 1))
    assert table.kind == "leg" and table.u(0).at == table.u(2).at
    table.refused(Stop(), "HON-MOVE-03")
    table.say(Leg((at(6, 1),)))


@pytest.mark.rule("HON-SUP-06")
def test_nobody_reacts_in_supply() -> None:
    table = watched(ann(4, 3)).over_to_supply()
    table.say(SupplyMove(UnitId(2), (at(5, 3),)))
    assert not table.told(Reacted) and table.kind != "react"


@pytest.mark.rule("HON-HID-11")
def test_a_pass_until_ones_next_turn_is_over_with_that_turn_alone() -> None:
    table = watched(ann(4, 5), due=(2, 1), dice=[])
    table.say(table.move(0, (5, 1)))
    table.say(Pass(NO_REACTION))
    assert table.seat == BEN and table.kind == "turn" and not table.g.standing
    table.g.standing = {BEN: (NO_REACTION,)}
    table.passes()
    assert (table.kind, table.seat) == ("turn", ANN) and BEN in table.g.standing
    table.say(table.move(2, (5, 5)))
    assert table.kind != "react"
