"""The game's own part of the help."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.nco.ids import EventKey

NOTES: list[tuple[str, list[str]]] = [
    (
        say("An order"),
        [
            say(
                "When a die of your colour leaves the bag, click one of your soldiers, then an "
                "order at the right, then what it needs: a path on the map, an enemy, a weapon."
            ),
        ],
    ),
    (
        say("A path"),
        [
            say(
                "Click waypoint after waypoint; hold the button to pull the last one about. The "
                "dashed line says what the next one costs, or why it is refused. POINT BACK takes "
                "the last one back. An Assault ends with a click on the enemy."
            ),
        ],
    ),
    (
        say("A soldier"),
        [
            say(
                "Red pips are health, blue ones psyche. The die beside him is his order: D Down, "
                "+ Rally, C Cover Fire, F Fire, A Advance, R Run; an empty one is in the bag."
            ),
        ],
    ),
    (
        say("Sight and odds"),
        [
            say(
                "SIGHT darkens what a soldier does not see and draws a line to each enemy: green "
                "in the open, amber in cover, broken if he cannot be shot at. With an order to "
                "fire the plates tell the face that hits and how likely it is."
            ),
        ],
    ),
    (
        say("Points"),
        [
            say(
                "Beside the map stands what each side has by now, and how clear a victory that "
                "is. POINTS tells what they are for, and your secret mission if there is one."
            ),
        ],
    ),
    (
        say("Credits"),
        [
            say(
                "After 'NCO', a skirmish game written by Elijah Kellogg. This program is "
                "unofficial; its words, maps and pictures are its own."
            ),
        ],
    ),
]

EVENTS: dict[EventKey, str] = {
    EventKey("able"): say("one soldier of each side is braver for good"),
    EventKey("baker"): say("courage -1, but for sergeants"),
    EventKey("charlie"): say("who has seen the fighter goes Down"),
    EventKey("dog"): say("no Cover Fire orders"),
    EventKey("easy"): say("a specialist of each side lacks his weapon"),
    EventKey("fox"): say("all ranges are 3 inches shorter"),
    EventKey("mike"): say("move +2 inches for all"),
    EventKey("roger"): say("no special action for sergeants"),
    EventKey("victor"): say("psyche -1 near the edges, at once"),
    EventKey("xray"): say("shells have hit everywhere"),
}
"""What an event of the chart does, in a few words for the top bar."""
