"""A force as numbers, as it is kept by name for other matches: a group for each Unit.

    quality, battery from 1 on or 0 for none, then Teams

each by its place in the data files, from 0. So the order of those files is part of what players
have kept: new rows go to their ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.forces import LEADERS, MOST_UNITS, Bought, Force
from owm_net.games.hailfire.state import NO_BATTERY
from owm_net.games.hailfire.terms import Quality

HEAD: Final = 2
"""Numbers of every Unit, before its Teams."""

_QUALITIES, _PROFILES = tuple(Quality), tuple(CATALOG.profiles)
_BATTERIES = (NO_BATTERY, *CATALOG.batteries)


def numbers_of(force: Force) -> tuple[tuple[int, ...], ...]:
    """A group for each Unit that has Teams. All that it names must be in the data files."""
    return tuple(
        [
            (
                _QUALITIES.index(bought.quality),
                _BATTERIES.index(bought.battery),
                *[_PROFILES.index(key) for key in bought.teams],
            )
            for bought in force.units
            if bought.teams
        ]
    )


def force_of(groups: Sequence[Sequence[int]]) -> Force | None:
    """The force, of the nation of its first Team; None if these numbers are none. Whether it is
    allowed, `faults_of` says."""
    if not 1 <= len(groups) <= 2 * MOST_UNITS:
        return None
    units = []
    for group in groups:
        if len(group) <= HEAD:
            return None
        known = (len(_QUALITIES), len(_BATTERIES), *[len(_PROFILES)] * (len(group) - HEAD))
        if not all(0 <= n < most for n, most in zip(group, known, strict=True)):
            return None
        teams = tuple([_PROFILES[n] for n in group[HEAD:]])
        units.append(Bought(_QUALITIES[group[0]], teams, _BATTERIES[group[1]]))
    nation = CATALOG.profiles[units[0].teams[0]].nation
    return Force(nation, tuple(units)) if nation in LEADERS else None


def own_forces(kept: Mapping[str, Sequence[Sequence[int]]]) -> dict[str, Force]:
    """The forces that are kept by name, as far as they can be read."""
    read = {name: force_of(groups) for name, groups in kept.items()}
    return {name: force for name, force in read.items() if force is not None}
