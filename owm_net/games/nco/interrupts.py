"""Actions that can interrupt and be interrupted: shots with their consequences, counter-fire, moves
that are ambushed, soldiers who snap. NCO-INT, NCO-HLT-09 to -12.

These frames call each other, to any depth, so they stand together. Each looks again, after whatever
has come between, whether what it was about to do can still be done. It ends: a token, a die, a
special action and an Extra Magazine are spent once, and a soldier snaps only after breaking down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.ambush import SPRING, Spring, ambush_shot, in_reach, springs, why_no_spring
from owm_net.games.nco.attack import SIDES, Attack
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.counter_fire import (
    COUNTER,
    Counter,
    can_counter,
    counter_shot,
    counters,
    why_no_counter,
)
from owm_net.games.nco.damage import ThrownDown, kill, relieve
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.giving import Ordered, give
from owm_net.games.nco.ids import NO_SOLDIER, SoldierId, Spot, opponent
from owm_net.games.nco.paths import (
    Path,
    Step,
    allowance,
    beside_enemy,
    contact_with,
    leg_cost,
    off_table,
    point_on,
    run_towards,
    stop_at,
    touches,
    walked_free,
)
from owm_net.games.nco.reloading import (
    RELOAD,
    Reload,
    can_reload,
    reloads,
    second_shot,
    why_no_reload,
)
from owm_net.games.nco.shots import Shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import Gait, Item, Order, Phase, Status
from owm_net.games.nco.tokens import brought_home, go_home
from owm_net.games.nco.victory import end
from owm_net.games.nco.words import short_name, soldier_name

INCAPACITATED = 4
"""D-11: up to this a second breakdown puts a soldier out of the battle."""

# ------------------------------------------------------------------ a shot and what follows


@frame("nco.firing")
@define
class Firing(Frame[tuple[SoldierId, ...]]):
    """An attack, the breakdowns that it brings, and a second Fire by an Extra Magazine. Its result:
    who was hit. charger: whose Assault it answers."""

    shot: Shot
    charger: SoldierId = NO_SOLDIER
    hit: tuple[SoldierId, ...] = ()

    def start(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        """2.22, steps 1 to 9."""
        return Call(Attack(self.shot), then=self.settle)

    def settle(self, g: NcoState, hit: tuple[SoldierId, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """Step 10."""
        self.hit += hit
        return Call(Breakdowns(), then=self.ask)

    def ask(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        """Step 11: an Extra Magazine, where it may be used."""
        if can_reload(g, self.shot, self.charger):
            return Ask(RELOAD.of(g.soldiers[self.shot.shooter].seat), then=self.reload)
        return Done(self.hit)

    @RELOAD.tells
    def about_reload(self, view: View[NcoState]) -> About:
        """Once in a battle."""
        who = short_name(view.state, self.shot.shooter)
        return About(
            say("{who} has an Extra Magazine: fire once more?", who=who), rule="NCO-ITM-01"
        )

    @RELOAD.offers
    def offers_reload(self, view: View[NcoState]) -> Iterator[Reload]:
        """Each enemy."""
        yield from reloads(view.state, self.shot, self.charger)

    @RELOAD.judges
    def why_not_reload(self, view: View[NcoState], answer: Reload) -> Refusal | None:
        """The same weapon at any legal target (R-34)."""
        return why_no_reload(view.state, self.shot, answer, self.charger)

    def reload(self, g: NcoState, answer: Reload) -> Outcome[tuple[SoldierId, ...]]:
        """It is used up."""
        g.spend(self.shot.shooter, Item.EXTRA_MAGAZINE)
        self.shot = second_shot(g, self.shot, answer, self.charger)
        return self.start

    def passed_reload(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        return Done(self.hit)


@frame("nco.shooting")
@define
class FireOnce(Frame[None]):
    """The attack that an order or a special action is."""

    shot: Shot

    def start(self, g: NcoState) -> Outcome[None]:
        """2.22."""
        return Call(Firing(self.shot), then=self.done)

    def done(self, g: NcoState, hit: tuple[SoldierId, ...]) -> Outcome[None]:
        """It is executed."""
        return Done()


# ------------------------------------------------------------------ counter-fire


@frame("nco.counter_fire")
@define
class CounterFire(Frame[None]):
    """The target of an Assault may shoot at the charger before they move (NCO-INT-04, -06)."""

    charger: SoldierId
    target: SoldierId

    def start(self, g: NcoState) -> Outcome[None]:
        """Ask if the target may answer, and has a weapon for it."""
        if can_counter(g, self.target, self.charger):
            return Ask(COUNTER.of(g.soldiers[self.target].seat), then=self.hear)
        return Done()

    @COUNTER.tells
    def about_counter(self, view: View[NcoState]) -> About:
        """Before the charger moves."""
        g = view.state
        what = say(
            "{soldier} charges {soldier2}: shoot first?",
            soldier=soldier_name(g, self.charger),
            soldier2=short_name(g, self.target),
        )
        return About(
            what, say("it is his order for this turn, or his special action"), "NCO-INT-04"
        )

    @COUNTER.offers
    def offers_counter(self, view: View[NcoState]) -> Iterator[Counter]:
        """Each weapon."""
        yield from counters(view.state, self.target, self.charger)

    @COUNTER.judges
    def why_not_counter(self, view: View[NcoState], answer: Counter) -> Refusal | None:
        """R-15."""
        return why_no_counter(view.state, self.target, self.charger, answer)

    def hear(self, g: NcoState, answer: Counter) -> Outcome[None]:
        """Fire: in phase 1 by a pulled die as a Fire order, in phase 2 as the special action
        (R-20)."""
        if g.phase is Phase.ORDERS:
            give(g, self.target, Order.FIRE)
        else:
            g.change(self.target, acted=True)
        shot = counter_shot(self.target, self.charger, answer)
        return Call(Firing(shot, self.charger), then=self.done)

    def passed_counter(self, g: NcoState) -> Outcome[None]:
        return Done()

    def done(self, g: NcoState, hit: tuple[SoldierId, ...]) -> Outcome[None]:
        """Finish; the caller checks what became of the charger."""
        return Done()


# ------------------------------------------------------------------ a move


@record("nco.go_on")
class GoOn(Answer):
    """After an Ambush that missed: walk the rest of the path, or stay here (R-82)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Continue")
    help: ClassVar[str] = say("An Ambush that misses stops nobody for good (NCO-INT-08)")

    stay: bool = field(default=False)

    def sentence(self, view: View[NcoState]) -> str:
        return say("stay where he was stopped") if self.stay else say("go on as declared")


