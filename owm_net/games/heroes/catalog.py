"""All that is given, read and cross-checked: `CATALOG`.

`read_catalog` says everything that is wrong with the files at once. What must hold of all rows
together, and takes a map to see, `scripts/heroes_promises.py` checks (G-17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import define, field, frozen

from owm_net.engine.data import DataFiles, there_is_no
from owm_net.engine.errors import BadData
from owm_net.games.heroes.grid import SIDES, Facing, Line, box, side
from owm_net.games.heroes.ids import (
    ArmyKey,
    BoardKey,
    CardKey,
    CounterKey,
    ElementKey,
    OptionKey,
    OverlayKey,
    ScenarioKey,
    Space,
    TileKey,
)
from owm_net.games.heroes.printed.armies import (
    ArmiesFile,
    Army,
    Card,
    CardsFile,
    Hero,
    Option,
    OptionsFile,
    ReadyArmy,
    Tile,
    TilesFile,
)
from owm_net.games.heroes.printed.counters import CountersFile, Piece, concealed
from owm_net.games.heroes.printed.scenarios import (
    EventRow,
    Objective,
    ObjectiveRow,
    Placed,
    Plan,
    Scenario,
    ScenarioEvent,
    ScenarioRow,
    ScenariosFile,
    Side,
    SideRow,
)
from owm_net.games.heroes.printed.terrain import (
    BOARD_SIZE,
    Board,
    BoardsFile,
    Element,
    LowWall,
    Overlay,
    TerrainFile,
)
from owm_net.games.heroes.terms import Ability, Band, Nation, Size, UnitType

K = TypeVar("K")
R = TypeVar("R", bound=Any)


@frozen(eq=False, kw_only=True)
class Catalog:
    """Everything that is given, by key. letters: what a letter on a board stands for. drills: the
    scenarios that only lessons have; they are no part of the digest."""

    pieces: Mapping[CounterKey, Piece]
    concealed_move: int
    tiles: Mapping[TileKey, Tile]
    options: Mapping[OptionKey, Option]
    heroes: Mapping[CounterKey, Hero]
    armies: Mapping[ArmyKey, ReadyArmy]
    cards: Mapping[CardKey, Card]
    boards: Mapping[BoardKey, Board]
    elements: Mapping[ElementKey, Element]
    letters: Mapping[str, Element]
    overlays: Mapping[OverlayKey, Overlay]
    low_wall: LowWall
    scenarios: Mapping[ScenarioKey, Scenario]
    drills: Mapping[ScenarioKey, Scenario]
    digest: bytes


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    reader = _Reader()
    counters = files.load("counters.toml", CountersFile)
    pieces = [row.piece() for row in counters.infantry]
    pieces += [row.piece() for row in counters.vehicle]
    pieces.append(concealed(counters.concealed_move))
    tiles = files.load("tiles.toml", TilesFile).tile
    bought = files.load("options.toml", OptionsFile)
    armies = files.load("armies.toml", ArmiesFile).army
    cards = files.load("cards.toml", CardsFile).card
    boards = files.load("boards.toml", BoardsFile).board
    terrain = files.load("terrain.toml", TerrainFile)
    scenarios = files.load("scenarios.toml", ScenariosFile).scenario
    digest = files.digest()
    drills = files.load("drills.toml", ScenariosFile).scenario
    catalog = Catalog(
        pieces=reader.by_key("counters.toml", pieces),
        concealed_move=counters.concealed_move,
        tiles=reader.by_key("tiles.toml", tiles),
        options=reader.by_key("options.toml", bought.option),
        heroes=reader.by_key("options.toml", bought.hero),
        armies=reader.by_key("armies.toml", armies),
        cards=reader.by_key("cards.toml", cards),
        boards=reader.by_key("boards.toml", boards),
        elements=reader.by_key("terrain.toml", terrain.element),
        letters={row.letter: row for row in terrain.element if row.letter},
        overlays=reader.by_key("terrain.toml", terrain.overlay),
        low_wall=terrain.low_wall,
        scenarios={},
        drills={},
        digest=digest,
    )
    reader.check(catalog)
    for row in scenarios:
        _known(catalog.scenarios)[row.key] = reader.scenario(catalog, row, "scenarios.toml")
    for row in drills:
        _known(catalog.drills)[row.key] = reader.scenario(catalog, row, "drills.toml")
    if reader.wrong:
        raise BadData(reader.wrong)
    return catalog


def _known(mapping: Mapping[K, R]) -> dict[K, R]:
    """A mapping of a catalog that is still being read."""
    assert isinstance(mapping, dict)
    return mapping


@define
class _Reader:
    """A reader of texts that looks for unknown names. wrong: all of them."""

    wrong: list[str] = field(factory=list)
    where: str = ""

    def fault(self, what: str) -> None:
        """Something is wrong in the row that is read."""
        self.wrong.append(f"{self.where}: {what}")

    def by_key(self, name: str, rows: Iterable[R]) -> dict[Any, R]:
        """The rows of a file by their keys, which differ."""
        listed = list(rows)
        for key, n in Counter([row.key for row in listed]).items():
            if n > 1:
                self.wrong.append(f"{name}: {key}: stands {n} times")
        return {row.key: row for row in listed}

    def named(self, what: str, keys: Iterable[object], known: Mapping[Any, object]) -> None:
        """Each of these must be known."""
        for key in keys:
            if key not in known:
                self.fault(f"{what}: {there_is_no(key, known)}")

    # -- rows that name other rows -------------------------------------------------------

    def check(self, c: Catalog) -> None:
        """All but scenarios."""
        self._armies(c)
        self._terrain(c)
        for piece in c.pieces.values():
            self.where = f"counters.toml: {piece.key}"
            self._piece(piece)

    def _armies(self, c: Catalog) -> None:
        for tile in c.tiles.values():
            self.where = f"tiles.toml: {tile.key}"
            self.named("units", tile.units, c.pieces)
            self._slots(tile)
        for option in c.options.values():
            self.where = f"options.toml: {option.key}"
            self.named("units", [u for us in option.units.values() for u in us], c.pieces)
            for name, given in (("units", option.units), ("points", option.points)):
                if given and list(given) != list(option.cost):
                    self.fault(f"{name}: of the nations of cost, and of no other")
        for hero in c.heroes.values():
            self.where = f"options.toml: {hero.key}"
            self.named("key", [hero.key], c.pieces)
        for ready in c.armies.values():
            self.where = f"armies.toml: {ready.key}"
            self.army(c, ready.army)

    def _terrain(self, c: Catalog) -> None:
        for element in c.elements.values():
            self.where = f"terrain.toml: {element.key}"
            if element.becomes:
                self.named("becomes", [element.becomes], c.elements)
        for overlay in c.overlays.values():
            self.where = f"terrain.toml: {overlay.key}"
            self.named("element", [overlay.element], c.elements)
            self._edges(overlay)
        for board in c.boards.values():
            self.where = f"boards.toml: {board.key}"
            if [len(row) for row in board.rows] != [BOARD_SIZE] * BOARD_SIZE:
                self.fault(f"rows: must be {BOARD_SIZE} of {BOARD_SIZE} letters")
            self.named("rows", sorted(dict.fromkeys("".join(board.rows))), c.letters)

    def _piece(self, piece: Piece) -> None:
        numbers = 3 if piece.type is UnitType.HEAVY else 1
        sides = 1 if piece.type.vehicle or piece.conceals else 2
        if piece.nation is not Nation.ANY and len(piece.faces) != sides:
            self.fault(f"faces: must be {sides}, are {len(piece.faces)}")
        for face in piece.faces:
            if len(face.defence) != numbers:
                self.fault(f"defence: must be {numbers} numbers")
        if piece.conceals is not any(Ability.AMBUSH in f.abilities for f in piece.faces):
            self.fault("conceals: goes with the ability ambush")
        if not piece.deploys:
            self.fault("faces: one has a white name")

    def _slots(self, tile: Tile) -> None:
        for words in tile.slots:
            parts = words.split()
            bands = parts[2].split(",") if len(parts) == 3 else []
            sizes, known = [s.value for s in Size], [b.value for b in Band]
            if len(parts) != 3 or parts[1] not in sizes or any(b not in known for b in bands):
                self.fault(f'slots: "{words:.40}" is no "NAME SIZE BAND,BAND"')
        names = [words.split()[0] for words in tile.slots if words.split()]
        if tile.star_slot and tile.star_slot not in names:
            self.fault(f"star_slot: {there_is_no(tile.star_slot, names)}")

    def _edges(self, overlay: Overlay) -> None:
        wide, high = overlay.size
        if overlay.building and [len(r) for r in overlay.rooms] != [wide] * high:
            self.fault(f"rooms: must be {high} of {wide} letters")
        for words in (*overlay.walls, *overlay.doors, *overlay.windows):
            found = self.edge(words)
            if found is not None:
                (x, y), _ = found
                if not (0 <= x < wide and 0 <= y < high):
                    self.fault(f'"{words}": is outside')

    def army(self, c: Catalog, army: Army) -> None:
        """Check that an army names known things."""
        self.named("tiles", [bought.key for bought in army.tiles], c.tiles)
        self.named("heroes", army.heroes, c.heroes)
        for bought in army.tiles:
            self.named("options", bought.options.values(), c.options)

    # -- scenarios -----------------------------------------------------------------------

    def scenario(self, c: Catalog, row: ScenarioRow, file: str) -> Scenario:
        """It, without what is wrong with it."""
        self.where = f"{file}: {row.key}"
        plan = Plan(
            self.laid("boards", row.boards, c.boards),
            self.laid("overlays", row.overlays, c.overlays),
            tuple([line for words in row.low_walls if (line := self.line(words)) is not None]),
        )
        names = [s.name for s in row.side]
        once = row.at_once
        listed = [row.initiative] if row.initiative != "die" else []
        listed += [n for o in row.objective for n in o.counts] + [e.side for e in row.event]
        listed += [n for n in (once.who if once else "", row.otherwise) if n]
        self.named("side", listed, dict.fromkeys(names))
        if once and once.holds:
            self.named("at_once", [once.holds], {o.name: o for o in row.objective})
        exits = row.exits
        return Scenario(
            key=row.key,
            title=row.title,
            about=row.about,
            plan=plan,
            rounds=row.rounds,
            initiative=row.initiative,
            cards=row.cards,
            sides=tuple([self.seat(c, s) for s in row.side]),
            objectives=tuple([self.objective(o) for o in row.objective]),
            at_once=once,
            otherwise=row.otherwise,
            exits=("", ()) if exits is None else (exits.side, self.spaces(exits.spaces)),
            bonus=self.spaces(row.bonus),
            events=tuple([self.event(e) for e in row.event]),
        )

    def seat(self, c: Catalog, row: SideRow) -> Side:
        """One side, with its army."""
        army = Army(
            nation=row.nation, tiles=row.tiles, heroes=row.heroes, directives=row.directives
        )
        if row.ready:
            self.named("ready", [row.ready], c.armies)
            army = c.armies[row.ready].army if row.ready in c.armies else army
        self.army(c, army)
        self.named("reserve", row.reserve, c.pieces)
        clear = row.open_clear_of
        return Side(
            name=row.name,
            zone=tuple([space for words in row.zones for space in self.box(words)]),
            army=army,
            reserve=row.reserve,
            aboard=row.aboard,
            clear_of=((), 0) if clear is None else (clear.rows, clear.spaces),
            costs=row.costs,
            units=row.units,
        )

    def objective(self, row: ObjectiveRow) -> Objective:
        """A place that is fought for."""
        return Objective(
            name=row.name,
            title=row.title,
            points=row.points,
            spaces=self.spaces(row.spaces),
            counts=row.counts,
        )

    def event(self, row: EventRow) -> ScenarioEvent:
        """Return an event of a round."""
        spaces = tuple(self.box(row.spaces)) if row.spaces else ()
        self.named("facing", [row.facing], SIDES)
        facing = SIDES.get(row.facing, Facing.N)
        return ScenarioEvent(
            round=row.round, side=row.side, kind=row.kind, spaces=spaces, facing=facing
        )

    # -- words ---------------------------------------------------------------------------

    def laid(
        self, what: str, rows: tuple[str, ...], known: Mapping[Any, object]
    ) -> tuple[Placed, ...]:
        """Boards and overlays: "KEY X,Y" and how many quarter turns."""
        found = []
        for words in rows:
            parts = words.split()
            turns = parts[2] if len(parts) > 2 else "0"
            if len(parts) not in (2, 3) or turns not in "0123":
                self.fault(f'{what}: "{words:.40}" is no "KEY X,Y QUARTER-TURNS"')
                continue
            self.named(what, [parts[0]], known)
            found += [Placed(parts[0], at, int(turns)) for at in self.spaces(parts[1])]
        return tuple(found)

    def spaces(self, words: str) -> tuple[Space, ...]:
        """Spaces one after another: "X,Y X,Y"."""
        found = []
        for word in words.split():
            x, _, y = word.partition(",")
            if x.isdecimal() and y.isdecimal() and len(word) < 8:
                found.append(Space((int(x), int(y))))
            else:
                self.fault(f'"{word:.20}" is no space')
        return tuple(found)

    def box(self, words: str) -> Iterator[Space]:
        """The spaces of a rectangle."""
        found = self.spaces(words)
        if len(found) == 2:
            yield from box(*found)
        else:
            self.fault(f'"{words:.40}" is no rectangle')

    def edge(self, words: str) -> tuple[Space, str] | None:
        """A space and one of its sides: "X,Y SIDE"."""
        place, _, letter = words.partition(" ")
        found = self.spaces(place)
        if len(found) == 1 and letter in SIDES:
            return found[0], letter
        self.fault(f'"{words:.40}" is no "X,Y SIDE"')
        return None

    def line(self, words: str) -> Line | None:
        """An edge of the map."""
        found = self.edge(words)
        return None if found is None else side(found[0], SIDES[found[1]])


CATALOG = read_catalog(DataFiles.of_package("owm_net.games.heroes"))
