"""The data files of OWM, read and checked against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import fields, frozen

from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.ids import CardNumber
from owm_net.games.owm.catalog import (
    CORE_CARDS,
    DIVISION_ORDER,
    FIELD,
    Catalog,
    CommandDecision,
    CoreTerrainCard,
    Division,
    Mission,
    MissionTerrain,
    OrderCard,
    TerrainCard,
    TerrainFace,
    TerrainKind,
    Trait,
    Weapon,
    soldier_id,
)
from owm_net.games.owm.ground import COLUMNS
from owm_net.games.owm.ids import DivisionKey
from owm_net.games.owm.terms import Crosshair, Side


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


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    deck = files.load("core_deck.toml", _CoreDeckFile)
    terrain = files.load("terrain.toml", _TerrainFile)
    weapons = {w.key: w for w in files.load("weapons.toml", _WeaponFile).weapon}
    traits = {t.key: t for t in files.load("traits.toml", _TraitFile).trait}
    decisions = {d.key: d for d in files.load("decisions.toml", _DecisionFile).decision}
    kinds = {k.key: k for k in terrain.kind}
    problems = list(_check_core(deck, decisions, kinds))
    if problems:
        raise BadData(problems)
    faces = _faces(deck.terrain, terrain, kinds)
    divisions = {key: files.load(f"soldiers/{key}.toml", Division) for key in DIVISION_ORDER}
    for key, division in divisions.items():
        problems += _check_division(key, division, weapons, traits)
    missions: dict[str, Mission] = {}
    for name in files.names("missions"):
        mission = files.load(name, Mission)
        missions[mission.key] = mission
        problems += [f"{name}: {p}" for p in _check_map(mission, faces)]
    if problems:
        raise BadData(problems)
    core: dict[CardNumber, OrderCard | CoreTerrainCard] = {o.number: o for o in deck.order}
    core.update({spot.number: spot for spot in deck.terrain})
    ids = {soldier_id(k, s.number): (d, s) for k, d in divisions.items() for s in d.soldier}
    return Catalog(
        core=core,
        terrain=faces,
        kinds=kinds,
        weapons=weapons,
        soldiers={number: soldier for number, (_, soldier) in ids.items()},
        division_of={number: division for number, (division, _) in ids.items()},
        divisions=divisions,
        traits=traits,
        decisions=decisions,
        missions=missions,
        digest=files.digest(),
    )


def _check_core(
    deck: _CoreDeckFile,
    decisions: Mapping[str, CommandDecision],
    kinds: Mapping[str, TerrainKind],
) -> Iterator[str]:
    """The 192 cards, each result of the dice once, and nothing they name unknown."""
    cards: list[OrderCard | CoreTerrainCard] = [*deck.order, *deck.terrain]
    if sorted(card.number for card in cards) != list(range(1, CORE_CARDS + 1)):
        yield f"core_deck.toml: must have the cards 1 to {CORE_CARDS}, each once"
    triples: dict[tuple[int, int, int], int] = {}
    for card in cards:
        dice = (card.dice.red, card.dice.green, card.dice.blue)
        first = triples.setdefault(dice, card.number)
        if first != card.number:
            yield f"core_deck.toml: card {card.number}: dice {dice} stand on {first} already"
    for order in deck.order:
        if order.decision not in decisions:
            yield f"core_deck.toml: order {order.number}: unknown decision {order.decision!r}"
    for spot in deck.terrain:
        if spot.kind not in kinds:
            yield f"core_deck.toml: terrain {spot.number}: unknown kind {spot.kind!r}"


def _check_division(
    key: DivisionKey, division: Division, weapons: Mapping[str, Weapon], traits: Mapping[str, Trait]
) -> Iterator[str]:
    """Its key, no number twice, and every weapon and trait there is."""
    name = f"soldiers/{key}.toml"
    if division.key != key:
        yield f"{name}: key: must be {key!r}, is {division.key!r}"
    seen: list[int] = []
    for soldier in division.soldier:
        where = f"{name}: soldier {soldier.number}"
        if soldier.number in seen:
            yield f"{where}: this number stands twice"
        seen.append(soldier.number)
        if soldier.weapon not in weapons:
            yield f"{where}: unknown weapon {soldier.weapon!r}"
        for trait in (soldier.strength_trait, soldier.weakness_trait):
            if trait not in traits:
                yield f"{where}: unknown trait {trait!r}"


_PRINTED = tuple([f.name for f in fields(TerrainFace)])


def _face(
    number: CardNumber, label: str, kind: str, printed: TerrainFace, crosshair: Crosshair
) -> TerrainCard:
    shown = {name: getattr(printed, name) for name in _PRINTED}
    return TerrainCard(number=number, label=label, kind=kind, crosshair=crosshair, **shown)


def _faces(
    core: tuple[CoreTerrainCard, ...], terrain: _TerrainFile, kinds: Mapping[str, TerrainKind]
) -> dict[CardNumber, TerrainCard]:
    """Everything that can lie on a map, by number; a Field and mission cards are centred."""
    faces = {
        c.number: _face(c.number, str(c.number), c.kind, kinds[c.kind], c.crosshair) for c in core
    }
    faces[FIELD] = _face(FIELD, "", "field", kinds["field"], Crosshair.C)
    for card in terrain.mission_card:
        kind = card.title.lower().replace(" ", "_")
        faces[card.id] = _face(card.id, card.number_label, kind, card, Crosshair.C)
    return faces


def _check_map(mission: Mission, faces: Mapping[CardNumber, TerrainCard]) -> Iterator[str]:
    """Map, cards, anchors and objective of a mission fit together."""
    rows = mission.rows
    if not rows or any(len(r) != len(rows[0]) for r in rows):
        yield "map: all rows must have the same length"
        return
    letters = {
        f"{COLUMNS[x]}{y + 1}": letter for y, row in enumerate(rows) for x, letter in enumerate(row)
    }
    spots = [cell for cell, letter in letters.items() if letter != "."]
    for cell in sorted(set(spots).symmetric_difference(mission.cards)):
        yield f"cards.{cell}: the map and the list of cards disagree about this spot"
    for cell, card in mission.cards.items():
        if card not in faces:
            yield f"cards.{cell}: there is no Terrain card {card}"
    core = sorted(c for c in mission.cards.values() if c <= CORE_CARDS)
    if any(a == b for a, b in pairwise(core)):
        yield "cards: a card of the core deck lies on two spots"
    if sorted(mission.anchors) != [Side.ALLIES.value, Side.AXIS.value]:
        yield "anchors: must be one for the allies and one for the axis"
    places = {f"anchors.{side}": cell for side, cell in mission.anchors.items()}
    for what, cell in (places | {"objective.cell": mission.objective.cell}).items():
        if cell not in letters:
            yield f"{what}: there is no spot {cell} on the map"
