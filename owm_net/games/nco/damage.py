"""The effects of wounds: health, psyche, death, breakdown. NCO-WND, NCO-HLT, NCO-SKL-02,
NCO-ITM-05.

Health and psyche change only by `hurt`, `relieve` and `kill`, with two exceptions: a fight takes
health alone (`melee`, NCO-CC-07), and Able raises psyche with its maximum (`chart`, R-43). Whoever
calls `hurt` calls `Breakdowns` afterwards, when all is applied (R-45).
"""

from __future__ import annotations

from attrs import field

from owm_net.engine.agenda import Mark
from owm_net.engine.records import record
from owm_net.engine.text import listed, say
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import SoldierId
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import DRIVEN, Order, Phase, Skill, Status
from owm_net.games.nco.tokens import lay_down
from owm_net.games.nco.words import soldier_name

FATAL = 99
"""Health that nobody has: instant death (D-9)."""


@record("nco.hurt")
class Hurt(SoldierEvent):
    """A soldier has lost health or psyche; the fields hold what is left."""

    rule = "NCO-WND-01"

    soldier: SoldierId
    health: int
    psyche: int

    def sentence(self, g: NcoState) -> str:
        s = g.soldiers[self.soldier]
        left = say(
            "health {health}/{health_max}, psyche {psyche}/{psyche_max}",
            health=self.health,
            health_max=s.health_max,
            psyche=self.psyche,
            psyche_max=s.psyche_max,
        )
        return listed([soldier_name(g, self.soldier), left], ": ")


@record("nco.casualty")
class Casualty(SoldierEvent):
    """A soldier is out of the battle. worth: points for the enemy (NCO-END-03, R-61)."""

    words = say("{soldier} is a casualty ({worth} points)")
    headline = True

    soldier: SoldierId
    worth: int
    rule: str = field(default="NCO-WND-04", kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY


@record("nco.thrown_down")
class ThrownDown(SoldierEvent):
    """A hit throws a soldier Down: that is their order of this turn (NCO-ORD-04, NCO-INT-08)."""

    words = say("{soldier} is thrown Down")

    soldier: SoldierId
    rule: str = field(default="NCO-ORD-04", kw_only=True)


@record("nco.broken")
class Broken(SoldierEvent):
    """A Mental Breakdown. times: how many the soldier has had, including this one."""

    rule = "NCO-HLT-04 NCO-WND-05"
    headline = True

    soldier: SoldierId
    times: int

    def sentence(self, g: NcoState) -> str:
        soldier = soldier_name(g, self.soldier)
        if self.times > 1:
            return say("{soldier} breaks down again", soldier=soldier)
        return say("{soldier} breaks down", soldier=soldier)


@record("nco.relieved")
class Relieved(SoldierEvent):
    """A soldier has regained health or psyche; the fields hold the new values."""

    rule = "NCO-HLT-01"

    soldier: SoldierId
    health: int
    psyche: int

    def sentence(self, g: NcoState) -> str:
        s = g.soldiers[self.soldier]
        now = say(
            "health {health}/{health_max}, psyche {psyche}/{psyche_max}",
            health=self.health,
            health_max=s.health_max,
            psyche=self.psyche,
            psyche_max=s.psyche_max,
        )
        return say("{soldier} recovers: {now}", soldier=soldier_name(g, self.soldier), now=now)


def hurt(g: NcoState, soldier: SoldierId, health: int, psyche: int) -> None:
    """Take health, then psyche; death and breakdown follow at once (R-29). Losses are 0 or more."""
    s = g.soldiers[soldier]
    left, nerve = s.health - health, s.psyche
    if left > 0 and not s.calm:  # Morphine comes first
        driven = is_driven(g, soldier)
        for _ in range(min(psyche, s.psyche + s.health)):
            if nerve == 1 and driven:
                left -= 1
            elif nerve > 0:
                nerve -= 1
    left = max(0, left)
    if left == s.health and nerve == s.psyche:
        return
    g.change(soldier, health=left, psyche=nerve)
    if not left:
        kill(g, soldier)
        return
    g.tell(Hurt(soldier, left, nerve))
    if not nerve and s.psyche:
        break_down(g, soldier)


def is_driven(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if the soldier, or a friend nearby, is Ruthless (NCO-SKL-02, R-37)."""
    near = [soldier, *g.friends(soldier, DRIVEN)] if g.there(soldier) else [soldier]
    return any(Skill.RUTHLESS in g.soldiers[s].skills for s in near)


def kill(g: NcoState, soldier: SoldierId, rule: str = "NCO-WND-04") -> None:
    """Remove a soldier as a casualty; without an order, their die leaves the bag (NCO-DIE-07)."""
    s = g.change(soldier, status=Status.DEAD, health=0, ambush=0)
    if soldier in g.shaken:
        g.shaken = tuple([other for other in g.shaken if other != soldier])
    g.tell(Casualty(soldier, s.worth, rule=rule))
    lay_down(g, soldier)


def break_down(g: NcoState, soldier: SoldierId) -> None:
    """Break a soldier down (NCO-HLT-04): Down at once, by their own die if they have no order, and
    no special action this turn; between turns there is none to take (R-44). From the second time
    on, a die decides the consequences (NCO-HLT-09)."""
    times = g.soldiers[soldier].breakdowns + 1
    s = g.change(soldier, breakdowns=times, barred=g.phase is not Phase.END)
    throw_down(g, soldier)
    g.tell(Broken(soldier, s.breakdowns))
    if s.breakdowns > 1:
        g.shaken = tuple(sorted((*g.shaken, soldier)))


def throw_down(g: NcoState, soldier: SoldierId) -> None:
    """Throw a soldier Down without a choice (NCO-ORD-04, NCO-HLT-04): it takes the die of a soldier
    without an order, but not between turns, when no die is in the bag (R-44); and it ends an
    Ambush."""
    takes = g.soldiers[soldier].order is Order.NONE and g.phase is Phase.ORDERS
    order = Order.DOWN if takes else g.soldiers[soldier].order
    g.change(soldier, down=True, ambush=0, order=order)


def relieve(g: NcoState, soldier: SoldierId, health: int, psyche: int) -> None:
    """Give back health and psyche, never above the maxima (NCO-HLT-01, R-43)."""
    s = g.soldiers[soldier]
    now = min(s.health_max, s.health + health), min(s.psyche_max, s.psyche + psyche)
    if now != (s.health, s.psyche):
        g.change(soldier, health=now[0], psyche=now[1])
        g.tell(Relieved(soldier, *now))
