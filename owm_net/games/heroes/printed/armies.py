"""Recruitment tiles, options, heroes, ready armies, action cards. Ledger 2.2, G-04, G-05, G-19."""

from __future__ import annotations

from attrs import field, frozen

from owm_net.engine.data import between
from owm_net.engine.text import Said
from owm_net.games.heroes.ids import ArmyKey, CardKey, CounterKey, OptionKey, TileKey
from owm_net.games.heroes.terms import (
    Band,
    CardKind,
    CardPhase,
    Directive,
    Nation,
    OptionKind,
    Pattern,
    Question,
    Size,
    UnitType,
)


@frozen
class Slot:
    """A hole in a tile (HON-ARMY-05)."""

    name: str
    size: Size
    bands: tuple[Band, ...]


@frozen(kw_only=True)
class Tile:
    """A recruitment tile. stars: its own. star_slot: one more while that slot is filled. squares,
    points: its breaking point and what the enemy gains by it (HON-ARMY-13)."""

    key: TileKey
    title: Said
    nation: Nation
    insignia: str
    officer: bool = False
    high_command: bool = False
    cost: int = field(validator=between(1, 999))
    units: dict[CounterKey, int] = field(factory=dict)
    stars: int = field(default=0, validator=between(0, 5))
    star_slot: str = ""
    slots: tuple[str, ...]
    squares: int = field(default=0, validator=between(0, 9))
    points: int = field(default=0, validator=between(0, 9))

    @property
    def holes(self) -> list[Slot]:
        """All its holes."""
        rows = [words.split() for words in self.slots]
        return [
            Slot(name, Size(size), tuple([Band(b) for b in bands.split(",")]))
            for name, size, bands in rows
        ]

    def slot(self, name: str) -> Slot | None:
        """One of its holes; None if it has no such hole."""
        return next((slot for slot in self.holes if slot.name == name), None)


@frozen(kw_only=True)
class Option:
    """A recruitment option. cost, units, points: by nation. core: nations in whose box it is.
    tokens: how many it has. What a token fires or blows up: bonus, pattern, scatter, destruction,
    reach (G-04)."""

    key: OptionKey
    title: Said
    kind: OptionKind
    size: Size
    bands: tuple[Band, ...]
    cost: dict[Nation, int]
    core: tuple[Nation, ...]
    units: dict[Nation, tuple[CounterKey, ...]] = field(factory=dict)
    squares: int = field(default=0, validator=between(0, 9))
    points: dict[Nation, int] = field(factory=dict)
    tokens: int = field(default=0, validator=between(0, 9))
    bonus: dict[UnitType, int] = field(factory=dict)
    pattern: Pattern | None = None
    scatter: int = field(default=0, validator=between(0, 9))
    destruction: int = field(default=0, validator=between(0, 9))
    reach: int = field(default=0, validator=between(0, 99))

    def fits(self, slot: Slot) -> bool:
        """HON-ARMY-05: the same size, and a band in common."""
        return slot.size is self.size and any(band in slot.bands for band in self.bands)


@frozen(kw_only=True)
class Hero:
    """A hero: a counter that is bought without a slot (HON-ARMY-12). Its breaking point is 1."""

    key: CounterKey
    nation: Nation
    cost: int = field(validator=between(1, 999))
    points: int = field(validator=between(1, 9))


@frozen(kw_only=True)
class TileBought:
    """A tile of an army, and the options in its slots."""

    key: TileKey
    options: dict[str, OptionKey] = field(factory=dict)


@frozen(kw_only=True)
class Army:
    """The parts of an army. directives: the tokens of that option (R-88). gear: of a Gear
    option, so many tokens of an equipment option (HON-EQ-08)."""

    nation: Nation
    tiles: tuple[TileBought, ...]
    heroes: tuple[CounterKey, ...] = ()
    directives: tuple[Directive, ...] = ()
    gear: tuple[tuple[OptionKey, OptionKey, int], ...] = ()


@frozen(kw_only=True)
class ReadyArmy:
    """G-19. points: what it may cost; within: how far below that it is."""

    key: ArmyKey
    title: Said
    nation: Nation
    points: int
    within: int = 10
    tiles: tuple[TileBought, ...]
    heroes: tuple[CounterKey, ...] = ()
    directives: tuple[Directive, ...] = ()

    @property
    def army(self) -> Army:
        """Return its parts."""
        return Army(
            nation=self.nation, tiles=self.tiles, heroes=self.heroes, directives=self.directives
        )


@frozen(kw_only=True)
class Card:
    """A kind of action card (G-05). copies, starter: by nation. aaa: of an Aviation card."""

    key: CardKey
    title: Said
    kind: CardKind
    phase: CardPhase
    questions: tuple[Question, ...]
    copies: dict[Nation, int]
    starter: dict[Nation, int] = field(factory=dict)
    aaa: int = field(default=0, validator=between(0, 6))


@frozen
class TilesFile:
    """tiles.toml."""

    tile: tuple[Tile, ...]


@frozen
class OptionsFile:
    """options.toml."""

    option: tuple[Option, ...]
    hero: tuple[Hero, ...]


@frozen
class CardsFile:
    """cards.toml."""

    card: tuple[Card, ...]


@frozen
class ArmiesFile:
    """armies.toml."""

    army: tuple[ReadyArmy, ...]
