"""How *Of War and Men* is played, in four pages."""

from __future__ import annotations

from owm_net.engine.guide import GuideMark, GuideMoment, GuidePage
from owm_net.engine.text import say

PAGES = (
    GuidePage(
        say("What you want"),
        say(
            "Two squads fight over a map. The side with more points at the end wins: for every "
            "soldier who is alive and on the map, and for the objective of the mission. The deck "
            "is the clock: when it has run out as often as the mission says, the match is over."
        ),
        GuideMoment("Attack"),
        (
            GuideMark(
                "marker:",
                say(
                    "The objective. Here it is worth 20 points to the side that is alone on it at "
                    "the end."
                ),
            ),
            GuideMark(
                "team:1 team:2",
                say(
                    "A Fireteam of yours: a few soldiers who act together. The small number says "
                    "how many."
                ),
            ),
            GuideMark(
                "team:3 team:4",
                say("A Fireteam of the enemy. Each soldier who falls is worth nothing at the end."),
            ),
        ),
        shows="cell:",
    ),
    GuidePage(
        say("Your turn"),
        say(
            "Your Fireteams take their turns one at a time. In its turn a Fireteam may do two "
            "things. Whatever you may do now has a gold frame."
        ),
        GuideMoment("Attack"),
        (
            GuideMark(
                "track:",
                say("Who acts now, and who comes next."),
            ),
            GuideMark(
                "hand:0",
                say(
                    "Your cards. The word at the top is an order: Attack to shoot, Maneuver to "
                    "move, Entrench to dig in, Rally to get suppressed soldiers up again."
                ),
            ),
            GuideMark(
                "verb:redraw verb:",
                say("These need no order card. You pay for them with cards you can spare."),
            ),
            GuideMark(
                "prompt",
                say("What you are asked now. Click a card, then where it goes, then confirm."),
                say("Choose by number what you do, with which card and where; Enter sends it."),
            ),
        ),
    ),
    GuidePage(
        say("Moving"),
        say(
            "A Maneuver takes the Fireteam to a neighbouring Terrain, straight or diagonally. It "
            "arrives with a second Maneuver, or by itself when its next turn begins. On the way "
            "it is easier to hit."
        ),
        GuideMoment("Maneuver"),
        (
            GuideMark(
                "team:2 team:",
                say("The Fireteam that goes. Where it may go has a gold frame."),
            ),
            GuideMark(
                "cell:11",
                say(
                    "Where it is sent. The red number helps you to shoot from there, the blue one "
                    "protects you."
                ),
            ),
            GuideMark(
                "cell:13",
                say(
                    "Bare ground protects nobody. You can lay a Terrain card from your hand on it."
                ),
            ),
        ),
        chosen=True,
        shows="cell:",
    ),
    GuidePage(
        say("Shooting"),
        say(
            "Play Attack at an enemy you can see. A card says how many of your soldiers shoot, "
            "and you choose who. For each shot cards are turned up and added; the total is "
            "compared with two numbers of the man who is hit."
        ),
        GuideMoment("Shoot"),
        (
            GuideMark(
                "team:3",
                say("The Fireteam you shoot at. Which of its soldiers is hit is chance."),
            ),
            GuideMark(
                "soldier:",
                say(
                    "Your soldiers with their odds. Down: suppressed, when the total reaches "
                    "Resolve (R). Out: killed, when it reaches Vitality (V)."
                ),
            ),
            GuideMark(
                "prompt",
                say(
                    "Confirm here. Who is suppressed shoots badly, and his Fireteam cannot move "
                    "until he is rallied."
                ),
            ),
        ),
        chosen=True,
    ),
)
