"""All that is printed: soldiers, weapons, items, skills, nations, the event chart; and, from
`layouts`, terrain and tables, which are the project's own.

`read_catalog` says everything that is wrong with the files at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import field, frozen
from attrs.validators import deep_mapping

from owm_net.engine.data import DataFiles, between, of_content, there_is_no
from owm_net.engine.errors import BadData
from owm_net.engine.text import Said
from owm_net.games.nco.ids import (
    GRENADE,
    EventKey,
    LayoutKey,
    NationKey,
    ProfileKey,
    ScenarioKey,
    WeaponKey,
)
from owm_net.games.nco.layouts import Layout, TerrainKind, read_kinds, read_layouts
from owm_net.games.nco.terms import (
    Focus,
    Half,
    Item,
    Skill,
)


@frozen
class Grenades:
    """D-1: how many are free, the most that are allowed, and the price of each further one."""

    free: int = field(default=0, validator=between(0, 9))
    most: int = field(default=0, validator=between(0, 20))
    price: int = field(default=0, validator=between(0, 9))


@frozen(kw_only=True)
class Profile:
    """A row of D-1a or D-1b. primary: weapon -> price. national: weapons of the nation are sold at
    their price (1), free (0) or not at all (-1). extra_skill: the price of one more slot, 0 for
    none to be had."""

    key: ProfileKey
    title: Said
    specialist: bool
    move: int = field(validator=between(1, 9))
    courage: int = field(validator=between(0, 9))
    health: int = field(validator=between(1, 9))
    psyche: int = field(validator=between(1, 9))
    cost: int = field(validator=between(0, 50))
    primary: dict[str, int] = field(validator=deep_mapping(value_validator=between(0, 9)))
    national: int = field(validator=between(-1, 1))
    pistol: bool = False
    grenades: Grenades = Grenades()
    items: int = field(validator=between(0, 2))
    items_free: bool = False
    skills: tuple[Skill, ...] = ()
    free_skills: int = field(default=0, validator=between(0, 1))
    extra_skill: int = field(default=0, validator=between(0, 9))
    unique: bool = False


@frozen(kw_only=True)
class Weapon:
    """A row of D-2, or a family of G-12. Changes of the face to hit are signed as in the book: -1
    is harder.

    area: fired at a point, always resolved as Cover Fire. thrown: a grenade (NCO-WPN-08). covers:
    whether Cover Fire orders can be given. cover_fire: what being resolved so costs. modified:
    False for a flat roll (R-26). advance: whether it can be fired on an Advance; advance_as: the
    weapon that it is then. moved, response, far, hit: after moving, in answer to an Assault, beyond
    half range, always. counters: whether it answers an Assault. wound, wound_near: on the wound
    roll, always and within half range. psyche: lost beyond what the chart says. uses: 0 for no
    limit. reloads: whether an Extra Magazine is for it. again: one missed die of a Fire order is
    rolled again. sighted: whether the point must be seen. dropped: before an Assault.
    rifle_beside: a regular carries a rifle too.
    """

    key: WeaponKey
    title: Said
    like: str = ""
    cost: int = field(default=0, validator=between(0, 9))
    range: int = field(validator=between(100, 3000))
    dice: int = field(default=1, validator=between(1, 2))
    area: bool = False
    thrown: bool = False
    covers: bool = True
    cover_fire: int = field(default=-2, validator=between(-2, 0))
    modified: bool = True
    advance: bool = True
    advance_as: str = ""
    moved: int = field(default=-1, validator=between(-2, 0))
    response: int = field(default=-1, validator=between(-1, 1))
    far: int = field(default=0, validator=between(-1, 0))
    hit: int = field(default=0, validator=between(-1, 0))
    counters: bool = True
    focus: Focus = Focus.FOCUS
    half: Half = Half.HALF
    melee: int = field(default=0, validator=between(-1, 2))
    wound: int = field(default=0, validator=between(0, 3))
    wound_near: int = field(default=0, validator=between(0, 1))
    psyche: int = field(default=0, validator=between(0, 2))
    uses: int = field(default=0, validator=between(0, 4))
    reloads: bool = True
    again: bool = False
    sighted: bool = True
    catches_shooter: bool = False
    dropped: bool = False
    rifle_beside: bool = False


@frozen(kw_only=True)
class ItemRow:
    """A row of D-3. worn: it changes the profile. on_down: used on a chosen Down order."""

    title: Said
    cost: int = field(validator=between(0, 9))
    worn: bool = False
    on_down: bool = False
    sergeant: bool = False


@frozen(kw_only=True)
class SkillRow:
    """A row of D-4. of: the one profile that has it. hands_on: items its owner may give away."""

    title: Said
    of: str = ""
    hands_on: tuple[Item, ...] = ()


@frozen(kw_only=True)
class Nation:
    """A row of D-5 with the weapons of G-12, by family, as they are called there."""

    key: NationKey
    title: Said
    cap: int = field(validator=between(1, 20))
    extra_specialist_points: int = field(default=0, validator=between(0, 15))
    without: tuple[ProfileKey, ...]
    weapons: dict[str, str]


@frozen(kw_only=True)
class ChartEvent:
    """A row of D-6. effect: what it does, in a sentence (NCO-EVT-02 to NCO-EVT-11)."""

    key: EventKey
    code: str
    title: Said
    effect: Said


@frozen(kw_only=True)
class ScenarioRow:
    """A battle of 2.15. two_edges: NCO-SCN-05. short: it may end early (NCO-SCN-06)."""

    key: ScenarioKey
    title: Said
    about: Said
    deep: int = field(validator=between(100, 600))
    two_edges: bool = False
    short: bool = False


@frozen
class _Profiles:
    profile: tuple[Profile, ...]


@frozen
class _Weapons:
    weapon: tuple[Weapon, ...]


@frozen
class _Items:
    item: dict[Item, ItemRow]


@frozen
class _Skills:
    skill: dict[Skill, SkillRow]


@frozen
class _Nations:
    nation: tuple[Nation, ...]


@frozen
class _Chart:
    rows: tuple[str, ...]
    event: tuple[ChartEvent, ...]


@frozen
class _Scenarios:
    scenario: tuple[ScenarioRow, ...]


@frozen(eq=False)
class Catalog:
    """Everything printed, by key. chart: rows of the event chart, first die down."""

    profiles: Mapping[ProfileKey, Profile]
    weapons: Mapping[WeaponKey, Weapon]
    items: Mapping[Item, ItemRow]
    skills: Mapping[Skill, SkillRow]
    nations: Mapping[NationKey, Nation]
    kinds: Mapping[str, TerrainKind]
    layouts: Mapping[LayoutKey, Layout]
    events: Mapping[EventKey, ChartEvent]
    chart: tuple[tuple[EventKey, ...], ...]
    scenarios: Mapping[ScenarioKey, ScenarioRow]
    digest: bytes


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    profiles = files.load("soldiers.toml", _Profiles).profile
    weapons = _weapons(files)
    items = files.load("items.toml", _Items).item
    skills = files.load("skills.toml", _Skills).skill
    nations = files.load("nations.toml", _Nations).nation
    kinds = read_kinds(files)
    chart = files.load("chart.toml", _Chart)
    scenarios = files.load("scenarios.toml", _Scenarios).scenario
    layouts, wrong = read_layouts(files, kinds)
    wrong += [f"soldiers.toml: {p}" for p in _profile_problems(profiles, weapons)]
    wrong += [f"nations.toml: {p}" for p in _nation_problems(nations, profiles, weapons)]
    wrong += [f"items.toml: {p}" for p in _missing(Item, items)]
    wrong += [f"skills.toml: {p}" for p in _missing(Skill, skills)]
    wrong += [f"chart.toml: {p}" for p in _chart_problems(chart)]
    if wrong:
        raise BadData(wrong)
    initials = {event.code[0]: event.key for event in chart.event}
    return Catalog(
        profiles={row.key: row for row in profiles},
        weapons=weapons,
        items=items,
        skills=skills,
        nations={row.key: row for row in nations},
        kinds=kinds,
        layouts=layouts,
        events={event.key: event for event in chart.event},
        chart=tuple([tuple([initials[letter] for letter in row]) for row in chart.rows]),
        scenarios={row.key: row for row in scenarios},
        digest=files.digest(),
    )


def _weapons(files: DataFiles) -> dict[WeaponKey, Weapon]:
    """Return weapons by key; one that is `like` another has its numbers except those it gives
    itself."""
    whole: dict[str, dict[str, Any]] = {}
    wrong = []
    content = files.content("weapons.toml")
    for row in content.get("weapon", []):
        like = row.get("like", "") if isinstance(row, dict) else ""
        if like and like not in whole:
            wrong.append(f"weapons.toml: {row.get('key')}: like: {there_is_no(like, whole)}")
        elif isinstance(row, dict):
            whole[str(row.get("key"))] = {**whole.get(like, {}), **row}
    if wrong:
        raise BadData(wrong)
    read = of_content("weapons.toml", {**content, "weapon": list(whole.values())}, _Weapons)
    found = {row.key: row for row in read.weapon}
    for row in read.weapon:
        if row.advance_as and row.advance_as not in found:
            wrong.append(f"weapons.toml: {row.key}: {there_is_no(row.advance_as, found)}")
    if GRENADE not in found or "pistol" not in found or "rifle" not in found:
        wrong.append("weapons.toml: must have a rifle, a pistol and a grenade")
    if wrong:
        raise BadData(wrong)
    return found


def _missing(words: type[Item] | type[Skill], rows: Mapping[Any, object]) -> Iterator[str]:
    for word in words:
        if word not in rows:
            yield f"{word.value} is missing"


def _profile_problems(
    profiles: Sequence[Profile], weapons: Mapping[WeaponKey, Weapon]
) -> Iterator[str]:
    for key, n in Counter([row.key for row in profiles]).items():
        if n > 1:
            yield f"{key}: stands {n} times"
    for row in profiles:
        for weapon in row.primary:
            if weapon not in weapons:
                yield f"{row.key}: primary: {there_is_no(weapon, weapons)}"
    if [row.key for row in profiles if row.cost == 0] != ["sergeant"]:
        yield "the sergeant, and he alone, costs nothing"


def _nation_problems(
    nations: Sequence[Nation],
    profiles: Sequence[Profile],
    weapons: Mapping[WeaponKey, Weapon],
) -> Iterator[str]:
    known = [row.key for row in profiles]
    for row in nations:
        for profile in row.without:
            if profile not in known:
                yield f"{row.key}: without: {there_is_no(profile, known)}"
        for weapon in row.weapons:
            if weapon not in weapons or not weapons[WeaponKey(weapon)].like:
                yield f"{row.key}: weapons: {there_is_no(weapon, weapons)}"


def _chart_problems(chart: _Chart) -> Iterator[str]:
    """NCO-EVT-01: six by six, and each cell the sum of its dice."""
    initials = [event.code[0] for event in chart.event]
    if len(chart.rows) != 6 or any(len(row) != 6 for row in chart.rows):
        yield "rows: must be six of six"
        return
    if len(dict.fromkeys(initials)) != len(initials):
        yield "event: two code words begin alike"
    for a, row in enumerate(chart.rows):
        for b, letter in enumerate(row):
            if letter not in initials or initials.index(letter) != (a + b) % len(initials):
                yield f"rows: {a + 1}, {b + 1}: {letter} does not follow the chart"


CATALOG = read_catalog(DataFiles.of_package("owm_net.games.nco"))
