"""The data files of OWM, read and checked against each other.

Here stands what must hold of any such files for a match to run. `scripts/owm_promises.py` (`make
data`) has what the ledger promises of ours beyond that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any, Protocol, TypeVar

from attrs import define, field, fields, frozen

from owm_net.engine.data import DataFiles, there_is_no
from owm_net.engine.errors import MOST_PROBLEMS, BadData
from owm_net.engine.ids import CardNumber
from owm_net.games.owm import partly
from owm_net.games.owm.catalog import (
    CORE_CARDS,
    DIVISION_ORDER,
    FIELD,
    LU,
    Catalog,
    CommandDecision,
    CoreTerrainCard,
    Division,
    LuToken,
    Mission,
    MissionTerrain,
    OrderCard,
    ReadySquad,
    ReferenceCard,
    SoldierCard,
    TerrainCard,
    TerrainFace,
    TerrainKind,
    TokenCard,
    Trait,
    TruckToken,
    Weapon,
    lu_as_soldier,
    soldier_id,
)
from owm_net.games.owm.ids import DivisionKey
from owm_net.games.owm.mission_checks import check_mission
from owm_net.games.owm.terms import Crosshair

T = TypeVar("T")


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


class _Numbered(Protocol):
    @property
    def number(self) -> int: ...


K = TypeVar("K", bound=_Keyed)


MOST_SOLDIERS, MOST_FIRETEAMS = 8, 4
"""Of a Fireteam, and of a squad (OWM-SETUP-08)."""


@frozen
class CoreDeckFile:
    """core_deck.toml."""

    order: tuple[OrderCard, ...]
    terrain: tuple[CoreTerrainCard, ...]


@frozen
class TerrainFile:
    """terrain.toml."""

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


@frozen
class TokenFile:
    """tokens.toml."""

    lu: LuToken
    truck: TruckToken


@frozen
class _SquadFile:
    squad: tuple[ReadySquad, ...]


@frozen
class _TokenCardFile:
    token: tuple[TokenCard, ...]
    other: tuple[TokenCard, ...]


@frozen
class _ReferenceFile:
    card: tuple[ReferenceCard, ...]


@define
class Printed:
    """The contents of the files, before they are put together. None, or left out: that file cannot
    be read.

    divisions, squads: by the name of the division; missions: by the name of their file.
    problems: what is wrong with any of it, as "file: entry: key: reason". digest: of the files that
    decide what happens. added: a pack's missions, by their keys the names of their files.
    left_out: what of our own does not go with the pack that lies over it.
    """

    deck: CoreDeckFile | None = None
    terrain: TerrainFile | None = None
    tokens: TokenFile | None = None
    weapons: dict[str, Weapon] | None = None
    traits: dict[str, Trait] | None = None
    decisions: dict[str, CommandDecision] | None = None
    divisions: dict[DivisionKey, Division] = field(factory=dict)
    missions: dict[str, Mission] = field(factory=dict)
    squads: dict[DivisionKey, tuple[ReadySquad, ...]] = field(factory=dict)
    token_cards: tuple[TokenCard, ...] = ()
    other_cards: tuple[TokenCard, ...] = ()
    reference: tuple[ReferenceCard, ...] = ()
    problems: list[str] = field(factory=list)
    left_out: list[str] = field(factory=list)
    added: dict[str, str] = field(factory=dict)
    digest: bytes = b""

    def kinds(self) -> dict[str, TerrainKind]:
        """Kinds of Terrain by their key; none if their file cannot be read."""
        return {} if self.terrain is None else {k.key: k for k in self.terrain.kind}


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    return put_together(read_files(files))


def read_files(files: DataFiles) -> Printed:
    """Load all data files, and check what of them can be read against the rest."""
    read = _Reader(files)
    found = Printed(
        deck=read.file("core_deck.toml", CoreDeckFile),
        terrain=read.file("terrain.toml", TerrainFile),
        tokens=read.file("tokens.toml", TokenFile),
    )
    weapons = read.file("weapons.toml", _WeaponFile)
    traits = read.file("traits.toml", _TraitFile)
    decisions = read.file("decisions.toml", _DecisionFile)
    if weapons is not None:
        found.weapons = read.by_key("weapons.toml", "weapon", weapons.weapon)
    if traits is not None:
        found.traits = read.by_key("traits.toml", "trait", traits.trait)
    if decisions is not None:
        found.decisions = read.by_key("decisions.toml", "decision", decisions.decision)
    found.divisions = read.of_divisions("soldiers", Division)
    found.missions = read.folder("missions", Mission)
    cards = read.file("token_cards.toml", _TokenCardFile)  # their numbers may limit play
    found.digest = files.digest()
    squads = read.of_divisions("squads", _SquadFile)
    found.squads = {key: file.squad for key, file in squads.items()}
    reference = read.file("reference.toml", _ReferenceFile)
    if cards is not None:
        name = "token_cards.toml"
        found.token_cards = tuple(read.by_key(name, "token", cards.token).values())
        found.other_cards = tuple(read.by_key(name, "other", cards.other).values())
    if reference is not None:
        found.reference = reference.card
    found.added = {m.key: name for name, m in found.missions.items() if name in files.over}
    found.problems = list(read.problems)
    _leave_out(found, files.over)
    found.problems += islice(_check(found, files.over), MOST_PROBLEMS)
    for name, content in read.spoilt.items():
        found.problems += islice(_check_partly(name, content, found), MOST_PROBLEMS)
    return found


def _leave_out(found: Printed, over: Mapping[str, bytes]) -> None:
    """Where files of a pack lie over ours: those of our missions and ready-made squads that do not
    go with it are not there. The pack's own contents must be right."""
    if not over or found.deck is None or found.terrain is None:
        return
    faces = _faces(found)
    for name, mission in list(found.missions.items()):
        problem = next(check_mission(mission, faces), None)
        if name not in over and problem is not None:
            del found.missions[name]
            found.left_out.append(f"{name}: {problem}")
    for key, division in found.divisions.items():
        name = f"squads/{key}.toml"
        if name in over or key not in found.squads:
            continue
        ready = found.squads[key]
        kept = [one for one in ready if next(_check_squads(key, (one,), division), None) is None]
        if len(kept) < len(ready):
            found.squads[key] = tuple(kept)
            found.left_out.append(f"{name}: {len(ready) - len(kept)} of {len(ready)} squads")


