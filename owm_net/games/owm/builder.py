"""Squads of one's own in words: a Fireteam a group, a soldier a number or a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from owm_net.engine.building import ForceBuilder, ForcePart, NotBuilt, NumberGroups
from owm_net.engine.text import say, say_n
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.set_up import Limits, faults_of
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.words import soldier_name

MOST_TEAMS = 8
"""Fireteams of a squad where no mission is named."""


class SquadBuilder(ForceBuilder):
    """A squad of one division."""

    shelf = "owm"
    example = "us_5th_rangers 3 5 6"
    has_teams = True

    def forces(self) -> Iterator[tuple[str, str]]:
        for key, division in CATALOG.divisions.items():
            yield key, division.title

    def pool(self, force: str) -> Iterator[ForcePart]:
        for soldier in _soldiers(_division(force)):
            card = CATALOG.soldiers[soldier]
            leads = say("{name}, a Leader", name=soldier_name(soldier))
            about = leads if card.is_leader else soldier_name(soldier)
            yield ForcePart(str(card.number), about, card.points)

    def with_(
        self, groups: NumberGroups, force: str, words: Sequence[str], team: int
    ) -> NumberGroups:
        men = [SoldierId(n) for group in groups for n in group]
        homes = dict.fromkeys([CATALOG.division_of[s].key for s in men])
        division = _division(force or next(iter(homes), ""))
        if any(home != division for home in homes):
            raise NotBuilt([say("a squad is of one division")])
        added = [_find(word, _soldiers(division)) for word in words]
        teams = [*map(list, groups)] or [[]]
        most = min(len(teams) + 1, MOST_TEAMS) if all(teams) else len(teams)
        if not 0 <= team <= most:
            raise NotBuilt([say("there is no Fireteam {n}: write 1 to {most}", n=team, most=most)])
        if team > len(teams):
            teams.append([])
        for soldier in added:
            if any(soldier in line for line in teams):
                why = say("{name} is in the squad already", name=soldier_name(soldier))
                raise NotBuilt([why])
            teams[team - 1].append(soldier)
        return tuple([tuple(line) for line in teams])

    def without(self, groups: NumberGroups, words: Sequence[str]) -> NumberGroups:
        men = [SoldierId(n) for group in groups for n in group]
        gone = [_find(word, men) for word in words]
        left = [tuple([n for n in group if n not in gone]) for group in groups]
        if not any(left):
            raise NotBuilt([say("one soldier must be left; delete removes the squad")])
        return tuple([group for group in left if group])

    def can_read(self, groups: NumberGroups) -> bool:
        return all(n in CATALOG.soldiers for group in groups for n in group)

    def lines(self, groups: NumberGroups) -> list[str]:
        found = []
        for n, group in enumerate(groups, 1):
            men = [
                f"{CATALOG.soldiers[SoldierId(s)].number} {soldier_name(SoldierId(s))}"
                for s in group
            ]
            found.append(say("Fireteam {n}: {men}", n=n, men=", ".join(men)))
        return found

    def cost(self, groups: NumberGroups) -> str:
        return say_n("{n} point", "{n} points", _cost(groups))

    def faults(self, groups: NumberGroups, points: int) -> list[str]:
        lines = [tuple([SoldierId(n) for n in group]) for group in groups]
        homes = [CATALOG.division_of[s].key for line in lines for s in line]
        limits = Limits(
            tuple(dict.fromkeys(homes)), points or _cost(groups), MOST_TEAMS, MOST_TEAMS
        )
        found = [] if homes else [say("nobody is in it")]
        faults = faults_of(lines, limits)
        return [*found, *[say("{why} ({rule})", why=one.why, rule=one.rule) for one in faults]]


def _cost(groups: NumberGroups) -> int:
    return sum([CATALOG.soldiers[SoldierId(n)].points for group in groups for n in group])


def _division(word: str) -> DivisionKey:
    if word not in CATALOG.divisions:
        known = ", ".join(CATALOG.divisions)
        raise NotBuilt([say("name a division first: {known}", known=known)])
    return DivisionKey(word)


def _soldiers(division: DivisionKey) -> list[SoldierId]:
    return [s for s, home in CATALOG.division_of.items() if home.key == division]


def _find(word: str, among: Sequence[SoldierId]) -> SoldierId:
    """By number or surname. Raises NotBuilt."""
    found = [
        s
        for s in among
        if word == str(CATALOG.soldiers[s].number)
        or word.casefold() == CATALOG.soldiers[s].surname.casefold()
    ]
    if len(found) != 1:
        why = say("{word} is no soldier here: a number or a surname is typed", word=word[:40])
        raise NotBuilt([why])
    return found[0]
