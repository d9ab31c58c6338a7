"""The game's own part of the help."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.nco.ids import EventKey
from owm_net.games.nco.terms import Item, Skill

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
    EventKey("baker"): say("courage -1, except for sergeants"),
    EventKey("charlie"): say("soldiers who see the fighter go Down"),
    EventKey("dog"): say("no Cover Fire orders"),
    EventKey("easy"): say("a specialist of each side cannot use their weapon"),
    EventKey("fox"): say("all ranges are 3 inches shorter"),
    EventKey("mike"): say("move +2 inches for all"),
    EventKey("roger"): say("no special action for sergeants"),
    EventKey("victor"): say("psyche -1 near the edges, at once"),
    EventKey("xray"): say("shells have hit everywhere"),
}
"""What an event of the chart does, in a few words for the top bar."""

ITEMS: dict[Item, str] = {
    Item.EXTRA_MAGAZINE: say("once: a second Fire right after a Fire order"),
    Item.RELIGIOUS_ICON: say("psyche +1"),
    Item.SERVICE_MEDAL: say("courage +1"),
    Item.LETTERS: say("once, Down: a die; 1 psyche -1, 2 to 5 health and psyche +1, 6 both +2"),
    Item.MORPHINE: say("once, Down: no psyche is lost any more, courage -2, for the whole battle"),
    Item.FLASK: say(
        "once, Down: health and psyche +1, courage +2 this turn; next turn he is Down and takes no "
        "special action"
    ),
    Item.TOBACCO: say("once, Down: psyche +1, courage +1 this turn"),
    Item.LUCKY_TRINKET: say("once, when he is first hit: on a 6 it costs 1 psyche alone"),
    Item.INTEL: say("once, before a die is drawn: two own dice and two orders"),
    Item.FIELD_MAP: say("once, before a turn: all own soldiers move 1 inch farther in it"),
}
"""What an item does, where one points at it."""

SKILLS: dict[Skill, str] = {
    Skill.INSPIRING_PRESENCE: say(
        "an order but Down and Rally gives him and friends within 4 inches 1 psyche; twice: 8"
    ),
    Skill.RUTHLESS: say("he and friends within 6 inches lose health in place of their last psyche"),
    Skill.NATURAL_LEADER: say(
        "with his die a second one, for a friend within 4 inches of lesser courage"
    ),
    Skill.IDEALIST: say("Mend gives him all his psyche back, and does nothing else"),
    Skill.COVERT: say("by a Down order he is harder to hit by 2, not by 1"),
    Skill.DEADEYE: say("Fire counts as Focus Fire; Focus Fire wounds by 1 more"),
    Skill.FIGHTING_INSTINCT: say("courage +1 in close combat"),
    Skill.FIELD_MEDICINE: say(
        "Rally gives 3 health, to another too; items for another; attacks only enemies who charge"
    ),
    Skill.RELIGIOUS_RITES: say(
        "Rally gives 2 psyche, to all around too; items for another; attacks only enemies who "
        "charge"
    ),
}
"""What a skill does."""