GO_ON = Kind(
    "go_on",
    GoOn,
    rule="NCO-INT-08",
    why=say("say whether they go on"),
    deed=say("choose whether he goes on"),
)


@record("nco.stopped")
class Stopped(SoldierEvent):
    """An Ambush stops a moving soldier (NCO-INT-07)."""

    words = say("{soldier} is stopped {spot}")
    rule = "NCO-INT-07"

    soldier: SoldierId
    spot: Spot


@record("nco.walked")
class Walked(SoldierEvent):
    """A soldier has finished a move."""

    words = say("{soldier} moves, now {spot}")
    rule = "NCO-ORD-11"

    soldier: SoldierId
    gait: Gait
    spot: Spot


@frame("nco.moving")
@define
class Moving(Frame[bool]):
    """A walk along a declared path, which may be ambushed. Its result: True if the soldier is at
    its end, or where their player let them stay, and can go on with their action.

    way: from its start. leg, walked: how far the soldier has come. stays: the player ended it.
    """

    mover: SoldierId
    way: Path
    gait: Gait
    leg: int = 0
    walked: int = 0
    willing: bool = True
    """Whether his player may let him stay after an Ambush: not one who has snapped."""

    def start(self, g: NcoState) -> Outcome[bool]:
        """Take the first step onto the table, for a soldier from off it."""
        if g.soldiers[self.mover].status is Status.WAITING:
            g.change(self.mover, status=Status.FIELD, spot=self.way[0])
        return self.ask

    def ask(self, g: NcoState) -> Outcome[bool]:
        """The path is known as a whole, so an Ambush is one question (NCO-INT-07)."""
        here = (self.leg, self.walked)
        if in_reach(g, self.mover, self.way, here, self.gait):
            return Ask(SPRING.of(opponent(g.soldiers[self.mover].seat)), then=self.hear)
        return self.arrive

    @SPRING.tells
    def about_ambush(self, view: View[NcoState]) -> About:
        """At any point of what is left of the path."""
        who = short_name(view.state, self.mover)
        what = say("{who} moves past your Ambush: stop him and fire?", who=who)
        return About(what, say("a hit ends his move, a miss does not"), "NCO-INT-07")

    @SPRING.offers
    def offers_ambush(self, view: View[NcoState]) -> Iterator[Spring]:
        """Some points of the path, or to wait."""
        here = (self.leg, self.walked)
        yield from springs(view.state, self.mover, self.way, here, self.gait)

    @SPRING.judges
    def why_not_ambush(self, view: View[NcoState], answer: Spring) -> Refusal | None:
        """R-22."""
        here = (self.leg, self.walked)
        return why_no_spring(view.state, self.mover, self.way, here, self.gait, answer)

    def hear(self, g: NcoState, answer: Spring) -> Outcome[bool]:
        """Stop the mover; pull the ambusher's die (NCO-INT-07)."""
        here = (self.leg, self.walked)
        stop = stop_at(g, self.mover, self.way, here, (answer.leg, answer.walked), self.gait)
        self._put(g, stop)
        g.tell(Stopped(self.mover, g.soldiers[self.mover].spot))
        if brought_home(g, self.mover):
            return end(g)
        shot = ambush_shot(answer, self.mover)
        order = Order.COVER_FIRE if answer.covering else Order.FIRE
        if g.phase is Phase.ORDERS:
            give(g, answer.soldier, order)
        else:
            g.change(answer.soldier, ambush=0)
        return Call(Firing(shot), then=self.look)

    def passed_ambush(self, g: NcoState) -> Outcome[bool]:
        return self.arrive

    def _put(self, g: NcoState, step: Step) -> None:
        self.leg, self.walked = step
        g.change(self.mover, spot=point_on(g, self.way, *step, self.gait))

    def look(self, g: NcoState, hit: tuple[SoldierId, ...]) -> Outcome[bool]:
        """End the action after a hit, whatever the wound; the order is Down (NCO-INT-08). A
        breakdown ends it too, except for a soldier who has snapped and is in one all the while
        (R-82)."""
        if not g.there(self.mover):
            return Done(False)
        if self.mover in hit or (self.willing and g.soldiers[self.mover].broken):
            g.change(self.mover, order=Order.DOWN, down=True)
            if self.mover in hit:
                g.tell(ThrownDown(self.mover, rule="NCO-INT-08"))
            return Done(False)
        last = len(self.way) - 2
        ended = (self.leg, self.walked) == (last, leg_cost(g, self.way, last, self.gait))
        here = g.soldiers[self.mover].spot
        if self.willing and not ended and not beside_enemy(g, self.mover, here):
            return Ask(GO_ON.of(g.soldiers[self.mover].seat), then=self.resume)
        return self.ask

    @GO_ON.tells
    def about_go_on(self, view: View[NcoState]) -> About:
        """R-82."""
        who = short_name(view.state, self.mover)
        return About(say("the Ambush has missed {who}: go on?", who=who), rule="NCO-INT-08")

    @GO_ON.offers
    def offers_go_on(self, view: View[NcoState]) -> Iterator[GoOn]:
        """Both (R-82)."""
        yield GoOn()
        yield GoOn(stay=True)

    def resume(self, g: NcoState, answer: GoOn) -> Outcome[bool]:
        """Go on or stay: a soldier who stays gives up the walk and the charge (R-82)."""
        if answer.stay:
            g.tell(Walked(self.mover, self.gait, g.soldiers[self.mover].spot))
            return Done(True)
        return self.ask

    def arrive(self, g: NcoState) -> Outcome[bool]:
        """Walk the rest of the path, as far as the men standing there now allow (R-83)."""
        if len(self.way) > 1:
            here = (self.leg, self.walked)
            self._put(g, walked_free(g, self.mover, self.way, here, self.gait))
            if off_table(g.soldiers[self.mover].spot):
                go_home(g, self.mover)
                return Done(False)
            if brought_home(g, self.mover):
                return end(g)
            g.tell(Walked(self.mover, self.gait, g.soldiers[self.mover].spot))
        return Done(True)


