"""What speaks for an answer of the computer player, in a sentence, by the class of the answer."""

from __future__ import annotations

from typing import Any

from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActFire, OrderBarrage
from owm_net.games.heroes.cards.burst_into_action import BurstIntoAction
from owm_net.games.heroes.decks import Discard
from owm_net.games.heroes.driving import Drive, OrderDrive
from owm_net.games.heroes.hidden import is_bluff
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop
from owm_net.games.heroes.orders import NoMoreOrders, OrderFire, OrderMove
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.set_up import Deploy
from owm_net.games.heroes.shooting import Frighten
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.tokens import Lay

REASONS: dict[type[Answer], str] = {
    OrderFire: say("This shot costs the enemy more than anything else that the unit can do."),
    ActFire: say("This shot costs the enemy more than anything else that the unit can do."),
    OrderMove: say(
        "The unit is worth more there: nearer to an objective, in cover, or in an "
        "assault that it is likely to win."
    ),
    OrderDrive: say(
        "The vehicle is worth more there: nearer to an objective, or with a better shot."
    ),
    OrderBarrage: say("Several heavy weapons cost the enemy more than one unit can."),
    Drive: say("The vehicle is worth more there: nearer to an objective, or with a better shot."),
    Leg: say("The rest of the way leads to where the unit is worth most."),
    FireOnTheMove: say("The shot from here is worth more than the way without it."),
    Stop: say("Nothing farther on is worth more than this place."),
    BurstIntoAction: say("The unit can do more now than the card is worth later."),
    Lay: say(
        "The units that can do most get the orders, those in haste the low numbers; it lays them in"
        " any order, to hide which."
    ),
    NoMoreOrders: say("The rest of the orders are bluffs, or their units can do no good."),
    React: say(
        "The mover is in the open here, and the shot costs them more than your fire later would."
    ),
    Discard: say("These cards are worth least as the battle stands."),
    SupplyMove: say("The unit is worth more there: nearer to an objective, or in cover."),
    Frighten: say("It costs nothing, and hinders who was missed."),
    Deploy: say(
        "Of all places this one is best in sum: for cover, for the way to the objectives, and "
        "apart from your other units."
    ),
}
"""All others speak for themselves."""
LAYS_BLUFF = say("Other units can do more with an order; a bluff hides that this one has none.")


def reason(view: View[Any], answer: Answer) -> str:
    """Return what speaks for an answer; "" for nothing."""
    card = view.card(answer.token) if isinstance(answer, Lay) else None
    if card is not None and is_bluff(card):
        return LAYS_BLUFF
    return REASONS.get(type(answer), "")
