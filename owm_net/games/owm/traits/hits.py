"""The effect of a total on a soldier with traits, and on those beside them (OWM-RES-01 to 05)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from owm_net.engine.text import say
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, OwmState, Soldier
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.hook import LEVEL, Hook
from owm_net.games.owm.traits.leading import is_leader
from owm_net.games.owm.traits.told import TraitWorks, title

# -- Resolve and Vitality --------------------------------------------------------------------

BUDDIES = Hook({"S21": 1})
"""What they add to the Resolve of each neighbour in the line."""


def shy(g: OwmState, neighbours: Sequence[Soldier]) -> int:
    """Return -1 while no Leader stands next to the soldier."""
    return 0 if any(is_leader(g.level, n) for n in neighbours) else -1


OWN_RESOLVE: Hook[Callable[[OwmState, Sequence[Soldier]], int]] = Hook({"W09": shy})

FRAIL = Hook({"W14": -2}, while_wounded=True)
"""What they add to their Vitality while they are wounded."""


def resolve(g: OwmState, soldier: SoldierId) -> int:
    """Return the total needed to suppress the soldier (OWM-RES-02)."""
    printed = g.soldiers[soldier].card.resolve
    return printed + sum(n for _, n in resolve_changes(g, soldier))


def resolve_changes(g: OwmState, soldier: SoldierId) -> list[tuple[str, int]]:
    """Return how traits change Resolve, and why."""
    if g.level != LEVEL:
        return []
    beside = neighbours(g, soldier)
    found = [(key, n) for _, key, n in BUDDIES.among(g.level, beside)]
    found += [(key, rule(g, beside)) for key, rule in OWN_RESOLVE.of(g.level, g.soldiers[soldier])]
    return [(title(key), n) for key, n in found if n]


def vitality(g: OwmState, soldier: SoldierId) -> int:
    """Return the total needed to kill the soldier (OWM-RES-01)."""
    printed = g.soldiers[soldier].card.vitality
    return printed + sum(n for _, n in vitality_changes(g, soldier))


def vitality_changes(g: OwmState, soldier: SoldierId) -> list[tuple[str, int]]:
    """Return how traits change Vitality, and why."""
    one = g.soldiers[soldier]
    if one.status is not Status.WOUNDED:
        return []
    return [(title(key), n) for key, n in FRAIL.of(g.level, one)]


def changes(g: OwmState, soldier: SoldierId) -> tuple[str, ...]:
    """Return how traits change Resolve and Vitality, in words."""
    if g.level != LEVEL:
        return ()
    found = [
        say("{why}: Resolve {number:+d}", why=why, number=n)
        for why, n in resolve_changes(g, soldier)
    ]
    found += [
        say("{why}: Vitality {number:+d}", why=why, number=n)
        for why, n in vitality_changes(g, soldier)
    ]
    return tuple(found)


def needed(g: OwmState, soldier: SoldierId) -> str:
    """Return the total needed against the soldier, in words; as printed if they are gone by now."""
    card = CATALOG.soldiers[soldier]
    if soldier not in g.soldiers:
        return reached(soldier, card.resolve, card.vitality)
    return reached(soldier, resolve(g, soldier), vitality(g, soldier))


def reached(soldier: SoldierId, resolve: int, vitality: int) -> str:
    """Return the total needed, in words; Lu is killed or unharmed, nothing else (A-64)."""
    return (
        say("Vitality {vitality}", vitality=vitality)
        if soldier == LU
        else say("Resolve {resolve}, Vitality {vitality}", resolve=resolve, vitality=vitality)
    )


def neighbours(g: OwmState, soldier: SoldierId) -> list[Soldier]:
    """Return the soldiers next to this one in the line of the Fireteam: one or two, none if
    alone."""
    line = g.fireteam_of(soldier).line
    at = line.index(soldier)
    return [g.soldiers[line[i]] for i in (at - 1, at + 1) if 0 <= i < len(line)]


# -- wounds ----------------------------------------------------------------------------------

TOUGH = Hook({"S11": say("he is suppressed, not wounded")})
"""A hit that would wound them suppresses them."""


def is_tough(g: OwmState, soldier: SoldierId) -> bool:
    """Return True if the soldier is only suppressed where others would be wounded."""
    return TOUGH.has(g.level, g.soldiers[soldier])


def tell_tough(g: OwmState, soldier: SoldierId) -> None:
    """Tell why the soldier is not wounded."""
    for key, what in TOUGH.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what))


# -- nerves ----------------------------------------------------------------------------------

STEELY = Hook({"S10": say("he holds out, and nothing happens")})
"""If a shot would suppress them and they pass a Discipline Check, it does nothing."""

WAVERING = Hook({"W08": say("the man beside him is gone")})
"""When a neighbour in the line falls or runs they make a Discipline Check, or are suppressed."""


def may_hold_out(g: OwmState, soldier: SoldierId) -> bool:
    """Return True if the soldier makes a check before a shot suppresses them."""
    return STEELY.has(g.level, g.soldiers[soldier])


def tell_held_out(g: OwmState, soldier: SoldierId) -> None:
    """Says why the shot does nothing."""
    for key, what in STEELY.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what))


def shaken_by(g: OwmState, soldier: SoldierId) -> list[SoldierId]:
    """Return the soldiers who must make a check when this one, who is still in the line, is
    lost."""
    if g.level != LEVEL:
        return []
    return [n.id for n, _, _ in WAVERING.among(g.level, neighbours(g, soldier))]


def tell_shaken(g: OwmState, soldier: SoldierId) -> None:
    """Tell why the soldier makes a check."""
    for key, what in WAVERING.of(g.level, g.soldiers[soldier]):
        g.tell(TraitWorks(soldier, key, what))
