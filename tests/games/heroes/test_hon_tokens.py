"""Tokens: how many, laying them, revealing them in turn, losing them unseen, and the audit."""

from __future__ import annotations

import pytest

from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.requests import Reveal
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.hidden import BLUFF, token
from owm_net.games.heroes.ids import Hidden, UnitId
from owm_net.games.heroes.orders import NoMoreOrders
from owm_net.games.heroes.terms import Phase
from owm_net.games.heroes.tokens import BluffOpened, Lay, TokenLaid, lose_token, orders_due
from owm_net.games.heroes.turns import OrderRevealed
from tests.games.heroes.table import Table, acting, ann, battle, ben, formation
from tests.seats import ANN, BEN


def laid(table: Table) -> list[int]:
    return [int(e.seat) for e in table.told(TokenLaid)]


def revealed(table: Table) -> list[tuple[int, int]]:
    return [(int(e.seat), e.number) for e in table.told(OrderRevealed)]


# -- how many ------------------------------------------------------------------------------


@pytest.mark.rule("HON-ORD-03", "HON-AB-50", "HON-VIC-06", "HON-ORD-05")
def test_stars_of_tiles_and_units_are_orders() -> None:
    """The worked example: five stars are tokens 1 to 5."""
    table = battle(ann(1, 1, "de_major"), ann(3, 1, "de_feldwebel"), ben(12, 1))
    table.g.formations[0] = formation(ANN, stars=2)
    assert orders_due(table.g, ANN) == 5
    table.g.change(UnitId(0), face=1)  # Order 1 on its red face
    assert orders_due(table.g, ANN) == 4
    eliminate(table.g, UnitId(1), "HON-FIRE-10")
    assert orders_due(table.g, ANN) == 3
    table.g.formations[0] = formation(ANN, stars=2, turned=True)
    assert orders_due(table.g, ANN) == 1


@pytest.mark.rule("HON-ORD-04")
def test_ten_at_most() -> None:
    table = battle(ann(1, 1), ben(12, 1), formations=(formation(ANN, stars=12), formation(BEN)))
    assert orders_due(table.g, ANN) == 10


@pytest.mark.rule("HON-ORD-05")
def test_a_star_lost_in_a_round_counts_from_the_next() -> None:
    table = acting(ann(1, 1, "de_feldwebel"), ann(3, 1), ben(12, 1), due=(2, 1), bluffs=(0, 0))
    eliminate(table.g, UnitId(0), "HON-FIRE-10")
    table.say(table.move(1)).over_to_supply()
    assert revealed(table)[0] == (ANN, 2)
    table.until("lay")
    assert table.g.due == [1, 1]  # of the tiles; the Zugführer's star is gone


# -- laying --------------------------------------------------------------------------------


@pytest.mark.rule("HON-ORD-01")
def test_the_seats_lay_in_turn_and_who_has_more_goes_on() -> None:
    units = [ann(1, y) for y in range(4)] + [ben(12, y) for y in range(6)]
    table = battle(*units, due=(3, 5), bluffs=(0, 0))
    while table.kind == "lay":
        table.passes()
    assert laid(table) == [0, 1, 0, 1, 0, 1, 1, 1]


@pytest.mark.rule("HON-ORD-02", "HON-ORD-01")
def test_one_token_on_a_unit_of_ones_own() -> None:
    table = battle(ann(1, 1), ann(3, 1), ben(12, 1), ben(12, 3))
    tokens = table.g.to_lay(ANN)
    table.refused(Lay(tokens[0], UnitId(2)), "HON-ORD-01")
    table.refused(Lay(Hidden(999), UnitId(0)), "HON-ORD-01")
    table.say(Lay(tokens[0], UnitId(0)))
    table.passes()
    left = table.g.to_lay(ANN)
    table.refused(Lay(left[0], UnitId(0)), "HON-ORD-02")


@pytest.mark.rule("HON-ORD-02")
def test_tokens_without_a_unit_stay_unshown() -> None:
    table = acting(ann(1, 1), ben(12, 1), due=(3, 3), orders={"u0": 2, "u1": 1})
    assert len(table.g.hands[table.g.unlaid(ANN)]) == 3  # orders 1 and 3, and the bluff
    table.say(table.move(0)).over_to_supply()
    assert table.g.round == 2 or table.over is None


