"""Building a squad: who may be in it, with what equipment, and at what cost. NCO-BLD, NCO-NAT,
G-12.

A roster is an answer, given in secret by both and public from then on (NCO-GEN-07). Ready-made ones
stand in data/rosters.toml, a line for each soldier: profile, primary weapon, then further grenades
as `grenades=2`, skills and items, all by their keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.building import NotBuilt
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import Said, say, say_n
from owm_net.games.nco.catalog import CATALOG, Nation, Profile
from owm_net.games.nco.ids import NationKey, ProfileKey, WeaponKey
from owm_net.games.nco.terms import SPECIALIST, VALOR, Item, Skill

NEAR = 95
"""A ready-made squad spends so many hundredths of the valor points at least."""
SERGEANT = ProfileKey("sergeant")
PISTOL = WeaponKey("pistol")
RIFLE = WeaponKey("rifle")
MOST_SOLDIERS = 16
"""The greatest cap of any nation."""
TOO_DEAR, TOO_SPECIAL = "NCO-BLD-01", "NCO-NAT-03 NCO-BLD-01"
"""The rules that are cited where more points are spent than there are: valor, specialists'."""


@record("nco.recruit")
class Recruit(Record):
    """One line of a roster. grenades: carried in all. skills: those chosen for free slots, beside
    those of the profile."""

    profile: ProfileKey
    weapon: WeaponKey
    grenades: int = 0
    skills: tuple[Skill, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def row(self) -> Profile:
        """Return the printed row of the profile."""
        return CATALOG.profiles[self.profile]


@record("nco.roster")
class Roster(Answer):
    """Take this squad (NCO-BLD)."""

    title: ClassVar[str] = say("Your squad")
    help: ClassVar[str] = say(
        "Valor points buy regulars, specialist points specialists (NCO-BLD-01)"
    )

    nation: NationKey
    soldiers: tuple[Recruit, ...]

    def sentence(self, view: Any) -> str:
        if self.nation not in CATALOG.nations:
            return say("choose a nation for the squad")
        title = CATALOG.nations[self.nation].title
        for ready in READY.get(self.nation, ()):
            if ready.roster == self:
                return say(
                    "{title}: {ready}, {number} soldiers",
                    title=title,
                    ready=ready.title,
                    number=len(self.soldiers),
                )
        return say_n(
            "{title}: {n} soldier", "{title}: {n} soldiers", len(self.soldiers), title=title
        )


@frozen(eq=False)
class Ready:
    """A ready-made roster."""

    title: Said
    roster: Roster


# ------------------------------------------------------------------ what it costs


def price(recruit: Recruit, nation: Nation) -> int:
    """Return a soldier's cost in the points of its list (NCO-BLD-04); it is also its worth to the
    enemy (NCO-BLD-05). An illegal item costs nothing or its price: a number at any rate."""
    row = recruit.row
    cost = row.cost + (weapon_price(row, nation, recruit.weapon) or 0)
    bought = min(recruit.grenades, row.grenades.most) - row.grenades.free
    cost += max(0, bought) * row.grenades.price
    if len(recruit.skills) > row.free_skills:
        cost += row.extra_skill
    if not row.items_free:
        cost += sum([CATALOG.items[item].cost for item in recruit.items])
    return cost


def weapon_price(row: Profile, nation: Nation, weapon: WeaponKey) -> int | None:
    """Return the price of a primary weapon for a soldier of this profile; None if not allowed
    (NCO-BLD-07, NCO-NAT-04)."""
    if weapon in row.primary:
        return row.primary[weapon]
    if weapon in nation.weapons and row.national >= 0:
        return row.national * CATALOG.weapons[weapon].cost
    return None


def carried(recruit: Recruit) -> tuple[WeaponKey, ...]:
    """Return the weapons of a recruit except grenades, the primary one first (NCO-BLD-07, G-12)."""
    row = recruit.row
    beside: tuple[WeaponKey, ...] = ()
    if row.pistol:
        beside = (PISTOL,)
    elif CATALOG.weapons[recruit.weapon].rifle_beside:
        beside = (RIFLE,)
    return (recruit.weapon, *beside)


# ------------------------------------------------------------------ what is allowed


def why_not_roster(roster: Roster) -> Refusal | None:
    """Why this is no squad: what no further soldier can mend first."""
    faults = faults_of(roster)
    return next((fault for fault in faults if not fault.more), next(iter(faults), None))


def faults_of(roster: Roster) -> list[Refusal]:
    """All that is wrong with a squad, each with its rule: of its soldiers one by one, then of all
    together (NCO-BLD, NCO-NAT). One that is too long, or of no nation, is read no further."""
    if roster.nation not in CATALOG.nations:
        return [Refusal("NCO-NAT-01", say("there is no such nation"))]
    nation = CATALOG.nations[roster.nation]
    if len(roster.soldiers) > MOST_SOLDIERS:
        why = say("no squad has more than {most_soldiers} soldiers", most_soldiers=MOST_SOLDIERS)
        return [Refusal("NCO-NAT-01", why)]
    return [
        *(
            Refusal(fault.rule, say("soldier {number}: {why}", number=number, why=fault.why))
            for number, recruit in enumerate(roster.soldiers, 1)
            for fault in faults_of_recruit(recruit, nation)
        ),
        *_faults_together(roster, nation),
    ]


def _faults_together(roster: Roster, nation: Nation) -> Iterator[Refusal]:
    count = Counter([recruit.profile for recruit in roster.soldiers])
    if count[SERGEANT] != 1:
        yield Refusal("NCO-BLD-02", say("a squad has one sergeant"), more=not count[SERGEANT])
    for profile, n in count.items():
        row = CATALOG.profiles.get(profile)
        if row is not None and n > 1 and row.unique and profile != SERGEANT:
            yield Refusal(
                "NCO-BLD-03", say("a squad has no more than one {title}", title=row.title)
            )
    if len(roster.soldiers) > nation.cap:
        why = say("{nation} has at most {cap} soldiers", nation=nation.title, cap=nation.cap)
        yield Refusal("NCO-NAT-01 NCO-BLD-10", why)
    valor, special = points(roster)
    if valor > VALOR:
        why = say("{valor} valor points are spent, there are {most}", valor=valor, most=VALOR)
        yield Refusal(TOO_DEAR, why)
    most = specialist_points(nation)
    if special > most:
        why = say(
            "{special} specialist points are spent, there are {most}", special=special, most=most
        )
        yield Refusal(TOO_SPECIAL, why)


def specialist_points(nation: Nation) -> int:
    """Return the points a nation may spend on specialists (NCO-BLD-01, NCO-NAT-03)."""
    return SPECIALIST + nation.extra_specialist_points


def points(roster: Roster) -> tuple[int, int]:
    """Valor and specialist points that a roster costs (NCO-BLD-01). Who has no such profile costs
    nothing, and what a soldier may not carry nothing but by its price."""
    nation = CATALOG.nations[roster.nation]
    spent = [0, 0]
    for recruit in roster.soldiers:
        if recruit.profile in CATALOG.profiles:
            spent[recruit.row.specialist] += price(recruit, nation)
    return spent[0], spent[1]


def faults_of_recruit(recruit: Recruit, nation: Nation) -> Iterator[Refusal]:
    """Why a nation has no such soldier: profile, weapon, grenades, skills, items."""
    row = CATALOG.profiles.get(recruit.profile)
    if row is None:
        yield Refusal("NCO-BLD-06", say("there is no such profile"))
        return
    if row.key in nation.without:
        why = say("{nation} has no {row}", nation=nation.title, row=row.title)
        yield Refusal("NCO-NAT-02", why)
    if weapon_price(row, nation, recruit.weapon) is None:
        why = say("a {row} has no such primary weapon", row=row.title)
        yield Refusal("NCO-BLD-07 NCO-BLD-06", why)
    g = row.grenades
    if not g.free <= recruit.grenades <= g.most:
        yield Refusal("NCO-BLD-06", _grenades_allowed(row))
    yield from _faults_of_skills(recruit, row)
    yield from _faults_of_items(recruit, row)


def _grenades_allowed(row: Profile) -> str:
    free, most = row.grenades.free, row.grenades.most
    if not most:
        return say("no grenades")
    return say("a {row} carries {free} to {most} grenades", row=row.title, free=free, most=most)


def _faults_of_skills(recruit: Recruit, row: Profile) -> Iterator[Refusal]:
    """NCO-BLD-09: free slots, and one more for the price of it."""
    most = most_skills(row)
    if len(recruit.skills) > most:
        why = say("a {row} chooses at most {most} skills", row=row.title, most=most)
        yield Refusal("NCO-BLD-09", why)
        return
    for skill, n in Counter([*row.skills, *recruit.skills]).items():
        title, of = CATALOG.skills[skill].title, CATALOG.skills[skill].of
        if of and of != row.key:
            why = say("{title} is not for a {row}", title=title, row=row.title)
            yield Refusal("NCO-BLD-09", why)
        elif n > (2 if skill is Skill.INSPIRING_PRESENCE else 1):
            yield Refusal("NCO-BLD-09", say("{title} stands too often", title=title))


def most_skills(row: Profile) -> int:
    """So many skills are chosen for a soldier of this profile, the one that is paid for included
    (NCO-BLD-09)."""
    return row.free_skills + (1 if row.extra_skill else 0)


def _faults_of_items(recruit: Recruit, row: Profile) -> Iterator[Refusal]:
    """NCO-BLD-08, R-41."""
    if len(recruit.items) > row.items:
        why = say("a {row} carries at most {items} items", row=row.title, items=row.items)
        yield Refusal("NCO-BLD-08", why)
        return
    for item, n in Counter(recruit.items).items():
        title = CATALOG.items[item].title
        if n > 1:
            yield Refusal("NCO-BLD-08", say("no soldier carries {title} twice", title=title))
        if CATALOG.items[item].sergeant and row.key != SERGEANT:
            yield Refusal("NCO-BLD-08", say("only the sergeant carries {title}", title=title))


# ------------------------------------------------------------------ ready-made rosters


@frozen(kw_only=True)
class _ReadyRow:
    nation: NationKey
    title: Said
    soldiers: tuple[str, ...]


@frozen
class _ReadyFile:
    roster: tuple[_ReadyRow, ...] = field()


def read_recruit(line: str) -> Recruit:
    """Read a soldier from its line. Raises NotBuilt."""
    profile, weapon, *words = [*line.split(), "", ""]
    if profile not in CATALOG.profiles:
        raise _not_typed(profile or line)
    if weapon not in CATALOG.weapons:
        raise _not_typed(weapon or line)
    row = CATALOG.profiles[ProfileKey(profile)]
    grenades, skills, items = row.grenades.free, [], []
    for word in filter(None, words):
        if word.startswith("grenades="):
            numbers = {f"grenades={n}": n for n in range(row.grenades.free, row.grenades.most + 1)}
            if word not in numbers:
                raise NotBuilt([say("{word}: {why}", word=word[:40], why=_grenades_allowed(row))])
            grenades = numbers[word]
        elif word in [skill.value for skill in Skill]:
            skills.append(Skill(word))
        elif word in [item.value for item in Item]:
            items.append(Item(word))
        else:
            raise _not_typed(word)
    return Recruit(
        ProfileKey(profile), WeaponKey(weapon), grenades, tuple(skills), tuple(items)
    )  # fmt: skip


def _not_typed(word: str) -> NotBuilt:
    why = say(
        "“{word}” is not known: a soldier is typed as profile, weapon, then skills and items",
        word=word[:40],
    )
    return NotBuilt([why])


def read_rosters(files: DataFiles) -> Mapping[NationKey, tuple[Ready, ...]]:
    """The ready-made rosters of each nation. Raises BadData for those that are not allowed."""
    found: dict[NationKey, tuple[Ready, ...]] = {}
    wrong = []
    for row in files.load("rosters.toml", _ReadyFile).roster:
        where = f"rosters.toml: {row.nation}, {row.title}"
        try:
            roster = Roster(row.nation, tuple([read_recruit(line) for line in row.soldiers]))
        except NotBuilt as e:
            wrong += [f"{where}: {why}" for why in e.problems]
            continue
        refusal = why_not_roster(roster)
        if refusal is not None:
            wrong.append(f"{where}: {refusal.why}")
        elif 100 * points(roster)[0] < NEAR * VALOR:
            wrong.append(f"{where}: spends less than {NEAR} percent of the valor points")
        found[row.nation] = (*found.get(row.nation, ()), Ready(row.title, roster))
    wrong += [f"rosters.toml: {n} has none" for n in CATALOG.nations if n not in found]
    if wrong:
        raise BadData(wrong)
    return found


_FILES = DataFiles.of_package("owm_net.games.nco")
READY = read_rosters(_FILES)
SUGGESTED = READY[NationKey("us_army")][2]
"""For whoever does not know the game yet: nothing in it asks a question at every die."""
EQUAL = READY[NationKey("german_heer")][2]
"""The same ranks and nearly the same arms, for the other side."""
ROSTER_DIGEST = _FILES.digest()