class _Reader:
    """Reads files, and notes what is wrong with one instead of stopping there. spoilt: content of
    those that are TOML but cannot be used, by their names."""

    def __init__(self, files: DataFiles) -> None:
        self.files = files
        self.problems: list[str] = []
        self.spoilt: dict[str, Mapping[str, Any]] = {}

    def file(self, name: str, cls: type[T]) -> T | None:
        """One file, None if it cannot be read."""
        try:
            return self.files.load(name, cls)
        except BadData as e:
            self.problems += e.problems
            with suppress(BadData):
                self.spoilt[name] = self.files.content(name)
            return None

    def folder(self, name: str, cls: type[T]) -> dict[str, T]:
        """All files of a folder that can be read, by their names."""
        try:
            names = self.files.names(name)
        except BadData as e:
            self.problems += e.problems
            return {}
        read = [(n, self.file(n, cls)) for n in names]
        return {n: file for n, file in read if file is not None}

    def of_divisions(self, folder: str, cls: type[T]) -> dict[DivisionKey, T]:
        """The file of each division that can be read."""
        read = [(key, self.file(f"{folder}/{key}.toml", cls)) for key in DIVISION_ORDER]
        return {key: file for key, file in read if file is not None}

    def by_key(self, name: str, table: str, entries: Iterable[K]) -> dict[str, K]:
        """The entries of a table of a file by their keys; none twice."""
        listed = list(entries)
        twice = _twice(name, table, [entry.key for entry in listed], "key")
        self.problems += islice(twice, MOST_PROBLEMS)
        return {entry.key: entry for entry in listed}


