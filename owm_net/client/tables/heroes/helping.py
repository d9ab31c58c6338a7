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
        say("Supply"),
        [
            say(
                "After the orders units without one may move, and those with a bluff. Nobody fires "
                "or assaults then. Who has acted stays. At the end of the round the points are "
                "counted."
            ),
        ],
    ),
    (
        say("Assault"),
        [
            say(
                "Units with Assault move beside an enemy and fight for its space: each side rolls "
                "and adds its bonus. A beaten defender is hit and retreats; an attacker who loses "
                "is hit. A tie does nothing."
            ),
        ],
    ),
    (
        say("Markers"),
        [
            say(
                "Each Suppressed marker takes 2 off the movement and off the dice of a unit. One "
                "goes off each unit at the end of the round."
            ),
        ],
    ),
    (
        say("Cards"),
        [
            say(
                "A card with a bright edge can be played now: click it before or after the unit "
                "and the target. A dull one says why not. Click it again to take it back."
            ),
        ],
    ),
    (
        say("Winning"),
        [
            say(
                "Objectives give points, and so do enemy tiles whose squares are full of losses. "
                "Most points win after the last round. {briefing} shows how the match is won.",
                briefing=keys.shown("f5"),
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
                bare=keys.shown("k"),
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


def by_keys() -> tuple[str, list[str]]:
    """A heading, and how the map is used by keys."""
    told = say(
        "{next} goes from one unit to the next that can be chosen, and {enter} chooses.",
        next=keys.shown("n"),
        enter=keys.shown("enter"),
    )
    return say("By keys"), [told]
