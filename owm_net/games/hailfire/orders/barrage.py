"""Calls for a barrage. HAIL-ART-01, -02; how it falls: `artillery`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from owm_net.engine.agenda import Call, Event, Refusal
from owm_net.engine.chance import Chance
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.games.hailfire.artillery import Barrages, mortars, observes, why_no_call
from owm_net.games.hailfire.ids import NO_TEAM, TeamId
from owm_net.games.hailfire.orders.order import (
    CarriedOut,
    CarriesOut,
    Declared,
    Declaring,
    Order,
)
from owm_net.games.hailfire.state import Barrage, HailfireState
from owm_net.games.hailfire.words import team_name, unit_name


@record("hailfire.call")
class CallBarrage(Order):
    """The artillery's Fire order: a barrage is called (HAIL-ART-01)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Barrage")
    help: ClassVar[str] = say(
        "With the turn's first Order Point; you aim it when your next turn begins (HAIL-ART-01)"
    )
    words = say("{observer}: call a barrage")

    observer: TeamId

    @classmethod
    def offers(cls, g: HailfireState, declaring: Declaring) -> Iterator[Order]:
        """By each who can observe for one."""
        for team in declaring.left():
            if observes(g, team):
                yield CallBarrage(team)

    @classmethod
    def by_chance(
        cls, g: HailfireState, declaring: Declaring, team: TeamId, chance: Chance
    ) -> Order | None:
        """If it can observe, every other time."""
        return CallBarrage(team) if observes(g, team) and chance.below(2) else None

    def why_not(self, g: HailfireState, declaring: Declaring) -> Refusal | None:
        """Who is called on is one's own; where it falls is asked when the next turn begins."""
        if g.known(self.observer) and g.teams[self.observer].seat != declaring.seat:
            aimed = say("a barrage is aimed when your next turn begins; choose who observes")
            return Refusal("HAIL-ACT-01", aimed, misfit=True)
        refusal = declaring.why_not_ordered(g, (self.observer,))
        if refusal is not None:
            return refusal
        return why_no_call(g, self.observer, declaring.first) or declaring.why_no_more_orders()

    def declare(self, g: HailfireState, declaring: Declaring) -> None:
        """Observer and all mortars of the Unit take part (HAIL-ART-02, H-46)."""
        for team in dict.fromkeys([self.observer, *mortars(g, g.teams[self.observer].unit)]):
            g.change(team, pledged=True, activated=True)
        g.tell(Called(self.observer))
        declaring.orders.append(Declared(observer=self.observer))

    @classmethod
    def carry_out(cls, g: HailfireState, by: CarriesOut, order: Declared) -> CarriedOut:
        """It is called, or falls at once (HAIL-ART-06): see `artillery`."""
        if order.observer == NO_TEAM:
            return None
        t = g.teams[order.observer]
        call = Barrage(unit=t.unit, observer=order.observer)
        if t.there and t.row.barrage is not None:
            fall = Barrages(by.seat, [call], at_once=True)
            return Call(fall, then=by.after_order)
        if t.there:
            g.barrages.append(call)
        return by.after_order


@record("hailfire.called")
class Called(Event):
    """A barrage has been called (HAIL-ART-02)."""

    rule = "HAIL-ART-01 HAIL-ART-02"

    observer: TeamId

    def sentence(self, g: HailfireState) -> str:
        unit = unit_name(g, g.teams[self.observer].unit)
        return say(
            "{observer} calls a barrage of {unit}", observer=team_name(g, self.observer), unit=unit
        )
