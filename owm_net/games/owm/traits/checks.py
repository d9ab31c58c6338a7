"""Discipline Checks that traits make easier or harder (OWM-DISC-07).

Two things may change: up to which number a check succeeds (2, OWM-DISC-03), and the number itself.
"""

from __future__ import annotations

from attrs import frozen

from owm_net.engine.text import counted_in, say
from owm_net.games.owm.ids import NO_FIRETEAM, FireteamId, SoldierId
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.traits.hook import LEVEL, Bearer, Hook
from owm_net.games.owm.traits.told import title

LIMIT = 2
"""Up to this a check succeeds (OWM-DISC-03)."""

# -- clearing a jam --------------------------------------------------------------------------

GUNSMITHS = Hook({"S03": 1})
"""What they add to the limit of every jam check in their Fireteam; two of them add no more."""

DIRTY = Hook({"W04": -1})
"""What they add to the limit of their own jam checks (A-124)."""

# -- Recognition -----------------------------------------------------------------------------

EYES = Hook({"S06": -1})
"""What they add to the number when they look for an enemy."""

HIDING = Hook({"S07": 1, "W02": -1})
"""What they add to the number when an enemy looks for their Fireteam."""

# -- in command, and in an assault -----------------------------------------------------------

COMMANDERS = Hook({"W18": 1})
"""What they add to the number of a check that they make as who is in command."""

MELEE = Hook({"S09": 1})
"""What they add to the limit of their checks in an assault."""


def melee_limit(level: str, soldier: Bearer) -> int:
    """Return up to which number the soldier's checks in an assault succeed."""
    return LIMIT + sum(n for _, n in MELEE.of(level, soldier))


@frozen
class Terms:
    """limit: up to this the check succeeds. plus: added to its number. why: traits, in words."""

    limit: int = LIMIT
    plus: int = 0
    why: tuple[str, ...] = ()


PLAIN = Terms()


@frozen
class Occasion:
    """The occasion of a check, as far as traits matter. against: the Fireteam looked for."""

    clears_jam: bool = False
    in_command: bool = False
    in_assault: bool = False
    against: FireteamId = NO_FIRETEAM


def terms(g: OwmState, soldier: SoldierId, occasion: Occasion) -> Terms:
    """How traits change a soldier's Discipline Check."""
    if g.level != LEVEL:
        return PLAIN
    level, one = g.level, g.soldiers[soldier]
    limits: list[tuple[str, int]] = []
    plus: list[tuple[str, int]] = []
    if occasion.clears_jam:
        comrades = g.members(g.fireteam_of(soldier).id)
        limits += [(key, n) for _, key, n in GUNSMITHS.among(level, comrades)][:1]
        limits += DIRTY.of(level, one)
    if occasion.in_assault:
        limits += MELEE.of(level, one)
    if occasion.in_command:
        plus += COMMANDERS.of(level, one)
    if occasion.against in g.fireteams:
        plus += EYES.of(level, one)
        plus += [(key, n) for _, key, n in HIDING.among(level, g.members(occasion.against))]
    limit = LIMIT + sum(n for _, n in limits)
    why = [counted_in(title(key), n) for key, n in plus]
    why += [
        say("{title}: up to {limit} succeeds", title=title(key), limit=limit) for key, _ in limits
    ]
    return Terms(limit, sum(n for _, n in plus), tuple(why))
