"""Attack, steps 1 to 3 (000:1206-1263, section 2.14): whom, how many shots, who shoots, at whom.

What one shot does, steps 4 and 5, is `firing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Mark, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.owm import forecast, words
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
from owm_net.games.owm.firing import (
    FiringSequence,
    is_doubled,
    is_ducking,
    lethality,
    reaches,
    valid_targets,
    why_no_shot,
    why_no_target,
    why_nobody_shoots,
)
from owm_net.games.owm.flips import FlipCard, NobodyPicked, Purpose, picked, size_colour
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, Fireteam, OwmState, order_of
from owm_net.games.owm.stealth import end_stealth, mark_attacked
from owm_net.games.owm.terms import Colour, StandingOrder
from owm_net.games.owm.traits import attacks as traits
from owm_net.games.owm.victory import check_end
from owm_net.games.owm.windows import Free, Order, Target, flip_number, window

# -- the action ------------------------------------------------------------------------------


@record("owm.attack")
class Attack(Action):
    """Play an Attack order at one enemy Fireteam in line of sight (OWM-ATK-01)."""

    title = say("Attack")
    help = say("Soldiers of the Fireteam shoot at an enemy Fireteam in sight (OWM-ATK-01)")
    words = say("attack {target} with {card}")

    card: Played
    target: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Attack]:
        g = view.state
        team = g.fireteams[turn.fireteam]
        enemies = [e.id for e in g.enemies(team.seat) if reaches(g, team, e)]
        for card in orders(view, turn, StandingOrder.ATTACK):
            for enemy in enemies:
                yield Attack(card, enemy)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """The card is an Attack order (OWM-CARD-02), and the target may be named now (OWM-ATK-01)
        by a Fireteam that can shoot (OWM-ATK-05), and has not been attacked in this turn
        (OWM-ATK-02)."""
        problem = why_no_order(view, self.card, StandingOrder.ATTACK)
        if problem is not None:
            return problem
        g = view.state
        target = g.fireteams.get(self.target)
        if target is None or not target.on_map:
            return Refusal("OWM-ATK-01", say("there is no such Fireteam on the map"))
        if target.id in turn.attacked:
            return Refusal("OWM-ATK-02", say("it has already been attacked in this turn"))
        team = g.fireteams[turn.fireteam]
        problem = (
            why_no_target(g, team, target)
            or why_nobody_shoots(g, team)
            or why_not_left(g, turn, team, self.target)
        )
        unseen = problem is not None and problem.rule == "OWM-LOS-05"
        if unseen and not any(g.sees(team.cell, enemy.cell) for enemy in g.enemies(team.seat)):
            return Refusal("OWM-LOS-05", say("no enemy is in sight"))
        return problem

    def lay(self, g: OwmState, turn: ActiveTurn) -> Order:
        card = g.spend(g.fireteams[turn.fireteam].seat, self.card)
        g.tell(Attacks(turn.fireteam, (card,), self.target))
        return laid(Attack, g, turn, standing=StandingOrder.ATTACK, enemy=self.target)

    def act(self, g: OwmState, turn: ActiveTurn, order: Order) -> Outcome[None]:
        """With the strength of its card. The target may be gone, or out of sight."""
        team, target = g.fireteams[turn.fireteam], g.fireteams.get(self.target)
        if target is None:
            return void(g, turn, Refusal("OWM-ATK-01", say("there is no such Fireteam")))
        problem = why_no_target(g, team, target)
        if problem is not None:
            return void(g, turn, problem)
        turn.attacked.append(self.target)
        strength = strength_of(CardNumber(self.card))
        return Call(AttackOrder(team.id, self.target, strength), then=turn.acted)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        g = view.state
        order = order_of(view.card(self.card))
        strength = order.strength if order is not None else None
        return forecast.attack(g, g.fireteams[turn.fireteam], g.fireteams[self.target], strength)


def why_not_left(
    g: OwmState, turn: ActiveTurn, team: Fireteam, target: FireteamId
) -> Refusal | None:
    """OWM-ATK-08: a trait may hold the Fireteam to the enemy it attacked last, if that one can be
    shot at. target: whom it is to attack instead; NO_FIRETEAM for the Supply Truck (A-140)."""
    enemy, holder = traits.held_to(g, team)
    if not enemy or enemy == target or enemy in turn.attacked:
        return None
    held = g.fireteams[enemy]
    if not held.on_map or why_no_target(g, team, held) or not reaches(g, team, held):
        return None
    who, whom = words.soldier_name(holder), words.fireteam_name(g, enemy)
    return Refusal("OWM-ATK-08", say("by a trait {who} does not let {whom} go", who=who, whom=whom))


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.attack")
class Attacks(Ordered):
    """An Attack order was played."""

    rule = "OWM-STD-02"

    target: FireteamId

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def deed(self, g: OwmState) -> str:
        return say("attacks {team}", team=words.fireteam_name(g, self.target))


@record("owm.event.shots")
class ShotsAllowed(Event):
    """So many soldiers may shoot, if there are as many who can."""

    words = say_n("{n} soldier may shoot", "up to {n} soldiers may shoot")
    rule = "OWM-ATK-03"

    fireteam: FireteamId
    target: FireteamId
    n: int


@record("owm.event.aim")
class Aimed(Event):
    """A flip has named the target of the next shot."""

    words = say("{soldier} aims at {target}")
    rule = "OWM-TGT-01"

    soldier: SoldierId
    target: SoldierId


# -- step 2: who shoots ----------------------------------------------------------------------


@record("owm.shoot")
class Shoot(Answer):
    """The next soldier who shoots (OWM-ATK-04)."""

    title = say("Shoot")
    help = say("Each soldier shoots once in an Attack order (OWM-ATK-04)")
    words = say("{soldier} shoots")

    soldier: SoldierId


@record("owm.cease_fire")
class CeaseFire(Answer):
    """The remaining shots are not taken (A-86)."""

    title = say("Cease fire")
    help = say("The remaining shots are not taken (A-86)")
    words = say("no more shots")
    by_name = True


SHOOTER = Kind(
    "shooter",
    Shoot,
    CeaseFire,
    rule="OWM-ATK-04",
    why=say("choose a soldier who shoots"),
    deed=say("choose a shooter"),
)


@record("owm.event.shot_lost")
class ShotLost(Event):
    """A soldier was to shoot, but what has been answered makes it impossible."""

    words = say("the shot of {soldier} is lost: {why}")

    soldier: SoldierId
    why: str
    rule: str = field(default="OWM-ATK-01", kw_only=True)


@record("owm.event.nobody_to_hit")
class NobodyToHit(Event):
    """An attack ends before its last shot."""

    words = say("no more shots: all of {target} have gone down in this round")
    rule = "OWM-TGT-02"

    target: FireteamId


@frame("owm.attack_order")
@define
class AttackOrder(Frame[None]):
    """One Fireteam attacks another.

    shots: how many are left. fired: soldiers who have shot in this order. shooter: the one who
    shoots now. from_stealth: it was in stealth when the order was played; that lasts until it is
    over. on_the_run: Double Discipline (OWM-CD-ONTHERUN). hero: the soldier who alone shoots, every
    time, by an Act of Valor; NO_SOLDIER in an order.
    """

    fireteam: FireteamId
    target: FireteamId
    strength: Colour
    shots: int = 0
    fired: list[SoldierId] = field(factory=list)
    shooter: SoldierId = NO_SOLDIER
    from_stealth: bool = False
    on_the_run: bool = False
    hero: SoldierId = NO_SOLDIER

    def start(self, g: OwmState) -> Outcome[None]:
        """Step 1: flip the number of shots (OWM-ATK-03)."""
        self.from_stealth = g.fireteams[self.fireteam].stealthed
        if not self.hero:
            traits.note_attack(g, self.fireteam, self.target)
        if reaches(g, g.fireteams[self.fireteam], g.fireteams[self.target]):
            mark_attacked(g, self.target)
        flip = flip_number(g, Purpose.SHOTS, self.strength, self.fireteam, enemy=self.target)
        return Call(flip, then=self.read_shots)

    def read_shots(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 1: read the die of the order's colour."""
        self.shots = CATALOG.dice(card).of(self.strength)
        g.tell(ShotsAllowed(self.fireteam, self.target, self.shots))
        return check_end(g) or self.next_shooter

    def next_shooter(self, g: OwmState) -> Outcome[None]:
        """Step 2: the owner picks one soldier after another (OWM-ATK-04)."""
        if not self.goes_on(g):
            return self.finish
        team = g.fireteams[self.fireteam]
        first = traits.must_shoot(g, self._able(g))
        if len(first) == 1:  # OWM-ATK-06: there is nothing to choose
            traits.tell_eager(g, first[0])
            return self.hear(g, Shoot(first[0]))
        return Ask(SHOOTER.of(team.seat), then=self.hear)

    def goes_on(self, g: OwmState) -> bool:
        """Return True if there is a shot left, and somebody who can make it."""
        team, target = g.fireteams.get(self.fireteam), g.fireteams.get(self.target)
        if not self.shots or team is None or target is None or not valid_targets(g, target):
            return False
        # Command Decisions may have moved one of them
        if self._is_spent(g, team) or why_no_target(g, team, target) is not None:
            return False
        return bool(self._able(g))

    @SHOOTER.offers
    def offers_shooter(self, view: View[OwmState]) -> Iterator[Shoot | CeaseFire]:
        """Every soldier of the Fireteam, or no more shots."""
        for soldier in view.state.fireteams[self.fireteam].line:
            yield Shoot(soldier)
        yield CeaseFire()

    @SHOOTER.judges
    def why_not_shooter(self, view: View[OwmState], answer: Shoot | CeaseFire) -> Refusal | None:
        """Nobody shoots twice in an order (OWM-ATK-04), and not everybody can (OWM-ATK-05)."""
        g = view.state
        first = traits.must_shoot(g, self._able(g))
        if isinstance(answer, CeaseFire):
            return Refusal("OWM-ATK-06", say("by a trait some must shoot")) if first else None
        if self.hero and answer.soldier != self.hero:
            return Refusal("OWM-CD-VALOR", say("only the hero shoots"), misfit=True)
        if answer.soldier in self.fired and not self.hero:
            return Refusal("OWM-ATK-04", say("he has already fired in this Attack order"))
        if first and answer.soldier not in first:
            return Refusal("OWM-ATK-06", say("by a trait others shoot before him"))
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        return why_no_shot(g, team, target, answer.soldier)

    @SHOOTER.tells
    def about_shooter(self, view: View[OwmState]) -> AboutFireteam:
        """Tell who shoots at whom, and how many more may (OWM-ATK-03)."""
        g = view.state
        team, target = words.fireteam_name(g, self.fireteam), words.fireteam_name(g, self.target)
        left = say_n("{n} shot left", "{n} shots left", self._can_be_made(g))
        what = say(
            "choose who of {team} shoots at {target} ({left})", team=team, target=target, left=left
        )
        why = say("each soldier shoots once in an Attack order")
        if self.hero:
            why = say("one soldier makes all shots of an Act of Valor")
        why = say("{why}; {short}", why=why, short=forecast.SHORT)
        return AboutFireteam(
            what, why, "OWM-ATK-04", self.fireteam, enemy=self.target, left=self.shots
        )

    @SHOOTER.foretells
    def outlook_shooter(self, view: View[OwmState], answer: Shoot | CeaseFire) -> str:
        """The odds of the shot, or what is given away (A-86)."""
        g = view.state
        if isinstance(answer, CeaseFire):
            shots = say_n("{n} shot", "{n} shots", self._can_be_made(g))
            return say("{shots} would be lost", shots=shots)
        odds = dict(forecast.shots(g, g.fireteams[self.fireteam], g.fireteams[self.target]))
        return odds[answer.soldier]

    def hear(self, g: OwmState, answer: Shoot | CeaseFire) -> Outcome[None]:
        """Step 2: one shot fewer is left, or none is wanted."""
        if isinstance(answer, CeaseFire):
            return self.finish
        self.shooter = answer.soldier
        self.fired.append(answer.soldier)
        self.shots -= 1
        mark_attacked(g, self.target)
        return self.flip_target

    def flip_target(self, g: OwmState) -> Outcome[None]:
        """Step 3: the target by the size of its Fireteam (OWM-TGT-01).

        Its card goes to the event pile too, void ones as well (000:1247, A-102).
        """
        size = len(g.fireteams[self.target].line)
        return Call(FlipCard(Purpose.TARGET, size_colour(size), to_event_pile=True), then=self.aim)

    def aim(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 3; void results and ducking soldiers are flipped again."""
        line = g.fireteams[self.target].line
        index = picked(len(line), CATALOG.dice(card).of(size_colour(len(line))))
        if index is None:
            index = traits.void_hits(g, line, valid_targets(g, g.fireteams[self.target]))
        if index is None or is_ducking(g, g.soldiers[line[index]]):
            g.tell(NobodyPicked(rule="OWM-CCS-07" if index is None else "OWM-TGT-02"))
            return self.flip_target
        g.tell(Aimed(self.shooter, line[index]))
        named = Target(
            Purpose.TARGET,
            size_colour(len(line)),
            card,
            soldier=line[index],
            shooter=self.shooter,
            fireteam=self.fireteam,
            enemy=self.target,
        )
        return window(g, named, then=self.shoot)

    def shoot(self, g: OwmState, named: Target) -> Outcome[None]:
        """Shoot (step 4), unless a soldier involved is no longer there: then the shot is lost."""
        team, target = g.fireteams.get(self.fireteam), g.fireteams.get(self.target)
        problem = self._why_lost(g, team, target, named)
        if team is None or target is None or problem is not None:
            g.discard.extend(g.event_pile)  # OWM-CCS-04
            g.event_pile.clear()
            if problem is not None:
                g.tell(ShotLost(self.shooter, problem.why, rule=problem.rule))
            return self.after_shot
        if named.void:
            return self.flip_target
        shooter = g.soldiers[self.shooter]
        doubled = self.on_the_run or is_doubled(g, shooter, team, target)
        shot = FiringSequence(
            fireteam=self.fireteam,
            target_team=self.target,
            shooter=self.shooter,
            target=named.soldier,
            lethality=list(lethality(g, shooter, team, target)),
            discipline_flips=2 if doubled else 1,
            from_stealth=self.from_stealth,
            on_the_run=self.on_the_run,
        )
        return Call(shot, then=self.after_shot)

    def _why_lost(
        self, g: OwmState, team: Fireteam | None, target: Fireteam | None, named: Target
    ) -> Refusal | None:
        """Return what has happened to them while the target was answered."""
        if team is None or target is None or self._is_spent(g, team):
            return Refusal("OWM-ATK-01", say("one of the Fireteams is not there any more"))
        problem = why_no_target(g, team, target) or why_no_shot(g, team, target, self.shooter)
        if problem is None and not named.void and named.soldier not in valid_targets(g, target):
            return Refusal("OWM-TGT-02", say("he can no longer be shot at"))
        return problem

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
        free = Free(say("before the next shot"), fireteam=self.fireteam, enemy=self.target)
        return window(g, free, then=self.after_answers)

    def after_answers(self, g: OwmState, free: Free) -> Outcome[None]:
        """The next shot, if there still is one."""
        return self.next_shooter

    def _can_be_made(self, g: OwmState) -> int:
        """So many of the shots that are left as there are soldiers for; one hero makes all."""
        return self.shots if self.hero else min(self.shots, len(self._able(g)))

    def _able(self, g: OwmState) -> list[SoldierId]:
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        may = (
            [s for s in team.line if s == self.hero]
            if self.hero
            else [s for s in team.line if s not in self.fired]
        )
        return [s for s in may if why_no_shot(g, team, target, s) is None]

    def _is_spent(self, g: OwmState, team: Fireteam) -> bool:
        """Return True if an assault has used up the turn in which the order was given (A-60)."""
        return team.spent_in == g.round_no and not self.hero

    def finish(self, g: OwmState) -> Outcome[None]:
        """A hostile action ends stealth when it is over (OWM-STLTH-06, A-36)."""
        target = g.fireteams.get(self.target)
        if self.shots and target is not None and target.line and not valid_targets(g, target):
            g.tell(NobodyToHit(self.target))
        end_stealth(g, self.fireteam, "OWM-STLTH-06")
        return Done()
