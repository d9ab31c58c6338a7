"""How *NCO* is played, in four pages."""

from __future__ import annotations

from owm_net.engine.guide import GuideMark, GuideMoment, GuidePage
from owm_net.engine.text import say

SECTORS = "secure-the-sectors"

PAGES = (
    GuidePage(
        say("What you want"),
        say(
            "Two squads fight for six turns. Whoever has more victory points at the end wins. "
            "Every enemy soldier you put out of action brings what he cost, and the scenario pays "
            "for more."
        ),
        GuideMoment("Advance", SECTORS, 2),
        (
            GuideMark(
                "goal:1.1 goal:4 goal:",
                say(
                    "What the scenario pays for: here for each sector in which you have more "
                    "soldiers at the end."
                ),
            ),
            GuideMark(
                "tray:0 man:",
                say("A soldier. The letter says what he is."),
            ),
            GuideMark(
                "top.centre top.left",
                say("The points of both sides now."),
            ),
        ),
    ),
    GuidePage(
        say("Your turn"),
        say(
            "Each soldier has a die in one bag. A die is drawn; its colour says which side acts. "
            "That side gives one soldier an order, which he carries out at once. When the bag is "
            "empty, whose courage is 4 or more acts once more: Focus Fire, Assault, Mend, Ambush."
        ),
        GuideMoment("Advance", SECTORS, 2),
        (
            GuideMark(
                "bag",
                say("The dice that are still in the bag. Nobody knows whose comes next."),
            ),
            GuideMark(
                "man:",
                say("First click a soldier. Each gets one order in a turn."),
                say("First choose a soldier. Each gets one order in a turn."),
            ),
            GuideMark(
                "orders key: order:",
                say(
                    "Then his order. Advance: walk and shoot. Run: twice as far. Assault: run and "
                    "fight. Fire: shoot. Cover Fire: at a place. Down: be hard to hit. Rally: "
                    "recover."
                ),
            ),
        ),
        chosen=True,
    ),
    GuidePage(
        say("Shooting"),
        say(
            "A die is rolled for each shot: 3 or more hits. Cover, a target that lies down, or "
            "having walked make it harder. A short distance and a calm shooter make it easier."
        ),
        GuideMoment("Fire", SECTORS, 2),
        (
            GuideMark(
                "man:",
                say("The shooter and his target. What stands between them gives cover."),
            ),
            GuideMark(
                "orders odds prompt",
                say("What the shot needs, and its chance. Nothing happens before you confirm."),
            ),
            GuideMark(
                "tray:1 soldier",
                say(
                    "A second die says what a hit does. Health 0: out of action. Psyche 0: he "
                    "breaks down, and must be rallied first of all."
                ),
            ),
        ),
        chosen=True,
    ),
    GuidePage(
        say("Which order?"),
        say(
            "First of all give orders to those who can shoot at an enemy near and in the open, "
            "before he goes Down. HINT says what the computer would do, and why."
        ),
        GuideMoment("Fire", SECTORS, 1),
        (
            GuideMark(
                "key:4",
                say(
                    "An enemy in sight: Fire, if the chance is good. Nobody in sight: Advance from "
                    "cover to cover, and shoot from there."
                ),
            ),
            GuideMark(
                "key:2",
                say(
                    "Few blue pips left: Rally before he breaks down. An enemy near who has fired "
                    "already and is less brave: Assault."
                ),
            ),
            GuideMark(
                "goal:1.1 goal:4 goal:",
                say(
                    "In the last two turns: Run to where the scenario pays, best where the enemy "
                    "has nobody."
                ),
            ),
        ),
    ),
)
