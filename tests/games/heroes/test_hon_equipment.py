"""Equipment that adds to a shot: whom it is for, what it adds, when it is gone."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.equipment import Spent, stocks
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import FormationId, OptionKey, UnitId
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.state import Bought
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, ben, counter, formation, scenario
from tests.seats import ANN, BEN

AUTO = counter("tests-auto", bonus=3, fire_on_the_move=1, suppressive_fire=0, machine_gunner=0)
AMMO, BELT = "eq_ammo", "eq_ammo_belt"


def shooting(*units: object, dice: list[int], **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), "options": {AMMO: ANN, BELT: ANN}, **more}
    return acting(*units, dice=[(die,) for die in dice], **settings)  # type: ignore[arg-type]


@pytest.mark.rule("HON-EQ-02", "HON-OPT-02", "HON-OPT-04", "HON-ARMY-09")
def test_ammo_adds_one_for_each_token_and_is_gone() -> None:
    table = acting(
        ann(4, 1), ann(4, 2), ben(8, 1), ben(8, 2), due=(2, 1), bluffs=(0, 0),
        dice=[(1,), (1,)], options={AMMO: ANN},
    )  # fmt: skip
    table.refused(table.fire(0, 2, spend=(AMMO,) * 4), "HON-ARMY-08")
    table.do(table.fire(0, 2, spend=(AMMO, AMMO)))
    assert only(table.said, ShotFired).result == 1 + 4 and only(table.said, Spent).unit == 0
    assert [o.tokens for o in table.g.options] == [1]
    table.passes()
    table.refused(table.fire(1, 2, spend=(AMMO, AMMO)), "HON-ARMY-08")
    table.say(table.fire(1, 2, spend=(AMMO,)))
    assert stocks(table.g, UnitId(1), OptionKey(AMMO)) == []  # the option is empty


@pytest.mark.rule("HON-EQ-02", "HON-OPT-04")
def test_not_for_explosive_weapons_nor_without_a_target() -> None:
    mortar = shooting(ann(4, 1, "de_mortar", face=1), ben(8, 1), dice=[])
    mortar.refused(mortar.fire(0, 1, spend=(AMMO,)), "HON-EQ-02")
    squad = shooting(ann(4, 1), ben(8, 1), dice=[])
    squad.refused(squad.fire(0, spend=(AMMO,)), "HON-FIRE-19")
    squad.refused(squad.fire(0, 1, spend=("eq_fuel",)), "HON-OPT-04")
    squad.refused(squad.fire(0, 1, spend=("nothing",)), "HON-OPT-04")


@pytest.mark.rule("HON-EQ-03")
def test_a_belt_is_for_machine_gunners_and_adds_by_type() -> None:
    gun = ann(4, 1, "us_cal30", face=1, facing=Facing.E)
    table = shooting(gun, ben(8, 1), dice=[1])
    table.do(table.fire(0, 1, spend=(BELT,)))
    assert only(table.said, ShotFired).result == 1 + 6
    squad = shooting(ann(4, 1), ben(8, 1), dice=[])
    squad.refused(squad.fire(0, 1, spend=(BELT,)), "HON-EQ-03")
    car = shooting(gun, ben(8, 1, "us_seep"), dice=[])
    assert car.allowed(car.fire(0, 1, spend=(BELT,)))
    car.refused(car.fire(0, 1, spend=(AMMO,)), "HON-OPT-04")


@pytest.mark.rule("HON-ARMY-08", "HON-OPT-01")
def test_equipment_is_for_its_tile_an_officers_for_all_and_all_of_it_for_heroes() -> None:
    tiles = [formation(ANN), formation(BEN), formation(ANN, key="de_t_stoss")]
    other = ann(4, 2).with_(formation=FormationId(2))
    hero = ann(4, 3, "de_hero_falk").with_(formation=FormationId(2))
    table = shooting(ann(4, 1), other, hero, ben(8, 1), dice=[], formations=tiles)
    key = OptionKey(AMMO)
    assert [bool(stocks(table.g, UnitId(n), key)) for n in range(4)] == [True, False, True, False]
    table.g.formations[0] = formation(ANN, key="de_t_major")
    assert stocks(table.g, UnitId(1), key)


@pytest.mark.rule("HON-FIRE-09", "HON-AB-26", "HON-SUPP-01")
def test_the_worked_sum() -> None:
    """The example of HON-FIRE-09: +3, -1 on the move, +2 of a belt, doubled: 8; die 2; then -2, -2
    and -1."""
    on = scenario([("thicket1", 6, 1)])
    table = shooting(ann(2, 1, AUTO, suppressed=1), ben(11, 1), dice=[2], on=on)
    table.say(table.move(0, goes_on=True))
    table.do(FireOnTheMove((UnitId(1),), True, (), (OptionKey(BELT),)))
    found = only(table.said, ShotFired)
    assert found.result == 5
    assert [o.tokens for o in table.g.options] == [3, 2]
    assert dict(found.parts) == {
        "combat bonus": 3,
        "on the move": -1,
        "equipment": 2,
        "doubled": 4,
        "suppressed": -2,
        "range": -2,
        "obstacles": -1,
    }


@pytest.mark.rule("HON-FIRE-09", "HON-AB-40")
def test_tokens_belong_to_the_whole_of_a_split_attack() -> None:
    """R-71: announced before the split, and paid once."""
    gun = ann(1, 1, "us_cal30", face=1, facing=Facing.E)
    table = shooting(gun, ben(6, 0), ben(6, 1), dice=[1, 1])
    table.refused(table.fire(0, 1, 2, shares=(2, 2), spend=(AMMO,)), "HON-AB-40")
    table.do(table.fire(0, 1, 2, shares=(4, 1), spend=(AMMO,)))
    assert [s.result for s in every(table.said, ShotFired)] == [5, 2]
    assert sorted(o.tokens for o in table.g.options) == [2, 3]


@pytest.mark.rule("HON-OPT-02")
def test_the_enemys_tokens_are_not_ones_own() -> None:
    table = shooting(ann(4, 1), ben(8, 1), dice=[], options={AMMO: BEN})
    table.refused(table.fire(0, 1, spend=(AMMO,)), "HON-ARMY-08")
    table.g.options.append(Bought(seat=ANN, tile=FormationId(ANN), key=OptionKey(AMMO), tokens=1))
    assert table.allowed(table.fire(0, 1, spend=(AMMO,)))
