"""Forces by points: who may be in one, and what it costs. HAIL-PORG-07 to -11.

A force is an answer, given in secret by both and public from then on. Ready-made ones stand in
data/forces.toml, a line for each Unit: its quality unless that is regular, then Teams by their
keys, `=6` for six of them. So they are typed, too. The Leader comes by itself (HAIL-PORG-02).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from attrs import frozen

from owm_net.engine.agenda import Refusal
from owm_net.engine.building import NotBuilt
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.records import Record, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import Said, say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ids import BatteryKey, ForceKey, NationKey, ProfileKey
from owm_net.games.hailfire.reading import Profile, UnitRow, cost_of, force_rows
from owm_net.games.hailfire.state import NO_BATTERY, HailfireState
from owm_net.games.hailfire.terms import Quality, TeamClass
from owm_net.games.hailfire.words import nation_name

LEAST_UNITS, MOST_UNITS = 4, 8
"""HAIL-PORG-08."""
FOOT, GUNS, VEHICLES, MORTARS = "foot", "guns", "vehicles", "mortars"
MOST, SMALL = {FOOT: 9, GUNS: 4, VEHICLES: 5, MORTARS: 4}, 2
"""HAIL-PORG-09: of each sort in a Unit at most, beside its Leader and observer; Small Teams."""
TOO_MANY = 13
"""A Unit of more Teams is read no further, nor is it kept (`kept`)."""
MOST_BATTERIES = 1
"""HAIL-PORG-10."""
NEAR = 95
"""HAIL-PORG-07: hundredths of the points which a ready-made force costs at least."""

LEADERS = {row.nation: key for key, row in CATALOG.profiles.items() if row.leader}
"""The Leader of each nation; so these are the nations."""


@record("hailfire.bought")
class Bought(Record):
    """A Unit of a force. teams: beside its Leader. battery: off the table."""

    quality: Quality
    teams: tuple[ProfileKey, ...]
    battery: BatteryKey = NO_BATTERY


@record("hailfire.force")
class Force(Answer):
    """Lead this force (HAIL-PORG-07)."""

    title: ClassVar[str] = say("Force")
    help: ClassVar[str] = say("Both choose at the same time")

    nation: NationKey
    units: tuple[Bought, ...]

    def sentence(self, view: View[HailfireState]) -> str:
        for ready in READY.values():
            if ready.force == self:
                return say("lead the {force}", force=ready.title)
        return say_n(
            "lead a force of your own: {nation}, {n} Unit",
            "lead a force of your own: {nation}, {n} Units",
            len(self.units),
            nation=nation_name(self.nation),
        )


@frozen(eq=False)
class ReadyForce:
    """A ready-made force."""

    title: Said
    force: Force


# ------------------------------------------------------------------ what it is on the table


def unit_rows(force: Force) -> list[UnitRow]:
    """Return the Units of a force that names known Teams, with names: those of which there are
    several are numbered."""
    words = [_unit_word(bought) for bought in force.units]
    rows = []
    for n, (bought, word) in enumerate(zip(force.units, words, strict=True)):
        number = words[: n + 1].count(word)
        name = f"{word}_{number}" if words.count(word) > 1 else word
        rows.append(unit_row(bought, name))
    return rows


def unit_row(bought: Bought, name: str = "unit") -> UnitRow:
    """Return a Unit as scenarios have it, with its Leader (HAIL-PORG-02)."""
    teams = Counter([str(key) for key in bought.teams])
    if bought.battery:
        teams[bought.battery] += 1
    leader = leader_of(bought) if bought.teams else ""
    return UnitRow(
        force=ForceKey(""), name=name, quality=bought.quality, leader=leader, teams=dict(teams)
    )


def leader_of(bought: Bought) -> str:
    """Return the Leader who comes with it, "" for a Unit that has none."""
    row = CATALOG.profiles[bought.teams[0]]
    return "" if row.vehicle or bought.battery else LEADERS[row.nation]


def _unit_word(bought: Bought) -> str:
    """Return what a Unit is called: after most of its Teams, the first of them where several are as
    many."""
    if bought.battery:
        return "guns"
    counts = Counter([CATALOG.profiles[key].unit for key in bought.teams])
    counts[""] = 0
    return max(counts, key=lambda word: counts[word], default="")


def force_cost(force: Force) -> int:
    """Return what a force costs; what nobody knows costs nothing."""
    return sum(map(unit_cost, force.units))


def unit_cost(bought: Bought) -> int:
    """Return what a Unit costs with its Leader (section 3.4); what nobody knows costs nothing."""
    known = tuple([key for key in bought.teams if key in CATALOG.profiles])
    battery = bought.battery if bought.battery in CATALOG.batteries else NO_BATTERY
    row = unit_row(bought.with_(teams=known, battery=battery))
    return cost_of([row], CATALOG.profiles, CATALOG.batteries)


# ------------------------------------------------------------------ what is allowed


def why_not_force(force: Force, points: int) -> Refusal | None:
    """Return why this is no force for so many points: first what no further Team can mend."""
    faults = faults_of(force, points)
    return next((fault for fault in faults if not fault.more), next(iter(faults), None))


def faults_of(force: Force, points: int) -> list[Refusal]:
    """Return all that is wrong with a force, each with its rule: of its Units one by one, then of
    all together. One that is too long, or of no nation, is read no further. points: it may cost."""
    if force.nation not in LEADERS:
        known = ", ".join(LEADERS)
        return [Refusal("HAIL-PORG-08", say("choose a nation: {known}", known=known))]
    n = len(force.units)
    if n > MOST_UNITS:
        why = say("a force has at most {most} Units: remove {n}", most=MOST_UNITS, n=n - MOST_UNITS)
        return [Refusal("HAIL-PORG-08", why)]
    found = [
        Refusal(
            fault.rule, say("Unit {number}: {why}", number=number, why=fault.why), more=fault.more
        )
        for number, bought in enumerate(force.units, 1)
        for fault in faults_of_unit(bought, force.nation)
    ]
    if n < LEAST_UNITS:
        lacks = LEAST_UNITS - n
        why = say("a force has at least {least} Units: add {n}", least=LEAST_UNITS, n=lacks)
        found.append(Refusal("HAIL-PORG-08", why, more=True))
    if not any(_is_of_foot(bought) for bought in force.units):
        found.append(Refusal("HAIL-PORG-08", say("add a Unit of infantry"), more=True))
    if sum([bool(bought.battery) for bought in force.units]) > MOST_BATTERIES:
        found.append(Refusal("HAIL-PORG-10", say("a force has one battery: remove the others")))
    too_long = any(len(bought.teams) > TOO_MANY for bought in force.units)
    cost = 0 if too_long else force_cost(force)
    if cost > points:
        why = say(
            "it costs {cost} of {points} points: remove {n}",
            cost=cost,
            points=points,
            n=cost - points,
        )
        found.append(Refusal("HAIL-PORG-07", why))
    return found


def sort_of(row: Profile) -> str:
    """Return the sort of Units in which a Team stands."""
    if row.vehicle:
        return VEHICLES
    if row.barrage or row.observer:
        return MORTARS
    return GUNS if row.team_class is TeamClass.GUN else FOOT


def _is_of_foot(bought: Bought) -> bool:
    """Return True if its first Team is infantry, and no observer."""
    row = CATALOG.profiles.get(bought.teams[0]) if bought.teams else None
    return row is not None and sort_of(row) is FOOT


def faults_of_unit(bought: Bought, nation: NationKey) -> Iterator[Refusal]:
    """Yield why a nation has no such Unit; of one that names unknown Teams only that."""
    if len(bought.teams) > TOO_MANY:
        yield _too_many(MOST[FOOT], len(bought.teams))
        return
    battery = CATALOG.batteries.get(bought.battery)
    rows = [CATALOG.profiles[key] for key in bought.teams if key in CATALOG.profiles]
    if len(rows) < len(bought.teams) or (bought.battery and battery is None):
        yield Refusal("HAIL-PORG-09", say("there is no such Team: remove it"))
        return
    if not rows:
        yield Refusal("HAIL-PORG-09", say("add Teams to it, or remove it"), more=True)
        return
    homes = {row.title: row.nation for row in rows}
    if battery:
        homes[battery.title] = battery.nation
    for title, home in homes.items():
        if home != nation:
            why = say("{title} is of another nation: remove it", title=title)
            yield Refusal("HAIL-PORG-08", why)
    if any(row.leader for row in rows):
        yield Refusal("HAIL-PORG-02", say("the Leader comes by itself: remove the other one"))
    if battery:
        if [row.observer for row in rows] != [True]:
            yield Refusal("HAIL-PORG-10", say("a battery has one observer, and nobody else"))
    elif any(row.barrage for row in rows):
        yield from _faults_of_mortars(rows)
    else:
        yield from _faults_of_sorts(rows)


def _faults_of_mortars(rows: list[Profile]) -> Iterator[Refusal]:
    mortars = [row for row in rows if row.barrage]
    observers = sum([row.observer for row in rows])
    if len(mortars) > MOST[MORTARS]:
        yield _too_many(MOST[MORTARS], len(mortars))
    if len(mortars) + observers < len(rows) or len(dict.fromkeys(mortars)) > 1:
        yield Refusal("HAIL-PORG-09", say("mortars of one sort are a Unit: remove the others"))
    if observers != 1:
        why = say("mortars have one observer: add one") if not observers else ""
        why = why or say("mortars have one observer: remove the others")
        yield Refusal("HAIL-PORG-09", why, more=not observers)


def _faults_of_sorts(rows: list[Profile]) -> Iterator[Refusal]:
    """Infantry, guns and vehicles are Units of their own."""
    if any(row.observer for row in rows):
        why = say("an observer goes with mortars or a battery: add them, or remove the observer")
        yield Refusal("HAIL-PORG-09", why, more=len(rows) == 1)
    sorts = dict.fromkeys([sort_of(row) for row in rows])
    if len(sorts) > 1:
        why = say("infantry, guns and vehicles are Units of their own: remove the others")
        yield Refusal("HAIL-PORG-09", why)
    elif len(rows) > MOST[sort_of(rows[0])]:
        yield _too_many(MOST[sort_of(rows[0])], len(rows))
    small = sum([row.small and not row.observer for row in rows])
    if small > SMALL:
        why = say("a Unit has at most {most} Small Teams: remove {n}", most=SMALL, n=small - SMALL)
        yield Refusal("HAIL-PORG-09", why)


def _too_many(most: int, n: int) -> Refusal:
    why = say("it has at most {most} such Teams: remove {n}", most=most, n=n - most)
    return Refusal("HAIL-PORG-09", why)


# ------------------------------------------------------------------ as they are typed


def read_unit(line: str, before: Bought | None = None) -> Bought:
    """Read a Unit from its line. before: the Unit to which these Teams come. Raises NotBuilt."""
    quality, teams, battery = Quality.REGULAR, list[ProfileKey](), NO_BATTERY
    if before is not None:
        quality, teams, battery = before.quality, [*before.teams], before.battery
    for word in line.split():
        key, n = counted(word)
        if word in [each.value for each in Quality]:
            quality = Quality(word)
        elif key in CATALOG.batteries and n == 1:
            battery = BatteryKey(key)
        elif key in CATALOG.profiles and n:
            teams += [ProfileKey(key)] * n
        else:
            why = say(
                "“{word}” is not known: a Unit is typed as its Teams, such as us_rifle=6 us_lmg",
                word=word[:40],
            )
            raise NotBuilt([why])
    return Bought(quality, tuple(teams), battery)


def counted(word: str) -> tuple[str, int]:
    """Return the key and the number of `us_rifle=6`; 0 for a number that is none."""
    key, equals, n = word.partition("=")
    numbers = {str(i): i for i in range(1, TOO_MANY)}
    return key, numbers.get(n, 0) if equals else 1


def unit_line(bought: Bought) -> str:
    """Return a Unit as it is typed."""
    counts = Counter(bought.teams)
    words = [str(key) if n == 1 else f"{key}={n}" for key, n in counts.items()]
    quality = [] if bought.quality is Quality.REGULAR else [bought.quality.value]
    return " ".join([*quality, *words, *([bought.battery] if bought.battery else [])])


# ------------------------------------------------------------------ ready-made forces


def read_forces(files: DataFiles) -> tuple[Mapping[ForceKey, ReadyForce], list[str]]:
    """The ready-made forces by key, and what is wrong with them. Raises BadData."""
    found: dict[ForceKey, ReadyForce] = {}
    wrong = []
    for name, row in force_rows(files):
        where = f"{name}: {row.key}"
        try:
            units = tuple([read_unit(line) for line in row.units])
        except NotBuilt as e:
            wrong += [f"{where}: {why}" for why in e.problems]
            continue
        force = Force(_nation(units), units)
        wrong += [f"{where}: {fault.why}" for fault in faults_of(force, force_cost(force))]
        if row.key in found:
            wrong.append(f"{where}: stands there already")
        if force.nation in LEADERS:
            found[row.key] = ReadyForce(row.title, force)
    for key, battle in CATALOG.scenarios.items():
        if battle.chosen and not any(_fits(ready, battle.points) for ready in found.values()):
            wrong.append(f"forces.toml: none costs nearly the {battle.points} points of {key}")
    return found, wrong


def _nation(units: tuple[Bought, ...]) -> NationKey:
    """Return the nation of the first Team."""
    return next((CATALOG.profiles[key].nation for one in units for key in one.teams), NationKey(""))


def _fits(ready: ReadyForce, points: int) -> bool:
    return NEAR * points <= 100 * force_cost(ready.force) <= 100 * points


def ready_forces(points: int) -> list[ReadyForce]:
    """Return those that cost nearly so many points (HAIL-PORG-07)."""
    return [ready for ready in READY.values() if _fits(ready, points)]


_FILES = DataFiles.of_package("owm_net.games.hailfire")
READY, FAULTS = read_forces(_FILES)
"""FAULTS: what is wrong with the forces of the pack in use."""
FORCES_DIGEST = _FILES.digest()
if FAULTS and not _FILES.over:
    raise BadData(FAULTS)
