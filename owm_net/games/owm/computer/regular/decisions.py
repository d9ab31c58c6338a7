"""When regular plays a Command Decision: a short valuation for each.

What a play is worth is counted in hundredths of a soldier point, and compared with what its card
is worth in the hand. Decisions whose worth hangs on much have a readiness instead: in so many of
a hundred windows in which it could be played, it is.
"""

from __future__ import annotations

from collections.abc import Callable

from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.owm import odds
from owm_net.games.owm.computer.mind import Mind
from owm_net.games.owm.computer.regular.hand import Hand
from owm_net.games.owm.computer.regular.weights import Weights
from owm_net.games.owm.computer.temper import Temper
from owm_net.games.owm.decisions import ChainOfCommand, DoubleTime, Evade, Fubar
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.state import OwmState, Soldier, order_of
from owm_net.games.owm.terms import Colour, StandingOrder, Status
from owm_net.games.owm.windows import (
    AnyWindow,
    Decision,
    DecisionWindow,
    Number,
    Order,
    Target,
    Total,
    decision_strength,
)

READINESS = {
    "act_of_valor": 35,
    "attention": 35,
    "combat_operation": 30,
    "covering_fire": 40,
    "field_dressing": 50,
    "field_repairs": 60,
    "grenade": 60,
    "intelligence": 12,
    "last_stand": 35,
    "lucky_shot": 60,
    "marching_order": 8,
    "marksman": 40,
    "on_the_run": 40,
    "recon": 10,
    "regroup": 6,
    "smoke": 10,
}
"""Key of a decision -> in how many of a hundred windows it is played."""
OTHERWISE = 20
"""The same for a decision that is not named."""
CHECKS = (Purpose.JAM, Purpose.TRENCH, Purpose.RECOGNITION, Purpose.MEDIC)
"""Discipline Checks, in which 1 and 2 succeed (OWM-DISC-03)."""
ENEMY_CARD = 160
"""What it is worth that a Command Decision of the enemy does nothing."""


def decide(view: View[OwmState], chance: Chance, weights: Weights, temper: Temper) -> Answer:
    """The play that is worth most beyond its card, or a pass."""
    window = view.state.agenda[-1]
    assert isinstance(window, DecisionWindow)
    hand: Hand | None = None
    best: tuple[int, Answer] = (0, Pass())
    for answer in window.offers_decision(view):
        if isinstance(answer, Pass) or answer.why_not(view, window) is not None:
            continue
        hand = hand or Hand(Mind(view, temper), weights)
        value = worth(view, window, answer, chance) - max(0, hand.worth[answer.card]) // 2
        if value > best[0]:
            best = (value, answer)
    return best[1]


def worth(view: View[OwmState], window: AnyWindow, answer: Decision, chance: Chance) -> int:
    """What a play is worth, in hundredths of a point."""
    weighed = WEIGHED.get(type(answer))
    if weighed is not None:
        return weighed(view, window, answer)
    ready = READINESS.get(answer.key, OTHERWISE)
    return 100 + chance.below(50) if chance.below(100) < ready else 0


# -- totals ----------------------------------------------------------------------------------


def loss(soldier: Soldier, total: int) -> int:
    """What a total costs the soldier it stands against (OWM-RES-01 to 05)."""
    card = soldier.card
    if total >= card.vitality:
        return odds.worth(soldier)
    if total < card.resolve or soldier.status is Status.WOUNDED:
        return 0
    if soldier.status is Status.SUPPRESSED:
        return odds.worth(soldier)
    return odds.worth(soldier) * odds.DOWN_PARTS // 100


def _mean_loss(soldier: Soldier, total: int, colour: Colour, sign: int) -> int:
    """What it costs on the average when a flip of this colour is still to be counted."""
    sides = colour.sides
    return sum(loss(soldier, total + sign * n) for n in range(1, sides + 1)) // sides


def _is_own(view: View[OwmState], soldier: Soldier) -> bool:
    g = view.state
    return g.sides[g.fireteam_of(soldier.id).seat] is g.sides[view.seat]


