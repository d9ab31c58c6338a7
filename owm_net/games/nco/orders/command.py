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
from owm_net.engine.records import register
from owm_net.engine.requests import Answer
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
    why="one of the six orders is asked for",
    deed="give an order",
)


@register("nco.lead")
@frozen
class Lead(Answer):
    """NCO-SKL-03: a second die for a friend of a Natural Leader. before: his order comes first."""

    title: ClassVar[str] = "Lead"
    help: ClassVar[str] = "Pull another die for a friend within 4 inches (NCO-SKL-03)"

    soldier: SoldierId
    before: bool

    def words(self, view: View[NcoState]) -> str:
        when = "first" if self.before else "afterwards"
        return f"{short_name(view.state, self.soldier)} is given an order too, {when}"


LEAD = Kind(
    "lead",
    Lead,
    Pass,
    rule="NCO-SKL-03",
    why="a second die or a pass is asked for",
    deed="lead a friend or not",
)


def obliged(g: NcoState, seat: Seat) -> list[SoldierId]:
    """Who comes before everybody else: soldiers in breakdown (NCO-HLT-07)."""
    return [
        SoldierId(n)
        for n, s in enumerate(g.soldiers)
        if not s.psyche and s.seat == seat and s.order is Order.NONE and s.status is not Status.DEAD
    ]


def initiative(g: NcoState, seat: Seat) -> None:
    """An initiative die of a seat is out of the bag (NCO-DIE-04, R-09)."""
    g.row = g.row + 1 if g.last == seat else 1
    g.last = seat
    if g.first == NO_SEAT:
        g.first = seat


@frame("nco.command")
@define
class Command(Frame[None]):
    """One die of a seat. only: it is for this soldier, unless another is obliged. given: the order
    waits for that of a friend (NCO-SKL-03); breakdowns: of who waits, before it."""

    seat: Seat
    only: SoldierId = NO_SOLDIER
    given: OrderAnswer | None = field(default=None)
    breakdowns: int = 0

    def start(self, g: NcoState) -> Outcome[None]:
        """A die is there as long as somebody has no order."""
        if not self.able(g):
            return Done()
        initiative(g, self.seat)
        return Ask(ORDER.of(self.seat), then=self.hear)

    def able(self, g: NcoState) -> list[SoldierId]:
        """Who may be given the die; or he alone whose order cannot be executed any more."""
        if self.given is not None:
            return [self.given.soldier]
        first = obliged(g, self.seat)
        if first:
            return first
        free = g.unordered(self.seat)
        return free if self.only == NO_SOLDIER else [s for s in free if s == self.only]

    @ORDER.tells
    def about_order(self, view: View[NcoState]) -> About:
        """Whose, and whether it is for one soldier."""
        g = view.state
        able = self.able(g)
        if len(able) == 1:
            return About(f"give {short_name(g, able[0])} an order", rule="NCO-DIE-03")
        why = "who is in a breakdown comes first" if obliged(g, self.seat) else ""
        return About("give one of your soldiers an order", why, "NCO-DIE-03")

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
        if self.given is not None:
            return soldier == self.given.soldier
        if not g.known(soldier):
            return False
        s = g.soldiers[soldier]
        if s.seat != self.seat or s.order is not Order.NONE or s.status is Status.DEAD:
            return False
        if not s.broken and obliged(g, self.seat):
            return False
        return s.broken or self.only in (NO_SOLDIER, soldier)

    def _why_not_him(self, g: NcoState, soldier: SoldierId) -> Refusal:
        if not g.known(soldier) or soldier not in g.squad(self.seat):
            return Refusal("NCO-DIE-03", "he is none of your soldiers")
        if soldier not in g.unordered(self.seat):
            return Refusal("NCO-DIE-03", "he has an order this turn")
        if obliged(g, self.seat):
            return Refusal("NCO-DIE-09 NCO-HLT-07", "who is in a breakdown comes first")
        return Refusal("NCO-SKL-03", "the die is for another")

    @ORDER.samples
    def sample_order(self, view: View[NcoState], chance: Chance) -> OrderAnswer:
        """Any soldier, and any of a few tries."""
        g = view.state
        able = self.able(g)
        return any_order(g, able[chance.below(len(able))], chance)

    def hear(self, g: NcoState, answer: OrderAnswer) -> Outcome[None]:
        """He has the order; a Natural Leader may lead another (R-38)."""
        if self.given is not None:  # another order in place of one that has become impossible
            self.given = answer
            return self.execute
        give(g, answer.soldier, answer.face)
        self.given = answer
        leads = Skill.NATURAL_LEADER in g.soldiers[answer.soldier].skills
        if leads and g.led(answer.soldier):
            return Ask(LEAD.of(self.seat), then=self.lead)
        return self.execute

    @LEAD.tells
    def about_lead(self, view: View[NcoState]) -> About:
        """NCO-SKL-03."""
        assert self.given is not None
        who = short_name(view.state, self.given.soldier)
        why = "a second die, for a friend within 4 inches of lesser courage"
        return About(f"{who} is a Natural Leader: lead a friend?", why, "NCO-SKL-03")

    @LEAD.offers
    def offers_lead(self, view: View[NcoState]) -> Iterator[Lead | Pass]:
        """Each whom he can lead, before or after his own order."""
        assert self.given is not None
        for soldier in view.state.led(self.given.soldier):
            yield Lead(soldier, before=True)
            yield Lead(soldier, before=False)
        yield Pass()

    @LEAD.judges
    def why_not_lead(self, view: View[NcoState], answer: Lead | Pass) -> Refusal | None:
        """R-38."""
        if isinstance(answer, Pass):
            return why_not_pass(answer)
        assert self.given is not None
        if answer.soldier in view.state.led(self.given.soldier):
            return None
        return Refusal("NCO-SKL-03", "he leads only near friends of lesser courage without orders")

    def lead(self, g: NcoState, answer: Lead | Pass) -> Outcome[None]:
        """One order after the other, either first."""
        if isinstance(answer, Pass):
            return self.execute
        if answer.before:
            assert self.given is not None
            self.breakdowns = g.soldiers[self.given.soldier].breakdowns
            return Call(Command(self.seat, answer.soldier), then=self.still)
        self.only = answer.soldier
        return self.execute

    def still(self, g: NcoState) -> Outcome[None]:
        """After the friend's order: the leader's own, if he lives and has not broken down, even if
        that is over; another, if it cannot be executed any more (R-85)."""
        assert self.given is not None
        self.only = NO_SOLDIER
        s = g.soldiers[self.given.soldier]
        if not g.there(self.given.soldier) or s.breakdowns > self.breakdowns:
            return Done()
        if barred(g, self.given) or self.given.why_not(g):
            return Ask(ORDER.of(self.seat), then=self.hear)
        return self.execute

    def execute(self, g: NcoState) -> Outcome[None]:
        """NCO-DIE-03: at once."""
        assert self.given is not None
        return Call(self.given.frame(g), then=self.led)

    def led(self, g: NcoState) -> Outcome[None]:
        """The friend whom the leader takes with him, if he still has no order."""
        if self.only == NO_SOLDIER or self.only not in g.unordered(self.seat):
            return Done()
        return Call(Command(self.seat, self.only), then=self.done)

    def done(self, g: NcoState) -> Outcome[None]:
        """Both orders are executed."""
        return Done()
