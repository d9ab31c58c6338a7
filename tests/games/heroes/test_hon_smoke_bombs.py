"""Smoke bombs: orders on them, where the smoke goes, and what a bluff there does."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import (
    OFF_MAP,
    ArmyKey,
    CounterKey,
    FormationId,
    OptionKey,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.muster import enlist
from owm_net.games.heroes.smoke_bombs import OrderSmoke, bombs
from owm_net.games.heroes.state import SMOKE_BOMB, HeroesState, Smoke, Unit
from owm_net.games.heroes.tokens import BluffOpened, Lay, SpecialLapsed
from owm_net.games.heroes.turns import OrderRevealed
from tests.games.driver import only
from tests.games.heroes.table import Table, acting, ann, battle, ben, scenario
from tests.seats import ANN, BEN

BOMB = Unit(seat=ANN, key=SMOKE_BOMB, formation=FormationId(ANN))


def table(*units: object, **more: Any) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), "options": {OptionKey("or_smoke"): ANN}, **more}
    return acting(*units, **settings)  # type: ignore[arg-type]


def smoke(t: Table, bomb: int, vertex: tuple[int, int]) -> OrderSmoke:
    return OrderSmoke(t.token(bomb), Vertex(vertex))


@pytest.mark.rule("HON-ARMY-10", "HON-CTR-20")
def test_a_bomb_has_no_traits() -> None:
    """R-161: it is no unit. The tile's own units are Intrepid."""
    t = table(ann(4, 1), ben(12, 1), BOMB, options={"or_smoke": ANN, "tr_intrepid": ANN})
    intrepid = OptionKey("tr_intrepid")
    assert [t.g.has_trait(UnitId(n), intrepid) for n in (0, 1, 2)] == [True, False, False]


@pytest.mark.rule("HON-ORO-14", "HON-ORO-15")
@pytest.mark.parametrize(("die", "there"), [(1, (5, 3)), (2, (6, 4)), (4, (4, 4)), (5, (5, 4))])
def test_an_order_on_a_bomb_brings_smoke_at_its_number(die: int, there: tuple[int, int]) -> None:
    """It drifts by one intersection: 1 north, 2 east, 4 west; then it lies on its -4 face."""
    units = (ann(4, 1), ben(12, 1), BOMB, BOMB, ben(12, 3))
    orders = {"u0": 1, "u2": 2, "u1": 1, "u4": 2}
    t = table(*units, due=(2, 2), orders=orders, dice=[(die,)])
    t.refused_by_its_own(smoke(t, 2, (5, 4)), "HON-ACT-01")  # order 1 comes first
    t.say(t.move(0))
    t.over_to_turn(ANN)
    t.refused(t.move(2, (5, 1)), "HON-ORO-14")
    t.refused(t.fire(2, 1), "HON-ORO-14")
    assert t.allowed(t.fire(2))  # it need not be used
    t.refused(smoke(t, 2, (99, 4)), "HON-ORO-14")
    t.say(smoke(t, 2, (5, 4)))
    assert t.told(OrderRevealed)[-1].number == 2
    assert t.g.smoke == [Smoke(vertex=Vertex(there), value=4)]
    assert bombs(t.g, ANN) == [3] and t.g.options[0].tokens == 2


@pytest.mark.rule("HON-ORO-14")
def test_a_squad_brings_no_smoke() -> None:
    t = table(ann(4, 1), ben(12, 1), BOMB)
    t.refused(OrderSmoke(t.token(0), Vertex((5, 4))), "HON-ORO-14")


@pytest.mark.rule("HON-CTR-20", "HON-ORO-14")
def test_any_token_may_lie_on_a_bomb_and_a_bluff_there_does_nothing() -> None:
    """The bluff (13) is opened in Supply; the bomb is left for another round (R-91)."""
    units = (ann(4, 1), ben(12, 1), BOMB)
    t = table(*units, bluffs=(1, 0), orders={"u0": 1, "u2": 13, "u1": 1})
    t.over_to_supply()
    t.until("turn", ANN)
    assert [e.unit for e in t.told(BluffOpened)] == [2] and bombs(t.g, ANN) == [2]
    assert t.g.smoke == []


@pytest.mark.rule("HON-CTR-20", "HON-ORD-11")
def test_a_special_order_on_a_bomb_is_used_in_a_gap_or_lapses() -> None:
    units = (ann(4, 1), ben(12, 1), BOMB)
    more = {"specials": (1, 0), "orders": {"u0": 1, "u2": 11, "u1": 1}}
    t = table(*units, **more, dice=[(6,)])
    assert (t.kind, t.seat) == ("gap", ANN)
    t.say(smoke(t, 2, (5, 4)))
    assert len(t.g.smoke) == 1 and bombs(t.g, ANN) == []
    unused = table(*units, **more)
    unused.over_to_supply()
    assert only(unused.told(SpecialLapsed), SpecialLapsed).unit == 2
    assert bombs(unused.g, ANN) == [2]


@pytest.mark.rule("HON-CTR-20", "HON-ORD-01")
def test_bombs_are_no_units() -> None:
    """They are laid on like units, but neither stand on the map nor count for anything."""
    t = battle(ann(4, 1), ben(12, 1), BOMB, due=(2, 1), bluffs=(0, 0))
    assert (t.kind, t.seat) == ("lay", ANN)
    assert {a.unit for a in t.options(Lay)} == {0, 2}
    assert t.u(2).at == OFF_MAP and not t.u(2).in_play and t.g.in_play(ANN) == [0]
    own = Lay(t.g.to_lay(ANN)[0], UnitId(1))
    t.refused(own, "HON-ORD-01")
    g = HeroesState(seats=2, scenario=scenario())
    army = CATALOG.armies[ArmyKey("us_350_raid")].army
    enlist(g, BEN, army)
    assert len([u for u in g.units if u.key == CounterKey("smoke_bomb")]) == 3
    assert sum([f.units for f in g.formations]) == len(g.units) - 3
    assert g.has_option(BEN, OptionKey("or_smoke"))
