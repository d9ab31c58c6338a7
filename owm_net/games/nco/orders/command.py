"""The use of an initiative die: which soldier gets which order, and its execution. NCO-DIE-03, -04,
-09, NCO-SKL-03.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.giving import Ordered, give
from owm_net.games.nco.ids import NO_SEAT, NO_SOLDIER, SoldierId
from owm_net.games.nco.orders.advance import Advance
from owm_net.games.nco.orders.base import OrderAnswer, barred
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.orders.trying import any_order, orders_of, orders_with, why_not_face
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Order, Skill, Status
from owm_net.games.nco.words import ORDER_WORDS, short_name

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
    why=say("choose one of the six orders"),
    deed=say("give an order"),
)


@record("nco.lead")
class Lead(Answer):
    """NCO-SKL-03: a second die for a friend of a Natural Leader. order: what it shows. before: the
    friend's order comes first."""

    title: ClassVar[str] = say("Lead")
    help: ClassVar[str] = say(
        "Pull another die for a friend within 4 inches; how he carries it out is said then "
        "(NCO-SKL-03)"
    )

    soldier: SoldierId
    order: Order
    before: bool

    def sentence(self, view: View[NcoState]) -> str:
        soldier, order = short_name(view.state, self.soldier), ORDER_WORDS[self.order]
        if self.before:
            return say("{soldier} is given {order} too, first", soldier=soldier, order=order)
        return say("{soldier} is given {order} too, afterwards", soldier=soldier, order=order)


FACES = tuple([order for order in Order if order is not Order.NONE])

LEAD = Kind(
    "lead",
    Lead,
    rule="NCO-SKL-03",
    why=say("choose a second die, or pass"),
    deed=say("lead a friend or not"),
    passes=say("lead nobody"),
)


def obliged(g: NcoState, seat: Seat) -> list[SoldierId]:
    """Return the soldiers who come before everybody else: those in breakdown (NCO-HLT-07)."""
    return [
        SoldierId(n)
        for n, s in enumerate(g.soldiers)
        if not s.psyche and s.seat == seat and s.order is Order.NONE and s.present
    ]


def only_order(g: NcoState, able: list[SoldierId]) -> OrderAnswer | None:
    """Return the only order that can be given with a die, or carried out by a soldier with one;
    None where there is a choice (R-102)."""
    if len(able) != 1:
        return None
    s = g.soldiers[able[0]]
    if s.status is Status.WAITING or (s.broken and Skill.RELIGIOUS_RITES in s.skills):
        return None
    if s.broken:
        return Rally(able[0], psyche=True)
    return GoDown(able[0]) if g.bound(able[0]) or s.order is Order.DOWN else None


def initiative(g: NcoState, seat: Seat) -> None:
    """An initiative die of a seat is out of the bag (NCO-DIE-04, R-09)."""
    g.row = g.row + 1 if g.last == seat else 1
    g.last = seat
    if g.first == NO_SEAT:
        g.first = seat


@record("nco.waiting")
class Waiting(Record):
    """A soldier whose order is given and not executed yet. breakdowns: the soldier's, before it."""

    soldier: SoldierId
    breakdowns: int


