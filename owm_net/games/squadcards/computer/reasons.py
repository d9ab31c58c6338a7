"""What speaks for an answer of the computer player, in a sentence, by the class of the answer."""

from __future__ import annotations

from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.squadcards.attack import Fire
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import Discard, DrawExtra
from owm_net.games.squadcards.phases.movement import BLOCK_CARD, March, Move
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.set_up import TERRAIN_CARD, TakeNation
from owm_net.games.squadcards.windows.after_move import AFTER_MOVE_CARD
from owm_net.games.squadcards.windows.fire import FIRE_CARD
from owm_net.games.squadcards.windows.own import OWN_CARD
from owm_net.games.squadcards.windows.roll import ROLL_CARD

REASONS: dict[type[Answer], str] = {
    Fire: say("What it kills on average is worth more than the card is later."),
    Encircle: say("Surrounding the enemy brings more than any attack of the hand."),
    Discard: say("These cards are worth little to the squad as it stands."),
    DrawExtra: say("One card more is one choice more."),
    Move: say("Its cover, or its range for the cards in the hand, is worth the move."),
    March: say("Its cover, or its range for the cards in the hand, is worth the move."),
    TakeNation: say("It wins most often against the others."),
}
"""By the class of the answer; all others speak for themselves. A second choice has the same: none
says that it is the best."""
MOVES = say("A better place, or an objective after the move, is worth the fire on the way.")
STAYS = say("No place in reach is worth the fire on the way.")
PLAYS: dict[str, str] = {
    TERRAIN_CARD.word: say("It gives cover to start in."),
    OWN_CARD.word: say("The card has no better use later."),
    ROLL_CARD.word: say("It changes with how many faces of the die the roll succeeds."),
    FIRE_CARD.word: say("It makes the attacks of this hand worth more than the card costs."),
    BLOCK_CARD.word: say("It stops the enemy on the way."),
    AFTER_MOVE_CARD.word: say("It can be played after a move alone."),
}
"""Why it plays a card, by what is asked."""


def reason(asked: str, answer: Answer) -> str:
    """Return what speaks for an answer; "" for nothing. asked: the word of what is decided."""
    if isinstance(answer, Declare):
        return MOVES if answer.move else STAYS
    if isinstance(answer, Play):
        return PLAYS.get(asked, "")
    return REASONS.get(type(answer), "")
