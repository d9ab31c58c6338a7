"""Repairing the Supply Truck (000:1035-1042): the Discipline Check that costs a Standard Action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from attrs import define

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm.actions.action import Action, ActiveTurn, void
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.missions import lead_side, supply_truck
from owm_net.games.owm.missions.supply_truck import the_truck, truck_of
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import Order


@record("owm.window.work")
class WorkOrder(Order):
    """A check that no card was laid for: F.U.B.A.R. has nothing to cancel (A-10)."""

    def undone(self) -> Self | None:
        return None


@record("owm.repair_truck")
class RepairTruck(Action):
    """A soldier of the guard tries to repair the truck with a Discipline Check (OWM-MX-13)."""

    title = say("Repair truck")
    help = say(
        "A Discipline Check of 1 or 2 repairs the Supply Truck; it takes an action (OWM-MX-13)"
    )
    words = say("{soldier} tries to repair the Supply Truck")
    by_name = True

    soldier: SoldierId

    @classmethod
    def in_play(cls, g: OwmState) -> bool:
        return truck_of(g) is not None

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[RepairTruck]:
        for soldier in view.state.fireteams[turn.fireteam].line:
            yield RepairTruck(soldier)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Judge by OWM-MX-13: the truck is broken down, and the Fireteam guards it; a soldier who
        assists at a gun is not free (OWM-CREW-03, A-118)."""
        g = view.state
        team, truck = g.fireteams[turn.fireteam], truck_of(g)
        if truck is None:
            return Refusal("OWM-MX-13", say("there is no Supply Truck in this mission"))
        if g.sides[team.seat] is not lead_side(g):
            return Refusal("OWM-MX-13", say("only the side that runs the truck repairs it"))
        if truck.green:
            return Refusal("OWM-MX-13", say("the Supply Truck is not broken down"))
        if team.cell != truck.cell:
            return Refusal("OWM-MX-13", say("the Fireteam must be in the Terrain of the truck"))
        if self.soldier not in team.line:
            return Refusal("OWM-MX-13", say("he is not in the active Fireteam"), misfit=True)
        if g.soldiers[self.soldier].assists:
            return Refusal("OWM-CREW-03", say("he assists a machine gunner"))
        if g.soldiers[self.soldier].status is Status.UNARMED:
            return Refusal("OWM-MX-13", say("a soldier makes the check"), misfit=True)
        return None

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        g.tell(TriesToRepair(turn.fireteam, self.soldier))
        seat = g.fireteams[turn.fireteam].seat
        return WorkOrder(seat, self.title, cell=the_truck(g).cell, fireteam=turn.fireteam)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        team = g.fireteams[turn.fireteam]
        if self.soldier not in team.line or team.cell != the_truck(g).cell:
            return void(
                g, turn, Refusal("OWM-MX-13", say("he is not with the Supply Truck any more"))
            )
        return Call(TruckRepair(turn.fireteam, self.soldier), then=turn.acted)


@record("owm.event.repairing")
class TriesToRepair(Event):
    """A soldier works on the truck."""

    words = say("{soldier} works on the Supply Truck")
    rule = "OWM-MX-13"
    headline = True

    fireteam: FireteamId
    soldier: SoldierId


@frame("owm.truck_repair")
@define
class TruckRepair(Frame[None]):
    """One check; success turns the green side up at once (OWM-MX-13)."""

    fireteam: FireteamId
    soldier: SoldierId

    def start(self, g: OwmState) -> Outcome[None]:
        """The check, by the usual rules."""
        return Call(DisciplineCheck(self.soldier, Purpose.TRUCK), then=self.hear)

    def hear(self, g: OwmState, success: bool) -> Outcome[None]:
        """Repaired, or an action is lost."""
        if success:
            supply_truck.repair(g, self.fireteam)
        return check_end(g) or Done()
