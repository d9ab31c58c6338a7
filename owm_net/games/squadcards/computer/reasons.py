"""What speaks for an answer of the computer player, in a sentence, by the class of the answer."""

from __future__ import annotations

from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.phases.discarding import Discard, DrawExtra

REASONS: dict[type[Answer], str] = {
    Fire: say(
        "Of all attacks in the hand this one kills most on average, with the cards that "
        "are left for later."
    ),
    Encircle: say("Surrounding the enemy brings more than any attack of the hand."),
    Discard: say("These cards are worth least to the squad as it stands."),
    DrawExtra: say("One card more is one choice more."),
}
"""All others speak for themselves."""