def _check(found: Printed, over: Mapping[str, bytes]) -> Iterator[str]:
    """Yield faults between files, and duplicates. over: files of a pack."""
    if found.terrain is not None:
        yield from _check_terrain(found.terrain)
    if found.deck is not None:
        yield from _check_core(found.deck, found)
    for key, division in found.divisions.items():
        yield from _check_division(key, division, found)
    yield from _check_taken(found.missions, over)
    for key, squads in found.squads.items():
        if key in found.divisions:
            yield from _check_squads(key, squads, found.divisions[key])
    if found.deck is not None and found.terrain is not None:
        faces = _faces(found)
        for name, mission in found.missions.items():
            yield from (f"{name}: {p}" for p in check_mission(mission, faces))


def _check_taken(missions: Mapping[str, Mission], over: Mapping[str, bytes]) -> Iterator[str]:
    """No mission has the key or the number of another; told of the one that a pack brings."""
    keys: dict[str, str] = {}
    numbers: dict[int, str] = {}
    for name in sorted(missions, key=lambda name: (name in over, name)):
        mission = missions[name]
        first = keys.setdefault(mission.key, name)
        if first != name:
            yield f'{name}: key: "{mission.key}" is that of {first} already'
        first = numbers.setdefault(mission.number, name)
        if first != name:
            yield f"{name}: number: {mission.number} is that of {first} already"


def _check_squads(
    key: DivisionKey, squads: tuple[ReadySquad, ...], division: Division
) -> Iterator[str]:
    """Each can be taken as it is where its total is what a squad may cost (OWM-SETUP-06, -08)."""
    name = f"squads/{key}.toml"
    cards = {s.number: s for s in division.soldier}
    if len(cards) != len(division.soldier):
        return  # a number stands twice: who is meant cannot be told
    yield from _twice(name, "squad", [f'"{s.name}"' for s in squads], "name")
    for squad in squads:
        where = f'{name}: "{squad.name}"'
        chosen = [n for line in squad.fireteams for n in line]
        if not 1 <= len(squad.fireteams) <= MOST_FIRETEAMS:
            yield f"{where}: fireteams: a squad has 1 to {MOST_FIRETEAMS}"
        for n, times in Counter(chosen).items():
            if times > 1:
                yield f"{where}: fireteams: soldier {n} stands {times} times"
        strangers = [n for n in chosen if n not in cards]
        for n in dict.fromkeys(strangers):
            yield f"{where}: fireteams: {division.title} has no soldier {n}"
        for i, line in enumerate(squad.fireteams, 1):
            yield from (f"{where}: fireteams[{i}]: {p}" for p in _check_line(line, cards))
        cost = sum(cards[n].points for n in chosen if n in cards)
        if not strangers and cost != squad.points:
            yield f"{where}: points: must be {cost}, is {squad.points}"
        if cost > squad.total:
            yield f"{where}: total: the squad costs {cost}, more than {squad.total}"


def _check_line(line: tuple[int, ...], cards: Mapping[int, SoldierCard]) -> Iterator[str]:
    if not 1 <= len(line) <= MOST_SOLDIERS:
        yield f"a Fireteam has 1 to {MOST_SOLDIERS} soldiers"
    if not any(cards[n].is_leader for n in line if n in cards):
        yield "no Leader is among them"


def put_together(found: Printed) -> Catalog:
    """The catalog of files in which nothing is wrong. Raises BadData otherwise."""
    deck, terrain, tokens = found.deck, found.terrain, found.tokens
    weapons, traits, decisions = found.weapons, found.traits, found.decisions
    if (
        found.problems
        or deck is None
        or terrain is None
        or tokens is None
        or weapons is None
        or traits is None
        or decisions is None
    ):
        raise BadData(found.problems)
    core: dict[CardNumber, OrderCard | CoreTerrainCard] = {o.number: o for o in deck.order}
    core.update({spot.number: spot for spot in deck.terrain})
    ids = {soldier_id(k, s.number): (d, s) for k, d in found.divisions.items() for s in d.soldier}
    lu, unarmed = lu_as_soldier(tokens.lu)
    return Catalog(
        core=core,
        terrain=_faces(found),
        kinds=found.kinds(),
        weapons={**weapons, unarmed.key: unarmed},
        soldiers={**{number: soldier for number, (_, soldier) in ids.items()}, LU: lu},
        division_of={number: division for number, (division, _) in ids.items()},
        divisions=found.divisions,
        traits=traits,
        decisions=decisions,
        missions={m.key: m for m in found.missions.values()},
        added=found.added,
        truck=tokens.truck,
        squads=found.squads,
        token_cards=found.token_cards,
        other_cards=found.other_cards,
        reference=found.reference,
        digest=found.digest,
    )


