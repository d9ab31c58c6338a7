"""What speaks for an answer of the computer player, in a sentence, by the class of the answer."""

from __future__ import annotations

from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.hailfire.artillery import Aim
from owm_net.games.hailfire.assault import Shift, Strike
from owm_net.games.hailfire.leading import Lead
from owm_net.games.hailfire.orders import CallBarrage, ChargeAt, FireAt, Go, March
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.shooting import Allot
from owm_net.games.hailfire.turn import Activate, Unveil

REASONS: dict[type[Answer], str] = {
    Activate: say(
        "Of all groups these Teams can do most for one point: by fire, by an assault, "
        "or on the way to an objective."
    ),
    FireAt: say("Of all targets in reach this fire costs the enemy most points on average."),
    ChargeAt: say("The assault is likely to be won, and is worth more than fire at the same Team."),
    Go: say("It leads nearer to an objective, from cover to cover."),
    March: say("It leads the Teams nearer to an objective, from cover to cover."),
    CallBarrage: say(
        "Where the enemy stands close together a barrage costs them more than any other order."
    ),
    Aim: say("The barrage reaches most enemies there, and few of your own if it drifts."),
    Allot: say("The Hits fall where they cost the enemy most."),
    Strike: say("Of all pairs this one has the best chance to win the fight."),
    Shift: say("It touches an enemy there whom it is likely to beat."),
    Lead: say("The Leader's help is worth more here than later."),
    SetUpUnit: say(
        "Of the places that were tried this one is best in sum: for cover, near an objective, and "
        "with a view of the ways to it."
    ),
    Unveil: say("The hidden Unit has an enemy in sight and in range."),
}
"""All others speak for themselves."""
