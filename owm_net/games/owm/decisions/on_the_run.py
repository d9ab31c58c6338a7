"""On the Run (000:1587-1588): after two Maneuver orders a Fireteam still attacks."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import Played, record
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import words
from owm_net.games.owm.actions.attack import AttackOrder
from owm_net.games.owm.firing import reaches, why_no_target, why_nobody_shoots
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Colour, StandingOrder
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.windows import AnyWindow, Decision, Free, Order, Shots, window

MANEUVERS = 2
"""So many Maneuver orders of the turn must have been carried out (A-48)."""


@record("owm.decision.on_the_run")
class OnTheRun(Decision):
    """The active Fireteam attacks with a red number of shots and Double Discipline; it is no
    Standard Action (OWM-CD-ONTHERUN, A-48)."""

    key = "on_the_run"
    rule = "OWM-CD-ONTHERUN"
    windows = (Shots, Free)

    target: FireteamId

    @classmethod
    def offers(cls, view: View[OwmState], window: AnyWindow, card: Played) -> Iterator[OnTheRun]:
        g = view.state
        for enemy in g.enemies(view.seat):
            if reaches(g, g.fireteams[g.active], enemy):
                yield OnTheRun(card, enemy.id)

    @classmethod
    def why_never(cls, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """Two Maneuver orders of an own Fireteam in its turn, which is not over by an assault
        (OWM-ASLT-18), nor by what it has joined (A-33)."""
        g = view.state
        turn, team = _turn(g), g.fireteams.get(g.active)
        if turn is None or team is None or team.seat != view.seat:
            return Refusal("OWM-CD-ONTHERUN", say("it is no own Fireteam's turn"))
        if turn.maneuvers < MANEUVERS:
            return Refusal("OWM-CD-ONTHERUN", say("two Maneuver orders must have been carried out"))
        if team.spent_in == g.round_no:
            return Refusal(
                "OWM-ASLT-18", say("an assault, or whom it has joined, has used up the turn")
            )
        return None

    def why_not_so(self, view: View[OwmState], window: AnyWindow) -> Refusal | None:
        """As an Attack order: whom it may name, once in a turn (OWM-ATK-02)."""
        return _why_no_attack(view.state, self.target)

    def execute(self, g: OwmState, window: AnyWindow) -> Frame[None] | None:
        if _turn(g) is None or _why_no_attack(g, self.target) is not None:
            return None
        return RunningAttack(g.active, self.target)

    def aim(self, g: OwmState) -> str:
        return say(" against {team}", team=words.fireteam_name(g, self.target))


@frame("owm.running_attack")
@define
class RunningAttack(Frame[None]):
    """The attack of a Fireteam on the run, with its own W1 (A-48)."""

    fireteam: FireteamId
    target: FireteamId

    def start(self, g: OwmState) -> Outcome[None]:
        """It is laid at an enemy."""
        seat = g.fireteams[self.fireteam].seat
        order = Order(
            seat,
            OnTheRun.title,
            StandingOrder.ATTACK,
            fireteam=self.fireteam,
            enemy=self.target,
        )
        return window(g, order, then=self.answered)

    def answered(self, g: OwmState, order: Order) -> Outcome[None]:
        """The attack, if it can still be made."""
        turn = _turn(g)
        lost = turn is None or g.active != self.fireteam
        if turn is None or lost or order.cancelled or _why_no_attack(g, self.target) is not None:
            return Done()
        turn.attacked.append(self.target)
        attack = AttackOrder(self.fireteam, self.target, Colour.RED, on_the_run=True)
        return Call(attack, then=self.done)

    def done(self, g: OwmState) -> Outcome[None]:
        """The turn goes on."""
        return Done()


def _turn(g: OwmState) -> Turn | None:
    """The turn that is going on."""
    return next((t for t in g.agenda if isinstance(t, Turn) and g.active != NO_FIRETEAM), None)


def _why_no_attack(g: OwmState, enemy: FireteamId) -> Refusal | None:
    turn, team, target = _turn(g), g.fireteams.get(g.active), g.fireteams.get(enemy)
    if turn is None or team is None or target is None or not target.on_map:
        return Refusal("OWM-ATK-01", say("there is no such Fireteam on the map"))
    if enemy in turn.attacked:
        return Refusal("OWM-ATK-02", say("it has already been attacked in this turn"))
    return why_no_target(g, team, target) or why_nobody_shoots(g, team)
