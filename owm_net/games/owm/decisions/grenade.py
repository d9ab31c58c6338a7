"""Grenade (000:1547-1571): thrown at an enemy beside one, who may throw it back."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Event, Frame, Mark, Outcome, Refusal, frame
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.text import counted_in, say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.blast import Blast
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.flips import FlipCard, Purpose, icon_of
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import TERRAINS, Fireteam, OwmState, order_of
from owm_net.games.owm.stealth import end_stealth
from owm_net.games.owm.terms import Colour, EventIcon
from owm_net.games.owm.throwing import throwers, why_no_throw
from owm_net.games.owm.traits import grenades as traits
from owm_net.games.owm.windows import AnyWindow, Decision, Number, decision_strength, window


@record("owm.decision.grenade")
class Grenade(Decision):
    """Damage to soldiers of an enemy Fireteam in an adjacent Terrain in sight (OWM-CD-GRENADE-1,
    A-45).

    back: the Grenade in the air comes back to its thrower (OWM-CD-GRENADE-4).
    """

    key = "grenade"
    rule = "OWM-CD-GRENADE-1"

    fireteam: FireteamId
    target: FireteamId
    back: bool = False

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[Grenade]:
        """Back first; then from every own Fireteam at every enemy beside it."""
        g = view.state
        thrown = _in_the_air(window)
        target = None if thrown is None else g.fireteams.get(thrown.target)
        if thrown is not None and target is not None and target.seat == view.seat:
            yield Grenade(card, thrown.target, thrown.fireteam, back=True)
        for team in throwers(g, view.seat):
            for enemy in g.enemies(view.seat):
                if g.ground.adjacent(team.cell, enemy.cell):
                    yield Grenade(card, team.id, enemy.id)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        own = [t for t in g.fireteams.values() if t.seat == view.seat and t.on_map]
        enemies = [t for t in g.enemies(view.seat) if t.on_map]
        if any(g.ground.adjacent(t.cell, enemy.cell) for t in own for enemy in enemies):
            return None
        why = say("no enemy is in a Terrain beside a Fireteam of yours")
        return Refusal("OWM-CD-GRENADE-1", why)

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        g = view.state
        team = g.fireteams.get(self.fireteam)
        if team is None or team.seat != view.seat:
            return Refusal(
                "OWM-CD-GRENADE-1", say("it must be a Fireteam of your own"), misfit=True
            )
        if self.back:
            thrown = _in_the_air(window)
            aim = None if thrown is None else (thrown.target, thrown.fireteam)
            if aim != (self.fireteam, self.target):
                why = say("no Grenade comes flying from there (A-136)")
                return Refusal("OWM-CD-GRENADE-4", why, misfit=True)
        return self._why_no_throw(g)

    def _why_no_throw(self, g: OwmState) -> Refusal | None:
        team, target = g.fireteams.get(self.fireteam), g.fireteams.get(self.target)
        if team is None or target is None or not target.on_map:
            return Refusal(
                "OWM-CD-GRENADE-1", say("there is no such Fireteam on the map"), misfit=True
            )
        if not g.is_enemy(team, target):
            return Refusal("OWM-CD-GRENADE-1", say("that is no enemy"), misfit=True)
        problem = why_no_throw(g, team)
        if problem is not None:
            return problem
        if not g.ground.adjacent(team.cell, target.cell):
            return Refusal(
                "OWM-CD-GRENADE-1", say("it is thrown into an adjacent Terrain"), misfit=True
            )
        if not g.sees(team.cell, target.cell):
            return Refusal("OWM-CD-GRENADE-1", say("there is no line of sight to that Terrain"))
        if target.stealthed and not self.back:  # who has thrown one has shown himself
            return Refusal("OWM-STLTH-03", say("it is in stealth and has not been recognised"))
        return None

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        """Throw it back with the strength of the first; everything thrown before has no effect
        (A-136). A throw that has become impossible does nothing itself."""
        if self._why_no_throw(g) is not None:
            return None
        strength = decision_strength(self.card)
        if self.back:
            below = _in_the_air(window)
            if below is None:
                return None
            strength = _call_off(window)
        return Throw(self.fireteam, self.target, strength, self.back)

    def outlook(self, view: View[OwmState], window: AnyWindow) -> str:
        order, team = order_of(view.card(self.card)), view.state.fireteams.get(self.fireteam)
        if self.back or order is None or order.decision_strength is None or team is None:
            return ""
        added = sum(n for _, n in _modifiers(view.state, team))
        return say(
            "damage of 1 to {sides}, {added:+d} for the thrower",
            sides=order.decision_strength.sides,
            added=added,
        )

    def aim(self, g: OwmState) -> str:
        team, target = (words.fireteam_name(g, t) for t in (self.fireteam, self.target))
        return (
            say(", thrown back by {team} at {target}", team=team, target=target)
            if self.back
            else say(" of {team} at {target}", team=team, target=target)
        )


def _in_the_air(window: AnyWindow) -> Grenade | None:
    """The Grenade that has just been played, and nothing since."""
    top = window.stack[-1] if window.stack else None
    thrown = top.answer if top is not None and not top.cancelled else None
    return thrown if isinstance(thrown, Grenade) else None


def _call_off(window: AnyWindow) -> Colour:
    """No Grenade below bursts where it was thrown; the strength of the first of them."""
    for i in reversed(range(len(window.stack))):
        thrown = window.stack[i]
        if not isinstance(thrown.answer, Grenade):
            break
        window.stack[i] = thrown.with_(cancelled=True)
        if not thrown.answer.back:
            return decision_strength(thrown.answer.card)
    raise EngineBug("a Grenade is thrown back that nobody has thrown")


def _modifiers(g: OwmState, team: Fireteam) -> list[tuple[str, int]]:
    """Return everything added to the damage, with the reason, zeros left out (OWM-CD-GRENADE-2,
    A-45)."""
    here = TERRAINS.at(g.ground, team.cell)
    found = [
        (say("attack from {title}", title=here.title), here.attack),
        ("entrenched", 1 if team.dug_in else 0),
        *traits.damage(g, team.id),
    ]
    return [(why, n) for why, n in found if n]


@record("owm.event.grenade")
class GrenadeBursts(Event):
    """Among which Fireteam it does. damage: to each soldier who is hit. why: the modifiers in it,
    in words."""

    words = say("the Grenade of {fireteam} bursts at {target}: damage {damage}{why_brackets}")
    rule = "OWM-CD-GRENADE-2"
    headline = True

    fireteam: FireteamId
    target: FireteamId
    damage: int
    why: tuple[str, ...]

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@frame("owm.throw")
@define
class Throw(Frame[None]):
    """A Grenade flies, and bursts (steps 1 to 4). back: it has been thrown before, by the target.
    catcher: the soldier who tries to throw it back by a trait."""

    fireteam: FireteamId
    target: FireteamId
    strength: Colour
    back: bool = False
    catcher: SoldierId = NO_SOLDIER

    def start(self, g: OwmState) -> Outcome[None]:
        """Let somebody at the target throw it back without a card (A-136); after a failure the next
        who may (A-141)."""
        self.catcher = traits.good_arm(g, self.target)
        if self.catcher == NO_SOLDIER or why_no_throw(g, g.fireteams[self.target]) is not None:
            return self.flip
        g.change_soldier(self.catcher, trait_used_in=g.round_no)
        return Call(DisciplineCheck(self.catcher, Purpose.THROW_BACK), then=self.tried)

    def tried(self, g: OwmState, success: bool) -> Outcome[None]:
        """It flies the other way, with the same strength."""
        if not success:
            return self.start
        traits.tell_thrown_back(g, self.catcher)
        self.fireteam, self.target, self.back = self.target, self.fireteam, True
        return self.start

    def flip(self, g: OwmState) -> Outcome[None]:
        """Step 1: its strength (OWM-CD-GRENADE-2)."""
        return Call(FlipCard(Purpose.DAMAGE, self.strength), then=self.flipped)

    def flipped(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Open a window, here once for all who are hit (A-135)."""
        number = Number(
            Purpose.DAMAGE,
            self.strength,
            card,
            is_damage=True,
            fireteam=self.fireteam,
            enemy=self.target,
        )
        return window(g, number, then=self.burst)

    def burst(self, g: OwmState, number: Number) -> Outcome[None]:
        """Step 2: add the Terrain of the thrower; neither Discipline nor defense counts. Then steps
        3 and 4 (OWM-CD-GRENADE-3)."""
        if number.void:
            return self.flip
        found = _modifiers(g, g.fireteams[self.fireteam])
        damage = number.value + sum(n for _, n in found)
        wound = not number.nought and icon_of(g, number.card, self.strength) is EventIcon.WOUND
        why = tuple([counted_in(why, n) for why, n in found])
        g.tell(GrenadeBursts(self.fireteam, self.target, damage, why))
        hit = Blast(self.target, "OWM-CD-GRENADE-3", base=damage, wound=wound)
        return Call(hit, then=self.finish)

    def finish(self, g: OwmState) -> Outcome[None]:
        """Whoever has thrown it is seen (OWM-STLTH-06)."""
        end_stealth(g, self.fireteam, "OWM-STLTH-06")
        if self.back:
            end_stealth(g, self.target, "OWM-STLTH-06")
        return Done()
