"""The game's own part of the help."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.squadcards.words import CREDITS

NOTES: list[tuple[str, list[str]]] = [
    (
        say("The aim"),
        [
            say(
                "Leave the enemy squad without a man, or put three Mission "
                "Objectives face up. An objective is played after a move that was "
                "not blocked, one for each move."
            ),
        ],
    ),
    (
        say("A player turn"),
        [
            say(
                "Draw; morale check if fired upon; declare a move and fire before "
                "it; the enemy fires at the mover; the move; fire; the enemy's "
                "return fire; rally; discard to the limit."
            ),
        ],
    ),
    (
        say("An attack"),
        [
            say(
                "Click a lit attack card. First die (red) less second die (cream) "
                "plus all modifiers: as many men are lost. The boxes of a card say "
                "at which range it can be used."
            ),
        ],
    ),
    (
        say("A move"),
        [
            say(
                "Click a card and the new range: the same or one step nearer or "
                "farther. A terrain card is entered, any other is discarded for "
                "Open terrain. The enemy may block with mines or wire, Combat "
                "Engineers clear the way."
            ),
        ],
    ),
    (
        say("Morale"),
        [
            say(
                "5 or more on the check, with a man lost counting 1 each, pins: no "
                "move, attacks -1. Pinned again: rout. A 5 or more on the rally "
                "roll ends it."
            ),
        ],
    ),
    (
        say("Card colours"),
        [
            say(
                "Red: attack. Green: terrain. Blue: modifier. Violet: morale. "
                "Teal: rally. Brown: block. Gold: National Trait and Mission "
                "Objective. The foot says it in words, and when."
            ),
        ],
    ),
    (
        say("Hex map"),
        [
            say(
                "No terrain cards: the ground is on the map. A move is one hex, or "
                "two if all entered are clear. Range is the distance; beyond 4 "
                "hexes nobody fires."
            ),
        ],
    ),
    ("Credits", [CREDITS]),
]
