"""Work that takes longer than a moment, in words for people."""

from __future__ import annotations

from owm_net.engine.text import say

SHUFFLING = say("shuffling the deck")
PRIVATE_DECK = say("making a private deck")
OPENING = say("opening cards")
PLAYING = say("playing cards")
COMPLAINING = say("complaining")


def checking(what: str) -> str:
    """Return the words for checking another's work."""
    return say("checking: {what}", what=what)
