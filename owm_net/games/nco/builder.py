"""Squads of one's own in words: a soldier a line, as data/rosters.toml has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from owm_net.engine.building import ForceBuilder, ForcePart, NotBuilt, NumberGroups
from owm_net.engine.text import say
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey, WeaponKey
from owm_net.games.nco.numbers import numbers_of, roster_of
from owm_net.games.nco.squads import (
    Recruit,
    Roster,
    faults_of,
    faults_of_recruit,
    points,
    price,
    read_recruit,
    specialist_points,
)
from owm_net.games.nco.terms import VALOR


class RosterBuilder(ForceBuilder):
    """A squad of one nation."""

    shelf = "nco"
    example = 'us_army "sergeant smg" "corporal smg grenades=2"'
    has_points = False

    def forces(self) -> Iterator[tuple[str, str]]:
        for key, nation in CATALOG.nations.items():
            yield key, nation.title

    def pool(self, force: str) -> Iterator[ForcePart]:
        nation = CATALOG.nations[_nation(force)]
        for key, row in CATALOG.profiles.items():
            for weapon in map(WeaponKey, dict.fromkeys([*row.primary, *nation.weapons])):
                recruit = Recruit(key, weapon, row.grenades.free, (), ())
                if next(faults_of_recruit(recruit, nation), None) is None:
                    about = say(
                        "{profile}, {weapon}",
                        profile=row.title,
                        weapon=CATALOG.weapons[weapon].title,
                    )
                    yield ForcePart(f"{key} {weapon}", about, price(recruit, nation))

    def with_(
        self, groups: NumberGroups, force: str, words: Sequence[str], team: int
    ) -> NumberGroups:
        roster = roster_of(groups)
        nation = _nation(force or (roster.nation if roster is not None else ""))
        if roster is not None and roster.nation != nation:
            raise NotBuilt([say("a squad is of one nation")])
        men = () if roster is None else roster.soldiers
        added = tuple([read_recruit(word) for word in words])
        return numbers_of(Roster(nation, (*men, *added)))

    def without(self, groups: NumberGroups, words: Sequence[str]) -> NumberGroups:
        numbers = [str(n) for n in range(1, len(groups) + 1)]
        for word in words:
            if word not in numbers:
                raise NotBuilt([say("{word} is the number of no soldier of it", word=word[:40])])
        pairs = zip(numbers, groups, strict=True)
        left = tuple([group for n, group in pairs if n not in words])
        if not left:
            raise NotBuilt([say("one soldier must be left; delete removes the squad")])
        return left

    def can_read(self, groups: NumberGroups) -> bool:
        return roster_of(groups) is not None

    def lines(self, groups: NumberGroups) -> list[str]:
        roster = roster_of(groups)
        if roster is None:
            return []
        return [f"{n}. {_line(one)}" for n, one in enumerate(roster.soldiers, 1)]

    def cost(self, groups: NumberGroups) -> str:
        roster = roster_of(groups)
        valor, special = (0, 0) if roster is None else points(roster)
        most = 0 if roster is None else specialist_points(CATALOG.nations[roster.nation])
        return say(
            "{valor} of {all} valor points, {special} of {most} specialist points",
            valor=valor,
            all=VALOR,
            special=special,
            most=most,
        )

    def faults(self, groups: NumberGroups, points: int) -> list[str]:
        roster = roster_of(groups)
        if roster is None:
            return [say("nobody is in it")]
        return [say("{why} ({rule})", why=one.why, rule=one.rule) for one in faults_of(roster)]


def _nation(word: str) -> NationKey:
    if word not in CATALOG.nations:
        raise NotBuilt([say("name a nation first: {known}", known=", ".join(CATALOG.nations))])
    return NationKey(word)


def _line(recruit: Recruit) -> str:
    row = CATALOG.profiles[recruit.profile]
    more = [one.value for one in (*recruit.skills, *recruit.items)]
    if recruit.grenades != row.grenades.free:
        more.insert(0, f"grenades={recruit.grenades}")
    return " ".join([recruit.profile, recruit.weapon, *more])
