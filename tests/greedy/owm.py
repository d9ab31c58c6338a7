"""A greedy player of Of War and Men: `docs/strength.md` tells how regular does against it."""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.owm import computer, odds
from owm_net.games.owm.actions import Attack, Entrench, Maneuver, Rally
from owm_net.games.owm.actions.action import strength_of
from owm_net.games.owm.missions import rules_of
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.turn import ACTION


def greedy(system: System, view: View[Any], chance: Chance) -> Answer:
    """Fire where an Attack order takes most; else rally who is down; else move nearer to the
    objective; else dig in; else do anything. It plays no Command Decision, and decides all else,
    such as its squad and who shoots first, as a recruit does."""
    if agenda.kind_of(view) is not ACTION:
        passes = agenda.kind_of(view).passes and agenda.why_not(view, Pass()) is None
        return Pass() if passes else computer.play(view, chance)
    found = [a for a in agenda.offers(view) if agenda.why_not(view, a) is None]
    best = max(found, key=lambda answer: _merit(view, answer))
    return best if _merit(view, best) > 0 else agenda.sample(view, chance)


def _merit(view: View[OwmState], answer: Answer) -> int:
    """Return how gladly an action of a turn is taken; 0 for what is left to chance."""
    g = view.state
    team = g.fireteams[g.agenda[-1].fireteam]  # type: ignore[attr-defined]
    if isinstance(answer, Attack):
        face = view.card(answer.card)
        assert face is not None
        return 100 * odds.attack_value(g, team, g.fireteams[answer.target], strength_of(face))
    if isinstance(answer, Rally):
        return 90
    goal, _ = rules_of(g).goal(g, g.sides[view.seat])
    if isinstance(answer, Maneuver) and g.ground.distance(answer.cell, goal) < g.ground.distance(
        team.cell, goal
    ):
        return 80
    return 70 if isinstance(answer, Entrench) and not team.dug_in else 0
