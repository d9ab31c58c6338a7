"""Attack, steps 1 to 3 (000:1206-1263, section 2.14): whom, how many shots, who shoots, at whom.

What one shot does, steps 4 and 5, is `firing`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from owm_net.engine.agenda import Ask, Call, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, register
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.owm import forecast, words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.actions.action import (
    Action,
    ActiveTurn,
    Ordered,
    orders,
    strength_of,
    why_no_order,
)
from owm_net.games.owm.firing import (
    FiringSequence,
    is_doubled,
    is_ducking,
    lethality,
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

# -- the action ------------------------------------------------------------------------------


@register("owm.attack")
@frozen
class Attack(Action):
    """Play an Attack order at one enemy Fireteam in line of sight (OWM-ATK-01)."""

    title = "Attack"
    help = "Soldiers of the Fireteam shoot at an enemy Fireteam in sight (OWM-ATK-01)"

    card: Played
    target: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], turn: ActiveTurn) -> Iterator[Attack]:
        """Every Attack order at every enemy."""
        team = view.state.fireteams[turn.fireteam]
        for card in orders(view, turn, StandingOrder.ATTACK):
            for enemy in view.state.enemies(team.seat):
                yield Attack(card, enemy.id)

    def why_not(self, view: View[OwmState], turn: ActiveTurn) -> Refusal | None:
        """The card is an Attack order (OWM-CARD-02), and the target may be named and shot at now
        (OWM-ATK-01) and has not been attacked in this turn (OWM-ATK-02)."""
        problem = why_no_order(view, self.card, StandingOrder.ATTACK)
        if problem is not None:
            return problem
        g = view.state
        target = g.fireteams.get(self.target)
        if target is None or not target.on_map:
            return Refusal("OWM-ATK-01", "there is no such Fireteam on the map")
        if target.id in turn.attacked:
            return Refusal("OWM-ATK-02", "it has already been attacked in this turn")
        team = g.fireteams[turn.fireteam]
        return _why_not_shot_at(g, team, target) or self._why_not_left(g, turn, team)

    def _why_not_left(self, g: OwmState, turn: ActiveTurn, team: Fireteam) -> Refusal | None:
        """OWM-ATK-08: a trait may hold the Fireteam to the enemy it attacked last, if that one may
        be named."""
        enemy, holder = traits.held_to(g, team)
        if not enemy or enemy == self.target or enemy in turn.attacked:
            return None
        held = g.fireteams[enemy]
        if not held.on_map or _why_not_shot_at(g, team, held) is not None:
            return None
        who, whom = words.soldier_name(holder), words.fireteam_name(g, enemy)
        return Refusal("OWM-ATK-08", f"by a trait {who} does not let {whom} go")

    def act(self, g: OwmState, turn: ActiveTurn) -> Outcome[None]:
        """The order, with the strength of its card."""
        team = g.fireteams[turn.fireteam]
        card = g.spend(team.seat, self.card)
        g.tell(Attacks(team.id, (card,), self.target))
        turn.attacked.append(self.target)
        return Call(AttackOrder(team.id, self.target, strength_of(card)), then=turn.acted)

    def outlook(self, view: View[OwmState], turn: ActiveTurn) -> str:
        g = view.state
        order = order_of(view.card(self.card))
        strength = order.strength if order is not None else None
        return forecast.attack(g, g.fireteams[turn.fireteam], g.fireteams[self.target], strength)

    def words(self, view: View[OwmState]) -> str:
        target = words.fireteam_name(view.state, self.target)
        return f"attack {target} with {words.played_names(view, self.card)}"


def _why_not_shot_at(g: OwmState, team: Fireteam, target: Fireteam) -> Refusal | None:
    return why_no_target(g, team, target) or why_nobody_shoots(g, team, target)


# -- what is told ----------------------------------------------------------------------------


@register("owm.event.attack")
@frozen
class Attacks(Ordered):
    """An Attack order was played."""

    target: FireteamId
    rule: str = field(default="OWM-STD-02", kw_only=True)

    def deed(self, g: OwmState) -> str:
        return f"attacks {words.fireteam_name(g, self.target)}"


@register("owm.event.shots")
@frozen
class ShotsAllowed(Event):
    """So many soldiers may shoot, if there are as many who can."""

    fireteam: FireteamId
    target: FireteamId
    n: int
    rule: str = field(default="OWM-ATK-03", kw_only=True)

    def words(self, g: OwmState) -> str:
        return f"{self.n} soldier{'s' if self.n != 1 else ''} may shoot"


@register("owm.event.aim")
@frozen
class Aimed(Event):
    """A flip has named the target of the next shot."""

    soldier: SoldierId
    target: SoldierId
    rule: str = field(default="OWM-TGT-01", kw_only=True)

    def words(self, g: OwmState) -> str:
        return f"{words.soldier_name(self.soldier)} aims at {words.soldier_name(self.target)}"


# -- step 2: who shoots ----------------------------------------------------------------------


@register("owm.shoot")
@frozen
class Shoot(Answer):
    """The next soldier who shoots (OWM-ATK-04)."""

    title = "Shoot"
    help = "Each soldier shoots once in an Attack order (OWM-ATK-04)"

    soldier: SoldierId

    def words(self, view: View[OwmState]) -> str:
        return f"{words.soldier_name(self.soldier)} shoots"


@register("owm.cease_fire")
@frozen
class CeaseFire(Answer):
    """The remaining shots are not taken (A-86)."""

    title = "Cease fire"
    help = "The remaining shots are not taken (A-86)"
    by_name = True

    def words(self, view: View[OwmState]) -> str:
        return "no more shots"


SHOOTER = Kind(
    "shooter",
    Shoot,
    CeaseFire,
    rule="OWM-ATK-04",
    why="a soldier who shoots is asked for",
    deed="choose a shooter",
)


@frame("owm.attack_order")
@define
class AttackOrder(Frame[None]):
    """One Fireteam attacks another.

    shots: how many are left. fired: who has shot in this order. shooter: who shoots now.
    from_stealth: it was in stealth when the order was played; that lasts until it is over.
    """

    fireteam: FireteamId
    target: FireteamId
    strength: Colour
    shots: int = 0
    fired: list[SoldierId] = field(factory=list)
    shooter: SoldierId = NO_SOLDIER
    from_stealth: bool = False

    def start(self, g: OwmState) -> Outcome[None]:
        """Step 1: flip the number of shots (OWM-ATK-03)."""
        self.from_stealth = g.fireteams[self.fireteam].stealthed
        traits.note_attack(g, self.fireteam, self.target)
        mark_attacked(g, self.target)
        return Call(FlipCard(Purpose.SHOTS, self.strength), then=self.read_shots)

    def read_shots(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 1: read the die of the order's colour."""
        self.shots = CATALOG.dice(card).of(self.strength)
        g.tell(ShotsAllowed(self.fireteam, self.target, self.shots))
        return check_end(g) or self.next_shooter

    def next_shooter(self, g: OwmState) -> Outcome[None]:
        """Step 2: the owner picks one soldier after another (OWM-ATK-04)."""
        target = g.fireteams.get(self.target)
        if not self.shots or target is None or not valid_targets(g, target):
            return self.finish
        team = g.fireteams[self.fireteam]
        able = self._able(g)
        if not able:
            return self.finish
        first = traits.must_shoot(g, able)
        if len(first) == 1:  # OWM-ATK-06: there is nothing to choose
            traits.tell_eager(g, first[0])
            return self.hear(g, Shoot(first[0]))
        return Ask(SHOOTER.of(team.seat), then=self.hear)

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
            return Refusal("OWM-ATK-06", "by a trait some must shoot") if first else None
        if answer.soldier in self.fired:
            return Refusal("OWM-ATK-04", "he has already fired in this Attack order")
        if first and answer.soldier not in first:
            return Refusal("OWM-ATK-06", "by a trait others shoot before him")
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        return why_no_shot(g, team, target, answer.soldier)

    @SHOOTER.tells
    def about_shooter(self, view: View[OwmState]) -> AboutFireteam:
        """Who shoots at whom, and how many more may (OWM-ATK-03)."""
        g = view.state
        team, target = words.fireteam_name(g, self.fireteam), words.fireteam_name(g, self.target)
        left = f"{self.shots} shot{'s' if self.shots != 1 else ''} left"
        what = f"choose who of {team} shoots at {target} ({left})"
        why = "each soldier shoots once in an Attack order"
        return AboutFireteam(
            what, why, "OWM-ATK-04", self.fireteam, enemy=self.target, left=self.shots
        )

    @SHOOTER.foretells
    def outlook_shooter(self, view: View[OwmState], answer: Shoot | CeaseFire) -> str:
        """The odds of the shot, or what is given away (A-86)."""
        g = view.state
        shots = f"{self.shots} shot{'s' if self.shots != 1 else ''}"
        if isinstance(answer, CeaseFire):
            return f"{shots} would be lost"
        odds = dict(forecast.shots(g, g.fireteams[self.fireteam], g.fireteams[self.target]))
        target = words.fireteam_name(g, self.target)
        return f"at {target} ({shots} left): {odds[answer.soldier]} ({forecast.SHORT})"

    def hear(self, g: OwmState, answer: Shoot | CeaseFire) -> Outcome[None]:
        """Step 2: one shot fewer is left, or none is wanted."""
        if isinstance(answer, CeaseFire):
            return self.finish
        self.shooter = answer.soldier
        self.fired.append(answer.soldier)
        self.shots -= 1
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
            tall = traits.stands_out(g, self.target)
            if tall and not is_ducking(g, g.soldiers[tall]):
                traits.tell_tall(g, tall)
                index = line.index(tall)
        if index is None or is_ducking(g, g.soldiers[line[index]]):
            g.tell(NobodyPicked(rule="OWM-CCS-07" if index is None else "OWM-TGT-02"))
            return self.flip_target
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        shooter = g.soldiers[self.shooter]
        g.tell(Aimed(self.shooter, line[index]))
        shot = FiringSequence(
            fireteam=self.fireteam,
            target_team=self.target,
            shooter=self.shooter,
            target=line[index],
            lethality=list(lethality(g, shooter, team, target)),
            discipline_flips=2 if is_doubled(g, shooter, team, target) else 1,
            from_stealth=self.from_stealth,
        )
        return Call(shot, then=self.after_shot)

    def after_shot(self, g: OwmState) -> Outcome[None]:
        """Repeat for the next soldier (OWM-ATK-07)."""
        return check_end(g) or self.next_shooter

    def _able(self, g: OwmState) -> list[SoldierId]:
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        return [
            s for s in team.line if s not in self.fired and why_no_shot(g, team, target, s) is None
        ]

    def finish(self, g: OwmState) -> Outcome[None]:
        """A hostile action ends stealth when it is over (OWM-STLTH-06, A-36)."""
        end_stealth(g, self.fireteam, "OWM-STLTH-06")
        return Done()
