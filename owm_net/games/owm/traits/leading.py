"""Traits that make a Leader, or keep a soldier from command (OWM-SOLD-04, OWM-SOLD-05)."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.text import say
from owm_net.games.owm.traits.hook import B, Bearer, Hook

LEADERS = Hook({"S13": say("counts as a Leader")})
"""They count as Leaders whatever their rank, and command if no ranked Leader can."""

DEFERRING = Hook({"W18": say("does not command beside another Leader")})
"""They are not in command while another Leader is in the Fireteam."""


def is_leader(level: str, soldier: Bearer) -> bool:
    """Return True if the soldier leads, by rank (OWM-SOLD-03) or by a trait."""
    return soldier.card.is_leader or LEADERS.has(level, soldier)


def candidates(level: str, members: Sequence[B]) -> list[B]:
    """Those of a Fireteam who may be in command, all of one rank (OWM-SOLD-04).

    Whoever defers steps aside for another Leader; where all Leaders would, none does (A-123).
    """
    leaders = [s for s in members if is_leader(level, s)]
    if len(leaders) > 1:
        leaders = [s for s in leaders if not DEFERRING.has(level, s)] or leaders
    those = leaders or members  # who leads by a trait is a Private, below every rank that leads
    highest = max(s.card.rank.height for s in those)
    return [s for s in those if s.card.rank.height == highest]
