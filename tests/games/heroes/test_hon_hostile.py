"""Answers of a stranger at a turn: a rule refuses each, and soon."""

from __future__ import annotations

import time
from typing import Any

import pytest
from attrs import evolve

from owm_net.games.heroes.ids import Hidden, UnitId
from owm_net.games.heroes.orders import NoMoreOrders, OrderFire
from owm_net.games.heroes.tokens import Lay
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, scenario
from tests.seats import ANN

SOON = 2.0
"""Seconds for one judgement; each takes less than a thousandth."""
LONG = 4000
"""Of what one answer may name (an open answer has at most 16 KiB)."""


def turn() -> Table:
    """Ann's turn: a machine gun, a squad, and an enemy in sight of both."""
    return acting(
        ann(5, 1, "de_mg42", face=1, facing=4),
        ann(3, 3),
        ben(5, 5),
        on=scenario(),
        due=(2, 1),
        orders={"u0": 1, "u1": 2},
        bluffs=(0, 0),
    )


def refused_soon(table: Table, answer: Any, rule: str) -> None:
    began = time.process_time()
    table.refused(answer, rule)
    assert time.process_time() - began < SOON


@pytest.mark.rule("HON-TER-09", "HON-BLD-01", "HON-MOVE-01")
def test_a_way_through_a_wall_is_refused_by_the_wall() -> None:
    table = acting(ann(5, 1), ben(12, 1), on=scenario([("bld_shed", 6, 1)]), bluffs=(0, 0))
    refused_soon(table, table.move(0, (6, 1)), "HON-BLD-01")
    refused_soon(table, table.move(0, (5, 2), (6, 2), (7, 2)), "HON-TER-09")
    refused_soon(table, evolve(table.move(0), path=(at(5, 2), at(5, 1)) * LONG), "HON-MOVE-01")


@pytest.mark.rule("HON-ORD-01", "HON-ORD-02")
def test_a_token_is_laid_once_and_a_unit_bears_one() -> None:
    table = battle(ann(1, 1), ann(3, 1), ann(5, 1), ben(12, 1), due=(2, 1))
    first, second, *_ = table.g.to_lay(ANN)
    table.say(Lay(first, UnitId(0)))
    table.until("lay", ANN)
    refused_soon(table, Lay(first, UnitId(1)), "HON-ORD-01")
    refused_soon(table, Lay(second, UnitId(0)), "HON-ORD-02")
    refused_soon(table, Lay(Hidden(-(10**400)), UnitId(1)), "HON-ORD-01")
    refused_soon(table, Lay(second, UnitId(3)), "HON-ORD-01")  # Ben's unit


@pytest.mark.rule("HON-ACT-01", "HON-ACT-02")
def test_no_more_orders_names_what_lies_closed_and_nothing_else() -> None:
    """R-84; in any order."""
    table = turn()
    closed = table.g.closed(ANN)
    for left in (closed[:1], closed[:1] * 2, (*closed, Hidden(-5)), closed * LONG, 7, ("x",)):
        answer: Any = NoMoreOrders(left)  # type: ignore[arg-type]
        no = table.rule_against(answer)
        assert no == "HON-ACT-02", left
    table.cheats(NoMoreOrders(closed[::-1]))
    assert table.g.done[ANN]


@pytest.mark.rule(
    "HON-FIRE-16", "HON-AB-40", "HON-BLST-01", "HON-BLD-08", "HON-OPT-04", "HON-CARD-01"
)
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"targets": (2, 2) * LONG}, "HON-FIRE-16"),
        ({"targets": (10**400,)}, "HON-FIRE-16"),
        ({"targets": 2}, "HON-FIRE-16"),
        ({"targets": (2,), "shares": (1,) * LONG}, "HON-AB-40"),
        ({"targets": (2, 2), "shares": (10**400, -(10**400))}, "HON-AB-40"),
        ({"targets": (2,), "spend": ("eq_ammo",) * LONG}, "HON-OPT-04"),
        ({"vertex": (10**400, 0)}, "HON-BLST-01"),
        ({"vertex": "x", "into": "y"}, "HON-BLD-08"),
        ({"smoke": (1, 1)}, "HON-CARD-01"),
    ],
)
def test_fire_at_what_is_no_target_is_refused(fields: dict[str, Any], rule: str) -> None:
    table = turn()
    refused_soon(table, evolve(OrderFire(table.token(0)), **fields), rule)
