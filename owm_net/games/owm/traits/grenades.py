"""Grenades thrown from and at a Fireteam (OWM-CD-GRENADE-2, OWM-CD-GRENADE-4)."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.traits.hook import LEVEL, Hook
from owm_net.games.owm.traits.told import TraitWorks, title

THROWERS = Hook({"S19": 2, "W20": -1})
"""What they add to the damage of Grenades thrown from their Fireteam."""

GOOD_ARMS = Hook({"S20": say("a passed check throws it back")})
"""Once a round they may throw a Grenade back by a Discipline Check, without a card."""


def damage(g: OwmState, fireteam: FireteamId) -> list[tuple[str, int]]:
    """Return what traits add to the damage of a Grenade thrown from a Fireteam, with the reason."""
    if g.level != LEVEL:
        return []
    return [(title(key), n) for _, key, n in THROWERS.among(g.level, g.members(fireteam))]


def good_arm(g: OwmState, fireteam: FireteamId) -> SoldierId:
    """Return the soldier who tries to throw a Grenade back from this Fireteam, NO_SOLDIER if nobody
    can."""
    if g.level == LEVEL:
        for soldier, _, _ in GOOD_ARMS.among(g.level, g.members(fireteam)):
            if soldier.trait_used_in != g.round_no:
                return soldier.id
    return NO_SOLDIER


def tell_thrown_back(g: OwmState, soldier: SoldierId) -> None:
    """Says why a Grenade flies the other way."""
    for key, what in GOOD_ARMS.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what, rule="OWM-CD-GRENADE-4"))
