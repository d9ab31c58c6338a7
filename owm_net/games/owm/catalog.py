"""All printed cards of OWM as data: core deck, Terrain, weapons, soldiers, missions.

Numbers: core cards 1-192 as printed; FIELD for a Field card; mission Terrain 201 and up.
A soldier's id is 100 x the number of his division + his number in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from attrs import define, field, frozen

from owm_net.engine.data import DataFiles, between
from owm_net.engine.errors import BadData
from owm_net.games.owm.terms import (
    LETTERS,
    Colour,
    Crosshair,
    EventIcon,
    Nation,
    Rank,
    Side,
    StandingOrder,
    WeaponType,
)

FIELD = 200
"""The number of every Field card (OWM-TERR-03)."""

CORE_CARDS = 192


@frozen
class Dice:
    """The three pre-rolled dice of a core card (OWM-CCS-01)."""

    red: int = field(validator=between(1, 4))
    green: int = field(validator=between(1, 6))
    blue: int = field(validator=between(1, 8))

    def of(self, colour: Colour) -> int:
        """The die of one colour."""
        if colour is Colour.RED:
            return self.red
        return self.green if colour is Colour.GREEN else self.blue


@frozen
class OrderCard:
    """OWM-CARD-02. decision_strength: only Evade and Grenade have one."""

    number: int = field(validator=between(1, CORE_CARDS))
    dice: Dice
    standing_order: StandingOrder
    decision: str
    strength: Colour | None = None
    decision_strength: Colour | None = None
    icon: EventIcon | None = None

    def __attrs_post_init__(self) -> None:
        wants = self.standing_order in (StandingOrder.ATTACK, StandingOrder.RALLY)
        if wants != (self.strength is not None):
            raise ValueError(
                f"strength {'is missing' if wants else 'must not stand here'}: "
                f"card {self.number} is {self.standing_order.value}"
            )


@frozen
class CoreTerrainCard:
    """OWM-CARD-04."""

    number: int = field(validator=between(1, CORE_CARDS))
    dice: Dice
    kind: str
    crosshair: Crosshair


@frozen
class TerrainKind:
    """What a Terrain does (OWM-CARD-05): modifiers and icons."""

    key: str
    title: str
    attack: int
    defense: int
    blocks_los: bool = False
    no_stealth: bool = False
    fast_move: bool = False
    no_movement: bool = False
    man_made: bool = False
    bridge: bool = False


@frozen
class MissionTerrain:
    """OWM-TERR-09: one of the 12 `A` cards."""

    id: int
    number_label: str
    title: str
    attack: int
    defense: int
    blocks_los: bool = False
    no_stealth: bool = False
    fast_move: bool = False
    no_movement: bool = False
    man_made: bool = False
    bridge: bool = False


@frozen
class Weapon:
    """G-05. grid: colours by range 1, 2, ...; alt_grid: crewed or through the scope."""

    key: str
    title: str
    type: WeaponType
    grid: tuple[str, ...]
    points: int
    assault: int = field(validator=between(-1, 1))
    alt_grid: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        for row in (*self.grid, *self.alt_grid):
            if not row or any(letter not in LETTERS for letter in row):
                raise ValueError(f"grid of {self.key}: {row!r} is not made of R, G and B")

    def colours(self, distance: int, alternative: bool) -> tuple[Colour, ...]:
        """Colours to flip at a range (1 or more), () where it does not reach (OWM-FIRE-03)."""
        rows = self._alt_rows if alternative and self.alt_grid else self._rows
        return rows[distance - 1] if distance <= len(rows) else ()

    @cached_property
    def _rows(self) -> tuple[tuple[Colour, ...], ...]:
        return tuple(tuple(LETTERS[c] for c in row) for row in self.grid)

    @cached_property
    def _alt_rows(self) -> tuple[tuple[Colour, ...], ...]:
        return tuple(tuple(LETTERS[c] for c in row) for row in self.alt_grid)


@frozen
class SoldierCard:
    """OWM-SOLD-01."""

    number: int = field(validator=between(1, 99))
    name: str
    hometown: str
    rank: Rank
    weapon: str
    resolve: int = field(validator=between(1, 9))
    discipline: Colour
    vitality: int = field(validator=between(1, 19))
    points: int = field(validator=between(1, 30))
    strength_trait: str
    weakness_trait: str
    portrait: int
    nickname: str = ""

    @property
    def is_leader(self) -> bool:
        """OWM-SOLD-03."""
        return self.rank is not Rank.PRIVATE

    @property
    def surname(self) -> str:
        """The last word of the name."""
        return self.name.split()[-1]


@frozen
class Division:
    """OWM-COMP-03. historical: how many soldiers the preset squad has (OWM-SETUP-07)."""

    key: str
    title: str
    nation: Nation
    side: Side
    historical: int
    soldier: tuple[SoldierCard, ...]


@frozen
class Trait:
    """G-07: printed on soldier cards, without effect below Colonel level (OWM-SOLD-06)."""

    key: str
    title: str
    value: int
    text: str


@frozen
class CommandDecision:
    """The lower half of Order cards; without effect at Private level (OWM-LVL-02)."""

    key: str
    title: str
    text: str


@frozen
class Visibility:
    """OWM-VIS-01 to 04. range: only for moon and snowflake."""

    kind: str
    range: int = 0


@frozen
class Objective:
    """What a mission wants held."""

    kind: str
    cell: str
    points: int


@frozen
class Mission:
    """OWM-MISS-01. map: rows from the north, letters of section 3.8. cards: cell -> card."""

    key: str
    number: int
    title: str
    visibility: Visibility
    wind: Colour
    deck_timer: int = field(validator=between(1, 9))
    squad_points: int = field(validator=between(20, 200))
    max_fireteams: int = field(validator=between(1, 4))
    combat_operation: str
    objective: Objective
    anchors: dict[str, str]
    forbidden_start_rows: tuple[int, ...]
    top_of_round: str
    notes: str
    blurb: str
    map: str
    cards: dict[str, int]

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of the map."""
        return tuple(self.map.split())


