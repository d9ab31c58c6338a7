"""Move orders that are assaults. HAIL-ASLT-01; how they are fought: `assault`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Call, Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.hailfire.assault import Assault, Charge, why_not_charge
from owm_net.games.hailfire.ids import TeamId, opponent
from owm_net.games.hailfire.orders.order import (
    CarriedOut,
    CarriesOut,
    Declared,
    Declaring,
    Order,
)
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.terms import ASSAULT_REACH


@record("hailfire.assault_order")
class ChargeAt(Order):
    """One Team of a Move order that is an assault (HAIL-ASLT-01)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Assault")
    help: ClassVar[str] = say('From 8" or less against an enemy it sees (HAIL-ASLT-01)')
    words = say("{team}: Assault on {enemy}")

    team: TeamId
    enemy: TeamId

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """On each enemy near enough."""
        for team in declaring.left():
            for enemy in g.around(team, ASSAULT_REACH, opponent(g.teams[team].seat)):
                yield ChargeAt(team, enemy)

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order | None:
        """On one of them, every other time."""
        close = g.around(team, ASSAULT_REACH, opponent(g.teams[team].seat))
        if not close or not chance.below(2):
            return None
        return ChargeAt(team, close[chance.below(len(close))])

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        refusal = declaring.why_not_ordered(g, (self.team,))
        if refusal is not None:
            return refusal
        charges = declaring.open_assault()
        refusal = why_not_charge(g, charges or [], Charge(self.team, self.enemy))
        if refusal is None and charges is None:
            return declaring.why_no_more_orders()
        return refusal

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        declaring.add_charge(Charge(self.team, self.enemy))

    @classmethod
    def carry_out(cls, g: HailfireState, by: CarriesOut, order: Declared) -> CarriedOut:
        """See `assault`."""
        if not order.charges:
            return None
        return Call(Assault(by.seat, list(order.charges)), then=by.after_order)
