"""Between turns: special orders, and units that need no order."""

from __future__ import annotations

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.gaps import GAP, ActsAlone, SpecialRevealed
from owm_net.games.heroes.heroic import ONCE_MORE
from owm_net.games.heroes.hidden import SPECIAL
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.options import special_orders
from owm_net.games.heroes.orders import ActMove, OrderFire
from owm_net.games.heroes.questions import HUSH
from owm_net.games.heroes.reacting import REACT
from owm_net.games.heroes.shooting import GUARD
from owm_net.games.heroes.silence import NO_CARDS, NO_GAP, NO_GUARD
from owm_net.games.heroes.supply_effects import AT_START
from owm_net.games.heroes.tokens import SpecialLapsed, take_due
from owm_net.games.heroes.turns import CLAIM
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, scenario
from tests.seats import ANN, BEN

FALK = "de_hero_falk"


def special(**more: object) -> Table:
    """Ben has order 1 on unit 2 and a special on unit 3; Ann order 1 on unit 0."""
    settings = {
        "due": (1, 1),
        "bluffs": (1, 0),
        "specials": (0, 1),
        "orders": {"u0": 1, "u2": 1, "u3": SPECIAL},
        **more,
    }
    return acting(ann(1, 1), ann(1, 3), ben(9, 1), ben(9, 3), **settings)  # type: ignore[arg-type]


@pytest.mark.rule("HON-ORD-10", "HON-ORO-03", "HON-HID-01")
def test_a_battle_plan_brings_a_special_order_each_round() -> None:
    table = battle(ann(1, 1), ben(9, 1), options={"or_battle_plan": BEN})
    assert (special_orders(table.g, ANN), special_orders(table.g, BEN)) == (0, 1)
    take_due(table.g)
    assert table.g.specials == [0, 1]


@pytest.mark.rule("HON-ORD-11", "HON-ORD-12")
def test_a_special_order_is_used_before_any_other() -> None:
    """The example: the second seat's before its own order 1, and before the other's."""
    table = special()
    assert (table.kind, table.seat) == ("gap", BEN)
    assert table.view(ANN).card(table.token(3)) is None
    table.refused(table.move(2), "HON-ORD-11")
    table.refused(table.move(0), "HON-ORD-11")  # not his
    table.say(table.move(3, (8, 3)))
    assert table.u(3).acted and table.u(3).at == at(8, 3)
    assert len(table.told(SpecialRevealed)) == 1
    assert (table.kind, table.seat) == ("turn", ANN)  # none is left
    table.passes()
    assert (table.kind, table.seat) == ("turn", BEN)
    table.refused(table.move(3), "HON-ACT-05")


@pytest.mark.rule("HON-ORD-11", "HON-HID-13")
def test_the_gap_is_asked_for_before_each_turn_and_after_the_last() -> None:
    """Whatever lies where: everybody sees that a special may."""
    table = special()
    asked = []
    while table.g.round == 1 and table.kind in ("gap", "turn"):
        asked.append((table.kind, int(table.seat)))
        table.passes()
    assert asked == [("gap", 1), ("turn", 0), ("gap", 1), ("turn", 1), ("gap", 1)]


@pytest.mark.rule("HON-ORD-11")
def test_at_a_turn_a_special_is_none() -> None:
    table = special()
    table.say(Pass()).passes()
    table.say(Pass())
    assert (table.kind, table.seat) == ("turn", BEN)
    table.refused_by_its_own(table.move(3), "HON-ORD-11")


@pytest.mark.rule("HON-ORD-11", "HON-ORD-10")
def test_both_have_one_and_the_initiative_goes_first() -> None:
    table = acting(
        ann(1, 1), ann(1, 3), ben(9, 1), ben(9, 3), due=(1, 1), bluffs=(0, 0), specials=(1, 1),
        orders={"u0": 1, "u1": SPECIAL, "u2": 1, "u3": SPECIAL},
    )  # fmt: skip
    assert (table.kind, table.seat) == ("gap", ANN)
    table.say(table.move(1))
    assert (table.kind, table.seat) == ("gap", BEN)
    table.say(table.move(3))
    assert (table.kind, table.seat) == ("turn", ANN)