def _places(table: str, keys: Iterable[object]) -> dict[object, list[str]]:
    """Key -> the entries of a table that have it, as "order[2]", counted from 1."""
    places: dict[object, list[str]] = {}
    for n, key in enumerate(keys, 1):
        places.setdefault(key, []).append(f"{table}[{n}]")
    return places


def _times(at: list[str]) -> str:
    more = " and ..." if len(at) > MOST_PLACES else ""
    return f"{len(at)} times, at {' and '.join(at[:MOST_PLACES])}{more}"


MOST_PLACES = 4
"""Of what stands more than once, so many places are named."""


def _twice(name: str, table: str, keys: Iterable[object], what: str) -> Iterator[str]:
    """A problem for each that stands more than once."""
    for key, at in _places(table, keys).items():
        if len(at) > 1:
            yield f"{name}: {key}: {what}: stands {_times(at)}"


def _named(table: str, numbers: Iterable[int]) -> list[str]:
    """The entries of a table by their numbers, as "order 2"; where a number stands twice, with the
    place too, for nobody could tell which of them is meant."""
    listed = list(numbers)
    counted = Counter(listed)
    return [
        f"{table} {number}" + (f" at {table}[{n}]" if counted[number] > 1 else "")
        for n, number in enumerate(listed, 1)
    ]


def _check_terrain(terrain: TerrainFile) -> Iterator[str]:
    """No kind and no mission card twice, and a Field among the kinds."""
    name = "terrain.toml"
    cards = terrain.mission_card
    yield from _twice(name, "kind", [k.key for k in terrain.kind], "key")
    yield from _twice(name, "mission_card", [c.id for c in cards], "id")
    yield from _twice(name, "mission_card", [c.number_label for c in cards], "number_label")
    if all(k.key != "field" for k in terrain.kind):
        yield f'{name}: kind: key: "field" is missing; every open spot is one'
    for card in cards:
        if card.id <= FIELD:
            yield f"{name}: mission_card {card.id}: id: must be more than {FIELD}"


def _check_core(deck: CoreDeckFile, found: Printed) -> Iterator[str]:
    """The 192 cards, each result of the dice once, and nothing they name unknown."""
    name = "core_deck.toml"
    orders = list(zip(_named("order", [o.number for o in deck.order]), deck.order, strict=True))
    spots = list(
        zip(_named("terrain", [s.number for s in deck.terrain]), deck.terrain, strict=True)
    )
    places = _places("order", [o.number for o in deck.order])
    for key, at in _places("terrain", [s.number for s in deck.terrain]).items():
        places.setdefault(key, []).extend(at)
    for number in range(1, CORE_CARDS + 1):
        at = places.get(number, [])
        if len(at) != 1:
            why = f"stands {_times(at)}" if at else "is missing"
            yield f"{name}: card {number}: number: {why}; each of 1 to {CORE_CARDS} stands once"
    triples: dict[tuple[int, int, int], str] = {}
    cards: list[tuple[str, OrderCard | CoreTerrainCard]] = [*orders, *spots]
    for where, card in cards:
        dice = (card.dice.red, card.dice.green, card.dice.blue)
        first = triples.setdefault(dice, where)
        if first != where:
            yield f"{name}: {where}: dice: {dice} stand on {first} already"
    yield from _check_orders(orders, found)
    yield from _check_spots(spots, found)


def _check_orders(orders: Iterable[tuple[str, OrderCard]], found: Printed) -> Iterator[str]:
    for where, order in orders:
        if found.decisions is not None and order.decision not in found.decisions:
            why = there_is_no(order.decision, found.decisions)
            yield f"core_deck.toml: {where}: decision: {why}"


