"""Moves and what is found at their end (OWM-TERR-07, OWM-ENT-04), and who is not transferred."""

from __future__ import annotations

from owm_net.engine.text import say
from owm_net.games.owm.ids import NO_SOLDIER, Cell, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.traits.hook import LEVEL, Hook
from owm_net.games.owm.traits.told import TraitWorks
from owm_net.games.owm.visibility import is_fast

SLOW = Hook[str]({"W10": say("it gains nothing from fast-move")})
"""Their Fireteam cannot use fast-move."""

PATHFINDERS = Hook[str]({"S14": say("the entrenchment is found whatever the flip")})
"""Their Fireteam finds every entrenchment; one card is flipped for time."""

HOMEBODIES = Hook[str]({"W16": say("is not transferred")})
"""They stay in their Fireteam."""


def slowed_by(g: OwmState, fireteam: FireteamId) -> SoldierId:
    """Return the soldier who keeps a Fireteam from using fast-move, NO_SOLDIER if nobody does."""
    return _first(g, fireteam, SLOW)


def enters_at_once(g: OwmState, fireteam: FireteamId, cell: Cell) -> bool:
    """Return True if one Maneuver order takes a Fireteam all the way into a Terrain
    (OWM-TERR-07)."""
    return is_fast(g, cell) and not slowed_by(g, fireteam)


def finds_trench(g: OwmState, fireteam: FireteamId) -> SoldierId:
    """Return the soldier who finds an entrenchment for the Fireteam without a check, NO_SOLDIER if
    nobody does."""
    return _first(g, fireteam, PATHFINDERS)


def tell_slow(g: OwmState, soldier: SoldierId) -> None:
    """Says why the move is not completed."""
    for key, what in SLOW.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what))


def tell_found(g: OwmState, soldier: SoldierId) -> None:
    """Says why no check is made."""
    for key, what in PATHFINDERS.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what))


def stays_home(g: OwmState, soldier: SoldierId) -> bool:
    """Return True if a soldier cannot be transferred."""
    return HOMEBODIES.has(g.level, g.soldiers[soldier])


def _first(g: OwmState, fireteam: FireteamId, hook: Hook[str]) -> SoldierId:
    if g.level == LEVEL:
        for soldier, _, _ in hook.among(g.level, g.members(fireteam)):
            return soldier.id
    return NO_SOLDIER
