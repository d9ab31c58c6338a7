"""A greedy player of Squad: `docs/strength.md` tells how the computer players do against it."""

from __future__ import annotations

from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.computer.values import acting, attack_value, use_of
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.state import face
from owm_net.games.squadcards.terms import Effect


def greedy(system: System, view: View[Any], chance: Chance) -> Answer:
    """Make the attack that kills most; move only with a Mission Objective in the hand; play every
    other card that can be played. Everything else by chance."""
    g, options = view.state, agenda.options(view) if agenda.is_complete(view) else []
    fires = [a for a in options if isinstance(a, Fire)]
    if fires:
        squad = acting(g)
        return max(
            fires,
            key=lambda a: attack_value(g, squad, a.target, use_of(view, squad, a), a.close_in),
        )
    if any(isinstance(a, Declare) for a in options):
        hand = [view.card(c) for c in g.hands[acting(g)]]
        wanted = any(c is not None and face(c).effect is Effect.OBJECTIVE for c in hand)
        return Declare(wanted)
    plays = [a for a in options if not isinstance(a, Pass)]
    if plays and len(plays) < len(options):  # there is a pass: the card is played
        return plays[chance.below(len(plays))]
    return agenda.sample(view, chance)