@pytest.mark.rule("HON-HID-01", "HON-ORD-07")
def test_the_other_cannot_tell_an_order_from_a_bluff() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), due=(1, 1), orders={"u0": 1, "u1": BLUFF})
    for slot in table.g.closed(ANN):
        assert table.view(BEN).card(slot) is None and table.view(ANN).card(slot) is not None
    sets = table.g.hands[table.g.laid(ANN)]
    assert len(sets) == 2 and table.g.bluffs == [1, 1]


@pytest.mark.rule("HON-ORD-01")
def test_a_last_token_for_a_last_unit_is_no_question() -> None:
    table = battle(ann(1, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    assert table.kind == "turn" and laid(table) == [0, 1]


# -- turns ---------------------------------------------------------------------------------


@pytest.mark.rule("HON-ACT-01", "HON-HID-02")
def test_the_seats_reveal_in_turn() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), ben(12, 3), due=(2, 2), bluffs=(0, 0))
    table.over_to_supply()
    assert revealed(table) == [(0, 1), (1, 1), (0, 2), (1, 2)]
    numbers = [number for seat, number in revealed(table) if seat == ANN]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.rule("HON-ACT-02")
def test_who_has_more_orders_goes_on_alone() -> None:
    units = [ann(1, 1), ann(3, 1), *[ben(12, y) for y in range(4)]]
    table = acting(*units, due=(2, 4), bluffs=(0, 0)).over_to_supply()
    assert revealed(table) == [(0, 1), (1, 1), (0, 2), (1, 2), (1, 3), (1, 4)]


@pytest.mark.rule("HON-ACT-03", "HON-ORD-09")
def test_a_lost_number_is_passed_and_the_turns_go_on() -> None:
    """The example of HON-ACT-03."""
    units = [ann(1, y) for y in range(3)] + [ben(12, y) for y in range(3)]
    table = acting(*units, bluffs=(0, 0))
    lose_token(table.g, UnitId(1))
    table.over_to_supply()
    assert revealed(table) == [(0, 1), (1, 1), (0, 3), (1, 2), (1, 3)]


@pytest.mark.rule("HON-ACT-01", "HON-ORD-06", "HON-ORD-07")
def test_its_own_program_lets_no_seat_pass_an_order_over() -> None:
    table = acting(
        ann(1, 1), ann(3, 1), ann(5, 1), ben(12, 1), due=(2, 1), orders={"u0": 1, "u1": 2, "u2": 13}
    )
    table.refused_by_its_own(table.move(1), "HON-ACT-01")
    table.refused_by_its_own(table.move(2), "HON-ORD-07")
    table.refused_by_its_own(NoMoreOrders(table.g.closed(ANN)), "HON-ACT-02")
    table.refused(NoMoreOrders(()), "HON-ACT-02")
    stranger = table.token(3)
    table.refused(type(table.move(0))(stranger), "HON-ACT-01")


@pytest.mark.rule("HON-ACT-05")
def test_a_revealed_token_stays_and_a_unit_acts_once() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), due=(2, 1), bluffs=(0, 0))
    table.say(table.move(0))
    assert table.u(0).acted and int(table.token(0)) == int(token(ANN, 1))
    table.passes()
    table.refused(table.move(0), "HON-ACT-05")
    assert table.allowed(table.move(1))


@pytest.mark.rule("HON-ORD-06")
def test_a_unit_without_a_token_does_not_act() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    assert UnitId(1) not in table.g.bearers[ANN]
    assert {table.g.bearer(ANN, a.token) for a in table.options() if hasattr(a, "token")} == {0}


# -- losing tokens, and the audit ----------------------------------------------------------


@pytest.mark.rule("HON-ORD-09", "HON-HID-03")
def test_a_token_is_lost_unseen_and_opened_before_the_result() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), due=(2, 1), bluffs=(0, 0), round=5)
    (lost,) = [slot for slot in table.g.closed(ANN) if table.g.bearer(ANN, slot) == 1]
    eliminate(table.g, UnitId(1), "HON-FIRE-10")
    assert lost not in table.g.closed(ANN) and [t.slot for t in table.g.lost_tokens] == [lost]
    assert table.view(BEN).card(lost) is None
    table.over_to_supply()
    while table.over is None:
        table.passes()
    shown = [r.slots for r in table.requests if isinstance(r, Reveal)]
    assert shown[-1] == (lost,)


@pytest.mark.rule("HON-SUP-02", "HON-ORD-07")
def test_bluffs_are_opened_at_the_start_of_supply() -> None:
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), due=(1, 1), orders={"u0": 1, "u1": BLUFF})
    table.over_to_supply()
    assert [int(e.unit) for e in table.told(BluffOpened)] == [1, 2]


