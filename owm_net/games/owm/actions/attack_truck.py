"""An Attack order at the Supply Truck (000:1025-1035, A-63), instead of one at a Fireteam."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Mark, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.text import counted_in, say, say_n
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    laid,
    orders,
    strength_of,
    void,
    why_no_order,
)
from owm_net.games.owm.actions.attack import CeaseFire, Shoot, why_not_left
from owm_net.games.owm.firing import FiringSequence, is_shaken, lethality_at, smoke, why_not_able
from owm_net.games.owm.flips import FlipCard, Purpose, size_colour
from owm_net.games.owm.ground import lies_behind
from owm_net.games.owm.ids import NO_FIRETEAM, NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.missions import lead_side, supply_truck
from owm_net.games.owm.missions.supply_truck import the_truck, truck_of
from owm_net.games.owm.state import CATALOG, TERRAINS, Fireteam, OwmState
from owm_net.games.owm.stealth import end_stealth
from owm_net.games.owm.terms import Colour, StandingOrder
from owm_net.games.owm.traits import attacks as traits
from owm_net.games.owm.traits.firing import Shot, shooter_modifiers
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import Free, Order, Total, flip_number, window

TRUCK = FireteamId(-1)
"""Stands for the truck among the targets of a turn (OWM-ATK-02)."""

# -- the action ------------------------------------------------------------------------------


@record("owm.attack_truck")
class AttackTruck(Action):
    """Play an Attack order at the Supply Truck, from its Terrain or beside it (OWM-MX-11)."""

    title = say("Attack truck")
    help = say("An Attack order at the Supply Truck, from its Terrain or beside it (OWM-MX-11)")
    words = say("attack the Supply Truck with {card}")
    by_name = True

    card: Played

    @classmethod
    def in_play(cls, g: OwmState) -> bool:
        return truck_of(g) is not None

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[AttackTruck]:
        for card in orders(view, turn, StandingOrder.ATTACK):
            yield AttackTruck(card)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """Judge by OWM-MX-11: who may shoot at the truck, and from where; once a turn
        (OWM-ATK-02)."""
        g = view.state
        team = g.fireteams[turn.fireteam]
        problem = why_no_truck(g, team)
        if problem is not None:
            return problem
        if TRUCK in turn.attacked:
            return Refusal("OWM-ATK-02", say("it has already been attacked in this turn"))
        if all(why_no_shot(g, team, soldier) for soldier in team.line):
            return Refusal("OWM-ATK-05", say("nobody of the Fireteam can shoot now"))
        problem = why_not_left(g, turn, team, NO_FIRETEAM)
        if problem is not None:
            return problem
        return why_no_order(view, self.card, StandingOrder.ATTACK)

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        card = g.spend(g.fireteams[turn.fireteam].seat, self.card)
        g.tell(AttacksTruck(turn.fireteam, (card,)))
        return laid(AttackTruck, g, turn, standing=StandingOrder.ATTACK, cell=the_truck(g).cell)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """With the strength of its card. The truck may be out of sight."""
        problem = why_no_truck(g, g.fireteams[turn.fireteam])
        if problem is not None:
            return void(g, turn, problem)
        turn.attacked.append(TRUCK)
        strength = strength_of(CardNumber(self.card))
        return Call(TruckAttack(turn.fireteam, strength), then=turn.acted)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        truck = the_truck(view.state)
        does = say("breaks it down") if truck.green else say("destroys it and wins the match")
        return say(
            "a single total of {wanted} {does}", wanted=supply_truck.wanted(truck), does=does
        )


def why_no_truck(g: OwmState, team: Fireteam) -> Refusal | None:
    """Why a Fireteam may not shoot at the truck, None if it may (OWM-MX-11)."""
    truck = truck_of(g)
    if truck is None:
        return Refusal("OWM-MX-11", say("there is no Supply Truck in this mission"))
    if g.sides[team.seat] is lead_side(g):
        return Refusal("OWM-MX-11", say("it is the truck of the own side"))
    if g.ground.distance(team.cell, truck.cell) > 1:
        return Refusal("OWM-MX-11", say("only from its Terrain or an adjacent one"))
    if not g.sees(team.cell, truck.cell):
        return Refusal("OWM-LOS-05", say("there is no line of sight to it"))
    if any(
        other.id != team.id and lies_behind(g.ground, team.cell, truck.cell, other.cell)
        for other in g.friends(team.seat)
    ):
        return Refusal("OWM-FF-01", say("a friendly Fireteam stands exactly behind it"))
    return None


def why_no_shot(g: OwmState, team: Fireteam, soldier: SoldierId) -> Refusal | None:
    """Return why a soldier of it cannot shoot at the truck, None if allowed."""
    problem = why_not_able(g, team, soldier)
    if problem is None and not lethality_at(g, g.soldiers[soldier], team, the_truck(g).cell):
        return Refusal("OWM-FIRE-03", say("his weapon does not reach that far"))
    return problem


def modifiers(
    g: OwmState, team: Fireteam, from_stealth: bool, covered: bool = True
) -> list[tuple[str, int]]:
    """Return everything added to a total at the truck, with the reason, zeros left out. covered:
    its Terrain protects it.

    Its Terrain protects it, and nothing else: it is no Fireteam that is flanked, digs in or is on
    the move (A-63).
    """
    here, there = TERRAINS.at(g.ground, team.cell), TERRAINS.at(g.ground, the_truck(g).cell)
    found = [
        (say("attack from {title}", title=here.title), here.attack),
        (say("entrenched attacker"), 1 if team.dug_in else 0),
        (say("from stealth"), 2 if from_stealth else 0),
        (say("defense of {title}", title=there.title), -there.defense if covered else 0),
        (say("Smoke at the shooter"), smoke(g, team.cell)),
        (say("Smoke at the target"), smoke(g, the_truck(g).cell)),
    ]
    return [(why, n) for why, n in found if n]


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.attack_truck")
class AttacksTruck(Ordered):
    """An Attack order was played at the truck."""

    rule = "OWM-MX-11"

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def deed(self, g: OwmState) -> str:
        return say("attacks the Supply Truck")


@record("owm.event.truck_shots")
class ShotsAtTruck(Event):
    """So many soldiers may shoot at the truck, if there are as many who can."""

    words = say_n("{n} soldier may shoot", "up to {n} soldiers may shoot")
    rule = "OWM-ATK-03"

    fireteam: FireteamId
    n: int


@record("owm.event.truck_total")
class TruckTotalled(Event):
    """A Firing Sequence at the truck has come to a number. why: the modifiers in it, in words."""

    words = say("{soldier} at the Supply Truck: total {total}{why_brackets}")
    rule = "OWM-FIRE-10"
    headline = True

    soldier: SoldierId
    total: int
    why: tuple[str, ...]


# -- the attack ------------------------------------------------------------------------------

TRUCK_SHOOTER = Kind(
    "truck_shooter",
    Shoot,
    CeaseFire,
    rule="OWM-ATK-04",
    why=say("choose a soldier who shoots at the truck"),
    deed=say("choose a shooter"),
)


@frame("owm.truck_attack")
@define
class TruckAttack(Frame[None]):
    """One Fireteam attacks the truck. Its fields are those of an `AttackOrder`.

    green: which side of the truck was up when the attack began. As soon as it turns, the attack is
    over: only who attacks again can destroy it (A-152).
    """

    fireteam: FireteamId
    strength: Colour
    shots: int = 0
    fired: list[SoldierId] = field(factory=list)
    shooter: SoldierId = NO_SOLDIER
    from_stealth: bool = False
    green: bool = True

    def start(self, g: OwmState) -> Outcome[None]:
        """Step 1: flip the number of shots (OWM-ATK-03)."""
        self.green = the_truck(g).green
        self.from_stealth = g.fireteams[self.fireteam].stealthed
        flip = flip_number(g, Purpose.SHOTS, self.strength, self.fireteam)
        return Call(flip, then=self.read_shots)

    def read_shots(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 1: read the die of the order's colour."""
        self.shots = CATALOG.dice(card).of(self.strength)
        g.tell(ShotsAtTruck(self.fireteam, self.shots))
        return check_end(g) or self.next_shooter

    def next_shooter(self, g: OwmState) -> Outcome[None]:
        """Step 2: the owner picks one soldier after another (OWM-ATK-04)."""
        if not self.goes_on(g):
            return self.finish
        first = traits.must_shoot(g, self._able(g))
        if len(first) == 1:  # OWM-ATK-06: there is nothing to choose
            traits.tell_eager(g, first[0])
            return self.hear(g, Shoot(first[0]))
        return Ask(TRUCK_SHOOTER.of(g.fireteams[self.fireteam].seat), then=self.hear)

    def goes_on(self, g: OwmState) -> bool:
        """Return True if there is a shot left, and somebody who can make it."""
        team = g.fireteams.get(self.fireteam)
        if not self.shots or team is None or team.spent_in == g.round_no:
            return False
        if the_truck(g).green is not self.green:
            return False
        return why_no_truck(g, team) is None and bool(self._able(g))

    def _able(self, g: OwmState) -> list[SoldierId]:
        team = g.fireteams[self.fireteam]
        return [s for s in team.line if s not in self.fired and why_no_shot(g, team, s) is None]

    @TRUCK_SHOOTER.offers
    def offers_truck_shooter(self, view: View[OwmState]) -> Iterator[Shoot | CeaseFire]:
        """Every soldier of the Fireteam, or no more shots."""
        for soldier in view.state.fireteams[self.fireteam].line:
            yield Shoot(soldier)
        yield CeaseFire()

    @TRUCK_SHOOTER.judges
    def why_not_truck_shooter(
        self, view: View[OwmState], answer: Shoot | CeaseFire
    ) -> Refusal | None:
        """Nobody shoots twice in an order (OWM-ATK-04), and not everybody can (OWM-ATK-05)."""
        first = traits.must_shoot(view.state, self._able(view.state))
        if isinstance(answer, CeaseFire):
            return Refusal("OWM-ATK-06", say("by a trait some must shoot")) if first else None
        if answer.soldier in self.fired:
            return Refusal("OWM-ATK-04", say("he has already fired in this Attack order"))
        if first and answer.soldier not in first:
            return Refusal("OWM-ATK-06", say("by a trait others shoot before him"))
        return why_no_shot(view.state, view.state.fireteams[self.fireteam], answer.soldier)

    @TRUCK_SHOOTER.tells
    def about_truck_shooter(self, view: View[OwmState]) -> AboutFireteam:
        """Tell who shoots, how many more may, and the total a shot must reach (OWM-MX-11)."""
        g = view.state
        left = say_n("{n} shot left", "{n} shots left", self.shots)
        team = words.fireteam_name(g, self.fireteam)
        what = say("choose who of {team} shoots at the Supply Truck ({left})", team=team, left=left)
        does = say("breaks it down") if the_truck(g).green else say("destroys it")
        why = say(
            "a single total of {wanted} {does}", wanted=supply_truck.wanted(the_truck(g)), does=does
        )
        return AboutFireteam(what, why, "OWM-MX-11", self.fireteam, left=self.shots)

    def hear(self, g: OwmState, answer: Shoot | CeaseFire) -> Outcome[None]:
        """Step 2: one shot fewer is left, or none is wanted."""
        if isinstance(answer, CeaseFire):
            return self.finish
        self.shooter = answer.soldier
        self.fired.append(answer.soldier)
        self.shots -= 1
        return self.flip_target

    def flip_target(self, g: OwmState) -> Outcome[None]:
        """Step 3: one card for the target, whatever it shows (A-63, OWM-CCS-05)."""
        return Call(FlipCard(Purpose.TARGET, size_colour(1), to_event_pile=True), then=self.fire)

    def fire(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Steps 4 and 5."""
        team, shooter = g.fireteams[self.fireteam], g.soldiers[self.shooter]
        shot = TruckShot(
            fireteam=self.fireteam,
            target_team=NO_FIRETEAM,
            shooter=self.shooter,
            target=NO_SOLDIER,
            lethality=list(lethality_at(g, shooter, team, the_truck(g).cell)),
            discipline_flips=2 if is_shaken(g, shooter, team) else 1,
            from_stealth=self.from_stealth,
        )
        return Call(shot, then=self.after_shot)

    def after_shot(self, g: OwmState) -> Outcome[None]:
        """Repeat for the next soldier (OWM-ATK-07); before that Command Decisions can be played
        (W5)."""
        if self.shooter in g.soldiers and g.soldiers[self.shooter].is_marksman:
            g.change_soldier(self.shooter, is_marksman=False)  # for one sequence
        end = check_end(g)
        if end is not None:
            return end
        if not self.goes_on(g):
            return self.finish
        free = Free(say("before the next shot"), fireteam=self.fireteam)
        return window(g, free, then=self.after_answers)

    def after_answers(self, g: OwmState, free: Free) -> Outcome[None]:
        """The next shot, if there still is one."""
        return self.next_shooter

    def finish(self, g: OwmState) -> Outcome[None]:
        """A hostile action ends stealth when it is over (OWM-STLTH-06, A-36)."""
        if self.fireteam in g.fireteams:
            end_stealth(g, self.fireteam, "OWM-STLTH-06")
        return Done()


@record("owm.window.truck_total")
class TruckTotal(Total):
    """W4: a total stands against the truck. wanted: what it must reach. Nobody evades for it
    (A-118)."""

    wanted: int = field(default=0, kw_only=True)

    def tells(self, g: OwmState) -> str:
        return say(
            "the total of {total} against the Supply Truck ({wanted})",
            total=self.total,
            wanted=self.wanted,
        )


@frame("owm.truck_shot")
@define
class TruckShot(FiringSequence):
    """A Firing Sequence whose target is the truck: no Resolve, and no wound (A-63)."""

    def is_doubled(self, g: OwmState) -> bool:
        return is_shaken(g, g.soldiers[self.shooter], g.fireteams[self.fireteam])

    def makes_last_stand(self, g: OwmState) -> bool:
        return False

    def apply_modifiers(self, g: OwmState) -> Outcome[None]:
        """Attack 4C, and the window before the total counts."""
        team, shooter = g.fireteams[self.fireteam], g.soldiers[self.shooter]
        found = modifiers(g, team, self.from_stealth, not self.exposed)
        beside = team.with_(cell=the_truck(g).cell)
        found += shooter_modifiers(Shot(g, team, shooter, beside, shooter))
        self.total += sum(n for _, n in found)
        g.tell(TruckTotalled(self.shooter, self.total, tuple([counted_in(w, n) for w, n in found])))
        total = TruckTotal(
            NO_SOLDIER,
            self.total,
            self.newest_flip(g),
            from_pile=True,
            enemy=self.fireteam,
            wanted=supply_truck.wanted(the_truck(g)),
        )
        return window(g, total, then=self.answered)

    def resolve(self, g: OwmState) -> Outcome[None]:
        """Apply the total (OWM-MX-11)."""
        supply_truck.resolve_hit(g, self.fireteam, self.total)
        return self.close
