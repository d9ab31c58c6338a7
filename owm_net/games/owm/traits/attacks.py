"""Traits for Attack orders: who may be named, who shoots, and whom a flip finds (OWM-ATK-06,
OWM-ATK-08)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from owm_net.engine.text import say
from owm_net.games.owm.ids import NO_FIRETEAM, NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import Fireteam, OwmState
from owm_net.games.owm.traits.hook import LEVEL, Hook
from owm_net.games.owm.traits.told import TraitWorks

# -- who shoots ------------------------------------------------------------------------------

EAGER = Hook({"W01": say("he shoots before all others")})
"""Whenever their Fireteam attacks and they can shoot, they must, and first (OWM-ATK-06)."""


def must_shoot(g: OwmState, able: Sequence[SoldierId]) -> list[SoldierId]:
    """Those of the soldiers able to shoot who must, and before all others."""
    return [s for s in able if EAGER.has(g.level, g.soldiers[s])] if g.level == LEVEL else []


def tell_eager(g: OwmState, soldier: SoldierId) -> None:
    """Tell why this soldier shoots next."""
    for key, what in EAGER.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what, rule="OWM-ATK-06"))


# -- whom the order names --------------------------------------------------------------------

STUBBORN = Hook({"W03": say("holds on to an enemy")})
"""Their Fireteam attacks the enemy again that it attacked last, while it may (OWM-ATK-08)."""


def note_attack(g: OwmState, fireteam: FireteamId, target: FireteamId) -> None:
    """Remember whom a Fireteam attacked last."""
    if g.level == LEVEL:
        g.change_fireteam(fireteam, engaged=target)


def held_to(g: OwmState, team: Fireteam) -> tuple[FireteamId, SoldierId]:
    """(enemy that a Fireteam must not leave, soldier who holds it to that), if there is one.

    Whether it may be named at all the caller must ask: if not, another may.
    """
    if g.level != LEVEL or team.engaged not in g.fireteams:
        return NO_FIRETEAM, NO_SOLDIER
    for soldier, _, _ in STUBBORN.among(g.level, g.members(team.id)):
        return team.engaged, soldier.id
    return NO_FIRETEAM, NO_SOLDIER


# -- whom a flip finds -----------------------------------------------------------------------

TALL = Hook({"W19": say("the flip that names nobody hits him")})
"""A target flip above the size of their Fireteam names them (OWM-CCS-07)."""


def stands_out(g: OwmState, fireteam: FireteamId) -> SoldierId:
    """Return the target of a flip above the Fireteam's size, NO_SOLDIER without one: the leftmost
    of several (A-125)."""
    for soldier, _, _ in TALL.among(g.level, g.members(fireteam)):
        return soldier.id
    return NO_SOLDIER


def void_hits(g: OwmState, line: Sequence[SoldierId], valid: Container[SoldierId]) -> int | None:
    """Return whom of a line a target flip above its size finds, if they may be hit at all; tell it.

    line: as it was when its targets were counted; who is gone since is found by nobody.
    """
    for soldier, key, what in TALL.among(g.level, [g.soldiers[s] for s in line if s in g.soldiers]):
        if soldier.id not in valid:
            return None
        g.tell(TraitWorks(soldier.id, key, what))
        return line.index(soldier.id)
    return None
