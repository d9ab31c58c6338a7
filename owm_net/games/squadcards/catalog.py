"""All that is printed: the deck, what National Traits can be, the nationalities, the hex map.

Card numbers: 0-123 the deck in the order of data/cards.toml, further copies that only the
Flanking Fire variant has after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, evolve, field, fields, frozen
from attrs.validators import deep_mapping

from owm_net.engine.data import DataFiles, between
from owm_net.engine.errors import BadData
from owm_net.engine.ids import CardNumber
from owm_net.engine.text import Said
from owm_net.games.squadcards.hexmap import HexFile, HexMap, problems
from owm_net.games.squadcards.ids import TraitKey
from owm_net.games.squadcards.terms import By, CardType, Effect, Moment, Nation, Phase, RangeBand

DECK_SIZE = 124
"""SQD-SET-03."""
ROWS = 58
RANGE_KEYS = ("pb", "s", "m", "l")


@frozen(kw_only=True)
class Use:
    """One use of a card: the card itself, or one way to use a National Trait.

    amount: the number of its effect. attack: range -> built-in modifier. only: the one fire
    phase it may be used in. kill_cap: 0 for none.
    """

    key: str
    title: Said
    effect: Effect = Effect.LIKE
    amount: int = field(default=0, validator=between(-5, 5))
    by: By = By.OWN
    windows: tuple[Moment, ...] = ()
    cover: int = field(default=0, validator=between(0, 3))
    attack_bonus: int = field(default=0, validator=between(0, 1))
    attack: dict[str, int] = field(
        factory=dict, validator=deep_mapping(value_validator=between(-5, 5))
    )
    gun: bool = False
    heavy: bool = False
    negates_cover: bool = False
    needs_pinned: bool = False
    kill_cap: int = field(default=0, validator=between(0, 1))
    only: Phase | None = None

    def modifier(self, band: RangeBand) -> int | None:
        """The built-in modifier at a range, None where it cannot be used (SQD-RNG-02)."""
        return self._ranges[band.value]

    @cached_property
    def _ranges(self) -> tuple[int | None, ...]:
        return tuple(self.attack.get(k) for k in RANGE_KEYS)


@frozen(kw_only=True)
class CardRow(Use):
    """A row of 2.11. variant_count: copies with the Flanking Fire variant, -1 as count."""

    count: int = field(validator=between(1, 10))
    type: CardType
    variant_count: int = field(default=-1, validator=between(-1, 10))


@frozen(kw_only=True)
class Trait(Use):
    """A row of 2.12. like: key of the card whose conditions and effect it has."""

    nation: Nation
    rule: str
    like: str = ""

    @property
    def named(self) -> TraitKey:
        """How an answer names this use."""
        return TraitKey(self.key)


@frozen(kw_only=True)
class NationRow:
    """SQD-SET-05, SQD-DRAW-01, SQD-DISC-02, SQD-MORALE-03, SQD-RALLY-02; see data/nations.toml."""

    key: Nation
    title: Said
    people: Said
    men: int = field(validator=between(1, 99))
    draw: int = field(validator=between(1, 9))
    hand_limit: int = field(validator=between(1, 9))
    morale: int = field(validator=between(-1, 1))
    rally: int = field(validator=between(-1, 1))
    covering_free: bool = False
    close_in: bool = False
    handicap_men: int = field(default=0, validator=between(0, 9))
    handicap_draw: int = field(default=0, validator=between(0, 9))
    handicap_foe: Nation | None = None


@frozen
class _CardFile:
    card: tuple[CardRow, ...]


@frozen
class _TraitFile:
    trait: tuple[Trait, ...]


@frozen
class _NationFile:
    nation: tuple[NationRow, ...]


@define
class Catalog:
    """Everything printed. faces: card number -> row. uses: key of a card or trait -> what it
    does. traits: nationality -> the uses of a National Trait, in the order of the book."""

    rows: Sequence[CardRow]
    faces: Mapping[CardNumber, CardRow]
    uses: Mapping[str, Use]
    traits: Mapping[Nation, tuple[Trait, ...]]
    nations: Mapping[Nation, NationRow]
    hexes: HexMap
    digest: bytes

    def deck(self, flanking_variant: bool, hex_map: bool) -> list[CardNumber]:
        """The cards of a match (SQD-SET-03, SQD-VFF-02, SQD-VHX-02)."""
        left = {row.key: _copies(row, flanking_variant) for row in self.rows}
        cards = []
        for number, row in self.faces.items():
            if left[row.key] and not (hex_map and row.type is CardType.TERRAIN):
                left[row.key] -= 1
                cards.append(number)
        return cards


def _copies(row: CardRow, variant: bool) -> int:
    return row.variant_count if variant and row.variant_count >= 0 else row.count


def read_catalog(files: DataFiles) -> Catalog:
    """Load and cross-check all data files. Raises BadData with every problem found."""
    rows = files.load("cards.toml", _CardFile).card
    listed = files.load("traits.toml", _TraitFile).trait
    nations = files.load("nations.toml", _NationFile).nation
    hexes = files.load("hexmap.toml", HexFile)
    cards = {row.key: row for row in rows}
    wrong = [f"cards.toml: {p}" for p in _card_problems(rows)]
    traits = []
    for trait in listed:
        where = f"traits.toml: {trait.key}"
        if trait.key in cards:
            wrong.append(f"{where}: a card has this key already")
        if bool(trait.like) != (trait.effect is Effect.LIKE):
            wrong.append(f"{where}: needs either like or effect")
        elif trait.like and trait.like not in cards:
            wrong.append(f'{where}: like: there is no card "{trait.like}"')
        else:
            traits.append(_resolved(trait, cards) if trait.like else trait)
            wrong += [f"{where}: {p}" for p in _use_problems(traits[-1])]
    if [n.key for n in nations] != list(Nation):
        wrong.append("nations.toml: must have the five nationalities, each once, in order")
    terrain = [row.key for row in rows if row.type is CardType.TERRAIN]
    wrong += [f"hexmap.toml: {p}" for p in problems(hexes, terrain)]
    if wrong:
        raise BadData(wrong)
    numbers = [row for row in rows for _ in range(row.count)]
    further = [row for row in rows for _ in range(_copies(row, True) - row.count)]
    return Catalog(
        rows=rows,
        faces={CardNumber(n): row for n, row in enumerate([*numbers, *further])},
        uses={**cards, **{t.key: t for t in traits}},
        traits={n: tuple(t for t in traits if t.nation is n) for n in Nation},
        nations={n.key: n for n in nations},
        hexes=HexMap(hexes),
        digest=files.digest(),
    )


def _resolved(trait: Trait, cards: Mapping[str, CardRow]) -> Trait:
    card = cards[trait.like]
    same = [f.name for f in fields(Use) if f.name not in ("key", "title")]
    return evolve(trait, **{name: getattr(card, name) for name in same})


def _card_problems(rows: Sequence[CardRow]) -> Iterator[str]:
    keys = [row.key for row in rows]
    if len(rows) != ROWS or len(dict.fromkeys(keys)) != len(rows):
        yield f"must have {ROWS} cards, each once"
    for variant in (False, True):
        total = sum(_copies(row, variant) for row in rows)
        if total != DECK_SIZE:
            which = "variant_count" if variant else "count"
            yield f"{which}: must be {DECK_SIZE} in all, is {total}"
    for row in rows:
        yield from (f"{row.key}: {p}" for p in _use_problems(row))
        if row.effect is Effect.LIKE:
            yield f"{row.key}: effect is missing"
        wants = CARD_TYPES.get(row.effect, CardType.MODIFIER)
        if row.type is not wants:
            yield f"{row.key}: a card of type {row.type.value} does not {row.effect.value}"


CARD_TYPES = {
    Effect.TERRAIN: CardType.TERRAIN,
    Effect.ATTACK: CardType.ATTACK,
    Effect.PEEK: CardType.ATTACK,
    Effect.TRAIT: CardType.TRAIT,
    Effect.MINEFIELD: CardType.BLOCK,
    Effect.WIRE: CardType.BLOCK,
}
"""Effect -> type of the cards that have it; all others are modifiers."""


def _use_problems(use: Use) -> Iterator[str]:
    if any(k not in RANGE_KEYS for k in use.attack):
        yield f"attack: ranges are {', '.join(RANGE_KEYS)}"
    if bool(use.attack) != (use.effect is Effect.ATTACK):
        yield "attack: must stand on attacks and nowhere else"
    if (use.cover > 0) != (use.effect is Effect.TERRAIN):
        yield "cover: must stand on terrain and nowhere else"
    if not use.windows and use.effect is not Effect.TRAIT:
        yield "windows: it could never be played"
    if use.only not in (None, Phase.COVERING, Phase.POSITION):
        yield "only: must be covering or position"
