"""All that is given of Teams, terrain and scenarios: sections 3.1, 3.4 and 3.8 of the ledger.

A pack adds Teams, forces and scenarios to ours. `read_catalog` says everything that is wrong with
the files at once; nothing of the rules is loaded for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from attrs import field, frozen
from attrs.validators import deep_iterable, deep_mapping

from owm_net.engine.data import DataFiles, between, there_is_no
from owm_net.engine.errors import MOST_PROBLEMS, BadData
from owm_net.engine.geometry import Point, Polygon
from owm_net.engine.text import Said
from owm_net.games.hailfire.ids import BatteryKey, ForceKey, NationKey, ProfileKey, ScenarioKey
from owm_net.games.hailfire.terms import (
    HIGH,
    WIDE,
    Aim,
    First,
    Going,
    Quality,
    Side,
    Sight,
    TeamClass,
    Weight,
)

MOST_BREAK = 24
"""HAIL-PVIC-04: as many chits as a bag holds."""
TEAMS, FORCES, SCENARIOS = "teams", "forces", "scenarios"
"""Our file of each is called so, and the folder of a pack's."""
MOST_ROWS = 200
"""Of Teams and batteries, and of forces, in all."""
MOST_SCENARIOS, MOST_FEATURES, MOST_POINTS, MOST_OBJECTIVES = 40, 40, 32, 9
"""In all; pieces of terrain, places of each, and objectives of one."""
MOST_UNITS, MOST_TEAMS = 8, 60
"""Of a side in a scenario."""
MOST_LETTERS, MOST_ABOUT, MOST_COST = 40, 200, 400
KEY_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_-"


def _plain(_: Any, attribute: Any, value: Any) -> None:
    if not 1 <= len(value) <= MOST_LETTERS or any(c not in KEY_LETTERS for c in value):
        raise ValueError(f"must be 1 to {MOST_LETTERS} small letters, digits, _ or -")


def _short(most: int, least: int = 1) -> Callable[[Any, Any, Any], None]:
    def check(_: Any, attribute: Any, value: Any) -> None:
        if not least <= len(value) <= most:
            raise ValueError(f"must be {least} to {most} letters long")

    return check


@frozen
class Guns:
    """The secondary machine guns of a vehicle."""

    rof: int = field(validator=between(1, 9))
    range: int = field(validator=between(100, 4800))


@frozen(kw_only=True)
class Profile:
    """A row of section 3.4. rof, range: 0 where it has no main weapon. at: 0 for none. armour,
    flank: AR to the front and the flank, 0 where it has none. assault: the number of its Assault
    Check. assault_at: AT in assaults alone. barrage: of a mortar. unit: what a Unit is called that
    has most of them, where it is bought. cost: Poor, Regular, Elite."""

    key: ProfileKey = field(validator=_plain)
    title: Said = field(validator=_short(MOST_LETTERS))
    unit: str = field(default="", validator=_short(MOST_LETTERS, least=0))
    nation: NationKey = field(validator=_short(MOST_LETTERS))
    team_class: TeamClass
    rof: int = field(default=0, validator=between(0, 9))
    range: int = field(default=0, validator=between(0, 4800))
    at: int = field(default=0, validator=between(0, 9))
    armour: int = field(default=0, validator=between(0, 9))
    flank: int = field(default=0, validator=between(0, 9))
    machine_guns: Guns | None = None
    assault: int = field(validator=between(2, 6))
    assault_at: int = field(default=0, validator=between(0, 9))
    barrage: Weight | None = None
    leader: bool = False
    small: bool = False
    observer: bool = False
    open_topped: bool = False
    hull: bool = False
    carrier: bool = False
    heavy: bool = False
    cost: tuple[int, int, int] = field(validator=deep_iterable(between(1, MOST_COST)))

    @property
    def armoured(self) -> bool:
        """Return True if only anti-tank weapons hurt it (HAIL-ARM-01, section 3.4)."""
        return self.armour > 0

    @property
    def vehicle(self) -> bool:
        return self.team_class.vehicle

    def costs(self, quality: Quality) -> int:
        """Points at this quality."""
        return self.cost[[Quality.POOR, Quality.REGULAR, Quality.ELITE].index(quality)]


@frozen(kw_only=True)
class Battery:
    """An off-board battery (HAIL-PORG-05)."""

    key: BatteryKey = field(validator=_plain)
    title: Said = field(validator=_short(MOST_LETTERS))
    nation: NationKey = field(validator=_short(MOST_LETTERS))
    weight: Weight
    cost: int = field(validator=between(1, 200))