@frozen
class _CoreDeckFile:
    order: tuple[OrderCard, ...]
    terrain: tuple[CoreTerrainCard, ...]


@frozen
class _TerrainFile:
    kind: tuple[TerrainKind, ...]
    mission_card: tuple[MissionTerrain, ...]


@frozen
class _WeaponFile:
    weapon: tuple[Weapon, ...]


@frozen
class _TraitFile:
    trait: tuple[Trait, ...]


@frozen
class _DecisionFile:
    decision: tuple[CommandDecision, ...]


DIVISION_ORDER = (
    "us_5th_rangers",
    "us_101st_airborne",
    "german_352nd",
    "german_15th",
    "red_army_45th_rifle",
    "red_army_70th_guards",
    "polish_6th",
    "polish_3rd_carpathian",
    "finnish_5th",
)
"""Fixes the soldiers' ids; new divisions are appended."""


@frozen
class TerrainCard:
    """A Terrain as it lies on the map: a core card, a mission card or a Field."""

    number: int
    label: str
    kind: str
    title: str
    attack: int
    defense: int
    blocks_los: bool
    no_stealth: bool
    fast_move: bool
    no_movement: bool
    man_made: bool
    crosshair: Crosshair


@define
class Catalog:
    """Everything printed, by number and key."""

    core: Mapping[int, OrderCard | CoreTerrainCard]
    terrain: Mapping[int, TerrainCard]
    kinds: Mapping[str, TerrainKind]
    weapons: Mapping[str, Weapon]
    soldiers: Mapping[int, SoldierCard]
    division_of: Mapping[int, Division]
    divisions: Mapping[str, Division]
    traits: Mapping[str, Trait]
    decisions: Mapping[str, CommandDecision]
    missions: Mapping[str, Mission]
    digest: bytes

    def soldier_weapon(self, soldier: int) -> Weapon:
        """The weapon of a soldier."""
        return self.weapons[self.soldiers[soldier].weapon]

    def dice(self, card: int) -> Dice:
        """The dice of a core card."""
        return self.core[card].dice


