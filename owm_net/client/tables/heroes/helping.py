"""The game's own part of the help."""

from __future__ import annotations

from owm_net.client import keys
from owm_net.engine.text import say

NOTES: list[tuple[str, list[str]]] = [
    (
        say("Building an army"),
        [
            say(
                "Click a tile, then options: each goes into the first slot that takes it. Click a "
                "slot to see what fits it, or drag an option there. While an option is pointed at "
                "dark slots say why they do not take it. What you keep by name, army or deck, is "
                "there in every match."
            ),
        ],
    ),
    (
        say("Orders"),
        [
            say(
                "Click a unit and press the number of an order, {bluff} for a bluff or {special} "
                "for a special order; Enter lays it. The other side sees a closed block: point at "
                "yours to see it so.",
                bluff=keys.shown("b"),
                special=keys.shown("s"),
            ),
        ],
    ),
    (
        say("Acting"),
        [
            say(
                "Click the unit whose order you reveal, then a space, or an enemy. A second click "
                "on the same space or enemy gives the answer. Click on through spaces to choose "
                "the way yourself. Red says why not."
            ),
        ],
    ),
    (
        say("A counter"),
        [
            say(
                "The arrow: movement, orange where markers take some off. The shield: defence; its "
                "disc is half red where a hit turns the counter over, a cross where it is the end. "
                "I, L and H: bonus against infantry, light and heavy vehicles. A torn counter is "
                "damaged, a burst counts Suppressed markers, gold frames are officers, black ones "
                "heavy weapons, red ones heroes."
            ),
        ],
    ),
    (
        say("Concealed counters"),
        [
            say(
                "A dark counter with a question mark is concealed; yours shows what is beneath, or "
                "a cross for a Ruse. While one of yours is to move, red marks where an enemy finds "
                "it, amber where one would after a step."
            ),
        ],
    ),
    (
        say("Looking"),
        [
            say(
                "{sight} shows what the chosen unit sees: dark is hidden, a number is taken off "
                "the shot, squares are 4 and 7 spaces about it. {zones} hatches the enemy's zones "
                "of control, {bare} hides the counters.",
                sight=keys.shown("v"),
                zones=keys.shown("z"),
                bare=keys.shown("h"),
            ),
        ],
    ),
    (
        say("Credits"),
        [
            say(
                "After the rules of Heroes of Normandie, Devil Pig Games. This program is "
                "unofficial; its words, counters, maps and pictures are its own."
            ),
        ],
    ),
]
