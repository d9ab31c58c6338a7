"""How *Heroes of Normandie* is played, in four pages."""

from __future__ import annotations

from owm_net.engine.guide import GuideMark, GuideMoment, GuidePage
from owm_net.engine.text import say

FARM = "hill-farm"

PAGES = (
    GuidePage(
        say("What you want"),
        say(
            "Two small armies fight for at most eight rounds, mostly for the most victory points: "
            "for places that they hold, and for what the enemy loses. A tile is a platoon or an "
            "officer with its units: enough losses break it, which gives the enemy its points."
        ),
        GuideMoment("Lay", FARM),
        (
            GuideMark(
                "objective:",
                say("An objective, with the points that it brings."),
            ),
            GuideMark(
                "unit:",
                say(
                    "A unit. The colours below are its strength against infantry, light and heavy "
                    "vehicles; with an X it cannot hurt them."
                ),
            ),
            GuideMark(
                "points",
                say("The points of both sides, and how many win."),
            ),
        ),
    ),
    GuidePage(
        say("Giving orders"),
        say(
            "First both sides lay order tokens face down on their units. Each sees which enemy "
            "units have one, but not its number. One of them is a bluff."
        ),
        GuideMoment("Lay", FARM),
        (
            GuideMark(
                "deed tokens",
                say("Your tokens. Low numbers are carried out first."),
            ),
            GuideMark(
                "unit:",
                say("The unit that gets one. Only a unit with an order may shoot."),
            ),
            GuideMark(
                "hand:0 hand:",
                say("Cards. Each says when it can be played."),
            ),
        ),
        chosen=True,
    ),
    GuidePage(
        say("Carrying them out"),
        say(
            "Number 1 of one side is carried out, then number 1 of the other, then number 2, and "
            "so on. A unit with an order moves or shoots. Units without one may move at the end "
            "of the round."
        ),
        GuideMoment("OrderMove", FARM),
        (
            GuideMark(
                "unit:0",
                say(
                    "The unit that moves. Infantry cannot slip past enemy infantry, which watches "
                    "the eight spaces around it."
                ),
            ),
            GuideMark(
                "tokens",
                say("Orders of both sides that are still to come."),
            ),
            GuideMark(
                "deed",
                say("What you may do, and what comes of it."),
            ),
        ),
        chosen=True,
    ),
    GuidePage(
        say("Shooting"),
        say(
            "A die is rolled, and the shooter's strength is added. If that reaches the target's "
            "defence, cover included, it is hit: a fresh unit is turned to its weak side, a weak "
            "one is gone."
        ),
        GuideMoment("OrderFire", FARM, seed=2),
        (
            GuideMark(
                "unit:5",
                say("The shooter. Houses block its view; hedges and woods make the shot harder."),
            ),
            GuideMark(
                "deed",
                say(
                    "The odds, before you confirm. Twice the defence, and the target is gone at "
                    "once."
                ),
            ),
            GuideMark(
                "unit:12",
                say(
                    "The target. Suppressive fire would not hurt it, but it would move and fight "
                    "worse for a while."
                ),
            ),
        ),
        chosen=True,
    ),
)