@frozen(kw_only=True)
class TerrainKind:
    """A row of the terrain table of section 3.1. height: of its contents, in men. lift: how much
    higher a Team on it stands. conceals_near: only Teams near it (a trench). tracked_only: of
    vehicles. over_water: it lies over a river. road: counts as road."""

    key: str
    title: Said
    line: bool = False
    height: int = field(default=0, validator=between(0, 9))
    lift: int = field(default=0, validator=between(0, 9))
    sight: Sight = Sight.CLEAR
    conceals: bool = False
    conceals_near: bool = False
    hard: bool = False
    infantry: Going = Going.FREE
    guns: Going = Going.FREE
    vehicles: Going = Going.FREE
    tracked_only: bool = False
    over_water: bool = False
    road: bool = False
    half_width: int = field(default=0, validator=between(0, 500))

    def going(self, team_class: TeamClass) -> Going:
        """Return how a Team of this class can move over it."""
        if team_class is TeamClass.INFANTRY:
            return self.infantry
        if team_class is TeamClass.GUN:
            return self.guns
        if self.tracked_only and team_class is not TeamClass.TRACKED:
            return Going.NEVER
        return self.vehicles


@frozen(eq=False)
class Area:
    """Terrain with a polygon."""

    kind: TerrainKind
    polygon: Polygon


@frozen(eq=False)
class Line:
    """Terrain along a line, from point to point."""

    kind: TerrainKind
    points: tuple[Point, ...]

    @property
    def legs(self) -> Iterator[tuple[Point, Point]]:
        return pairwise(self.points)


@frozen(eq=False)
class Objective:
    """A place that is fought for (HAIL-PVIC-01). exit: by which the attacker's Teams leave the
    table (HAIL-PVIC-07); nobody takes it."""

    name: str
    at: Point
    holder: Side
    exit: bool = False


@frozen(kw_only=True)
class UnitRow:
    """A Unit of a force. leader: "" for a Unit without one. teams: profile -> how many; an
    off-board battery is among them."""

    force: ForceKey
    name: str = field(validator=_short(MOST_LETTERS))
    quality: Quality
    leader: str = ""
    teams: dict[str, int] = field(validator=deep_mapping(value_validator=between(1, 20)))


@frozen(eq=False, kw_only=True)
class Scenario:
    """A battle of section 3.8. forces: those of the attacker and the defender under their sides.
    points: which a force may cost where both sides choose theirs, else 0 (HAIL-PORG-07). zones:
    where each seat sets up. break_limits: of each seat. through: Teams of the attacker that must
    leave by exits. hold: points for which the defender delays. razed: objectives that must be
    blown up. sight: as far as one sees at night, 0 by day. transport: infantry may ride without
    being agreed. hidden_limit: the defender's break limit where hidden set-up is agreed, 0 for
    the same."""

    key: ScenarioKey
    title: Said
    about: Said
    first: First
    rounds: int
    break_limits: tuple[int, int]
    zones: tuple[Polygon, Polygon]
    objectives: tuple[Objective, ...]
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    forces: Mapping[ForceKey, tuple[UnitRow, ...]]
    points: int = 0
    aim: Aim = Aim.OBJECTIVES
    through: int = 0
    hold: int = 0
    razed: int = 0
    sight: int = 0
    transport: bool = False
    hidden_limit: int = 0
    carriers: bool = False

    @property
    def chosen(self) -> bool:
        """Return True if each side chooses its force."""
        return self.points > 0

    @property
    def flags(self) -> tuple[int, ...]:
        """Return the numbers of the objectives that can be taken."""
        return tuple([n for n, o in enumerate(self.objectives) if not o.exit])

    @property
    def exits(self) -> tuple[int, ...]:
        """Return the numbers of the exits."""
        return tuple([n for n, o in enumerate(self.objectives) if o.exit])


@frozen
class _Teams:
    team: tuple[Profile, ...] = ()
    battery: tuple[Battery, ...] = ()


@frozen(kw_only=True)
class ForceRow:
    """A ready-made force. units: a line each (`forces.read_unit`)."""

    key: ForceKey = field(validator=_plain)
    title: Said = field(validator=_short(MOST_LETTERS))
    units: tuple[str, ...]


