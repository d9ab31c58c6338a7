"""A squad as numbers, as it is kept by name for other matches: a group for each soldier.

    nation, profile, weapon, grenades, then chosen skills and items

each by its place in the data files, from 0, items from ITEMS on. So the order of those files is
part of what players have kept: new rows go to their ends.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.squads import MOST_SOLDIERS, Recruit, Roster
from owm_net.games.nco.terms import Item, Skill

ITEMS: Final = 100
HEAD: Final = 4
"""Numbers of every soldier, before skills and items."""

_NATIONS, _PROFILES = tuple(CATALOG.nations), tuple(CATALOG.profiles)
_WEAPONS, _SKILLS, _ITEMS = tuple(CATALOG.weapons), tuple(Skill), tuple(Item)

T = TypeVar("T", bound=Hashable)


def numbers_of(roster: Roster) -> tuple[tuple[int, ...], ...]:
    """A group for each soldier. All that it names must be in the data files."""
    nation = _NATIONS.index(roster.nation)
    return tuple(
        [
            (
                nation,
                _PROFILES.index(recruit.profile),
                _WEAPONS.index(recruit.weapon),
                recruit.grenades,
                *[_SKILLS.index(skill) for skill in recruit.skills],
                *[ITEMS + _ITEMS.index(item) for item in recruit.items],
            )
            for recruit in roster.soldiers
        ]
    )


def roster_of(groups: Sequence[Sequence[int]]) -> Roster | None:
    """The squad; None if these numbers are none. Whether it is allowed, `faults_of` says."""
    if not 1 <= len(groups) <= MOST_SOLDIERS or any(len(group) < HEAD for group in groups):
        return None
    nations = dict.fromkeys([_at(_NATIONS, group[0]) for group in groups])
    soldiers = [_recruit(group) for group in groups]
    nation, *others = nations
    if nation is None or others or None in soldiers:
        return None
    return Roster(nation, tuple([recruit for recruit in soldiers if recruit is not None]))


def own_squads(kept: Mapping[str, Sequence[Sequence[int]]]) -> dict[str, Roster]:
    """The squads that are kept by name, as far as they can be read."""
    read = {name: roster_of(groups) for name, groups in kept.items()}
    return {name: roster for name, roster in read.items() if roster is not None}


def _recruit(group: Sequence[int]) -> Recruit | None:
    profile, weapon = _at(_PROFILES, group[1]), _at(_WEAPONS, group[2])
    more = group[HEAD:]
    skills = [_at(_SKILLS, n) for n in more if n < ITEMS]
    items = [_at(_ITEMS, n - ITEMS) for n in more if n >= ITEMS]
    if profile is None or weapon is None or None in skills or None in items:
        return None
    return Recruit(
        profile,
        weapon,
        group[3],
        tuple([skill for skill in skills if skill is not None]),
        tuple([item for item in items if item is not None]),
    )


def _at(rows: Sequence[T], n: int) -> T | None:
    return rows[n] if 0 <= n < len(rows) else None