def drop_heavy(g: NcoState, soldier: SoldierId) -> None:
    """Drop an HE weapon before an Assault (NCO-WPN-07)."""
    s = g.soldiers[soldier]
    kept = tuple([w for w in s.weapons if not CATALOG.weapons[w].dropped])
    if kept != s.weapons:
        g.change(soldier, weapons=kept)


# ------------------------------------------------------------------ who snaps


@record("nco.breakdown_roll")
class BreakdownRoll(SoldierEvent):
    """NCO-HLT-09: a die for a second or later breakdown."""

    rule = "NCO-HLT-09"

    soldier: SoldierId
    die: int

    def sentence(self, g: NcoState) -> str:
        verdict = say("is incapacitated") if self.die <= INCAPACITATED else say("snaps")
        return say(
            "{soldier} {verdict} (rolled {die})",
            soldier=soldier_name(g, self.soldier),
            verdict=verdict,
            die=self.die,
        )


@record("nco.calm_again")
class CalmAgain(SoldierEvent):
    """A soldier who has snapped is calm again (NCO-HLT-12)."""

    words = say("{soldier} comes to himself and goes Down")
    rule = "NCO-HLT-12"

    soldier: SoldierId


@record("nco.nearest")
class Nearest(Answer):
    """The choice among equally near targets of a snapped soldier (NCO-HLT-10)."""

    title: ClassVar[str] = say("Nearest")
    help: ClassVar[str] = say("Equally near soldiers: the enemy of the soldier who snapped chooses")
    words = say("he runs at {soldier}")

    soldier: SoldierId


