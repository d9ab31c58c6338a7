"""How *Hailfire* is played, in three pages."""

from __future__ import annotations

from owm_net.engine.guide import GuideMark, GuideMoment, GuidePage
from owm_net.engine.text import say

PAGES = (
    GuidePage(
        say("What you want"),
        say(
            "Infantry, guns and tanks fight over objectives. Each turn, every objective you hold "
            "makes the enemy draw a chit: a hidden number. A side whose sum reaches its limit "
            "breaks and loses. If neither breaks, the objectives decide after the last round."
        ),
        GuideMoment("Activate"),
        (
            GuideMark(
                "objective:0 objective:",
                say(
                    "An objective. Infantry near it takes it at the end of a turn, if no enemy "
                    "there is able to fight."
                ),
                say(
                    "Infantry near an objective takes it at the end of a turn, if no enemy there "
                    "is able to fight."
                ),
            ),
            GuideMark(
                "team:0 team:",
                say("A Team: a few men, a gun or a tank. The Teams of a Unit follow their Leader."),
            ),
            GuideMark(
                "top.centre top.left",
                say("Objectives and chits of both sides."),
                say("status reads out the objectives, and the chits of both sides."),
            ),
        ),
    ),
    GuidePage(
        say("Your turn"),
        say(
            "Two dice are rolled; the higher one is the number of your Order Points. A point "
            "activates a Leader with the Teams that can see them, or a single Team. Then you say "
            "what each does: move, fire or assault."
        ),
        GuideMoment("Go"),
        (
            GuideMark(
                "team:0 team:",
                say("Click a Leader or a Team, then an order."),
                say("Type the name of a Unit or the number of a choice, then those of its orders."),
            ),
            GuideMark(
                "path.end orders order:",
                say("Orders. A Unit may carry out two different ones at once."),
                say("A Unit may carry out two different orders at once."),
            ),
            GuideMark(
                "hero:0",
                say(
                    "Hero Points, by your hidden die. One acts a second time in your turn, or "
                    "interrupts the enemy's."
                ),
            ),
            GuideMark(
                "prompt",
                say(
                    "Dice say how far they get: infantry goes the higher of two dice and 2 inches "
                    "more."
                ),
            ),
        ),
        chosen=True,
    ),
    GuidePage(
        say("Firing"),
        say(
            "Each Team that fires rolls the dice of its weapon. 4 or more hits; 5 if the target "
            "is concealed or far away; 6 for both. Rifles do nothing to tanks."
        ),
        GuideMoment("FireAt"),
        (
            GuideMark(
                "team:",
                say(
                    "The target and who fires at it. Hits are spread over the enemy Teams near "
                    "the target."
                ),
                say("Hits are spread over the enemy Teams near the target."),
            ),
            GuideMark(
                "orders odds prompt",
                say("The chances, before you confirm."),
                say("The chances are read out before Enter sends the order."),
            ),
            GuideMark(
                "objective:",
                say(
                    "A hit kills nobody at once. When that Team acts next, a die for each hit "
                    "says: killed, suppressed or nothing. Hard cover helps."
                ),
            ),
        ),
        chosen=True,
    ),
    GuidePage(
        say("What pays"),
        say("Three moments that come again and again, and what is good then."),
        GuideMoment("ChargeAt"),
        (
            GuideMark(
                "team:",
                say(
                    "Enemies in the open: let many dice fire at one of them. Those near it take "
                    "the other hits."
                ),
            ),
            GuideMark(
                "odds prompt",
                say(
                    "An enemy you have fired at, within reach: assault it with two Teams. Fresh "
                    "enemies strike first."
                ),
            ),
            GuideMark(
                "objective:",
                say(
                    "An objective with no enemy able to fight within 4 inches: end your move "
                    "there, and it is yours when your turn ends."
                ),
            ),
        ),
        chosen=True,
    ),
)