def _evade(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """By how much it lowers the loss."""
    soldier = view.state.soldiers.get(window.subject.soldier)
    total = window.subject.total
    face = view.card(answer.card)
    if soldier is None or face is None:
        return 0
    return loss(soldier, total) - _mean_loss(soldier, total, decision_strength(face), -1)


def _total_without(view: View[OwmState], subject: Total, again: bool) -> int:
    """What it is worth that the last flip of a total is made again, or counts 0."""
    newest = subject.newest
    soldier = view.state.soldiers.get(subject.soldier)
    if newest is None or soldier is None:  # a total can stand against what is no soldier
        return 0
    rest = subject.total - newest.sign * newest.value
    then = _mean_loss(soldier, rest, newest.colour, newest.sign) if again else loss(soldier, rest)
    gain = loss(soldier, subject.total) - then
    return gain if _is_own(view, soldier) else -gain


# -- numbers and orders ----------------------------------------------------------------------


def _number_again(view: View[OwmState], subject: Number) -> int:
    """What it is worth to flip a number again: low is good in checks, high where it counts men."""
    g = view.state
    team = g.fireteams.get(subject.fireteam)
    if team is None:
        return 0
    ours = g.sides[team.seat] is g.sides[view.seat]
    sides = subject.colour.sides
    if subject.purpose in CHECKS:
        failed = subject.value > 2
        return 90 * 2 // sides + 60 if failed is ours else 0
    if subject.purpose not in (Purpose.SHOTS, Purpose.RALLY):
        return 0
    most = min(sides, len(team.line))
    mean2 = sum(min(n, most) for n in range(1, sides + 1)) * 2 // sides
    more = mean2 - 2 * min(subject.value, most)
    return 45 * (more if ours else -more)


def _chain(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Another number instead of a bad one of one's own, or of a good one of the enemy."""
    subject = window.subject
    if isinstance(subject, Total):
        return _total_without(view, subject, again=True)
    if isinstance(subject, Number):
        return _number_again(view, subject)
    if isinstance(subject, Target):
        return _other_target(view, subject)
    return 0


def _other_target(view: View[OwmState], subject: Target) -> int:
    """What it is worth to have another soldier aimed at: one's best is spared."""
    g = view.state
    soldier = g.soldiers.get(subject.soldier)
    if soldier is None:
        return 0
    team = g.fireteam_of(soldier.id)
    mean = sum(odds.worth(s) for s in g.members(team.id)) // len(team.line)
    more = odds.worth(soldier) - mean
    return more // 2 if _is_own(view, soldier) else -more // 2


def _fubar(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Whatever is the newest card, if it is the enemy's and counts."""
    g = view.state
    side = g.sides[view.seat]
    if window.stack:
        return ENEMY_CARD if g.sides[window.stack[-1].seat] is not side else 0
    subject = window.subject
    if isinstance(subject, Total):
        return _total_without(view, subject, again=False)
    if isinstance(subject, Number):
        return _number_again(view, subject)
    if isinstance(subject, Target):
        return _other_target(view, subject)
    if not isinstance(subject, Order) or g.sides[subject.seat] is side:
        return 0
    if subject.standing is StandingOrder.ATTACK:
        team, target = g.fireteams.get(subject.fireteam), g.fireteams.get(subject.enemy)
        if team is None or target is None:
            return 0
        return odds.attack_value(g, team, target, Colour.GREEN)
    if subject.standing is StandingOrder.MANEUVER:
        here = g.fireteams_at(subject.cell)
        return 260 if any(g.sides[t.seat] is side for t in here) else 60
    return 0


def _double_time(view: View[OwmState], window: AnyWindow, answer: Decision) -> int:
    """Off the open, and where it wants to be sooner."""
    g = view.state
    assert isinstance(answer, DoubleTime)
    team = g.fireteams[answer.fireteam]
    seen = any(g.sees(e.cell, team.cell) for e in g.enemies(view.seat))
    more = any(
        (order := order_of(view.card(c))) is not None
        and order.standing_order is StandingOrder.MANEUVER
        for c in g.hands[view.seat]
    )
    return 60 + (90 if seen else 0) + (0 if more else 30)


WEIGHED: dict[type[Decision], Callable[[View[OwmState], AnyWindow, Decision], int]] = {
    ChainOfCommand: _chain,
    DoubleTime: _double_time,
    Evade: _evade,
    Fubar: _fubar,
}
"""The decisions whose worth is counted."""