NEAREST = Kind(
    "nearest",
    Nearest,
    rule="NCO-HLT-10",
    why=say("choose one of those who are equally near"),
    deed=say("choose whom he runs at"),
)


@frame("nco.breakdowns")
@define
class Breakdowns(Frame[None]):
    """R-45: what second and later breakdowns come to, one soldier after the other."""

    soldier: SoldierId = NO_SOLDIER

    def start(self, g: NcoState) -> Outcome[None]:
        """Take the next soldier by number."""
        if not g.shaken:
            return Done()
        self.soldier, g.shaken = g.shaken[0], g.shaken[1:]
        return Ask(Roll(SIDES, 1, "breakdown"), then=self.judge)

    def judge(self, g: NcoState, rolled: tuple[int, ...]) -> Outcome[None]:
        """D-11."""
        (die,) = rolled
        g.tell(BreakdownRoll(self.soldier, die))
        if die <= INCAPACITATED:
            kill(g, self.soldier, "NCO-HLT-09")
            return self.start
        return Call(Snapped(self.soldier), then=self.start)


@frame("nco.snapped")
@define
class Snapped(Frame[None]):
    """A snapped soldier runs at the nearest man in sight, friend or foe (NCO-HLT-10 to -12, R-46,
    G-17)."""

    soldier: SoldierId
    target: SoldierId = NO_SOLDIER

    def start(self, g: NcoState) -> Outcome[None]:
        """Use the soldier's die; choose the target."""
        g.change(self.soldier, order=_snapped_order(g, self.soldier))
        nearest = self.nearest(g)
        if not nearest:
            return self.calm(g)
        if len(nearest) > 1:
            return Ask(NEAREST.of(opponent(g.soldiers[self.soldier].seat)), then=self.choose)
        self.target = nearest[0]
        return self.charge

    def nearest(self, g: NcoState) -> list[SoldierId]:
        """Return the visible soldiers at the smallest distance, in space (G-17)."""
        mine = g.soldiers[self.soldier].spot
        x, y, z = g.ground.place(mine)
        seen = []
        for s in g.on_field():
            spot = g.soldiers[s].spot
            if s != self.soldier and g.ground.sees(mine, spot):
                u, v, w = g.ground.place(spot)
                seen.append(((u - x) ** 2 + (v - y) ** 2 + (w - z) ** 2, s))
        least = min([far for far, _ in seen], default=0)
        return [s for far, s in seen if far == least]

    @NEAREST.tells
    def about_nearest(self, view: View[NcoState]) -> About:
        """Several are equally near."""
        who = soldier_name(view.state, self.soldier)
        return About(say("{who} has snapped: whom does he run at?", who=who), rule="NCO-HLT-10")

    @NEAREST.offers
    def offers_nearest(self, view: View[NcoState]) -> Iterator[Nearest]:
        yield from map(Nearest, self.nearest(view.state))

    @NEAREST.judges
    def why_not_nearest(self, view: View[NcoState], answer: Nearest) -> Refusal | None:
        """NCO-HLT-10."""
        return None if answer.soldier in self.nearest(view.state) else NEAREST.refusal

    def choose(self, g: NcoState, answer: Nearest) -> Outcome[None]:
        """The opponent has said whom."""
        self.target = answer.soldier
        return self.charge

    def charge(self, g: NcoState) -> Outcome[None]:
        """It is an Assault: what is too heavy for it is dropped (R-92), and the target may shoot; a
        friend too (R-46)."""
        g.tell(Ordered(self.soldier, Order.RUN, self.target, rule="NCO-HLT-10"))
        drop_heavy(g, self.soldier)
        return Call(CounterFire(self.soldier, self.target), then=self.run)

    def run(self, g: NcoState) -> Outcome[None]:
        """Run straight ahead as far as possible (G-17); enemies may spring an Ambush."""
        if not g.there(self.soldier):
            return Done()
        if not g.there(self.target):
            return self.calm(g)
        start = g.soldiers[self.soldier].spot
        end = self._end(g, start)
        if end is None:
            return self.clash
        g.change(self.soldier, down=False)
        moving = Moving(self.soldier, (start, end), Gait.ASSAULT, willing=False)
        return Call(moving, then=self.ran)

    def _end(self, g: NcoState, start: Spot) -> Spot | None:
        """Return the last place of a legal Run on the straight line to the target, in contact if it
        reaches it; None if the soldier cannot move."""
        goal = contact_with(g, g.soldiers[self.target].spot, start)
        if goal is None:
            goal = g.soldiers[self.target].spot
        most = allowance(g, self.soldier, Gait.ASSAULT)
        return run_towards(g, self.soldier, start, goal, most)

    def ran(self, g: NcoState, arrived: bool) -> Outcome[None]:
        """Stop if an Ambush hit the soldier, who lies there."""
        if not g.there(self.soldier):
            return Done()
        return self.clash if arrived else self.calm

    def clash(self, g: NcoState) -> Outcome[None]:
        """NCO-HLT-11: contact with the target takes both; nobody else counts (R-46)."""
        here = g.soldiers[self.soldier].spot
        if g.there(self.target) and touches(g, here, g.soldiers[self.target].spot):
            kill(g, self.soldier, "NCO-HLT-11")
            kill(g, self.target, "NCO-HLT-11")
            return Done()
        return self.calm

    def calm(self, g: NcoState) -> Outcome[None]:
        """Go Down, with full psyche (NCO-HLT-12)."""
        s = g.soldiers[self.soldier]
        order = Order.DOWN if s.order is not Order.NONE else s.order
        g.change(self.soldier, down=True, order=order)
        relieve(g, self.soldier, 0, s.psyche_max)
        g.tell(CalmAgain(self.soldier))
        return Done()


def _snapped_order(g: NcoState, soldier: SoldierId) -> Order:
    """Return the order of a snapped soldier (R-46): it uses their die if they had none; between
    turns there is none (R-44)."""
    return Order.RUN if g.phase is Phase.ORDERS else g.soldiers[soldier].order
