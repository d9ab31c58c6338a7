"""How *Squad* is played, in three pages."""

from __future__ import annotations

from owm_net.engine.guide import GuideMark, GuideMoment, GuidePage
from owm_net.engine.text import say

PAGES = (
    GuidePage(
        say("What you want"),
        say(
            "You lead one squad against another. You win at once with three Mission Objectives in "
            "front of you, or when the enemy has no man left."
        ),
        GuideMoment("Declare"),
        (
            GuideMark(
                "squad:0.count squad:0",
                say("Your men. Everyone who is lost is gone for good."),
            ),
            GuideMark(
                "objective:0",
                say("Room for three objectives. When you have moved you may play one."),
            ),
            GuideMark(
                "ground:0",
                say("The ground you stand in. Its cover is taken off the enemy's shots."),
            ),
            GuideMark(
                "band:0 track",
                say("The range, the same for both: point blank, short, medium or long."),
            ),
        ),
        shows="squad:0 squad:1 hand:",
    ),
    GuidePage(
        say("Your turn"),
        say(
            "A turn goes through nine phases, from left to right: you draw cards, say whether you "
            "move, move, shoot, and throw away what is too much. You are asked only where you "
            "could do something."
        ),
        GuideMoment("Move"),
        (
            GuideMark(
                "phase:movement phases",
                say("Where the turn is now."),
            ),
            GuideMark(
                "hand:",
                say("To move, play a terrain card, or throw any card away and stand in the open."),
            ),
            GuideMark(
                "band:2 band:",
                say("Go a step nearer, a step back, or stay at this range."),
            ),
            GuideMark(
                "squad:1",
                say(
                    "The enemy may shoot at a squad that wants to move, and stop it with wire or "
                    "mines."
                ),
            ),
        ),
        chosen=True,
        shows="phases squad:0 squad:1 hand:",
    ),
    GuidePage(
        say("Shooting"),
        say(
            "An attack is a card that names the present range. Two dice are rolled: the first "
            "minus the second, plus what counts for you, minus the enemy's cover. Each point "
            "above zero kills a man."
        ),
        GuideMoment("Fire"),
        (
            GuideMark(
                "hand:",
                say("The attack card. The number below the range is its bonus there."),
            ),
            GuideMark(
                "standing",
                say("What counts for each side now, added up."),
            ),
            GuideMark(
                "prompt",
                say(
                    "The chance, before you confirm. With nothing added, 15 of 36 rolls kill "
                    "somebody."
                ),
            ),
            GuideMark(
                "squad:1.head squad:1",
                say(
                    "A squad that was shot at may be pinned when its turn comes: it cannot move, "
                    "and shoots worse, until it rallies."
                ),
            ),
        ),
        chosen=True,
        shows="phases squad:0 squad:1 hand:",
    ),
)
