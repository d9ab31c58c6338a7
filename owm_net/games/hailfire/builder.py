"""Forces of one's own in words: a Unit a line, as data/forces.toml has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from owm_net.engine.building import ForceBuilder, ForcePart, NotBuilt, NumberGroups
from owm_net.engine.text import listed, say, say_n
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.forces import (
    LEADERS,
    Bought,
    Force,
    counted,
    faults_of,
    force_cost,
    read_unit,
    unit_cost,
    unit_line,
)
from owm_net.games.hailfire.ids import BatteryKey, NationKey, ProfileKey
from owm_net.games.hailfire.kept import force_of, numbers_of
from owm_net.games.hailfire.state import NO_BATTERY
from owm_net.games.hailfire.terms import Quality
from owm_net.games.hailfire.words import arms_of, kinds_of, nation_name


class CompanyBuilder(ForceBuilder):
    """A force of one nation."""

    shelf = "hailfire"
    example = 'us "us_rifle=6 us_lmg us_bazooka" "elite us_m4=3"'
    has_teams = True

    def forces(self) -> Iterator[tuple[str, str]]:
        for nation in LEADERS:
            yield nation, nation_name(nation)

    def pool(self, force: str) -> Iterator[ForcePart]:
        nation = _nation(force)
        for key, row in CATALOG.profiles.items():
            if row.nation == nation and not row.leader:
                about = listed([*kinds_of(row), *arms_of(row)])
                prices = say(
                    "poor {poor}, elite {elite}",
                    poor=row.costs(Quality.POOR),
                    elite=row.costs(Quality.ELITE),
                )
                told = listed([about, prices], "; ")
                yield ForcePart(key, row.title, row.costs(Quality.REGULAR), told)
        for battery_key, battery in CATALOG.batteries.items():
            if battery.nation == nation:
                yield ForcePart(battery_key, battery.title, battery.cost)

    def with_(
        self, groups: NumberGroups, force: str, words: Sequence[str], team: int
    ) -> NumberGroups:
        old = force_of(groups)
        nation = _nation(force or (old.nation if old is not None else ""))
        units = [] if old is None else [*old.units]
        if not 0 <= team <= len(units):
            raise NotBuilt(
                [say("there is no Unit {n}: write 1 to {most}", n=team, most=len(units))]
            )
        for word in words:
            if team:
                units[team - 1] = read_unit(word, units[team - 1])
            else:
                units.append(read_unit(word))
        for one in units:
            if not one.teams:
                raise NotBuilt([say("a Unit is typed with Teams in it")])
            if any(CATALOG.profiles[key].nation != nation for key in one.teams):
                raise NotBuilt([say("a force is of one nation")])
        return numbers_of(Force(nation, tuple(units)))

    def without(self, groups: NumberGroups, words: Sequence[str]) -> NumberGroups:
        force = force_of(groups)
        units = [] if force is None else [*force.units]
        gone = []
        for word in words:
            number, colon, what = word.partition(":")
            numbers = [str(n) for n in range(1, len(units) + 1)]
            if number not in numbers:
                raise NotBuilt([say("{word} is the number of no Unit of it", word=word[:40])])
            at = numbers.index(number)
            if colon:
                units[at] = _less(units[at], what)
            if not colon or not units[at].teams:
                gone.append(at)
        left = tuple([one for n, one in enumerate(units) if n not in gone])
        if not left or force is None:
            raise NotBuilt([say("one Unit must be left; delete removes the force")])
        return numbers_of(Force(force.nation, left))

    def can_read(self, groups: NumberGroups) -> bool:
        return force_of(groups) is not None

    def lines(self, groups: NumberGroups) -> list[str]:
        force = force_of(groups)
        units = () if force is None else force.units
        return [
            say_n(
                "{number}. {line} ({n} point)",
                "{number}. {line} ({n} points)",
                unit_cost(one),
                number=number,
                line=unit_line(one),
            )
            for number, one in enumerate(units, 1)
        ]

    def cost(self, groups: NumberGroups) -> str:
        force = force_of(groups)
        return say_n("{n} point", "{n} points", 0 if force is None else force_cost(force))

    def faults(self, groups: NumberGroups, points: int) -> list[str]:
        force = force_of(groups)
        if force is None:
            return [say("nobody is in it")]
        found = faults_of(force, points or force_cost(force))
        return [say("{why} ({rule})", why=one.why, rule=one.rule) for one in found]


def _nation(word: str) -> NationKey:
    if word not in LEADERS:
        raise NotBuilt([say("name a nation first: {known}", known=", ".join(LEADERS))])
    return NationKey(word)


def _less(one: Bought, what: str) -> Bought:
    """The Unit without so many Teams, as they are typed. Raises NotBuilt."""
    key, n = counted(what)
    if key and BatteryKey(key) == one.battery:
        return one.with_(battery=NO_BATTERY)
    if not 1 <= n <= Counter(one.teams)[ProfileKey(key)]:
        raise NotBuilt([say("{word} is not in that Unit", word=what[:40])])
    teams = [*one.teams]
    for _ in range(n):
        teams.remove(ProfileKey(key))
    return one.with_(teams=tuple(teams))
