"""Building a squad: who may be in it, with what, and what it costs. NCO-BLD, NCO-NAT, G-12.

A roster is an answer, given in secret by both and public from then on (NCO-GEN-07). Ready-made ones
stand in data/rosters.toml, a line for each soldier: profile, primary weapon, then further grenades
as `grenades=2`, skills and items, all by their keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.records import Record, register
from owm_net.engine.requests import Answer
from owm_net.engine.text import Said, say
from owm_net.games.nco.catalog import CATALOG, Nation, Profile
from owm_net.games.nco.ids import NationKey, ProfileKey, WeaponKey
from owm_net.games.nco.terms import SPECIALIST, VALOR, Item, Skill

SERGEANT = ProfileKey("sergeant")
PISTOL = WeaponKey("pistol")
RIFLE = WeaponKey("rifle")
MOST_SOLDIERS = 16
"""The greatest cap of any nation."""


@register("nco.recruit")
@frozen
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
        """What is printed about his profile."""
        return CATALOG.profiles[self.profile]


@register("nco.roster")
@frozen
class Roster(Answer):
    """Take this squad (NCO-BLD)."""

    title: ClassVar[str] = say("Your squad")
    help: ClassVar[str] = say(
        "Valor points buy regulars, specialist points specialists (NCO-BLD-01)"
    )

    nation: NationKey
    soldiers: tuple[Recruit, ...]

    def words(self, view: Any) -> str:
        if self.nation not in CATALOG.nations:
            return say("a squad of no nation")
        title = CATALOG.nations[self.nation].title
        for ready in READY.get(self.nation, ()):
            if ready.roster == self:
                return say(
                    "{title}: {ready}, {number} soldiers",
                    title=title,
                    ready=ready.title,
                    number=len(self.soldiers),
                )
        return say("{title}: {number} soldiers", title=title, number=len(self.soldiers))


@frozen(eq=False)
class Ready:
    """A ready-made roster."""

    title: Said
    roster: Roster


# ------------------------------------------------------------------ what it costs


def price(recruit: Recruit, nation: Nation) -> int:
    """What a soldier costs in the points of his list (NCO-BLD-04); also what he is worth to the
    enemy (NCO-BLD-05). For a recruit that `why_not_recruit` allows."""
    row = recruit.row
    cost = row.cost + (weapon_price(row, nation, recruit.weapon) or 0)
    cost += max(0, recruit.grenades - row.grenades.free) * row.grenades.price
    if len(recruit.skills) > row.free_skills:
        cost += row.extra_skill
    if not row.items_free:
        cost += sum([CATALOG.items[item].cost for item in recruit.items])
    return cost


def weapon_price(row: Profile, nation: Nation, weapon: WeaponKey) -> int | None:
    """What a primary weapon costs a soldier of this profile; None if he cannot have it
    (NCO-BLD-07, NCO-NAT-04)."""
    if weapon in row.primary:
        return row.primary[weapon]
    if weapon in nation.weapons and row.national >= 0:
        return row.national * CATALOG.weapons[weapon].cost
    return None


def carried(recruit: Recruit) -> tuple[WeaponKey, ...]:
    """The weapons of a recruit but for grenades, the primary one first (NCO-BLD-07, G-12)."""
    row = recruit.row
    beside: tuple[WeaponKey, ...] = ()
    if row.pistol:
        beside = (PISTOL,)
    elif CATALOG.weapons[recruit.weapon].rifle_beside:
        beside = (RIFLE,)
    return (recruit.weapon, *beside)


# ------------------------------------------------------------------ what is allowed


def why_not_roster(roster: Roster) -> Refusal | None:
    """Why this is no squad: its soldiers one by one, then all together."""
    if roster.nation not in CATALOG.nations:
        return Refusal("NCO-NAT-01", say("there is no such nation"))
    nation = CATALOG.nations[roster.nation]
    if len(roster.soldiers) > MOST_SOLDIERS:
        return Refusal(
            "NCO-NAT-01",
            say("no squad has more than {most_soldiers} soldiers", most_soldiers=MOST_SOLDIERS),
        )
    for number, recruit in enumerate(roster.soldiers, 1):
        refusal = why_not_recruit(recruit, nation)
        if refusal is not None:
            return Refusal(
                refusal.rule, say("soldier {number}: {why}", number=number, why=refusal.why)
            )
    return _why_not_together(roster, nation)


def _why_not_together(roster: Roster, nation: Nation) -> Refusal | None:
    count = Counter([recruit.profile for recruit in roster.soldiers])
    if count[SERGEANT] != 1:
        return Refusal("NCO-BLD-02", say("a squad has one sergeant"))
    for profile, n in count.items():
        if n > 1 and CATALOG.profiles[profile].unique:
            title = CATALOG.profiles[profile].title
            return Refusal("NCO-BLD-03", say("a squad has no more than one {title}", title=title))
    if len(roster.soldiers) > nation.cap:
        why = say("{nation} has at most {cap} soldiers", nation=nation.title, cap=nation.cap)
        return Refusal("NCO-NAT-01 NCO-BLD-10", why)
    valor, special = points(roster)
    if valor > VALOR:
        return Refusal(
            "NCO-BLD-01",
            say("{valor} valor points are spent, there are {most}", valor=valor, most=VALOR),
        )
    most = SPECIALIST + nation.extra_specialist_points
    if special > most:
        rule = "NCO-NAT-03 NCO-BLD-01"
        return Refusal(
            rule,
            say(
                "{special} specialist points are spent, there are {most}",
                special=special,
                most=most,
            ),
        )
    return None


def points(roster: Roster) -> tuple[int, int]:
    """Valor and specialist points that a roster costs (NCO-BLD-01)."""
    nation = CATALOG.nations[roster.nation]
    spent = [0, 0]
    for recruit in roster.soldiers:
        spent[recruit.row.specialist] += price(recruit, nation)
    return spent[0], spent[1]


def why_not_recruit(recruit: Recruit, nation: Nation) -> Refusal | None:
    """Why a nation has no such soldier: profile, weapon, grenades, skills, items."""
    row = CATALOG.profiles.get(recruit.profile)
    if row is None:
        return Refusal("NCO-BLD-06", say("there is no such profile"))
    if row.key in nation.without:
        return Refusal(
            "NCO-NAT-02", say("{nation} has no {row}", nation=nation.title, row=row.title)
        )
    if weapon_price(row, nation, recruit.weapon) is None:
        return Refusal(
            "NCO-BLD-07 NCO-BLD-06", say("a {row} has no such primary weapon", row=row.title)
        )
    g = row.grenades
    if not g.free <= recruit.grenades <= g.most:
        why = (
            say(
                "a {row} carries {free} to {most} grenades", row=row.title, free=g.free, most=g.most
            )
            if g.most
            else say("no grenades")
        )
        return Refusal("NCO-BLD-06", why)
    return _why_not_skills(recruit, row) or _why_not_items(recruit, row)


def _why_not_skills(recruit: Recruit, row: Profile) -> Refusal | None:
    """NCO-BLD-09: free slots, and one more for the price of it."""
    most = row.free_skills + (1 if row.extra_skill else 0)
    if len(recruit.skills) > most:
        return Refusal(
            "NCO-BLD-09", say("a {row} chooses at most {most} skills", row=row.title, most=most)
        )
    for skill, n in Counter([*row.skills, *recruit.skills]).items():
        of = CATALOG.skills[skill].of
        if of and of != row.key:
            title = CATALOG.skills[skill].title
            return Refusal(
                "NCO-BLD-09", say("{title} is not for a {row}", title=title, row=row.title)
            )
        if n > (2 if skill is Skill.INSPIRING_PRESENCE else 1):
            return Refusal(
                "NCO-BLD-09", say("{title} stands too often", title=CATALOG.skills[skill].title)
            )
    return None


def _why_not_items(recruit: Recruit, row: Profile) -> Refusal | None:
    """NCO-BLD-08, R-41."""
    if len(recruit.items) > row.items:
        return Refusal(
            "NCO-BLD-08",
            say("a {row} carries at most {items} items", row=row.title, items=row.items),
        )
    for item, n in Counter(recruit.items).items():
        title = CATALOG.items[item].title
        if n > 1:
            return Refusal("NCO-BLD-08", say("no soldier carries {title} twice", title=title))
        if CATALOG.items[item].sergeant and row.key != SERGEANT:
            return Refusal("NCO-BLD-08", say("only the sergeant carries {title}", title=title))
    return None


# ------------------------------------------------------------------ ready-made rosters


@frozen(kw_only=True)
class _ReadyRow:
    nation: NationKey
    title: Said
    soldiers: tuple[str, ...]


@frozen
class _ReadyFile:
    roster: tuple[_ReadyRow, ...] = field()


def _read_recruit(line: str) -> Recruit:
    """A soldier from his line. Raises ValueError."""
    profile, weapon, *words = line.split()
    if profile not in CATALOG.profiles:
        raise ValueError(f"there is no profile {profile}")
    grenades = CATALOG.profiles[ProfileKey(profile)].grenades.free
    skills, items = [], []
    for word in words:
        if word.startswith("grenades="):
            grenades = int(word.removeprefix("grenades="))
        elif word in [skill.value for skill in Skill]:
            skills.append(Skill(word))
        else:
            items.append(Item(word))
    return Recruit(
        ProfileKey(profile), WeaponKey(weapon), grenades, tuple(skills), tuple(items)
    )  # fmt: skip


def read_rosters(files: DataFiles) -> Mapping[NationKey, tuple[Ready, ...]]:
    """The ready-made rosters of each nation. Raises BadData for those that are not allowed."""
    found: dict[NationKey, tuple[Ready, ...]] = {}
    wrong = []
    for row in files.load("rosters.toml", _ReadyFile).roster:
        where = f"rosters.toml: {row.nation}, {row.title}"
        try:
            roster = Roster(row.nation, tuple([_read_recruit(line) for line in row.soldiers]))
        except ValueError as e:
            wrong.append(f"{where}: {e}")
            continue
        refusal = why_not_roster(roster)
        if refusal is not None:
            wrong.append(f"{where}: {refusal.why}")
        found[row.nation] = (*found.get(row.nation, ()), Ready(row.title, roster))
    wrong += [f"rosters.toml: {n} has none" for n in CATALOG.nations if n not in found]
    if wrong:
        raise BadData(wrong)
    return found


_FILES = DataFiles.of_package("owm_net.games.nco")
READY = read_rosters(_FILES)
ROSTER_DIGEST = _FILES.digest()