@frame("nco.command")
@define
class Command(Frame[None]):
    """One die of a seat, and those that Natural Leaders pull with it: all are given before the
    first order is executed; how, is said when its turn comes (NCO-SKL-03, R-104).

    order: that of the first die, as given. waiting: soldiers whose orders are still to be executed,
    in this sequence. given: the last soldier with a die. anew: the first of `waiting` cannot
    execute the order, and is given another (R-85).
    """

    seat: Seat
    order: OrderAnswer | None = None
    waiting: list[Waiting] = field(factory=list)
    given: SoldierId = NO_SOLDIER
    anew: bool = False

    def start(self, g: NcoState) -> Outcome[None]:
        """A die is there as long as somebody has no order."""
        if not self.able(g):
            return Done()
        initiative(g, self.seat)
        return self.ask(g)

    def ask(self, g: NcoState) -> Outcome[None]:
        """Ask for an order, if there is any choice (R-102)."""
        forced = only_order(g, self.able(g))
        if forced is not None:
            return self.hear(g, forced)
        return Ask(ORDER.of(self.seat), then=self.hear)

    def able(self, g: NcoState) -> list[SoldierId]:
        """Return the soldiers that may be given the die, or that are to execute their order."""
        if self.waiting:
            return [self.waiting[0].soldier]
        return obliged(g, self.seat) or g.unordered(self.seat)

    def shown(self, g: NcoState) -> Order:
        """Return the order on the die of the executing soldier; NONE without a die yet."""
        if not self.waiting or self.anew:
            return Order.NONE
        return g.soldiers[self.waiting[0].soldier].order

    @ORDER.tells
    def about_order(self, view: View[NcoState]) -> About:
        """Tell whose order it is, and whether it is for one soldier."""
        g = view.state
        able, shown = self.able(g), self.shown(g)
        if shown is not Order.NONE:
            what = say(
                "{soldier} carries out {order}: say how",
                soldier=short_name(g, able[0]),
                order=ORDER_WORDS[shown],
            )
            return About(what, rule="NCO-SKL-03")
        if len(able) == 1:
            return About(
                say("give {soldier} an order", soldier=short_name(g, able[0])), rule="NCO-DIE-03"
            )
        why = say("soldiers in a breakdown come first") if obliged(g, self.seat) else ""
        return About(say("give one of your soldiers an order"), why, "NCO-DIE-03")

    @ORDER.offers
    def offers_order(self, view: View[NcoState]) -> Iterator[OrderAnswer]:
        """Everything but paths, of which there is no end; a straight charge is one."""
        g = view.state
        shown = self.shown(g)
        if shown is not Order.NONE:
            yield from orders_with(g, self.waiting[0].soldier, shown)
            return
        for soldier in self.able(g):
            yield from orders_of(g, soldier)

    @ORDER.judges
    def why_not_order(self, view: View[NcoState], answer: OrderAnswer) -> Refusal | None:
        """Judge the soldier first, then what bars them, then the order itself. The die comes first:
        it bars other orders whoever is named."""
        g = view.state
        shown = self.shown(g)
        if shown not in (Order.NONE, answer.face):
            why = say("his die shows {order}", order=ORDER_WORDS[shown])
            return Refusal("NCO-SKL-03", why, misfit=True)
        if not self._may_be(g, answer.soldier):
            return self._why_not_him(g, answer.soldier)
        return barred(g, answer) or answer.why_not(g)

    def _may_be(self, g: NcoState, soldier: SoldierId) -> bool:
        """Return True if a soldier is one of `able`, without listing them for each of many
        offers."""
        if self.waiting:
            return soldier == self.waiting[0].soldier
        if not g.known(soldier):
            return False
        s = g.soldiers[soldier]
        if s.seat != self.seat or s.order is not Order.NONE or not s.present:
            return False
        return s.broken or not obliged(g, self.seat)

    def _why_not_him(self, g: NcoState, soldier: SoldierId) -> Refusal:
        if not g.known(soldier) or soldier not in g.squad(self.seat):
            return Refusal("NCO-DIE-03", say("he is none of your soldiers"))
        if self.waiting:
            return Refusal("NCO-SKL-03", say("the die is for another"))
        if soldier not in g.unordered(self.seat):
            return Refusal("NCO-DIE-03", say("he has an order this turn"))
        return Refusal("NCO-DIE-09 NCO-HLT-07", say("soldiers in a breakdown come first"))

    @ORDER.samples
    def sample_order(self, view: View[NcoState], chance: Chance) -> OrderAnswer:
        """Any soldier, and any of a few tries."""
        g = view.state
        able, shown = self.able(g), self.shown(g)
        return any_order(g, able[chance.below(len(able))], chance, shown)

    def hear(self, g: NcoState, answer: OrderAnswer) -> Outcome[None]:
        """The first die is given, and may bring others (R-38); or an order is executed that was
        given before, or another in its place."""
        if self.waiting:
            if self.anew:
                give(g, answer.soldier, answer.face, answer.charged)
            elif answer.charged != NO_SOLDIER:
                g.tell(Ordered(answer.soldier, answer.face, answer.charged, rule="NCO-ORD-09"))
            return self.execute(g, answer)
        self.order = answer
        give(g, answer.soldier, answer.face, answer.charged)
        return self.go_on(g, answer.soldier, 0)

    def go_on(self, g: NcoState, soldier: SoldierId, place: int) -> Outcome[None]:
        """He has a die and comes there in the sequence; a Natural Leader may lead another (R-38).
        Then the first executes the order, as given if it is that of the first die."""
        s = g.soldiers[soldier]
        self.given = soldier
        self.waiting.insert(place, Waiting(soldier, s.breakdowns))
        if Skill.NATURAL_LEADER in s.skills and self.followers(g):
            return Ask(LEAD.of(self.seat), then=self.lead)
        return self.begin

    def followers(self, g: NcoState) -> list[SoldierId]:
        """Return the soldiers that the last one with a die can lead: while soldiers in breakdown
        have no order, only them (R-44, R-104)."""
        led = g.led(self.given)
        first = obliged(g, self.seat)
        return [s for s in led if s in first] if first else led

    @LEAD.tells
    def about_lead(self, view: View[NcoState]) -> About:
        """NCO-SKL-03."""
        who = short_name(view.state, self.given)
        why = say("a second die, for a friend within 4 inches of lesser courage")
        return About(say("{who} is a Natural Leader: lead a friend?", who=who), why, "NCO-SKL-03")

    @LEAD.offers
    def offers_lead(self, view: View[NcoState]) -> Iterator[Lead]:
        """Yield each possible follower, by each order, before or after the leader's own."""
        for soldier in self.followers(view.state):
            for order in FACES:
                yield Lead(soldier, order, before=True)
                yield Lead(soldier, order, before=False)

    @LEAD.judges
    def why_not_lead(self, view: View[NcoState], answer: Lead) -> Refusal | None:
        """Judge by R-38; and check that the follower could execute the order as things stand
        (R-104)."""
        g = view.state
        if answer.soldier not in self.followers(g):
            return Refusal(
                "NCO-SKL-03", say("he leads only near friends of lesser courage without orders")
            )
        return why_not_face(g, answer.soldier, answer.order)

    def lead(self, g: NcoState, answer: Lead) -> Outcome[None]:
        """Pull the friend's die and show the order, before either executes theirs."""
        place = [waiting.soldier for waiting in self.waiting].index(self.given)
        initiative(g, self.seat)
        give(g, answer.soldier, answer.order)
        return self.go_on(g, answer.soldier, place if answer.before else place + 1)

    def passed_lead(self, g: NcoState) -> Outcome[None]:
        return self.begin

    def begin(self, g: NcoState) -> Outcome[None]:
        """Nothing has happened since the first die was given: its order is known in full."""
        assert self.order is not None  # it has been given
        if self.waiting[0].soldier == self.order.soldier:
            return self.execute(g, self.order)
        return self.look

    def execute(self, g: NcoState, order: OrderAnswer) -> Outcome[None]:
        """NCO-DIE-03: at once; one order after the other."""
        self.waiting.pop(0)
        self.anew = False
        return Call(order.frame(g), then=self.look)

    def look(self, g: NcoState) -> Outcome[None]:
        """Return the next soldier who lives and has not broken down since; give another order if
        theirs cannot be executed any more (R-85)."""
        while self.waiting:
            first = self.waiting[0]
            s = g.soldiers[first.soldier]
            if g.there(first.soldier) and s.breakdowns == first.breakdowns:
                self.anew = why_not_face(g, first.soldier, s.order) is not None
                return self.ask
            self.waiting.pop(0)
        return Done()
