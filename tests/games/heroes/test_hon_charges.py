"""Demolition Charges, sticky bombs, magnetic mines."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.cards.second_wind import SecondWind
from owm_net.games.heroes.charges import Attach, ChargeLaid, PlaceCharge
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import DiePlace, StructureId, UnitId
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.terms import Damage, Phase
from tests.games.driver import every
from tests.games.heroes.table import Table, acting, ann, at, ben, scenario
from tests.seats import ANN

SHED = [("bld_shed", 6, 1)]  # (6,1) and (6,2), 3 points
HUT = StructureId(0)
CHARGES, BOMBS = {"eq_demolition": ANN}, {"eq_sticky_bomb": ANN}


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


def round_over(t: Table) -> Table:
    """To the next Orders phase, or the end."""
    now = t.g.round
    while t.over is None and t.g.round == now:
        t.passes()
    return t


@pytest.mark.rule("HON-EQ-06", "HON-SUP-01")
def test_a_charge_laid_beside_a_structure_explodes_at_the_beginning_of_supply() -> None:
    t = table(ann(3, 1, suppressed=1), ben(12, 1), on=scenario(SHED), options=CHARGES,
              dice=[(4, 4, 4)])  # fmt: skip
    t.say(t.move(0, (4, 1)))
    assert t.kind != "place"  # two spaces away
    near = table(ann(4, 1, suppressed=1), ben(12, 1), on=scenario(SHED), options=CHARGES,
                 dice=[(4, 5, 6)])  # fmt: skip
    near.say(near.move(0, (5, 1)))
    assert (near.kind, near.seat) == ("place", ANN)
    near.refused(PlaceCharge(StructureId(7)), "HON-EQ-06")
    near.refused(Attach(UnitId(1)), "HON-EQ-16")
    near.say(PlaceCharge(HUT))
    assert near.kind == "place" and near.g.options[0].tokens == 2  # another, if she likes
    near.say(Pass()).over_to_supply()
    assert near.g.ground.cells[at(6, 1)].ruin  # her marker does not count
    assert near.g.charges == []


@pytest.mark.rule("HON-EQ-06")
def test_one_laid_in_supply_waits_for_the_next() -> None:
    """R-36."""
    t = table(ann(1, 5), ann(4, 1), ben(12, 1), on=scenario(SHED), options=CHARGES,
              dice=[(1, 1, 4)])  # fmt: skip
    t.over_to_supply()
    t.say(SupplyMove(UnitId(1), (at(5, 1),)))
    t.say(PlaceCharge(HUT), Pass())
    assert t.g.round == 2 and t.g.charges and t.g.demolition == {}
    t.until("turn").over_to_supply()
    assert t.g.demolition == {0: 1} and t.g.charges == []


@pytest.mark.rule("HON-EQ-16", "HON-SUP-08")
def test_bombs_stick_to_a_vehicle_and_go_off_at_the_end_of_supply() -> None:
    """Each a die against the side of a tank, 7; +5."""
    tank = ben(6, 1, "us_sherman", facing=int(Facing.N))
    t = table(ann(4, 1, suppressed=1), tank, on=scenario(), options=BOMBS, dice=[(1,), (2,), (5,)])
    t.say(t.move(0, (5, 1)))
    t.refused(Attach(UnitId(1), 4), "HON-EQ-16")
    t.refused(Attach(UnitId(0), 1), "HON-EQ-16")
    t.refused(PlaceCharge(HUT), "HON-EQ-06")
    assert [e.unit for e in every(t.do(Attach(UnitId(1), 2), Pass()), ChargeLaid)] == [0]
    assert t.g.options[0].tokens == 1 and len(t.g.charges) == 2
    t.g.change(UnitId(1), at=at(12, 4))  # it takes them along
    round_over(t)
    told = t.told(Blasted)
    assert [(e.result, e.defence) for e in told] == [(6, 7), (7, 7)]
    assert t.u(1).damage == (Damage.PRIMARY,) and t.g.charges == []
    far = table(ann(4, 1), ben(7, 1, "us_seep"), options=BOMBS)
    far.say(far.move(0, (5, 1)))
    assert far.kind != "place"
    car = table(ann(4, 1), ben(6, 1, "us_seep"), options=BOMBS, dice=[(1,)])
    car.say(car.move(0, (5, 1)))
    car.say(Attach(UnitId(1)), Pass())
    assert car.g.phase is Phase.ACTIVATION
    round_over(car)
    assert car.u(1).lost


@pytest.mark.rule("HON-EQ-06", "HON-ASLT-16")
def test_an_assault_is_the_end_of_a_move_too() -> None:
    """R-153: from where the unit stands then."""
    t = table(ann(3, 1, "de_stosstrupp"), ben(4, 1, face=1), on=scenario([("bld_shed", 5, 1)]),
              options=CHARGES, dice=[(6, 6, 1)])  # fmt: skip
    t.say(t.move(0, target=1))
    assert t.u(1).lost and t.u(0).at == at(4, 1)
    assert (t.kind, t.seat) == ("place", ANN)
    beaten = table(ann(4, 1, "de_stosstrupp", face=1), ben(4, 2), on=scenario(SHED),
                   options=CHARGES, dice=[(1, 1, 6)])  # fmt: skip
    beaten.say(beaten.move(0, target=1))
    assert beaten.u(0).lost and beaten.kind != "place"


@pytest.mark.rule("HON-SUP-03", "HON-EQ-06", "HON-MOVE-01")
def test_who_stands_beside_it_lays_a_charge_in_supply_without_a_step() -> None:
    t = table(ann(1, 5), ann(5, 1, "de_mg42", face=1), ann(2, 1), ben(12, 1), on=scenario(SHED),
              options=CHARGES)  # fmt: skip
    t.over_to_supply()
    still = SupplyMove(UnitId(1))
    assert still in t.options(SupplyMove)
    t.refused(SupplyMove(UnitId(2)), "HON-SUP-03")  # nothing is to be placed there
    t.say(still)
    assert (t.kind, t.seat) == ("place", ANN)
    t.say(PlaceCharge(HUT), Pass())
    assert len(t.g.charges) == 1


@pytest.mark.rule("HON-CARD-09", "HON-EQ-06")
def test_who_laid_a_charge_may_roll_its_dice_again() -> None:
    """R-204."""
    t = table(ann(5, 1), ben(12, 1, suppressed=1), on=scenario(SHED), options=CHARGES,
              dice=[(4, 4, 1), (4,)], hands=("second_wind", ""))  # fmt: skip
    t.until("turn", ANN).say(t.move(0))
    t.until("place", ANN).say(PlaceCharge(HUT))
    t.until("again", ANN)
    t.say(SecondWind(t.card("second_wind"), DiePlace(2)))
    assert t.g.ground.cells[at(6, 1)].ruin
