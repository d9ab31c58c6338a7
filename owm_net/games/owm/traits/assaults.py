"""Advantage in assaults (OWM-ASLT-07). What traits do to the checks there: `checks`."""

from __future__ import annotations

from owm_net.games.owm.traits.hook import Bearer, Hook

BRAWLERS = Hook({"S08": 1})
"""The advantage that they have in each duel."""


def advantage(level: str, soldier: Bearer) -> int:
    """Return what a soldier's traits add to their side's advantage in a duel."""
    return sum(n for _, n in BRAWLERS.of(level, soldier))