@frozen
class _Forces:
    force: tuple[ForceRow, ...]


@frozen
class _Kinds:
    kind: tuple[TerrainKind, ...]


@frozen
class _ObjectiveRow:
    name: str = field(validator=_short(12))
    at: str
    holder: Side
    exit: bool = False


@frozen(kw_only=True)
class _ScenarioRow:
    key: ScenarioKey = field(validator=_plain)
    title: Said = field(validator=_short(MOST_LETTERS))
    about: Said = field(validator=_short(MOST_ABOUT))
    first: First
    rounds: int = field(validator=between(1, 30))
    break_limits: tuple[int, int]
    attacker_zone: str
    defender_zone: str
    objectives: tuple[_ObjectiveRow, ...]
    points: int = field(default=0, validator=between(0, 2000))
    aim: Aim = Aim.OBJECTIVES
    through: int = field(default=0, validator=between(0, 40))
    hold: int = field(default=0, validator=between(0, 99))
    razed: int = field(default=0, validator=between(0, 9))
    sight: int = field(default=0, validator=between(0, 4800))
    transport: bool = False
    hidden_limit: int = field(default=0, validator=between(0, MOST_BREAK))
    features: tuple[str, ...]
    unit: tuple[UnitRow, ...] = ()


@frozen
class _Scenarios:
    scenario: tuple[_ScenarioRow, ...]


@frozen(eq=False)
class Catalog:
    """Everything that is given, by key. added: the scenarios of a pack, with their files."""

    profiles: Mapping[ProfileKey, Profile]
    batteries: Mapping[BatteryKey, Battery]
    kinds: Mapping[str, TerrainKind]
    scenarios: Mapping[ScenarioKey, Scenario]
    digest: bytes
    added: Mapping[ScenarioKey, str]


def names_of(files: DataFiles, sort: str) -> list[str]:
    """Our file of a sort, then those of a pack."""
    return [f"{sort}.toml", *sorted([name for name in files.over if name.startswith(f"{sort}/")])]


def force_rows(files: DataFiles) -> list[tuple[str, ForceRow]]:
    """The ready-made forces, each with the name of its file. Raises BadData."""
    names = names_of(files, FORCES)
    rows = [(name, row) for name in names for row in files.load(name, _Forces).force]
    if len(rows) > MOST_ROWS:
        raise BadData([f"{FORCES}: there may be {MOST_ROWS}, are {len(rows)}"])
    return rows


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    kinds = {row.key: row for row in files.load("terrain.toml", _Kinds).kind}
    read = [(name, files.load(name, _Teams)) for name in names_of(files, TEAMS)]
    rows = [
        (name, row)
        for name in names_of(files, SCENARIOS)
        for row in files.load(name, _Scenarios).scenario
    ]
    number = sum([len(teams.team) + len(teams.battery) for _, teams in read])
    if number > MOST_ROWS or len(rows) > MOST_SCENARIOS:  # too many to look at each
        most = f"{MOST_ROWS} of {TEAMS} and {MOST_SCENARIOS} of {SCENARIOS}"
        raise BadData([f"there may be {most}, are {number} and {len(rows)}"])
    profiles = {row.key: row for _, teams in read for row in teams.team}
    batteries = {row.key: row for _, teams in read for row in teams.battery}
    wrong = list(_team_problems(read))
    scenarios: dict[ScenarioKey, Scenario] = {}
    for name, row in rows:
        reader = _Reader(kinds)
        faults = list(_size_problems(row))
        if row.key in scenarios:
            faults.append("there is a scenario of this key already")
        if not faults:  # what is too much is not measured
            scenarios[row.key] = reader.scenario(row, profiles)
            faults = [*reader.wrong, *_aim_problems(row), *_unit_problems(row, profiles, batteries)]
        wrong += [f"{name}: {row.key}: {fault}" for fault in faults]
        if len(wrong) >= MOST_PROBLEMS:
            break
    if wrong:
        raise BadData(wrong)
    added = {row.key: name for name, row in rows if name in files.over}
    return Catalog(profiles, batteries, kinds, scenarios, files.digest(), added)