@pytest.mark.rule("HON-HID-03")
def test_an_order_that_still_lies_in_supply_is_a_foul() -> None:
    """Ben says that he has no more orders, though he has."""
    table = acting(ann(1, 1), ben(12, 1), ben(12, 3), due=(1, 2), bluffs=(0, 0))
    table.say(table.move(0))
    with pytest.raises(IllegalAnswer) as foul:
        table.cheats(NoMoreOrders(table.g.closed(BEN)))
    assert (foul.value.seat, foul.value.rule) == (BEN, "HON-HID-03")


@pytest.mark.rule("HON-HID-04", "HON-ACT-03")
def test_an_order_lost_after_a_higher_one_was_shown_is_a_foul() -> None:
    """Ben reveals 2 before 1, and the unit with 1 is lost before Supply."""
    units = [ann(1, 1), ben(12, 1), ben(12, 3), ben(12, 5)]
    table = acting(*units, due=(1, 3), bluffs=(0, 0), round=5)
    table.say(table.move(0))
    table.cheats(table.move(2))
    table.refused(table.move(1), "HON-ACT-01")  # and now it is too late for it
    eliminate(table.g, UnitId(1), "HON-FIRE-10")
    with pytest.raises(IllegalAnswer) as foul:
        while table.over is None:
            table.passes()
    assert (foul.value.seat, foul.value.rule) == (BEN, "HON-HID-04")
    assert table.g.phase is Phase.SUPPLY


@pytest.mark.rule("HON-HID-04")
def test_an_order_lost_after_there_were_to_be_no_more_is_a_foul() -> None:
    """Ben says so with order 1 on a unit that he then loses; he has shown no other."""
    table = acting(ann(1, 1), ann(3, 1), ben(12, 1), ben(12, 3), due=(2, 1), bluffs=(0, 0), round=5)
    table.say(table.move(0))
    table.cheats(NoMoreOrders(table.g.closed(BEN)))
    eliminate(table.g, UnitId(2), "HON-FIRE-10")
    with pytest.raises(IllegalAnswer) as foul:
        while table.over is None:
            table.passes()
    assert (foul.value.seat, foul.value.rule) == (BEN, "HON-HID-04")


# -- Personal Orders -----------------------------------------------------------------------

REISS = "de_hero_reiss"


@pytest.mark.rule("HON-AB-60")
def test_a_personal_order_is_one_order_more() -> None:
    table = battle(ann(1, 1), ben(12, 1))
    without = orders_due(table.g, ANN)
    hero = battle(ann(1, 1), ann(3, 1, REISS), ben(12, 1))
    assert orders_due(hero.g, ANN) == without + 1


@pytest.mark.rule("HON-AB-60")
def test_such_a_unit_must_get_an_order() -> None:
    """R-100: everybody sees that it bears a token, its owner that it is an order."""
    table = battle(ann(1, 1), ann(3, 1, REISS), ann(5, 1), ben(12, 1), due=(1, 1), bluffs=(1, 0))
    numbers = {table.number(s, ANN): s for s in table.g.to_lay(ANN)}
    hero, squad = UnitId(1), UnitId(0)
    table.refused_by_its_own(Lay(numbers[BLUFF], hero), "HON-AB-60")
    table.refused_by_its_own(Lay(numbers[1], squad), "HON-AB-60")
    table.say(Lay(numbers[BLUFF], squad))
    assert table.kind == "turn"  # her last token lies by itself where everybody sees it must
    assert table.number(table.token(1), ANN) == 1


@pytest.mark.rule("HON-AB-60", "HON-HID-04")
@pytest.mark.parametrize("lost", [False, True])
def test_a_bluff_on_it_is_a_foul_wherever_it_is_opened(lost: bool) -> None:
    """R-99: in Supply, or before the result if it was lost unseen."""
    table = battle(
        ann(1, 1), ann(3, 1, REISS), ann(5, 1), ben(12, 1), due=(1, 1), bluffs=(1, 0), round=5
    )
    numbers = {table.number(s, ANN): s for s in table.g.to_lay(ANN)}
    table.cheats(Lay(numbers[BLUFF], UnitId(1)))
    while table.kind == "lay":
        table.say(table.options()[0])
    if lost:
        eliminate(table.g, UnitId(1), "HON-FIRE-10")
    with pytest.raises(IllegalAnswer) as foul:
        while table.over is None:
            table.passes()
    assert (foul.value.seat, foul.value.rule) == (ANN, "HON-AB-60")
