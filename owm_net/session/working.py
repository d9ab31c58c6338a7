"""What takes longer than a moment, in words for people: while it is done they are told."""

from __future__ import annotations

from owm_net.engine.text import say

SHUFFLING = say("shuffling the deck")
PRIVATE_DECK = say("making a private deck")
OPENING = say("opening cards")
PLAYING = say("playing cards")
COMPLAINING = say("complaining")


def checking(what: str) -> str:
    """That another has done it is looked over."""
    return say("checking: {what}", what=what)
