"""What one Fireteam's fire at another is worth, worked out once and kept, whatever the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from owm_net.games.owm import odds
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, MAX_FIRETEAM, Fireteam, OwmState, Soldier
from owm_net.games.owm.terms import Colour, Status

_STRENGTHS = ((Colour.RED, 27), (Colour.GREEN, 18), (Colour.BLUE, 9))
"""How many Attack orders of each colour the core deck has."""

SHOTS = tuple(
    sum(n * max(0, c.sides - i) * 24 // c.sides for c, n in _STRENGTHS) for i in range(MAX_FIRETEAM)
)
"""In how many of `ALL_SHOTS` an unknown Attack order allows at least i + 1 shots."""
ALL_SHOTS = 24 * sum(n for _, n in _STRENGTHS)

STATES = (Status.READY, Status.SUPPRESSED, Status.WOUNDED, Status.UNARMED)

Shooters = tuple[int, ...]
"""4 x soldier + 2 at a crewed gun or a scope + 1 with Double Discipline, of those who can shoot."""
Marks = tuple[int, ...]
"""4 x soldier + the number of their status, of those who can be hit."""


@lru_cache(maxsize=1 << 16)
def targets_of(marks: Marks) -> odds.Targets:
    """Count those who can be hit."""
    return odds.Targets.of([Soldier(SoldierId(m // 4), status=STATES[m % 4]) for m in marks])


@lru_cache(maxsize=1 << 17)
def gains_of(
    shooters: Shooters, marks: Marks, distance: int, plus: int, doubled: bool
) -> list[int]:
    """Return the worth of each shot, the best first."""
    targets, found = targets_of(marks), []
    for code in shooters:
        soldier = SoldierId(code // 4)
        colours = CATALOG.soldier_weapon(soldier).colours(distance, bool(code & 2))
        if colours:
            flips = 2 if doubled or code & 1 else 1
            discipline = CATALOG.soldiers[soldier].discipline
            found.append(odds.shot_value(colours, discipline, flips, plus, targets))
    found.sort(reverse=True)
    return found


@lru_cache(maxsize=1 << 17)
def volley(shooters: Shooters, marks: Marks, distance: int, plus: int, doubled: bool) -> int:
    """Return the worth of an Attack order of unknown strength."""
    if not marks or not shooters:
        return 0
    gains = gains_of(shooters, marks, distance, plus, doubled)
    value = sum(n * gain for n, gain in zip(SHOTS, gains, strict=False)) // ALL_SHOTS
    return odds.thinned(value, targets_of(marks).whole)


def shooters_of(g: OwmState, team: Fireteam, second: bool = True) -> Shooters:
    """Return who can shoot. second: with their crewed guns and scopes."""
    leaderless = 1
    found = []
    for soldier in team.line:
        s = g.soldiers[soldier]
        if leaderless and CATALOG.soldiers[soldier].is_leader:
            leaderless = 0
        if not s.jammed and not s.assists and s.status in STATES[:2]:
            crewed = 2 if second and s.crewed_in else 0
            found.append(4 * soldier + crewed + (s.status is Status.SUPPRESSED))
    return tuple([code | 1 for code in found] if leaderless else found)


def marks_of(g: OwmState, team: Fireteam) -> Marks:
    """Return who can be hit."""
    return marks_among([g.soldiers[s] for s in team.line])


def shooters_among(soldiers: Sequence[Soldier], second: Callable[[Soldier], bool]) -> Shooters:
    """Return who of one Fireteam can shoot. second: True of those whose gun or scope counts."""
    lost = not any(s.card.is_leader for s in soldiers)
    return tuple(
        [
            4 * s.id + (2 if second(s) else 0) + (lost or s.status is Status.SUPPRESSED)
            for s in soldiers
            if not s.jammed and not s.assists and s.status in STATES[:2]
        ]
    )


def marks_among(soldiers: Sequence[Soldier]) -> Marks:
    """Return who of these can be hit: all."""
    return tuple([4 * s.id + STATES.index(s.status) for s in soldiers])
