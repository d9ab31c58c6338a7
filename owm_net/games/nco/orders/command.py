"""A die of the initiative is given to a soldier: which order he gets, and that it is executed.
NCO-DIE-03, -04, -09, NCO-SKL-03.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field, frozen

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, register
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Pass, why_not_pass
from owm_net.games.nco.giving import give
from owm_net.games.nco.ids import NO_SEAT, NO_SOLDIER, SoldierId
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.base import OrderAnswer, barred
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.orders.trying import any_order, orders_of
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Order, Skill, Status
from owm_net.games.nco.words import short_name

ORDER: Kind[OrderAnswer] = Kind(
    "order",
    GoDown,
    Rally,
    CoverFire,
    Fire,
    Advance,
    Run,
    Assault,
    rule="NCO-DIE-10",
    why=say("one of the six orders is asked for"),
    deed=say("give an order"),
)


@register("nco.lead")
@frozen
class Lead(Answer):
    """NCO-SKL-03: a second die for a friend of a Natural Leader. before: his order comes first."""

    title: ClassVar[str] = say("Lead")
    help: ClassVar[str] = say("Pull another die for a friend within 4 inches (NCO-SKL-03)")

    soldier: SoldierId
    before: bool

    def words(self, view: View[NcoState]) -> str:
        soldier = short_name(view.state, self.soldier)
        if self.before:
            return say("{soldier} is given an order too, first", soldier=soldier)
        return say("{soldier} is given an order too, afterwards", soldier=soldier)


LEAD = Kind(
    "lead",
    Lead,
    Pass,
    rule="NCO-SKL-03",
    why=say("a second die or a pass is asked for"),
    deed=say("lead a friend or not"),
)


def obliged(g: NcoState, seat: Seat) -> list[SoldierId]:
    """Who comes before everybody else: soldiers in breakdown (NCO-HLT-07)."""
    return [
        SoldierId(n)
        for n, s in enumerate(g.soldiers)
        if not s.psyche and s.seat == seat and s.order is Order.NONE and s.present
    ]


def only_order(g: NcoState, able: list[SoldierId]) -> OrderAnswer | None:
    """The order that alone can be given with a die; None where there is a choice (R-102)."""
    if len(able) != 1:
        return None
    s = g.soldiers[able[0]]
    if s.status is Status.WAITING or (s.broken and Skill.RELIGIOUS_RITES in s.skills):
        return None
    if s.broken:
        return Rally(able[0], psyche=True)
    return GoDown(able[0]) if g.bound(able[0]) else None


def initiative(g: NcoState, seat: Seat) -> None:
    """An initiative die of a seat is out of the bag (NCO-DIE-04, R-09)."""
    g.row = g.row + 1 if g.last == seat else 1
    g.last = seat
    if g.first == NO_SEAT:
        g.first = seat


@register("nco.waiting")
@frozen
class Waiting(Record):
    """An order that is given and not executed yet. breakdowns: of its soldier, before it."""

    order: OrderAnswer
    breakdowns: int


@frame("nco.command")
@define
class Command(Frame[None]):
    """One die of a seat, and those that Natural Leaders pull with it: all orders are given before
    the first is executed (NCO-SKL-03, R-90).

    waiting: the orders, in the sequence in which they are executed. place: of the one given last,
    or where the next one comes. led: for whom the next die has been pulled. anew: the first of
    `waiting` has become impossible, and its soldier is given another (R-85).
    """

    seat: Seat
    waiting: list[Waiting] = field(factory=list)
    place: int = 0
    led: SoldierId = NO_SOLDIER
    anew: bool = False

    def start(self, g: NcoState) -> Outcome[None]:
        """A die is there as long as somebody has no order."""
        if not self.able(g):
            return Done()
        initiative(g, self.seat)
        return self.ask(g)

    def ask(self, g: NcoState) -> Outcome[None]:
        """Which order, if there is any choice (R-102)."""
        forced = only_order(g, self.able(g))
        if forced is not None:
            return self.hear(g, forced)
        return Ask(ORDER.of(self.seat), then=self.hear)

    def able(self, g: NcoState) -> list[SoldierId]:
        """Who may be given the die."""
        if self.anew:
            return [self.waiting[0].order.soldier]
        if self.led != NO_SOLDIER:
            return [self.led]
        return obliged(g, self.seat) or g.unordered(self.seat)

    @ORDER.tells
    def about_order(self, view: View[NcoState]) -> About:
        """Whose, and whether it is for one soldier."""
        g = view.state
        able = self.able(g)
        if len(able) == 1:
            return About(
                say("give {soldier} an order", soldier=short_name(g, able[0])), rule="NCO-DIE-03"
            )
        why = say("who is in a breakdown comes first") if obliged(g, self.seat) else ""
        return About(say("give one of your soldiers an order"), why, "NCO-DIE-03")

    @ORDER.offers
    def offers_order(self, view: View[NcoState]) -> Iterator[OrderAnswer]:
        """Everything but paths, of which there is no end; a straight charge is one."""
        for soldier in self.able(view.state):
            yield from orders_of(view.state, soldier)

    @ORDER.judges
    def why_not_order(self, view: View[NcoState], answer: OrderAnswer) -> Refusal | None:
        """Who, then what bars him, then the order itself."""
        g = view.state
        if not self._may_be(g, answer.soldier):
            return self._why_not_him(g, answer.soldier)
        return barred(g, answer) or answer.why_not(g)

    def _may_be(self, g: NcoState, soldier: SoldierId) -> bool:
        """Whether he is one of `able`, without listing them for each of many offers."""
        if self.anew or self.led != NO_SOLDIER:
            return soldier in self.able(g)
        if not g.known(soldier):
            return False
        s = g.soldiers[soldier]
        if s.seat != self.seat or s.order is not Order.NONE or not s.present:
            return False
        return s.broken or not obliged(g, self.seat)

    def _why_not_him(self, g: NcoState, soldier: SoldierId) -> Refusal:
        if not g.known(soldier) or soldier not in g.squad(self.seat):
            return Refusal("NCO-DIE-03", say("he is none of your soldiers"))
        if self.anew or self.led != NO_SOLDIER:
            return Refusal("NCO-SKL-03", say("the die is for another"))
        if soldier not in g.unordered(self.seat):
            return Refusal("NCO-DIE-03", say("he has an order this turn"))
        return Refusal("NCO-DIE-09 NCO-HLT-07", say("who is in a breakdown comes first"))

    @ORDER.samples
    def sample_order(self, view: View[NcoState], chance: Chance) -> OrderAnswer:
        """Any soldier, and any of a few tries."""
        g = view.state
        able = self.able(g)
        return any_order(g, able[chance.below(len(able))], chance)

    def hear(self, g: NcoState, answer: OrderAnswer) -> Outcome[None]:
        """He has the order; a Natural Leader may lead another (R-38)."""
        give(g, answer.soldier, answer.face, answer.charged)
        s = g.soldiers[answer.soldier]
        self.waiting.insert(self.place, Waiting(answer, s.breakdowns))
        if Skill.NATURAL_LEADER in s.skills and self.followers(g):
            return Ask(LEAD.of(self.seat), then=self.lead)
        return self.execute

    def followers(self, g: NcoState) -> list[SoldierId]:
        """Whom he who was given an order last can lead: as long as there are soldiers in breakdown
        without an order, none but them (R-44, R-90)."""
        led = g.led(self.waiting[self.place].order.soldier)
        first = obliged(g, self.seat)
        return [s for s in led if s in first] if first else led

    @LEAD.tells
    def about_lead(self, view: View[NcoState]) -> About:
        """NCO-SKL-03."""
        who = short_name(view.state, self.waiting[self.place].order.soldier)
        why = say("a second die, for a friend within 4 inches of lesser courage")
        return About(say("{who} is a Natural Leader: lead a friend?", who=who), why, "NCO-SKL-03")

    @LEAD.offers
    def offers_lead(self, view: View[NcoState]) -> Iterator[Lead | Pass]:
        """Each whom he can lead, before or after his own order."""
        for soldier in self.followers(view.state):
            yield Lead(soldier, before=True)
            yield Lead(soldier, before=False)
        yield Pass()

    @LEAD.judges
    def why_not_lead(self, view: View[NcoState], answer: Lead | Pass) -> Refusal | None:
        """R-38."""
        if isinstance(answer, Pass):
            return why_not_pass(answer)
        if answer.soldier in self.followers(view.state):
            return None
        return Refusal(
            "NCO-SKL-03", say("he leads only near friends of lesser courage without orders")
        )

    def lead(self, g: NcoState, answer: Lead | Pass) -> Outcome[None]:
        """The friend's die is pulled, and his order given, before either executes his own."""
        if isinstance(answer, Pass):
            return self.execute
        self.led = answer.soldier
        self.place += not answer.before
        initiative(g, self.seat)
        return self.ask(g)

    def execute(self, g: NcoState) -> Outcome[None]:
        """NCO-DIE-03: at once; one order after the other."""
        return Call(self.waiting.pop(0).order.frame(g), then=self.look)

    def look(self, g: NcoState) -> Outcome[None]:
        """The next one, if its soldier lives and has not broken down, even if that is over; another
        in its place, if it cannot be executed any more (R-85)."""
        while self.waiting:
            order = self.waiting[0].order
            lost = g.soldiers[order.soldier].breakdowns > self.waiting[0].breakdowns
            if g.there(order.soldier) and not lost:
                self.anew = (barred(g, order) or order.why_not(g)) is not None
                return Ask(ORDER.of(self.seat), then=self.hear_anew) if self.anew else self.execute
            self.waiting.pop(0)
        return Done()

    def hear_anew(self, g: NcoState, answer: OrderAnswer) -> Outcome[None]:
        """His die is turned to it."""
        self.anew = False
        give(g, answer.soldier, answer.face, answer.charged)
        self.waiting[0] = Waiting(answer, g.soldiers[answer.soldier].breakdowns)
        return self.execute
