"""One activation: which Teams, their orders, and the four steps. Section 2.2."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.hailfire.checks import FireChecks, Rallies, lift, try_rally
from owm_net.games.hailfire.chits import Toll
from owm_net.games.hailfire.ids import NO_TEAM, TeamId
from owm_net.games.hailfire.leading import LEAD, Ability, Lead, Led, leads, why_not_lead
from owm_net.games.hailfire.opening import Spotting
from owm_net.games.hailfire.orders import (
    MOST_ORDERS,
    ORDER,
    ORDERS,
    Declared,
    Declaring,
    Order,
    any_order,
    orders_of,
)
from owm_net.games.hailfire.state import HailfireState
from owm_net.games.hailfire.words import group_name, team_name


@record("hailfire.activated")
class Activated(Event):
    """Teams are activated (HAIL-ACT-01, HAIL-ACT-02)."""

    rule = "HAIL-ACT-01 HAIL-ACT-02"
    headline = True
    in_log = InLog.LEAD

    teams: tuple[TeamId, ...]
    hero: bool

    def sentence(self, g: HailfireState) -> str:
        teams = group_name(g, self.teams)
        if self.hero:
            return say("{teams}, by a Hero Point", teams=teams)
        return teams


# ------------------------------------------------------------------ the activation


@frame("hailfire.activation")
@define
class Activation(Frame[None]):
    """Teams activated for one point, from their orders to the results (HAIL-ACT-04).

    at_order: the next order to be carried out. leader: the Leader who may still use an ability
    (HAIL-LEAD-02); directed, pushed: for whom. struck: the Teams that have had their Hit.
    """

    declaring: Declaring
    at_order: int = 0
    leader: TeamId = NO_TEAM
    directed: TeamId = NO_TEAM
    pushed: TeamId = NO_TEAM
    rallied: TeamId = NO_TEAM
    struck: list[TeamId] = field(factory=list)

    @property
    def seat(self) -> Seat:
        """Return the seat whose Teams they are."""
        return self.declaring.seat

    @property
    def teams(self) -> list[TeamId]:
        """Return the activated Teams."""
        return self.declaring.teams

    @property
    def hero(self) -> bool:
        """Return True if a Hero Point pays for it."""
        return self.declaring.hero

    @property
    def orders(self) -> list[Declared]:
        """As declared."""
        return self.declaring.orders

    # -- step 1

    def start(self, g: HailfireState) -> Outcome[None]:
        """The point is spent; orders are declared (HAIL-ACT-04)."""
        g.tell(Activated(tuple(self.teams), self.hero))
        for team in self.teams:
            if self.hero:
                g.change(team, done=True)
            else:
                g.change(team, activated=True)
        self.leader = next((team for team in self.teams if g.teams[team].row.leader), NO_TEAM)
        return self.ask_order

    def ask_order(self, g: HailfireState) -> Outcome[None]:
        """Until all have one that take no part in a barrage, or a pass."""
        if all(g.teams[team].pledged for team in self.declaring.left()):
            return self.rally
        grows = self.orders and (self.orders[-1].moves or self.orders[-1].charges)
        if len(self.orders) == MOST_ORDERS and not grows:
            return self.rally
        return Ask(ORDER.of(self.seat), then=self.hear_order)

    @ORDER.tells
    def about_order(self, view: View[HailfireState]) -> About:
        """Tell which Teams have no order yet, what a suppressed one may do, and when they begin to
        act."""
        g = view.state
        who = group_name(g, self.declaring.left())
        what = (
            say("give an order")
            if not self.orders
            else say("give another order, or carry out those you gave")
        )
        passes = "" if self.orders else say("give no order")
        why = say("without an order: {who}", who=who)
        if all(g.teams[team].suppressed for team in self.declaring.left()):
            why = say("{who}: suppressed, may only move away from the enemies in sight", who=who)
        elif len(self.orders) == MOST_ORDERS - 1:
            why = say("without an order: {who}; one more order is possible", who=who)
        return About(what, why, "HAIL-ACT-03", passes=passes)

    @ORDER.offers
    def offers_order(self, view: View[HailfireState]) -> Iterator[Order]:
        """Fire at each enemy in reach, straight moves, charges, a barrage."""
        yield from orders_of(view.state, self.declaring)

    @ORDER.samples
    def sample_order(self, view: View[HailfireState], chance: Chance) -> Order | Pass:
        """One by chance, or nothing more."""
        if self.orders and chance.below(3) == 0:
            return Pass()
        return any_order(view.state, self.declaring, chance) or Pass()

    @ORDER.judges
    def why_not_order(self, view: View[HailfireState], answer: Order) -> Refusal | None:
        """Each order judges itself."""
        return answer.why_not(view.state, self.declaring)

    def hear_order(self, g: HailfireState, answer: Order) -> Outcome[None]:
        """Declare it."""
        answer.declare(g, self.declaring)
        return self.ask_order

    def passed_order(self, g: HailfireState) -> Outcome[None]:
        return self.rally

    # -- steps 2 and 3

    def rally(self, g: HailfireState) -> Outcome[None]:
        """Step 2."""
        return Call(Rallies(list(self.teams)), then=self.check)

    def check(self, g: HailfireState) -> Outcome[None]:
        """Step 3."""
        moving = [t for order in self.orders if order.moves or order.charges for t in order.teams()]
        return Call(FireChecks(list(self.teams), moving), then=self.ask_leader)

    # -- step 4

    def ask_leader(self, g: HailfireState) -> Outcome[None]:
        """Ask for an ability (HAIL-LEAD-02, H-23, H-74): before an order is carried out, and once
        more after the Leader's own move, suppressed or not."""
        if self.leader != NO_TEAM and g.teams[self.leader].there:
            firing, moving = self._still()
            if next(leads(g, self.leader, firing, moving), None) is not None:
                return Ask(LEAD.of(self.seat), then=self.hear_lead)
        return self.carry_out

    def _still(self) -> tuple[list[TeamId], list[TeamId]]:
        """Return the Teams whose Fire and Move orders are still to be carried out."""
        left = self.orders[self.at_order :]
        firing = [t for order in left if order.fires is not None for t in order.teams()]
        return firing, [move.team for order in left for move in order.moves]

    @LEAD.tells
    def about_lead(self, view: View[HailfireState]) -> About:
        """Once in an activation."""
        who = team_name(view.state, self.leader)
        return About(say("use the Leader's ability, or not"), who, "HAIL-LEAD-02")

    @LEAD.offers
    def offers_lead(self, view: View[HailfireState]) -> Iterator[Lead]:
        """Yield the abilities for each Team beside the Leader."""
        yield from leads(view.state, self.leader, *self._still())

    @LEAD.judges
    def why_not_lead(self, view: View[HailfireState], answer: Lead) -> Refusal | None:
        """HAIL-LEAD-03 to -05."""
        return why_not_lead(view.state, self.leader, answer, *self._still())

    def hear_lead(self, g: HailfireState, answer: Lead) -> Outcome[None]:
        """Use an ability."""
        g.tell(Led(self.leader, answer.ability, answer.team))
        if answer.ability is Ability.DIRECT:
            self.directed = answer.team
        if answer.ability is Ability.PUSH:
            self.pushed = answer.team
        if answer.ability is Ability.RALLY:
            self.rallied = answer.team
            return Ask(Roll(6, 1, say("rally")), then=self.led_to_rally)
        return self._used

    def passed_lead(self, g: HailfireState) -> Outcome[None]:
        return self.carry_out

    def _used(self, g: HailfireState) -> Outcome[None]:
        """Note the ability: one in an activation; a push still needs the Leader."""
        if self.pushed == NO_TEAM:
            self.leader = NO_TEAM
        return self.carry_out

    def led_to_rally(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-LEAD-04, H-24."""
        try_rally(g, self.rallied, faces[0])
        self.leader = NO_TEAM
        return self.carry_out

    def carry_out(self, g: HailfireState) -> Outcome[None]:
        """The next order."""
        if self.at_order >= len(self.orders):
            return self.close
        order = self.orders[self.at_order]
        self.at_order += 1
        found = (kind.carry_out(g, self, order) for kind in ORDERS)
        return next((out for out in found if out is not None), self.after_order)

    def fired(self, g: HailfireState, struck: tuple[TeamId, ...]) -> Outcome[None]:
        """One Hit in an activation, whichever order it came from (HAIL-ALLOC-03)."""
        self.struck = list(struck)
        return self.after_order

    def after_order(self, g: HailfireState) -> Outcome[None]:
        """Blinds that are seen now, and chits for Units that are gone."""
        return Call(Spotting(), then=self.toll)

    def toll(self, g: HailfireState) -> Outcome[None]:
        """Then the Leader may be used once more (H-23)."""
        used = self.pushed != NO_TEAM or self.leader == NO_TEAM
        return Call(Toll(), then=self.carry_out if used else self.ask_leader)

    def close(self, g: HailfireState) -> Outcome[None]:
        """Suppression goes out of the enemy's sight (HAIL-RALLY-02); chits (HAIL-PVIC-02)."""
        for team in self.teams:
            lift(g, team)
        return Call(Toll(), then=self.over)

    def over(self, g: HailfireState) -> Outcome[None]:
        """Done."""
        return Done()