@pytest.mark.rule("HON-ORD-11")
def test_so_it_does_before_the_other_seats_turn() -> None:
    table = acting(
        ann(1, 1), ann(1, 3), ben(9, 1), ben(9, 3), due=(1, 1), bluffs=(0, 0), specials=(1, 1),
        orders={"u0": 1, "u1": SPECIAL, "u2": 1, "u3": SPECIAL},
    )  # fmt: skip
    table.passes(3)
    assert (table.kind, table.seat) == ("gap", ANN)
    table.passes(2)
    assert (table.kind, table.seat) == ("turn", BEN)


@pytest.mark.rule("HON-ORD-11")
def test_a_pass_for_the_round_is_over_with_it() -> None:
    table = special()
    table.say(Pass(NO_GAP))
    while table.g.round == 1:
        assert table.kind != "gap"
        table.passes()
    assert not table.g.standing


@pytest.mark.rule("HON-HID-03", "HON-SUP-03")
def test_a_special_that_is_not_used_is_opened_and_was_an_order() -> None:
    """R-116."""
    table = special()
    table.say(Pass(NO_GAP))
    table.over_to_supply()
    assert [int(e.unit) for e in table.told(SpecialLapsed)] == [3]
    assert table.u(3).acted and (table.kind, table.seat) == ("supply_move", ANN)
    table.passes()
    assert table.kind == "lay"  # nobody of Ben's could move


@pytest.mark.rule("HON-AB-20")
def test_an_autonomous_unit_acts_in_a_gap_without_an_order_and_once() -> None:
    table = acting(
        ann(4, 1, FALK), ann(4, 3), ben(9, 1), due=(1, 1), bluffs=(0, 0), dice=[(5,)],
        orders={"u1": 1, "u2": 1},
    )  # fmt: skip
    assert (table.kind, table.seat) == ("gap", ANN)
    table.refused(ActMove(UnitId(1)), "HON-AB-20")
    table.refused(ActMove(UnitId(0), (at(9, 9),)), "HON-MOVE-01")
    table.say(ActFire(UnitId(0), (UnitId(2),)))
    assert table.u(0).acted and table.u(2).face == 1
    assert len(table.told(ActsAlone)) == 1 and table.kind == "turn"  # once a round


@pytest.mark.rule("HON-AB-20")
def test_an_order_on_who_has_acted_by_itself_is_wasted() -> None:
    """R-61: it is opened at its number, and nothing happens."""
    table = acting(ann(4, 1, FALK), ben(9, 1), due=(1, 1), bluffs=(0, 0), orders={"u0": 1, "u1": 1})
    table.say(ActMove(UnitId(0), (at(5, 1),)))
    assert (table.kind, table.seat) == ("turn", ANN)
    table.refused(table.move(0), "HON-ACT-05")
    table.refused(table.fire(0, 1), "HON-ACT-05")
    table.say(OrderFire(table.token(0)))
    assert table.g.shown[ANN] == 1 and table.u(0).at == at(5, 1)


@pytest.mark.rule("HON-HID-11", "HON-CARD-09")
def test_a_standing_pass_silences_one_kind_of_question() -> None:
    """R-205."""
    kinds = (HUSH, GAP, CLAIM, ONCE_MORE, AT_START, REACT, GUARD)
    words = [[p.until for p in kind.passes if p.until] for kind in kinds]
    assert all(words) and len({word for own in words for word in own}) == sum(map(len, words))
    on = scenario([("position1", 9, 1)])
    table = acting(ann(4, 1), ben(9, 1), on=on, due=(1, 1), bluffs=(0, 0))
    table.g.standing[BEN] = (NO_GUARD, NO_CARDS)
    table.say(table.move(0, (5, 1)))
    assert (table.kind, table.seat) == ("react", BEN)
