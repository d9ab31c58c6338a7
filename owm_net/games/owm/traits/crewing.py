"""Crews of machine guns (OWM-CREW-02, OWM-CREW-03)."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.owm.traits.hook import Bearer, Hook

FEEDERS = Hook({"S05": say("the second grid counts in the same round")})
"""As assistants they let the gunner use his second grid at once."""

LONERS = Hook({"W15": say("neither assists nor has an assistant")})
"""Nobody crews a gun with them."""


def works_at_once(level: str, assistant: Bearer) -> bool:
    """Return True if a gun with this assistant has its second grid in the round of the action."""
    return FEEDERS.has(level, assistant)


def stays_alone(level: str, soldier: Bearer) -> bool:
    """Return True if the soldier can be no part of a crew of two."""
    return LONERS.has(level, soldier)