def soldier_id(division: str, number: int) -> int:
    """100 x division + number; see DIVISION_ORDER."""
    return 100 * (DIVISION_ORDER.index(division) + 1) + number


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    problems: list[str] = []
    deck = files.load("core_deck.toml", _CoreDeckFile)
    terrain = files.load("terrain.toml", _TerrainFile)
    weapons = {w.key: w for w in files.load("weapons.toml", _WeaponFile).weapon}
    traits = {t.key: t for t in files.load("traits.toml", _TraitFile).trait}
    decisions = {d.key: d for d in files.load("decisions.toml", _DecisionFile).decision}
    kinds = {k.key: k for k in terrain.kind}

    core: dict[int, OrderCard | CoreTerrainCard] = {}
    core.update({order.number: order for order in deck.order})
    core.update({spot.number: spot for spot in deck.terrain})
    if len(core) != CORE_CARDS or len(deck.order) + len(deck.terrain) != CORE_CARDS:
        problems.append(f"core_deck.toml: must have the cards 1 to {CORE_CARDS}, each once")
    triples: dict[tuple[int, int, int], int] = {}
    for card in core.values():
        dice = (card.dice.red, card.dice.green, card.dice.blue)
        if triples.setdefault(dice, card.number) != card.number:
            problems.append(
                f"core_deck.toml: card {card.number}: dice {dice} stand on {triples[dice]} already"
            )
    for order in deck.order:
        if order.decision not in decisions:
            problems.append(
                f"core_deck.toml: order {order.number}: unknown decision {order.decision!r}"
            )
    for spot in deck.terrain:
        if spot.kind not in kinds:
            problems.append(f"core_deck.toml: terrain {spot.number}: unknown kind {spot.kind!r}")
    if problems:
        raise BadData(problems)

    soldiers: dict[int, SoldierCard] = {}
    division_of: dict[int, Division] = {}
    divisions: dict[str, Division] = {}
    for key in DIVISION_ORDER:
        name = f"soldiers/{key}.toml"
        division = files.load(name, Division)
        divisions[key] = division
        if division.key != key:
            problems.append(f"{name}: key: must be {key!r}, is {division.key!r}")
        for soldier in division.soldier:
            number = soldier_id(key, soldier.number)
            where = f"{name}: soldier {soldier.number}"
            if number in soldiers:
                problems.append(f"{where}: this number stands twice")
            if soldier.weapon not in weapons:
                problems.append(f"{where}: unknown weapon {soldier.weapon!r}")
            problems += [
                f"{where}: unknown trait {t!r}"
                for t in (soldier.strength_trait, soldier.weakness_trait)
                if t not in traits
            ]
            soldiers[number] = soldier
            division_of[number] = division
    missions: dict[str, Mission] = {}
    faces = _faces(deck.terrain, terrain, kinds)
    for name in files.names("missions"):
        mission = files.load(name, Mission)
        missions[mission.key] = mission
        problems += [f"{name}: {p}" for p in _check_map(mission, faces)]
    if problems:
        raise BadData(problems)
    return Catalog(
        core=core,
        terrain=faces,
        kinds=kinds,
        weapons=weapons,
        soldiers=soldiers,
        division_of=division_of,
        divisions=divisions,
        traits=traits,
        decisions=decisions,
        missions=missions,
        digest=files.digest(),
    )


def _faces(
    core: tuple[CoreTerrainCard, ...], terrain: _TerrainFile, kinds: Mapping[str, TerrainKind]
) -> dict[int, TerrainCard]:
    def face(number: int, label: str, kind: str, printed: TerrainKind | MissionTerrain,
             crosshair: Crosshair) -> TerrainCard:
        return TerrainCard(
            number, label, kind, printed.title, printed.attack, printed.defense,
            printed.blocks_los, printed.no_stealth, printed.fast_move, printed.no_movement,
            printed.man_made, crosshair,
        )

    faces = {
        c.number: face(c.number, str(c.number), c.kind, kinds[c.kind], c.crosshair) for c in core
    }
    faces[FIELD] = face(FIELD, "", "field", kinds["field"], Crosshair.C)
    for card in terrain.mission_card:
        kind = card.title.lower().replace(" ", "_")
        faces[card.id] = face(card.id, card.number_label, kind, card, Crosshair.C)
    return faces


def _check_map(mission: Mission, faces: Mapping[int, TerrainCard]) -> list[str]:
    rows = mission.rows
    problems = []
    if not rows or any(len(r) != len(rows[0]) for r in rows):
        return ["map: all rows must have the same length"]
    spots = {
        f"{'ABCDEFGHIJ'[x]}{y + 1}"
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter != "."
    }
    for cell in sorted(spots.symmetric_difference(mission.cards)):
        problems.append(f"cards.{cell}: the map and the list of cards disagree about this spot")
    for cell, card in mission.cards.items():
        if card not in faces:
            problems.append(f"cards.{cell}: there is no Terrain card {card}")
    if len({c for c in mission.cards.values() if c <= CORE_CARDS}) != sum(
        1 for c in mission.cards.values() if c <= CORE_CARDS
    ):
        problems.append("cards: a card of the core deck lies on two spots")
    return problems
