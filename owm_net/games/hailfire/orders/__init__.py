"""The orders of an activation (HAIL-ORD-01). Each is one file: what it says, when it may be given,
what chance would do, why not, and how it is carried out. `order` has what they share.

To add one: write its file, and enter it below.
"""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.agenda import Kind
from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.games.hailfire.ids import TeamId
from owm_net.games.hailfire.orders.barrage import CallBarrage
from owm_net.games.hailfire.orders.charge import ChargeAt
from owm_net.games.hailfire.orders.fire import FireAt, why_nobody_fires
from owm_net.games.hailfire.orders.march import Leg, March
from owm_net.games.hailfire.orders.move import Go, TurnTo, why_not_leg
from owm_net.games.hailfire.orders.order import MOST_ORDERS, MOST_TEAMS, Declared, Declaring, Order
from owm_net.games.hailfire.orders.ride import Board, GetOff
from owm_net.games.hailfire.state import HailfireState

__all__ = [
    "MOST_ORDERS",
    "MOST_TEAMS",
    "ORDER",
    "ORDERS",
    "Board",
    "CallBarrage",
    "ChargeAt",
    "Declared",
    "Declaring",
    "FireAt",
    "GetOff",
    "Go",
    "Leg",
    "March",
    "Order",
    "TurnTo",
    "any_order",
    "orders_of",
    "why_nobody_fires",
    "why_not_leg",
]

ORDERS: tuple[type[Order], ...] = (FireAt, March, Go, Board, GetOff, TurnTo, ChargeAt, CallBarrage)
"""In the order in which people see them."""
DEEDS: tuple[type[Order], ...] = (Board, GetOff, CallBarrage, ChargeAt, FireAt, March)
"""In the order in which chance looks at them, before it moves; golden playthroughs go by it."""

ORDER: Kind[Order] = Kind(
    "order",
    *ORDERS,
    rule="HAIL-ORD-01",
    why=say("choose an order"),
    deed=say("give orders"),
    passes=say("carry out the orders"),
)


def orders_of(g: HailfireState, declaring: Declaring) -> Iterator[Order]:
    """Yield the orders worth considering, allowed or not."""
    for order in ORDERS:
        yield from order.offers(g, declaring)


def any_order(g: HailfireState, declaring: Declaring, chance: Chance) -> Order | None:
    """An allowed order by chance; None where none is found."""
    left = declaring.left()
    for _ in range(4):
        team = left[chance.below(len(left))]
        order = _any_deed(g, declaring, team, chance) if chance.below(3) else None
        if order is None:
            order = Go.by_chance(g, declaring, team, chance)
        if order.why_not(g, declaring) is None:
            return order
    turn = TurnTo.by_chance(g, declaring, left[0], chance)
    return turn if turn.why_not(g, declaring) is None else None


def _any_deed(g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance) -> Order | None:
    found = (order.by_chance(g, declaring, team, chance) for order in DEEDS)
    return next((order for order in found if order is not None), None)
