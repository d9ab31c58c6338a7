"""Elements, overlays, buildings and boards. Ledger 2.19, 2.20, G-07 and G-08."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.data import between
from owm_net.engine.text import Said
from owm_net.games.heroes.ids import BoardKey, ElementKey, OverlayKey
from owm_net.games.heroes.terms import UnitType

BOARD_SIZE = 8
"""HON-SET-01, G-08: spaces along each side of a board."""


@frozen(kw_only=True)
class Element:
    """The material of a space or an overlay (G-07). obscures: for each space; blocks: sight ends.
    closed, difficult: for which types. structure: the demolition points that destroy it; becomes:
    what is left then. covers: it hides what is printed beneath. hedge: it is a hedgerow; opens: a
    hedgerow beneath it is open to these types (HON-EQ-05). wreck: it was a vehicle."""

    key: ElementKey
    title: Said
    letter: str = ""
    defence: int = field(default=0, validator=between(0, 9))
    obscures: int = field(default=0, validator=between(0, 9))
    blocks: bool = False
    closed: tuple[UnitType, ...] = ()
    difficult: tuple[UnitType, ...] = ()
    water: bool = False
    bridge: bool = False
    covers: bool = False
    position: bool = False
    ruin: bool = False
    hedge: bool = False
    opens: tuple[UnitType, ...] = ()
    wreck: bool = False
    structure: int = field(default=0, validator=between(0, 9))
    becomes: ElementKey = field(default=ElementKey(""))


@frozen(kw_only=True)
class Overlay:
    """A piece that is laid on boards. size: columns and rows. rooms: of a building, a letter for
    each space; walls, doors, windows: edges as "COLUMN,ROW SIDE"."""

    key: OverlayKey
    title: Said = ""
    element: ElementKey
    size: tuple[int, int]
    stock: int = field(validator=between(1, 9))
    on_water: bool = False
    rooms: tuple[str, ...] = ()
    walls: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    @property
    def building(self) -> bool:
        """Return True if it has rooms."""
        return bool(self.rooms)


@frozen
class LowWall:
    """The element on an edge."""

    obscures: int
    closed: tuple[UnitType, ...]
    stock: int


@frozen
class TerrainFile:
    """terrain.toml."""

    element: tuple[Element, ...]
    overlay: tuple[Overlay, ...]
    low_wall: LowWall


@frozen
class Board:
    """A face of a terrain board: eight rows of eight letters."""

    key: BoardKey
    rows: tuple[str, ...]


@frozen
class BoardsFile:
    """boards.toml."""

    board: tuple[Board, ...]
