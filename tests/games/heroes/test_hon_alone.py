"""What a unit does without an order: by a card, by a Heroic token, or by itself. It may do all that
an order would allow, but what only an order allows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.games.heroes.barrage import ActBarrage, ActFire
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.driving import ActDrive
from owm_net.games.heroes.hidden import SPECIAL
from owm_net.games.heroes.ids import NO_UNIT, CounterKey, Heading, UnitId
from owm_net.games.heroes.moving import Leg
from owm_net.games.heroes.orders import ActMove
from owm_net.games.heroes.terms import Flip
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, course
from tests.games.heroes.veils import veiled
from tests.seats import ANN

GUN, CAR, MAJOR = "de_mg42", "de_sdkfz222", "de_major"
RAIDER = counter("raider", assault=0, fire_on_the_move=1, autonomous=0)


def burst(key: str) -> Table:
    """Ann's unit 0 acts by a card."""
    table = acting(ann(4, 1, key), ben(6, 1), due=(1, 1), hands=("burst_into_action", ""))
    table.over_to_turn(ANN)
    return table.say(BurstIntoAction(table.card("burst_into_action"), UnitId(0)))


def heroic(key: str) -> Table:
    """Ann's unit 0 has acted, and may act once more."""
    table = acting(ann(4, 1, key), ben(6, 1), due=(1, 1), options={"tr_heroic": ANN})
    table.over_to_turn(ANN)
    return table.say(table.fire(0))


def alone(key: str) -> Table:
    """Ann's unit 0 is Autonomous."""
    return acting(ann(4, 1, key), ben(6, 1), due=(1, 1)).until("gap", ANN)


WAYS = pytest.mark.parametrize(
    ("begun", "kind"),
    [(burst, "act"), (heroic, "once_more"), (alone, "gap")],
    ids=["burst", "heroic", "alone"],
)


@pytest.mark.rule("HON-ACT-06", "HON-TRT-08", "HON-AB-20", "HON-ASLT-01", "HON-AB-25")
@WAYS
def test_a_unit_without_an_order_assaults_and_goes_on(
    begun: Callable[[str], Table], kind: str
) -> None:
    """It also makes a null move that goes on, to fire on the move."""
    table = begun(RAIDER)
    assert table.kind == kind
    me, enemy = UnitId(0), UnitId(1)
    deeds = [
        ActMove(me, (at(5, 1),), enemy),
        ActMove(me, goes_on=True),
        ActFire(me, (enemy,)),
        ActFire(me),
    ]
    offered = table.options()
    assert [deed for deed in deeds if deed not in offered] == []
    assert all(table.allowed(deed) for deed in offered)
    drawn = [agenda.sample(table.view(ANN), Chance(n)) for n in range(400)]
    assert any(isinstance(a, ActMove) and a.target != NO_UNIT for a in drawn)
    assert any(isinstance(a, ActMove) and a.goes_on for a in drawn)
    table.say(deeds[1])
    assert table.kind == "leg"
    offered = table.options()
    assert Leg((at(4, 2),)) in offered and Leg((at(4, 2),), goes_on=True) in offered


@pytest.mark.rule("HON-ACT-06", "HON-AB-92", "HON-FIRE-07")
@pytest.mark.parametrize("begun", [burst, heroic])
def test_a_gun_without_an_order_faces_another_way(begun: Callable[[str], Table]) -> None:
    table = begun(GUN)
    south = Heading(4)
    assert ActMove(UnitId(0), (), NO_UNIT, south, False, Flip.LAST) in table.options()
    drawn = [agenda.sample(table.view(ANN), Chance(n)) for n in range(200)]
    assert any(isinstance(a, ActMove) and a.flip is Flip.LAST for a in drawn)
    table.say(ActMove(UnitId(0), (), NO_UNIT, south, False, Flip.LAST))
    assert table.u(0).facing == south


@pytest.mark.rule("HON-TRT-08", "HON-AB-20")
def test_who_acts_by_itself_may_be_heroic() -> None:
    options = {"tr_heroic": ANN}
    table = acting(ann(4, 1, RAIDER), ben(6, 1), due=(1, 1), options=options).until("gap", ANN)
    table.say(ActFire(UnitId(0)))
    assert (table.kind, table.seat) == ("once_more", ANN)


@pytest.mark.rule("HON-TRT-08", "HON-EQ-07", "HON-AB-25")
def test_a_heroic_vehicle_spends_fuel_and_fires_on_the_move() -> None:
    table = acting(
        ann(4, 1, CAR, facing=Heading(2)),
        ben(14, 6),
        due=(1, 1),
        options={"tr_heroic": ANN, "eq_fuel": ANN},
    )
    table.over_to_turn(ANN)
    table.say(table.drive(0))
    assert table.kind == "once_more"
    far = [a for a in table.options(ActDrive) if a.fuel]
    assert far and all(table.allowed(a) for a in far)
    assert ActDrive(UnitId(0), (), True) in table.options()
    table.say(ActDrive(UnitId(0), course("FFFFFFF"), fuel=True))
    assert table.u(0).at == at(11, 1)


@pytest.mark.rule("HON-AB-21", "HON-AB-15")
@pytest.mark.parametrize("number", [1, SPECIAL])
def test_a_concealed_commander_turned_over_by_an_order_orders_a_barrage(number: int) -> None:
    """R-192: the order opens it; that order is given to the heavy weapons."""
    table = veiled(
        ann(4, 1, MAJOR, concealed=True),
        ann(4, 2, GUN, face=1, facing=Heading(2)),
        ben(8, 1),
        orders={"u0": number},
        due=(1, 0),
        bluffs=(0, 0),
        specials=(int(number == SPECIAL), 0),
        dice=[(6,)],
    )
    table.until("gap" if number == SPECIAL else "turn", ANN)
    table.say(Emerge(table.token(0)))
    assert table.kind == "act"
    barrage = ActBarrage(UnitId(0), CounterKey(GUN))
    assert barrage in table.options()
    assert barrage in [agenda.sample(table.view(ANN), Chance(n)) for n in range(40)]
    table.say(barrage)
    assert table.kind == "barrage"
    table.say(ActFire(UnitId(1), (UnitId(2),)))
    assert table.u(0).acted and table.u(1).acted


@pytest.mark.rule("HON-AB-21", "HON-ACT-06")
def test_a_commander_without_an_order_orders_no_barrage() -> None:
    table = acting(
        ann(4, 1, MAJOR),
        ann(4, 2, GUN, face=1, facing=Heading(2)),
        ben(8, 1),
        due=(2, 1),
        hands=("burst_into_action", ""),
    )
    table.over_to_turn(ANN)
    table.say(BurstIntoAction(table.card("burst_into_action"), UnitId(0)))
    assert table.options(ActBarrage) == []
    table.refused(ActBarrage(UnitId(0), CounterKey(GUN)), "HON-AB-21")