def _size_problems(row: _ScenarioRow) -> Iterator[str]:
    """Yield what there is too much of."""
    for what, n, most in (
        ("features", len(row.features), MOST_FEATURES),
        ("objectives", len(row.objectives), MOST_OBJECTIVES),
        ("unit", len(row.unit), 2 * MOST_UNITS),
        ("points", max([words.count(",") for words in row.features], default=0), MOST_POINTS),
        ("zone", max(row.attacker_zone.count(","), row.defender_zone.count(",")), MOST_POINTS),
    ):
        if n > most:
            yield f"{what}: there may be {most}, are {n}"
    for side in dict.fromkeys([unit.force for unit in row.unit]):
        teams = sum([sum(unit.teams.values()) for unit in row.unit if unit.force == side])
        if teams > MOST_TEAMS:
            yield f"unit: there may be {MOST_TEAMS} Teams on a side, are {teams}"


def _team_problems(read: Sequence[tuple[str, _Teams]]) -> Iterator[str]:
    keys = [(name, row.key) for name, teams in read for row in teams.team]
    named = [*keys, *[(name, row.key) for name, teams in read for row in teams.battery]]
    counts = Counter([str(key) for _, key in named])
    for key, name in {str(key): name for name, key in named}.items():
        if counts[key] > 1:
            yield f"{name}: {key}: stands {counts[key]} times"
    for name, teams in read:
        for problem in _row_problems(teams):
            yield f"{name}: {problem}"
    rows = [row for _, teams in read for row in teams.team]
    leaders = Counter([row.nation for row in rows if row.leader])
    homes = {row.nation: name for name, teams in read for row in teams.battery}
    homes |= {row.nation: name for name, teams in read for row in teams.team}
    for nation, name in homes.items():
        if leaders[nation] != 1:
            yield f"{name}: {nation}: leader: a nation has one sort of them"


def _row_problems(teams: _Teams) -> Iterator[str]:
    for row in teams.team:
        if bool(row.rof) != bool(row.range):
            yield f"{row.key}: rof and range go together"
        if row.vehicle is not row.armoured:
            yield f"{row.key}: armour: vehicles have it, and nobody else"
        if row.flank > row.armour:
            yield f"{row.key}: flank: no more than armour"
        if list(row.cost) != sorted(row.cost):
            yield f"{row.key}: cost: Poor, Regular and Elite, no less each time"
        if not (row.unit or row.leader or row.observer):
            yield f"{row.key}: unit: is missing"
        if row.leader and row.team_class is not TeamClass.INFANTRY:
            yield f"{row.key}: leader: infantry alone has them"


def cost_of(
    units: Sequence[UnitRow],
    profiles: Mapping[ProfileKey, Profile],
    batteries: Mapping[BatteryKey, Battery],
) -> int:
    """Return the points of a force: its Teams at the quality of their Units, its Leaders, its
    batteries (section 3.4)."""
    cost = 0
    for unit in units:
        teams = {**unit.teams, unit.leader: 1} if unit.leader else unit.teams
        for key, count in teams.items():
            battery = batteries.get(BatteryKey(key))
            each = battery.cost if battery else profiles[ProfileKey(key)].costs(unit.quality)
            cost += count * each
    return cost


def _aim_problems(row: _ScenarioRow) -> Iterator[str]:
    """HAIL-PVIC-07 to -09: each number of an aim where it counts, and nowhere else."""
    exits = sum([o.exit for o in row.objectives])
    flags = len(row.objectives) - exits
    leaves = row.aim in (Aim.BREAKTHROUGH, Aim.RAID)
    if bool(row.through) != leaves or bool(exits) != leaves:
        yield "aim: exits and through go with a breakthrough or a raid"
    if bool(row.hold) != (row.aim is Aim.DELAY):
        yield "aim: hold goes with a delay"
    if bool(row.razed) != (row.aim is Aim.RAID) or row.razed > flags:
        yield f"aim: razed goes with a raid, and is at most {flags}"
    if bool(flags) == (row.aim is Aim.BREAKTHROUGH):
        yield "aim: a breakthrough has exits alone, every other aim objectives"
    if row.aim is not Aim.OBJECTIVES and row.first is First.ROLL:
        yield "aim: one side attacks"