def _check_spots(spots: Iterable[tuple[str, CoreTerrainCard]], found: Printed) -> Iterator[str]:
    kinds = found.kinds()
    for where, spot in spots:
        if kinds and spot.kind not in kinds:
            yield f"core_deck.toml: {where}: kind: {there_is_no(spot.kind, kinds)}"


def _check_division(key: DivisionKey, division: Division, found: Printed) -> Iterator[str]:
    """Its key, no number twice, and every weapon and trait there is."""
    name = f"soldiers/{key}.toml"
    if division.key != key:
        yield f'{name}: key: must be "{key}", is "{division.key}"'
    numbers = [s.number for s in division.soldier]
    yield from _twice(name, "soldier", [f"soldier {n}" for n in numbers], "number")
    if not any(s.is_leader for s in division.soldier):
        yield f"{name}: soldier: rank: nobody is above Private, so no Fireteam has a Leader"
    named = zip(_named("soldier", numbers), division.soldier, strict=True)
    yield from _check_soldiers(name, named, found)


def _check_soldiers(
    name: str, soldiers: Iterable[tuple[str, SoldierCard]], found: Printed
) -> Iterator[str]:
    for where, soldier in soldiers:
        named = (
            ("weapon", soldier.weapon, found.weapons),
            ("strength_trait", soldier.strength_trait, found.traits),
            ("weakness_trait", soldier.weakness_trait, found.traits),
        )
        for what, key_, known in named:
            if known is not None and key_ not in known:
                yield f"{name}: {where}: {what}: {there_is_no(key_, known)}"


def _check_partly(name: str, content: Mapping[str, Any], found: Printed) -> Iterator[str]:
    """Yield the faults of the valid entries of a file with invalid ones. Missing entries are not
    reported: they may be the invalid ones."""
    if name == "core_deck.toml":
        orders = list(partly.entries(content, "order", OrderCard))
        spots = list(partly.entries(content, "terrain", CoreTerrainCard))
        yield from _numbers_twice(name, "card", [*orders, *spots])
        yield from _check_orders(orders, found)
        yield from _check_spots(spots, found)
    elif name.startswith("soldiers/"):
        soldiers = list(partly.entries(content, "soldier", SoldierCard))
        yield from _numbers_twice(name, "soldier", soldiers)
        yield from _check_soldiers(name, soldiers, found)
    elif name.startswith("missions/") and found.deck is not None and found.terrain is not None:
        mission = partly.mission(content)
        if mission is not None:
            yield from (f"{name}: {p}" for p in check_mission(mission, _faces(found)))


def _numbers_twice(name: str, what: str, entries: Iterable[tuple[str, _Numbered]]) -> Iterator[str]:
    places: dict[int, list[str]] = {}
    for where, entry in entries:
        places.setdefault(entry.number, []).append(where)
    for number, at in places.items():
        if len(at) > 1:
            yield f"{name}: {what} {number}: number: stands {_times(at)}"


_PRINTED = tuple([f.name for f in fields(TerrainFace)])


def _face(
    number: CardNumber, label: str, kind: str, printed: TerrainFace, crosshair: Crosshair
) -> TerrainCard:
    shown = {name: getattr(printed, name) for name in _PRINTED}
    return TerrainCard(number=number, label=label, kind=kind, crosshair=crosshair, **shown)


def _faces(found: Printed) -> dict[CardNumber, TerrainCard]:
    """Everything that can lie on a map, by number; a Field and mission cards are centred. Cards of
    an unknown kind are left out."""
    kinds = found.kinds()
    faces = {
        c.number: _face(c.number, str(c.number), c.kind, kinds[c.kind], c.crosshair)
        for c in (found.deck.terrain if found.deck is not None else ())
        if c.kind in kinds
    }
    if "field" in kinds:
        faces[FIELD] = _face(FIELD, "", "field", kinds["field"], Crosshair.C)
    for card in found.terrain.mission_card if found.terrain is not None else ():
        kind = card.title.lower().replace(" ", "_")
        faces[card.id] = _face(card.id, card.number_label, kind, card, Crosshair.C)
    return faces
