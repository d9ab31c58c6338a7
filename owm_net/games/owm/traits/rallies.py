"""Rally orders that help more, or not everybody (OWM-RALLY-02)."""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.text import say
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.hook import LEVEL, Hook
from owm_net.games.owm.traits.told import TraitWorks

MOTIVATORS = Hook({"S12": 1})
"""What they add to the number of a Rally order, while they are not suppressed."""

SULKERS = Hook({"W17": 2})
"""The flip of a Rally order that they need to be rallied by it."""


def more_rallied(g: OwmState, fireteam: FireteamId) -> int:
    """How many more soldiers a Rally order reaches; it is told."""
    more = 0
    if g.level == LEVEL:
        for soldier, key, n in MOTIVATORS.among(g.level, g.members(fireteam)):
            if soldier.status is not Status.SUPPRESSED:
                g.tell(
                    TraitWorks(
                        soldier.id,
                        key,
                        say("{number} more may be rallied", number=n),
                        rule="OWM-RALLY-02",
                    )
                )
                more += n
    return more


def unmoved(g: OwmState, down: Sequence[SoldierId], flip: int) -> list[SoldierId]:
    """Return the soldiers for whom a Rally order with this flip has no effect; tell it."""
    found = []
    if g.level == LEVEL:
        for soldier, key, least in SULKERS.among(g.level, [g.soldiers[s] for s in down]):
            if flip < least:
                what = say("stays down, for the flip is below {least}", least=least)
                g.tell(TraitWorks(soldier.id, key, what, rule="OWM-RALLY-02"))
                found.append(soldier.id)
    return found