def _unit_problems(
    row: _ScenarioRow,
    profiles: Mapping[ProfileKey, Profile],
    batteries: Mapping[BatteryKey, Battery],
) -> Iterator[str]:
    """HAIL-PORG-02, HAIL-PORG-05, HAIL-PVIC-04."""
    sides = [Side.ATTACKER.value, Side.DEFENDER.value]
    if sorted(dict.fromkeys([unit.force for unit in row.unit])) != ([] if row.points else sides):
        yield "unit: both sides have some, or each chooses its force for points"
    for limit in row.break_limits:
        if not 1 <= limit <= MOST_BREAK:
            yield f"break_limits: must be 1 to {MOST_BREAK}, is {limit}"
    for unit in row.unit:
        known = [*profiles, *batteries]
        for key in unit.teams:
            if key not in known:
                yield f"{unit.force} {unit.name}: teams: {there_is_no(key, known)}"
        found = [profiles[ProfileKey(key)] for key in unit.teams if key in profiles]
        leaders = [key for key, profile in profiles.items() if profile.leader]
        if unit.leader and unit.leader not in leaders:
            yield f"{unit.force} {unit.name}: leader: {there_is_no(unit.leader, leaders)}"
        if unit.leader and any(profile.vehicle for profile in found):
            yield f"{unit.force} {unit.name}: leader: vehicles have none"
        off_board = any(key in batteries for key in unit.teams)
        if not unit.leader and not off_board and not all(p.vehicle for p in found):
            yield f"{unit.force} {unit.name}: leader: foot and guns have one"
        indirect = off_board or any(profile.barrage for profile in found)
        if indirect and sum([unit.teams[p.key] for p in found if p.observer]) != 1:
            yield f"{unit.force} {unit.name}: teams: artillery has one observer"


class _Reader:
    """Reads the shapes of one scenario. wrong: what cannot be read."""

    def __init__(self, kinds: Mapping[str, TerrainKind]) -> None:
        self.kinds = kinds
        self.wrong: list[str] = []

    def scenario(self, row: _ScenarioRow, profiles: Mapping[ProfileKey, Profile]) -> Scenario:
        """It, without what is wrong with it."""
        areas, lines = [], []
        for words in row.features:
            kind, _, shape = words.partition(" ")
            points = self.points(words, shape)
            if kind not in self.kinds:
                self.wrong.append(f'"{words:.40}": {there_is_no(kind, self.kinds)}')
            elif self.kinds[kind].line:
                lines.append(Line(self.kinds[kind], points))
                if len(points) < 2:
                    self.wrong.append(f'"{words:.40}": a line has two points or more')
            else:
                polygon = self.polygon(words, points)
                if polygon is not None:
                    areas.append(Area(self.kinds[kind], polygon))
        zones = []
        for name, words in (("attacker", row.attacker_zone), ("defender", row.defender_zone)):
            zone = self.polygon(f"{name}_zone", self.points(f"{name}_zone", words))
            zones.append(zone or Polygon.rectangle(0, 0, WIDE, HIGH))
        forces = dict.fromkeys([unit.force for unit in row.unit])
        known = [profiles[ProfileKey(key)] for u in row.unit for key in u.teams if key in profiles]
        return Scenario(
            key=row.key,
            title=row.title,
            about=row.about,
            first=row.first,
            rounds=row.rounds,
            break_limits=row.break_limits,
            zones=(zones[0], zones[1]),
            objectives=tuple([self.objective(o) for o in row.objectives]),
            areas=tuple(areas),
            lines=tuple(lines),
            forces={
                force: tuple([unit for unit in row.unit if unit.force == force]) for force in forces
            },
            points=row.points,
            aim=row.aim,
            through=row.through,
            hold=row.hold,
            razed=row.razed,
            sight=row.sight,
            transport=row.transport,
            hidden_limit=row.hidden_limit,
            carriers=row.points > 0 or any(profile.carrier for profile in known),
        )

    def objective(self, row: _ObjectiveRow) -> Objective:
        """A place that is fought for."""
        points = self.points(f"objective {row.name}", row.at)
        return Objective(row.name, points[0] if points else (0, 0), row.holder, row.exit)

    def points(self, where: str, words: str) -> tuple[Point, ...]:
        """Places on the table."""
        found = []
        for word in words.split():
            x, _, y = word.partition(",")
            if not (x.isdecimal() and y.isdecimal() and int(x) <= WIDE and int(y) <= HIGH):
                self.wrong.append(f'"{where:.40}": {word:.20} is no place on the table')
                continue
            found.append((int(x), int(y)))
        return tuple(found)

    def polygon(self, where: str, points: Sequence[Point]) -> Polygon | None:
        """An area."""
        try:
            return Polygon(tuple(points))
        except ValueError as e:
            self.wrong.append(f'"{where:.40}": {e}')
            return None
