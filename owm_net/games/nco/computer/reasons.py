"""What speaks for an answer of the computer player, in a sentence, by the class of the answer."""

from __future__ import annotations

from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.games.nco.ambush import Spring
from owm_net.games.nco.attack import GoDownAtOnce
from owm_net.games.nco.counter_fire import Counter
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.rally import Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.set_up import Deploy
from owm_net.games.nco.specials import FocusFire, LieInAmbush, Mend, SpecialAssault
from owm_net.games.nco.turn import ChooseDie

REASONS: dict[type[Answer], str] = {
    Advance: say(
        "It leads nearer to what the battle is about, where few enemies see it, and may "
        "leave a shot."
    ),
    Run: say("It leads as far as possible towards what the battle is about."),
    Fire: say(
        "Of all shots that can be ordered this one costs the enemy most, by its odds "
        "and by what the target is worth."
    ),
    Shoot: say("Of all shots after the walk this one costs the enemy most."),
    FocusFire: say("Cover and Down do not count for this shot, and it costs the enemy most."),
    Assault: say("The fight is likely to be won, and there is no shot that does as much."),
    SpecialAssault: say("The fight is likely to be won, and there is no shot that does as much."),
    Rally: say("The soldier is in bad shape and is worth more with psyche or health back."),
    GoDown: say("Lying Down is safest, and there is no shot or way worth more."),
    Mend: say("Somebody gets psyche or health back, or has nothing better to do."),
    ChooseDie: say("Its own soldiers act first then."),
    Reload: say("A second shot at once is worth more than the item later."),
    LieInAmbush: say("Nobody is in sight to shoot at, and somebody may come."),
    Spring: say("The mover is in the open here: no other place of their way gives a better shot."),
    Counter: say("It may stop the charger before the fight."),
    GoDownAtOnce: say("Those who lose more by the shot than by lying down go Down."),
    Deploy: say(
        "It begins anywhere in the zone, but a soldier with an errand stands nearest to it."
    ),
}
"""All others speak for themselves."""
